// Runs coroutines: the stack is switched inside hooked calls while methods run on both stacks. The coroutines' stacks are in the heap,
// or (with NESTED) inside the thread's own stack.
#include <objc/NSObject.h>
#include <objc/runtime.h>
#include <phone/coroutine.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define COROUTINES 3
static __thread struct phone_coroutine home, away[COROUTINES];
static __thread long steps[COROUTINES], returned[COROUTINES];
@interface Walker : NSObject
- (long)step:(long)which;
- (long)inside:(long)n;
- (long)leaf:(long)n;
- (double)part:(double)x;
@end
static Walker *walker;
@implementation Walker
// Runs on the thread's own stack: switches to the coroutine in the middle, and sends before and after.
- (long)step:(long)which {
    long sum = [self leaf:which];
    double kept = [self part:(double)which];
    phone_switch_stack(&home, &away[which]);
    sum += [self leaf:(long)kept];
    __asm volatile("");
    return sum + (long)[self part:kept];
}
// Runs on the coroutine's stack: switches back in the middle of n nested calls.
- (long)inside:(long)n {
    long which = n & 3, depth = n >> 2;
    long sum = [self leaf:n];
    if (depth) sum += [self inside:(depth - 1) << 2 | which];
    steps[which]++;
    phone_switch_stack(&away[which], &home);
    return sum + [self leaf:depth];
}
- (long)leaf:(long)n { return n + 1; }
- (double)part:(double)x { return x * 2; }
@end
static void coroutine(void *argument) {
    long which = (long)argument;
    for (long round = 0;; round++) {
        long sum = [walker inside:(round % 4) << 2 | which];
        returned[which] += sum;
        phone_switch_stack(&away[which], &home);
    }
}
static long all(long offset, char *rooms) {
    for (long i = 0; i < COROUTINES; i++) phone_coroutine_prepare(&away[i], rooms + i * 65536, 65536, coroutine, (void *)i);
    long sum = 0;
    for (long i = 0; i < 200; i++) {
        sum += [walker step:(i * 7 + offset) % COROUTINES];
        sum += [walker leaf:i];
    }
    for (int i = 0; i < COROUTINES; i++) sum = sum * 31 + steps[i] * 7 + returned[i];
    return sum;
}
static void *run(void *argument) {
    char rooms[getenv("NESTED") ? COROUTINES * 65536 : 16];
    return (void *)all((long)argument, getenv("NESTED") ? rooms : malloc(COROUTINES * 65536));
}
int main(void) {
    walker = (Walker *)class_createInstance(objc_getClass("Walker"), 0);
    printf("main %ld\n", (long)run((void *)1));
    pthread_t threads[3];
    for (long i = 0; i < 3; i++) pthread_create(&threads[i], 0, run, (void *)i);
    for (int i = 0; i < 3; i++) {
        void *sum;
        pthread_join(threads[i], &sum);
        printf("thread %ld\n", (long)sum);
    }
    sleep(2);
    return 0;
}

// Lets the window's limit pass while threads are inside hooked calls, some of them deep; afterwards the threads return one after the other.
#include <objc/NSObject.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
static unsigned n_sleep = 1500000;
@interface Deep : NSObject - (long)down:(long)n; @end
@implementation Deep
- (long)down:(long)n {
    if (n) return [self down:n - 1] + 1;
    usleep(n_sleep);
    return 0;
}
@end
static Deep *object;
static void *run(void *argument) {
    long n = (long)argument, sum = [object down:n];
    sleep(1);
    n_sleep = 10;
    for (long i = 0; i < 20; i++) sum += [object down:1] * 0;
    return (void *)sum;
}
static void *spin(void *argument) {
    long sum = 0;
    for (long i = 0; i < 400; i++) { usleep(4000 + 37 * i % 91); sum += [object hash] != 0; }
    return (void *)sum;
}
int main(void) {
    object = class_createInstance(objc_getClass("Deep"), 0);
    pthread_t threads[4];
    for (long i = 0; i < 3; i++) pthread_create(&threads[i], 0, run, (void *)(1 + 40 * i));
    pthread_create(&threads[3], 0, spin, 0);
    long sum = [object down:5];
    void *results[4];
    for (long i = 0; i < 4; i++) pthread_join(threads[i], &results[i]);
    printf("%ld %ld %ld %ld %ld\n", sum, (long)results[0], (long)results[1], (long)results[2], (long)results[3]);
    return 0;
}

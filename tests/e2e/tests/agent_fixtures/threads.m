// Starts threads that send messages and end, one generation after the other, while the main thread sends too. The app counts every send.
#include <objc/NSObject.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

@interface Worker : NSObject - (long)work:(long)n; - (long)leaf:(long)n; + (long)shared:(long)n; - (void)bye; @end
@interface Other : Worker @end
static long counts[4];
#define COUNT(i) __sync_fetch_and_add(&counts[i], 1)
@implementation Worker
- (long)work:(long)n { COUNT(0); long sum = 0; for (long i = 0; i < n; i++) sum += [self leaf:i] + [Worker shared:i]; return sum; }
- (long)leaf:(long)n { COUNT(1); return n; }
+ (long)shared:(long)n { COUNT(2); return 1; }
- (void)bye { COUNT(3); }
@end
@implementation Other
- (long)leaf:(long)n { return [super leaf:n] + 1; }
@end

static Worker *objects[2];
static pthread_key_t key;
static void last(void *object) { [(id)object bye]; }
static void *run(void *argument) {
    long n = (long)argument;
    pthread_setspecific(key, objects[n & 1]);
    long sum = [objects[n & 1] work:n];
    if (n % 3 == 0) pthread_exit((void *)sum);
    return (void *)sum;
}
int main(void) {
    objects[0] = class_createInstance(objc_getClass("Worker"), 0);
    objects[1] = class_createInstance(objc_getClass("Other"), 0);
    pthread_key_create(&key, last);
    for (long generation = 0; generation < 2; generation++) {
        pthread_t threads[3];
        for (long i = 0; i < 3; i++) pthread_create(&threads[i], 0, run, (void *)(2 + generation + i));
        long sum = [objects[1] work:3];
        for (long i = 0; i < 3; i++) {
            void *result;
            pthread_join(threads[i], &result);
            long n = 2 + generation + i, right = n * (n - 1) / 2 + n + (n & 1) * n;
            if ((long)result != right) { printf("thread of %ld: %ld\n", n, (long)result); return 1; }
        }
        if (sum != 9) return 2;
    }
    printf("counts %ld %ld %ld %ld\n", counts[0], counts[1], counts[2], counts[3]);
    sleep(2);
    return 0;
}

// A thread that makes contexts of calls all the time, while the main thread ends the window.
#include <objc/NSObject.h>
#include <objc/runtime.h>
#include <pthread.h>
#include <stdio.h>

@interface Maker : NSObject - (long)left:(long)n; - (long)right:(long)n; - (void)end; @end
static Maker *maker;
@implementation Maker
- (long)left:(long)n { return n ? [self left:n - 1] + [self right:n - 1] : 1; }
- (long)right:(long)n { return n ? [self right:n - 1] + [self left:n - 1] : 1; }
- (void)end {}
@end
static void *run(void *argument) { return (void *)[maker left:7]; }
int main(void) {
    maker = class_createInstance(objc_getClass("Maker"), 0);
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    for (volatile long i = 0; i < 4000; i++) {}
    [maker end];
    void *sum;
    pthread_join(thread, &sum);
    printf("%ld\n", (long)sum);
    return 0;
}

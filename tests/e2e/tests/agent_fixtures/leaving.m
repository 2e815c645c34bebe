// Starts threads one after the other; each ends in the middle of nested calls, which never return.
#include <objc/NSObject.h>
#include <objc/runtime.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

@interface Deep : NSObject - (void)leave:(long)n; - (long)leaf:(long)n; @end
static Deep *object;
static long leaves;
@implementation Deep
- (void)leave:(long)n {
    leaves += [self leaf:n];
    if (n) { [self leave:n - 1]; __asm volatile(""); return; }
    for (volatile long i = 0; i < 5000; i++);
    pthread_exit(0);
}
- (long)leaf:(long)n { return 1; }
@end
static void *run(void *argument) {
    char name[20];
    snprintf(name, sizeof name, "thread %ld", (long)argument);
    pthread_setname_np(name);
    [object leave:5];
    return 0;
}
int main(void) {
    object = class_createInstance(objc_getClass("Deep"), 0);
    for (long i = 0; i < 20; i++) {
        pthread_t thread;
        pthread_create(&thread, 0, run, (void *)i);
        pthread_join(thread, 0);
    }
    printf("leaves %ld\n", leaves);
    sleep(2);
    return 0;
}

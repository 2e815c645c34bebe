// Ends a thread inside nested calls; then another thread reuses its shadow stack and receives a signal at each instruction of its sends, at
// increasing depth. The signal's handler sends messages too.
#include <objc/NSObject.h>
#include <objc/runtime.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
#include "after.h"

@interface Deep : NSObject - (void)leave:(long)n; - (long)down:(long)n; - (long)inHandler; @end
static Deep *object;
static volatile long handled, calls;
static unsigned long after;
@implementation Deep
- (void)leave:(long)n {
    if (n) { [self leave:n - 1]; __asm volatile(""); return; }
    pthread_exit(0);
}
- (long)down:(long)n {
    calls++;
    if (n) return [self down:n - 1] + 1;
    return 0;
}
- (long)inHandler { return 1; }
@end
static void handle(int unused) { handled += [object inHandler]; }
static void *leave(void *unused) { [object leave:14]; return unused; }
static void *come(void *unused) {
    for (after = 1; after < 800; after++) {
        signal_after(after);
        [object down:12];
        signal_after(0);
    }
    return unused;
}
int main(void) {
    object = class_createInstance(objc_getClass("Deep"), 0);
    signal(SIGUSR1, handle);
    pthread_t thread;
    pthread_create(&thread, 0, leave, 0);
    pthread_join(thread, 0);
    pthread_create(&thread, 0, come, 0);
    pthread_join(thread, 0);
    printf("calls %ld, handled %ld\n", calls, handled);
    sleep(2);
    return 0;
}

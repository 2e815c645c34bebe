// Delivers a signal at each instruction of a send in turn, until the send ends before the signal. The signal's handler does work.
#include <objc/NSObject.h>
#include <objc/runtime.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>
#include "after.h"

@interface Box : NSObject - (void)run; - (long)leaf:(long)n; - (long)other:(long)n; @end
static volatile long handled;
// The handler calls mmap because the agent's stub of mmap always counts its requests in Rust; other stubs count most requests themselves.
static void handler(int number) { handled++; munmap(mmap(0, 16384, PROT_READ, MAP_ANON | MAP_PRIVATE, -1, 0), 16384); }
@implementation Box
- (void)run {
    [self leaf:0];
    for (long n = 1;; n++) {
        long before = handled;
        // The next call's record overwrites the record of this call.
        [self other:n];
        signal_after((unsigned long)n);
        [self leaf:n];
        bool came = handled != before;
        signal_after(0);
        if (!came) break;
    }
}
- (long)leaf:(long)n { return n + 1; }
- (long)other:(long)n { return n + 2; }
@end
int main(void) {
    Box *box = class_createInstance(objc_getClass("Box"), 0);
    struct sigaction action = { .sa_handler = handler };
    sigaction(SIGUSR1, &action, 0);
    [box run];
    printf("handled %ld\n", handled);
    sleep(2);
    return 0;
}

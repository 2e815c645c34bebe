// Makes as many calls as the test selects: to known nodes, in many contexts, long and deep calls. Logs the number of its calls.
#include <objc/NSObject.h>
#include <objc/runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static unsigned long calls, seed = 1;
@interface Caller : NSObject
@end
@implementation Caller
- (void)leaf { calls++; }
- (void)a:(long)left { calls++; [self go:left]; }
- (void)b:(long)left { calls++; [self go:left]; }
- (void)c:(long)left { calls++; [self go:left]; }
- (void)down:(long)left { calls++; if (left > 1) [self down:left - 1]; }
- (void)go:(long)left {
    calls++;
    if (left == 0) return;
    seed = seed * 6364136223846793005ul + 1442695040888963407ul;
    switch ((seed >> 33) % 3) {
    case 0: [self a:left - 1]; break;
    case 1: [self b:left - 1]; break;
    default: [self c:left - 1]; break;
    }
}
@end

static long number(const char *name) { const char *text = getenv(name); return text ? atol(text) : 0; }

int main(void) {
    Caller *caller = class_createInstance(objc_getClass("Caller"), 0);
    for (long i = number("WARM"); i > 0; i--) [caller leaf];
    for (long i = number("WIDE"); i > 0; i--) [caller go:14];
    for (long i = number("DEEP"); i > 0; i--) [caller down:100];
    usleep(2000000);
    printf("calls %lu\n", calls);
    return 0;
}

// Keeps a stack of DEPTH functions unchanged for a while; only the innermost function works.
#include <Foundation/Foundation.h>
#include <stdlib.h>

static volatile long sum;

__attribute__((noinline)) static long down(long left) {
    if (left > 0) {
        long result = down(left - 1);
        __asm volatile("" : "+r"(result)); // no loop in place of the calls
        return result;
    }
    for (long i = 0; i < 4000000; i++) sum += i;
    return sum;
}

@interface Deep : NSObject
- (long)down:(long)depth;
@end
@implementation Deep
- (long)down:(long)depth { return down(depth) + 1; }
@end

int main(void) {
    [[[Deep alloc] init] down:atoi(getenv("DEPTH"))];
    usleep(2000000);
    return 0;
}

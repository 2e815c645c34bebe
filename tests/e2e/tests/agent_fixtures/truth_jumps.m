// Handles errors with setjmp and longjmp over one to eight calls, and makes tail calls.
#include <Foundation/Foundation.h>
#include <setjmp.h>
#include "work.h"

static jmp_buf buffer;
static volatile long sum;

@interface Jumps : NSObject
- (void)down:(long)depth;
- (void)fails:(long)depth;
- (void)last;
- (void)middle;
- (void)first;
- (void)errors;
- (void)tails;
@end
@implementation Jumps
- (void)down:(long)depth { work(some(40)); if (depth == 0) longjmp(buffer, 1); [self down:depth - 1]; sum++; }
- (void)fails:(long)depth { work(some(100)); if (!setjmp(buffer)) [self down:depth]; else sum++; work(some(20)); }
- (void)last { work(some(30)); }
- (void)middle { work(some(30)); [self last]; }
- (void)first { work(some(30)); [self middle]; }
- (void)errors { for (volatile long i = 0; i < 1200; i++) { [self fails:i % 8]; work(some(40)); } }
- (void)tails { for (long i = 0; i < 2500; i++) { [self first]; work(some(40)); } }
@end

int main(void) {
    Jumps *jumps = made("Jumps");
    [jumps errors];
    [jumps tails];
    usleep(2000000);
    return 0;
}

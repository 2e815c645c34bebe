// Throws exceptions through hooked calls: through one, five, one with a cleanup, five with cleanups; and from a system's method.
#include <Foundation/Foundation.h>

static long step;
static inline long some(long least) { return least + (step = (step * 16807 + 7) % 2147483647) % 23; }

// A unit takes about 4 instructions in every build.
static inline __attribute__((always_inline)) void work(long units) {
    for (long i = 0; i < units; i++) __asm volatile("nop\n\tnop");
}

@interface Thrower : NSObject
- (void)one;
- (void)down:(long)depth;
- (void)finally;
- (void)finally:(long)depth;
- (void)raise;
- (void)catchOne;
- (void)catchFive;
- (void)catchFinally;
- (void)catchFinallyFive;
- (void)catchRaise;
- (void)all;
@end
static id thrown;
@implementation Thrower
- (void)one { work(some(20)); @throw thrown; }
- (void)down:(long)depth { work(some(20)); if (depth == 0) @throw thrown; [self down:depth - 1]; work(1); }
- (void)finally { @try { work(some(20)); @throw thrown; } @finally { work(some(10)); } }
- (void)finally:(long)depth {
    @try { work(some(20)); if (depth == 0) @throw thrown; [self finally:depth - 1]; } @finally { work(some(10)); }
}
- (void)raise { work(some(20)); [NSException raise:@"Name" format:@"reason %d", 1]; work(1); }
- (void)catchOne { @try { [self one]; } @catch (id e) { work(some(20)); } }
- (void)catchFive { @try { [self down:4]; } @catch (id e) { work(some(20)); } }
- (void)catchFinally { @try { [self finally]; } @catch (id e) { work(some(20)); } }
- (void)catchFinallyFive { @try { [self finally:4]; } @catch (id e) { work(some(20)); } }
- (void)catchRaise { @try { [self raise]; } @catch (id e) { work(some(20)); } }
- (void)all {
    for (long i = 0; i < 24; i++) {
        [self catchOne];
        [self catchFive];
        [self catchFinally];
        [self catchFinallyFive];
        [self catchRaise];
        work(some(30));
    }
}
@end

int main(void) {
    thrown = [[NSObject alloc] init];
    // The agent may already have caused the work that the runtime does once, at the first use of strings and exceptions.
    @try { [NSException raise:@"Name" format:@"reason %d", 1]; } @catch (id e) { }
    Thrower *t = [[Thrower alloc] init];
    [t all];
    usleep(2000000);
    return 0;
}

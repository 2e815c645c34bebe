// Makes a long call inside a longer call, and many short calls.
#include <Foundation/Foundation.h>

static inline __attribute__((always_inline)) void work(long units) {
    for (long i = 0; i < units; i++) __asm volatile("nop\n\tnop");
}
@interface Slow : NSObject
- (void)quick;
- (void)stalls;
- (void)outer;
@end
@implementation Slow
- (void)quick { work(1000); }
- (void)stalls { work(4000000); }
- (void)outer { for (int i = 0; i < 100; i++) [self quick]; [self stalls]; }
@end
int main(void) {
    [[[Slow alloc] init] outer];
    usleep(2000000);
    return 0;
}

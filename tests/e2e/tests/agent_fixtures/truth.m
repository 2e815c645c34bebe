// Methods of known shape, each over 100 µs in all: leaves, callers of leaves, super, class methods, recursion, allocation, another thread.
#include <objc/runtime.h>
#include <Foundation/Foundation.h>
#include <pthread.h>

// A tick of the counter is longer than short calls. Calls differ in length, because equal calls would begin at the same part of a tick.
static long step;
static inline long some(long least) { return least + (step = (step * 16807 + 7) % 2147483647) % 23; }

// A unit takes about 4 instructions in every build.
static inline __attribute__((always_inline)) void work(long units) {
    for (long i = 0; i < units; i++) __asm volatile("nop\n\tnop");
}

@interface Base : NSObject
- (void)leaf:(long)units;
- (double)weigh:(double)x;
@end
@interface Derived : Base
- (void)branch;
- (long)descend:(long)depth;
- (void)make;
- (void)all;
+ (void)shared;
@end
@implementation Base
- (void)leaf:(long)units { work(units); }
- (double)weigh:(double)x { work(some(60)); return x * 2; }
@end
@implementation Derived
- (void)leaf:(long)units { work(some(50)); [super leaf:units]; }
- (void)branch {
    for (long i = 0; i < 5; i++) [self leaf:some(40)];
    [Derived shared];
    work(some(200));
}
- (long)descend:(long)depth { work(some(300)); return depth ? [self descend:depth - 1] + 1 : 0; }
- (void)make { work(some(100)); [[[Base alloc] init] release]; }
+ (void)shared { work(some(150)); }
- (void)all {
    double sum = 0;
    for (long i = 0; i < 800; i++) {
        [self branch];
        sum += [self weigh:(double)i];
        if (i % 4 == 0) [self make];
        if (i % 16 == 0) sum += [self descend:20];
    }
    if (sum < 0) work(1);
    work(100000);
}
@end

@interface Other : NSObject
- (void)spin;
@end
@implementation Other
- (void)spin { for (long i = 0; i < 900; i++) { [self turn]; work(some(100)); } }
- (void)turn { work(some(250)); }
@end
// The object is created without alloc and init, which take a slot of the class's cache only in one of the two runs.
static void *second(void *unused) { [class_createInstance(objc_getClass("Other"), 0) spin]; return 0; }

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, second, 0);
    // The threads run one after the other, because a tick is time and the phone has one core.
    pthread_join(thread, 0);
    Derived *d = [[Derived alloc] init];
    [d all];
    usleep(2000000);
    return 0;
}

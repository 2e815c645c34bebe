// Sends messages of the less frequent kinds, each mainly in a method of its own, to show costs of the agent that are not subtracted.
#include <Foundation/Foundation.h>
#include <setjmp.h>

static long step;
static inline long some(long least) { return least + (step = (step * 16807 + 7) % 2147483647) % 23; }

// A unit takes about 4 instructions in every build.
static inline __attribute__((always_inline)) void work(long units) {
    for (long i = 0; i < units; i++) __asm volatile("nop\n\tnop");
}

@interface Base : NSObject
@end
@implementation Base
@end

@interface Rare : NSObject
- (void)a;
- (void)b;
- (void)c;
- (void)missed;
- (void)tagged;
- (void)made;
- (void)renewed;
- (void)zoned;
- (void)jumped;
- (void)leap;
- (void)leapt;
- (void)on;
- (void)tailed;
@end

enum { ROUNDS = 800 };
static jmp_buf buffer;
static NSNumber *number;
static volatile long sum;

@implementation Rare
- (void)a { work(some(8)); }
- (void)b { work(some(8)); }
- (void)c { work(some(8)); }
- (void)missed {
    for (long i = 0; i < ROUNDS; i++) {
        long which = some(80) % 3;
        work(some(60));
        if (which == 0) [self a];
        else if (which == 1) [self b];
        else [self c];
    }
}
- (void)tagged { for (long i = 0; i < ROUNDS; i++) { work(some(80)); sum += [number integerValue]; } }
- (void)made { for (long i = 0; i < ROUNDS; i++) { work(some(40)); [[[Base alloc] init] release]; } }
- (void)renewed { for (long i = 0; i < ROUNDS; i++) { work(some(40)); [[Base new] release]; } }
- (void)zoned { for (long i = 0; i < ROUNDS; i++) { work(some(40)); [[Base allocWithZone:0] release]; } }
- (void)jumped { for (volatile long i = 0; i < ROUNDS; i++) { work(some(80)); if (!setjmp(buffer)) sum++; } }
- (void)leap { work(some(40)); longjmp(buffer, 1); }
- (void)leapt { for (volatile long i = 0; i < ROUNDS; i++) { work(some(250)); if (!setjmp(buffer)) [self leap]; } }
- (void)on { work(some(40)); [self a]; }
- (void)tailed { for (long i = 0; i < ROUNDS; i++) { work(some(60)); [self on]; } }
@end

int main(void) {
    number = [[NSNumber numberWithInt:3] retain];
    Rare *r = [[Rare alloc] init];
    [r missed];
    [r tagged];
    [r made];
    [r renewed];
    [r zoned];
    [r jumped];
    [r leapt];
    [r tailed];
    usleep(2000000);
    return 0;
}

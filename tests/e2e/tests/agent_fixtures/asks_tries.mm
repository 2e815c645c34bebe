// Does work between C++ exceptions that pass methods and are caught at several depths, and around a longjmp.
#include <objc/NSObject.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdlib.h>
#include <unistd.h>

static inline void *kept(void *block) { __asm volatile("" : "+r"(block)); return block; }
static jmp_buf back;

@interface Tries : NSObject
- (void)down:(int)depth;
- (void)catches:(int)depth;
- (void)jumps:(int)depth;
@end
@implementation Tries
- (void)down:(int)depth {
    free(kept(malloc(16)));
    if (depth == 0) throw 7;
    [self down:depth - 1];
}
- (void)catches:(int)depth {
    try {
        if (depth > 3) [self catches:depth - 3];
        [self down:depth];
    } catch (int) {
        open("/no/such/file", O_RDONLY);
        free(kept(malloc(32)));
    }
    access("/no/such/file", 0);
}
- (void)jumps:(int)depth {
    free(kept(calloc(2, 4)));
    if (depth == 0) longjmp(back, 1);
    [self jumps:depth - 1];
}
@end

int main() {
    Tries *tries = [[Tries alloc] init];
    for (int i = 1; i < 12; i++) {
        [tries catches:i];
        if (!setjmp(back)) [tries jumps:i];
        free(kept(malloc(8)));
    }
    usleep(2000000);
    return 0;
}

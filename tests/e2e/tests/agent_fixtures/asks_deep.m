// Defines two methods that call each other deeply. Each call allocates memory, so the call tree has many nodes in many chunks.
#include <objc/NSObject.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static inline void *kept(void *block) { __asm volatile("" : "+r"(block)); return block; }

@interface Deep : NSObject
- (void)left:(int)depth;
- (void)right:(int)depth;
@end
@implementation Deep
- (void)left:(int)depth {
    free(kept(malloc((size_t)depth + 1)));
    if (depth == 0) return;
    [self left:depth - 1];
    [self right:depth - 1];
}
- (void)right:(int)depth {
    free(kept(realloc(kept(calloc(1, (size_t)depth + 1)), 64)));
    if (depth == 0) return;
    [self right:depth - 1];
    if (depth % 3 == 0) [self left:depth - 1];
}
@end

int main(void) {
    [[[Deep alloc] init] left:9];
    void *page = mmap(0, 16384, PROT_READ | PROT_WRITE, MAP_ANON | MAP_PRIVATE, -1, 0);
    munmap(page, 16384);
    usleep(2000000);
    return 0;
}

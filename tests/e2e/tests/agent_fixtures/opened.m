// A framework that is opened late, and whose initialiser and +load do work themselves.
#include <Foundation/Foundation.h>
#include <stdlib.h>

static inline void *kept(void *block) { __asm volatile("" : "+r"(block)); return block; }
int arrived = 1;

@interface Opened : NSObject
- (void)some;
@end
@implementation Opened
+ (void)load { free(kept(malloc(7))); [[[Opened alloc] init] some]; }
- (void)some { free(kept(calloc(2, 8))); }
@end
__attribute__((constructor)) static void first(void) { free(kept(malloc(9))); }

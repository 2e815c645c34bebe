// Does each kind of work in warm loops between marks: inside a method, and after the window.
#include <objc/NSObject.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
#include "mark.h"

static char block[64];
// The work itself must have the same cost each time.
static void *volatile kept;

@interface Cost : NSObject
- (void)run:(unsigned)from;
@end
@implementation Cost
- (void)run:(unsigned)from {
    for (int round = 0; round < 2; round++) {
        mark(from + (unsigned)round * 10);
        for (int i = 0; i < 1000; i++) { kept = malloc(24); free(kept); }
        mark(from + 1 + (unsigned)round * 10);
        for (int i = 0; i < 1000; i++) open("/no/such/file", O_RDONLY);
        mark(from + 2 + (unsigned)round * 10);
        for (int i = 0; i < 1000; i++) read(-1, block, 8);
        mark(from + 3 + (unsigned)round * 10);
    }
}
@end

int main(void) {
    usleep(1000); // the agent's own thread begins
    Cost *cost = class_createInstance([Cost class], 0);
    [cost run:100];
    usleep(2000000); // the window ends
    [cost run:200];
    usleep(100000);
    return 0;
}

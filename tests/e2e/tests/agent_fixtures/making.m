// Delivers a signal at a chosen number of instructions before a send creates a node; its handler sleeps until the window has ended.
#include <objc/NSObject.h>
#include <objc/runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "after.h"

@interface Maker : NSObject - (long)left; - (long)right; @end
static Maker *maker;
@implementation Maker
- (long)left { return 1; }
- (long)right { return 2; }
@end
static long handled;
static void handle(int number) { handled++; sleep(2); }
int main(void) {
    maker = class_createInstance(objc_getClass("Maker"), 0);
    struct sigaction action = { .sa_handler = handle };
    sigaction(SIGUSR1, &action, 0);
    unsigned long after = strtoul(getenv("AFTER"), 0, 10);
    long sum = [maker left];
    signal_after(after);
    sum += [maker right];
    signal_after(0);
    printf("%ld, handled %ld\n", sum, handled);
    sleep(2);
    return 0;
}

// Delivers a signal at each of a range of instructions of warm sends; the handler throws and catches on the thread's own stack.
#include <objc/NSObject.h>
#include <objc/runtime.h>
#include <stdio.h>
#include <unistd.h>
#include "after.h"

@interface Hand : NSObject - (long)outer:(long)n; - (long)leaf:(long)n; @end
static Hand *hand;
static long caught, sum;
@implementation Hand
- (long)outer:(long)n { return [self leaf:n] + [self leaf:n + 1] + [self leaf:n + 2]; }
- (long)leaf:(long)n { return n; }
@end
static void handle(int number) {
    @try { @throw hand; } @catch (id e) { caught += e == hand; }
}
int main(void) {
    hand = class_createInstance(objc_getClass("Hand"), 0);
    handle(0);
    struct sigaction action = { .sa_handler = handle };
    sigaction(SIGUSR1, &action, 0);
    for (int i = 0; i < 5; i++) sum += [hand outer:0];
    for (unsigned long after = 1; after <= 300; after++) {
        signal_after(after);
        sum += [hand outer:1];
        signal_after(0);
    }
    printf("sum %ld\n", sum);
    fprintf(stderr, "caught %ld\n", caught);
    sleep(2);
    return 0;
}

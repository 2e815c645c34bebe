// Delivers a signal at a chosen number of instructions before the window's end; its handler lets another thread return from all its calls.
#include <objc/NSObject.h>
#include <objc/runtime.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
#include "after.h"

@interface Deep : NSObject - (long)down:(long)n; @end
@interface Last : NSObject - (long)go; @end
static volatile long inside, ending, left;
static unsigned long after;
static Deep *deep;
static void wait(volatile long *over, long rounds) {
    while (rounds-- && !*over) __asm volatile("");
}
@implementation Deep
- (long)down:(long)n {
    if (n) return [self down:n - 1] + 1;
    inside = 1;
    while (!ending) __asm volatile("");
    return 0;
}
@end
@implementation Last
- (long)go { signal_after(after); return 1; }
@end
static void handle(int number) {
    ending = 1;
    wait(&left, 3000000);
}
static void *run(void *unused) {
    [deep down:2];
    left = 1;
    return unused;
}
int main(void) {
    deep = class_createInstance(objc_getClass("Deep"), 0);
    Last *last = class_createInstance(objc_getClass("Last"), 0);
    after = strtoul(getenv("AFTER"), 0, 10);
    struct sigaction action = { .sa_handler = handle };
    sigaction(SIGUSR1, &action, 0);
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    wait(&inside, 3000000);
    // This pause is long compared with the time that the window's end takes.
    wait(&left, 700000);
    [last go];
    signal_after(0);
    ending = 1;
    pthread_join(thread, 0);
    sleep(2);
    return 0;
}

// Runs a signal handler on a stack inside the frame of the interrupted call's caller, so SP and frame records do not show the other stack.
// At each instruction of a send, the handler throws and catches, sends messages, and calls a method without the replaced pointers.
#include <objc/NSObject.h>
#include <objc/runtime.h>
#include <stdio.h>
#include "past.h"
#include <stdlib.h>
#include <unistd.h>
#include "after.h"

@interface Base : NSObject - (long)spin:(long)n; - (long)leaf:(long)n; - (void)throwing:(id)e; @end
static Base *base;
static Class base_class;
static long handled, right, loads;
@implementation Base
+ (void)load { loads++; }
// The method `spin:` creates no stack frame.
- (long)spin:(long)n { for (long i = 0; i < n; i++) __asm volatile("nop"); return n; }
- (long)leaf:(long)n { return n + 1; }
- (void)throwing:(id)e { @throw e; }
@end
static void (*load)(id, SEL);
static void handle(int number) {
    handled++;
    @try { [base throwing:base]; } @catch (id e) { right += e == base; }
    right += [base leaf:number] == number + 1;
    load(base_class, @selector(load));
    right += [base leaf:number] == number + 1;
}
__attribute__((noinline)) static long run(long from, long to) {
    char room[SIGSTKSZ];
    stack_t stack = { room, sizeof room, 0 };
    sigaltstack(&stack, 0);
    long sum = 0;
    for (long n = from; n < to; n++) {
        signal_after((unsigned long)n);
        sum += [base spin:100];
        signal_after(0);
    }
    stack.ss_flags = SS_DISABLE;
    sigaltstack(&stack, 0);
    return sum;
}
int main(void) {
    base_class = objc_getClass("Base");
    base = class_createInstance(base_class, 0);
    load = (void (*)(id, SEL))PAST(method_getImplementation)(class_getClassMethod(base_class, @selector(load)));
    // An uncached send waits for the runtime's own lock, which a handler must not do.
    [base spin:1];
    handle(0);
    struct sigaction action = { .sa_handler = handle, .sa_flags = SA_ONSTACK };
    sigaction(SIGUSR1, &action, 0);
    long sum = run(1, 200);
    printf("sum %ld, handled %ld, right %ld, loads %ld\n", sum, handled, right, loads);
    sleep(2);
    return 0;
}

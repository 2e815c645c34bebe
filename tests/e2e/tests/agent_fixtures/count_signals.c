// Delivers a signal after 1 to 80 instructions of a counted call: of a later call, of a call whose scratch registers contain
// arguments, and of a function's first call. The signal's handler calls a function that is counted too.
#include <stdio.h>
#include <stdlib.h>
#include "after.h"

#define REACH 80
#define BODY __attribute__((noinline, optnone))
static long handled, of_kind[3];
static volatile int kind = 3;
BODY long below(long n) { return n * 3; }
BODY void handle(int number) {
    handled += below(number) > 0;
    if (kind < 3) of_kind[kind]++;
}
BODY long leaf(long n) { return n + 1; }
__attribute__((naked)) long keeps(void) { __asm volatile("add x0, x16, x17\n ret"); }
static long call_keeps(long a, long b) {
    register long x0 __asm("x0"), x16 __asm("x16") = a, x17 __asm("x17") = b;
    __asm volatile("bl _keeps" : "=r"(x0), "+r"(x16), "+r"(x17) : : "x30", "memory");
    return x0;
}
// The first instruction of this function reads from the address that its argument contains.
__attribute__((naked)) long reads(const long *from) { __asm volatile("ldr x0, [x0]\n ret"); }

#define F(n) BODY long fresh##n(long x) { return x + n; }
#define EIGHT(X, n) X(n##0) X(n##1) X(n##2) X(n##3) X(n##4) X(n##5) X(n##6) X(n##7)
#define ALL(X) EIGHT(X, 1) EIGHT(X, 2) EIGHT(X, 3) EIGHT(X, 4) EIGHT(X, 5) EIGHT(X, 6) EIGHT(X, 7) EIGHT(X, 8) EIGHT(X, 9) EIGHT(X, 10)
ALL(F)
#define NAME(n) fresh##n,
static long (*volatile fresh[REACH])(long) = {ALL(NAME)};

int main(void) {
    struct sigaction action = {.sa_handler = handle};
    sigaction(SIGUSR1, &action, 0);
    handle(1);
    long sum = leaf(0) + call_keeps(1, 2);
    for (unsigned long after = 1; after <= REACH; after++) {
        kind = 0;
        signal_after(after);
        sum += leaf((long)after);
        signal_after(0);
        kind = 1;
        signal_after(after);
        sum += call_keeps((long)after, 5);
        signal_after(0);
        kind = 2;
        signal_after(after);
        sum += fresh[after - 1](7);
        signal_after(0);
    }
    printf("sum %ld\nhandled %ld\nleaf %ld\nkeeps %ld\nfresh %ld\n", sum, handled, of_kind[0], of_kind[1], of_kind[2]);
    fflush(stdout);
    return getenv("CRASH") ? (int)reads(0) : 0;
}

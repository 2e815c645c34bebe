// The instruction that leaves the guest. The host changes only x0 and the memory that arguments point to.
#pragma once
#include "host.h"

static inline long host_call(long number, unsigned long a, unsigned long b, unsigned long c, unsigned long d) {
    register unsigned long x0 __asm__("x0") = a;
    register unsigned long x1 __asm__("x1") = b;
    register unsigned long x2 __asm__("x2") = c;
    register unsigned long x3 __asm__("x3") = d;
    register long x16 __asm__("x16") = number;
    __asm__ volatile("svc #0x80" : "+r"(x0) : "r"(x1), "r"(x2), "r"(x3), "r"(x16) : "memory", "cc");
    return (long)x0;
}
#define HOST0(n) host_call(n, 0, 0, 0, 0)
#define HOST1(n, a) host_call(n, (unsigned long)(a), 0, 0, 0)
#define HOST2(n, a, b) host_call(n, (unsigned long)(a), (unsigned long)(b), 0, 0)
#define HOST3(n, a, b, c) host_call(n, (unsigned long)(a), (unsigned long)(b), (unsigned long)(c), 0)
#define HOST4(n, a, b, c, d) host_call(n, (unsigned long)(a), (unsigned long)(b), (unsigned long)(c), (unsigned long)(d))

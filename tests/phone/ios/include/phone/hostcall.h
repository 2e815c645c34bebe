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
static inline long host_call_8(long number, const unsigned long *a) {
    register unsigned long x0 __asm__("x0") = a[0];
    register unsigned long x1 __asm__("x1") = a[1];
    register unsigned long x2 __asm__("x2") = a[2];
    register unsigned long x3 __asm__("x3") = a[3];
    register unsigned long x4 __asm__("x4") = a[4];
    register unsigned long x5 __asm__("x5") = a[5];
    register unsigned long x6 __asm__("x6") = a[6];
    register unsigned long x7 __asm__("x7") = a[7];
    register long x16 __asm__("x16") = number;
    __asm__ volatile("svc #0x80" : "+r"(x0) : "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5), "r"(x6), "r"(x7), "r"(x16) : "memory", "cc");
    return (long)x0;
}
#define HOST8(n, ...) host_call_8(n, (unsigned long[8]){ __VA_ARGS__ })
#define HOST0(n) host_call(n, 0, 0, 0, 0)
#define HOST1(n, a) host_call(n, (unsigned long)(a), 0, 0, 0)
#define HOST2(n, a, b) host_call(n, (unsigned long)(a), (unsigned long)(b), 0, 0)
#define HOST3(n, a, b, c) host_call(n, (unsigned long)(a), (unsigned long)(b), (unsigned long)(c), 0)
#define HOST4(n, a, b, c, d) host_call(n, (unsigned long)(a), (unsigned long)(b), (unsigned long)(c), (unsigned long)(d))

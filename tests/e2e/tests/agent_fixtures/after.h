// The phone delivers a signal to this thread when it has run so many more instructions; 0 takes that back.
#pragma once
#include <signal.h>
static inline void signal_after(unsigned long instructions) {
    register unsigned long x0 __asm("x0") = instructions;
    register unsigned long x1 __asm("x1") = SIGUSR1;
    register unsigned long x16 __asm("x16") = 78;
    __asm volatile("svc #0x80" : "+r"(x0) : "r"(x1), "r"(x16) : "memory");
}

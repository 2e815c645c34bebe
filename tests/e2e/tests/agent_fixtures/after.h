// Makes the phone deliver a signal to this thread after the given number of further instructions; 0 cancels the signal.
#pragma once
#include <signal.h>
static inline void signal_after(unsigned long instructions) {
    register unsigned long x0 __asm("x0") = instructions;
    register unsigned long x1 __asm("x1") = SIGUSR1;
    register unsigned long x16 __asm("x16") = 78;
    __asm volatile("svc #0x80" : "+r"(x0) : "r"(x1), "r"(x16) : "memory");
}

// The structure of a thread in libSystem. Slot 0 of its thread-specific data points to the structure.
#pragma once
#include "internal.h"

enum { TSD_SLOTS = 512, TSD_FIRST_KEY = 256 };
struct _phone_thread {
    void **tsd;                 // TPIDRRO_EL0 points to it
    int error;                  // errno
    mach_port_t port;
    uint64_t id;
    uintptr_t stack_low, stack_high;
    void *mapping;              // unmapped after the end; NULL for the main thread
    size_t mapping_size;
    void *(*entry)(void *);
    void *argument, *result;
    volatile uint32_t state;    // THREAD_RUNNING, _FINISHED: a word to wait on
    bool detached, joined;
    stack_t alternate;          // for signal handlers
    char name[64];
    struct _phone_thread *next; // in the list of all threads
};
enum { THREAD_RUNNING = 1, THREAD_FINISHED = 2 };

static inline void **phone_tsd(void) {
    uintptr_t base;
    __asm__("mrs %0, TPIDRRO_EL0" : "=r"(base));
    return (void **)(base & ~7UL);
}
extern struct _phone_thread phone_main;

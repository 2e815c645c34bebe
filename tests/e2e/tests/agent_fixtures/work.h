// Does amounts of work that differ from call to call and are the same in every build.
#pragma once
#include <objc/runtime.h>

static long step;
static inline long some(long least) { return least + (step = (step * 16807 + 7) % 2147483647) % 23; }

// A unit takes about 4 instructions.
static inline __attribute__((always_inline)) void work(long units) {
    for (long i = 0; i < units; i++) __asm volatile("nop\n\tnop");
}

// Creates an object without alloc and init, which take a slot of the class's cache only in one of the two runs.
static inline id made(const char *name) { return class_createInstance((Class)objc_getClass(name), 0); }

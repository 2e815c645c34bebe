// Amounts of work that differ from call to call, the same in every build.
#pragma once

static long step;
static inline long some(long least) { return least + (step = (step * 16807 + 7) % 2147483647) % 23; }

// About 4 instructions a unit.
static inline __attribute__((always_inline)) void work(long units) {
    for (long i = 0; i < units; i++) __asm volatile("nop\n\tnop");
}

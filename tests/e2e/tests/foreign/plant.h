// A loop in others' Swift, or a count. Without lines of its own, it belongs to the line of the function that it is put into.
static inline __attribute__((always_inline, nodebug)) void lgPlant(int number) {
#ifdef LG_COUNT
    extern unsigned long lg_counts[1000];
    lg_counts[number]++;
#else
    unsigned long lg = LG_LOOPS;
    __asm volatile("0: subs %0, %0, #1\n\tb.ne 0b" : "+r"(lg) : : "cc");
#endif
}

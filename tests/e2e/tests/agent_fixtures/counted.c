// Calls each function of counted.S, some of them by pointers, and prints the results.
#include <stdio.h>

#define ALL(X) X(by_cbnz, 4) X(by_tbz, 1) X(by_condition, 17) X(by_jump, 6) X(takes_address, 0) X(loads_long, 0) \
    X(loads_signed, 0) X(loads_vector, 0) X(tests_bit, 2) X(tests_bit, 3) X(enters_calls, 0) X(only_returns, 8) X(only_jumps, 9) \
    X(passes_flags, 8) X(passes_flags, 9) X(by_table, 0) X(by_table, 1) X(by_table, 2) X(by_table, 7) X(reads_words, 0)
#define DECLARE(name, argument) long name(long);
ALL(DECLARE)
long passes_scratch(long, long), by_exclusive(int *);

__attribute__((noinline)) static long recursive(long depth) { return depth ? 1 + recursive(depth - 1) * 3 % 1001 : 0; }

int main(void) {
    for (int round = 0; round < 3; round++) {
#define CALL(name, argument) printf(#name " %lx\n", name(argument));
        ALL(CALL)
        printf("passes_scratch %ld\n", passes_scratch(100, 7 + round));
        int number = 5;
        printf("by_exclusive %ld\n", by_exclusive(&number));
        printf("recursive %ld\n", recursive(40));
    }
    long (*volatile pointer)(long) = tests_bit;
    printf("by pointer %ld\n", pointer(1));
    return 0;
}

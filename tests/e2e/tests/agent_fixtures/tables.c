// Runs a program with Swift dictionaries. The variable SEED determines the random numbers, and with them the seed of the dictionaries'
// hashes.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

long tables_run(long more);

void arc4random_buf(void *to, size_t count) { // xorshift64*
    static uint64_t state;
    if (!state) state = strtoul(getenv("SEED"), NULL, 10) * 0x9e3779b97f4a7c15u | 1;
    for (size_t at = 0; at < count; at++) {
        state ^= state >> 12, state ^= state << 25, state ^= state >> 27;
        ((uint8_t *)to)[at] = (uint8_t)(state * 0x2545f4914f6cdd1du >> 56);
    }
}

int main(void) {
    const char *more = getenv("MORE");
    printf("%ld\n", tables_run(more ? atol(more) : 0));
    fflush(stdout);
    usleep(2000000);
    return 0;
}

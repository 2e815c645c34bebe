// An interpreter whose cases jump to the next case by a register; functions without a frame record that call others by a pointer;
// and a function that needs so many registers that it uses the link register like any other register.
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#define KEPT __attribute__((noinline))
static volatile uint64_t seed = 12345;

KEPT static uint64_t mixed(uint64_t value) {
    for (int i = 0; i < 20; i++) value = value * 6364136223846793005u + 1442695040888963407u;
    return value;
}
KEPT static uint64_t one(uint64_t value) { return mixed(value) + seed; }
KEPT static uint64_t two(uint64_t value) { return mixed(value ^ 7) - seed; }
static uint64_t (*volatile steps[2])(uint64_t) = {one, two};
// A function without a frame record makes a tail call by a pointer.
KEPT static uint64_t goes_on(uint64_t value) {
    for (int i = 0; i < 10; i++) value ^= value << 13, value ^= value >> 7;
    return steps[value & 1](value);
}

KEPT static uint64_t interpret(const uint8_t *code, uint64_t value) {
    static const void *const cases[] = {&&add, &&shift, &&multiply, &&call, &&go_on, &&end};
    uint64_t kept = value;
#define NEXT goto *cases[*code++]
    NEXT;
add: value += kept; NEXT;
shift: value = value << 3 | value >> 61; NEXT;
multiply: value *= 2654435761u; kept ^= value; NEXT;
call: value += mixed(kept); NEXT;
go_on: kept += goes_on(value); NEXT;
end: return value + kept;
}

// A function with more live values than the processor has registers.
KEPT static uint64_t crowded(const uint64_t *from) {
    uint64_t a[36];
    for (int i = 0; i < 36; i++) a[i] = from[i];
    uint64_t sum = 0;
    for (int round = 0; round < 4; round++) {
#pragma unroll
        for (int i = 0; i < 36; i++) a[i] = a[i] * 31 + a[(i + 7) % 36] + a[(i + 13) % 36];
        sum += mixed(a[round]);
    }
#pragma unroll
    for (int i = 0; i < 36; i++) sum ^= a[i];
    return sum;
}

int main(void) {
    static const uint8_t code[] = {0, 1, 2, 0, 3, 2, 1, 4, 0, 0, 2, 1, 3, 1, 4, 2, 0, 5};
    uint64_t sum = seed, values[36];
    for (int i = 0; i < 36; i++) values[i] = sum * (uint64_t)(i + 1);
    for (int i = 0; i < 1500; i++) {
        sum += interpret(code, sum);
        if (i % 8 == 0) sum += crowded(values);
    }
    printf("sum %d\n", sum != 0);
    usleep(2000000);
    return 0;
}

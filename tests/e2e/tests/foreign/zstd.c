// Compresses and decompresses text and noise at several levels, and tries to decompress damaged data.
#include "idle.h"
#include "zstd.h"
#include <stdio.h>
#include <string.h>

static unsigned char plain[100000], packed[120000], back[100000];

int main(void) {
    unsigned seed = 3;
    for (size_t i = 0; i < sizeof plain; i++) {
        seed = seed * 1664525 + 1013904223;
        plain[i] = i % 500 < 350 ? "launches of an app are counted here\n"[seed >> 27] : seed >> 24;
    }
    for (int level = -2; level <= 14; level += 4) {
        size_t size = ZSTD_compress(packed, sizeof packed, plain, sizeof plain, level);
        size_t whole = ZSTD_decompress(back, sizeof back, packed, size);
        printf("level %d: %zu bytes, %zu back, %d\n", level, size, whole, memcmp(plain, back, sizeof plain));
        packed[size / 2] ^= 0x10;
        printf("damaged: %d\n", (int)ZSTD_isError(ZSTD_decompress(back, sizeof back, packed, size)));
    }
    idle();
    return 0;
}

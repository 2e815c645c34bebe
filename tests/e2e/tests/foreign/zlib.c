// Compresses and decompresses text and noise at each level, with all strategies.
#include "idle.h"
#include "zlib.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned char plain[60000], packed[70000], back[60000];
static void *take(void *own, unsigned count, unsigned size) { return calloc(count, size); }
static void give(void *own, void *memory) { free(memory); }

int main(void) {
    unsigned seed = 9;
    for (size_t i = 0; i < sizeof plain; i++) {
        seed = seed * 1664525 + 1013904223;
        plain[i] = i % 300 < 200 ? "every function of a build counts\n"[seed >> 27] : seed >> 24;
    }
    for (int level = 0; level <= 9; level++) {
        for (int strategy = 0; strategy <= Z_FIXED; strategy += 2) {
            z_stream out = {.zalloc = take, .zfree = give}, in = {.zalloc = take, .zfree = give};
            deflateInit2(&out, level, Z_DEFLATED, 15, 8, strategy);
            out.next_in = plain, out.avail_in = sizeof plain, out.next_out = packed, out.avail_out = sizeof packed;
            int ended = deflate(&out, Z_FINISH);
            size_t size = out.total_out;
            deflateEnd(&out);
            inflateInit(&in);
            in.next_in = packed, in.avail_in = size, in.next_out = back, in.avail_out = sizeof back;
            int whole = inflate(&in, Z_FINISH);
            printf("%d %d: %d %zu %d %d\n", level, strategy, ended, size, whole, memcmp(plain, back, sizeof plain));
            inflateEnd(&in);
        }
    }
    idle();
    return 0;
}

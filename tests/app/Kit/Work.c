#include "Work.h"

#include <stdlib.h>
#include <string.h>

// Several threads add to it; a sum does not depend on their order.
static unsigned long checksum;

// Returns the value after `place` and `mark` in a list like "A:2,B:3", or 0. A place matches as a whole.
static const char *valueIn(const char *list, const char *place, char mark) {
    size_t length = strlen(place);
    for (const char *at = list; at && *at; at = strchr(at, ','), at = at ? at + 1 : 0)
        if (!strncmp(at, place, length) && at[length] == mark)
            return at + length + 1;
    return 0;
}

// Returns a switch's number in thousandths, as an integer, so that rounding does not depend on the compiler.
static unsigned long thousandths(const char *text) {
    unsigned long whole = 0, part = 0, scale = 1000;
    for (; *text >= '0' && *text <= '9'; text++)
        whole = whole * 10 + (unsigned long)(*text - '0');
    if (*text == '.')
        for (text++; *text >= '0' && *text <= '9' && scale > 1; text++)
            part += (unsigned long)(*text - '0') * (scale /= 10);
    return whole * 1000 + part;
}

static const char *slow, *more, *move, *everything, *added;
static int known;

// The environment does not change after the start, and its values are needed thousands of times.
static void readSwitches(void) {
    if (known)
        return;
    slow = getenv("SHOP_SLOW");
#ifdef SHOP_BUILT_SLOW
    // A build that is slower without a switch, like that of a pull request.
    if (!slow)
        slow = SHOP_BUILT_SLOW;
#endif
    more = getenv("SHOP_MORE");
#ifdef SHOP_BUILT_MORE
    if (!more)
        more = SHOP_BUILT_MORE;
#endif
    move = getenv("SHOP_MOVE");
    added = getenv("SHOP_NEW");
    everything = getenv("SHOP_ALL");
    known = 1;
}

__attribute__((noinline)) static void spend(unsigned long units) {
    unsigned long value = units + 1;
    for (unsigned long unit = 0; unit < units; unit++) {
        // An xorshift step: the compiler can neither shorten nor drop it.
        value ^= value << 13;
        value ^= value >> 7;
        value ^= value << 17;
        value ^= value << 5;
        value ^= value >> 11;
        __asm__ volatile("" : "+r"(value));
    }
    __atomic_fetch_add(&checksum, value, __ATOMIC_RELAXED);
}

// A moved place does no work itself; its destination does its own work twice. Both places have the same cost, so
// that the cost of the whole launch is unchanged.
static unsigned long afterMoves(const char *place, unsigned long units) {
    const char *arrow = move ? strchr(move, '>') : 0;
    if (!arrow)
        return units;
    size_t from = (size_t)(arrow - move);
    if (strlen(place) == from && !strncmp(move, place, from))
        return 0;
    return strcmp(arrow + 1, place) ? units : 2 * units;
}

// Returns the units of a place after applying the switches.
__attribute__((always_inline)) static inline unsigned long costOf(const char *place, unsigned units) {
    readSwitches();
    unsigned long cost = afterMoves(place, units);
    const char *factor = valueIn(slow, place, ':');
    if (factor)
        cost = cost * thousandths(factor) / 1000;
    if (everything)
        cost = cost * thousandths(everything) / 1000;
    return cost;
}

void KitWork(const char *place, unsigned units) { spend(costOf(place, units)); }

unsigned KitUnits(const char *place, unsigned units) { return (unsigned)costOf(place, units); }

void KitKeep(unsigned long value) { __atomic_fetch_add(&checksum, value, __ATOMIC_RELAXED); }

unsigned KitRounds(const char *place, unsigned rounds) {
    readSwitches();
    const char *factor = valueIn(more, place, ':');
    return factor ? (unsigned)(rounds * thousandths(factor) / 1000) : rounds;
}

int KitNew(const char *module) {
    readSwitches();
    return added && !strcmp(added, module);
}

unsigned KitExtraSends(void) {
    const char *sends = getenv("SHOP_SENDS");
    return sends ? (unsigned)strtoul(sends, 0, 10) : 0;
}

unsigned long KitChecksum(void) { return __atomic_load_n(&checksum, __ATOMIC_RELAXED); }

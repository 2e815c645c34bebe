// Implements numbers from text, sorting, and random numbers, which repeat because two runs must be identical.
#include "internal.h"

static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

unsigned long long strtoull(const char *s, char **end, int base) {
    const char *start = s;
    while (is_space(*s)) s++;
    bool negative = *s == '-';
    if (*s == '-' || *s == '+') s++;
    if ((base == 0 || base == 16) && s[0] == '0' && (s[1] | 32) == 'x') { s += 2; base = 16; }
    if (base == 0) base = *s == '0' ? 8 : 10;
    unsigned long long value = 0;
    const char *digits = s;
    for (;; s++) {
        int c = *s | 32, d = *s >= '0' && *s <= '9' ? *s - '0' : c >= 'a' && c <= 'z' ? c - 'a' + 10 : 99;
        if (d >= base) break;
        if (__builtin_mul_overflow(value, (unsigned long long)base, &value) || __builtin_add_overflow(value, (unsigned long long)d, &value)) {
            errno = ERANGE;
            value = ~0ULL;
        }
    }
    if (end) *end = (char *)(s == digits ? start : s);
    return negative ? -value : value;
}
unsigned long strtoul(const char *s, char **end, int base) { return strtoull(s, end, base); }
long strtol(const char *s, char **end, int base) { return (long)strtoull(s, end, base); }
long atol(const char *s) { return strtol(s, 0, 10); }
int atoi(const char *s) { return (int)strtol(s, 0, 10); }
int abs(int n) { return n < 0 ? -n : n; }
double strtod(const char *s, char **end) {
    const char *start = s;
    while (is_space(*s)) s++;
    bool negative = *s == '-', any = false;
    if (*s == '-' || *s == '+') s++;
    double value = 0, scale = 1;
    for (; *s >= '0' && *s <= '9'; s++, any = true) value = value * 10 + (*s - '0');
    if (*s == '.') for (s++; *s >= '0' && *s <= '9'; s++, any = true) { value = value * 10 + (*s - '0'); scale *= 10; }
    value /= scale;
    if (any && (*s | 32) == 'e') {
        char *after;
        long e = strtol(s + 1, &after, 10);
        if (after != s + 1) {
            for (; e > 0; e--) value *= 10;
            for (; e < 0; e++) value /= 10;
            s = after;
        }
    }
    if (end) *end = (char *)(any ? s : start);
    return negative ? -value : value;
}
double atof(const char *s) { return strtod(s, 0); }

static void swap(char *a, char *b, size_t n) { for (; n; n--, a++, b++) { char c = *a; *a = *b; *b = c; } }
static void sift(char *base, size_t root, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    for (size_t child; (child = 2 * root + 1) < count; root = child) {
        if (child + 1 < count && compare(base + child * size, base + (child + 1) * size) < 0) child++;
        if (compare(base + root * size, base + child * size) >= 0) return;
        swap(base + root * size, base + child * size, size);
    }
}
// Sorts with heapsort, which has no recursion, no allocation and no slow case.
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    for (size_t i = count / 2; i > 0; i--) sift(base, i - 1, count, size, compare);
    for (size_t i = count; i > 1; i--) {
        swap(base, (char *)base + (i - 1) * size, size);
        sift(base, 0, i - 1, size, compare);
    }
}
void *bsearch(const void *key, const void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    while (count) {
        const char *middle = (const char *)base + count / 2 * size;
        int order = compare(key, middle);
        if (!order) return (void *)middle;
        if (order > 0) { base = middle + size; count -= count / 2 + 1; } else count /= 2;
    }
    return 0;
}
static uint64_t seed = 0x9e3779b97f4a7c15;
uint32_t arc4random(void) { // xorshift64*
    seed ^= seed >> 12; seed ^= seed << 25; seed ^= seed >> 27;
    return (uint32_t)(seed * 0x2545f4914f6cdd1d >> 32);
}
uint32_t arc4random_uniform(uint32_t n) { return n ? arc4random() % n : 0; }
int rand(void) { return (int)(arc4random() >> 1); }
void srand(unsigned n) { seed = 0x9e3779b97f4a7c15 ^ ((uint64_t)n << 1); }

double sqrt(double x) { double r; __asm__("fsqrt %d0, %d1" : "=w"(r) : "w"(x)); return r; }
float sqrtf(float x) { float r; __asm__("fsqrt %s0, %s1" : "=w"(r) : "w"(x)); return r; }
double fabs(double x) { return x < 0 ? -x : x; }
float fabsf(float x) { return x < 0 ? -x : x; }
double floor(double x) { double r; __asm__("frintm %d0, %d1" : "=w"(r) : "w"(x)); return r; }
double ceil(double x) { double r; __asm__("frintp %d0, %d1" : "=w"(r) : "w"(x)); return r; }
float floorf(float x) { float r; __asm__("frintm %s0, %s1" : "=w"(r) : "w"(x)); return r; }
float ceilf(float x) { float r; __asm__("frintp %s0, %s1" : "=w"(r) : "w"(x)); return r; }
double fmod(double x, double y) {
    double q = x / y;
    return x - (q < 0 ? ceil(q) : floor(q)) * y;
}
// Only integer exponents are supported: tests need no others, and a failure is better than a wrong number.
double pow(double x, double y) {
    if (y != floor(y)) phone_fail("pow: only whole exponents are there");
    double r = 1;
    for (long n = (long)(y < 0 ? -y : y); n; n >>= 1, x *= x) if (n & 1) r *= x;
    return y < 0 ? 1 / r : r;
}

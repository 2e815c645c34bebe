// Implements functions of the C library that the small iOS lacks and that the third-party programs need.
#include "missing.h"
#include <locale.h>
#include <string.h>

double floor(double x) { return __builtin_elementwise_floor(x); }
double ceil(double x) { return __builtin_elementwise_ceil(x); }
double fabs(double x) { return __builtin_elementwise_abs(x); }
double sqrt(double x) {
    double root;
    __asm__("fsqrt %d0, %d1" : "=w"(root) : "w"(x));
    return root;
}
double fmod(double x, double y) { return x - y * __builtin_elementwise_trunc(x / y); }
double ldexp(double x, int by) {
    for (; by > 0; by--) x *= 2;
    for (; by < 0; by++) x /= 2;
    return x;
}
double frexp(double x, int *by) {
    *by = 0;
    if (x == 0) return x;
    for (; fabs(x) >= 1; ++*by) x /= 2;
    for (; fabs(x) < .5; --*by) x *= 2;
    return x;
}
// The result is exact for whole exponents; the fraction of any other exponent is ignored.
double pow(double x, double y) {
    double all = 1;
    for (long left = (long)fabs(y); left > 0; left--) all *= x;
    return y < 0 ? 1 / all : all;
}
int getc(FILE *file) { return -1; }
FILE *freopen(const char *path, const char *mode, FILE *file) { return NULL; }
int feof(FILE *file) { return 1; }
int ferror(FILE *file) { return 0; }
long clock(void) { return 1; }
size_t strspn(const char *text, const char *set) {
    size_t length = 0;
    while (text[length] && strchr(set, text[length])) length++;
    return length;
}
size_t strcspn(const char *text, const char *set) {
    size_t length = 0;
    while (text[length] && !strchr(set, text[length])) length++;
    return length;
}
char *strpbrk(const char *text, const char *set) {
    text += strcspn(text, set);
    return *text ? (char *)text : NULL;
}
int strcoll(const char *a, const char *b) { return strcmp(a, b); }
struct lconv *localeconv(void) {
    static struct lconv c = {"."};
    return &c;
}

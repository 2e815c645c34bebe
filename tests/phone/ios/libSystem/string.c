// Implements the functions for strings. They process one byte at a time, because the strings of the tests' apps are short.
#include "internal.h"

int memcmp(const void *a, const void *b, size_t n) {
    const unsigned char *x = a, *y = b;
    for (; n >= 8 && *(const uint64_t *)x == *(const uint64_t *)y; n -= 8, x += 8, y += 8) {}
    for (; n; n--, x++, y++) if (*x != *y) return *x - *y;
    return 0;
}
void *memchr(const void *s, int c, size_t n) {
    for (const unsigned char *p = s; n; n--, p++) if (*p == (unsigned char)c) return (void *)p;
    return 0;
}
size_t strlen(const char *s) { const char *p = s; while (*p) p++; return (size_t)(p - s); }
size_t strnlen(const char *s, size_t n) { size_t i = 0; while (i < n && s[i]) i++; return i; }
int strcmp(const char *a, const char *b) {
    while (*a && *a == *b) a++, b++;
    return (unsigned char)*a - (unsigned char)*b;
}
int strncmp(const char *a, const char *b, size_t n) {
    for (; n && *a && *a == *b; n--) a++, b++;
    return n ? (unsigned char)*a - (unsigned char)*b : 0;
}
static int lower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }
int strcasecmp(const char *a, const char *b) {
    while (*a && lower(*a) == lower(*b)) a++, b++;
    return lower((unsigned char)*a) - lower((unsigned char)*b);
}
size_t strlcpy(char *to, const char *from, size_t size) {
    size_t length = strlen(from);
    if (size) {
        size_t n = length < size ? length : size - 1;
        memcpy(to, from, n);
        to[n] = 0;
    }
    return length;
}
size_t strlcat(char *to, const char *from, size_t size) {
    size_t used = strnlen(to, size);
    return used + (used < size ? strlcpy(to + used, from, size - used) : strlen(from));
}
char *strcpy(char *to, const char *from) { return memcpy(to, from, strlen(from) + 1); }
char *strncpy(char *to, const char *from, size_t n) {
    size_t length = strnlen(from, n);
    memcpy(to, from, length);
    memset(to + length, 0, n - length);
    return to;
}
char *strcat(char *to, const char *from) { strcpy(to + strlen(to), from); return to; }
char *strchr(const char *s, int c) {
    for (;; s++) {
        if (*s == (char)c) return (char *)s;
        if (!*s) return 0;
    }
}
char *strrchr(const char *s, int c) {
    char *found = 0;
    for (;; s++) {
        if (*s == (char)c) found = (char *)s;
        if (!*s) return found;
    }
}
char *strstr(const char *s, const char *what) {
    size_t n = strlen(what);
    for (; strlen(s) >= n; s++) if (!strncmp(s, what, n)) return (char *)s;
    return 0;
}
char *strdup(const char *s) {
    size_t n = strlen(s) + 1;
    char *copy = malloc(n);
    return copy ? memcpy(copy, s, n) : 0;
}
char *strerror(int error) {
    static char text[32];
    switch (error) {
    case ENOENT: return "No such file or directory";
    case EACCES: return "Permission denied";
    case EEXIST: return "File exists";
    case EINVAL: return "Invalid argument";
    case ENOMEM: return "Cannot allocate memory";
    case EBADF: return "Bad file descriptor";
    default: snprintf(text, sizeof text, "Error %d", error); return text;
    }
}

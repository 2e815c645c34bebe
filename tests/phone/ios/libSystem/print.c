// The formatter of printf and the functions that use it. All text is written to the run's log with HOST_LOG.
#include <phone/hostcall.h>
#include "internal.h"

typedef void (*put_function)(void *, const char *, size_t);
struct spec { bool left, plus, blank, zero, alternate; int width, precision; };

static void fill(put_function put, void *to, char c, int n) { for (; n > 0; n--) put(to, &c, 1); }

// Writes the sign or prefix, zeros up to the precision, and the digits, padded to the field's width.
static void put_number(put_function put, void *to, struct spec s, const char *prefix, const char *digits, int length) {
    int lead = (int)strlen(prefix), zeros = s.precision > length ? s.precision - length : 0;
    if (s.zero && !s.left && s.precision < 0 && s.width > lead + length) zeros = s.width - lead - length;
    int blank = s.width - lead - zeros - length;
    if (!s.left) fill(put, to, ' ', blank);
    put(to, prefix, (size_t)lead);
    fill(put, to, '0', zeros);
    put(to, digits, (size_t)length);
    if (s.left) fill(put, to, ' ', blank);
}

static int digits_of(char *end, uint64_t value, unsigned base, bool upper) {
    char *p = end;
    do *--p = (upper ? "0123456789ABCDEF" : "0123456789abcdef")[value % base]; while (value /= base);
    return (int)(end - p);
}

// Formats floating-point numbers with up to 17 significant digits, the precision of double, but without an exact round trip.
static int fixed(char *out, double value, int precision) {
    if (precision > 17) precision = 17;
    double scale = 1;
    for (int i = 0; i < precision; i++) scale *= 10;
    if (value < 1e15) {
        uint64_t whole = (uint64_t)value;
        double rest = (value - (double)whole) * scale;
        uint64_t fraction = (uint64_t)rest;
        double over = rest - (double)fraction;
        if (over > 0.5 || (over == 0.5 && fraction & 1)) fraction++;
        if (precision == 0 && over == 0.5 && !(fraction & 1) && whole & 1) fraction = 1;
        if (fraction >= (uint64_t)scale) { whole++; fraction -= (uint64_t)scale; }
        char digits[24], *end = digits + 24;
        int n = digits_of(end, whole, 10, false), length = n;
        memcpy(out, end - n, (size_t)n);
        if (precision) {
            out[length++] = '.';
            n = digits_of(end, fraction, 10, false);
            for (int i = n; i < precision; i++) out[length++] = '0';
            memcpy(out + length, end - n, (size_t)n);
            length += n;
        }
        return length;
    }
    int zeros = 0;
    while (value >= 1e18) { value /= 10; zeros++; }
    char digits[24], *end = digits + 24;
    int n = digits_of(end, (uint64_t)value, 10, false);
    memcpy(out, end - n, (size_t)n);
    for (; zeros; zeros--) out[n++] = '0';
    if (precision) out[n++] = '.';
    for (int i = 0; i < precision; i++) out[n++] = '0';
    return n;
}
static int scientific(char *out, double value, int precision, int *exponent, bool upper) {
    int e = 0;
    if (value) {
        while (value >= 10) value /= 10, e++;
        while (value < 1) value *= 10, e--;
    }
    int n = fixed(out, value, precision);
    if (n > 1 && out[1] != '.' ) { value /= 10; e++; n = fixed(out, value, precision); } // 9.99 rounded up to 10.0
    if (exponent) *exponent = e;
    out[n++] = upper ? 'E' : 'e';
    out[n++] = e < 0 ? '-' : '+';
    unsigned a = (unsigned)(e < 0 ? -e : e);
    if (a >= 100) out[n++] = (char)('0' + a / 100);
    out[n++] = (char)('0' + a / 10 % 10);
    out[n++] = (char)('0' + a % 10);
    return n;
}
static void put_double(put_function put, void *to, struct spec s, double value, char kind) {
    char text[400];
    int n, e;
    bool upper = kind < 'a';
    const char *prefix = __builtin_signbit(value) ? "-" : s.plus ? "+" : s.blank ? " " : "";
    if (value != value || __builtin_isinf(value)) {
        s.zero = false;
        s.precision = -1;
        put_number(put, to, s, value != value ? "" : prefix, value != value ? "nan" : "inf", 3);
        return;
    }
    if (value < 0) value = -value;
    int precision = s.precision < 0 ? 6 : s.precision;
    switch (kind | 32) {
    case 'f': n = fixed(text, value, precision); break;
    case 'e': n = scientific(text, value, precision, 0, upper); break;
    default: // 'g'
        if (precision == 0) precision = 1;
        n = scientific(text, value, precision - 1, &e, upper);
        char *tail = text + n;
        int tail_length = 0;
        if (e >= -4 && e < precision) { n = fixed(text, value, precision - 1 - e); tail = text + n; }
        else { while (tail[-1] != 'e' && tail[-1] != 'E') tail--, tail_length++; tail--, tail_length++; n -= tail_length; }
        if (!s.alternate && memchr(text, '.', (size_t)n)) {
            int keep = n;
            while (text[keep - 1] == '0') keep--;
            if (text[keep - 1] == '.') keep--;
            memmove(text + keep, tail, (size_t)tail_length);
            n = keep;
        }
        n += tail_length;
    }
    s.precision = -1;
    put_number(put, to, s, prefix, text, n);
}

static void put_text(put_function put, void *to, struct spec s, const char *text) {
    if (!text) text = "(null)";
    int length = (int)(s.precision >= 0 ? strnlen(text, (size_t)s.precision) : strlen(text));
    if (!s.left) fill(put, to, ' ', s.width - length);
    put(to, text, (size_t)length);
    if (s.left) fill(put, to, ' ', s.width - length);
}

void phone_format(put_function put, void *to, const char *(*object)(void *), const char *f, va_list list) {
    va_list args;
    va_copy(args, list);
    while (*f) {
        const char *plain = f;
        while (*f && *f != '%') f++;
        if (f != plain) put(to, plain, (size_t)(f - plain));
        if (!*f) break;
        f++;
        struct spec s = { .precision = -1 };
        for (;; f++) {
            if (*f == '-') s.left = true;
            else if (*f == '+') s.plus = true;
            else if (*f == ' ') s.blank = true;
            else if (*f == '0') s.zero = true;
            else if (*f == '#') s.alternate = true;
            else break;
        }
        if (*f == '*') { s.width = va_arg(args, int); f++; if (s.width < 0) s.left = true, s.width = -s.width; }
        else while (*f >= '0' && *f <= '9') s.width = s.width * 10 + *f++ - '0';
        if (*f == '.') {
            f++;
            s.precision = 0;
            if (*f == '*') { s.precision = va_arg(args, int); f++; }
            else while (*f >= '0' && *f <= '9') s.precision = s.precision * 10 + *f++ - '0';
        }
        int size = 4;
        for (;; f++) {
            if (*f == 'h') size /= 2;
            else if (*f == 'l' || *f == 'z' || *f == 'j' || *f == 't' || *f == 'q') size = 8;
            else break;
        }
        char digits[32], *end = digits + 32;
        char kind = *f ? *f++ : 0;
        switch (kind) {
        case 'd': case 'i': {
            int64_t v = size == 8 ? va_arg(args, int64_t) : va_arg(args, int);
            if (size == 2) v = (short)v; else if (size == 1) v = (signed char)v;
            int n = digits_of(end, v < 0 ? -(uint64_t)v : (uint64_t)v, 10, false);
            put_number(put, to, s, v < 0 ? "-" : s.plus ? "+" : s.blank ? " " : "", end - n, n);
            break;
        }
        case 'u': case 'x': case 'X': case 'o': {
            uint64_t v = size == 8 ? va_arg(args, uint64_t) : va_arg(args, unsigned);
            if (size == 2) v = (unsigned short)v; else if (size == 1) v = (unsigned char)v;
            int n = digits_of(end, v, kind == 'u' ? 10 : kind == 'o' ? 8 : 16, kind == 'X');
            put_number(put, to, s, s.alternate && v && kind != 'u' ? (kind == 'o' ? "0" : kind == 'x' ? "0x" : "0X") : "", end - n, n);
            break;
        }
        case 'p': {
            int n = digits_of(end, va_arg(args, uint64_t), 16, false);
            put_number(put, to, s, "0x", end - n, n);
            break;
        }
        case 'c': { char c = (char)va_arg(args, int); if (!s.left) fill(put, to, ' ', s.width - 1); put(to, &c, 1); if (s.left) fill(put, to, ' ', s.width - 1); break; }
        case 's': put_text(put, to, s, va_arg(args, const char *)); break;
        case '@': { void *o = va_arg(args, void *); put_text(put, to, s, object ? object(o) : "%@"); break; }
        case 'f': case 'F': case 'e': case 'E': case 'g': case 'G': put_double(put, to, s, va_arg(args, double), kind); break;
        case '%': put(to, "%", 1); break;
        default: phone_fail("printf: a conversion that is not there");
        }
    }
    va_end(args);
}

struct buffer { char *text; size_t capacity, length; };
static void put_buffer(void *to, const char *text, size_t n) {
    struct buffer *b = to;
    if (b->length + 1 < b->capacity) {
        size_t room = b->capacity - 1 - b->length;
        memcpy(b->text + b->length, text, n < room ? n : room);
    }
    b->length += n;
}
int vsnprintf(char *text, size_t capacity, const char *format, va_list args) {
    struct buffer b = { text, capacity, 0 };
    phone_format(put_buffer, &b, 0, format, args);
    if (capacity) text[b.length < capacity ? b.length : capacity - 1] = 0;
    return (int)b.length;
}
int snprintf(char *text, size_t capacity, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int n = vsnprintf(text, capacity, format, args);
    va_end(args);
    return n;
}
int sprintf(char *text, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int n = vsnprintf(text, INT_MAX, format, args);
    va_end(args);
    return n;
}
int vasprintf(char **result, const char *format, va_list args) {
    int n = vsnprintf(0, 0, format, args);
    *result = malloc((size_t)n + 1);
    return *result ? vsnprintf(*result, (size_t)n + 1, format, args) : -1;
}
int asprintf(char **result, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int n = vasprintf(result, format, args);
    va_end(args);
    return n;
}
int vfprintf(FILE *file, const char *format, va_list args) {
    char small[512], *text = small;
    int n = vsnprintf(small, sizeof small, format, args);
    if (n >= (int)sizeof small && vasprintf(&text, format, args) < 0) return -1;
    fwrite(text, 1, (size_t)n, file);
    if (text != small) free(text);
    return n;
}
int vprintf(const char *format, va_list args) { return vfprintf(stdout, format, args); }
int printf(const char *format, ...) {
    va_list args;
    va_start(args, format);
    int n = vfprintf(stdout, format, args);
    va_end(args);
    return n;
}
int fprintf(FILE *file, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int n = vfprintf(file, format, args);
    va_end(args);
    return n;
}
void phone_log(const char *text, size_t length) { HOST2(HOST_LOG, text, length); }

// Converts the names of Swift's classes. The compiler writes `_TtC8Checkout7Session`; the runtime's name is `Checkout.Session`, and it
// finds the class by both names. As in Apple's runtime, nested, private and generic classes have only the compiler's name.
#include "internal.h"

// Reads a length and the letters of a name; a single `s` is the module Swift.
static const char *field(const char *at, int *length, const char **letters) {
    if (*at == 's') { *letters = "Swift"; *length = 5; return at + 1; }
    if (*at < '1' || *at > '9') return 0;
    for (*length = 0; *at >= '0' && *at <= '9' && *length < 4096; at++) *length = *length * 10 + (*at - '0');
    *letters = at;
    return strnlen(at, (size_t)*length) == (size_t)*length ? at + *length : 0;
}
const char *swift_name(const char *mangled) {
    int module_length, length;
    const char *module, *name, *at = mangled;
    if (strncmp(at, "_TtC", 4)) return mangled;
    if (!(at = field(at + 4, &module_length, &module)) || *at == 's' || !(at = field(at, &length, &name)) || *at) return mangled;
    char *text;
    return asprintf(&text, "%.*s.%.*s", module_length, module, length, name) < 0 ? mangled : text;
}
char *mangled_name(const char *name) {
    const char *dot = strchr(name, '.');
    char *text;
    if (!dot || dot == name || !dot[1] || strchr(dot + 1, '.')) return 0;
    int length = (int)(dot - name), n = length == 5 && !strncmp(name, "Swift", 5)
        ? asprintf(&text, "_TtCs%zu%s", strlen(dot + 1), dot + 1)
        : asprintf(&text, "_TtC%d%.*s%zu%s", length, length, name, strlen(dot + 1), dot + 1);
    return n < 0 ? 0 : text;
}

// Unique selectors, classes and protocols by name, and the hash map that these tables use.
#include "internal.h"

static uintptr_t mix(uintptr_t k) { k *= 0x9e3779b97f4a7c15; return k ^ k >> 32; }

uintptr_t map_get(const struct map *m, uintptr_t key) {
    if (!m->capacity) return 0;
    for (size_t i = mix(key) & (m->capacity - 1);; i = (i + 1) & (m->capacity - 1)) {
        if (m->entries[2 * i] == key) return m->entries[2 * i + 1];
        if (!m->entries[2 * i]) return 0;
    }
}
uintptr_t *map_slot(struct map *m, uintptr_t key) {
    if (m->used * 4 >= m->capacity * 3) {
        struct map old = *m;
        m->capacity = old.capacity ? old.capacity * 2 : 64;
        m->entries = calloc(m->capacity * 2, sizeof *m->entries);
        m->used = 0;
        for (size_t i = 0; i < old.capacity; i++) if (old.entries[2 * i] && old.entries[2 * i + 1]) *map_slot(m, old.entries[2 * i]) = old.entries[2 * i + 1];
        free(old.entries);
    }
    for (size_t i = mix(key) & (m->capacity - 1);; i = (i + 1) & (m->capacity - 1)) {
        if (m->entries[2 * i] == key) return &m->entries[2 * i + 1];
        if (m->entries[2 * i]) continue;
        m->entries[2 * i] = key;
        m->used++;
        return &m->entries[2 * i + 1];
    }
}

// -- names: a hash map of {name, value} with open addressing
struct names { struct { const char *name; void *value; } *entries; size_t capacity, used; };
static size_t hash(const char *s) {
    uint64_t h = 0xcbf29ce484222325;
    while (*s) h = (h ^ (uint8_t)*s++) * 0x100000001b3;
    return h ^ h >> 29;
}
static void **names_slot(struct names *n, const char *name, bool add) {
    if (add && n->used * 4 >= n->capacity * 3) {
        struct names old = *n;
        // Large enough for Shop: iOS too makes its table large enough for the selectors of all images, so that no method has to enlarge it.
        n->capacity = old.capacity ? old.capacity * 2 : 4096;
        n->entries = calloc(n->capacity, sizeof *n->entries);
        for (size_t i = 0; i < old.capacity; i++) {
            if (!old.entries[i].name) continue;
            size_t k = hash(old.entries[i].name) & (n->capacity - 1);
            while (n->entries[k].name) k = (k + 1) & (n->capacity - 1);
            n->entries[k].name = old.entries[i].name;
            n->entries[k].value = old.entries[i].value;
        }
        free(old.entries);
    }
    if (!n->capacity) return 0;
    for (size_t i = hash(name) & (n->capacity - 1);; i = (i + 1) & (n->capacity - 1)) {
        if (!n->entries[i].name) {
            if (!add) return 0;
            n->entries[i].name = name;
            n->used++;
            return &n->entries[i].value;
        }
        if (!strcmp(n->entries[i].name, name)) return &n->entries[i].value;
    }
}

static struct names selectors, classes, protocols;
static Class *class_list;
static unsigned class_count, class_capacity;

// The first of several equal texts becomes the selector for all of them, so `name` must not be freed.
SEL unique_selector(const char *name) {
    void **slot = names_slot(&selectors, name, true);
    if (!*slot) *slot = (void *)name;
    return *slot;
}
SEL sel_registerName(const char *name) {
    lock_runtime();
    void **slot = names_slot(&selectors, name, false);
    SEL s = slot ? *slot : 0;
    if (!s) s = unique_selector(strdup(name));
    unlock_runtime();
    return s;
}
SEL sel_getUid(const char *name) { return sel_registerName(name); }
const char *sel_getName(SEL s) { return s ? (const char *)s : "<null selector>"; }
BOOL sel_isEqual(SEL a, SEL b) { return a == b; }

void register_class(Class c) {
    const char *name = ro_of(c)->name;
    void **slot = names_slot(&classes, name, true);
    if (*slot && *slot != c) fprintf(stderr, "objc: class %s is implemented twice; the first one is used\n", name);
    else *slot = c;
    if (class_count == class_capacity) {
        class_capacity = class_capacity ? class_capacity * 2 : 256;
        class_list = realloc(class_list, class_capacity * sizeof *class_list);
    }
    class_list[class_count++] = c;
}
static void forget_class(Class c) {
    void **slot = names_slot(&classes, ro_of(c)->name, false);
    if (slot && *slot == c) *slot = 0; // the name stays in the table without a value
    for (unsigned i = 0; i < class_count; i++) if (class_list[i] == c) { class_list[i] = class_list[--class_count]; break; }
}
void objc_disposeClassPair(Class c) {
    lock_runtime();
    forget_class(c);
    // The class is removed from its superclass's list, so that no flush visits it; its memory stays, because a cache may still refer to it.
    for (int meta = 0; meta < 2; meta++, c = (Class)(c->isa & ISA_MASK)) {
        if (!c->superclass) continue;
        for (Class *p = &rw_of(c->superclass)->first_subclass; *p; p = &rw_of(*p)->next_sibling)
            if (*p == c) { *p = rw_of(c)->next_sibling; break; }
    }
    unlock_runtime();
}
Class objc_lookUpClass(const char *name) {
    lock_runtime();
    void **slot = name ? names_slot(&classes, name, false) : 0;
    Class c = slot ? *slot : 0;
    char *mangled = name && !c ? mangled_name(name) : 0;
    if (mangled && (slot = names_slot(&classes, mangled, false))) c = *slot;
    free(mangled);
    if (c) c = realize_class(c);
    unlock_runtime();
    return c;
}
Class objc_getClass(const char *name) { return objc_lookUpClass(name); }
Class objc_getMetaClass(const char *name) {
    Class c = objc_lookUpClass(name);
    return c ? (Class)(c->isa & ISA_MASK) : 0;
}
// A request for the list, even if only for its length, realises all classes, as on a phone.
static void realize_all(void) { for (unsigned i = 0; i < class_count; i++) realize_class(class_list[i]); }
// Lists only the classes that are realised, without realising others.
Class *objc_copyRealizedClassList(unsigned *count) {
    lock_runtime();
    unsigned n = 0;
    Class *list = malloc((class_count + 1) * sizeof *list);
    for (unsigned i = 0; i < class_count; i++) if (is_realized(class_list[i])) list[n++] = class_list[i];
    list[n] = 0;
    if (count) *count = n;
    unlock_runtime();
    return list;
}
int objc_getClassList(Class *to, int capacity) {
    lock_runtime();
    realize_all();
    for (int i = 0; to && i < capacity && i < (int)class_count; i++) to[i] = class_list[i];
    int n = (int)class_count;
    unlock_runtime();
    return n;
}
Class *objc_copyClassList(unsigned *count) {
    lock_runtime();
    Class *list = malloc((class_count + 1) * sizeof *list);
    realize_all();
    for (unsigned i = 0; i < class_count; i++) list[i] = class_list[i];
    list[class_count] = 0;
    if (count) *count = class_count;
    unlock_runtime();
    return list;
}
const char *class_getImageName(Class c) {
    Dl_info info;
    return c && dladdr(ro_of(c)->name, &info) ? info.dli_fname : 0; // the name lives in the image; a class made at run time is in no image
}
const char **objc_copyClassNamesForImage(const char *image, unsigned *count) {
    lock_runtime();
    const char **names = malloc((class_count + 1) * sizeof *names);
    unsigned n = 0;
    for (unsigned i = 0; i < class_count; i++) {
        const char *from = class_getImageName(class_list[i]);
        if (from && !strcmp(from, image)) names[n++] = ro_of(class_list[i])->name;
    }
    names[n] = 0;
    if (count) *count = n;
    unlock_runtime();
    return names;
}
void register_protocol(struct protocol *p) {
    void **slot = names_slot(&protocols, p->name, true);
    if (!*slot) *slot = p;
}
Protocol *objc_getProtocol(const char *name) {
    lock_runtime();
    void **slot = names_slot(&protocols, name, false);
    unlock_runtime();
    return slot ? *slot : 0;
}
const char *protocol_getName(Protocol *p) { return ((struct protocol *)p)->name; }

// Classes: realisation at the first use of a class, categories, and classes that are created at run time.
#include "internal.h"

static void **grow(void *list, uint32_t count) { return realloc(list, (count + 1) * sizeof(void *)); }

// -- method lists
static bool is_small(struct method_list *l) { return l->flags_and_size & METHODS_SMALL; }

// Absolute lists contain the texts of selectors, which are replaced by unique selectors once; relative lists refer to selector references.
void fix_method_list(struct method_list *l) {
    if (!l || is_small(l) || l->flags_and_size & METHODS_FIXED) return;
    struct method_big *m = (void *)(l + 1);
    for (uint32_t i = 0; i < l->count; i++) {
        SEL unique = unique_selector((const char *)m[i].name);
        if (unique != m[i].name) m[i].name = unique;
    }
    l->flags_and_size |= METHODS_FIXED;
}
// A Method is the address of its entry; as in Apple's runtime, the low bit marks a relative entry.
Method method_at(struct method_list *l, uint32_t i) {
    uint32_t size = l->flags_and_size & 0xfffc;
    char *entry = (char *)(l + 1) + (size_t)i * size;
    return (Method)(is_small(l) ? (uintptr_t)entry | 1 : (uintptr_t)entry);
}
Method find_in_list(struct method_list *l, SEL sel) {
    for (uint32_t i = 0; i < l->count; i++) {
        Method m = method_at(l, i);
        if (method_getName(m) == sel) return m;
    }
    return 0;
}
void add_method_list(Class c, struct method_list *l) {
    if (!l || !l->count) return;
    fix_method_list(l);
    struct class_rw *rw = rw_of(c);
    // A new array is made each time, because a search on another thread may be reading the old array.
    struct method_list **lists = malloc((rw->method_lists + 1) * sizeof *lists);
    memcpy(lists + 1, rw->methods, rw->method_lists * sizeof *lists);
    lists[0] = l;
    rw->methods = lists;
    rw->method_lists++;
}
static void add_protocols(Class c, struct protocol_list *l) {
    if (!l) return;
    struct class_rw *rw = rw_of(c);
    rw->protocols = (void *)grow(rw->protocols, rw->protocol_lists);
    rw->protocols[rw->protocol_lists++] = l;
}

// -- categories: those of a class that is not yet realised are stored until then
static struct map waiting; // class -> struct waiting *
struct waiting { struct category *category; struct waiting *next; };

static void attach_now(struct category *category, Class c) {
    Class meta = (Class)(c->isa & ISA_MASK);
    add_method_list(c, category->instance);
    add_method_list(meta, category->class_methods);
    add_protocols(c, category->protocols);
    if (category->instance) flush_subtree(c);
    if (category->class_methods) flush_subtree(meta);
}
void attach_category(struct category *category) {
    Class c = category->class;
    if (!c) return;
    if (is_realized(c)) { attach_now(category, c); return; }
    struct waiting **last = (struct waiting **)map_slot(&waiting, (uintptr_t)c);
    while (*last) last = &(*last)->next; // in order: the last one attached wins
    *last = malloc(sizeof **last);
    **last = (struct waiting){ category, 0 };
}

// -- realisation

// Instance variables that were compiled for a smaller superclass are moved up; code reads their offsets from variables that are set here.
static const struct class_ro *slide_ivars(const struct class_ro *ro, uint32_t super_size) {
    if (super_size <= ro->instance_start) return ro;
    uint32_t delta = super_size - ro->instance_start, alignment = 8;
    for (uint32_t i = 0; ro->ivars && i < ro->ivars->count; i++) {
        uint32_t a = ro->ivars->list[i].alignment == ~0u ? 8 : 1u << ro->ivars->list[i].alignment;
        if (a > alignment) alignment = a;
    }
    delta = (delta + alignment - 1) & ~(alignment - 1);
    for (uint32_t i = 0; ro->ivars && i < ro->ivars->count; i++)
        if (ro->ivars->list[i].offset) *ro->ivars->list[i].offset += (int32_t)delta;
    struct class_ro *copy = malloc(sizeof *copy);
    *copy = *ro;
    copy->instance_start += delta;
    copy->instance_size += delta;
    return copy;
}
static void give_rw(Class c, const struct class_ro *ro, Class owner) {
    struct class_rw *rw = calloc(1, sizeof *rw);
    rw->flags = RW_REALIZED | ro->flags;
    rw->ro = ro;
    rw->owner = owner;
    rw->instance_size = ro->instance_size;
    rw->custom_alloc = rw->custom_retain = UNKNOWN;
    c->data = (uintptr_t)rw;
}
static void link_to_super(Class c) {
    if (!c->superclass || !is_realized(c->superclass)) return;
    rw_of(c)->next_sibling = rw_of(c->superclass)->first_subclass;
    rw_of(c->superclass)->first_subclass = c;
    rw_of(c)->has_destructor |= rw_of(c->superclass)->has_destructor;
}
static Class realize_one(Class c, Class owner) {
    const struct class_ro *ro = (const struct class_ro *)DATA(c);
    if (c->superclass && !(ro->flags & RO_META)) ro = slide_ivars(ro, rw_of(c->superclass)->instance_size);
    give_rw(c, ro, owner);
    rw_of(c)->has_destructor = (ro->flags & RO_CXX) != 0;
    link_to_super(c);
    add_method_list(c, ro->methods);
    add_protocols(c, ro->protocols);
    return c;
}
Class realize_class(Class c) {
    if (!c || is_realized(c)) return c;
    lock_runtime();
    if (!is_realized(c)) {
        if (c->superclass) realize_class(c->superclass);
        Class meta = (Class)(c->isa & ISA_MASK);
        // The metaclass is first, because class messages must find their methods as soon as the class looks realised.
        if (!is_realized(meta)) realize_one(meta, c);
        realize_one(c, c);
        // The metaclass of a root class inherits from the root class itself, which was not realised before.
        if (rw_of(c)->ro->flags & RO_ROOT) link_to_super(meta);
        for (struct waiting *w = (struct waiting *)map_get(&waiting, (uintptr_t)c); w; w = w->next) attach_now(w->category, c);
    }
    unlock_runtime();
    return c;
}

// -- classes that are created at run time
void make_class(Class c, Class meta, Class superclass, const char *name) {
    Class super_meta = superclass ? (Class)(superclass->isa & ISA_MASK) : 0;
    struct class_ro *ro = calloc(1, sizeof *ro), *meta_ro = calloc(1, sizeof *meta_ro);
    ro->name = meta_ro->name = strdup(name);
    ro->flags = superclass ? 0 : RO_ROOT;
    meta_ro->flags = RO_META | ro->flags;
    ro->instance_start = ro->instance_size = superclass ? rw_of(superclass)->instance_size : 8;
    meta_ro->instance_start = meta_ro->instance_size = sizeof(struct objc_class);
    *c = (struct objc_class){ (uintptr_t)meta, superclass, (uintptr_t)&objc_empty_cache, 0, 0 };
    *meta = (struct objc_class){ super_meta ? super_meta->isa & ISA_MASK : (uintptr_t)meta, super_meta ? super_meta : c, (uintptr_t)&objc_empty_cache, 0, 0 };
    give_rw(meta, meta_ro, c);
    give_rw(c, ro, c);
    rw_of(c)->loaded = 1;
    link_to_super(c);
    link_to_super(meta);
}
Class objc_allocateClassPair(Class superclass, const char *name, size_t extra) {
    lock_runtime();
    Class c = 0;
    if (!objc_lookUpClass(name)) {
        realize_class(superclass);
        c = calloc(1, sizeof *c + extra);
        make_class(c, calloc(1, sizeof *c), superclass, name);
    }
    unlock_runtime();
    return c;
}
void objc_registerClassPair(Class c) {
    lock_runtime();
    rw_of(c)->constructed = 1;
    register_class(c);
    unlock_runtime();
}
BOOL class_addIvar(Class c, const char *name, size_t size, uint8_t alignment, const char *types) {
    if (!c || is_meta(c) || !(ro_of(c)->name) || rw_of(c)->constructed || !rw_of(c)->ro) return NO;
    lock_runtime();
    struct class_ro *ro = (struct class_ro *)rw_of(c)->ro;
    uint32_t n = ro->ivars ? ro->ivars->count : 0;
    struct ivar_list *list = malloc(sizeof *list + (n + 1) * sizeof(struct ivar));
    if (n) memcpy(list, ro->ivars, sizeof *list + n * sizeof(struct ivar));
    uint32_t at = (ro->instance_size + (1u << alignment) - 1) & ~((1u << alignment) - 1);
    int32_t *offset = malloc(sizeof *offset);
    *offset = (int32_t)at;
    list->size = sizeof(struct ivar);
    list->count = n + 1;
    list->list[n] = (struct ivar){ offset, strdup(name), strdup(types ? types : ""), alignment, (uint32_t)size };
    ro->ivars = list;
    ro->instance_size = rw_of(c)->instance_size = at + (uint32_t)size;
    unlock_runtime();
    return YES;
}

// -- queries
Class object_getClass(id o) { return o ? class_of(o) : 0; }
BOOL object_isClass(id o) { return o && !is_tagged(o) && is_meta(class_of(o)); }
const char *class_getName(Class c) {
    if (!c) return "nil";
    struct class_rw *rw = rw_of(realize_class(c));
    if (!rw->shown) rw->shown = swift_name(rw->ro->name); // two threads may both do it: the texts are equal
    return rw->shown;
}
const char *object_getClassName(id o) { return class_getName(object_getClass(o)); }
Class class_getSuperclass(Class c) { return c ? realize_class(c)->superclass : 0; }
BOOL class_isMetaClass(Class c) { return c && is_meta(c); }
size_t class_getInstanceSize(Class c) { return c ? (rw_of(realize_class(c))->instance_size + 7UL) & ~7UL : 0; }
static bool protocol_in(struct protocol_list *list, const char *name) {
    for (uintptr_t i = 0; list && i < list->count; i++)
        if (!strcmp(list->list[i]->name, name) || protocol_in(list->list[i]->protocols, name)) return true;
    return false;
}
BOOL class_conformsToProtocol(Class c, Protocol *p) {
    if (!c || !p) return NO;
    lock_runtime();
    BOOL found = NO;
    for (uint32_t i = 0; !found && i < rw_of(realize_class(c))->protocol_lists; i++) found = protocol_in(rw_of(c)->protocols[i], ((struct protocol *)p)->name);
    unlock_runtime();
    return found;
}
Ivar class_getInstanceVariable(Class c, const char *name) {
    for (realize_class(c); c; c = c->superclass) {
        struct ivar_list *list = ro_of(c)->ivars;
        for (uint32_t i = 0; list && i < list->count; i++) if (!strcmp(list->list[i].name, name)) return (Ivar)&list->list[i];
    }
    return 0;
}
Ivar *class_copyIvarList(Class c, unsigned *count) {
    struct ivar_list *list = c ? ro_of(realize_class(c))->ivars : 0;
    unsigned n = list ? list->count : 0;
    Ivar *copy = n ? malloc((n + 1) * sizeof *copy) : 0;
    for (unsigned i = 0; i < n; i++) copy[i] = (Ivar)&list->list[i];
    if (copy) copy[n] = 0;
    if (count) *count = n;
    return copy;
}
const char *ivar_getName(Ivar v) { return ((struct ivar *)v)->name; }
const char *ivar_getTypeEncoding(Ivar v) { return ((struct ivar *)v)->types; }
ptrdiff_t ivar_getOffset(Ivar v) { return *((struct ivar *)v)->offset; }
Class object_setClass(id o, Class c) {
    if (!o || is_tagged(o)) return 0;
    realize_class(c);
    uintptr_t *word = isa_word(o), old = *word;
    // Only the class changes; the retain count and the flags beside it are the object's own. A plain isa (of blocks, classes) stays plain.
    while (!__atomic_compare_exchange_n(word, &old, (old & ~ISA_MASK) | (uintptr_t)c, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED)) {}
    return (Class)(old & ISA_MASK);
}

// Finds and changes methods, and fills the caches that searches use first.
#include "internal.h"

// -- the parts of a method
static struct method_small *small_of(Method m) { return (uintptr_t)m & 1 ? (struct method_small *)((uintptr_t)m & ~1UL) : 0; }
static struct map replaced; // relative methods cannot hold an address of another image: entry -> its new IMP

SEL method_getName(Method m) {
    if (!m) return 0;
    struct method_small *s = small_of(m);
    return s ? *(SEL *)((char *)&s->name + s->name) : ((struct method_big *)m)->name;
}
const char *method_getTypeEncoding(Method m) {
    if (!m) return 0;
    struct method_small *s = small_of(m);
    return s ? (const char *)&s->types + s->types : ((struct method_big *)m)->types;
}
IMP method_getImplementation(Method m) {
    if (!m) return 0;
    struct method_small *s = small_of(m);
    if (!s) return ((struct method_big *)m)->imp;
    if (replaced.used) {
        lock_runtime();
        uintptr_t imp = map_get(&replaced, (uintptr_t)s);
        unlock_runtime();
        if (imp) return (IMP)imp;
    }
    return (IMP)((char *)&s->imp + s->imp);
}
static void put(Method m, IMP imp) {
    struct method_small *s = small_of(m);
    if (s) *map_slot(&replaced, (uintptr_t)s) = (uintptr_t)imp;
    else ((struct method_big *)m)->imp = imp;
}

// -- caches. Old buckets are never freed, because another thread may be reading them.
static uintptr_t mask_of(uintptr_t cache) { return cache >> 48; }
static struct bucket *buckets_of(uintptr_t cache) { return (struct bucket *)(cache & 0xffffffffffff); }
static void insert(struct bucket *buckets, uintptr_t mask, SEL sel, IMP imp) {
    uintptr_t i = ((uintptr_t)sel ^ (uintptr_t)sel >> 7) & mask;
    while (buckets[i].sel && buckets[i].sel != sel) i = i ? i - 1 : mask;
    // The IMP is written before the selector, which makes the entry valid.
    __atomic_store_n(&buckets[i].imp, imp, __ATOMIC_RELAXED);
    __atomic_store_n(&buckets[i].sel, sel, __ATOMIC_RELEASE);
}
void fill_cache(Class c, SEL sel, IMP imp) {
    uintptr_t cache = c->cache, mask = mask_of(cache);
    struct bucket *buckets = buckets_of(cache);
    if (buckets == &objc_empty_cache || (c->occupied + 1) * 4 > (mask + 1) * 3) {
        uintptr_t capacity = buckets == &objc_empty_cache ? 4 : (mask + 1) * 2;
        struct bucket *grown = calloc(capacity, sizeof *grown);
        for (uintptr_t i = 0; buckets != &objc_empty_cache && i <= mask; i++) if (buckets[i].sel) insert(grown, capacity - 1, buckets[i].sel, buckets[i].imp);
        if (buckets == &objc_empty_cache) c->occupied = 0;
        buckets = grown;
        mask = capacity - 1;
        c->cache = (uintptr_t)grown | mask << 48;
    }
    insert(buckets, mask, sel, imp);
    c->occupied++;
}
void flush_cache(Class c) {
    c->cache = (uintptr_t)&objc_empty_cache;
    c->occupied = 0;
    rw_of(c)->custom_alloc = rw_of(c)->custom_retain = UNKNOWN;
}
void flush_subtree(Class c) {
    flush_cache(c);
    rw_of(rw_of(c)->owner)->custom_alloc = UNKNOWN;
    for (Class s = rw_of(c)->first_subclass; s; s = rw_of(s)->next_sibling) flush_subtree(s);
}
// This function is for callers that know only the method and not its class.
void flush_everything(void) {
    static Class root;
    if (!root) root = objc_lookUpClass("NSObject");
    if (root) flush_subtree(root);
}

// -- search
static Method find_here(Class c, SEL sel) {
    struct class_rw *rw = rw_of(c);
    for (uint32_t i = 0; i < rw->method_lists; i++) {
        Method m = find_in_list(rw->methods[i], sel);
        if (m) return m;
    }
    return 0;
}
Method find_method(Class c, SEL sel) {
    for (; c; c = c->superclass) {
        Method m = find_here(c, sel);
        if (m) return m;
    }
    return 0;
}
// Requests that the class adds the method: +resolveInstanceMethod: or, for a metaclass, +resolveClassMethod:.
static bool resolve(Class c, SEL sel) {
    static SEL instance, class;
    if (!instance) {
        instance = sel_registerName("resolveInstanceMethod:");
        class = sel_registerName("resolveClassMethod:");
    }
    if (sel == instance || sel == class) return false;
    Class owner = rw_of(c)->owner;
    SEL question = is_meta(c) ? class : instance;
    if (!find_method((Class)(owner->isa & ISA_MASK), question)) return false; // another root class
    return ((BOOL(*)(id, SEL, SEL))objc_msgSend)((id)owner, question, sel);
}
// The slow path of every send, which msgsend.S calls.
__attribute__((used)) IMP phone_objc_lookup(id receiver, SEL sel, Class c) {
    if (!is_realized(c)) realize_class(is_meta(c) ? (Class)receiver : c);
    if (!rw_of((Class)(rw_of(c)->owner->isa & ISA_MASK))->initialized) ensure_initialized(rw_of(c)->owner, receiver);
    lock_runtime();
    Method m = find_method(c, sel);
    if (!m) {
        unlock_runtime(); // the app's code runs here
        bool added = resolve(c, sel);
        lock_runtime();
        if (added) m = find_method(c, sel);
    }
    IMP imp = m ? method_getImplementation(m) : (IMP)_objc_msgForward;
    // The method is cached only after +initialize, because a cached method would let other threads skip the wait for +initialize.
    if (rw_of((Class)(rw_of(c)->owner->isa & ISA_MASK))->initialized) fill_cache(c, sel, imp);
    unlock_runtime();
    return imp;
}
Method class_getInstanceMethod(Class c, SEL sel) {
    if (!c || !sel) return 0;
    lock_runtime();
    Method m = find_method(realize_class(c), sel);
    unlock_runtime();
    if (!m && resolve(c, sel)) m = find_method(c, sel);
    return m;
}
Method class_getClassMethod(Class c, SEL sel) { return c ? class_getInstanceMethod(is_meta(c) ? c : (Class)(realize_class(c)->isa & ISA_MASK), sel) : 0; }
IMP class_getMethodImplementation(Class c, SEL sel) {
    if (!c || !sel) return 0;
    Method m = class_getInstanceMethod(c, sel);
    return m ? method_getImplementation(m) : (IMP)_objc_msgForward;
}
BOOL class_respondsToSelector(Class c, SEL sel) { return c && sel && class_getInstanceMethod(c, sel) != 0; }
Method *class_copyMethodList(Class c, unsigned *count) {
    unsigned n = 0, i = 0;
    Method *copy = 0;
    if (c) {
        lock_runtime();
        struct class_rw *rw = rw_of(realize_class(c));
        for (uint32_t k = 0; k < rw->method_lists; k++) n += rw->methods[k]->count;
        if (n) {
            copy = malloc((n + 1) * sizeof *copy);
            for (uint32_t k = 0; k < rw->method_lists; k++)
                for (uint32_t j = 0; j < rw->methods[k]->count; j++) copy[i++] = method_at(rw->methods[k], j);
            copy[n] = 0;
        }
        unlock_runtime();
    }
    if (count) *count = n;
    return copy;
}

// -- change
IMP method_setImplementation(Method m, IMP imp) {
    if (!m || !imp) return 0;
    lock_runtime();
    IMP old = method_getImplementation(m);
    put(m, imp);
    flush_everything();
    unlock_runtime();
    return old;
}
void method_exchangeImplementations(Method a, Method b) {
    if (!a || !b) return;
    lock_runtime();
    IMP first = method_getImplementation(a);
    put(a, method_getImplementation(b));
    put(b, first);
    flush_everything();
    unlock_runtime();
}
static void append(Class c, SEL sel, IMP imp, const char *types) {
    struct { struct method_list list; struct method_big method; } *one = malloc(sizeof *one);
    one->list = (struct method_list){ sizeof(struct method_big) | METHODS_FIXED, 1 };
    one->method = (struct method_big){ sel, strdup(types ? types : ""), imp };
    add_method_list(c, &one->list);
    flush_subtree(c);
}
BOOL class_addMethod(Class c, SEL sel, IMP imp, const char *types) {
    if (!c || !sel || !imp) return NO;
    lock_runtime();
    bool there = find_here(realize_class(c), sel);
    if (!there) append(c, sel, imp, types);
    unlock_runtime();
    return !there;
}
IMP class_replaceMethod(Class c, SEL sel, IMP imp, const char *types) {
    if (!c || !sel || !imp) return 0;
    lock_runtime();
    Method m = find_here(realize_class(c), sel);
    IMP old = 0;
    if (m) {
        old = method_getImplementation(m);
        put(m, imp);
        flush_subtree(c);
    } else append(c, sel, imp, types);
    unlock_runtime();
    return old;
}

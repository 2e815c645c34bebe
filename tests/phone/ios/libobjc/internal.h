// The data of the runtime: the layouts that compilers emit for Apple's runtime, and data that is added at run time.
// Invariant: everything here except the method caches is read and written under `runtime_lock`.
#pragma once
#include <mach-o/loader.h>
#include <objc/runtime.h>
#include <phone/system.h>

// -- as compiled
struct method_list { uint32_t flags_and_size, count; }; // followed by the entries
struct method_big { SEL name; const char *types; IMP imp; };
struct method_small { int32_t name, types, imp; }; // each relative to itself; the name's to a selector reference
enum { METHODS_SMALL = 0x80000000u, METHODS_FIXED = 3 };
struct ivar { int32_t *offset; const char *name, *types; uint32_t alignment, size; };
struct ivar_list { uint32_t size, count; struct ivar list[]; };
struct protocol {
    uintptr_t isa; const char *name; struct protocol_list *protocols; struct method_list *instance, *class, *optional_instance, *optional_class;
    void *properties; uint32_t size, flags;
};
struct protocol_list { uintptr_t count; struct protocol *list[]; };
struct class_ro {
    uint32_t flags, instance_start, instance_size, reserved;
    const uint8_t *ivar_layout; const char *name; struct method_list *methods; struct protocol_list *protocols; struct ivar_list *ivars;
    const uint8_t *weak_layout; void *properties;
};
enum { RO_META = 1, RO_ROOT = 2, RO_CXX = 4, RW_REALIZED = 1u << 31 };
struct category {
    const char *name; Class class; struct method_list *instance, *class_methods; struct protocol_list *protocols; void *properties, *class_properties; uint32_t size;
};
// The low 48 bits of `cache` are the address of the buckets, and the bits above are the mask. Both are in one word, so that a reader
// never sees only a part of a change.
struct objc_class { uintptr_t isa; Class superclass; _Atomic(uintptr_t) cache; uintptr_t occupied, data; };
struct bucket { IMP imp; SEL sel; };

// -- at run time
enum state { UNKNOWN, DEFAULT, CUSTOM };
struct class_rw { // begins with flags, as class_ro does: RW_REALIZED distinguishes them
    uint32_t flags;
    volatile uint8_t initialized, initializing, loaded, custom_alloc, custom_retain, has_destructor, constructed;
    const struct class_ro *ro;
    const char *shown; // the readable name, after the first request
    Class owner;     // for a metaclass, its class; else the class itself
    Class first_subclass, next_sibling, next_realized;
    struct method_list **methods; // newest first
    uint32_t method_lists, instance_size;
    struct protocol_list **protocols;
    uint32_t protocol_lists;
    pthread_t initializer;
};

#define DATA(c) ((c)->data & 0x00007ffffffffff8UL)
static inline bool is_realized(Class c) { return *(uint32_t *)DATA(c) & RW_REALIZED; }
static inline struct class_rw *rw_of(Class c) { return (struct class_rw *)DATA(c); }
static inline const struct class_ro *ro_of(Class c) { return is_realized(c) ? rw_of(c)->ro : (const struct class_ro *)DATA(c); }
static inline bool is_meta(Class c) { return ro_of(c)->flags & RO_META; }

// -- isa: the class and, for instances, flags and the retain count. The word is never just the address of the
// class.
enum : uintptr_t {
    ISA_NONPOINTER = 1, ISA_ASSOCIATED = 2, ISA_MASK = 0xffffffff8, ISA_MAGIC = 0x1aUL << 36, ISA_WEAK = 1UL << 42, ISA_DEALLOCATING = 1UL << 43,
    ISA_COUNT_ONE = 1UL << 45,
};
unsigned phone_tag_slot(unsigned tag);
static inline bool is_tagged(const void *o) { return (intptr_t)o < 0; }
static inline uintptr_t *isa_word(id o) { return (uintptr_t *)o; }
static inline Class class_of(id o) {
    return is_tagged(o) ? objc_debug_taggedpointer_classes[(uintptr_t)o & 7] : (Class)(*isa_word(o) & ISA_MASK);
}

extern pthread_mutex_t runtime_lock;
static inline void lock_runtime(void) { pthread_mutex_lock(&runtime_lock); }
static inline void unlock_runtime(void) { pthread_mutex_unlock(&runtime_lock); }

// A map from words to words; 0 is no key. Entries are not deleted: a value of 0 means "missing".
struct map { uintptr_t *entries; size_t capacity, used; };
uintptr_t map_get(const struct map *, uintptr_t key);
uintptr_t *map_slot(struct map *, uintptr_t key);

// Returns the readable name of a Swift class, or the name itself; and the reverse, or 0 if the name is not a Swift name.
const char *swift_name(const char *mangled);
char *mangled_name(const char *name);

void init_selectors(void);
SEL unique_selector(const char *);
void register_class(Class), register_protocol(struct protocol *);
Class realize_class(Class);
void attach_category(struct category *);
void flush_cache(Class), flush_subtree(Class), flush_everything(void);
void fill_cache(Class, SEL, IMP);
void ensure_initialized(Class, id);
IMP phone_objc_lookup(id, SEL, Class);
Method find_method(Class, SEL);          // searches the superclasses too
Method find_in_list(struct method_list *, SEL);
void fix_method_list(struct method_list *);
void add_method_list(Class, struct method_list *);
Method method_at(struct method_list *, uint32_t);
void make_class(Class, Class meta, Class superclass, const char *name);
void init_blocks(void), init_autorelease(void), init_exceptions(void);
void forget_weak(id), forget_associations(id);
extern struct bucket objc_empty_cache __asm__("__objc_empty_cache");

#define SEND(type, ...) ((type(*)(id, SEL, ##__VA_ARGS__))objc_msgSend)
void phone_objc_unrecognized(id, SEL);

// Data about objects that is stored outside of the objects: associated objects, weak references, @synchronized. Also property accessors.
#include "internal.h"

extern bool phone_root_try_retain(id);
extern id objc_autoreleaseReturnValue(id); // a tail call, so that it looks at our caller's caller
static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER;
static void flag(id o, uintptr_t bit) {
    if (*isa_word(o) & ISA_NONPOINTER) __atomic_fetch_or(isa_word(o), bit, __ATOMIC_RELAXED);
}

// -- associated objects
struct association { const void *key; id value; objc_AssociationPolicy policy; struct association *next; };
static struct map associations; // object -> list

static id copied(id value) {
    static SEL sel;
    if (!sel) sel = sel_registerName("copy");
    return SEND(id)(value, sel);
}
void objc_setAssociatedObject(id o, const void *key, id value, objc_AssociationPolicy policy) {
    if (!o) return;
    id held = value && (policy & 0xff) == OBJC_ASSOCIATION_RETAIN_NONATOMIC ? objc_retain(value) : value && (policy & 0xff) == OBJC_ASSOCIATION_COPY_NONATOMIC ? copied(value) : value;
    struct association old = { 0 };
    pthread_mutex_lock(&lock);
    struct association **at = (struct association **)map_slot(&associations, (uintptr_t)o);
    while (*at && (*at)->key != key) at = &(*at)->next;
    if (*at) {
        old = **at;
        if (value) { (*at)->value = held; (*at)->policy = policy; }
        else { struct association *gone = *at; *at = gone->next; free(gone); }
    } else if (value) {
        *at = malloc(sizeof **at);
        **at = (struct association){ key, held, policy, 0 };
        flag(o, ISA_ASSOCIATED);
    }
    pthread_mutex_unlock(&lock);
    if (old.policy & 1) objc_release(old.value); // outside the lock: it may run anything
}
id objc_getAssociatedObject(id o, const void *key) {
    if (!o) return 0;
    pthread_mutex_lock(&lock);
    struct association *a = (void *)map_get(&associations, (uintptr_t)o);
    while (a && a->key != key) a = a->next;
    id value = a ? a->value : 0;
    bool atomic = a && a->policy & 01400;
    if (atomic) objc_retain(value);
    pthread_mutex_unlock(&lock);
    return atomic ? objc_autorelease(value) : value;
}
void forget_associations(id o) {
    pthread_mutex_lock(&lock);
    struct association **at = (struct association **)map_slot(&associations, (uintptr_t)o), *a = *at;
    *at = 0;
    pthread_mutex_unlock(&lock);
    while (a) {
        struct association *next = a->next;
        if (a->policy & 1) objc_release(a->value);
        free(a);
        a = next;
    }
}
void objc_removeAssociatedObjects(id o) { if (o) forget_associations(o); }

// -- weak references
struct reference { id *where; struct reference *next; };
static struct map weaks; // object -> the places that point at it

static void unlink_reference(id o, id *where) {
    struct reference **at = (struct reference **)map_slot(&weaks, (uintptr_t)o);
    for (; *at; at = &(*at)->next) {
        if ((*at)->where != where) continue;
        struct reference *gone = *at;
        *at = gone->next;
        free(gone);
        return;
    }
}
static bool counts(id o) { return (intptr_t)o > 0 && *isa_word(o) & ISA_NONPOINTER; } // others live for ever
id objc_storeWeak(id *where, id value) {
    pthread_mutex_lock(&lock);
    if (counts(*where)) unlink_reference(*where, where);
    if (counts(value)) {
        if (*isa_word(value) & ISA_DEALLOCATING) value = 0;
        else {
            struct reference **at = (struct reference **)map_slot(&weaks, (uintptr_t)value), *r = malloc(sizeof *r);
            *r = (struct reference){ where, *at };
            *at = r;
            flag(value, ISA_WEAK);
        }
    }
    *where = value;
    pthread_mutex_unlock(&lock);
    return value;
}
id objc_initWeak(id *where, id value) { *where = 0; return objc_storeWeak(where, value); }
void objc_destroyWeak(id *where) { objc_storeWeak(where, 0); }
id objc_loadWeakRetained(id *where) {
    pthread_mutex_lock(&lock);
    id o = *where;
    if (counts(o) && !phone_root_try_retain(o)) o = 0;
    pthread_mutex_unlock(&lock);
    return o;
}
id objc_loadWeak(id *where) { return objc_autorelease(objc_loadWeakRetained(where)); }
void objc_copyWeak(id *to, id *from) {
    id o = objc_loadWeakRetained(from);
    objc_initWeak(to, o);
    objc_release(o);
}
void objc_moveWeak(id *to, id *from) { objc_copyWeak(to, from); objc_destroyWeak(from); }
void forget_weak(id o) {
    pthread_mutex_lock(&lock);
    struct reference **at = (struct reference **)map_slot(&weaks, (uintptr_t)o), *r = *at;
    *at = 0;
    while (r) {
        struct reference *next = r->next;
        if (*r->where == o) *r->where = 0;
        free(r);
        r = next;
    }
    pthread_mutex_unlock(&lock);
}

// -- @synchronized: a recursive mutex for each object that was ever locked
static struct map monitors;
static pthread_mutex_t *monitor(id o) {
    pthread_mutex_lock(&lock);
    pthread_mutex_t **m = (pthread_mutex_t **)map_slot(&monitors, (uintptr_t)o);
    if (!*m) {
        *m = malloc(sizeof **m);
        **m = (pthread_mutex_t)PTHREAD_RECURSIVE_MUTEX_INITIALIZER;
    }
    pthread_mutex_t *found = *m;
    pthread_mutex_unlock(&lock);
    return found;
}
int objc_sync_enter(id o) { return o ? pthread_mutex_lock(monitor(o)) : 0; }
int objc_sync_exit(id o) { return o ? pthread_mutex_unlock(monitor(o)) : 0; }

// -- property accessors
id objc_getProperty(id o, SEL sel, ptrdiff_t offset, BOOL atomic) {
    (void)sel;
    id *where = (id *)((char *)o + offset);
    if (!atomic) return *where;
    pthread_mutex_lock(&lock);
    id value = objc_retain(*where);
    pthread_mutex_unlock(&lock);
    return objc_autoreleaseReturnValue(value);
}
static void set_property(id o, ptrdiff_t offset, id value, bool copy) {
    id *where = (id *)((char *)o + offset);
    value = copy && value ? copied(value) : objc_retain(value);
    pthread_mutex_lock(&lock);
    id old = *where;
    *where = value;
    pthread_mutex_unlock(&lock);
    objc_release(old);
}
void objc_setProperty(id o, SEL sel, ptrdiff_t offset, id value, BOOL atomic, signed char copy) { (void)sel, (void)atomic; set_property(o, offset, value, copy == 1); }
void objc_setProperty_atomic(id o, SEL sel, id value, ptrdiff_t offset) { (void)sel; set_property(o, offset, value, false); }
void objc_setProperty_nonatomic(id o, SEL sel, id value, ptrdiff_t offset) { (void)sel; set_property(o, offset, value, false); }
void objc_setProperty_atomic_copy(id o, SEL sel, id value, ptrdiff_t offset) { (void)sel; set_property(o, offset, value, true); }
void objc_setProperty_nonatomic_copy(id o, SEL sel, id value, ptrdiff_t offset) { (void)sel; set_property(o, offset, value, true); }
void objc_copyStruct(void *to, const void *from, ptrdiff_t size, BOOL atomic, BOOL strong) {
    (void)strong;
    if (atomic) pthread_mutex_lock(&lock);
    memmove(to, from, (size_t)size);
    if (atomic) pthread_mutex_unlock(&lock);
}

// Retain counts (in the isa word), allocation, the functions that compilers call in place of messages, and autorelease pools.
#include "internal.h"

static SEL sel_retain, sel_release, sel_autorelease, sel_alloc, sel_alloc_zone, sel_init, sel_dealloc, sel_new;
static pthread_key_t pool_key, elided_key, waiting_key, waiting_at_key;

// Returns whether a class replaces NSObject's method `one` or `two`. The answer is stored until the methods of the class change.
static bool is_custom(Class c, volatile uint8_t *state, SEL one, SEL two) {
    if (*state == UNKNOWN) {
        static Class root;
        if (!root) root = objc_lookUpClass("NSObject");
        Class base = is_meta(c) ? (Class)(root->isa & ISA_MASK) : root;
        lock_runtime();
        bool same = find_method(c, one) == find_method(base, one) && find_method(c, two) == find_method(base, two);
        unlock_runtime();
        *state = same ? DEFAULT : CUSTOM;
    }
    return *state == CUSTOM;
}
static bool has_custom_retain(id o) {
    if (!(*isa_word(o) & ISA_NONPOINTER)) return true; // classes, blocks, constant strings: they know themselves
    Class c = class_of(o);
    return is_custom(c, &rw_of(c)->custom_retain, sel_retain, sel_release);
}

// -- instances
id class_createInstance(Class c, size_t extra) {
    if (!c) return 0;
    id o = calloc(1, class_getInstanceSize(c) + extra);
    if (o) *isa_word(o) = (uintptr_t)c | ISA_NONPOINTER | ISA_MAGIC;
    return o;
}
void *objc_destructInstance(id o) {
    if (!o) return 0;
    Class c = class_of(o);
    if (rw_of(c)->has_destructor) { // ARC's and C++'s ivars: each class of the chain has its own
        static SEL sel;
        if (!sel) sel = sel_registerName(".cxx_destruct");
        for (; c; c = c->superclass) {
            for (uint32_t i = 0; i < rw_of(c)->method_lists; i++) {
                Method m = find_in_list(rw_of(c)->methods[i], sel);
                if (m) { ((void (*)(id, SEL))method_getImplementation(m))(o, sel); break; }
            }
        }
    }
    uintptr_t word = *isa_word(o);
    if (word & ISA_ASSOCIATED) forget_associations(o);
    if (word & ISA_WEAK) forget_weak(o);
    return o;
}
id object_dispose(id o) { free(objc_destructInstance(o)); return 0; }

// -- the retain counts
id phone_root_retain(id o) {
    uintptr_t old = __atomic_load_n(isa_word(o), __ATOMIC_RELAXED);
    do {
        if (old >> 45 == 0x7ffff) phone_fail("objc: more than half a million retains of one object");
    } while (!__atomic_compare_exchange_n(isa_word(o), &old, old + ISA_COUNT_ONE, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    return o;
}
// Retains an object for a weak reference; this fails once deallocation began.
bool phone_root_try_retain(id o) {
    uintptr_t old = __atomic_load_n(isa_word(o), __ATOMIC_RELAXED);
    do { if (old & ISA_DEALLOCATING) return false; } while (!__atomic_compare_exchange_n(isa_word(o), &old, old + ISA_COUNT_ONE, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    return true;
}
void phone_root_release(id o) {
    uintptr_t old = __atomic_load_n(isa_word(o), __ATOMIC_RELAXED), new;
    do {
        if (old & ISA_DEALLOCATING && old >> 45 == 0) return; // over-released by its own dealloc
        new = old >> 45 ? old - ISA_COUNT_ONE : old | ISA_DEALLOCATING;
    } while (!__atomic_compare_exchange_n(isa_word(o), &old, new, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
    if (new & ISA_DEALLOCATING && !(old & ISA_DEALLOCATING)) SEND(void)(o, sel_dealloc);
}
unsigned long phone_root_retain_count(id o) { return (*isa_word(o) >> 45) + 1; }

id objc_retain(id o) {
    if ((intptr_t)o <= 0) return o; // nil or tagged
    return has_custom_retain(o) ? SEND(id)(o, sel_retain) : phone_root_retain(o);
}
void objc_release(id o) {
    if ((intptr_t)o <= 0) return;
    if (has_custom_retain(o)) SEND(void)(o, sel_release);
    else phone_root_release(o);
}

// -- the functions that compilers call in place of messages, which use no pointer of the app
static bool is_plain_alloc(Class c) {
    Class meta = (Class)(c->isa & ISA_MASK);
    // Before +initialize, a message must be sent.
    return is_realized(c) && rw_of(meta)->initialized && !is_custom(meta, &rw_of(c)->custom_alloc, sel_alloc, sel_alloc_zone);
}
id objc_alloc(Class c) {
    if (!c) return 0;
    return is_plain_alloc(c) ? class_createInstance(c, 0) : SEND(id)((id)c, sel_alloc);
}
id objc_allocWithZone(Class c) {
    if (!c) return 0;
    return is_plain_alloc(c) ? class_createInstance(c, 0) : SEND(id, void *)((id)c, sel_alloc_zone, 0);
}
id objc_alloc_init(Class c) { return SEND(id)(objc_alloc(c), sel_init); }
id objc_opt_new(Class c) {
    if (!c) return 0;
    static Method root_new;
    if (!root_new) root_new = class_getClassMethod(objc_lookUpClass("NSObject"), sel_new);
    if (is_plain_alloc(c) && class_getClassMethod(c, sel_new) == root_new) return SEND(id)(class_createInstance(c, 0), sel_init);
    return SEND(id)((id)c, sel_new);
}
id objc_opt_self(id o) { return o; }
Class objc_opt_class(id o) {
    static SEL sel;
    if (!o) return 0;
    if (!sel) sel = sel_registerName("class");
    return SEND(Class)(o, sel);
}
BOOL objc_opt_isKindOfClass(id o, Class c) {
    static SEL sel;
    if (!o) return NO;
    if (!sel) sel = sel_registerName("isKindOfClass:");
    return SEND(BOOL, Class)(o, sel, c);
}
BOOL objc_opt_respondsToSelector(id o, SEL s) {
    static SEL sel;
    if (!o) return NO;
    if (!sel) sel = sel_registerName("respondsToSelector:");
    return SEND(BOOL, SEL)(o, sel, s);
}

// -- autorelease pools: each thread has one stack, and a pool is a height in it
struct pool { id *objects; size_t count, capacity; };

static struct pool *pool_of_thread(void) {
    struct pool *p = pthread_getspecific(pool_key);
    if (!p) {
        p = calloc(1, sizeof *p);
        pthread_setspecific(pool_key, p);
    }
    return p;
}
static void stop_waiting(void);
void objc_autoreleasePoolPop(void *token) {
    stop_waiting();
    struct pool *p = pool_of_thread();
    size_t height = (size_t)token - 1;
    while (p->count > height) objc_release(p->objects[--p->count]); // a dealloc may autorelease more, so the count is read again
}
void *objc_autoreleasePoolPush(void) { stop_waiting(); return (void *)(pool_of_thread()->count + 1); }
static id into_pool(id);
id phone_root_autorelease(id o) {
    if ((intptr_t)o <= 0) return o;
    stop_waiting();
    return into_pool(o);
}
static id into_pool(id o) {
    struct pool *p = pool_of_thread();
    if (p->count == p->capacity) {
        p->capacity = p->capacity ? p->capacity * 2 : 256;
        p->objects = realloc(p->objects, p->capacity * sizeof *p->objects);
    }
    return p->objects[p->count++] = o;
}
static void drain_thread(void *value) {
    pthread_setspecific(pool_key, value); // released objects may autorelease others
    objc_autoreleasePoolPop((void *)1);
    struct pool *p = value;
    free(p->objects);
    free(p);
    pthread_setspecific(pool_key, 0);
}
id objc_autorelease(id o) {
    if ((intptr_t)o <= 0) return o;
    return has_custom_retain(o) ? SEND(id)(o, sel_autorelease) : phone_root_autorelease(o);
}

// -- return values without a pool: if the caller's next instruction is the marker `mov x29, x29`, the caller will claim the value at once,
// and the autorelease and the retain cancel each other. Until the caller claims the value, only a slot of the thread records its return.
enum { MARKER = 0xaa1d03fd };
static bool promise(void) { pthread_setspecific(elided_key, (void *)1); return true; }
// Since iOS 16 a caller may claim without the marker: the object is outside the pool with its return address, and is claimed if the
// instruction at that address calls for it. Any other use of the pool before that puts the object into the pool.
static void stop_waiting(void) {
    id o = pthread_getspecific(waiting_key);
    if (!o) return;
    pthread_setspecific(waiting_key, 0);
    into_pool(o);
}
static id hand_over(id o, void *to) {
    if (*(const uint32_t *)to == MARKER) { promise(); return o; }
    if ((intptr_t)o <= 0 || has_custom_retain(o)) return objc_autorelease(o);
    stop_waiting();
    pthread_setspecific(waiting_key, o);
    pthread_setspecific(waiting_at_key, to);
    return o;
}
static bool was_handed_over(id o, void *claimed_at) {
    if (pthread_getspecific(elided_key)) {
        pthread_setspecific(elided_key, 0);
        return true;
    }
    if (o && pthread_getspecific(waiting_key) == o && (char *)pthread_getspecific(waiting_at_key) + 4 == (char *)claimed_at) {
        pthread_setspecific(waiting_key, 0);
        return true;
    }
    stop_waiting();
    return false;
}
id objc_autoreleaseReturnValue(id o) { return hand_over(o, __builtin_return_address(0)); }
id objc_retainAutoreleaseReturnValue(id o) { return hand_over(objc_retain(o), __builtin_return_address(0)); }
id objc_retainAutoreleasedReturnValue(id o) { return was_handed_over(o, __builtin_return_address(0)) ? o : objc_retain(o); }
id objc_claimAutoreleasedReturnValue(id o) { return was_handed_over(o, __builtin_return_address(0)) ? o : objc_retain(o); }
id objc_unsafeClaimAutoreleasedReturnValue(id o) {
    if (was_handed_over(o, __builtin_return_address(0))) objc_release(o);
    return o;
}
id objc_retainAutorelease(id o) { return objc_autorelease(objc_retain(o)); }
void objc_storeStrong(id *where, id value) {
    id old = *where;
    if (old == value) return;
    objc_retain(value);
    *where = value;
    objc_release(old);
}

void init_autorelease(void) {
    pthread_key_create(&pool_key, drain_thread);
    pthread_key_create(&elided_key, 0);
    pthread_key_create(&waiting_key, (void (*)(void *))objc_release);
    pthread_key_create(&waiting_at_key, 0);
    sel_retain = sel_registerName("retain");
    sel_release = sel_registerName("release");
    sel_autorelease = sel_registerName("autorelease");
    sel_alloc = sel_registerName("alloc");
    sel_alloc_zone = sel_registerName("allocWithZone:");
    sel_init = sel_registerName("init");
    sel_dealloc = sel_registerName("dealloc");
    sel_new = sel_registerName("new");
}

// Throws and catches exceptions, from __cxa_throw to the last __cxa_end_catch. The file also contains operator new.
#include "abi.h"
using namespace __cxxabiv1;

static const uint64_t OURS = 0x434C4E47432B2B00; // "CLNGC++\0"

static pthread_key_t globals_key() {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    static pthread_key_t key;
    pthread_once(&once, [] { pthread_key_create(&key, free); });
    return key;
}
static void (*terminate_handler)();
[[noreturn]] void std::terminate() noexcept {
    if (terminate_handler) terminate_handler();
    phone_fail("terminating: uncaught exception");
}
// libobjc registers the function that ends the process after an uncaught exception.
extern "C" void phone_set_terminate(void (*handler)()) { terminate_handler = handler; }

extern "C" {
__cxa_eh_globals *__cxa_get_globals() {
    auto *g = (__cxa_eh_globals *)pthread_getspecific(globals_key());
    if (!g) {
        g = (__cxa_eh_globals *)calloc(1, sizeof *g);
        pthread_setspecific(globals_key(), g);
    }
    return g;
}
void *__cxa_allocate_exception(size_t size) {
    void *block;
    if (posix_memalign(&block, 16, sizeof(__cxa_exception) + size)) phone_fail("no memory for an exception");
    memset(block, 0, sizeof(__cxa_exception) + size);
    return (__cxa_exception *)block + 1;
}
void __cxa_free_exception(void *object) { free((__cxa_exception *)object - 1); }
static void destroy(_Unwind_Reason_Code, _Unwind_Exception *u) {
    __cxa_exception *e = exception_of(u);
    if (e->destroy) e->destroy(e + 1);
    __cxa_free_exception(e + 1);
}
void *__cxa_begin_catch(void *);
[[noreturn]] void __cxa_throw(void *object, const shim_type_info *type, void (*destructor)(void *)) {
    __cxa_exception *e = (__cxa_exception *)object - 1;
    e->type = type;
    e->destroy = destructor;
    e->unwind.exception_class = OURS;
    e->unwind.exception_cleanup = destroy;
    __cxa_get_globals()->uncaught++;
    _Unwind_RaiseException(&e->unwind);
    // The call returned, so there is no handler.
    e->adjusted = object;
    __cxa_begin_catch(&e->unwind);
    std::terminate();
}
void *__cxa_get_exception_ptr(void *unwind) { return exception_of((_Unwind_Exception *)unwind)->adjusted; }
void *__cxa_begin_catch(void *unwind) {
    __cxa_eh_globals *g = __cxa_get_globals();
    __cxa_exception *e = exception_of((_Unwind_Exception *)unwind);
    e->handlers = e->handlers < 0 ? -e->handlers + 1 : e->handlers + 1;
    if (e != g->caught) {
        e->next_caught = g->caught;
        g->caught = e;
    }
    g->uncaught--;
    return e->adjusted;
}
void __cxa_end_catch() {
    __cxa_eh_globals *g = __cxa_get_globals();
    __cxa_exception *e = g->caught;
    if (!e) return;
    if (e->handlers < 0) { // the handler throws it again, so it is not freed
        if (++e->handlers == 0) g->caught = e->next_caught;
    } else if (--e->handlers == 0) {
        g->caught = e->next_caught;
        destroy(_URC_NO_REASON, &e->unwind);
    }
}
[[noreturn]] void __cxa_rethrow() {
    __cxa_eh_globals *g = __cxa_get_globals();
    __cxa_exception *e = g->caught;
    if (!e) std::terminate();
    e->handlers = -e->handlers;
    g->uncaught++;
    _Unwind_RaiseException(&e->unwind);
    __cxa_begin_catch(&e->unwind);
    std::terminate();
}
const shim_type_info *__cxa_current_exception_type() {
    __cxa_exception *e = __cxa_get_globals()->caught;
    return e ? e->type : nullptr;
}
void *phone_current_exception() {
    __cxa_exception *e = __cxa_get_globals()->caught;
    return e ? e + 1 : nullptr;
}
[[noreturn]] void __cxa_call_unexpected(void *) { std::terminate(); }

// The guard of a local static variable: byte 0 means done, byte 1 means busy.
static pthread_mutex_t guard_lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER;
static pthread_cond_t guard_done = PTHREAD_COND_INITIALIZER;
int __cxa_guard_acquire(uint8_t *guard) {
    pthread_mutex_lock(&guard_lock);
    while (!guard[0] && guard[1]) pthread_cond_wait(&guard_done, &guard_lock);
    int mine = !guard[0];
    if (mine) guard[1] = 1;
    pthread_mutex_unlock(&guard_lock);
    return mine;
}
static void guard_end(uint8_t *guard, uint8_t done) {
    pthread_mutex_lock(&guard_lock);
    guard[1] = 0;
    __atomic_store_n(guard, done, __ATOMIC_RELEASE);
    pthread_cond_broadcast(&guard_done);
    pthread_mutex_unlock(&guard_lock);
}
void __cxa_guard_release(uint8_t *guard) { guard_end(guard, 1); }
void __cxa_guard_abort(uint8_t *guard) { guard_end(guard, 0); }
}

static void *allocate(size_t size) {
    void *block = malloc(size);
    if (!block) phone_fail("operator new: no memory");
    return block;
}
void *operator new(size_t size) { return allocate(size); }
void *operator new[](size_t size) { return allocate(size); }
void operator delete(void *p) noexcept { free(p); }
void operator delete[](void *p) noexcept { free(p); }
void operator delete(void *p, size_t) noexcept { free(p); }
void operator delete[](void *p, size_t) noexcept { free(p); }

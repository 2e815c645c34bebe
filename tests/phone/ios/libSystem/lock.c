// Implements mutexes, conditions and once-functions, all based on a futex of the host.
#include <phone/hostcall.h>
#include "thread.h"

long phone_wait(const volatile uint32_t *word, uint32_t value, uint64_t timeout) { return HOST3(HOST_WAIT, word, value, timeout); }
long phone_wake(const volatile uint32_t *word, unsigned count) { return HOST2(HOST_WAKE, word, count); }

// The calls that wait have XNU's names and registers (libsystem_kernel, bsd/kern/sys_ulock.c, libpthread/kern/kern_synch.c), so that a sample
// of a waiting thread has the same symbols and the same owner of the lock as on a phone.
#define WAITS __attribute__((noinline, visibility("default")))
enum { UL_UNFAIR_LOCK = 2 };
WAITS int __ulock_wait(uint32_t operation, void *word, uint64_t value, uint32_t timeout_us) {
    return (int)HOST4(HOST_ULOCK_WAIT, operation, word, value, timeout_us);
}
WAITS uint32_t __psynch_mutexwait(void *word, uint32_t value, uint32_t unlocks, uint64_t owner, uint32_t flags) {
    return (uint32_t)HOST8(HOST_PSYNCH_MUTEXWAIT, (uintptr_t)word, value, unlocks, owner, flags);
}
WAITS long __psynch_cvwait(void *word, uint64_t value, uint32_t unlocks, void *mutex, uint64_t generation, uint32_t flags, int64_t seconds, uint32_t nanoseconds) {
    return HOST8(HOST_PSYNCH_CVWAIT, (uintptr_t)word, value, unlocks, (uintptr_t)mutex, generation, flags, (uint64_t)seconds, nanoseconds);
}
// On a phone the run loop waits for a message on a port; here it waits for a word.
WAITS long mach_msg2_trap(const volatile uint32_t *word, uint32_t value, uint64_t timeout) { return HOST3(HOST_WAIT, word, value, timeout); }

// A lock word is 0 if free, 1 if taken, and 2 if taken while a thread may be waiting.
static bool try_word(uint32_t *word) {
    uint32_t free = 0;
    return __atomic_compare_exchange_n(word, &free, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}
static void lock_word(pthread_mutex_t *m) {
    if (try_word(&m->lock)) return;
    while (__atomic_exchange_n(&m->lock, 2, __ATOMIC_ACQUIRE)) {
        pthread_t owner = __atomic_load_n(&m->owner, __ATOMIC_RELAXED);
        __psynch_mutexwait(&m->lock, 2, 0, owner ? owner->id : 0, 0);
    }
}
static void unlock_word(uint32_t *word) {
    if (__atomic_exchange_n(word, 0, __ATOMIC_RELEASE) == 2) phone_wake(word, 1);
}

// -- unfair locks: the word is its owner's port, as on a phone; its lowest bit is 0 if a thread may be waiting.
enum { NO_WAITERS = 1 };
static bool replace(uint32_t *word, uint32_t old, uint32_t new) {
    return __atomic_compare_exchange_n(word, &old, new, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}
static uint32_t own_port(void) { return pthread_self() ? mach_thread_self() : 3; } // the first thread has no port at first
void os_unfair_lock_lock(os_unfair_lock_t l) {
    uint32_t *word = &l->_os_unfair_lock_opaque, self = own_port();
    if (replace(word, 0, self)) return;
    for (;;) {
        uint32_t seen = __atomic_load_n(word, __ATOMIC_RELAXED);
        if (!seen) {
            if (replace(word, 0, self & ~NO_WAITERS)) return; // others may wait still
        } else if (!(seen & NO_WAITERS) || replace(word, seen, seen & ~NO_WAITERS)) {
            __ulock_wait(UL_UNFAIR_LOCK, word, seen & ~NO_WAITERS, 0);
        }
    }
}
bool os_unfair_lock_trylock(os_unfair_lock_t l) { return replace(&l->_os_unfair_lock_opaque, 0, own_port()); }
void os_unfair_lock_unlock(os_unfair_lock_t l) {
    uint32_t *word = &l->_os_unfair_lock_opaque;
    if (!(__atomic_exchange_n(word, 0, __ATOMIC_RELEASE) & NO_WAITERS)) phone_wake(word, 1);
}

// -- mutexes; only the signature of a static initialiser contains the kind of the mutex
int pthread_mutexattr_init(pthread_mutexattr_t *a) { a->kind = PTHREAD_MUTEX_DEFAULT; return 0; }
int pthread_mutexattr_settype(pthread_mutexattr_t *a, int kind) { a->kind = kind; return 0; }
int pthread_mutexattr_destroy(pthread_mutexattr_t *a) { (void)a; return 0; }
int pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *a) {
    *m = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    if (a) m->kind = a->kind;
    return 0;
}
int pthread_mutex_destroy(pthread_mutex_t *m) { return m->lock ? EBUSY : 0; }
static bool is_recursive(pthread_mutex_t *m) { return m->kind == PTHREAD_MUTEX_RECURSIVE || m->sig == 0x32AAABA2; }
static pthread_t owner_of(pthread_mutex_t *m) { return __atomic_load_n(&m->owner, __ATOMIC_RELAXED); }
static int taken(pthread_mutex_t *m) {
    __atomic_store_n(&m->owner, pthread_self(), __ATOMIC_RELAXED);
    m->count = 1;
    return 0;
}
int pthread_mutex_lock(pthread_mutex_t *m) {
    if (owner_of(m) == pthread_self()) {
        if (is_recursive(m)) { m->count++; return 0; }
        if (m->kind == PTHREAD_MUTEX_ERRORCHECK) return EDEADLK;
        phone_fail("pthread_mutex_lock: this thread holds the mutex and would wait for ever");
    }
    lock_word(m);
    return taken(m);
}
int pthread_mutex_trylock(pthread_mutex_t *m) {
    if (owner_of(m) == pthread_self() && is_recursive(m)) { m->count++; return 0; }
    return try_word(&m->lock) ? taken(m) : EBUSY;
}
int pthread_mutex_unlock(pthread_mutex_t *m) {
    if (owner_of(m) != pthread_self()) return EPERM;
    if (--m->count) return 0;
    __atomic_store_n(&m->owner, (pthread_t)0, __ATOMIC_RELAXED);
    unlock_word(&m->lock);
    return 0;
}

// -- conditions: threads sleep on a sequence number, which a signal between the unlock and the sleep has changed
int pthread_cond_init(pthread_cond_t *c, const pthread_condattr_t *a) { (void)a; *c = (pthread_cond_t)PTHREAD_COND_INITIALIZER; return 0; }
int pthread_cond_destroy(pthread_cond_t *c) { (void)c; return 0; }
static int wait_until(pthread_cond_t *c, pthread_mutex_t *m, uint64_t timeout) {
    uint32_t seen = __atomic_load_n(&c->sequence, __ATOMIC_ACQUIRE);
    uint32_t count = m->count; // a wait releases every level of a recursive mutex
    m->count = 1;
    int error = pthread_mutex_unlock(m);
    if (error) { m->count = count; return error; }
    bool ever = timeout == ~0UL;
    long result = __psynch_cvwait(&c->sequence, seen, 0, m, 0, 0, ever ? 0 : (int64_t)(timeout / 1000000000), ever ? 0 : (uint32_t)(timeout % 1000000000));
    pthread_mutex_lock(m);
    m->count = count;
    return result == -ETIMEDOUT ? ETIMEDOUT : 0;
}
int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m) { return wait_until(c, m, ~0UL); }
int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *until) {
    uint64_t now = clock_gettime_nsec_np(CLOCK_REALTIME), end = (uint64_t)until->tv_sec * 1000000000 + (uint64_t)until->tv_nsec;
    return end <= now ? ETIMEDOUT : wait_until(c, m, end - now);
}
int pthread_cond_signal(pthread_cond_t *c) {
    __atomic_fetch_add(&c->sequence, 1, __ATOMIC_RELEASE);
    phone_wake(&c->sequence, 1);
    return 0;
}
int pthread_cond_broadcast(pthread_cond_t *c) {
    __atomic_fetch_add(&c->sequence, 1, __ATOMIC_RELEASE);
    phone_wake(&c->sequence, ~0u);
    return 0;
}

// -- reader-writer locks: the number of readers, or -1 for a writer; changing a word wakes all threads
int pthread_rwlock_init(pthread_rwlock_t *l, const void *a) { (void)a; *l = (pthread_rwlock_t)PTHREAD_RWLOCK_INITIALIZER; return 0; }
int pthread_rwlock_destroy(pthread_rwlock_t *l) { return l->holders ? EBUSY : 0; }
static int rw_lock(pthread_rwlock_t *l, bool write) {
    for (;;) {
        uint32_t seen = __atomic_load_n(&l->lock, __ATOMIC_ACQUIRE);
        int32_t holders = __atomic_load_n(&l->holders, __ATOMIC_RELAXED);
        if (write ? holders == 0 : holders >= 0) {
            if (__atomic_compare_exchange_n(&l->holders, &holders, write ? -1 : holders + 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) return 0;
        } else phone_wait(&l->lock, seen, ~0UL);
    }
}
int pthread_rwlock_rdlock(pthread_rwlock_t *l) { return rw_lock(l, false); }
int pthread_rwlock_wrlock(pthread_rwlock_t *l) { return rw_lock(l, true); }
int pthread_rwlock_unlock(pthread_rwlock_t *l) {
    int32_t holders = __atomic_load_n(&l->holders, __ATOMIC_RELAXED);
    do { if (!holders) return EPERM; } while (!__atomic_compare_exchange_n(&l->holders, &holders, holders < 0 ? 0 : holders - 1, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED));
    if (holders == -1 || holders == 1) {
        __atomic_fetch_add(&l->lock, 1, __ATOMIC_RELEASE);
        phone_wake(&l->lock, ~0u);
    }
    return 0;
}

// -- once: 0 is not begun, 2 (or dispatch's -1) is done, otherwise the word is the port of the thread that runs the function
static bool is_done(uint32_t state) { return state == 2 || state == ~0u; }
static void run_once(uint32_t *state, void (*function)(void *), void *context) {
    uint32_t seen = 0;
    if (is_done(__atomic_load_n(state, __ATOMIC_ACQUIRE))) return;
    if (__atomic_compare_exchange_n(state, &seen, own_port(), false, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE)) {
        function(context);
        __atomic_store_n(state, 2, __ATOMIC_RELEASE);
        phone_wake(state, ~0u);
        return;
    }
    while (!is_done(seen = __atomic_load_n(state, __ATOMIC_ACQUIRE))) __ulock_wait(UL_UNFAIR_LOCK, state, seen, 0);
}
int pthread_once(pthread_once_t *once, void (*function)(void)) {
    run_once(&once->state, (void (*)(void *))function, 0);
    return 0;
}
// dispatch_once: the macro in the header compares the word with -1, so -1 must mean "done".
void dispatch_once_f(long *once, void *context, void (*function)(void *)) {
    if (__atomic_load_n(once, __ATOMIC_ACQUIRE) == -1) return;
    run_once((uint32_t *)once, function, context);
    __atomic_store_n(once, -1, __ATOMIC_RELEASE);
}

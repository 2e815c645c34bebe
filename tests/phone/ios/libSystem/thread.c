// Implements threads and their thread-specific data.
#include <phone/hostcall.h>
#include "thread.h"

struct _phone_thread phone_main;
static struct _phone_thread *threads = &phone_main;
static os_unfair_lock list_lock, key_lock;
static uint64_t last_id = 1;

void phone_main_thread(struct host_boot *boot) {
    phone_main = (struct _phone_thread){
        .tsd = (void **)(boot->thread_pointer & ~7UL), .id = 1, .stack_low = boot->stack_low, .stack_high = boot->stack_high, .state = THREAD_RUNNING,
    };
    phone_main.tsd[0] = &phone_main;
    long port = HOST0(HOST_THREAD_SELF);
    phone_main.port = port > 0 ? (mach_port_t)port : 0x307; // a host without threads has one all the same
}
pthread_t pthread_self(void) { return phone_tsd()[0]; }
int *__error(void) { return &pthread_self()->error; }
int pthread_equal(pthread_t a, pthread_t b) { return a == b; }
int pthread_main_np(void) { return pthread_self() == &phone_main; }
int pthread_threadid_np(pthread_t thread, uint64_t *id) { *id = (thread ? thread : pthread_self())->id; return 0; }
void *pthread_get_stackaddr_np(pthread_t thread) { return (void *)thread->stack_high; } // the high end, as on a phone
size_t pthread_get_stacksize_np(pthread_t thread) { return thread->stack_high - thread->stack_low; }
mach_port_t pthread_mach_thread_np(pthread_t thread) { return thread->port; }
mach_port_t mach_thread_self(void) { return pthread_self()->port; }
int pthread_set_qos_class_self_np(unsigned class, int relative) { (void)class; return relative > 0 || relative < -15 ? EINVAL : 0; } // all run alike here
int pthread_setname_np(const char *name) { strlcpy(pthread_self()->name, name, sizeof phone_main.name); return 0; }
int pthread_getname_np(pthread_t thread, char *to, size_t size) { strlcpy(to, thread->name, size); return 0; }
int sched_yield(void) { HOST1(HOST_SLEEP, 0); return 0; }
pthread_t pthread_from_mach_thread_np(mach_port_t port) {
    os_unfair_lock_lock(&list_lock);
    struct _phone_thread *t = threads;
    while (t && t->port != port) t = t->next;
    os_unfair_lock_unlock(&list_lock);
    return t;
}

// -- thread-specific data: the slot is the key, so pthread_getspecific is one indexed load (tsd.S)
static struct { bool used; void (*destructor)(void *); } keys[TSD_SLOTS];

int pthread_key_create(pthread_key_t *key, void (*destructor)(void *)) {
    os_unfair_lock_lock(&key_lock);
    unsigned k = TSD_FIRST_KEY;
    while (k < TSD_SLOTS && keys[k].used) k++;
    if (k < TSD_SLOTS) {
        keys[k].used = true;
        keys[k].destructor = destructor;
    }
    os_unfair_lock_unlock(&key_lock);
    if (k == TSD_SLOTS) return EAGAIN;
    *key = k;
    return 0;
}
int pthread_key_delete(pthread_key_t key) {
    if (key < TSD_FIRST_KEY || key >= TSD_SLOTS || !keys[key].used) return EINVAL;
    os_unfair_lock_lock(&list_lock);
    for (struct _phone_thread *t = threads; t; t = t->next) t->tsd[key] = 0; // the next owner of the number must find it empty
    os_unfair_lock_unlock(&list_lock);
    keys[key].used = false;
    keys[key].destructor = 0;
    return 0;
}
int pthread_key_init_np(int key, void (*destructor)(void *)) { keys[key].used = true; keys[key].destructor = destructor; return 0; }
int pthread_setspecific(pthread_key_t key, const void *value) {
    if (key < 40 || key >= TSD_SLOTS || !keys[key].used) return EINVAL;
    phone_tsd()[key] = (void *)value;
    return 0;
}
// As in POSIX, there are at most four rounds, since a destructor may set other keys.
static void run_destructors(void **tsd) {
    for (int round = 0; round < 4; round++) {
        bool again = false;
        for (unsigned k = 40; k < TSD_SLOTS; k++) {
            void *value = tsd[k];
            if (!value || !keys[k].destructor) continue;
            tsd[k] = 0;
            keys[k].destructor(value);
            again = true;
        }
        if (!again) return;
    }
}

// -- start and end of threads

// Frees the memory of an ended thread. A thread cannot unmap its own stack, so an ended thread is in `graveyard` until another thread frees
// it.
static void release(struct _phone_thread *thread) {
    HOST2(HOST_VM_DEALLOCATE, thread->mapping, thread->mapping_size);
    free(thread->tsd);
    free(thread);
}
static struct _phone_thread *graveyard;

static void bury(struct _phone_thread *keep_last) {
    os_unfair_lock_lock(&list_lock);
    struct _phone_thread *dead = graveyard;
    graveyard = keep_last;
    os_unfair_lock_unlock(&list_lock);
    while (dead) {
        struct _phone_thread *next = dead->next;
        // An ended thread uses its stack until HOST_THREAD_EXIT. Only after that call the host reports ESRCH, so the stack can then be
        // freed.
        if (dead->state == THREAD_FINISHED && HOST1(HOST_THREAD_RESUME, dead->port) == -ESRCH) release(dead);
        else {
            os_unfair_lock_lock(&list_lock);
            dead->next = graveyard;
            graveyard = dead;
            os_unfair_lock_unlock(&list_lock);
        }
        dead = next;
    }
}

void pthread_exit(void *result) {
    struct _phone_thread *self = pthread_self();
    self->result = result;
    run_destructors(self->tsd);
    os_unfair_lock_lock(&list_lock);
    for (struct _phone_thread **t = &threads; *t; t = &(*t)->next)
        if (*t == self) { *t = self->next; break; }
    bool detached = self->detached;
    if (detached) {
        self->next = graveyard;
        graveyard = self;
    }
    os_unfair_lock_unlock(&list_lock);
    self->state = THREAD_FINISHED;
    phone_wake(&self->state, ~0u);
    HOST0(HOST_THREAD_EXIT);
    __builtin_trap();
}
// The host starts a thread here with x0 = the thread and lr = 0, which ends backtraces.
static void thread_start(struct _phone_thread *self) {
    self->port = (mach_port_t)HOST0(HOST_THREAD_SELF); // the creator may not have come to it yet
    pthread_exit(self->entry(self->argument));
}

int pthread_create(pthread_t *out, const pthread_attr_t *attributes, void *(*entry)(void *), void *argument) {
    size_t size = attributes && attributes->stack_size ? (attributes->stack_size + 16383) & ~16383UL : 512 << 10;
    struct _phone_thread *thread = calloc(1, sizeof *thread);
    void **tsd = calloc(TSD_SLOTS, sizeof *tsd);
    long stack = HOST2(HOST_VM_ALLOCATE, size + 16384, PROT_READ | PROT_WRITE);
    if (!thread || !tsd || stack <= 0) { free(thread); free(tsd); return EAGAIN; }
    HOST4(HOST_VM_PROTECT, stack, 16384, 0, PROT_NONE); // the guard page
    *thread = (struct _phone_thread){
        .tsd = tsd, .stack_low = (uintptr_t)stack + 16384, .stack_high = (uintptr_t)stack + 16384 + size, .mapping = (void *)stack, .mapping_size = size + 16384,
        .entry = entry, .argument = argument, .state = THREAD_RUNNING, .detached = attributes && attributes->detached,
    };
    tsd[0] = thread;
    os_unfair_lock_lock(&list_lock);
    thread->id = ++last_id;
    thread->next = threads;
    threads = thread;
    os_unfair_lock_unlock(&list_lock);
    *out = thread; // before it runs: it may compare itself with what its creator was given
    long port = HOST4(HOST_THREAD_CREATE, thread_start, thread, thread->stack_high, tsd);
    if (port < 0) phone_fail("pthread_create: the host gives no thread");
    thread->port = (mach_port_t)port;
    return 0;
}
int pthread_join(pthread_t thread, void **result) {
    if (thread->detached || thread->joined) return EINVAL;
    if (thread == pthread_self()) return EDEADLK;
    thread->joined = true;
    while (thread->state == THREAD_RUNNING) phone_wait(&thread->state, THREAD_RUNNING, ~0UL);
    if (result) *result = thread->result;
    os_unfair_lock_lock(&list_lock);
    thread->next = graveyard;
    graveyard = thread;
    os_unfair_lock_unlock(&list_lock);
    bury(0);
    return 0;
}
int pthread_detach(pthread_t thread) {
    if (thread->detached || thread->joined) return EINVAL;
    os_unfair_lock_lock(&list_lock);
    thread->detached = true;
    if (thread->state == THREAD_FINISHED) {
        thread->next = graveyard;
        graveyard = thread;
    }
    os_unfair_lock_unlock(&list_lock);
    return 0;
}
int pthread_attr_init(pthread_attr_t *a) { memset(a, 0, sizeof *a); return 0; }
int pthread_attr_destroy(pthread_attr_t *a) { (void)a; return 0; }
int pthread_attr_setstacksize(pthread_attr_t *a, size_t size) { if (size < 16384) return EINVAL; a->stack_size = size; return 0; }
int pthread_attr_setdetachstate(pthread_attr_t *a, int state) { a->detached = state == PTHREAD_CREATE_DETACHED; return 0; }

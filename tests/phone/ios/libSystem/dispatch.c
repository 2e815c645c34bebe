// Implements dispatch queues on threads. A queue is a list of blocks and a worker thread that runs blocks until the list is empty, waits
// for a short time for more, and ends. Global and concurrent queues have up to four workers, serial queues have one.
#include <dispatch/dispatch.h>
#include "internal.h"

struct item { struct item *next; void *context; dispatch_function_t function; dispatch_queue_t target; }; // target: of a group's notification
struct phone_queue {
    const char *label;
    pthread_mutex_t lock;
    pthread_cond_t more;
    struct item *first, **last;
    unsigned workers, limit, idle;
    bool is_main;
};
struct phone_group { pthread_mutex_t lock; pthread_cond_t empty; unsigned inside; struct item *first, **last; };
struct phone_semaphore { pthread_mutex_t lock; pthread_cond_t up; long value; };

// The main queue has no worker: the run loop calls phone_main_queue_drain, and `main_wake` wakes it when a block is added.
struct phone_queue _dispatch_main_q = { "com.apple.main-thread", PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, &_dispatch_main_q.first, 0, 0, 0, true };
static struct phone_queue global[4] = {
    { "com.apple.root.background-qos", PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, &global[0].first, 0, 4, 0, false },
    { "com.apple.root.utility-qos", PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, &global[1].first, 0, 4, 0, false },
    { "com.apple.root.default-qos", PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, &global[2].first, 0, 4, 0, false },
    { "com.apple.root.user-initiated-qos", PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, &global[3].first, 0, 4, 0, false },
};
static void *(*pool_push)(void);
static void (*pool_pop)(void *), (*main_wake)(void);
// Higher libraries set these functions: libobjc the pools around each block, CoreFoundation the wake-up of the run loop.
void phone_dispatch_pools(void *(*push)(void), void (*pop)(void *)) { pool_push = push; pool_pop = pop; }
void phone_dispatch_main_wake(void (*wake)(void)) { main_wake = wake; }

// The queue for which a thread works.
static pthread_key_t current_key(void) {
    static pthread_key_t key;
    static os_unfair_lock lock;
    os_unfair_lock_lock(&lock);
    if (!key && pthread_key_create(&key, 0)) phone_fail("dispatch: no thread key left");
    os_unfair_lock_unlock(&lock);
    return key;
}
static void run(struct phone_queue *q, struct item *item) {
    void *outer = pthread_getspecific(current_key());
    pthread_setspecific(current_key(), q);
    void *pool = pool_push ? pool_push() : 0;
    item->function(item->context);
    if (pool_pop) pool_pop(pool);
    pthread_setspecific(current_key(), outer);
    free(item);
}
static struct item *take(struct phone_queue *q) {
    struct item *item = q->first;
    if (item && !(q->first = item->next)) q->last = &q->first;
    return item;
}
static void *work(void *argument) {
    struct phone_queue *q = argument;
    pthread_setname_np(q->label);
    pthread_mutex_lock(&q->lock);
    for (;;) {
        struct item *item = take(q);
        if (item) {
            pthread_mutex_unlock(&q->lock);
            run(q, item);
            pthread_mutex_lock(&q->lock);
            continue;
        }
        q->idle++;
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec += 5; // as long as a phone keeps idle workers
        int error = pthread_cond_timedwait(&q->more, &q->lock, &until);
        q->idle--;
        if (error && !q->first) break;
    }
    q->workers--;
    pthread_mutex_unlock(&q->lock);
    return 0;
}
static void push(struct phone_queue *q, void *context, dispatch_function_t function) {
    struct item *item = malloc(sizeof *item);
    *item = (struct item){ 0, context, function, 0 };
    pthread_mutex_lock(&q->lock);
    *q->last = item;
    q->last = &item->next;
    bool start = !q->is_main && !q->idle && q->workers < q->limit;
    if (start) q->workers++;
    else pthread_cond_signal(&q->more);
    pthread_mutex_unlock(&q->lock);
    if (start) {
        pthread_attr_t attributes;
        pthread_attr_init(&attributes);
        pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
        pthread_t thread;
        if (pthread_create(&thread, &attributes, work, q)) phone_fail("dispatch: no thread for a queue");
    }
    if (q->is_main && main_wake) main_wake();
}
// Runs the blocks that are queued for the main thread now; blocks that they add wait for the next round.
bool phone_main_queue_drain(void) {
    pthread_mutex_lock(&_dispatch_main_q.lock);
    struct item *item = _dispatch_main_q.first;
    _dispatch_main_q.first = 0;
    _dispatch_main_q.last = &_dispatch_main_q.first;
    pthread_mutex_unlock(&_dispatch_main_q.lock);
    bool any = item;
    while (item) {
        struct item *next = item->next;
        run(&_dispatch_main_q, item);
        item = next;
    }
    return any;
}
bool phone_main_queue_waiting(void) { return __atomic_load_n(&_dispatch_main_q.first, __ATOMIC_ACQUIRE); }

// -- blocks as functions
void *_Block_copy(const void *);
void _Block_release(const void *);
static void invoke(void *block) { ((dispatch_block_t)block)(); }
static void invoke_and_release(void *block) {
    invoke(block);
    _Block_release(block);
}

dispatch_queue_t dispatch_get_global_queue(long priority, unsigned long flags) {
    (void)flags;
    switch (priority) {
    case QOS_CLASS_BACKGROUND: case DISPATCH_QUEUE_PRIORITY_BACKGROUND: return &global[0];
    case QOS_CLASS_UTILITY: case DISPATCH_QUEUE_PRIORITY_LOW: return &global[1];
    case QOS_CLASS_USER_INITIATED: case QOS_CLASS_USER_INTERACTIVE: case DISPATCH_QUEUE_PRIORITY_HIGH: return &global[3];
    default: return &global[2];
    }
}
dispatch_queue_t dispatch_queue_create(const char *label, dispatch_queue_attr_t kind) {
    struct phone_queue *q = calloc(1, sizeof *q);
    *q = (struct phone_queue){ label ? strdup(label) : "", PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, &q->first, 0, kind == DISPATCH_QUEUE_CONCURRENT ? 4 : 1, 0, false };
    return q;
}
const char *dispatch_queue_get_label(dispatch_queue_t q) {
    if (!q) q = pthread_getspecific(current_key());
    return q ? q->label : pthread_main_np() ? _dispatch_main_q.label : "";
}
void dispatch_async_f(dispatch_queue_t q, void *context, dispatch_function_t function) { push(q, context, function); }
void dispatch_async(dispatch_queue_t q, dispatch_block_t block) { push(q, _Block_copy((void *)block), invoke_and_release); }
void dispatch_barrier_async(dispatch_queue_t q, dispatch_block_t block) {
    if (q->limit > 1) phone_fail("dispatch: barriers on concurrent queues are not there");
    dispatch_async(q, block);
}
struct rendezvous { pthread_mutex_t lock; pthread_cond_t done; bool finished; void *context; dispatch_function_t function; };
static void meet(void *argument) {
    struct rendezvous *r = argument;
    r->function(r->context);
    pthread_mutex_lock(&r->lock);
    r->finished = true;
    pthread_cond_signal(&r->done);
    pthread_mutex_unlock(&r->lock);
}
void dispatch_sync_f(dispatch_queue_t q, void *context, dispatch_function_t function) {
    if (pthread_getspecific(current_key()) == q || (q->is_main && pthread_main_np())) phone_fail("dispatch_sync called on the current queue: deadlock");
    struct rendezvous r = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, false, context, function };
    push(q, &r, meet);
    pthread_mutex_lock(&r.lock);
    while (!r.finished) pthread_cond_wait(&r.done, &r.lock);
    pthread_mutex_unlock(&r.lock);
}
void dispatch_sync(dispatch_queue_t q, dispatch_block_t block) { dispatch_sync_f(q, (void *)block, invoke); }
void dispatch_apply(size_t count, dispatch_queue_t q, void (^block)(size_t)) {
    (void)q; // in order on the calling thread, which is one of the schedules that a phone may choose
    for (size_t i = 0; i < count; i++) block(i);
}

// -- time: 0 is now, else nanoseconds of the virtual clock
static uint64_t now_ns(void) { return clock_gettime_nsec_np(CLOCK_UPTIME_RAW); }
dispatch_time_t dispatch_time(dispatch_time_t when, int64_t delta) {
    if (when == DISPATCH_TIME_FOREVER) return when;
    return (when ? when : now_ns()) + (uint64_t)delta;
}
struct later { dispatch_time_t when; dispatch_queue_t queue; void *block; };
static void *sleep_and_push(void *argument) {
    struct later l = *(struct later *)argument;
    free(argument);
    uint64_t now = now_ns();
    if (l.when > now) {
        struct timespec t = { (time_t)((l.when - now) / NSEC_PER_SEC), (long)((l.when - now) % NSEC_PER_SEC) };
        nanosleep(&t, 0);
    }
    push(l.queue, l.block, invoke_and_release);
    return 0;
}
void dispatch_after(dispatch_time_t when, dispatch_queue_t q, dispatch_block_t block) {
    struct later *l = malloc(sizeof *l);
    *l = (struct later){ when, q, _Block_copy((void *)block) };
    pthread_t thread;
    if (pthread_create(&thread, 0, sleep_and_push, l)) phone_fail("dispatch_after: no thread");
    pthread_detach(thread);
}

// -- groups and semaphores
static void until(struct timespec *t, dispatch_time_t when) {
    uint64_t now = now_ns(), wait = when > now ? when - now : 0, wall = clock_gettime_nsec_np(CLOCK_REALTIME) + wait;
    *t = (struct timespec){ (time_t)(wall / NSEC_PER_SEC), (long)(wall % NSEC_PER_SEC) };
}
static int wait_for(pthread_cond_t *c, pthread_mutex_t *m, dispatch_time_t when) {
    if (when == DISPATCH_TIME_FOREVER) return pthread_cond_wait(c, m);
    struct timespec t;
    until(&t, when);
    return pthread_cond_timedwait(c, m, &t);
}
dispatch_group_t dispatch_group_create(void) {
    struct phone_group *g = calloc(1, sizeof *g);
    *g = (struct phone_group){ PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0, &g->first };
    return g;
}
void dispatch_group_enter(dispatch_group_t g) {
    pthread_mutex_lock(&g->lock);
    g->inside++;
    pthread_mutex_unlock(&g->lock);
}
void dispatch_group_leave(dispatch_group_t g) {
    pthread_mutex_lock(&g->lock);
    if (!g->inside) phone_fail("dispatch_group_leave without enter");
    struct item *notify = 0;
    if (--g->inside == 0) {
        notify = g->first;
        g->first = 0;
        g->last = &g->first;
        pthread_cond_broadcast(&g->empty);
    }
    pthread_mutex_unlock(&g->lock);
    while (notify) {
        struct item *next = notify->next;
        push(notify->target, notify->context, invoke_and_release);
        free(notify);
        notify = next;
    }
}
void dispatch_group_notify(dispatch_group_t g, dispatch_queue_t q, dispatch_block_t block) {
    void *copy = _Block_copy((void *)block);
    pthread_mutex_lock(&g->lock);
    bool now = !g->inside;
    if (!now) {
        struct item *item = malloc(sizeof *item);
        *item = (struct item){ 0, copy, 0, q };
        *g->last = item;
        g->last = &item->next;
    }
    pthread_mutex_unlock(&g->lock);
    if (now) push(q, copy, invoke_and_release);
}
void dispatch_group_async(dispatch_group_t g, dispatch_queue_t q, dispatch_block_t block) {
    dispatch_group_enter(g);
    dispatch_async(q, ^{
        block();
        dispatch_group_leave(g);
    });
}
long dispatch_group_wait(dispatch_group_t g, dispatch_time_t when) {
    int error = 0;
    pthread_mutex_lock(&g->lock);
    while (g->inside && !error) error = wait_for(&g->empty, &g->lock, when);
    long left = g->inside;
    pthread_mutex_unlock(&g->lock);
    return left ? 1 : 0;
}
dispatch_semaphore_t dispatch_semaphore_create(long value) {
    struct phone_semaphore *s = calloc(1, sizeof *s);
    *s = (struct phone_semaphore){ PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, value };
    return s;
}
long dispatch_semaphore_wait(dispatch_semaphore_t s, dispatch_time_t when) {
    int error = 0;
    pthread_mutex_lock(&s->lock);
    while (!s->value && !error) error = wait_for(&s->up, &s->lock, when);
    bool got = s->value > 0;
    if (got) s->value--;
    pthread_mutex_unlock(&s->lock);
    return !got;
}
long dispatch_semaphore_signal(dispatch_semaphore_t s) {
    pthread_mutex_lock(&s->lock);
    s->value++;
    pthread_cond_signal(&s->up);
    pthread_mutex_unlock(&s->lock);
    return 0;
}
void dispatch_once(dispatch_once_t *once, dispatch_block_t block) { dispatch_once_f(once, (void *)block, invoke); }
// Queues and groups are never freed, because an app creates only a few during its start.
void dispatch_retain(void *object) { (void)object; }
void dispatch_release(void *object) { (void)object; }

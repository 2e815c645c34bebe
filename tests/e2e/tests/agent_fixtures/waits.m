// The main thread waits in calls of each kind, in a separate function for each. PROGRAM selects the order and the durations.
#include <dispatch/dispatch.h>
#include <Foundation/Foundation.h>
#include <os/lock.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, guard = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static os_unfair_lock unfair;
static dispatch_semaphore_t semaphore, begun;
static dispatch_group_t group;
static dispatch_queue_t queue;
static dispatch_once_t once;
static unsigned pause_us;
static volatile int ready;

static void held(void) {
    dispatch_semaphore_signal(begun);
    usleep(pause_us);
}
static void *holds_mutex(void *none) { pthread_mutex_lock(&mutex); held(); pthread_mutex_unlock(&mutex); return none; }
static void *holds_unfair(void *none) { os_unfair_lock_lock(&unfair); held(); os_unfair_lock_unlock(&unfair); return none; }
static void *signals(void *none) { held(); dispatch_semaphore_signal(semaphore); return none; }
static void *leaves(void *none) { held(); dispatch_group_leave(group); return none; }
static void *initialises(void *none) { dispatch_once(&once, ^{ held(); }); return none; }
static void *ends(void *none) { held(); return none; }
static void *notifies(void *none) {
    held();
    pthread_mutex_lock(&guard);
    ready = 1;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&guard);
    return none;
}
static pthread_t start(void *(*entry)(void *)) {
    pthread_t thread;
    pthread_create(&thread, 0, entry, 0);
    while (dispatch_semaphore_wait(begun, DISPATCH_TIME_NOW)) sched_yield();
    return thread;
}

#define WAITS __attribute__((noinline)) static void
WAITS waits_for_mutex(void) { start(holds_mutex); pthread_mutex_lock(&mutex); pthread_mutex_unlock(&mutex); }
WAITS waits_for_unfair_lock(void) { start(holds_unfair); os_unfair_lock_lock(&unfair); os_unfair_lock_unlock(&unfair); }
WAITS waits_for_semaphore(void) { start(signals); dispatch_semaphore_wait(semaphore, DISPATCH_TIME_FOREVER); ready = 0; }
WAITS waits_for_group(void) { dispatch_group_enter(group); start(leaves); dispatch_group_wait(group, DISPATCH_TIME_FOREVER); ready = 0; }
WAITS waits_for_queue(void) { dispatch_sync(queue, ^{ usleep(pause_us); }); ready = 0; }
WAITS waits_for_once(void) { once = 0; start(initialises); dispatch_once(&once, ^{}); ready = 0; }
WAITS waits_for_thread(void) { pthread_join(start(ends), 0); ready = 0; }
WAITS waits_for_time(void) { usleep(pause_us); ready = 0; }
WAITS waits_for_run_loop(void) { CFRunLoopRunInMode(kCFRunLoopDefaultMode, pause_us / 1e6, false); ready = 0; }
WAITS waits_for_condition(void) {
    ready = 0;
    start(notifies);
    pthread_mutex_lock(&guard);
    while (!ready) pthread_cond_wait(&condition, &guard);
    pthread_mutex_unlock(&guard);
}
WAITS runs(void) { for (long i = 0; i < 40000; i++) __asm volatile("nop\n\tnop"); }

int main(void) {
    static void (*const all[])(void) = {
        waits_for_mutex, waits_for_unfair_lock, waits_for_semaphore, waits_for_group, waits_for_queue,
        waits_for_once, waits_for_thread, waits_for_time, waits_for_run_loop, waits_for_condition,
    };
    const unsigned count = sizeof all / sizeof *all;
    const char *text = getenv("PROGRAM");
    unsigned program = text ? (unsigned)atoi(text) : 0;
    begun = dispatch_semaphore_create(0);
    semaphore = dispatch_semaphore_create(0);
    group = dispatch_group_create();
    queue = dispatch_queue_create("busy", 0);
    // Each program begins with another kind, has other durations and omits another kind.
    for (unsigned i = 0; i < count - 1; i++) {
        pause_us = 1000 * (3 + (i * 7 + program * 5) % 11);
        all[(i + program) % count]();
        runs();
    }
    sleep(100);
    return 0;
}

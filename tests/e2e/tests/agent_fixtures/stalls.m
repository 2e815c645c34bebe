// Makes one long call on the main thread, or several short ones. KIND selects the call, PAUSE its microseconds, OTHERS the number of
// threads that call methods and hold locks for which no thread waits.
#include <dispatch/dispatch.h>
#include <Foundation/Foundation.h>
#include <os/lock.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

enum { MUTEX, UNFAIR, ONCE, SEMAPHORE, QUEUE, RUNS, DEADLOCK, QUIET };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, other_mutex = PTHREAD_MUTEX_INITIALIZER;
static os_unfair_lock unfair;
static dispatch_semaphore_t semaphore;
static dispatch_queue_t queue;
static dispatch_once_t once;
static unsigned kind, pause_us;
static volatile int is_begun;

static unsigned number(const char *name) {
    const char *text = getenv(name);
    return text ? (unsigned)atoi(text) : 0;
}
static inline __attribute__((always_inline)) void pauses(void) {
    is_begun = 1;
    usleep(pause_us);
}
#define NAMED __attribute__((noinline)) static void
NAMED holds_mutex(void) { pthread_mutex_lock(&mutex); pauses(); pthread_mutex_unlock(&mutex); }
NAMED holds_unfair_lock(void) { os_unfair_lock_lock(&unfair); pauses(); os_unfair_lock_unlock(&unfair); }
NAMED holds_once(void *none) { (void)none; pauses(); is_begun = 2; }
NAMED runs_once(void) { dispatch_once_f(&once, 0, holds_once); is_begun = 2; }
NAMED signals(void) { pauses(); dispatch_semaphore_signal(semaphore); }
NAMED runs_block(void) { dispatch_async(queue, ^{ pauses(); is_begun = 2; }); }
NAMED locks_in_other_order(void) {
    if (number("OTHERS") & 1) os_unfair_lock_lock(&unfair); else pthread_mutex_lock(&other_mutex);
    is_begun = 1;
    pthread_mutex_lock(&mutex);
    is_begun = 2;
}
NAMED waits_for_mutex(void) { pthread_mutex_lock(&mutex); pthread_mutex_unlock(&mutex); }
NAMED waits_for_unfair_lock(void) { os_unfair_lock_lock(&unfair); os_unfair_lock_unlock(&unfair); }
NAMED nothing(void *none) { (void)none; }
NAMED waits_for_once(void) { dispatch_once_f(&once, 0, nothing); is_begun = 2; }
NAMED waits_for_semaphore(void) { dispatch_semaphore_wait(semaphore, DISPATCH_TIME_FOREVER); is_begun = 2; }
NAMED waits_for_queue(void) { dispatch_sync(queue, ^{ is_begun = 3; }); is_begun = 2; }
NAMED computes(void) {
    uint64_t end = clock_gettime_nsec_np(CLOCK_UPTIME_RAW) + pause_us * 1000ull;
    while (clock_gettime_nsec_np(CLOCK_UPTIME_RAW) < end) {
        for (int i = 0; i < 2000; i++) __asm volatile("nop\n\tnop");
    }
}
NAMED waits_in_ring(void) {
    if (number("OTHERS") & 1) os_unfair_lock_lock(&unfair); else pthread_mutex_lock(&other_mutex);
    is_begun = 2;
}
NAMED pauses_shortly(void) { usleep(pause_us / 8); is_begun = 2; }

@interface Stall : NSObject
- (void)stalls;
- (void)holds;
- (void)idles;
@end
@implementation Stall
- (void)stalls {
    static void (*const all[])(void) = { waits_for_mutex, waits_for_unfair_lock, waits_for_once, waits_for_semaphore, waits_for_queue, computes, waits_in_ring, pauses_shortly };
    all[kind]();
}
- (void)holds {
    static void (*const all[])(void) = { holds_mutex, holds_unfair_lock, runs_once, signals, runs_block, 0, locks_in_other_order, 0 };
    if (all[kind]) all[kind]();
}
- (void)idles {
    os_unfair_lock lock = OS_UNFAIR_LOCK_INIT;
    os_unfair_lock_lock(&lock);
    usleep(3 * pause_us);
    os_unfair_lock_unlock(&lock);
}
@end

static void *holds(void *none) { [[[Stall alloc] init] holds]; return none; }
static void *idles(void *none) { [[[Stall alloc] init] idles]; return none; }
static void *ends(void *none) { usleep(12 * pause_us + 300000); exit(0); return none; }

static void start(void *(*entry)(void *)) {
    pthread_t thread;
    pthread_create(&thread, 0, entry, 0);
}

int main(void) {
    kind = number("KIND");
    pause_us = number("PAUSE");
    semaphore = dispatch_semaphore_create(0);
    queue = dispatch_queue_create("busy", 0);
    Stall *stall = [[Stall alloc] init];
    for (unsigned i = number("OTHERS"); i; i--) start(idles);
    start(ends);
    if (kind == DEADLOCK) pthread_mutex_lock(&mutex);
    if (kind != RUNS && kind != QUIET) {
        start(holds);
        while (!is_begun) usleep(100);
    }
    for (int i = kind == QUIET ? 6 : 1; i; i--) [stall stalls];
    sleep(100);
    return 0;
}

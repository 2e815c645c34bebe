// Implements the run loop: observers by order, timers, blocks, and the main dispatch queue. It has a single mode, to which everything is
// added that apps add to the default mode or to the common modes.
#include <Foundation/Foundation.h>
#include <phone/system.h>

bool phone_main_queue_drain(void), phone_main_queue_waiting(void);
void phone_dispatch_main_wake(void (*)(void)), phone_dispatch_pools(void *(*)(void), void (*)(void *));
void *objc_autoreleasePoolPush(void);
void objc_autoreleasePoolPop(void *);

const CFRunLoopMode kCFRunLoopDefaultMode = (CFStringRef)@"kCFRunLoopDefaultMode", kCFRunLoopCommonModes = (CFStringRef)@"kCFRunLoopCommonModes";

@interface __CFRunLoopObserver : NSObject {
    @public
    CFOptionFlags activities;
    CFIndex order;
    CFRunLoopObserverCallBack callback;
    void (^handler)(CFRunLoopObserverRef, CFRunLoopActivity);
    CFRunLoopObserverContext context;
    bool repeats, valid;
    __CFRunLoopObserver *next;
}
@end
@interface __CFRunLoopTimer : NSObject {
    @public
    uint64_t due, interval; // in ns of the uptime clock
    CFRunLoopTimerCallBack callback;
    void *info;
    bool valid;
    __CFRunLoopTimer *next;
}
@end
@implementation __CFRunLoopObserver
- (void)dealloc {
    [(id)handler release];
    [super dealloc];
}
@end
@implementation __CFRunLoopTimer
@end

struct work { struct work *next; void (^block)(void); };
struct __CFRunLoop {
    pthread_mutex_t lock;
    volatile uint32_t wakes; // the word to sleep on
    bool stopped, is_main;
    __CFRunLoopObserver *observers; // by order; among equals the first added comes first
    __CFRunLoopTimer *timers;
    struct work *first, **last;
};
static struct __CFRunLoop main_loop = { PTHREAD_RECURSIVE_MUTEX_INITIALIZER, 0, false, true, nil, nil, 0, &main_loop.first };

static uint64_t now(void) { return clock_gettime_nsec_np(CLOCK_UPTIME_RAW); }
CFRunLoopRef CFRunLoopGetMain(void) { return &main_loop; }
CFRunLoopRef CFRunLoopGetCurrent(void) {
    static pthread_key_t key;
    static dispatch_once_t once;
    if (pthread_main_np()) return &main_loop;
    dispatch_once(&once, ^{ pthread_key_create(&key, 0); });
    CFRunLoopRef loop = pthread_getspecific(key);
    if (!loop) {
        loop = calloc(1, sizeof *loop);
        loop->lock = (pthread_mutex_t)PTHREAD_RECURSIVE_MUTEX_INITIALIZER;
        loop->last = &loop->first;
        pthread_setspecific(key, loop);
    }
    return loop;
}
void CFRunLoopWakeUp(CFRunLoopRef loop) {
    __atomic_fetch_add(&loop->wakes, 1, __ATOMIC_RELEASE);
    phone_wake(&loop->wakes, 1);
}
static void wake_main(void) { CFRunLoopWakeUp(&main_loop); }
void CFRunLoopStop(CFRunLoopRef loop) {
    loop->stopped = true;
    CFRunLoopWakeUp(loop);
}

// -- observers
static CFRunLoopObserverRef make_observer(CFOptionFlags activities, bool repeats, CFIndex order) {
    __CFRunLoopObserver *o = [[__CFRunLoopObserver alloc] init];
    o->activities = activities;
    o->repeats = repeats;
    o->order = order;
    o->valid = true;
    return (CFRunLoopObserverRef)o;
}
CFRunLoopObserverRef CFRunLoopObserverCreate(CFAllocatorRef a, CFOptionFlags activities, Boolean repeats, CFIndex order, CFRunLoopObserverCallBack callback, CFRunLoopObserverContext *context) {
    __CFRunLoopObserver *o = (id)make_observer(activities, repeats, order);
    o->callback = callback;
    if (context) o->context = *context;
    return (CFRunLoopObserverRef)o;
}
CFRunLoopObserverRef CFRunLoopObserverCreateWithHandler(CFAllocatorRef a, CFOptionFlags activities, Boolean repeats, CFIndex order, void (^handler)(CFRunLoopObserverRef, CFRunLoopActivity)) {
    __CFRunLoopObserver *o = (id)make_observer(activities, repeats, order);
    o->handler = [(id)handler copy];
    return (CFRunLoopObserverRef)o;
}
void CFRunLoopAddObserver(CFRunLoopRef loop, CFRunLoopObserverRef observer, CFRunLoopMode mode) {
    __CFRunLoopObserver *o = [(id)observer retain], **at = &loop->observers;
    pthread_mutex_lock(&loop->lock);
    while (*at && (*at)->order <= o->order) at = &(*at)->next;
    o->next = *at;
    *at = o;
    pthread_mutex_unlock(&loop->lock);
}
void CFRunLoopRemoveObserver(CFRunLoopRef loop, CFRunLoopObserverRef observer, CFRunLoopMode mode) {
    __CFRunLoopObserver **at = &loop->observers;
    pthread_mutex_lock(&loop->lock);
    while (*at && *at != (id)observer) at = &(*at)->next;
    bool found = *at;
    if (found) *at = (*at)->next;
    pthread_mutex_unlock(&loop->lock);
    if (found) [(id)observer release];
}
void CFRunLoopObserverInvalidate(CFRunLoopObserverRef observer) { ((__CFRunLoopObserver *)observer)->valid = false; }
static void notify(CFRunLoopRef loop, CFRunLoopActivity activity) {
    // The loop uses a copy, because callbacks may add and remove observers, including themselves.
    __CFRunLoopObserver *list[64];
    unsigned n = 0;
    pthread_mutex_lock(&loop->lock);
    for (__CFRunLoopObserver *o = loop->observers; o; o = o->next) {
        if (!(o->activities & activity) || !o->valid) continue;
        if (n == 64) phone_fail("run loop: more than 64 observers");
        list[n++] = [o retain];
    }
    pthread_mutex_unlock(&loop->lock);
    for (unsigned i = 0; i < n; i++) {
        __CFRunLoopObserver *o = list[i];
        if (o->valid) {
            if (!o->repeats) o->valid = false;
            if (o->handler) o->handler((CFRunLoopObserverRef)o, activity);
            else o->callback((CFRunLoopObserverRef)o, activity, o->context.info);
            if (!o->repeats) CFRunLoopRemoveObserver(loop, (CFRunLoopObserverRef)o, 0);
        }
        [o release];
    }
}

// -- timers and blocks
CFAbsoluteTime CFAbsoluteTimeGetCurrent(void) { return (double)clock_gettime_nsec_np(CLOCK_REALTIME) / 1e9 - 978307200.0; }
CFRunLoopTimerRef CFRunLoopTimerCreate(CFAllocatorRef a, CFAbsoluteTime fire, CFTimeInterval interval, CFOptionFlags flags, CFIndex order, CFRunLoopTimerCallBack callback, CFRunLoopTimerContext *context) {
    __CFRunLoopTimer *t = [[__CFRunLoopTimer alloc] init];
    double wait = fire - CFAbsoluteTimeGetCurrent();
    t->due = now() + (uint64_t)(wait > 0 ? wait * 1e9 : 0);
    t->interval = (uint64_t)(interval > 0 ? interval * 1e9 : 0);
    t->callback = callback;
    t->info = context ? context->info : 0;
    t->valid = true;
    return (CFRunLoopTimerRef)t;
}
void CFRunLoopAddTimer(CFRunLoopRef loop, CFRunLoopTimerRef timer, CFRunLoopMode mode) {
    __CFRunLoopTimer *t = [(id)timer retain];
    pthread_mutex_lock(&loop->lock);
    t->next = loop->timers;
    loop->timers = t;
    pthread_mutex_unlock(&loop->lock);
    CFRunLoopWakeUp(loop);
}
void CFRunLoopTimerInvalidate(CFRunLoopTimerRef timer) { ((__CFRunLoopTimer *)timer)->valid = false; }
// Removes the earliest due timer from the list, or returns the time of the next one.
static __CFRunLoopTimer *due_timer(CFRunLoopRef loop, uint64_t *next) {
    __CFRunLoopTimer **best = 0;
    *next = ~0UL;
    pthread_mutex_lock(&loop->lock);
    for (__CFRunLoopTimer **at = &loop->timers; *at;) {
        if (!(*at)->valid) { __CFRunLoopTimer *gone = *at; *at = gone->next; [gone release]; continue; }
        if ((*at)->due < *next) { *next = (*at)->due; best = at; }
        at = &(*at)->next;
    }
    __CFRunLoopTimer *t = best && *next <= now() ? *best : nil;
    if (t) *best = t->next;
    pthread_mutex_unlock(&loop->lock);
    return t;
}
static bool fire_timers(CFRunLoopRef loop) {
    uint64_t next;
    __CFRunLoopTimer *t = due_timer(loop, &next);
    if (!t) return false;
    t->callback((CFRunLoopTimerRef)t, t->info);
    if (t->interval && t->valid) {
        t->due = now() + t->interval;
        CFRunLoopAddTimer(loop, (CFRunLoopTimerRef)t, 0);
    }
    [t release];
    return true;
}
void CFRunLoopPerformBlock(CFRunLoopRef loop, CFTypeRef mode, void (^block)(void)) {
    struct work *w = malloc(sizeof *w);
    *w = (struct work){ 0, [(id)block copy] };
    pthread_mutex_lock(&loop->lock);
    *loop->last = w;
    loop->last = &w->next;
    pthread_mutex_unlock(&loop->lock);
    CFRunLoopWakeUp(loop);
}
static bool run_blocks(CFRunLoopRef loop) {
    pthread_mutex_lock(&loop->lock);
    struct work *w = loop->first;
    loop->first = 0;
    loop->last = &loop->first;
    pthread_mutex_unlock(&loop->lock);
    bool any = w;
    while (w) {
        struct work *next = w->next;
        w->block();
        [(id)w->block release];
        free(w);
        w = next;
    }
    return any;
}

// -- the loop
long mach_msg2_trap(const volatile uint32_t *, uint32_t, uint64_t);
// On a phone this function has a frame record, and its callers may jump to it.
__attribute__((noinline)) int CFRunLoopRunSpecific(CFRunLoopRef loop, double seconds) {
    uint64_t end = seconds >= 1e9 ? ~0UL : now() + (uint64_t)(seconds * 1e9);
    if (loop->is_main) {
        phone_dispatch_main_wake(wake_main);
        phone_dispatch_pools(objc_autoreleasePoolPush, objc_autoreleasePoolPop);
    }
    loop->stopped = false;
    int result;
    notify(loop, kCFRunLoopEntry);
    for (;;) {
        void *pool = objc_autoreleasePoolPush();
        uint32_t seen = __atomic_load_n(&loop->wakes, __ATOMIC_ACQUIRE); // before looking for work: what comes later changes it
        notify(loop, kCFRunLoopBeforeTimers);
        notify(loop, kCFRunLoopBeforeSources);
        bool worked = run_blocks(loop);
        if (loop->is_main) worked |= phone_main_queue_drain();
        worked |= fire_timers(loop);
        result = loop->stopped ? kCFRunLoopRunStopped : now() >= end ? kCFRunLoopRunTimedOut : 0;
        if (!worked && !result) {
            notify(loop, kCFRunLoopBeforeWaiting);
            uint64_t next, t = now();
            __CFRunLoopTimer *due = due_timer(loop, &next);
            if (due) CFRunLoopAddTimer(loop, (CFRunLoopTimerRef)due, 0), [due release]; // put back: it fires after the wake-up
            if (end < next) next = end;
            if (!loop->stopped && next > t) mach_msg2_trap(&loop->wakes, seen, next == ~0UL ? ~0UL : next - t);
            notify(loop, kCFRunLoopAfterWaiting);
        }
        objc_autoreleasePoolPop(pool);
        if (result) break;
    }
    notify(loop, kCFRunLoopExit);
    return result;
}
void CFRunLoopRun(void) { CFRunLoopRunSpecific(CFRunLoopGetCurrent(), 1e10); }
int CFRunLoopRunInMode(CFRunLoopMode mode, CFTimeInterval seconds, Boolean return_after_source) { return CFRunLoopRunSpecific(CFRunLoopGetCurrent(), seconds); }

CFTypeRef CFRetain(CFTypeRef o) { return objc_retain((id)o); }
void CFRelease(CFTypeRef o) { objc_release((id)o); }

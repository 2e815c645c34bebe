// Sends messages in every kind of place in which code runs: +load, +initialize, static initialisers, an add-image callback, destructors of
// threads and of the process, a framework opened while another thread sends, a method 10,000 calls deep, and a long chain of tail calls.
#include <objc/NSObject.h>
#include <objc/runtime.h>
#include <dlfcn.h>
#include <mach-o/dyld.h>
#include <pthread.h>
#define METHODS \
    M(EARLY_LOAD, "+[Early load]") M(EARLY_STEP, "+[Early step]") M(LAZY_WORK, "+[Lazy work]") M(LAZY_HELP, "+[Lazy help]") \
    M(LAZY_MORE, "-[Lazy more]") M(SEEN, "+[Early seen]") M(BUILT, "+[Early built]")

#include "paths.h"

static void leave(unsigned *outer) { current = *outer; }
// Until the end of the block, the current node belongs to this method.
#define IN(method) __attribute__((cleanup(leave), unused)) unsigned outer = current; enter(method)

@interface Early : NSObject + (void)step; + (void)seen; + (void)built; @end
@interface Lazy : NSObject + (long)work; + (void)help; - (long)more; - (long)deep:(long)n; - (long)tail:(long)n; - (void)end; @end
static Lazy *lazy;
static long ended, stepped, spun;
@implementation Early
+ (void)load { begin_paths(); IN(EARLY_LOAD); [Early step]; [Early step]; }
+ (void)step { IN(EARLY_STEP); stepped++; }
+ (void)seen { IN(SEEN); [Early step]; }
+ (void)built { IN(BUILT); [Early step]; }
@end
@interface Early (More) @end
@implementation Early (More)
+ (void)load { IN(EARLY_LOAD); [Early step]; }
@end
__attribute__((constructor)) static void construct(void) { [Early built]; }

@implementation Lazy
// libobjc calls this method inside of the first send, which is counted once the method begins.
+ (void)initialize { IN(LAZY_WORK); nodes[current].calls--; [Lazy help]; [Lazy help]; }
+ (long)work { IN(LAZY_WORK); [Lazy help]; return 5; }
+ (void)help { IN(LAZY_HELP); }
- (long)more { IN(LAZY_MORE); return 1; }
- (long)deep:(long)n { if (!n) return [self more] - 1; long d = [self deep:n - 1]; __asm volatile(""); return d + 1; }
- (long)tail:(long)n { return n ? [self tail:n - 1] : 77; }
- (void)end { ended++; }
@end
static void image_added(const struct mach_header *header, intptr_t slide) {
    Dl_info info;
    // Only the image that is loaded late sends a message, because many other images are reported.
    if (dladdr(header, &info) && strstr(info.dli_fname, "/Frameworks/Late")) [Early seen];
}

static volatile int over;
@interface Spinner : NSObject - (long)turn; @end
@implementation Spinner
- (long)turn { return ++spun; }
@end
static Spinner *spinner;
static void *spin(void *unused) {
    while (!over) for (int i = 0; i < 10; i++) [spinner turn];
    return 0;
}
static pthread_key_t key;
static void thread_ends(void *object) { [(Lazy *)object end]; }
static void *brief(void *unused) { pthread_setspecific(key, lazy); return 0; }
static void *deep_thread(void *depth) { return (void *)[lazy deep:(long)depth]; }
__attribute__((destructor)) static void process_ends(void) { [lazy end]; printf("ended %ld\n", ended); }

int main(void) {
    lazy = (Lazy *)class_createInstance(objc_getClass("Lazy"), 0);
    _dyld_register_func_for_add_image(image_added);
    long sum = [Lazy work];
    sum += [Lazy work];
    spinner = (Spinner *)class_createInstance(objc_getClass("Spinner"), 0);
    pthread_t thread, other;
    pthread_create(&thread, 0, spin, 0);
    while (spun < 50) usleep(10);
    void *late = dlopen("@executable_path/Frameworks/Late", RTLD_NOW);
    while (spun < 500) usleep(10);
    over = 1;
    pthread_join(thread, 0);
    end_paths();
    pthread_key_create(&key, thread_ends);
    for (int i = 0; i < 3; i++) { pthread_create(&other, 0, brief, 0); pthread_join(other, 0); }
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 2 << 20);
    for (int i = 0; i < 2; i++) {
        void *depth;
        sum += [lazy deep:9999];
        pthread_create(&other, &attributes, deep_thread, (void *)9999);
        pthread_join(other, &depth);
        sum += (long)depth;
        sum += [lazy tail:10000];
    }
    printf("sum %ld, late %d, stepped %ld, ended %ld\n", sum, late != 0, stepped, ended);
    printf("spun %ld\n", spun);
    if (getenv("EXIT")) return 0; // the window is open
    sleep(2);
    printf("afterwards %ld\n", [lazy deep:100] + [lazy tail:10]);
    return 0;
}

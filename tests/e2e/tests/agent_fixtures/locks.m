// Starts threads that are nearly always inside malloc, dyld and the runtime, which have locks. The agent samples all of these threads.
#include <dlfcn.h>
#include <objc/NSObject.h>
#include <objc/runtime.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { ROUNDS = 20, BLOCKS = 32 };
static volatile long done;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

@interface Holder : NSObject
- (long)round:(long)i;
@end
@implementation Holder
- (long)round:(long)i {
    char name[24];
    void *all[BLOCKS];
    for (int k = 0; k < BLOCKS; k++) all[k] = malloc(16 + 8 * k);
    for (int k = 0; k < BLOCKS; k++) free(all[k]);
    snprintf(name, sizeof name, "selector%ld", i);
    sel_registerName(name);
    long found = dlsym(RTLD_DEFAULT, "malloc") != 0;
    Dl_info info;
    found += dladdr((void *)&mutex, &info) != 0;
    void *opened = dlopen("/usr/lib/libobjc.A.dylib", RTLD_NOW);
    found += opened && !dlclose(opened);
    pthread_mutex_lock(&mutex);
    found += objc_getClass("Holder") != 0;
    pthread_mutex_unlock(&mutex);
    return found;
}
@end
static void *hold(void *holder) {
    long sum = 0;
    for (long i = 0; i < ROUNDS; i++) sum += [(Holder *)holder round:i];
    __atomic_fetch_add(&done, sum, __ATOMIC_RELAXED);
    return NULL;
}
int main(void) {
    Holder *holder = [[Holder alloc] init];
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, hold, holder);
    hold(holder);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    printf("done %ld\n", done);
    usleep(20000);
    return 0;
}

// Starts many threads, one after another or all at once; each sends ten messages. The main thread sends its first one after all have begun.
#include <objc/NSObject.h>
#include <objc/runtime.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

@interface Drop : NSObject
- (void)fall:(long)i;
- (void)splash;
- (void)look;
@end
@implementation Drop
- (void)fall:(long)i { [self splash]; }
- (void)splash {}
- (void)look {}
@end

static Drop *drop;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *run(void *together) {
    for (long i = 0; i < 5; i++) [drop fall:i];
    if (together) {
        pthread_mutex_lock(&lock);
        pthread_mutex_unlock(&lock);
    }
    return 0;
}
int main(void) {
    drop = class_createInstance(objc_getClass("Drop"), 0);
    long count = atol(getenv("THREADS"));
    void *together = getenv("TOGETHER");
    pthread_t *threads = calloc((size_t)count, sizeof *threads);
    if (together) pthread_mutex_lock(&lock);
    for (long i = 0; i < count; i++) {
        pthread_create(&threads[i], 0, run, together);
        if (!together) pthread_join(threads[i], 0);
    }
    // At this point each thread has sent a message.
    usleep(100000);
    for (long i = 0; i < 90; i++) [drop look];
    if (together) pthread_mutex_unlock(&lock);
    for (long i = 0; together && i < count; i++) pthread_join(threads[i], 0);
    printf("all of them\n");
    usleep(1500000);
    return 0;
}

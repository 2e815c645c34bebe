// Does every kind of work that the small iOS has: in methods, outside of methods, on other threads, between exceptions and in handlers.
#include <Foundation/Foundation.h>
#include <dispatch/dispatch.h>
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

// Hides the use of a result from the compiler, which would otherwise remove the call.
static inline void *kept(void *block) { __asm volatile("" : "+r"(block)); return block; }

@interface Files : NSObject
- (void)write:(const char *)path;
- (void)read:(const char *)path;
- (long)look:(const char *)path;
@end
@implementation Files
- (void)write:(const char *)path {
    int file = open(path, O_WRONLY | O_CREAT, 0600);
    for (int i = 0; i < 5; i++) write(file, "0123456789", 10 - i);
    pwrite(file, "xy", 2, 3);
    fsync(file);
    close(file);
}
- (void)read:(const char *)path {
    char into[64];
    int file = open(path, O_RDONLY);
    while (read(file, into, 7) > 0) {}
    pread(file, into, 4, 30);
    close(file);
    read(-1, into, 5); // fails: a request of zero bytes
}
- (long)look:(const char *)path {
    struct stat found;
    long sum = stat(path, &found) + access("/no/such/file", R_OK);
    return sum + (long)found.st_size;
}
@end

@interface Memory : NSObject
- (void)some:(long)count;
- (void)nested;
- (void)thrown:(long)depth;
@end
@implementation Memory
- (void)some:(long)count {
    for (long i = 0; i < count; i++) {
        void *block = kept(malloc((size_t)(i + 1) * 8));
        block = kept(realloc(block, 200));
        free(block);
        free(kept(calloc(3, (size_t)i)));
        void *aligned = NULL;
        posix_memalign(&aligned, 64, 100);
        free(aligned);
    }
}
- (void)nested { free(kept(malloc(11))); [self some:2]; free(kept(malloc(12))); }
- (void)thrown:(long)depth {
    free(kept(malloc(21)));
    if (depth == 0) @throw [[NSObject alloc] init];
    [self thrown:depth - 1];
}
@end

@interface Queues : NSObject
- (void)run;
@end
@implementation Queues
- (void)run {
    dispatch_queue_t queue = dispatch_queue_create("one", DISPATCH_QUEUE_SERIAL);
    dispatch_semaphore_t done = dispatch_semaphore_create(0);
    dispatch_sync(queue, ^{ free(kept(malloc(31))); });
    dispatch_async(queue, ^{ [[[Memory alloc] init] some:3]; dispatch_semaphore_signal(done); });
    dispatch_semaphore_wait(done, DISPATCH_TIME_FOREVER);
}
@end

static void *thread(void *number) {
    free(kept(malloc(41 + (size_t)number)));     // before the thread's first send, so the thread has no record yet
    [[[Memory alloc] init] some:(long)number];
    free(kept(malloc(42)));
    return NULL;
}

static void *before;
__attribute__((constructor)) static void first(void) { before = malloc(99); }

int main(void) {
    char path[256];
    snprintf(path, sizeof path, "%s/Library/Caches/asked", getenv("HOME") ? getenv("HOME") : "");
    Files *files = [[Files alloc] init];
    [files write:path];
    [files read:path];
    long sum = [files look:path];
    Memory *memory = [[Memory alloc] init];
    [memory some:4];
    [memory nested];
    for (int i = 0; i < 3; i++) {
        @try { [memory thrown:i]; } @catch (id thrown) { free(kept(malloc(51))); [memory some:1]; }
    }
    [[[Queues alloc] init] run];
    pthread_t threads[4];
    for (long i = 0; i < 4; i++) pthread_create(&threads[i], NULL, thread, (void *)i);
    for (long i = 0; i < 4; i++) pthread_join(threads[i], NULL);
    void *found = dlsym(RTLD_DEFAULT, "malloc");
    if (found != (void *)malloc) abort(); // the symbol that is looked up must be the called function
    free(kept(malloc(62)));
    unlink(path);
    printf("done %ld\n", sum);
    usleep(2000000);
    return 0;
}

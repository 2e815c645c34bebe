// Threads that work before, during and across the begin of a window, which a class method of another thread, or then a signpost of the main thread, begins.
#import <Foundation/Foundation.h>
#include <fcntl.h>
#include <os/signpost.h>
#include <pthread.h>
#include <unistd.h>

static os_log_t steps;
static volatile int window;
static volatile int waiting;
static volatile long sum;
static void wait_for_window(void) {
    __sync_fetch_and_add(&waiting, 1);
    while (!window) usleep(50);
}

@interface Job : NSObject
+ (void)gather;
- (void)turn;
- (void)hold;
- (void)done;
@end
@implementation Job
- (void)turn {
    for (long i = 0; i < 20000; i++) sum += i;
    close(open("/nowhere", O_RDONLY));
}
- (void)hold {
    for (int i = 0; i < 20; i++) [self turn];
    wait_for_window();
    for (int i = 0; i < 3; i++) [self turn];
}
- (void)done {}
+ (void)gather {}
@end

static void turns(int count) {
    Job *job = [[Job alloc] init];
    for (int i = 0; i < count; i++) [job turn];
}
static void *across(void *unused) { turns(5); wait_for_window(); turns(7); return 0; }
static void *holding(void *unused) { [[[Job alloc] init] hold]; turns(2); return 0; }
static void *before(void *unused) { turns(9); return 0; }
static void *gathering(void *unused) { [Job gather]; turns(1); return 0; }
static void *later(void *unused) { turns(4); return 0; }

int main(void) {
    steps = os_log_create("com.example.fixture", "steps");
    pthread_t threads[3];
    pthread_create(&threads[0], 0, across, 0);
    pthread_create(&threads[1], 0, holding, 0);
    pthread_create(&threads[2], 0, before, 0);
    pthread_join(threads[2], 0);
    while (waiting < 2) usleep(1000);
    turns(1);
    pthread_create(&threads[2], 0, gathering, 0);
    pthread_join(threads[2], 0);
    os_signpost_event_emit(steps, OS_SIGNPOST_ID_EXCLUSIVE, "window");
    turns(1);
    window = 1;
    // The thread reuses the agent's memory of the thread that has ended.
    pthread_create(&threads[2], 0, later, 0);
    for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
    [[[Job alloc] init] done];
    return 0;
}

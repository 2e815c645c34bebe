// Starts 64 threads that together send 20,000 messages, and one thread that waits for them.
#include <Foundation/Foundation.h>
#include <pthread.h>

@interface Worker : NSObject { @public long state, number; }
- (void)part;
- (void)whole;
- (void)run;
@end
static inline long some(Worker *w, long least) { return least + (w->state = (w->state * 16807 + 7) % 2147483647) % 23; }
static inline __attribute__((always_inline)) void work(long units) {
    for (long i = 0; i < units; i++) __asm volatile("nop\n\tnop");
}
@implementation Worker
- (void)part { work(some(self, 20)); }
- (void)whole { work(some(self, 40)); [self part]; [self part]; }
- (void)run { for (long i = 0; i < 100; i++) { work(some(self, 30)); [self whole]; } }
@end
static void *begin(void *worker) { [(Worker *)worker run]; return NULL; }

@interface Boss : NSObject
- (void)wait;
@end
@implementation Boss
- (void)wait {
    for (long round = 0; round < 8; round++) {
        pthread_t threads[8];
        for (long i = 0; i < 8; i++) {
            Worker *worker = [[Worker alloc] init];
            worker->state = worker->number = round * 8 + i + 1;
            pthread_create(&threads[i], NULL, begin, worker);
        }
        for (long i = 0; i < 8; i++) pthread_join(threads[i], NULL);
    }
}
@end

int main(void) {
    Boss *boss = [[Boss alloc] init];
    [boss wait];
    usleep(2000000);
    return 0;
}

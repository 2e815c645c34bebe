// Makes spans on four threads: nested, overlapping, without an end and without a beginning. COUNT is the number of spans for each thread.
// At the end, the phone prints what it was given.
#import <Foundation/Foundation.h>
#include "mark.h"
#include <objc/runtime.h>
#include <os/signpost.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static os_log_t logs[2];
static volatile long sum;
static void spin(long rounds) { for (long i = 0; i < rounds; i++) sum += i; }
@interface Worker : NSObject
- (void)work:(long)count;
- (void)done;
@end
@protocol Spans
+ (void)begin:(NSString *)name;
+ (void)end:(NSString *)name;
@end
@implementation Worker
- (void)work:(long)count {
    for (long i = 0; i < count; i++) {
        os_log_t log = logs[i % 2];
        os_signpost_interval_begin(log, OS_SIGNPOST_ID_EXCLUSIVE, "outer");
        spin(4000);
        os_signpost_interval_begin(log, OS_SIGNPOST_ID_EXCLUSIVE, "inner");
        spin(3000);
        os_signpost_interval_end(log, OS_SIGNPOST_ID_EXCLUSIVE, "inner");
        os_signpost_interval_end(log, OS_SIGNPOST_ID_EXCLUSIVE, "outer");
        os_signpost_id_t one = os_signpost_id_generate(log), other = os_signpost_id_generate(log);
        os_signpost_interval_begin(log, one, "overlapping");
        spin(3000);
        os_signpost_interval_begin(log, other, "overlapping");
        spin(3000);
        os_signpost_interval_end(log, one, "overlapping");
        spin(3000);
        os_signpost_interval_end(log, other, "overlapping");
        os_signpost_event_emit(log, OS_SIGNPOST_ID_EXCLUSIVE, "event");
        if (i % 100 == 99) os_signpost_interval_end(log, OS_SIGNPOST_ID_EXCLUSIVE, "stray");
    }
}
- (void)done {}
@end

static void *run(void *count) {
    [[[Worker alloc] init] work:(long)count];
    return 0;
}
int main(void) {
    long count = atol(getenv("COUNT"));
    for (int i = 0; i < 2; i++) logs[i] = os_log_create("com.example.fixture", i ? "one" : "two");
    // Apps look up the agent's class by its name, and the package does the same.
    Class own = NSClassFromString(@"LaunchgateAgent");
    [own performSelector:@selector(begin:) withObject:@"named"];
    pthread_t threads[3];
    // The threads run one after another, so that no thread waits for another one inside of an interval.
    bool in_turn = getenv("IN_TURN") != 0;
    for (int i = 0; i < 3; i++) {
        pthread_create(&threads[i], 0, run, (void *)count);
        if (in_turn) pthread_join(threads[i], 0);
    }
    run((void *)count);
    if (!in_turn) for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
    [own performSelector:@selector(end:) withObject:@"named"];
    os_log_t disabled = os_log_create("com.example.fixture", "DynamicTracing");
    os_signpost_event_emit(disabled, OS_SIGNPOST_ID_EXCLUSIVE, "disabled");
    static char argument[] = "card 4711";
    _os_signpost_emit_with_name_impl((void *)&__dso_handle, logs[0], OS_SIGNPOST_EVENT, OS_SIGNPOST_ID_EXCLUSIVE, "message", "paid with %s", (uint8_t *)argument, sizeof argument);
    os_signpost_interval_begin(logs[0], OS_SIGNPOST_ID_EXCLUSIVE, "never");
    mark(1);
    for (int i = 0; i < 1000; i++) os_signpost_event_emit(logs[0], OS_SIGNPOST_ID_EXCLUSIVE, "cost");
    mark(2);
    for (int i = 0; i < 1000; i++) os_signpost_interval_begin(logs[0], OS_SIGNPOST_ID_EXCLUSIVE, "begun");
    mark(5);
    os_signpost_interval_begin(logs[0], OS_SIGNPOST_ID_EXCLUSIVE, "first");
    mark(6);
    for (int i = 0; i < 1000; i++) os_signpost_interval_end(logs[0], OS_SIGNPOST_ID_EXCLUSIVE, "ended");
    mark(7);
    [[[Worker alloc] init] done];
    // The marks count the instructions of all threads, so the agent's own threads end first.
    usleep(100000);
    mark(3);
    for (int i = 0; i < 1000; i++) os_signpost_event_emit(logs[0], OS_SIGNPOST_ID_EXCLUSIVE, "later");
    mark(4);
    phone_signposts();
    return 0;
}

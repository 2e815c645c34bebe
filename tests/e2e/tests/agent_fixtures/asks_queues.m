// Runs blocks on queues. The methods of the blocks do work on several threads at once and wait for each other.
#include <Foundation/Foundation.h>
#include <dispatch/dispatch.h>
#include <stdlib.h>

static inline void *kept(void *block) { __asm volatile("" : "+r"(block)); return block; }

@interface Job : NSObject { @public int number; }
- (void)run;
- (void)part:(int)size;
@end
@implementation Job
- (void)run { for (int i = 1; i <= 5; i++) [self part:i * self->number]; }
- (void)part:(int)size { free(kept(malloc((size_t)size))); }
@end

int main(void) {
    dispatch_queue_t serial = dispatch_queue_create("serial", DISPATCH_QUEUE_SERIAL);
    dispatch_group_t group = dispatch_group_create();
    for (int i = 1; i <= 8; i++) {
        Job *job = [[Job alloc] init];
        job->number = i;
        dispatch_group_async(group, i % 2 ? serial : dispatch_get_global_queue(0, 0), ^{ [job run]; });
        dispatch_sync(serial, ^{ [job part:i]; });
    }
    dispatch_group_wait(group, DISPATCH_TIME_FOREVER);
    usleep(2000000);
    return 0;
}

// An app that calls the older functions of Swift's overlay `os` as Swift code does: the name is not a copy, and the id is in memory.
#import <Foundation/Foundation.h>
#include "swiftos.h"

static volatile long sum;
@interface Worker : NSObject
- (void)work;
- (void)done;
@end
@implementation Worker
- (void)work {
    os_log_t log = os_log_create("com.example.fixture", "swift");
    os_signpost_id_t id = 7;
    for (int i = 0; i < 20; i++) {
        swift_os_signpost(OS_SIGNPOST_INTERVAL_BEGIN, &__dso_handle, log, "decode", 6, IS_POINTER, &id);
        for (long j = 0; j < 5000; j++) sum += j;
        swift_os_signpost(OS_SIGNPOST_INTERVAL_END, &__dso_handle, log, "decode", 6, IS_POINTER, &id);
    }
    for (int i = 0; i < 5; i++) {
        swift_os_signpost_with_message(OS_SIGNPOST_INTERVAL_BEGIN, &__dso_handle, log, "load", 4, IS_POINTER, &id, "%@", 2, IS_POINTER, log);
        swift_os_signpost_with_message(OS_SIGNPOST_INTERVAL_END, &__dso_handle, log, "load", 4, IS_POINTER, &id, "%@", 2, IS_POINTER, log);
    }
    // A name of one character is stored as the character itself, so it has no address.
    swift_os_signpost(OS_SIGNPOST_EVENT, &__dso_handle, log, (const char *)'x', 0, IS_CHARACTER, &id);
}
- (void)done {}
@end

int main(void) {
    Worker *worker = [[Worker alloc] init];
    [worker work];
    [worker done];
    phone_signposts();
    return 0;
}

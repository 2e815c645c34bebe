// Throws exceptions of Objective-C and C++ over one to twenty frames: caught, with cleanups, and rethrown.
#include <Foundation/Foundation.h>
extern "C" {
#include "work.h"
}

static id thrown;
struct Cleanup { ~Cleanup() { work(some(10)); } };

@interface Tries : NSObject
- (void)objc:(long)depth;
- (void)cxx:(long)depth;
- (void)cleaned:(long)depth;
- (void)again:(long)depth;
- (void)catchObjc:(long)depth;
- (void)catchCxx:(long)depth;
- (void)catchCleaned:(long)depth;
- (void)catchAgain:(long)depth;
- (void)all;
@end
@implementation Tries
- (void)objc:(long)depth { work(some(60)); if (depth == 0) @throw thrown; [self objc:depth - 1]; work(1); }
- (void)cxx:(long)depth { work(some(60)); if (depth == 0) throw 1; [self cxx:depth - 1]; work(1); }
- (void)cleaned:(long)depth { Cleanup c; work(some(60)); if (depth == 0) @throw thrown; [self cleaned:depth - 1]; work(1); }
- (void)again:(long)depth {
    @try {
        work(some(60));
        if (depth == 0) @throw thrown;
        [self again:depth - 1];
    } @catch (id e) {
        work(some(20));
        @throw;
    } @finally {
        work(some(10));
    }
}
- (void)catchObjc:(long)depth { work(some(200)); @try { [self objc:depth]; } @catch (id e) { work(some(60)); } }
- (void)catchCxx:(long)depth { work(some(200)); try { [self cxx:depth]; } catch (int e) { work(some(60)); } }
- (void)catchCleaned:(long)depth { work(some(200)); @try { [self cleaned:depth]; } @catch (id e) { work(some(60)); } }
- (void)catchAgain:(long)depth { work(some(200)); @try { [self again:depth]; } @catch (id e) { work(some(60)); } }
- (void)all {
    for (long i = 0; i < 55; i++) {
        [self catchObjc:i % 20];
        [self catchCxx:i % 20];
        [self catchCleaned:i % 20];
        [self catchAgain:i % 4];
        work(some(300));
    }
}
@end

int main(void) {
    thrown = [[NSObject alloc] init];
    Tries *tries = made("Tries");
    [tries all];
    usleep(2000000);
    return 0;
}

// Makes calls that are nested 200 deep, of methods that take 1 to 50 µs each.
#include <Foundation/Foundation.h>
#include "work.h"

@interface Nest : NSObject
- (void)light:(long)depth;
- (void)heavy:(long)depth;
- (void)leaf;
- (void)thrown:(long)depth;
- (void)nest;
@end
@implementation Nest
- (void)leaf { work(some(700)); }
- (void)light:(long)depth { work(some(750)); if (depth) [self heavy:depth - 1]; work(2); }
- (void)heavy:(long)depth { work(some(depth % 10 == 0 ? 36000 : 4000)); [self leaf]; if (depth) [self light:depth - 1]; work(2); }
- (void)thrown:(long)depth { work(some(750)); if (depth == 0) @throw (id)self; [self thrown:depth - 1]; work(2); }
- (void)nest {
    [self heavy:200];
    @try { [self thrown:200]; } @catch (Nest *caught) { work(some(20)); }
}
@end

int main(void) {
    Nest *nest = made("Nest");
    [nest nest];
    usleep(2000000);
    return 0;
}

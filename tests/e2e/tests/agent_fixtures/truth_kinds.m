// Sends messages with a few selectors to objects of eight classes in random order.
#include <Foundation/Foundation.h>
#include "work.h"

@interface Kind : NSObject
- (long)step;
- (long)twice;
@end
@implementation Kind
- (long)step { work(some(10)); return 1; }
- (long)twice { work(some(4)); return [self step] + [self step]; }
@end
#define KIND(n) @interface Kind##n : Kind @end @implementation Kind##n - (long)step { work(some(8 + n * 5)); return n; } @end
KIND(1) KIND(2) KIND(3) KIND(4) KIND(5) KIND(6) KIND(7)

@interface Walk : NSObject
- (long)run:(long)count;
@end
@implementation Walk
- (long)run:(long)count {
    Kind *all[8] = { [Kind new], [Kind1 new], [Kind2 new], [Kind3 new], [Kind4 new], [Kind5 new], [Kind6 new], [Kind7 new] };
    long sum = 0;
    for (long i = 0; i < count; i++) {
        Kind *one = all[some(0) % 8];
        sum += some(0) % 4 ? [one step] : [one twice];
        work(some(20));
    }
    return sum;
}
@end

int main(void) {
    Walk *walk = [[Walk alloc] init];
    NSLog(@"%ld", [walk run:30000]);
    usleep(2000000);
    return 0;
}

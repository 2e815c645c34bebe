// Keeps a call open until the longest windows have ended.
#import <Foundation/Foundation.h>

@interface Sleeper : NSObject
- (void)sleeps;
@end
@implementation Sleeper
- (void)sleeps { sleep(100); }
@end
int main(void) {
    [[[Sleeper alloc] init] sleeps];
    return 0;
}

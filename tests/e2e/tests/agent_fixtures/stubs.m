// Sends messages through the linker's stubs for selectors, as builds of Xcode 14 and later do. This version of clang has no flag for them.
#import <objc/NSObject.h>
#include <stdio.h>

extern int send_add(id, SEL, int) __asm__("_objc_msgSend$add:");
extern int send_twice(id, SEL) __asm__("_objc_msgSend$twice");
extern int send_five(id, SEL) __asm__("_objc_msgSend$five");

@interface Counter : NSObject { int sum; }
- (int)add:(int)more;
- (int)twice;
- (int)five;
@end
@implementation Counter
- (int)add:(int)more { return sum += more; }
- (int)twice { return send_add(self, 0, 2); }
- (int)five { return 5; }
@end
int main(void) {
    Counter *counter = [Counter new];
    int sum = 0;
    for (int i = 0; i < 7; i++) sum += send_add(counter, 0, i) + send_twice(counter, 0);
    for (int i = 0; i < 3; i++) sum += send_five(counter, 0);
    printf("sum %d\n", sum);
    [counter release];
    return 0;
}

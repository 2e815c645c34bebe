// Sends a known number of messages (a few hundred), and prints a sum that depends on all results and the target of the send pointer.
#include <objc/NSObject.h>
#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>

@interface Base : NSObject { long n; } - (long)add:(long)x; - (double)half:(double)x; + (long)twice:(long)x; - (long)deep:(long)x; @end
@interface Leaf : Base @end
@implementation Base
- (long)add:(long)x { return n += x; }
- (double)half:(double)x { return x / 2; }
- (long)deep:(long)x { return x ? [self deep:x - 1] + 1 : 0; }
+ (long)twice:(long)x { return 2 * x; }
- (id)init { n = 7; return self; }
@end
@implementation Leaf
- (long)add:(long)x { return [super add:x] + 1; }
@end

// Reads the image's own pointer to objc_msgSend from memory at each call.
static const char *sender(void) {
    void *pointer;
    __asm volatile("adrp %0, _objc_msgSend@GOTPAGE\n\tldr %0, [%0, _objc_msgSend@GOTPAGEOFF]" : "=r"(pointer));
    Dl_info info;
    return dladdr(pointer, &info) ? info.dli_fname : "nobody";
}

int main(void) {
    long sum = 0;
    Base *base = [[Base alloc] init];
    Leaf *leaf = [[Leaf alloc] init];
    Base *none = nil;
    for (long i = 0; i < 100; i++) {
        sum += [base add:i];
        sum += [leaf add:i] * 3;
        sum += (long)[leaf half:i] * 5;
        sum += [Base twice:i];
        sum += [none add:i];
    }
    sum += [base deep:20];
    printf("sum %ld, sends by %s\n", sum, sender());
    // This pause lets the window's limit pass.
    sleep(2);
    printf("afterwards by %s\n", sender());
    printf("and %ld\n", [base add:1]);
    return 0;
}

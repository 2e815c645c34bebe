// Loops over the functions that compilers call for alloc, and for alloc and init, of a class that creates no objects.
#include <Foundation/Foundation.h>
#include <objc/runtime.h>

static id only;
static volatile long sum;

// The returned object exists already, so the cost of its creation is that of the send.
@interface Cheap : NSObject
@end
@implementation Cheap
+ (id)alloc { return only; }
- (id)init { return self; }
@end

@interface Maker : NSObject
- (void)allocated;
- (void)initialised;
@end
@implementation Maker
- (void)allocated { for (long i = 0; i < 9600; i++) sum += [Cheap alloc] != 0; }
- (void)initialised { for (long i = 0; i < 9600; i++) sum += [[Cheap alloc] init] != 0; }
@end

int main(void) {
    only = class_createInstance([Cheap class], 0);
    Maker *maker = class_createInstance([Maker class], 0);
    [maker allocated];
    [maker initialised];
    usleep(2000000);
    return 0;
}

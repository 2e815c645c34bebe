// Creates and releases objects; uses tagged pointers, forwarded messages, and classes that are created at run time and disposed of.
#include <Foundation/Foundation.h>
#include <objc/runtime.h>
#include "work.h"

@interface Base : NSObject { long value; }
- (id)initWithValue:(long)first;
- (long)value;
@end
@implementation Base
- (id)initWithValue:(long)first { if ((self = [super init])) { value = first; work(some(20)); } return self; }
- (long)value { work(some(3)); return value; }
@end
@interface Derived : Base
@end
@implementation Derived
- (id)initWithValue:(long)first { if ((self = [super initWithValue:first])) work(some(20)); return self; }
@end
@interface Target : NSObject
- (long)forwarded;
@end
@implementation Target
- (long)forwarded { work(some(3)); return 1; }
@end
@interface Proxy : NSObject { @public Target *target; }
@end
@interface Proxy (Forwarded)
- (long)forwarded;
@end
@implementation Proxy
- (id)forwardingTargetForSelector:(SEL)selector { return target; }
@end

static long added(id self, SEL selector) { work(some(30)); return 2; }

@interface Made : NSObject
- (long)chains;
- (long)tagged;
- (long)forwards;
- (long)pairs;
@end
@implementation Made
- (long)chains {
    long sum = 0;
    for (long i = 0; i < 1500; i++) {
        Base *one = [[Base alloc] initWithValue:i], *other = [[Derived alloc] initWithValue:i];
        sum += [one value] + [other value];
        work(some(40));
        [one release];
        [other release];
    }
    return sum;
}
- (long)tagged {
    long sum = 0;
    NSNumber *all[4];
    for (long i = 0; i < 4; i++) all[i] = [NSNumber numberWithLong:i];
    for (long i = 0; i < 3000; i++) { sum += [all[i % 4] integerValue]; work(some(30)); }
    return sum;
}
- (long)forwards {
    Proxy *proxy = [[Proxy alloc] init];
    proxy->target = [[Target alloc] init];
    long sum = 0;
    for (long i = 0; i < 800; i++) { sum += [proxy forwarded]; work(some(60)); }
    return sum;
}
- (long)pairs {
    long sum = 0;
    for (long i = 0; i < 40; i++) {
        char name[24];
        snprintf(name, sizeof name, "Pair%ld", i);
        Class class = objc_allocateClassPair([Base class], name, 0);
        class_addMethod(class, @selector(value), (IMP)added, "q@:");
        objc_registerClassPair(class);
        Base *one = [[class alloc] initWithValue:i];
        for (long k = 0; k < 20; k++) { sum += [one value]; work(some(30)); }
        [one release];
        if (i % 2) objc_disposeClassPair(class);
    }
    return sum;
}
@end

int main(void) {
    Made *made = [[Made alloc] init];
    NSLog(@"%ld", [made chains] + [made tagged] + [made forwards] + [made pairs]);
    usleep(2000000);
    return 0;
}

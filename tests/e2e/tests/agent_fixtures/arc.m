// Tests ARC's optimisation for a caller and a callee that cooperate: an object that the caller claims at once enters no autorelease pool.
#include <Foundation/Foundation.h>
#include <objc/message.h>
#include <stdio.h>

static int alive;
@interface Thing : NSObject
@property (nonatomic, strong) Thing *child;
@end
@implementation Thing
- (instancetype)init { if ((self = [super init])) alive++; return self; }
- (void)dealloc { alive--; }
+ (Thing *)make { return [[Thing alloc] init]; }
+ (Thing *)makeThrough { return [self make]; }
+ (Thing *)makeFurther { return [self makeThrough]; }
- (Thing *)first { return _child; }
- (Thing *)firstThrough { return [self first]; }
- (Thing *)given:(Thing *)thing at:(double)x { return x > 1 ? thing : nil; }
@end
@interface Special : Thing
@end
@implementation Special
- (Thing *)first { return [super first]; }
@end

static void say(const char *what) { printf("%s: %d alive\n", what, alive); }

static void claimed(void) {
    for (int round = 0; round < 20; round++) {
        Thing *one = [Thing make], *two = [Thing makeThrough], *three = [Thing makeFurther];
        one.child = two;
        two.child = three;
        Thing *first = [one firstThrough], *second = [one given:[two first] at:2];
        if (first != two || second != three) say("wrong");
    }
    say("claimed");
    Special *special = [[Special alloc] init];
    special.child = [Thing make];
    for (int round = 0; round < 20; round++)
        if ([special first] != special.child) say("wrong");
    [Thing make];
    say("dropped");
}
// The result is not claimed: to the compiler it is not an object, so it must wait in the pool.
static void unclaimed(void) {
    void *(*send)(id, SEL) = (void *(*)(id, SEL))objc_msgSend;
    for (int round = 0; round < 20; round++) send((id)[Thing class], round % 2 ? @selector(make) : @selector(makeFurther));
    say("unclaimed");
    Thing *kept = [Thing make];
    say(kept ? "claimed after unclaimed" : "nothing");
}

int main(void) {
    @autoreleasepool {
        claimed();
        say("after");
        unclaimed();
        say("in the pool");
    }
    say("end");
    return alive;
}

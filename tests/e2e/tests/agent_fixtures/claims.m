// Claims objects by the return address, as code for iOS 16 and later does. The expected counts were determined by hand.
#include <Foundation/Foundation.h>
#include <stdio.h>

id claim_retained(id, SEL), claim_older(id, SEL), claim_unsafely(id, SEL);
id objc_autoreleaseReturnValue(id), objc_retainAutoreleaseReturnValue(id);

static int alive;
@interface Thing : NSObject
+ (id)make;
+ (id)makeThrough;
+ (id)makeFurther;
- (id)itself;
- (void)end;
@end
@implementation Thing
- (instancetype)init { if ((self = [super init])) alive++; return self; }
- (void)dealloc { alive--; [super dealloc]; }
+ (id)make { return objc_autoreleaseReturnValue([[Thing alloc] init]); }
+ (id)makeThrough { return [self make]; }
+ (id)makeFurther { return [self makeThrough]; }
- (id)itself { return objc_retainAutoreleaseReturnValue(self); }
- (void)end {}
@end

typedef id (*claim)(id, SEL);
static void round_of(const char *what, claim take, SEL selector) {
    int before = alive, after;
    @autoreleasepool {
        for (int i = 0; i < 100; i++) [take([Thing class], selector) release];
        after = alive - before;
    }
    printf("%s: %d alive after release, %d in the end\n", what, after, alive - before);
}

int main(void) {
    @autoreleasepool {
        const claim ways[] = { claim_retained, claim_older };
        for (int i = 0; i < 2; i++) {
            round_of("made", ways[i], @selector(make));
            round_of("through a tail call", ways[i], @selector(makeThrough));
            round_of("through two", ways[i], @selector(makeFurther));
        }
        Thing *thing = [[Thing alloc] init];
        for (int i = 0; i < 50; i++) [claim_retained(thing, @selector(itself)) release];
        for (int i = 0; i < 50; i++) claim_unsafely([Thing class], @selector(make));
        printf("%d alive, retained %lu times\n", alive, (unsigned long)[thing retainCount]);
        [thing end];
        for (int i = 0; i < 50; i++) [claim_retained(thing, @selector(itself)) release];
        round_of("after the window", claim_retained, @selector(makeFurther));
        [thing release];
    }
    printf("end: %d\n", alive);
    return alive;
}

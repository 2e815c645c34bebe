// Sends messages without the app's pointer to objc_msgSend, in several ways.
#import <Foundation/Foundation.h>
#include <dlfcn.h>
#include <objc/message.h>
#include <objc/runtime.h>
#include <stdio.h>
#include "rebind.h"
extern void objc_msgSendSuper(void);

@interface Thing : NSObject - (long)value; - (void)end; @end
@implementation Thing
- (long)value { return 1; }
- (void)end {}
@end
@interface Below : Thing - (long)value; @end
@implementation Below
- (long)value { return 100; }
@end

typedef long (*Send)(id, SEL);
static long look_up(id object, SEL selector) {
    register id x0 __asm("x0") = object;
    register SEL x1 __asm("x1") = selector;
    __asm volatile("bl _objc_msgLookup\n\tblr x17" : "+r"(x0), "+r"(x1) : : "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13", "x14", "x15", "x16", "x17", "x30", "memory", "cc");
    return (long)x0;
}
int main(void) {
    Thing *thing = class_createInstance(objc_getClass("Thing"), 0);
    Below *below = class_createInstance(objc_getClass("Below"), 0);
    Send copy = (Send)dlsym(RTLD_DEFAULT, "objc_msgSend");
    struct { id receiver; Class class; } above = { below, objc_getClass("Thing") };
    long sum = 0;
    for (int i = 0; i < 10; i++) {
        sum += copy(thing, @selector(value));
        sum += ((long (*)(void *, SEL))objc_msgSendSuper)(&above, @selector(value));
        sum += look_up(below, @selector(value));
    }
    printf("sum %ld, the same %d, next %d, none %d\n", sum, (void *)copy == POINTER("_objc_msgSend"), dlsym(RTLD_NEXT, "objc_msgSend") != 0, dlsym(RTLD_DEFAULT, "nobody_has_this") != 0);
    [thing end];
    return 0;
}

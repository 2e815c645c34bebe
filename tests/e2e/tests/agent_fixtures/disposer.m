// Creates classes and disposes of them: some in a method in the window, the rest right after the window's end, while the trace is written.
#import <Foundation/Foundation.h>
#include <objc/message.h>
#include <objc/runtime.h>
#include <stdio.h>
#include <string.h>

enum { CLASSES = 40, METHODS = 20 };
static Class classes[CLASSES];
static SEL selectors[METHODS];
static long ran, disposals;
static void run(id self, SEL selector) { ran++; }

static void make(long i) {
    char name[40];
    snprintf(name, sizeof name, "Temporary%ld", i);
    classes[i] = objc_allocateClassPair(objc_getClass("NSObject"), name, 0);
    for (int m = 0; m < METHODS; m++) class_addMethod(classes[i], selectors[m], (IMP)run, "v@:");
    objc_registerClassPair(classes[i]);
    id object = class_createInstance(classes[i], 0);
    for (int m = 0; m < METHODS; m++) ((void (*)(id, SEL))objc_msgSend)(object, selectors[m]);
    object_dispose(object);
}
static void dispose(long i) {
    Class class = classes[i];
    objc_disposeClassPair(class);
    disposals++;
    // The freed memory of the class is overwritten: superclass, cache and data.
    memset((char *)class + 8, 0x5a, 32);
}

@interface User : NSObject
- (void)drop;
- (void)end;
@end
@implementation User
- (void)drop { for (long i = 0; i < CLASSES / 2; i++) dispose(i); }
- (void)end {}
@end

int main(void) {
    User *user = class_createInstance(objc_getClass("User"), 0);
    for (int m = 0; m < METHODS; m++) {
        char name[40];
        snprintf(name, sizeof name, "method%d", m);
        selectors[m] = sel_registerName(name);
    }
    for (long i = 0; i < CLASSES; i++) make(i);
    [user drop];
    [user end];
    for (long i = CLASSES / 2; i < CLASSES; i++) dispose(i);
    printf("ran %ld, disposals %ld\n", ran, disposals);
    return 0;
}

// Sends messages to classes that have no method for them and may add the method. The window ends by its limit.
#include <objc/NSObject.h>
#include <objc/runtime.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int asked;
static pthread_t main_thread;
static int elsewhere;
static id added(id self, SEL selector) { return self; }

@interface Above : NSObject
- (id)own;
@end
@interface Below : Above
- (id)dynamic;
- (id)forwarded;
@end
@interface Target : NSObject
@end
static Target *target;
@implementation Target
- (id)forwarded { return self; }
@end
@implementation Above
- (id)own { return self; }
+ (BOOL)resolveInstanceMethod:(SEL)selector {
    asked++;
    if (!pthread_equal(pthread_self(), main_thread)) elsewhere++;
    if (strcmp(sel_getName(selector), "dynamic")) return NO;
    class_addMethod(self, selector, (IMP)added, "@@:");
    return YES;
}
- (id)forwardingTargetForSelector:(SEL)selector { return target; }
@end
@implementation Below
@end

// These classes are unused; a call for the list of all classes would realise them.
#define CLASS(n) @interface Idle##n : NSObject @end @implementation Idle##n - (void)idle {} @end
CLASS(0) CLASS(1) CLASS(2) CLASS(3) CLASS(4) CLASS(5) CLASS(6) CLASS(7)
int main(void) {
    main_thread = pthread_self();
    target = class_createInstance(objc_getClass("Target"), 0);
    Below *below = class_createInstance(objc_getClass("Below"), 0);
    for (int i = 0; i < 5; i++) { [below own]; [below dynamic]; [below forwarded]; }
    // A class that is created at run time, as for key-value observing.
    Class made = objc_allocateClassPair([Below class], "Made", 0);
    objc_registerClassPair(made);
    object_setClass(below, made);
    for (int i = 0; i < 3; i++) [below own];
    int before = asked;
    sleep(2);
    unsigned count;
    Class *realised = objc_copyRealizedClassList(&count);
    int idle = 0;
    for (unsigned i = 0; i < count; i++) idle += !strncmp(class_getName(realised[i]), "Idle", 4);
    free(realised);
    printf("asked %d times, %d at the end, %d elsewhere; %d idle classes are prepared\n", before, asked - before, elsewhere, idle);
    return 0;
}

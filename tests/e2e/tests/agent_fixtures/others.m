// An app that itself hooks methods: `viewDidLoad` is exchanged in a +load and again after the launch, before and after the agent
// sees the class; the pointer to objc_msgSend is rebound in the window, as by fishhook; a class is created as by KVO; and classes
// are disposed of in the window, after which their memory is overwritten at once.
#import <UIKit/UIKit.h>
#include <dlfcn.h>
#include <objc/message.h>
#include <objc/runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "past.h"
#include "rebind.h"

static char order[200];
static long sum;
static void *copied;
static void tell(const char *what) { strlcat(order, what, sizeof order); }
static void exchange(Class class, SEL a, SEL b) {
    Method one = class_getInstanceMethod(class, a), two = class_getInstanceMethod(class, b);
    if (class_addMethod(class, a, method_getImplementation(two), method_getTypeEncoding(two)))
        class_replaceMethod(class, b, method_getImplementation(one), method_getTypeEncoding(one));
    else method_exchangeImplementations(one, two);
}

@interface Page : UIViewController @end
@implementation Page
- (void)viewDidLoad { tell("own "); [super viewDidLoad]; }
- (void)viewWillAppear:(BOOL)animated { tell("appear "); [super viewWillAppear:animated]; }
@end
@interface Plain : UIViewController @end // no viewDidLoad of its own: exchanging gives it one
@implementation Plain
@end
static long made;
@interface Fresh : UIViewController @end // made after the window, by an initialiser that was exchanged in it
@implementation Fresh
- (void)viewDidLoad { [super viewDidLoad]; }
@end
@implementation UIViewController (First)
- (id)counted_initWithNibName:(id)name bundle:(id)bundle { made++; return [self counted_initWithNibName:name bundle:bundle]; }
- (void)first_viewDidLoad { tell("first("); [self first_viewDidLoad]; tell(")first "); }
- (void)second_viewDidLoad { tell("second("); [self second_viewDidLoad]; tell(")second "); }
- (void)third_viewDidLoad { tell("third("); [self third_viewDidLoad]; tell(")third "); }
- (void)plain_viewDidLoad { tell("plain("); [self plain_viewDidLoad]; tell(")plain "); }
+ (void)load {
    exchange(objc_getClass("Page"), @selector(viewDidLoad), @selector(first_viewDidLoad));
    exchange(objc_getClass("Plain"), @selector(viewDidLoad), @selector(plain_viewDidLoad));
}
@end

// -- a pointer that another library rebinds; only x16 and x17 may be changed
unsigned long detours;
void *detour_original __attribute__((used));
extern char detour[] __asm__("_detour");
__asm__(".globl _detour\n.p2align 2\n_detour:\n"
        " adrp x16, _detours@PAGE\n ldr x17, [x16, _detours@PAGEOFF]\n add x17, x17, #1\n str x17, [x16, _detours@PAGEOFF]\n"
        " adrp x16, _detour_original@PAGE\n ldr x16, [x16, _detour_original@PAGEOFF]\n br x16\n");
static void **slot(void) {
    void *page;
    unsigned instruction;
    // The address of the pointer, which is computed from the instruction that reads it.
    __asm volatile("adr x9, 1f\n\tadrp %0, _objc_msgSend@GOTPAGE\n1:\tldr x10, [%0, _objc_msgSend@GOTPAGEOFF]\n\tldr %w1, [x9]" : "=&r"(page), "=&r"(instruction) : : "x9", "x10");
    return (void **)((char *)page + (instruction >> 10 & 0xfff) * 8);
}
static void take_over(void) {
    detour_original = *slot();
    rebind(detour_original, detour);
}
static const char *leads_to(const void *pointer) {
    Dl_info info;
    const char *path = dladdr(pointer, &info) ? info.dli_fname : "nowhere";
    return strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
}
// Bypasses the agent, which never returns the address of a trampoline to the app.
static const char *imp(Class class, SEL selector) {
    return leads_to((void *)PAST(class_getMethodImplementation)(class, selector));
}

// -- a class like those of KVO
@interface Thing : NSObject { long value; } - (long)value; - (void)setValue:(long)x; @end
@implementation Thing
- (long)value { return value; }
- (void)setValue:(long)x { value = x; }
@end
static long changes;
static void observed_setValue(id self, SEL selector, long x) {
    struct { id receiver; Class current; } above = { self, object_getClass(self) };
    changes++;
    ((void (*)(void *, SEL, long))objc_msgSendSuper2)(&above, selector, x);
}
static Class observed_class(id self, SEL selector) { return class_getSuperclass(object_getClass(self)); }
static long observe(void) {
    Thing *thing = [[Thing alloc] init];
    [thing setValue:1];
    Class kvo = objc_allocateClassPair(object_getClass(thing), "NSKVONotifying_Thing", 0);
    class_addMethod(kvo, @selector(setValue:), (IMP)observed_setValue, "v@:q");
    class_addMethod(kvo, @selector(class), (IMP)observed_class, "#@:");
    objc_registerClassPair(kvo);
    object_setClass(thing, kvo);
    long sum = 0;
    for (long i = 0; i < 10; i++) { [thing setValue:i]; sum += [thing value]; }
    return sum + ([thing class] == objc_getClass("Thing") ? 1000 : 0);
}

// -- classes that are disposed of
static long ran, disposals;
static void run(id self, SEL selector) { ran++; }
static void dispose(const char *name, int sends) {
    Class class = objc_allocateClassPair(objc_getClass("NSObject"), name, 0);
    Class meta = object_getClass(class);
    class_addMethod(class, @selector(comeAndGo), (IMP)run, "v@:");
    class_addMethod(meta, @selector(comeAndGo), (IMP)run, "v@:");
    objc_registerClassPair(class);
    id object = class_createInstance(class, 0);
    for (int i = 0; i < sends; i++) { ((void (*)(id, SEL))objc_msgSend)(object, @selector(comeAndGo)); }
    ((void (*)(id, SEL))objc_msgSend)((id)class, @selector(comeAndGo));
    object_dispose(object);
    // The call uses a pointer of the app, or the original function, as in the system's code.
    if (getenv("PAST")) PAST(objc_disposeClassPair)(class);
    else objc_disposeClassPair(class);
    disposals++;
    // The freed memory of the class is overwritten, as if it was reused: superclass, two words of cache, and data. The isa is not
    // overwritten, because the heap may have the link of a free block at this position.
    memset((char *)class + 8, 0x5a, 32);
    memset((char *)meta + 8, 0x5a, 32);
}
static void forget(Class class) {
    Class meta = object_getClass(class);
    objc_disposeClassPair(class);
    memset((char *)class + 8, 0x5a, 32);
    memset((char *)meta + 8, 0x5a, 32);
}
// The lowest class inherits its methods from a class of the app, and from a class that is disposed of after the lowest class.
static void inherit(void) {
    Class lower = objc_allocateClassPair(objc_getClass("Thing"), "Lower", 0);
    class_addMethod(lower, @selector(comeAndGo), (IMP)run, "v@:");
    class_addMethod(object_getClass(lower), @selector(comeAndGo), (IMP)run, "v@:");
    objc_registerClassPair(lower);
    Class lowest = objc_allocateClassPair(lower, "Lowest", 0);
    class_addMethod(lowest, @selector(setValue:), (IMP)observed_setValue, "v@:q");
    objc_registerClassPair(lowest);
    Thing *thing = class_createInstance(lowest, 0);
    for (long i = 0; i < 10; i++) { [thing setValue:i]; [thing value]; }
    for (int i = 0; i < 4; i++) ((void (*)(id, SEL))objc_msgSend)(thing, @selector(comeAndGo));
    ((void (*)(id, SEL))objc_msgSend)((id)lowest, @selector(comeAndGo));
    object_dispose(thing);
    forget(lowest);
    forget(lower);
}

@interface Delegate : UIResponder <UIApplicationDelegate>
@property (nonatomic, strong) UIWindow *window;
@end
@implementation Delegate
@synthesize window = _window;
- (const char *)caller { return leads_to(__builtin_return_address(0)); }
- (void)later {
    printf("inside: %s\n", order);
    order[0] = 0;
    // The life cycle of a page after the window, with all exchanges.
    Page *page = [[Page alloc] init];
    [page loadViewIfNeeded];
    Plain *plain = [[Plain alloc] init];
    [plain loadViewIfNeeded];
    printf("afterwards: %s\n", order);
    printf("afterwards: send %s, viewDidLoad %s, second %s, appear %s, rights %d\n", leads_to(*slot()), imp(objc_getClass("Page"), @selector(viewDidLoad)), imp(objc_getClass("Page"), @selector(second_viewDidLoad)),
           imp(objc_getClass("Page"), @selector(viewWillAppear:)), rights(slot()));
    printf("afterwards: dispose %s, ", leads_to(POINTER("_objc_disposeClassPair")));
    printf("copied returns to %s\n", ((const char *(*)(id, SEL))copied)(self, @selector(caller)));
    [[Fresh alloc] init];
    printf("afterwards: fresh %s, made %ld\n", imp(objc_getClass("Fresh"), @selector(viewDidLoad)), made);
    unsigned long before = detours;
    [self description];
    printf("sum %ld, changes %ld, ran %ld of %ld, detours %d\n", sum, changes, ran, disposals, detours > before);
}
- (BOOL)application:(UIApplication *)application didFinishLaunchingWithOptions:(NSDictionary *)options {
    Page *page = [[Page alloc] init];
    Plain *plain = [[Plain alloc] init];
    // At this point the agent has hooked the method, if the agent is loaded.
    exchange(objc_getClass("Page"), @selector(viewDidLoad), @selector(second_viewDidLoad));
    exchange(objc_getClass("Plain"), @selector(viewDidLoad), @selector(third_viewDidLoad));
    exchange(objc_getClass("UIViewController"), @selector(initWithNibName:bundle:), @selector(counted_initWithNibName:bundle:));
    [plain loadViewIfNeeded];
    sum = observe();
    copied = POINTER("_objc_msgSend");
    int many = getenv("DISPOSALS") ? atoi(getenv("DISPOSALS")) : 3;
    for (int i = 0; i < many; i++) {
        char name[40];
        snprintf(name, sizeof name, "Temporary%d", i);
        dispose(name, i % 7);
    }
    if (getenv("INHERIT")) inherit();
    if (getenv("REBIND")) take_over();
    self.window = [[UIWindow alloc] init];
    self.window.rootViewController = page;
    [self.window makeKeyAndVisible];
    for (int i = 0; i < 25; i++) [(Thing *)[[Thing alloc] init] value];
    [self performSelector:@selector(later) withObject:nil afterDelay:0.3];
    return YES;
}
@end

int main(int argc, char *argv[]) { return UIApplicationMain(argc, argv, nil, @"Delegate"); }

// An app with pages. ROOT selects the first view controller: one of the app's own pages, or a view controller of the system.
// At the end it prints the targets of its pointers and entry points, and the protection of its pages of pointers.
#import <UIKit/UIKit.h>
#include "rights.h"
#include <dlfcn.h>
#include <objc/runtime.h>
#include <pthread.h>
#include <stdio.h>
#include "past.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int constructed, loaded;
__attribute__((constructor)) static void construct(void) { constructed = 1; }

@interface Thing : NSObject { @public int made; }
- (int)turn;
- (int)after;
- (void *)from;
@end
@implementation Thing
- (void *)from { return __builtin_return_address(0); }
+ (void)load { loaded++; for (volatile int i = 0; i < 5000; i++); }
- (id)init { if ((self = [super init])) made = 1; return self; }
- (int)turn { return made; }
- (int)after { return made + 1; }
@end
@interface Thing (More)
@end
@implementation Thing (More)
+ (void)load { loaded += 10; for (volatile int i = 0; i < 9000; i++); }
@end

// The late framework has a class of this name too.
@interface Twin : NSObject
@end
@implementation Twin
+ (void)load { for (volatile int i = 0; i < 1000; i++); }
@end

@interface Page : UIViewController
@end
@implementation Page
- (void)loadView { self.view = [[UIView alloc] initWithFrame:CGRectMake(0, 0, 1, 1)]; }
- (void)viewDidLoad { [super viewDidLoad]; [[[Thing alloc] init] turn]; }
- (void)viewWillAppear:(BOOL)a { [super viewWillAppear:a]; }
- (void)viewIsAppearing:(BOOL)a { [super viewIsAppearing:a]; }
- (void)viewWillLayoutSubviews { [super viewWillLayoutSubviews]; }
- (void)viewDidLayoutSubviews { [super viewDidLayoutSubviews]; }
- (void)viewDidAppear:(BOOL)a { [super viewDidAppear:a]; }
@end
// The app loads this page early: the system's loadViewIfNeeded jumps to the page's viewDidLoad.
@interface Early : UIViewController
@end
@implementation Early
- (void)viewDidLoad { [[Thing new] turn]; }
@end

// This page is created and loaded on a background thread, which UIKit forbids and some apps do.
@interface Aside : UIViewController
@end
@implementation Aside
- (void)viewDidLoad { [[Thing new] turn]; }
@end
static void *aside(void *unused) { [[[Aside alloc] init] loadViewIfNeeded]; return unused; }

static const char *leads_to(const void *pointer) {
    Dl_info info;
    const char *path = dladdr(pointer, &info) ? info.dli_fname : "nowhere";
    return strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
}
// Reads the image's own pointer to objc_msgSend from memory at each call. The function `slots` returns the page that contains the pointer.
static void *sender(void) {
    void *pointer;
    __asm volatile("adrp %0, _objc_msgSend@GOTPAGE\n\tldr %0, [%0, _objc_msgSend@GOTPAGEOFF]" : "=r"(pointer));
    return pointer;
}
static void *slots(void) {
    void *page;
    __asm volatile("adrp %0, _objc_msgSend@GOTPAGE" : "=r"(page));
    return page;
}
static const char *method(Class class, SEL selector) { return leads_to(PAST(method_getImplementation)(class_getInstanceMethod(class, selector))); }
static void tell(const char *when) {
    printf("%s: page %s, early %s, base %s, load %s, rights %d\n", when, method([Page class], @selector(viewDidLoad)), method([Early class], @selector(viewDidLoad)),
           method([UIViewController class], @selector(viewDidAppear:)), method(object_getClass([Thing class]), @selector(load)), rights(slots()));
}
static void tell_slot(const char *when) {
    printf("%s: send %s\n", when, leads_to(sender()));
}

static IMP original;
static void swizzled(id self, SEL selector, BOOL animated) { ((void (*)(id, SEL, BOOL))original)(self, selector, animated); }

@interface Delegate : UIResponder <UIApplicationDelegate>
@property (nonatomic, strong) UIWindow *window;
@end
@implementation Delegate
@synthesize window = _window;
- (void)work { [[[Thing alloc] init] turn]; }
- (void)later {
    tell("afterwards");
    tell_slot("afterwards");
    // The swizzled method is called again, through the implementation that it keeps.
    swizzled(self.window.rootViewController, @selector(viewWillAppear:), NO);
    printf("sum %d, constructed %d, loaded %d\n", [[[Thing alloc] init] after], constructed, loaded);
}
- (BOOL)application:(UIApplication *)application didFinishLaunchingWithOptions:(NSDictionary *)options {
    tell_slot("inside");
    NSThread *thread = [[NSThread alloc] initWithTarget:self selector:@selector(work) object:nil];
    thread.name = @"worker";
    [thread start];
    usleep(2000); // it ends before the first frame
    const char *root = getenv("ROOT");
    UIViewController *page = root && !strcmp(root, "system") ? [[UIViewController alloc] init]
                           : root && !strcmp(root, "navigation") ? [[UINavigationController alloc] initWithRootViewController:[[UIViewController alloc] init]]
                           : [[Page alloc] init];
    Early *early = [[Early alloc] init];
    [early loadViewIfNeeded];
    printf("returns to %s\n", leads_to([(Thing *)class_createInstance(objc_getClass("Thing"), 0) from]));
    pthread_t other;
    if (getenv("ASIDE") && !pthread_create(&other, 0, aside, 0)) pthread_join(other, 0);
    for (int i = getenv("PAGES") ? atoi(getenv("PAGES")) : 0; i > 0; i--) [[Early alloc] init];
    if (getenv("LATE")) dlopen("@executable_path/Frameworks/Late", RTLD_NOW);
    if (getenv("CRASH")) *(volatile int *)8 = 1;
    if (getenv("SWIZZLE")) original = method_setImplementation(class_getInstanceMethod([Page class], @selector(viewWillAppear:)), (IMP)swizzled);
    else original = method_getImplementation(class_getInstanceMethod([Page class], @selector(viewWillAppear:)));
    self.window = [[UIWindow alloc] init];
    self.window.rootViewController = page;
    [self.window makeKeyAndVisible];
    tell("inside");
    if (getenv("ROOT") == 0) printf("swizzled %s\n", leads_to((void *)original));
    [self performSelector:@selector(later) withObject:nil afterDelay:0.3];
    return YES;
}
@end

int main(int argc, char *argv[]) {
    // As in SwiftUI, the app does not make this call itself.
    if (getenv("INSIDE")) return ((int (*)(int, char **, NSString *, NSString *))dlsym(RTLD_NEXT, "UIApplicationMain"))(argc, argv, nil, @"Delegate");
    return UIApplicationMain(argc, argv, nil, @"Delegate");
}

// An app with a flow that runs twice: before and after the app becomes responsive. The run loop waits once before the first page appears.
#import <UIKit/UIKit.h>
#include <fcntl.h>
#include <os/signpost.h>
#include <stdlib.h>
#include <unistd.h>

static os_log_t pay;
static volatile long sum;
static void after(double seconds, CFRunLoopTimerCallBack what) {
    CFRunLoopAddTimer(CFRunLoopGetMain(), CFRunLoopTimerCreate(0, CFAbsoluteTimeGetCurrent() + seconds, 0, 0, 0, what, 0), kCFRunLoopCommonModes);
}
static void spin(long rounds) { for (long i = 0; i < rounds; i++) sum += i; }

@interface Flow : NSObject
- (void)start:(long)steps;
- (void)step;
- (void)finish;
- (void)busy;
- (void)again;
@end
@implementation Flow
- (void)start:(long)steps {
    os_signpost_interval_begin(pay, OS_SIGNPOST_ID_EXCLUSIVE, "checkout");
    for (long i = 0; i < steps; i++) [self step];
    os_signpost_interval_end(pay, OS_SIGNPOST_ID_EXCLUSIVE, "checkout");
    [self finish];
}
- (void)step {
    spin(20000 + (getenv("SLOWER") ? atol(getenv("SLOWER")) : 0));
    close(open("/nowhere", O_RDONLY));
}
- (void)finish { spin(100); }
- (void)busy { usleep(getenv("BUSY") ? atoi(getenv("BUSY")) : 100000); }
- (void)again { [self start:5]; }
@end

@interface First : UIViewController
@end
@implementation First
- (void)viewDidLoad { [super viewDidLoad]; }
- (void)viewDidAppear:(BOOL)a { [super viewDidAppear:a]; }
@end
@interface Second : UIViewController
@end
@implementation Second
- (void)viewDidAppear:(BOOL)a { [super viewDidAppear:a]; }
@end

static UINavigationController *pages;
static Flow *flow;
static void again(CFRunLoopTimerRef timer, void *info) { [flow again]; }
static void once(CFRunLoopTimerRef timer, void *info) {
    [flow start:3];
    [flow busy];
    [pages pushViewController:[[Second alloc] init] animated:NO];
}
static void pop(CFRunLoopTimerRef timer, void *info) { [pages popViewControllerAnimated:NO]; }

@interface Delegate : UIResponder <UIApplicationDelegate>
@property (nonatomic, strong) UIWindow *window;
- (void)made;
@end
@implementation Delegate
@synthesize window = _window;
- (void)made { spin(1000); }
- (void)show {
    pages = [[UINavigationController alloc] initWithRootViewController:[[First alloc] init]];
    self.window = [[UIWindow alloc] init];
    self.window.rootViewController = pages;
    [self.window makeKeyAndVisible];
}
static Delegate *delegate;
static void show(CFRunLoopTimerRef timer, void *info) { [delegate show]; }
- (BOOL)application:(UIApplication *)application didFinishLaunchingWithOptions:(NSDictionary *)options {
    delegate = self;
    pay = os_log_create("com.example.fixture", "pay");
    flow = [[Flow alloc] init];
    [self made];
    if (getenv("EARLY")) [flow start:2];
    after(0.02, show);
    after(0.1, once);
    after(0.6, pop);
    after(2.0, again);
    return YES;
}
@end

int main(int argc, char *argv[]) { return UIApplicationMain(argc, argv, nil, @"Delegate"); }

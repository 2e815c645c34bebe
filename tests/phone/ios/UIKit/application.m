// UIApplicationMain: from main to the first frame.
#include "internal.h"

@implementation UISceneSession
@end
@implementation UISceneConnectionOptions
@end
@implementation UISceneConfiguration
@synthesize name = _name, delegateClass = _delegateClass;
- (id)initWithName:(NSString *)name sessionRole:(NSString *)role {
    if ((self = [super init])) [self setName:name];
    return self;
}
@end
@implementation UIScene
@synthesize delegate = _delegate;
@end
@implementation UIWindowScene
@end

static UIApplication *application;
@implementation UIApplication
@synthesize delegate = _delegate;
+ (UIApplication *)sharedApplication { return application; }
@end

// False if the app has no scenes: then the application itself becomes active.
static bool connect_scene(id delegate) {
    if (![delegate respondsToSelector:@selector(application:configurationForConnectingSceneSession:options:)]) return false;
    UISceneSession *session = [[UISceneSession alloc] init];
    UISceneConnectionOptions *options = [[UISceneConnectionOptions alloc] init];
    UISceneConfiguration *configuration = [delegate application:application configurationForConnectingSceneSession:session options:options];
    UIWindowScene *scene = [[UIWindowScene alloc] init];
    id scene_delegate = [[[configuration delegateClass] alloc] init];
    [scene setDelegate:scene_delegate];
    if ([scene_delegate respondsToSelector:@selector(scene:willConnectToSession:options:)]) [scene_delegate scene:scene willConnectToSession:session options:options];
    if ([scene_delegate respondsToSelector:@selector(sceneWillEnterForeground:)]) [scene_delegate sceneWillEnterForeground:scene];
    if ([scene_delegate respondsToSelector:@selector(sceneDidBecomeActive:)]) [scene_delegate sceneDidBecomeActive:scene];
    return true;
}
static void launch(id delegate) {
    if ([delegate respondsToSelector:@selector(application:willFinishLaunchingWithOptions:)]) [delegate application:application willFinishLaunchingWithOptions:nil];
    if ([delegate respondsToSelector:@selector(application:didFinishLaunchingWithOptions:)]) [delegate application:application didFinishLaunchingWithOptions:nil];
    if (!connect_scene(delegate) && [delegate respondsToSelector:@selector(applicationDidBecomeActive:)]) [delegate applicationDidBecomeActive:application];
}
static void commit(CFRunLoopObserverRef observer, CFRunLoopActivity activity, void *info) { phone_commit(); }
static void end(CFRunLoopTimerRef timer, void *info) { exit(0); }

int UIApplicationMain(int argc, char *argv[], NSString *principal, NSString *delegate_name) {
    NSAutoreleasePool *pool = [[NSAutoreleasePool alloc] init];
    Class class = principal ? NSClassFromString(principal) : [UIApplication class];
    application = [[class alloc] init];
    id delegate = delegate_name ? [[NSClassFromString(delegate_name) alloc] init] : application;
    if (!delegate) phone_fail("UIApplicationMain: no such application delegate class");
    [application setDelegate:delegate];
    // CoreAnimation's transaction commits here; an observer of the finished frame has a greater order.
    CFRunLoopObserverRef commits = CFRunLoopObserverCreate(0, kCFRunLoopBeforeWaiting | kCFRunLoopExit, true, 2000000, commit, 0);
    CFRunLoopAddObserver(CFRunLoopGetMain(), commits, kCFRunLoopCommonModes);
    launch(delegate);
    [pool drain];
    const char *text = getenv("PHONE_RUN_MS");
    double seconds = text ? atof(text) / 1000 : 0.5;
    CFRunLoopTimerRef timer = CFRunLoopTimerCreate(0, CFAbsoluteTimeGetCurrent() + seconds, 0, 0, 0, end, 0);
    CFRunLoopAddTimer(CFRunLoopGetMain(), timer, kCFRunLoopCommonModes);
    CFRunLoopRun();
    return 0;
}

// SwiftUI.App.main(), which the entry point of a SwiftUI app calls. It does some work of its own, and makes the application from within;
// the delegate is the app's class of this name.
void phone_swiftui_main(void) __asm("_$s7SwiftUI3AppPAAE4mainyyFZ");
void phone_swiftui_main(void) {
    for (long i = 0; i < 200000; i++) __asm volatile("nop");
    UIApplicationMain(0, 0, nil, @"Delegate");
}

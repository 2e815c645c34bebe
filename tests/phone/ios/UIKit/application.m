// Implements UIApplicationMain, which runs from main to the first frame and does not return.
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

static UIScene *scene;
// Sends a message of the life cycle to the scene's delegate, or, in an app without scenes, to the application's. Messages about events are
// sent by name. If the protocols in UIKit.h declared them, the runtime would register their selectors in every launch, and its table of
// selectors would grow during a method that the tests measure.
static void tell(const char *of_scene, const char *of_application) {
    id delegate = scene ? [scene delegate] : [application delegate];
    SEL selector = sel_registerName(scene ? of_scene : of_application);
    if ([delegate respondsToSelector:selector]) ((void (*)(id, SEL, id))objc_msgSend)(delegate, selector, scene ? (id)scene : (id)application);
}
static void become_active(void) { tell("sceneDidBecomeActive:", "applicationDidBecomeActive:"); }

static void connect_scene(id delegate) {
    if (![delegate respondsToSelector:@selector(application:configurationForConnectingSceneSession:options:)]) return;
    UISceneSession *session = [[UISceneSession alloc] init];
    UISceneConnectionOptions *options = [[UISceneConnectionOptions alloc] init];
    UISceneConfiguration *configuration = [delegate application:application configurationForConnectingSceneSession:session options:options];
    scene = [[UIWindowScene alloc] init];
    id scene_delegate = [[[configuration delegateClass] alloc] init];
    [scene setDelegate:scene_delegate];
    if ([scene_delegate respondsToSelector:@selector(scene:willConnectToSession:options:)]) [scene_delegate scene:scene willConnectToSession:session options:options];
    if ([scene_delegate respondsToSelector:@selector(sceneWillEnterForeground:)]) [scene_delegate sceneWillEnterForeground:scene];
}
static void launch(id delegate) {
    if ([delegate respondsToSelector:@selector(application:willFinishLaunchingWithOptions:)]) [delegate application:application willFinishLaunchingWithOptions:nil];
    if ([delegate respondsToSelector:@selector(application:didFinishLaunchingWithOptions:)]) [delegate application:application didFinishLaunchingWithOptions:nil];
    connect_scene(delegate);
    become_active();
}
// Handles an event from outside: `background`, `foreground`, `url URL` or `push PAYLOAD`.
static void handle(const char *event) {
    id delegate = [application delegate];
    const char *rest = strchr(event, ' ');
    NSString *text = [NSString stringWithUTF8String:rest ? rest + 1 : ""];
    if (!strcmp(event, "background")) {
        tell("sceneWillResignActive:", "applicationWillResignActive:");
        tell("sceneDidEnterBackground:", "applicationDidEnterBackground:");
    } else if (!strcmp(event, "foreground")) {
        tell("sceneWillEnterForeground:", "applicationWillEnterForeground:");
        become_active();
    } else if (!strncmp(event, "url ", 4) && scene) {
        // UIKit passes a set of contexts, each of which has a URL. Here the set is an array, and the URL in it is a text.
        SEL open = sel_registerName("scene:openURLContexts:");
        delegate = [scene delegate];
        if ([delegate respondsToSelector:open]) ((void (*)(id, SEL, id, id))objc_msgSend)(delegate, open, scene, [NSArray arrayWithObject:text]);
    } else if (!strncmp(event, "url ", 4)) {
        SEL open = sel_registerName("application:openURL:options:");
        if ([delegate respondsToSelector:open]) ((BOOL (*)(id, SEL, id, id, id))objc_msgSend)(delegate, open, application, text, nil);
    } else if (!strncmp(event, "push ", 5)) {
        SEL receive = sel_registerName("application:didReceiveRemoteNotification:");
        if ([delegate respondsToSelector:receive]) ((void (*)(id, SEL, id, id))objc_msgSend)(delegate, receive, application, text);
    } else {
        phone_fail("UIApplication: an unknown event");
    }
}
static void commit(CFRunLoopObserverRef observer, CFRunLoopActivity activity, void *info) { phone_commit(); }
static void end_later(void);
// Ends the app, or, with PHONE_EVENTS in the environment, handles the next event.
static void end(CFRunLoopTimerRef timer, void *info) {
    char event[4096];
    if (!getenv("PHONE_EVENTS") || !phone_info("event", event, sizeof event, 0) || !strcmp(event, "end")) exit(0);
    handle(event);
    end_later();
}
static void end_later(void) {
    const char *text = getenv("PHONE_RUN_MS");
    double seconds = text ? atof(text) / 1000 : 0.5;
    CFRunLoopTimerRef timer = CFRunLoopTimerCreate(0, CFAbsoluteTimeGetCurrent() + seconds, 0, 0, 0, end, 0);
    CFRunLoopAddTimer(CFRunLoopGetMain(), timer, kCFRunLoopCommonModes);
}

int UIApplicationMain(int argc, char *argv[], NSString *principal, NSString *delegate_name) {
    NSAutoreleasePool *pool = [[NSAutoreleasePool alloc] init];
    Class class = principal ? NSClassFromString(principal) : [UIApplication class];
    application = [[class alloc] init];
    id delegate = delegate_name ? [[NSClassFromString(delegate_name) alloc] init] : application;
    if (!delegate) phone_fail("UIApplicationMain: no such application delegate class");
    [application setDelegate:delegate];
    // CoreAnimation commits its transaction here; an observer of the finished frame has a greater order.
    CFRunLoopObserverRef commits = CFRunLoopObserverCreate(0, kCFRunLoopBeforeWaiting | kCFRunLoopExit, true, 2000000, commit, 0);
    CFRunLoopAddObserver(CFRunLoopGetMain(), commits, kCFRunLoopCommonModes);
    launch(delegate);
    [pool drain];
    end_later();
    CFRunLoopRun();
    return 0;
}

// SwiftUI.App.main(), which the entry point of a SwiftUI app calls. It does some work of its own and creates the application; the
// application's delegate is the app's class with this name.
void phone_swiftui_main(void) __asm("_$s7SwiftUI3AppPAAE4mainyyFZ");
void phone_swiftui_main(void) {
    for (long i = 0; i < 200000; i++) __asm volatile("nop");
    UIApplicationMain(0, 0, nil, @"Delegate");
}

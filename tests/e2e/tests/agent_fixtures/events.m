// An app whose delegate handles events after the launch: a URL, a notification, entering the background and returning from it. With SCENES,
// the delegate of its scene handles the background and the URL.
#import <UIKit/UIKit.h>

static volatile long sum;
static BOOL has_left;

@interface Page : UIViewController
@end
@implementation Page
- (void)viewDidAppear:(BOOL)a { [super viewDidAppear:a]; }
@end

@interface Delegate : UIResponder <UIApplicationDelegate>
@property (nonatomic, strong) UIWindow *window;
- (void)work:(long)rounds;
@end
#ifdef SCENES
@interface Scene : UIResponder <UIWindowSceneDelegate>
@end
@implementation Scene
- (void)work { for (long i = 0; i < 20000; i++) sum += i; }
- (void)sceneWillEnterForeground:(UIScene *)scene {
    [self work];
    if (has_left) [(id)NSClassFromString(@"LaunchgateAgent") performSelector:@selector(begin:) withObject:@"back"];
}
- (void)sceneDidEnterBackground:(UIScene *)scene { has_left = YES; }
- (void)sceneDidBecomeActive:(UIScene *)scene { [self work]; }
- (void)scene:(UIScene *)scene openURLContexts:(NSArray *)contexts {
    if ([[contexts objectAtIndex:0] isEqualToString:@"shop://cart"]) [self work];
}
@end
#endif

@implementation Delegate
@synthesize window = _window;
#ifdef SCENES
- (UISceneConfiguration *)application:(UIApplication *)application configurationForConnectingSceneSession:(UISceneSession *)session options:(UISceneConnectionOptions *)options {
    UISceneConfiguration *configuration = [[UISceneConfiguration alloc] init];
    configuration.delegateClass = [Scene class];
    return configuration;
}
#endif
- (void)work:(long)rounds { for (long i = 0; i < rounds; i++) sum += i; }
- (BOOL)application:(UIApplication *)application didFinishLaunchingWithOptions:(NSDictionary *)options {
    [self work:1000];
    self.window = [[UIWindow alloc] init];
    self.window.rootViewController = [[Page alloc] init];
    [self.window makeKeyAndVisible];
    return YES;
}
- (BOOL)application:(UIApplication *)application openURL:(NSURL *)url options:(NSDictionary *)options {
    if (![(NSString *)url isEqualToString:@"shop://cart"]) return NO;
    [self work:20000];
    return YES;
}
- (void)application:(UIApplication *)application didReceiveRemoteNotification:(NSDictionary *)payload { [self work:20000]; }
- (void)applicationDidEnterBackground:(UIApplication *)application { [self work:1000]; }
- (void)applicationWillEnterForeground:(UIApplication *)application { [self work:20000]; }
- (void)applicationDidBecomeActive:(UIApplication *)application { [self work:1000]; }
@end

int main(int argc, char *argv[]) { return UIApplicationMain(argc, argv, nil, @"Delegate"); }

// An app whose delegate handles events after the launch: a URL, a notification, entering the background and returning from it.
#import <UIKit/UIKit.h>

static volatile long sum;

@interface Page : UIViewController
@end
@implementation Page
- (void)viewDidAppear:(BOOL)a { [super viewDidAppear:a]; }
@end

@interface Delegate : UIResponder <UIApplicationDelegate>
@property (nonatomic, strong) UIWindow *window;
- (void)work:(long)rounds;
@end
@implementation Delegate
@synthesize window = _window;
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

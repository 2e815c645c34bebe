#import "../Analytics/Analytics.h"
#import "../Checkout/Checkout-Swift.h"
#import "Pages.h"

@interface ShopDelegate : UIResponder <UIApplicationDelegate>
@property(nonatomic, strong) UIWindow *window;
@end

@interface ShopSceneDelegate : UIResponder <UIWindowSceneDelegate>
@property(nonatomic, strong) UIWindow *window;
@end

@interface ShopBench : NSObject
- (void)run:(unsigned)sends;
- (unsigned)step:(unsigned)value;
@end

@implementation ShopBench
- (void)run:(unsigned)sends {
    unsigned value = 1;
    for (unsigned send = 0; send < sends; send++)
        value = [self step:value];
}
- (unsigned)step:(unsigned)value { return value * 1664525 + 1013904223; }
@end

@implementation ShopDelegate
- (BOOL)application:(UIApplication *)application willFinishLaunchingWithOptions:(NSDictionary *)options {
    [[AnalyticsQueue shared] record:[AnalyticsEvent named:@"willFinish" value:1]];
    return YES;
}
- (BOOL)application:(UIApplication *)application didFinishLaunchingWithOptions:(NSDictionary *)options {
    [KitClock secondsSinceStart];
    [self listen];
    [self warmUp];
    [[AnalyticsQueue shared] start];
    [self preloadInBackground];
    [self openSession];
    [[[ShopBench alloc] init] run:KitExtraSends()];
    return YES;
}
- (void)openSession {
    CheckoutSession *session = [[CheckoutSession alloc] init];
    if ([session open:500] < 500)
        [NSException raise:@"ShopNoSession" format:@"a session that lost its cents"];
    if (KitNew("Checkout"))
        [session archive];
}
- (void)listen {
    NSNotificationCenter *center = [NSNotificationCenter defaultCenter];
    [center addObserver:self selector:@selector(heard:) name:@"ShopWarm" object:nil];
    for (int round = 0; round < 5; round++)
        [center postNotificationName:@"ShopWarm" object:self];
}
- (void)heard:(NSNotification *)notification {
    [[AnalyticsQueue shared] record:[AnalyticsEvent named:[notification name] value:.5f]];
}
- (void)warmUp {
    for (int round = 0; round < 200; round++)
        [[KitTheme shared] accent];
    [self recurse:200];
}
- (int)recurse:(int)depth { return depth ? 1 + [self recurse:depth - 1] : 0; }
- (void)preloadInBackground {
    for (int task = 0; task < 3; task++)
        dispatch_async(dispatch_get_global_queue(0, 0), ^{ [self preload:task]; });
}
- (void)preload:(int)task { KitWork("Shop.preload", 300); }
- (UISceneConfiguration *)application:(UIApplication *)application
    configurationForConnectingSceneSession:(UISceneSession *)session
                                   options:(UISceneConnectionOptions *)options {
    UISceneConfiguration *configuration = [[UISceneConfiguration alloc] initWithName:@"Default"
                                                                         sessionRole:@"UIWindowSceneSessionRoleApplication"];
    configuration.delegateClass = [ShopSceneDelegate class];
    return configuration;
}
@end

@implementation ShopSceneDelegate
- (void)scene:(UIScene *)scene
    willConnectToSession:(UISceneSession *)session
                 options:(UISceneConnectionOptions *)options {
    self.window = [[UIWindow alloc] initWithWindowScene:(UIWindowScene *)scene];
    CatalogController *catalog = [[CatalogController alloc] init];
    self.window.rootViewController = [[UINavigationController alloc] initWithRootViewController:catalog];
    [self.window makeKeyAndVisible];
}
- (void)sceneWillEnterForeground:(UIScene *)scene { KitWork("Shop.foreground", 60); }
- (void)sceneDidBecomeActive:(UIScene *)scene { KitWork("Shop.active", 60); }
@end

// An app like an app with SwiftUI's @main: the entry point calls SwiftUI.App.main(), and the app does not import UIApplicationMain.
#import <UIKit/UIKit.h>

extern void app_main(void) __asm("_$s7SwiftUI3AppPAAE4mainyyFZ");

@interface Delegate : UIResponder <UIApplicationDelegate>
@property (nonatomic, strong) UIWindow *window;
@end
@implementation Delegate
@synthesize window = _window;
- (BOOL)application:(UIApplication *)application didFinishLaunchingWithOptions:(NSDictionary *)options {
    self.window = [[UIWindow alloc] init];
    self.window.rootViewController = [[UIViewController alloc] init];
    [self.window makeKeyAndVisible];
    return YES;
}
@end

int main(void) {
    app_main();
    return 0;
}

// A framework that the app opens in the window.
#import <Foundation/Foundation.h>

@interface LateThing : NSObject
- (int)arrive;
@end
@implementation LateThing
+ (void)load { for (volatile int i = 0; i < 5000; i++); [[[LateThing alloc] init] arrive]; }
- (int)arrive { return 7; }
@end

// A framework that the app opens in the window.
#import <Foundation/Foundation.h>

@interface LateThing : NSObject
- (int)arrive;
@end
@implementation LateThing
+ (void)load { for (volatile int i = 0; i < 5000; i++); [[[LateThing alloc] init] arrive]; }
- (int)arrive { return 7; }
@end
// Categories of this image: of the image's own class and of a class that every app has.
@interface LateThing (More)
@end
@implementation LateThing (More)
+ (void)load { for (volatile int i = 0; i < 7000; i++); }
@end
@interface NSObject (Late)
@end
@implementation NSObject (Late)
+ (void)load { for (volatile int i = 0; i < 3000; i++); }
@end
// The app has a class of this name too.
@interface Twin : NSObject
@end
@implementation Twin
+ (void)load { for (volatile int i = 0; i < 11000; i++); }
@end

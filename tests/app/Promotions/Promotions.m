// Promotions: a framework that no image links; the catalogue opens it late, in the middle of the launch.
#import <Foundation/Foundation.h>
#import "../Kit/Kit.h"

@interface PromotionsBanner : NSObject
- (NSString *)title;
@end

@implementation PromotionsBanner
+ (void)load { KitWork("Promotions.load", 600); }
- (NSString *)title {
    KitWork("Promotions.title", 150);
    return [self decorate:@"Sale"];
}
- (NSString *)decorate:(NSString *)text { return [text stringByAppendingString:@"!"]; }
@end

@interface PromotionsBanner (Late)
- (unsigned)length;
@end

@implementation PromotionsBanner (Late)
- (unsigned)length { return (unsigned)[[self title] length]; }
@end

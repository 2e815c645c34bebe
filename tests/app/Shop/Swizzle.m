// Exchanges UIViewController's viewDidLoad in +load, as many large apps do.
#import <objc/runtime.h>
#import "Pages.h"

static unsigned pagesLoaded;

unsigned ShopPagesLoaded(void) { return pagesLoaded; }

@implementation UIViewController (ShopSwizzle)
+ (void)load {
    Method original = class_getInstanceMethod([UIViewController class], @selector(viewDidLoad));
    Method counted = class_getInstanceMethod([UIViewController class], @selector(shop_viewDidLoad));
    method_exchangeImplementations(original, counted);
}
- (void)shop_viewDidLoad {
    pagesLoaded++;
    KitWork("Shop.swizzled", 8);
    [self shop_viewDidLoad]; // after the exchange: the original
}
@end

// The three pages that the start shows: catalogue, then cart, then checkout, pushed one after the other.
#import <UIKit/UIKit.h>
#import "../Kit/Kit.h"

@interface CatalogController : UIViewController
@end

@interface CartController : UIViewController
- (instancetype)initWithItems:(NSArray *)items;
- (long)reload;
@end

@interface CheckoutController : UIViewController
@end

// How often the exchanged viewDidLoad of Swizzle.m ran.
unsigned ShopPagesLoaded(void);

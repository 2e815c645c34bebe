// Checkout as Objective-C sees it: what the Swift compiler would write as Checkout-Swift.h, cut to what Shop uses.
// Its assembly text is committed, so that only `cargo xtask swift` needs the Swift compiler.
#import <UIKit/UIKit.h>

#define SWIFT_CLASS(name) __attribute__((objc_runtime_name(name), objc_subclassing_restricted))

SWIFT_CLASS("_TtC8Checkout7Session")
@interface CheckoutSession : NSObject
- (NSInteger)open:(NSInteger)cents;
- (void)archive;
@end

SWIFT_CLASS("_TtC8Checkout16BasketController")
@interface CheckoutBasketController : UIViewController
@end

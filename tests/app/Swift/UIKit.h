// What Checkout's Swift sees of UIKit and of Kit: no type here wants bridging, which Foundation's Swift side would do.
#include "../Kit/Work.h"

#pragma clang assume_nonnull begin
__attribute__((objc_root_class)) @interface NSObject
- (instancetype)init;
@end
@interface UIResponder : NSObject
@end
@interface UIViewController : UIResponder
- (void)viewDidLoad;
- (void)viewWillLayoutSubviews;
- (void)viewDidAppear:(unsigned char)animated;
@end
#pragma clang assume_nonnull end

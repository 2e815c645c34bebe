// Views and windows form a tree with layout; they draw no pixels.
#include "internal.h"

@interface UIView () { NSMutableArray *_subviews; UIView *_superview; bool _needs_layout; }
@end
@implementation UIResponder
@end
@implementation UIColor
+ (UIColor *)whiteColor { return [[[self alloc] init] autorelease]; }
+ (UIColor *)blackColor { return [[[self alloc] init] autorelease]; }
@end
@implementation UIScreen
+ (UIScreen *)mainScreen {
    static UIScreen *one;
    if (!one) one = [[UIScreen alloc] init];
    return one;
}
- (CGRect)bounds { return CGRectMake(0, 0, 390, 844); }
@end
@implementation UIView
@synthesize frame = _frame, backgroundColor = _backgroundColor;
- (id)init { return [self initWithFrame:CGRectMake(0, 0, 0, 0)]; }
- (id)initWithFrame:(CGRect)frame {
    if ((self = [super init])) {
        _frame = frame;
        _needs_layout = true;
        _subviews = [[NSMutableArray alloc] init];
    }
    return self;
}
- (void)dealloc {
    [_subviews release];
    [_backgroundColor release];
    [super dealloc];
}
- (CGRect)bounds { return CGRectMake(0, 0, _frame.size.width, _frame.size.height); }
- (NSArray *)subviews { return [[_subviews copy] autorelease]; }
- (UIView *)superview { return _superview; }
- (void)addSubview:(UIView *)v {
    [v retain];
    [v removeFromSuperview];
    v->_superview = self;
    [_subviews addObject:v];
    [v release];
    [self setNeedsLayout];
}
- (void)removeFromSuperview {
    UIView *from = _superview;
    _superview = nil;
    if (from) [from->_subviews removeObject:self];
}
- (void)setNeedsLayout { _needs_layout = true; }
- (void)layoutIfNeeded {
    if (_needs_layout) {
        _needs_layout = false;
        [self layoutSubviews];
    }
    for (UIView *v in [self subviews]) [v layoutIfNeeded];
}
- (void)layoutSubviews {}
@end
@implementation UILabel
@synthesize text = _text;
- (void)dealloc {
    [_text release];
    [super dealloc];
}
@end
@implementation UIWindow
@synthesize rootViewController = _rootViewController;
- (id)init { return [self initWithFrame:[[UIScreen mainScreen] bounds]]; }
- (id)initWithWindowScene:(UIWindowScene *)s { return [self init]; }
- (void)makeKeyAndVisible {
    static NSMutableArray *windows;
    if (!windows) windows = [[NSMutableArray alloc] init];
    if (![windows containsObject:self]) [windows addObject:self]; // windows on the screen are retained
    UIViewController *root = [self rootViewController];
    if (!root) return;
    [self addSubview:[root view]];
    phone_begin_appearing(root, false);
}
@end

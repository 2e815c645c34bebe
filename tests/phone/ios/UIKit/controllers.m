// View controllers and their life cycle, in the order of a phone:
// loadView viewDidLoad viewWillAppear: at once; viewIsAppearing: viewWillLayoutSubviews viewDidLayoutSubviews viewDidAppear:
// with the next commit of CoreAnimation.
#include "internal.h"

static NSMutableArray *appearing, *disappearing;

@implementation UIViewController
@synthesize title = _title;
- (id)init { return [self initWithNibName:nil bundle:nil]; }
- (id)initWithNibName:(NSString *)name bundle:(id)bundle {
    if ((self = [super init])) _children = [[NSMutableArray alloc] init];
    return self;
}
- (id)initWithCoder:(id)coder {
    if ((self = [super init])) _children = [[NSMutableArray alloc] init];
    return self;
}
- (void)dealloc {
    [_view release];
    [_children release];
    [_title release];
    [super dealloc];
}
- (BOOL)isViewLoaded { return _view != nil; }
- (void)loadViewIfNeeded {
    if (_view) return;
    [self loadView];
    if (!_view) phone_fail("loadView left a view controller without a view");
    [self viewDidLoad];
}
- (UIView *)view {
    [self loadViewIfNeeded];
    return _view;
}
- (void)setView:(UIView *)v {
    [v retain];
    [_view release];
    _view = v;
}
- (void)loadView {
    UIView *v = [[UIView alloc] initWithFrame:[[UIScreen mainScreen] bounds]];
    [self setView:v];
    [v release];
}
- (void)viewDidLoad {}
- (void)viewWillAppear:(BOOL)animated {}
- (void)viewIsAppearing:(BOOL)animated {}
- (void)viewWillLayoutSubviews {}
- (void)viewDidLayoutSubviews {}
- (void)viewDidAppear:(BOOL)animated {}
- (void)viewWillDisappear:(BOOL)animated {}
- (void)viewDidDisappear:(BOOL)animated {}
- (UIViewController *)parentViewController { return _parent; }
- (NSArray *)childViewControllers { return [[_children copy] autorelease]; }
- (UINavigationController *)navigationController {
    for (UIViewController *c = _parent; c; c = c->_parent) if ([c isKindOfClass:[UINavigationController class]]) return (UINavigationController *)c;
    return nil;
}
- (void)addChildViewController:(UIViewController *)c {
    c->_parent = self;
    [_children addObject:c];
}
- (void)didMoveToParentViewController:(UIViewController *)c {}
- (NSArray *)phone_visibleChildren { return _children; }
@end

@implementation UINavigationController
- (id)initWithRootViewController:(UIViewController *)c {
    if ((self = [super initWithNibName:nil bundle:nil])) [self addChildViewController:c];
    return self;
}
- (UIViewController *)topViewController { return [_children lastObject]; }
- (NSArray *)viewControllers { return [self childViewControllers]; }
- (NSArray *)phone_visibleChildren { return [_children count] ? [NSArray arrayWithObject:[_children lastObject]] : nil; }
- (void)viewDidLoad {
    [super viewDidLoad];
    for (UIViewController *c in [self phone_visibleChildren]) [_view addSubview:[c view]];
}
- (void)pushViewController:(UIViewController *)c animated:(BOOL)animated {
    UIViewController *old = [self topViewController];
    [self addChildViewController:c];
    if (!_appearance) return; // shown with the container, later
    [_view addSubview:[c view]];
    if (old) phone_begin_disappearing(old, animated);
    phone_begin_appearing(c, animated);
}
- (UIViewController *)popViewControllerAnimated:(BOOL)animated {
    if ([_children count] < 2) return nil;
    UIViewController *gone = [[[self topViewController] retain] autorelease];
    [_children removeLastObject];
    gone->_parent = nil;
    if (!_appearance) return gone;
    phone_begin_disappearing(gone, animated);
    [[gone view] removeFromSuperview];
    phone_begin_appearing([self topViewController], animated);
    return gone;
}
@end

NSArray *phone_visible_children(UIViewController *c) { return [(id)c phone_visibleChildren]; }

void phone_begin_appearing(UIViewController *c, bool animated) {
    if (c->_appearance) return;
    if (!appearing) appearing = [[NSMutableArray alloc] init];
    [c loadViewIfNeeded];
    c->_appearance = 1;
    [c viewWillAppear:animated];
    [appearing addObject:c];
    for (UIViewController *child in [[phone_visible_children(c) copy] autorelease]) phone_begin_appearing(child, animated);
    CFRunLoopWakeUp(CFRunLoopGetMain());
}
void phone_begin_disappearing(UIViewController *c, bool animated) {
    if (!c->_appearance) return;
    if (!disappearing) disappearing = [[NSMutableArray alloc] init];
    [c viewWillDisappear:animated];
    [disappearing addObject:c];
    c->_appearance = 0;
}
void phone_commit(void) {
    if (![appearing count] && ![disappearing count]) return;
    NSArray *in = [appearing copy], *out = [disappearing copy];
    [appearing removeAllObjects];
    [disappearing removeAllObjects];
    for (UIViewController *c in in) if (c->_appearance == 1) [c viewIsAppearing:NO];
    for (UIViewController *c in in) {
        if (c->_appearance != 1) continue;
        [c viewWillLayoutSubviews];
        [[c view] layoutIfNeeded];
        [c viewDidLayoutSubviews];
    }
    for (UIViewController *c in out) [c viewDidDisappear:NO];
    // Child controllers appear before the controllers that contain them.
    for (NSUInteger i = [in count]; i > 0; i--) {
        UIViewController *c = [in objectAtIndex:i - 1];
        if (c->_appearance != 1) continue;
        c->_appearance = 2;
        [c viewDidAppear:NO];
    }
    [in release];
    [out release];
}

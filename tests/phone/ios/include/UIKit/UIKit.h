// The part of UIKit that an app needs until its first frame.
#pragma once
#include <Foundation/Foundation.h>
typedef double CGFloat;
typedef struct { CGFloat x, y; } CGPoint;
typedef struct { CGFloat width, height; } CGSize;
typedef struct { CGPoint origin; CGSize size; } CGRect;
static inline CGRect CGRectMake(CGFloat x, CGFloat y, CGFloat w, CGFloat h) { return (CGRect){ { x, y }, { w, h } }; }
@class NSURL, UIApplication, UIWindow, UIScene, UISceneSession, UISceneConnectionOptions, UISceneConfiguration, UINavigationController, UIView;
@interface UIResponder : NSObject
@end
@protocol UIApplicationDelegate <NSObject>
@optional
- (BOOL)application:(UIApplication *)a willFinishLaunchingWithOptions:(NSDictionary *)o;
- (BOOL)application:(UIApplication *)a didFinishLaunchingWithOptions:(NSDictionary *)o;
- (void)applicationWillEnterForeground:(UIApplication *)a;
- (void)applicationDidBecomeActive:(UIApplication *)a;
- (UISceneConfiguration *)application:(UIApplication *)a configurationForConnectingSceneSession:(UISceneSession *)s options:(UISceneConnectionOptions *)o;
@end
@protocol UISceneDelegate <NSObject>
@optional
- (void)scene:(UIScene *)s willConnectToSession:(UISceneSession *)session options:(UISceneConnectionOptions *)o;
- (void)sceneWillEnterForeground:(UIScene *)s;
- (void)sceneDidBecomeActive:(UIScene *)s;
@end
@protocol UIWindowSceneDelegate <UISceneDelegate>
@end
@interface UIApplication : UIResponder
@property (class, readonly, retain) UIApplication *sharedApplication;
@property (assign) id delegate;
@end
@interface UISceneSession : NSObject
@end
@interface UISceneConnectionOptions : NSObject
@end
@interface UISceneConfiguration : NSObject
@property (retain) NSString *name;
@property (assign) Class delegateClass;
- (instancetype)initWithName:(NSString *)name sessionRole:(NSString *)role;
@end
@interface UIScene : UIResponder
@property (retain) id delegate;
@end
@interface UIWindowScene : UIScene
@end
@interface UIColor : NSObject
+ (UIColor *)whiteColor;
+ (UIColor *)blackColor;
@end
@interface UIView : UIResponder
@property (assign) CGRect frame;
@property (readonly) CGRect bounds;
@property (readonly, copy) NSArray *subviews;
@property (readonly, assign) UIView *superview;
@property (retain) UIColor *backgroundColor;
- (instancetype)initWithFrame:(CGRect)frame;
- (void)addSubview:(UIView *)v;
- (void)removeFromSuperview;
- (void)setNeedsLayout;
- (void)layoutIfNeeded;
- (void)layoutSubviews;
@end
@interface UILabel : UIView
@property (copy) NSString *text;
@end
@interface UIViewController : UIResponder
@property (copy) NSString *title;
@property (retain) UIView *view;
@property (readonly, getter=isViewLoaded) BOOL viewLoaded;
@property (readonly, assign) UIViewController *parentViewController;
@property (readonly, assign) UINavigationController *navigationController;
@property (readonly, copy) NSArray *childViewControllers;
- (instancetype)initWithNibName:(NSString *)name bundle:(id)bundle;
- (instancetype)initWithCoder:(id)coder;
- (void)loadView;
- (void)viewDidLoad;
- (void)loadViewIfNeeded;
- (void)viewWillAppear:(BOOL)animated;
- (void)viewIsAppearing:(BOOL)animated;
- (void)viewWillLayoutSubviews;
- (void)viewDidLayoutSubviews;
- (void)viewDidAppear:(BOOL)animated;
- (void)viewWillDisappear:(BOOL)animated;
- (void)viewDidDisappear:(BOOL)animated;
- (void)addChildViewController:(UIViewController *)c;
- (void)didMoveToParentViewController:(UIViewController *)c;
@end
@interface UINavigationController : UIViewController
@property (readonly) UIViewController *topViewController;
@property (readonly, copy) NSArray *viewControllers;
- (instancetype)initWithRootViewController:(UIViewController *)c;
- (void)pushViewController:(UIViewController *)c animated:(BOOL)animated;
- (UIViewController *)popViewControllerAnimated:(BOOL)animated;
@end
@interface UIWindow : UIView
@property (retain) UIViewController *rootViewController;
- (instancetype)initWithWindowScene:(UIWindowScene *)s;
- (void)makeKeyAndVisible;
@end
@interface UIScreen : NSObject
@property (class, readonly, retain) UIScreen *mainScreen;
@property (readonly) CGRect bounds;
@end
// The app ends by itself, as if a driver had killed it, after PHONE_RUN_MS milliseconds (a variable of the environment; 500 by default) of
// virtual time since its delegate finished launching.
int UIApplicationMain(int argc, char *argv[], NSString *principal, NSString *delegate);

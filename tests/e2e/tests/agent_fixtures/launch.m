// An app whose first page does COUNT operations of a KIND while it loads, to measure how much longer the launch becomes.
#import <UIKit/UIKit.h>
#include <objc/runtime.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

static volatile long sum;
@interface Thing : NSObject
- (void)raise:(long)depth;
- (void)leaf;
@end
@implementation Thing
- (void)raise:(long)depth {
    if (depth == 0) @throw (id)self;
    [self raise:depth - 1];
    sum++;
}
- (void)leaf { sum++; }
@end

static void throws(Thing *thing, long count) {
    for (long i = 0; i < count; i++) {
        @try { [thing raise:5]; } @catch (Thing *caught) { sum++; }
    }
}
static void tagged(Thing *thing, long count) {
    NSNumber *number = [NSNumber numberWithLong:7];
    for (long i = 0; i < count; i++) sum += [number integerValue];
}
static void set_jumps(Thing *thing, long count) {
    jmp_buf buffer;
    for (long i = 0; i < count; i++) sum += setjmp(buffer);
}
static void controllers(Thing *thing, long count) {
    for (long i = 0; i < count; i++) {
        char name[32];
        snprintf(name, sizeof name, "Page%ld", i);
        [[objc_getClass(name) alloc] init];
    }
}
static void sends(Thing *thing, long count) {
    for (long i = 0; i < count; i++) [thing leaf];
}

@interface First : UIViewController
@end
@implementation First
- (void)viewDidLoad {
    [super viewDidLoad];
    const char *kind = getenv("KIND");
    long count = atol(getenv("COUNT"));
    // The object is created without alloc and init, which take a slot of the class's cache only in one of the two runs.
    Thing *thing = class_createInstance(objc_getClass("Thing"), 0);
    void (*kinds[])(Thing *, long) = { throws, tagged, set_jumps, controllers, sends };
    const char *names[] = { "throws", "tagged", "setjmp", "controllers", "sends" };
    for (int i = 0; i < 5; i++) if (!strcmp(kind, names[i])) kinds[i](thing, count);
}
@end

#define PAGE(n) @interface Page##n : UIViewController @end @implementation Page##n - (void)viewDidLoad {} - (void)viewWillAppear:(BOOL)a {} @end
#define TEN(n) PAGE(n##0) PAGE(n##1) PAGE(n##2) PAGE(n##3) PAGE(n##4) PAGE(n##5) PAGE(n##6) PAGE(n##7) PAGE(n##8) PAGE(n##9)
PAGE(0) PAGE(1) PAGE(2) PAGE(3) PAGE(4) PAGE(5) PAGE(6) PAGE(7) PAGE(8) PAGE(9)
TEN(1) TEN(2) TEN(3) TEN(4) TEN(5)

@interface Delegate : UIResponder <UIApplicationDelegate>
@property (nonatomic, strong) UIWindow *window;
@end
@implementation Delegate
@synthesize window = _window;
- (BOOL)application:(UIApplication *)application didFinishLaunchingWithOptions:(NSDictionary *)options {
    self.window = [[UIWindow alloc] init];
    self.window.rootViewController = [[First alloc] init];
    [self.window makeKeyAndVisible];
    return YES;
}
@end

int main(int argc, char *argv[]) { return UIApplicationMain(argc, argv, nil, @"Delegate"); }

// An app that runs others' Swift (algorithms over arrays, and a heap) while it starts, TIMES times over.
#include <UIKit/UIKit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

unsigned long lg_counts[1000];
long others_run(void);
long others_queue(long count);
// Its hashes have one seed, so that each launch does what the others do.
void arc4random_buf(void *to, size_t count) { memset(to, 7, count); }

@interface Orders : NSObject
- (long)algorithms;
- (long)queue;
@end
@implementation Orders
- (long)algorithms { return others_run(); }
- (long)queue { return others_queue(200); }
@end

@interface Delegate : UIResponder <UIApplicationDelegate>
@property (nonatomic, strong) UIWindow *window;
@end
@implementation Delegate
@synthesize window = _window;
- (BOOL)application:(UIApplication *)application didFinishLaunchingWithOptions:(NSDictionary *)options {
    Orders *orders = [[Orders alloc] init];
    long sum = 0, times = getenv("TIMES") ? atol(getenv("TIMES")) : 1;
    for (long round = 0; round < times; round++) sum += [orders algorithms] + [orders queue];
    for (int number = 0; number < 1000; number++)
        if (lg_counts[number]) printf("count %d %lu\n", number, lg_counts[number]);
    printf("sum %ld\n", sum);
    self.window = [[UIWindow alloc] init];
    self.window.rootViewController = [[UIViewController alloc] init];
    [self.window makeKeyAndVisible];
    return YES;
}
@end

int main(int argc, char *argv[]) { return UIApplicationMain(argc, argv, nil, @"Delegate"); }

#import "Kit.h"

static unsigned staticInitializerRuns;

// A static initialiser: no Objective-C method, so only "outside Objective-C" can show that it became slower.
__attribute__((constructor)) static void prepareTables(void) {
    KitWork("Kit.static", 3000);
    staticInitializerRuns++;
}

unsigned KitStaticInitializerRuns(void) { return staticInitializerRuns; }

@implementation KitColor
+ (KitColor *)colorWithRed:(double)red green:(double)green blue:(double)blue {
    KitColor *color = [[self alloc] init];
    color->_red = red;
    color->_green = green;
    color->_blue = blue;
    return color;
}
- (KitColor *)mixedWith:(KitColor *)other by:(float)share {
    double rest = 1 - share;
    return [KitColor colorWithRed:_red * rest + other.red * share
                            green:_green * rest + other.green * share
                             blue:_blue * rest + other.blue * share];
}
@end

@implementation KitTheme
+ (KitTheme *)shared {
    static KitTheme *shared;
    static dispatch_once_t once;
    dispatch_once(&once, ^{ shared = [[KitTheme alloc] init]; });
    return shared;
}
- (KitColor *)accent {
    KitWork("Kit.accent", 20);
    KitColor *black = [KitColor colorWithRed:0 green:0 blue:0];
    return [black mixedWith:[KitColor colorWithRed:1 green:.5 blue:.25] by:.5f];
}
- (double)spacingForLevel:(int)level { return level <= 0 ? 8 : .5 * [self spacingForLevel:level - 1]; }
@end

@implementation KitStore {
    NSMutableDictionary *_values;
    NSMutableArray *_observers;
}
- (instancetype)init {
    if ((self = [super init])) {
        _values = [[NSMutableDictionary alloc] init];
        _observers = [[NSMutableArray alloc] init];
    }
    return self;
}
- (void)observe:(void (^)(NSString *, id))block { [_observers addObject:[block copy]]; }
- (void)set:(id)value for:(NSString *)key {
    KitWork("Kit.store", 4);
    [_values setObject:value forKey:key];
    for (void (^observer)(NSString *, id) in _observers)
        observer(key, value);
}
- (id)get:(NSString *)key { return [_values objectForKey:key]; }
@end

static unsigned initializeCount;
static NSDate *start;

@implementation KitClock
+ (void)initialize {
    initializeCount++;
    start = [NSDate date];
    KitWork("Kit.clock", 500);
}
+ (unsigned)initializeCount { return initializeCount; }
+ (double)secondsSinceStart { return -[start timeIntervalSinceNow]; }
@end

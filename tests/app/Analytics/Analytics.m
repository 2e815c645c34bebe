// Compiled without automatic reference counting, as old static libraries are: it retains, releases and autoreleases by hand.
#import "Analytics.h"
#import "../Kit/Kit.h"

@implementation AnalyticsEvent {
    NSString *_name;
    float _value;
}
+ (AnalyticsEvent *)named:(NSString *)name value:(float)value {
    AnalyticsEvent *event = [[[self alloc] init] autorelease];
    event->_name = [name copy];
    event->_value = value;
    return event;
}
- (void)dealloc {
    [_name release];
    [super dealloc];
}
- (NSString *)name { return [[_name retain] autorelease]; }
- (float)value { return _value; }
@end

static unsigned loads;

@implementation AnalyticsQueue {
    NSMutableArray *_events;
    unsigned _sent;
    dispatch_semaphore_t _done;
}
+ (void)load {
    KitWork("Analytics.load", 1500);
    loads++;
}
+ (unsigned)loads { return loads; }
+ (AnalyticsQueue *)shared {
    static AnalyticsQueue *shared;
    static dispatch_once_t once;
    dispatch_once(&once, ^{ shared = [[AnalyticsQueue alloc] init]; });
    return shared;
}
- (instancetype)init {
    if ((self = [super init])) {
        _events = [[NSMutableArray alloc] init];
        _done = dispatch_semaphore_create(0);
    }
    return self;
}
- (void)dealloc {
    [_events release];
    dispatch_release(_done);
    [super dealloc];
}
- (void)record:(AnalyticsEvent *)event {
    @synchronized(self) {
        [_events addObject:event];
    }
}
- (void)start { [NSThread detachNewThreadSelector:@selector(work) toTarget:self withObject:nil]; }
- (void)work {
    @autoreleasepool {
        for (unsigned round = 0, rounds = KitRounds("Analytics.batch", 20); round < rounds; round++)
            [self sendBatch:round];
    }
    dispatch_semaphore_signal(_done);
}
- (void)sendBatch:(unsigned)round {
    KitWork("Analytics.send", 200);
    float sum = 0;
    @synchronized(self) {
        for (AnalyticsEvent *event in _events)
            sum += [event value];
    }
    _sent += sum >= 0;
}
- (void)wait { dispatch_semaphore_wait(_done, DISPATCH_TIME_FOREVER); }
- (unsigned)sent { return _sent; }
@end

// A category with a +load of its own: a separate entry, run after the class's.
@implementation AnalyticsQueue (Crash)
+ (void)load {
    KitWork("Analytics.loadCategory", 700);
    loads++;
}
@end

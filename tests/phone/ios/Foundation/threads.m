// Implements NSThread, delayed calls of methods, autorelease pools as objects, NSLog and NSProcessInfo.
#include <Foundation/Foundation.h>
#include <phone/system.h>

void *objc_autoreleasePoolPush(void);
void objc_autoreleasePoolPop(void *);

void NSLog(NSString *format, ...) {
    va_list args;
    va_start(args, format);
    NSString *text = [[NSString alloc] initWithFormat:format arguments:args];
    va_end(args);
    printf("%s\n", [text UTF8String]);
    [text release];
}

@interface NSThread () { void (^_block)(void); volatile bool _finished; }
@end
@implementation NSThread
@synthesize name = _name;
+ (BOOL)isMainThread { return pthread_main_np() != 0; }
+ (void)sleepForTimeInterval:(NSTimeInterval)t { usleep((unsigned)(t * 1e6)); }
+ (void)detachNewThreadWithBlock:(void (^)(void))block {
    NSThread *t = [[self alloc] initWithBlock:block];
    [t start];
    [t release];
}
+ (void)detachNewThreadSelector:(SEL)s toTarget:(id)target withObject:(id)o {
    NSThread *t = [[self alloc] initWithTarget:target selector:s object:o];
    [t start];
    [t release];
}
- (id)initWithBlock:(void (^)(void))block {
    if ((self = [super init])) _block = (void (^)(void))[(id)block copy];
    return self;
}
- (id)initWithTarget:(id)target selector:(SEL)s object:(id)o { return [self initWithBlock:^{ ((void (*)(id, SEL, id))objc_msgSend)(target, s, o); }]; }
- (void)dealloc {
    [(id)_block release];
    [_name release];
    [super dealloc];
}
- (BOOL)isFinished { return _finished; }
- (void)main { if (_block) _block(); }
static void *entry(void *argument) {
    NSThread *t = argument;
    void *pool = objc_autoreleasePoolPush();
    if ([t name]) pthread_setname_np([[t name] UTF8String]);
    [t main];
    t->_finished = true;
    objc_autoreleasePoolPop(pool);
    [t release];
    return 0;
}
- (void)start {
    pthread_t thread;
    if (pthread_create(&thread, 0, entry, [self retain])) phone_fail("NSThread: no thread");
    pthread_detach(thread);
}
@end

struct perform { id target, object; SEL sel; };
static void perform(CFRunLoopTimerRef timer, void *info) {
    struct perform *p = info;
    ((void (*)(id, SEL, id))objc_msgSend)(p->target, p->sel, p->object);
    [p->target release];
    [p->object release];
    free(p);
}
@implementation NSObject (Delayed)
- (void)performSelector:(SEL)s withObject:(id)o afterDelay:(NSTimeInterval)t {
    struct perform *p = malloc(sizeof *p);
    *p = (struct perform){ [self retain], [o retain], s };
    CFRunLoopTimerContext context = { 0, p };
    CFRunLoopTimerRef timer = CFRunLoopTimerCreate(0, CFAbsoluteTimeGetCurrent() + t, 0, 0, 0, perform, &context);
    CFRunLoopAddTimer(CFRunLoopGetCurrent(), timer, kCFRunLoopDefaultMode);
    CFRelease(timer);
}
- (void)performSelectorOnMainThread:(SEL)s withObject:(id)o waitUntilDone:(BOOL)wait {
    if (wait && pthread_main_np()) [self performSelector:s withObject:o];
    else if (wait) dispatch_sync(dispatch_get_main_queue(), ^{ [self performSelector:s withObject:o]; });
    else dispatch_async(dispatch_get_main_queue(), ^{ [self performSelector:s withObject:o]; });
}
@end

@interface NSAutoreleasePool () { void *_token; }
@end
@implementation NSAutoreleasePool
- (id)init {
    if ((self = [super init])) _token = objc_autoreleasePoolPush();
    return self;
}
- (void)drain { [self release]; }
- (void)dealloc {
    objc_autoreleasePoolPop(_token);
    [super dealloc];
}
@end

@implementation NSProcessInfo
+ (NSProcessInfo *)processInfo {
    static NSProcessInfo *one;
    static dispatch_once_t once;
    dispatch_once(&once, ^{ one = [[NSProcessInfo alloc] init]; });
    return one;
}
- (NSDictionary *)environment {
    NSMutableDictionary *d = [NSMutableDictionary dictionary];
    for (char **e = environ; *e; e++) {
        char *equals = strchr(*e, '=');
        NSString *key = [[NSString alloc] initWithBytes:*e length:(NSUInteger)(equals - *e) encoding:NSUTF8StringEncoding];
        [d setObject:[NSString stringWithUTF8String:equals + 1] forKey:key];
        [key release];
    }
    return d;
}
- (NSString *)processName {
    char path[1024];
    uint32_t size = sizeof path;
    return _NSGetExecutablePath(path, &size) ? @"" : [[NSString stringWithUTF8String:path] lastPathComponent];
}
- (NSTimeInterval)systemUptime { return (double)clock_gettime_nsec_np(CLOCK_UPTIME_RAW) / 1e9; }
static long info(const char *key) {
    char text[32];
    return strtol(phone_info(key, text, sizeof text, "0"), 0, 10);
}
- (NSInteger)thermalState { return info("thermal"); }
- (BOOL)isLowPowerModeEnabled { return info("low-power") != 0; }
@end

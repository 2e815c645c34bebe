// Notifications are delivered at once on the posting thread, in the order in which observers were added.
#include <Foundation/Foundation.h>

@interface NSNotification () { @public NSString *_name; id _object; NSDictionary *_userInfo; }
@end
@implementation NSNotification
@synthesize name = _name, object = _object, userInfo = _userInfo;
- (void)dealloc {
    [_name release];
    [_object release];
    [_userInfo release];
    [super dealloc];
}
@end

@interface __NSObserver : NSObject { @public id observer, object; NSString *name; SEL sel; void (^block)(NSNotification *); }
@end
@implementation __NSObserver
- (void)dealloc {
    [name release];
    [(id)block release];
    [super dealloc];
}
@end

@interface NSNotificationCenter () { NSMutableArray *_observers; }
@end
@implementation NSNotificationCenter
+ (NSNotificationCenter *)defaultCenter {
    static NSNotificationCenter *one;
    static dispatch_once_t once;
    dispatch_once(&once, ^{ one = [[NSNotificationCenter alloc] init]; });
    return one;
}
- (id)init {
    if ((self = [super init])) _observers = [[NSMutableArray alloc] init];
    return self;
}
static __NSObserver *make(id observer, NSString *name, id object) {
    __NSObserver *o = [[__NSObserver alloc] init];
    o->observer = observer; // not retained, as documented
    o->object = object;
    o->name = [name copy];
    return o;
}
- (void)add:(__NSObserver *)o {
    @synchronized(self) { [_observers addObject:o]; }
    [o release];
}
- (void)addObserver:(id)observer selector:(SEL)s name:(NSString *)name object:(id)object {
    __NSObserver *o = make(observer, name, object);
    o->sel = s;
    [self add:o];
}
- (id)addObserverForName:(NSString *)name object:(id)object queue:(id)queue usingBlock:(void (^)(NSNotification *))block {
    __NSObserver *o = make(nil, name, object);
    o->observer = o;
    o->block = (void (^)(NSNotification *))[(id)block copy];
    [self add:o];
    return o;
}
- (void)removeObserver:(id)observer {
    @synchronized(self) {
        for (NSUInteger i = [_observers count]; i > 0; i--)
            if (((__NSObserver *)[_observers objectAtIndex:i - 1])->observer == observer) [_observers removeObjectAtIndex:i - 1];
    }
}
- (void)postNotificationName:(NSString *)name object:(id)object { [self postNotificationName:name object:object userInfo:nil]; }
- (void)postNotificationName:(NSString *)name object:(id)object userInfo:(NSDictionary *)info {
    NSNotification *n = [[NSNotification alloc] init];
    n->_name = [name copy];
    n->_object = [object retain];
    n->_userInfo = [info copy];
    NSArray *list;
    @synchronized(self) { list = [_observers copy]; } // an observer may remove itself
    for (__NSObserver *o in list) {
        if (o->name && ![o->name isEqualToString:name]) continue;
        if (o->object && o->object != object) continue;
        if (o->block) o->block(n);
        else ((void (*)(id, SEL, id))objc_msgSend)(o->observer, o->sel, n);
    }
    [list release];
    [n release];
}
@end

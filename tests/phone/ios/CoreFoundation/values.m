// Implements numbers (small integers are tagged pointers), dates, null and exceptions.
#include <Foundation/Foundation.h>
#include <phone/system.h>

NSString *const NSInvalidArgumentException = @"NSInvalidArgumentException", *const NSRangeException = @"NSRangeException", *const NSGenericException = @"NSGenericException",
               *const NSInternalInconsistencyException = @"NSInternalInconsistencyException";

// Numbers have tag 3, as on a phone: the value is in bits 7 and up, the kind is below.
enum { TAG = 3 };
@interface NSNumber () { @public long long whole; double real; bool is_real; }
@end
@interface __NSTaggedNumber : NSNumber
@end
static bool is_tagged(id o) { return (intptr_t)o < 0; }
extern void *phone_make_tagged(unsigned, uintptr_t);
extern intptr_t phone_tagged_value(const void *);
static long long value_of(NSNumber *n) { return is_tagged(n) ? phone_tagged_value(n) >> 4 : n->is_real ? (long long)n->real : n->whole; }
static double real_of(NSNumber *n) { return !is_tagged(n) && n->is_real ? n->real : (double)value_of(n); }
static NSNumber *make(long long v) {
    if (v << 8 >> 8 == v) return phone_make_tagged(TAG, (uintptr_t)v << 4);
    NSNumber *n = [[NSNumber alloc] init];
    n->whole = v;
    return [n autorelease];
}
@implementation NSNumber
+ (NSNumber *)numberWithInt:(int)v { return make(v); }
+ (NSNumber *)numberWithLong:(long)v { return make(v); }
+ (NSNumber *)numberWithLongLong:(long long)v { return make(v); }
+ (NSNumber *)numberWithInteger:(NSInteger)v { return make(v); }
+ (NSNumber *)numberWithUnsignedInteger:(NSUInteger)v { return make((long long)v); }
+ (NSNumber *)numberWithUnsignedInt:(unsigned)v { return make(v); }
+ (NSNumber *)numberWithUnsignedLong:(unsigned long)v { return make((long long)v); }
+ (NSNumber *)numberWithUnsignedLongLong:(unsigned long long)v { return make((long long)v); }
+ (NSNumber *)numberWithBool:(BOOL)v { return make(v); }
+ (NSNumber *)numberWithChar:(char)v { return make(v); }
+ (NSNumber *)numberWithFloat:(float)v { return [self numberWithDouble:v]; }
+ (NSNumber *)numberWithDouble:(double)v {
    NSNumber *n = [[NSNumber alloc] init];
    n->real = v;
    n->is_real = true;
    return [n autorelease];
}
- (NSInteger)integerValue { return value_of(self); }
- (long long)longLongValue { return value_of(self); }
- (NSUInteger)unsignedIntegerValue { return (NSUInteger)value_of(self); }
- (int)intValue { return (int)value_of(self); }
- (BOOL)boolValue { return real_of(self) != 0; }
- (double)doubleValue { return real_of(self); }
- (float)floatValue { return (float)real_of(self); }
- (NSString *)stringValue { return !is_tagged(self) && self->is_real ? [NSString stringWithFormat:@"%g", self->real] : [NSString stringWithFormat:@"%lld", value_of(self)]; }
- (NSString *)description { return [self stringValue]; }
- (BOOL)isEqualToNumber:(NSNumber *)n { return n && real_of(self) == real_of(n) && value_of(self) == value_of(n); }
- (BOOL)isEqual:(id)o { return o == self || ([o isKindOfClass:[NSNumber class]] && [self isEqualToNumber:o]); }
- (NSUInteger)hash { return (NSUInteger)value_of(self) * 0x9e3779b97f4a7c15 >> 7; }
- (NSComparisonResult)compare:(NSNumber *)n { return real_of(self) < real_of(n) ? NSOrderedAscending : real_of(self) > real_of(n) ? NSOrderedDescending : NSOrderedSame; }
- (id)copyWithZone:(NSZone *)zone { return [self retain]; }
@end
// objc_retain handles tagged pointers itself, so only messages reach this method.
@implementation __NSTaggedNumber
- (id)retain { return self; }
- (oneway void)release {}
- (id)autorelease { return self; }
- (NSUInteger)retainCount { return ~0UL; }
@end

@interface NSDate () { NSTimeInterval at; }
@end
@implementation NSDate
+ (id)date { return [self dateWithTimeIntervalSinceNow:0]; }
+ (id)dateWithTimeIntervalSinceNow:(NSTimeInterval)t {
    NSDate *d = [[self alloc] init];
    d->at += t;
    return [d autorelease];
}
- (id)init {
    if ((self = [super init])) at = CFAbsoluteTimeGetCurrent();
    return self;
}
- (NSTimeInterval)timeIntervalSinceReferenceDate { return at; }
- (NSTimeInterval)timeIntervalSince1970 { return at + 978307200; }
- (NSTimeInterval)timeIntervalSinceNow { return at - CFAbsoluteTimeGetCurrent(); }
- (NSTimeInterval)timeIntervalSinceDate:(NSDate *)d { return at - d->at; }
@end

@implementation NSNull
+ (NSNull *)null {
    static NSNull *one;
    static dispatch_once_t once;
    dispatch_once(&once, ^{ one = [[NSNull alloc] init]; });
    return one;
}
- (NSString *)description { return @"<null>"; }
@end

@implementation NSException
@synthesize name = _name, reason = _reason, userInfo = _userInfo;
+ (NSException *)exceptionWithName:(NSString *)name reason:(NSString *)reason userInfo:(NSDictionary *)info { return [[[self alloc] initWithName:name reason:reason userInfo:info] autorelease]; }
+ (void)raise:(NSString *)name format:(NSString *)format, ... {
    va_list args;
    va_start(args, format);
    NSString *reason = [[[NSString alloc] initWithFormat:format arguments:args] autorelease];
    va_end(args);
    [[self exceptionWithName:name reason:reason userInfo:nil] raise];
}
- (id)initWithName:(NSString *)name reason:(NSString *)reason userInfo:(NSDictionary *)info {
    if ((self = [super init])) {
        _name = [name copy];
        _reason = [reason copy];
        _userInfo = [info copy];
    }
    return self;
}
- (void)dealloc {
    [_name release];
    [_reason release];
    [_userInfo release];
    [super dealloc];
}
- (void)raise { objc_exception_throw(self); }
- (NSString *)description { return _reason; }
@end

void phone_objc_set_unrecognized(void (*)(id, SEL, const char *)), phone_objc_set_describe(const char *(*)(id));
static void unrecognized(id receiver, SEL sel, const char *text) { [NSException raise:NSInvalidArgumentException format:@"%s", text]; }
static const char *describe(id o) {
    if (![o isKindOfClass:[NSException class]]) return [[o description] UTF8String];
    return [[NSString stringWithFormat:@"%@: %@", [o name], [o reason]] UTF8String];
}
__attribute__((constructor)) static void connect(void) {
    _objc_registerTaggedPointerClass(TAG, [__NSTaggedNumber class]);
    phone_objc_set_unrecognized(unrecognized);
    phone_objc_set_describe(describe);
}

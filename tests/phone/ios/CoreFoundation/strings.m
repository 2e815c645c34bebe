// Implements strings, including literals; the characters are stored as UTF-8.
#include <Foundation/Foundation.h>
#include <phone/system.h>

@interface NSString () { @public char *text; NSUInteger length; }
@end
// The compiler's layout of @"…": the class, flags, the address of the bytes, and their number.
@interface __NSCFConstantString : NSString
@end
struct literal { Class isa; int flags; const char *bytes; long length; };

static const char *bytes_of(NSString *s) {
    return object_getClass(s) == [__NSCFConstantString class] ? ((struct literal *)s)->bytes : s->text;
}
static NSUInteger length_of(NSString *s) {
    return object_getClass(s) == [__NSCFConstantString class] ? (NSUInteger)((struct literal *)s)->length : s->length;
}
static const char *render(void *o) { return o ? [[(id)o description] UTF8String] : "(null)"; }
static void put(void *to, const char *more, size_t n) {
    NSString *s = to;
    s->text = realloc(s->text, s->length + n + 1);
    memcpy(s->text + s->length, more, n);
    s->text[s->length += n] = 0;
}
static NSString *from(const char *bytes, NSUInteger n) { return [[[NSString alloc] initWithBytes:bytes length:n encoding:NSUTF8StringEncoding] autorelease]; }

@implementation NSString
+ (id)string { return [[[self alloc] init] autorelease]; }
+ (id)stringWithUTF8String:(const char *)s { return [[[self alloc] initWithUTF8String:s] autorelease]; }
+ (id)stringWithString:(NSString *)s { return [[[self alloc] initWithBytes:bytes_of(s) length:length_of(s) encoding:NSUTF8StringEncoding] autorelease]; }
+ (id)stringWithFormat:(NSString *)format, ... {
    va_list args;
    va_start(args, format);
    id s = [[[self alloc] initWithFormat:format arguments:args] autorelease];
    va_end(args);
    return s;
}
- (id)init {
    put(self, "", 0);
    return self;
}
- (id)initWithBytes:(const void *)bytes length:(NSUInteger)n encoding:(NSStringEncoding)e {
    put(self, bytes, n);
    return self;
}
- (id)initWithUTF8String:(const char *)s { return [self initWithBytes:s length:strlen(s) encoding:NSUTF8StringEncoding]; }
- (id)initWithFormat:(NSString *)format, ... {
    va_list args;
    va_start(args, format);
    self = [self initWithFormat:format arguments:args];
    va_end(args);
    return self;
}
- (id)initWithFormat:(NSString *)format arguments:(va_list)args {
    put(self, "", 0);
    phone_format(put, self, render, bytes_of(format), args);
    return self;
}
- (void)dealloc {
    free(text);
    [super dealloc];
}
- (id)copyWithZone:(NSZone *)zone { return [self retain]; }
- (id)mutableCopyWithZone:(NSZone *)zone { return [[NSMutableString alloc] initWithBytes:bytes_of(self) length:length_of(self) encoding:NSUTF8StringEncoding]; }
- (NSUInteger)length { return length_of(self); }
- (const char *)UTF8String { return bytes_of(self); }
- (NSInteger)integerValue { return strtol(bytes_of(self), 0, 10); }
- (int)intValue { return (int)[self integerValue]; }
- (double)doubleValue { return atof(bytes_of(self)); }
- (unsigned short)characterAtIndex:(NSUInteger)i {
    if (i >= length_of(self)) [NSException raise:NSRangeException format:@"character %lu of a string of %lu", i, length_of(self)];
    return (unsigned char)bytes_of(self)[i];
}
- (BOOL)isEqualToString:(NSString *)s { return s && length_of(s) == length_of(self) && !memcmp(bytes_of(s), bytes_of(self), length_of(s)); }
- (BOOL)isEqual:(id)o { return o == self || ([o isKindOfClass:[NSString class]] && [self isEqualToString:o]); }
- (NSUInteger)hash {
    NSUInteger h = 0xcbf29ce484222325;
    const char *b = bytes_of(self);
    for (NSUInteger i = 0, n = length_of(self); i < n; i++) h = (h ^ (unsigned char)b[i]) * 0x100000001b3;
    return h ^ h >> 29;
}
- (NSComparisonResult)compare:(NSString *)s {
    int order = strcmp(bytes_of(self), bytes_of(s));
    return order < 0 ? NSOrderedAscending : order > 0 ? NSOrderedDescending : NSOrderedSame;
}
- (BOOL)hasPrefix:(NSString *)s { return length_of(s) <= length_of(self) && !memcmp(bytes_of(self), bytes_of(s), length_of(s)); }
- (BOOL)hasSuffix:(NSString *)s { return length_of(s) <= length_of(self) && !memcmp(bytes_of(self) + length_of(self) - length_of(s), bytes_of(s), length_of(s)); }
- (BOOL)containsString:(NSString *)s { return strstr(bytes_of(self), bytes_of(s)) != 0; }
- (NSString *)substringFromIndex:(NSUInteger)i {
    if (i > length_of(self)) [NSException raise:NSRangeException format:@"substring from %lu of %lu", i, length_of(self)];
    return from(bytes_of(self) + i, length_of(self) - i);
}
- (NSString *)substringToIndex:(NSUInteger)i {
    if (i > length_of(self)) [NSException raise:NSRangeException format:@"substring to %lu of %lu", i, length_of(self)];
    return from(bytes_of(self), i);
}
- (NSString *)stringByAppendingString:(NSString *)s {
    NSString *r = from(bytes_of(self), length_of(self));
    put(r, bytes_of(s), length_of(s));
    return r;
}
- (NSString *)stringByAppendingFormat:(NSString *)format, ... {
    NSString *r = from(bytes_of(self), length_of(self));
    va_list args;
    va_start(args, format);
    phone_format(put, r, render, bytes_of(format), args);
    va_end(args);
    return r;
}
- (NSString *)stringByAppendingPathComponent:(NSString *)s { return [self stringByAppendingFormat:@"%s%@", [self hasSuffix:@"/"] ? "" : "/", s]; }
- (NSString *)lastPathComponent {
    const char *slash = strrchr(bytes_of(self), '/');
    return slash ? from(slash + 1, strlen(slash + 1)) : self;
}
static NSString *cased(NSString *s, int low, int high, int step) {
    NSString *r = from(bytes_of(s), length_of(s));
    for (NSUInteger i = 0; i < r->length; i++) if (r->text[i] >= low && r->text[i] <= high) r->text[i] = (char)(r->text[i] + step);
    return r;
}
- (NSString *)uppercaseString { return cased(self, 'a', 'z', -32); }
- (NSString *)lowercaseString { return cased(self, 'A', 'Z', 32); }
- (NSArray *)componentsSeparatedByString:(NSString *)s {
    NSMutableArray *parts = [NSMutableArray array];
    const char *at = bytes_of(self);
    for (const char *next; length_of(s) && (next = strstr(at, bytes_of(s))); at = next + length_of(s)) [parts addObject:from(at, (NSUInteger)(next - at))];
    [parts addObject:from(at, strlen(at))];
    return parts;
}
- (NSString *)description { return self; }
@end
@implementation __NSCFConstantString
- (id)retain { return self; }
- (oneway void)release {}
- (id)autorelease { return self; }
- (NSUInteger)retainCount { return ~0UL; }
@end
@implementation NSMutableString
+ (id)stringWithCapacity:(NSUInteger)n { return [self string]; }
- (id)copyWithZone:(NSZone *)zone { return [[NSString alloc] initWithBytes:bytes_of(self) length:length_of(self) encoding:NSUTF8StringEncoding]; }
- (void)appendString:(NSString *)s { put(self, bytes_of(s), length_of(s)); }
- (void)appendFormat:(NSString *)format, ... {
    va_list args;
    va_start(args, format);
    phone_format(put, self, render, bytes_of(format), args);
    va_end(args);
}
@end

NSString *NSStringFromClass(Class c) { return c ? [NSString stringWithUTF8String:class_getName(c)] : nil; }
NSString *NSStringFromSelector(SEL s) { return [NSString stringWithUTF8String:sel_getName(s)]; }
Class NSClassFromString(NSString *s) { return s ? objc_getClass(bytes_of(s)) : Nil; }
SEL NSSelectorFromString(NSString *s) { return sel_registerName(bytes_of(s)); }

// These methods replace those of NSObject, which cannot create strings.
@interface NSObject (Descriptions)
@end
static NSString *describe_object(id self, SEL sel) { return [NSString stringWithFormat:@"<%s: %p>", class_getName([self class]), self]; }
static NSString *describe_class(Class self, SEL sel) { return NSStringFromClass(self); }
__attribute__((constructor)) static void give_descriptions(void) {
    class_replaceMethod([NSObject class], @selector(description), (IMP)describe_object, "@@:");
    class_replaceMethod(object_getClass((id)[NSObject class]), @selector(description), (IMP)describe_class, "@@:");
}

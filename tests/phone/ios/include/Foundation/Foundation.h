// The part of Foundation that the tests' apps use.
#pragma once
#include <CoreFoundation/CoreFoundation.h>
#include <dispatch/dispatch.h>
#include <objc/NSObject.h>
#define NS_ASSUME_NONNULL_BEGIN _Pragma("clang assume_nonnull begin")
#define NS_ASSUME_NONNULL_END _Pragma("clang assume_nonnull end")
#define NS_DESIGNATED_INITIALIZER
#define NS_REQUIRES_SUPER
#define FOUNDATION_EXPORT extern
#define NS_ENUM(type, name) enum name : type name; enum name : type
#define NSNotFound ((NSInteger)LONG_MAX)
typedef double NSTimeInterval;
typedef struct _NSRange { NSUInteger location, length; } NSRange;
static inline NSRange NSMakeRange(NSUInteger l, NSUInteger n) { return (NSRange){ l, n }; }
typedef struct { unsigned long state; id __unsafe_unretained *itemsPtr; unsigned long *mutationsPtr; unsigned long extra[5]; } NSFastEnumerationState;
typedef NSInteger NSComparisonResult;
enum { NSOrderedAscending = -1L, NSOrderedSame, NSOrderedDescending };
typedef NSUInteger NSStringEncoding;
enum { NSASCIIStringEncoding = 1, NSUTF8StringEncoding = 4 };
@class NSArray, NSDictionary;
@protocol NSCopying
- (id)copyWithZone:(NSZone *)zone;
@end
@protocol NSFastEnumeration
- (NSUInteger)countByEnumeratingWithState:(NSFastEnumerationState *)state objects:(id __unsafe_unretained [])buffer count:(NSUInteger)n;
@end

@interface NSString : NSObject <NSCopying>
@property (readonly) NSUInteger length; // bytes of UTF-8: these apps use ASCII only
@property (readonly) const char *UTF8String;
@property (readonly) NSInteger integerValue;
@property (readonly) int intValue;
@property (readonly) double doubleValue;
@property (readonly, copy) NSString *lastPathComponent, *uppercaseString, *lowercaseString;
+ (instancetype)string;
+ (instancetype)stringWithUTF8String:(const char *)s;
+ (instancetype)stringWithFormat:(NSString *)format, ... __attribute__((format(__NSString__, 1, 2)));
+ (instancetype)stringWithString:(NSString *)s;
- (instancetype)initWithUTF8String:(const char *)s;
- (instancetype)initWithBytes:(const void *)bytes length:(NSUInteger)n encoding:(NSStringEncoding)e;
- (instancetype)initWithFormat:(NSString *)format, ... __attribute__((format(__NSString__, 1, 2)));
- (instancetype)initWithFormat:(NSString *)format arguments:(va_list)args;
- (unsigned short)characterAtIndex:(NSUInteger)i;
- (BOOL)isEqualToString:(NSString *)s;
- (BOOL)hasPrefix:(NSString *)s;
- (BOOL)hasSuffix:(NSString *)s;
- (BOOL)containsString:(NSString *)s;
- (NSComparisonResult)compare:(NSString *)s;
- (NSString *)substringFromIndex:(NSUInteger)i;
- (NSString *)substringToIndex:(NSUInteger)i;
- (NSString *)stringByAppendingString:(NSString *)s;
- (NSString *)stringByAppendingFormat:(NSString *)format, ... __attribute__((format(__NSString__, 1, 2)));
- (NSString *)stringByAppendingPathComponent:(NSString *)s;
- (NSArray *)componentsSeparatedByString:(NSString *)s;
@end
@interface NSMutableString : NSString
+ (instancetype)stringWithCapacity:(NSUInteger)n;
- (void)appendString:(NSString *)s;
- (void)appendFormat:(NSString *)format, ... __attribute__((format(__NSString__, 1, 2)));
@end
NSString *NSStringFromClass(Class), *NSStringFromSelector(SEL);
Class NSClassFromString(NSString *);
SEL NSSelectorFromString(NSString *);

@interface NSArray<T> : NSObject <NSCopying, NSFastEnumeration>
@property (readonly) NSUInteger count;
@property (readonly) T firstObject, lastObject;
+ (instancetype)array;
+ (instancetype)arrayWithObject:(T)o;
+ (instancetype)arrayWithObjects:(const T [])objects count:(NSUInteger)n;
+ (instancetype)arrayWithObjects:(T)first, ... __attribute__((sentinel));
+ (instancetype)arrayWithArray:(NSArray *)a;
- (instancetype)initWithObjects:(const T [])objects count:(NSUInteger)n;
- (instancetype)initWithArray:(NSArray *)a;
- (T)objectAtIndex:(NSUInteger)i;
- (T)objectAtIndexedSubscript:(NSUInteger)i;
- (BOOL)containsObject:(T)o;
- (NSUInteger)indexOfObject:(T)o;
- (void)enumerateObjectsUsingBlock:(void (^)(T object, NSUInteger i, BOOL *stop))block;
- (NSArray<T> *)sortedArrayUsingComparator:(NSComparisonResult (^)(T a, T b))compare;
- (NSArray<T> *)sortedArrayUsingSelector:(SEL)compare;
- (NSArray<T> *)arrayByAddingObject:(T)o;
- (NSString *)componentsJoinedByString:(NSString *)s;
@end
@interface NSMutableArray<T> : NSArray<T>
+ (instancetype)arrayWithCapacity:(NSUInteger)n;
- (instancetype)initWithCapacity:(NSUInteger)n;
- (void)addObject:(T)o;
- (void)addObjectsFromArray:(NSArray *)a;
- (void)insertObject:(T)o atIndex:(NSUInteger)i;
- (void)removeObjectAtIndex:(NSUInteger)i;
- (void)removeObject:(T)o;
- (void)removeLastObject;
- (void)removeAllObjects;
- (void)replaceObjectAtIndex:(NSUInteger)i withObject:(T)o;
- (void)setObject:(T)o atIndexedSubscript:(NSUInteger)i;
- (void)sortUsingComparator:(NSComparisonResult (^)(T a, T b))compare;
@end
@interface NSDictionary<K, V> : NSObject <NSCopying, NSFastEnumeration>
@property (readonly) NSUInteger count;
@property (readonly, copy) NSArray<K> *allKeys;
@property (readonly, copy) NSArray<V> *allValues;
+ (instancetype)dictionary;
+ (instancetype)dictionaryWithObject:(V)o forKey:(K)k;
+ (instancetype)dictionaryWithObjects:(const V [])objects forKeys:(const K [])keys count:(NSUInteger)n;
+ (instancetype)dictionaryWithDictionary:(NSDictionary *)d;
- (instancetype)initWithObjects:(const V [])objects forKeys:(const K [])keys count:(NSUInteger)n;
- (V)objectForKey:(K)k;
- (V)objectForKeyedSubscript:(K)k;
- (void)enumerateKeysAndObjectsUsingBlock:(void (^)(K key, V object, BOOL *stop))block;
@end
@interface NSMutableDictionary<K, V> : NSDictionary<K, V>
+ (instancetype)dictionaryWithCapacity:(NSUInteger)n;
- (void)setObject:(V)o forKey:(K)k;
- (void)setObject:(V)o forKeyedSubscript:(K)k;
- (void)removeObjectForKey:(K)k;
- (void)removeAllObjects;
@end
@interface NSNumber : NSObject <NSCopying> // whole numbers of 56 bits are tagged pointers
@property (readonly) NSInteger integerValue;
@property (readonly) long long longLongValue;
@property (readonly) NSUInteger unsignedIntegerValue;
@property (readonly) int intValue;
@property (readonly) double doubleValue;
@property (readonly) float floatValue;
@property (readonly) BOOL boolValue;
@property (readonly, copy) NSString *stringValue;
+ (NSNumber *)numberWithInt:(int)v;
+ (NSNumber *)numberWithLong:(long)v;
+ (NSNumber *)numberWithLongLong:(long long)v;
+ (NSNumber *)numberWithInteger:(NSInteger)v;
+ (NSNumber *)numberWithUnsignedInteger:(NSUInteger)v;
+ (NSNumber *)numberWithUnsignedInt:(unsigned)v;
+ (NSNumber *)numberWithUnsignedLong:(unsigned long)v;
+ (NSNumber *)numberWithUnsignedLongLong:(unsigned long long)v;
+ (NSNumber *)numberWithBool:(BOOL)v;
+ (NSNumber *)numberWithChar:(char)v;
+ (NSNumber *)numberWithDouble:(double)v;
+ (NSNumber *)numberWithFloat:(float)v;
- (BOOL)isEqualToNumber:(NSNumber *)n;
- (NSComparisonResult)compare:(NSNumber *)n;
@end
@interface NSDate : NSObject
@property (readonly) NSTimeInterval timeIntervalSinceReferenceDate, timeIntervalSince1970, timeIntervalSinceNow;
+ (instancetype)date;
+ (instancetype)dateWithTimeIntervalSinceNow:(NSTimeInterval)t;
- (NSTimeInterval)timeIntervalSinceDate:(NSDate *)d;
@end
@interface NSNull : NSObject
+ (NSNull *)null;
@end
@interface NSAutoreleasePool : NSObject
- (void)drain;
@end
extern NSString *const NSInvalidArgumentException, *const NSRangeException, *const NSGenericException, *const NSInternalInconsistencyException;
__attribute__((objc_exception)) @interface NSException : NSObject
@property (readonly, copy) NSString *name, *reason;
@property (readonly, copy) NSDictionary *userInfo;
+ (NSException *)exceptionWithName:(NSString *)name reason:(NSString *)reason userInfo:(NSDictionary *)info;
+ (void)raise:(NSString *)name format:(NSString *)format, ...;
- (instancetype)initWithName:(NSString *)name reason:(NSString *)reason userInfo:(NSDictionary *)info;
- (void)raise;
@end
@interface NSThread : NSObject
@property (class, readonly) BOOL isMainThread;
@property (copy) NSString *name;
@property (readonly) BOOL isFinished;
+ (void)detachNewThreadSelector:(SEL)s toTarget:(id)t withObject:(id)o;
+ (void)detachNewThreadWithBlock:(void (^)(void))block;
+ (void)sleepForTimeInterval:(NSTimeInterval)t;
- (instancetype)initWithBlock:(void (^)(void))block;
- (instancetype)initWithTarget:(id)t selector:(SEL)s object:(id)o;
- (void)start;
@end
@interface NSObject (Delayed)
- (void)performSelector:(SEL)s withObject:(id)o afterDelay:(NSTimeInterval)t;
- (void)performSelectorOnMainThread:(SEL)s withObject:(id)o waitUntilDone:(BOOL)wait;
@end
@interface NSNotification : NSObject
@property (readonly, copy) NSString *name;
@property (readonly, retain) id object;
@property (readonly, copy) NSDictionary *userInfo;
@end
@interface NSNotificationCenter : NSObject
@property (class, readonly, retain) NSNotificationCenter *defaultCenter;
- (void)addObserver:(id)observer selector:(SEL)s name:(NSString *)name object:(id)object;
- (id)addObserverForName:(NSString *)name object:(id)object queue:(id)queue usingBlock:(void (^)(NSNotification *))block;
- (void)removeObserver:(id)observer;
- (void)postNotificationName:(NSString *)name object:(id)object;
- (void)postNotificationName:(NSString *)name object:(id)object userInfo:(NSDictionary *)info;
@end
@interface NSProcessInfo : NSObject
@property (class, readonly, retain) NSProcessInfo *processInfo;
@property (readonly, copy) NSDictionary *environment;
@property (readonly, copy) NSString *processName;
@property (readonly) NSTimeInterval systemUptime;
@property (readonly) NSInteger thermalState;
@property (readonly, getter=isLowPowerModeEnabled) BOOL lowPowerModeEnabled;
@end
void NSLog(NSString *format, ...) __attribute__((format(__NSString__, 1, 2)));

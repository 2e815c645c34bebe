// The root class.
#pragma once
#include <objc/runtime.h>
typedef long NSInteger;
typedef unsigned long NSUInteger;
typedef struct _NSZone NSZone;
#define NS_INLINE static inline
@class NSString, NSMethodSignature, NSInvocation;
__attribute__((objc_root_class)) @interface Protocol { Class isa; } @end
@protocol NSObject
@property (readonly) Class superclass;
@property (readonly) NSUInteger hash;
@property (readonly, copy) NSString *description;
- (BOOL)isEqual:(id)object;
- (Class)class;
- (instancetype)self;
- (id)performSelector:(SEL)s;
- (id)performSelector:(SEL)s withObject:(id)a;
- (id)performSelector:(SEL)s withObject:(id)a withObject:(id)b;
- (BOOL)isKindOfClass:(Class)c;
- (BOOL)isMemberOfClass:(Class)c;
- (BOOL)conformsToProtocol:(Protocol *)p;
- (BOOL)respondsToSelector:(SEL)s;
#if !__has_feature(objc_arc)
- (instancetype)retain;
- (oneway void)release;
- (instancetype)autorelease;
- (NSUInteger)retainCount;
#endif
@end
__attribute__((objc_root_class)) @interface NSObject <NSObject> { Class isa; }
+ (void)initialize;
+ (instancetype)new;
+ (instancetype)alloc;
+ (instancetype)allocWithZone:(NSZone *)zone;
- (instancetype)init;
- (void)dealloc;
- (id)copy;
- (id)mutableCopy;
+ (Class)class;
+ (Class)superclass;
+ (NSString *)description;
+ (BOOL)isSubclassOfClass:(Class)c;
+ (BOOL)instancesRespondToSelector:(SEL)s;
+ (BOOL)conformsToProtocol:(Protocol *)p;
- (IMP)methodForSelector:(SEL)s;
+ (IMP)instanceMethodForSelector:(SEL)s;
+ (BOOL)resolveInstanceMethod:(SEL)s;
+ (BOOL)resolveClassMethod:(SEL)s;
- (id)forwardingTargetForSelector:(SEL)s;
- (void)doesNotRecognizeSelector:(SEL)s;
@end

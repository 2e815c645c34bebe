// The root class, and the handling of messages without a method.
#include <objc/NSObject.h>
#include "internal.h"

id phone_root_retain(id), phone_root_autorelease(id);
void phone_root_release(id);
unsigned long phone_root_retain_count(id);

@implementation NSObject
// The search for +initialize ends at this method. The runtime never calls it for the root class itself, and a message has no effect.
+ (void)initialize {}
+ (id)alloc { return class_createInstance((Class)self, 0); }
+ (id)allocWithZone:(NSZone *)zone { return class_createInstance((Class)self, 0); }
+ (id)new { return [[self alloc] init]; }
- (id)init { return self; }
- (void)dealloc { object_dispose(self); }
+ (id)self { return (id)self; }
- (id)self { return self; }
+ (Class)class { return self; }
- (Class)class { return object_getClass(self); }
+ (Class)superclass { return class_getSuperclass(self); }
- (Class)superclass { return class_getSuperclass(object_getClass(self)); }

- (id)retain { return phone_root_retain(self); }
- (oneway void)release { phone_root_release(self); }
- (id)autorelease { return phone_root_autorelease(self); }
- (NSUInteger)retainCount { return phone_root_retain_count(self); }
// Classes are objects that are never freed.
+ (id)retain { return (id)self; }
+ (oneway void)release {}
+ (id)autorelease { return (id)self; }
+ (NSUInteger)retainCount { return ~0UL; }

- (id)copy { return ((id(*)(id, SEL, void *))objc_msgSend)(self, sel_registerName("copyWithZone:"), 0); }
- (id)mutableCopy { return ((id(*)(id, SEL, void *))objc_msgSend)(self, sel_registerName("mutableCopyWithZone:"), 0); }
+ (id)copy { return (id)self; }
+ (id)copyWithZone:(NSZone *)zone { return (id)self; }

static bool inherits(Class c, Class from) {
    for (; c; c = class_getSuperclass(c)) if (c == from) return true;
    return false;
}
+ (BOOL)isSubclassOfClass:(Class)c { return inherits(self, c); }
+ (BOOL)isKindOfClass:(Class)c { return inherits(object_getClass((id)self), c); }
- (BOOL)isKindOfClass:(Class)c { return inherits([self class], c); }
+ (BOOL)isMemberOfClass:(Class)c { return object_getClass((id)self) == c; }
- (BOOL)isMemberOfClass:(Class)c { return [self class] == c; }
+ (BOOL)respondsToSelector:(SEL)s { return class_respondsToSelector(object_getClass((id)self), s); }
- (BOOL)respondsToSelector:(SEL)s { return class_respondsToSelector(object_getClass(self), s); }
+ (BOOL)instancesRespondToSelector:(SEL)s { return class_respondsToSelector(self, s); }
static bool conforms(Class c, Protocol *p) {
    for (; c; c = class_getSuperclass(c)) if (class_conformsToProtocol(c, p)) return true;
    return false;
}
+ (BOOL)conformsToProtocol:(Protocol *)p { return conforms(self, p); }
- (BOOL)conformsToProtocol:(Protocol *)p { return conforms([self class], p); }
- (IMP)methodForSelector:(SEL)s { return class_getMethodImplementation(object_getClass(self), s); }
+ (IMP)instanceMethodForSelector:(SEL)s { return class_getMethodImplementation(self, s); }
+ (IMP)methodForSelector:(SEL)s { return class_getMethodImplementation(object_getClass((id)self), s); }

- (NSUInteger)hash { return (NSUInteger)self >> 4; }
+ (NSUInteger)hash { return (NSUInteger)self >> 4; }
- (BOOL)isEqual:(id)o { return self == o; }
+ (BOOL)isEqual:(id)o { return (id)self == o; }
// Foundation replaces these two methods by methods that create strings.
- (NSString *)description { return nil; }
+ (NSString *)description { return nil; }

- (id)performSelector:(SEL)s { return ((id(*)(id, SEL))objc_msgSend)(self, s); }
- (id)performSelector:(SEL)s withObject:(id)a { return ((id(*)(id, SEL, id))objc_msgSend)(self, s, a); }
- (id)performSelector:(SEL)s withObject:(id)a withObject:(id)b { return ((id(*)(id, SEL, id, id))objc_msgSend)(self, s, a, b); }
+ (id)performSelector:(SEL)s { return ((id(*)(id, SEL))objc_msgSend)((id)self, s); }
+ (id)performSelector:(SEL)s withObject:(id)a { return ((id(*)(id, SEL, id))objc_msgSend)((id)self, s, a); }

+ (BOOL)resolveInstanceMethod:(SEL)s { return NO; }
+ (BOOL)resolveClassMethod:(SEL)s { return NO; }
- (id)forwardingTargetForSelector:(SEL)s { return nil; }
+ (id)forwardingTargetForSelector:(SEL)s { return nil; }
- (void)doesNotRecognizeSelector:(SEL)s { phone_objc_unrecognized(self, s); }
+ (void)doesNotRecognizeSelector:(SEL)s { phone_objc_unrecognized((id)self, s); }
@end

@implementation Protocol
@end

// Foundation throws NSInvalidArgumentException; the runtime has no such class.
static void (*unrecognized_handler)(id, SEL, const char *);
void phone_objc_set_unrecognized(void (*handler)(id, SEL, const char *)) { unrecognized_handler = handler; }
void phone_objc_unrecognized(id receiver, SEL sel) {
    char text[512];
    snprintf(text, sizeof text, "%c[%s %s]: unrecognized selector sent to %s %p", object_isClass(receiver) ? '+' : '-', object_getClassName(receiver), sel_getName(sel),
             object_isClass(receiver) ? "class" : "instance", receiver);
    if (unrecognized_handler) unrecognized_handler(receiver, sel, text);
    phone_fail(text);
}

// _objc_msgForward calls this function to find the object that receives the message instead.
__attribute__((used)) id phone_objc_forward(id receiver, SEL sel) {
    SEL question = @selector(forwardingTargetForSelector:);
    if (class_respondsToSelector(class_of(receiver), question)) {
        id target = ((id(*)(id, SEL, SEL))objc_msgSend)(receiver, question, sel);
        if (target && target != receiver) return target;
    }
    if (class_respondsToSelector(class_of(receiver), @selector(doesNotRecognizeSelector:))) [receiver doesNotRecognizeSelector:sel];
    phone_objc_unrecognized(receiver, sel);
    return nil;
}

// Implements the functions that compiled Swift code calls: counted objects, lazy globals, and the root class of pure Swift classes.
#include <dispatch/dispatch.h>
#include <objc/NSObject.h>
#include <phone/system.h>

// An object begins with its class and its count; Apple's runtime packs weak and unowned counts into the same word.
struct object { void *metadata; unsigned long count; };

__attribute__((objc_root_class, objc_runtime_name("_TtCs12_SwiftObject"))) @interface SwiftObject {
    Class isa;
    unsigned long count;
}
@end
@implementation SwiftObject
+ (Class)class { return self; }
- (Class)class { return object_getClass(self); }
- (id)self { return self; }
@end

void *swift_allocObject(void *metadata, size_t size, size_t alignment_mask) {
    struct object *o = malloc(size);
    if (!o) phone_fail("swift_allocObject: no memory");
    *o = (struct object){ metadata, 1 };
    return o;
}
void swift_deallocClassInstance(struct object *o, size_t size, size_t alignment_mask) { free(o); }
void *swift_retain(struct object *o) {
    if (o) __atomic_add_fetch(&o->count, 1, __ATOMIC_RELAXED);
    return o;
}
// The second word before the metadata of a class is its deallocating `deinit`, which receives the object in the register of `self`.
typedef __attribute__((swiftcall)) void destroy(__attribute__((swift_context)) void *);
void swift_release(struct object *o) {
    if (!o || __atomic_sub_fetch(&o->count, 1, __ATOMIC_ACQ_REL)) return;
    ((destroy *)((void **)o->metadata)[-2])(o);
}
// The compiler's code has already compared the token, which is dispatch_once's, with -1.
void swift_once(dispatch_once_t *token, void (*initialize)(void *), void *context) { dispatch_once_f(token, context, initialize); }
void swift_deletedMethodError(void) { phone_fail("a Swift method was called that is not there"); }

// These functions copy values of Builtin.NativeObject and of AnyObject: metadata refers to them, and only generic code reads them.
const void *native_object[16] __asm("_$sBoWV");
const void *unknown_object[16] __asm("_$sBOWV");

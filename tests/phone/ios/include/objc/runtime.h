// The runtime's functions, with Apple's names and meanings.
#pragma once
#include <objc/message.h>
#include <objc/objc.h>
#ifdef __cplusplus
extern "C" {
#endif
typedef struct objc_method *Method;
typedef struct objc_ivar *Ivar;
typedef struct objc_category *Category;
#ifdef __OBJC__
@class Protocol;
#else
typedef struct objc_object Protocol;
#endif
typedef uintptr_t objc_AssociationPolicy;
enum { OBJC_ASSOCIATION_ASSIGN = 0, OBJC_ASSOCIATION_RETAIN_NONATOMIC = 1, OBJC_ASSOCIATION_COPY_NONATOMIC = 3, OBJC_ASSOCIATION_RETAIN = 01401, OBJC_ASSOCIATION_COPY = 01403 };

extern const uintptr_t objc_debug_isa_class_mask, objc_debug_taggedpointer_mask, objc_debug_taggedpointer_obfuscator;
extern Class objc_debug_taggedpointer_classes[8];

SEL sel_registerName(const char *), sel_getUid(const char *);
const char *sel_getName(SEL);
BOOL sel_isEqual(SEL, SEL);

Class objc_getClass(const char *), objc_lookUpClass(const char *), objc_getMetaClass(const char *), object_getClass(id), object_setClass(id, Class);
const char *object_getClassName(id), *class_getName(Class), *class_getImageName(Class);
Class class_getSuperclass(Class);
BOOL class_isMetaClass(Class), object_isClass(id), class_respondsToSelector(Class, SEL), class_conformsToProtocol(Class, Protocol *);
size_t class_getInstanceSize(Class);
int objc_getClassList(Class *, int);
Class *objc_copyClassList(unsigned *), *objc_copyRealizedClassList(unsigned *);
const char **objc_copyClassNamesForImage(const char *, unsigned *);
Protocol *objc_getProtocol(const char *);
const char *protocol_getName(Protocol *);

Method class_getInstanceMethod(Class, SEL), class_getClassMethod(Class, SEL), *class_copyMethodList(Class, unsigned *);
IMP class_getMethodImplementation(Class, SEL), class_replaceMethod(Class, SEL, IMP, const char *), method_getImplementation(Method), method_setImplementation(Method, IMP);
BOOL class_addMethod(Class, SEL, IMP, const char *);
void method_exchangeImplementations(Method, Method);
SEL method_getName(Method);
const char *method_getTypeEncoding(Method);

Class objc_allocateClassPair(Class, const char *, size_t);
void objc_registerClassPair(Class), objc_disposeClassPair(Class);
BOOL class_addIvar(Class, const char *, size_t, uint8_t, const char *);
Ivar class_getInstanceVariable(Class, const char *), *class_copyIvarList(Class, unsigned *);
const char *ivar_getName(Ivar), *ivar_getTypeEncoding(Ivar);
ptrdiff_t ivar_getOffset(Ivar);
id class_createInstance(Class, size_t), object_dispose(id);
void *objc_destructInstance(id);

void objc_setAssociatedObject(id, const void *, id, objc_AssociationPolicy), objc_removeAssociatedObjects(id);
id objc_getAssociatedObject(id, const void *);
void _objc_registerTaggedPointerClass(unsigned tag, Class); // tags 0-7: the low three bits of a pointer whose top bit is set

id objc_retain(id), objc_autorelease(id), objc_alloc(Class), objc_alloc_init(Class), objc_allocWithZone(Class), objc_opt_new(Class);
void objc_release(id), *objc_autoreleasePoolPush(void), objc_autoreleasePoolPop(void *);
int objc_sync_enter(id), objc_sync_exit(id);
_Noreturn void objc_exception_throw(id);
#ifdef __cplusplus
}
#endif

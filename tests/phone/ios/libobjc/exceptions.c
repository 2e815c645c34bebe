// Objective-C exceptions are thrown as C++ exceptions: the object is in a wrapper whose type information compares classes.
#include "internal.h"

void *__cxa_allocate_exception(size_t), *__cxa_begin_catch(void *);
_Noreturn void __cxa_throw(void *, const void *, void (*)(void *)), __cxa_rethrow(void);
void __cxa_end_catch(void), phone_set_terminate(void (*)(void));
const void *__cxa_current_exception_type(void);
void *phone_current_exception(void);

// Compilers emit this structure for each class in a @catch; `name` is at the place of the name in C++ type information.
struct type_info { const void *const *vtable; const char *name; Class class; };
struct thrown { id object; struct type_info type; };

static void nothing(const void *self) { (void)self; }
static bool do_catch(const struct type_info *, const struct type_info *, void **);
// The layout of a C++ virtual table: offset, type, two destructors, two unused entries, can_catch. Pointers to it skip the first two.
const void *const objc_ehtype_vtable[] __asm__("_objc_ehtype_vtable") = { 0, 0, nothing, nothing, nothing, nothing, do_catch };
const struct type_info OBJC_EHTYPE_id __asm__("_OBJC_EHTYPE_$_id") = { objc_ehtype_vtable + 2, "id", 0 };
const struct type_info OBJC_EHTYPE_id_plain __asm__("_OBJC_EHTYPE_id") = { objc_ehtype_vtable + 2, "id", 0 };

static bool is_id(const struct type_info *t) { return t == &OBJC_EHTYPE_id || t == &OBJC_EHTYPE_id_plain; }
// The search for a handler calls this function for each Objective-C handler, even if a C++ exception was thrown, which it does not catch.
static bool do_catch(const struct type_info *handler, const struct type_info *thrown, void **object) {
    if (thrown->vtable != objc_ehtype_vtable + 2) return false;
    id exception = *(id *)*object;
    bool matches = is_id(handler);
    if (!matches && handler->class)
        for (Class c = object_getClass(exception), wanted = realize_class(handler->class); c && !matches; c = c->superclass) matches = c == wanted;
    if (matches) *object = exception;
    return matches;
}
static void destroy(void *wrapper) { objc_release(((struct thrown *)wrapper)->object); }

// Ends the process after an uncaught exception.
static const char *(*describe)(id);
void phone_objc_set_describe(const char *(*function)(id)) { describe = function; }
static void terminate(void) {
    char text[1024];
    const struct type_info *type = __cxa_current_exception_type();
    struct thrown *t = phone_current_exception();
    if (type && type->vtable == objc_ehtype_vtable + 2)
        snprintf(text, sizeof text, "terminating app due to uncaught exception of class %s: %s", object_getClassName(t->object), describe ? describe(t->object) : "");
    else snprintf(text, sizeof text, "terminating due to uncaught C++ exception of type %s", type ? (const char *)((uintptr_t)type->name & ~(1UL << 63)) : "?");
    phone_fail(text);
}
void init_exceptions(void) { phone_set_terminate(terminate); }

void objc_exception_throw(id object) {
    struct thrown *t = __cxa_allocate_exception(sizeof *t);
    t->object = objc_retain(object);
    t->type = (struct type_info){ objc_ehtype_vtable + 2, object ? object_getClassName(object) : "nil", object ? object_getClass(object) : 0 };
    __cxa_throw(t, &t->type, destroy);
}
_Noreturn void objc_exception_rethrow(void) { __cxa_rethrow(); }
id objc_begin_catch(void *exception) { return __cxa_begin_catch(exception); }
void objc_end_catch(void) { __cxa_end_catch(); }
_Noreturn void objc_terminate(void) { terminate(); __builtin_trap(); }

int __gxx_personality_v0(int, int, uint64_t, void *, void *);
int __objc_personality_v0(int version, int actions, uint64_t class, void *exception, void *context) {
    return __gxx_personality_v0(version, actions, class, exception, context);
}

// Type information, which decides which handler catches which type. The destructor of __fundamental_type_info, defined here,
// makes the compiler emit the information of all built-in types into this library.
#include "abi.h"

std::type_info::~type_info() {}

namespace __cxxabiv1 {
// Images may each have a copy of a type's information, which the top bit of the name's address marks (Apple's arm64 ABI).
static const char *name_of(const std::type_info *t) { return (const char *)((uintptr_t)t->name & ~(1UL << 63)); }
static bool same(const std::type_info *a, const std::type_info *b) { return a == b || !strcmp(name_of(a), name_of(b)); }

shim_type_info::~shim_type_info() {}
void shim_type_info::noop1() const {}
void shim_type_info::noop2() const {}
bool shim_type_info::can_catch(const shim_type_info *thrown, void *&) const { return same(this, thrown); }

class __fundamental_type_info : public shim_type_info { public: virtual ~__fundamental_type_info(); };
__fundamental_type_info::~__fundamental_type_info() {}
class __enum_type_info : public shim_type_info { public: virtual ~__enum_type_info(); };
__enum_type_info::~__enum_type_info() {}

class __class_type_info : public shim_type_info {
  public:
    virtual ~__class_type_info();
    bool can_catch(const shim_type_info *thrown, void *&object) const override;
    // Finds `base` among this type's bases and moves the pointer to it.
    virtual bool find(const __class_type_info *base, void *&object) const;
};
class __si_class_type_info : public __class_type_info { // one public base at offset 0
  public:
    virtual ~__si_class_type_info();
    bool find(const __class_type_info *base, void *&object) const override;
    const __class_type_info *base;
};
class __vmi_class_type_info : public __class_type_info {
  public:
    virtual ~__vmi_class_type_info();
    bool find(const __class_type_info *base, void *&object) const override;
    unsigned flags, count;
    struct { const __class_type_info *type; long offset_flags; } bases[1];
};
__class_type_info::~__class_type_info() {}
__si_class_type_info::~__si_class_type_info() {}
__vmi_class_type_info::~__vmi_class_type_info() {}
bool __class_type_info::find(const __class_type_info *base, void *&) const { return same(this, base); }
bool __si_class_type_info::find(const __class_type_info *what, void *&object) const { return same(this, what) || base->find(what, object); }
bool __vmi_class_type_info::find(const __class_type_info *what, void *&object) const {
    if (same(this, what)) return true;
    for (unsigned i = 0; i < count; i++) {
        long flags = bases[i].offset_flags;
        if (!(flags & 2)) continue; // not public
        long offset = flags >> 8;
        if (flags & 1) offset = *(long *)(*(char **)object + offset); // a virtual base: its offset is in the virtual table
        void *moved = (char *)object + offset;
        if (bases[i].type->find(what, moved)) { object = moved; return true; }
    }
    return false;
}
bool __class_type_info::can_catch(const shim_type_info *thrown, void *&object) const {
    if (same(this, thrown)) return true;
    const __class_type_info *type = dynamic_cast<const __class_type_info *>(thrown);
    return type && type->find(this, object);
}

class __pbase_type_info : public shim_type_info { public: virtual ~__pbase_type_info(); unsigned flags; const shim_type_info *pointee; };
__pbase_type_info::~__pbase_type_info() {}
class __pointer_type_info : public __pbase_type_info {
  public:
    virtual ~__pointer_type_info();
    bool can_catch(const shim_type_info *thrown, void *&object) const override;
};
__pointer_type_info::~__pointer_type_info() {}
bool __pointer_type_info::can_catch(const shim_type_info *thrown, void *&object) const {
    const __pointer_type_info *other = dynamic_cast<const __pointer_type_info *>(thrown);
    if (!other) return false;
    void *pointer = *(void **)object; // handlers of pointers get the pointer, not where it is kept
    if (other->flags & ~flags & 7) return false; // would lose const, volatile or restrict
    if (!same(pointee, other->pointee) && strcmp(name_of(pointee), "v")) {
        const __class_type_info *from = dynamic_cast<const __class_type_info *>(other->pointee), *to = dynamic_cast<const __class_type_info *>(pointee);
        if (!from || !to || !from->find(to, pointer)) return false;
    }
    object = pointer;
    return true;
}

// This file needs only casts from a base to a derived class, in single inheritance without an offset.
extern "C" void *__dynamic_cast(const void *object, const __class_type_info *, const __class_type_info *to, long) {
    const void *const *table = *(const void *const *const *)object;
    void *whole = (char *)object + (long)table[-2];
    const __class_type_info *actual = (const __class_type_info *)table[-1];
    return actual && actual->find(to, whole) ? whole : nullptr;
}
extern "C" [[noreturn]] void __cxa_pure_virtual() { phone_fail("pure virtual function called"); }
extern "C" [[noreturn]] void __cxa_bad_cast() { phone_fail("bad cast"); }
} // namespace __cxxabiv1

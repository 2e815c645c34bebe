// The data of the C++ ABI, as compilers expect it (Itanium C++ ABI: Exception Handling, and 2.9.5 for the type information).
#pragma once
#include <phone/system.h>
#include <unwind.h>

namespace std {
class type_info {
  public:
    virtual ~type_info();
    const char *name;
};
[[noreturn]] void terminate() noexcept;
} // namespace std

namespace __cxxabiv1 {
// The function in slot 4 of the virtual table decides which handler catches; libobjc writes its own table there.
class shim_type_info : public std::type_info {
  public:
    virtual ~shim_type_info();
    virtual void noop1() const;
    virtual void noop2() const;
    // Returns whether this handler's type accepts the thrown object; if so, `object` becomes the handler's argument.
    virtual bool can_catch(const shim_type_info *thrown, void *&object) const;
};
struct __cxa_exception {
    const shim_type_info *type;
    void (*destroy)(void *);
    __cxa_exception *next_caught;
    int handlers; // negative while a handler rethrows it
    // The result of the search, which the second phase uses.
    int selector;
    const void *landing_pad;
    void *adjusted;
    alignas(16) _Unwind_Exception unwind;
};
struct __cxa_eh_globals { __cxa_exception *caught; unsigned uncaught; };
extern "C" __cxa_eh_globals *__cxa_get_globals();
static inline __cxa_exception *exception_of(_Unwind_Exception *u) { return (__cxa_exception *)((char *)u - offsetof(__cxa_exception, unwind)); }
} // namespace __cxxabiv1

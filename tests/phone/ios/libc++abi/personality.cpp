// The personality of C++ and Objective-C frames, which reads the table of a function (LSDA) and finds its handlers and cleanups.
#include "abi.h"
using namespace __cxxabiv1;

static uintptr_t uleb(const uint8_t *&p) {
    uintptr_t value = 0;
    unsigned shift = 0;
    do { value |= (uintptr_t)(*p & 0x7f) << shift; shift += 7; } while (*p++ & 0x80);
    return value;
}
static intptr_t sleb(const uint8_t *&p) {
    uintptr_t value = 0;
    unsigned shift = 0;
    uint8_t byte;
    do { byte = *p++; value |= (uintptr_t)(byte & 0x7f) << shift; shift += 7; } while (byte & 0x80);
    return (intptr_t)(byte & 0x40 && shift < 64 ? value | ~0UL << shift : value);
}
template <class T> static T take(const uint8_t *&p) {
    T value;
    memcpy(&value, p, sizeof value);
    p += sizeof value;
    return value;
}
// The encodings that Darwin's compilers use: DW_EH_PE_*.
static uintptr_t encoded(const uint8_t *&p, uint8_t encoding) {
    const uint8_t *start = p;
    uintptr_t value;
    switch (encoding & 0x0f) {
    case 0x00: case 0x04: case 0x0c: value = take<uint64_t>(p); break;
    case 0x01: value = uleb(p); break;
    case 0x02: value = take<uint16_t>(p); break;
    case 0x03: value = take<uint32_t>(p); break;
    case 0x09: value = (uintptr_t)sleb(p); break;
    case 0x0a: value = (uintptr_t)take<int16_t>(p); break;
    case 0x0b: value = (uintptr_t)(intptr_t)take<int32_t>(p); break;
    default: phone_fail("exceptions: an encoding that is not there");
    }
    if (!value) return 0;
    if ((encoding & 0x70) == 0x10) value += (uintptr_t)start;
    return encoding & 0x80 ? *(uintptr_t *)value : value;
}
static unsigned size_of(uint8_t encoding) { return (encoding & 7) == 2 ? 2 : (encoding & 7) == 3 ? 4 : 8; }

namespace {
struct found { bool handler, cleanup, terminate; int selector; const void *landing_pad; void *adjusted; };
}

static found scan(_Unwind_Context *context, __cxa_exception *exception) {
    found f = {};
    const uint8_t *p = (const uint8_t *)_Unwind_GetLanguageSpecificData(context);
    if (!p) return f;
    uintptr_t start = _Unwind_GetRegionStart(context), pc = _Unwind_GetIP(context) - 1 - start; // -1: into the call
    uint8_t encoding = *p++;
    uintptr_t pads = encoding == 0xff ? start : encoded(p, encoding);
    uint8_t type_encoding = *p++;
    const uint8_t *types = nullptr;
    if (type_encoding != 0xff) {
        uintptr_t offset = uleb(p);
        types = p + offset;
    }
    uint8_t site_encoding = *p++;
    uintptr_t length = uleb(p);
    const uint8_t *actions = p + length;
    while (p < actions) {
        uintptr_t from = encoded(p, site_encoding), size = encoded(p, site_encoding), pad = encoded(p, site_encoding), action = uleb(p);
        if (pc < from) break;
        if (pc >= from + size) continue;
        if (!pad) return f;
        f.landing_pad = (const void *)(pads + pad);
        if (!action) { f.cleanup = true; return f; }
        for (const uint8_t *a = actions + action - 1;;) {
            intptr_t selector = sleb(a);
            if (selector > 0) {
                const uint8_t *entry = types - (uintptr_t)selector * size_of(type_encoding);
                auto *type = (const shim_type_info *)encoded(entry, type_encoding);
                void *object = exception + 1;
                if (!type || type->can_catch(exception->type, object)) {
                    f.handler = true;
                    f.selector = (int)selector;
                    f.adjusted = object;
                    return f;
                }
            } else if (selector == 0) f.cleanup = true;
            else { // an exception specification: an empty one, the only one that compilers still emit, lets no exception through
                f.handler = true;
                f.selector = (int)selector;
                f.adjusted = exception + 1;
                return f;
            }
            const uint8_t *next = a;
            intptr_t step = sleb(next);
            if (!step) return f;
            a += step;
        }
    }
    f.terminate = true; // a call that no entry covers must not throw: noexcept
    return f;
}

extern "C" _Unwind_Reason_Code __gxx_personality_v0(int, _Unwind_Action actions, uint64_t, _Unwind_Exception *unwind, _Unwind_Context *context) {
    __cxa_exception *exception = exception_of(unwind);
    if (actions & _UA_SEARCH_PHASE) {
        found f = scan(context, exception);
        if (f.terminate) std::terminate();
        if (!f.handler) return _URC_CONTINUE_UNWIND;
        exception->selector = f.selector;
        exception->landing_pad = f.landing_pad;
        exception->adjusted = f.adjusted;
        return _URC_HANDLER_FOUND;
    }
    const void *pad = exception->landing_pad;
    int selector = exception->selector;
    if (!(actions & _UA_HANDLER_FRAME)) {
        found f = scan(context, exception);
        if (!f.cleanup || f.handler) return _URC_CONTINUE_UNWIND;
        pad = f.landing_pad;
        selector = 0;
    }
    _Unwind_SetGR(context, __builtin_eh_return_data_regno(0), (uintptr_t)unwind);
    _Unwind_SetGR(context, __builtin_eh_return_data_regno(1), (uintptr_t)(intptr_t)selector);
    _Unwind_SetIP(context, (uintptr_t)pad);
    return _URC_INSTALL_CONTEXT;
}

// The personality of C frames with cleanups (__block variables, __attribute__((cleanup))), which clean up and do not catch.
#include <unwind.h>
#include "internal.h"

static uintptr_t uleb(const uint8_t **p) {
    uintptr_t value = 0;
    unsigned shift = 0;
    uint8_t byte;
    do { byte = *(*p)++; value |= (uintptr_t)(byte & 0x7f) << shift; shift += 7; } while (byte & 0x80);
    return value;
}
// Compilers emit the simplest kind of table for C frames: landing pads relative to the function's start, offsets in ULEB128.
_Unwind_Reason_Code __gcc_personality_v0(int version, _Unwind_Action actions, uint64_t class, struct _Unwind_Exception *exception, struct _Unwind_Context *context) {
    (void)version, (void)class;
    const uint8_t *p = (const uint8_t *)_Unwind_GetLanguageSpecificData(context);
    if (actions & _UA_SEARCH_PHASE || !p) return _URC_CONTINUE_UNWIND;
    uintptr_t start = _Unwind_GetRegionStart(context), pc = _Unwind_GetIP(context) - 1 - start;
    if (*p++ != 0xff) phone_fail("exceptions: a C frame's table has landing pads elsewhere");
    if (*p++ != 0xff) uleb(&p);
    if (*p++ != 0x01) phone_fail("exceptions: a C frame's table is not in ULEB128");
    uintptr_t length = uleb(&p);
    for (const uint8_t *end = p + length; p < end;) {
        uintptr_t from = uleb(&p), size = uleb(&p), pad = uleb(&p);
        uleb(&p);
        if (pc < from || pc >= from + size || !pad) continue;
        _Unwind_SetGR(context, __builtin_eh_return_data_regno(0), (uintptr_t)exception);
        _Unwind_SetGR(context, __builtin_eh_return_data_regno(1), 0);
        _Unwind_SetIP(context, start + pad);
        return _URC_INSTALL_CONTEXT;
    }
    return _URC_CONTINUE_UNWIND;
}

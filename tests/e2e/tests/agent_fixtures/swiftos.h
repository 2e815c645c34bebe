// Swift's functions `os_signpost(_:dso:log:name:signpostID:)` and `os_signpost(_:dso:log:name:signpostID:_:_:)` of the overlay `os`: the name
// and the message are each a `StaticString` of three words, and the id is in memory.
#pragma once
#include <os/signpost.h>
enum { IS_POINTER = 0, IS_CHARACTER = 1 };
void swift_os_signpost(os_signpost_type_t type, const void *dso, os_log_t log, const char *name, long length, uint8_t flags, const os_signpost_id_t *id)
    __asm("_$s2os0A9_signpost_3dso3log4name0B2IDySo0a1_B7_type_ta_SVSo03OS_a1_D0Cs12StaticStringVAA010OSSignpostF0VtF");
void swift_os_signpost_with_message(os_signpost_type_t type, const void *dso, os_log_t log, const char *name, long length, uint8_t flags, const os_signpost_id_t *id,
                                    const char *format, long format_length, uint8_t format_flags, const void *arguments)
    __asm("_$s2os0A9_signpost_3dso3log4name0B2ID__ySo0a1_B7_type_ta_SVSo03OS_a1_D0Cs12StaticStringVAA010OSSignpostF0VALs7CVarArg_pdtF");

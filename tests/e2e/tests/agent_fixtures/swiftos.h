// Swift's `os_signpost(_:dso:log:name:signpostID:)` of the overlay `os`: the name is a `StaticString` of three words, the id is in memory.
#pragma once
#include <os/signpost.h>
enum { IS_POINTER = 0, IS_CHARACTER = 1 };
void swift_os_signpost(os_signpost_type_t type, const void *dso, os_log_t log, const char *name, long length, uint8_t flags, const os_signpost_id_t *id)
    __asm("_$s2os0A9_signpost_3dso3log4name0B2IDySo0a1_B7_type_ta_SVSo03OS_a1_D0Cs12StaticStringVAA010OSSignpostF0VtF");

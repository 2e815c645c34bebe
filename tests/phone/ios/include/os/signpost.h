#pragma once
// Signposts: the macros of Apple's header end in a call of _os_signpost_emit_with_name_impl, if the log is enabled and the id is valid.
// Messages and their arguments are omitted.
#include <os/log.h>
#include <stdint.h>
typedef uint64_t os_signpost_id_t;
typedef uint8_t os_signpost_type_t;
enum { OS_SIGNPOST_EVENT = 0, OS_SIGNPOST_INTERVAL_BEGIN = 1, OS_SIGNPOST_INTERVAL_END = 2 };
#define OS_SIGNPOST_ID_NULL ((os_signpost_id_t)0)
#define OS_SIGNPOST_ID_INVALID ((os_signpost_id_t)~0)
#define OS_SIGNPOST_ID_EXCLUSIVE ((os_signpost_id_t)0xEEEEB0B5B2B2EEEE)
#ifdef __cplusplus
extern "C" {
#endif
extern const char __dso_handle;
_Bool os_signpost_enabled(os_log_t log);
os_signpost_id_t os_signpost_id_generate(os_log_t log);
void _os_signpost_emit_with_name_impl(void *dso, os_log_t log, os_signpost_type_t type, os_signpost_id_t id, const char *name, const char *format, uint8_t *arguments, uint32_t size);
// Prints a line for each signpost that was emitted: `signpost TYPE ID LOG THREAD TICKS NAME`. Only this phone has this function.
void phone_signposts(void);
#ifdef __cplusplus
}
#endif
#define _os_signpost_emit(log, type, id, name) ({ \
    os_log_t l_ = (log); os_signpost_id_t i_ = (id); \
    if (i_ != OS_SIGNPOST_ID_NULL && i_ != OS_SIGNPOST_ID_INVALID && os_signpost_enabled(l_)) \
        _os_signpost_emit_with_name_impl((void *)&__dso_handle, l_, type, i_, name, "", 0, 0); \
})
#define os_signpost_event_emit(log, id, name, ...) _os_signpost_emit(log, OS_SIGNPOST_EVENT, id, name)
#define os_signpost_interval_begin(log, id, name, ...) _os_signpost_emit(log, OS_SIGNPOST_INTERVAL_BEGIN, id, name)
#define os_signpost_interval_end(log, id, name, ...) _os_signpost_emit(log, OS_SIGNPOST_INTERVAL_END, id, name)

// The functions of the system's libswiftos, which emit the signpost with the system's own function.
#include <stdlib.h>
#include "swiftos.h"

void swift_os_signpost(os_signpost_type_t type, const void *dso, os_log_t log, const char *name, long length, uint8_t flags, const os_signpost_id_t *id) {
    _os_signpost_emit_with_name_impl((void *)dso, log, type, *id, flags == IS_CHARACTER ? "character" : name, "", 0, 0);
}

void swift_os_signpost_with_message(os_signpost_type_t type, const void *dso, os_log_t log, const char *name, long length, uint8_t flags, const os_signpost_id_t *id,
                                    const char *format, long format_length, uint8_t format_flags, const void *arguments) {
    if (format[0] != '%' || format_length != 2 || format_flags != IS_POINTER || arguments != (const void *)log) abort();
    _os_signpost_emit_with_name_impl((void *)dso, log, type, *id, name, format, 0, 0);
}

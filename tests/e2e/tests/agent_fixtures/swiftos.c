// The function of the system's libswiftos, which emits the signpost with the system's own function.
#include "swiftos.h"

void swift_os_signpost(os_signpost_type_t type, const void *dso, os_log_t log, const char *name, long length, uint8_t flags, const os_signpost_id_t *id) {
    _os_signpost_emit_with_name_impl((void *)dso, log, type, *id, flags == IS_CHARACTER ? "character" : name, "", 0, 0);
}

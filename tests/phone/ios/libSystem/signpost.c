// Stores signposts with their times, so that tests know the true times.
#include <mach/mach_time.h>
#include <os/signpost.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct os_log_s { const char *subsystem, *category; };
static struct { uint64_t at, id; const char *name; os_log_t log; pthread_t thread; unsigned type; } kept[50000];
static unsigned used;

os_log_t os_log_create(const char *subsystem, const char *category) {
    os_log_t log = malloc(sizeof *log);
    *log = (struct os_log_s){ subsystem, category };
    return log;
}
// A log for dynamic tracing is disabled unless Instruments records it.
_Bool os_signpost_enabled(os_log_t log) { return log != 0 && strcmp(log->category, "DynamicTracing") != 0; }
os_signpost_id_t os_signpost_id_generate(os_log_t log) {
    static uint64_t last;
    return __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
}
void _os_signpost_emit_with_name_impl(void *dso, os_log_t log, os_signpost_type_t type, os_signpost_id_t id, const char *name, const char *format, uint8_t *arguments, uint32_t size) {
    unsigned at = __atomic_fetch_add(&used, 1, __ATOMIC_RELAXED);
    if (at < sizeof kept / sizeof *kept) {
        kept[at].id = id;
        kept[at].name = name;
        kept[at].log = log;
        kept[at].thread = pthread_self();
        kept[at].type = type;
        kept[at].at = mach_absolute_time();
    }
}
void phone_signposts(void) {
    for (unsigned i = 0; i < used && i < sizeof kept / sizeof *kept; i++)
        printf("signpost %u %llx %lx %lx %llu %s\n", kept[i].type, kept[i].id, (unsigned long)kept[i].log, (unsigned long)kept[i].thread, kept[i].at, kept[i].name);
}

// Internal declarations that the files of libSystem share, and a few private functions for the libraries above
// libSystem.
#pragma once
#include <phone/system.h>

extern struct host_boot *phone_boot;
void phone_main_thread(struct host_boot *);
void phone_environment(const char *const *);
void phone_images_mapped(unsigned long first, unsigned long count);
void phone_images_announce(unsigned long first, unsigned long count);
void phone_image_removed(unsigned long image);
void phone_finalize(const void *image);
void phone_run_actions(void);
// Sets errno from a host call's negative result and returns -1, or returns the result.
static inline long phone_result(long result) {
    if (result >= 0) return result;
    *__error() = (int)-result;
    return -1;
}

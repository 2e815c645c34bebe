// Private functions of libSystem for the other libraries of this small iOS; apps never include this file.
#pragma once
#include <phone/libc.h>
#ifdef __cplusplus
extern "C" {
#endif
struct phone_objc_hooks {
    void (*mapped)(unsigned long first, unsigned long count); // images by index, in the order of mapping
    void (*load)(unsigned long image);                        // run +load before the image's C++ initialisers
};
void phone_dyld_register_objc(const struct phone_objc_hooks *);
struct mach_header;
const struct mach_header *phone_image_header(unsigned long number);
intptr_t phone_image_slide(unsigned long number);
// Ends the run with a message and a backtrace.
_Noreturn void phone_fail(const char *message);
// The implementation of printf: `object` formats %@, or is NULL.
void phone_format(void (*put)(void *, const char *, size_t), void *to, const char *(*object)(void *), const char *format, va_list);
void phone_log(const char *text, size_t length);
// Returns the value of a key of HOST_INFO as text, or the default.
const char *phone_info(const char *key, char *buffer, size_t capacity, const char *otherwise);
// A futex, which sleeps while *word == value; the timeout is in ns, and ~0 means no timeout.
long phone_wait(const volatile uint32_t *word, uint32_t value, uint64_t timeout);
long phone_wake(const volatile uint32_t *word, unsigned count);
#ifdef __cplusplus
}
#endif

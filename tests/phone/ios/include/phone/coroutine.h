// Declares functions that switch stacks inside a call, as libraries of coroutines do. The functions are for the tests' apps; real phones do
// not have them.
#pragma once
#include <phone/libc.h>
#ifdef __cplusplus
extern "C" {
#endif
struct phone_coroutine { void *sp; };
// The entry must end with a switch, because it cannot return.
void phone_coroutine_prepare(struct phone_coroutine *, void *stack, size_t size, void (*entry)(void *), void *argument);
void phone_switch_stack(struct phone_coroutine *from, struct phone_coroutine *to);
#ifdef __cplusplus
}
#endif

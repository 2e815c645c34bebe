// Stacks that are switched inside a call, as coroutine libraries do it. For the tests' apps; real phones do
// not have these names.
#pragma once
#include <phone/libc.h>
#ifdef __cplusplus
extern "C" {
#endif
struct phone_coroutine { void *sp; };
// The entry must never return: it ends with a switch.
void phone_coroutine_prepare(struct phone_coroutine *, void *stack, size_t size, void (*entry)(void *), void *argument);
void phone_switch_stack(struct phone_coroutine *from, struct phone_coroutine *to);
#ifdef __cplusplus
}
#endif

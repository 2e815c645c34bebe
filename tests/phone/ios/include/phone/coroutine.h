// Stacks that are switched inside a call, as in libraries of coroutines. They are for the tests' apps; real phones do
// not have these functions.
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

// Small doors that compiled code may need.
#include "internal.h"

void objc_enumerationMutation(id o) { (void)o; phone_fail("objc: a collection was changed while being enumerated"); }

void *phone_make_tagged(unsigned tag, uintptr_t payload) { return (void *)((1UL << 63) | ((payload << 3) & ~(1UL << 63)) | tag); }
intptr_t phone_tagged_value(const void *p) { return (intptr_t)((uintptr_t)p << 1) >> 4; }

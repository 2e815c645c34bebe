// Implements small functions that compiled code may call.
#include "internal.h"

void objc_enumerationMutation(id o) { (void)o; phone_fail("objc: a collection was changed while being enumerated"); }

// As on a phone, the payload of a tagged pointer is exclusive-ored with a number of the process, and a table maps its tag.
void *phone_make_tagged(unsigned tag, uintptr_t payload) {
    uintptr_t plain = 1UL << 63 | (payload << 3 & ~(1UL << 63)) | phone_tag_slot(tag);
    return (void *)(plain ^ objc_debug_taggedpointer_obfuscator);
}
intptr_t phone_tagged_value(const void *p) { return (intptr_t)(((uintptr_t)p ^ objc_debug_taggedpointer_obfuscator) << 1) >> 4; }

// Small doors that compiled code may need.
#include "internal.h"

void objc_enumerationMutation(id o) { (void)o; phone_fail("objc: a collection was changed while being enumerated"); }

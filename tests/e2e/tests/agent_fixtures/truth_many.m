// See chance.h.
#define CHILDREN 32
#include "chance.h"

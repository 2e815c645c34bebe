// See chance.h.
#define CHILDREN 5
#include "chance.h"

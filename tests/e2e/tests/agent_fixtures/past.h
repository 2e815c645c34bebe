// Returns a function of the next image, without the replaced pointers and without dlsym, for which the agent would answer.
#pragma once
#include <dlfcn.h>
#define PAST(function) ((__typeof__(&function))dlsym(RTLD_NEXT, #function))

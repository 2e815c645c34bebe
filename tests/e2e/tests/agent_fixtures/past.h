// A function as the next image has it: past every pointer and past dlsym, in whose place the agent answers.
#pragma once
#include <dlfcn.h>
#define PAST(function) ((__typeof__(&function))dlsym(RTLD_NEXT, #function))

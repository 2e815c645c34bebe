#pragma once
#include <phone/libc.h>
#include <mach-o/loader.h>

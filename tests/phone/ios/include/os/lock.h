#pragma once
#include <phone/libc.h>

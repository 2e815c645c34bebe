// Geometry: written in C++, with a static initialiser; Objective-C reaches it by a function.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

typedef struct { double width, height; } GeometrySize;

// How many pixels `count` shapes cover that are packed into `bounds`.
long GeometryPack(GeometrySize bounds, long count);

#ifdef __cplusplus
}
#endif

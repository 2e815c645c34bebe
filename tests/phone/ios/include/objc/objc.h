// The base types of Objective-C.
#pragma once
#include <phone/libc.h>
typedef struct objc_class *Class;
struct objc_object { Class isa; };
typedef struct objc_object *id;
typedef struct objc_selector *SEL;
typedef id (*IMP)(id, SEL, ...);
typedef bool BOOL;
#define OBJC_BOOL_IS_BOOL 1
#define YES __objc_yes
#define NO __objc_no
#ifndef __OBJC__
#undef YES
#undef NO
#define YES 1
#define NO 0
#endif
#define Nil ((Class)0)
#define nil ((id)0)
#if !__has_feature(objc_arc)
#define __strong
#define __unsafe_unretained
#endif

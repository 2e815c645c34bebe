#pragma once
#include <objc/objc.h>
#ifdef __cplusplus
extern "C" {
#endif
struct objc_super { id receiver; Class super_class; };
void objc_msgSend(void), objc_msgSendSuper2(void), _objc_msgForward(void);
#ifdef __cplusplus
}
#endif

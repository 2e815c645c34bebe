// Blocks are objects: their classes are in the storage that libSystem reserves, and libSystem retains the objects that blocks capture.
#include <objc/NSObject.h>
#include "internal.h"

extern void *_NSConcreteStackBlock[32], *_NSConcreteGlobalBlock[32], *_NSConcreteMallocBlock[32];
void *_Block_copy(const void *);
void _Block_release(const void *);
void phone_block_hooks(void (*retain)(const void *), void (*release)(const void *));

@interface NSBlock : NSObject
@end
@implementation NSBlock
- (id)copy { return _Block_copy(self); }
- (id)copyWithZone:(NSZone *)zone { return _Block_copy(self); }
- (id)retain { return _Block_copy(self); }
- (oneway void)release { _Block_release(self); }
- (id)autorelease { extern id phone_root_autorelease(id); return phone_root_autorelease(self); }
- (void)invoke { ((void (*)(void *))((void **)self)[2])(self); }
@end

static void make(void **storage, const char *name) {
    Class superclass = objc_getClass("NSBlock");
    make_class((Class)storage, calloc(1, sizeof(struct objc_class)), superclass, name);
    objc_registerClassPair((Class)storage);
}
static void retain(const void *o) { objc_retain((id)o); }
static void release(const void *o) { objc_release((id)o); }
void init_blocks(void) {
    make(_NSConcreteStackBlock, "__NSStackBlock__");
    make(_NSConcreteGlobalBlock, "__NSGlobalBlock__");
    make(_NSConcreteMallocBlock, "__NSMallocBlock__");
    phone_block_hooks(retain, release);
}

// Defines methods that are alone in their classes' method caches while they are called often, and that are no longer cached at the end.
#include <objc/NSObject.h>
#include <objc/runtime.h>
#include <unistd.h>

static volatile long sum;
#define HOT(CLASS, HOT_, ONE, TWO) \
    @interface CLASS : NSObject - (void)HOT_; - (void)ONE; - (void)TWO; @end \
    @implementation CLASS \
    - (void)HOT_ { for (long i = 0; i < 4; i++) sum += i; } \
    - (void)ONE {} \
    - (void)TWO {} \
    @end \
    static void CLASS##_run(void) { \
        Class class = objc_getClass(#CLASS); \
        CLASS *object = class_createInstance(class, 0); \
        for (long i = 0; i < 50000; i++) [object HOT_]; \
        class_addMethod(class, sel_registerName("added"), (IMP)CLASS##_run, "v@:"); \
        [object ONE]; \
        [object TWO]; \
    }
HOT(HotA, a, oneA, anotherA)
HOT(HotB, bb, oneB, anotherOneB)
HOT(HotC, ccc, oneC, yetAnotherC)
HOT(HotD, dddd, oneOfD, another1D)
HOT(HotE, eeeee, oneOfE, another12E)
HOT(HotF, ffffff, oneMoreF, another123F)
HOT(HotG, ggggggg, oneMoreG, nextG)
HOT(HotH, hhhhhhhh, oneHH, nextHH)
int main(void) {
    HotA_run(); HotB_run(); HotC_run(); HotD_run(); HotE_run(); HotF_run(); HotG_run(); HotH_run();
    sleep(2);
    return 0;
}

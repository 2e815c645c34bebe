// Sends messages of each kind in warm loops between marks.
#include <stdlib.h>
#include <objc/NSObject.h>
#include <objc/runtime.h>
#include <objc/message.h>
#include <string.h>
#include <unistd.h>
#include "mark.h"

void *phone_make_tagged(unsigned, unsigned long);

#define TEN(M, n) M(n##0) M(n##1) M(n##2) M(n##3) M(n##4) M(n##5) M(n##6) M(n##7) M(n##8) M(n##9)
#define FIFTY(M) TEN(M, 1) TEN(M, 2) TEN(M, 3) TEN(M, 4) TEN(M, 5)
#define DECLARE(n) - (void)m##n;
#define DEFINE(n) - (void)m##n {}
#define SEND(n) [o m##n];

@interface Bench : NSObject FIFTY(DECLARE) - (void)warm; - (void)first; @end
@interface Above : NSObject - (void)up; @end
@interface Below : Above @end
@interface Skipped : Bench @end
static __attribute__((noinline)) void fifty(Bench *o) { FIFTY(SEND) }
@implementation Bench
FIFTY(DEFINE)
- (void)warm { fifty(self); }
- (void)first { mark(11); fifty(self); mark(12); }
@end
@implementation Above
- (void)up {}
@end
@implementation Below
- (void)up { [super up]; }
@end
@implementation Skipped
@end

@interface Tiny : NSObject
- (long)small;
@end
@implementation Tiny
- (long)small { return (long)self; }
@end

// Selects one of the first `count` methods at random. The variable ORDER, if it is set, is the seed of the order.
static uint64_t chance = 1, order;
static SEL selectors[32];
static void __attribute__((noinline)) choose(Bench *o, unsigned count) {
    uint64_t number = chance = chance * 6364136223846793005 + 1442695040888963407;
    if (order) {
        number = order += 0x9e3779b97f4a7c15;
        number = (number ^ number >> 30) * 0xbf58476d1ce4e5b9;
        number = (number ^ number >> 27) * 0x94d049bb133111eb;
    }
    ((void (*)(id, SEL))objc_msgSend)(o, selectors[(number >> 40) % count]);
}

static void *pointer(void) {
    void *p;
    __asm volatile("adrp %0, _objc_msgSend@GOTPAGE\n\tldr %0, [%0, _objc_msgSend@GOTPAGEOFF]" : "=r"(p));
    return p;
}

#define TIMES(body) for (int i = 0; i < 1000; i++) { body; }
#define MEASURE(from, body) do { TIMES(body) mark(from); TIMES(body) mark(from + 1); } while (0)

int main(void) {
    if (getenv("ORDER")) order = strtoul(getenv("ORDER"), 0, 10);
    // The objects are created without alloc and init, which take a slot of the class's cache only in one of the two runs.
    Bench *o = class_createInstance(objc_getClass("Bench"), 0), *none = nil;
    Below *below = class_createInstance(objc_getClass("Below"), 0);
    Skipped *skipped = class_createInstance(objc_getClass("Skipped"), 0);
    __asm volatile("" : "+r"(none));
    MEASURE(1, [o m10]);
    // A single send between two marks shows how much memory a send touches.
    for (int i = 17; i < 19; i++) { mark(i); [o m10]; }
    mark(19);
    MEASURE(3, [o m10]; [o m11]; [o m12]; [o m13]; [o m14]; [o m15]; [o m16]);
    MEASURE(5, [below up]);
    MEASURE(7, [none m10]);
    MEASURE(9, [skipped m10]);
    [o warm];
    [o first];
    _objc_registerTaggedPointerClass(5, objc_getClass("Tiny"));
    Tiny *tiny = (Tiny *)phone_make_tagged(5, 0x777);
    __asm volatile("" : "+r"(tiny));
    MEASURE(21, [tiny small]);
    unsigned known;
    Method *methods = class_copyMethodList(objc_getClass("Bench"), &known);
    for (int i = 0, k = 0; k < 32; i++) if (strncmp(sel_getName(method_getName(methods[i])), "m", 1) == 0) selectors[k++] = method_getName(methods[i]);
    MEASURE(23, choose(o, 2));
    MEASURE(25, choose(o, 4));
    MEASURE(27, choose(o, 32));
    void (*volatile copied)(id, SEL) = (void (*)(id, SEL))pointer();
    sleep(2);
    MEASURE(13, copied(o, @selector(m10)));
    MEASURE(15, [o m10]);
    return 0;
}

// Delivers a signal at each instruction of a send in turn, for sends of every kind; the signal's handler sends messages too.
// A sweep ends when the send ends before the signal. With ALTERNATE, the handlers run on a separate stack.
#include <objc/NSObject.h>
#include <objc/message.h>
#include <objc/runtime.h>
#include <pthread.h>
#include <stdio.h>
#include "past.h"
#include <stdlib.h>
#include <unistd.h>
#include "after.h"
extern void *phone_make_tagged(unsigned, unsigned long);

typedef struct { double x, y, w, h; } Rect;
@interface Base : NSObject
- (long)plain:(long)x;
- (long)other:(long)x;
- (Rect)rect:(Rect)r;
+ (long)everyone:(long)x;
- (long)inHandler:(long)x;
- (long)first:(long)x;
- (long)fresh:(long)x;
- (long)left:(long)bits;
- (long)right:(long)bits;
@end
@interface Leaf : Base @end
@interface Made : NSObject + (id)alloc; @end
@interface Tag : NSObject - (long)plain:(long)x; @end

enum { PLAIN, LEAF, OTHER, RECT, EVERYONE, HANDLER, FIRST, FRESH, MADE, TAGGED, LOAD, COUNTS };
static volatile long counts[COUNTS];
static Base *base, *leaf, *none;
static Tag *tagged;
static id made;
static volatile long handled;
static long wrong, fresh_n;
static bool fresh_came;

@implementation Base
+ (void)load { counts[LOAD]++; }
- (long)plain:(long)x { counts[PLAIN]++; return x + 1; }
- (long)other:(long)x { counts[OTHER]++; return x + 2; }
- (Rect)rect:(Rect)r { counts[RECT]++; return (Rect){ r.h, r.w, r.y, r.x }; }
+ (long)everyone:(long)x { counts[EVERYONE]++; return x + 3; }
- (long)inHandler:(long)x { counts[HANDLER]++; return x + 4; }
- (long)first:(long)x { counts[FIRST]++; return x + 5; }
- (long)fresh:(long)x { counts[FRESH]++; return x + 6; }
// The digits of a number are a separate path through the tree; the send at its end is the first one in that node.
- (long)left:(long)bits {
    if (bits > 1) { long x = bits & 1 ? [self left:bits >> 1] : [self right:bits >> 1]; __asm volatile(""); return x; }
    long before = handled;
    signal_after((unsigned long)fresh_n);
    long x = [self fresh:fresh_n];
    fresh_came = handled != before;
    signal_after(0);
    return x;
}
- (long)right:(long)bits { long x = [self left:bits]; __asm volatile(""); return x; }
@end
@implementation Leaf
- (long)plain:(long)x { counts[LEAF]++; long y = [super plain:x]; __asm volatile(""); return y + 1; }
@end
@implementation Made
+ (id)alloc { counts[MADE]++; return made; }
@end
@implementation Tag
- (long)plain:(long)x { counts[TAGGED]++; return x + 7; }
@end

static void handler(int number) {
    handled++;
    if ([base inHandler:handled] != handled + 4 || number != SIGUSR1) wrong++;
}
static void expect(bool right, const char *what, long n) { if (!right && wrong++ < 20) printf("WRONG %s, after %ld instructions\n", what, n); }

static long points;
// The following code receives the signal after n instructions, for each n until it ends before the signal.
#define SWEEP(what, ...) do { \
    for (long n = 1;; n++) { \
        long before = handled; \
        bool right; \
        signal_after(n); \
        __VA_ARGS__; \
        bool came = handled != before; \
        signal_after(0); \
        expect(right, what, n); \
        points++; \
        if (!came) break; \
        if (n > 20000) { printf("WRONG %s has no end\n", what); wrong++; break; } \
    } \
} while (0)

static long first_n;
static bool first_came;
static void *run(void *unused) {
    char alternate[SIGSTKSZ];
    if (getenv("ALTERNATE")) {
        stack_t stack = { alternate, sizeof alternate, 0 };
        // The handlers' stack is inside the thread's own stack, so only SP shows that a handler runs on another stack.
        sigaltstack(&stack, 0);
    }
    long before = handled;
    signal_after((unsigned long)first_n);
    long result = [base first:first_n];
    first_came = handled != before;
    signal_after(0);
    expect(result == first_n + 5, "a thread's first send", first_n);
    return 0;
}

int main(void) {
    made = class_createInstance(objc_getClass("Made"), 0);
    base = class_createInstance(objc_getClass("Base"), 0);
    leaf = class_createInstance(objc_getClass("Leaf"), 0);
    Class base_class = objc_getClass("Base"), made_class = objc_getClass("Made");
    _objc_registerTaggedPointerClass(3, objc_getClass("Tag"));
    tagged = (Tag *)phone_make_tagged(3, 0);
    struct sigaction action = { .sa_handler = handler };
    if (getenv("ALTERNATE")) {
        stack_t stack = { malloc(SIGSTKSZ), SIGSTKSZ, 0 };
        sigaltstack(&stack, 0);
        action.sa_flags = SA_ONSTACK;
    }
    sigaction(SIGUSR1, &action, 0);

    // An uncached send waits for the runtime's own lock, which a handler must not do: all methods are cached before the first signal.
    [base plain:0]; [leaf plain:0]; [base other:0]; [base rect:(Rect){ 0 }]; [(id)base_class everyone:0]; [base inHandler:-4]; [base first:0];
    [base fresh:0]; [base left:4]; [(id)made_class alloc]; [tagged plain:0];
    handled = 1;
    // The sends are warm when each of them has a node and is predicted.
    for (int i = 0; i < 3; i++) {
        SWEEP("send", right = [base plain:n] == n + 1);
        SWEEP("super in a send", right = [leaf plain:n] == n + 2);
        SWEEP("rect", Rect r = [base rect:(Rect){ n, 2, 3, 4 }]; right = r.x == 4 && r.y == 3 && r.h == n);
        SWEEP("class method", right = [(id)base_class everyone:n] == n + 3);
        SWEEP("nil", right = [none plain:n] == 0);
        SWEEP("tagged", right = [tagged plain:n] == n + 7);
        SWEEP("objc_alloc", right = [(id)made_class alloc] == made);
        // The send after `plain:` changes each time, so it is never predicted.
        SWEEP("not predicted", [base plain:0]; right = n & 1 ? [base other:n] == n + 2 : [tagged plain:n] == n + 7);
    }
    // A replaced IMP, which is called in the same way as by the runtime.
    void (*load)(id, SEL) = (void (*)(id, SEL))PAST(method_getImplementation)(class_getClassMethod(base_class, @selector(load)));
    long loads = counts[LOAD], calls = 0;
    SWEEP("entry", load(base_class, @selector(load)); calls++; right = counts[LOAD] == loads + calls);
    // These sends create new nodes.
    long bits = 2;
    for (fresh_n = 1, fresh_came = true; fresh_came; fresh_n++) {
        long x = [base left:bits++];
        expect(x == fresh_n + 6, "new node", fresh_n);
        points++;
    }
    // This is the first send of a thread.
    long step = getenv("STEP") ? atol(getenv("STEP")) : 1, begin = getenv("BEGIN") ? atol(getenv("BEGIN")) : 1;
    for (first_n = begin;; first_n += step) {
        pthread_t thread;
        if (pthread_create(&thread, 0, run, 0)) { printf("WRONG no thread\n"); wrong++; break; }
        pthread_join(thread, 0);
        points++;
        if (!first_came) break;
    }
    printf("points %ld, handled %ld, first %ld, fresh %ld, wrong %ld\n", points, handled, first_n, fresh_n, wrong);
    for (int i = 0; i < COUNTS; i++) printf("%ld ", counts[i]);
    printf("\n");
    sleep(2);
    return wrong != 0;
}

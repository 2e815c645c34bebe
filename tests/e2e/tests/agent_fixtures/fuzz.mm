// Makes random programs that send messages and leave calls in every possible way, each from a seed (FUZZ_FROM, FUZZ_COUNT).
// TAKEN names the pointers that another library has replaced ("catches" or "personalities").
#include <objc/NSObject.h>
#include <setjmp.h>
#define METHODS \
    M(BASE_PLAIN, "-[Base plain:]") M(LEAF_PLAIN, "-[Leaf plain:]") M(BASE_REAL, "-[Base real:]") M(BASE_RECT, "-[Base rect:]") \
    M(LEAF_RECT, "-[Leaf rect:]") M(BASE_OTHER, "-[Base other:]") M(BASE_CLASS, "+[Base everyone:]") M(LEAF_CLASS, "+[Leaf everyone:]") \
    M(BASE_TAIL, "-[Base tail:]") M(LEAF_TAIL, "-[Leaf tail:]") M(BASE_QUIET, "-[Base quiet]") M(BASE_QUIETER, "-[Base quieter]") \
    M(BASE_INIT, "-[Base init]") M(ALLOC, "+[NSObject alloc]") M(ROOT_INIT, "-[NSObject init]") M(NEW, "+[NSObject new]") \
    M(DEALLOC, "-[NSObject dealloc]") M(TAG_PLAIN, "-[Tag plain:]")
#include "paths.h"
#include "rebind.h"
extern "C" void *phone_make_tagged(unsigned, unsigned long);

typedef struct { double x, y, w, h; } Rect;
@interface Base : NSObject
- (long)plain:(long)x; - (double)real:(double)x; - (Rect)rect:(Rect)r; - (long)other:(long)x; + (long)everyone:(long)x;
- (long)tail:(long)x; - (void)quiet; - (void)quieter;
@end
@interface Leaf : Base @end
@interface Plain : NSObject @end
@interface Tag : NSObject - (long)plain:(long)x; @end

static Base *base, *leaf, *none;
static Tag *tagged;
static Class base_class, leaf_class;
static unsigned long seed;
static int budget, depth;
static unsigned long tails, throws, jumps_made, cleanups;
static uintptr_t tail_record;
// The buffers to which a jump is allowed, set after the innermost handler began, because a jump must not leave this handler.
static jmp_buf *live[64];
static int lives, floor_;

struct Place { unsigned me; int lives, floor_, depth; };
static Place here(unsigned me) { Place p = { me, lives, floor_, depth }; return p; }
// This function runs in a handler, and after each call, however the call ended.
static void handle(Place p) { current = p.me; lives = floor_ = p.lives; depth = p.depth; }
static void back(Place p) { current = p.me; lives = p.lives; floor_ = p.floor_; depth = p.depth; }

static unsigned pick(unsigned of) {
    seed ^= seed << 13; seed ^= seed >> 7; seed ^= seed << 17;
    return (unsigned)(seed >> 20) % of;
}
static Base *anyone(void) { return pick(2) ? base : leaf; }
static void act(unsigned me);

// The start of a method: the method's node, and whether a jump led to it.
#define ENTER(id) unsigned me = enter(id); (void)me; if (tail_record == (uintptr_t)__builtin_frame_address(0)) tails++; tail_record = 0

@implementation Base
- (long)plain:(long)x { ENTER(BASE_PLAIN); act(me); return x + 1; }
- (double)real:(double)x { ENTER(BASE_REAL); act(me); return x / 2; }
- (Rect)rect:(Rect)r { ENTER(BASE_RECT); act(me); Rect t = { r.h, r.w, r.y, r.x }; return t; }
- (long)other:(long)x {
    ENTER(BASE_OTHER);
    // Messages are sent at the method's own SP before and after the call, and in the call's handler.
    [self quiet]; current = me;
    Place p = here(me);
    @try { act(me); } @catch (id e) { handle(p); [self quiet]; back(p); }
    return x * 3;
}
+ (long)everyone:(long)x { ENTER(BASE_CLASS); act(me); return x + 5; }
- (long)tail:(long)x { ENTER(BASE_TAIL); tail_record = (uintptr_t)__builtin_frame_address(0); return [leaf plain:x]; }
- (void)quiet { ENTER(BASE_QUIET); [self quieter]; current = me; }
- (void)quieter { ENTER(BASE_QUIETER); }
- (id)init { ENTER(BASE_INIT); [self quieter]; return self; }
- (void)dealloc { unsigned me = current; [self quieter]; current = me; enter(DEALLOC); [super dealloc]; }
@end
@implementation Leaf
- (long)plain:(long)x { ENTER(LEAF_PLAIN); long y = [super plain:x]; current = me; act(me); return y + 1; }
- (Rect)rect:(Rect)r { ENTER(LEAF_RECT); act(me); current = me; Rect t = [super rect:r]; t.x++; return t; }
+ (long)everyone:(long)x { ENTER(LEAF_CLASS); return [super everyone:x] + 1; }
- (long)tail:(long)x { ENTER(LEAF_TAIL); tail_record = (uintptr_t)__builtin_frame_address(0); return [base tail:x]; }
@end
@implementation Plain
@end
@implementation Tag
- (long)plain:(long)x { ENTER(TAG_PLAIN); act(me); return x; }
@end

// Sends a message from a function that is called where the jump arrived, below all frames that were left, so SP is no proof of the jump.
static __attribute__((noinline)) void far_below(unsigned me) {
    char room[200000];
    // The use of the result is hidden from the compiler, which would otherwise remove the call.
    __asm volatile("" : : "r"(room) : "memory");
    [anyone() quiet]; current = me;
    __asm volatile("" : : "r"(room) : "memory");
}
static inline void arrive(unsigned me) { if (pick(2)) far_below(me); else { [anyone() quiet]; current = me; } }

// Without the personality routines, the agent does not notice a landing pad that only cleans up.
static bool cleans_quietly;
struct Guard {
    unsigned me;
    __attribute__((noinline)) ~Guard() { cleanups++; current = me; if (!cleans_quietly) arrive(me); }
};
__attribute__((noinline)) static void guarded(unsigned me) { Guard guard = { me }; act(me); current = me; }
__attribute__((noinline)) static void caught(unsigned me) {
    Place p = here(me);
    @try { act(me); } @catch (id e) { handle(p); if (pick(2)) arrive(me); act(me); back(p); }
}
__attribute__((noinline)) static void finished(unsigned me) {
    Place p = here(me);
    @try { act(me); } @finally { handle(p); arrive(me); if (pick(2)) guarded(me); back(p); }
}
__attribute__((noinline)) static void rethrown(unsigned me) {
    Place p = here(me);
    @try {
        @try { act(me); } @catch (id e) { handle(p); arrive(me); @throw; }
    } @catch (Base *e) { handle(p); [anyone() quieter]; current = me; if (pick(3) == 0) @throw; back(p); }
}
__attribute__((noinline)) static void cxx_caught(unsigned me) {
    Place p = here(me);
    try { act(me); } catch (int i) { handle(p); if (pick(2)) arrive(me); [base real:i]; current = me; act(me); if (pick(4) == 0) throw; back(p); }
}
__attribute__((noinline)) static void jumped(unsigned me) {
    jmp_buf buffer;
    Place p = here(me);
    if (lives == 64) return;
    if (!setjmp(buffer)) {
        live[lives++] = &buffer;
        act(me);
    } else {
        back(p);
        arrive(me);
    }
    back(p);
}
__attribute__((noinline)) static void deeper(unsigned me) {
    char room[200];
    __asm volatile("" : : "r"(room) : "memory");
    act(me);
    __asm volatile("" : : "r"(room) : "memory");
}

static void one(unsigned me) {
    Rect r = { 1, 2, 3, 4 };
    switch (pick(34)) {
    case 0: case 1: case 2: [base plain:budget]; break;
    case 3: case 4: case 5: [leaf plain:budget]; break;
    case 6: [anyone() real:2.5]; break;
    case 7: r = [leaf rect:r]; if (r.x != 5 || r.h != 1) abort(); break;
    case 8: r = [base rect:r]; if (r.x != 4 || r.h != 1) abort(); break;
    case 9: case 10: [anyone() other:7]; break;
    case 11: if ([(pick(2) ? leaf_class : base_class) everyone:1] < 6) abort(); break;
    case 12: case 13: [anyone() tail:3]; break;
    case 14: [none plain:4]; if ([none rect:r].h != 0) abort(); break;
    case 15: caught(me); break;
    case 16: caught(me); break;
    case 17: case 18: finished(me); break;
    case 19: case 20: rethrown(me); break;
    case 21: cxx_caught(me); break;
    case 22: case 23: guarded(me); break;
    case 24: case 25: jumped(me); break;
    case 26: deeper(me); break;
    case 27: { enter(ALLOC); current = me; Base *o = [[Base alloc] init]; current = me; [o release]; break; }
    case 28: { enter(NEW); Plain *o = [Plain new]; current = me; [o release]; break; }
    case 29: { enter(ALLOC); current = me; enter(ROOT_INIT); current = me; Plain *o = [[Plain alloc] init]; [o release]; break; }
    case 30: [tagged plain:1]; break;
    case 31: if (depth > 2) { throws++; @throw (id)(pick(2) ? (id)base : (id)tagged); } break;
    case 32: if (depth > 2 && pick(2)) { throws++; throw 42; } break;
    case 33: if (lives > floor_) { jumps_made++; longjmp(*live[floor_ + pick(lives - floor_)], 1); } break;
    }
}
static void act(unsigned me) {
    Place p = here(me);
    if (depth > 30) return;
    depth++;
    for (unsigned left = 1 + pick(4); left && budget > 0; left--) {
        budget--;
        one(me);
        back(p);
        depth++;
    }
    back(p);
}
static void run(unsigned long with) {
    seed = with * 0x9e3779b97f4a7c15UL + 1;
    budget = 300;
    depth = lives = floor_ = 0;
    current = 0;
    while (budget > 0) {
        @try { act(0); } @catch (...) { }
        current = 0;
        depth = lives = floor_ = 0;
        // This message is sent right after a catch that the agent learns about in no other way.
        [base quiet]; current = 0;
    }
}
#define TAKE(name) rebind(POINTER("_" name), dlsym(RTLD_NEXT, name))
static void take(const char *what) {
    if (!strcmp(what, "catches")) printf("taken: %d\n", TAKE("objc_begin_catch") + TAKE("__cxa_begin_catch"));
    if (!strcmp(what, "personalities")) {
        printf("taken: %d\n", TAKE("__objc_personality_v0") + TAKE("__gxx_personality_v0"));
        cleans_quietly = true;
    }
}
int main(void) {
    begin_paths();
    if (getenv("TAKEN")) take(getenv("TAKEN"));
    base_class = objc_getClass("Base");
    leaf_class = objc_getClass("Leaf");
    _objc_registerTaggedPointerClass(3, objc_getClass("Tag"));
    tagged = (Tag *)phone_make_tagged(3, 0);
    base = (Base *)class_createInstance(base_class, 0);
    leaf = (Leaf *)class_createInstance(leaf_class, 0);
    unsigned long from = strtoul(getenv("FUZZ_FROM"), 0, 10), count = strtoul(getenv("FUZZ_COUNT"), 0, 10);
    for (unsigned long i = 0; i < count; i++) run(from + i);
    end_paths();
    printf("tails %lu throws %lu jumps %lu cleanups %lu\n", tails, throws, jumps_made, cleanups);
    sleep(2);
    return 0;
}

// Fills every register that a caller or a callee may own with random numbers, around calls of every kind. The values that the callee
// receives, the results and the caller's remaining registers are compared with the expected values and with the same call without hooks.
#include <objc/NSObject.h>
#include <objc/runtime.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include "past.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
extern void *phone_make_tagged(unsigned, unsigned long);

typedef __uint128_t quad;
struct given { uint64_t x[29], stack[8], pad; quad q[32]; };
struct left { uint64_t x[9], saved[11], sp_moved, sp; quad q[8]; uint64_t d[8]; };
typedef void call(const struct given *, struct left *, const void *target);
extern call call_send, call_super, call_alloc, call_alloc_zone, call_alloc_init, call_new, call_direct;
extern void echo(void);
struct { uint64_t x[9], stack[8], pad; quad q[8]; uint64_t count; } seen;
struct { uint64_t x[2]; quad q[4]; } answer;
_Static_assert(__builtin_offsetof(struct given, q) == 304 && sizeof(struct left) == 368 && __builtin_offsetof(struct left, d) == 304, "as in registers.S");
_Static_assert(__builtin_offsetof(__typeof__(seen), q) == 144 && __builtin_offsetof(__typeof__(seen), count) == 272, "as in registers.S");

typedef struct { double x, y, w, h; } Rect;
typedef struct { long a, b; } Pair;
typedef struct { float a, b, c; } Three;
typedef struct { long v[11]; } Big;

@interface Echo : NSObject
- (void)echo;
+ (void)echoAll;
- (void)walk;
- (void)nested:(long)n;
- (void)left:(long)n;
- (void)right:(long)n;
@end
@interface EchoSub : Echo @end
@interface EchoMade : Echo @end
@interface Skipped : Echo @end
@interface Tag : NSObject @end
@interface Types : NSObject @end

static unsigned long calls, wrong, chance_state = 88172645463325252UL;
static pthread_mutex_t lock;
static uint64_t chance(void) {
    chance_state ^= chance_state << 13; chance_state ^= chance_state >> 7; chance_state ^= chance_state << 17;
    return chance_state * 0x2545F4914F6CDD1DUL;
}
static void poison(void *bytes, size_t length) { for (size_t i = 0; i < length / 8; i++) ((uint64_t *)bytes)[i] = chance(); }
static void expect(bool right, const char *what, const char *which, int index) {
    if (!right && wrong++ < 20) printf("WRONG %s: %s%d\n", what, which, index);
}

static void expect_kept(const char *what, const struct given *g, const struct left *l) {
    calls++;
    for (int i = 0; i < 10; i++) expect(l->saved[i] == g->x[19 + i], what, "x", 19 + i);
    for (int i = 0; i < 8; i++) expect(l->d[i] == (uint64_t)g->q[8 + i], what, "d", 8 + i);
    expect(l->sp_moved == 0, what, "sp", 0);
}
// The arguments that the callee must receive: the function has only a class as its argument, or it is a send.
enum { ONLY_CLASS, ALL };
static void echoed(const char *what, call *function, const void *target, void *x0, SEL x1, void *self, int which) {
    struct given g;
    struct left l;
    poison(&g, sizeof g);
    poison(&answer, sizeof answer);
    g.x[0] = (uint64_t)x0;
    if (which == ALL) g.x[1] = (uint64_t)(void *)x1;
    uint64_t before = seen.count;
    function(&g, &l, target);
    expect_kept(what, &g, &l);
    expect(seen.count == before + 1, what, "calls ", (int)(seen.count - before));
    expect(seen.x[0] == (uint64_t)self, what, "receiver x", 0);
    expect(seen.x[1] == (uint64_t)(void *)x1, what, "selector x", 1);
    if (which == ALL) {
        for (int i = 2; i < 9; i++) expect(seen.x[i] == g.x[i], what, "argument x", i);
        for (int i = 0; i < 8; i++) expect(seen.q[i] == g.q[i], what, "argument q", i);
        for (int i = 0; i < 8; i++) expect(seen.stack[i] == g.stack[i], what, "stack argument ", i);
    }
    expect(l.x[0] == answer.x[0] && l.x[1] == answer.x[1], what, "results x", 0);
    for (int i = 0; i < 4; i++) expect(l.q[i] == answer.q[i], what, "result q", i);
}

// -- the same with compiled methods: through the hook and directly
enum kind { WORD, TWO_WORDS, FLOAT, DOUBLE, FLOATS, DOUBLES, MEMORY };
@implementation Types
- (int)ints:(int)a :(long)b :(char)c :(short)d :(long)e :(long)f :(long)g :(long)h :(long)i { return (int)(a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i); }
- (float)floats:(float)a :(float)b :(int)c :(float)d { return a * 2 + b * 4 + (float)c + d; }
- (double)doubles:(double)a :(double)b :(double)c :(double)d :(double)e :(double)f :(double)g :(double)h :(double)i { return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i; }
- (Rect)rect:(Rect)r :(double)s { return (Rect){ r.y + s, r.x, r.h, r.w }; }
- (Three)three:(Three)t { return (Three){ t.c, t.a, t.b }; }
- (Pair)pair:(Pair)p { return (Pair){ p.b + 1, p.a }; }
- (Big)big:(long)n { Big r; for (int i = 0; i < 11; i++) r.v[i] = n * i; return r; }
- (long)sum:(long)count, ... {
    va_list list;
    va_start(list, count);
    long sum = count;
    for (int i = 0; i < 7; i++) sum = sum * 3 + va_arg(list, long);
    va_end(list);
    return sum;
}
- (long)block:(long (^)(long))b { return b(5) * 7 + b(6); }
+ (Rect)everyones:(double)x { return (Rect){ x, x + 1, x * 2, -x }; }
@end

// Random bits are rarely comparable numbers, so the registers get small numbers as doubles, floats or both.
static void poison_numbers(struct given *g, enum kind kind) {
    poison(g, sizeof *g);
    for (int i = 0; i < 8; i++) {
        double number = (double)(long)(chance() % 2000) / 8 - 100;
        float single = (float)number;
        if (kind == FLOAT || kind == FLOATS) memcpy(&g->q[i], &single, 4);
        else memcpy(&g->q[i], &number, 8);
        memcpy(&g->stack[i], &number, 8);
    }
}
static void typed(const char *what, id self, const char *selector, enum kind kind, const void *x2) {
    SEL name = sel_registerName(selector);
    struct given g;
    struct left hooked, direct;
    Big memory[2];
    poison_numbers(&g, kind);
    memset(memory, 0x55, sizeof memory);
    g.x[0] = (uint64_t)self;
    g.x[1] = (uint64_t)(void *)name;
    if (x2) g.x[2] = (uint64_t)x2;
    if (kind == MEMORY) g.x[8] = (uint64_t)&memory[0];
    call_send(&g, &hooked, 0);
    if (kind == MEMORY) g.x[8] = (uint64_t)&memory[1];
    call_direct(&g, &direct, (void *)class_getMethodImplementation(object_getClass(self), name));
    expect_kept(what, &g, &hooked);
    expect_kept(what, &g, &direct);
    size_t sizes[] = { [FLOAT] = 4, [DOUBLE] = 8, [FLOATS] = 4, [DOUBLES] = 8 };
    int counts[] = { [FLOAT] = 1, [DOUBLE] = 1, [FLOATS] = 3, [DOUBLES] = 4 };
    switch (kind) {
    case TWO_WORDS: expect(hooked.x[1] == direct.x[1], what, "result x", 1); // and the first
    case WORD: expect(hooked.x[0] == direct.x[0], what, "result x", 0); break;
    case MEMORY: expect(!memcmp(&memory[0], &memory[1], sizeof *memory) && memory[0].v[10] != 0x5555555555555555, what, "result in memory", 0); break;
    default: for (int i = 0; i < counts[kind]; i++) expect(!memcmp(&hooked.q[i], &direct.q[i], sizes[kind]), what, "result q", i);
    }
}
static void nil_receiver(void) {
    struct given g;
    struct left l;
    poison(&g, sizeof g);
    g.x[0] = 0;
    g.x[1] = (uint64_t)(void *)sel_registerName("echo");
    call_send(&g, &l, 0);
    expect_kept("nil", &g, &l);
    expect(l.x[0] == 0 && l.x[1] == 0, "nil", "result x", 0);
    for (int i = 0; i < 4; i++) expect((uint64_t)l.q[i] == 0, "nil", "result q", i);
    // The caller owns the memory for a large result, whose content must not change before the result is stored.
    expect(l.x[8] == g.x[8], "nil", "x", 8);
}

// LLVM's libunwind, step by step: in the frame of the caller it must restore every register that a callee preserves.
int unw_getcontext(void *), unw_init_local(void *, void *), unw_step(void *), unw_get_reg(void *, int, uint64_t *);
static const struct given *walked;
static call *walked_caller;
static long walks;
static void walk(void) {
    uint64_t context[100], cursor[100], value;
    const uint64_t first = (uint64_t)walked_caller, last = first + 600;
    int frames = 0;
    bool found = false;
    unw_getcontext(context);
    unw_init_local(cursor, context);
    while (unw_step(cursor) > 0 && ++frames < 100) {
        unw_get_reg(cursor, -1, &value);
        if (found || value < first || value >= last) continue;
        found = true;
        for (int i = 19; i < 29; i++) {
            unw_get_reg(cursor, i, &value);
            expect(value == walked->x[i], "unwinding", "x", i);
        }
    }
    walks++;
    expect(found && frames < 100, "unwinding", "frames ", frames);
}
static void walk_through(call *function, id x0, SEL selector) {
    struct given g;
    struct left l;
    poison(&g, sizeof g);
    g.x[0] = (uint64_t)x0;
    g.x[1] = (uint64_t)(void *)selector;
    walked = &g;
    walked_caller = function;
    function(&g, &l, 0);
    expect_kept("unwinding", &g, &l);
}

static Class echo_class, sub_class, made_class, skipped_class, tag_class, types_class;
static id object, sub, skipped, tagged, types, made;
static IMP load_entry;
static long fresh;

@implementation Echo
+ (void)load {
    // The call is a jump, so that `echo` gets the registers and the stack arguments with which the method was called.
    ((void (*)(id, SEL))echo)(self, _cmd);
}
- (void)echo { ((void (*)(id, SEL))echo)(self, _cmd); }
+ (void)echoAll { ((void (*)(id, SEL))echo)(self, _cmd); }
static void all(int first);
- (void)nested:(long)n { if (n) [self nested:n - 1]; else all(0); __asm volatile(""); }
- (void)walk { walk(); __asm volatile(""); }
- (void)left:(long)n { if (n) { [self left:n - 1]; [self right:n - 1]; } }
- (void)right:(long)n { if (n) { [self left:n - 1]; [self right:n - 1]; } }
@end
@implementation EchoSub
@end
@implementation EchoMade
@end
@implementation Skipped
@end
@implementation Tag
- (void)echo { ((void (*)(id, SEL))echo)(self, _cmd); }
@end

#define KINDS 16
static void one(int kind) {
    struct { id receiver; Class current; } super_ = { sub, sub_class };
    switch (kind) {
    case 0: echoed("send", call_send, 0, object, @selector(echo), object, ALL); break;
    case 1: echoed("inherited", call_send, 0, sub, @selector(echo), sub, ALL); break;
    case 2: echoed("class method", call_send, 0, echo_class, @selector(echoAll), echo_class, ALL); break;
    case 3: echoed("super", call_super, 0, &super_, @selector(echo), sub, ALL); break;
    case 4: echoed("tagged", call_send, 0, tagged, @selector(echo), tagged, ALL); break;
    case 5: nil_receiver(); break;
    case 6: echoed("skipped class", call_send, 0, skipped, @selector(echo), skipped, ALL); break;
    case 7: echoed("+load", call_direct, (void *)load_entry, echo_class, @selector(load), echo_class, ALL); break;
    case 8: echoed("objc_alloc", call_alloc, 0, made_class, @selector(alloc), made_class, ONLY_CLASS); break;
    case 9: echoed("objc_allocWithZone", call_alloc_zone, 0, made_class, @selector(allocWithZone:), made_class, ONLY_CLASS); break;
    case 10: echoed("objc_opt_new", call_new, 0, made_class, @selector(new), made_class, ONLY_CLASS); break;
    case 11: { // NSObject's +alloc and a method of ours
        struct given g;
        struct left l;
        uint64_t before = seen.count;
        poison(&g, sizeof g);
        poison(&answer, sizeof answer);
        g.x[0] = (uint64_t)sub_class;
        call_alloc_init(&g, &l, 0);
        expect_kept("objc_alloc_init", &g, &l);
        expect(seen.count == before + 1 && seen.x[1] == (uint64_t)(void *)sel_registerName("init"), "objc_alloc_init", "selector x", 1);
        expect(object_getClass((id)seen.x[0]) == sub_class, "objc_alloc_init", "receiver x", 0);
        expect(l.x[0] == answer.x[0], "objc_alloc_init", "result x", 0);
        break;
    }
    case 12: { // a selector that was never sent: a new node
        char name[32];
        snprintf(name, sizeof name, "fresh%ld", fresh++);
        SEL selector = sel_registerName(name);
        class_addMethod(echo_class, selector, (IMP)echo, "v@:");
        echoed("new node", call_send, 0, object, selector, object, ALL);
        echoed("new node's second call", call_send, 0, object, selector, object, ALL);
        break;
    }
    case 13: { // and the same for the allocation functions, by a new class
        char name[32];
        snprintf(name, sizeof name, "Fresh%ld", fresh++);
        Class class = objc_allocateClassPair(echo_class, name, 0);
        objc_registerClassPair(class);
        class_addMethod(object_getClass(class), @selector(alloc), (IMP)echo, "@@:");
        echoed("objc_alloc, new node", call_alloc, 0, class, @selector(alloc), class, ONLY_CLASS);
        break;
    }
    case 14:
        typed("int", types, "ints:::::::::", WORD, 0);
        typed("float", types, "floats::::", FLOAT, 0);
        typed("double", types, "doubles:::::::::", DOUBLE, 0);
        typed("rect", types, "rect::", DOUBLES, 0);
        typed("small floats", types, "three:", FLOATS, 0);
        typed("small struct", types, "pair:", TWO_WORDS, 0);
        typed("large struct", types, "big:", MEMORY, 0);
        typed("variadic", types, "sum:", WORD, 0);
        long captured = (long)chance();
        long (^block)(long) = ^(long x) { return x * captured; };
        typed("block", types, "block:", WORD, block);
        typed("class method with a rect", types_class, "everyones:", DOUBLES, 0);
        break;
    case 15:
        walk_through(call_send, object, @selector(walk));
        walk_through(call_super, (id)&super_, @selector(walk));
    }
}
static void all(int first) { for (int i = 0; i < KINDS; i++) one((first + i) % KINDS); }
static void *run(void *first) {
    pthread_mutex_lock(&lock);
    for (int i = 0; i < 2; i++) all((int)(long)first);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    // No message is sent before the first poisoned send, because these are functions.
    echo_class = objc_getClass("Echo");
    sub_class = objc_getClass("EchoSub");
    made_class = objc_getClass("EchoMade");
    skipped_class = objc_getClass("Skipped");
    tag_class = objc_getClass("Tag");
    types_class = objc_getClass("Types");
    _objc_registerTaggedPointerClass(3, tag_class);
    tagged = (id)phone_make_tagged(3, 0x5550 >> 3);
    object = class_createInstance(echo_class, 0);
    sub = class_createInstance(sub_class, 0);
    skipped = class_createInstance(skipped_class, 0);
    types = class_createInstance(types_class, 0);
    class_addMethod(sub_class, @selector(init), (IMP)echo, "@@:");
    Class meta = object_getClass(made_class);
    class_addMethod(meta, @selector(alloc), (IMP)echo, "@@:");
    class_addMethod(meta, @selector(allocWithZone:), (IMP)echo, "@@:^v");
    class_addMethod(meta, @selector(new), (IMP)echo, "@@:");
    load_entry = PAST(method_getImplementation)(class_getClassMethod(echo_class, @selector(load)));
    pthread_mutex_init(&lock, 0);
    for (int i = 0; i < 4; i++) all(0);
    [object nested:3];
    [object nested:3];
    // Each kind is the first call of some thread.
    for (long i = 0; i < KINDS; i++) {
        pthread_t thread;
        if (pthread_create(&thread, 0, run, (void *)i)) return 1;
        pthread_join(thread, 0);
    }
    printf("after %lu calls and %ld walks %lu are wrong\n", calls, walks, wrong);
    // At most 2^12 contexts are created, which is more than fit into the memory that one of the runs provides.
    [object left:12];
    for (int i = 0; i < 3; i++) all(0);
    [object nested:3];
    pthread_t thread;
    pthread_create(&thread, 0, run, (void *)4);
    pthread_join(thread, 0);
    printf("after %lu calls and %ld walks %lu are wrong\n", calls, walks, wrong);
    sleep(2);
    all(0);
    printf("after %lu calls and %ld walks %lu are wrong\n", calls, walks, wrong);
    return wrong != 0;
}

// Walks the stack to main from inside hooked calls of every kind, by the unwind tables (with LLVM's libunwind, as in the system)
// and by frame pointers. After the walks, exceptions pass 1, 10 and 1,000 hooked calls.
#include <objc/NSObject.h>
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

extern "C" int _Unwind_Backtrace(int (*)(void *, void *), void *);
extern "C" uintptr_t _Unwind_GetIP(void *);

struct Seen { int frames, hooks, methods; bool main; };
static void look(uintptr_t pc, Seen *seen) {
    Dl_info info;
    seen->frames++;
    if (!dladdr((void *)(pc - 1), &info) || !info.dli_sname) return;
    if (strstr(info.dli_fname, "liblaunchgate")) seen->hooks++;
    if (strstr(info.dli_fname, "Fixture") && (info.dli_sname[0] == '-' || info.dli_sname[0] == '+')) seen->methods++;
    if (!strcmp(info.dli_sname, "main")) seen->main = true;
}
static int step(void *context, void *seen) { look(_Unwind_GetIP(context), (Seen *)seen); return 0; }
static int hooked, inside;
static uintptr_t *main_record;
__attribute__((noinline)) static void walk(const char *what, int calls) {
    Seen tables = {};
    bool reached = false;
    _Unwind_Backtrace(step, &tables);
    // A hook has no frame record: its address is the return address in the record of its callee, and the caller's record comes next.
    Seen records = {};
    for (uintptr_t *record = (uintptr_t *)__builtin_frame_address(0); record && !reached; record = (uintptr_t *)record[0]) {
        reached = record == main_record;
        if (!reached) look(record[1], &records);
    }
    bool right = tables.main && reached && tables.methods == calls && records.hooks == tables.hooks;
    hooked += tables.hooks;
    printf("%s: %s", what, right ? "right\n" : "WRONG ");
    if (!right) printf("%d frames, main %d, methods %d, not %d; by records %d; hooks %d, by records %d\n", tables.frames, tables.main, tables.methods, calls, reached, tables.hooks, records.hooks);
    __asm volatile("" ::: "memory");
}
// The call of `walk` must not be a tail call, so that the method has a frame.
#define WALK(what, calls) do { walk(what, calls); __asm volatile(""); } while (0)

static long unwound;
struct Cleanup { long *count; ~Cleanup() { ++*count; } };
@interface Above : NSObject - (void)leaf; - (void)up; + (void)everyone; - (long)deep:(long)n throwing:(id)e; - (double)number:(long)n; @end
@interface Below : Above @end
@implementation Above
- (void)leaf { WALK("send", 1); }
- (void)up { WALK("super", 2); }
+ (void)everyone { WALK("class", 1); }
- (id)init { WALK("init", 1 + inside); return self; }
- (long)deep:(long)n throwing:(id)e {
    Cleanup cleanup = { &unwound };
    if (n) return [self deep:n - 1 throwing:e] + 1;
    if (e) @throw e;
    throw 7L;
}
- (double)number:(long)n { return n * 0.5; }
@end
@implementation Below
- (void)up { [super up]; __asm volatile(""); }
+ (id)new { inside = 1; id o = [super new]; inside = 0; WALK("new", 1); return o; }
@end

static void through(Above *o, long frames) {
    unwound = 0;
    id caught = nil;
    long number = 0, finals = 0, passed = 0;
    @try { [o deep:frames - 1 throwing:o]; } @catch (Above *e) { caught = e; passed = unwound; }
    double next = [o number:frames];
    try { [o deep:frames - 1 throwing:nil]; } catch (long n) { number = n; }
    @try {
        @try {
            @try { [o deep:frames - 1 throwing:o]; } @finally { finals++; [o number:1]; }
        } @catch (id e) { finals++; [o number:2]; @throw; }
    } @catch (id e) { finals += e == o; }
    printf("through %ld: %s, %ld, %ld, %ld, %ld, %ld\n", frames, caught == o ? "caught" : "lost", number, passed, unwound, finals, (long)(next * 2));
}
int main(void) {
    main_record = (uintptr_t *)__builtin_frame_address(0);
    Above *above = (Above *)class_createInstance(objc_getClass("Above"), 0);
    Below *below = (Below *)class_createInstance(objc_getClass("Below"), 0);
    for (int i = 0; i < 2; i++) {
        [above leaf];
        [below up];
        [(id)objc_getClass("Above") everyone];
        [[Above alloc] init];
        [Below new];
    }
    for (long i = 0; i < 2; i++) { through(above, 1); through(above, 10); through(below, 1000); }
    printf("walks through hooks: %d\n", hooked);
    sleep(2);
    return 0;
}

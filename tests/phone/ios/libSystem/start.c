// Contains the first instruction of the process, the execution of dyld's actions, and the functions that end the process.
#include <phone/hostcall.h>
#include <phone/libc.h>
#include "internal.h"

char **environ;
struct host_boot *phone_boot;
// Compiled code compares the guard only with itself, so any constant is valid; this one begins with a zero byte, as Apple's does.
unsigned long __stack_chk_guard = 0x9d3c7a5be1f04200;

static const struct phone_objc_hooks *objc_hooks;
void phone_dyld_register_objc(const struct phone_objc_hooks *hooks) { objc_hooks = hooks; }

// Executes dyld's actions until the last one, at the start and in each dlopen.
void phone_run_actions(void) {
    struct host_action action;
    for (;;) {
        action.kind = ACTION_DONE;
        HOST1(HOST_DYLD_NEXT, &action);
        int (*function)(int, const char *const *, const char *const *, const char *const *) = (void *)action.function;
        switch (action.kind) {
        case ACTION_DONE: return;
        case ACTION_MAPPED:
            phone_images_mapped(action.first, action.count);
            // Every dyld since iOS 13 calls the add-image callbacks first; libobjc is notified of the images after that.
            phone_images_announce(action.first, action.count);
            if (objc_hooks) objc_hooks->mapped(action.first, action.count);
            break;
        case ACTION_REMOVED: phone_image_removed(action.first); break;
        case ACTION_LOAD:
            if (objc_hooks) objc_hooks->load(action.first);
            break;
        case ACTION_CALL: function(phone_boot->argc, phone_boot->argv, (const char *const *)environ, phone_boot->apple); break;
        case ACTION_MAIN: exit(function(phone_boot->argc, phone_boot->argv, (const char *const *)environ, phone_boot->apple));
        default: phone_fail("dyld told the guest to do what it does not know");
        }
    }
}

__attribute__((used)) void phone_start(struct host_boot *boot) __asm__("__phone_start");
void phone_start(struct host_boot *boot) {
    phone_boot = boot;
    phone_main_thread(boot); // malloc's lock and errno live with the thread, so it comes first
    phone_environment(boot->envp);
    // libSystem cannot link to libobjc, which links to libSystem, so it looks up libobjc's function and initialises it, as on a phone.
    void (*objc_init)(void) = (void (*)(void))HOST2(HOST_DYLD_SYMBOL, RTLD_DEFAULT, "_objc_init");
    if ((long)objc_init > 0) objc_init();
    phone_run_actions();
    exit(0); // a process without a main function: all of it was in initialisers
}

// -- the ways to end the process

struct exit_entry { void (*function)(void *); void *argument, *image; };
static struct exit_entry *exits;
static size_t exit_count, exit_capacity;

int __cxa_atexit(void (*function)(void *), void *argument, void *dso) {
    if (exit_count == exit_capacity) {
        exit_capacity = exit_capacity ? exit_capacity * 2 : 32;
        exits = realloc(exits, exit_capacity * sizeof *exits);
    }
    exits[exit_count++] = (struct exit_entry){ function, argument, dso };
    return 0;
}
// The functions that an image registered run before the image is unmapped, the last one first.
void phone_finalize(const void *image) {
    for (size_t i = exit_count; i-- > 0;) {
        if (!image || exits[i].image != image) continue;
        struct exit_entry entry = exits[i];
        memmove(&exits[i], &exits[i + 1], (--exit_count - i) * sizeof *exits);
        entry.function(entry.argument);
    }
}
int atexit(void (*function)(void)) { return __cxa_atexit((void (*)(void *))function, 0, 0); }

void exit(int status) {
    while (exit_count) {
        struct exit_entry entry = exits[--exit_count];
        entry.function(entry.argument);
    }
    _exit(status);
}
void _exit(int status) {
    HOST1(HOST_EXIT, status);
    __builtin_trap();
}
void phone_fail(const char *message) {
    HOST2(HOST_ABORT, message, strlen(message));
    __builtin_trap();
}
void abort(void) { phone_fail("abort() called"); }
void __stack_chk_fail(void) { phone_fail("stack buffer overflow"); }
void __assert_rtn(const char *function, const char *file, int line, const char *expression) {
    char message[512];
    snprintf(message, sizeof message, "assertion failed: (%s), function %s, file %s, line %d", expression, function, file, line);
    phone_fail(message);
}

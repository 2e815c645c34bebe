// Implements the environment (a copy, so that setenv may change it), properties of the process, and numbers from text.
#include <phone/hostcall.h>
#include "internal.h"

static size_t env_count, env_capacity;

void phone_environment(const char *const *from) {
    while (from[env_count]) env_count++;
    env_capacity = env_count + 16;
    environ = malloc((env_capacity + 1) * sizeof *environ);
    memcpy(environ, from, (env_count + 1) * sizeof *environ);
}
static char **find(const char *name, size_t length) {
    for (char **e = environ; *e; e++) if (!strncmp(*e, name, length) && (*e)[length] == '=') return e;
    return 0;
}
char *getenv(const char *name) {
    size_t length = strlen(name);
    char **e = find(name, length);
    return e ? *e + length + 1 : 0;
}
int setenv(const char *name, const char *value, int overwrite) {
    size_t length = strlen(name);
    if (!length || strchr(name, '=')) { errno = EINVAL; return -1; }
    char **e = find(name, length), *text;
    if (e && !overwrite) return 0;
    if (asprintf(&text, "%s=%s", name, value) < 0) return -1;
    if (e) { *e = text; return 0; } // the old text may still be in use: getenv handed out pointers into it
    if (env_count == env_capacity) {
        env_capacity *= 2;
        environ = realloc(environ, (env_capacity + 1) * sizeof *environ);
    }
    environ[env_count++] = text;
    environ[env_count] = 0;
    return 0;
}
int unsetenv(const char *name) {
    char **e = find(name, strlen(name));
    if (!e) return 0;
    for (; *e; e++) e[0] = e[1];
    env_count--;
    return 0;
}
const char *phone_info(const char *key, char *buffer, size_t capacity, const char *otherwise) {
    long n = HOST3(HOST_INFO, key, buffer, capacity - 1);
    if (n < 0) return otherwise;
    buffer[(size_t)n < capacity ? (size_t)n : capacity - 1] = 0;
    return buffer;
}
static unsigned long info_number(const char *key, unsigned long otherwise) {
    char text[64];
    const char *s = phone_info(key, text, sizeof text, 0);
    return s ? strtoul(s, 0, 10) : otherwise;
}
pid_t getpid(void) { return (pid_t)info_number("pid", 500); }

// Fills the result of sysctl as the kernel does: a NULL buffer requests the size, and a buffer that is too small is ENOMEM.
static int answer(const void *value, size_t size, void *old, size_t *old_size) {
    if (!old_size) return 0;
    if (old) {
        if (*old_size < size) { errno = ENOMEM; return -1; }
        memcpy(old, value, size);
    }
    *old_size = size;
    return 0;
}
int sysctl(int *name, unsigned count, void *old, size_t *old_size, void *new, size_t new_size) {
    (void)new_size;
    if (new) { errno = EPERM; return -1; }
    if (count == 4 && name[0] == CTL_KERN && name[1] == KERN_PROC && name[2] == KERN_PROC_PID) {
        if (name[3] != getpid()) { errno = ESRCH; return -1; }
        struct kinfo_proc info;
        memset(&info, 0, sizeof info);
        unsigned long start = info_number("start-time-us", 0); // wall clock
        info.kp_proc.p_starttime.tv_sec = (time_t)(start / 1000000);
        info.kp_proc.p_starttime.tv_usec = (int)(start % 1000000);
        if (info_number("traced", 0)) info.kp_proc.p_flag |= P_TRACED;
        return answer(&info, sizeof info, old, old_size);
    }
    errno = ENOENT;
    return -1;
}
int sysctlbyname(const char *name, void *old, size_t *old_size, void *new, size_t new_size) {
    (void)new_size;
    if (new) { errno = EPERM; return -1; }
    char text[256];
    if (!strcmp(name, "hw.ncpu") || !strcmp(name, "hw.logicalcpu") || !strcmp(name, "hw.activecpu")) {
        int n = (int)info_number("hw.ncpu", 6);
        return answer(&n, sizeof n, old, old_size);
    }
    if (!strcmp(name, "hw.memsize") || !strcmp(name, "hw.pagesize") || !strcmp(name, "hw.tbfrequency")) {
        uint64_t n = info_number(name, !strcmp(name, "hw.pagesize") ? 16384 : !strcmp(name, "hw.memsize") ? 4UL << 30 : 24000000);
        return answer(&n, sizeof n, old, old_size);
    }
    const char *value = phone_info(name, text, sizeof text, 0);
    if (!value) { errno = ENOENT; return -1; }
    return answer(value, strlen(value) + 1, old, old_size);
}
// Returns the hash of the code directory of the process's executable, or EINVAL if it has no signature.
int csops(pid_t pid, unsigned operation, void *out, size_t size) {
    if (pid != getpid()) { errno = ESRCH; return -1; }
    char text[64], *end;
    const char *s = phone_info("code-hash", text, sizeof text, 0);
    if (operation != CS_OPS_CDHASH || size != 20 || !s || strlen(s) != 40) { errno = EINVAL; return -1; }
    for (int i = 0; i < 20; i++) {
        char two[3] = {s[2 * i], s[2 * i + 1], 0};
        ((unsigned char *)out)[i] = (unsigned char)strtoul(two, &end, 16);
    }
    return 0;
}
int proc_pid_rusage(int pid, int flavour, rusage_info_t *out) {
    if (pid != getpid()) { errno = ESRCH; return -1; }
    if (flavour != RUSAGE_INFO_V4) { errno = EINVAL; return -1; }
    struct host_rusage usage;
    if (phone_result(HOST1(HOST_RUSAGE, &usage)) < 0) return -1;
    struct rusage_info_v4 *info = (void *)out;
    memset(info, 0, sizeof *info);
    info->ri_instructions = usage.instructions;
    info->ri_cycles = usage.cycles;
    info->ri_pageins = usage.page_ins;
    info->ri_user_time = usage.user_ns * 3 / 125; // in ticks, as on a phone
    return 0;
}

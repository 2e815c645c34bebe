// Implements clocks. All clocks use the counter CNTPCT_EL0, which ticks at 24 MHz of virtual time, independently of the rate of CNTVCT_EL0.
// Apple's systems read ACNTVCT_EL0 for this purpose.
#include <phone/hostcall.h>
#include "internal.h"

uint64_t mach_absolute_time(void) {
    uint64_t ticks;
    __asm__ volatile("isb\n mrs %0, CNTPCT_EL0" : "=r"(ticks)::"memory");
    return ticks;
}
uint64_t mach_continuous_time(void) { return mach_absolute_time(); } // this phone never sleeps
kern_return_t mach_timebase_info(mach_timebase_info_t info) {
    info->numer = 125;
    info->denom = 3;
    return KERN_SUCCESS;
}
static uint64_t now_ns(void) {
    uint64_t t = mach_absolute_time();
    return t / 3 * 125 + t % 3 * 125 / 3;
}
// The wall clock is the counter plus the time at which the counter was zero.
static uint64_t wall_ns(void) {
    static uint64_t zero;
    if (!zero) {
        char text[32];
        zero = strtoull(phone_info("boot-time-us", text, sizeof text, "1700000000000000"), 0, 10) * 1000;
    }
    return zero + now_ns();
}
uint64_t clock_gettime_nsec_np(clockid_t clock) {
    switch (clock) {
    case CLOCK_REALTIME: return wall_ns();
    case CLOCK_PROCESS_CPUTIME_ID:
    case CLOCK_THREAD_CPUTIME_ID: { struct host_rusage u; return HOST1(HOST_RUSAGE, &u) < 0 ? now_ns() : u.user_ns; }
    default: return now_ns();
    }
}
int clock_gettime(clockid_t clock, struct timespec *t) {
    uint64_t ns = clock_gettime_nsec_np(clock);
    *t = (struct timespec){ (time_t)(ns / 1000000000), (long)(ns % 1000000000) };
    return 0;
}
int gettimeofday(struct timeval *t, void *zone) {
    (void)zone;
    uint64_t us = wall_ns() / 1000;
    if (t) *t = (struct timeval){ (time_t)(us / 1000000), (int)(us % 1000000) };
    return 0;
}
time_t time(time_t *t) {
    time_t now = (time_t)(wall_ns() / 1000000000);
    if (t) *t = now;
    return now;
}
// The system call with which a phone sleeps.
__attribute__((noinline)) int __semwait_signal(int condition, int mutex, int timeout, int relative, int64_t seconds, int32_t nanoseconds) {
    (void)condition, (void)mutex, (void)timeout, (void)relative;
    return (int)HOST1(HOST_SLEEP, (uint64_t)seconds * 1000000000 + (uint64_t)nanoseconds);
}
int nanosleep(const struct timespec *t, struct timespec *left) {
    if (left) *left = (struct timespec){ 0, 0 };
    return (int)phone_result(__semwait_signal(0, 0, 1, 1, t->tv_sec, (int32_t)t->tv_nsec));
}
int usleep(unsigned us) { return nanosleep(&(struct timespec){ us / 1000000, us % 1000000 * 1000 }, 0); }
unsigned sleep(unsigned s) { nanosleep(&(struct timespec){ s, 0 }, 0); return 0; }

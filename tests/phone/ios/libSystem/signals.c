// Implements signals, access to the registers of other threads, and switches between stacks (coroutines).
#include <phone/hostcall.h>
#include <phone/coroutine.h>
#include "thread.h"

extern char phone_signal_trampoline[] __asm__("_phone_signal_trampoline");
static struct sigaction actions[32];

// Runs on the interrupted thread, on its own or its alternate stack. errno belongs to the interrupted code.
__attribute__((used)) void phone_signal_run(int signal, void *handler) {
    struct sigaction *a = &actions[signal & 31];
    int error = errno;
    siginfo_t info = { .si_signo = signal, .si_pid = 0 };
    if (a->sa_flags & SA_SIGINFO) ((void (*)(int, siginfo_t *, void *))handler)(signal, &info, 0);
    else ((void (*)(int))handler)(signal);
    errno = error;
}
int sigaction(int signal, const struct sigaction *new, struct sigaction *old) {
    if (signal < 1 || signal > 31) { errno = EINVAL; return -1; }
    if (old) *old = actions[signal];
    if (!new) return 0;
    actions[signal] = *new;
    return (int)phone_result(HOST4(HOST_SIGNAL_ACTION, signal, new->sa_handler, new->sa_flags, phone_signal_trampoline));
}
void (*signal(int number, void (*handler)(int)))(int) {
    struct sigaction new = { .sa_handler = handler }, old;
    return sigaction(number, &new, &old) ? (void (*)(int))-1 : old.sa_handler;
}
int sigaltstack(const stack_t *new, stack_t *old) {
    stack_t *current = &pthread_self()->alternate;
    if (old) {
        uintptr_t here = (uintptr_t)__builtin_frame_address(0) - (uintptr_t)current->ss_sp;
        *old = *current;
        old->ss_flags = !current->ss_sp ? SS_DISABLE : here < current->ss_size ? SS_ONSTACK : 0;
    }
    if (!new) return 0;
    bool none = new->ss_flags & SS_DISABLE;
    if (!none && new->ss_size < MINSIGSTKSZ) { errno = ENOMEM; return -1; }
    *current = none ? (stack_t){ 0 } : *new;
    return (int)phone_result(HOST2(HOST_SIGNAL_STACK, current->ss_sp, current->ss_size));
}
int pthread_kill(pthread_t thread, int signal) {
    long result = HOST2(HOST_SIGNAL_SEND, thread->port, signal);
    return result < 0 ? (int)-result : 0;
}
int raise(int signal) {
    int error = pthread_kill(pthread_self(), signal);
    if (error) errno = error;
    return error ? -1 : 0;
}
int kill(pid_t pid, int signal) {
    if (pid != getpid()) { errno = ESRCH; return -1; }
    return (int)phone_result(HOST2(HOST_SIGNAL_SEND, 0, signal));
}

// -- Mach's view of threads
kern_return_t thread_suspend(thread_act_t port) { return HOST1(HOST_THREAD_SUSPEND, port) < 0 ? KERN_INVALID_ARGUMENT : KERN_SUCCESS; }
kern_return_t thread_resume(thread_act_t port) { return HOST1(HOST_THREAD_RESUME, port) < 0 ? KERN_INVALID_ARGUMENT : KERN_SUCCESS; }
kern_return_t thread_info(thread_act_t port, int flavour, natural_t *to, mach_msg_type_number_t *count) {
    if (flavour != THREAD_BASIC_INFO || *count < THREAD_BASIC_INFO_COUNT) return KERN_INVALID_ARGUMENT;
    struct host_thread_info s;
    if (HOST2(HOST_THREAD_INFO, port, &s) < 0) return KERN_INVALID_ARGUMENT;
    struct thread_basic_info *out = (void *)to;
    *out = (struct thread_basic_info){ .user_time = { (int)(s.user_us / 1000000), (int)(s.user_us % 1000000) }, .run_state = (int)s.run_state };
    *count = THREAD_BASIC_INFO_COUNT;
    return KERN_SUCCESS;
}
kern_return_t thread_get_state(thread_act_t port, int flavour, natural_t *to, mach_msg_type_number_t *count) {
    if (flavour != ARM_THREAD_STATE64 || *count < ARM_THREAD_STATE64_COUNT) return KERN_INVALID_ARGUMENT;
    struct host_thread_state s;
    if (HOST2(HOST_THREAD_STATE, port, &s) < 0) return KERN_INVALID_ARGUMENT;
    arm_thread_state64_t *out = (void *)to;
    memcpy(out->__x, s.x, sizeof s.x);
    out->__fp = s.fp;
    out->__lr = s.lr;
    out->__sp = s.sp;
    out->__pc = s.pc;
    out->__cpsr = (uint32_t)s.cpsr;
    out->__pad = 0;
    *count = ARM_THREAD_STATE64_COUNT;
    return KERN_SUCCESS;
}

// -- coroutines
extern char phone_coroutine_start[] __asm__("_phone_coroutine_start");
void phone_coroutine_prepare(struct phone_coroutine *c, void *stack, size_t size, void (*entry)(void *), void *argument) {
    uint64_t *frame = (uint64_t *)((((uintptr_t)stack + size) & ~15UL) - 160);
    memset(frame, 0, 160);
    frame[8] = (uint64_t)entry;                 // x19
    frame[9] = (uint64_t)argument;              // x20
    frame[19] = (uint64_t)phone_coroutine_start; // x30
    c->sp = frame;
}

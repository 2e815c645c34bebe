// All exports of libSystem, each declared once; <stdio.h>, <stdlib.h> and other headers include this file.
#pragma once
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <limits.h>
#ifdef __cplusplus
extern "C" {
#define restrict __restrict
#define _Noreturn [[noreturn]]
#endif

typedef long ssize_t, off_t, time_t, clock_t, suseconds_t;
typedef int pid_t;
typedef unsigned int uid_t, gid_t;
typedef unsigned short mode_t;

// -- memory and strings
void *malloc(size_t), *calloc(size_t, size_t), *realloc(void *, size_t);
void free(void *);
int posix_memalign(void **, size_t, size_t);
void *aligned_alloc(size_t, size_t);
size_t malloc_size(const void *), malloc_good_size(size_t);
void *memcpy(void *restrict, const void *restrict, size_t), *memmove(void *, const void *, size_t), *memset(void *, int, size_t);
void bzero(void *, size_t);
int memcmp(const void *, const void *, size_t);
void *memchr(const void *, int, size_t);
size_t strlen(const char *), strnlen(const char *, size_t), strlcpy(char *, const char *, size_t), strlcat(char *, const char *, size_t);
int strcmp(const char *, const char *), strncmp(const char *, const char *, size_t), strcasecmp(const char *, const char *);
char *strcpy(char *, const char *), *strncpy(char *, const char *, size_t), *strcat(char *, const char *);
char *strchr(const char *, int), *strrchr(const char *, int), *strstr(const char *, const char *), *strdup(const char *);
char *strerror(int);

// -- numbers, sorting, random numbers
int atoi(const char *), abs(int);
long strtol(const char *, char **, int), atol(const char *);
unsigned long strtoul(const char *, char **, int);
unsigned long long strtoull(const char *, char **, int);
double strtod(const char *, char **), atof(const char *);
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
int rand(void);
void srand(unsigned);
uint32_t arc4random(void), arc4random_uniform(uint32_t);

// -- the process
extern char **environ;
char *getenv(const char *);
int setenv(const char *, const char *, int), unsetenv(const char *);
_Noreturn void exit(int), _exit(int), abort(void);
int atexit(void (*)(void)), __cxa_atexit(void (*)(void *), void *, void *);
pid_t getpid(void);
int *__error(void);
#define errno (*__error())
_Noreturn void __assert_rtn(const char *, const char *, int, const char *);
#define EPERM 1
#define ENOENT 2
#define ESRCH 3
#define EINTR 4
#define EIO 5
#define EBADF 9
#define ENOMEM 12
#define EACCES 13
#define EBUSY 16
#define EEXIST 17
#define ENOTDIR 20
#define EISDIR 21
#define EINVAL 22
#define ENOTTY 25
#define ERANGE 34
#define EDEADLK 11
#define EAGAIN 35
#define ETIMEDOUT 60
#define ENOSYS 78
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1

// -- text output: stdout and stderr both go to the run's log
typedef struct __sFILE FILE;
extern FILE *__stdinp, *__stdoutp, *__stderrp;
#define stdin __stdinp
#define stdout __stdoutp
#define stderr __stderrp
#define EOF (-1)
int printf(const char *, ...) __attribute__((format(printf, 1, 2))), fprintf(FILE *, const char *, ...) __attribute__((format(printf, 2, 3)));
int snprintf(char *, size_t, const char *, ...) __attribute__((format(printf, 3, 4))), sprintf(char *, const char *, ...);
int asprintf(char **, const char *, ...), vasprintf(char **, const char *, va_list);
int vprintf(const char *, va_list), vfprintf(FILE *, const char *, va_list), vsnprintf(char *, size_t, const char *, va_list);
int puts(const char *), fputs(const char *, FILE *), putchar(int), fputc(int, FILE *), fflush(FILE *);
size_t fwrite(const void *, size_t, size_t, FILE *), fread(void *, size_t, size_t, FILE *);
FILE *fopen(const char *, const char *);
int fclose(FILE *), fseek(FILE *, long, int);
long ftell(FILE *);

// -- files
#define O_RDONLY 0
#define O_WRONLY 1
#define O_RDWR 2
#define O_APPEND 8
#define O_CREAT 0x200
#define O_TRUNC 0x400
#define O_EXCL 0x800
#define O_CLOEXEC 0x1000000
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define R_OK 4
#define W_OK 2
#define X_OK 1
#define F_OK 0
#define F_FULLFSYNC 51
#define S_IFMT 0170000
#define S_IFDIR 0040000
#define S_IFREG 0100000
#define S_ISDIR(m) (((m) & S_IFMT) == S_IFDIR)
#define S_ISREG(m) (((m) & S_IFMT) == S_IFREG)
struct timespec { time_t tv_sec; long tv_nsec; };
struct timeval { time_t tv_sec; int tv_usec; };
struct stat { // Darwin's 64-bit inode layout
    int st_dev; mode_t st_mode; unsigned short st_nlink; uint64_t st_ino; uid_t st_uid; gid_t st_gid; int st_rdev;
    struct timespec st_atimespec, st_mtimespec, st_ctimespec, st_birthtimespec;
    off_t st_size; int64_t st_blocks; int st_blksize; uint32_t st_flags, st_gen; int32_t st_lspare; int64_t st_qspare[2];
};
struct dirent { uint64_t d_ino, d_seekoff; uint16_t d_reclen, d_namlen; uint8_t d_type; char d_name[1024]; };
#define DT_DIR 4
#define DT_REG 8
typedef struct __dir DIR;
int open(const char *, int, ...), close(int), fsync(int), fcntl(int, int, ...);
ssize_t read(int, void *, size_t), write(int, const void *, size_t), pread(int, void *, size_t, off_t), pwrite(int, const void *, size_t, off_t);
off_t lseek(int, off_t, int);
int stat(const char *, struct stat *), lstat(const char *, struct stat *), fstat(int, struct stat *), access(const char *, int);
int rename(const char *, const char *), unlink(const char *), rmdir(const char *), remove(const char *), mkdir(const char *, mode_t);
DIR *opendir(const char *);
struct dirent *readdir(DIR *);
int closedir(DIR *);

// -- memory maps and Mach's view of them
#define PROT_NONE 0
#define PROT_READ 1
#define PROT_WRITE 2
#define PROT_EXEC 4
#define MAP_SHARED 1
#define MAP_PRIVATE 2
#define MAP_FIXED 0x10
#define MAP_ANON 0x1000
#define MAP_FAILED ((void *)-1)
void *mmap(void *, size_t, int, int, int, off_t);
int munmap(void *, size_t), mprotect(void *, size_t, int);
int getpagesize(void);
typedef int kern_return_t, vm_prot_t, boolean_t;
typedef unsigned int mach_port_t, vm_map_t, thread_t, thread_act_t, task_t, vm_inherit_t, mach_msg_type_number_t, natural_t;
typedef uint64_t vm_address_t, vm_size_t, mach_vm_address_t, mach_vm_size_t, vm_offset_t, memory_object_offset_t;
#define KERN_SUCCESS 0
#define KERN_INVALID_ADDRESS 1
#define KERN_PROTECTION_FAILURE 2
#define KERN_NO_SPACE 3
#define KERN_INVALID_ARGUMENT 4
#define KERN_FAILURE 5
#define VM_PROT_NONE 0
#define VM_PROT_READ 1
#define VM_PROT_WRITE 2
#define VM_PROT_EXECUTE 4
#define VM_PROT_COPY 16
#define VM_FLAGS_ANYWHERE 1
#define VM_REGION_BASIC_INFO_64 9
#define VM_REGION_BASIC_INFO_COUNT_64 9
extern mach_port_t mach_task_self_;
extern vm_size_t vm_page_size, vm_kernel_page_size, vm_page_mask;
#define mach_task_self() mach_task_self_
struct vm_region_basic_info_64 { // packed to 4 bytes, as in Mach's headers
    vm_prot_t protection, max_protection; vm_inherit_t inheritance; boolean_t shared, reserved;
    memory_object_offset_t offset; int behavior; unsigned short user_wired_count;
} __attribute__((packed, aligned(4)));
kern_return_t vm_allocate(vm_map_t, vm_address_t *, vm_size_t, int), mach_vm_allocate(vm_map_t, mach_vm_address_t *, mach_vm_size_t, int);
kern_return_t vm_deallocate(vm_map_t, vm_address_t, vm_size_t), mach_vm_deallocate(vm_map_t, mach_vm_address_t, mach_vm_size_t);
kern_return_t vm_protect(vm_map_t, vm_address_t, vm_size_t, boolean_t, vm_prot_t), mach_vm_protect(vm_map_t, mach_vm_address_t, mach_vm_size_t, boolean_t, vm_prot_t);
kern_return_t vm_region_64(vm_map_t, vm_address_t *, vm_size_t *, int, int *, mach_msg_type_number_t *, mach_port_t *);
kern_return_t mach_vm_region(vm_map_t, mach_vm_address_t *, mach_vm_size_t *, int, int *, mach_msg_type_number_t *, mach_port_t *);
kern_return_t vm_read_overwrite(vm_map_t, vm_address_t, vm_size_t, vm_address_t, vm_size_t *);
kern_return_t mach_vm_read_overwrite(vm_map_t, mach_vm_address_t, mach_vm_size_t, mach_vm_address_t, mach_vm_size_t *);
char *mach_error_string(kern_return_t);

// -- time: a tick is 125/3 ns
typedef struct mach_timebase_info { uint32_t numer, denom; } mach_timebase_info_data_t, *mach_timebase_info_t;
kern_return_t mach_timebase_info(mach_timebase_info_t);
uint64_t mach_absolute_time(void), mach_continuous_time(void);
typedef int clockid_t;
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 6
#define CLOCK_MONOTONIC_RAW 4
#define CLOCK_MONOTONIC_RAW_APPROX 5
#define CLOCK_UPTIME_RAW 8
#define CLOCK_PROCESS_CPUTIME_ID 12
#define CLOCK_THREAD_CPUTIME_ID 16
int clock_gettime(clockid_t, struct timespec *), gettimeofday(struct timeval *, void *), nanosleep(const struct timespec *, struct timespec *), usleep(unsigned);
uint64_t clock_gettime_nsec_np(clockid_t);
time_t time(time_t *);
unsigned sleep(unsigned);

// -- information of the kernel
#define CTL_KERN 1
#define CTL_HW 6
#define KERN_PROC 14
#define KERN_PROC_PID 1
int sysctl(int *, unsigned, void *, size_t *, void *, size_t), sysctlbyname(const char *, void *, size_t *, void *, size_t);
int csops(pid_t, unsigned operation, void *, size_t);
#define CS_OPS_CDHASH 5
#define P_TRACED 0x800
struct extern_proc { struct timeval p_starttime; void *p_vmspace, *p_sigacts; int p_flag; char rest[256]; int p_filler; } __attribute__((aligned(8)));
struct kinfo_proc { struct extern_proc kp_proc; char kp_eproc[352]; }; // 648 bytes: callers allocate no more
struct rusage_info_v4 {
    uint8_t ri_uuid[16]; uint64_t ri_user_time, ri_system_time, ri_pkg_idle_wkups, ri_interrupt_wkups, ri_pageins, ri_wired_size, ri_resident_size,
        ri_phys_footprint, ri_proc_start_abstime, ri_proc_exit_abstime, ri_child[6], ri_diskio_bytesread, ri_diskio_byteswritten, ri_cpu_time_qos[7],
        ri_billed_system_time, ri_serviced_system_time, ri_logical_writes, ri_lifetime_max_phys_footprint, ri_instructions, ri_cycles,
        ri_billed_energy, ri_serviced_energy, ri_interval_max_phys_footprint, ri_runnable_time;
};
typedef void *rusage_info_t;
#define RUSAGE_INFO_V4 4
int proc_pid_rusage(int, int, rusage_info_t *);

// -- dyld
struct mach_header;
struct mach_header_64;
uint32_t _dyld_image_count(void);
const struct mach_header *_dyld_get_image_header(uint32_t);
intptr_t _dyld_get_image_vmaddr_slide(uint32_t);
const char *_dyld_get_image_name(uint32_t);
void _dyld_register_func_for_add_image(void (*)(const struct mach_header *, intptr_t)), _dyld_register_func_for_remove_image(void (*)(const struct mach_header *, intptr_t));
int _NSGetExecutablePath(char *, uint32_t *);
typedef struct dl_info { const char *dli_fname; void *dli_fbase; const char *dli_sname; void *dli_saddr; } Dl_info;
int dladdr(const void *, Dl_info *);
void *dlopen(const char *, int), *dlsym(void *, const char *);
int dlclose(void *);
char *dlerror(void);
#define RTLD_LAZY 1
#define RTLD_NOW 2
#define RTLD_LOCAL 4
#define RTLD_GLOBAL 8
#define RTLD_NOLOAD 16
#define RTLD_NEXT ((void *)-1)
#define RTLD_DEFAULT ((void *)-2)
#define RTLD_SELF ((void *)-3)
#define RTLD_MAIN_ONLY ((void *)-5)

// -- threads
typedef struct _phone_thread *pthread_t;
typedef unsigned long pthread_key_t;
typedef struct { long sig; uint32_t lock, count; pthread_t owner; int kind; char rest[36]; } pthread_mutex_t; // 64 bytes, as on a phone
typedef struct { long sig; uint32_t sequence; char rest[36]; } pthread_cond_t;                                  // 48 bytes
typedef struct { long sig; uint32_t lock; int32_t holders; char rest[184]; } pthread_rwlock_t;                  // 200 bytes
typedef struct { long sig; uint32_t state; char rest[4]; } pthread_once_t;
typedef struct { long sig; int kind; char rest[4]; } pthread_mutexattr_t;
typedef struct { long sig; char rest[8]; } pthread_condattr_t;
typedef struct { long sig; size_t stack_size; int detached; char rest[44]; } pthread_attr_t;
#define PTHREAD_MUTEX_INITIALIZER { 0x32AAABA7 }
#define PTHREAD_RECURSIVE_MUTEX_INITIALIZER { 0x32AAABA2 }
#define PTHREAD_COND_INITIALIZER { 0x3CB0B1BB }
#define PTHREAD_RWLOCK_INITIALIZER { 0x2DA8B3B4 }
#define PTHREAD_ONCE_INIT { 0x30B1BCBA }
#define PTHREAD_MUTEX_NORMAL 0
#define PTHREAD_MUTEX_ERRORCHECK 1
#define PTHREAD_MUTEX_RECURSIVE 2
#define PTHREAD_MUTEX_DEFAULT 0
#define PTHREAD_CREATE_JOINABLE 1
#define PTHREAD_CREATE_DETACHED 2
int pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *), pthread_join(pthread_t, void **), pthread_detach(pthread_t), pthread_equal(pthread_t, pthread_t);
_Noreturn void pthread_exit(void *);
pthread_t pthread_self(void);
int pthread_main_np(void), pthread_threadid_np(pthread_t, uint64_t *), pthread_setname_np(const char *), pthread_set_qos_class_self_np(unsigned, int), pthread_getname_np(pthread_t, char *, size_t);
void *pthread_get_stackaddr_np(pthread_t);
size_t pthread_get_stacksize_np(pthread_t);
mach_port_t pthread_mach_thread_np(pthread_t), mach_thread_self(void);
pthread_t pthread_from_mach_thread_np(mach_port_t);
int pthread_attr_init(pthread_attr_t *), pthread_attr_destroy(pthread_attr_t *), pthread_attr_setstacksize(pthread_attr_t *, size_t), pthread_attr_setdetachstate(pthread_attr_t *, int);
int pthread_key_create(pthread_key_t *, void (*)(void *)), pthread_key_delete(pthread_key_t), pthread_setspecific(pthread_key_t, const void *);
void *pthread_getspecific(pthread_key_t);
int pthread_once(pthread_once_t *, void (*)(void)), sched_yield(void), pthread_kill(pthread_t, int);
int pthread_mutexattr_init(pthread_mutexattr_t *), pthread_mutexattr_settype(pthread_mutexattr_t *, int), pthread_mutexattr_destroy(pthread_mutexattr_t *);
int pthread_mutex_init(pthread_mutex_t *, const pthread_mutexattr_t *), pthread_mutex_destroy(pthread_mutex_t *), pthread_mutex_lock(pthread_mutex_t *), pthread_mutex_trylock(pthread_mutex_t *), pthread_mutex_unlock(pthread_mutex_t *);
int pthread_cond_init(pthread_cond_t *, const pthread_condattr_t *), pthread_cond_destroy(pthread_cond_t *), pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *), pthread_cond_timedwait(pthread_cond_t *, pthread_mutex_t *, const struct timespec *), pthread_cond_signal(pthread_cond_t *), pthread_cond_broadcast(pthread_cond_t *);
int pthread_rwlock_init(pthread_rwlock_t *, const void *), pthread_rwlock_destroy(pthread_rwlock_t *), pthread_rwlock_rdlock(pthread_rwlock_t *), pthread_rwlock_wrlock(pthread_rwlock_t *), pthread_rwlock_unlock(pthread_rwlock_t *);
typedef struct os_unfair_lock_s { uint32_t _os_unfair_lock_opaque; } os_unfair_lock, *os_unfair_lock_t;
#define OS_UNFAIR_LOCK_INIT ((os_unfair_lock){0})
void os_unfair_lock_lock(os_unfair_lock_t), os_unfair_lock_unlock(os_unfair_lock_t);
bool os_unfair_lock_trylock(os_unfair_lock_t);

// -- jumps and signals
typedef uint64_t jmp_buf[24]; // x19-x30, sp, d8-d15
int setjmp(jmp_buf) __attribute__((returns_twice)), _setjmp(jmp_buf) __attribute__((returns_twice));
_Noreturn void longjmp(jmp_buf, int), _longjmp(jmp_buf, int);
typedef uint64_t sigjmp_buf[24];
#define SIGABRT 6
#define SIGBUS 10
#define SIGSEGV 11
#define SIGTERM 15
#define SIGPROF 27
#define SIGUSR1 30
#define SIGUSR2 31
#define SA_ONSTACK 1
#define SS_ONSTACK 1
#define SS_DISABLE 4
#define SA_SIGINFO 0x40
#define SIG_DFL ((void (*)(int))0)
#define SIG_IGN ((void (*)(int))1)
typedef uint32_t sigset_t;
typedef struct { int si_signo, si_errno, si_code; pid_t si_pid; uid_t si_uid; int si_status; void *si_addr; } siginfo_t;
struct sigaction { union { void (*sa_handler)(int); void (*sa_sigaction)(int, siginfo_t *, void *); }; sigset_t sa_mask; int sa_flags; };
typedef struct { void *ss_sp; size_t ss_size; int ss_flags; } stack_t;
int sigaction(int, const struct sigaction *, struct sigaction *), sigaltstack(const stack_t *, stack_t *), raise(int), kill(pid_t, int);
void (*signal(int, void (*)(int)))(int);
kern_return_t thread_suspend(thread_act_t), thread_resume(thread_act_t), thread_get_state(thread_act_t, int, natural_t *, mach_msg_type_number_t *);
typedef struct { int seconds, microseconds; } time_value_t;
struct thread_basic_info { time_value_t user_time, system_time; int cpu_usage, policy, run_state, flags, suspend_count, sleep_time; };
#define THREAD_BASIC_INFO 3
#define THREAD_BASIC_INFO_COUNT 10
#define TH_STATE_RUNNING 1
#define TH_STATE_STOPPED 2
#define TH_STATE_WAITING 3
kern_return_t thread_info(thread_act_t, int, natural_t *, mach_msg_type_number_t *);
typedef struct { uint64_t __x[29], __fp, __lr, __sp, __pc; uint32_t __cpsr, __pad; } arm_thread_state64_t;
#define ARM_THREAD_STATE64 6
#define ARM_THREAD_STATE64_COUNT 68
#define MINSIGSTKSZ 32768
#define SIGSTKSZ 131072

// -- numerics
double sqrt(double), fabs(double), floor(double), ceil(double), fmod(double, double), pow(double, double);
float sqrtf(float), fabsf(float), floorf(float), ceilf(float);

#ifdef __cplusplus
}
#endif

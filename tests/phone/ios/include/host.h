// The contract between the emulated phone (Rust, tests/phone/src) and the small iOS that runs on it (tests/phone/ios).
//
// A host call is `svc #0x80` with its number in x16, arguments in x0..x7 and the result in x0; a negative result is -errno.
// A host call may change the memory that an argument points to, and x0, but no other state. The host sees the PC after
// the svc.
// Numbers are never reused. The Rust code has a copy of this list, which a test compares with this file.
#pragma once

enum {
    // -- the process
    HOST_EXIT = 1,          // (status)
    HOST_ABORT = 2,         // (message, length): ends the run with an error and a guest backtrace
    HOST_LOG = 3,           // (text, length): to the run's log, for people
    HOST_INFO = 4,          // (key, buffer, capacity) -> length: hw.machine, kern.osversion, thermal, low-power, start time, ...
    HOST_MARK = 5,          // (number): the outcome contains the instructions before it; takes no virtual time
    // -- files: paths below the container (HOME) or, read-only, below the bundle
    HOST_OPEN = 16,         // (path, flags, mode) -> fd
    HOST_CLOSE = 17,        // (fd)
    HOST_READ = 18,         // (fd, buffer, length) -> length
    HOST_WRITE = 19,        // (fd, buffer, length) -> length
    HOST_SEEK = 20,         // (fd, offset, whence) -> offset
    HOST_STAT = 21,         // (path, struct host_stat *)
    HOST_RENAME = 22,       // (from, to)
    HOST_UNLINK = 23,       // (path)
    HOST_MKDIR = 24,        // (path, mode)
    HOST_READDIR = 25,      // (path, index, name buffer, capacity) -> length, 0 at the end
    HOST_SYNC = 26,         // (fd)
    // -- memory: 16 KiB pages
    HOST_VM_ALLOCATE = 32,  // (size, protection) -> address
    HOST_VM_DEALLOCATE = 33,// (address, size)
    HOST_VM_PROTECT = 34,   // (address, size, set maximum, protection with VM_PROT_COPY) -> kern_return_t
    HOST_VM_REGION = 35,    // (address, struct host_region *)
    // -- dyld: the host maps, fixes up and protects; the guest runs the functions in the order that it
    // receives
    HOST_DYLD_NEXT = 48,    // (struct host_action *): the next action, for the start and for every dlopen
    HOST_DYLD_OPEN = 49,    // (path, mode) -> handle; its actions follow through HOST_DYLD_NEXT
    HOST_DYLD_SYMBOL = 50,  // (handle, or -1 RTLD_NEXT, -2 RTLD_DEFAULT, -3 RTLD_SELF, -5 RTLD_MAIN_ONLY; name without the leading underscore; for -1 and -3 the caller's address) -> address or 0
    HOST_DYLD_ADDRESS = 51, // (address, struct host_symbol *)
    HOST_DYLD_IMAGE = 52,   // (index, struct host_image *) -> 0, or -ENOENT at the end
    HOST_DYLD_ERROR = 53,   // (buffer, capacity) -> length: the error of the last open or symbol look-up
    HOST_DYLD_CLOSE = 54,   // (handle) -> 0, or -ENOENT: the actions of images that are not needed any more follow through HOST_DYLD_NEXT
    HOST_DYLD_UNMAP = 55,   // (index): unmaps an image whose ACTION_REMOVED has been done
    // -- threads (second half)
    HOST_THREAD_CREATE = 64, // (entry, argument, stack top, thread pointer) -> port
    HOST_THREAD_EXIT = 65,
    HOST_THREAD_SELF = 66,   // -> port
    HOST_WAIT = 67,          // (address of a 32-bit word, expected value, timeout in ns or ~0)
    HOST_WAKE = 68,          // (address, how many) -> how many were woken
    HOST_SLEEP = 69,         // (nanoseconds of virtual time); 0 yields
    HOST_THREAD_SUSPEND = 70,// (port)
    HOST_THREAD_RESUME = 71, // (port)
    HOST_THREAD_STATE = 72,  // (port, struct host_thread_state *)
    HOST_SIGNAL_ACTION = 73, // (signal, handler, flags, trampoline): trampoline(signal, handler, frame) is entered on the thread's or the alternate stack
    HOST_SIGNAL_SEND = 74,   // (port or 0 for the process, signal)
    HOST_SIGNAL_RETURN = 75, // (frame): does not return; the interrupted code continues
    HOST_SIGNAL_STACK = 76,  // (address, size)
    HOST_RUSAGE = 77,        // (struct host_rusage *): instructions, cycles, page-ins
    HOST_SIGNAL_AFTER = 78,  // (instructions, signal): the calling thread gets it after this many more instructions; 0 cancels it
    HOST_THREAD_INFO = 79,   // (port, struct host_thread_info *)
    // -- calls that wait, with the numbers and registers of XNU (bsd/kern/syscalls.master)
    HOST_PSYNCH_MUTEXWAIT = 301, // (address of the word, expected value, unlock generation, thread id of the owner, flags)
    HOST_PSYNCH_CVWAIT = 305,    // (address of the word, expected value, unlock generation, mutex, its generation, flags, seconds, nanoseconds): 0 of both waits for ever
    HOST_ULOCK_WAIT = 515,       // (operation, address of the word, expected value, microseconds or 0 for ever): the value of an unfair lock is its owner's port
};

// State at a thread's first instruction: x0 = struct host_boot *, sp = its stack's top, pc = _phone_start of
// libSystem.
struct host_boot {
    unsigned long argc;
    const char *const *argv, *const *envp, *const *apple; // as the kernel leaves them, NULL-terminated
    unsigned long stack_low, stack_high;
    unsigned long thread_pointer; // TPIDRRO_EL0 is set to it: 512 zeroed 8-byte slots
};

// The result of HOST_DYLD_NEXT. The guest repeats the call until ACTION_DONE (or ACTION_MAIN, which does not
// return).
enum {
    ACTION_DONE = 0,
    ACTION_MAPPED = 1, // images first..first+count were mapped and bound: the add-image callbacks, then libobjc
    ACTION_LOAD = 2,   // image `first` is about to be initialised: libobjc runs its +load methods
    ACTION_CALL = 3,   // call `function(argc, argv, envp, apple)`: a C or C++ initialiser of image `first`
    ACTION_MAIN = 4,   // call `function(argc, argv, envp, apple)` and exit with its result
    ACTION_REMOVED = 5, // image `first` is about to be unmapped: its exit functions, then the remove-image callbacks
};
struct host_action { unsigned long kind, first, count, function; };

enum { HOST_IMAGE_SYSTEM = 1 }; // flags of host_image: one of the system's; its mach_header has flag 0x80000000 too
struct host_image { unsigned long header, slide, flags; const char *path; }; // path stays valid in guest memory
struct host_symbol { unsigned long image, symbol; const char *path, *name; };
struct host_stat { unsigned long size, mode, modified_ns; };
struct host_region { unsigned long address, size; unsigned int protection, maximum; };
struct host_thread_info { unsigned long run_state, user_us; }; // run_state is a TH_STATE of mach/thread_info.h
struct host_thread_state { unsigned long x[29], fp, lr, sp, pc, cpsr; };
struct host_rusage { unsigned long instructions, cycles, page_ins, user_ns; };

//! Declares the functions of the system that the agent calls. The module `sys` uses no other module of the agent.
//!
//! Functions that a system may not have are looked up with `dlsym` by their callers. UIKit's functions are also looked up with `dlsym`,
//! because the agent must not link UIKit.

use core::ffi::{c_char, c_int, c_uint, c_void};

pub(crate) type Id = *mut c_void;
pub(crate) type Class = *mut c_void;
pub(crate) type Sel = *const c_char;
pub(crate) type Method = *mut c_void;
pub(crate) type Imp = *const c_void;

pub(crate) const RTLD_DEFAULT: *mut c_void = -2_isize as *mut c_void;
pub(crate) const PROT_READ_WRITE: c_int = 3;
pub(crate) const MAP_ANON_PRIVATE: c_int = 0x1002;
pub(crate) const MAP_FAILED: *mut c_void = -1_isize as *mut c_void;
pub(crate) const VM_PROT_READ: c_int = 1;
pub(crate) const VM_PROT_WRITE: c_int = 2;
pub(crate) const VM_PROT_COPY: c_int = 16;
pub(crate) const VM_REGION_BASIC_INFO_64: c_int = 9;
pub(crate) const O_RDONLY: c_int = 0;
pub(crate) const O_WRONLY: c_int = 1;
pub(crate) const O_CREAT: c_int = 0x200;
pub(crate) const O_TRUNC: c_int = 0x400;

#[repr(C)]
#[derive(Default)]
pub(crate) struct Timeval {
    pub seconds: i64,
    pub micros: i32,
}

#[repr(C)]
#[derive(Default)]
pub(crate) struct Timespec {
    pub seconds: i64,
    pub nanos: i64,
}

#[repr(C)]
pub(crate) struct DlInfo {
    pub path: *const c_char,
    pub base: *const c_void,
    pub name: *const c_char,
    pub address: *const c_void,
}

/// The system's structure `rusage_info_v4`, which contains a UUID and 64-bit counters.
#[repr(C)]
pub(crate) struct Usage {
    pub uuid: [u8; 16],
    pub counters: [u64; 35],
}
pub(crate) const USAGE_V4: c_int = 4;
pub(crate) const USAGE_PAGE_INS: usize = 4;
pub(crate) const USAGE_FOOTPRINT: usize = 7;
pub(crate) const USAGE_DISK_READ: usize = 16;
pub(crate) const USAGE_DISK_WRITTEN: usize = 17;
pub(crate) const USAGE_INSTRUCTIONS: usize = 29;
pub(crate) const USAGE_CYCLES: usize = 30;

/// The system's structure `arm_thread_state64_t`.
#[repr(C)]
#[derive(Default)]
pub(crate) struct ThreadState {
    pub x: [u64; 29],
    pub fp: u64,
    pub lr: u64,
    pub sp: u64,
    pub pc: u64,
    pub flags: u32,
    pub spare: u32,
}
pub(crate) const THREAD_STATE_64: c_int = 6;
/// The size of the structure in 32-bit words.
pub(crate) const THREAD_STATE_COUNT: c_uint = (size_of::<ThreadState>() / 4) as c_uint;

/// The system's structure `thread_basic_info`.
#[repr(C)]
#[derive(Default)]
pub(crate) struct ThreadInfo {
    /// The thread's time in user mode, as seconds and microseconds.
    pub user: [c_int; 2],
    /// The thread's time in the kernel, as seconds and microseconds.
    pub system: [c_int; 2],
    pub usage: c_int,
    pub policy: c_int,
    pub run_state: c_int,
    pub flags: c_int,
    pub suspend_count: c_int,
    pub sleep_time: c_int,
}
pub(crate) const THREAD_BASIC_INFO: c_int = 3;
/// The size of the structure in 32-bit words.
pub(crate) const THREAD_INFO_COUNT: c_uint = (size_of::<ThreadInfo>() / 4) as c_uint;
pub(crate) const TH_STATE_RUNNING: c_int = 1;
pub(crate) const TH_STATE_WAITING: c_int = 3;
pub(crate) const TH_STATE_UNINTERRUPTIBLE: c_int = 4;

/// The system's structure `stack_t`.
#[repr(C)]
struct SignalStack {
    address: *mut c_void,
    size: usize,
    flags: c_int,
}

/// Returns the thread's signal stack if this code runs on it, that is, in a signal handler.
pub(crate) fn signal_stack() -> Option<core::ops::Range<usize>> {
    const SS_ONSTACK: c_int = 1;
    let mut stack = SignalStack { address: core::ptr::null_mut(), size: 0, flags: 0 };
    // SAFETY: without a new stack, `sigaltstack` only writes to `stack`, and it may be called in a signal handler.
    let is_on_it =
        unsafe { sigaltstack(core::ptr::null(), &mut stack) == 0 && stack.flags & SS_ONSTACK != 0 };
    is_on_it.then(|| stack.address as usize..stack.address as usize + stack.size)
}

/// The operation of `csops` that returns the hash of the code directory, shortened to 20 bytes.
pub(crate) const CS_OPS_CDHASH: c_uint = 5;

pub(crate) type AddImage = unsafe extern "C" fn(header: *const c_void, slide: isize);

/// The quality-of-service class of the main thread.
pub(crate) const QOS_USER_INTERACTIVE: c_uint = 0x21;

/// The unwinder's record of an exception: the class of the exception, a cleanup function and two private words.
#[repr(C, align(16))]
pub(crate) struct Exception(pub [u64; 4]);

#[link(name = "System")]
unsafe extern "C" {
    pub(crate) static mach_task_self_: c_uint;

    pub(crate) fn _Unwind_GetCFA(context: *mut c_void) -> usize;
    pub(crate) fn _Unwind_Backtrace(
        step: unsafe extern "C" fn(*mut c_void, *mut c_void) -> c_int,
        argument: *mut c_void,
    ) -> c_int;
    pub(crate) fn _Unwind_ForcedUnwind(
        exception: *mut Exception,
        stop: unsafe extern "C" fn(c_int, c_int, u64, *mut Exception, *mut c_void, *mut c_void) -> c_int,
        argument: *mut c_void,
    ) -> c_int;
    pub(crate) fn abort() -> !;
    pub(crate) fn getenv(name: *const c_char) -> *const c_char;
    pub(crate) fn getpid() -> c_int;
    /// Reads the kernel's data about the signature of a process.
    pub(crate) fn csops(process: c_int, operation: c_uint, answer: *mut c_void, size: usize) -> c_int;
    pub(crate) fn strlen(text: *const c_char) -> usize;
    pub(crate) fn free(memory: *mut c_void);
    pub(crate) fn dlsym(handle: *mut c_void, name: *const c_char) -> *mut c_void;
    pub(crate) fn dladdr(address: *const c_void, info: *mut DlInfo) -> c_int;

    pub(crate) fn mmap(
        at: *mut c_void,
        size: usize,
        protection: c_int,
        flags: c_int,
        file: c_int,
        offset: i64,
    ) -> *mut c_void;
    pub(crate) fn munmap(at: *mut c_void, size: usize) -> c_int;
    pub(crate) fn vm_protect(
        task: c_uint,
        address: usize,
        size: usize,
        set_maximum: c_int,
        protection: c_int,
    ) -> c_int;
    pub(crate) fn vm_region_64(
        task: c_uint,
        address: *mut usize,
        size: *mut usize,
        flavor: c_int,
        info: *mut c_int,
        count: *mut c_uint,
        object: *mut c_uint,
    ) -> c_int;

    pub(crate) fn open(path: *const c_char, flags: c_int, ...) -> c_int;
    pub(crate) fn close(file: c_int) -> c_int;
    pub(crate) fn read(file: c_int, bytes: *mut u8, length: usize) -> isize;
    pub(crate) fn write(file: c_int, bytes: *const u8, length: usize) -> isize;
    pub(crate) fn fsync(file: c_int) -> c_int;
    pub(crate) fn rename(from: *const c_char, to: *const c_char) -> c_int;
    pub(crate) fn mkdir(path: *const c_char, mode: c_int) -> c_int;
    pub(crate) fn access(path: *const c_char, mode: c_int) -> c_int;

    fn clock_gettime_nsec_np(clock: c_uint) -> u64;
    pub(crate) fn gettimeofday(time: *mut Timeval, zone: *mut c_void) -> c_int;
    pub(crate) fn nanosleep(time: *const Timespec, left: *mut Timespec) -> c_int;
    pub(crate) fn sysctl(
        name: *mut c_int,
        names: c_uint,
        old: *mut c_void,
        old_size: *mut usize,
        new: *mut c_void,
        new_size: usize,
    ) -> c_int;
    pub(crate) fn sysctlbyname(
        name: *const c_char,
        old: *mut c_void,
        old_size: *mut usize,
        new: *mut c_void,
        new_size: usize,
    ) -> c_int;

    pub(crate) fn thread_suspend(thread: c_uint) -> c_int;
    pub(crate) fn thread_resume(thread: c_uint) -> c_int;
    pub(crate) fn thread_info(
        thread: c_uint,
        flavor: c_int,
        info: *mut ThreadInfo,
        count: *mut c_uint,
    ) -> c_int;
    pub(crate) fn thread_get_state(
        thread: c_uint,
        flavor: c_int,
        state: *mut ThreadState,
        count: *mut c_uint,
    ) -> c_int;
    pub(crate) fn pthread_mach_thread_np(thread: *mut c_void) -> c_uint;
    pub(crate) fn pthread_self() -> *mut c_void;
    pub(crate) fn pthread_main_np() -> c_int;
    fn sigaltstack(new: *const SignalStack, old: *mut SignalStack) -> c_int;
    pub(crate) fn pthread_getname_np(thread: *mut c_void, name: *mut c_char, length: usize) -> c_int;
    pub(crate) fn pthread_threadid_np(thread: *mut c_void, id: *mut u64) -> c_int;
    pub(crate) fn pthread_get_stackaddr_np(thread: *mut c_void) -> *mut c_void;
    pub(crate) fn pthread_get_stacksize_np(thread: *mut c_void) -> usize;
    pub(crate) fn pthread_key_create(
        key: *mut usize,
        destructor: Option<unsafe extern "C" fn(*mut c_void)>,
    ) -> c_int;
    pub(crate) fn pthread_setspecific(key: usize, value: *const c_void) -> c_int;
    pub(crate) fn pthread_create(
        thread: *mut *mut c_void,
        attributes: *const c_void,
        run: unsafe extern "C" fn(*mut c_void) -> *mut c_void,
        argument: *mut c_void,
    ) -> c_int;
    pub(crate) fn atexit(call: extern "C" fn()) -> c_int;
    pub(crate) fn pthread_detach(thread: *mut c_void) -> c_int;
    pub(crate) fn pthread_set_qos_class_self_np(class: c_uint, relative: c_int) -> c_int;

    pub(crate) fn _dyld_register_func_for_add_image(call: AddImage);
    pub(crate) fn _dyld_register_func_for_remove_image(call: AddImage);
    pub(crate) fn _dyld_image_count() -> u32;
    pub(crate) fn _dyld_get_image_header(index: u32) -> *const c_void;
    pub(crate) fn _dyld_get_image_name(index: u32) -> *const c_char;

}

#[link(name = "objc")]
unsafe extern "C" {
    pub(crate) static objc_debug_isa_class_mask: usize;
    pub(crate) static objc_debug_taggedpointer_mask: usize;
    pub(crate) fn object_getClass(object: Id) -> Class;
    pub(crate) fn objc_getClass(name: *const c_char) -> Class;
    pub(crate) fn class_getName(class: Class) -> *const c_char;
    pub(crate) fn class_getSuperclass(class: Class) -> Class;
    /// NSObject's metaclass.
    #[link_name = "OBJC_METACLASS_$_NSObject"]
    pub(crate) static ROOT_META: c_void;
    pub(crate) fn class_isMetaClass(class: Class) -> i8;
    pub(crate) fn class_copyMethodList(class: Class, count: *mut c_uint) -> *mut Method;
    pub(crate) fn class_replaceMethod(class: Class, selector: Sel, imp: Imp, types: *const c_char) -> Imp;
    pub(crate) fn method_getName(method: Method) -> Sel;
    pub(crate) fn method_getImplementation(method: Method) -> Imp;
    pub(crate) fn method_setImplementation(method: Method, imp: Imp) -> Imp;
    pub(crate) fn method_getTypeEncoding(method: Method) -> *const c_char;
    pub(crate) fn sel_registerName(name: *const c_char) -> Sel;
}

/// Returns the bytes of a C string, which are empty if the pointer is null.
///
/// # Safety
/// The pointer must be null, or point to a string that ends in NUL and stays valid while the result is used.
pub(crate) unsafe fn c_string_bytes<'a>(text: *const c_char) -> &'a [u8] {
    if text.is_null() {
        return b"";
    }
    // SAFETY: the caller fulfils the requirements of this unsafe function.
    unsafe { core::slice::from_raw_parts(text.cast(), strlen(text)) }
}

/// Returns x29. Since the function is inlined, the result is the address of its caller's frame record.
#[inline(always)]
pub(crate) fn frame_pointer() -> usize {
    let record;
    // SAFETY: x29 is always a frame pointer on Apple's systems.
    unsafe { core::arch::asm!("mov {}, x29", out(reg) record, options(nomem, nostack, preserves_flags)) };
    record
}

/// Returns the value of the processor's counter, with which the agent measures time.
pub(crate) fn read_counter() -> u64 {
    let ticks;
    // SAFETY: the register can be read in user mode, and reading it has no side effects.
    unsafe {
        core::arch::asm!("mrs {}, CNTVCT_EL0", out(reg) ticks, options(nomem, nostack, preserves_flags))
    };
    ticks
}

/// Returns the rate of the counter in Hz, as the processor states it.
pub(crate) fn counter_hz() -> u64 {
    let hz;
    // SAFETY: the register can be read in user mode if the counter can, and reading it has no side effects.
    unsafe { core::arch::asm!("mrs {}, CNTFRQ_EL0", out(reg) hz, options(nomem, nostack, preserves_flags)) };
    hz
}

/// Returns the system's uptime in nanoseconds, without the time for which the system slept.
pub(crate) fn uptime() -> u64 {
    const CLOCK_UPTIME_RAW: c_uint = 8;
    // SAFETY: the system function has no requirements other than valid arguments.
    unsafe { clock_gettime_nsec_np(CLOCK_UPTIME_RAW) }
}

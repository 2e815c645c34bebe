//! Properties of this process that the kernel reports.

use core::ffi::{c_int, c_void};
use core::mem::transmute;
use core::ptr;
use core::sync::atomic::{AtomicPtr, Ordering};

use crate::base::sys;
use trace::{Count, Counter, Mark, MarkKind};

#[derive(Debug, Clone, Copy)]
pub(crate) struct Process {
    /// The start of the process in nanoseconds since 1970.
    pub started: u64,
    /// Whether a debugger is attached.
    pub is_traced: bool,
}

/// Requests the properties of this process from the kernel.
pub(crate) fn own_process() -> Option<Process> {
    const CTL_KERN: c_int = 1;
    const KERN_PROC: c_int = 14;
    const KERN_PROC_PID: c_int = 1;
    /// The offset of `p_flag` in `kinfo_proc`, and its bit for a debugger.
    const FLAGS_AT: usize = 32;
    const TRACED: u32 = 0x800;
    let mut process = [0_u64; 128];
    let mut length = size_of_val(&process);
    // SAFETY: every buffer belongs to this function, and its length is passed.
    let found = unsafe {
        let mut name = [CTL_KERN, KERN_PROC, KERN_PROC_PID, sys::getpid()];
        sys::sysctl(name.as_mut_ptr(), 4, process.as_mut_ptr().cast(), &mut length, ptr::null_mut(), 0)
    };
    (found == 0 && length >= 40).then(|| Process {
        started: process[0] * 1_000_000_000 + u64::from(process[1] as u32) * 1000,
        is_traced: process[FLAGS_AT / 8] as u32 & TRACED != 0,
    })
}

/// Returns a mark at the time `at`, with the counters that the process has now.
pub(crate) fn mark_with_counters(kind: MarkKind, at: u64) -> Mark {
    let usage = usage();
    let count = |i: usize| usage.as_ref().map(|usage| Count(usage.counters[i]));
    Mark {
        kind,
        at: Counter(at),
        instructions: count(sys::USAGE_INSTRUCTIONS),
        cycles: count(sys::USAGE_CYCLES),
        page_ins: count(sys::USAGE_PAGE_INS),
        disk_read: count(sys::USAGE_DISK_READ),
        disk_written: count(sys::USAGE_DISK_WRITTEN),
        footprint: count(sys::USAGE_FOOTPRINT),
    }
}

#[inline(never)]
pub(crate) fn usage() -> Option<sys::Usage> {
    type PidUsage = unsafe extern "C" fn(c_int, c_int, *mut sys::Usage) -> c_int;
    /// The address of `proc_pid_rusage`; null until it was looked up.
    static FOUND: AtomicPtr<c_void> = AtomicPtr::new(ptr::null_mut());
    // SAFETY: the function's type is the one that libproc declares, and the structure has the requested version.
    unsafe {
        let mut find = FOUND.load(Ordering::Relaxed);
        if find.is_null() {
            find = sys::dlsym(sys::RTLD_DEFAULT, c"proc_pid_rusage".as_ptr());
            FOUND.store(find, Ordering::Relaxed);
        }
        if find.is_null() {
            return None;
        }
        let mut usage = sys::Usage { uuid: [0; 16], counters: [0; 35] };
        let ask = transmute::<*mut c_void, PidUsage>(find);
        (ask(sys::getpid(), sys::USAGE_V4, &mut usage) == 0).then_some(usage)
    }
}

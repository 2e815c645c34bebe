//! Properties of this process that the kernel reports.

use core::ffi::c_int;
use core::ptr;

use crate::base::sys;

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

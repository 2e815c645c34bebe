//! The run state of a thread at a sample: whether it ran, was ready or waited.
//!
//! XNU reports a suspended thread as stopped even if it waits (osfmk/kern/thread.c, `retrieve_thread_basic_info`), so the state is read
//! before the thread is suspended. The system's state does not distinguish a running thread from one that waits for a processor. The
//! thread's processor time distinguishes them; it is exact after the suspension, since a suspended thread uses no processor.

use core::ffi::c_uint;

use crate::base::sys;
use trace::SampleFlags;

/// Returns the flag of a thread's run state; no flag if the system does not return a state.
pub(crate) fn read(port: c_uint) -> SampleFlags {
    match info(port).map(|info| info.run_state) {
        Some(sys::TH_STATE_RUNNING) => SampleFlags::RAN,
        Some(sys::TH_STATE_WAITING) => SampleFlags::WAITED,
        Some(sys::TH_STATE_UNINTERRUPTIBLE) => SampleFlags::BLOCKED,
        _ => SampleFlags(0),
    }
}

fn info(port: c_uint) -> Option<sys::ThreadInfo> {
    let mut info = sys::ThreadInfo::default();
    let mut count = sys::THREAD_INFO_COUNT;
    // SAFETY: the structure has the requested flavour, and its size is passed.
    let found = unsafe { sys::thread_info(port, sys::THREAD_BASIC_INFO, &mut info, &mut count) } == 0;
    found.then_some(info)
}

/// The processor time of the main thread at the previous sample.
#[derive(Default)]
pub(crate) struct ProcessorTime {
    /// The processor time in microseconds, if the main thread ran at the previous sample.
    before: Option<u64>,
}

impl ProcessorTime {
    /// Changes the flag from "ran" to "ready" if the thread ran for less than half of the `nanos` since the previous sample and did not
    /// wait at the previous sample.
    pub(crate) fn refine_flags(&mut self, port: c_uint, flags: SampleFlags, nanos: u64) -> SampleFlags {
        let runs = flags == SampleFlags::RAN;
        let micros = |[seconds, micros]: [i32; 2]| seconds as u64 * 1_000_000 + micros as u64;
        let now = if runs { info(port).map(|info| micros(info.user) + micros(info.system)) } else { None };
        let before = core::mem::replace(&mut self.before, now);
        match (before, now) {
            (Some(before), Some(now)) if now.saturating_sub(before) * 2000 < nanos => SampleFlags::READY,
            _ => flags,
        }
    }
}

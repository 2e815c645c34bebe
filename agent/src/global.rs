//! Values that are set once at the start, before any hook is in place, and only read afterwards; and a lock for the slow paths.

use core::cell::UnsafeCell;
use core::sync::atomic::{AtomicBool, Ordering};

/// A value that is set while the process has one thread that knows of it.
pub(crate) struct Global<T>(UnsafeCell<T>);

// SAFETY: `set` promises that nobody reads meanwhile; afterwards there are only reads.
unsafe impl<T> Sync for Global<T> {}

impl<T> Global<T> {
    /// With a value to begin with.
    pub(crate) const fn new(value: T) -> Global<T> {
        Global(UnsafeCell::new(value))
    }

    /// The value.
    pub(crate) fn get(&self) -> &T {
        // SAFETY: nobody writes any more, as `set` promises.
        unsafe { &*self.0.get() }
    }

    /// Sets it.
    ///
    /// # Safety
    /// Nobody else reads or sets it now.
    pub(crate) unsafe fn set(&self, value: T) {
        // SAFETY: as the caller promises.
        unsafe { *self.0.get() = value };
    }

    /// A pointer to it, for what has a discipline of its own.
    pub(crate) fn pointer(&self) -> *mut T {
        self.0.get()
    }
}

/// A lock that is only ever tried: who does not get it does without, so a signal handler cannot hang on it.
pub(crate) struct TryLock(AtomicBool);

impl TryLock {
    /// Free.
    pub(crate) const fn new() -> TryLock {
        TryLock(AtomicBool::new(false))
    }

    /// Runs `body` alone, or not at all.
    pub(crate) fn run<R>(&self, body: impl FnOnce() -> R) -> Option<R> {
        self.0.compare_exchange(false, true, Ordering::Acquire, Ordering::Relaxed).ok()?;
        let result = body();
        self.0.store(false, Ordering::Release);
        Some(result)
    }

    /// Runs `body` alone. After a second without the lock it runs all the same: whoever has it may wait for this thread.
    #[cfg(target_vendor = "apple")]
    pub(crate) fn wait(&self, body: impl FnOnce()) {
        use crate::sys;
        const PAUSE: sys::Timespec = sys::Timespec { seconds: 0, nanos: 100_000 };
        let mut body = Some(body);
        let mut run = || body.take().map(|body| body());
        for _ in 0..10_000 {
            if self.run(&mut run).is_some() {
                return;
            }
            // SAFETY: a plain call.
            unsafe { sys::nanosleep(&PAUSE, &mut sys::Timespec { seconds: 0, nanos: 0 }) };
        }
        run();
    }

    /// Takes it for good; false if somebody has it.
    pub(crate) fn seize(&self) -> bool {
        self.0.compare_exchange(false, true, Ordering::Acquire, Ordering::Relaxed).is_ok()
    }
}

//! Values of the whole process: set once, or changed under a lock only; and that lock, for the slow paths.

use core::cell::UnsafeCell;
use core::sync::atomic::{AtomicBool, Ordering};

/// A value that is set while the process has one thread that knows of it, and only read afterwards.
pub(crate) struct Once<T>(UnsafeCell<T>);

// SAFETY: `set` promises that no thread reads meanwhile; there is no other way to write.
unsafe impl<T: Sync> Sync for Once<T> {}

impl<T> Once<T> {
    /// With a value to begin with.
    pub(crate) const fn new(value: T) -> Once<T> {
        Once(UnsafeCell::new(value))
    }

    /// The value.
    pub(crate) fn get(&self) -> &T {
        // SAFETY: no thread writes any more, as `set` promises.
        unsafe { &*self.0.get() }
    }

    /// Sets it.
    ///
    /// # Safety
    /// No other thread reads or sets it now, and what `get` gave is not held any more.
    pub(crate) unsafe fn set(&self, value: T) {
        // SAFETY: as the caller promises.
        unsafe { *self.0.get() = value };
    }
}

/// A value that is looked at and changed under its own lock only.
pub(crate) struct Locked<T> {
    lock: TryLock,
    value: UnsafeCell<T>,
}

// SAFETY: the lock gives the value to one thread at a time.
unsafe impl<T: Send> Sync for Locked<T> {}

impl<T> Locked<T> {
    /// With a value to begin with.
    pub(crate) const fn new(value: T) -> Locked<T> {
        Locked { lock: TryLock::new(), value: UnsafeCell::new(value) }
    }

    /// Runs `body` on it alone, or not at all.
    pub(crate) fn with<R>(&self, body: impl FnOnce(&mut T) -> R) -> Option<R> {
        // SAFETY: under the lock.
        self.lock.run(|| body(unsafe { &mut *self.value.get() }))
    }
}

/// A place in memory that is reached by its pointer only; its user says why no other code uses it meanwhile.
pub(crate) struct SharedCell<T>(UnsafeCell<T>);

// SAFETY: there is no way to its value but the pointer.
unsafe impl<T> Sync for SharedCell<T> {}

impl<T> SharedCell<T> {
    /// With a value to begin with.
    pub(crate) const fn new(value: T) -> SharedCell<T> {
        SharedCell(UnsafeCell::new(value))
    }

    pub(crate) fn pointer(&self) -> *mut T {
        self.0.get()
    }
}

/// A lock without waiting: code that does not get it continues without it, so a signal handler cannot block on it.
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

    /// Runs `body` alone. After a second without the lock it runs all the same: its holder may wait for this thread.
    #[cfg(target_vendor = "apple")]
    pub(crate) fn wait(&self, body: impl FnOnce()) {
        let has_it = self.hold();
        body();
        if has_it {
            self.release();
        }
    }

    /// Takes it until it is released, perhaps by another thread; false if a second has passed without it.
    #[cfg(target_vendor = "apple")]
    pub(crate) fn hold(&self) -> bool {
        use crate::base::sys;
        const PAUSE: sys::Timespec = sys::Timespec { seconds: 0, nanos: 100_000 };
        for _ in 0..10_000 {
            if self.seize() {
                return true;
            }
            // SAFETY: a plain call.
            unsafe { sys::nanosleep(&PAUSE, &mut sys::Timespec { seconds: 0, nanos: 0 }) };
        }
        false
    }

    /// Gives back what was held.
    #[cfg(target_vendor = "apple")]
    pub(crate) fn release(&self) {
        self.0.store(false, Ordering::Release);
    }

    /// Takes the lock until it is released. Returns false if it is taken already.
    pub(crate) fn seize(&self) -> bool {
        self.0.compare_exchange(false, true, Ordering::Acquire, Ordering::Relaxed).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// Two implementations answer for what is `Sync`, and the compiler asks which: then these tests do not compile.
    trait NotSync<Which> {
        fn is_not() {}
    }

    impl<T: ?Sized> NotSync<()> for T {}
    impl<T: ?Sized + Sync> NotSync<u8> for T {}

    #[test]
    fn globals_are_not_sync_for_values_that_threads_may_not_share() {
        <Once<Cell<u8>> as NotSync<_>>::is_not();
        <Locked<*const u8> as NotSync<_>>::is_not();
    }

    #[test]
    fn one_thread_at_a_time_has_what_is_locked() {
        static ALL: Locked<(u64, bool)> = Locked::new((0, false));
        fn once() -> Option<()> {
            ALL.with(|(count, busy)| {
                assert!(!std::mem::replace(busy, true), "two threads have it");
                *count += 1;
                std::hint::black_box(&mut *count);
                *busy = false;
            })
        }
        let work = || (0..50_000).filter(|_| once().is_some()).count() as u64;
        let threads: Vec<_> = (0..4).map(|_| std::thread::spawn(work)).collect();
        let had: u64 = threads.into_iter().map(|thread| thread.join().expect("no panic")).sum();
        assert_eq!(ALL.with(|(count, _)| *count), Some(had));
        assert!(had > 0);
    }
}

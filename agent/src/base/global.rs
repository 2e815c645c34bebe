//! Containers for values that the whole process uses. A value is either set only once, or changed only under a lock. The lock is for code
//! that runs rarely.

use core::cell::UnsafeCell;
use core::sync::atomic::{AtomicBool, Ordering};

/// A value that is set while only one thread uses it, and that is only read afterwards.
pub(crate) struct Once<T>(UnsafeCell<T>);

// SAFETY: the callers of `set` promise that no other thread reads at the same time, and the value cannot be written in another way.
unsafe impl<T: Sync> Sync for Once<T> {}

impl<T> Once<T> {
    /// Creates the container with an initial value.
    pub(crate) const fn new(value: T) -> Once<T> {
        Once(UnsafeCell::new(value))
    }

    /// Returns the value.
    pub(crate) fn get(&self) -> &T {
        // SAFETY: no thread writes any more, as `set` promises.
        unsafe { &*self.0.get() }
    }

    /// Sets the value.
    ///
    /// # Safety
    /// No other thread may read or set the value at the same time, and no reference that `get` returned may still be used.
    pub(crate) unsafe fn set(&self, value: T) {
        // SAFETY: the caller fulfils the requirements of this unsafe function.
        unsafe { *self.0.get() = value };
    }
}

/// A value with a lock; the value is read and changed only while the lock is taken.
pub(crate) struct Locked<T> {
    lock: TryLock,
    value: UnsafeCell<T>,
}

// SAFETY: the lock allows only one thread at a time to use the value.
unsafe impl<T: Send> Sync for Locked<T> {}

impl<T> Locked<T> {
    /// Creates the container with an initial value.
    pub(crate) const fn new(value: T) -> Locked<T> {
        Locked { lock: TryLock::new(), value: UnsafeCell::new(value) }
    }

    /// Runs `body` with the value while no other thread uses it. Returns `None` without running `body` if the lock is taken.
    pub(crate) fn try_with_lock<R>(&self, body: impl FnOnce(&mut T) -> R) -> Option<R> {
        // SAFETY: the lock is taken.
        self.lock.run(|| body(unsafe { &mut *self.value.get() }))
    }
}

/// A static value that is used only through its pointer. Each use of the pointer must state why no other code uses the value at the same
/// time.
pub(crate) struct SharedCell<T>(UnsafeCell<T>);

// SAFETY: the value can be used only through its pointer.
unsafe impl<T> Sync for SharedCell<T> {}

impl<T> SharedCell<T> {
    /// Creates the cell with an initial value.
    pub(crate) const fn new(value: T) -> SharedCell<T> {
        SharedCell(UnsafeCell::new(value))
    }

    pub(crate) fn pointer(&self) -> *mut T {
        self.0.get()
    }
}

/// A lock that usually does not wait. If the lock is taken, the caller continues without it, so a signal handler cannot block on the lock.
pub(crate) struct TryLock(AtomicBool);

impl TryLock {
    /// Creates a free lock.
    pub(crate) const fn new() -> TryLock {
        TryLock(AtomicBool::new(false))
    }

    /// Runs `body` while no other thread has the lock. Returns `None` without running `body` if the lock is taken.
    pub(crate) fn run<R>(&self, body: impl FnOnce() -> R) -> Option<R> {
        self.0.compare_exchange(false, true, Ordering::Acquire, Ordering::Relaxed).ok()?;
        let result = body();
        self.0.store(false, Ordering::Release);
        Some(result)
    }

    /// Runs `body` while no other thread has the lock. If the lock is not free after a second, `body` runs without it, because the thread
    /// that has it may wait for this thread.
    #[cfg(target_vendor = "apple")]
    pub(crate) fn wait_and_run(&self, body: impl FnOnce()) {
        let has_it = self.lock();
        body();
        if has_it {
            self.release();
        }
    }

    /// Takes the lock until `release`, which another thread may call. Returns false if the lock was not free for a second.
    #[cfg(target_vendor = "apple")]
    pub(crate) fn lock(&self) -> bool {
        use crate::base::sys;
        const PAUSE: sys::Timespec = sys::Timespec { seconds: 0, nanos: 100_000 };
        for _ in 0..10_000 {
            if self.try_lock() {
                return true;
            }
            // SAFETY: the system function has no requirements other than valid arguments.
            unsafe { sys::nanosleep(&PAUSE, &mut sys::Timespec { seconds: 0, nanos: 0 }) };
        }
        false
    }

    /// Releases the lock that `lock` took.
    #[cfg(target_vendor = "apple")]
    pub(crate) fn release(&self) {
        self.0.store(false, Ordering::Release);
    }

    /// Takes the lock until `release` is called. Returns false if the lock is already taken.
    pub(crate) fn try_lock(&self) -> bool {
        self.0.compare_exchange(false, true, Ordering::Acquire, Ordering::Relaxed).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// If the type were `Sync`, two implementations of `NotSync` would fit. The compiler could then not choose an implementation, and the
    /// tests of this module would not compile.
    trait NotSync<Which> {
        fn is_not() {}
    }

    impl<T: ?Sized> NotSync<()> for T {}
    impl<T: ?Sized + Sync> NotSync<u8> for T {}

    #[test]
    fn globals_with_values_that_threads_cannot_share_are_not_sync() {
        <Once<Cell<u8>> as NotSync<_>>::is_not();
        <Locked<*const u8> as NotSync<_>>::is_not();
    }

    #[test]
    fn a_locked_value_is_given_to_only_one_thread_at_a_time() {
        static ALL: Locked<(u64, bool)> = Locked::new((0, false));
        fn once() -> Option<()> {
            ALL.try_with_lock(|(count, busy)| {
                assert!(!std::mem::replace(busy, true), "two threads have it");
                *count += 1;
                std::hint::black_box(&mut *count);
                *busy = false;
            })
        }
        let work = || (0..50_000).filter(|_| once().is_some()).count() as u64;
        let threads: Vec<_> = (0..4).map(|_| std::thread::spawn(work)).collect();
        let had: u64 = threads.into_iter().map(|thread| thread.join().expect("no panic")).sum();
        assert_eq!(ALL.try_with_lock(|(count, _)| *count), Some(had));
        assert!(had > 0);
    }
}

//! A value that the engine's callbacks reach by a pointer while its owner keeps it.
//!
//! Invariant: every way to the value begins at one pointer, which lives as long as the value. A pointer derived from a `Box` would not:
//! the next use of the box by its owner ends it.

use std::ffi::c_void;
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

pub(super) struct Kept<T>(NonNull<T>);

impl<T> Kept<T> {
    pub(super) fn new(value: T) -> Kept<T> {
        Kept(NonNull::from(Box::leak(Box::new(value))))
    }

    /// What callbacks are given. They use it only while the engine runs, when the owner does not.
    pub(super) fn pointer(&self) -> *mut c_void {
        self.0.as_ptr().cast()
    }
}

impl<T: Default> Default for Kept<T> {
    fn default() -> Self {
        Kept::new(T::default())
    }
}

impl<T> Deref for Kept<T> {
    type Target = T;

    fn deref(&self) -> &T {
        // SAFETY: the value is alive until `drop`, and no callback runs while its owner uses it.
        unsafe { self.0.as_ref() }
    }
}

impl<T> DerefMut for Kept<T> {
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: as in `deref`.
        unsafe { self.0.as_mut() }
    }
}

impl<T> Drop for Kept<T> {
    fn drop(&mut self) {
        // SAFETY: the pointer came from a box, and the owner gives the value up.
        drop(unsafe { Box::from_raw(self.0.as_ptr()) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_callback_sees_what_its_owner_wrote_last_and_the_other_way_round() {
        let mut kept = Kept::new(vec![1]);
        let callback = |pointer: *mut c_void, number| {
            // SAFETY: the owner does not use the value meanwhile.
            unsafe { (*pointer.cast::<Vec<i32>>()).push(number) };
        };
        let pointer = kept.pointer();
        for number in (2..8).step_by(2) {
            callback(pointer, number);
            kept.push(number + 1);
        }
        assert_eq!(*kept, [1, 2, 3, 4, 5, 6, 7]);
    }
}

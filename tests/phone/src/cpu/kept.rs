//! Defines the owner of a value that the engine's callbacks reach through a pointer.
//!
//! Invariant: every access to the value is derived from one pointer, which is valid as long as the value. A
//! pointer derived from a `Box` would be invalid after the owner's next use of the box.

use std::ffi::c_void;
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

pub(super) struct Kept<T>(NonNull<T>);

impl<T> Kept<T> {
    pub(super) fn new(value: T) -> Kept<T> {
        Kept(NonNull::from(Box::leak(Box::new(value))))
    }

    /// Returns the pointer for callbacks. Callbacks use the value only while the engine runs, and the owner
    /// uses it only while the engine does not run.
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
        // SAFETY: the pointer came from a box, and the owner does not use it afterwards.
        drop(unsafe { Box::from_raw(self.0.as_ptr()) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_callback_and_the_owner_of_a_shared_value_see_each_others_writes() {
        let mut kept = Kept::new(vec![1]);
        let callback = |pointer: *mut c_void, number| {
            // SAFETY: the owner does not use the value at the same time.
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

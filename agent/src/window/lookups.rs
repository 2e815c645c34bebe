//! Measures the time in which the runtime finds a method that is not in the first slot of its class's cache.
//!
//! A call's measured time begins before the runtime looks the method up, and the time of a look-up in the first slot is subtracted from
//! every call. The slot depends on addresses, which differ between launches. So the look-up is measured for methods with many calls: after
//! the window, by the runtime's function that looks up and does not call.
//!
//! If a class's cache has dropped a method since, the method's slot is not known, and its time is not corrected.
//!
//! A class that was created in the window and is gone began with an empty cache: each method that it inherited was searched once. The time
//! of a search is measured with the agent's class.
//!
//! Invariant: no code of the app runs. Look-ups are made only in classes that are alive and were sent to, and only for methods that they
//! have.

use core::ffi::{CStr, c_void};
use core::mem::transmute;
use core::ptr;

use crate::base::layout::Node;
use crate::base::scratch::Scratch;
use crate::base::sys;
use crate::threads::frozen::Frozen;
use crate::window::methods;
use crate::window::names::Names;

/// The runtime's function that looks a method up and does not call it.
type LookUp = unsafe extern "C" fn();

unsafe extern "C" {
    /// Looks a method up this many times.
    fn launchgate_look_up(object: *const usize, selector: sys::Sel, count: usize, look_up: LookUp);
}

/// Methods that were called less often are left as they are.
const LEAST: u64 = 64;
/// So often a method is looked up, ...
const LOOKS: usize = 512;
/// ... this many times over, of which the quickest counts.
const ROUNDS: usize = 2;

/// The words of a class that are its cache's, as they have been since iOS 5. To find a method that is not there changes them: it goes there.
const CACHE: [usize; 2] = [2, 3];

/// Moves the time of look-ups from the methods to their callers. Returns `None` if no memory is left, or if the runtime lacks that
/// function.
pub(crate) fn take_off(frozen: &mut Frozen, names: &Names, scratch: &Scratch) -> Option<()> {
    // SAFETY: a C string; if it is there, it is the runtime's function since iOS 10.
    let look_up = unsafe { sys::dlsym(sys::RTLD_DEFAULT, c"objc_msgLookup".as_ptr()) };
    if look_up.is_null() {
        return None;
    }
    // SAFETY: dlsym found the runtime's function of this name, whose signature is `LookUp`.
    let look_up = unsafe { transmute::<*mut c_void, LookUp>(look_up) };
    let costs = scratch.take_slice::<u64>(frozen.count)?;
    costs.fill(0);
    for (row, node) in frozen.nodes().enumerate() {
        if let Some(first) = names.looked_up(row) {
            costs[first] += calls(node);
        }
    }
    let often = frozen
        .nodes()
        .enumerate()
        .filter(|&(row, _)| names.looked_up(row) == Some(row) && costs[row] >= LEAST);
    let places = scratch.take_slice::<(usize, *mut Node)>(often.clone().count())?;
    places.iter_mut().zip(often).for_each(|(place, found)| *place = found);
    costs.fill(0);
    // SAFETY: the class is the agent's.
    let mut least = unsafe { first_place(look_up) };
    // The youngest first: what was called last is still in its class's cache, where it was. To look for what is not there any more takes
    // a place, perhaps another's, or a larger cache.
    for &(row, node) in places.iter().rev() {
        // SAFETY: nodes stay; the names know only classes that are alive.
        let ticks = unsafe { measure((*node).class, (*node).selector as sys::Sel, look_up) };
        costs[row] = ticks.unwrap_or(0);
        least = least.min(ticks.unwrap_or(u64::MAX));
    }
    let (mut searched, mut left) = (None, 0);
    for (row, node) in frozen.nodes().enumerate() {
        // SAFETY: nodes stay.
        if unsafe { methods::is_of_heir((*node).class) } {
            // SAFETY: dlsym found the function, and the class is the agent's.
            left += *searched.get_or_insert_with(|| unsafe { search(look_up) });
            let total = frozen.total(node);
            // SAFETY: a frozen node's total.
            unsafe { *total = (*total).wrapping_sub(left / 1024) };
            left %= 1024;
        }
        if let Some(first) = names.looked_up(row) {
            let more = costs[first].saturating_sub(least) * calls(node) / LOOKS as u64;
            let total = frozen.total(node);
            // SAFETY: a frozen node's total.
            unsafe { *total = (*total).wrapping_sub(more) };
        }
    }
    Some(())
}

fn calls(node: *const Node) -> u64 {
    // SAFETY: nodes stay.
    unsafe { Node::count((*node).calls) }
}

/// Measures the look-up of a method in the first slot: one of the agent's class, which only this code sends messages, so that the method is
/// the only one in the cache. Without the class it returns the largest number.
unsafe fn first_place(look_up: LookUp) -> u64 {
    // SAFETY: a C string.
    let class = unsafe { sys::objc_getClass(c"LaunchgateAgent".as_ptr()) };
    if class.is_null() {
        return u64::MAX;
    }
    // SAFETY: the class is alive, and inherits this method. The first look-up puts it into the cache.
    unsafe {
        let selector = sys::sel_registerName(c"init".as_ptr());
        measure(class as usize, selector, look_up);
        measure(class as usize, selector, look_up).unwrap_or(u64::MAX)
    }
}

/// Measures the search for a method that is in no cache, as the mean over methods of NSObject for the agent's class, in 1024ths of a tick.
unsafe fn search(look_up: LookUp) -> u64 {
    const NAMES: [&CStr; 8] =
        [c"self", c"class", c"superclass", c"hash", c"isEqual:", c"retain", c"release", c"description"];
    // SAFETY: C strings, and a class that inherits all of these; they are found and not called.
    unsafe {
        let class = sys::objc_getClass(c"LaunchgateAgent".as_ptr());
        if class.is_null() {
            return 0;
        }
        let selectors = NAMES.map(|name| sys::sel_registerName(name.as_ptr()));
        let object = [class as usize, 0];
        let begun = sys::counter();
        for selector in selectors {
            launchgate_look_up(ptr::from_ref(&object).cast(), selector, 1, look_up);
        }
        (sys::counter() - begun) * 1024 / NAMES.len() as u64
    }
}

/// Returns the ticks of [`LOOKS`] look-ups of a class's method, or `None` if the method is not in the class's cache any more: it had
/// another slot.
unsafe fn measure(class: usize, selector: sys::Sel, look_up: LookUp) -> Option<u64> {
    // An object is what begins with its class.
    let object = [class, 0];
    let round = |count| {
        let begun = sys::counter();
        // SAFETY: as the caller promises.
        unsafe { launchgate_look_up(ptr::from_ref(&object).cast(), selector, count, look_up) };
        sys::counter() - begun
    };
    // SAFETY: a class that is alive, as the caller promises, is larger; other threads may be writing.
    let cache = || CACHE.map(|word| unsafe { (class as *const usize).add(word).read_volatile() });
    let before = cache();
    round(1);
    if cache() != before {
        return None;
    }
    (0..ROUNDS).map(|_| round(LOOKS)).min()
}

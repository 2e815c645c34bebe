//! Measures the time that the runtime needs to find a method that is not in the first slot of its class's cache.
//!
//! The measured time of a call begins before the runtime looks up the method. The time of a look-up in the first slot is subtracted from
//! every call. The slot of a method depends on addresses, which differ between launches. The agent therefore measures the look-up of
//! methods with many calls after the window, by a function of the runtime that looks up a method and does not call it.
//!
//! If the cache of a class no longer contains a method, the slot of the method is not known, and the time of the method is not corrected.
//!
//! A class that was created in the window and no longer exists began with an empty cache, so the runtime searched once for each method that
//! the class inherited. The time of a search for an inherited method is measured with the agent's class.
//!
//! Invariant: no code of the app runs. The module looks up methods only in existing classes to which messages were sent, and only methods
//! that the class has.

use core::ffi::{CStr, c_void};
use core::mem::transmute;
use core::ptr;

use crate::base::layout::Node;
use crate::base::scratch::Scratch;
use crate::base::sys;
use crate::threads::frozen::FrozenRecords;
use crate::window::methods;
use crate::window::names::MethodNames;

/// The runtime's function that looks up a method and does not call it.
type LookUp = unsafe extern "C" fn();

unsafe extern "C" {
    /// Looks up a method `count` times.
    fn launchgate_look_up(object: *const usize, selector: sys::Sel, count: usize, look_up: LookUp);
}

/// The smallest number of calls of a method whose time is corrected.
const LEAST: u64 = 64;
/// The number of look-ups of a method in one measurement.
const LOOKS: usize = 512;
/// The number of measurements, of which the shortest is used.
const ROUNDS: usize = 2;

/// The words of a class that contain its cache, as in all versions since iOS 5. A search for a method that is not in the cache adds the
/// method, and thereby changes the words of the cache.
const CACHE: [usize; 2] = [2, 3];

/// Moves the time of look-ups from the methods to their callers. Returns `None` if no memory is left, or if the runtime does not have the
/// function that looks up methods.
pub(crate) fn subtract_time(
    frozen: &mut FrozenRecords,
    names: &MethodNames,
    scratch: &Scratch,
) -> Option<()> {
    // SAFETY: the name is a C string. If the function exists, it has this signature, as in all versions since iOS 10.
    let look_up = unsafe { sys::dlsym(sys::RTLD_DEFAULT, c"objc_msgLookup".as_ptr()) };
    if look_up.is_null() {
        return None;
    }
    // SAFETY: dlsym found the runtime's function of this name, whose signature is `LookUp`.
    let look_up = unsafe { transmute::<*mut c_void, LookUp>(look_up) };
    let costs = scratch.take_slice::<u64>(frozen.count)?;
    costs.fill(0);
    for (row, node) in frozen.nodes().enumerate() {
        if let Some(first) = names.first_node_of_look_up(row) {
            costs[first] += calls(node);
        }
    }
    let often = frozen
        .nodes()
        .enumerate()
        .filter(|&(row, _)| names.first_node_of_look_up(row) == Some(row) && costs[row] >= LEAST);
    let places = scratch.take_slice::<(usize, *mut Node)>(often.clone().count())?;
    places.iter_mut().zip(often).for_each(|(place, found)| *place = found);
    costs.fill(0);
    // SAFETY: the class belongs to the agent.
    let mut least = unsafe { first_place(look_up) };
    // The methods that were called last are measured first, because they are still in the same slots of their classes' caches. A search for
    // a method that is no longer in a cache uses a slot, perhaps that of another method, or enlarges the cache.
    for &(row, node) in places.iter().rev() {
        // SAFETY: nodes are never freed, and the names contain only existing classes.
        let ticks = unsafe { measure_look_ups((*node).class, (*node).selector as sys::Sel, look_up) };
        costs[row] = ticks.unwrap_or(0);
        least = least.min(ticks.unwrap_or(u64::MAX));
    }
    let (mut searched, mut left) = (None, 0);
    for (row, node) in frozen.nodes().enumerate() {
        // SAFETY: nodes are never freed.
        if unsafe { methods::is_inherited_from_disposed((*node).class) } {
            // SAFETY: dlsym found the function, and the class belongs to the agent.
            left += *searched.get_or_insert_with(|| unsafe { measure_search(look_up) });
            let total = frozen.total_pointer(node);
            // SAFETY: it is the total of a frozen node.
            unsafe { *total = (*total).wrapping_sub(left / 1024) };
            left %= 1024;
        }
        if let Some(first) = names.first_node_of_look_up(row) {
            let more = costs[first].saturating_sub(least) * calls(node) / LOOKS as u64;
            let total = frozen.total_pointer(node);
            // SAFETY: it is the total of a frozen node.
            unsafe { *total = (*total).wrapping_sub(more) };
        }
    }
    Some(())
}

fn calls(node: *const Node) -> u64 {
    // SAFETY: nodes are never freed.
    unsafe { Node::call_count((*node).calls) }
}

/// Measures the look-up of a method in the first slot. The method belongs to the agent's class. Only this module sends messages to the
/// agent's class, so the measured method is the only method in the cache. Without the class, the function returns the largest number.
unsafe fn first_place(look_up: LookUp) -> u64 {
    // SAFETY: the name is a C string.
    let class = unsafe { sys::objc_getClass(c"LaunchgateAgent".as_ptr()) };
    if class.is_null() {
        return u64::MAX;
    }
    // SAFETY: the class exists and inherits this method. The first look-up adds the method to the cache.
    unsafe {
        let selector = sys::sel_registerName(c"init".as_ptr());
        measure_look_ups(class as usize, selector, look_up);
        measure_look_ups(class as usize, selector, look_up).unwrap_or(u64::MAX)
    }
}

/// Measures the search for a method that is in no cache, as the mean over methods of NSObject for the agent's class, in 1024ths of a tick.
unsafe fn measure_search(look_up: LookUp) -> u64 {
    const NAMES: [&CStr; 8] =
        [c"self", c"class", c"superclass", c"hash", c"isEqual:", c"retain", c"release", c"description"];
    // SAFETY: the names are C strings, and the agent's class inherits all methods with these names. The runtime only looks the methods up
    // and does not call them.
    unsafe {
        let class = sys::objc_getClass(c"LaunchgateAgent".as_ptr());
        if class.is_null() {
            return 0;
        }
        let selectors = NAMES.map(|name| sys::sel_registerName(name.as_ptr()));
        let object = [class as usize, 0];
        let begun = sys::read_counter();
        for selector in selectors {
            launchgate_look_up(ptr::from_ref(&object).cast(), selector, 1, look_up);
        }
        (sys::read_counter() - begun) * 1024 / NAMES.len() as u64
    }
}

/// Returns the ticks of [`LOOKS`] look-ups of a class's method. Returns `None` if the method is not in the class's cache any more, since
/// its slot is then unknown.
unsafe fn measure_look_ups(class: usize, selector: sys::Sel, look_up: LookUp) -> Option<u64> {
    // The object for the look-ups: memory that begins with the address of the class.
    let object = [class, 0];
    let round = |count| {
        let begun = sys::read_counter();
        // SAFETY: the caller fulfils the requirements of this unsafe function.
        unsafe { launchgate_look_up(ptr::from_ref(&object).cast(), selector, count, look_up) };
        sys::read_counter() - begun
    };
    // SAFETY: the caller promises that the class exists, and a class is larger than this. Other threads may write to the class at the same
    // time.
    let cache = || CACHE.map(|word| unsafe { (class as *const usize).add(word).read_volatile() });
    let before = cache();
    round(1);
    if cache() != before {
        return None;
    }
    (0..ROUNDS).map(|_| round(LOOKS)).min()
}

//! Values of the process that every layer reads: memory, settings, the clock's rate, and the location of a thread's state.
//!
//! Invariant: the values of this module are set at the start, before any hook is in place; afterwards only [`REACHED`]'s slot and
//! [`CLOSED`] change. The slot changes at the beginning of a window that begins later than the agent, and both change at the window's end.

use core::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use crate::base::global::Once;
use crate::base::memory::{Arena, ReservedBlock};
use crate::base::rate::Timebase;
use crate::base::settings::Settings;

/// The agent's memory.
pub(crate) static ARENA: Arena = Arena::empty();
/// The memory in which the cost of the hooks is measured.
pub(crate) static ROOM: ReservedBlock = ReservedBlock::empty();
/// The agent's settings.
pub(crate) static SETTINGS: Once<Settings> = Once::new(Settings::DEFAULT);
/// The rate of the counter that the start measured. The trace contains the rate of the whole window.
pub(crate) static TIMEBASE: Once<Timebase> = Once::new(Timebase { numer: 1, denom: 1 });
/// The cost of a [`UNIT`](crate::base::layout::UNIT), in 1024ths of a 1024th of a tick. A unit is one instruction of the hooks beyond the
/// instructions of every send.
static UNIT_COST: AtomicU64 = AtomicU64::new(0);

/// The data of the stubs that count work. The data is in one structure, so that the stubs can address all of it from one register.
#[repr(C, align(2048))]
pub(crate) struct StubData {
    /// The byte offset of the thread's slot from TPIDRRO_EL0. After the end of the window, it is the offset of a key that is never set.
    pub slot: AtomicUsize,
    /// The addresses of the system's functions that perform the counted work, in the order of the table of work.
    pub work: [AtomicUsize; WORK_COUNT],
}

pub(crate) static REACHED: StubData =
    StubData { slot: AtomicUsize::new(0), work: [const { AtomicUsize::new(0) }; WORK_COUNT] };
const _: () = assert!(size_of::<StubData>() == 2048);
/// A flag that is not 0 before the start and after the end of the window.
pub(crate) static CLOSED: AtomicUsize = AtomicUsize::new(1);
/// The number of functions that are counted as work.
pub(crate) const WORK_COUNT: usize = {
    macro_rules! count {
        ($($name:literal $kind:ident $what:ident,)*) => { [$($name),*].len() };
    }
    trace::work_functions!(count)
};
/// The number of hooked functions.
pub(crate) const HOOKED_COUNT: usize = 35;
/// The original functions, in the order of the hooks: `objc_msgSend` and `objc_msgSendSuper2` are the first two.
pub(crate) static ORIGINALS: [AtomicUsize; HOOKED_COUNT] = [const { AtomicUsize::new(0) }; HOOKED_COUNT];

/// Sets the cost of a unit, in 1024ths of a 1024th of a tick.
pub(crate) fn set_unit_cost(cost: u64) {
    UNIT_COST.store(cost, Ordering::Relaxed);
}

/// Returns the cost of units, in 1024ths of a tick.
pub(crate) fn cost_of_units(count: i64) -> i64 {
    count.saturating_mul(UNIT_COST.load(Ordering::Relaxed) as i64) >> 10
}

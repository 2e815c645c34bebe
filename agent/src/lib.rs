//! The recorder that runs inside the app: what every Objective-C method costs while the app starts.
//!
//! It is a dylib for arm64 iOS without std; on any other system the same source builds as a library without the parts that need one,
//! so that its logic has unit tests. The machine code that ships is what the end-to-end tests run.
//! This page is for who wants to change it; `README.md` beside it is for who wants to know what goes into their app.
//!
//! # What is patched, and when
//!
//! The start (`start`) comes with the first `+load` of the process, which is the agent's own (a class laid out in assembly), or with its
//! initialiser. All images are mapped and bound by then, and no `+load` of the app's has run.
//! Without a launch id and a settings file it ends there. Else:
//!
//! - *Pointers.* The app calls `objc_msgSend` through one pointer in each image. That pointer, and those of `objc_msgSendSuper2`, of the
//!   allocation shortcuts (behind `objc_alloc_init` libobjc would send `init` itself, past every pointer), of what throws, catches and
//!   jumps, and of what hands over return values, are redirected to stubs: in every image of the bundle, as dyld tells of them,
//!   later ones too. Modules `images` (where pointers are), `patch` (changing and restoring them).
//! - *Entry points.* What the system calls in the app passes no such pointer. These methods get one of 768 trampolines for an
//!   implementation: every `+load` (of an image that comes later in the data that libobjc is about to read, module `loads`); the application's and the scenes' delegates, when they are set; of a view controller's class the
//!   methods of its life cycle, when its first instance is made. Module `entries`.
//!
//! The window (`window`) ends with the first frame, a named method or a time limit. Then every pointer and implementation that still holds the
//! agent's own is put back; names are resolved and the trace is written, on a thread of its own if the main thread ended the window.
//! What somebody else copied meanwhile passes through. What the app does to methods that have a trampoline is done to what the trampoline
//! calls (`replaced`).
//!
//! # A send
//!
//! 1. `hook/send.s`: the class from the receiver, the thread's state from its slot, the node that its parent expects next
//!    (a miss asks the thread's hash table, a new node is made on the spot), a frame pushed on the thread's shadow stack,
//!    the counter read, the original called.
//! 2. The counter again; the time is added to the node, the frame goes, the caller's registers are as they were.
//!
//! No library call, no lock, no allocation; some 47 instructions. What is rare (a thread's first send, a tagged receiver, a long
//! call, a full table) saves all registers and asks Rust: `slow`, `unwound`.
//! The three structures that both sides share are in `layout`; the stack pictures and the order of stores that makes a signal at any
//! instruction harmless stand in `hook`.
//!
//! What remains is a calling-context tree for each thread (nodes of 64 bytes, `tree` with calls and total), calls over a threshold as
//! events, marks, and the times of pages. All of it lies in one region of fixed size (`memory`); what finds no room is counted.
//! The trace is written from the same region: what a node will need for that is kept free when the node is made (`names`).
//!
//! # What it costs, and who pays
//!
//! `cargo xtask bench agent` shows every figure beside its goal. What a send adds is measured at each launch (`calibrate`) and written
//! in the trace for the reader to subtract: a part falls inside the method's own time, the rest to its caller.
//! What is not the same for every send, the agent takes off itself: the slow paths as they happen; unpredicted nodes, tail calls,
//! tagged receivers, handed-over objects and the functions that stand for `alloc` and `init` by their count when the trace is written;
//! and what an exception takes for each hooked frame that it passes (`passing`).
//!
//! # Where things are
//!
//! Five folders, each of which uses those before it only: `base` (memory, layouts, settings, the system), `threads` (states, shadow
//! stacks, trees), `hooks` (assembly, slow paths, unwinding, pointers and entry points), `samples` (call stacks by time), `window` (start,
//! marks, end, writing).
//!
//! # What it must never break
//!
//! - *Unwinding.* The hook's frame keeps the caller's LR and x19 in memory that x19 points at, and the unwind tables say so.
//!   Without them an exception through a hooked call ends the app.
//! - *Frames that never return.* Exceptions and `longjmp` leave frames behind on the shadow stack. They are dropped when something
//!   proves them dead (`shadow`), never on suspicion: a dropped frame whose call is alive would return into nowhere.
//! - *Objects' lives.* A method that returns an object to a caller which claims it must find the claim; see `AUTORELEASE` in `send.s`.
//! - *Other stacks, signals, threads that end.* A send that is not plainly below the top frame on the thread's own stack passes
//!   through, with LR as it was.
//!
//! # What it cannot see
//!
//! - Direct methods, Swift's static and table calls, C and C++; what system frameworks send to each other; what they send to the app
//!   past the entry points above (notifications, targets and actions, data sources, `+initialize`, `.cxx_destruct`).
//!   Their time is in the method that was running.
//! - `objc_release`, `objc_opt_class`, `objc_opt_self`, `objc_opt_isKindOfClass`, `objc_opt_respondsToSelector` are not hooked: a
//!   `dealloc` counts for who released.
//! - What dyld runs before any library: its own work, and the constructors of libraries that other inserted ones bring before ours.
//!   Static initialisers are bracketed by marks, not seen one by one.
//! - `main` itself is called by dyld, past every pointer. The mark "main" is set by the first thing that it calls: `UIApplicationMain`,
//!   `SwiftUI.App.main()` or `UIApplicationDelegate.main()`. Where it calls none of these, when the application object is made.
//! - A coroutine that `setjmp` and `longjmp` switch between stacks: sends on the other stack pass through, counted.
//!   Of more than 64 `setjmp`s that a thread may still jump to, the one furthest down the stack is forgotten; a jump to it is noticed
//!   at the next send only.
//! - A coroutine whose stack lies inside the thread's own, while no hooked call is open: nothing tells it from a function, and a switch
//!   in the middle of a hooked call of its own would mix up the shadow stack.
//! - A class made at run time and disposed of by the system itself: whether it is alive is asked of the runtime in the end (`stock`),
//!   which is right unless another class has its address by then. Who disposes of one by an app's pointer is heard of, and waits while
//!   the trace is written.
//! - A system method that hands over an object under the hook sees no claim, and uses the pool: correct, later, and some hundred
//!   instructions dearer.
//! - Images for arm64e, whose pointers are signed, and pages that cannot be made writable: noted, and left alone; without a single pointer
//!   recording stops at the start.
//! - What the app calls itself after `objc_msgLookup`: counted.
#![cfg_attr(target_vendor = "apple", no_std)]
#![cfg_attr(
    not(target_vendor = "apple"),
    expect(dead_code, reason = "the host builds the pure logic alone, for its unit tests")
)]

mod base;
mod samples;
mod threads;

#[cfg(target_vendor = "apple")]
mod hooks;
#[cfg(target_vendor = "apple")]
mod window;

/// What a method in one context of callers takes of the agent's memory, beside the table that finds it.
pub const BYTES_PER_NODE: usize = size_of::<base::layout::Node>();

/// What a sample of a call stack takes, in instructions from suspending a thread to resuming it: this many, and this many for each frame.
pub const SAMPLE_INSTRUCTIONS: (u64, u64) =
    (samples::pace::INSTRUCTIONS, samples::pace::INSTRUCTIONS_PER_FRAME);

/// Nothing here panics by intent; should it happen all the same, the thread must not go on with half a state.
#[cfg(target_vendor = "apple")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    // SAFETY: abort takes nothing and does not return.
    unsafe { base::sys::abort() }
}

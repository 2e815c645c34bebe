//! The recorder that runs inside the app: what every Objective-C method costs while the app starts.
//!
//! It is a dylib for arm64 iOS without std; on any other system the same source builds as a library without the parts that need one,
//! so that its logic has unit tests. The machine code that ships is what the end-to-end tests run.
//! This page is for developers of the agent; its `README.md` is for developers of apps.
//!
//! # What is patched, and when
//!
//! The start (`start`) comes with the first `+load` of the process, which is the agent's own (a class laid out in assembly), or with its
//! initialiser. All images are mapped and bound by then, and no `+load` of the app's has run.
//! Without a launch id and a settings file it ends there. Else:
//!
//! - *Pointers.* The app calls `objc_msgSend` through one pointer in each image. This pointer is redirected to a stub, and so are those of
//!   `objc_msgSendSuper2`, of the allocation shortcuts (libobjc's `objc_alloc_init` sends `init` itself, without any pointer), of the
//!   functions that throw, catch and jump, and of those that return objects: in every image of the bundle when dyld loads it, later ones
//!   too. Modules `images` (where pointers are), `patch` (changing and restoring them).
//! - *Entry points.* Calls of the system into the app pass no such pointer. These methods get one of 768 trampolines for an implementation:
//!   every `+load` (of an image that comes later in the data that libobjc is about to read, module `loads`); the application's and the
//!   scenes' delegates, when they are set; of a view controller's class the methods of its life cycle, when its first instance is made.
//!   Module `entries`.
//!
//! The window (`window`) ends with the first frame, a named method or a time limit. Then every pointer and implementation that still holds the
//! agent's own is put back; names are resolved and the trace is written, on a thread of its own if the main thread ended the window.
//! Calls by pointers that other code copied meanwhile pass through. If the app replaces a method that has a trampoline, the replacement
//! becomes the function that the trampoline calls (`replaced`).
//!
//! # A send
//!
//! 1. `hook/send.s`: the class from the receiver, the thread's state from its slot, the node that its parent expects next
//!    (a miss asks the thread's hash table, a new node is made on the spot), a frame pushed on the thread's shadow stack,
//!    the counter read, the original called.
//! 2. The counter again; the time is added to the node, the frame goes, the caller's registers are as they were.
//!
//! No library call, no lock, no allocation; some 47 instructions. In rare cases (a thread's first send, a tagged receiver, a long call, a
//! full table) the hook saves all registers and calls Rust: `slow`, `unwound`.
//! The three structures that both sides share are in `layout`; `hook` has the stack pictures and the order of stores that makes a signal at
//! any instruction harmless.
//!
//! The result is a calling-context tree for each thread (nodes of 64 bytes with calls and total: `tree`), calls over a threshold as events,
//! marks, and the times of pages. All of it is in one region of fixed size (`memory`); data that does not fit is counted.
//! The trace is written from the same region: the memory that a node needs for that is reserved when the node is made (`names`).
//!
//! # What it costs, and who pays
//!
//! `cargo xtask bench agent` shows every figure beside its goal. The cost of a send is measured at each launch (`calibrate`) and written
//! into the trace, and the reader subtracts it: a part is inside the method's own time, and the remainder in its caller's.
//! Costs that differ between sends are subtracted by the agent itself: slow paths when they are executed; unpredicted nodes, tail calls,
//! tagged receivers, returned objects and the functions that replace `alloc` and `init` by their number, when the trace is written; and the
//! time of an exception for each hooked frame that it passes (`passing`).
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
//! - *Frames that never return.* After exceptions and `longjmp` there are dead frames on the shadow stack. They are dropped when something
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
//! - Code that dyld runs before the agent: dyld itself, and the constructors of libraries that other inserted ones link.
//!   Static initialisers are bracketed by marks, not seen one by one.
//! - `main` itself is called by dyld, past every pointer. The mark "main" is set by the first thing that it calls: `UIApplicationMain`,
//!   `SwiftUI.App.main()` or `UIApplicationDelegate.main()`. If it calls no such function, the mark is set when the application object is
//!   created.
//! - A coroutine that `setjmp` and `longjmp` switch between stacks: sends on the other stack pass through, counted. If a thread may still
//!   jump to more than 64 `setjmp`s, the outermost one is forgotten; a jump to it is noticed only at the next send.
//! - A coroutine whose stack is inside of the thread's own, while no hooked call is open: it looks like a function, and a switch in the
//!   middle of a hooked call of its own would mix up the shadow stack.
//! - A class made at run time and disposed of by the system itself: whether it is alive is asked of the runtime in the end (`stock`), which
//!   is right unless another class has its address by then. Code that disposes of a class by an app's pointer is hooked, and waits while
//!   the trace is written.
//! - A system method that hands over an object under the hook sees no claim, and uses the pool: correct, later, and some hundred
//!   instructions dearer.
//! - Images for arm64e, whose pointers are signed, and pages that cannot be made writable: noted, and left alone; without a single pointer
//!   recording stops at the start.
//! - Calls that the app makes itself after `objc_msgLookup`: they are counted.
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

/// The agent's memory for a method in one calling context, without the table that finds it.
pub const BYTES_PER_NODE: usize = size_of::<base::layout::Node>();

/// The cost of a sample of a call stack, in instructions from suspending a thread to resuming it: a fixed number, and a number for each
/// frame.
pub const SAMPLE_INSTRUCTIONS: (u64, u64) =
    (samples::pace::INSTRUCTIONS, samples::pace::INSTRUCTIONS_PER_FRAME);

/// No code here panics by intent; if it happens all the same, the thread must not continue with an inconsistent state.
#[cfg(target_vendor = "apple")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    // SAFETY: abort takes no argument and does not return.
    unsafe { base::sys::abort() }
}

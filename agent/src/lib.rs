//! The recorder that runs inside the app: it measures what each Objective-C method costs while the app starts.
//!
//! The agent is a dylib for arm64 iOS that uses no std. On any other system the agent's source builds as a library, without the modules
//! that need iOS, so that its logic has unit tests. The end-to-end tests execute the agent's machine code as it is released. The
//! documentation of this crate is for developers of the agent; the crate's `README.md` is for developers of apps.
//!
//! # What is patched, and when
//!
//! The function `start` runs at the first `+load` of the process, which is that of the agent's own class (laid out in assembly), or as the
//! dylib's initialiser. Before `start` runs, dyld has mapped and bound all images, and no `+load` of the app has run. Without a launch id
//! and a settings file `start` returns without any change. With a launch id or a settings file, the agent changes two kinds of data:
//!
//! - *Pointers.* The app calls `objc_msgSend` through one pointer in each image. The agent redirects this pointer to a stub. The agent also
//!   redirects the pointers of `objc_msgSendSuper2`, of the allocation shortcuts (libobjc's `objc_alloc_init` sends `init` itself, without
//!   any pointer), of the functions that throw, catch and jump, and of the functions that return objects. The agent redirects the pointers
//!   of every image in the app's bundle when dyld loads the image, also later during the launch. Modules: `images` finds the pointers,
//!   `patch` changes and restores them.
//! - *Entry points.* A call from the system to the app does not go through the app's pointers. The following methods get one of 768
//!   trampolines as their implementation: every `+load` (for an image that is loaded later, in the data that libobjc is about to read,
//!   module `load_methods`); the methods of the application's and the scenes' delegates, when the delegates are set; and the life-cycle
//!   methods of each view controller class, when its first instance is created. Module `entries`.
//!
//! The window, the time in which the agent records (`window`), ends with the first frame, a named method or a time limit. At the end of the
//! window the agent restores every pointer and implementation that still has the agent's value. The agent then resolves names and writes
//! the trace, on its own thread if the main thread ended the window. If other code copied a redirected pointer during the window, calls
//! through the copied pointer still run the stub, which does not record them. If the app replaces a method that has a trampoline, the
//! trampoline calls the replacement (`method_changes`).
//!
//! # A send
//!
//! 1. `hook/send.s` loads the class from the receiver, the thread's state from its slot, and the child node that the parent node predicts.
//!    If the prediction is wrong, the hook searches the thread's hash table for the node, and creates the node if the table does not have
//!    it. The hook then pushes a frame on the thread's shadow stack, reads the counter and calls the original function.
//! 2. After the original function returns, the hook reads the counter again, adds the time to the node, removes the frame and restores the
//!    caller's registers.
//!
//! A send calls no library, takes no lock and allocates no memory; it executes some 47 instructions. In rare cases (a thread's first send,
//! a tagged receiver, a long call, a full table) the hook saves all registers and calls Rust: `slow_paths`, `nonlocal_exits`. The
//! three structures that Rust and the assembly share are in `layout`. The documentation of `hook` has the stack pictures, and the order of
//! stores that makes a signal at any instruction harmless.
//!
//! The result is a calling-context tree for each thread (module `tree`; a node has 64 bytes, among them the number of calls and the total
//! time), events for the calls that exceed a threshold, marks, and the times of pages. All recorded data is in one region of fixed size
//! (`memory`); data that does not fit is dropped and counted. The trace is written with memory of the agent's region: the memory that a
//! node needs when the trace is written is reserved when the node is created (`names`).
//!
//! # What it costs, and who pays
//!
//! `cargo xtask bench agent` prints each figure next to its goal. The cost of a send is measured at each launch (`calibrate`) and written
//! to the trace, and the reader of the trace subtracts it: one part is in the called method's time, the remainder in its caller's. Costs
//! that differ between sends are subtracted by the agent itself. Slow paths are subtracted when they are executed. Unpredicted nodes, tail
//! calls, tagged receivers, returned objects and the functions that replace `alloc` and `init` are counted, and their additional costs are
//! subtracted when the trace is written. The time of an exception is subtracted for each hooked frame that the exception passes
//! (`unwind_cost`).
//!
//! # Where things are
//!
//! The agent has five folders, each of which uses only the folders before it in this list: `base` (memory, layouts, settings, the system),
//! `threads` (states, shadow stacks, trees), `hooks` (assembly, slow paths, unwinding, pointers and entry points), `samples` (call stacks
//! that are taken at intervals), `window` (start, marks, end, writing).
//!
//! # What it must never break
//!
//! - *Unwinding.* The hook keeps the caller's LR and x19 in memory that x19 points at, and the hook's unwind tables describe this memory.
//!   Without the unwind tables of the hooks an exception through a hooked call ends the app.
//! - *Frames whose calls never return.* After exceptions and `longjmp` the shadow stack contains frames of calls that have ended. The agent
//!   drops such a frame only when it has proved that the call has ended (`shadow`): if the agent dropped the frame of a call that is still
//!   running, the call would return to a wrong address.
//! - *Lifetimes of objects.* If a method returns an object to a caller that claims it, the runtime must still recognise the claim; see
//!   `AUTORELEASE` in `send.s`.
//! - *Other stacks, signals, threads that end.* A send whose stack pointer is not clearly below the top frame on the thread's own stack
//!   passes through, with LR unchanged.
//!
//! # What it cannot see
//!
//! - Direct methods, static and table calls of Swift, C and C++; the sends between system frameworks; and sends of system frameworks to the
//!   app that do not go through entry points (notifications, targets and actions, data sources, `+initialize`, `.cxx_destruct`). The time
//!   of unrecorded calls counts for the recorded method that was running.
//! - The functions `objc_release`, `objc_opt_class`, `objc_opt_self`, `objc_opt_isKindOfClass` and `objc_opt_respondsToSelector`: the agent
//!   does not hook them, so the time of a `dealloc` counts for the method that released the object.
//! - Code that dyld runs before the agent: dyld itself, and the constructors of libraries that other inserted libraries link. The agent
//!   sets marks before and after all static initialisers; it does not measure each initialiser.
//! - The function `main`: dyld calls it through no pointer. The mark "main" is set by the first of the following functions that `main`
//!   calls: `UIApplicationMain`, `SwiftUI.App.main()` or `UIApplicationDelegate.main()`. If `main` calls another function to run the app,
//!   the mark is set when the application object is created.
//! - A coroutine that `setjmp` and `longjmp` switch between stacks: sends on the coroutine's stack pass through and are counted. If a
//!   thread may still jump to more than 64 `setjmp`s, the agent forgets the outermost one, and notices a jump to it only at the next send.
//! - A coroutine whose stack is inside of the thread's own stack, if no hooked call is open: the agent takes it for a function. If such a
//!   coroutine switched stacks during one of its hooked calls, the frames of the shadow stack would be assigned to wrong calls.
//! - A class that is created at run time and disposed of by the system itself: at the end the agent asks the runtime whether the class is
//!   alive (`loaded_images`), which is correct unless another class has its address by then. Code that disposes of a class through a
//!   pointer of the app is hooked, and waits while the trace is written.
//! - The claim of an object that a system method returns under the hook: the method does not see the claim and uses the autorelease pool.
//!   The use of the pool is correct, but the object is released later, and the call costs some hundred instructions more.
//! - Images for arm64e, whose pointers are signed, and pages that cannot be made writable: the agent notes and skips them. If it can patch
//!   no pointer at all, recording stops at the start.
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

/// The cost of a sample of a call stack, in instructions from suspending a thread to resuming it: a fixed number per sample, and a number
/// for each frame of the stack.
pub const SAMPLE_INSTRUCTIONS: (u64, u64) =
    (samples::pace::INSTRUCTIONS, samples::pace::INSTRUCTIONS_PER_FRAME);

/// No code of the agent panics by intention; if it panics all the same, the process ends, since the thread must not continue with an
/// inconsistent state.
#[cfg(target_vendor = "apple")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    // SAFETY: abort takes no argument and does not return.
    unsafe { base::sys::abort() }
}

//! The functions that the assembly calls for rare sends, after it has saved all registers of the send.
//!
//! Invariant: the functions of this module send no message through an app's pointer, take no lock that another thread may hold, and do not
//! fail: in the worst case the send passes through unrecorded.

use core::ffi::{c_char, c_void};
use core::mem::transmute;
use core::ptr;
use core::sync::atomic::{AtomicUsize, Ordering, compiler_fence};

use crate::base::layout::{
    Event, META, Node, RecordingState, SKIPPED, ShadowFrame, TAG_BITS, TAGGED, WATCHED,
};
use crate::base::notes::store_note;
use crate::base::process::{ARENA, CLOSED, ORIGINALS, SETTINGS};
use crate::base::sys;
use crate::hooks::entries::{self, EntryPoint, EntryPointRole};
use crate::hooks::hook::{HookedFunction, is_hook};
use crate::hooks::listener::LISTENER;
use crate::hooks::nonlocal_exits;
use crate::threads::shadow;
use crate::threads::signposts::{self, EmittedSignpost};
use crate::threads::tree::{self, NodeKind};
use crate::threads::{self, own_state_or_new};
use trace::settings::Method;
use trace::{SIGNPOSTS_NOTE, Text};

/// The state and the class of a tagged pointer.
#[repr(C)]
pub(crate) struct TaggedPointer {
    state: *mut RecordingState,
    class: sys::Class,
}

/// Handles the first send of a thread. Returns 1 if the thread has a state now.
pub(crate) extern "C" fn handle_first_send() -> usize {
    usize::from(!own_state_or_new().is_null())
}

/// Handles a send to a tagged pointer.
pub(crate) extern "C" fn handle_tagged_send(
    _: usize,
    _: usize,
    _: usize,
    _: usize,
    _: usize,
    _: usize,
    _: usize,
    object: sys::Id,
) -> TaggedPointer {
    let state = own_state_or_new();
    // SAFETY: the receiver of a send is an object, and the state is null or belongs to this thread.
    unsafe {
        if !state.is_null() {
            threads::count_cost(state, (*state).top, TAGGED);
        }
        let class = sys::object_getClass(object);
        if !state.is_null() && !(*state).cold.root.is_null() {
            // A signal handler that sends a message to a tagged pointer in the meantime finds no tag and calls this function too.
            (&raw mut (*state).tag).write_volatile(0);
            (&raw mut (*state).tag_class).write_volatile(class as usize);
            (&raw mut (*state).tag).write_volatile(object as usize & TAG_BITS);
        }
        TaggedPointer { state, class }
    }
}

/// Handles a send whose node is missing and cannot be created by the assembly. Returns 1 if the node exists now.
pub(crate) unsafe extern "C" fn handle_missing_node(
    state: *mut RecordingState,
    class: usize,
    selector: usize,
    parent: *mut Node,
) -> usize {
    let begun = sys::read_counter();
    // SAFETY: the assembly passes the state of the running thread. The top of the state is published and incomplete, so sends of signal
    // handlers pass through.
    unsafe {
        let node = make_node(&mut *state, parent, class, selector, state_depth(state));
        threads::subtract_time(state, (*state).top.sub(1), begun);
        usize::from(!node.is_null())
    }
}

/// Handles a call that was at least as long as its node's limit.
pub(crate) unsafe extern "C" fn handle_long_call(frame: *mut ShadowFrame, duration: u64) {
    // SAFETY: the frame is the top frame of this thread and no longer complete, so sends of signal handlers pass through.
    unsafe {
        let (state, node, start) = ((*frame).state, (*frame).node, (*frame).start);
        if duration >= (*state).threshold || (*node).limit == WATCHED {
            tree::add_event(&ARENA, &mut *state, Event { node, start, duration });
        }
        if (*node).limit == WATCHED {
            (LISTENER.get().watched_call_returned)(&*frame, start, duration);
        } else {
            (*node).limit = (*state).threshold.min(duration + 1);
        }
        // The call itself had ended before this function was called.
        let ended = start.wrapping_add(duration);
        threads::subtract_time(state, frame.sub(1), ended);
    }
}

/// Handles the call of a trampoline. Returns the frame for the call of the original; null if the call is not recorded.
pub(crate) unsafe extern "C" fn handle_trampoline_call(
    entry: &'static EntryPoint,
    receiver: sys::Id,
    sp: usize,
    lr: usize,
    x19: usize,
    argument: *mut c_void,
    record: usize,
    sent: sys::Sel,
) -> *mut ShadowFrame {
    let begun = sys::read_counter();
    let role = entry.role();
    // SAFETY: receiver and argument are objects, as the methods' signatures say.
    unsafe { notify_listener(role, receiver, argument) };
    let state = own_state_or_new();
    if state.is_null() {
        return ptr::null_mut();
    }
    // SAFETY: the thread's own state; frames are pushed as the assembly does.
    unsafe {
        let frame = push(&mut *state, entry, sp, lr, record, sent);
        if frame.is_null() {
            threads::subtract_time(state, (*state).top, begun);
            return frame;
        }
        let rel = sp.wrapping_sub((*state).stack_low);
        let node = (*frame).node;
        if role.is_watched() {
            (*node).limit = WATCHED;
        }
        (*node).calls += 1;
        let (entry, receiver_class) = (ptr::from_ref(entry).addr(), sys::object_getClass(receiver) as usize);
        threads::subtract_time(state, frame.sub(1), begun);
        *frame =
            ShadowFrame { lr, x19, sp: 0, node, start: sys::read_counter(), state, entry, receiver_class };
        compiler_fence(Ordering::SeqCst);
        (&raw mut (*frame).sp).write_volatile(rel);
        frame
    }
}

/// Returns the frame above the top, which has its node but is still incomplete; null if the call is not recorded.
unsafe fn push(
    s: &mut RecordingState,
    entry: &'static EntryPoint,
    sp: usize,
    lr: usize,
    record: usize,
    sent: sys::Sel,
) -> *mut ShadowFrame {
    // SAFETY: the thread's own state, as the caller promises.
    unsafe {
        let rel = sp.wrapping_sub(s.stack_low);
        if (*s.top).sp == 0 {
            s.in_signal += 1;
            return ptr::null_mut();
        }
        if rel >= s.stack_size {
            s.foreign += 1;
            return ptr::null_mut();
        }
        if (*s.top).sp <= rel
            && let Some(stack) = nonlocal_exits::own_signal_stack(s)
        {
            shadow::drop_dead_on(s, &stack, rel, is_hook(lr), sys::read_counter(), 0);
            if (*s.top).sp <= rel {
                s.foreign += 1;
                return ptr::null_mut();
            }
        }
        // Code that returns into a hook and has exactly the SP of the top frame was called by a tail call of the method that this hook
        // called.
        if shadow::drop_dead(s, rel, is_hook(lr), record, sys::read_counter(), 0).is_none() {
            s.foreign += 1;
            return ptr::null_mut();
        }
        let selector = entry.selector.load(Ordering::Relaxed);
        // If a hook sent this selector, or the name to which the implementation was moved, the call is already recorded. If the hook sent
        // another selector, a method of the system jumped to this method.
        let above = (*(*s.top).node).selector;
        if is_hook(lr) && (above == selector || above == sent as usize) {
            return ptr::null_mut();
        }
        if s.top >= s.deepest {
            s.too_deep += 1;
            return ptr::null_mut();
        }
        let below = s.top;
        let parent = (*below).node;
        let frame = below.add(1);
        (&raw mut s.top).write_volatile(frame);
        compiler_fence(Ordering::SeqCst);
        let class = entry.class_key();
        // Marks, pages and the end of the window need watched methods, even if the settings exclude the methods.
        let depth = if entry.role().is_watched() { DepthCheck::Watched } else { DepthCheck::Fine };
        let node = match tree::find(s, parent, class, selector) {
            Some(node) => node.as_ptr(),
            None => make_node(s, parent, class, selector, depth),
        };
        if node.is_null() || (*node).class & SKIPPED != 0 {
            s.lost += u64::from(node.is_null());
            (&raw mut s.top).write_volatile(below);
            return ptr::null_mut();
        }
        (*parent).hot = (*node).successor;
        (*frame).node = node;
        frame
    }
}

/// Handles the call of `UIApplicationMain`, or of the function that a Swift app's entry point calls in place of `UIApplicationMain`.
pub(crate) extern "C" fn main() {
    (LISTENER.get().main_called)(sys::read_counter());
}

/// Handles a signpost of the app: the arguments of `_os_signpost_emit_with_name_impl`, and the address to which the call returns.
pub(crate) extern "C" fn handle_signpost(
    _dso: usize,
    log: usize,
    kind: u8,
    id: u64,
    name: *const c_char,
    caller: usize,
) {
    store_signpost(EmittedSignpost { log, kind: kind & 3, id, name, caller });
}

#[inline]
fn store_signpost(emitted: EmittedSignpost) {
    let at = sys::read_counter();
    let initials = LISTENER.get().awaited_initials;
    if initials != 0 && !emitted.name.is_null() {
        // SAFETY: the name of a signpost is a C string.
        let first = u16::from(unsafe { *emitted.name } as u8);
        if first == initials & 0xff || first == initials >> 8 {
            (LISTENER.get().signpost)(emitted.name, emitted.kind, at);
        }
    }
    signposts::store(at, emitted);
}

/// Handles a signpost of Swift's overlay. The name of the signpost is a `StaticString` of three words, and its id is in memory.
pub(crate) unsafe extern "C" fn swift_signpost(
    kind: u8,
    _dso: usize,
    log: usize,
    name: *const c_char,
    _length: usize,
    flags: u8,
    id: *const u64,
    caller: usize,
) {
    /// The flag of a name that is a single character instead of a pointer.
    const IS_CHARACTER: u8 = 1;
    if flags & IS_CHARACTER == 0 {
        // SAFETY: the app passes the address of an `OSSignpostID`.
        store_signpost(EmittedSignpost { log, kind: kind & 3, id: unsafe { *id }, name, caller });
    }
}

/// Replaces `os_log_create`. Adds a note if the signposts of the new log are disabled, because the app does not emit these signposts.
pub(crate) unsafe extern "C" fn create_log(subsystem: *const c_char, category: *const c_char) -> usize {
    /// The largest number of notes about logs, so that they leave memory for other notes.
    const NOTES: usize = 4;
    static NOTED: AtomicUsize = AtomicUsize::new(0);
    type Create = unsafe extern "C" fn(*const c_char, *const c_char) -> usize;
    type IsEnabled = unsafe extern "C" fn(usize) -> bool;
    let create = ORIGINALS[HookedFunction::CreateLog as usize].load(Ordering::Relaxed);
    // SAFETY: the app passes these arguments to the original function, whose pointer was replaced by the hook.
    let log = unsafe { transmute::<usize, Create>(create)(subsystem, category) };
    if CLOSED.load(Ordering::Acquire) != 0 {
        return log;
    }
    let begun = sys::read_counter();
    // SAFETY: the system's function has this signature, and the texts are C strings.
    unsafe {
        let is_enabled = sys::dlsym(sys::RTLD_DEFAULT, c"os_signpost_enabled".as_ptr()) as usize;
        if is_enabled != 0
            && !transmute::<usize, IsEnabled>(is_enabled)(log)
            && NOTED.fetch_add(1, Ordering::Relaxed) < NOTES
        {
            store_note(format_args!(
                "{SIGNPOSTS_NOTE}the system disables those of the log {} with the category {}",
                Text(sys::c_string_bytes(subsystem)),
                Text(sys::c_string_bytes(category))
            ));
        }
    }
    threads::subtract_time_from_all(begun);
    log
}

/// Handles a class that is about to be disposed of. The agent copies the name of the class, and replaces the address of the class in its
/// nodes.
pub(crate) extern "C" fn handle_class_disposal(class: sys::Class) {
    let begun = sys::read_counter();
    (LISTENER.get().disposing)(class);
    threads::subtract_time_from_all(begun);
}

/// Sets the marks and hooks the classes that the role of an entry point requires, before the method is called.
unsafe fn notify_listener(role: EntryPointRole, receiver: sys::Id, argument: *mut c_void) {
    // SAFETY: the caller fulfils the requirements of this unsafe function.
    unsafe {
        match role {
            EntryPointRole::Initialiser => {
                let class = sys::object_getClass(receiver);
                (LISTENER.get().page_created)(class, sys::read_counter());
                entries::hook_view_controller(class);
            }
            EntryPointRole::Application => {
                (LISTENER.get().application_made)();
            }
            EntryPointRole::SetDelegate if !argument.is_null() => {
                (LISTENER.get().application_made)();
                entries::hook_delegate(sys::object_getClass(argument));
            }
            EntryPointRole::DidFinishLaunching => (LISTENER.get().launching)(sys::read_counter()),
            _ => {}
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum DepthCheck {
    Fine,
    Beyond,
    Watched,
}

/// Returns whether the new frame, which the assembly has published above the caller's frame, is too deep.
unsafe fn state_depth(state: *mut RecordingState) -> DepthCheck {
    // SAFETY: the caller fulfils the requirements of this unsafe function.
    unsafe { if (*state).top > (*state).deepest { DepthCheck::Beyond } else { DepthCheck::Fine } }
}

unsafe fn make_node(
    s: &mut RecordingState,
    parent: *mut Node,
    class: usize,
    selector: usize,
    depth: DepthCheck,
) -> *mut Node {
    let settings = SETTINGS.get();
    let of = entries::class_of_key(class);
    // SAFETY: a class of the runtime, or null where it was disposed of, which the function accepts.
    let is_class_method = unsafe { sys::class_isMetaClass(of) != 0 };
    let is_recorded = || {
        // SAFETY: a class that receives a message exists and has a name, and selectors are never freed.
        let (class, selector) = unsafe {
            (sys::c_string_bytes(sys::class_getName(of)), sys::c_string_bytes(selector as sys::Sel))
        };
        settings.records_method(Method { is_class_method, class, selector })
    };
    let kind = if depth != DepthCheck::Watched && settings.filters_methods() && !is_recorded() {
        NodeKind::Skipped
    } else if depth == DepthCheck::Beyond {
        NodeKind::TooDeep
    } else {
        NodeKind::Recorded
    };
    // SAFETY: the state is the thread's own, as the caller promises.
    let Some(node) = (unsafe { tree::add(&ARENA, s, parent, class, selector, kind) }) else {
        return ptr::null_mut();
    };
    if is_class_method {
        // SAFETY: the node was just created and belongs to this thread.
        unsafe { (*node.as_ptr()).calls |= META };
    }
    if (LISTENER.get().is_awaited)(of, selector as sys::Sel) {
        // SAFETY: the node was just created.
        unsafe { (*node.as_ptr()).limit = WATCHED };
    }
    node.as_ptr()
}

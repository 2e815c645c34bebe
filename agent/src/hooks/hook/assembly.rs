//! Gives the assembly its constants and callbacks, and Rust the addresses of the stubs.

use core::arch::global_asm;
use core::mem::{offset_of, size_of};
use core::sync::atomic::AtomicUsize;

use crate::base::layout::{
    FRESH, Frame, GROWTH_FULL, LONGER, META, META_BITS, META_STEP, MISS, MISS_FAR, MISS_KNOWN, MISS_NEAR,
    MISS_STEP, Node, SKIPPED, State, TAG_BITS, TAGGED_KNOWN, TAIL, TOO_DEEP,
};
pub(crate) use crate::base::process::ORIGINALS;
use crate::base::process::{CLOSED, HOOKED_COUNT, SLOT};
use crate::base::sys;
use crate::hooks::entries::{ENTRIES, ENTRY_COUNT, Entry};
use crate::hooks::{replaced, slow, unwound};

/// `objc_claimAutoreleasedReturnValue`, which no pointer of ours leads to; 0 before iOS 16.
pub(crate) static CLAIM: AtomicUsize = AtomicUsize::new(0);
/// What an object that is handed over to a marker's claim adds to the `total` of its method, in [`crate::base::layout::UNIT`]s that were
/// measured at the start.
pub(crate) static HANDED: AtomicUsize = AtomicUsize::new(0);
/// What one that is claimed by address adds to that of its method, and of its caller.
pub(crate) static CLAIMED: AtomicUsize = AtomicUsize::new(0);
/// The selectors that the allocation functions stand for: `alloc`, `allocWithZone:`, `new`, `init`.
pub(crate) static SELECTORS: [AtomicUsize; 4] = [const { AtomicUsize::new(0) }; 4];

/// The block of code that calls originals is aligned to, and no larger than, two to this power.
const HOOKS_SHIFT: u32 = 13;

global_asm!(
    include_str!("send.s"),
    hooks_shift = const HOOKS_SHIFT,
    state_original_send = const offset_of!(State, original_send),
    state_stack_low = const offset_of!(State, stack_low),
    state_stack_size = const offset_of!(State, stack_size),
    state_table = const offset_of!(State, table),
    state_spread = const offset_of!(State, spread),
    state_nobody = const offset_of!(State, nobody),
    state_next_node = const offset_of!(State, next_node),
    state_deepest = const offset_of!(State, deepest),
    state_threshold = const offset_of!(State, threshold),
    state_growth = const offset_of!(State, growth),
    state_tag = const offset_of!(State, tag),
    tag_low = const TAG_BITS & 0xffff,
    tag_high = const TAG_BITS >> 48,
    tagged_known = const TAGGED_KNOWN,
    state_in_signal = const offset_of!(State, in_signal),
    state_foreign = const offset_of!(State, foreign),
    state_too_deep = const offset_of!(State, too_deep),
    state_lost = const offset_of!(State, lost),
    frame_size = const size_of::<Frame>(),
    frame_sp = const offset_of!(Frame, sp),
    frame_node = const offset_of!(Frame, node),
    frame_start = const offset_of!(Frame, start),
    frame_state = const offset_of!(Frame, state),
    node_size = const size_of::<Node>(),
    node_hot = const offset_of!(Node, hot),
    node_successor = const offset_of!(Node, successor),
    node_calls = const offset_of!(Node, calls),
    node_total = const offset_of!(Node, total),
    node_limit = const offset_of!(Node, limit),
    node_parent = const offset_of!(Node, parent),
    entry_imp = const offset_of!(Entry, original),
    entry_count = const ENTRY_COUNT,
    marks = const SKIPPED | TOO_DEEP,
    fresh = const FRESH,
    meta_bits = const META_BITS,
    meta_told = const META + META_STEP * MISS,
    state_root_meta = const offset_of!(State, root_meta),
    miss_bit = const MISS.trailing_zeros(),
    miss_near = const MISS_NEAR << (MISS.trailing_zeros() - 32),
    miss_far = const MISS_FAR,
    miss_step = const MISS_STEP,
    miss_known = const MISS_KNOWN,
    handed = sym HANDED,
    claimed = sym CLAIMED,
    claim = sym CLAIM,
    tail = const TAIL,
    longer = const LONGER,
    full = const GROWTH_FULL,
    index_send = const Hooked::Send as usize * 8,
    index_super = const Hooked::Super as usize * 8,
    index_alloc = const Hooked::Alloc as usize * 8,
    index_alloc_zone = const Hooked::AllocWithZone as usize * 8,
    index_new = const Hooked::New as usize * 8,
    index_objc_catch = const Hooked::ObjcCatch as usize * 8,
    index_cxx_catch = const Hooked::CxxCatch as usize * 8,
    index_setjmp = const Hooked::Setjmp as usize * 8,
    index__setjmp = const Hooked::UnderscoreSetjmp as usize * 8,
    index_sigsetjmp = const Hooked::Sigsetjmp as usize * 8,
    index_longjmp = const Hooked::Longjmp as usize * 8,
    index__longjmp = const Hooked::UnderscoreLongjmp as usize * 8,
    index_siglongjmp = const Hooked::Siglongjmp as usize * 8,
    index_objc_personality = const Hooked::ObjcPersonality as usize * 8,
    index_cxx_personality = const Hooked::CxxPersonality as usize * 8,
    index_autorelease = const Hooked::AutoreleaseReturnValue as usize * 8,
    index_retain_autorelease = const Hooked::RetainAutoreleaseReturnValue as usize * 8,
    index_main = const Hooked::ApplicationMain as usize * 8,
    index_dispose = const Hooked::Dispose as usize * 8,
    index_swiftui_main = const Hooked::SwiftUiMain as usize * 8,
    index_delegate_main = const Hooked::DelegateMain as usize * 8,
    index_super_above = const Hooked::SuperAbove as usize * 8,
    index_lookup = const Hooked::Lookup as usize * 8,
    index_lookup_super = const Hooked::LookupSuper as usize * 8,
    index_dlsym = const Hooked::Dlsym as usize * 8,
    looked_up = sym replaced::LOOKED_UP,
    look_up = sym replaced::look_up,
    selector_alloc = const 0,
    selector_alloc_zone = const 8,
    selector_new = const 16,
    selector_init = const 24,
    slot = sym SLOT,
    closed = sym CLOSED,
    originals = sym ORIGINALS,
    selectors = sym SELECTORS,
    entries = sym ENTRIES,
    thread = sym slow::thread,
    tagged = sym slow::tagged,
    node = sym slow::node,
    event = sym slow::event,
    enter = sym slow::enter,
    dead = sym unwound::dead,
    catch = sym unwound::catch,
    landing = sym unwound::landing,
    setjmp = sym unwound::setjmp,
    longjmp = sym unwound::longjmp,
    main = sym slow::main,
    dispose = sym slow::dispose,
);

unsafe extern "C" {
    fn launchgate_send();
    fn launchgate_super();
    fn launchgate_alloc();
    fn launchgate_alloc_zone();
    fn launchgate_new();
    fn launchgate_alloc_init();
    fn launchgate_super_above();
    fn launchgate_lookup();
    fn launchgate_lookup_super();
    fn launchgate_dlsym();
    fn launchgate_objc_catch();
    fn launchgate_cxx_catch();
    fn launchgate_setjmp();
    fn launchgate__setjmp();
    fn launchgate_sigsetjmp();
    fn launchgate_longjmp();
    fn launchgate__longjmp();
    fn launchgate_siglongjmp();
    fn launchgate_main();
    fn launchgate_dispose();
    fn launchgate_swiftui_main();
    fn launchgate_delegate_main();
    fn launchgate_objc_personality();
    fn launchgate_cxx_personality();
    fn launchgate_autorelease();
    fn launchgate_retain_autorelease();
    fn launchgate_entry();
    fn launchgate_claim();
    fn launchgate_hooks();
    fn launchgate_hooks_end();
    fn launchgate_trampolines();
    /// A jump, and the return.
    pub(crate) fn launchgate_jump();
}

/// The functions whose pointers are patched; the order is that of [`HOOKED`] and [`ORIGINALS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(usize)]
pub(crate) enum Hooked {
    /// `objc_msgSend`
    Send,
    /// `objc_msgSendSuper2`
    Super,
    /// `objc_alloc`
    Alloc,
    /// `objc_allocWithZone`
    AllocWithZone,
    /// `objc_opt_new`
    New,
    /// `objc_alloc_init`
    AllocInit,
    /// `objc_begin_catch`
    ObjcCatch,
    /// `__cxa_begin_catch`
    CxxCatch,
    Setjmp,
    UnderscoreSetjmp,
    Sigsetjmp,
    Longjmp,
    UnderscoreLongjmp,
    Siglongjmp,
    /// `UIApplicationMain`
    ApplicationMain,
    /// `objc_disposeClassPair`
    Dispose,
    /// `__objc_personality_v0`, which unwind tables point at
    ObjcPersonality,
    /// `__gxx_personality_v0`
    CxxPersonality,
    /// `objc_autoreleaseReturnValue`
    AutoreleaseReturnValue,
    /// `objc_retainAutoreleaseReturnValue`
    RetainAutoreleaseReturnValue,
    /// `SwiftUI.App.main()`, which the entry point of a SwiftUI app calls
    SwiftUiMain,
    /// `UIApplicationDelegate.main()`, which that of an app calls whose delegate is in Swift and marked `@main`
    DelegateMain,
    /// `objc_msgSendSuper`
    SuperAbove,
    /// `objc_msgLookup`, after which the app calls the method itself
    Lookup,
    /// `objc_msgLookupSuper2`
    LookupSuper,
    Dlsym,
    /// `method_exchangeImplementations`
    Exchange,
    /// `method_setImplementation`
    SetImplementation,
    /// `class_replaceMethod`
    ReplaceMethod,
    /// `method_getImplementation`
    GetImplementation,
    /// `class_getMethodImplementation`
    GetMethodImplementation,
}

/// A patched function: its name as C has it, NUL-terminated, and what stands in for it.
pub(crate) struct Hook {
    /// The name to ask `dlsym` for; the linker's has an underscore before it.
    pub name: &'static core::ffi::CStr,
    /// The stub.
    pub replacement: unsafe extern "C" fn(),
}

/// A function of Rust's as what stands in for another.
macro_rules! stub {
    ($function:path as $kind:ty) => {{
        const FUNCTION: $kind = $function;
        // SAFETY: the pointers lead whoever calls the function of that name here, with its arguments.
        unsafe { core::mem::transmute::<$kind, unsafe extern "C" fn()>(FUNCTION) }
    }};
}

/// What is patched, by [`Hooked`].
pub(crate) static HOOKED: [Hook; HOOKED_COUNT] = [
    Hook { name: c"objc_msgSend", replacement: launchgate_send },
    Hook { name: c"objc_msgSendSuper2", replacement: launchgate_super },
    Hook { name: c"objc_alloc", replacement: launchgate_alloc },
    Hook { name: c"objc_allocWithZone", replacement: launchgate_alloc_zone },
    Hook { name: c"objc_opt_new", replacement: launchgate_new },
    Hook { name: c"objc_alloc_init", replacement: launchgate_alloc_init },
    Hook { name: c"objc_begin_catch", replacement: launchgate_objc_catch },
    Hook { name: c"__cxa_begin_catch", replacement: launchgate_cxx_catch },
    Hook { name: c"setjmp", replacement: launchgate_setjmp },
    Hook { name: c"_setjmp", replacement: launchgate__setjmp },
    Hook { name: c"sigsetjmp", replacement: launchgate_sigsetjmp },
    Hook { name: c"longjmp", replacement: launchgate_longjmp },
    Hook { name: c"_longjmp", replacement: launchgate__longjmp },
    Hook { name: c"siglongjmp", replacement: launchgate_siglongjmp },
    Hook { name: c"UIApplicationMain", replacement: launchgate_main },
    Hook { name: c"objc_disposeClassPair", replacement: launchgate_dispose },
    Hook { name: c"__objc_personality_v0", replacement: launchgate_objc_personality },
    Hook { name: c"__gxx_personality_v0", replacement: launchgate_cxx_personality },
    Hook { name: c"objc_autoreleaseReturnValue", replacement: launchgate_autorelease },
    Hook { name: c"objc_retainAutoreleaseReturnValue", replacement: launchgate_retain_autorelease },
    Hook { name: c"$s7SwiftUI3AppPAAE4mainyyFZ", replacement: launchgate_swiftui_main },
    Hook { name: c"$sSo21UIApplicationDelegateP5UIKitE4mainyyFZ", replacement: launchgate_delegate_main },
    Hook { name: c"objc_msgSendSuper", replacement: launchgate_super_above },
    Hook { name: c"objc_msgLookup", replacement: launchgate_lookup },
    Hook { name: c"objc_msgLookupSuper2", replacement: launchgate_lookup_super },
    Hook { name: c"dlsym", replacement: launchgate_dlsym },
    Hook {
        name: c"method_exchangeImplementations",
        replacement: stub!(replaced::exchange as unsafe extern "C" fn(sys::Method, sys::Method)),
    },
    Hook {
        name: c"method_setImplementation",
        replacement: stub!(replaced::set as unsafe extern "C" fn(sys::Method, sys::Imp) -> sys::Imp),
    },
    Hook {
        name: c"class_replaceMethod",
        replacement: stub!(
            replaced::replace
                as unsafe extern "C" fn(sys::Class, sys::Sel, sys::Imp, *const core::ffi::c_char) -> sys::Imp
        ),
    },
    Hook {
        name: c"method_getImplementation",
        replacement: stub!(replaced::get as unsafe extern "C" fn(sys::Method) -> sys::Imp),
    },
    Hook {
        name: c"class_getMethodImplementation",
        replacement: stub!(replaced::get_of_class as unsafe extern "C" fn(sys::Class, sys::Sel) -> sys::Imp),
    },
];

/// The address of trampoline `index`; two instructions each.
pub(crate) fn trampoline(index: usize) -> usize {
    launchgate_trampolines as *const () as usize + index * 8
}

/// Does the block of hooks fit its alignment, and does an address in it belong to us?
pub(crate) fn is_hook(address: usize) -> bool {
    (address ^ launchgate_hooks as *const () as usize) >> HOOKS_SHIFT == 0
}

/// Where the hooks are that call originals.
pub(crate) fn hooks() -> core::ops::Range<usize> {
    launchgate_hooks as *const () as usize..launchgate_hooks_end as *const () as usize
}

/// Where hooks go on that have asked Rust, and, where that was when a call had returned, from where on they had a record for it. Those
/// calls stand between `SAVE` and `RESTORE` or their like.
pub(crate) fn asks() -> impl Iterator<Item = (usize, Option<usize>)> {
    // SAFETY: the agent's own code.
    let word = |at: usize| unsafe { *(at as *const u32) };
    hooks().step_by(4).filter_map(move |at| {
        let instruction = word(at);
        let offset = (instruction << 6) as i32 >> 4;
        let target = at.wrapping_add_signed(offset as isize);
        let calls_rust = instruction >> 26 == CALL && target != launchgate_claim as *const () as usize;
        let is_event = instruction >> 26 == CALL && target == slow::event as *const () as usize;
        let made =
            || (hooks().start..at).rev().step_by(4).map(|end| end - 3).find(|at| word(*at) == MOV_X29_SP);
        (calls_rust || instruction == CALL_X14)
            .then(|| (at + 4, is_event.then(made).flatten().map(|at| at + 4)))
    })
}

/// The first bits of `bl`.
const CALL: u32 = 0b10_0101;
/// `mov x29, sp`
const MOV_X29_SP: u32 = 0x9100_03fd;
/// `blr x14`
const CALL_X14: u32 = 0xd63f_01c0;

/// The size that the assembly relies on; checked once at the start, because only the linker knows.
pub(crate) fn hooks_fit() -> bool {
    let (low, high) = (launchgate_hooks as *const () as usize, launchgate_hooks_end as *const () as usize);
    // The order is the assembly's, but only the linker knows that too.
    let is_inside = |address: unsafe extern "C" fn()| (low..high).contains(&(address as *const () as usize));
    let hooks = [
        launchgate_send,
        launchgate_super,
        launchgate_alloc,
        launchgate_alloc_zone,
        launchgate_new,
        launchgate_super_above,
        launchgate_entry,
    ];
    low.is_multiple_of(1 << HOOKS_SHIFT) && high - low < 1 << HOOKS_SHIFT && hooks.into_iter().all(is_inside)
}

const _: () = assert!(SKIPPED == 1, "the assembly tests the lowest bit");
const _: () = assert!(size_of::<Entry>() == 32, "the assembly shifts by 5");
const _: () = assert!(offset_of!(Entry, flags) == offset_of!(Entry, original) + 8);

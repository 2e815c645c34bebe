//! The addresses of the hooks by their names in the assembly, and the function that each replaces.
//!
//! Invariant: this module uses no other module of the hooks, so that code which the hooks call may use their addresses.

use core::sync::atomic::AtomicUsize;

pub(crate) use crate::base::process::ORIGINALS;
use crate::base::process::{HOOKED_COUNT, WORK_COUNT};

/// `objc_claimAutoreleasedReturnValue`, which no pointer of ours leads to; 0 before iOS 16.
pub(crate) static CLAIM: AtomicUsize = AtomicUsize::new(0);
/// The amount that an object returned to a caller with a marker adds to the `total` of its method, in [`crate::base::layout::UNIT`]s
/// measured at the start.
pub(crate) static HANDED: AtomicUsize = AtomicUsize::new(0);
/// The amount that an object claimed by address adds to the `total` of its method, and of its caller.
pub(crate) static CLAIMED: AtomicUsize = AtomicUsize::new(0);
/// The selectors that the allocation functions replace: `alloc`, `allocWithZone:`, `new`, `init`.
pub(crate) static SELECTORS: [AtomicUsize; 4] = [const { AtomicUsize::new(0) }; 4];

/// The block of code that calls originals is aligned to, and no larger than, two to this power.
pub(super) const HOOKS_SHIFT: u32 = 13;

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
    fn launchgate_exchange();
    fn launchgate_set();
    fn launchgate_replace();
    fn launchgate_get();
    fn launchgate_get_of_class();
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
    pub(super) fn launchgate_claim();
    fn launchgate_hooks();
    fn launchgate_hooks_end();
    fn launchgate_passing_end();
    fn launchgate_trampolines();
    fn launchgate_work();
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

/// A patched function: its name in C, NUL-terminated, and its hook.
pub(crate) struct Hook {
    /// The name to ask `dlsym` for; the linker's has an underscore before it.
    pub name: &'static core::ffi::CStr,
    /// The stub.
    pub replacement: unsafe extern "C" fn(),
}

/// The patched functions, in the order of [`Hooked`].
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
    Hook { name: c"method_exchangeImplementations", replacement: launchgate_exchange },
    Hook { name: c"method_setImplementation", replacement: launchgate_set },
    Hook { name: c"class_replaceMethod", replacement: launchgate_replace },
    Hook { name: c"method_getImplementation", replacement: launchgate_get },
    Hook { name: c"class_getMethodImplementation", replacement: launchgate_get_of_class },
];

/// The names of the functions that are counted as work, in the order of their stubs.
pub(crate) static WORK_NAMES: [&core::ffi::CStr; WORK_COUNT] = {
    macro_rules! names {
        ($($name:literal $kind:ident $what:ident,)*) => { [$(c_string(concat!($name, "\0").as_bytes())),*] };
    }
    trace::work_functions!(names)
};

const fn c_string(bytes: &'static [u8]) -> &'static core::ffi::CStr {
    match core::ffi::CStr::from_bytes_with_nul(bytes) {
        Ok(name) => name,
        Err(_) => panic!("a name has no NUL inside"),
    }
}

/// The stub of a function.
pub(crate) fn work_stub(index: usize) -> usize {
    /// How far stubs are apart.
    const SIZE: usize = 24 * 4;
    launchgate_work as *const () as usize + index * SIZE
}

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

/// Where the app's or the system's functions run on top of the agent's: the hooks, and what else calls an original.
pub(crate) fn passing() -> core::ops::Range<usize> {
    hooks().start..launchgate_passing_end as *const () as usize
}

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
    let also = [launchgate_alloc_init, launchgate_objc_personality, launchgate_cxx_personality];
    let is_passing = |address: unsafe extern "C" fn()| passing().contains(&(address as *const () as usize));
    also.into_iter().all(is_passing)
        && low.is_multiple_of(1 << HOOKS_SHIFT)
        && high - low < 1 << HOOKS_SHIFT
        && hooks.into_iter().all(is_inside)
}

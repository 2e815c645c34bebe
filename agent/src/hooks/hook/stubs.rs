//! The addresses of the hooks by their names in the assembly, and the function that each replaces.
//!
//! Invariant: this module uses no other module of the hooks, so that code which the hooks call may use their addresses.

use core::sync::atomic::AtomicUsize;

pub(crate) use crate::base::process::ORIGINALS;
use crate::base::process::{HOOKED_COUNT, WORK_COUNT};

/// The address of `objc_claimAutoreleasedReturnValue`, which the app does not call through a patched pointer; 0 before iOS 16.
pub(crate) static CLAIM: AtomicUsize = AtomicUsize::new(0);
/// The extra instructions of a method that returns an object to a caller with the marker `mov x29, x29`. They are measured at the start,
/// and are added to the method's `total` in [`crate::base::layout::UNIT`]s.
pub(crate) static HANDED: AtomicUsize = AtomicUsize::new(0);
/// The extra instructions of a method that returns an object which its caller claims by address, in the unit of `HANDED`. They are added to
/// the `total` of the method and of its caller.
pub(crate) static CLAIMED: AtomicUsize = AtomicUsize::new(0);
/// The selectors of the messages that the allocation functions send: `alloc`, `allocWithZone:`, `new`, `init`.
pub(crate) static SELECTORS: [AtomicUsize; 4] = [const { AtomicUsize::new(0) }; 4];

/// The base-2 logarithm of the alignment of the block of hooks that call originals; the block is no larger than this alignment.
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
    fn launchgate_signpost();
    fn launchgate_swift_signpost();
    fn launchgate_swift_message();
    fn launchgate_create_log();
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
    /// A function that only jumps to a return instruction.
    pub(crate) fn launchgate_jump();
}

/// The functions whose pointers are patched; the order is that of [`HOOKED`] and [`ORIGINALS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(usize)]
pub(crate) enum HookedFunction {
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
    /// `__objc_personality_v0`, to which unwind tables point
    ObjcPersonality,
    /// `__gxx_personality_v0`
    CxxPersonality,
    /// `objc_autoreleaseReturnValue`
    AutoreleaseReturnValue,
    /// `objc_retainAutoreleaseReturnValue`
    RetainAutoreleaseReturnValue,
    /// `SwiftUI.App.main()`, which the entry point of a SwiftUI app calls
    SwiftUiMain,
    /// `UIApplicationDelegate.main()`, which is called by the entry point of an app whose delegate is written in Swift and marked `@main`
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
    /// `_os_signpost_emit_with_name_impl`, which all macros of `os/signpost.h` and `OSSignposter` call
    Signpost,
    /// Swift's `os_signpost(_:dso:log:name:signpostID:)`, which calls `_os_signpost_emit_with_name_impl` in the system's libswiftos
    SwiftSignpost,
    /// Swift's `os_signpost(_:dso:log:name:signpostID:_:_:)`, which also has a message
    SwiftMessage,
    /// `os_log_create`, which `OSLog(subsystem:category:)` is in Swift
    CreateLog,
}

/// A patched function: its name and its hook.
pub(crate) struct Hook {
    /// The name for `dlsym`; the name in the linker's symbol table has an additional underscore in front.
    pub name: &'static core::ffi::CStr,
    /// The stub that replaces the function.
    pub replacement: unsafe extern "C" fn(),
}

/// The patched functions, in the order of [`HookedFunction`].
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
    Hook { name: c"_os_signpost_emit_with_name_impl", replacement: launchgate_signpost },
    Hook {
        name: c"$s2os0A9_signpost_3dso3log4name0B2IDySo0a1_B7_type_ta_SVSo03OS_a1_D0Cs12StaticStringVAA010OSSignpostF0VtF",
        replacement: launchgate_swift_signpost,
    },
    Hook {
        name: c"$s2os0A9_signpost_3dso3log4name0B2ID__ySo0a1_B7_type_ta_SVSo03OS_a1_D0Cs12StaticStringVAA010OSSignpostF0VALs7CVarArg_pdtF",
        replacement: launchgate_swift_message,
    },
    Hook { name: c"os_log_create", replacement: launchgate_create_log },
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

/// Returns the address of the stub that counts the work function with this index.
pub(crate) fn work_stub(index: usize) -> usize {
    /// The distance of two consecutive stubs in bytes.
    const SIZE: usize = 24 * 4;
    launchgate_work as *const () as usize + index * SIZE
}

/// Returns the address of trampoline `index`; each trampoline has two instructions.
pub(crate) fn trampoline_address(index: usize) -> usize {
    launchgate_trampolines as *const () as usize + index * 8
}

/// Returns whether an address is in the aligned block of hooks that call originals.
pub(crate) fn is_hook(address: usize) -> bool {
    (address ^ launchgate_hooks as *const () as usize) >> HOOKS_SHIFT == 0
}

/// Returns the address range of the hooks that call originals.
pub(crate) fn hook_address_range() -> core::ops::Range<usize> {
    launchgate_hooks as *const () as usize..launchgate_hooks_end as *const () as usize
}

/// Returns the address range in which functions of the app or the system run as callees of the agent: the hooks, and other code of the
/// agent that calls an original.
pub(crate) fn original_caller_range() -> core::ops::Range<usize> {
    hook_address_range().start..launchgate_passing_end as *const () as usize
}

/// Returns whether the hooks have the alignment, size and order that the assembly relies on. The agent checks them once at the start,
/// because only the linker determines them.
pub(crate) fn hooks_fit() -> bool {
    let (low, high) = (launchgate_hooks as *const () as usize, launchgate_hooks_end as *const () as usize);
    // The assembly states the order of the hooks, but only the linker determines the final order.
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
    let is_passing =
        |address: unsafe extern "C" fn()| original_caller_range().contains(&(address as *const () as usize));
    also.into_iter().all(is_passing)
        && low.is_multiple_of(1 << HOOKS_SHIFT)
        && high - low < 1 << HOOKS_SHIFT
        && hooks.into_iter().all(is_inside)
}

//! A class of the agent, in the layout that a compiler creates.
//!
//! The `+load` method of this class starts the agent. The runtime attaches the categories of all images when it reaches the first image
//! that has a `+load`. After the runtime has attached the categories, it calls the app's `+load` methods from their final method lists. A
//! constructor would run before the categories are attached. The cost of the hooks is measured with other methods of the class. The app may
//! call `+begin:` and `+end:` with the name of a span; the app finds the class by its name.
//!
//! Invariant: no code creates instances of the class.

use core::arch::global_asm;
use core::ffi::c_void;

use crate::base::sys;
use crate::hooks::unwind_cost::{self, Send, StackWalk};
use crate::window::calibrate::do_nothing;
use crate::window::{spans, start};

global_asm!(
    r#"
    .section __TEXT,__objc_classname,cstring_literals
L_launchgate_name:
    .asciz "LaunchgateAgent"
    .section __TEXT,__objc_methname,cstring_literals
L_launchgate_begin:
    .asciz "begin:"
L_launchgate_end:
    .asciz "end:"
L_launchgate_load:
    .asciz "load"
L_launchgate_nothing:
    .asciz "launchgateNothing"
L_launchgate_alloc:
    .asciz "alloc"
L_launchgate_init:
    .asciz "init"
L_launchgate_walk:
    .asciz "launchgateWalk:"
L_launchgate_hand_over:
    .asciz "launchgateHandOver:"
    .section __TEXT,__objc_methtype,cstring_literals
L_launchgate_types:
    .asciz "v16@0:8"
L_launchgate_span_types:
    .asciz "v24@0:8@16"

    .section __DATA,__objc_const
    .p2align 3
_launchgate_class_methods:
    .long 24, 8                             // the size of an entry, and how many there are
    .quad L_launchgate_load, L_launchgate_types, {load}
    .quad L_launchgate_nothing, L_launchgate_types, {nothing}
    .quad L_launchgate_alloc, L_launchgate_types, {nothing}
    .quad L_launchgate_init, L_launchgate_types, {nothing}
    .quad L_launchgate_walk, L_launchgate_types, {walk}
    .quad L_launchgate_hand_over, L_launchgate_types, _launchgate_hands_over
    .quad L_launchgate_begin, L_launchgate_span_types, {begin}
    .quad L_launchgate_end, L_launchgate_span_types, {end}
_launchgate_meta_ro:
    .long 1, 40, 40, 0                      // a metaclass; its instances are classes, of 40 bytes
    .quad 0, L_launchgate_name, _launchgate_class_methods, 0, 0, 0, 0
_launchgate_class_ro:
    .long 0, 8, 8, 0
    .quad 0, L_launchgate_name, 0, 0, 0, 0, 0

    .section __DATA,__objc_data
    .p2align 3
    .private_extern _OBJC_METACLASS_$_LaunchgateAgent
_OBJC_METACLASS_$_LaunchgateAgent:
    .quad _OBJC_METACLASS_$_NSObject, _OBJC_METACLASS_$_NSObject, __objc_empty_cache, 0, _launchgate_meta_ro
    .private_extern _OBJC_CLASS_$_LaunchgateAgent
_OBJC_CLASS_$_LaunchgateAgent:
    .quad _OBJC_METACLASS_$_LaunchgateAgent, _OBJC_CLASS_$_NSObject, __objc_empty_cache, 0, _launchgate_class_ro

    .section __DATA,__objc_classlist,regular,no_dead_strip
    .p2align 3
    .quad _OBJC_CLASS_$_LaunchgateAgent
    .section __DATA,__objc_nlclslist,regular,no_dead_strip
    .p2align 3
    .quad _OBJC_CLASS_$_LaunchgateAgent
    .section __DATA,__objc_imageinfo,regular,no_dead_strip
    .long 0, 64
    "#,
    load = sym load,
    nothing = sym do_nothing,
    walk = sym send_and_walk,
    begin = sym spans::begin,
    end = sym spans::end,
);

unsafe extern "C" fn load(_: sys::Class, _: sys::Sel) {
    start::initialise_agent();
}

/// Sends a message to itself `left` times by the function of the walk. The innermost call walks the stack.
unsafe extern "C" fn send_and_walk(class: *mut c_void, selector: sys::Sel, left: usize, walk: *const c_void) {
    // SAFETY: the caller passes a pointer to a [`StackWalk`], which contains one of the functions that send.
    unsafe {
        let own = walk.cast_mut().cast::<StackWalk>();
        if left > 0 {
            core::mem::transmute::<*const c_void, Send>((*own).send)(class, selector, left - 1, walk);
        } else {
            unwind_cost::walk_stack(&mut *own);
        }
        // The two calls must not be tail calls, because the walk counts a frame for each call.
        core::hint::black_box(left);
    }
}

//! A class of the agent's own, laid out as a compiler would.
//!
//! Its `+load` is the agent's start: the runtime attaches the categories of all images when it comes to the first image that has
//! a `+load`, so from there on the app's `+load`s, those of categories too, are found where they will be called.
//! A constructor alone would come before that.
//! Its other methods are what the hooks' cost is measured with.
//!
//! Invariant: no other code makes instances of it, and its name is private to the agent.

use core::arch::global_asm;
use core::ffi::c_void;

use crate::base::sys;
use crate::hooks::passing::{self, Send, Walk};
use crate::window::calibrate::nothing;
use crate::window::start;

global_asm!(
    r#"
    .section __TEXT,__objc_classname,cstring_literals
L_launchgate_name:
    .asciz "LaunchgateAgent"
    .section __TEXT,__objc_methname,cstring_literals
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

    .section __DATA,__objc_const
    .p2align 3
_launchgate_class_methods:
    .long 24, 6                             // the size of an entry, and how many there are
    .quad L_launchgate_load, L_launchgate_types, {load}
    .quad L_launchgate_nothing, L_launchgate_types, {nothing}
    .quad L_launchgate_alloc, L_launchgate_types, {nothing}
    .quad L_launchgate_init, L_launchgate_types, {nothing}
    .quad L_launchgate_walk, L_launchgate_types, {walk}
    .quad L_launchgate_hand_over, L_launchgate_types, _launchgate_hands_over
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
    nothing = sym nothing,
    walk = sym walk,
);

unsafe extern "C" fn load(_: sys::Class, _: sys::Sel) {
    start::initialise();
}

/// Sends itself `left` times through the walk's function; the innermost call walks the stack.
unsafe extern "C" fn walk(class: *mut c_void, selector: sys::Sel, left: usize, walk: *const c_void) {
    // SAFETY: the caller passes a walk of its own, and in it one of the functions that send.
    unsafe {
        let own = walk.cast_mut().cast::<Walk>();
        if left > 0 {
            core::mem::transmute::<*const c_void, Send>((*own).send)(class, selector, left - 1, walk);
        } else {
            passing::walk(&mut *own);
        }
        // Neither is a tail call: the walk counts a frame for each of these.
        core::hint::black_box(left);
    }
}

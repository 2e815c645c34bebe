//! Passes constants and callbacks to the assembly.

use core::arch::global_asm;
use core::mem::{offset_of, size_of};

use super::stubs::{
    CLAIM, CLAIMED, HANDED, HOOKS_SHIFT, HookedFunction, ORIGINALS, SELECTORS, hook_address_range,
    launchgate_claim,
};
use crate::base::layout::{
    FRESH, GROWTH_FULL, LONGER, META, META_BITS, META_STEP, MISS, MISS_FAR, MISS_KNOWN, MISS_NEAR, MISS_STEP,
    Node, NodeChunk, RecordingState, SKIPPED, ShadowFrame, TAG_BITS, TAGGED_KNOWN, TAIL, TOO_DEEP,
};
use crate::base::process::{CLOSED, REACHED};
use crate::hooks::entries::{ENTRIES, ENTRY_COUNT, EntryPoint};
use crate::hooks::work::{self as counted, NO_IMAGE};
use crate::hooks::{method_changes, nonlocal_exits, slow_paths};
use crate::threads::work::word_index;
use trace::WorkKind;

/// Creates a stub for each row of the table of work functions. In the assembly, the name of a kind of work is the index of its counter.
macro_rules! assemble {
    ($($name:literal $kind:ident $what:ident,)*) => {
        global_asm!(
            include_str!("send.s"),
            include_str!("work.s"),
            ".p2align 4\n.private_extern _launchgate_work\n_launchgate_work:\n.cfi_startproc\n.set Lwork, 8",
            $(concat!("WORK ", stringify!($what), ", {", stringify!($kind), "}, {memory_map}"),)*
            ".cfi_endproc\n.set Lwork, 8",
            $(concat!("RESULT ", stringify!($what), ", {", stringify!($kind), "}"),)*
            include_str!("beside.s"),
            hooks_shift = const HOOKS_SHIFT,
            state_original_send = const offset_of!(RecordingState, original_send),
            state_stack_low = const offset_of!(RecordingState, stack_low),
            state_stack_size = const offset_of!(RecordingState, stack_size),
            state_table = const offset_of!(RecordingState, table),
            state_spread = const offset_of!(RecordingState, spread),
            state_nobody = const offset_of!(RecordingState, nobody),
            state_next_node = const offset_of!(RecordingState, next_node),
            state_deepest = const offset_of!(RecordingState, deepest),
            state_threshold = const offset_of!(RecordingState, threshold),
            state_growth = const offset_of!(RecordingState, growth),
            state_tag = const offset_of!(RecordingState, tag),
            tag_low = const TAG_BITS & 0xffff,
            tag_high = const TAG_BITS >> 48,
            tagged_known = const TAGGED_KNOWN,
            state_in_signal = const offset_of!(RecordingState, in_signal),
            state_foreign = const offset_of!(RecordingState, foreign),
            state_too_deep = const offset_of!(RecordingState, too_deep),
            state_lost = const offset_of!(RecordingState, lost),
            frame_size = const size_of::<ShadowFrame>(),
            frame_sp = const offset_of!(ShadowFrame, sp),
            frame_node = const offset_of!(ShadowFrame, node),
            frame_start = const offset_of!(ShadowFrame, start),
            frame_state = const offset_of!(ShadowFrame, state),
            node_size = const size_of::<Node>(),
            node_hot = const offset_of!(Node, hot),
            node_successor = const offset_of!(Node, successor),
            node_calls = const offset_of!(Node, calls),
            node_total = const offset_of!(Node, total),
            node_limit = const offset_of!(Node, limit),
            node_parent = const offset_of!(Node, parent),
            entry_imp = const offset_of!(EntryPoint, original),
            entry_count = const ENTRY_COUNT,
            marks = const SKIPPED | TOO_DEEP,
            fresh = const FRESH,
            meta_bits = const META_BITS,
            meta_told = const META + META_STEP * MISS,
            state_root_meta = const offset_of!(RecordingState, root_meta),
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
            index_send = const HookedFunction::Send as usize * 8,
            index_super = const HookedFunction::Super as usize * 8,
            index_alloc = const HookedFunction::Alloc as usize * 8,
            index_alloc_zone = const HookedFunction::AllocWithZone as usize * 8,
            index_new = const HookedFunction::New as usize * 8,
            index_objc_catch = const HookedFunction::ObjcCatch as usize * 8,
            index_cxx_catch = const HookedFunction::CxxCatch as usize * 8,
            index_setjmp = const HookedFunction::Setjmp as usize * 8,
            index__setjmp = const HookedFunction::UnderscoreSetjmp as usize * 8,
            index_sigsetjmp = const HookedFunction::Sigsetjmp as usize * 8,
            index_longjmp = const HookedFunction::Longjmp as usize * 8,
            index__longjmp = const HookedFunction::UnderscoreLongjmp as usize * 8,
            index_siglongjmp = const HookedFunction::Siglongjmp as usize * 8,
            index_objc_personality = const HookedFunction::ObjcPersonality as usize * 8,
            index_cxx_personality = const HookedFunction::CxxPersonality as usize * 8,
            index_autorelease = const HookedFunction::AutoreleaseReturnValue as usize * 8,
            index_retain_autorelease = const HookedFunction::RetainAutoreleaseReturnValue as usize * 8,
            index_main = const HookedFunction::ApplicationMain as usize * 8,
            index_dispose = const HookedFunction::Dispose as usize * 8,
            index_swiftui_main = const HookedFunction::SwiftUiMain as usize * 8,
            index_delegate_main = const HookedFunction::DelegateMain as usize * 8,
            index_super_above = const HookedFunction::SuperAbove as usize * 8,
            index_lookup = const HookedFunction::Lookup as usize * 8,
            index_lookup_super = const HookedFunction::LookupSuper as usize * 8,
            index_dlsym = const HookedFunction::Dlsym as usize * 8,
            index_signpost = const HookedFunction::Signpost as usize * 8,
            index_swift_signpost = const HookedFunction::SwiftSignpost as usize * 8,
            index_swift_message = const HookedFunction::SwiftMessage as usize * 8,
            signpost = sym slow_paths::handle_signpost,
            swift_signpost = sym slow_paths::swift_signpost,
            create_log = sym slow_paths::create_log,
            looked_up = sym method_changes::LOOKED_UP,
            look_up = sym method_changes::look_up,
            exchange = sym method_changes::exchange_implementations,
            set = sym method_changes::set,
            replace = sym method_changes::replace_method,
            get = sym method_changes::get,
            get_of_class = sym method_changes::get_of_class,
            selector_alloc = const 0,
            selector_alloc_zone = const 8,
            selector_new = const 16,
            selector_init = const 24,
            slot = sym REACHED,
            closed = sym CLOSED,
            originals = sym ORIGINALS,
            selectors = sym SELECTORS,
            entries = sym ENTRIES,
            thread = sym slow_paths::handle_first_send,
            tagged = sym slow_paths::handle_tagged_send,
            node = sym slow_paths::handle_missing_node,
            event = sym slow_paths::handle_long_call,
            enter = sym slow_paths::handle_trampoline_call,
            dead = sym nonlocal_exits::handle_dead_frame,
            catch = sym nonlocal_exits::handle_catch,
            landing = sym nonlocal_exits::handle_landing_pad,
            setjmp = sym nonlocal_exits::handle_setjmp,
            longjmp = sym nonlocal_exits::handle_longjmp,
            main = sym slow_paths::main,
            dispose = sym slow_paths::handle_class_disposal,
            reached = sym REACHED,
            no_image = sym NO_IMAGE,
            state_outside = const offset_of!(RecordingState, outside_base),
            state_outside_words = const offset_of!(RecordingState, outside_words),
            chunk_work = const offset_of!(NodeChunk, work),
            missed = sym counted::handle_uncounted_request,
            code_find = const word_index(Some(WorkKind::CodeFind)),
            memory_map = const word_index(Some(WorkKind::MemoryMap)),
            FileOpen = const word_index(Some(WorkKind::FileOpen)),
            FileStat = const word_index(Some(WorkKind::FileStat)),
            FileRead = const word_index(Some(WorkKind::FileRead)),
            FileWrite = const word_index(Some(WorkKind::FileWrite)),
            FileMap = const word_index(Some(WorkKind::FileMap)),
            FileSync = const word_index(Some(WorkKind::FileSync)),
            FileChange = const word_index(Some(WorkKind::FileChange)),
            FileList = const word_index(Some(WorkKind::FileList)),
            MemoryAllocate = const word_index(Some(WorkKind::MemoryAllocate)),
            MemoryMap = const word_index(Some(WorkKind::MemoryMap)),
            CodeOpen = const word_index(Some(WorkKind::CodeOpen)),
            DatabaseOpen = const word_index(Some(WorkKind::DatabaseOpen)),
            DatabasePrepare = const word_index(Some(WorkKind::DatabasePrepare)),
            DatabaseStep = const word_index(Some(WorkKind::DatabaseStep)),
            DatabaseQuery = const word_index(Some(WorkKind::DatabaseQuery)),
            ParseJson = const word_index(Some(WorkKind::ParseJson)),
            ParsePlist = const word_index(Some(WorkKind::ParsePlist)),
            ParseImage = const word_index(Some(WorkKind::ParseImage)),
            QueueSync = const word_index(Some(WorkKind::QueueSync)),
            QueueAsync = const word_index(Some(WorkKind::QueueAsync)),
            QueueWait = const word_index(Some(WorkKind::QueueWait)),
            QueueMake = const word_index(Some(WorkKind::QueueMake)),
            ThreadMake = const word_index(Some(WorkKind::ThreadMake)),
            NetworkConnect = const word_index(Some(WorkKind::NetworkConnect)),
            NetworkResolve = const word_index(Some(WorkKind::NetworkResolve)),
            NetworkRequest = const word_index(Some(WorkKind::NetworkRequest)),
            KeychainAccess = const word_index(Some(WorkKind::KeychainAccess)),
            PreferencesRead = const word_index(Some(WorkKind::PreferencesRead)),
            PreferencesWrite = const word_index(Some(WorkKind::PreferencesWrite)),
            NotificationPost = const word_index(Some(WorkKind::NotificationPost)),
        );
    };
}
trace::work_functions!(assemble);

/// Returns the addresses at which hooks continue after calling Rust. For a call of Rust after the hooked call has returned, also
/// returns the first address at which x29 points at the hook's frame record. Rust is called between `SAVE` and `RESTORE` or similar
/// macros.
pub(crate) fn rust_calls() -> impl Iterator<Item = (usize, Option<usize>)> {
    // SAFETY: this is the agent's own code.
    let word = |at: usize| unsafe { *(at as *const u32) };
    hook_address_range().step_by(4).filter_map(move |at| {
        let instruction = word(at);
        let offset = (instruction << 6) as i32 >> 4;
        let target = at.wrapping_add_signed(offset as isize);
        let calls_rust = instruction >> 26 == CALL && target != launchgate_claim as *const () as usize;
        let is_event =
            instruction >> 26 == CALL && target == slow_paths::handle_long_call as *const () as usize;
        let made = || {
            (hook_address_range().start..at)
                .rev()
                .step_by(4)
                .map(|end| end - 3)
                .find(|at| word(*at) == MOV_X29_SP)
        };
        (calls_rust || instruction == CALL_X14)
            .then(|| (at + 4, is_event.then(made).flatten().map(|at| at + 4)))
    })
}

/// The six highest bits of the instruction `bl`.
const CALL: u32 = 0b10_0101;
/// `mov x29, sp`
const MOV_X29_SP: u32 = 0x9100_03fd;
/// `blr x14`
const CALL_X14: u32 = 0xd63f_01c0;

const _: () = assert!(SKIPPED == 1, "the assembly tests the lowest bit");
const _: () = assert!(size_of::<EntryPoint>() == 32, "the assembly shifts by 5");
const _: () = assert!(offset_of!(EntryPoint, flags) == offset_of!(EntryPoint, original) + 8);

//! Determines the kind of call in which the main thread waits, from the system functions on top of a sampled stack.
//!
//! The kind of a wait is determined by names of exported symbols. An internal function of the system gets the name of the exported symbol
//! before it, so the kind is an estimate. The waiting time itself is measured.

use crate::samples::{Frame, RunState, Samples, Stack};

/// The kind of call in which a thread waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WaitKind {
    /// The thread waits for a lock that a different thread holds.
    Lock,
    /// The thread waits for a condition variable.
    Condition,
    /// The thread waits for a semaphore or a dispatch group.
    Semaphore,
    /// The thread waits for a block on a dispatch queue.
    Queue,
    /// The thread waits for a one-time initialisation that a different thread executes.
    Once,
    /// The thread waits for an event of a run loop that the app's code runs.
    RunLoop,
    /// The thread waits for the reply of a different process.
    Message,
    /// The thread waits for a file.
    File,
    /// The thread waits for the network.
    Network,
    /// The thread waits for a page of memory to be read.
    PageFault,
    /// The thread waits for the end of a different thread.
    Thread,
    /// The thread waits for a period of time (sleeps).
    Sleep,
    /// The thread waits in a call of any other kind.
    Other,
    /// The thread is ready to run, and waits for a processor.
    Processor,
    /// The thread waits for an event of the main run loop. This time does not count as waiting.
    Idle,
}

gate_common::named!(WaitKind:
    Lock = "lock", Condition = "condition", Semaphore = "semaphore", Queue = "queue", Once = "once", RunLoop = "run loop",
    Message = "message", File = "file", Network = "network", PageFault = "page fault", Thread = "thread", Sleep = "sleep",
    Other = "other", Processor = "processor", Idle = "idle");

impl WaitKind {
    /// Returns whether an increase in waiting of this kind can be a finding. Waiting for a processor is not judged, because it depends on
    /// the other processes on the phone.
    pub fn is_judged(self) -> bool {
        !matches!(self, WaitKind::Processor | WaitKind::Idle)
    }
}

/// The beginnings of function names, each with the kind of event for which functions with this beginning always wait.
const FUNCTIONS: &[(&str, WaitKind)] = &[
    ("dispatch_once", WaitKind::Once),
    ("_dispatch_once", WaitKind::Once),
    ("pthread_once", WaitKind::Once),
    ("swift_once", WaitKind::Once),
    ("__cxa_guard_acquire", WaitKind::Once),
    ("dispatch_sync", WaitKind::Queue),
    ("_dispatch_sync", WaitKind::Queue),
    ("dispatch_barrier_sync", WaitKind::Queue),
    ("dispatch_async_and_wait", WaitKind::Queue),
    ("__DISPATCH_WAIT_FOR_QUEUE__", WaitKind::Queue),
    ("dispatch_apply", WaitKind::Queue),
    ("dispatch_semaphore_wait", WaitKind::Semaphore),
    ("_dispatch_semaphore_wait", WaitKind::Semaphore),
    ("dispatch_group_wait", WaitKind::Semaphore),
    ("_dispatch_group_wait", WaitKind::Semaphore),
    ("sem_wait", WaitKind::Semaphore),
    ("os_unfair_lock_lock", WaitKind::Lock),
    ("_os_unfair_lock_lock", WaitKind::Lock),
    ("pthread_mutex_lock", WaitKind::Lock),
    ("_pthread_mutex", WaitKind::Lock),
    ("pthread_rwlock", WaitKind::Lock),
    ("objc_sync_enter", WaitKind::Lock),
    ("CFRunLoop", WaitKind::RunLoop),
    ("_CFRunLoop", WaitKind::RunLoop),
    ("__CFRunLoop", WaitKind::RunLoop),
    ("getaddrinfo", WaitKind::Network),
    ("pthread_join", WaitKind::Thread),
];

/// The beginnings of the names of kernel calls. A call has the kind in this table unless one of its callers is in [`FUNCTIONS`] with a
/// different kind.
const CALLS: &[(&str, WaitKind)] = &[
    ("__ulock_wait", WaitKind::Lock),
    ("__psynch_mutexwait", WaitKind::Lock),
    ("__psynch_rw", WaitKind::Lock),
    ("__psynch_cvwait", WaitKind::Condition),
    ("semaphore_", WaitKind::Semaphore),
    ("__semwait_signal", WaitKind::Sleep),
    ("kevent", WaitKind::Queue),
    ("__workq_kernreturn", WaitKind::Queue),
    ("mach_msg", WaitKind::Message),
    ("thread_switch", WaitKind::Processor),
    ("swtch", WaitKind::Processor),
    ("__select", WaitKind::Network),
    ("select", WaitKind::Network),
    ("poll", WaitKind::Network),
    ("__connect", WaitKind::Network),
    ("connect", WaitKind::Network),
    ("__accept", WaitKind::Network),
    ("__recv", WaitKind::Network),
    ("recv", WaitKind::Network),
    ("__send", WaitKind::Network),
    ("send", WaitKind::Network),
    ("read", WaitKind::File),
    ("pread", WaitKind::File),
    ("write", WaitKind::File),
    ("pwrite", WaitKind::File),
    ("open", WaitKind::File),
    ("__open", WaitKind::File),
    ("close", WaitKind::File),
    ("stat", WaitKind::File),
    ("lstat", WaitKind::File),
    ("fstat", WaitKind::File),
    ("access", WaitKind::File),
    ("__fcntl", WaitKind::File),
    ("fsync", WaitKind::File),
    ("msync", WaitKind::File),
    ("__getdirentries", WaitKind::File),
    ("getattrlist", WaitKind::File),
    ("rename", WaitKind::File),
    ("unlink", WaitKind::File),
    ("mkdir", WaitKind::File),
    ("mmap", WaitKind::File),
    ("__mmap", WaitKind::File),
];

/// The number of callers of a waiting call that are searched for a function in `FUNCTIONS`. Up to four functions of libdispatch are between
/// the waiting call and the function that the app calls.
const CALLERS: usize = 5;

impl Samples {
    /// Returns the kind of call in which a sampled thread waited; `None` if the thread ran, or if its state was not recorded.
    pub fn wait_of(&self, stack: &Stack) -> Option<WaitKind> {
        match stack.state {
            RunState::Unknown | RunState::Ran => None,
            RunState::Ready => Some(WaitKind::Processor),
            RunState::Waited => Some(self.call_of(stack).unwrap_or(WaitKind::Other)),
            RunState::Blocked => Some(self.call_of(stack).unwrap_or(WaitKind::PageFault)),
        }
    }

    /// Returns the kind of the innermost call of a stack, if the kind is known.
    fn call_of(&self, stack: &Stack) -> Option<WaitKind> {
        let innermost = self.frames.get(stack.frame as usize);
        let all = std::iter::successors(innermost, |frame| self.frames.get(frame.parent? as usize));
        let is_system = |frame: &&Frame| self.image_of(frame).is_some_and(|image| image.system);
        let system: Vec<&Frame> = all.take_while(is_system).collect();
        let call = kind_in(CALLS, name_of(system.first()?));
        let caller = system.iter().take(CALLERS + 1).find_map(|frame| kind_in(FUNCTIONS, name_of(frame)));
        let is_dispatch =
            |frame: &&Frame| self.image_of(frame).is_some_and(|image| image.name() == "libdispatch.dylib");
        match caller.or(call)? {
            WaitKind::RunLoop if name_of(system.last()?).starts_with("UIApplicationMain") => {
                Some(WaitKind::Idle)
            }
            // Internal functions of libdispatch have no names. A wait in libdispatch is usually for a block on a queue, so an unnamed wait
            // in libdispatch counts as a wait for a block.
            WaitKind::Lock if caller.is_none() && system.iter().any(is_dispatch) => Some(WaitKind::Queue),
            kind => Some(kind),
        }
    }
}

fn name_of(frame: &Frame) -> &str {
    frame.nearest.as_ref().map_or("", |(name, _)| name)
}

fn kind_in(table: &[(&str, WaitKind)], name: &str) -> Option<WaitKind> {
    table.iter().find(|(beginning, _)| name.starts_with(beginning)).map(|(_, kind)| *kind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ns, SampledImage, Sampler, ThreadKind};

    /// Returns the kind of wait for a stack. Each frame of the stack is given as an image and a function, the innermost first.
    fn kind(state: RunState, functions: &[(&str, &str)]) -> Option<WaitKind> {
        let image = |&(image, _): &(&str, &str)| SampledImage {
            path: format!("/usr/lib/{image}").into(),
            uuid: trace::Uuid([0; 16]),
            system: image != "Shop",
            agent: false,
        };
        let count = functions.len() as u32;
        let frame = |(at, (_, name)): (usize, &(&str, &str))| Frame {
            parent: (at as u32 + 1 < count).then_some(at as u32 + 1),
            image: Some(at as u32),
            offset: 0x1000,
            nearest: Some(((*name).into(), 8)),
        };
        let stack = Stack {
            frame: 0,
            thread: ThreadKind::Main,
            context: None,
            phase: None,
            unsure: false,
            stall: false,
            cut: false,
            state,
            count: 1,
            time: Ns(5e6),
        };
        let sampler = Sampler {
            asked: Ns(5e6),
            used: Ns(5e6),
            taken: 1,
            dropped: 0,
            own: Ns(0.0),
            ended_by: trace::SamplingEnd::Window,
        };
        let samples = Samples {
            sampler,
            images: functions.iter().map(image).collect(),
            frames: functions.iter().enumerate().map(frame).collect(),
            contexts: Vec::new(),
            stacks: vec![stack],
            stalls: Vec::new(),
        };
        samples.wait_of(&samples.stacks[0])
    }

    /// The call stacks in this test are from published crash reports and samples.
    #[test]
    fn the_kind_of_waiting_is_determined_from_the_innermost_calls_of_a_stack() {
        const KERNEL: &str = "libsystem_kernel.dylib";
        const PTHREAD: &str = "libsystem_pthread.dylib";
        const DISPATCH: &str = "libdispatch.dylib";
        let app = ("Shop", "main");
        let waits = |functions: &[(&str, &str)]| kind(RunState::Waited, functions).map(WaitKind::name);
        let mutex = [(KERNEL, "__psynch_mutexwait"), (PTHREAD, "_pthread_mutex_firstfit_lock_wait"), app];
        assert_eq!(waits(&mutex), Some("lock"));
        let once =
            [(KERNEL, "__ulock_wait"), (DISPATCH, "_dlock_wait"), (DISPATCH, "_dispatch_once_wait"), app];
        assert_eq!(waits(&once), Some("once"));
        let nameless = [(KERNEL, "__ulock_wait"), (DISPATCH, "dispatch_workloop_create"), app];
        assert_eq!(waits(&nameless), Some("queue"));
        let semaphore = [(KERNEL, "semaphore_wait_trap"), (DISPATCH, "_dispatch_sema4_wait"), app];
        assert_eq!(waits(&semaphore), Some("semaphore"));
        let reply = [
            (KERNEL, "mach_msg2_trap"),
            ("libxpc.dylib", "xpc_connection_send_message_with_reply_sync"),
            app,
        ];
        assert_eq!(waits(&reply), Some("message"));
        let lock_in_once = [
            (KERNEL, "__ulock_wait2"),
            ("libsystem_platform.dylib", "_os_unfair_lock_lock_slow"),
            (DISPATCH, "dispatch_once_f"),
            app,
        ];
        assert_eq!(waits(&lock_in_once), Some("lock"));
        assert_eq!(waits(&[("Shop", "spin")]), Some("other"));
        assert_eq!(kind(RunState::Ran, &mutex), None);
        assert_eq!(kind(RunState::Unknown, &mutex), None);
        assert_eq!(kind(RunState::Ready, &[app]), Some(WaitKind::Processor));
        assert_eq!(kind(RunState::Blocked, &[app]), Some(WaitKind::PageFault));
        assert_eq!(kind(RunState::Blocked, &[(KERNEL, "pread"), app]), Some(WaitKind::File));
    }

    #[test]
    fn only_the_outermost_run_loop_counts_as_idle() {
        let top = [("libsystem_kernel.dylib", "mach_msg2_trap"), ("CoreFoundation", "CFRunLoopRunSpecific")];
        let main = [("UIKitCore", "UIApplicationMain"), ("Shop", "main")];
        let idle = [&top[..], &main[..]].concat();
        assert_eq!(kind(RunState::Waited, &idle), Some(WaitKind::Idle));
        let nested = [&top[..], &[("Shop", "-[Delegate wait]")], &main[..]].concat();
        assert_eq!(kind(RunState::Waited, &nested), Some(WaitKind::RunLoop));
    }
}

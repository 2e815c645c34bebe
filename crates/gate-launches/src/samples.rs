//! Contains the sampled call stacks of a launch, as the recorder wrote them. The samples contain no names of functions, but offsets in
//! images.
//!
//! Invariant: the parent of a frame or a context precedes it in its table, and every index is valid.

use std::sync::Arc;

use trace::{SamplingEnd, Uuid};

use super::{MethodId, Ns, PhaseId, ThreadKind};

/// The call stacks of one launch.
#[derive(Clone, Debug, PartialEq)]
pub struct Samples {
    pub sampler: Sampler,
    /// The images of the process, which frames refer to by index.
    pub images: Vec<SampledImage>,
    /// The sampled instructions and their callers, which form a tree.
    pub frames: Vec<Frame>,
    /// The calling contexts of the methods in which samples were taken. The contexts form a tree.
    pub contexts: Vec<CallingContext>,
    /// The sampled call stacks. Several equal samples are one row.
    pub stacks: Vec<Stack>,
    /// The long calls on the main thread, at most ten.
    pub stalls: Vec<Stall>,
}

/// The state of the threads during a stall, which is a call on the main thread that lasts for a long time.
#[derive(Clone, Debug, PartialEq)]
pub struct Stall {
    /// The threads that called methods; the main thread is the first.
    pub threads: Vec<StalledThread>,
}

/// A thread during a stall.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StalledThread {
    /// The name of the thread. If a thread has no name, the field contains `main` for the main thread, and the id for any other thread.
    pub name: Arc<str>,
    /// The index of the thread's stack in `Samples::stacks`.
    pub stack: u32,
    /// The index in `Stall::threads` of the thread that holds the lock for which this thread waits, if that thread is known.
    pub holder: Option<usize>,
    /// The names of the innermost functions of the app on the stack, the innermost first; empty until the functions are named.
    pub functions: Vec<String>,
    /// The module and the owner of the innermost function of the app.
    pub module: Option<String>,
    pub owner: Option<String>,
}

impl Stall {
    /// Returns the thread that holds the lock for which the main thread waits, if it is known.
    pub fn holder(&self) -> Option<&StalledThread> {
        self.threads.get(self.threads.first()?.holder?)
    }

    /// Returns threads that wait for each other in a ring (a deadlock). Each thread is followed by the thread that holds the lock for which
    /// it waits.
    pub fn ring(&self) -> Option<Vec<&StalledThread>> {
        (0..self.threads.len()).find_map(|first| {
            let next = |&at: &usize| self.threads[at].holder.filter(|&holder| holder != first);
            let ring: Vec<usize> =
                std::iter::successors(Some(first), next).take(self.threads.len()).collect();
            let is_closed = self.threads[*ring.last()?].holder == Some(first);
            is_closed.then(|| ring.into_iter().map(|at| &self.threads[at]).collect())
        })
    }
}

/// The settings and results of the sampler.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sampler {
    /// The sampling interval that the settings request.
    pub asked: Ns,
    /// The sampling interval that the recorder used at the end of the launch.
    pub used: Ns,
    /// Number of samples that were taken.
    pub taken: u64,
    /// Number of samples that did not fit in the recorder's memory.
    pub dropped: u64,
    /// The time that sampling itself took, which is not included in any cost.
    pub own: Ns,
    pub ended_by: SamplingEnd,
}

/// An image of the process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SampledImage {
    /// The path of the image on the device.
    pub path: Arc<str>,
    /// The UUID; zeros for an image without UUID.
    pub uuid: Uuid,
    /// Whether the image belongs to the system, so that only its exported symbols are known.
    pub system: bool,
    /// Whether the image is the agent.
    pub agent: bool,
}

impl SampledImage {
    /// Returns the last component of the path.
    pub fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or_default()
    }
}

/// An instruction: a call, or the instruction at which the thread was interrupted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The frame of the caller.
    pub parent: Option<u32>,
    /// The index of the image that contains the instruction.
    pub image: Option<u32>,
    /// The offset of the instruction from the image's load address; for an address outside of all images, the address itself.
    pub offset: u64,
    /// For images of the system, the nearest exported symbol and the offset from this symbol.
    pub nearest: Option<(Arc<str>, u64)>,
}

/// A calling context: a method and the calls that led to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallingContext {
    /// The calling context of the caller.
    pub parent: Option<u32>,
    pub method: MethodId,
    /// The index of the image that contains the method's implementation, and the offset of the implementation in this image.
    pub code: Option<(u32, u64)>,
}

/// Samples with the same stack.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stack {
    /// The index of the innermost frame of the stack.
    pub frame: u32,
    pub thread: ThreadKind,
    /// The index of the calling context of the innermost open method.
    pub context: Option<u32>,
    pub phase: Option<PhaseId>,
    /// Whether the caller of the innermost frame is uncertain.
    pub unsure: bool,
    /// Whether the stack was recorded because a call on the main thread lasted for a long time (a stall), and not at a sampling interval.
    pub stall: bool,
    /// Whether the outermost frames were cut off.
    pub cut: bool,
    pub state: RunState,
    /// Number of samples.
    pub count: u64,
    /// The time that the samples represent. For a stall, the field contains the time for which the long call had run when the stack was
    /// recorded.
    pub time: Ns,
}

/// The run state of a thread at a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunState {
    /// The recorder did not read the run state.
    Unknown,
    Ran,
    /// The thread waited for a processor.
    Ready,
    Waited,
    /// The thread waited and could not be interrupted.
    Blocked,
}

impl Samples {
    /// Returns the frames of a stack, the outermost first.
    pub fn frames_of(&self, stack: &Stack) -> Vec<u32> {
        path_from_root(stack.frame, |frame| self.frames.get(frame as usize).and_then(|frame| frame.parent))
    }

    /// Returns the calling contexts of the methods that were open when a stack was sampled, the outermost first.
    pub fn contexts_of(&self, stack: &Stack) -> Vec<u32> {
        let parent = |context: u32| self.contexts.get(context as usize).and_then(|context| context.parent);
        stack.context.map_or_else(Vec::new, |context| path_from_root(context, parent))
    }

    /// Returns the image of a frame.
    pub fn image_of(&self, frame: &Frame) -> Option<&SampledImage> {
        self.images.get(frame.image? as usize)
    }

    /// Replaces the ids of methods by the ids of a different table.
    pub(super) fn replace_method_ids(&mut self, methods: &[MethodId]) {
        for context in &mut self.contexts {
            context.method = methods[context.method.0 as usize];
        }
    }
}

/// Returns the rows of a tree from the root to `from`.
fn path_from_root(from: u32, parent: impl Fn(u32) -> Option<u32>) -> Vec<u32> {
    let mut rows: Vec<u32> = std::iter::successors(Some(from), |row| parent(*row)).collect();
    rows.reverse();
    rows
}

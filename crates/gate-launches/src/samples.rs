//! Call stacks that were sampled in a launch, as the recorder wrote them: places in images, without names of their own.
//!
//! Invariant: a frame's caller and a context's caller stand before it, and every index is one of its table.

use std::sync::Arc;

use trace::{SamplingEnd, Uuid};

use super::{MethodId, Ns, PhaseId, Thread};

/// The call stacks of one launch.
#[derive(Clone, Debug, PartialEq)]
pub struct Samples {
    /// How they were taken.
    pub sampler: Sampler,
    /// The images that frames lie in.
    pub images: Vec<SampledImage>,
    /// The places in the code, as a tree.
    pub frames: Vec<Frame>,
    /// The calls of methods in which samples fell, as a tree.
    pub contexts: Vec<Context>,
    /// The samples: equal ones are one row.
    pub stacks: Vec<Stack>,
}

/// How call stacks were sampled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sampler {
    /// The interval that the settings ask for.
    pub asked: Ns,
    /// The interval at the end.
    pub used: Ns,
    /// How many samples were taken.
    pub taken: u64,
    /// How many of them had no room.
    pub dropped: u64,
    /// The time that sampling took, which no cost holds.
    pub own: Ns,
    pub ended_by: SamplingEnd,
}

/// An image of the process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SampledImage {
    /// Its path on the device.
    pub path: Arc<str>,
    /// Its UUID; zeros if it has none.
    pub uuid: Uuid,
    /// The system's, so that its symbols are those that it exports.
    pub system: bool,
    /// The agent's own.
    pub agent: bool,
}

impl SampledImage {
    /// The last part of its path.
    pub fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or_default()
    }
}

/// A place in the code: an instruction that called, or at which the thread stood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The caller.
    pub parent: Option<u32>,
    /// The row of its image.
    pub image: Option<u32>,
    /// Its distance from the image's load address; without image the address.
    pub offset: u64,
    /// The nearest exported symbol and its offset, of the system's images.
    pub nearest: Option<(Arc<str>, u64)>,
}

/// A call of a method, by the calls above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Context {
    /// The call that it was made from.
    pub parent: Option<u32>,
    pub method: MethodId,
    /// The image and the offset of its implementation.
    pub code: Option<(u32, u64)>,
}

/// Samples with the same stack.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stack {
    /// The innermost frame.
    pub frame: u32,
    pub thread: Thread,
    /// The innermost call that was open.
    pub context: Option<u32>,
    pub phase: Option<PhaseId>,
    /// Whether the innermost frame's caller is in doubt.
    pub unsure: bool,
    /// Not a sample by time: the stack of a call that ran long.
    pub hang: bool,
    /// The outermost frames are missing.
    pub cut: bool,
    /// How many samples.
    pub count: u64,
    /// The time that they stand for; of a hang, how long the call had run.
    pub time: Ns,
}

impl Samples {
    /// The frames of a stack, the outermost first.
    pub fn frames_of(&self, stack: &Stack) -> Vec<u32> {
        up(stack.frame, |frame| self.frames.get(frame as usize).and_then(|frame| frame.parent))
    }

    /// The calls of methods that were open, the outermost first.
    pub fn contexts_of(&self, stack: &Stack) -> Vec<u32> {
        let parent = |context: u32| self.contexts.get(context as usize).and_then(|context| context.parent);
        stack.context.map_or_else(Vec::new, |context| up(context, parent))
    }

    /// The image of a frame.
    pub fn image_of(&self, frame: &Frame) -> Option<&SampledImage> {
        self.images.get(frame.image? as usize)
    }

    /// Gives the methods the ids of another table.
    pub(super) fn rename(&mut self, methods: &[MethodId]) {
        for context in &mut self.contexts {
            context.method = methods[context.method.0 as usize];
        }
    }
}

fn up(from: u32, parent: impl Fn(u32) -> Option<u32>) -> Vec<u32> {
    let mut rows: Vec<u32> = std::iter::successors(Some(from), |row| parent(*row)).collect();
    rows.reverse();
    rows
}

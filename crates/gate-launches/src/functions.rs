//! Groups the samples of a launch by function. The names of functions are the same across builds and contain no addresses.
//!
//! Invariant: rows are sorted by (node, function, waiting), and each key occurs once; the samples of a node are the sum of its rows.

use std::sync::Arc;

use crate::WaitKind;

/// A function, with an identity that is the same in every build.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Function {
    /// The module to which the function belongs, or its image if the module is unknown.
    pub module: Arc<str>,
    /// The readable name, without the parts that the compiler changes from build to build.
    pub name: Arc<str>,
    pub kind: FunctionKind,
    /// The short name for display.
    pub short: Arc<str>,
    /// The source file of the function.
    pub file: Option<Arc<str>>,
    /// The person or team that owns the function.
    pub owner: Option<Arc<str>>,
    /// The function into which the function's code was inlined. For a closure, the field contains the function around the closure. For a
    /// function that has its own code, the field is `None`.
    pub within: Option<Arc<Function>>,
}

/// The identity of a function across builds.
///
/// Overloads in C++ have the same short name and different whole names, so they are different functions.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FunctionId {
    /// The module to which the function belongs, or its image if the module is unknown.
    pub module: Arc<str>,
    /// The full readable name.
    pub name: Arc<str>,
}

impl Function {
    /// Returns the identity of the function.
    pub fn id(&self) -> FunctionId {
        FunctionId { module: Arc::clone(&self.module), name: Arc::clone(&self.name) }
    }

    /// Creates an entry for code without a name.
    pub fn new_unnamed(kind: FunctionKind, module: Arc<str>) -> Function {
        Function { module, name: "".into(), kind, short: "".into(), file: None, owner: None, within: None }
    }
}

/// The kind of code of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FunctionKind {
    /// A function of the app.
    App,
    /// A static initialiser of the app. The system calls the function before `main`, when it loads the function's image.
    Initialiser,
    /// A function of the system that no function of the app called. The function is identified only by its image.
    System,
    /// A method in which samples were taken. This kind is used for the method's own code, and in the field `within` of functions that were
    /// inlined into the method.
    Method,
    /// All functions of a module that are too small for separate rows, as one sum.
    Others,
}

gate_common::named!(FunctionKind: App = "app", Initialiser = "initialiser", System = "system", Method = "method", Others = "others");

/// A measured time that samples divide among functions.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SampledScope {
    /// The self time of the method with this name on the main thread.
    Method(Arc<str>),
    /// The time outside Objective-C in the phase with this name.
    Outside(Arc<str>),
}

/// The number of samples of a function in a node.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SampledFunction {
    pub node: SampledScope,
    /// The function; `None` means the method itself.
    pub function: Option<Arc<Function>>,
    /// The kind of system call in which the main thread waited; `None` if the thread ran, or if its state was not recorded.
    pub waiting: Option<WaitKind>,
    /// The most sampled line of the function, and then, for each function that contains it, the line at which it is inlined. `None` means
    /// an unknown line.
    pub lines: Vec<Option<u32>>,
    pub samples: u64,
}

/// The functions that samples of one launch found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LaunchFunctions {
    pub seen: Vec<SampledFunction>,
    /// The images of the app without symbols, with name and UUID.
    pub missing: Arc<[(String, String)]>,
    /// The waiting time of the main thread, by phase and kind; `None` if the recorder did not read run states, which does not mean that the
    /// thread did not wait.
    pub waits: Option<Vec<PhaseWait>>,
}

/// The time for which the main thread waited in calls of one kind during a phase, in whole nanoseconds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PhaseWait {
    pub phase: Arc<str>,
    pub kind: WaitKind,
    pub ns: u64,
}

//! What the samples of a launch found, by function: names that hold across builds, and no addresses.
//!
//! Invariant: rows are sorted by (node, function), each once; what is sampled in a node is shared out among its rows and nothing else.

use std::sync::Arc;

/// A function, the same in every build.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Function {
    /// The module that owns it; else its image.
    pub module: Arc<str>,
    /// Its readable name, without what one build's compiler made of it.
    pub name: Arc<str>,
    /// What kind of code it is.
    pub kind: FunctionKind,
    /// The name for people.
    pub short: Arc<str>,
    /// The source file.
    pub file: Option<Arc<str>>,
    /// The person or team to ask.
    pub owner: Option<Arc<str>>,
    /// The function that its code was put into here, of a closure the one that it is written in; none of one with code of its own.
    pub within: Option<Arc<Function>>,
}

/// The identity of a function across builds.
///
/// Overloads in C++ share a short name and differ in the whole one, so they are functions of their own.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FunctionId {
    /// The module that owns the function; else its image.
    pub module: Arc<str>,
    /// The whole readable name.
    pub name: Arc<str>,
}

impl Function {
    /// Returns the identity of the function.
    pub fn id(&self) -> FunctionId {
        FunctionId { module: Arc::clone(&self.module), name: Arc::clone(&self.name) }
    }

    /// What stands for something that has no name of its own.
    pub fn nameless(kind: FunctionKind, module: Arc<str>) -> Function {
        Function { module, name: "".into(), kind, short: "".into(), file: None, owner: None, within: None }
    }
}

/// What kind of code a function is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FunctionKind {
    /// The app's own.
    App,
    /// What runs before `main` because its file is linked in.
    Initialiser,
    /// The system's, with no function of the app above it; told by its image.
    System,
    /// Not a function, but the method in which it was seen: what was put into its code lies within it.
    Method,
    /// Functions of the module that are too small to be told by themselves.
    Others,
}

gate_common::named!(FunctionKind: App = "app", Initialiser = "initialiser", System = "system", Method = "method", Others = "others");

/// Where an exact time is divided among functions.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Node {
    /// A method's own time on the main thread, by its name.
    Method(Arc<str>),
    /// What a phase spent outside Objective-C, by its name.
    Outside(Arc<str>),
}

/// How often a function was seen in a node.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Seen {
    pub node: Node,
    /// What; none is the method itself.
    pub function: Option<Arc<Function>>,
    /// The line at which it was seen most, then that of each function that it lies within, at what was put into it; where they are known.
    pub lines: Vec<Option<u32>>,
    /// In how many samples.
    pub samples: u64,
}

/// The functions of one launch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Functions {
    pub seen: Vec<Seen>,
    /// Images of the app of which no symbols were found: name and UUID.
    pub missing: Arc<[(String, String)]>,
}

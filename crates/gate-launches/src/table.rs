//! Contains the table of the names of methods, modules and images, which several launches share. Each name is stored once, and launches
//! contain the id of the name.
//!
//! Invariant: a [`MethodId`] or [`PathId`] is used only with the [`MethodTable`] that returned it.

use std::sync::Arc;

use hashbrown::{HashMap, HashSet};

/// The id of a method in a [`MethodTable`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MethodId(pub u32);

/// The id of a call path in a [`MethodTable`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PathId(pub u32);

/// A method with its module and its owner.
#[derive(Clone, Debug, PartialEq)]
pub struct Method {
    /// The name in Objective-C notation, such as `-[Cart reload]`, which identifies the method in base and head.
    pub name: Arc<str>,
    /// The module to which the method belongs; `None` before attribution.
    pub module: Option<Arc<str>>,
    /// The team or person that owns the method; `None` before attribution.
    pub owner: Option<Arc<str>>,
    /// The image (executable, framework, dylib) that contains the method, if the recorder recorded the image.
    pub image: Option<Arc<str>>,
    /// Whether the method belongs to the system, and not to the app's bundle.
    pub system: bool,
}

/// The methods and call paths of launches that were read together.
#[derive(Clone, Debug, Default)]
pub struct MethodTable {
    methods: Vec<Method>,
    by_name: HashMap<Arc<str>, MethodId>,
    paths: Vec<Arc<[MethodId]>>,
    by_path: HashMap<Arc<[MethodId]>, PathId>,
    shared: HashSet<Arc<str>>,
    /// The index of the next expected method, provided that the launch has its methods in the order of the previous launch.
    next: usize,
}

impl MethodTable {
    /// Returns the methods in the order of their ids.
    pub fn methods(&self) -> impl ExactSizeIterator<Item = (MethodId, &Method)> {
        self.methods.iter().enumerate().map(|(i, m)| (MethodId(i as u32), m))
    }

    /// Calls `decide` for each method to set its module and owner. Names are keys of the table, so a name that `decide` changes is
    /// restored.
    pub fn set_owners(&mut self, mut decide: impl FnMut(&mut Method)) {
        for method in &mut self.methods {
            let name = Arc::clone(&method.name);
            decide(method);
            method.name = name;
        }
    }

    /// Returns the number of methods, which is larger than all ids.
    pub fn len(&self) -> usize {
        self.methods.len()
    }

    /// Returns whether the table has no method.
    pub fn is_empty(&self) -> bool {
        self.methods.is_empty()
    }

    /// Returns the method with this id.
    pub fn method(&self, id: MethodId) -> &Method {
        &self.methods[id.0 as usize]
    }

    /// Returns the id of the method with this name, if a launch called it.
    pub fn find(&self, name: &str) -> Option<MethodId> {
        self.by_name.get(name).copied()
    }

    /// Returns the callers on a path, the root first, without the method itself.
    pub fn path(&self, id: PathId) -> &[MethodId] {
        &self.paths[id.0 as usize]
    }

    /// Returns the id of the method with this name, and adds the method if it is new.
    pub fn intern(&mut self, name: &str) -> MethodId {
        let is_next = self.methods.get(self.next).is_some_and(|next| *next.name == *name);
        let known = if is_next { Some(MethodId(self.next as u32)) } else { self.by_name.get(name).copied() };
        let id = known.unwrap_or(MethodId(self.methods.len() as u32));
        self.next = id.0 as usize + 1;
        if known.is_some() {
            return id;
        }
        let name: Arc<str> = name.into();
        self.by_name.insert(Arc::clone(&name), id);
        self.methods.push(Method { name, module: None, owner: None, image: None, system: false });
        id
    }

    /// Reserves space for this many more methods.
    pub(super) fn reserve(&mut self, methods: usize) {
        self.methods.reserve(methods);
        self.by_name.reserve(methods);
    }

    /// Returns a shared copy of a text that many methods have: the name of a module, owner or image.
    pub fn share_text(&mut self, text: &str) -> Arc<str> {
        Arc::clone(self.shared.get_or_insert_with(text, |text| text.into()))
    }

    /// Returns the method with this id as a mutable reference, so that unknown fields can be set.
    pub(super) fn method_mut(&mut self, id: MethodId) -> &mut Method {
        &mut self.methods[id.0 as usize]
    }

    /// Returns the id of a method as [`MethodTable::intern`] does, and sets unknown fields of the method from `known`.
    pub fn intern_method(&mut self, known: &Method) -> MethodId {
        let id = self.intern(&known.name);
        let method = &mut self.methods[id.0 as usize];
        for (have, new) in [
            (&mut method.module, &known.module),
            (&mut method.owner, &known.owner),
            (&mut method.image, &known.image),
        ] {
            if have.is_none() {
                have.clone_from(new);
            }
        }
        method.system |= known.system;
        id
    }

    /// Returns the id of a path, and adds the path if it is new.
    pub fn intern_path(&mut self, path: &[MethodId]) -> PathId {
        if let Some(&id) = self.by_path.get(path) {
            return id;
        }
        let id = PathId(self.paths.len() as u32);
        let path: Arc<[MethodId]> = path.into();
        self.by_path.insert(Arc::clone(&path), id);
        self.paths.push(path);
        id
    }

    /// Returns the id of `path` extended by one caller.
    pub(crate) fn extend_path(&mut self, path: Option<PathId>, caller: MethodId) -> PathId {
        let mut longer = Vec::new();
        longer.extend_from_slice(path.map_or(&[][..], |path| self.path(path)));
        longer.push(caller);
        self.intern_path(&longer)
    }

    /// Adds the methods and paths of the table `other`. Returns the new ids, indexed by the ids in `other`.
    pub fn absorb(&mut self, other: &MethodTable) -> (Vec<MethodId>, Vec<PathId>) {
        let methods: Vec<MethodId> = other.methods.iter().map(|m| self.intern_method(m)).collect();
        let mut moved = Vec::new();
        let paths = other
            .paths
            .iter()
            .map(|path| {
                moved.clear();
                moved.extend(path.iter().map(|id| methods[id.0 as usize]));
                self.intern_path(&moved)
            })
            .collect();
        (methods, paths)
    }
}

//! The names that all launches of a run share: each is stored once, launches hold its number.
//!
//! Invariant: a [`MethodId`] or [`PathId`] is only ever looked up in the [`Table`] that gave it.

use std::sync::Arc;

use hashbrown::{HashMap, HashSet};

/// The number of a method in a [`Table`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MethodId(pub u32);

/// The number of a call path in a [`Table`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PathId(pub u32);

/// A method, and who answers for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Method {
    /// As Objective-C writes it: `-[Cart reload]`.
    /// It is the method's identity, on both sides of a comparison.
    pub name: Arc<str>,
    /// The module that owns it, once somebody knows it.
    pub module: Option<Arc<str>>,
    /// The team or person to ask, once somebody knows it.
    pub owner: Option<Arc<str>>,
    /// The image (executable, framework, dylib) that implements it, where the recorder knew it.
    pub image: Option<Arc<str>>,
    /// Implemented by the system and not by the app's bundle.
    pub system: bool,
}

/// Every method and every call path of a run of launches.
#[derive(Clone, Debug, Default)]
pub struct Table {
    methods: Vec<Method>,
    by_name: HashMap<Arc<str>, MethodId>,
    paths: Vec<Arc<[MethodId]>>,
    by_path: HashMap<Arc<[MethodId]>, PathId>,
    shared: HashSet<Arc<str>>,
    /// The method that is named next, if this launch names its methods in the order of the one before.
    next: usize,
}

impl Table {
    /// The methods in the order of their ids.
    pub fn methods(&self) -> impl ExactSizeIterator<Item = (MethodId, &Method)> {
        self.methods.iter().enumerate().map(|(i, m)| (MethodId(i as u32), m))
    }

    /// The methods, to say whose they are.
    /// Their names stay as they are: they are the keys.
    pub fn attribute(&mut self, mut decide: impl FnMut(&mut Method)) {
        for method in &mut self.methods {
            let name = Arc::clone(&method.name);
            decide(method);
            method.name = name;
        }
    }

    /// How many methods there are; ids are below it.
    pub fn len(&self) -> usize {
        self.methods.len()
    }

    /// Whether there is no method.
    pub fn is_empty(&self) -> bool {
        self.methods.is_empty()
    }

    /// The method with this id.
    pub fn method(&self, id: MethodId) -> &Method {
        &self.methods[id.0 as usize]
    }

    /// The method of this name, if any launch called it.
    pub fn find(&self, name: &str) -> Option<MethodId> {
        self.by_name.get(name).copied()
    }

    /// The callers on a path, the root first, without the method itself.
    pub fn path(&self, id: PathId) -> &[MethodId] {
        &self.paths[id.0 as usize]
    }

    /// The id of the method with this name, which is new if need be.
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

    /// Makes room for this many more methods at once.
    pub(super) fn reserve(&mut self, methods: usize) {
        self.methods.reserve(methods);
        self.by_name.reserve(methods);
    }

    /// One text for all who say the same: modules, owners, images.
    pub fn share(&mut self, text: &str) -> Arc<str> {
        Arc::clone(self.shared.get_or_insert_with(text, |text| text.into()))
    }

    /// The method with this id, to fill what is not known of it yet.
    pub(super) fn method_mut(&mut self, id: MethodId) -> &mut Method {
        &mut self.methods[id.0 as usize]
    }

    /// As [`Table::intern`], and what is known of the method fills what is not known yet.
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

    /// The id of a path, which is new if need be.
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

    /// The path that goes one call further than another.
    pub(crate) fn extend_path(&mut self, path: Option<PathId>, caller: MethodId) -> PathId {
        let mut longer = Vec::new();
        longer.extend_from_slice(path.map_or(&[][..], |path| self.path(path)));
        longer.push(caller);
        self.intern_path(&longer)
    }

    /// Takes another table in: the new ids of its methods and of its paths, by their old ones.
    pub fn absorb(&mut self, other: &Table) -> (Vec<MethodId>, Vec<PathId>) {
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

//! Finds the object and source files of methods and classes by name.

use std::borrow::Cow;
use std::collections::HashMap;

use hashbrown::DefaultHashBuilder;

use super::swift_methods;
use crate::symbols::demangle;

/// The files from which a symbol was compiled.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct CompiledFrom {
    /// The path of the object file. If the file is in an archive, the path contains the archive, as in `…/libPayments.a(Cart.o)`.
    pub object: String,
    /// The source file, if a map contains it.
    pub source: Option<String>,
}

/// Indices or line numbers by name, in a map that can be serialized.
type IndexByName = HashMap<String, u32, DefaultHashBuilder>;

/// The contents of one or several maps, by the names that the recorder uses.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Symbols {
    places: Vec<CompiledFrom>,
    /// The methods, named without their categories, because the run time does not know the names of categories.
    methods: IndexByName,
    classes: IndexByName,
    /// The line of a method in its source file, counted from 1.
    lines: IndexByName,
}

/// The prefixes of the names of classes in symbol tables.
const CLASS: [&str; 2] = ["_OBJC_CLASS_$_", "_OBJC_METACLASS_$_"];

impl Symbols {
    /// Adds files to which symbols can be assigned, and returns their index.
    pub(crate) fn add_place(&mut self, place: CompiledFrom) -> u32 {
        self.places.push(place);
        (self.places.len() - 1) as u32
    }

    /// Assigns a symbol to files, if it is a method or a class. If two symbols have the same name, the first is used.
    pub(crate) fn add_symbol(&mut self, symbol: &str, place: u32) {
        if symbol.starts_with("-[") || symbol.starts_with("+[") {
            self.methods.entry(method_key(symbol)).or_insert(place);
        } else if let Some(class) = CLASS.iter().find_map(|prefix| symbol.strip_prefix(prefix)) {
            self.classes.entry(one_name(class)).or_insert(place);
        } else if symbol.ends_with("To") {
            self.add_thunk(symbol, place, None);
        }
    }

    /// Assigns a method or the method of a thunk to files, and sets the method's line. If two methods have the same name, the first is
    /// used.
    pub(super) fn add_method(&mut self, symbol: &str, place: u32, line: Option<u32>) {
        if !symbol.starts_with(['-', '+']) {
            return self.add_thunk(symbol, place, line);
        }
        let key = method_key(symbol);
        if let Some(line) = line {
            self.lines.entry(key.clone()).or_insert(line);
        }
        self.methods.entry(key).or_insert(place);
    }

    /// Assigns a Swift method to files by the thunk that Objective-C calls. Assigns the method's class too, unless the class already has
    /// files.
    fn add_thunk(&mut self, thunk: &str, place: u32, line: Option<u32>) {
        let Some((class, method)) = swift_methods::method_of_thunk(thunk) else {
            return;
        };
        if let Some(line) = line {
            self.lines.entry(method.clone()).or_insert(line);
        }
        self.methods.entry(method).or_insert(place);
        // A thunk of a class that is not written in Swift only belongs to an extension of that class.
        if class.contains('.') {
            self.classes.entry(class).or_insert(place);
        }
    }

    /// Returns the line of a method, if a map has it.
    pub fn line(&self, method: &str) -> Option<u32> {
        self.lines.get(&*runtime_name(method)).copied().filter(|line| *line > 0)
    }

    /// Adds the contents of another map; known names are not changed.
    pub fn add(&mut self, other: Symbols) {
        let first = self.places.len() as u32;
        self.places.extend(other.places);
        for (name, place) in other.methods {
            self.methods.entry(name).or_insert(first + place);
        }
        for (name, line) in other.lines {
            self.lines.entry(name).or_insert(line);
        }
        for (name, place) in other.classes {
            self.classes.entry(name).or_insert(first + place);
        }
    }

    /// Returns whether no name has been assigned to files.
    pub(super) fn is_empty(&self) -> bool {
        self.methods.is_empty() && self.classes.is_empty()
    }

    /// Returns whether any class satisfies `is`.
    pub(super) fn any_class(&self, is: impl Fn(&str) -> bool) -> bool {
        self.classes.keys().any(|class| is(class))
    }

    /// Returns whether any files satisfy `is`.
    pub(super) fn any_place(&self, is: impl Fn(&CompiledFrom) -> bool) -> bool {
        self.places.iter().any(is)
    }

    /// Returns the files of a method; a method that no map contains has the files of its class.
    pub fn find(&self, method: &str) -> Option<&CompiledFrom> {
        let place = match self.methods.get(&*runtime_name(method)) {
            Some(place) => place,
            None => self.classes.get(&*one_name(super::class_of(method)?))?,
        };
        self.places.get(*place as usize)
    }
}

/// Returns the name of a class in the run time, such as `Runner.AppDelegate`, for any of its mangled names.
fn one_name(class: &str) -> String {
    demangle::class_name(class).unwrap_or_else(|| class.to_owned())
}

fn method_key(method: &str) -> String {
    let method = without_category(method);
    match runtime_name(&method) {
        Cow::Owned(shown) => shown,
        Cow::Borrowed(_) => method,
    }
}

/// Returns a method with the name that its class has in the run time.
fn runtime_name(method: &str) -> Cow<'_, str> {
    match method.get(2..5) {
        Some("_Tt") => Cow::Owned(demangle::full_method(method)),
        _ => Cow::Borrowed(method),
    }
}

/// Removes the category from a method's name, as in `-[Cart reload]` for `-[Cart(Pay) reload]`.
fn without_category(symbol: &str) -> String {
    let class_end = symbol.find(' ').unwrap_or(symbol.len());
    match symbol[..class_end].find('(') {
        Some(open) => format!("{}{}", &symbol[..open], &symbol[class_end..]),
        None => symbol.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names are as linkers write them, with an underscore, and as in debug information, in every mangling.
    #[test]
    fn a_swift_class_is_found_by_each_of_its_names() {
        let mut symbols = Symbols::default();
        let place = |file: &str| CompiledFrom { object: file.to_owned(), source: None };
        for (symbol, file) in [
            ("_$s3App4CartC6reloadyyFTo", "cart"),
            ("__T03App4PageC6reloadyyFTo", "page"),
            ("_T03App4MenuC6reloadyyFTo", "menu"),
            ("_OBJC_CLASS_$__TtC3App4List", "list"),
            ("_OBJC_CLASS_$__TtC3AppP33_0123456789ABCDEF0123456789ABCDEF4Note", "note"),
            ("_$s3App4Pile33_0123456789ABCDEF0123456789ABCDEFLLC6reloadyyFTo", "pile"),
            ("_OBJC_CLASS_$_$s3App4Heap33_0123456789ABCDEF0123456789ABCDEFLLC", "heap"),
            ("-[_TtC3App4Shop open]", "shop"),
        ] {
            let row = symbols.add_place(place(file));
            symbols.add_symbol(symbol, row);
        }
        for (method, file) in [
            ("-[App.Cart reload]", Some("cart")),
            ("-[_TtC3App4Cart reload]", Some("cart")),
            ("-[App.Cart other]", Some("cart")),
            ("-[App.Page reload]", Some("page")),
            ("-[App.Menu reload]", Some("menu")),
            ("-[App.List other]", Some("list")),
            ("-[_TtC3App4List other]", Some("list")),
            ("-[App.Shop open]", Some("shop")),
            ("-[_TtC3AppP33_0123456789ABCDEF0123456789ABCDEF4Note open]", Some("note")),
            ("-[_TtC3AppP33_0123456789ABCDEF0123456789ABCDEF4Pile reload]", Some("pile")),
            ("-[App.Pile other]", Some("pile")),
            ("-[App.Heap other]", Some("heap")),
            ("-[_TtC3App4Shop open]", Some("shop")),
            ("-[App.Shop other]", None),
        ] {
            assert_eq!(symbols.find(method).map(|place| &*place.object), file, "{method}");
        }
    }
}

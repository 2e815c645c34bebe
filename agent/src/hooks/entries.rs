//! The app's entry points: methods that the system calls without a pointer that the agent could replace, so their IMPs are replaced by
//! trampolines.
//!
//! The module `entries` owns the table of trampolines, and selects the methods that get a trampoline. Invariant: an entry is complete
//! before its trampoline becomes an IMP, and after that only the field `original` of the entry changes (`method_changes`). The agent
//! restores an IMP only if it is still the trampoline.

use core::ffi::{CStr, c_uint};
use core::sync::atomic::{AtomicUsize, Ordering};

use crate::base::global::TryLock;
use crate::base::notes::store_note;
use crate::base::sys;
use crate::hooks::app_images;
use crate::hooks::hook::trampoline_address;
use crate::hooks::images::{Image, path_of};
use crate::hooks::load_methods::{self, LoadMethod};
use crate::hooks::patch;
use trace::Text;

/// The largest number of entry points.
pub(crate) const ENTRY_COUNT: usize = 768;

/// A method whose IMP was replaced by a trampoline.
#[repr(C)]
pub(crate) struct EntryPoint {
    /// The class that implements the method (the metaclass, for a `+` method).
    pub class: AtomicUsize,
    pub selector: AtomicUsize,
    /// The original IMP of the method.
    pub original: AtomicUsize,
    /// The flags of the entry. Bit 0 means that Rust is called for every call, including calls through a hook; the other bits are the
    /// [`EntryPointRole`].
    pub flags: AtomicUsize,
}

/// The role of an entry point, which determines the reaction of the agent to its calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(usize)]
pub(crate) enum EntryPointRole {
    /// The method is only timed.
    Plain = 0,
    /// An initialiser of UIViewController; the entry points of the new object's class are then hooked.
    Initialiser = 1,
    /// A method that sets the delegate of the application or of a scene; the entry points of the delegate's class are then hooked.
    SetDelegate = 2,
    /// `application:didFinishLaunchingWithOptions:`
    DidFinishLaunching = 3,
    /// `loadView`
    LoadView = 4,
    /// `viewDidLoad`
    ViewDidLoad = 5,
    /// `viewWillAppear:`
    ViewWillAppear = 6,
    /// `viewDidAppear:`
    ViewDidAppear = 7,
    /// A `+load` method: a class may have several, so the node of a `+load` is identified by its entry.
    Load = 8,
    /// The creation of the application object.
    Application = 9,
}

impl EntryPointRole {
    fn from_flags(flags: usize) -> EntryPointRole {
        const ALL: [EntryPointRole; 10] = [
            EntryPointRole::Plain,
            EntryPointRole::Initialiser,
            EntryPointRole::SetDelegate,
            EntryPointRole::DidFinishLaunching,
            EntryPointRole::LoadView,
            EntryPointRole::ViewDidLoad,
            EntryPointRole::ViewWillAppear,
            EntryPointRole::ViewDidAppear,
            EntryPointRole::Load,
            EntryPointRole::Application,
        ];
        ALL.get(flags >> 1).copied().unwrap_or(EntryPointRole::Plain)
    }

    /// Returns whether Rust must be called for every return of a method with this role.
    pub(crate) fn is_watched(self) -> bool {
        matches!(
            self,
            EntryPointRole::DidFinishLaunching
                | EntryPointRole::LoadView
                | EntryPointRole::ViewDidLoad
                | EntryPointRole::ViewWillAppear
                | EntryPointRole::ViewDidAppear
        )
    }
}

impl EntryPoint {
    const fn empty() -> EntryPoint {
        EntryPoint {
            class: AtomicUsize::new(0),
            selector: AtomicUsize::new(0),
            original: AtomicUsize::new(0),
            flags: AtomicUsize::new(0),
        }
    }

    /// Returns the key that the nodes of this entry have in place of a class.
    pub(crate) fn class_key(&self) -> usize {
        if self.role() == EntryPointRole::Load {
            // The key is the entry's number, so that the position of a node in the table does not depend on the agent's address.
            let at = self as *const EntryPoint as usize - ENTRIES.as_ptr() as usize;
            (at / size_of::<EntryPoint>()) << 3 | KEYED
        } else {
            self.class.load(Ordering::Relaxed)
        }
    }

    pub(crate) fn role(&self) -> EntryPointRole {
        EntryPointRole::from_flags(self.flags.load(Ordering::Relaxed))
    }
}

/// A bit of a node's class that is set if the value identifies a record of the agent instead of a class; classes are aligned to 8.
pub(crate) const KEYED: usize = 4;

/// Returns the entry that a node has in place of a class, or `None` if the node has a class.
pub(crate) fn find_by_key(key: usize) -> Option<&'static EntryPoint> {
    // The keys of other records are addresses, which are larger than the number of any entry.
    if key & KEYED == 0 { None } else { ENTRIES.get(key >> 3) }
}

/// Returns the class of a node while the window is open; null if the class was disposed of.
pub(crate) fn class_of_key(key: usize) -> sys::Class {
    match find_by_key(key) {
        Some(entry) => entry.class.load(Ordering::Relaxed) as sys::Class,
        None if key & KEYED != 0 => core::ptr::null_mut(),
        None => key as sys::Class,
    }
}

/// The table that the trampolines index.
pub(crate) static ENTRIES: [EntryPoint; ENTRY_COUNT] = [const { EntryPoint::empty() }; ENTRY_COUNT];
static USED: AtomicUsize = AtomicUsize::new(0);
/// The lock for changing the method of a trampoline and for restoring all of them.
pub(crate) static LOCK: TryLock = TryLock::new();
/// For each entry that was changed in an image's data: the address of its trampoline pointer, valid until the runtime sorts the method
/// list.
static WORDS: [AtomicUsize; ENTRY_COUNT] = [const { AtomicUsize::new(0) }; ENTRY_COUNT];

/// Hooks every `+load` of an image's classes and categories. libobjc already knows the images that are loaded at the start, and has
/// attached their categories; libobjc does not know an image yet that is loaded later.
pub(crate) fn hook_loads(image: Image, is_known: bool) {
    for list in image.sections(b"__objc_nlclslist") {
        for &class in list {
            let class = class as sys::Class;
            // SAFETY: the linker's lists hold compiled classes.
            match unsafe { load_methods::is_realised(class) } {
                true => hook_loads_of(class),
                // SAFETY: the class is in the linker's lists, which are compiled into the image.
                false => hook_load(unsafe { load_methods::of_class(class) }),
            }
        }
    }
    for list in image.sections(b"__objc_nlcatlist") {
        for &category in list {
            if !is_known {
                // SAFETY: the linker's lists hold compiled categories.
                hook_load(unsafe { load_methods::of_category(category) });
                continue;
            }
            // SAFETY: a category begins with its name and its class, in every runtime since 2007.
            let class = unsafe { *(category as *const sys::Class).add(1) };
            if realise_class(class) {
                hook_loads_of(class);
            }
        }
    }
}

/// Lets the runtime prepare (realise) a class by looking up its name, so that its methods can be copied. Returns false if the runtime
/// cannot prepare the class because its image is missing or another class has the name.
fn realise_class(class: sys::Class) -> bool {
    // SAFETY: null, or a class that the runtime knows.
    unsafe {
        !class.is_null()
            && (load_methods::is_realised(class) || sys::objc_getClass(sys::class_getName(class)) == class)
    }
}

/// Hooks a `+load` method in an image's data.
fn hook_load(load: Option<LoadMethod>) {
    let Some(load) = load else { return };
    // SAFETY: the name is a C string.
    let selector = unsafe { sys::sel_registerName(c"load".as_ptr()) };
    let Some(index) = add(load.imp, load.meta, selector, EntryPointRole::Load) else { return };
    // SAFETY: libobjc has not read the image, and the trampoline calls the original implementation.
    match unsafe { load.replace(trampoline_address(index)) } {
        Some(word) => WORDS[index].store(word as usize, Ordering::Release),
        None => store_note(format_args!("cannot time a +load method: its method list is not writable")),
    }
}

/// Hooks both initialisers of UIViewController, UIViewController's `viewDidAppear:`, and the methods that set the application and
/// delegates.
pub(crate) fn hook_uikit() {
    let hooks = [
        (c"UIViewController", c"initWithNibName:bundle:", EntryPointRole::Initialiser),
        (c"UIViewController", c"initWithCoder:", EntryPointRole::Initialiser),
        (c"UIViewController", c"viewDidAppear:", EntryPointRole::ViewDidAppear),
        (c"UIApplication", c"init", EntryPointRole::Application),
        (c"UIApplication", c"setDelegate:", EntryPointRole::SetDelegate),
        (c"UIScene", c"setDelegate:", EntryPointRole::SetDelegate),
    ];
    for (class, selector, role) in hooks {
        // SAFETY: both names are C strings.
        let (class, selector) =
            unsafe { (sys::objc_getClass(class.as_ptr()), sys::sel_registerName(selector.as_ptr())) };
        if !class.is_null() {
            hook_own_method(class, selector, role);
        }
    }
}

/// Hooks the methods that UIKit calls of a view controller's class and its superclasses in the app.
pub(crate) fn hook_view_controller(class: sys::Class) {
    const METHODS: [(&CStr, EntryPointRole); 7] = [
        (c"loadView", EntryPointRole::LoadView),
        (c"viewDidLoad", EntryPointRole::ViewDidLoad),
        (c"viewWillAppear:", EntryPointRole::ViewWillAppear),
        (c"viewIsAppearing:", EntryPointRole::Plain),
        (c"viewWillLayoutSubviews", EntryPointRole::Plain),
        (c"viewDidLayoutSubviews", EntryPointRole::Plain),
        (c"viewDidAppear:", EntryPointRole::ViewDidAppear),
    ];
    for_each_app_class(class, |class| {
        for (name, role) in METHODS {
            // SAFETY: the name is a C string.
            hook_own_method(class, unsafe { sys::sel_registerName(name.as_ptr()) }, role);
        }
    });
}

/// Hooks the methods that the system calls of a delegate's class and its superclasses in the app.
pub(crate) fn hook_delegate(class: sys::Class) {
    for_each_app_class(class, |class| {
        for_each_own_method(class, |method| {
            // SAFETY: every method of the runtime has a name.
            let (selector, name) = unsafe {
                let selector = sys::method_getName(method);
                (selector, sys::c_string_bytes(selector))
            };
            if name == b"application:didFinishLaunchingWithOptions:" {
                hook_own_method(class, selector, EntryPointRole::DidFinishLaunching);
            } else if name.starts_with(b"application") || name.starts_with(b"scene") {
                hook_own_method(class, selector, EntryPointRole::Plain);
            }
        });
    });
}

/// Restores every IMP that is still a trampoline of the agent. The agent hooks only compiled classes, and dyld never unmaps an image with
/// classes.
pub(crate) fn restore_imps() {
    LOCK.wait_and_run(restore_all);
}

fn restore_all() {
    for (i, entry) in ENTRIES.iter().enumerate().take(USED.load(Ordering::Acquire)) {
        let class = entry.class.load(Ordering::Relaxed) as sys::Class;
        let selector = entry.selector.load(Ordering::Relaxed) as sys::Sel;
        let original = entry.original.load(Ordering::Relaxed) as sys::Imp;
        if original.is_null() {
            continue;
        }
        // SAFETY: the argument is a class of the runtime.
        if !unsafe { load_methods::is_realised(class) } {
            restore_entry(i, original as usize);
            continue;
        }
        let mut is_back = false;
        for_each_own_method(class, |method| {
            // The method is usually found by its selector, unless the app has moved its implementation without the agent's hooks. SAFETY: a
            // method of a living class.
            unsafe {
                if sys::method_getImplementation(method) as usize == trampoline_address(i) {
                    replace(class, method, is_only_one(class, sys::method_getName(method)), original);
                    is_back = true;
                }
            }
        });
        if !is_back && entry.role() != EntryPointRole::Load {
            // SAFETY: a class, and a selector of the runtime.
            let (class, name) =
                unsafe { (sys::c_string_bytes(sys::class_getName(class)), sys::c_string_bytes(selector)) };
            store_note(format_args!(
                "-[{} {}]: not put back, because its implementation was changed by other means than the app's calls",
                Text(class),
                Text(name)
            ));
        }
    }
}

/// Returns the entry whose trampoline is at the address `imp`.
pub(crate) fn find_by_trampoline(imp: usize) -> Option<&'static EntryPoint> {
    let offset = imp.wrapping_sub(trampoline_address(0));
    ENTRIES.get(offset / 8).filter(|_| offset.is_multiple_of(8))
}

/// Returns whether a hooked `+load` method begins at this address.
pub(crate) fn is_load(imp: usize) -> bool {
    let mut used = ENTRIES.iter().take(USED.load(Ordering::Acquire));
    used.any(|entry| entry.role() == EntryPointRole::Load && entry.original.load(Ordering::Relaxed) == imp)
}

/// Returns the method with this selector that the class itself implements, if the method is an entry point.
pub(crate) fn of_method(class: sys::Class, selector: sys::Sel) -> Option<sys::Method> {
    let of_class = |entry: &&EntryPoint| entry.class.load(Ordering::Relaxed) == class as usize;
    let has_selector = |entry: &EntryPoint| entry.selector.load(Ordering::Relaxed) == selector as usize;
    ENTRIES.iter().take(USED.load(Ordering::Acquire)).filter(of_class).find(|&entry| has_selector(entry))?;
    own_method(class, selector)
}

/// Returns the IMP that a trampoline of the agent calls; returns any other IMP unchanged.
pub(crate) fn unhooked_imp(imp: usize) -> usize {
    find_by_trampoline(imp).map_or(imp, |entry| entry.original.load(Ordering::Relaxed))
}

/// Restores a `+load` in an image's data, if the runtime has not read the class since its method list was changed.
fn restore_entry(index: usize, original: usize) {
    let word = WORDS[index].load(Ordering::Acquire) as *mut usize;
    // SAFETY: the word is in the image of a class, which is never unmapped, or in the agent's memory.
    unsafe {
        if !word.is_null() && *word == trampoline_address(index) {
            patch::write(word, original);
        }
    }
}

/// Hooks every `+load` of a class that the runtime has prepared, including the `+load` methods of its categories.
fn hook_loads_of(class: sys::Class) {
    // SAFETY: the argument is a class of the runtime.
    let meta = unsafe { sys::object_getClass(class) };
    // SAFETY: the name is a C string.
    let load = unsafe { sys::sel_registerName(c"load".as_ptr()) };
    let is_only = is_only_one(meta, load);
    for_each_own_method(meta, |method| {
        // SAFETY: every method of the runtime has a name.
        if unsafe { sys::method_getName(method) } == load
            // SAFETY: the runtime returned this method, and it is not null.
            && let Some(index) = add(unsafe { sys::method_getImplementation(method) } as usize, meta, load, EntryPointRole::Load)
        {
            // SAFETY: the method belongs to this class.
            unsafe { replace(meta, method, is_only, trampoline_address(index) as sys::Imp) };
        }
    });
}

/// Returns whether the class itself has exactly one method of this name; a class may have several `+load` methods, one for each category.
fn is_only_one(class: sys::Class, selector: sys::Sel) -> bool {
    let mut count = 0;
    for_each_own_method(class, |method| {
        // SAFETY: every method of the runtime has a name.
        count += usize::from(unsafe { sys::method_getName(method) } == selector);
    });
    count == 1
}

/// Replaces the implementation of a method of the class. If several methods of the class have the same name, the method object itself must
/// be changed. For a change of a method object the runtime does not know the class and clears the method caches of all classes, so the next
/// sends are slower.
///
/// # Safety
/// `method` must be implemented by the class itself, and `imp` must have the effect of the method's implementation.
unsafe fn replace(class: sys::Class, method: sys::Method, is_only: bool, imp: sys::Imp) {
    // SAFETY: the caller fulfils the requirements of this unsafe function.
    unsafe {
        if is_only {
            let types = sys::method_getTypeEncoding(method);
            sys::class_replaceMethod(class, sys::method_getName(method), imp, types);
        } else {
            sys::method_setImplementation(method, imp);
        }
    }
}

/// Hooks a method if the class itself has it.
fn hook_own_method(class: sys::Class, selector: sys::Sel, role: EntryPointRole) {
    let Some(method) = own_method(class, selector) else { return };
    // SAFETY: a method of the runtime.
    let Some(index) = add(unsafe { sys::method_getImplementation(method) } as usize, class, selector, role)
    else {
        return;
    };
    // SAFETY: the trampoline calls the original implementation with the same arguments; the runtime clears only the caches of this class.
    unsafe {
        let types = sys::method_getTypeEncoding(method);
        sys::class_replaceMethod(class, selector, trampoline_address(index) as sys::Imp, types);
    }
}

/// Adds an entry for a method with the implementation `original`; the trampoline of the entry may replace the implementation afterwards.
/// Returns `None` if the method already has a trampoline, or if all trampolines are used.
fn add(original: usize, class: sys::Class, selector: sys::Sel, role: EntryPointRole) -> Option<usize> {
    if unhooked_imp(original) != original {
        return None;
    }
    let index = USED.fetch_add(1, Ordering::AcqRel);
    let Some(entry) = ENTRIES.get(index) else {
        USED.store(ENTRY_COUNT, Ordering::Release);
        store_note(format_args!("more than {ENTRY_COUNT} entry points; the others are not timed"));
        return None;
    };
    entry.class.store(class as usize, Ordering::Relaxed);
    entry.selector.store(selector as usize, Ordering::Relaxed);
    entry.original.store(original, Ordering::Relaxed);
    entry.flags.store(role as usize * 2 + 1, Ordering::Release);
    Some(index)
}

/// Returns the method with this selector that the class itself implements; if several categories implement it, the runtime calls the first
/// implementation.
pub(crate) fn own_method(class: sys::Class, selector: sys::Sel) -> Option<sys::Method> {
    let mut own = None;
    for_each_own_method(class, |method| {
        // SAFETY: every method of the runtime has a name.
        if own.is_none() && unsafe { sys::method_getName(method) } == selector {
            own = Some(method);
        }
    });
    own
}

pub(crate) fn for_each_own_method(class: sys::Class, mut body: impl FnMut(sys::Method)) {
    let mut count: c_uint = 0;
    // SAFETY: the runtime returns a list of `count` methods, or null, and the caller must free the list.
    unsafe {
        let list = sys::class_copyMethodList(class, &mut count);
        if !list.is_null() {
            for i in 0..count as usize {
                body(*list.add(i));
            }
            sys::free(list.cast());
        }
    }
}

/// Calls `body` for the class and for each superclass that is in the app.
fn for_each_app_class(mut class: sys::Class, mut body: impl FnMut(sys::Class)) {
    while !class.is_null() {
        let mut info = sys::DlInfo {
            path: core::ptr::null(),
            base: core::ptr::null(),
            name: core::ptr::null(),
            address: core::ptr::null(),
        };
        // A class that was created at run time (a KVO subclass) is in no image: it is skipped, but not its superclasses.
        // SAFETY: dladdr takes any address.
        let found = unsafe { sys::dladdr(class, &mut info) } != 0;
        if found && !app_images::is_in_bundle(path_of(info.base as usize)) {
            return;
        }
        if found {
            body(class);
        }
        // SAFETY: the argument is a class of the runtime.
        class = unsafe { sys::class_getSuperclass(class) };
    }
}

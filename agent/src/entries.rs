//! The app's entry points: methods that the system calls past every pointer, so their IMPs are replaced by trampolines.
//!
//! Owns the table of the trampolines, and which methods get one.
//! Invariant: an entry is whole before its trampoline is anybody's IMP, and never changes afterwards;
//! only an IMP that is still the trampoline is put back.

use core::ffi::{CStr, c_uint};
use core::sync::atomic::{AtomicUsize, Ordering};

use crate::hook::trampoline;
use crate::images::{Image, path_of};
use crate::record::note;
use crate::start;
use crate::stock::Stock;
use crate::sys;

/// How many methods can be entry points.
pub(crate) const ENTRY_COUNT: usize = 768;

/// A replaced IMP.
#[repr(C)]
pub(crate) struct Entry {
    /// The class that implements the method (the metaclass, for a `+` method).
    pub class: AtomicUsize,
    /// Its selector.
    pub selector: AtomicUsize,
    /// The IMP that was there.
    pub original: AtomicUsize,
    /// Bit 0: Rust hears of every call, also of one that came through a hook; the rest is its [`Role`].
    pub flags: AtomicUsize,
}

/// What an entry point means to us.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(usize)]
pub(crate) enum Role {
    /// It is timed.
    Plain = 0,
    /// A UIViewController is made: its class's entry points are hooked now.
    Initialiser = 1,
    /// The application or a scene gets its delegate: likewise.
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
    /// A `+load`: its class may have several, so it is told apart by its entry.
    Load = 8,
    /// The application object is made.
    Application = 9,
}

impl Role {
    fn of(flags: usize) -> Role {
        const ALL: [Role; 10] = [
            Role::Plain,
            Role::Initialiser,
            Role::SetDelegate,
            Role::DidFinishLaunching,
            Role::LoadView,
            Role::ViewDidLoad,
            Role::ViewWillAppear,
            Role::ViewDidAppear,
            Role::Load,
            Role::Application,
        ];
        ALL.get(flags >> 1).copied().unwrap_or(Role::Plain)
    }

    /// Must Rust hear of every return?
    pub(crate) fn is_watched(self) -> bool {
        matches!(
            self,
            Role::DidFinishLaunching
                | Role::LoadView
                | Role::ViewDidLoad
                | Role::ViewWillAppear
                | Role::ViewDidAppear
        )
    }
}

impl Entry {
    const fn empty() -> Entry {
        Entry {
            class: AtomicUsize::new(0),
            selector: AtomicUsize::new(0),
            original: AtomicUsize::new(0),
            flags: AtomicUsize::new(0),
        }
    }

    /// What its nodes have for a class.
    pub(crate) fn key(&self) -> usize {
        if self.role() == Role::Load {
            self as *const Entry as usize | KEYED
        } else {
            self.class.load(Ordering::Relaxed)
        }
    }

    /// Its role.
    pub(crate) fn role(&self) -> Role {
        Role::of(self.flags.load(Ordering::Relaxed))
    }
}

/// Set in a node's class that is no class but one of our own records; a class is aligned to 8.
pub(crate) const KEYED: usize = 4;

/// The entry that a node's class names, if it names one.
pub(crate) fn of_key(key: usize) -> Option<&'static Entry> {
    let at = (key & !7).wrapping_sub(ENTRIES.as_ptr() as usize);
    if key & KEYED == 0 { None } else { ENTRIES.get(at / size_of::<Entry>()) }
}

/// The class that a node stands for while the window is open; null if it was disposed of.
pub(crate) fn class_of_key(key: usize) -> sys::Class {
    match of_key(key) {
        Some(entry) => entry.class.load(Ordering::Relaxed) as sys::Class,
        None if key & KEYED != 0 => core::ptr::null_mut(),
        None => key as sys::Class,
    }
}

/// The table that the trampolines index.
pub(crate) static ENTRIES: [Entry; ENTRY_COUNT] = [const { Entry::empty() }; ENTRY_COUNT];
static USED: AtomicUsize = AtomicUsize::new(0);

/// Every `+load` of an image's classes and categories.
pub(crate) fn hook_loads(image: Image) {
    for list in image.sections(b"__objc_nlclslist") {
        for &class in list {
            hook_loads_of(class as sys::Class);
        }
    }
    for list in image.sections(b"__objc_nlcatlist") {
        for &category in list {
            // SAFETY: a category begins with its name and its class, in every runtime since 2007.
            let class = unsafe { *(category as *const sys::Class).add(1) };
            hook_loads_of(class);
        }
    }
}

/// The two initialisers of UIViewController, `viewDidAppear:` of that class itself, and where application and delegates are set.
pub(crate) fn hook_uikit() {
    let hooks = [
        (c"UIViewController", c"initWithNibName:bundle:", Role::Initialiser),
        (c"UIViewController", c"initWithCoder:", Role::Initialiser),
        (c"UIViewController", c"viewDidAppear:", Role::ViewDidAppear),
        (c"UIApplication", c"init", Role::Application),
        (c"UIApplication", c"setDelegate:", Role::SetDelegate),
        (c"UIScene", c"setDelegate:", Role::SetDelegate),
    ];
    for (class, selector, role) in hooks {
        // SAFETY: both are C strings.
        let (class, selector) =
            unsafe { (sys::objc_getClass(class.as_ptr()), sys::sel_registerName(selector.as_ptr())) };
        if !class.is_null() {
            hook_own_method(class, selector, role);
        }
    }
}

/// What UIKit calls of a view controller's class and its superclasses within the app.
pub(crate) fn hook_view_controller(class: sys::Class) {
    const METHODS: [(&CStr, Role); 7] = [
        (c"loadView", Role::LoadView),
        (c"viewDidLoad", Role::ViewDidLoad),
        (c"viewWillAppear:", Role::ViewWillAppear),
        (c"viewIsAppearing:", Role::Plain),
        (c"viewWillLayoutSubviews", Role::Plain),
        (c"viewDidLayoutSubviews", Role::Plain),
        (c"viewDidAppear:", Role::ViewDidAppear),
    ];
    for_each_app_class(class, |class| {
        for (name, role) in METHODS {
            // SAFETY: a C string.
            hook_own_method(class, unsafe { sys::sel_registerName(name.as_ptr()) }, role);
        }
    });
}

/// What the system calls of a delegate's class and its superclasses within the app.
pub(crate) fn hook_delegate(class: sys::Class) {
    for_each_app_class(class, |class| {
        for_each_own_method(class, |method| {
            // SAFETY: a method of the runtime has a name.
            let (selector, name) = unsafe {
                let selector = sys::method_getName(method);
                (selector, sys::bytes(selector))
            };
            if name == b"application:didFinishLaunchingWithOptions:" {
                hook_own_method(class, selector, Role::DidFinishLaunching);
            } else if name.starts_with(b"application") || name.starts_with(b"scene") {
                hook_own_method(class, selector, Role::Plain);
            }
        });
    });
}

/// Puts back every IMP that is still our trampoline.
pub(crate) fn restore(stock: &Stock<'_>) {
    for (i, entry) in ENTRIES.iter().enumerate().take(USED.load(Ordering::Acquire)) {
        let class = entry.class.load(Ordering::Relaxed) as sys::Class;
        let selector = entry.selector.load(Ordering::Relaxed) as sys::Sel;
        let original = entry.original.load(Ordering::Relaxed) as sys::Imp;
        if original.is_null() || !stock.is_alive(class) {
            continue;
        }
        let is_only = is_only_one(class, selector);
        for_each_own_method(class, |method| {
            // SAFETY: a method of a living class.
            unsafe {
                if sys::method_getName(method) == selector
                    && sys::method_getImplementation(method) as usize == trampoline(i)
                {
                    replace(class, method, is_only, original);
                }
            }
        });
    }
}

/// The IMP behind one of our trampolines; any other is returned as it is.
pub(crate) fn behind_trampoline(imp: usize) -> usize {
    let index = imp.wrapping_sub(trampoline(0)) / 8;
    if index < ENTRY_COUNT { ENTRIES[index].original.load(Ordering::Relaxed) } else { imp }
}

fn hook_loads_of(class: sys::Class) {
    // SAFETY: asking for a class by its name makes the runtime realise it, which copying its methods needs.
    let meta = unsafe {
        let class = sys::objc_getClass(sys::class_getName(class));
        if class.is_null() {
            return;
        }
        sys::object_getClass(class)
    };
    // SAFETY: a C string.
    let load = unsafe { sys::sel_registerName(c"load".as_ptr()) };
    let is_only = is_only_one(meta, load);
    for_each_own_method(meta, |method| {
        // SAFETY: a method of the runtime has a name.
        if unsafe { sys::method_getName(method) } == load {
            add(method, meta, load, Role::Load, |imp| {
                // SAFETY: a method of this class.
                unsafe { replace(meta, method, is_only, imp) };
            });
        }
    });
}

/// Has the class itself one method of this name? It may have several: a `+load` of its own, and one of each category's.
fn is_only_one(class: sys::Class, selector: sys::Sel) -> bool {
    let mut count = 0;
    for_each_own_method(class, |method| {
        // SAFETY: a method of the runtime has a name.
        count += usize::from(unsafe { sys::method_getName(method) } == selector);
    });
    count == 1
}

/// Gives a method of the class another implementation. Where several have its name, only the method itself can be changed; but then
/// the runtime, which does not know whose it is, empties the caches of all classes, and whatever is sent next has to be searched for.
///
/// # Safety
/// `method` is the class's own, and `imp` does what its implementation does.
unsafe fn replace(class: sys::Class, method: sys::Method, is_only: bool, imp: sys::Imp) {
    // SAFETY: as the caller promises.
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
fn hook_own_method(class: sys::Class, selector: sys::Sel, role: Role) {
    // SAFETY: class and selector come from the runtime.
    let method = unsafe {
        let method = sys::class_getInstanceMethod(class, selector);
        let parent = sys::class_getSuperclass(class);
        if method.is_null() || !parent.is_null() && sys::class_getInstanceMethod(parent, selector) == method {
            return;
        }
        method
    };
    add(method, class, selector, role, |imp| {
        // SAFETY: the trampoline calls what was there with the same arguments; only the class is walked, not all of them.
        unsafe { sys::class_replaceMethod(class, selector, imp, sys::method_getTypeEncoding(method)) };
    });
}

fn add(
    method: sys::Method,
    class: sys::Class,
    selector: sys::Sel,
    role: Role,
    replace: impl FnOnce(sys::Imp),
) {
    // SAFETY: a method of the runtime.
    let original = unsafe { sys::method_getImplementation(method) } as usize;
    if behind_trampoline(original) != original {
        return;
    }
    let index = USED.fetch_add(1, Ordering::AcqRel);
    let Some(entry) = ENTRIES.get(index) else {
        USED.store(ENTRY_COUNT, Ordering::Release);
        note(format_args!("more than {ENTRY_COUNT} entry points: the rest is not timed"));
        return;
    };
    entry.class.store(class as usize, Ordering::Relaxed);
    entry.selector.store(selector as usize, Ordering::Relaxed);
    entry.original.store(original, Ordering::Relaxed);
    entry.flags.store(role as usize * 2 + 1, Ordering::Release);
    replace(trampoline(index) as sys::Imp);
}

fn for_each_own_method(class: sys::Class, mut body: impl FnMut(sys::Method)) {
    let mut count: c_uint = 0;
    // SAFETY: the runtime gives a list of so many methods, or null, and the list is ours to free.
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

/// The class and its superclasses, as far as they are the app's.
fn for_each_app_class(mut class: sys::Class, mut body: impl FnMut(sys::Class)) {
    while !class.is_null() {
        let mut info = sys::DlInfo {
            path: core::ptr::null(),
            base: core::ptr::null(),
            name: core::ptr::null(),
            address: core::ptr::null(),
        };
        // A class made at run time (a KVO subclass) lies in no image: it is passed over, its superclasses are not.
        // SAFETY: dladdr takes any address.
        let found = unsafe { sys::dladdr(class, &mut info) } != 0;
        if found && !start::is_in_bundle(path_of(info.base as usize)) {
            return;
        }
        if found {
            body(class);
        }
        // SAFETY: a class.
        class = unsafe { sys::class_getSuperclass(class) };
    }
}

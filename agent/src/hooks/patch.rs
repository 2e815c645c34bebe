//! Redirects the app's pointers to the functions of [`HOOKED`], and to the functions whose calls are counted as work, and restores them.
//!
//! Invariant: after a change, a page has the same protection as before. A pointer is restored only if it still has the agent's hook as its
//! value. A page that cannot be made writable is not changed, and a note reports the page.

use core::ffi::{CStr, c_int};
use core::ops::Range;
use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::base::global::{SharedCell, TryLock};
use crate::base::notes::store_note;
use crate::base::process::{ARENA, REACHED, SETTINGS, WORK_COUNT};
use crate::base::sys;
use crate::hooks::hook::{CLAIM, HOOKED, HookedFunction, ORIGINALS, WORK_NAMES, work_stub};
use crate::hooks::images::{Image, ImportSlot, path_of};
use trace::Text;

/// The number of functions whose pointers are redirected: first the hooked functions, then the functions that are counted as work.
const ALL: usize = HOOKED.len() + WORK_COUNT;
/// The real functions as `dlsym` returns them. The value is 0 for a function that the process lacks, and for a function of work before an
/// image imports it.
static REAL: [AtomicUsize; ALL] = [const { AtomicUsize::new(0) }; ALL];
/// The number of redirected pointers of each function.
static COUNTS: [AtomicUsize; ALL] = [const { AtomicUsize::new(0) }; ALL];

/// A flag that is set when the system refused to make a pointer to `objc_msgSend` writable.
static REFUSED: AtomicBool = AtomicBool::new(false);

const PAGE: usize = 16384;

#[derive(Clone, Copy)]
struct PatchedPointer {
    slot: *mut usize,
    before: usize,
    hook: usize,
}

#[repr(C)]
struct PatchedPointerBatch {
    next: *mut PatchedPointerBatch,
    used: usize,
    all: [PatchedPointer; 42],
}

static BATCHES: SharedCell<*mut PatchedPointerBatch> = SharedCell::new(core::ptr::null_mut());
static LOCK: TryLock = TryLock::new();
/// The word to which the slot of a removed pointer points.
static NOTHING: usize = 0;

/// Looks up the real functions. Returns false if the process has no `objc_msgSend`, since the agent then cannot hook sends.
pub(crate) fn find_originals() -> bool {
    (0..HOOKED.len()).for_each(find_original);
    // SAFETY: the name is a C string.
    let claim = unsafe { sys::dlsym(sys::RTLD_DEFAULT, c"objc_claimAutoreleasedReturnValue".as_ptr()) };
    CLAIM.store(claim as usize, Ordering::Relaxed);
    REAL[0].load(Ordering::Relaxed) != 0 && REAL[1].load(Ordering::Relaxed) != 0
}

fn find_original(index: usize) {
    // SAFETY: the name is a C string.
    let real = unsafe { sys::dlsym(sys::RTLD_DEFAULT, name(index).as_ptr()) } as usize;
    REAL[index].store(real, Ordering::Relaxed);
    original_word(index).store(real, Ordering::Relaxed);
}

/// Returns whether an image calls this function by a redirected pointer.
pub(crate) fn is_called(hooked: HookedFunction) -> bool {
    COUNTS[hooked as usize].load(Ordering::Relaxed) > 0
}

/// Returns the hook of a hooked function; returns any other function unchanged.
pub(crate) fn hook_of(function: usize) -> usize {
    let index = REAL.iter().position(|real| function != 0 && real.load(Ordering::Relaxed) == function);
    index.map_or(function, replacement_address)
}

fn name(index: usize) -> &'static CStr {
    HOOKED.get(index).map_or_else(|| WORK_NAMES[index - HOOKED.len()], |hook| hook.name)
}

/// Returns the hook or the stub that replaces a function.
fn replacement_address(index: usize) -> usize {
    HOOKED
        .get(index)
        .map_or_else(|| work_stub(index - HOOKED.len()), |hook| hook.replacement as *const () as usize)
}

/// Returns the word at which a hook or a stub finds the original function.
fn original_word(index: usize) -> &'static AtomicUsize {
    ORIGINALS.get(index).unwrap_or_else(|| &REACHED.work[index - HOOKED.len()])
}

/// Returns whether no pointer to `objc_msgSend` could be redirected because the system refused to make their pages writable.
pub(crate) fn was_refused() -> bool {
    REFUSED.load(Ordering::Relaxed) && !is_called(HookedFunction::Send)
}

/// Redirects an image's pointers.
pub(crate) fn patch_image(image: Image) {
    let done = LOCK.run(|| {
        let mut page = WritablePage::none();
        for slot in image.slots() {
            patch_slot(image, &slot, &mut page);
        }
        page.close();
    });
    if done.is_none() {
        store_note(format_args!(
            "{}: not patched, another image was being patched",
            Text(path_of(image.address()))
        ));
    }
}

/// Restores every pointer that still has the agent's hook as its value. The pointers to the function `but` are not restored.
///
/// Pages that this function makes writable remain writable. A library of the app may have made the same page writable in order to hook
/// functions on its own thread, and would crash if the page were read-only when it writes.
pub(crate) fn restore_pointers(but: Option<HookedFunction>) {
    let but = but.map(|hooked| HOOKED[hooked as usize].replacement as *const () as usize);
    LOCK.wait_and_run(|| {
        let mut page = WritablePage { stays_writable: true, ..WritablePage::none() };
        for_each_patched(|patched| {
            // SAFETY: the image of the slot is still mapped. The notification before an image is unmapped waits for the lock, in order to
            // remove the slots.
            unsafe {
                if Some(patched.hook) != but
                    && *patched.slot == patched.hook
                    && page.open(patched.slot as usize).is_ok()
                {
                    *patched.slot = patched.before;
                }
            }
        });
        page.close();
    });
}

/// Runs `body` while no image is unmapped. A thread that unmaps an image waits for `body`, but no longer than a second.
pub(crate) fn run_without_unmapping(body: impl FnOnce()) {
    LOCK.wait_and_run(body);
}

/// Removes the pointers in an image that is about to be unmapped from the list of redirected pointers.
pub(crate) fn forget_image(image: Range<usize>) {
    LOCK.wait_and_run(|| {
        for_each_patched(|patched| {
            if image.contains(&(patched.slot as usize)) {
                // The address of a slot that never contains the agent's hook.
                (patched.slot, patched.hook) = ((&raw const NOTHING).cast_mut(), usize::MAX);
            }
        });
    });
}

/// Calls `body` for each patched pointer. The caller must have the lock.
fn for_each_patched(mut body: impl FnMut(&mut PatchedPointer)) {
    // SAFETY: batches come from the arena and are never freed, and they are changed only under the lock.
    unsafe {
        let mut batch = *BATCHES.pointer();
        while !batch.is_null() {
            (&mut (*batch).all)[..(*batch).used].iter_mut().for_each(&mut body);
            batch = (*batch).next;
        }
    }
}

/// Writes one word, even on a read-only page. Returns false if the system refuses.
///
/// # Safety
/// The word must be mapped, and no other code may rely on its value.
pub(crate) unsafe fn write(word: *mut usize, value: usize) -> bool {
    let mut page = WritablePage::none();
    let opened = page.open(word as usize);
    if opened.is_ok() {
        // SAFETY: the caller guarantees that the word is mapped and not in use, and its page is writable now.
        unsafe { word.write_volatile(value) };
    }
    page.close();
    opened.is_ok()
}

fn patch_slot(image: Image, slot: &ImportSlot, page: &mut WritablePage) {
    // SAFETY: the slot is in a mapped section of pointers.
    let value = unsafe { *slot.at };
    let index = match slot.name {
        Some(name) => {
            let Some(wanted) = name.to_bytes().strip_prefix(b"_") else { return };
            let count = if SETTINGS.get().work { ALL } else { HOOKED.len() };
            (0..count).find(|&index| self::name(index).to_bytes() == wanted)
        }
        None => REAL.iter().position(|real| value != 0 && real.load(Ordering::Relaxed) == value),
    };
    let Some(index) = index else { return };
    if REAL[index].load(Ordering::Relaxed) == 0 && index >= HOOKED.len() {
        find_original(index);
    }
    let hook = replacement_address(index);
    let real = REAL[index].load(Ordering::Relaxed);
    if value == hook || value == 0 || real == 0 {
        return;
    }
    let in_helper = |helper: &[usize]| helper.as_ptr_range().contains(&(value as *const usize));
    let is_unbound = image.sections(b"__stub_helper").any(in_helper);
    if !is_unbound && value != original_word(index).load(Ordering::Relaxed) {
        // If the pointer has another value than the function's address, another library has hooked the function. The first such value
        // becomes the original function for all pointers; a later pointer with a different value is not changed.
        if COUNTS[index].load(Ordering::Relaxed) > 0 {
            store_note(format_args!(
                "{}: its pointer to {} was not patched, because it points to a different function",
                Text(path_of(image.address())),
                Text::from(name(index))
            ));
            return;
        }
        original_word(index).store(value, Ordering::Relaxed);
    }
    let before = if is_unbound { real } else { value };
    if let Err(code) = page.open(slot.at as usize) {
        REFUSED.fetch_or(index == HookedFunction::Send as usize, Ordering::Relaxed);
        store_note(format_args!(
            "{}: its pointer to {} cannot be made writable: vm_protect returned {code}",
            Text(path_of(image.address())),
            Text::from(name(index))
        ));
        return;
    }
    if remember_pointer(PatchedPointer { slot: slot.at, before, hook }) {
        // SAFETY: the page of the pointer is writable now, and the hook replaces the function to which the pointer led.
        unsafe { slot.at.write_volatile(hook) };
        COUNTS[index].fetch_add(1, Ordering::Relaxed);
    } else {
        store_note(format_args!("{}: not enough memory to patch it", Text(path_of(image.address()))));
    }
}

fn remember_pointer(patched: PatchedPointer) -> bool {
    // SAFETY: the lock is taken, and a batch from the arena contains only zeros.
    unsafe {
        let head = BATCHES.pointer();
        if (*head).is_null() || (**head).used == (**head).all.len() {
            let Some(batch) = ARENA.take_array::<PatchedPointerBatch>(1) else { return false };
            (*batch.as_ptr()).next = *head;
            *head = batch.as_ptr();
        }
        let used = (**head).used;
        (**head).all[used] = patched;
        (**head).used = used + 1;
    }
    true
}

/// The page that this module made writable; at most one page at a time is writable.
struct WritablePage {
    address: usize,
    protection: c_int,
    /// Whether the page remains writable when the next page is opened.
    stays_writable: bool,
}

impl WritablePage {
    fn none() -> WritablePage {
        WritablePage { address: 0, protection: 0, stays_writable: false }
    }

    /// Makes the page of `address` writable, after the protection of the previous page was restored. The error is the number that the
    /// kernel returns.
    fn open(&mut self, address: usize) -> Result<(), c_int> {
        const KERN_INVALID_ADDRESS: c_int = 1;
        let page = address & !(PAGE - 1);
        if page == self.address {
            return Ok(());
        }
        self.close();
        let protection = protection_of(page).ok_or(KERN_INVALID_ADDRESS)?;
        if protection & sys::VM_PROT_WRITE != 0 {
            return Ok(());
        }
        let wanted = sys::VM_PROT_READ | sys::VM_PROT_WRITE | sys::VM_PROT_COPY;
        // SAFETY: it is one page of this process. The page stays readable, so code that reads the page is not affected.
        match unsafe { sys::vm_protect(sys::mach_task_self_, page, PAGE, 0, wanted) } {
            0 => (self.address, self.protection) = (page, protection),
            code => return Err(code),
        }
        Ok(())
    }

    fn close(&mut self) {
        if self.address != 0 && !self.stays_writable {
            // SAFETY: as in `open`; this restores the previous protection.
            unsafe { sys::vm_protect(sys::mach_task_self_, self.address, PAGE, 0, self.protection) };
        }
        self.address = 0;
    }
}

fn protection_of(page: usize) -> Option<i32> {
    let (mut address, mut size, mut info, mut count, mut object) = (page, 0, [0_i32; 9], 9, 0);
    // SAFETY: the structure has 9 words, and all arguments belong to this function.
    let result = unsafe {
        sys::vm_region_64(
            sys::mach_task_self_,
            &mut address,
            &mut size,
            sys::VM_REGION_BASIC_INFO_64,
            info.as_mut_ptr(),
            &mut count,
            &mut object,
        )
    };
    // If the region that the kernel returns begins after the page, the page is not mapped.
    (result == 0 && address <= page).then_some(info[0])
}

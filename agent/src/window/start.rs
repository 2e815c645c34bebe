//! The start of the agent: it reads the settings, installs the hooks and measures their cost.
//!
//! Invariant: without a launch id and without a settings file the agent patches no pointer and creates no file.
//! If a part of the system is missing or unknown, the app continues as without the agent.

use core::ffi::c_void;
use core::mem::transmute;
use core::ptr;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::base::file::{self, Path};
use crate::base::global::{Once, SharedCell};
use crate::base::memory::ReservedBlock;
use crate::base::notes::store_note;
use crate::base::process::{ARENA, CLOSED, ORIGINALS, ROOM, SETTINGS, TIMEBASE};
use crate::base::rate::Timebase;
use crate::base::settings::Settings;
use crate::base::{clock, kernel, sys};
use crate::hooks::hook;
use crate::hooks::images::{Image, path_of};
use crate::hooks::{app_images, entries, patch, work};
use crate::threads;
use crate::window;
use crate::window::bundle::{self, InfoPlist};
use crate::window::calibrate::SendCosts;
use crate::window::{calibrate, counts, loaded_images, methods, moments};
use trace::settings;
use trace::{
    Counter, Ending, Fingerprint, Info, LoadedBy, MarkKind, SETTINGS_NOTE, Text, Thermal, WINDOW_NOTE,
    WallNanos,
};

/// The facts collected at the start.
pub(crate) static START: Once<StartData> = Once::new(StartData::NOTHING);
/// The ticks from the agent's first instruction to its last one before the app continues.
pub(crate) static COST: AtomicU64 = AtomicU64::new(0);
/// Whether dyld has reported the images that are loaded at the start.
static KNOWS_IMAGES: AtomicBool = AtomicBool::new(false);
static SETTINGS_TEXT: SharedCell<[u8; SETTINGS_ROOM]> = SharedCell::new([0; SETTINGS_ROOM]);
/// The largest size of a settings file; a longer file is not used.
const SETTINGS_ROOM: usize = 8192;
static STARTED: AtomicBool = AtomicBool::new(false);

/// The number of texts in the first section of the trace.
const TEXTS: usize = 7;
/// The index of the hash of the code directory among the texts of the first section.
const CODE_HASH: usize = 6;

/// The data of the trace's first section.
pub(crate) struct StartData {
    launch: [u8; 100],
    launch_length: usize,
    texts: [[u8; 64]; TEXTS],
    lengths: [usize; TEXTS],
    fingerprint: u64,
    debugged: Option<bool>,
    /// Whether the agent is the framework that the app's own build links.
    in_framework: bool,
    prewarmed: bool,
    process_start: u64,
    wall: u64,
    pub at: u64,
    /// The costs of the agent's hooks.
    pub costs: SendCosts,
}

impl StartData {
    const NOTHING: StartData = StartData {
        launch: [0; 100],
        launch_length: 0,
        texts: [[0; 64]; TEXTS],
        lengths: [0; TEXTS],
        fingerprint: 0,
        debugged: None,
        in_framework: false,
        prewarmed: false,
        process_start: 0,
        wall: 0,
        at: 0,
        costs: SendCosts::UNKNOWN,
    };
}

/// The initialiser of the agent, which dyld calls before all initialisers of the app; the runtime calls the `+load` of
/// [`crate::window::class`] even earlier.
#[used]
#[unsafe(link_section = "__DATA,__mod_init_func,mod_init_funcs")]
static INITIALISER: extern "C" fn() = initialise_agent;

pub(crate) extern "C" fn initialise_agent() {
    let at = sys::read_counter();
    if STARTED.swap(true, Ordering::AcqRel) {
        return;
    }
    // SAFETY: it is called once, before the app has a second thread that could send messages through a hook.
    unsafe { start(at) };
}

/// # Safety
/// Must be called only once, while no hook is in place.
unsafe fn start(at: u64) {
    // SAFETY: no other thread reads the values that are set in this block before the hooks are in place, and the hooks are installed in the
    // last step of this function.
    unsafe {
        let mut settings = Settings::DEFAULT;
        let own = path_of(initialise_agent as *const () as usize);
        let Some(fingerprint) = read_settings(own, &mut settings) else { return };
        if let Some(reason) = settings.repair_window() {
            store_note(format_args!(
                "{WINDOW_NOTE}{reason}, so the launch until the first frame is recorded"
            ));
        }
        clock::start();
        SETTINGS.set(settings);
        window::register_listener();
        let mut begun = StartData::NOTHING;
        begun.at = at;
        // The path of the framework ends in `LaunchGate`, and that of the agent of `gate inject` in `.dylib`.
        begun.in_framework = own.last() == Some(&b'e');
        begun.fingerprint = fingerprint;
        window::set_mark(MarkKind::AgentStart, at);
        look_at_process(&mut begun);
        name_launch(&mut begun, &settings);
        let has_bundle = find_bundle();
        let info = InfoPlist::open(app_images::bundle_folder());
        name_app(&mut begun, &info);
        let shares_documents = info.shares_documents();
        info.close();
        if !file::prepare_trace_files(&begun.launch[..begun.launch_length], shares_documents) {
            return;
        }
        let ready = has_bundle && find_memory(settings.memory) && check_runtime();
        if !ready {
            // The trace of this launch contains the reason for which the agent does not record.
            START.set(begun);
            clock::finish_measurement();
            window::close(Ending::Stopped);
            return;
        }
        methods::register_selectors();
        CLOSED.store(0, Ordering::Release);
        calibrate::calibrate(&mut begun.costs);
        clock::finish_measurement();
        loaded_images::FIRST_IMAGES.store(sys::_dyld_image_count(), Ordering::Relaxed);
        let nanos = begun.wall.saturating_sub(begun.process_start);
        START.set(begun);
        window::mark_past(MarkKind::ProcessStart, at.saturating_sub(TIMEBASE.get().ticks(nanos)));
        moments::handle_start(at);
        sys::_dyld_register_func_for_add_image(add_image);
        KNOWS_IMAGES.store(true, Ordering::Release);
        sys::_dyld_register_func_for_remove_image(remove_image);
        if patch::was_refused() {
            // Without a recorded send, the launch cannot be compared with other launches. Notes list the pages that could not be changed.
            window::close(Ending::Stopped);
            return;
        }
        entries::hook_uikit();
        window::limit::start_limit_thread();
        // The state of the main thread is created at this point, before thousands of other threads may have used up the memory.
        threads::own_state_or_new();
        if moments::begins_with_process() {
            moments::begin_samples();
        }
        COST.store(sys::read_counter() - at, Ordering::Relaxed);
    }
}

/// Handles a loaded image. dyld calls this function once for every image, and immediately for the images that are already loaded.
unsafe extern "C" fn add_image(header: *const c_void, _slide: isize) {
    let begun = sys::read_counter();
    // SAFETY: the header comes from dyld.
    if let Some(image) = unsafe { Image::from_header(header) } {
        look_at(image);
    }
    if CLOSED.load(Ordering::Acquire) == 0 {
        // The agent's time is subtracted from the open calls of the thread that loads the image.
        threads::subtract_time_from_all(begun);
    }
}

/// Adds an image to the list of known images, and redirects the pointers of the image if it belongs to the app.
fn look_at(image: Image) {
    let is_late = KNOWS_IMAGES.load(Ordering::Acquire);
    let path = if image.is_cached() { b"" } else { path_of(image.address()) };
    if !window::is_over() {
        app_images::add(image, path, is_late);
    }
    if image.is_cached() || app_images::is_own(image) || CLOSED.load(Ordering::Acquire) != 0 {
        return;
    }
    let file_name = path.rsplit(|&b| b == b'/').next().unwrap_or_default();
    if app_images::is_in_bundle(path) {
        counts::open(image.address());
    }
    if !app_images::is_in_bundle(path) || !SETTINGS.get().patches_image(file_name) {
        return;
    }
    if image.is_signed() {
        store_note(format_args!("{}: not patched, because its pointers are signed (arm64e)", Text(path)));
        return;
    }
    patch::patch_image(image);
    if is_late {
        work::count_image_load(image.address());
    }
    entries::hook_loads(image, !is_late);
}

/// Handles an image that dyld is about to unmap.
unsafe extern "C" fn remove_image(header: *const c_void, _slide: isize) {
    let begun = sys::read_counter();
    app_images::remove(header as usize);
    if CLOSED.load(Ordering::Acquire) == 0 {
        threads::subtract_time_from_all(begun);
    }
}

/// The properties of a launch that are known at the end of its window.
#[derive(Clone, Copy)]
pub(crate) struct EndData {
    pub ending: Ending,
    pub device: DeviceState,
    /// The counter's rate over the whole window.
    pub timebase: Timebase,
}

/// Returns the trace's first section.
pub(crate) fn build_trace_info(end: EndData) -> Info<'static> {
    let start = START.get();
    let text = |i: usize| Text(&start.texts[i][..start.lengths[i]]);
    let EndData { ending, device, timebase } = end;
    Info {
        agent_version: Text::from(env!("CARGO_PKG_VERSION")),
        settings: Fingerprint(start.fingerprint),
        loaded_by: if file::environment_variable(c"DYLD_INSERT_LIBRARIES").is_some() {
            LoadedBy::InsertLibraries
        } else if start.in_framework {
            LoadedBy::Framework
        } else {
            LoadedBy::LoadCommand
        },
        launch_id: Text(&start.launch[..start.launch_length]),
        device: text(0),
        os_version: text(1),
        os_build: text(2),
        bundle_id: text(3),
        app_version: text(4),
        app_build: text(5),
        code_hash: text(CODE_HASH),
        thermal: device.thermal,
        low_power: device.low_power,
        debugged: start.debugged,
        prewarmed: Some(start.prewarmed),
        timebase: trace::Timebase { numer: timebase.numer, denom: timebase.denom },
        process_start: WallNanos(start.process_start),
        agent_start_wall: WallNanos(start.wall),
        agent_start: Counter(start.at),
        ended_by: ending,
        recording: trace::RecordingVersion::CURRENT,
    }
}

/// The number of bytes of an invalid value that a note shows.
const SHOWN: usize = 60;

/// Reads the settings of the agent at the path `own`, and returns the fingerprint of all settings except the name of the launch. Returns
/// `None` if the agent must not run.
unsafe fn read_settings(own: &[u8], known: &mut Settings) -> Option<u64> {
    // SAFETY: the memory of the file's text is static, and only this function writes to it.
    let room = unsafe { &mut *SETTINGS_TEXT.pointer() };
    let folder = own.len() - own.rsplit(|&b| b == b'/').next().unwrap_or_default().len();
    let path = Path::EMPTY.append(&own[..folder]).append(b"launchgate.settings");
    let length = file::read(&path, room);
    let text: &'static [u8] = &room[..length.unwrap_or(0)];
    known.read(text, |line, problem| {
        store_note(format_args!("{SETTINGS_NOTE}launchgate.settings, line {line}: {problem}"));
    });
    let mut comparable = [0; SETTINGS_ROOM];
    let length_of_comparable = settings::about_costs(text, &mut comparable);
    let mut print = trace::checksum(&comparable[..length_of_comparable]);
    const VARIABLES: [(&core::ffi::CStr, &[u8]); 16] = [
        (c"LAUNCHGATE_LAUNCH", b"launch"),
        (c"LAUNCHGATE_THREADS", b"threads"),
        (c"LAUNCHGATE_DEPTH", b"depth"),
        (c"LAUNCHGATE_THRESHOLD", b"threshold"),
        (c"LAUNCHGATE_SKIP", b"skip"),
        (c"LAUNCHGATE_KEEP", b"keep"),
        (c"LAUNCHGATE_SKIP_IMAGES", b"skip_images"),
        (c"LAUNCHGATE_KEEP_IMAGES", b"keep_images"),
        (c"LAUNCHGATE_BEGIN", b"begin"),
        (c"LAUNCHGATE_END", b"end"),
        (c"LAUNCHGATE_LIMIT", b"limit"),
        (c"LAUNCHGATE_MEMORY", b"memory"),
        (c"LAUNCHGATE_SAMPLES", b"samples"),
        (c"LAUNCHGATE_SAMPLE_THREADS", b"sample_threads"),
        (c"LAUNCHGATE_STALL", b"stall"),
        (c"LAUNCHGATE_WORK", b"work"),
    ];
    for (variable, key) in VARIABLES {
        let Some(value) = file::environment_variable(variable) else { continue };
        if let Err(problem) = known.set(key, value) {
            // If a long value were not shortened, the note would have no room for the description of its error.
            let (shown, dots) = value.get(..SHOWN).map_or((value, ""), |shown| (shown, "..."));
            store_note(format_args!(
                "{SETTINGS_NOTE}{}={}{dots}: {problem}",
                Text::from(variable),
                Text(shown)
            ));
        }
        if key != b"launch" && !settings::BESIDE_COSTS.contains(&key) {
            print = print.rotate_left(7) ^ trace::checksum(key) ^ trace::checksum(value).rotate_left(1);
        }
    }
    (known.launch.is_some() || length.is_some()).then_some(print)
}

unsafe fn look_at_process(start: &mut StartData) {
    // SAFETY: every buffer belongs to this function, and its length is passed.
    unsafe {
        let mut now = sys::Timeval::default();
        sys::gettimeofday(&mut now, ptr::null_mut());
        start.wall = now.seconds as u64 * 1_000_000_000 + now.micros as u64 * 1000;
        let process = kernel::own_process();
        start.debugged = process.map(|process| process.is_traced);
        start.process_start = process.map_or(start.wall, |process| process.started);
        let age = start.wall.saturating_sub(start.process_start);
        start.prewarmed = file::environment_variable(c"ActivePrewarm") == Some(b"1") || age > 60_000_000_000;
        for (i, name) in [c"hw.machine", c"kern.osproductversion", c"kern.osversion"].iter().enumerate() {
            start.lengths[i] = bundle::kernel_text(name, &mut start.texts[i]).len();
        }
        let mut hash = [0; 20];
        if sys::csops(sys::getpid(), sys::CS_OPS_CDHASH, hash.as_mut_ptr().cast(), hash.len()) == 0 {
            for (digits, byte) in start.texts[CODE_HASH].chunks_exact_mut(2).zip(hash) {
                let digit = |four: u8| b"0123456789abcdef"[usize::from(four & 15)];
                digits.copy_from_slice(&[digit(byte >> 4), digit(byte)]);
            }
            start.lengths[CODE_HASH] = 2 * hash.len();
        }
    }
}

/// The state of the device.
#[derive(Clone, Copy)]
pub(crate) struct DeviceState {
    thermal: Thermal,
    low_power: Option<bool>,
}

/// Requests the thermal state and low-power mode from Foundation after the window, if the process has loaded Foundation. The class belongs
/// to the system, so the request runs no code of the app.
pub(crate) fn look_at_device() -> DeviceState {
    type Object = unsafe extern "C" fn(*mut c_void, sys::Sel) -> *mut c_void;
    type Number = unsafe extern "C" fn(*mut c_void, sys::Sel) -> isize;
    type Truth = unsafe extern "C" fn(*mut c_void, sys::Sel) -> u8;
    let mut device = DeviceState { thermal: Thermal::Unknown, low_power: None };
    // SAFETY: a method is sent only if its class has it, and the signatures are Foundation's.
    unsafe {
        let send = ORIGINALS[hook::HookedFunction::Send as usize].load(Ordering::Relaxed);
        let class = sys::objc_getClass(c"NSProcessInfo".as_ptr());
        // Before `main`, Foundation may not be ready.
        if class.is_null() || send == 0 || !window::has_reached_main() {
            return device;
        }
        let shared = sys::sel_registerName(c"processInfo".as_ptr());
        let thermal = sys::sel_registerName(c"thermalState".as_ptr());
        let saving = sys::sel_registerName(c"isLowPowerModeEnabled".as_ptr());
        let has = |selector| methods::find(class, selector).is_some();
        let info = transmute::<usize, Object>(send)(class, shared);
        if has(thermal) {
            device.thermal = match transmute::<usize, Number>(send)(info, thermal) {
                0 => Thermal::Nominal,
                1 => Thermal::Fair,
                2 => Thermal::Serious,
                3 => Thermal::Critical,
                _ => Thermal::Unknown,
            };
        }
        if has(saving) {
            device.low_power = Some(transmute::<usize, Truth>(send)(info, saving) != 0);
        }
    }
    device
}

fn name_app(start: &mut StartData, info: &InfoPlist) {
    const KEYS: [&[u8]; 3] = [b"CFBundleIdentifier", b"CFBundleShortVersionString", b"CFBundleVersion"];
    for (i, key) in (3..).zip(KEYS) {
        start.lengths[i] = info.read_text(key, &mut start.texts[i]);
    }
}

/// Names the launch by the driver's id, or else by the time at which the process started.
fn name_launch(start: &mut StartData, settings: &Settings) {
    let mut room = [0; 24];
    let name = settings.launch.unwrap_or_else(|| {
        let mut left = start.process_start;
        let mut at = room.len();
        while left > 0 || at == room.len() {
            at -= 1;
            room[at] = b'0' + (left % 10) as u8;
            left /= 10;
        }
        &room[at..]
    });
    start.launch[..name.len()].copy_from_slice(name);
    start.launch_length = name.len();
}

unsafe fn find_bundle() -> bool {
    // SAFETY: dyld accepts any index and returns null after the last image; the result is set before other threads read it.
    unsafe {
        for i in 0..sys::_dyld_image_count() {
            let Some(image) = Image::from_header(sys::_dyld_get_image_header(i)) else { continue };
            if image.is_executable() {
                let path = sys::c_string_bytes(sys::_dyld_get_image_name(i));
                let folder = path.len() - path.rsplit(|&b| b == b'/').next().unwrap_or_default().len();
                app_images::set_bundle(&path[..folder]);
                return folder > 0;
            }
        }
    }
    store_note(format_args!("no loaded image is an executable"));
    false
}

unsafe fn find_memory(size: usize) -> bool {
    // SAFETY: the mapping is new, contains zeros, and is never unmapped.
    unsafe {
        let base = sys::mmap(ptr::null_mut(), size, sys::PROT_READ_WRITE, sys::MAP_ANON_PRIVATE, -1, 0);
        if base == sys::MAP_FAILED {
            store_note(format_args!("cannot allocate {size} bytes"));
            return false;
        }
        let recorded = size - ReservedBlock::SIZE;
        ARENA.set_region(base.cast(), recorded);
        ROOM.set_address(base.cast::<u8>().add(recorded));
    }
    true
}

/// Checks the properties of the runtime that the hooks need. If one of the properties differs, no pointer is hooked.
unsafe fn check_runtime() -> bool {
    // SAFETY: both values are constants of libobjc.
    let (isa_mask, tagged) = unsafe { (sys::objc_debug_isa_class_mask, sys::objc_debug_taggedpointer_mask) };
    let doubt = if !hook::hooks_fit() {
        "the hooks do not fit into their memory block"
    } else if isa_mask == 0 || tagged != 1 << 63 && tagged != 0 {
        "the object layout of this Objective-C runtime is not supported"
    } else if !patch::find_originals() {
        "no objc_msgSend"
    } else if !threads::find_slot() || !moments::begins_with_process() && !threads::prepare_later_begin() {
        "thread-specific data was not found at the expected location"
    } else {
        return true;
    };
    store_note(format_args!("nothing was hooked: {doubt}"));
    false
}

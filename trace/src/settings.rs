//! The agent's settings: `key = value` lines, or variables of the environment (`LAUNCHGATE_DEPTH=64`).
//!
//! The agent reads the settings when an app is launched, and the gate reads them when it adds them to an app; both use this module.
//! Invariant: an invalid setting does not stop the app or the agent: its default is used, and the trace has a note. Texts in the settings
//! are slices of the input.

use crate::moment::{Moment, why_no_window};

/// The settings that do not change costs: launches that differ only in settings of this list are comparable.
pub const BESIDE_COSTS: [&[u8]; 4] = [b"samples", b"sample_threads", b"stall", b"work"];
/// The default interval between two samples in nanoseconds: the shortest of 1, 2, 5 and 10 ms at which samples of 30 frames take at most a
/// hundredth of a launch.
pub const DEFAULT_SAMPLES_NANOS: u64 = 5_000_000;
/// The default duration from which a call on the main thread is a stall, in nanoseconds.
pub const DEFAULT_STALL_NANOS: u64 = 250_000_000;
/// The largest number of globs in a list.
pub const GLOBS: usize = 32;

/// The keys of all settings.
pub const KEYS: [&str; 16] = [
    "launch",
    "threads",
    "depth",
    "threshold",
    "skip",
    "keep",
    "skip_images",
    "keep_images",
    "begin",
    "end",
    "limit",
    "memory",
    "samples",
    "sample_threads",
    "stall",
    "work",
];

/// The values of all settings.
#[derive(Debug, Clone, Copy)]
pub struct Settings<'a> {
    /// The launch id from the driver, which becomes the name of the trace; `None` without a driver.
    pub launch: Option<&'a [u8]>,
    /// Whether all threads are recorded, not only the main one.
    pub all_threads: bool,
    /// The largest depth of nested sends.
    pub depth: usize,
    /// The least duration of a call that is stored as an event.
    pub threshold_nanos: u64,
    /// Classes, and methods such as `+[* shared*]`, that are not recorded.
    pub skip: Globs<'a>,
    /// If not empty, the only classes and methods that are recorded.
    pub keep: Globs<'a>,
    /// Images (by file name) whose pointers are not replaced.
    pub skip_images: Globs<'a>,
    /// If not empty, the only images whose pointers are replaced.
    pub keep_images: Globs<'a>,
    /// The moment at which the window begins.
    pub begin: Moment<'a>,
    /// The moment at which the window ends.
    pub end: Moment<'a>,
    /// The longest time from the agent's start until the window begins, and the longest duration of the window.
    pub limit_nanos: u64,
    /// The size of the agent's memory in bytes.
    pub memory: usize,
    /// Nanoseconds between two samples of call stacks; 0 turns sampling off.
    pub samples_nanos: u64,
    /// Whether the agent may increase the interval if samples take too much time.
    pub samples_may_wait: bool,
    /// Whether all threads are sampled, not only the main one.
    pub samples_all_threads: bool,
    /// The duration from which a call is a stall; 0 detects no stalls, and `None` means the default of [`Settings::stall_nanos`].
    pub stall: Option<u64>,
    /// Whether requests to the system (files, memory, code, databases, queues) are counted as work.
    pub work: bool,
}

/// A method, or a glob of methods.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Method<'a> {
    /// Whether the method is a class method (`+`).
    pub is_class_method: bool,
    /// The class's name.
    pub class: &'a [u8],
    /// The method's selector.
    pub selector: &'a [u8],
}

impl<'a> Method<'a> {
    /// Parses `-[Class selector]` or `+[Class selector]`.
    pub(crate) fn parse(text: &'a [u8]) -> Option<Method<'a>> {
        let is_class_method = text.starts_with(b"+[");
        if !is_class_method && !text.starts_with(b"-[") {
            return None;
        }
        let inner = text[2..].strip_suffix(b"]")?;
        let space = inner.iter().position(|&b| b == b' ')?;
        let (class, selector) = (&inner[..space], inner[space + 1..].trim_ascii());
        (!class.is_empty() && !selector.is_empty()).then_some(Method { is_class_method, class, selector })
    }
}

/// A list of globs.
#[derive(Debug, Clone, Copy)]
pub struct Globs<'a> {
    list: [&'a [u8]; GLOBS],
    count: usize,
}

impl<'a> Globs<'a> {
    /// The empty list.
    pub const EMPTY: Globs<'static> = Globs { list: [b""; GLOBS], count: 0 };

    /// Returns whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns whether a glob of the list matches.
    pub fn matches(&self, text: &[u8]) -> bool {
        self.list[..self.count].iter().any(|glob| matches_glob(glob, text))
    }

    /// Returns whether a glob of the list matches a method or its class.
    pub fn match_method(&self, method: Method<'_>) -> bool {
        self.list[..self.count].iter().any(|glob| match glob.first() {
            Some(b'-' | b'+') => Method::parse(glob).is_some_and(|wanted| {
                wanted.is_class_method == method.is_class_method
                    && matches_glob(wanted.class, method.class)
                    && matches_glob(wanted.selector, method.selector)
            }),
            _ => matches_glob(glob, method.class),
        })
    }

    /// Parses globs of classes and methods.
    fn of_methods(text: &'a [u8]) -> Result<Globs<'a>, &'static str> {
        let globs = Globs::parse(text)?;
        let mut methods =
            globs.list[..globs.count].iter().filter(|glob| glob.starts_with(b"-") || glob.starts_with(b"+"));
        match methods.all(|glob| Method::parse(glob).is_some()) {
            true => Ok(globs),
            false => Err("expected globs of classes, or of methods such as `-[Class selector]`"),
        }
    }

    fn parse(text: &'a [u8]) -> Result<Globs<'a>, &'static str> {
        let mut globs = Globs::EMPTY;
        for glob in text.split(|&b| b == b',').map(<[u8]>::trim_ascii).filter(|glob| !glob.is_empty()) {
            *globs.list.get_mut(globs.count).ok_or("more than 32 globs")? = glob;
            globs.count += 1;
        }
        Ok(globs)
    }
}

impl<'a> Settings<'a> {
    /// The settings that apply without a settings file.
    pub const DEFAULT: Settings<'a> = Settings {
        launch: None,
        all_threads: true,
        depth: 256,
        threshold_nanos: 1_000_000,
        skip: Globs::EMPTY,
        keep: Globs::EMPTY,
        skip_images: Globs::EMPTY,
        keep_images: Globs::EMPTY,
        begin: Moment::ProcessStart,
        end: Moment::FirstFrame,
        limit_nanos: 15_000_000_000,
        memory: 16 << 20,
        samples_nanos: DEFAULT_SAMPLES_NANOS,
        samples_may_wait: true,
        samples_all_threads: false,
        stall: None,
        work: true,
    };

    /// Sets the value of a key; returns false if no setting has this key. The error describes an invalid value.
    pub fn set(&mut self, key: &[u8], value: &'a [u8]) -> Result<bool, &'static str> {
        match key {
            b"launch" => self.launch = Some(launch_id(value)?),
            b"threads" => self.all_threads = is_all(value)?,
            b"depth" => self.depth = check_range(parse_number(value)?, 1, 4096)? as usize,
            b"threshold" => self.threshold_nanos = parse_duration(value)?,
            b"skip" => self.skip = Globs::of_methods(value)?,
            b"keep" => self.keep = Globs::of_methods(value)?,
            b"skip_images" => self.skip_images = Globs::parse(value)?,
            b"keep_images" => self.keep_images = Globs::parse(value)?,
            b"begin" => self.begin = Moment::parse(value)?,
            b"end" => self.end = Moment::parse(value)?,
            b"limit" => self.limit_nanos = check_range(parse_duration(value)?, 1, 600_000_000_000)?,
            b"memory" => self.memory = check_range(parse_size(value)?, 256 << 10, 256 << 20)? as usize,
            b"samples" => (self.samples_nanos, self.samples_may_wait) = parse_sample_interval(value)?,
            b"sample_threads" => self.samples_all_threads = is_all(value)?,
            b"stall" => {
                self.stall = Some(match value {
                    b"off" => 0,
                    _ => check_range(parse_duration(value)?, 1_000_000, 600_000_000_000)?,
                })
            }
            b"work" => {
                self.work = match value {
                    b"on" => true,
                    b"off" => false,
                    _ => return Err("expected `on` or `off`"),
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Reads the lines of a settings file; `complain` is called for each invalid line, with its number and a description of the error.
    pub fn read(&mut self, text: &'a [u8], mut complain: impl FnMut(usize, &'static str)) {
        let mut has_moment = [false; 2];
        for (number, line) in (1..).zip(text.split(|&b| b == b'\n')) {
            let done = match line_of(line) {
                Ok(Some((key @ (b"begin" | b"end"), value))) => {
                    match core::mem::replace(&mut has_moment[usize::from(key == b"end")], true) {
                        true => Err("the window has one begin and one end: the first of several is used"),
                        false => self.set(key, value),
                    }
                }
                Ok(Some((key, value))) => self.set(key, value),
                Ok(None) => Ok(true),
                Err(problem) => Err(problem),
            };
            match done {
                Ok(true) => {}
                Ok(false) => complain(number, "no such setting"),
                Err(problem) => complain(number, problem),
            }
        }
    }

    /// Replaces the begin and the end by the defaults if no window can have both of them. Returns the reason for the replacement.
    pub fn repair_window(&mut self) -> Option<&'static str> {
        let reason = why_no_window(self.begin, self.end)?;
        (self.begin, self.end) = (Settings::DEFAULT.begin, Settings::DEFAULT.end);
        Some(reason)
    }

    /// Returns whether each new method must be compared with globs.
    pub fn filters_methods(&self) -> bool {
        !self.skip.is_empty() || !self.keep.is_empty()
    }

    /// Returns whether Rust must be called for each new node.
    pub fn must_see_nodes(&self) -> bool {
        self.filters_methods()
            || [self.begin, self.end].iter().any(|moment| matches!(moment, Moment::Method(_)))
    }

    /// Returns whether a method is recorded.
    pub fn records_method(&self, method: Method<'_>) -> bool {
        (self.keep.is_empty() || self.keep.match_method(method)) && !self.skip.match_method(method)
    }

    /// Returns the duration from which the stacks of a call on the main thread are stored as a stall; 0 if stalls are not detected. By
    /// default stalls are detected if stacks are sampled.
    pub fn stall_nanos(&self) -> u64 {
        self.stall.unwrap_or(if self.samples_nanos > 0 { DEFAULT_STALL_NANOS } else { 0 })
    }

    /// Returns whether the pointers of an image are replaced.
    pub fn patches_image(&self, file_name: &[u8]) -> bool {
        (self.keep_images.is_empty() || self.keep_images.matches(file_name))
            && !self.skip_images.matches(file_name)
    }
}

/// A key and its value.
pub type SettingLine<'a> = (&'a [u8], &'a [u8]);

/// Returns the key and the value of a line, or `None` for an empty line and a comment.
pub fn line_of(line: &[u8]) -> Result<Option<SettingLine<'_>>, &'static str> {
    let line = line.split(|&b| b == b'#').next().unwrap_or_default().trim_ascii();
    if line.is_empty() {
        return Ok(None);
    }
    let equals = line.iter().position(|&b| b == b'=').ok_or("expected `key = value`")?;
    let (key, value) = (line[..equals].trim_ascii(), line[equals + 1..].trim_ascii());
    let value = value.strip_prefix(b"\"").and_then(|v| v.strip_suffix(b"\"")).unwrap_or(value);
    Ok(Some((key, value)))
}

/// Copies the lines of a settings file that affect costs into `room`, and returns their length.
pub fn about_costs(text: &[u8], room: &mut [u8]) -> usize {
    let mut used = 0;
    for line in text.split_inclusive(|&b| b == b'\n') {
        let sets = matches!(line_of(line), Ok(Some((key, _))) if !BESIDE_COSTS.contains(&key));
        if let Some(room) = room.get_mut(used..used + line.len()).filter(|_| sets) {
            room.copy_from_slice(line);
            used += line.len();
        }
    }
    used
}

/// Returns whether a text matches a glob: `*` matches any text, `?` one byte. The function backtracks only to the last star, so its time is
/// at most the product of both lengths.
fn matches_glob(glob: &[u8], text: &[u8]) -> bool {
    let (mut g, mut t) = (0, 0);
    let mut star = None;
    while t < text.len() {
        match glob.get(g) {
            Some(b'*') => {
                star = Some((g, t));
                g += 1;
            }
            Some(&b) if b == b'?' || b == text[t] => {
                g += 1;
                t += 1;
            }
            _ => match &mut star {
                Some((at, from)) => {
                    *from += 1;
                    (g, t) = (*at + 1, *from);
                }
                None => return false,
            },
        }
    }
    glob[g..].iter().all(|&b| b == b'*')
}

/// Checks a launch id. A launch id becomes a file name, so characters with a meaning in paths or shells are refused.
fn launch_id(value: &[u8]) -> Result<&[u8], &'static str> {
    let fine = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.');
    if value.is_empty() || value.len() > 100 || value[0] == b'.' || !value.iter().all(fine) {
        return Err("expected 1 to 100 letters, digits, `-`, `_` or `.`");
    }
    Ok(value)
}

fn parse_number(value: &[u8]) -> Result<u64, &'static str> {
    core::str::from_utf8(value).ok().and_then(|text| text.parse().ok()).ok_or("expected a number")
}

fn check_range(number: u64, low: u64, high: u64) -> Result<u64, &'static str> {
    if (low..=high).contains(&number) { Ok(number) } else { Err("too small or too large") }
}

/// Parses a number that is followed by one of the units in `units`.
fn parse_scaled_number(
    value: &[u8],
    units: &[(&str, u64)],
    expected: &'static str,
) -> Result<u64, &'static str> {
    let digits = value.iter().take_while(|b| b.is_ascii_digit()).count();
    let unit = value[digits..].trim_ascii();
    let (_, scale) = units.iter().find(|(name, _)| name.as_bytes() == unit).ok_or(expected)?;
    parse_number(&value[..digits]).map_err(|_| expected)?.checked_mul(*scale).ok_or("too large")
}

fn parse_duration(value: &[u8]) -> Result<u64, &'static str> {
    parse_scaled_number(
        value,
        &[("ns", 1), ("us", 1000), ("ms", 1_000_000), ("s", 1_000_000_000)],
        "expected a time such as `250us` or `5s`",
    )
}

fn parse_size(value: &[u8]) -> Result<u64, &'static str> {
    parse_scaled_number(
        value,
        &[("", 1), ("K", 1 << 10), ("M", 1 << 20), ("KB", 1 << 10), ("MB", 1 << 20)],
        "expected a size such as `4M` or `512K`",
    )
}

fn is_all(value: &[u8]) -> Result<bool, &'static str> {
    match value {
        b"all" => Ok(true),
        b"main" => Ok(false),
        _ => Err("expected `main` or `all`"),
    }
}

/// Parses the interval of samples, and whether the agent may increase it.
fn parse_sample_interval(value: &[u8]) -> Result<(u64, bool), &'static str> {
    match value {
        b"off" => Ok((0, false)),
        b"on" => Ok((DEFAULT_SAMPLES_NANOS, true)),
        _ => Ok((check_range(parse_duration(value)?, 10_000, 1_000_000_000)?, false)),
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::vec::Vec;

    use super::*;

    #[test]
    fn globs_match_whole_texts() {
        let check = |glob: &str, text: &str| matches_glob(glob.as_bytes(), text.as_bytes());
        for (glob, text) in [
            ("", ""),
            ("*", ""),
            ("*", "x"),
            ("A*", "A"),
            ("A*Z", "AbcZ"),
            ("?b*", "abc"),
            ("*a*a", "banana"),
        ] {
            assert!(check(glob, text), "{glob} {text}");
        }
        for (glob, text) in [("", "x"), ("A", "AB"), ("A*Z", "AbcY"), ("?", ""), ("*a*b", "banana")] {
            assert!(!check(glob, text), "{glob} {text}");
        }
    }

    #[test]
    fn a_settings_file_is_read_and_its_mistakes_are_reported_by_line() {
        let mut settings = Settings::DEFAULT;
        let mut faults = Vec::new();
        settings.read(
            b"# ours\nlaunch = \"run-1\"\nthreads = main\ndepth = 0\nthreshold = 250us\nskip = NS*, _UI*\nend = -[Feed didLoad:]\nlimit = 5s # or later\nmemory = 4M\nnonsense\ncolour = red\n",
            |line, problem| faults.push((line, problem)),
        );
        assert_eq!(settings.launch, Some(&b"run-1"[..]));
        assert!(!settings.all_threads);
        assert_eq!((settings.depth, settings.threshold_nanos), (256, 250_000));
        assert_eq!((settings.limit_nanos, settings.memory), (5_000_000_000, 4 << 20));
        assert!(
            !settings.records_method(method("-[NSArray count]"))
                && settings.records_method(method("-[Feed count]"))
        );
        assert_eq!(settings.end, Moment::Method(method("-[Feed didLoad:]")));
        assert_eq!(
            faults,
            [(4, "too small or too large"), (10, "expected `key = value`"), (11, "no such setting")]
        );
    }

    #[test]
    fn an_invalid_value_of_a_setting_leaves_the_default_unchanged() {
        let mut settings = Settings::DEFAULT;
        for (key, value) in [
            ("launch", "../x"),
            ("launch", ""),
            ("launch", ".x"),
            ("threads", "two"),
            ("depth", "deep"),
            ("threshold", "5"),
            ("threshold", "99999999999999999999s"),
            ("begin", "-[A]"),
            ("end", "[A b]"),
            ("end", "-[ b]"),
            ("end", "mark:"),
            ("limit", "0s"),
            ("memory", "1"),
            ("memory", "1G"),
        ] {
            assert!(settings.set(key.as_bytes(), value.as_bytes()).is_err(), "{key} = {value}");
        }
        assert!(settings.launch.is_none() && settings.all_threads);
        assert_eq!((settings.depth, settings.memory, settings.end), (256, 16 << 20, Moment::FirstFrame));
        assert_eq!(settings.set(b"", b""), Ok(false));
        assert!(KEYS.iter().all(|key| settings.set(key.as_bytes(), b"?") != Ok(false)));
    }

    #[test]
    fn a_second_begin_of_a_window_and_an_end_before_its_begin_are_mistakes() {
        let mut settings = Settings::DEFAULT;
        let mut faults = Vec::new();
        settings.read(b"begin = mark:pay\nend = limit\nbegin = first-frame", |line, problem| {
            faults.push((line, problem))
        });
        assert_eq!((settings.begin, settings.end), (Moment::Mark(b"pay"), Moment::Limit));
        assert_eq!(faults, [(3, "the window has one begin and one end: the first of several is used")]);
        assert_eq!(settings.repair_window(), None);
        settings.set(b"begin", b"responsive").expect("a moment");
        settings.set(b"end", b"first-frame").expect("a moment");
        assert_eq!(settings.repair_window(), Some("the end of the window comes before its begin"));
        assert_eq!((settings.begin, settings.end), (Moment::ProcessStart, Moment::FirstFrame));
    }

    #[test]
    fn settings_of_samples_are_intervals_and_do_not_change_the_fingerprint() {
        let mut settings = Settings::DEFAULT;
        for (value, nanos, may_wait) in
            [("on", DEFAULT_SAMPLES_NANOS, true), ("250us", 250_000, false), ("off", 0, false)]
        {
            assert_eq!(settings.set(b"samples", value.as_bytes()), Ok(true), "{value}");
            assert_eq!((settings.samples_nanos, settings.samples_may_wait), (nanos, may_wait), "{value}");
        }
        for (key, value) in [
            ("samples", "1us"),
            ("samples", "5"),
            ("work", "some"),
            ("sample_threads", "some"),
            ("stall", "1us"),
        ] {
            assert!(settings.set(key.as_bytes(), value.as_bytes()).is_err(), "{key} = {value}");
        }
        let mut room = [0; 256];
        let text = b"# samples = on\nwork = off\ndepth = 3\nsamples = 5ms\nsamples_of = 1\n  stall=1s # so\nlimit = 5s";
        let length = about_costs(text, &mut room);
        assert_eq!(&room[..length], b"depth = 3\nsamples_of = 1\nlimit = 5s");
        // A file without settings that affect costs has the same result as no settings file.
        assert_eq!(about_costs(b"# ours\n\n  \nsamples = on # so\nnonsense\n", &mut room), 0);
    }

    #[test]
    fn only_kept_methods_that_are_not_skipped_are_recorded() {
        let mut settings = Settings::DEFAULT;
        assert!(!settings.filters_methods() && settings.records_method(method("-[Any thing]")));
        settings.set(b"keep", b"My*, -[Other wait*:for:], +[* shared*]").expect("globs");
        settings.set(b"skip", b"MyLog, -[MyView draw?ect:], +[MyView *]").expect("globs");
        assert!(settings.filters_methods());
        for (name, is_recorded) in [
            ("-[MyView show]", true),
            ("-[MyView drawRect:]", false),
            ("+[MyView drawRect:]", false),
            ("+[MyView show]", false),
            ("-[MyLog show]", false),
            ("+[MyLog sharedLog]", false),
            ("+[Store sharedStore]", true),
            ("-[Store sharedStore]", false),
            ("-[Other waitFor:for:]", true),
            ("-[Other wait]", false),
            ("-[Other show]", false),
        ] {
            assert_eq!(settings.records_method(method(name)), is_recorded, "{name}");
        }
        for wrong in ["-[MyView", "+MyView", "My*, -[MyView]", "-[ draw]"] {
            assert!(settings.set(b"skip", wrong.as_bytes()).is_err(), "{wrong}");
        }
    }

    fn method(text: &str) -> Method<'_> {
        Method::parse(text.as_bytes()).expect("a method")
    }
}

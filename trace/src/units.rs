//! Ids, times and other small values. Each kind of value has its own type, so that the compiler rejects a value of another kind.

use core::ffi::CStr;
use core::fmt;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// Returns the row as an index into columns and slices.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl Id for $name {
            fn row(self) -> Option<u32> {
                Some(self.0)
            }
        }
    )*};
}

/// An id, or an optional id.
pub(crate) trait Id: Copy {
    fn row(self) -> Option<u32>;
}

impl<T: Id> Id for Option<T> {
    fn row(self) -> Option<u32> {
        self.and_then(T::row)
    }
}

ids! {
    /// The id of an image: its row in the section of images.
    ImageId
    /// The id of a method: its row in the section of methods.
    MethodId
    /// The id of a thread: its row in the section of threads.
    ThreadId
    /// The id of a node: its row in the section of nodes.
    NodeId
    /// The id of a symbol: its row in the section of symbols.
    SymbolId
    /// The id of a stack frame: its row in the section of frames.
    FrameId
}

/// A span of time in ticks of the counter; [`Timebase`] turns it into nanoseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Ticks(pub u64);

/// A span of time in 1024ths of a tick, since one send costs far less than a tick.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Ticks1024(pub u64);

/// A span of time in nanoseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Nanos(pub u64);

/// A moment, as the value that the counter (`CNTVCT_EL0`) had at this moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Counter(pub u64);

impl Counter {
    /// Returns the time since `earlier`, or 0 if `earlier` is later.
    pub const fn since(self, earlier: Counter) -> Ticks {
        Ticks(self.0.saturating_sub(earlier.0))
    }
}

/// A number of events.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Count(pub u64);

/// An address in the app's process, or the distance between two addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Address(pub u64);

/// A moment by the wall clock, in nanoseconds since 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct WallNanos(pub u64);

/// The length of a tick: `numer / denom` nanoseconds (125/3 at 24 MHz).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Timebase {
    /// The number of nanoseconds that `denom` ticks last.
    pub numer: u32,
    /// The number of ticks that last `numer` nanoseconds.
    pub denom: u32,
}

impl Timebase {
    /// Converts ticks to nanoseconds, rounded down. Returns the largest number if the result does not fit, or if `denom` is zero.
    ///
    /// ```
    /// let timebase = trace::Timebase { numer: 125, denom: 3 };
    /// assert_eq!(timebase.nanos(trace::Ticks(24_000_000)), 1_000_000_000);
    /// ```
    pub const fn nanos(self, ticks: Ticks) -> u64 {
        let scaled = ticks.0 as u128 * self.numer as u128;
        match scaled.checked_div(self.denom as u128) {
            Some(nanos) if nanos <= u64::MAX as u128 => nanos as u64,
            _ => u64::MAX,
        }
    }
}

/// The fingerprint of the settings with which the agent ran, which [`checksum`](crate::checksum()) computes from the settings file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fingerprint(pub u64);

/// The UUID of an image (`LC_UUID`), by which its dSYM is found. All bytes are 0 if the image has no UUID.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Uuid(pub [u8; 16]);

impl fmt::Display for Uuid {
    /// Formats the UUID as dwarfdump does: `0F0E0D0C-0B0A-0908-0706-050403020100`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, byte) in self.0.iter().enumerate() {
            if matches!(i, 4 | 6 | 8 | 10) {
                f.write_str("-")?;
            }
            write!(f, "{byte:02X}")?;
        }
        Ok(())
    }
}

macro_rules! flags {
    ($($(#[$doc:meta])* $name:ident { $($(#[$bit_doc:meta])* $bit:ident = $value:literal,)* })*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        pub struct $name(pub u32);

        impl $name {
            $($(#[$bit_doc])* pub const $bit: $name = $name($value);)*

            /// Returns whether all bits of `other` are set.
            pub const fn contains(self, other: $name) -> bool {
                self.0 & other.0 == other.0
            }

            /// Returns the flags that are set in `self` or `other`.
            #[must_use]
            pub const fn with(self, other: $name) -> $name {
                $name(self.0 | other.0)
            }
        }
    )*};
}

flags! {
    /// Properties of an image, as bits.
    ImageFlags {
        /// The image is the app's main executable.
        MAIN = 1,
        /// The image is in the app's bundle.
        IN_BUNDLE = 2,
        /// The image belongs to the system (shared cache or root file system).
        SYSTEM = 4,
        /// The image was loaded after the agent had started.
        LATE = 8,
        /// The image is the agent itself.
        AGENT = 16,
    }

    /// Properties of a sample, as bits.
    SampleFlags {
        /// The agent does not know whether the innermost function had pushed its frame record, so its caller, or the caller's caller, may
        /// be missing.
        UNSURE = 1,
        /// The main thread's stack of one call that lasted longer than the setting `stall`, or the stack of another thread at that moment.
        /// A sample of a stall was not taken at a sampling interval, so it represents no share of the window's time.
        STALL = 2,
        /// The outermost frames are missing: the stack was too deep, or the chain of frame records was broken.
        CUT = 4,
        /// The thread ran, or was about to run. A sample has at most one of the flags `RAN`, `READY`, `WAITED` and `BLOCKED`; a trace
        /// without these flags has no run states.
        RAN = 8,
        /// The thread was ready to run, but waited for a processor.
        READY = 16,
        /// The thread waited.
        WAITED = 32,
        /// The thread waited and could not be interrupted, as for a page or for a disk.
        BLOCKED = 64,
    }
}

impl SampleFlags {
    /// Returns these flags with the number of a stall, and with the thread that holds the lock for which the sampled thread waits.
    #[must_use]
    pub const fn of_stall(self, number: u8, holder: Option<ThreadId>) -> SampleFlags {
        let row = match holder {
            Some(ThreadId(row @ 0..0xffff)) => row + 1,
            _ => 0,
        };
        SampleFlags(self.0 | Self::STALL.0 | (number as u32) << 8 | row << 16)
    }

    /// Returns the number of the stall, from 1; 0 for a sample at an interval. The samples of all threads at one stall have the same number.
    pub const fn stall_number(self) -> u8 {
        (self.0 >> 8) as u8
    }

    /// Returns the thread that holds the lock for which the sampled thread waits, if it is known.
    pub const fn holder(self) -> Option<ThreadId> {
        match self.0 >> 16 {
            0 => None,
            row => Some(ThreadId(row - 1)),
        }
    }
}

/// A name, path or message: bytes that are nearly always UTF-8.
///
/// Class names and selectors come from the app and may have any bytes: `Display` replaces invalid UTF-8 by U+FFFD.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Text<'a>(pub &'a [u8]);

impl<'a> Text<'a> {
    /// Returns the text if it is valid UTF-8.
    pub const fn as_str(self) -> Option<&'a str> {
        match core::str::from_utf8(self.0) {
            Ok(text) => Some(text),
            Err(_) => None,
        }
    }
}

impl<'a> From<&'a str> for Text<'a> {
    fn from(text: &'a str) -> Self {
        Text(text.as_bytes())
    }
}

impl<'a> From<&'a CStr> for Text<'a> {
    fn from(text: &'a CStr) -> Self {
        Text(text.to_bytes())
    }
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for chunk in self.0.utf8_chunks() {
            f.write_str(chunk.valid())?;
            if !chunk.invalid().is_empty() {
                f.write_str("\u{fffd}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.0.escape_ascii())
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::format;

    use super::*;

    #[test]
    fn conversions_of_ticks_to_nanoseconds_do_not_overflow() {
        let timebase = Timebase { numer: 125, denom: 3 };
        assert_eq!(timebase.nanos(Ticks(3)), 125);
        assert_eq!(timebase.nanos(Ticks(1)), 41);
        assert_eq!(timebase.nanos(Ticks(u64::MAX)), u64::MAX);
        assert_eq!(Timebase { numer: 1, denom: 0 }.nanos(Ticks(1)), u64::MAX);
        assert_eq!(Counter(5).since(Counter(3)), Ticks(2));
        assert_eq!(Counter(3).since(Counter(5)), Ticks(0));
    }

    #[test]
    fn names_with_any_bytes_can_be_printed() {
        assert_eq!(format!("{}", Text(b"a\xffb")), "a\u{fffd}b");
        assert_eq!(format!("{:?}", Text(b"a\xff\"")), r#""a\xff\"""#);
        assert_eq!(Text(b"a\xff").as_str(), None);
        assert_eq!(Text::from(c"init").as_str(), Some("init"));
        let uuid = Uuid(core::array::from_fn(|i| i as u8));
        assert_eq!(format!("{uuid}"), "00010203-0405-0607-0809-0A0B0C0D0E0F");
    }

    #[test]
    fn combined_image_flags_contain_each_of_their_flags() {
        let flags = ImageFlags::MAIN.with(ImageFlags::IN_BUNDLE);
        assert!(flags.contains(ImageFlags::MAIN) && flags.contains(ImageFlags::IN_BUNDLE));
        assert!(!flags.contains(ImageFlags::MAIN.with(ImageFlags::SYSTEM)));
    }
}

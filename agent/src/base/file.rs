//! The file of the trace in the app's container. The file has a temporary name until its content is complete.
//!
//! Invariant: a file with the final name is complete. A file that still has the temporary name belongs to a launch that did not complete
//! its trace. The agent's next start renames the incomplete file, so that the collector of traces sees a crashed launch and not a slow one.

use core::ffi::{CStr, c_char};

use crate::base::notes::store_note;
use crate::base::sys;
use trace::{Sink, Text};

/// A path that ends in NUL and is not longer than the system allows.
#[derive(Clone, Copy)]
pub(crate) struct Path {
    bytes: [u8; 1024],
    length: usize,
}

impl Path {
    /// The empty path.
    pub(crate) const EMPTY: Path = Path { bytes: [0; 1024], length: 0 };

    /// Appends `part`. A path that becomes too long is replaced by the empty path, so that opening it fails.
    #[must_use]
    pub(crate) fn append(mut self, part: &[u8]) -> Path {
        let end = self.length + part.len();
        match self.bytes.get_mut(self.length..end) {
            Some(room) if end < 1024 => {
                room.copy_from_slice(part);
                self.length = end;
                self
            }
            _ => Path::EMPTY,
        }
    }

    /// Returns the path as a C string for the system.
    pub(crate) fn as_c_string(&self) -> *const c_char {
        self.bytes.as_ptr().cast()
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }

    fn text(&self) -> Text<'_> {
        Text(&self.bytes[..self.length])
    }
}

/// The file to which the trace is being written, and the buffer of its output.
pub(crate) struct TraceFile {
    file: i32,
    buffer: &'static mut [u8],
    used: usize,
    failed: bool,
}

/// The buffer for the output of the trace; a launch writes only one trace.
static BUFFER: crate::base::global::SharedCell<[u8; 32768]> =
    crate::base::global::SharedCell::new([0; 32768]);
static PLACE: crate::base::global::Once<(Path, Path)> =
    crate::base::global::Once::new((Path::EMPTY, Path::EMPTY));

/// Determines the names of the trace's files, renames an incomplete trace of an earlier launch, and creates the temporary file, so that a
/// crash leaves a file. Returns false if the temporary file cannot be created.
pub(crate) fn prepare_trace_files(launch: &[u8], shares_documents: bool) -> bool {
    // SAFETY: the name is a C string, and no code of the agent changes the environment.
    let home = unsafe { sys::c_string_bytes(sys::getenv(c"HOME".as_ptr())) };
    let root = Path::EMPTY.append(home);
    let folder = if shares_documents { root.append(b"/Documents") } else { root.append(b"/Library/Caches") };
    let folder = folder.append(b"/launchgate");
    let (part, last) = (
        folder.append(b"/").append(launch).append(b".part"),
        folder.append(b"/").append(launch).append(b".lgtrace"),
    );
    let marker = folder.append(b"/current");
    // SAFETY: paths end in NUL, and no other code of the agent uses the files yet.
    unsafe {
        sys::mkdir(folder.as_c_string(), 0o755);
        mark_crashed(&folder, &marker);
        let file = sys::open(part.as_c_string(), sys::O_WRONLY | sys::O_CREAT | sys::O_TRUNC, 0o644);
        if file < 0 {
            return false;
        }
        sys::close(file);
        let file = sys::open(marker.as_c_string(), sys::O_WRONLY | sys::O_CREAT | sys::O_TRUNC, 0o644);
        if file >= 0 {
            sys::write(file, launch.as_ptr(), launch.len());
            sys::close(file);
        }
        PLACE.set((part, last));
    }
    true
}

/// Renames the temporary file of the previous launch, if it still exists, because that launch did not complete its trace. The file `marker`
/// contains the name of the previous launch.
unsafe fn mark_crashed(folder: &Path, marker: &Path) {
    let mut name = [0; 128];
    // SAFETY: the paths end in NUL, and the buffer belongs to this function.
    unsafe {
        let file = sys::open(marker.as_c_string(), sys::O_RDONLY, 0);
        if file < 0 {
            return;
        }
        let length = sys::read(file, name.as_mut_ptr(), name.len());
        sys::close(file);
        let Some(name) = usize::try_from(length).ok().and_then(|length| name.get(..length)) else { return };
        let part = folder.append(b"/").append(name).append(b".part");
        let crashed = folder.append(b"/").append(name).append(b".crashed");
        if sys::access(part.as_c_string(), 0) == 0
            && sys::rename(part.as_c_string(), crashed.as_c_string()) == 0
        {
            store_note(format_args!(
                "the previous launch, {}, ended before its trace was written",
                Text(name)
            ));
        }
    }
}

impl TraceFile {
    /// Opens the temporary file.
    pub(crate) fn open() -> Option<TraceFile> {
        let (part, _) = PLACE.get();
        // SAFETY: the path ends in NUL, and only one writer uses the buffer.
        unsafe {
            let file = sys::open(part.as_c_string(), sys::O_WRONLY | sys::O_CREAT | sys::O_TRUNC, 0o644);
            (file >= 0).then(|| TraceFile { file, buffer: &mut *BUFFER.pointer(), used: 0, failed: false })
        }
    }

    /// Gives the file its final name if everything was written.
    pub(crate) fn finish(mut self) {
        if self.flush().is_err() {
            return;
        }
        let (part, last) = PLACE.get();
        // SAFETY: the file and the paths belong to the agent.
        unsafe {
            let synced = sys::fsync(self.file) == 0;
            if sys::close(self.file) == 0 && synced {
                sys::rename(part.as_c_string(), last.as_c_string());
            }
        }
    }

    fn flush(&mut self) -> Result<(), ()> {
        let mut left = &self.buffer[..self.used];
        while !left.is_empty() && !self.failed {
            // SAFETY: the file and the buffer belong to the agent.
            let written = unsafe { sys::write(self.file, left.as_ptr(), left.len()) };
            match usize::try_from(written).ok().and_then(|n| left.get(n..)) {
                Some(rest) if written > 0 => left = rest,
                _ => self.failed = true,
            }
        }
        self.used = 0;
        if self.failed { Err(()) } else { Ok(()) }
    }
}

impl Sink for TraceFile {
    type Error = ();

    fn write(&mut self, mut bytes: &[u8]) -> Result<(), ()> {
        while !bytes.is_empty() {
            let room = &mut self.buffer[self.used..];
            let length = room.len().min(bytes.len());
            room[..length].copy_from_slice(&bytes[..length]);
            self.used += length;
            bytes = &bytes[length..];
            if self.used == self.buffer.len() {
                self.flush()?;
            }
        }
        Ok(())
    }
}

/// Reads a whole file into `room` and returns its length. Returns `None` if the file cannot be opened. For a file that is longer than
/// `room`, the function reads no byte and returns the length 0.
pub(crate) fn read(path: &Path, room: &mut [u8]) -> Option<usize> {
    // SAFETY: the path ends in NUL, and the buffer belongs to the caller.
    unsafe {
        let file = sys::open(path.as_c_string(), sys::O_RDONLY, 0);
        if file < 0 {
            return None;
        }
        let mut used = 0;
        while used < room.len() {
            let Ok(more @ 1..) =
                usize::try_from(sys::read(file, room.as_mut_ptr().add(used), room.len() - used))
            else {
                break;
            };
            used += more;
        }
        // The first part of a longer file may end with an incomplete value, so a file that is too long is ignored.
        let is_longer = used == room.len() && sys::read(file, [0].as_mut_ptr(), 1) == 1;
        sys::close(file);
        if is_longer {
            store_note(format_args!("{}: longer than {used} bytes, so the file is ignored", path.text()));
            return Some(0);
        }
        Some(used)
    }
}

/// Returns the value of an environment variable.
pub(crate) fn environment_variable(name: &CStr) -> Option<&'static [u8]> {
    // SAFETY: a C string; the agent reads the environment only once, at its start, when no thread changes it.
    unsafe {
        let value = sys::getenv(name.as_ptr());
        (!value.is_null()).then(|| sys::c_string_bytes(value))
    }
}

//! Provides a lock by which runs on one machine take turns on a device.
//!
//! Two concurrent runs would end each other's app, and each would launch builds that the other run installed. Invariant: the operating
//! system maintains the lock, so the lock ends with its process, whatever ends the process.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use gate_common::hash::hex;
use sha2::{Digest as _, Sha256};

use super::super::{Failure, FailureKind, Patience, Result};

/// The lock of a device, held by this process.
pub(super) struct DeviceLock {
    path: PathBuf,
    /// The open lock file. The lock ends when the file is closed.
    _file: File,
}

impl Drop for DeviceLock {
    fn drop(&mut self) {
        // The name is removed while the file is locked. A process that waits for the lock then finds that the name was removed, and opens
        // the next file.
        let _ = fs::remove_file(&self.path);
    }
}

/// Returns the path of a device's lock file, which is the same for every user of this machine and every address of usbmuxd.
pub fn lock_file(udid: &str) -> PathBuf {
    let hash = hex(&Sha256::digest(udid)[..8]);
    // TMPDIR is not used, because it differs between jobs of one machine.
    PathBuf::from(format!("/tmp/launchgate-device-{hash}.lock"))
}

impl DeviceLock {
    /// Waits for the lock of the device until the deadline of `patience`. `waits` is called once with the description of the run that holds
    /// the lock; `what` is the description of this run for other runs.
    pub(super) fn acquire(
        path: &Path,
        what: &str,
        patience: &Patience,
        waits: &mut dyn FnMut(&str),
    ) -> Result<DeviceLock> {
        let local = |error: io::Error| Failure::from_local_file(path, error);
        let mut file = open(path).map_err(local)?;
        let deadline = Instant::now() + patience.answer;
        let mut holder = None;
        loop {
            match file.try_lock() {
                Err(TryLockError::WouldBlock) => {}
                _ if !is_at(&file, path) => {
                    file = open(path).map_err(local)?;
                    continue;
                }
                // If the file system has no locks, the run continues without a lock.
                _ => break,
            }
            if holder.is_none() {
                let text = holder_in(&mut file, path);
                waits(&text);
                holder = Some(text);
            }
            if patience.stop.is_asked() {
                return Err(Failure::new(
                    FailureKind::Stopped,
                    "while waiting for another run that uses the device",
                ));
            }
            if Instant::now() >= deadline {
                return Err(Failure::new(FailureKind::Busy, holder.unwrap_or_default()));
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        // The description of the run in the lock file is only for people. An error is ignored, since the file may belong to another user.
        let _ = file.set_len(0).and_then(|()| file.rewind());
        let _ = writeln!(file, "process {} records {what}", std::process::id());
        Ok(DeviceLock { path: path.to_owned(), _file: file })
    }
}

/// Opens the lock file with permissions that allow all users of this machine to lock it. A symbolic link is not followed when the file is
/// created.
fn open(path: &Path) -> io::Result<File> {
    match OpenOptions::new().read(true).write(true).create_new(true).open(path) {
        Ok(file) => {
            file.set_permissions(fs::Permissions::from_mode(0o666))?;
            Ok(file)
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            let about = fs::symlink_metadata(path)?;
            if !about.is_file() {
                return Err(io::Error::other("it is not a file, so runs cannot take turns by it; remove it"));
            }
            let open = OpenOptions::new().read(true).write(true).open(path);
            open.or_else(|_| File::open(path))
        }
        Err(error) => Err(error),
    }
}

/// Returns whether the path still refers to the open file, since the previous holder of the lock may have removed the file.
fn is_at(file: &File, path: &Path) -> bool {
    let place = |about: fs::Metadata| (about.dev(), about.ino());
    let (open, named) = (file.metadata().map(place), fs::metadata(path).map(place));
    open.is_ok() && open.ok() == named.ok()
}

/// Reads the description of the lock's holder as one line. If the holder of the lock is not a run of the gate, the line contains the path
/// of the file, by which a person can find the process.
fn holder_in(file: &mut File, path: &Path) -> String {
    let mut text = String::new();
    let _ = file.rewind();
    let _ = file.take(400).read_to_string(&mut text);
    let line = text.lines().next().unwrap_or_default().trim();
    match line.starts_with("process ") {
        true => line.to_owned(),
        false => format!(
            "who holds {path} does not say what it does; `lsof {path}` names it",
            path = path.display()
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::StopRequest;

    #[test]
    fn a_second_run_on_a_device_waits_and_then_fails_with_the_name_of_the_first_run() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("lock");
        let patience = Patience::new(Duration::from_millis(150), StopRequest::default());
        let first = DeviceLock::acquire(&path, "a.ipa into a", &patience, &mut |_| panic!("it is free"))
            .expect("free");
        let mut said = Vec::new();
        let refused =
            DeviceLock::acquire(&path, "b.ipa into b", &patience, &mut |holder| said.push(holder.to_owned()));
        let failure = refused.err().expect("the first has it");
        let expected = format!("process {} records a.ipa into a", std::process::id());
        assert_eq!(
            (failure.kind, &failure.detail, said),
            (FailureKind::Busy, &expected, vec![expected.clone()])
        );
        assert!(failure.class() == super::super::super::FailureClass::Device);

        let stopped = Patience::new(Duration::from_secs(60), StopRequest::default());
        stopped.stop.request_stop();
        let failure = DeviceLock::acquire(&path, "b", &stopped, &mut |_| ()).err().expect("stopped");
        assert_eq!(failure.kind, FailureKind::Stopped);
        let (waits, waited) = std::sync::mpsc::channel();
        let waiting = {
            let (path, patience) =
                (path.clone(), Patience::new(Duration::from_secs(30), StopRequest::default()));
            let mut tell = move |_: &str| waits.send(()).expect("somebody listens");
            std::thread::spawn(move || DeviceLock::acquire(&path, "c", &patience, &mut tell).map(|_| ()))
        };
        waited.recv_timeout(Duration::from_secs(30)).expect("it waits for the first");
        drop(first);
        waiting.join().expect("no panic").expect("it had waited for the first");
        assert!(!path.exists(), "nothing is left behind");
        DeviceLock::acquire(&path, "b.ipa into b", &patience, &mut |_| panic!("it is free"))
            .expect("free again");
        let foreign = File::create(&path).expect("a file");
        foreign.lock().expect("free");
        let failure = DeviceLock::acquire(&path, "b", &patience, &mut |_| ()).err().expect("somebody has it");
        assert_eq!(failure.kind, FailureKind::Busy);
        assert!(
            failure.detail.contains(&format!("`lsof {}` names it", path.display())),
            "{}",
            failure.detail
        );
        fs::remove_file(&path).expect("removed");
        std::os::unix::fs::symlink("elsewhere", &path).expect("a link");
        let failure = DeviceLock::acquire(&path, "b", &patience, &mut |_| ()).err().expect("not followed");
        assert!(failure.detail.ends_with("cannot take turns by it; remove it"), "{}", failure.detail);
    }

    #[test]
    fn each_device_has_its_own_lock_file() {
        assert_eq!(lock_file("U"), lock_file("U"));
        assert_ne!(lock_file("U"), lock_file("V"));
    }
}

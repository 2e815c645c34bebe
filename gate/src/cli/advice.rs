//! What to do about an error: the end of every message that a person or a pipeline reads.
//!
//! The libraries say what is wrong and where; what somebody should do about it is the command line's to say, and it is said here.
//! Invariant: an error whose message says already what to do gets nothing more.

use std::error::Error;
use std::io;

use crate::attribute::AttributeError;
use crate::baseline::StoreError;
use crate::comment::CommentError;
use crate::config::ConfigError;
use crate::device::{Failure, FailureKind};
use crate::facts::FactsError;
use crate::git::GitError;
use crate::init::InitError;
use crate::inject::{InjectError, MachoError};
use crate::launches::{ReadError, Reason};

/// What `RUNS` may be, wherever a command takes launches.
const RUNS: &str = "give traces (.lgtrace), launch records (.jsonl, .gz, .zst), recordings of other tools, or folders of them, \
    such as the one of `gate run -o`";

/// The whole message: what was tried, what went wrong, and what to do about it.
pub(super) fn told(error: &anyhow::Error) -> String {
    let mut text = String::new();
    for cause in error.chain().map(ToString::to_string) {
        // Many errors end with the text of their cause.
        if !text.ends_with(&cause) {
            text += if text.is_empty() { "" } else { ": " };
            text += &cause;
        }
    }
    // Of the first cause that is known; nothing where it says so itself.
    if let Some(advice) = error.chain().find_map(about) {
        text += "; ";
        text += advice;
    }
    text
}

fn about(error: &(dyn Error + 'static)) -> Option<&'static str> {
    if let Some(failure) = error.downcast_ref::<Failure>() {
        return Some(of_failure(failure.kind));
    }
    if let Some(error) = error.downcast_ref() {
        return of_launches(error);
    }
    if let Some(error) = error.downcast_ref() {
        return Some(of_settings(error));
    }
    if let Some(error) = error.downcast_ref() {
        return of_store(error);
    }
    if let Some(error) = error.downcast_ref() {
        return of_git(error);
    }
    if let Some(error) = error.downcast_ref() {
        return of_comment(error);
    }
    if let Some(error) = error.downcast_ref() {
        return of_inject(error);
    }
    if let Some(error) = error.downcast_ref() {
        return of_facts(error);
    }
    if error.is::<AttributeError>() {
        return Some("the settings' [attribution] leads there: correct it, or take it out");
    }
    if let Some(InitError::Read { .. }) = error.downcast_ref() {
        return Some("give the folder of the project");
    }
    error.downcast_ref().and_then(of_system)
}

fn of_facts(error: &FactsError) -> Option<&'static str> {
    match error {
        // The error below it says it.
        FactsError::App(error) => of_inject(error),
        FactsError::Image { reason, .. } if reason.contains(": build") => None,
        FactsError::Image { .. } => Some("the file is damaged or cut off: take the app as the build left it"),
        FactsError::Kept { .. } => Some("give what `gate inspect --out json=FILE` wrote, or the app itself"),
    }
}

/// What to do about a device's failure.
pub fn of_failure(kind: FailureKind) -> &'static str {
    match kind {
        FailureKind::Unsupported => "change the option, or use another driver with --driver",
        FailureKind::Input => "correct what is named, or begin anew in another folder",
        FailureKind::Local => "see that it is there and can be read or written",
        FailureKind::Unsafe => "put the files into a folder beside config.toml, without links",
        FailureKind::Stopped => "what was recorded is there; --resume goes on",
        FailureKind::NoTool => "install it, or use another driver with --driver",
        FailureKind::NoMux => "start usbmuxd (on Linux: apt install usbmuxd), or set USBMUXD_SOCKET_ADDRESS",
        FailureKind::NoDevice => "connect it by cable, switch it on, and look at the cable and the hub",
        FailureKind::Ambiguous => "name one with --udid",
        FailureKind::TrustPending => "unlock it and answer Trust to its question",
        FailureKind::TrustDenied => "take the cable out and in, and answer Trust",
        FailureKind::PairingLost => {
            "pair again: `idevicepair pair`, or take the cable out and in and answer Trust"
        }
        FailureKind::Locked => "unlock it, and set Auto-Lock to Never for the device of a lab",
        FailureKind::DeveloperMode => {
            "enable Developer Mode in Settings > Privacy & Security, which restarts the device"
        }
        FailureKind::NoImage => {
            "mount the developer disk image (Xcode does, or `ideviceimagemounter`, or `pymobiledevice3 mounter auto-mount`)"
        }
        FailureKind::Exhausted => "restart the device: some versions of iOS leak until nothing is left",
        FailureKind::Tunnel => "take the cable out and in; if that does not help, restart the device",
        FailureKind::Lost => "look at the cable and the hub; the device may have restarted",
        FailureKind::Timeout => "look at the device; take the cable out and in, or restart it",
        FailureKind::Protocol => "restart the device, and look whether a newer gate knows its iOS",
        FailureKind::DiskFull => "make room on the device",
        FailureKind::Hot => "let it cool: out of its case, away from other devices, with a longer --rest",
        FailureKind::LowPower => "switch it off in Settings > Battery, and charge the device",
        FailureKind::Busy => "wait for its end, or use another device with --udid",
        FailureKind::OtherBuild => {
            "somebody installed another build meanwhile: keep Xcode and other tools away from the device, and run again"
        }
        FailureKind::Replaced => "keep Xcode and other tools away from the device while a run lasts",
        FailureKind::Denied => {
            "sign the app for development (get-task-allow), or let `gate inject` share its files"
        }
        FailureKind::Signature => {
            "sign the app with a development certificate and a profile that has this device (`gate inject --sign`)"
        }
        FailureKind::UntrustedDeveloper => {
            "trust the developer in Settings > General > VPN & Device Management"
        }
        FailureKind::Install => "look whether it is built for devices and for this iOS",
        FailureKind::NotInstalled => "install it first, or look at the bundle identifier",
        FailureKind::NoFile => "look at the name",
        FailureKind::Crashed => "look at the device's crash reports, and try the app without the agent",
        FailureKind::NoTrace => {
            "see that the agent was put in by `gate inject`, and that the app reaches its first frame"
        }
        FailureKind::BadTrace => "see that the device has room; if it stays, report it with the file",
    }
}

/// A device's failure, and what to do about it.
pub(super) fn told_failure(failure: &Failure) -> String {
    format!("{failure}; {}", of_failure(failure.kind))
}

fn of_launches(error: &ReadError) -> Option<&'static str> {
    Some(match &error.reason {
        Reason::Io(error) if error.kind() == io::ErrorKind::NotFound => RUNS,
        Reason::Io(error) => return of_system(error),
        Reason::Empty | Reason::Unknown => RUNS,
        Reason::Format { .. } => {
            "use the gate that its recorder goes with; this one is told by `gate --version`"
        }
        Reason::Truncated(_) => "fetch it again, or take it out and record another launch",
        Reason::Large(_) => "leave it out, or expand it yourself and give the file",
        Reason::Huge(_) => "write each launch on a line of its own, as `gate export` does",
        Reason::Invalid(_) => "correct or remove it; docs/formats.md says what a launch record is",
    })
}

fn of_settings(error: &ConfigError) -> &'static str {
    match error {
        ConfigError::Read { .. } => "name another one with --config; `gate config` prints one to start from",
        ConfigError::Invalid { .. } | ConfigError::Set { .. } => {
            "`gate config` prints every key with its default"
        }
    }
}

fn of_store(error: &StoreError) -> Option<&'static str> {
    Some(match error {
        StoreError::Io { source, .. } => return of_system(source),
        StoreError::Conflict { .. } => return None,
        StoreError::Line { .. } => {
            "restore it from git (`git checkout -- FILE`), or do without it: `git rm FILE`"
        }
        StoreError::Newer { .. } => "use the gate that the pipeline uses",
        StoreError::Misplaced { .. } => "move it there, or restore it from git",
        StoreError::Different { .. } => "a session is stored once: record a new one with `gate run`",
        StoreError::Session { .. } => "record the session again with `gate run`",
        StoreError::AnchorMissing { .. } => {
            "pin one that is: `gate baseline list`, `gate baseline pin SESSION`"
        }
    })
}

fn of_git(error: &GitError) -> Option<&'static str> {
    let GitError::Failed { said, .. } = error else {
        return match error {
            GitError::Folder { .. } => Some("let TMPDIR name a folder that can be written"),
            GitError::Path { .. } => Some("rename it"),
            _ => None,
        };
    };
    let said = said.to_lowercase();
    let any = |words: &[&str]| words.iter().any(|word| said.contains(word));
    Some(if any(&["not a git repository"]) {
        "run it in the repository that has the baselines"
    } else if any(&["dubious ownership"]) {
        "the folder is another user's: `git config --global --add safe.directory FOLDER`"
    } else if any(&["gh006", "protected branch", "not allowed to push", "pre-receive hook declined"]) {
        "keep the baselines under a ref of their own: --ref refs/launchgate/baselines"
    } else if any(&[
        "authentication failed",
        "could not read username",
        "permission denied",
        "permission to ",
        "403",
        "access denied",
    ]) {
        "give the job a token that may push (GitHub: `permissions: contents: write`; GitLab: the scope `write_repository`)"
    } else if any(&["does not appear to be a git repository", "no such remote", "not found"]) {
        "see `git remote -v`, and name the remote with --remote"
    } else {
        "see whether git can do that here by hand"
    })
}

fn of_comment(error: &CommentError) -> Option<&'static str> {
    Some(match error {
        CommentError::Address(_) => "give --api an address that begins with https://",
        CommentError::Unreachable { .. } => {
            "see that this machine reaches the address of --api, or run it again later"
        }
        CommentError::Token { .. } => "make a new one, and give the step its variable",
        CommentError::Missing { .. } => {
            "see --repository and --number, and that the token is allowed to see them"
        }
        CommentError::Refused { .. } => "`gate comment --dry-run` prints what would be sent",
        CommentError::Answer { .. } => {
            "see that --api is the API's address (GitHub Enterprise: https://HOST/api/v3, GitLab: https://HOST/api/v4)"
        }
        CommentError::RateLimit { .. } => "run this command again later",
        CommentError::Forbidden { .. } => {
            "give it `pull-requests: write` on GitHub or the scope `api` on GitLab, which a pull request from a fork never gets"
        }
    })
}

fn of_inject(error: &InjectError) -> Option<&'static str> {
    Some(match error {
        InjectError::File { source, verb, path } => {
            let is_app = path.extension().is_none_or(|end| end == "ipa" || end == "app");
            if *verb == "read" && source.kind() == io::ErrorKind::NotFound && !is_app {
                return Some("correct the path, or leave the option out");
            }
            if *verb == "read" && source.kind() == io::ErrorKind::NotFound {
                return Some("give the app as it was built: App.ipa or App.app");
            }
            return of_system(source);
        }
        InjectError::NotAnApp { .. } | InjectError::Archive { .. } => {
            "give an app that was built for devices: App.ipa or App.app"
        }
        InjectError::Agent { .. } => "`cargo xtask agent` builds it",
        InjectError::Executable { source, .. } => {
            return match source {
                MachoError::NotArm64(_) => Some("build the app for a device: xcodebuild -sdk iphoneos"),
                MachoError::Bad { .. } => Some("the file is damaged: build the app again"),
                _ => None,
            };
        }
        InjectError::Settings { .. } | InjectError::Sign(_) | InjectError::Output { .. } => return None,
    })
}

fn of_system(error: &io::Error) -> Option<&'static str> {
    Some(match error.kind() {
        io::ErrorKind::NotFound => {
            "see whether the name is right, and make the folder if it is to be written there"
        }
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            "see that this user may read and write there"
        }
        io::ErrorKind::StorageFull => "make room on the disk",
        io::ErrorKind::IsADirectory => "give a file, not a folder",
        io::ErrorKind::NotADirectory => "give a folder, not a file",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_of_a_device_ends_with_its_advice_once() {
        for kind in FailureKind::ALL {
            let error = anyhow::Error::from(Failure::new(*kind, "while listing"));
            let expected = format!("{} (while listing); {}", kind.says(), of_failure(*kind));
            assert_eq!(told(&error), expected);
            assert!(of_failure(*kind).len() > 10 && !expected.ends_with('.'), "{expected}");
        }
    }
}

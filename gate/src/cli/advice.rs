//! Adds advice about errors to the end of every message that a person or a pipeline reads.
//!
//! The libraries describe an error and the file or setting that caused it, and the module `advice` adds a
//! sentence about the remedy. Invariant: an error whose message contains advice gets no further advice.

use std::error::Error;
use std::io;

use gate_attribution::AttributeError;
use gate_baseline::{RemoteFault, StoreError};
use gate_common::git::GitError;
use gate_config::ConfigError;
use gate_device::{Failure, FailureKind};
use gate_init::InitError;
use gate_launches::{ReadError, Reason};
use gate_macho::facts::FactsError;
use gate_macho::inject::{EditError, InjectError};

use crate::comment::CommentError;

/// Advice for arguments that must be launches.
const RUNS: &str = "pass traces (.lgtrace), launch records (.jsonl, .gz, .zst), or folders of these, such as the folder of `gate run -o`";

/// Formats an error with its causes and the advice for the user.
pub(super) fn error_message(error: &anyhow::Error) -> String {
    let mut text = String::new();
    for cause in error.chain().map(ToString::to_string) {
        // A cause is omitted if the message already ends with its text, as many errors do.
        if !text.ends_with(&cause) {
            text += if text.is_empty() { "" } else { ": " };
            text += &cause;
        }
    }
    // The advice is that of the first cause for which advice exists.
    if let Some(advice) = error.chain().find_map(find_advice) {
        text += "; ";
        text += advice;
    }
    text
}

fn find_advice(error: &(dyn Error + 'static)) -> Option<&'static str> {
    if let Some(failure) = error.downcast_ref::<Failure>() {
        // The detail of some failures already contains advice, which is not repeated.
        let has_advice = ["; use another", "; add the agent", "; pass an app"]
            .iter()
            .any(|advice| failure.detail.contains(advice));
        return (!has_advice).then(|| failure_advice(failure.kind));
    }
    // Advice is chosen by the error type, which each library defines separately.
    macro_rules! known {
        ($($advice:ident),+) => {
            $(if let Some(error) = error.downcast_ref() { return $advice(error); })+
        };
    }
    known!(
        launches_advice,
        settings_advice,
        store_advice,
        git_advice,
        comment_advice,
        inject_advice,
        facts_advice
    );
    if error.is::<AttributeError>() {
        return Some("the path is set in [attribution]; correct or remove it");
    }
    if let Some(InitError::Read { .. }) = error.downcast_ref() {
        return Some("pass the folder of the project");
    }
    error.downcast_ref().and_then(system_advice)
}

fn facts_advice(error: &FactsError) -> Option<&'static str> {
    match error {
        // The advice for an unreadable app is the same as for `gate inject`.
        FactsError::App(error) => inject_advice(error),
        FactsError::NotForPhones { .. } => Some("build the app for a device"),
        FactsError::Image { .. } => {
            Some("the file is damaged or truncated; use the app as the build wrote it")
        }
        FactsError::Kept(_) => Some("pass a file that `gate inspect -o json=FILE` wrote, or the app itself"),
    }
}

/// Returns the advice about a device's failure.
pub fn failure_advice(kind: FailureKind) -> &'static str {
    match kind {
        FailureKind::Unsupported => "change the option, or use another driver with --driver",
        FailureKind::Input => "correct the input named above, or start again in another folder",
        FailureKind::Local => {
            "check that the file exists, that you have permission to access it, and that the disk is not full"
        }
        FailureKind::Unsafe => "put the files into a folder next to config.toml, without symbolic links",
        FailureKind::Stopped => "recorded launches are kept; continue with --resume",
        FailureKind::NoTool => "install it, or use another driver with --driver",
        FailureKind::NoMux => "start usbmuxd (on Linux: apt install usbmuxd), or set USBMUXD_SOCKET_ADDRESS",
        FailureKind::NoDevice => {
            "connect the device by cable and switch it on, or boot the simulator; check the cable and the hub"
        }
        FailureKind::Ambiguous => "choose one with --udid",
        FailureKind::TrustPending => "unlock the device and tap Trust",
        FailureKind::TrustDenied => "unplug and reconnect the cable, and tap Trust",
        FailureKind::PairingLost => {
            "pair again: `idevicepair pair`, or unplug and reconnect the cable and tap Trust"
        }
        FailureKind::Locked => "unlock the device; on a lab device, set Auto-Lock to Never",
        FailureKind::DeveloperMode => {
            "enable Developer Mode in Settings > Privacy & Security, which restarts the device"
        }
        FailureKind::NoImage => {
            "mount the developer disk image (Xcode does, or `ideviceimagemounter`, or `pymobiledevice3 mounter auto-mount`)"
        }
        FailureKind::Exhausted => "restart the device; some iOS versions leak this resource",
        FailureKind::Tunnel => "unplug and reconnect the cable; if that does not help, restart the device",
        FailureKind::Lost => "check the cable and the hub; the device may have restarted",
        FailureKind::Away => {
            "keep the device connected, and look for why it restarts; the launch is repeated"
        }
        FailureKind::Timeout => "check the device; unplug and reconnect the cable, or restart the device",
        FailureKind::NotReady => {
            "wait until its home screen is shown, and run again; if that does not help, restart it"
        }
        FailureKind::Protocol => "restart the device, and check whether a newer gate supports its iOS",
        FailureKind::DiskFull => "free up storage on the device",
        FailureKind::Hot => {
            "let the device cool down: remove its case, keep it apart from other devices, use a longer --rest"
        }
        FailureKind::LowPower => "turn it off in Settings > Battery, and charge the device",
        FailureKind::Busy => "wait until it ends, or use another device with --udid",
        FailureKind::OtherBuild => {
            "another build was installed during the run; run again, and do not use Xcode or other tools with the device during the run"
        }
        FailureKind::Replaced => "do not use Xcode or other tools with the device during a run",
        FailureKind::Denied => {
            "sign the app for development (get-task-allow), or let `gate inject` enable file sharing"
        }
        FailureKind::Signature => {
            "sign the app with a development certificate and a profile that includes this device (`gate inject --sign`)"
        }
        FailureKind::UntrustedDeveloper => {
            "trust the developer in Settings > General > VPN & Device Management"
        }
        FailureKind::Install => "check that the app is built for devices and for this iOS",
        FailureKind::NotInstalled => "install the app first, or check the bundle identifier",
        FailureKind::NoFile => "check the path",
        FailureKind::Crashed => "read the crash report of the device, and try the app without the agent",
        FailureKind::NoTrace => {
            "check that `gate inject` added the agent, and that the app draws its first frame"
        }
        FailureKind::NoWindow => {
            "check `begin`, `end` and `limit` of the agent's settings and of the scenario against what the app does"
        }
        FailureKind::NotRecorded => "use another device or iOS version; if the error persists, report it",
        FailureKind::BadTrace => {
            "check the free storage of the device; if the error persists, report it with the file"
        }
    }
}

/// Formats a device's failure with advice.
pub(super) fn failure_message(failure: &Failure) -> String {
    format!("{failure}; {}", failure_advice(failure.kind))
}

fn launches_advice(error: &ReadError) -> Option<&'static str> {
    Some(match &error.reason {
        Reason::Io(error) if error.kind() == io::ErrorKind::NotFound => RUNS,
        Reason::Io(error) => return system_advice(error),
        Reason::Empty | Reason::Unknown => RUNS,
        Reason::Format { .. } => {
            "use the gate version that matches the recorder; `gate --version` prints the version of this gate"
        }
        Reason::Truncated(_) => "collect it again, or remove it and record another launch",
        Reason::Large(_) => "decompress them before, or raise gate.largest_input",
        Reason::Huge(_) => "remove it, or raise gate.largest_input if the recorder writes that much",
        Reason::Invalid(_) => "correct or remove it; docs/formats.md describes launch records",
    })
}

fn settings_advice(error: &ConfigError) -> Option<&'static str> {
    Some(match error {
        ConfigError::Read { .. } => {
            "choose another file with --config; `gate config` prints one to start from"
        }
        ConfigError::Invalid { .. } | ConfigError::Set { .. } => {
            "run `gate config` for every key and its default"
        }
    })
}

fn store_advice(error: &StoreError) -> Option<&'static str> {
    Some(match error {
        StoreError::Io { source, .. } => return system_advice(source),
        StoreError::Conflict { .. } => return None,
        StoreError::Git(error) => return git_advice(error),
        StoreError::Remote { fault, place, .. } => remote_advice(*fault, place),
        StoreError::Line { .. } => "restore it (`git checkout -- FILE`), or remove it (`git rm FILE`)",
        StoreError::Newer { .. } => "use the same gate version as the pipeline",
        StoreError::Misplaced { .. } => "move the file there, or restore it from git",
        StoreError::Different { .. } => "sessions are immutable; record a new one with `gate run`",
        StoreError::Session { .. } => "record the session again with `gate run`",
        StoreError::AnchorMissing { .. } => {
            "pin a stored session: `gate baseline list`, `gate baseline pin SESSION`"
        }
    })
}

fn remote_advice(fault: RemoteFault, place: &str) -> &'static str {
    let cloud = place.split_once("://").map_or("file", |(scheme, _)| scheme);
    match fault {
        RemoteFault::Credentials => "set them in the environment of the cloud",
        RemoteFault::NoBucket => "pass s3://BUCKET/PATH",
        RemoteFault::NoFolder => "`gate store put RUNS --to URL` creates it",
        RemoteFault::Plain => "use https; without TLS only a server of this machine is asked",
        RemoteFault::NoStore => {
            "correct the URL, or put a first session there: `gate store put RUNS --to URL`"
        }
        RemoteFault::Newer => "update the gate",
        RemoteFault::Unfit => "use a server with conditional writes, or a folder",
        RemoteFault::Endpoint => "set it to http://HOST:PORT or https://HOST",
        RemoteFault::Region => "set AWS_REGION to that region",
        RemoteFault::Permission => "grant it; docs/store.md lists the permissions of each command",
        RemoteFault::Incomplete | RemoteFault::Damaged => {
            "repair the store with `gate baseline verify --repair --baseline URL`, or put the session again"
        }
        RemoteFault::Deleted => "run this again",
        RemoteFault::Service => match cloud {
            "file" => {
                "check the folder, its permissions and the free disk space, and run this again: nothing is half stored"
            }
            "gs" => {
                "check the URL, the network and GOOGLE_APPLICATION_CREDENTIALS, and run this again: nothing is half stored"
            }
            "s3" | "s3a" => {
                "check the URL, the network, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_REGION, and run this again: nothing is half stored"
            }
            _ => {
                "check the URL, the network, AZURE_STORAGE_ACCOUNT_NAME and AZURE_STORAGE_ACCOUNT_KEY, and run this again: nothing is half stored"
            }
        },
    }
}

fn git_advice(error: &GitError) -> Option<&'static str> {
    let GitError::Failed { said, .. } = error else {
        return match error {
            GitError::Folder { .. } => Some("set TMPDIR to a writable folder"),
            GitError::Path { .. } => Some("rename it"),
            _ => None,
        };
    };
    let message = said.to_lowercase();
    let any = |words: &[&str]| words.iter().any(|word| message.contains(word));
    Some(if any(&["not a git repository"]) {
        "run this in a checkout of the app's repository"
    } else if any(&["dubious ownership"]) {
        "the folder belongs to another user; run `git config --global --add safe.directory FOLDER`"
    } else if any(&["gh006", "protected branch", "not allowed to push", "pre-receive hook declined"]) {
        "push the baselines to a separate ref: --ref refs/launchgate/baselines"
    } else if any(&[
        "authentication failed",
        "could not read username",
        "permission denied",
        "permission to ",
        "403",
        "access denied",
    ]) {
        "give the job a token with push permission (GitHub: `permissions: contents: write`; GitLab: scope `write_repository`)"
    } else if any(&["does not appear to be a git repository", "no such remote", "not found"]) {
        "check `git remote -v`, and choose the remote with --remote"
    } else {
        "run this git command yourself to see its full output"
    })
}

fn comment_advice(error: &CommentError) -> Option<&'static str> {
    Some(match error {
        CommentError::Address(_) => "use an https:// address for --api",
        CommentError::Unreachable { .. } => {
            "check the network access to the address of --api, or run this again later"
        }
        CommentError::Token { .. } => "create a new token and pass it to the step in that variable",
        CommentError::Missing { .. } => "check --repository, --number, and the permissions of the token",
        CommentError::Refused { .. } => "run `gate comment --dry-run` to print what would be sent",
        CommentError::Answer { .. } => {
            "check --api (GitHub Enterprise: https://HOST/api/v3, GitLab: https://HOST/api/v4)"
        }
        CommentError::RateLimit { .. } => "run this command again later",
        CommentError::Forbidden { .. } => {
            "grant `pull-requests: write` on GitHub or the scope `api` on GitLab; pull requests from forks never have these permissions"
        }
    })
}

fn inject_advice(error: &InjectError) -> Option<&'static str> {
    Some(match error {
        InjectError::File { source, verb, path } => {
            let is_app = path.extension().is_none_or(|end| end == "ipa" || end == "app");
            if *verb == "read" && source.kind() == io::ErrorKind::NotFound && !is_app {
                return Some("correct the path, or omit the option");
            }
            if *verb == "read" && source.kind() == io::ErrorKind::NotFound {
                return Some("pass the app as it was built: App.ipa or App.app");
            }
            return system_advice(source);
        }
        InjectError::Input { .. } => "pass an app that was built for devices: App.ipa or App.app",
        InjectError::Agent { .. } => "pass liblaunchgate.dylib of the release that this gate is from",
        InjectError::Executable { source, .. } => {
            return match source {
                EditError::NotArm64(_) => Some("build the app for a device: xcodebuild -sdk iphoneos"),
                EditError::Bad { .. } => Some("the file is damaged; build the app again"),
                _ => None,
            };
        }
        InjectError::Settings { .. } | InjectError::Sign(_) | InjectError::Output { .. } => return None,
    })
}

fn system_advice(error: &io::Error) -> Option<&'static str> {
    Some(match error.kind() {
        io::ErrorKind::NotFound => "check the path; if a file is written there, create the folder first",
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            "check that this user has permission to access the path"
        }
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => "free up disk space",
        io::ErrorKind::FileTooLarge => "raise the limit of the size of files (ulimit -f)",
        io::ErrorKind::IsADirectory => "pass a file, not a folder",
        io::ErrorKind::NotADirectory => "pass a folder, not a file",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::*;

    /// Returns the files below a folder.
    fn files(folder: &Path) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
    }

    #[test]
    fn no_message_of_the_gate_mentions_xtask_which_releases_do_not_contain() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let mut files: Vec<PathBuf> =
            ["crates", "gate"].iter().flat_map(|folder| files(&root.join(folder))).collect();
        files.retain(|file| {
            file.extension().is_some_and(|end| end == "rs") && file.iter().any(|part| part == "src")
        });
        for file in &files {
            let text = std::fs::read_to_string(file).unwrap_or_default();
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            let code = code.lines().filter(|line| !line.trim_start().starts_with("//"));
            for line in code {
                assert!(!line.contains("xtask"), "{}: {line}", file.display());
            }
        }
    }

    #[test]
    fn the_message_of_each_failure_ends_with_its_advice() {
        for kind in FailureKind::ALL {
            let error = anyhow::Error::from(Failure::new(*kind, "while listing"));
            let expected = format!("{} (while listing); {}", kind.message(), failure_advice(*kind));
            assert_eq!(error_message(&error), expected);
            assert!(failure_advice(*kind).len() > 10 && !expected.ends_with('.'), "{expected}");
        }
    }
}

//! Represents a device that a tool connects to.
//!
//! The results of the tool are checked: a fetched file must exist, and an ended process must not be in the list of processes. Invariant: a
//! fetched file gets its final name only when it is complete.

use std::path::Path;
use std::rc::Rc;
use std::time::{Duration, Instant};

use tempfile::NamedTempFile;

use super::call::{AttachedCommand, ToolCaller};
use super::spec::Operation;
use super::templates::{self, PlaceholderValues};
use crate::{
    AppEvent, Device, Failure, FailureKind, FileEntry, LaunchOptions, LaunchedProcess, Phone, PhoneState,
    Result,
};

pub(super) struct ToolPhone {
    caller: Rc<ToolCaller>,
    device: Device,
    rest: Option<Box<dyn Phone>>,
    /// The command of the last launch, if this command runs as long as the app.
    attached: Option<AttachedCommand>,
}

impl ToolPhone {
    pub(super) fn new(caller: Rc<ToolCaller>, device: Device, rest: Option<Box<dyn Phone>>) -> ToolPhone {
        ToolPhone { caller, device, rest, attached: None }
    }

    fn values(&self) -> PlaceholderValues {
        PlaceholderValues::default().with_value("udid", &self.device.udid)
    }

    fn in_app(&self, bundle: &str) -> PlaceholderValues {
        self.values().with_value("bundle", bundle)
    }

    /// Returns the device as the fallback driver opened it, for operations for which the tool has no command.
    fn fallback_phone(&mut self, what: &str) -> Result<&mut Box<dyn Phone>> {
        let name = &self.caller.spec.name;
        let cannot = || Failure::new(FailureKind::Unsupported, format!("{name} has no command for {what}"));
        self.rest.as_mut().ok_or_else(cannot)
    }

    /// Lists the ids of processes, if the tool can.
    fn list_process_ids(&self) -> Result<Option<Vec<u64>>> {
        let Some(operation) = &self.caller.spec.processes else { return Ok(None) };
        let records = self.caller.list_records("processes", operation, self.values())?;
        Ok(Some(records.iter().filter_map(|record| record.get("pid")?.parse().ok()).collect()))
    }

    /// Confirms an attached launch by asking the fallback driver whether the app runs, because the tool continues to run even if the device
    /// has not answered. Without a fallback driver, the launch is not confirmed, and the caller later notices if the app has ended.
    fn confirm_launch(&mut self, running: &LaunchedProcess, until: Instant) -> Result<()> {
        let stop = self.caller.patience.stop.clone();
        while !self.attached.as_ref().is_none_or(AttachedCommand::is_over) {
            let Some(rest) = &mut self.rest else { return Ok(()) };
            match rest.is_alive(running) {
                Ok(Some(false)) => {}
                Err(failure) if failure.kind == FailureKind::Stopped => return Err(failure),
                _ => return Ok(()),
            }
            if stop.is_asked() {
                return Err(Failure::new(FailureKind::Stopped, "waiting for the app to start"));
            }
            if Instant::now() >= until {
                let name = &self.caller.spec.name;
                let detail =
                    format!("{name} reported launching {}, but the app is not running", running.bundle);
                return Err(Failure::new(FailureKind::Timeout, detail));
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        Ok(())
    }

    /// Waits for the end of a process until the deadline of an answer.
    fn wait_for_end(&mut self, running: &LaunchedProcess) -> Result<()> {
        let until = Instant::now() + self.caller.patience.answer;
        loop {
            match self.is_alive(running)? {
                Some(true) => {}
                Some(false) | None => return Ok(()),
            }
            if self.caller.patience.stop.is_asked() {
                return Err(Failure::new(FailureKind::Stopped, "waiting for the app to end"));
            }
            if Instant::now() >= until {
                let pid = running.pid.map_or_else(String::new, |pid| format!(" (process {pid})"));
                return Err(Failure::new(
                    FailureKind::Timeout,
                    format!("{}{pid} is still running after it was terminated", running.bundle),
                ));
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

fn to_absolute_path(path: &Path) -> Result<String> {
    let whole = std::path::absolute(path).map_err(|error| Failure::from_local_file(path, error))?;
    // The path must be absolute, since the working folder of the tool differs from that of the gate.
    whole.into_os_string().into_string().map_err(|_| Failure::from_local_file(path, "the name is not UTF-8"))
}

/// Writes a text into a temporary file.
fn write_temporary_file(text: &str) -> Result<NamedTempFile> {
    let file = NamedTempFile::new().and_then(|file| std::fs::write(file.path(), text).map(|()| file));
    file.map_err(|error| Failure::new(FailureKind::Local, format!("cannot create a temporary file: {error}")))
}

fn has_placeholder(operation: &Operation, placeholder: &str) -> bool {
    operation.command.iter().any(|word| word.contains(placeholder))
}

impl Phone for ToolPhone {
    fn device(&self) -> &Device {
        &self.device
    }

    fn state(&mut self) -> Result<PhoneState> {
        let spec = &self.caller.spec;
        let mut state = PhoneState { debugger: Some(spec.debugger), ..PhoneState::default() };
        if let Some(operation) = &spec.state {
            let records =
                self.caller.call_operation("state", operation, self.values(), self.caller.patience.answer)?;
            let told = |name: &str| records.iter().find_map(|record| record.get(name));
            state.battery = told("battery").and_then(|text| text.parse().ok());
            state.charging = told("charging").and_then(|text| text.parse().ok());
        }
        Ok(state)
    }

    fn install(&mut self, app: &Path) -> Result<()> {
        if !app.exists() {
            return Err(Failure::from_local_file(app, "file not found"));
        }
        let Some(operation) = &self.caller.spec.install else {
            return self.fallback_phone("installing")?.install(app);
        };
        let values = self.values().with_value("app", to_absolute_path(app)?);
        self.caller.call_operation("install", operation, values, self.caller.patience.install).map(drop)
    }

    fn uninstall(&mut self, bundle: &str) -> Result<()> {
        let Some(operation) = &self.caller.spec.uninstall else {
            return self.fallback_phone("removing apps")?.uninstall(bundle);
        };
        let patience = self.caller.patience.launch;
        self.caller.call_operation("uninstall", operation, self.in_app(bundle), patience).map(drop)
    }

    fn empty_container(&mut self, bundle: &str) -> Result<()> {
        self.fallback_phone("emptying containers")?.empty_container(bundle)
    }

    fn launch(&mut self, start: &LaunchOptions) -> Result<LaunchedProcess> {
        // The command of the previous launch is ended, since it would be an attached debugger during this launch.
        self.attached = None;
        let spec = &self.caller.spec;
        let unsupported =
            |why: String| Err(Failure::new(FailureKind::Unsupported, format!("{} {why}", spec.name)));
        let Some(operation) = &spec.launch else {
            return unsupported("has no launch command".to_owned());
        };
        if let Some(os) = self.device.os.as_ref().filter(|os| !spec.launches.contains(os)) {
            return unsupported(format!(
                "can launch apps on iOS {}, but the device has iOS {os}",
                spec.launches
            ));
        }
        let takes_arguments =
            has_placeholder(operation, "{arguments}") || has_placeholder(operation, "{bundle_and_arguments}");
        let takes_variables =
            has_placeholder(operation, "{environment}") || has_placeholder(operation, "{environment_json}");
        for (wanted, can, what) in [
            (!start.arguments.is_empty(), takes_arguments, "arguments"),
            (!start.environment.is_empty(), takes_variables, "variables"),
        ] {
            if wanted && !can {
                return unsupported(format!("cannot pass {what} to the app"));
            }
        }
        if let Some(url) = start.url.as_ref().filter(|_| !has_placeholder(operation, "{url}")) {
            return Err(AppEvent::Url(url.clone()).unsupported_failure(&spec.name));
        }
        let never = spec.variable_never.as_ref();
        let cut =
            start.environment.iter().find(|(_, value)| never.is_some_and(|never| value.contains(never)));
        if let Some((key, _)) = cut {
            return unsupported(format!("cannot pass the whole value of {key} to the app"));
        }
        let mut values = templates::from_launch(spec, start).map_err(|name| {
            Failure::new(FailureKind::Unsupported, format!("{}: no value for {{{name}}}", spec.name))
        })?;
        values.set("udid", &self.device.udid);
        let patience = self.caller.patience.launch;
        if operation.attached {
            let until = Instant::now() + patience;
            self.attached =
                Some(self.caller.start_attached_operation("launch", operation, values, patience)?);
            let running = LaunchedProcess { bundle: start.bundle.clone(), pid: None };
            if let Err(failure) = self.confirm_launch(&running, until) {
                self.attached = None;
                return Err(failure);
            }
            return Ok(running);
        }
        let records = self.caller.call_operation("launch", operation, values, patience)?;
        let pid = records.iter().find_map(|record| record.get("pid")?.parse().ok());
        if pid.is_none_or(|pid: u64| pid == 0) {
            return Err(Failure::new(
                FailureKind::Protocol,
                format!("{} launch returned no process", spec.name),
            ));
        }
        Ok(LaunchedProcess { bundle: start.bundle.clone(), pid })
    }

    fn opens_urls_later(&self) -> bool {
        self.caller.spec.open.is_some()
    }

    fn send(&mut self, bundle: &str, event: &AppEvent) -> Result<()> {
        let spec = &self.caller.spec;
        let mut values = self.in_app(bundle);
        let mut payload = None;
        let (name, operation) = match event {
            AppEvent::Front(front) => {
                values.set("bundle", front);
                ("front", &spec.front)
            }
            AppEvent::Url(url) => {
                values.set("url", url);
                ("open", &spec.open)
            }
            AppEvent::Notification(text) => {
                let file = payload.insert(write_temporary_file(text)?);
                values.set("local", to_absolute_path(file.path())?);
                ("notify", &spec.notify)
            }
        };
        match (operation, &mut self.rest) {
            (Some(operation), _) => {
                self.caller.call_operation(name, operation, values, self.caller.patience.answer).map(drop)
            }
            (None, Some(rest)) => rest.send(bundle, event),
            (None, None) => Err(event.unsupported_failure(&spec.name)),
        }
    }

    fn is_alive(&mut self, running: &LaunchedProcess) -> Result<Option<bool>> {
        if self.caller.spec.launch.as_ref().is_some_and(|launch| launch.attached) {
            return Ok(Some(self.attached.as_ref().is_some_and(|attached| !attached.is_over())));
        }
        match (self.list_process_ids()?, running.pid) {
            (Some(pids), Some(pid)) => Ok(Some(pids.contains(&pid))),
            _ => match &mut self.rest {
                Some(rest) => rest.is_alive(running),
                None => Ok(None),
            },
        }
    }

    fn kill(&mut self, running: &LaunchedProcess) -> Result<()> {
        if let Some(attached) = self.attached.take() {
            // The command ends the app when it is terminated. If the command is killed instead, the device ends the app when the
            // connection breaks.
            attached.running.end();
            return Ok(());
        }
        let Some(operation) = &self.caller.spec.kill else {
            if self.caller.spec.launch.as_ref().is_some_and(|launch| launch.attached) {
                return Ok(());
            }
            return self.fallback_phone("ending processes")?.kill(running);
        };
        let mut values = self.in_app(&running.bundle);
        if let Some(pid) = running.pid {
            values.set("pid", pid.to_string());
        }
        let asked = self.caller.call_operation("kill", operation, values, self.caller.patience.answer);
        // The result of the command is ignored, since several tools fail if the process has already ended. Only the state of the process
        // decides.
        match (asked, self.is_alive(running)?) {
            (_, Some(false)) => Ok(()),
            (Err(failure), _) => Err(failure),
            (Ok(_), _) => self.wait_for_end(running),
        }
    }

    fn list(&mut self, bundle: &str, folder: &str) -> Result<Vec<FileEntry>> {
        let Some(operation) = &self.caller.spec.list else {
            return self.fallback_phone("listing files")?.list(bundle, folder);
        };
        let values = self.in_app(bundle).with_value("folder", folder);
        let records = match self.caller.list_records("list", operation, values) {
            Err(failure) if failure.kind == FailureKind::NoFile => return Ok(Vec::new()),
            other => other?,
        };
        let entries = records.iter().filter_map(|record| {
            let name = record.get("name").filter(|name| !["", ".", ".."].contains(&name.as_str()))?;
            Some(FileEntry {
                name: name.clone(),
                size: record.get("size").and_then(|size| size.parse().ok()),
            })
        });
        Ok(entries.collect())
    }

    fn pull(&mut self, bundle: &str, from: &str, to: &Path) -> Result<()> {
        let Some(operation) = self.caller.spec.pull.clone() else {
            return self.fallback_phone("fetching files")?.pull(bundle, from, to);
        };
        if to.exists() {
            return Err(Failure::from_local_file(to, "a file with this name already exists"));
        }
        let parent = to.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let folder = tempfile::Builder::new()
            .prefix(".fetching-")
            .tempdir_in(parent)
            .map_err(|error| Failure::from_local_file(parent, error))?;
        let inside = folder.path().join("file");
        let values =
            self.in_app(bundle).with_value("remote", from).with_value("local", to_absolute_path(&inside)?);
        self.caller.call_operation("pull", &operation, values, self.caller.patience.transfer).map_err(
            |failure| {
                match failure.kind {
                    // The tool's message for a full disk is the same for the device and for this machine. During a fetch, the disk of this
                    // machine is full.
                    FailureKind::DiskFull => Failure::from_local_file(
                        to,
                        format!("the disk of this machine is full; free up space ({})", failure.detail),
                    ),
                    _ => failure,
                }
            },
        )?;
        let name = from.rsplit('/').next().unwrap_or(from);
        let found = [inside, folder.path().join(name)].into_iter().find(|path| path.is_file());
        let Some(found) = found else {
            let what =
                format!("{} reported that it copied {from}, but the file is missing", self.caller.spec.name);
            return Err(Failure::new(FailureKind::NoFile, what));
        };
        std::fs::rename(&found, to).map_err(|error| Failure::from_local_file(to, error))
    }

    fn push(&mut self, bundle: &str, from: &Path, to: &str) -> Result<()> {
        let spec = &self.caller.spec;
        let Some(operation) = &spec.push else {
            return self.fallback_phone("putting files")?.push(bundle, from, to);
        };
        let values =
            self.in_app(bundle).with_value("local", to_absolute_path(from)?).with_value("remote", to);
        self.caller.call_operation("push", operation, values, self.caller.patience.transfer).map(drop)
    }

    fn remove(&mut self, bundle: &str, path: &str) -> Result<()> {
        let Some(operation) = &self.caller.spec.remove else {
            if self.rest.is_none() && self.caller.spec.push.is_some() {
                // If the tool cannot remove files, the file is replaced by an empty file.
                return self.push(bundle, write_temporary_file("")?.path(), path);
            }
            return self.fallback_phone("removing files")?.remove(bundle, path);
        };
        let values = self.in_app(bundle).with_value("remote", path);
        match self.caller.call_operation("remove", operation, values, self.caller.patience.answer) {
            Err(failure) if failure.kind == FailureKind::NoFile => Ok(()),
            other => other.map(drop),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_during_a_fetch_is_a_failure_of_this_machine_and_not_of_the_phone() {
        const TOOL: &str = r#"
            [[driver]]
            name = "full"
            about = "fetches nothing"
            get = "it is a test"
            version = { command = ["true"] }
            devices = { command = ["echo", "U"], answer = { pattern = "(?P<udid>U)" } }
            pull = { command = ["sh", "-c", "echo 'write file: no space left on device' >&2; exit 1"] }
            push = { command = ["sh", "-c", "echo 'no space left on device' >&2; exit 1"] }
        "#;
        let config = gate_config::Config::parse("config.toml", TOOL).expect("valid settings");
        let mut drivers =
            crate::create_drivers(&config.drivers, &crate::Patience::default(), Some("127.0.0.1:1"))
                .expect("a table");
        let driver = drivers.iter_mut().find(|driver| driver.name() == "full").expect("the one above");
        let mut phone = driver.open("U").expect("it opens");
        let folder = tempfile::tempdir().expect("a folder");
        let to = folder.path().join("trace");
        let failure = phone.pull("app", "Documents/x", &to).expect_err("full");
        assert_eq!(failure.kind, FailureKind::Local, "{failure}");
        assert!(
            failure.detail.contains("trace: the disk of this machine is full; free up space"),
            "{failure}"
        );
        std::fs::write(&to, "x").expect("written");
        assert_eq!(phone.push("app", &to, "Documents/x").expect_err("full").kind, FailureKind::DiskFull);
    }
}

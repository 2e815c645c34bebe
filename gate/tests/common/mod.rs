//! Common code of the tests. The code runs the command, in this process or as a separate program, and creates launches, traces and reports.

pub mod fixture;
pub mod plain;
pub mod session;
pub mod traces;

use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;

use gate::cli::{Exit, run};

/// The path of the built program.
pub const GATE: &str = env!("CARGO_BIN_EXE_gate");

/// Runs the command in this process. Returns the exit code, standard output and standard error of the program.
pub fn gate(args: impl IntoIterator<Item: AsRef<OsStr>>) -> (Exit, String, String) {
    let (exit, out, err) = gate_bytes(args);
    (exit, String::from_utf8(out).unwrap(), err)
}

/// Runs the command like [`gate`]. Standard output is returned as bytes, because the output of some commands is not text.
pub fn gate_bytes(args: impl IntoIterator<Item: AsRef<OsStr>>) -> (Exit, Vec<u8>, String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut all = vec!["gate".into()];
    all.extend(args.into_iter().map(|arg| arg.as_ref().to_owned()));
    let exit = run(all, &mut out, &mut err);
    (exit, out, String::from_utf8(err).unwrap())
}

/// Returns the gate as a program that runs in `folder`, with only the environment variables that [`clean`] sets.
pub fn program(folder: &Path) -> Command {
    clean(GATE, folder)
}

/// Returns a program that runs in `folder`. The program inherits only the variable `PATH`, so the git settings of this machine and the
/// variables of the pipeline that runs the tests have no effect.
pub fn clean(program: &str, folder: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folder).env_clear().env("PATH", std::env::var_os("PATH").unwrap());
    command
        .env("HOME", folder)
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_CEILING_DIRECTORIES", folder.parent().unwrap());
    command
}

/// Copies a folder with all of its contents.
pub fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).into_iter().flatten().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), &target).unwrap();
        }
    }
}

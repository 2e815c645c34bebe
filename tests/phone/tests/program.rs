//! Tests the emulated phone as a program that a person runs, with real tools as clients.
#![expect(clippy::unwrap_used, reason = "a test stops where its surroundings fail")]

use std::io::{BufRead as _, BufReader, Lines};
use std::process::{Child, ChildStdout, Command, Output, Stdio};

use phone::device::Settings;

use super::device::bed::{APP, Bed};

/// The running program, which is ended with the test.
struct Program {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
    address: String,
}

impl Program {
    fn start(arguments: &[&str]) -> Program {
        let mut child = Command::new(env!("CARGO_BIN_EXE_phone"))
            .args(["--listen", "127.0.0.1:0"])
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let address = lines
            .by_ref()
            .map(Result::unwrap)
            .find_map(|line| line.strip_prefix("USBMUXD_SOCKET_ADDRESS=").map(str::to_owned));
        Program { child, lines, address: address.unwrap() }
    }

    /// Runs a tool with the program as its device, and returns the tool's output.
    fn tool(&self, line: &[&str]) -> String {
        let output = Command::new(line[0])
            .args(&line[1..])
            .env("USBMUXD_SOCKET_ADDRESS", &self.address)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        text(&output)
    }

    /// Returns the next line of the program's output that contains `part`.
    fn says(&mut self, part: &str) -> String {
        self.lines.by_ref().map(Result::unwrap).find(|line| line.contains(part)).unwrap()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&[&output.stdout[..], &output.stderr].concat()).into_owned()
}

#[test]
fn real_tools_see_the_device_and_the_app_that_the_emulator_program_provides() {
    let bed = Bed::new(Settings::default());
    let app = bed.ipa();
    let udid = "00008030-0000000000000ABC";
    let mut program = Program::start(&["--ios", "17.5", "--udid", udid, "--install", app.to_str().unwrap()]);
    assert_eq!(program.tool(&["idevice_id", "-l"]).trim(), udid);
    assert_eq!(program.tool(&["ideviceinfo", "-k", "ProductVersion"]).trim(), "17.5");
    // Since version 1.2, ideviceinstaller expects the command as a separate word.
    let listed = ["list", "-l"].map(|word| program.tool(&["ideviceinstaller", word]));
    assert!(listed.iter().any(|list| list.contains(APP)), "{listed:?}");
    // The program prints its requests.
    assert!(program.says("Service { name: \"com.apple.mobile.installation_proxy\"").contains("TLS 1.3"));
    // Two programs that run at the same time do not interfere.
    let other = Program::start(&["--fault", "password-protected"]);
    assert_ne!(program.address, other.address);
    assert!(other.tool(&["ideviceinfo"]).contains("Password protected"));
    let stranger = Program::start(&["--unpaired", "--fault", "trust-denied"]);
    assert!(stranger.tool(&["idevicepair", "pair"]).contains("denied the trust dialog"));
}

#[test]
fn the_program_that_emulates_a_phone_rejects_invalid_options() {
    for (arguments, status, part) in [
        (&["--ios", "12"][..], 1, "iOS \"12\" is not among 13.5, 16.4, 17.5, 26.0, 26.5, 27.0"),
        (&["--fault", "flood"], 1, "no fault is called \"flood\""),
        (&["--fault", "slow=much"], 1, "\"much\": not a number"),
        (&["--install", "nowhere.ipa"], 1, "nowhere.ipa"),
        (&["--listen", "nowhere"], 1, "nowhere"),
        (&["--fault", "list"], 0, "dtx-exhausted          instruments dies after N connections"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_phone")).args(arguments).output().unwrap();
        let printed = text(&output);
        assert_eq!(output.status.code(), Some(status), "{arguments:?}: {printed}");
        assert!(printed.contains(part), "{arguments:?}: {printed}");
    }
}

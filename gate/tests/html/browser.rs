//! Controls a real Chromium by its DevTools protocol, with only the commands that the tests of pages need.

use std::io::{BufRead as _, BufReader, ErrorKind};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use base64::Engine as _;
use serde_json::{Value, json};
use tungstenite::{Message, WebSocket};

/// A browser process with one page. The process ends when this value is dropped.
pub(crate) struct Browser {
    process: Child,
    socket: WebSocket<TcpStream>,
    session: Option<String>,
    last: u64,
    loaded: bool,
    /// Console messages and uncaught exceptions.
    pub(crate) complaints: Vec<String>,
    /// Every address that the page requested.
    pub(crate) addresses: Vec<String>,
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn chromium() -> PathBuf {
    let known = [
        "/usr/bin/chromium",
        "/usr/bin/chromium-browser",
        "/usr/bin/google-chrome",
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    ];
    let found = known.iter().map(Path::new).find(|path| path.exists());
    found.expect("Chromium is installed by `cargo xtask test`").to_owned()
}

impl Browser {
    pub(crate) fn start(profile: &Path) -> Browser {
        let mut process = Command::new(chromium())
            // Chromium's own sandbox is not available to root in a container, where these tests run. The page is trusted, so the sandbox is
            // not needed.
            .args([
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
            ])
            .args(["--disable-background-networking", "--remote-debugging-port=0"])
            .arg(format!("--user-data-dir={}", profile.display()))
            .stderr(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stderr.take().unwrap()).lines();
        let address = lines
            .find_map(|line| line.ok()?.strip_prefix("DevTools listening on ").map(str::to_owned))
            .expect("Chromium says where it listens");
        // A thread reads and discards the remaining output of the browser, so that the pipe does not become full.
        std::thread::spawn(move || lines.for_each(drop));
        let host = address.strip_prefix("ws://").and_then(|rest| rest.split('/').next()).unwrap();
        let stream = TcpStream::connect(host).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
        let (socket, _) = tungstenite::client(address, stream).unwrap();
        let mut browser = Browser {
            process,
            socket,
            session: None,
            last: 0,
            loaded: false,
            complaints: Vec::new(),
            addresses: Vec::new(),
        };
        let target = browser.call("Target.createTarget", json!({"url": "about:blank"}));
        let attach = json!({"targetId": target["targetId"], "flatten": true});
        let session = browser.call("Target.attachToTarget", attach);
        browser.session = session["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Log", "Network"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        // The counters measure CPU time, so other processes do not affect them.
        browser.call("Performance.enable", json!({"timeDomain": "threadTicks"}));
        browser
    }

    pub(crate) fn resize(&mut self, width: u32, height: u32) {
        let metrics =
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500});
        self.call("Emulation.setDeviceMetricsOverride", metrics);
    }

    /// Emulates paper or a screen, and the dark or the light scheme.
    pub(crate) fn emulate(&mut self, media: &str, scheme: &str) {
        let scheme = json!({"name": "prefers-color-scheme", "value": scheme});
        self.call("Emulation.setEmulatedMedia", json!({"media": media, "features": [scheme]}));
    }

    /// Opens a page, and waits until the page and its scripts are loaded.
    pub(crate) fn open(&mut self, url: &str) {
        self.loaded = false;
        let answer = self.call("Page.navigate", json!({"url": url}));
        assert_eq!(answer["errorText"], Value::Null, "{url}");
        while !self.loaded {
            let message = self.next();
            self.note(&message);
        }
    }

    /// Returns a counter of the page since its browser began: seconds of work (`TaskDuration`,
    /// `ScriptDuration`, …), or a number.
    pub(crate) fn counter(&mut self, name: &str) -> f64 {
        let answer = self.call("Performance.getMetrics", json!({}));
        let found = answer["metrics"].as_array().into_iter().flatten().find(|metric| metric["name"] == name);
        found.and_then(|metric| metric["value"].as_f64()).unwrap_or_else(|| panic!("no counter {name}"))
    }

    /// Evaluates an expression, and awaits promises.
    pub(crate) fn evaluate(&mut self, expression: &str) -> Value {
        let what = json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
        let answer = self.call("Runtime.evaluate", what);
        assert_eq!(answer["exceptionDetails"], Value::Null, "{expression}");
        answer["result"]["value"].clone()
    }

    /// Returns a picture of the page from its top, including the part below the window, of this width and
    /// height.
    pub(crate) fn screenshot(&mut self, width: u32, height: u32) -> Vec<u8> {
        let clip = json!({"x": 0, "y": 0, "width": width, "height": height, "scale": 1});
        let what = json!({"captureBeyondViewport": true, "format": "png", "clip": clip});
        let answer = self.call("Page.captureScreenshot", what);
        base64::engine::general_purpose::STANDARD.decode(answer["data"].as_str().unwrap()).unwrap()
    }

    fn call(&mut self, method: &str, params: Value) -> Value {
        self.last += 1;
        let mut message = json!({"id": self.last, "method": method, "params": params});
        if let Some(session) = &self.session {
            message["sessionId"] = session.as_str().into();
        }
        self.socket.send(Message::text(message.to_string())).unwrap();
        loop {
            let mut message = self.next();
            if message["id"] == self.last {
                assert_eq!(message["error"], Value::Null, "{method}");
                return message["result"].take();
            }
            self.note(&message);
        }
    }

    fn next(&mut self) -> Value {
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => return serde_json::from_str(&text).unwrap(),
                Ok(_) => {}
                // A signal for this process, such as the end of a child, interrupts a read that has a timeout.
                Err(tungstenite::Error::Io(error)) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => panic!("{error}"),
            }
        }
    }

    fn note(&mut self, message: &Value) {
        match message["method"].as_str().unwrap_or_default() {
            "Page.loadEventFired" => self.loaded = true,
            "Log.entryAdded" | "Runtime.exceptionThrown" | "Runtime.consoleAPICalled" => {
                self.complaints.push(message["params"].to_string());
            }
            "Network.requestWillBeSent" => {
                let url = message["params"]["request"]["url"].as_str().unwrap_or_default();
                self.addresses.push(url.chars().take(200).collect());
            }
            _ => {}
        }
    }
}

//! Generates launch records from a seed, and provides a folder in which the command runs.

use std::fmt::Write as _;
use std::path::PathBuf;

use gate::cli::Exit;
use serde_json::Value;

use super::gate;
use super::plain::assert_plain;

/// A session of launches of an app with 60 methods in three modules.
pub struct Session {
    pub name: &'static str,
    pub seed: u64,
    pub launches: u64,
    pub model: &'static str,
    /// The index of the method that changes, the factor of its cost, and the factor of its calls; `None` if no method changes.
    pub slower: Option<(usize, f64, f64)>,
    /// Whether the cost of `-[Class7 method]` is moved to `-[Class8 method]`.
    pub moved: bool,
    /// The additional time outside Objective-C.
    pub outside_ns: f64,
}

impl Session {
    pub fn new(name: &'static str, seed: u64) -> Session {
        Session { name, seed, launches: 12, model: "iPhone15,2", slower: None, moved: false, outside_ns: 0.0 }
    }

    pub fn records(&self) -> String {
        let mut random = self.seed;
        // The sum of twelve uniform numbers has nearly a normal distribution.
        let mut normal = move || {
            (0..12)
                .map(|_| {
                    random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                    (random >> 11) as f64 / (1u64 << 53) as f64
                })
                .sum::<f64>()
                - 6.0
        };
        let mut out = String::new();
        for launch in 1..=self.launches {
            let mut methods = Vec::new();
            let mut sum = 0.0;
            for method in 0..60 {
                let mut cost = 1e6 * (1 + method % 7) as f64 * (1.0 + 0.01 * normal());
                let mut calls = 4.0;
                if let Some((slow, cost_factor, calls_factor)) = self.slower
                    && slow == method
                {
                    cost *= cost_factor;
                    calls *= calls_factor;
                }
                if self.moved && method == 7 {
                    cost *= 0.5;
                }
                if self.moved && method == 8 {
                    cost += 0.5e6;
                }
                sum += cost;
                methods.push(format!(
                    r#"{{"name":"-[Class{method} method]","module":"Module{}","calls":{calls},"self_ns":{cost},"total_ns":{cost}{}}}"#,
                    method % 3,
                    // The two methods have a common caller, which is required for cost to count as moved between them.
                    if self.moved && matches!(method, 7 | 8) { r#","path":["-[Root start]"]"# } else { "" }
                ));
            }
            let end = sum + (50e6 + self.outside_ns) * (1.0 + 0.01 * normal());
            let _ = writeln!(
                out,
                r#"{{"format":"launchgate.launch/1","session":"{}","launch":{launch},"device":{{"model":"{}","os":"17.5"}},"app":{{"bundle":"com.example.shop","build":"1"}},"agent":{{"version":"1","settings":"s"}},"marks":{{"first_frame_ns":{end}}},"methods":[{}]}}"#,
                self.name,
                self.model,
                methods.join(",")
            );
        }
        out
    }
}

pub struct Folder(pub tempfile::TempDir);

impl Folder {
    pub fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    pub fn write(&self, name: &str, content: &str) -> PathBuf {
        let path = self.0.path().join(name);
        std::fs::write(&path, content).unwrap();
        path
    }

    /// Runs the command with empty settings.
    pub fn run(&self, args: &[&str]) -> (Exit, String, String) {
        let config = self.write("config.toml", "").display().to_string();
        let takes_settings =
            matches!(args.first(), Some(&"check" | &"baseline" | &"explain" | &"plan" | &"calibrate"));
        let more: &[&str] = if takes_settings { &["--config", &config] } else { &[] };
        self.plain(&[args, more].concat())
    }

    /// Runs the command. Arguments that name a file of the folder are replaced by the path of the file.
    pub fn plain(&self, args: &[&str]) -> (Exit, String, String) {
        let args = args.iter().map(|arg| {
            let file = self.0.path().join(arg);
            if file.exists() { file.into_os_string() } else { arg.into() }
        });
        let (exit, out, err) = gate(args);
        // The words of JSON are not checked, since JSON is for programs and contains the names and numbers of the fixtures.
        if !out.starts_with('{') {
            assert_plain(&out);
        }
        assert_plain(&err);
        (exit, out, err)
    }

    /// Checks `head` against five base sessions.
    pub fn check(&self, head: &Session) -> (Exit, Value) {
        let names = ["a", "b", "c", "d", "e"];
        let base: String =
            names.iter().zip(1..).map(|(name, seed)| Session::new(name, 100 * seed).records()).collect();
        self.write("base.jsonl", &base);
        self.write("head.jsonl", &head.records());
        let (exit, out, err) = self.run(&["check", "head.jsonl", "--base", "base.jsonl", "--format", "json"]);
        let verdict = serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}\n{out}\n{err}"));
        (exit, verdict)
    }
}

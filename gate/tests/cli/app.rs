//! Makes the launches of a synthetic app with phases, pages, callers and other threads. The launches of the app depend on a seed, and its
//! times are whole nanoseconds.

use std::fmt::Write as _;

use serde_json::{Value, json};

/// A generator of pseudorandom numbers, either uniform or normal, from a seed.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn uniform(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Returns the sum of twelve uniform numbers, which is nearly normal.
    pub fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.uniform()).sum::<f64>() - 6.0
    }
}

pub const PHASES: [&str; 4] = [
    "start..agent_start",
    "agent_start..main",
    "main..did_finish_launching",
    "did_finish_launching..first_frame",
];

/// The costs of a synthetic launch before noise is added.
#[derive(Clone)]
pub struct Made {
    pub methods: Vec<Part>,
    /// The time outside Objective-C in each of [`PHASES`].
    pub outside: [f64; 4],
    pub pages: Vec<(String, f64)>,
    /// The name, the total time and the caller of each span.
    pub spans: Vec<(String, f64, String)>,
    pub state: Value,
}

#[derive(Clone)]
pub struct Part {
    pub name: String,
    pub module: String,
    pub calls: f64,
    pub self_ns: f64,
    pub phase: usize,
    pub path: Vec<String>,
    pub other_thread: bool,
}

impl Made {
    pub fn method(&mut self, name: &str) -> &mut Part {
        self.methods.iter_mut().find(|part| part.name == name).unwrap()
    }
}

/// A session of the app.
pub struct App {
    pub session: String,
    pub build: String,
    pub seed: u64,
    pub launches: u64,
    pub noise: f64,
    /// The time of recording, in milliseconds since 1970.
    pub recorded: u64,
    /// The role of the launches, base or head, in an interleaved run; `None` if the run has only one build.
    pub role: Option<&'static str>,
}

impl App {
    pub fn new(session: &str, seed: u64) -> App {
        App {
            session: session.to_owned(),
            build: "1".to_owned(),
            seed,
            launches: 12,
            noise: 0.01,
            recorded: 1_700_000_000_000 + seed,
            role: None,
        }
    }

    /// Returns an app with forty methods in four modules, and two methods that call the forty methods.
    pub fn made() -> Made {
        let mut methods = Vec::new();
        for at in 0..40_usize {
            let phase = 2 + at % 2;
            let root = if phase == 2 { "-[Root launch]" } else { "-[Root show]" };
            methods.push(Part {
                name: format!("-[Class{at} work]"),
                module: format!("Module{}", at / 10),
                calls: 2.0 + (at % 3) as f64,
                self_ns: 2e6 * (1 + at % 5) as f64,
                phase,
                path: vec![root.to_owned()],
                other_thread: false,
            });
        }
        for (phase, name) in [(2, "-[Root launch]"), (3, "-[Root show]")] {
            methods.push(Part {
                name: name.to_owned(),
                module: "Root".to_owned(),
                calls: 1.0,
                self_ns: 3e6,
                phase,
                path: vec![],
                other_thread: false,
            });
        }
        methods.push(Part {
            name: "-[Loader fetch]".to_owned(),
            module: "Module0".to_owned(),
            calls: 1.0,
            self_ns: 30e6,
            phase: 3,
            path: vec![],
            other_thread: true,
        });
        Made {
            methods,
            outside: [5e6, 20e6, 30e6, 40e6],
            pages: vec![("CartViewController".to_owned(), 80e6)],
            spans: vec![],
            state: json!({}),
        }
    }

    /// Returns the launch records, after `change` has changed each launch.
    pub fn records(&self, change: impl Fn(&mut Made, u64)) -> String {
        let mut dice = Dice::new(self.seed);
        let mut out = String::new();
        for launch in 1..=self.launches {
            let mut made = App::made();
            change(&mut made, launch);
            let mut noisy = |ns: f64| (ns * (1.0 + self.noise * dice.normal())).round().max(0.0);
            for part in &mut made.methods {
                part.self_ns = noisy(part.self_ns);
            }
            let outside = made.outside.map(&mut noisy);
            let pages: Vec<Value> =
                made.pages.iter().map(|(name, ns)| json!({"name": name, "render_ns": noisy(*ns)})).collect();
            let spans = made.spans.iter().map(|(name, ns, caller)| {
                let ns = noisy(*ns);
                json!({"name": name, "calls": 1, "total_ns": ns, "self_ns": ns, "caller": caller})
            });
            let spans: Vec<Value> = spans.collect();
            let mut ends = [0.0; 4];
            let mut now = 0.0;
            for phase in 0..4 {
                let inside = made.methods.iter().filter(|part| part.phase == phase && !part.other_thread);
                now += outside[phase] + inside.map(|part| part.self_ns).sum::<f64>();
                ends[phase] = now;
            }
            let methods: Vec<Value> = made.methods.iter().map(|part| part.record(&made.methods)).collect();
            let mut record = json!({
                "format": "launchgate.launch/1",
                "session": self.session,
                "launch": launch,
                "recorded_unix_ms": self.recorded + launch,
                "device": {"model": "iPhone15,2", "os": "17.5"},
                "app": {"bundle": "com.example.shop", "build": self.build},
                "agent": {"version": "1", "settings": "s"},
                "state": made.state,
                "marks": {
                    "agent_start_ns": ends[0], "main_ns": ends[1],
                    "did_finish_launching_ns": ends[2], "first_frame_ns": ends[3]
                },
                "pages": pages,
                "spans": spans,
                "methods": methods,
            });
            if let Some(role) = self.role {
                record["role"] = role.into();
                record["block"] = (launch / 2).into();
            }
            let _ = writeln!(out, "{record}");
        }
        out
    }
}

impl Part {
    fn record(&self, all: &[Part]) -> Value {
        let mut own = self.path.clone();
        own.push(self.name.clone());
        let below = all.iter().filter(|part| part.path.starts_with(&own) && part.phase == self.phase);
        let total = self.self_ns + below.map(|part| part.self_ns).sum::<f64>();
        let mut record = json!({
            "name": self.name, "module": self.module, "calls": self.calls,
            "self_ns": self.self_ns, "total_ns": total,
            "phase": PHASES[self.phase], "path": self.path,
        });
        if self.other_thread {
            record["thread"] = "other".into();
        }
        record
    }
}

//! Contains tables of the paths in the standard library and in other crates that a layer must not use. Uses between the folders of a crate
//! are checked in [`folders`].
//!
//! The layers follow the path of the data: device → trace → launches → comparison → verdict → reports.
//!
//! [`folders`]: super::folders

use std::collections::BTreeSet;
use std::sync::OnceLock;

use super::source::Source;
use crate::workspace;

/// A row of the table: paths that the modules in `modules`, and all modules inside them, must not mention.
struct Layer {
    modules: &'static [&'static str],
    except: &'static [&'static str],
    /// The crates and modules that the layer may use in addition to its own modules; empty if the uses are not limited to a list.
    only: &'static [&'static str],
    never: &'static [&'static str],
    reason: &'static str,
}

/// The crates of the gate.
const GATE: [&str; 15] = [
    "gate",
    "gate_attribution",
    "gate_baseline",
    "gate_common",
    "gate_config",
    "gate_decision",
    "gate_device",
    "gate_facts",
    "gate_init",
    "gate_launches",
    "gate_macho",
    "gate_report",
    "gate_stats",
    "gate_store",
    "gate_trend",
];

/// Macros that print. Only the command line may use these macros.
const PRINTING: [&str; 4] = ["println!", "eprintln!", "print!", "eprint!"];

const LAYERS: &[Layer] = &[
    Layer {
        modules: &["trace"],
        except: &[],
        only: &["core"],
        never: &["unsafe"],
        reason: "it is compiled into the agent, which has no std, and reads unchecked bytes",
    },
    Layer {
        modules: &["agent"],
        except: &[],
        only: &["core", "trace"],
        never: &[],
        reason: "the agent depends on trace only, and must not allocate by Rust's allocator",
    },
    Layer {
        modules: &["gate_stats"],
        except: &[],
        only: &["core", "std", "statrs"],
        never: &["std::fs", "std::io", "std::net", "std::process", "std::env", "std::time", "std::path"],
        reason: "statistics contain only numbers",
    },
    Layer {
        modules: &["gate_decision"],
        except: &[],
        only: &[],
        never: &["std::fs", "std::io", "std::net", "std::env"],
        reason: "comparing and judging do no I/O",
    },
    Layer {
        modules: &["gate_launches", "gate_attribution", "gate_decision"],
        // The cache of symbols removes old entries, for which it needs the time.
        except: &["gate_attribution::symbols"],
        only: &[],
        never: &["std::process", "std::time::Instant", "std::time::SystemTime"],
        reason: "code between reading and rendering starts no process and reads no clock",
    },
    Layer {
        modules: &["gate::export", "gate_report"],
        except: &[],
        only: &[],
        never: &["std::process", "std::time::Instant", "std::time::SystemTime"],
        reason: "renderers turn a finished result into text and decide nothing",
    },
    Layer {
        modules: &GATE,
        except: &["gate::cli", "gate::main"],
        only: &[],
        never: &["clap"],
        reason: "only the command line uses clap",
    },
    Layer {
        modules: &GATE,
        except: &["gate::app", "gate::cli", "gate::main"],
        only: &[],
        never: &["anyhow"],
        reason: "libraries have errors of their own",
    },
    Layer {
        modules: &GATE,
        except: &["gate::cli", "gate::main"],
        only: &[],
        never: &PRINTING,
        reason: "only the command line prints",
    },
    Layer {
        modules: &["agent", "trace"],
        except: &[],
        only: &[],
        never: &PRINTING,
        reason: "it has no terminal",
    },
];

/// Returns every path in the file that a row forbids, with the line of the path.
pub(super) fn check(source: &Source) -> Vec<(usize, String)> {
    if source.is_test {
        return Vec::new();
    }
    let mut found = Vec::new();
    for layer in LAYERS {
        if !is_below(&source.module, layer.modules) || is_below(&source.module, layer.except) {
            continue;
        }
        for mention in &source.mentions {
            if layer.forbids(&mention.path) {
                let (module, used) = (source.module.join("::"), mention.path.join("::"));
                found.push((mention.line, format!("{module} uses {used}: {}", layer.reason)));
            }
        }
    }
    found.dedup();
    found
}

impl Layer {
    fn forbids(&self, path: &[String]) -> bool {
        if is_below(path, self.never) {
            return true;
        }
        // A path may begin with a name from the file itself, such as a type. A path that begins with such a name is permitted.
        let first = path[0].as_str();
        let is_foreign = OURS.contains(&first) || path.len() > 1 && crates().contains(first);
        !self.only.is_empty() && is_foreign && !is_below(path, self.only) && !is_below(path, self.modules)
    }
}

/// The crates of this repository.
const OURS: [&str; 6] = ["agent", "gate", "lab", "trace", "phone", "xtask"];

/// Returns every crate name with which a path may begin. The names are those of Rust's own crates and of the dependencies in the
/// workspace's manifest.
fn crates() -> &'static BTreeSet<String> {
    static CRATES: OnceLock<BTreeSet<String>> = OnceLock::new();
    CRATES.get_or_init(|| {
        let manifest = workspace::manifest().expect("cargo read it to run this");
        let listed =
            manifest.get("workspace").and_then(|workspace| workspace.get("dependencies")?.as_table());
        let listed = listed.into_iter().flatten();
        let names = listed.map(|(name, _)| name.replace('-', "_"));
        names.chain(["std", "alloc", "core"].map(str::to_owned)).collect()
    })
}

fn is_below(path: &[String], prefixes: &[&str]) -> bool {
    prefixes.iter().any(|prefix| {
        let mut parts = prefix.split("::");
        let mut segments = path.iter();
        parts.all(|part| segments.next().is_some_and(|segment| segment == part))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(path: &str, text: &str) -> Vec<(usize, String)> {
        check(&Source::read(path, text).ok().expect(text))
    }

    #[test]
    fn every_forbidden_use_of_a_crate_is_found_in_each_layer() {
        for layer in LAYERS {
            for module in layer.modules {
                let path = match module.split_once("::") {
                    Some((name, rest)) => format!("{name}/src/{}/planted.rs", rest.replace("::", "/")),
                    None => format!("{module}/src/planted.rs"),
                };
                let foreign = if layer.only.is_empty() { &[][..] } else { &["serde::Serialize", "xtask"] };
                for planted in layer.never.iter().chain(foreign) {
                    let text = match planted.strip_suffix('!') {
                        Some(name) => format!("fn f() {{ {name}!(\"x\") }}"),
                        None if *planted == "unsafe" => "fn f() { unsafe { g() } }".to_owned(),
                        None => format!("\nuse {planted};\n"),
                    };
                    assert!(!problems(&path, &text).is_empty(), "{path} may say {text}");
                    let in_test = format!("#[cfg(test)] mod tests {{ {text} }}");
                    assert_eq!(problems(&path, &in_test), [], "{path}: tests may");
                }
            }
        }
    }

    #[test]
    fn permitted_uses_of_crates_are_accepted_in_each_layer() {
        for (path, text) in [
            (
                "crates/gate-stats/src/holm.rs",
                "use std::cmp::Ordering; use statrs::distribution::Normal; use crate::P;",
            ),
            ("crates/gate-stats/src/holm.rs", "fn f() { Ordering::Less; Vec::<f64>::new() }"),
            ("crates/gate-stats/src/lib.rs", "use self::holm::Holm; use crate::rank;"),
            ("gate/src/main.rs", "use gate::cli; fn main() { println!(\"\") }"),
            ("gate/src/cli/check.rs", "use clap::Parser; use gate_report::Report;"),
            ("crates/gate-report/src/html/mod.rs", "use gate_decision::Verdict;"),
            ("trace/src/reader.rs", "use core::fmt; use crate::error::Error;"),
            ("trace/examples/speed.rs", "use std::time::Instant;"),
        ] {
            assert_eq!(problems(path, text), [], "{path}: {text}");
        }
    }

    #[test]
    fn names_of_crates_are_read_from_the_workspace() {
        let expected = ["std", "serde_json", "statrs", "unicorn_engine_sys", "gate"];
        assert!(expected.iter().all(|name| crates().contains(*name)), "{:?}", crates());
        assert!(
            crates().iter().all(|name| name.chars().all(|c| c.is_alphanumeric() || c == '_')),
            "{:?}",
            crates()
        );
    }
}

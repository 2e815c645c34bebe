//! How fast the phone is: a flat JSON object of figures.

use std::time::Instant;

use phone::Config;
use phone::build::{self, Image, Kind, Style};

/// Calls, loads and stores, as compiled code has them.
const BUSY: &str = r"
static unsigned table[4096];
__attribute__((noinline)) unsigned step(unsigned i) { return (table[i & 4095] += i) ^ i; }
int main(int argc, char **argv) {
    unsigned x = 1;
    for (int i = 0; i < (argc > 1 ? 10000000 : 1); i++) x = step(x * 1664525 + 1013904223);
    return x == 0;
}
";

fn main() {
    let system = build::system().unwrap_or_else(|error| fail(&error));
    let bundle = tempfile::tempdir().unwrap_or_else(|error| fail(&error));
    let source = build::source("busy.c", BUSY).unwrap_or_else(|error| fail(&error));
    let mut image = Image::new("Busy", Kind::Executable, Style::Chained, [source]);
    image.libraries = system.by_folder.values().cloned().collect();
    let file = build::build(&image).unwrap_or_else(|error| fail(&error));
    std::fs::copy(file, bundle.path().join("Busy")).unwrap_or_else(|error| fail(&error));
    let mut config = Config::new(bundle.path(), "Busy");
    config.system = system.by_name;
    let timed = |config: &Config| {
        let start = Instant::now();
        let outcome = phone::run(config.clone());
        if let Err(crash) = &outcome.result {
            fail(crash);
        }
        (start.elapsed().as_secs_f64(), outcome)
    };
    // The best of five: what else the machine does is not measured.
    let boot = (0..5).map(|_| timed(&config).0).fold(f64::INFINITY, f64::min);
    let boot_instructions = timed(&config).1.counts.instructions;
    config.arguments = vec!["long".to_owned()];
    let (seconds, outcome) = timed(&config);
    let instructions = (outcome.counts.instructions - boot_instructions) as f64;
    println!("{{");
    println!("  \"phone.boot_ms\": {:.2},", boot * 1000.0);
    println!("  \"phone.boot_instructions\": {boot_instructions},");
    println!("  \"phone.instructions_per_second\": {:.0}", instructions / (seconds - boot));
    println!("}}");
}

fn fail(error: &dyn std::fmt::Display) -> ! {
    eprintln!("{error}");
    std::process::exit(1)
}

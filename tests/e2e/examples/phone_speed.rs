//! Measures the speed of the emulated phone and prints a flat JSON object. Each time is the wall-clock time of the fastest of a few runs.
//! Instructions per second are per second of CPU time of the run, if Linux reports it. The machine's load is printed too.

use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use e2e::shop::Shop;
use phone::build::{self, Image, Kind, Style};
use phone::generator::{self, AppShape};
use phone::{Config, Fault, Outcome, is_method};

/// A program with calls, loads and stores in the proportions of compiled code.
const BUSY: &str = r"
static unsigned table[4096];
__attribute__((noinline)) unsigned step(unsigned i) { return (table[i & 4095] += i) ^ i; }
int main(int argc, char **argv) {
    unsigned x = 1;
    for (int i = 0; i < (argc > 1 ? 10000000 : 1); i++) x = step(x * 1664525 + 1013904223);
    return x == 0;
}
";

fn main() -> Result<()> {
    let mut figures = Vec::new();
    busy(&mut figures)?;
    shop(&mut figures)?;
    generated(&mut figures)?;
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split(' ').next().and_then(|first| first.parse().ok()).unwrap_or(0.0);
    figures.push(("load_average", load));
    let lines: Vec<_> =
        figures.iter().map(|(name, figure)| format!("  \"phone.{name}\": {figure:.2}")).collect();
    println!("{{\n{}\n}}", lines.join(",\n"));
    Ok(())
}

/// Returns the seconds that this thread was on a CPU.
fn on_cpu() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse::<f64>().ok().map(|nanoseconds| nanoseconds / 1e9)
}

/// Returns the seconds of the fastest of `runs` runs, and the outcome of one of them.
fn best(runs: u32, config: &Config) -> Result<(f64, Outcome)> {
    let mut fastest = f64::INFINITY;
    let mut last = None;
    for _ in 0..runs {
        let start = Instant::now();
        let outcome = phone::run(config.clone());
        fastest = fastest.min(start.elapsed().as_secs_f64());
        if let Err(crash) = &outcome.result
            && !matches!(crash.fault, Fault::Limit(_))
        {
            anyhow::bail!("{crash}\n{}", outcome.log);
        }
        last = Some(outcome);
    }
    Ok((fastest, last.context("no runs")?))
}

fn busy(figures: &mut Vec<(&'static str, f64)>) -> Result<()> {
    let system = build::system()?;
    let bundle = tempfile::tempdir()?;
    let mut image = Image::new("Busy", Kind::Executable, Style::Chained, [build::source("busy.c", BUSY)?]);
    image.libraries = system.by_folder.values().cloned().collect();
    std::fs::copy(build::build(&image)?, bundle.path().join("Busy"))?;
    let mut config = Config::new(bundle.path(), "Busy");
    config.system = system.by_name;
    let (boot, booted) = best(5, &config)?;
    config.arguments = vec!["long".to_owned()];
    let mut rate = 0.0f64;
    for _ in 0..3 {
        let before = on_cpu();
        let (wall, outcome) = best(1, &config)?;
        let seconds = before.zip(on_cpu()).map_or(wall, |(before, after)| after - before);
        let instructions = outcome.counts.instructions - booted.counts.instructions;
        rate = rate.max(instructions as f64 / (seconds - boot.min(seconds / 2.0)));
    }
    figures.push(("boot_ms", boot * 1000.0));
    figures.push(("boot_instructions", booted.counts.instructions as f64));
    figures.push(("instructions_per_second", rate));
    Ok(())
}

fn shop(figures: &mut Vec<(&'static str, f64)>) -> Result<()> {
    let shop = Shop::build(Style::Chained)?;
    let plain = shop.config(&[])?;
    let (start, outcome) = best(3, &plain)?;
    let before_main = outcome.main_at.context("Shop never reached main")?;
    let (boot, _) = best(5, &Config { limit: before_main, ..plain.clone() })?;
    // Only calls of the app's own methods are counted; sends to system classes are not included in the number.
    let watched = phone::run(Config { observe: Some(is_method), ..plain });
    let sends: u64 = watched.truth.all.values().map(|truth| truth.calls).sum();
    figures.push(("shop_boot_ms", boot * 1000.0));
    figures.push(("shop_start_ms", start * 1000.0));
    figures.push(("shop_start_sends", sends as f64));
    let missing = 50_000u64.saturating_sub(sends).to_string();
    let (start, _) = best(3, &shop.config(&[("SHOP_SENDS", &missing)])?)?;
    figures.push(("sends_50000_ms", start * 1000.0));
    let (start, _) = best(1, &shop.config(&[("SHOP_SENDS", "1000000")])?)?;
    figures.push(("million_sends_ms", start * 1000.0));
    Ok(())
}

/// Measures the large generated app. Built images are cached, so only the first build on a machine
/// compiles.
fn generated(figures: &mut Vec<(&'static str, f64)>) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let start = Instant::now();
    let app = generator::write(&AppShape::LARGE, &folder.path().join("Generated.app"))?;
    figures.push(("generated_build_s", start.elapsed().as_secs_f64()));
    let (seconds, outcome) = best(1, &app.config()?)?;
    ensure!(outcome.log.contains(&app.expected), "{} is not in\n{}", app.expected, outcome.log);
    figures.push(("generated_start_s", seconds));
    figures.push(("generated_instructions", outcome.counts.instructions as f64));
    Ok(())
}

//! `cargo xtask bench facts` compares the facts of builds with llvm's tools, looks for planted changes,
//! and measures the time and memory that a large app takes.
//!
//! `facts_bench --compare FILE…` compares any Mach-O files, for example files of real apps.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use e2e::facts_bed::{large, planted};
use e2e::facts_truth::{Compared, compare};
use e2e::shop::Shop;
use gate_macho::facts::{read_app_facts, read_image_facts};
use gate_macho::inject::ArchiveLimits;
use phone::build::Style;
use phone::generator::{self, AppShape};

/// The argument for the child process that measures, so that its peak memory is that of the measurement only.
const MEASURE: &str = "--measure";
/// The argument that precedes the files to compare.
const COMPARE: &str = "--compare";

fn main() -> Result<()> {
    let mut arguments = std::env::args_os().skip(1);
    match arguments.next() {
        Some(word) if word == MEASURE => {
            return measure(&PathBuf::from(arguments.next().context("which app?")?));
        }
        Some(word) if word == COMPARE => return compare_files(arguments.map(PathBuf::from)),
        _ => {}
    }
    let mut compared = Compared::default();
    let (mut plants, mut wrong) = (0, Vec::new());
    for style in Style::ALL {
        eprintln!("Shop, {style:?} …");
        add(&mut compared, &Shop::build(style)?.app())?;
        let (count, failed) = planted(style)?;
        plants += count;
        wrong.extend(failed);
    }
    let scratch = tempfile::tempdir()?;
    eprintln!("an app of 50 images …");
    let generated = scratch.path().join("Generated.app");
    generator::write(&AppShape::LARGE, &generated)?;
    add(&mut compared, &generated)?;
    eprintln!("an app of 500 MB …");
    let app = scratch.path().join("Large.app");
    large(50, 10, &app)?;
    let output = Command::new(std::env::current_exe()?).arg(MEASURE).arg(&app).output()?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout)?;
    let measured: Vec<f64> = text.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
    let [seconds, megabytes, size] = measured[..] else { anyhow::bail!("{text}") };
    for text in compared.differences.iter().chain(&wrong) {
        eprintln!("{text}");
    }
    let share = (plants - wrong.len()) as f64 / plants as f64;
    writeln!(
        std::io::stdout(),
        "{{\"facts.compared\": {}, \"facts.differences\": {}, \"facts.planted\": {share}, \"facts.seconds_500mb\": {seconds}, \
         \"facts.memory_500mb\": {megabytes}, \"facts.app_mb\": {size}}}",
        compared.facts,
        compared.differences.len()
    )?;
    Ok(())
}

/// Compares the facts that `gate inspect` reports about single files with the output of llvm's tools.
fn compare_files(files: impl Iterator<Item = PathBuf>) -> Result<()> {
    let (mut all, mut read, mut refused, mut other) = (Compared::default(), 0, 0, 0);
    for file in files {
        match read_image_facts(&std::fs::read(&file)?, &file.to_string_lossy()) {
            Ok(Some(image)) => {
                read += 1;
                all.add(compare(&image, &file)?);
            }
            Ok(None) => other += 1,
            Err(reason) => {
                refused += 1;
                eprintln!("{}: {reason}", file.display());
            }
        }
    }
    for difference in &all.differences {
        eprintln!("{difference}");
    }
    writeln!(
        std::io::stdout(),
        "{read} files, {} facts, {} differences; {refused} refused, {other} that dyld does not load",
        all.facts,
        all.differences.len()
    )?;
    Ok(())
}

fn add(compared: &mut Compared, app: &Path) -> Result<()> {
    for image in &read_app_facts(app, ArchiveLimits::default())?.images {
        compared.add(compare(image, &app.join(&image.path))?);
    }
    Ok(())
}

/// Returns the seconds, the peak memory in MB, and the size of the app's images in MB.
fn measure(app: &Path) -> Result<()> {
    let start = Instant::now();
    let facts = read_app_facts(app, ArchiveLimits::default())?;
    let seconds = start.elapsed().as_secs_f64();
    let status = std::fs::read_to_string("/proc/self/status")?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).context("no VmHWM")?;
    let peak: f64 = peak.trim().trim_end_matches(" kB").parse()?;
    let size = facts.total(gate_facts::FactKind::Size) as f64 / 1e6;
    writeln!(std::io::stdout(), "{seconds} {} {size}", peak / 1e3)?;
    Ok(())
}

//! Measures the cost that a store of a thousand sessions has for `gate check`, both in a folder and in a ref
//! of a repository.
//!
//! The cost is the CPU time of this process and of its children, so that other load on the machine has no
//! effect.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context as _, ensure};
use gate_baseline::Store;
use gate_launches::{ReadOptions, read};

const SESSIONS: usize = 1_000;
const METHODS: usize = 500;
const LAUNCHES: usize = 8;
const REF: &str = "refs/launchgate/baselines";

/// Returns the figures by name.
pub(crate) fn figures() -> anyhow::Result<Vec<(String, f64)>> {
    let folder = tempfile::tempdir()?;
    let root = folder.path();
    git(root, &["init", "--quiet", "--initial-branch=main"])?;
    std::fs::write(root.join("config.toml"), "")?;
    git(root, &["add", "config.toml"])?;
    git(root, &["commit", "--quiet", "-m", "The app"])?;
    let head = git(root, &["rev-parse", "HEAD"])?;
    let texts = fill(&root.join("baselines"))?;
    let head_file = root.join("head.jsonl");
    std::fs::write(&head_file, records("head", SESSIONS))?;
    let of_folder = check(root, &head_file, &[])?;
    import(root, &head, &texts)?;
    std::fs::remove_dir_all(root.join("baselines"))?;
    let of_ref = check(root, &head_file, &["--baseline-ref", &format!(".:{REF}")])?;
    eprintln!(
        "{SESSIONS} sessions of {METHODS} methods × {LAUNCHES} launches: folder {of_folder:.2} s, ref {of_ref:.2} s of CPU"
    );
    let name = |what: &str| format!("gate.{what}_{SESSIONS}.cpu_s");
    Ok(vec![(name("folder"), of_folder), (name("refs"), of_ref)])
}

/// Returns the CPU seconds of a check that reads a baseline.
fn check(root: &Path, head: &Path, more: &[&str]) -> anyhow::Result<f64> {
    let config = root.join("config.toml");
    let words = ["gate", "check", path(head)?, "--config", path(&config)?, "--format", "variables"];
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let before = cpu_seconds()?;
    gate::cli::run(words.iter().chain(more).map(Into::into), &mut out, &mut err);
    let took = cpu_seconds()? - before;
    let output = String::from_utf8_lossy(&out);
    ensure!(
        !output.contains("no-baseline") && output.contains("verdict="),
        "{output}{}",
        String::from_utf8_lossy(&err)
    );
    Ok(took)
}

fn path(path: &Path) -> anyhow::Result<&str> {
    path.to_str().context("a folder's name")
}

/// Stores all sessions. Returns the path of each file in the repository, and its text.
fn fill(root: &Path) -> anyhow::Result<Vec<(String, Vec<u8>)>> {
    let store = Store::open(root)?;
    let mut texts = Vec::with_capacity(SESSIONS);
    let file = root.with_extension("jsonl");
    for session in 0..SESSIONS {
        let name = format!("2026-{:02}-{:02}T{session:06}", 1 + session / 84, 1 + session / 3 % 28);
        std::fs::write(&file, records(&name, session))?;
        let read = read(std::slice::from_ref(&file), &ReadOptions::default())?;
        let (path, _) = store.add(&read.table, &read.launches)?;
        let inside = path.strip_prefix(root.parent().context("a folder")?)?;
        texts.push((inside.to_string_lossy().into_owned(), std::fs::read(&path)?));
    }
    std::fs::remove_file(file)?;
    Ok(texts)
}

/// Creates one commit per session, as `gate baseline push --ref` does.
fn import(root: &Path, measured: &str, texts: &[(String, Vec<u8>)]) -> anyhow::Result<()> {
    let mut git = Command::new("git");
    git.arg("-C").arg(root).args(["fast-import", "--quiet"]).stdin(Stdio::piped());
    let mut child = git.spawn().context("git fast-import")?;
    let mut input = child.stdin.take().context("its input")?;
    for (path, text) in texts {
        let message = format!("Launch baselines [skip ci]\n\nMeasured-Commit: {measured}\n");
        write!(
            input,
            "commit {REF}\ncommitter t <t@example.com> 0 +0000\ndata {}\n{message}",
            message.len()
        )?;
        write!(input, "M 100644 inline {path}\ndata {}\n", text.len())?;
        input.write_all(text)?;
        writeln!(input)?;
    }
    drop(input);
    ensure!(child.wait()?.success(), "git fast-import failed");
    Ok(())
}

fn git(folder: &Path, words: &[&str]) -> anyhow::Result<String> {
    let who = ["-c", "user.name=t", "-c", "user.email=t@example.com"];
    let output = Command::new("git").arg("-C").arg(folder).args(who).args(words).output().context("git")?;
    ensure!(output.status.success(), "git {words:?}: {}", String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}

/// Draws a factor between 0.99 and 1.01.
fn noise(random: &mut u64) -> f64 {
    *random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    1.0 + 0.02 * ((*random >> 11) as f64 / (1_u64 << 53) as f64 - 0.5)
}

/// Returns the launches of a session as JSON lines.
fn records(session: &str, seed: usize) -> String {
    let mut random = seed as u64 + 1;
    let mut text = String::new();
    for launch in 1..=LAUNCHES {
        let mut methods = Vec::with_capacity(METHODS);
        let mut sum = 0.0;
        for method in 0..METHODS {
            let cost = (1e5 * (1 + method % 9) as f64 * noise(&mut random)).round();
            sum += cost;
            methods.push(format!(
                r#"{{"name":"-[Class{method} method]","calls":2,"self_ns":{cost},"total_ns":{cost}}}"#
            ));
        }
        let (end, methods) = (sum + (5e7 * noise(&mut random)).round(), methods.join(","));
        text += &format!(
            r#"{{"format":"launchgate.launch/1","session":"{session}","launch":{launch},"device":{{"model":"iPhone15,2","os":"17.5"}},"app":{{"bundle":"com.example.shop","build":"1"}},"agent":{{"version":"1","settings":"s"}},"marks":{{"first_frame_ns":{end}}},"methods":[{methods}]}}"#
        );
        text.push('\n');
    }
    text
}

/// Returns the CPU time of this process and of its children that have ended. Linux reports the time in hundredths of a second.
pub(super) fn cpu_seconds() -> anyhow::Result<f64> {
    let text = std::fs::read_to_string("/proc/self/stat")
        .context("CPU time is read from /proc, which is Linux's")?;
    let (_, fields) = text.rsplit_once(')').context("/proc/self/stat")?;
    let ticks: Vec<f64> =
        fields.split_whitespace().skip(11).take(4).filter_map(|field| field.parse().ok()).collect();
    Ok(ticks.iter().sum::<f64>() / 100.0)
}

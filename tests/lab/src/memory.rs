//! Measures the memory that `gate check` needs for input of the largest accepted size (`gate.largest_input`). The inputs are a trace, lines
//! of launch records with an eighth of the largest size, and compressed launch records.
//!
//! `cargo run --release -p lab memory` prints one flat JSON object. Each input is read by a separate process, because a process can only
//! report the peak of its memory since its start.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context as _, ensure};
use gate_config::Config;
use serde_json::{Map, Value};
use traces::Content;

/// The number of methods in the compressed records. All compressed launches have the same methods.
const METHODS: usize = 20_000;

/// A function that writes an input to a file; its second argument is the largest number of bytes.
type Write = fn(&Path, usize) -> anyhow::Result<()>;

const INPUTS: [(&str, &str, Write); 5] = [
    ("trace", "lgt", trace),
    ("line", "jsonl", line),
    ("paths", "jsonl", paths),
    ("lines", "jsonl", lines),
    ("compressed", "jsonl.gz", compressed),
];

/// Starts a child process for each kind of input, which measures the memory that a check of the input needs. In the child process, the
/// function checks the input at the path in `args`.
pub(crate) fn run(args: &[String]) -> anyhow::Result<()> {
    if let [input] = args {
        return check(input);
    }
    let largest = Config::default().gate.largest_input << 20;
    let folder = tempfile::tempdir()?;
    let (mut figures, mut max) = (Map::new(), 0.0_f64);
    for (name, suffix, write) in INPUTS {
        let path = folder.path().join(format!("input.{suffix}"));
        write(&path, largest)?;
        let child = Command::new(std::env::current_exe()?)
            .arg("memory")
            .arg(&path)
            .stderr(Stdio::inherit())
            .output()?;
        ensure!(child.status.success(), "{name}: {}", child.status);
        let megabytes: f64 = String::from_utf8(child.stdout)?.trim().parse()?;
        eprintln!("{name}: {megabytes:.0} MB for a file of {} bytes", path.metadata()?.len());
        figures.insert(format!("gate.max_rss_mb.{name}"), Value::from(megabytes.round()));
        max = max.max(megabytes);
        std::fs::remove_file(&path)?;
    }
    figures.insert("gate.max_rss_mb".to_owned(), Value::from(max.round()));
    println!("{}", Value::from(figures));
    Ok(())
}

/// Checks an input without a baseline, and prints the largest memory of this process in MB.
fn check(input: &str) -> anyhow::Result<()> {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let words = ["gate", "check", input, "--config", "/dev/null", "--format", "variables"];
    gate::cli::run(words.iter().map(Into::into), &mut out, &mut err);
    let (out, err) = (String::from_utf8_lossy(&out), String::from_utf8_lossy(&err));
    ensure!(out.contains("no-baseline"), "the input is accepted: {out}{err}");
    println!("{}", crate::peak_mb().context("only Linux reports the largest memory")?);
    Ok(())
}

/// Writes a trace with as many nodes as fit. The reader adds 64 bytes for each node and 512 for each method to its
/// size, and accepts twice the size of the largest input.
fn trace(path: &Path, largest: usize) -> anyhow::Result<()> {
    let bytes = |nodes: usize| Content::synthetic(&traces::names(nodes), nodes, 1).to_bytes();
    let methods = traces::names(100_000).len() as f64 / 2.0 / 100_000.0;
    let node = bytes(100_000).len() as f64 / 100_000.0 + 64.0 + 512.0 * methods;
    let nodes = (2.0 * largest as f64 / node * 0.98) as usize;
    std::fs::write(path, bytes(nodes))?;
    Ok(())
}

/// Writes one launch record with as many methods as fit. The names of the methods are short, so the methods take the most memory.
fn line(path: &Path, largest: usize) -> anyhow::Result<()> {
    let mut file = std::io::BufWriter::new(std::fs::File::create(path)?);
    write_line(&mut file, 1, largest / 8, |number| short_method(number, ""))
}

/// Writes one launch record with one method that has as many callers as fit.
fn paths(path: &Path, largest: usize) -> anyhow::Result<()> {
    let mut file = std::io::BufWriter::new(std::fs::File::create(path)?);
    let callers = r#","a""#.repeat((largest / 8 - 1_000) / 4);
    write_line(&mut file, 1, largest / 8, |number| match number {
        0 => short_method(0, &format!(r#","path":[{}]"#, &callers[1..])),
        _ => String::new(),
    })
}

/// Writes two launch records of the largest size.
fn lines(path: &Path, largest: usize) -> anyhow::Result<()> {
    let mut file = std::io::BufWriter::new(std::fs::File::create(path)?);
    (1..=2)
        .try_for_each(|launch| write_line(&mut file, launch, largest / 8, |number| short_method(number, "")))
}

/// Writes a launch record with methods until the next method does not fit or is empty.
fn write_line(
    file: &mut impl std::io::Write,
    launch: usize,
    largest: usize,
    method: impl Fn(usize) -> String,
) -> anyhow::Result<()> {
    let mut left = largest - write_begin(file, launch)? - 3;
    for number in 0.. {
        let method = method(number);
        if method.is_empty() || method.len() > left {
            break;
        }
        left -= method.len();
        file.write_all(method.as_bytes())?;
    }
    Ok(file.write_all(b"]}\n")?)
}

fn short_method(number: usize, more: &str) -> String {
    let comma = if number == 0 { "" } else { "," };
    format!(r#"{comma}{{"name":"{number:x}","calls":1,"self_ns":1,"total_ns":1{more}}}"#)
}

/// Writes compressed launches of the same methods.
fn compressed(path: &Path, largest: usize) -> anyhow::Result<()> {
    let file = std::fs::File::create(path)?;
    let mut file = flate2::write::GzEncoder::new(file, flate2::Compression::fast());
    let (mut left, mut size) = (largest, 0);
    for launch in 1.. {
        if left < size + 100_000 {
            break;
        }
        size = write_begin(&mut file, launch)? + 3;
        for number in 0..METHODS {
            let method = method(number, launch);
            size += method.len();
            file.write_all(method.as_bytes())?;
        }
        file.write_all(b"]}\n")?;
        left -= size;
    }
    file.finish()?;
    Ok(())
}

fn write_begin(file: &mut impl std::io::Write, launch: usize) -> anyhow::Result<usize> {
    let text = format!(
        r#"{{"format":"launchgate.launch/1","session":"s","launch":{launch},"marks":{{"first_frame_ns":5000000000}},"methods":["#
    );
    file.write_all(text.as_bytes())?;
    Ok(text.len())
}

/// Returns the record of a method, after a comma if it is not the first method.
fn method(number: usize, launch: usize) -> String {
    let comma = if number == 0 { "" } else { "," };
    let time = 1_000 + number * 37 % 10_000 + launch;
    format!(
        r#"{comma}{{"name":"-[ShopFeature{}Controller method{number}:with:]","calls":1,"self_ns":{time},"total_ns":{time}}}"#,
        number / 20
    )
}

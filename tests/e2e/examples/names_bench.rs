//! Measures whether a growth in third-party code is named with its file, line and owner. Prints one flat JSON object.
//!
//! `names_bench [--seed N]`: another seed plants loops in other functions. `LAUNCHGATE_BINARIES` names a
//! folder with RapidJSON's package (C++).

use std::collections::BTreeMap;
use std::io::Write as _;

use anyhow::{Context as _, Result, ensure};
use e2e::names::Names;

/// The number of loops that are planted, each in a separate build.
const PLANTED: usize = 30;
/// Compiler flags for additional builds of the same sources, from each of which several runs are drawn.
const REBUILDS: [&str; 10] = [
    "-O1",
    "-O3",
    "-Os",
    "-Oz",
    "-fno-inline-functions",
    "-fno-unroll-loops",
    "-fno-vectorize",
    "-fno-strict-aliasing",
    "-fwrapv",
    "-ffunction-sections",
];
const RUNS: u64 = 2;

fn main() -> Result<()> {
    let mut args = std::env::args().skip(1);
    let seed = match args.next() {
        Some(arg) => {
            ensure!(arg == "--seed", "unknown option {arg}");
            args.next().context("--seed needs a number")?.parse()?
        }
        None => 0,
    };
    let folder = std::env::var_os("LAUNCHGATE_BINARIES");
    let folder = folder.context("set LAUNCHGATE_BINARIES to the folder that has RapidJSON's package")?;
    let mut figures = BTreeMap::<String, f64>::new();
    judge(Names::json(folder.as_ref(), seed)?, &mut figures)?;
    writeln!(std::io::stdout(), "{}", serde_json::to_string(&figures)?)?;
    Ok(())
}

/// Adds the results to the figures.
fn judge(mut names: Names, figures: &mut BTreeMap<String, f64>) -> Result<()> {
    let chosen = names.chosen(PLANTED);
    figures.insert("names.planted".to_owned(), chosen.len() as f64);
    for at in chosen {
        let [naming, before] = names.planted(at)?;
        let site = names.site(at);
        for (name, is_so) in [
            ("red", naming.red),
            ("name", naming.name),
            ("place", naming.place),
            ("owner", naming.owner),
            ("not_dense.name", before.name),
            ("not_dense.place", before.place),
            ("not_dense.owner", before.owner),
        ] {
            *figures.entry(format!("names.{name}")).or_default() += f64::from(u8::from(is_so));
        }
        let missed =
            [(naming.red, "red"), (naming.name, "name"), (naming.place, "place"), (naming.owner, "owner")];
        let missed: Vec<&str> =
            missed.into_iter().filter(|(is_so, _)| !is_so).map(|(_, what)| what).collect();
        let (words, before) = (&naming.words, &before.words);
        eprintln!("{} {}:{}: {words} {missed:?}, before {before}", site.name, site.file, site.lines.0);
    }
    let mut wrong = 0;
    for flag in REBUILDS {
        for falsely in names.rebuilt(flag, RUNS)? {
            wrong += usize::from(!falsely.is_empty());
            falsely.iter().for_each(|line| eprintln!("{flag}: {line}"));
        }
    }
    figures.insert("names.rebuilt".to_owned(), (REBUILDS.len() as u64 * RUNS) as f64);
    figures.insert("names.rebuilt_wrong".to_owned(), wrong as f64);
    Ok(())
}

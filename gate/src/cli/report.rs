//! `gate report`: what `gate check --out json=PATH` kept, in any format; and how every command writes reports.

use std::io::{Read as _, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use clap::{Args, ValueEnum};

use crate::report::{
    Markdown, Report, Terminal, code_quality, github, html, human, json, junit, markdown, read_json, sarif,
    variables,
};

use super::Exit;
use super::origin::set_report_url;
use super::write::write_whole;

#[derive(Args)]
pub(super) struct ReportArgs {
    /// The verdict, as `gate check --out json=PATH` wrote it; - for standard input
    verdict: PathBuf,
    #[command(flatten)]
    output: Output,
}

/// Which reports to write, and where.
#[derive(Args)]
pub(super) struct Output {
    /// What to print
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    /// Write a report into a file, besides; can be repeated
    #[arg(long, value_name = "FORMAT=PATH", value_parser = output)]
    out: Vec<(Format, PathBuf)>,
    /// In Markdown, mention the owners of findings, which sends each of them a message
    #[arg(long)]
    mention_owners: bool,
    /// The address of the full report, which Markdown links to
    #[arg(long, value_name = "URL")]
    report_url: Option<String>,
}

/// What a report can be written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For a terminal; 80 columns in a file
    Human,
    /// launchgate.verdict/2, which `gate report` reads
    Json,
    /// One file to open in a browser, offline
    Html,
    /// For a comment or a step's summary, at most 65,536 characters
    Markdown,
    /// JUnit XML: a case for each module and budget
    Junit,
    /// SARIF 2.1.0
    Sarif,
    /// Annotations of a GitHub workflow
    Github,
    /// GitLab's code quality
    Gitlab,
    /// name=value lines for scripts: verdict and counts
    Variables,
}

fn output(text: &str) -> Result<(Format, PathBuf), String> {
    let (format, path) = text.split_once('=').ok_or("expected FORMAT=PATH, such as json=verdict.json")?;
    if path.is_empty() {
        return Err("the path is missing".to_owned());
    }
    let known = Format::from_str(format, false).map_err(|_| {
        let names: Vec<String> = Format::value_variants()
            .iter()
            .filter_map(|known| Some(known.to_possible_value()?.get_name().to_owned()))
            .collect();
        format!("there is no format {format:?}: give one of {}", names.join(", "))
    })?;
    Ok((known, path.into()))
}

pub(super) fn report(
    args: &ReportArgs,
    look: Terminal,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let mut report = read_verdict(&args.verdict)?;
    args.output.write(&mut report, look, out, err)?;
    Ok(Exit::Pass)
}

/// A verdict of 20,000 methods is far below this.
const LARGEST_VERDICT: u64 = 256 << 20;

/// What `gate check` kept in a file, or on standard input.
pub(super) fn read_verdict(path: &Path) -> anyhow::Result<Report> {
    let read = || -> anyhow::Result<Report> {
        let mut text = String::new();
        if path == Path::new("-") {
            std::io::stdin().lock().take(LARGEST_VERDICT).read_to_string(&mut text)?;
        } else {
            std::fs::File::open(path)?.take(LARGEST_VERDICT).read_to_string(&mut text)?;
        }
        Ok(read_json(&text)?)
    };
    read().map_err(|error| {
        // What a file can be wrong about is one thing here: it is not what that command wrote.
        anyhow!("{}: {error:#}; give the file that `gate check RUNS --out json=FILE` wrote", path.display())
    })
}

impl Output {
    /// Writes the files, then prints; what stands beside the printed format (warnings) goes to `err`.
    pub(super) fn write(
        &self,
        report: &mut Report,
        look: Terminal,
        out: &mut dyn Write,
        err: &mut dyn Write,
    ) -> anyhow::Result<()> {
        set_report_url(report, self.report_url.as_deref());
        for (format, path) in &self.out {
            write_whole(path, &self.render(report, *format, Terminal::default())?)?;
        }
        let text = self.render(report, self.format, look)?;
        out.write_all(text.as_bytes()).context("cannot write the report")?;
        if !matches!(self.format, Format::Human | Format::Markdown) {
            for warning in &report.warnings {
                writeln!(err, "warning: {}", crate::report::shown(warning))?;
            }
        }
        Ok(())
    }

    fn render(&self, report: &Report, format: Format, look: Terminal) -> anyhow::Result<String> {
        Ok(match format {
            Format::Human => human(report, look),
            Format::Json => json(report)?,
            Format::Markdown => {
                markdown(report, Markdown { mention: self.mention_owners, ..Markdown::default() })
            }
            Format::Html => html(report)?,
            Format::Junit => junit(report)?,
            Format::Sarif => sarif(report)?,
            Format::Github => github(report),
            Format::Gitlab => code_quality(report)?,
            Format::Variables => variables(report),
        })
    }
}

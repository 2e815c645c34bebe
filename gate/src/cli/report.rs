//! `gate report`: converts a stored verdict to any format. This module also writes the reports of other commands.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use clap::{Args, ValueEnum};
use gate_report::diagnosis::render_brief;
use gate_report::{
    MarkdownOptions, Report, Terminal, add_next_commands, code_quality, format_variables, read_json,
    render_github, render_html, render_json, render_junit, render_markdown, render_sarif, render_text,
};

use super::origin::{keep_own_links, set_report_url};
use super::values::parse_output;
use super::{Console, Exit};
use crate::app::write_whole;

#[derive(Args)]
pub(super) struct ReportArgs {
    /// Read this verdict, which `gate check -o json=PATH` wrote, or - for standard input
    #[arg(required_unless_present = "schema")]
    verdict: Option<PathBuf>,
    /// Print the JSON schema of this format, without a verdict
    #[arg(long, value_enum, value_name = "FORMAT", conflicts_with = "verdict")]
    schema: Option<Schema>,
    #[command(flatten)]
    output: OutputArgs,
}

/// A format whose schema is published.
#[derive(Clone, Copy, ValueEnum)]
enum Schema {
    /// launchgate.verdict/1, the format json
    Verdict,
    /// launchgate.brief/1, the format brief
    Brief,
    /// launchgate.evidence/1, the JSON of `gate explain --evidence`
    Evidence,
}

impl Schema {
    fn text(self) -> &'static str {
        match self {
            Schema::Verdict => include_str!("../../schema/verdict-1.schema.json"),
            Schema::Brief => include_str!("../../schema/brief-1.schema.json"),
            Schema::Evidence => include_str!("../../schema/evidence-1.schema.json"),
        }
    }
}

/// The reports to write, and their places.
#[derive(Args)]
pub(super) struct OutputArgs {
    /// Print this format
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    format: ReportFormat,
    /// Print the format brief
    #[arg(long, conflicts_with = "format")]
    brief: bool,
    /// Also write a report to a file, in the format of its extension or of a FORMAT= prefix; repeatable
    #[arg(short, long, value_name = "[FORMAT=]PATH", value_parser = parse_output::<ReportFormat>)]
    out: Vec<(ReportFormat, PathBuf)>,
    /// In Markdown, mention the owners of findings, which notifies them
    #[arg(long)]
    mention_owners: bool,
    /// Link to the full report at this address, in Markdown [default: the CI's run]
    #[arg(long, value_name = "URL")]
    report_url: Option<String>,
}

/// The formats of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ReportFormat {
    /// For a terminal; 80 columns wide if the output is a file
    #[value(alias = "txt")]
    Text,
    /// Machine-readable, launchgate.verdict/1; `gate report` reads it
    Json,
    /// The answer, the findings and the next commands, launchgate.brief/1; less than 20 KB
    Brief,
    /// One HTML file that opens in a browser without a network connection
    Html,
    /// For a comment or a step summary; at most 65,536 characters
    #[value(alias = "md")]
    Markdown,
    /// JUnit XML, one case per module and budget
    #[value(alias = "xml")]
    Junit,
    /// SARIF 2.1.0
    Sarif,
    /// Annotations of a GitHub Actions workflow
    Github,
    /// GitLab code quality report
    Gitlab,
    /// name=value lines for scripts: the verdict and counts of findings
    Variables,
}

pub(super) fn report(args: &ReportArgs, to: Console<'_>) -> anyhow::Result<Exit> {
    if let Some(schema) = args.schema {
        to.out.write_all(schema.text().as_bytes())?;
        return Ok(Exit::Pass);
    }
    let mut report = read_verdict(args.verdict.as_deref().unwrap_or(Path::new("-")))?;
    keep_own_links(&mut report);
    args.output.write(&mut report, to)?;
    Ok(Exit::Pass)
}

/// The largest number of bytes that are read from a verdict. The limit is far above the size of a verdict of 20,000 methods.
const LARGEST_VERDICT: u64 = 256 << 20;

/// Reads a verdict of `gate check` from a file or standard input. Every error advises the user to pass a file that `gate check` wrote.
pub(super) fn read_verdict(path: &Path) -> anyhow::Result<Report> {
    read_report(path).map_err(|error| {
        anyhow!("{}: {error:#}; pass a file that `gate check RUNS -o json=FILE` wrote", path.display())
    })
}

fn read_report(path: &Path) -> anyhow::Result<Report> {
    let mut text = String::new();
    if path == Path::new("-") {
        std::io::stdin().lock().take(LARGEST_VERDICT).read_to_string(&mut text)?;
    } else {
        std::fs::File::open(path)?.take(LARGEST_VERDICT).read_to_string(&mut text)?;
    }
    Ok(read_json(&text)?)
}

impl OutputArgs {
    /// Writes the report to the files that the options name.
    pub(super) fn write_files(&self, report: &mut Report) -> anyhow::Result<()> {
        set_report_url(report, self.report_url.as_deref());
        add_next_commands(report);
        for (format, path) in &self.out {
            write_whole(path, &self.render(report, *format, Terminal::default())?)?;
        }
        Ok(())
    }

    /// Whether JSON is printed.
    pub(super) fn is_json(&self) -> bool {
        self.format == ReportFormat::Json
    }

    /// Writes the report to files, then prints it. Warnings that the printed format omits are written to `err`.
    pub(super) fn write(&self, report: &mut Report, to: Console<'_>) -> anyhow::Result<()> {
        self.write_files(report)?;
        let format = if self.brief { ReportFormat::Brief } else { self.format };
        let text = self.render(report, format, to.terminal)?;
        match to.out.write_all(text.as_bytes()) {
            // A reader such as `head` may close the output early. The exit code remains that of the verdict.
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => return Ok(()),
            written => written.context("cannot write the report")?,
        }
        if !matches!(format, ReportFormat::Text | ReportFormat::Markdown) {
            for warning in &report.warnings {
                writeln!(to.err, "warning: {}", gate_report::escape_for_display(warning))?;
            }
        }
        Ok(())
    }

    fn render(&self, report: &Report, format: ReportFormat, terminal: Terminal) -> anyhow::Result<String> {
        Ok(match format {
            ReportFormat::Text => render_text(report, terminal),
            ReportFormat::Json => render_json(report)?,
            ReportFormat::Brief => render_brief(report),
            ReportFormat::Markdown => render_markdown(
                report,
                MarkdownOptions { mention: self.mention_owners, ..MarkdownOptions::default() },
            ),
            ReportFormat::Html => render_html(report)?,
            ReportFormat::Junit => render_junit(report)?,
            ReportFormat::Sarif => render_sarif(report)?,
            ReportFormat::Github => render_github(report),
            ReportFormat::Gitlab => code_quality(report)?,
            ReportFormat::Variables => format_variables(report),
        })
    }
}

//! Renders reports of verdicts: the crate defines the [`Report`] value, and has one file for each format. `gate-report` makes no decisions.
//!
//! [`build_report`] makes the value from the verdict, the comparison and the launches. Renderers read only this value, so a stored report
//! ([`render_json`], [`read_json`]) can be rendered later without the launches.

mod backtest;
mod build;
mod build_facts;
mod call_tree;
mod code_quality;
pub mod diagnosis;
mod disclosure;
pub mod drawings;
mod evidence;
mod facts;
mod function_calls;
mod functions;
mod github;
mod history;
mod html;
mod human;
mod json;
mod junit;
mod launch_averages;
mod line;
mod markdown;
mod next;
mod reasons;
mod report_input;
mod row;
mod sampled;
mod sarif;
mod service_entries;
mod stalls;
mod summary;
mod text;
mod timeline;
mod trend;
mod typical_launches;
pub mod value;
mod variables;
mod view;
mod waiting;
pub mod word;
mod words;
mod work;

pub use backtest::{BacktestResult, DetectableGrowth, PastCheck, backtest_json, backtest_text};
pub use build::{build_report, build_unlaunched};
pub use code_quality::code_quality;
pub use disclosure::{replace_names, told_as};
pub use drawings::{Timelines, Tree};
pub use github::render_github;
pub use html::{backtest_page, facts_page, render_html, render_launches_page, trend_page};
pub use human::{Terminal, render_facts, render_text, render_work};
pub use json::{ReadError, read_json, render_json};
pub use junit::render_junit;
pub use markdown::{
    LONGEST, MARKER, MarkdownOptions, code_span, facts_markdown, format_owner, render_markdown,
};
pub use next::add_next_commands;
pub use reasons::{describe_caution, describe_reason, interim_state};
pub use report_input::ReportInput;
pub use sarif::render_sarif;
pub use stalls::find_stalls;
pub use text::{escape_for_display, format_change, format_spread, format_time, truncate_middle};
pub use timeline::{median_by_duration, median_launch};
pub use trend::{SessionCommits, TrendReport, trend_json, trend_text};
pub use value::{FactRow, Origin, Report};
pub use variables::format_variables;
pub use words::format_count;

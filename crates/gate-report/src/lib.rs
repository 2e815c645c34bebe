//! Reports of verdicts: the [`Report`] value, and one file for each format. `gate-report` makes no decisions.
//!
//! [`build()`] makes the value from the verdict, the comparison and the launches. Renderers read only this value, so a stored report
//! ([`json()`], [`read_json`]) can be rendered later without the launches.

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

pub use backtest::{Backtested, PastCheck, Power, backtest_json, backtest_text};
pub use build::{build, build_unlaunched};
pub use code_quality::code_quality;
pub use disclosure::{disclose, told_as};
pub use drawings::{Timelines, Tree};
pub use github::github;
pub use html::{backtest_page, facts_page, html, look as look_page, trend_page};
pub use human::{Terminal, facts, human, work as work_text};
pub use json::{ReadError, json, read_json};
pub use junit::junit;
pub use markdown::{LONGEST, MARKER, Markdown, code_span, facts_markdown, markdown, owner as markdown_owner};
pub use next::add_next_commands;
pub use reasons::{caution, interim_state, reason};
pub use report_input::ReportInput;
pub use sarif::sarif;
pub use text::{
    change as shown_change, fitted as shown_fitted, shown, spread as shown_spread, time as shown_time,
};
pub use timeline::{median_launch, middle};
pub use trend::{Commits, TrendReport, trend_json, trend_text};
pub use value::{FactRow, Origin, Report};
pub use variables::variables;
pub use words::count;

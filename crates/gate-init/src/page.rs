//! Renders LAUNCHGATE.md, which describes the first pull request, the first night and the first week with the
//! gate for new users.

use super::render::{SOURCE_COST, fill_template};
use super::{BuiltApp, PipelineHost, Project};

/// Returns the text of the page.
pub fn render_page(project: &Project, host: Option<PipelineHost>, is_released: bool) -> String {
    let first = match host {
        Some(PipelineHost::GitLab) => include_str!("templates/page-gitlab.txt"),
        _ => include_str!("templates/page-github.txt"),
    };
    let page = match project.simulator {
        true => include_str!("templates/page-simulator.txt"),
        false => include_str!("templates/page-phone.txt"),
    };
    let values = vec![
        ("@APP@", join(project, |app| format_code(&app.product))),
        ("@HOW@", join(project, describe_build)),
        ("@CONFIG@", project.settings.to_owned()),
        ("@FIRST@", first.to_owned()),
        ("@DEVICE@", project.device.to_owned()),
        ("@SOURCE_COST@", if is_released { String::new() } else { format!("{SOURCE_COST}\n") }),
    ];
    fill_template(page, &values) + include_str!("templates/page-agents.txt")
}

/// Joins a text of each app.
fn join(project: &Project, text: impl Fn(&BuiltApp) -> String) -> String {
    project.apps().map(text).collect::<Vec<_>>().join(", and ")
}

/// Describes how the app is built.
fn describe_build(app: &BuiltApp) -> String {
    format!(
        "scheme {}, configuration {}, of {}",
        format_code(&app.scheme),
        format_code(&app.configuration),
        format_code(&app.container)
    )
}

/// Formats a text as code in Markdown, for names with any characters.
fn format_code(name: &str) -> String {
    let plain = gate_common::names::escape_for_display(name).replace(['`', '|'], "'");
    format!("`{plain}`")
}

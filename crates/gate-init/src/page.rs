//! Renders LAUNCHGATE.md, which describes the first pull request, the first night and the first week with the
//! gate for new users.

use super::render::{SOURCE_COST, fill};
use super::{BuiltApp, Host, Project};

/// Returns the text of the page.
pub fn page(project: &Project, host: Option<Host>, is_released: bool) -> String {
    let first = match host {
        Some(Host::GitLab) => include_str!("templates/page-gitlab.txt"),
        _ => include_str!("templates/page-github.txt"),
    };
    let page = match project.simulator {
        true => include_str!("templates/page-simulator.txt"),
        false => include_str!("templates/page-phone.txt"),
    };
    let values = vec![
        ("@APP@", code(&project.app.product)),
        ("@HOW@", how(&project.app)),
        ("@CONFIG@", project.settings.to_owned()),
        ("@FIRST@", first.to_owned()),
        ("@DEVICE@", project.device.to_owned()),
        ("@SOURCE_COST@", if is_released { String::new() } else { format!("{SOURCE_COST}\n") }),
    ];
    fill(page, &values) + include_str!("templates/page-agents.txt")
}

/// Describes how the app is built.
fn how(app: &BuiltApp) -> String {
    format!(
        "scheme {}, configuration {}, of {}",
        code(&app.scheme),
        code(&app.configuration),
        code(&app.container)
    )
}

/// Formats a text as code in Markdown, for names with any characters.
fn code(name: &str) -> String {
    let plain = gate_common::names::shown(name).replace(['`', '|'], "'");
    format!("`{plain}`")
}

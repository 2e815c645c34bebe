//! LAUNCHGATE.md: what happens on the first pull request, the first night and in the first week, for people who meet the gate there.

use super::render::fill;
use super::{BuiltApp, Host, Project};

/// The page's text.
pub fn page(project: &Project, host: Option<Host>) -> String {
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
    ];
    fill(page, &values)
}

/// What builds the app.
fn how(app: &BuiltApp) -> String {
    format!(
        "scheme {}, configuration {}, of {}",
        code(&app.scheme),
        code(&app.configuration),
        code(&app.container)
    )
}

/// As code in Markdown: no name ends it, or its line.
fn code(name: &str) -> String {
    let plain = gate_common::names::shown(name).replace(['`', '|'], "'");
    format!("`{plain}`")
}

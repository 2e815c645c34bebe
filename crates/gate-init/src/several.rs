//! Combines several apps of a repository into one project, whose workflows have a matrix over the apps.

use std::collections::BTreeSet;
use std::path::Path;

use super::read::to_module_name;
use super::{AppChoice, BuiltApp, InitError, Project, read_project};

impl Project {
    /// Returns the apps that the workflows measure.
    pub fn apps(&self) -> impl Iterator<Item = &BuiltApp> {
        std::iter::once(&self.app).chain(&self.others)
    }

    /// Adds the apps, modules and tasks of another app of the same repository.
    fn add(&mut self, other: Project) {
        let is_new = |name: &str| self.modules.iter().all(|known| known.name != name);
        let modules: Vec<_> = other.modules.into_iter().filter(|module| is_new(&module.name)).collect();
        self.modules.extend(modules);
        self.modules.sort_by(|a, b| a.name.cmp(&b.name));
        add_new(&mut self.steps, other.steps);
        self.minutes = self.minutes.max(other.minutes);
        add_new(&mut self.notes, other.notes);
        add_new(&mut self.left, other.left);
        self.devices_only = self.devices_only.take().or(other.devices_only);
        self.others.push(other.app);
    }
}

fn add_new<T: PartialEq>(all: &mut Vec<T>, more: Vec<T>) {
    for one in more {
        if !all.contains(&one) {
            all.push(one);
        }
    }
}

/// Reads the project of each choice, and combines the projects. An app that several choices name is used once.
pub fn read_apps(root: &Path, choices: &[AppChoice]) -> Result<Project, InitError> {
    let mut projects: Vec<Project> = Vec::new();
    for choice in choices {
        let project = read_project(root, choice)?;
        if projects.iter().all(|known| known.app != project.app) {
            projects.push(project);
        }
    }
    set_ids(&mut projects);
    // The order of an app's steps matters, so either all apps have the same steps, or each app has its own.
    if projects.iter().any(|project| project.steps != projects[0].steps) {
        for project in &mut projects {
            project.steps.iter_mut().for_each(|step| step.app = Some(project.app.id.clone()));
        }
    }
    let mut projects = projects.into_iter();
    let Some(mut all) = projects.next() else { return read_project(root, &AppChoice::default()) };
    projects.for_each(|project| all.add(project));
    Ok(all)
}

/// Sets unique names of the apps in the matrix. If two apps have the same name, their names contain their projects.
fn set_ids(projects: &mut [Project]) {
    let ids: Vec<String> = projects.iter().map(|project| project.app.id.to_lowercase()).collect();
    let mut taken = BTreeSet::new();
    for (Project { app, .. }, id) in projects.iter_mut().zip(&ids) {
        if ids.iter().filter(|other| *other == id).count() > 1 {
            app.id = to_module_name(&format!("{}/{}", stem_path(&app.project), app.target));
        }
        while !taken.insert(app.id.to_lowercase()) {
            app.id.push('_');
        }
    }
}

/// Returns a path without its extension.
fn stem_path(path: &str) -> &str {
    path.rsplit_once('.').map_or(path, |(stem, _)| stem)
}

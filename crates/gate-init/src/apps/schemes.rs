//! Chooses the scheme and the configuration that build an app.

use super::{AppCandidate, ParsedFiles, find_container};
use crate::read::scheme::Scheme;
use crate::{AppChoice, BuiltApp, InitError};

/// The name of a scheme, and the configuration of the scheme's Archive action if the configuration is known.
pub(super) type NamedScheme = (String, Option<String>);

/// Returns the schemes that launch an app, beginning with the most probable scheme.
pub(super) fn schemes_of(app: &AppCandidate<'_>, sources: &ParsedFiles) -> Vec<NamedScheme> {
    let found = sources.schemes.iter().filter(|scheme| launches(scheme, app));
    let mut names: Vec<NamedScheme> =
        found.map(|scheme| (scheme.name.clone(), scheme.archive.clone())).collect();
    names.sort_by_key(|(name, archive)| {
        let is_release = archive.as_deref().is_none_or(|archive| archive == "Release");
        (rank_scheme(app, name), !is_release, name.len(), name.clone())
    });
    names.dedup_by(|a, b| a.0 == b.0);
    names
}

/// Returns whether a scheme launches an app.
fn launches(scheme: &Scheme, app: &AppCandidate<'_>) -> bool {
    let Some((id, name)) = &scheme.launches else { return false };
    let is_here = scheme.project.as_deref().is_none_or(|path| path == app.project.path);
    is_here && (app.target.id.as_ref() == Some(id) || app.target.name == *name)
}

/// Words in the names of schemes that do not build the release of an app.
const ASIDE: &str = "
debug dev test alpha beta staging instrument snapshot profile mock qa preview sandbox local enterprise internal adhoc nightly
experimental screenshot fastlane widget extension clip watch intent benchmark localization sanitizer asan tsan ci notification
";

/// Ranks a scheme, where lower is better: first the app's own name, then a name without a word of [`ASIDE`].
fn rank_scheme(app: &AppCandidate<'_>, name: &str) -> (bool, bool) {
    let own = [app.name.as_str(), app.product.as_str(), crate::read::stem(&app.place)];
    let (scheme, app_name) = (name.to_lowercase(), app.name.to_lowercase());
    let is_aside = |word: &str| contains_word(&scheme, word) && !app_name.contains(word);
    (!own.contains(&name), ASIDE.split_whitespace().any(is_aside) || is_aside("ad hoc"))
}

/// Returns whether a name contains a word, or contains a long word as a part of another word.
fn contains_word(name: &str, word: &str) -> bool {
    let is_part = name.split(|c: char| !c.is_alphanumeric()).any(|part| part == word);
    is_part || word.len() > 3 && name.contains(word)
}

/// Returns how the chosen app is built.
pub(super) fn resolve_build(
    app: &AppCandidate<'_>,
    sources: &ParsedFiles,
    choice: &AppChoice,
    left: &mut Vec<String>,
) -> Result<BuiltApp, InitError> {
    let named = schemes_of(app, sources);
    let mut chosen = named.first().cloned();
    if let Some(name) = &choice.scheme {
        let known = sources.schemes.iter().find(|scheme| scheme.name == *name);
        if known.is_none() && *name != app.name {
            let mut there: Vec<&str> = sources.schemes.iter().map(|scheme| scheme.name.as_str()).collect();
            there.sort_unstable();
            there.dedup();
            let there = if there.is_empty() { app.name.clone() } else { there.join(", ") };
            return Err(InitError::Unknown { what: "shared scheme", name: name.clone(), there });
        }
        chosen = Some((name.clone(), known.and_then(|scheme| scheme.archive.clone())));
    } else if let [first, second, ..] = &named[..]
        && rank_scheme(app, &first.0) == rank_scheme(app, &second.0)
    {
        let names: Vec<&str> = named.iter().skip(1).map(|(name, _)| name.as_str()).collect();
        left.push(format!(
            "check that {} is the scheme you ship (SCHEME in the workflows; also found: {}; choose with --scheme)",
            first.0,
            names.join(", ")
        ));
    }
    // If no scheme is shared, Xcode creates a scheme for each target.
    if chosen.is_none() && sources.schemes.iter().any(|scheme| scheme.holder == app.project.path) {
        left.push(format!(
            "share the scheme {0} (Xcode > Product > Scheme > Manage Schemes > Shared) and commit it; the workflows need a shared scheme that launches {0} (SCHEME)",
            app.name
        ));
    }
    let (scheme, archive) = chosen.unwrap_or_else(|| (app.name.clone(), None));
    Ok(of_source(app, sources, scheme, archive))
}

fn of_source(
    app: &AppCandidate<'_>,
    sources: &ParsedFiles,
    scheme: String,
    archive: Option<String>,
) -> BuiltApp {
    let AppCandidate { project, target, .. } = app;
    let configuration = archive.filter(|name| target.settings.contains_key(name));
    let configuration = configuration.unwrap_or_else(|| target.release_configuration());
    BuiltApp {
        target: app.name.clone(),
        bundle: target.bundle_identifier(Some(&configuration)),
        product: target.product_name(Some(&configuration)),
        container: find_container(&project.path, sources),
        project: project.path.clone(),
        scheme,
        configuration,
        id: crate::read::to_module_name(&app.name),
    }
}

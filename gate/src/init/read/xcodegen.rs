//! XcodeGen's specifications: `project.yml` and its kin.

use std::path::Path;

use yaml_rust2::{Yaml, YamlLoader};

use super::{join, parent, text};

/// A target.
#[derive(Clone, Debug)]
pub(in crate::init) struct SpecTarget {
    pub(in crate::init) name: String,
    pub(in crate::init) is_app: bool,
    pub(in crate::init) is_library: bool,
    pub(in crate::init) product: Option<String>,
    pub(in crate::init) bundle: Option<String>,
    pub(in crate::init) folder: Option<String>,
}

/// A specification.
#[derive(Clone, Debug, Default)]
pub(in crate::init) struct Spec {
    pub(in crate::init) path: String,
    /// The project's.
    pub(in crate::init) name: String,
    pub(in crate::init) targets: Vec<SpecTarget>,
    /// Scheme and the target that it runs.
    pub(in crate::init) schemes: Vec<(String, String)>,
    pub(in crate::init) products: Vec<String>,
    pub(in crate::init) has_packages: bool,
}

/// Reads a specification; none if the file is something else.
pub(in crate::init) fn read(root: &Path, path: &str) -> Result<Option<Spec>, String> {
    let mut spec = Spec { path: path.to_owned(), ..Spec::default() };
    let Some(document) = document(root, path)? else { return Ok(None) };
    let Some(name) = document["name"].as_str() else { return Ok(None) };
    if document["targets"].as_hash().is_none() && document["include"].is_badvalue() {
        return Ok(None);
    }
    name.clone_into(&mut spec.name);
    take(&document, parent(path), &mut spec);
    for included in paths(&document["include"]) {
        let Some(place) = join(parent(path), &included) else { continue };
        if let Some(document) = self::document(root, &place)? {
            take(&document, parent(&place), &mut spec);
        }
    }
    Ok(Some(spec))
}

fn document(root: &Path, path: &str) -> Result<Option<Yaml>, String> {
    let text = text(&root.join(path))?;
    // References to references could grow without end; nobody writes hundreds.
    if text.matches(['*', '&']).count() > 2_000 {
        return Err("it has more references than are followed".to_owned());
    }
    let mut documents = YamlLoader::load_from_str(&text).map_err(|error| error.to_string())?;
    Ok((!documents.is_empty()).then(|| documents.remove(0)))
}

/// `include: a.yml`, or a list of names or of tables with a path.
fn paths(value: &Yaml) -> Vec<String> {
    let one = |value: &Yaml| value.as_str().or_else(|| value["path"].as_str()).map(str::to_owned);
    match value {
        Yaml::Array(all) => all.iter().filter_map(one).collect(),
        other => one(other).into_iter().collect(),
    }
}

fn take(document: &Yaml, folder: &str, spec: &mut Spec) {
    spec.has_packages |= document["packages"]
        .as_hash()
        .is_some_and(|packages| packages.values().any(|package| package["path"].is_badvalue()));
    for (name, target) in document["targets"].as_hash().into_iter().flatten() {
        let Some(name) = name.as_str() else { continue };
        let kind = target["type"].as_str().unwrap_or_default();
        let systems = match &target["platform"] {
            Yaml::Array(all) => all.iter().filter_map(Yaml::as_str).collect::<Vec<_>>(),
            other => other.as_str().into_iter().collect(),
        };
        let is_ios = systems.contains(&"iOS")
            || target["supportedDestinations"]
                .as_vec()
                .is_some_and(|all| all.iter().any(|one| one.as_str() == Some("iOS")));
        spec.targets.push(SpecTarget {
            name: name.to_owned(),
            is_app: kind == "application" && is_ios,
            is_library: kind == "framework" || kind.starts_with("library") || kind == "framework.static",
            product: setting(target, "PRODUCT_NAME")
                .or_else(|| target["productName"].as_str().map(str::to_owned)),
            bundle: setting(target, "PRODUCT_BUNDLE_IDENTIFIER"),
            folder: paths(&target["sources"]).first().and_then(|path| join(folder, path)),
        });
        for dependency in target["dependencies"].as_vec().into_iter().flatten() {
            let product = dependency["product"].as_str().or_else(|| dependency["package"].as_str());
            spec.products.extend(product.map(str::to_owned));
            let more = dependency["products"].as_vec().into_iter().flatten();
            spec.products.extend(more.filter_map(Yaml::as_str).map(str::to_owned));
        }
        if !target["scheme"].is_badvalue() {
            spec.schemes.push((name.to_owned(), name.to_owned()));
        }
    }
    for (name, scheme) in document["schemes"].as_hash().into_iter().flatten() {
        let Some(name) = name.as_str() else { continue };
        let runs = scheme["run"]["executable"].as_str();
        let builds = scheme["build"]["targets"].as_hash().into_iter().flatten();
        let builds = builds.filter_map(|(target, _)| target.as_str());
        for target in runs.into_iter().chain(builds) {
            spec.schemes.push((name.to_owned(), target.to_owned()));
        }
    }
}

/// A setting of a target, for its release or for all configurations; none if it is a variable.
fn setting(target: &Yaml, key: &str) -> Option<String> {
    let settings = &target["settings"];
    let release = settings["configs"].as_hash().into_iter().flatten();
    let release = release
        .filter(|(name, _)| name.as_str().is_some_and(|name| name.to_lowercase().contains("release")))
        .find_map(|(_, values)| values[key].as_str());
    let found = release.or_else(|| settings["base"][key].as_str()).or_else(|| settings[key].as_str())?;
    (!found.contains('$')).then(|| found.to_owned())
}

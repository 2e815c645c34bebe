//! XcodeGen's specifications: `project.yml` and its kin.

use std::path::Path;

use yaml_rust2::{Yaml, YamlLoader};

use super::{beside, join, parent, text};

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
    /// Packages and frameworks in folders, from the repository's root.
    pub(in crate::init) packages: Vec<String>,
    pub(in crate::init) binaries: Vec<String>,
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
    // References to references could grow without end; real files have a few.
    if text.matches(['*', '&']).count() > 2_000 {
        return Err("it has too many YAML anchors and aliases".to_owned());
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
    let places = document["packages"].as_hash().into_iter().flat_map(|packages| packages.values());
    spec.packages.extend(places.filter_map(|package| beside(folder, package["path"].as_str()?)));
    for (name, target) in document["targets"].as_hash().into_iter().flatten() {
        let Some(name) = name.as_str() else { continue };
        // What a target does not say, its templates do.
        let named = target["templates"].as_vec().into_iter().flatten().filter_map(Yaml::as_str);
        let mut layers = vec![target];
        layers.extend(named.map(|template| &document["targetTemplates"][template]));
        let said = |key: &str| layers.iter().map(|layer| &layer[key]).find(|value| !value.is_badvalue());
        let kind = said("type").and_then(Yaml::as_str).unwrap_or_default();
        let systems = said("platform");
        let listed = |value: Option<&Yaml>| {
            let all = value.and_then(Yaml::as_vec).into_iter().flatten();
            all.into_iter().any(|one| one.as_str() == Some("iOS"))
        };
        let is_several = systems.is_some_and(|systems| systems.as_vec().is_some());
        let is_ios = systems.and_then(Yaml::as_str) == Some("iOS")
            || listed(systems)
            || listed(said("supportedDestinations"));
        // For several systems XcodeGen makes a target of each, and says so in its name.
        let name = if is_several && is_ios { format!("{name}_iOS") } else { name.to_owned() };
        let setting = |key: &str| layers.iter().find_map(|layer| setting(layer, key));
        let product = setting("PRODUCT_NAME").or_else(|| Some(said("productName")?.as_str()?.to_owned()));
        spec.targets.push(SpecTarget {
            is_app: kind == "application" && is_ios,
            is_library: kind == "framework" || kind.starts_with("library") || kind == "framework.static",
            product: product.map(|product| product.replace("${target_name}", &name)),
            bundle: setting("PRODUCT_BUNDLE_IDENTIFIER"),
            folder: said("sources")
                .and_then(|sources| paths(sources).first().and_then(|path| join(folder, path))),
            name: name.clone(),
        });
        for dependency in said("dependencies").and_then(Yaml::as_vec).into_iter().flatten() {
            let product = dependency["product"].as_str().or_else(|| dependency["package"].as_str());
            spec.products.extend(product.map(str::to_owned));
            spec.binaries.extend(dependency["framework"].as_str().and_then(|path| beside(folder, path)));
            let more = dependency["products"].as_vec().into_iter().flatten();
            spec.products.extend(more.filter_map(Yaml::as_str).map(str::to_owned));
        }
        if said("scheme").is_some() {
            spec.schemes.push((name.clone(), name));
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

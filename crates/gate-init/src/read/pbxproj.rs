//! Xcode's project files: targets with their products, platforms and names.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use plist::{Dictionary, Value};

use super::settings::{BuildSettings, SettingsLayer, missing_xcconfigs, read_xcconfig};
use super::tracked::TrackedFiles;
use super::{join, join_relative, parent, stem, to_module_name};

/// The kind of a target's product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProductKind {
    App,
    Library,
    /// Tests, extensions, app clips, watch apps, tools and bundles.
    Other,
}

/// A target of a project in any format.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    pub(crate) name: String,
    pub(crate) kind: ProductKind,
    /// The id with which schemes refer to the target.
    pub(crate) id: Option<String>,
    /// The build settings of each configuration.
    pub(crate) settings: BTreeMap<String, BuildSettings>,
    /// The folder that contains most of the target's sources, if the project file shows the folder.
    pub(crate) folder: Option<String>,
    /// The products of packages with which the target links.
    pub(crate) products: Vec<String>,
    /// The inputs of the target's build, including the inputs of the targets on which the target depends.
    pub(crate) needs: BuildNeeds,
}

/// The inputs of an app's build that a checkout may lack, which are determined only for apps.
#[derive(Clone, Debug, Default)]
pub(crate) struct BuildNeeds {
    /// The missing files of the build, except for files that tools create.
    pub(crate) files: BTreeSet<String>,
    /// The missing files with build settings, each with the configuration that uses it.
    pub(crate) xcconfigs: BTreeSet<(String, String)>,
    /// The frameworks that no target of this project builds.
    pub(crate) frameworks: BTreeSet<String>,
    /// The texts of the build's scripts.
    pub(crate) scripts: Vec<String>,
    /// The targets that an external program builds, each with the program.
    pub(crate) legacy: BTreeSet<(String, String)>,
}

/// The content of an Xcode project file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Project {
    /// The path of the project, such as `ios/Shop.xcodeproj`.
    pub(crate) path: String,
    pub(crate) targets: Vec<Target>,
    /// The addresses of remote packages.
    pub(crate) remotes: Vec<String>,
    /// The local packages to which the project refers; the next field has the other projects to which the
    /// project refers. Paths are relative to the repository's root.
    pub(crate) packages: Vec<String>,
    pub(crate) projects: Vec<String>,
    /// The major and minor version of the Xcode that last upgraded the project.
    pub(crate) opened_by: Option<(u32, u32)>,
    /// The files that the project's targets build.
    pub(crate) makes: BTreeSet<String>,
}

impl Target {
    /// Returns the settings of a configuration; the default is the configuration that is released.
    pub(crate) fn settings(&self, configuration: Option<&str>) -> BuildSettings {
        let named = configuration.and_then(|name| self.settings.get(name));
        named
            .cloned()
            .unwrap_or_else(|| self.settings.get(&self.release_configuration()).cloned().unwrap_or_default())
    }

    /// Returns the configuration that is released: `Release`, or the configuration with the most similar
    /// name.
    pub(crate) fn release_configuration(&self) -> String {
        let names = || self.settings.keys();
        let near = |part: &str| names().find(|name| name.to_lowercase().contains(part));
        let found = names().find(|name| *name == "Release").or_else(|| near("release"));
        let found = found.or_else(|| near("production")).or_else(|| near("store"));
        let not_debug = || names().find(|name| !name.to_lowercase().contains("debug"));
        found
            .or_else(not_debug)
            .or_else(|| names().next())
            .map_or_else(|| "Release".to_owned(), String::clone)
    }

    /// Returns whether the product runs on iPhones.
    pub(crate) fn is_ios(&self) -> bool {
        let settings = self.settings(None);
        let platforms = settings.get("SUPPORTED_PLATFORMS").unwrap_or_default();
        match settings.get("SDKROOT").as_deref() {
            Some("iphoneos") => true,
            Some("macosx") if platforms.contains("iphoneos") => true,
            Some("auto") | None if !platforms.is_empty() => platforms.contains("iphoneos"),
            // The setting may be in an xcconfig that a tool creates. A target for another system sets its own
            // deployment target.
            None => {
                settings.get("IPHONEOS_DEPLOYMENT_TARGET").is_some()
                    || ["MACOSX", "WATCHOS", "TVOS", "XROS"]
                        .iter()
                        .all(|system| settings.get(&format!("{system}_DEPLOYMENT_TARGET")).is_none())
            }
            Some("auto") => settings.get("IPHONEOS_DEPLOYMENT_TARGET").is_some(),
            Some(_) => false,
        }
    }

    /// Returns the name of the product without `.app`.
    pub(crate) fn product_name(&self, configuration: Option<&str>) -> String {
        self.settings(configuration).get("PRODUCT_NAME").unwrap_or_else(|| self.name.clone())
    }

    pub(crate) fn bundle_identifier(&self, configuration: Option<&str>) -> Option<String> {
        self.settings(configuration).get("PRODUCT_BUNDLE_IDENTIFIER").filter(|bundle| !bundle.contains(".."))
    }

    /// Returns the name with which sources import the product.
    pub(crate) fn module_name(&self) -> String {
        let named = self.settings(None).get("PRODUCT_MODULE_NAME");
        named.unwrap_or_else(|| to_module_name(&self.product_name(None)))
    }
}

struct ProjectFile<'a> {
    tracked: &'a TrackedFiles,
    root: &'a Path,
    name: &'a str,
    /// The folder that contains the project.
    folder: &'a str,
    objects: &'a Dictionary,
    project: Option<&'a Dictionary>,
    /// The target that builds each product, by the product's id.
    makers: BTreeMap<&'a str, &'a str>,
    /// The files that the project's targets build.
    made: BTreeSet<&'a str>,
    /// The folder of each file and group, by the object's id.
    places: BTreeMap<&'a str, String>,
}

/// Reads a project. `path` is the path of the `.xcodeproj`.
pub(crate) fn read(tracked: &TrackedFiles, root: &Path, path: &str) -> Result<Project, String> {
    let file = root.join(path).join("project.pbxproj");
    let value = gate_common::plists::read_file(&file).map_err(|error| error.to_string())?;
    let value = as_text(value);
    let whole = value.as_dictionary().ok_or("it is not a property list")?;
    let objects = whole.get("objects").and_then(Value::as_dictionary).ok_or("it has no objects")?;
    let mut file = ProjectFile {
        tracked,
        root,
        name: stem(path),
        folder: parent(path),
        objects,
        project: None,
        makers: BTreeMap::new(),
        made: BTreeSet::new(),
        places: BTreeMap::new(),
    };
    let project = get_string(whole, "rootObject").and_then(|id| file.object(id));
    let project = project.or_else(|| file.objects_with_isa("PBXProject").next().map(|(_, object)| object));
    file.project = project;
    // The native targets are collected once, since a project may have thousands of targets.
    let native: Vec<_> = file.objects_with_isa("PBXNativeTarget").collect();
    file.makers =
        native.iter().filter_map(|(id, maker)| Some((get_string(maker, "productReference")?, *id))).collect();
    file.made = native.iter().filter_map(|(_, target)| file.product_file(target)).collect();
    if let Some(main) = project.and_then(|project| get_string(project, "mainGroup")) {
        let start = project.and_then(|project| get_string(project, "projectDirPath")).unwrap_or_default();
        file.record_folders(main, join(file.folder, start).unwrap_or_default(), 0);
    }
    let shared = project.map(|project| file.configuration_layers(project)).unwrap_or_default();
    let mut targets: Vec<Target> =
        native.iter().filter_map(|(id, target)| file.parse_target(id, target, &shared)).collect();
    targets.sort_by(|a, b| a.name.cmp(&b.name));
    let remotes = file.objects_with_isa("XCRemoteSwiftPackageReference");
    let remotes =
        remotes.map(|(_, object)| get_string(object, "repositoryURL").unwrap_or_default().to_owned());
    let own = file
        .objects_with_isa("XCLocalSwiftPackageReference")
        .filter_map(|(_, object)| get_string(object, "relativePath"));
    let own = own.filter_map(|place| join_relative(file.folder, place));
    // Older Xcode projects refer to a local package in the same way as to any other folder.
    let shown = file.objects_with_isa("PBXFileReference").filter(|(_, object)| {
        ["folder", "wrapper", "text"].contains(&get_string(object, "lastKnownFileType").unwrap_or_default())
    });
    let shown = shown.filter_map(|(id, _)| file.places.get(id).cloned());
    let packages = own.chain(shown.filter(|place| tracked.has(&format!("{place}/Package.swift"))));
    // The value `1640` means Xcode 16.4.
    let opened_by = project
        .and_then(|project| get_string(project.get("attributes")?.as_dictionary()?, "LastUpgradeCheck"));
    let opened_by =
        opened_by.and_then(|number| number.parse().ok()).map(|number: u32| (number / 100, number / 10 % 10));
    let others = project.and_then(|project| project.get("projectReferences")?.as_array());
    let others = others.into_iter().flatten().filter_map(Value::as_dictionary);
    let others = others.filter_map(|other| file.places.get(get_string(other, "ProjectRef")?).cloned());
    Ok(Project {
        path: path.to_owned(),
        remotes: remotes.collect(),
        opened_by,
        packages: packages.collect(),
        projects: others.collect(),
        makes: file.made.iter().map(|path| (*path).to_owned()).collect(),
        targets,
    })
}

impl<'a> ProjectFile<'a> {
    fn object(&self, id: &str) -> Option<&'a Dictionary> {
        self.objects.get(id).and_then(Value::as_dictionary)
    }

    fn objects_with_isa(&self, isa: &'static str) -> impl Iterator<Item = (&'a str, &'a Dictionary)> {
        let objects =
            self.objects.iter().filter_map(|(id, object)| Some((id.as_str(), object.as_dictionary()?)));
        objects.filter(move |(_, object)| get_string(object, "isa") == Some(isa))
    }

    /// Records the folders of a group and of its contents.
    fn record_folders(&mut self, id: &'a str, above: String, depth: usize) {
        let Some(object) = self.object(id).filter(|_| depth < 64 && !self.places.contains_key(id)) else {
            return;
        };
        let path = get_string(object, "path").unwrap_or_default();
        let start = match get_string(object, "sourceTree") {
            Some("SOURCE_ROOT") => self.folder.to_owned(),
            _ => above,
        };
        let Some(here) = join(&start, path) else { return };
        self.places.insert(id, here.clone());
        for child in get_strings(object, "children") {
            self.record_folders(child, here.clone(), depth + 1);
        }
    }

    fn parse_target(
        &self,
        id: &str,
        target: &Dictionary,
        shared: &BTreeMap<String, Vec<SettingsLayer>>,
    ) -> Option<Target> {
        let name = get_string(target, "name")?.to_owned();
        let kind = match get_string(target, "productType")?.rsplit('.').next()? {
            _ if target.get("productType")?.as_string()?.ends_with("product-type.application") => {
                ProductKind::App
            }
            "framework" | "static" | "dynamic" => ProductKind::Library,
            _ => ProductKind::Other,
        };
        let mut own = self.configuration_layers(target);
        for (configuration, layers) in shared {
            own.entry(configuration.clone()).or_default().extend(layers.iter().cloned());
        }
        let settings = own.into_iter().map(|(configuration, mut layers)| {
            let pairs = [
                ("TARGET_NAME", &*name),
                ("CONFIGURATION", &configuration),
                ("TARGETNAME", &name),
                ("PROJECT_NAME", self.name),
            ];
            layers.push(pairs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect());
            (configuration, BuildSettings { layers })
        });
        let products = get_strings(target, "packageProductDependencies").filter_map(|id| self.object(id));
        let products = products.filter_map(|product| get_string(product, "productName"));
        Some(Target {
            kind,
            id: Some(id.to_owned()),
            settings: settings.collect(),
            folder: self.source_folder(target),
            needs: if kind == ProductKind::App { self.collect_needs(id) } else { BuildNeeds::default() },
            products: products.map(|name| name.strip_prefix("plugin:").unwrap_or(name).to_owned()).collect(),
            name,
        })
    }

    /// Returns the settings of each configuration in layers: first the settings of the object, then those of
    /// its xcconfig.
    fn configuration_layers(&self, object: &Dictionary) -> BTreeMap<String, Vec<SettingsLayer>> {
        let found = get_string(object, "buildConfigurationList").and_then(|id| self.object(id));
        let found = found.into_iter().flat_map(|list_object| get_strings(list_object, "buildConfigurations"));
        found
            .filter_map(|id| {
                let configuration = self.object(id)?;
                let mut layers = Vec::new();
                if let Some(settings) = configuration.get("buildSettings").and_then(Value::as_dictionary) {
                    let strings = settings
                        .iter()
                        .filter_map(|(key, value)| Some((key.clone(), value.as_string()?.to_owned())));
                    layers.push(strings.collect());
                }
                if let Some(path) = self.xcconfig_of(configuration) {
                    layers.push(read_xcconfig(self.root, &path));
                }
                Some((get_string(configuration, "name")?.to_owned(), layers))
            })
            .collect()
    }

    fn xcconfig_of(&self, configuration: &Dictionary) -> Option<String> {
        if let Some(path) =
            get_string(configuration, "baseConfigurationReference").and_then(|id| self.places.get(id))
        {
            return Some(path.clone());
        }
        // In a folder that Xcode synchronises with the disk, files are named relative to the folder.
        let anchor = self.places.get(get_string(configuration, "baseConfigurationReferenceAnchor")?)?;
        join(anchor, get_string(configuration, "baseConfigurationReferenceRelativePath")?)
    }

    /// Returns the file that the target builds.
    fn product_file(&self, target: &Dictionary) -> Option<&'a str> {
        get_string(self.object(get_string(target, "productReference")?)?, "path")
    }

    /// Returns a target and the targets that are built before the target.
    fn collect_build_targets(&self, id: &'a str, seen: &mut BTreeSet<&'a str>) {
        let Some(target) = self.object(id).filter(|_| seen.insert(id)) else { return };
        let named =
            get_strings(target, "dependencies").filter_map(|id| get_string(self.object(id)?, "target"));
        let linked = self.files(target).filter_map(|id| self.makers.get(id).copied());
        for id in named.chain(linked) {
            self.collect_build_targets(id, seen);
        }
    }

    /// Returns the files in all build phases of a target.
    fn files(&self, target: &'a Dictionary) -> impl Iterator<Item = &'a str> {
        let phases = get_strings(target, "buildPhases").filter_map(|id| self.object(id));
        phases
            .flat_map(|phase| get_strings(phase, "files"))
            .filter_map(|id| get_string(self.object(id)?, "fileRef"))
    }

    fn collect_needs(&self, app: &'a str) -> BuildNeeds {
        let mut built = BTreeSet::new();
        self.collect_build_targets(app, &mut built);
        let (mut needs, mut made) = (BuildNeeds::default(), BTreeSet::new());
        for object in self.project.into_iter().chain(built.iter().filter_map(|id| self.object(id))) {
            self.collect_missing_xcconfigs(object, &mut needs.xcconfigs);
        }
        for target in built.iter().filter_map(|id| self.object(id)) {
            for phase in get_strings(target, "buildPhases").filter_map(|id| self.object(id)) {
                needs.scripts.extend(get_string(phase, "shellScript").map(str::to_owned));
                // An output is a path such as `$(SRCROOT)/Generated/R.swift`.
                let outputs = get_strings(phase, "outputPaths").filter_map(|path| path.rsplit('/').next());
                made.extend(outputs);
            }
            if let (Some(name), Some(program)) =
                (get_string(target, "name"), get_string(target, "buildToolPath"))
            {
                needs.legacy.insert((name.to_owned(), program.to_owned()));
            }
            for id in self.files(target) {
                self.record_missing_input(id, &mut needs);
            }
        }
        needs.files.retain(|path| !made.contains(path.rsplit('/').next().unwrap_or(path)));
        needs
    }

    /// Collects the missing files with build settings to which an object refers, each with the configuration.
    fn collect_missing_xcconfigs(&self, object: &Dictionary, missing: &mut BTreeSet<(String, String)>) {
        let of = get_string(object, "buildConfigurationList").and_then(|id| self.object(id));
        let of = of.into_iter().flat_map(|list_object| get_strings(list_object, "buildConfigurations"));
        for configuration in of.filter_map(|id| self.object(id)) {
            let (Some(name), Some(path)) =
                (get_string(configuration, "name"), self.xcconfig_of(configuration))
            else {
                continue;
            };
            let made = ["Pods", "Target Support Files", "Flutter", "Carthage"];
            let paths = missing_xcconfigs(self.tracked, self.root, &path);
            let paths = paths.into_iter().filter(|path| !path.split('/').any(|part| made.contains(&part)));
            missing.extend(paths.map(|path| (name.to_owned(), path)));
        }
    }

    /// Records an input of a target if it is missing, such as an uncommitted secret or a library that a
    /// script builds.
    fn record_missing_input(&self, id: &str, needs: &mut BuildNeeds) {
        let Some(file) = self.object(id).filter(|file| get_string(file, "isa") == Some("PBXFileReference"))
        else {
            return;
        };
        let path = get_string(file, "path").unwrap_or_default();
        match get_string(file, "sourceTree") {
            Some("BUILT_PRODUCTS_DIR")
                if path.ends_with(".framework") && !path.starts_with("Pods") && !self.made.contains(path) =>
            {
                needs.frameworks.insert(path.to_owned());
            }
            // Targets of this project and CocoaPods build libraries too, and Flutter writes
            // `GeneratedPluginRegistrant`, so these files are not recorded as missing.
            Some("<group>" | "SOURCE_ROOT")
                if !self.made.contains(path)
                    && !path.starts_with("libPods")
                    && !path.starts_with("GeneratedPluginRegistrant.") =>
            {
                // The steps before the build create the files in the folders of this list.
                let brought = ["Pods", "Flutter", "node_modules", "Generated", "generated"];
                let missing = self.places.get(id).filter(|path| !self.tracked.has(path));
                let missing = missing.filter(|path| !path.split('/').any(|part| brought.contains(&part)));
                needs.files.extend(missing.cloned());
            }
            _ => {}
        }
    }

    /// Returns the folder that contains most of a target's sources.
    fn source_folder(&self, target: &Dictionary) -> Option<String> {
        let followed = get_strings(target, "fileSystemSynchronizedGroups").find_map(|id| self.places.get(id));
        if let Some(folder) = followed {
            return Some(folder.clone());
        }
        let phases = get_strings(target, "buildPhases").filter_map(|id| self.object(id));
        let phase =
            phases.into_iter().find(|phase| get_string(phase, "isa") == Some("PBXSourcesBuildPhase"))?;
        let files = get_strings(phase, "files").filter_map(|id| get_string(self.object(id)?, "fileRef"));
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        let mut total = 0;
        for place in files.filter_map(|id| self.places.get(id)) {
            total += 1;
            let mut folder = parent(place);
            while !folder.is_empty() {
                *counts.entry(folder).or_default() += 1;
                folder = parent(folder);
            }
        }
        // The result is the deepest folder that contains at least nine of ten sources.
        let most = counts.iter().filter(|(_, count)| **count * 10 >= total * 9);
        most.max_by_key(|(folder, _)| folder.matches('/').count()).map(|(folder, _)| (*folder).to_owned())
    }
}

/// Converts a value to text. Xcode's format has only texts, but the parser may return a number, as for a
/// group's `path = 2023`.
fn as_text(value: Value) -> Value {
    match value {
        Value::Integer(number) => Value::String(number.to_string()),
        Value::Array(values) => Value::Array(values.into_iter().map(as_text).collect()),
        Value::Dictionary(pairs) => {
            Value::Dictionary(pairs.into_iter().map(|(key, value)| (key, as_text(value))).collect())
        }
        value => value,
    }
}

fn get_string<'a>(dictionary: &'a Dictionary, key: &str) -> Option<&'a str> {
    dictionary.get(key).and_then(Value::as_string)
}

fn get_strings<'a>(dictionary: &'a Dictionary, key: &str) -> impl Iterator<Item = &'a str> + use<'a> {
    dictionary.get(key).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_string)
}

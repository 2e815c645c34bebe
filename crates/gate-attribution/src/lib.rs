//! Attribution of methods: finds the module to which a method belongs, and the person or team that owns it.
//!
//! `gate-attribution` looks for the module of a method in several sources, in this order: a rule of config.toml, the module that the
//! recorder recorded, the debug map, the link map with the debug information for the source file, the module in a Swift class's name, and
//! the image. Static libraries and pods have no images of their own, so the debug map and the link map are used before the image.
//!
//! Invariants: the owner of a method depends on no other method, and attribution changes no cost.

mod codeowners;
mod debug_map;
mod dwarf;
mod facts;
mod functions;
mod link_map;
mod native;
mod object_path;
mod swift;
mod swift_methods;
mod symbol_names;
pub mod symbols;
mod unmatched;

use std::path::{Path, PathBuf};

use gate_common::boundary;
use gate_config::{Config, ModuleRule};
use gate_launches::{Launches, Method, MethodOwners};

use crate::symbols::{Cache, SymbolFileIndex, uuid_of};
use link_map::read_link_map;
use object_path::module_of_object;
use swift::module_of_class;

pub use codeowners::Codeowners;
pub use debug_map::read_debug_map;
pub use dwarf::read_dwarf;
pub use native::{NameKind, NativeFrame, NativeFunction, NativeFunctions};
pub use symbol_names::{CompiledFrom, Symbols};
pub use unmatched::{budgets_of_other_devices, list_unmatched_settings};

/// The reason for which a source of attribution cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum AttributeError {
    /// The system cannot read the file.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The file that could not be read.
        path: PathBuf,
        /// The system's reason for the failure.
        source: std::io::Error,
    },
    /// The file is not of the kind that the configuration expects.
    #[error("{}: {reason}", path.display())]
    Invalid {
        /// The file that could not be parsed.
        path: PathBuf,
        /// The reason why the file is invalid.
        reason: String,
    },
}

impl AttributeError {
    fn read(path: &Path) -> impl FnOnce(std::io::Error) -> AttributeError {
        let path = path.to_owned();
        move |source| AttributeError::Read { path, source }
    }
}

/// The sources from which modules and owners are determined.
#[derive(Clone, Debug, Default)]
pub struct Attribution {
    rules: Vec<ModuleRule>,
    debug_map: Symbols,
    dwarf: Symbols,
    /// The object files in the link maps, with the name of the image of each link map.
    link_maps: Vec<(String, Symbols)>,
    /// The files with symbols that the settings name.
    files: SymbolFileIndex,
    /// The files that map functions to object files.
    map_files: MapFiles,
    codeowners: Codeowners,
    source_root: String,
    default_owner: String,
    warnings: Vec<String>,
    cache: Option<Cache>,
}

/// Files that are read again when functions are looked up, since most functions in the files are never needed.
#[derive(Clone, Debug, Default)]
struct MapFiles {
    binaries: Vec<PathBuf>,
    link_maps: Vec<PathBuf>,
}

/// The module and owner of a method.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModuleAndOwner {
    /// The module to which the method belongs.
    pub module: Option<String>,
    /// The person or team that owns the method.
    pub owner: Option<String>,
}

impl Attribution {
    /// Reads the files that the configuration refers to; `root` is the folder of config.toml.
    pub fn read(config: &Config, root: &Path) -> Result<Attribution, AttributeError> {
        Attribution::read_with(config, root, None)
    }

    /// Reads the files of the settings, using a cache of debug information.
    pub fn read_with(
        config: &Config,
        root: &Path,
        cache: Option<Cache>,
    ) -> Result<Attribution, AttributeError> {
        let settings = &config.attribution;
        let mut read = Attribution {
            cache,
            rules: config.modules.clone(),
            source_root: match settings.source_root.as_str() {
                "" => std::fs::canonicalize(root).unwrap_or_else(|_| root.to_owned()).display().to_string(),
                given => given.to_owned(),
            },
            default_owner: settings.default_owner.clone(),
            ..Attribution::default()
        };
        for path in &settings.binaries {
            for path in find_macho_files(&root.join(path))? {
                read.add_binary(path)?;
            }
        }
        for path in &settings.link_maps {
            read.add_link_map(root.join(path))?;
        }
        if !settings.symbols.as_os_str().is_empty() {
            read.add_folder(&root.join(&settings.symbols))?;
        }
        if !settings.device_support.as_os_str().is_empty() {
            read.files.add_device_support(root.join(&settings.device_support));
        }
        let given = !settings.codeowners.as_os_str().is_empty();
        let places = if given {
            vec![root.join(&settings.codeowners)]
        } else {
            // GitHub searches these folders for the file in this order.
            [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"].map(|place| root.join(place)).to_vec()
        };
        for path in places {
            match boundary::read(&path) {
                Ok(bytes) => {
                    read.codeowners = Codeowners::parse(&String::from_utf8_lossy(&bytes));
                    break;
                }
                Err(error) if !given && error.kind() == std::io::ErrorKind::NotFound => {}
                Err(source) => return Err(AttributeError::Read { path, source }),
            }
        }
        Ok(read)
    }

    /// Adds the symbols in a folder that a build wrote. The user did not name the files in this folder, so a file that cannot be read
    /// causes only a warning.
    fn add_folder(&mut self, folder: &Path) -> Result<(), AttributeError> {
        let (mut binaries, mut link_maps) = (Vec::new(), Vec::new());
        find_symbols(folder, &mut binaries, &mut link_maps)?;
        if binaries.is_empty() && link_maps.is_empty() {
            let place = folder.display();
            self.warnings.push(format!(
                "{place} has no dSYM and no *LinkMap*.txt, so modules inside one binary cannot be distinguished; add the dSYMs or the link maps of the build"
            ));
        }
        let mut names: hashbrown::HashMap<std::ffi::OsString, PathBuf> = hashbrown::HashMap::new();
        for path in binaries.iter().chain(&link_maps) {
            let name = path.file_name().unwrap_or_default().to_owned();
            if let Some(first) = names.get(&name) {
                self.warnings.push(format!(
                    "{} and {} have the same name; only the first is used. Collect the symbols of a single device build",
                    first.display(),
                    path.display()
                ));
            } else {
                names.insert(name, path.clone());
            }
        }
        for path in binaries {
            let read = find_macho_files(&path)
                .and_then(|files| files.into_iter().try_for_each(|file| self.add_binary(file)));
            self.warn_if_skipped(read);
        }
        for path in link_maps {
            let read = self.add_link_map(path);
            self.warn_if_skipped(read);
        }
        Ok(())
    }

    /// Adds a warning if a file could not be read.
    fn warn_if_skipped(&mut self, read: Result<(), AttributeError>) {
        if let Err(error) = read {
            self.warnings.push(format!("{error}; the file was skipped, so its methods have no source file"));
        }
    }

    fn add_link_map(&mut self, path: PathBuf) -> Result<(), AttributeError> {
        let bytes = boundary::read(&path).map_err(AttributeError::read(&path))?;
        let symbols =
            read_link_map(&bytes).map_err(|reason| AttributeError::Invalid { path: path.clone(), reason })?;
        let image = link_map::path_of(&bytes).unwrap_or_default();
        let image = image.rsplit('/').next().unwrap_or_default().to_owned();
        self.link_maps.push((image, symbols));
        self.map_files.link_maps.push(path);
        Ok(())
    }

    /// Returns the warnings about symbols that were skipped.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// Adds the debug map or the debug information of a Mach-O file, or both.
    fn add_binary(&mut self, path: PathBuf) -> Result<(), AttributeError> {
        let bytes = boundary::read(&path).map_err(AttributeError::read(&path))?;
        self.files.add(&path).map_err(AttributeError::read(&path))?;
        let found = read_debug_map(&bytes).and_then(|map| Ok((map, self.methods_of(&bytes)?)));
        let reason = match found {
            Ok((None, None)) => {
                "it has no debug map and no debug information, because it was stripped or linked without them"
                    .to_owned()
            }
            Ok((map, dwarf)) => {
                if let Some(map) = map {
                    self.debug_map.add(map);
                    self.map_files.binaries.push(path);
                }
                self.dwarf.add(dwarf.unwrap_or_default());
                return Ok(());
            }
            Err(reason) => reason,
        };
        Err(AttributeError::Invalid { path, reason })
    }

    /// Returns the methods in the debug information of a file, from the cache if it contains them.
    fn methods_of(&self, bytes: &[u8]) -> Result<Option<Symbols>, String> {
        let Some((cache, uuid)) = self.cache.as_ref().zip(uuid_of(bytes)) else { return read_dwarf(bytes) };
        if let Some(kept) = cache.read_whole(&uuid, bytes) {
            return Ok(Some(kept));
        }
        let read = read_dwarf(bytes)?;
        if let Some(symbols) = &read {
            cache.write_whole(&uuid, bytes, symbols);
        }
        Ok(read)
    }

    /// Returns a path relative to the root of the sources.
    fn below_root<'a>(&self, file: &'a str) -> &'a str {
        let below = file.strip_prefix(self.source_root.trim_end_matches('/'));
        below.and_then(|rest| rest.strip_prefix('/')).unwrap_or(file)
    }

    /// Returns the owner that the rules set for a module.
    fn owner_of_module(&self, module: &str) -> Option<String> {
        self.rules.iter().filter(|rule| rule.name == module).find_map(|rule| rule.owner.clone())
    }

    /// Returns the source file of a method, as the compiler recorded it.
    fn file_of(&self, method: &str) -> Option<&str> {
        [&self.dwarf, &self.debug_map].into_iter().find_map(|map| map.find(method)?.source.as_deref())
    }

    /// Returns all maps from names to object files, in the order in which the maps are searched.
    fn maps(&self) -> impl Iterator<Item = &Symbols> {
        [&self.debug_map, &self.dwarf].into_iter().chain(self.link_maps.iter().map(|(_, map)| map))
    }

    /// Returns the object file of a method. The link map of the method's image is used first, because two maps may contain the same class.
    fn place_of(&self, method: &Method) -> Option<&CompiledFrom> {
        let image = method.image.as_deref().map(|image| image.rsplit('/').next().unwrap_or(image));
        let is_own = |map: &&(String, Symbols)| Some(map.0.as_str()) == image;
        let (own, others) =
            (self.link_maps.iter().filter(is_own), self.link_maps.iter().filter(|map| !is_own(map)));
        let mut in_link_maps = own.chain(others).filter_map(|(_, map)| map.find(&method.name));
        self.debug_map.find(&method.name).or_else(|| in_link_maps.next())
    }

    /// Returns the module and the owner of a method.
    pub fn attribute_method(&self, method: &Method) -> ModuleAndOwner {
        self.attribute_compiled(method, None)
    }

    /// Returns the module and the owner of a function. `place` is the object file of the function in the build's debug map, if the debug
    /// map has the function.
    pub(crate) fn attribute_symbol(
        &self,
        symbol: &str,
        image: &str,
        place: Option<&CompiledFrom>,
    ) -> ModuleAndOwner {
        self.attribute_compiled(&method_of_symbol(symbol, image), place)
    }

    /// Returns the module and the owner of an image.
    pub(crate) fn attribute_image(&self, image: &str) -> ModuleAndOwner {
        self.attribute_compiled(&method_of_symbol("", image), None)
    }

    /// Returns the module and the owner of a method. `own` is the object file that the build's debug map states for the method.
    fn attribute_compiled(&self, method: &Method, own: Option<&CompiledFrom>) -> ModuleAndOwner {
        self.module_and_owner(&self.attribution_input(&[&method.name], method, own))
    }

    /// Returns the properties of a method from which its module and owner are determined. `own` is the object file that the build's debug
    /// map states for the method.
    fn attribution_input<'a>(
        &'a self,
        names: &'a [&'a str],
        method: &'a Method,
        own: Option<&'a CompiledFrom>,
    ) -> AttributionInput<'a> {
        AttributionInput {
            names,
            class: class_of(&method.name),
            image: method.image.as_deref(),
            place: own.or_else(|| self.place_of(method)),
            source: self.file_of(&method.name).or_else(|| own?.source.as_deref()),
            recorded_module: method.module.as_deref(),
            recorded_owner: method.owner.as_deref(),
            module_in_name: None,
            system: method.system,
        }
    }

    fn module_and_owner(&self, code: &AttributionInput<'_>) -> ModuleAndOwner {
        let rule = self.rules.iter().find(|rule| code.matches(rule));
        let module = rule
            .map(|rule| rule.name.clone())
            .or_else(|| code.recorded_module.map(str::to_owned))
            .or_else(|| module_of_object(&code.place?.object))
            .or_else(|| code.module_in_name.clone())
            .or_else(|| module_of_class(code.class?))
            .or_else(|| module_of_image(code.image?));
        let owner = rule
            .and_then(|rule| rule.owner.clone())
            .or_else(|| self.owner_of_module(module.as_deref()?))
            .or_else(|| code.recorded_owner.map(str::to_owned))
            .or_else(|| {
                let file = code.source.or_else(|| Some(&*code.place?.object))?;
                self.codeowners.owner_of(strip_root(file, &self.source_root))
            })
            .or_else(|| Some(self.default_owner.clone()).filter(|owner| !owner.is_empty() && !code.system));
        ModuleAndOwner { module, owner }
    }
}

/// The properties of a method or function that determine its module and owner.
struct AttributionInput<'a> {
    /// The names of the method, in each form to which a rule can refer.
    names: &'a [&'a str],
    class: Option<&'a str>,
    image: Option<&'a str>,
    /// The object file that contains the code.
    place: Option<&'a CompiledFrom>,
    /// The source file that contains the code.
    source: Option<&'a str>,
    /// The module that the recorder recorded. The next field is the owner that the recorder recorded.
    recorded_module: Option<&'a str>,
    recorded_owner: Option<&'a str>,
    /// The module in the mangled name.
    module_in_name: Option<String>,
    /// Whether the method belongs to the system.
    system: bool,
}

impl AttributionInput<'_> {
    fn matches(&self, rule: &ModuleRule) -> bool {
        let any = |globs: &[gate_config::Glob], text: &str| globs.iter().any(|glob| glob.matches(text));
        self.class.is_some_and(|class| any(&rule.classes, class))
            || self.names.iter().any(|name| any(&rule.methods, name))
            || self.image.is_some_and(|image| any(&rule.images, image))
            || self.place.is_some_and(|place| any(&rule.files, &place.object))
            || self.source.is_some_and(|source| any(&rule.files, source))
    }
}

/// Creates a function of an image of the app, without attribution. The name of the image is the last component of the image's path, as in a
/// trace.
fn method_of_symbol(symbol: &str, image: &str) -> Method {
    let image = image.rsplit('/').next().unwrap_or(image);
    Method { name: symbol.into(), module: None, owner: None, image: Some(image.into()), system: false }
}

/// Returns the class in a method's name without the category, such as `Cart` for `-[Cart(Pay) reload]`.
fn class_of(method: &str) -> Option<&str> {
    let inside = method.strip_prefix("-[").or_else(|| method.strip_prefix("+["))?;
    let class = inside.split(' ').next()?;
    class.split('(').next().filter(|class| !class.is_empty())
}

impl MethodOwners for Attribution {
    fn set_owners(&self, launches: &mut Launches) {
        // A span that begins in no method begins in an image, which the table of methods must contain to have an owner.
        let callers = launches
            .launches
            .iter()
            .flat_map(|launch| &launch.spans)
            .filter_map(|span| span.caller.as_deref());
        for image in callers.filter(|caller| class_of(caller).is_none()) {
            launches.table.intern_method(&method_of_symbol(image, image));
        }
        let mut shared = hashbrown::HashSet::new();
        let mut share = |text: String| -> std::sync::Arc<str> {
            std::sync::Arc::clone(shared.get_or_insert_with(text.as_str(), |text| text.into()))
        };
        launches.table.set_owners(|method| {
            let ModuleAndOwner { module, owner } = self.attribute_method(method);
            method.module = module.map(&mut share);
            method.owner = owner.map(&mut share);
        });
    }

    fn source_of(&self, method: &str) -> Option<(&str, Option<u32>)> {
        Some((path_for_display(self.below_root(self.file_of(method)?)), self.dwarf.line(method)))
    }
}

/// Finds the dSYMs and link maps in a folder and its subfolders, in the order of their names. Symbolic links in the folder are not
/// followed.
fn find_symbols(
    folder: &Path,
    binaries: &mut Vec<PathBuf>,
    link_maps: &mut Vec<PathBuf>,
) -> Result<(), AttributeError> {
    let failed = || AttributeError::read(folder);
    let entries = std::fs::read_dir(folder).map_err(failed())?;
    let mut entries = entries.collect::<Result<Vec<_>, _>>().map_err(failed())?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let (path, kind) = (entry.path(), entry.file_type().map_err(failed())?);
        let ends_with = |end: &str| path.extension().is_some_and(|found| found == end);
        if kind.is_dir() && ends_with("dSYM") {
            binaries.push(path);
        } else if kind.is_dir() {
            find_symbols(&path, binaries, link_maps)?;
        } else if ends_with("txt") && entry.file_name().to_string_lossy().contains("LinkMap") {
            link_maps.push(path);
        }
    }
    Ok(())
}

/// Returns the Mach-O files of a dSYM, which is a folder; returns any other path unchanged.
fn find_macho_files(path: &Path) -> Result<Vec<PathBuf>, AttributeError> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let folder = path.join("Contents/Resources/DWARF");
    let entries = std::fs::read_dir(&folder).map_err(AttributeError::read(&folder))?;
    let files: Result<Vec<PathBuf>, _> = entries.map(|entry| entry.map(|entry| entry.path())).collect();
    let mut files = files.map_err(AttributeError::read(&folder))?;
    files.sort();
    if files.is_empty() {
        let reason = "the dSYM has no file in Contents/Resources/DWARF".to_owned();
        return Err(AttributeError::Invalid { path: path.to_owned(), reason });
    }
    Ok(files)
}

/// Returns the module of an image, such as `Payments` for `Payments`, `Shop` for `Shop.debug.dylib`, `Net` for `libNet.dylib`.
fn module_of_image(image: &str) -> Option<String> {
    let name = image.rsplit('/').next().unwrap_or(image);
    let stem = name.strip_suffix(".dylib").unwrap_or(name);
    let stem = stem.strip_suffix(".debug").unwrap_or(stem);
    let stem = if stem.len() < name.len() { stem.strip_prefix("lib").unwrap_or(stem) } else { stem };
    (!stem.is_empty()).then(|| stem.to_owned())
}

/// Returns a path for people. For a file outside of the repository, only the name of the file is returned, because the path would reveal
/// the build machine.
fn path_for_display(file: &str) -> &str {
    let is_absolute = file.starts_with('/') || file.get(1..3).is_some_and(|start| start == ":\\");
    if is_absolute { file.rsplit(['/', '\\']).next().unwrap_or(file) } else { file }
}

fn strip_root<'a>(file: &'a str, root: &str) -> &'a str {
    let root = root.trim_end_matches('/');
    match file.strip_prefix(root) {
        Some(rest) if rest.starts_with('/') => rest.trim_start_matches('/'),
        _ => file.trim_start_matches("./").trim_start_matches('/'),
    }
}

#[cfg(test)]
mod tests;

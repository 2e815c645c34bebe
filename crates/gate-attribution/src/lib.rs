//! Whose a method is: the module that owns it, and the person or team to ask.
//!
//! Owns the order in which the sources are asked: a rule of config.toml; what the recorder said;
//! the debug map; the link map (and debug information for the source file); the module that Swift puts before a class's name; the image.
//! (Static libraries and pods are no images of their own, so the maps come before the image.)
//!
//! Invariant: the same method gets the same answer whatever else was read, and nothing here changes
//! a cost.

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

use crate::symbols::{Cache, Files, uuid_of};
use link_map::read_link_map;
use object_path::module_of_object;
use swift::module_of_class;

pub use codeowners::Codeowners;
pub use debug_map::read_debug_map;
pub use dwarf::read_dwarf;
pub use native::{Named, Native, NativeFrame, Natives};
pub use symbol_names::{CompiledFrom, Symbols};
pub use unmatched::{of_other_devices, unmatched};

/// Why a source of attribution cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum AttributeError {
    /// The system cannot read it.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: std::io::Error,
    },
    /// It is not what the configuration says it is.
    #[error("{}: {reason}", path.display())]
    Invalid {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
}

/// Everything that says whose a method is.
#[derive(Clone, Debug, Default)]
pub struct Attribution {
    rules: Vec<ModuleRule>,
    debug_map: Symbols,
    dwarf: Symbols,
    /// Each with the name of the image that it was written for.
    link_maps: Vec<(String, Symbols)>,
    /// What says what is at an address.
    files: Files,
    /// The files that say from which object file a function is.
    map_files: MapFiles,
    codeowners: Codeowners,
    source_root: String,
    default_owner: String,
    warnings: Vec<String>,
    cache: Option<Cache>,
}

/// Files that are read again when functions are asked for, since most of what they list is functions that are never asked for.
#[derive(Clone, Debug, Default)]
struct MapFiles {
    binaries: Vec<PathBuf>,
    link_maps: Vec<PathBuf>,
}

/// What is known of a method in the end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attributed {
    /// The module that owns it.
    pub module: Option<String>,
    /// The person or team to ask.
    pub owner: Option<String>,
}

impl Attribution {
    /// Reads the files that the configuration names; `root` is the folder of config.toml.
    pub fn read(config: &Config, root: &Path) -> Result<Attribution, AttributeError> {
        Attribution::read_with(config, root, None)
    }

    /// The same with what was read of dSYMs before.
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
            for path in inside(&root.join(path))? {
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
            // In GitHub's own order.
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

    /// Takes in a folder as a build leaves it: what in it cannot be read is a warning, since the user did not name it.
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
            let read =
                inside(&path).and_then(|files| files.into_iter().try_for_each(|file| self.add_binary(file)));
            self.leave_out(read);
        }
        for path in link_maps {
            let read = self.add_link_map(path);
            self.leave_out(read);
        }
        Ok(())
    }

    fn leave_out(&mut self, read: Result<(), AttributeError>) {
        if let Err(error) = read {
            self.warnings.push(format!("{error}; the file was skipped, so its methods have no source file"));
        }
    }

    fn add_link_map(&mut self, path: PathBuf) -> Result<(), AttributeError> {
        let bytes =
            boundary::read(&path).map_err(|source| AttributeError::Read { path: path.clone(), source })?;
        let symbols =
            read_link_map(&bytes).map_err(|reason| AttributeError::Invalid { path: path.clone(), reason })?;
        let image = link_map::path_of(&bytes).unwrap_or_default();
        let image = image.rsplit('/').next().unwrap_or_default().to_owned();
        self.link_maps.push((image, symbols));
        self.map_files.link_maps.push(path);
        Ok(())
    }

    /// What of the symbols was left out, and why.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// Takes in the debug map of a Mach-O file, or its debug information, or both.
    fn add_binary(&mut self, path: PathBuf) -> Result<(), AttributeError> {
        let bytes =
            boundary::read(&path).map_err(|source| AttributeError::Read { path: path.clone(), source })?;
        self.files.add(&path).map_err(|source| AttributeError::Read { path: path.clone(), source })?;
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

    /// What the debug information of a file says of methods, now or when it was read before.
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

    /// A path from the root of the sources on.
    fn below_root<'a>(&self, file: &'a str) -> &'a str {
        let below = file.strip_prefix(self.source_root.trim_end_matches('/'));
        below.and_then(|rest| rest.strip_prefix('/')).unwrap_or(file)
    }

    /// The owner that the rules of a module name.
    fn owner_of_module(&self, module: &str) -> Option<String> {
        self.rules.iter().filter(|rule| rule.name == module).find_map(|rule| rule.owner.clone())
    }

    /// The source file of a method, as the compiler saw it.
    fn file_of(&self, method: &str) -> Option<&str> {
        [&self.dwarf, &self.debug_map].into_iter().find_map(|map| map.find(method)?.source.as_deref())
    }

    /// All that says where something was compiled.
    fn maps(&self) -> impl Iterator<Item = &Symbols> {
        [&self.debug_map, &self.dwarf].into_iter().chain(self.link_maps.iter().map(|(_, map)| map))
    }

    /// Where a method was compiled. Of link maps, that of its image is asked first: two may list one class.
    fn place_of(&self, method: &Method) -> Option<&CompiledFrom> {
        let image = method.image.as_deref().map(|image| image.rsplit('/').next().unwrap_or(image));
        let of = |own: bool| {
            let maps = self.link_maps.iter().filter(move |(name, _)| (Some(name.as_str()) == image) == own);
            maps.filter_map(|(_, map)| map.find(&method.name))
        };
        self.debug_map.find(&method.name).or_else(|| of(true).chain(of(false)).next())
    }

    /// Whose a method is.
    pub fn of(&self, method: &Method) -> Attributed {
        self.with_place(method, None)
    }

    /// Whose a function is that a build's own debug map places, if it has one.
    pub(crate) fn of_symbol(&self, symbol: &str, image: &str, place: Option<&CompiledFrom>) -> Attributed {
        self.with_place(&in_image(symbol, image), place)
    }

    /// Whose an image is.
    pub fn of_image(&self, image: &str) -> Attributed {
        self.with_place(&in_image("", image), None)
    }

    fn with_place(&self, method: &Method, own: Option<&CompiledFrom>) -> Attributed {
        let class = class_of(&method.name);
        let place = own.or_else(|| self.place_of(method));
        let source = self.file_of(&method.name).or_else(|| own?.source.as_deref());
        let image = method.image.as_deref();
        let rule = self.rules.iter().find(|rule| applies(rule, &[&method.name], class, image, place, source));
        let module = rule
            .map(|rule| rule.name.clone())
            .or_else(|| method.module.as_deref().map(str::to_owned))
            .or_else(|| module_of_object(&place?.object))
            .or_else(|| module_of_class(class?))
            .or_else(|| method.image.as_deref().and_then(module_of_image));
        let owner = rule
            .and_then(|rule| rule.owner.clone())
            .or_else(|| self.owner_of_module(module.as_deref()?))
            .or_else(|| method.owner.as_deref().map(str::to_owned))
            .or_else(|| {
                let file = source.or_else(|| Some(&*place?.object))?;
                self.codeowners.owner_of(relative(file, &self.source_root))
            })
            .or_else(|| Some(self.default_owner.clone()).filter(|owner| !owner.is_empty() && !method.system));
        Attributed { module, owner }
    }
}

/// A function of an image of the app, of which nothing is known yet. As in a trace, an image is the last part of its path.
fn in_image(symbol: &str, image: &str) -> Method {
    let image = image.rsplit('/').next().unwrap_or(image);
    Method { name: symbol.into(), module: None, owner: None, image: Some(image.into()), system: false }
}

/// The class in a method's name, without its category: `Cart` in `-[Cart(Pay) reload]`.
fn class_of(method: &str) -> Option<&str> {
    let inside = method.strip_prefix("-[").or_else(|| method.strip_prefix("+["))?;
    let class = inside.split(' ').next()?;
    class.split('(').next().filter(|class| !class.is_empty())
}

impl MethodOwners for Attribution {
    fn attribute(&self, launches: &mut Launches) {
        let mut shared = hashbrown::HashSet::new();
        let mut share = |text: String| -> std::sync::Arc<str> {
            std::sync::Arc::clone(shared.get_or_insert_with(text.as_str(), |text| text.into()))
        };
        launches.table.attribute(|method| {
            let Attributed { module, owner } = self.of(method);
            method.module = module.map(&mut share);
            method.owner = owner.map(&mut share);
        });
    }

    fn source_of(&self, method: &str) -> Option<(&str, Option<u32>)> {
        Some((cut(self.below_root(self.file_of(method)?)), self.dwarf.line(method)))
    }
}

/// The dSYMs and link maps somewhere in a folder, in the order of their names. Links are not followed.
fn find_symbols(
    folder: &Path,
    binaries: &mut Vec<PathBuf>,
    link_maps: &mut Vec<PathBuf>,
) -> Result<(), AttributeError> {
    let failed = |source| AttributeError::Read { path: folder.to_owned(), source };
    let entries = std::fs::read_dir(folder).map_err(failed)?;
    let mut entries = entries.collect::<Result<Vec<_>, _>>().map_err(failed)?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let (path, kind) = (entry.path(), entry.file_type().map_err(failed)?);
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

/// The Mach-O files of a dSYM, which is a folder; any other path as it is.
fn inside(path: &Path) -> Result<Vec<PathBuf>, AttributeError> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let folder = path.join("Contents/Resources/DWARF");
    let failed = |source| AttributeError::Read { path: folder.clone(), source };
    let entries = std::fs::read_dir(&folder).map_err(failed)?;
    let mut files: Vec<PathBuf> =
        entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>().map_err(failed)?;
    files.sort();
    if files.is_empty() {
        let reason = "the dSYM has no file in Contents/Resources/DWARF".to_owned();
        return Err(AttributeError::Invalid { path: path.to_owned(), reason });
    }
    Ok(files)
}

fn applies(
    rule: &ModuleRule,
    names: &[&str],
    class: Option<&str>,
    image: Option<&str>,
    place: Option<&CompiledFrom>,
    source: Option<&str>,
) -> bool {
    let any = |globs: &[gate_config::Glob], text: &str| globs.iter().any(|glob| glob.matches(text));
    class.is_some_and(|class| any(&rule.classes, class))
        || names.iter().any(|name| any(&rule.methods, name))
        || image.is_some_and(|image| any(&rule.images, image))
        || place.is_some_and(|place| any(&rule.files, &place.object))
        || source.is_some_and(|source| any(&rule.files, source))
}

/// `Payments` of `Payments`, `Shop` of `Shop.debug.dylib`, `Net` of `libNet.dylib`.
fn module_of_image(image: &str) -> Option<String> {
    let name = image.rsplit('/').next().unwrap_or(image);
    let stem = name.strip_suffix(".dylib").unwrap_or(name);
    let stem = stem.strip_suffix(".debug").unwrap_or(stem);
    let stem = if stem.len() < name.len() { stem.strip_prefix("lib").unwrap_or(stem) } else { stem };
    (!stem.is_empty()).then(|| stem.to_owned())
}

/// A path outside of the repository says where somebody builds, so only the file's name is kept.
fn cut(file: &str) -> &str {
    let is_absolute = file.starts_with('/') || file.get(1..3).is_some_and(|start| start == ":\\");
    if is_absolute { file.rsplit(['/', '\\']).next().unwrap_or(file) } else { file }
}

fn relative<'a>(file: &'a str, root: &str) -> &'a str {
    let root = root.trim_end_matches('/');
    match file.strip_prefix(root) {
        Some(rest) if rest.starts_with('/') => rest.trim_start_matches('/'),
        _ => file.trim_start_matches("./").trim_start_matches('/'),
    }
}

#[cfg(test)]
mod tests;

//! Adds the agent to an app: reads `App.app` or `App.ipa`, and writes an app of the same form that contains the agent.
//!
//! `inject` calls its submodules in order. `archive` and `folder` read and write files, and `contents` reads the files of an app for the
//! other submodules. `bundle` finds the parts of an app, `macho` changes the executable, and `sign` calls the signing tools.
//!
//! Invariant: the output is either complete or missing. All parts of the app that need not change are equal in the output, byte by byte.

mod agent;
mod archive;
mod bundle;
mod contents;
mod counting;
mod folder;
mod macho;
mod paths;
mod profile;
mod renaming;
mod sign;
mod signature;

use std::borrow::Cow;
use std::fmt::Display;
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use gate_common::sides::Side;
use gate_common::stage::TemporaryFolder;
use object::LittleEndian as Le;
use object::macho::{MH_DYLIB, PLATFORM_IOS, PLATFORM_IOSSIMULATOR, Platform};
use object::read::macho::MachHeader as _;
use trace::settings::{KEYS, Settings, line_of};

use archive::Archive;
use bundle::Bundle;
use profile::{EntitlementsByPath, Profile};
use renaming::RenamedApp;

pub use agent::AgentFile;
pub use archive::ArchiveLimits;
pub use contents::{AppContents, AppFile};
pub use counting::{COUNTING, CallCounting};
pub use gate_facts::{AGENT, FRAMEWORK};
pub use macho::EditError;
pub use profile::{NeededProfile, find_needed_profiles, wildcard};
pub use renaming::{groups_of_code, restore_names};
pub use sign::{Signer, SigningIdentity};

/// A request to add the agent to an app.
#[derive(Debug, Clone)]
pub struct InjectOptions {
    /// The path of `App.app` or `App.ipa`. The input app is only read.
    pub app: PathBuf,
    pub agent: AgentFile,
    /// The path of the output, which has the same form as `app`.
    pub out: PathBuf,
    pub signing: SigningIdentity,
    /// Development profiles for the app and for each extension in it. Each is either for one bundle or a wildcard.
    pub profiles: Vec<PathBuf>,
    /// A file with entitlements. They replace the entitlements in the app's old signature.
    pub entitlements: Option<PathBuf>,
    /// A file with the agent's settings, as lines `key = value`.
    pub settings: Option<PathBuf>,
    /// Whether to set `UIFileSharingEnabled` in an app that is not signed for development. Without this key, tools cannot fetch the traces
    /// of an app that is not signed for development.
    pub file_sharing: bool,
    /// The role (base or head) that is added to the app's name, so that both builds can be installed on one device.
    pub beside: Option<Side>,
    /// Whether to make the app count the calls of its functions.
    pub count: bool,
    /// The limits that an archive must not exceed.
    pub limits: ArchiveLimits,
}

/// The result of adding the agent to an app.
#[derive(Debug)]
pub struct InjectionResult {
    /// The app's name, such as `Shop.app`.
    pub app: String,
    /// Whether the app already contained an agent, which was then replaced.
    pub already: bool,
    pub signed_by: Signer,
    /// The functions that count their calls, or `None` if counting was not requested.
    pub counting: Option<CallCounting>,
    /// Warnings that the user should see.
    pub warnings: Vec<String>,
}

/// A result whose error is an [`InjectError`].
pub type Result<T, E = InjectError> = std::result::Result<T, E>;

/// An error that occurs before the output is complete.
#[derive(Debug, thiserror::Error)]
pub enum InjectError {
    /// The system refused an operation on a file.
    #[error("cannot {verb} {}: {source}", path.display())]
    File {
        /// The operation that the system refused, as a verb.
        verb: &'static str,
        /// The file on which the operation failed.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The input is not an app, or is an archive that must not or cannot be unpacked.
    #[error("{}: {reason}", path.display())]
    Input {
        /// The path of the input.
        path: PathBuf,
        reason: String,
    },
    /// The executable cannot be changed.
    #[error("{}: {source}", path.display())]
    Executable {
        /// The path of the file; for a file in an archive, the path of the entry.
        path: PathBuf,
        source: EditError,
    },
    #[error("the agent {}: {reason}", path.display())]
    Agent {
        /// The path of the file.
        path: PathBuf,
        reason: String,
    },
    /// The settings contain a line that the agent would not accept.
    #[error("the settings {}, line {line}: {reason}", path.display())]
    Settings {
        /// The file with the settings.
        path: PathBuf,
        /// The number of the line, counted from 1.
        line: usize,
        /// The description of the error.
        reason: String,
    },
    /// The signing tool failed or was called with invalid arguments.
    #[error("{0}")]
    Sign(String),
    /// The output cannot be written as requested.
    #[error("the output {}: {reason}", path.display())]
    Output {
        /// The path of the output.
        path: PathBuf,
        reason: String,
    },
}

impl InjectError {
    fn from_file_operation(verb: &'static str, path: &Path) -> impl FnOnce(io::Error) -> InjectError {
        let path = path.to_owned();
        move |source| InjectError::File { verb, path, source }
    }

    fn from_input(path: &Path, reason: impl Display) -> InjectError {
        InjectError::Input { path: path.to_owned(), reason: reason.to_string() }
    }

    /// Replaces a path in the temporary copy by the corresponding path in the input, because the copy is removed before the user reads the
    /// message.
    fn shown_in(mut self, copy: &Path, input: &Path) -> InjectError {
        match &mut self {
            InjectError::File { path, .. }
            | InjectError::Input { path, .. }
            | InjectError::Executable { path, .. } => {
                if let Ok(inside) = path.strip_prefix(copy) {
                    *path = input.join(inside);
                }
            }
            InjectError::Agent { .. }
            | InjectError::Settings { .. }
            | InjectError::Sign(_)
            | InjectError::Output { .. } => {}
        }
        self
    }
}

/// The name of the settings file next to the agent. If the file exists, the agent also records launches without a launch id.
const SETTINGS: &str = "launchgate.settings";
const DEFAULT_SETTINGS: &str =
    "# The agent's settings, one `key = value` per line; settings that are not listed have their defaults.\n";

/// Adds the agent to an app.
pub fn inject(options: &InjectOptions) -> Result<InjectionResult> {
    let agent = Agent::read(options)?;
    let signer = options.signing.select_signer(cfg!(target_os = "macos"))?;
    if signer == Signer::None && !options.profiles.is_empty() {
        return Err(InjectError::Sign("--profile needs --sign; pass --sign, or omit --profile".to_owned()));
    }
    let about = fs::metadata(&options.app).map_err(InjectError::from_file_operation("read", &options.app))?;
    let parent = match options.out.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    check_apart(&options.app, &options.out, parent)?;
    // The temporary folder is next to the output, since a rename does not work across file systems. The temporary folder is removed in any
    // case.
    let stage = TemporaryFolder::in_folder(parent, ".launchgate-")
        .map_err(InjectError::from_file_operation("write to", parent))?;
    if about.is_dir() {
        inject_folder(options, &agent, signer, stage.path())
    } else {
        inject_archive(options, &agent, signer, stage.path())
    }
}

/// Checks that the path of the output differs from that of the input and is not inside an app's folder, so that the input is not changed.
fn check_apart(app: &Path, out: &Path, parent: &Path) -> Result<()> {
    let whole = |path: &Path| fs::canonicalize(path).map_err(InjectError::from_file_operation("read", path));
    let (input, place) = (whole(app)?, whole(parent)?);
    let same = fs::canonicalize(out).is_ok_and(|out| out == input) || is_one_file(app, out);
    if !same && !place.starts_with(&input) {
        return Ok(());
    }
    let what = if same { "it is the input" } else { "it is inside the input" };
    let reason = format!("{what}, which is never overwritten; pass another file with -o");
    Err(InjectError::Output { path: out.to_owned(), reason })
}

/// Returns whether two paths refer to the same file.
fn is_one_file(one: &Path, other: &Path) -> bool {
    let place = |path| fs::metadata(path).map(|about| (about.dev(), about.ino()));
    place(one).is_ok_and(|one| place(other).is_ok_and(|other| one == other))
}

fn inject_folder(
    options: &InjectOptions,
    agent: &Agent,
    signer: Signer,
    stage: &Path,
) -> Result<InjectionResult> {
    let name = folder::name(&options.app)?;
    folder::check_output(&options.out)?;
    let app = stage.join(&name);
    // The folder is checked before it is copied, since a folder that is not an app need not be copied.
    Bundle::read(&options.app, &options.app)?;
    folder::copy(&options.app, &app)?;
    let injected = inject_into_folder(options, agent, signer, &app, &options.app)
        .map_err(|error| error.shown_in(&app, &options.app))?;
    folder::put(&app, &options.out, stage)?;
    Ok(InjectionResult { app: name, ..injected })
}

fn inject_archive(
    options: &InjectOptions,
    agent: &Agent,
    signer: Signer,
    stage: &Path,
) -> Result<InjectionResult> {
    if options.out.is_dir() || options.out.extension().is_some_and(|end| end == "app") {
        let reason =
            "the app is an archive, so the output must be an archive too; pass a path that ends in .ipa"
                .to_owned();
        return Err(InjectError::Output { path: options.out.clone(), reason });
    }
    let mut archive = Archive::open(&options.app, options.limits)?;
    let place = archive.find_app_path()?;
    let tree = stage.join("tree");
    // A signing tool needs every file of the app. Without a signing tool, only the files that change are unpacked.
    let few = signer == Signer::None && options.beside.is_none() && !options.count;
    let needed = |name: &str| !few || archive::is_touched(&place, name);
    archive.extract(&tree, &needed)?;
    let app = tree.join(&place);
    if few {
        let bundle = Bundle::read(&app, &options.app.join(&place))?;
        archive.extract(&tree, &|name| name == format!("{place}/{}", bundle.executable))?;
    }
    let injected = inject_into_folder(options, agent, signer, &app, &options.app.join(&place))
        .map_err(|error| error.shown_in(&tree, &options.app))?;
    let made = stage.join("out.ipa");
    archive.rewrite(&tree, &made)?;
    fs::rename(&made, &options.out).map_err(InjectError::from_file_operation("write", &options.out))?;
    let name = place.rsplit('/').next().unwrap_or_default().to_owned();
    Ok(InjectionResult { app: name, ..injected })
}

/// Changes the app in a folder. `shown` is the path of the input, which messages contain.
fn inject_into_folder(
    options: &InjectOptions,
    agent: &Agent,
    signer: Signer,
    app: &Path,
    shown: &Path,
) -> Result<InjectionResult> {
    let bundle = Bundle::read(app, shown)?;
    let executable = app.join(&bundle.executable);
    // Messages contain the path in the input, because the temporary copy is removed before the user reads them.
    let of_input = shown.join(&bundle.executable);
    let refused = |source| InjectError::Executable { path: of_input.clone(), source };
    let bytes = fs::read(&executable).map_err(InjectError::from_file_operation("read", &of_input))?;
    bundle::check_executable(&bytes, agent.platform)
        .map_err(|reason| InjectError::from_input(&of_input, reason))?;
    let names = [
        format!("@executable_path/Frameworks/{}", agent.name),
        // If the header has little space, a shorter path is used.
        format!("@rpath/{}", agent.name),
    ];
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut warnings = Vec::new();
    let mut counting = options.count.then(CallCounting::default);
    let counts = match &mut counting {
        Some(counting) => {
            counting.rewrite_executable(&bundle.executable, &bytes, &mut warnings).map(Cow::Owned)
        }
        None => Ok(Cow::Borrowed(&*bytes)),
    };
    let edited = counts.and_then(|bytes| macho::load_first(&bytes, &names)).map_err(refused)?;
    let signed = match options.entitlements {
        None => signature::read_entitlements(&bytes).map_err(refused)?,
        Some(_) => None,
    };
    let rights = AppEntitlements::new(options, app, &executable, signed, &mut warnings)?;
    if edited.without_arm64e {
        warnings.push(
            "the slice for arm64e is left out of the measured copy, so the app is measured by its slice for arm64"
                .to_owned(),
        );
    }
    if let Some(counting) = &mut counting {
        profile::check_not_distributed(app)?;
        counting.rewrite_libraries(app, &agent.name, &mut warnings)?;
    }
    if !edited.already || counting.is_some() {
        folder::overwrite(&executable, &edited.bytes)?;
    }
    agent.copy_into(app)?;
    let is_developers = sign::allows_debugging(rights.app.as_deref().unwrap_or_default());
    // If an app is signed for development, tools can access its documents without file sharing. If a later step signs the app, the kind of
    // the signature is not known yet, so file sharing is switched on.
    if options.file_sharing && !(is_developers && signer != Signer::None) {
        bundle.share_files(app)?;
    }
    let reachable = is_developers || options.file_sharing || bundle.shares_files;
    if !reachable {
        warnings.push(
            "traces cannot be collected, because the app has neither the entitlement get-task-allow nor file sharing; sign it for development or omit --no-file-sharing"
                .to_owned(),
        );
    }
    match &signer {
        Signer::None => warnings.push(
            "not signed; the old signature is invalid, so sign the app before installing it (--sign, or a later step)"
                .to_owned(),
        ),
        tool => sign::sign_app(tool, app, &bundle.executable, &rights)?,
    }
    Ok(InjectionResult { app: String::new(), already: edited.already, signed_by: signer, counting, warnings })
}

/// The entitlements of the new app and of its nested code.
struct AppEntitlements {
    /// The entitlements of the app itself.
    app: Option<Vec<u8>>,
    /// The entitlements that profiles grant to the app and to nested code.
    by_profile: EntitlementsByPath,
    /// The new names, or `None` if the app is not renamed.
    beside: Option<RenamedApp>,
}

impl AppEntitlements {
    /// Renames the app if this was requested, and embeds the profiles. `signed` are the entitlements in the app's old signature.
    fn new(
        options: &InjectOptions,
        app: &Path,
        executable: &Path,
        signed: Option<Vec<u8>>,
        warnings: &mut Vec<String>,
    ) -> Result<AppEntitlements> {
        let given = match &options.entitlements {
            Some(path) => Some(fs::read(path).map_err(InjectError::from_file_operation("read", path))?),
            None => signed,
        };
        let rename = |side| RenamedApp::rename_app(app, executable, side, given.as_deref());
        let beside = options.beside.map(rename).transpose()?;
        let mut by_profile = Vec::new();
        if !options.profiles.is_empty() {
            let now = std::time::SystemTime::now();
            let profiles = options.profiles.iter().map(|path| Profile::read(path, now));
            by_profile =
                profile::embed_profiles(app, &profiles.collect::<Result<Vec<_>, _>>()?, beside.as_ref())?;
        }
        let granted = by_profile.iter().find(|(path, _)| path == app).map(|(_, text)| text.clone());
        let mut rights = AppEntitlements { app: None, by_profile, beside };
        rights.app = match granted {
            Some(text) if options.entitlements.is_none() => Some(text),
            _ => given.map(|text| rights.rename_identifiers(text)),
        };
        if let Some(text) = rights.app.as_deref().and_then(sign::without_enhanced_security) {
            warnings.push(
                "the entitlements of Enhanced Security are left out of the measured copy, since the agent's code has no signed pointers"
                    .to_owned(),
            );
            rights.app = Some(text);
        }
        Ok(rights)
    }

    /// Renames the identifiers in entitlements if the app is renamed.
    fn rename_identifiers(&self, text: Vec<u8>) -> Vec<u8> {
        rename_identifiers(self.beside.as_ref(), text)
    }
}

/// Renames the identifiers in entitlements, if `beside` is set.
fn rename_identifiers(beside: Option<&RenamedApp>, text: Vec<u8>) -> Vec<u8> {
    beside.and_then(|beside| beside.rename_entitlements(&text)).unwrap_or(text)
}

/// The agent and its settings, after both were checked.
struct Agent {
    name: String,
    bytes: Vec<u8>,
    settings: Vec<u8>,
    platform: Option<Platform>,
}

impl Agent {
    fn read(options: &InjectOptions) -> Result<Agent> {
        let path = options.agent.path();
        let wrong = |reason: String| InjectError::Agent { path: path.to_owned(), reason };
        let bytes = options.agent.bytes().map_err(|source| wrong(format!("cannot be read ({source})")))?;
        let image = macho::find_arm64_slice(&bytes)
            .and_then(macho::read)
            .map_err(|error| wrong(error.to_string()))?;
        let platform = image.platform().map(|(platform, _)| platform);
        let is_for_ios = platform.is_none_or(|one| [PLATFORM_IOS, PLATFORM_IOSSIMULATOR].contains(&one));
        if image.header.filetype(Le) != MH_DYLIB || !is_for_ios {
            return Err(wrong("not a dynamic library for iOS".to_owned()));
        }
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        if !name.ends_with(".dylib") {
            return Err(wrong("its name does not end in .dylib".to_owned()));
        }
        let settings = match &options.settings {
            None => DEFAULT_SETTINGS.into(),
            Some(path) => {
                let text =
                    fs::read_to_string(path).map_err(InjectError::from_file_operation("read", path))?;
                check_settings(path, &text)?;
                text.into_bytes()
            }
        };
        Ok(Agent { name, bytes: bytes.into_owned(), settings, platform })
    }

    /// Writes the agent and its settings into the app.
    fn copy_into(&self, app: &Path) -> Result<()> {
        let frameworks = app.join("Frameworks");
        folder::make_below(app, "Frameworks")?;
        folder::check_case(&frameworks, [&self.name, SETTINGS])?;
        for (name, bytes) in [(&*self.name, &self.bytes), (SETTINGS, &self.settings)] {
            folder::overwrite(&frameworks.join(name), bytes)?;
        }
        Ok(())
    }
}

/// Checks the agent's settings. The agent itself only ignores invalid lines and notes them in the trace, which is too late in a pipeline.
fn check_settings(path: &Path, text: &str) -> Result<()> {
    let mut settings = Settings::DEFAULT;
    for (index, line) in text.lines().enumerate() {
        let wrong = |reason: String| InjectError::Settings { path: path.to_owned(), line: index + 1, reason };
        let Some((key, value)) = line_of(line.as_bytes()).map_err(|reason| wrong(reason.to_owned()))? else {
            continue;
        };
        let shown = |bytes| String::from_utf8_lossy(bytes).into_owned();
        // Each launch has a different launch id, so a file must not contain one.
        let set = if key == b"launch" { Ok(false) } else { settings.set(key, value) };
        match set {
            Ok(true) => {}
            Ok(false) => {
                let known = KEYS.into_iter().filter(|key| *key != "launch").collect::<Vec<_>>().join(", ");
                return Err(wrong(format!("the agent has no setting {:?}; it has {known}", shown(key))));
            }
            Err(problem) => return Err(wrong(format!("{} = {}: {problem}", shown(key), shown(value)))),
        }
    }
    // The lines are valid one by one, so each remaining problem is about the window.
    let (mut whole, mut problem) = (Settings::DEFAULT, None);
    whole.read(text.as_bytes(), |line, reason| problem = Some((line, reason)));
    let problem = problem.or_else(|| Some((text.lines().count(), whole.repair_window()?)));
    problem.map_or(Ok(()), |(line, reason)| {
        Err(InjectError::Settings { path: path.to_owned(), line, reason: reason.to_owned() })
    })
}

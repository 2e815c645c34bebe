//! Signs an app with an external tool: Apple's `codesign`, or `rcodesign` on systems without it.
//!
//! Inner code is signed first: each piece of code is signed before the bundle that contains it. Each piece of code gets the entitlements of
//! its old signature.
//!
//! Invariant: [`build_sign_command`] creates every command line and [`run`] executes it, so the tested command lines are those that are executed.

use std::ffi::OsString;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use xshell::Shell;

use super::bundle::find_nested_code;
use super::{AppEntitlements, InjectError, Result, signature};

/// The identity with which the user wants to sign.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SigningIdentity {
    /// The signing identity: its name in the keychain, a `.p12` file, `-` for an ad hoc signature, or `none`.
    pub by: Option<String>,
    /// The file with the password of the `.p12`.
    pub password_file: Option<PathBuf>,
}

/// The signing tool, and the certificate with which it signs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Signer {
    /// The app is not signed.
    None,
    /// The tool `codesign` signs with an identity of the keychain.
    Codesign(String),
    /// The tool `rcodesign` signs with a certificate, or ad hoc.
    Rcodesign {
        /// The file with the certificate and its key, or `None` for an ad hoc signature.
        p12: Option<PathBuf>,
        /// The file with the password of the certificate.
        password_file: Option<PathBuf>,
    },
}

impl Signer {
    /// Returns the name of the program.
    pub fn tool_name(&self) -> &'static str {
        match self {
            Signer::None => "nobody",
            Signer::Codesign(_) => "codesign",
            Signer::Rcodesign { .. } => "rcodesign",
        }
    }
}

impl SigningIdentity {
    /// Selects the signing tool, which depends on whether the system is macOS.
    pub(crate) fn select_signer(&self, macos: bool) -> Result<Signer> {
        let by = self.by.as_deref().unwrap_or("none");
        let is_file = Path::new(by)
            .extension()
            .is_some_and(|end| ["p12", "pfx"].iter().any(|known| end.eq_ignore_ascii_case(known)));
        if self.password_file.is_some() && !is_file {
            return Err(InjectError::Sign(
                "--password-file needs a .p12 file; pass --sign FILE.p12".to_owned(),
            ));
        }
        match by {
            "none" => Ok(Signer::None),
            file if is_file => {
                let p12 = PathBuf::from(file);
                if !p12.is_file() {
                    return Err(InjectError::Sign(format!("--sign {file}: file not found")));
                }
                // Without a password file, rcodesign would ask for the password. In a pipeline, rcodesign would then wait forever.
                let Some(password_file) = self.password_file.clone() else {
                    return Err(InjectError::Sign(format!(
                        "--sign {file} needs --password-file FILE (an empty one if it has no password)"
                    )));
                };
                Ok(Signer::Rcodesign { p12: Some(p12), password_file: Some(password_file) })
            }
            identity if macos => Ok(Signer::Codesign(identity.to_owned())),
            "-" => Ok(Signer::Rcodesign { p12: None, password_file: None }),
            identity => Err(InjectError::Sign(format!(
                "--sign {identity:?}: keychain identities need macOS; pass a .p12 file, - or none"
            ))),
        }
    }
}

/// Returns whether these entitlements permit a developer's tools to access the app.
pub(super) fn allows_debugging(entitlements: &[u8]) -> bool {
    let value = gate_common::plists::read(entitlements).ok();
    let allowed = value.as_ref().and_then(|value| value.as_dictionary()?.get("get-task-allow")?.as_boolean());
    allowed == Some(true)
}

/// The prefix of the entitlements of Enhanced Security. Enhanced Security requires hardware checks that fail in an app without signed
/// pointers.
const ENHANCED_SECURITY: &str = "com.apple.security.hardened-process";

/// Returns the entitlements without those of Enhanced Security. Returns `None` if there are no entitlements of this kind.
pub(super) fn without_enhanced_security(entitlements: &[u8]) -> Option<Vec<u8>> {
    let mut value = gate_common::plists::read(entitlements).ok()?;
    let all = value.as_dictionary_mut()?;
    let before = all.len();
    all.retain(|key, _| !key.starts_with(ENHANCED_SECURITY));
    let mut text = Vec::new();
    (all.len() < before && value.to_writer_xml(&mut text).is_ok()).then_some(text)
}

/// Signs all nested code, and then the app. The entitlements that a profile grants replace those of the old signature.
pub(super) fn sign_app(
    signer: &Signer,
    app: &Path,
    executable: &str,
    rights: &AppEntitlements,
) -> Result<()> {
    for code in find_nested_code(app)? {
        if let Some((_, text)) = rights.by_profile.iter().find(|(path, _)| *path == code.path) {
            sign(signer, &code.path, Some(text))?;
            continue;
        }
        let own = signature::of_file(&code.executable)?.1.map(|text| rights.rename_identifiers(text));
        sign(signer, &code.path, own.as_deref())?;
    }
    sign(signer, app, rights.app.as_deref())?;
    if signature::of_file(&app.join(executable))?.1.is_none() && rights.app.is_some() {
        let tool = signer.tool_name();
        return Err(InjectError::Sign(format!(
            "{tool} reported success, but the app has no entitlements now"
        )));
    }
    Ok(())
}

fn sign(signer: &Signer, code: &Path, entitlements: Option<&[u8]>) -> Result<()> {
    let mut file = None;
    if let Some(text) = entitlements {
        let mut fresh = tempfile::Builder::new()
            .prefix("entitlements-")
            .suffix(".plist")
            .tempfile()
            .map_err(InjectError::from_file_operation("write", &std::env::temp_dir()))?;
        fresh.write_all(text).map_err(InjectError::from_file_operation("write", fresh.path()))?;
        file = Some(fresh);
    }
    let Some((program, arguments)) = build_sign_command(signer, code, file.as_ref().map(|file| file.path()))
    else {
        return Ok(());
    };
    run(program, &arguments)
}

/// Returns the command line that signs one piece of code, but not the code nested in it.
pub(super) fn build_sign_command(
    signer: &Signer,
    code: &Path,
    entitlements: Option<&Path>,
) -> Option<(&'static str, Vec<OsString>)> {
    let mut words: Vec<OsString> = Vec::new();
    let program = match signer {
        Signer::None => return None,
        Signer::Codesign(identity) => {
            words.extend(["--force", "--sign", identity, "--timestamp=none"].map(OsString::from));
            if let Some(file) = entitlements {
                words.extend(["--entitlements".into(), file.into()]);
            }
            "codesign"
        }
        Signer::Rcodesign { p12, password_file } => {
            words.extend(["sign", "--shallow", "--timestamp-url", "none"].map(OsString::from));
            if let Some(file) = p12 {
                words.extend(["--p12-file".into(), file.into()]);
            }
            if let Some(file) = password_file {
                words.extend(["--p12-password-file".into(), file.into()]);
            }
            if let Some(file) = entitlements {
                words.extend(["--entitlements-xml-file".into(), file.into()]);
            }
            "rcodesign"
        }
    };
    words.push(code.into());
    Some((program, words))
}

fn run(program: &str, arguments: &[OsString]) -> Result<()> {
    let failed = |reason: String| InjectError::Sign(format!("{program} {reason}"));
    let shell = Shell::new().map_err(|error| failed(error.to_string()))?;
    let output = shell.cmd(program).args(arguments).quiet().ignore_status().output().map_err(|error| {
        let cure = match program {
            "rcodesign" => "install it with `cargo install apple-codesign`",
            _ => "install Xcode's command line tools",
        };
        failed(format!("cannot be run ({error}): {cure}, or pass --sign none and sign in a later step"))
    })?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let last: Vec<&str> = said.lines().filter(|line| !line.trim().is_empty()).collect();
    let last = last[last.len().saturating_sub(5)..].join("; ");
    let code = arguments.last().map(|path| path.to_string_lossy().into_owned()).unwrap_or_default();
    Err(failed(format!("could not sign {code} ({}): {last}", output.status)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by(text: &str, password: Option<&str>) -> SigningIdentity {
        SigningIdentity { by: Some(text.to_owned()), password_file: password.map(PathBuf::from) }
    }

    #[test]
    fn the_signing_tool_depends_on_the_identity_and_the_system() {
        let file = tempfile::Builder::new().suffix(".p12").tempfile().expect("a file");
        let p12 = file.path().to_str().expect("a name");
        for macos in [false, true] {
            assert_eq!(SigningIdentity::default().select_signer(macos).expect("nobody"), Signer::None);
            assert_eq!(by("none", None).select_signer(macos).expect("nobody"), Signer::None);
            let signer = by(p12, Some("password")).select_signer(macos).expect("a certificate");
            assert_eq!(signer.tool_name(), "rcodesign");
            for (signing, part) in [
                (by(p12, None), "--password-file"),
                (by("missing.p12", Some("p")), "file not found"),
                (by("none", Some("p")), "--password-file needs a .p12"),
            ] {
                let error = signing.select_signer(macos).expect_err(part).to_string();
                assert!(error.contains(part), "{error}");
            }
        }
        assert_eq!(
            by("Apple Development", None).select_signer(true).expect("keychain identities").tool_name(),
            "codesign"
        );
        let error = by("Apple Development", None).select_signer(false).expect_err("no keychain").to_string();
        assert!(error.contains("need macOS"), "{error}");
        assert_eq!(by("-", None).select_signer(false).expect("ad hoc").tool_name(), "rcodesign");
    }

    #[test]
    fn each_signing_tool_gets_the_expected_command_line() {
        let shown = |signer: &Signer, entitlements: Option<&str>| {
            let (program, words) =
                build_sign_command(signer, Path::new("Shop.app"), entitlements.map(Path::new))?;
            let words: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
            Some(format!("{program} {}", words.join(" ")))
        };
        let p12 = Signer::Rcodesign { p12: Some("k.p12".into()), password_file: Some("pw".into()) };
        for (signer, entitlements, expected) in [
            (
                Signer::Codesign("Apple Development".to_owned()),
                Some("e.plist"),
                Some(
                    "codesign --force --sign Apple Development --timestamp=none --entitlements e.plist Shop.app",
                ),
            ),
            (
                Signer::Codesign("-".to_owned()),
                None,
                Some("codesign --force --sign - --timestamp=none Shop.app"),
            ),
            (
                p12,
                Some("e.plist"),
                Some(
                    "rcodesign sign --shallow --timestamp-url none --p12-file k.p12 --p12-password-file pw --entitlements-xml-file e.plist Shop.app",
                ),
            ),
            (Signer::None, None, None),
        ] {
            assert_eq!(shown(&signer, entitlements).as_deref(), expected);
        }
    }
}

//! Writes the two files of a release that contain the address of its repository: a formula for Homebrew and a script that installs gate.
//!
//! Invariant: only the workspace's Cargo.toml contains the address. cargo-binstall reads the address there, and its other metadata in
//! `gate/Cargo.toml`.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use crate::workspace;

/// Returns the repository as `OWNER/NAME`, from the workspace's Cargo.toml.
pub(crate) fn name() -> &'static str {
    env!("CARGO_PKG_REPOSITORY").trim_start_matches("https://github.com/")
}

/// Writes `launchgate.rb` and `install.sh` into the folder that contains the archives.
pub(super) fn write(dist: &Path, platforms: &[&str]) -> Result<()> {
    if name().starts_with("OWNER/") {
        println!(
            "Cargo.toml has the placeholder {} for the repository, so the formula cannot be used yet",
            name()
        );
    }
    let version = workspace::version()?;
    let mut sums = Vec::new();
    for platform in platforms {
        if let Ok(line) = std::fs::read_to_string(dist.join(format!("launchgate-{platform}.tar.gz.sha256"))) {
            let sum = line.split_whitespace().next().context("an empty checksum")?.to_owned();
            sums.push(((*platform).to_owned(), sum));
        }
    }
    for (file, text) in [
        ("launchgate.rb", formula(name(), &version, &sums)),
        ("install.sh", install(name(), &version, &sums)),
    ] {
        let path = dist.join(file);
        std::fs::write(&path, text).with_context(|| path.display().to_string())?;
        println!("{}", path.display());
    }
    Ok(())
}

/// Returns the script that installs gate. The script contains the checksums of the archives, and refuses an archive whose checksum differs.
fn install(repository: &str, version: &str, sums: &[(String, String)]) -> String {
    let lines: Vec<String> = sums.iter().map(|(platform, sum)| format!("{sum}  {platform}")).collect();
    include_str!("install.sh")
        .replace("@REPOSITORY@", repository)
        .replace("@VERSION@", &format!("v{version}"))
        .replace("@SUMS@", &lines.join("\n"))
}

/// Returns a formula for a Homebrew tap. The formula contains only the platforms whose archives exist.
fn formula(repository: &str, version: &str, sums: &[(String, String)]) -> String {
    let mut text = format!(
        "class Launchgate < Formula\n  desc \"CI gate for iOS launch time\"\n  \
         homepage \"https://github.com/{repository}\"\n  version \"{version}\"\n  license \"MIT\"\n"
    );
    for (system, block) in [("macos", "on_macos"), ("linux", "on_linux")] {
        let of_system: Vec<_> = sums.iter().filter(|(name, _)| name.starts_with(system)).collect();
        if of_system.is_empty() {
            continue;
        }
        let _ = writeln!(text, "\n  {block} do");
        for (name, sum) in of_system {
            let cpu = if name.ends_with("arm64") { "on_arm" } else { "on_intel" };
            let _ = writeln!(
                text,
                "    {cpu} do\n      url \"https://github.com/{repository}/releases/download/v{version}/launchgate-{name}.tar.gz\"\n      sha256 \"{sum}\"\n    end"
            );
        }
        text.push_str("  end\n");
    }
    // The link in `bin` points to the program in `libexec`, which finds the agents in its own folder.
    text.push_str(
        "\n  def install\n    libexec.install \"gate\", \"liblaunchgate.dylib\", \"liblaunchgate-simulator.dylib\"\n    \
         bin.install_symlink libexec/\"gate\"\n    generate_completions_from_executable(bin/\"gate\", \"completions\")\n    \
         system bin/\"gate\", \"man\", \"-o\", man1\n  end\n\n  test do\n    \
         assert_match \"gate #{version}\", shell_output(\"#{bin}/gate --version\")\n  end\nend\n",
    );
    text
}

/// Checks the formula. The function also checks that the script installs an archive for this machine's platform and refuses a changed
/// archive.
pub(super) fn rehearse(dist: &Path, platform: &str) -> Result<()> {
    write(dist, &[platform])?;
    let formula = std::fs::read_to_string(dist.join("launchgate.rb"))?;
    ensure!(formula.contains("sha256 \"") && formula.contains(name()), "{formula}");
    let releases = dist.join("releases");
    let archive = format!("launchgate-{platform}.tar.gz");
    let release = releases.join(format!("v{}", workspace::version()?));
    std::fs::create_dir_all(&release)?;
    let served = release.join(&archive);
    std::fs::copy(dist.join(&archive), &served)?;
    let script = dist.join("install.sh");
    let bin = dist.join("installed");
    let address = format!("file://{}", releases.canonicalize()?.display());
    let mut install = Command::new("sh");
    install.arg(&script).arg(&bin).env("LAUNCHGATE_RELEASES", &address);
    workspace::run(&mut install)?;
    let version = workspace::read(Command::new(bin.join("gate")).arg("--version"))?;
    ensure!(version.contains(&workspace::version()?), "the installed gate prints {version}");
    std::fs::remove_file(bin.join("gate"))?;
    std::fs::write(&served, "another archive")?;
    let refused = install.output().context("sh")?;
    let message = String::from_utf8_lossy(&refused.stderr).into_owned();
    ensure!(!refused.status.success() && message.contains("SHA-256"), "a wrong archive: {message}");
    ensure!(!bin.join("gate").exists(), "a program with a wrong checksum was installed");
    crate_metadata()
}

/// Checks that the main crates have the metadata that registries require, and that no crate can be published. `cargo package` cannot check
/// the metadata, because gate links with members of this workspace that are in no registry.
fn crate_metadata() -> Result<()> {
    let mut command = workspace::cargo();
    let text = workspace::read(command.args(["metadata", "--format-version", "1", "--locked", "--no-deps"]))?;
    let metadata: serde_json::Value = serde_json::from_str(&text)?;
    for package in metadata["packages"].as_array().context("no packages")? {
        let may = package["publish"].as_array().is_none_or(|registries| !registries.is_empty());
        ensure!(!may, "{} may be published: run `cargo package` on it here", package["name"]);
    }
    for name in ["gate", "agent", "trace"] {
        let path = workspace::root().join(name).join("Cargo.toml");
        let manifest: toml::Table = toml::from_str(&std::fs::read_to_string(&path)?)?;
        for key in ["description", "keywords", "categories", "readme", "license"] {
            let has = manifest.get("package").and_then(|package| package.get(key)).is_some();
            ensure!(has, "{}: no {key}", path.display());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_homebrew_formula_names_only_the_built_platforms() {
        let text = formula("a/b", "1.2.3", &[("linux-arm64".to_owned(), "00ff".to_owned())]);
        assert!(
            text.contains("on_arm do") && text.contains("sha256 \"00ff\"") && !text.contains("on_macos"),
            "{text}"
        );
        assert_eq!(text.matches("\n  end\n").count(), 3, "{text}");
    }
}

//! Metadata of a release that names its repository: for cargo-binstall, and a formula for Homebrew.
//!
//! Invariant: these files are written only if the repository is known.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use crate::workspace;

/// Finds `OWNER/NAME`: the given one, or that of the service's environment, or that of the remote.
pub(super) fn find(given: Option<&str>) -> Result<Option<String>> {
    if let Some(given) = given {
        ensure!(is_name(given), "--repository {given:?} is not OWNER/NAME");
        return Ok(Some(given.to_owned()));
    }
    let environment = std::env::var("GITHUB_REPOSITORY").ok().filter(|name| is_name(name));
    let mut git = Command::new("git");
    git.args(["remote", "get-url", "origin"]).current_dir(workspace::root());
    let remote = || name_in_address(String::from_utf8_lossy(&git.output().ok()?.stdout).trim());
    Ok(environment.or_else(remote))
}

fn is_name(text: &str) -> bool {
    let is_part =
        |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c));
    text.split('/').count() == 2 && text.split('/').all(is_part)
}

/// Reads the repository in an address of GitHub.
fn name_in_address(address: &str) -> Option<String> {
    let rest = ["https://github.com/", "git@github.com:", "ssh://git@github.com/"]
        .iter()
        .find_map(|start| address.strip_prefix(start))?;
    let name = rest.strip_suffix(".git").unwrap_or(rest);
    is_name(name).then(|| name.to_owned())
}

/// Writes `binstall.toml` and `launchgate.rb` into the folder of the archives.
pub(super) fn write(dist: &Path, repository: Option<&str>, platforms: &[&str]) -> Result<()> {
    let Some(repository) = repository else {
        println!(
            "no repository is known: binstall.toml, launchgate.rb and the action's address in what `gate init` writes are left out; name it with --repository OWNER/NAME"
        );
        return Ok(());
    };
    let version = workspace::version()?;
    let mut sums = Vec::new();
    for platform in platforms {
        if let Ok(line) = std::fs::read_to_string(dist.join(format!("launchgate-{platform}.tar.gz.sha256"))) {
            let sum = line.split_whitespace().next().context("an empty checksum")?.to_owned();
            sums.push(((*platform).to_owned(), sum));
        }
    }
    for (name, text) in
        [("binstall.toml", binstall(repository)), ("launchgate.rb", formula(repository, &version, &sums))]
    {
        let path = dist.join(name);
        std::fs::write(&path, text).with_context(|| path.display().to_string())?;
        println!("{}", path.display());
    }
    Ok(())
}

/// The targets of cargo-binstall with the names of their platforms.
const TARGETS: [(&str, &str); 4] = [
    ("aarch64-apple-darwin", "macos-arm64"),
    ("x86_64-apple-darwin", "macos-x86_64"),
    ("x86_64-unknown-linux-gnu", "linux-x86_64"),
    ("aarch64-unknown-linux-gnu", "linux-arm64"),
];

/// Formats the part of gate's Cargo.toml by which cargo-binstall finds the archives.
fn binstall(repository: &str) -> String {
    let mut text = format!(
        "# For gate/Cargo.toml, below [package].\nrepository = \"https://github.com/{repository}\"\n\n\
         [package.metadata.binstall]\npkg-fmt = \"tgz\"\nbin-dir = \"{{ bin }}{{ binary-ext }}\"\n"
    );
    for (target, name) in TARGETS {
        let _ = write!(
            text,
            "\n[package.metadata.binstall.overrides.{target}]\n\
             pkg-url = \"{{ repo }}/releases/download/v{{ version }}/launchgate-{name}.tar.gz\"\n"
        );
    }
    text
}

/// Formats a formula for a tap, with the platforms that have archives.
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
    // The program follows the link in bin, and finds the agents in its own folder.
    text.push_str(
        "\n  def install\n    libexec.install \"gate\", \"liblaunchgate.dylib\", \"liblaunchgate-simulator.dylib\"\n    \
         bin.install_symlink libexec/\"gate\"\n  end\n\n  test do\n    \
         assert_match \"gate #{version}\", shell_output(\"#{bin}/gate --version\")\n  end\nend\n",
    );
    text
}

/// Checks that both files are written for a repository, and not without one.
pub(super) fn rehearse(dist: &Path) -> Result<()> {
    let platforms = TARGETS.map(|(_, name)| name);
    for name in ["binstall.toml", "launchgate.rb"] {
        let _ = std::fs::remove_file(dist.join(name));
    }
    write(dist, None, &platforms)?;
    ensure!(!dist.join("launchgate.rb").exists(), "a formula without a repository");
    write(dist, Some("owner/launchgate"), &platforms)?;
    let formula = std::fs::read_to_string(dist.join("launchgate.rb"))?;
    ensure!(formula.contains("sha256 \"") && formula.contains("github.com/owner/launchgate/"), "{formula}");
    let metadata: toml::Table = toml::from_str(&std::fs::read_to_string(dist.join("binstall.toml"))?)?;
    ensure!(metadata.contains_key("repository"), "{metadata:?}");
    crate_metadata()
}

/// Checks that the main crates have the metadata that registries require, and that no crate is published: gate links members of this
/// workspace that no registry has, so `cargo package` cannot check it.
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
    fn the_repository_is_read_from_every_kind_of_address() {
        for address in [
            "https://github.com/a/b.git",
            "git@github.com:a/b.git",
            "ssh://git@github.com/a/b",
            "https://github.com/a/b",
        ] {
            assert_eq!(name_in_address(address).as_deref(), Some("a/b"), "{address}");
        }
        for address in
            ["", "/srv/b.git", "https://example.com/a/b", "https://github.com/a", "git@github.com:a/b c"]
        {
            assert_eq!(name_in_address(address), None, "{address}");
        }
        assert!(find(Some("a b")).is_err() && find(Some("a/b")).is_ok());
    }

    #[test]
    fn a_formula_names_only_built_platforms() {
        let text = formula("a/b", "1.2.3", &[("linux-arm64".to_owned(), "00ff".to_owned())]);
        assert!(
            text.contains("on_arm do") && text.contains("sha256 \"00ff\"") && !text.contains("on_macos"),
            "{text}"
        );
        assert_eq!(text.matches("\n  end\n").count(), 3, "{text}");
    }
}

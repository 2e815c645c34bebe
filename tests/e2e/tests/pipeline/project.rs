//! Makes a repository of an app with its remote, and the programs of the machine that builds the app.
//!
//! `xcodebuild` and `zip` are replaced. The replacement for `xcodebuild` copies a finished build of Shop,
//! which depends on the sources.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use e2e::lab::{gate, program};
use e2e::shop::{Planted, Shop};
use gate::cli::Exit;
use phone::build::Style;
use tempfile::TempDir;

use super::others::{copy, git};
use super::xcodebuild;

/// The change that makes the app slower: thumbnails are decoded at their full size.
const SLOWER: &str = "Imaging.decode:12";

/// A shortened project file in Xcode's format.
const XCODE: &str = r#"// !$*UTF8*$!
{ objects = {
  A1 = { isa = PBXNativeTarget; name = Shop; productType = "com.apple.product-type.application"; buildConfigurationList = C1; };
  A2 = { isa = PBXNativeTarget; name = Kit; productType = "com.apple.product-type.framework"; };
  A3 = { isa = PBXNativeTarget; name = Imaging; productType = "com.apple.product-type.library.static"; };
  C1 = { isa = XCConfigurationList; buildConfigurations = ( C2, ); };
  C2 = { isa = XCBuildConfiguration; buildSettings = { PRODUCT_BUNDLE_IDENTIFIER = com.example.shop; }; name = Release; };
}; rootObject = A0; }
"#;

/// Shell lines that select the build by the contents of the sources.
const CHOOSE: &str = "! grep -q 'full size' Imaging/Decoder.m || build=Slower\n! grep -q 'row by row' Imaging/Decoder.m || build=Busier";

/// A replacement for `zip -qry ARCHIVE FOLDER`.
const ZIP: &str = "#!/bin/sh\nset -eu\n[ \"$1\" = -qry ]\nexec python3 -m zipfile -c \"$2\" \"$3\"\n";

/// Edits the workflows so that they install gate from a release, as a released gate writes them.
pub fn take_release(work: &Path, action: &str) -> Result<()> {
    write_workflows(work, action, true)
}

/// Edits the workflows so that they build gate from source.
pub fn build_from_source(work: &Path, action: &str) -> Result<()> {
    write_workflows(work, action, false)
}

fn write_workflows(work: &Path, action: &str, is_released: bool) -> Result<()> {
    let project = gate_init::read_project(work, &gate_init::AppChoice::default())?;
    let action = gate_init::Action { reference: action, version: "v9.9.9", is_released };
    let files = gate_init::render_files(&project, Some(gate_init::PipelineHost::GitHub), &action);
    for file in files.iter().filter(|file| file.path.starts_with(".github/")) {
        fs::write(work.join(file.path), &file.text)?;
    }
    Ok(())
}

/// The remote repository, a developer's clone of it, and the builds.
pub struct Project {
    folder: TempDir,
}

impl Project {
    /// Creates a project with the files of `gate init --device` on the main branch. `words` are its other
    /// arguments, and `edit` changes the files.
    pub fn new(words: &[&str], edit: impl Fn(&str) -> String) -> Result<Project> {
        let (shop, slower) = (Shop::build(Style::Chained)?, Shop::build_slow(Style::Chained, SLOWER)?);
        let builds = [("Shop", &shop), ("Slower", &slower)];
        Project::of("iphoneos", &builds, &[&["--device"], words].concat(), edit)
    }

    /// Creates a project with the files of `gate init` for simulators, unedited, and a build that calls a
    /// method more often.
    pub fn for_simulators(words: &[&str]) -> Result<Project> {
        let build = |slow| Shop::build_for_simulators(Style::Chained, slow);
        let flags = &["-DSHOP_BUILT_MORE=\"Imaging.rows:2\""];
        let busier = Planted { simulator: true, flags, ..Planted::default() };
        let (shop, slower, busier) =
            (build(None)?, build(Some(SLOWER))?, Shop::build_planted(Style::Chained, busier)?);
        let builds = [("Shop", &shop), ("Slower", &slower), ("Busier", &busier)];
        Project::of("iphonesimulator", &builds, words, str::to_owned)
    }

    fn of(
        system: &str,
        all: &[(&str, &Shop)],
        words: &[&str],
        edit: impl Fn(&str) -> String,
    ) -> Result<Project> {
        let project = Project { folder: tempfile::tempdir()? };
        let (work, builds) = (project.work(), project.folder.path().join("builds").join(system));
        fs::create_dir(&work)?;
        fs::create_dir_all(&builds)?;
        for (name, build) in all {
            copy(&build.app(), &builds.join(format!("{name}.app")))?;
            copy(&build.products.shop.map, &builds.join(format!("{name}.txt")))?;
        }
        project.write("Shop.xcodeproj/project.pbxproj", XCODE)?;
        project.write("Imaging/Decoder.m", "// thumbnails\n")?;
        project.write("CODEOWNERS", "* @shop/app\n/Imaging/ @shop/media\n")?;
        let place = work.display().to_string();
        let (exit, said, complained) = gate(&[&["init", &place][..], words].concat());
        ensure!(exit == Exit::Pass, "{said}{complained}");
        if let Some(at) = words.iter().position(|word| *word == "--action").filter(|_| system == "iphoneos") {
            take_release(&work, words[at + 1])?;
        }
        for folder in [".github/workflows", ".gitlab"] {
            for entry in fs::read_dir(work.join(folder)).into_iter().flatten() {
                let path = entry?.path();
                let text = fs::read_to_string(&path)?;
                fs::write(&path, edit(&text))?;
            }
        }
        fs::create_dir(project.origin())?;
        git(&project.origin(), &["init", "--quiet", "--bare", "--initial-branch=main"])?;
        // The remote allows a commit to be fetched by its name, as GitHub and GitLab do.
        git(&project.origin(), &["config", "uploadpack.allowAnySHA1InWant", "true"])?;
        git(&work, &["init", "--quiet", "--initial-branch=main"])?;
        git(&work, &["remote", "add", "origin", &format!("file://{}", project.origin().display())])?;
        project.commit("The app")?;
        Ok(project)
    }

    /// Returns the developer's clone.
    pub fn work(&self) -> PathBuf {
        self.folder.path().join("work")
    }

    /// Returns the remote repository.
    pub fn origin(&self) -> PathBuf {
        self.folder.path().join("origin.git")
    }

    /// Writes a file into the clone.
    pub fn write(&self, path: &str, text: &str) -> Result<()> {
        let path = self.work().join(path);
        fs::create_dir_all(path.parent().unwrap_or(&path))?;
        Ok(fs::write(path, text)?)
    }

    /// Commits all files on the current branch and pushes them. Returns the commit.
    pub fn commit(&self, subject: &str) -> Result<String> {
        let work = self.work();
        git(&work, &["add", "--all"])?;
        let author = ["-c", "user.name=Ann", "-c", "user.email=ann@example.com"];
        git(&work, &[&author[..], &["commit", "--quiet", "-m", subject]].concat())?;
        git(&work, &["push", "--quiet", "--force", "origin", "HEAD"])?;
        git(&work, &["rev-parse", "HEAD"])
    }

    /// Creates a branch with the slower build. Returns the commit of the branch.
    pub fn slower(&self) -> Result<String> {
        git(&self.work(), &["checkout", "--quiet", "-B", "sharper"])?;
        self.write("Imaging/Decoder.m", "// thumbnails, decoded at their full size\n")?;
        self.commit("Sharper thumbnails")
    }

    /// Creates a branch with the build that calls a method more often. Returns the commit of the branch.
    pub fn busier(&self) -> Result<String> {
        git(&self.work(), &["checkout", "--quiet", "-B", "steadier", "main"])?;
        self.write("Imaging/Decoder.m", "// thumbnails, decoded row by row\n")?;
        self.commit("Steadier thumbnails")
    }

    /// Writes replacements for the programs that build apps into a machine's folder of programs.
    pub fn tools(&self, programs: &Path) -> Result<()> {
        let builds = self.folder.path().join("builds").display().to_string();
        let project = gate_init::read_project(&self.work(), &gate_init::AppChoice::default())?;
        let xcodebuild = xcodebuild::script(project.apps(), &builds, CHOOSE);
        for (name, text) in [("xcodebuild", xcodebuild), ("zip", ZIP.to_owned())] {
            program(&programs.join(name), &text)?;
        }
        Ok(())
    }
}

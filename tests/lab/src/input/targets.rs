//! Measures the duration of `gate init` for a project with very many apps.

use std::fmt::Write as _;

use anyhow::{Context as _, ensure};

use super::store::cpu_seconds;

const APPS: usize = 5_000;

/// Returns the CPU seconds until the user is asked which app is meant.
pub(crate) fn figures() -> anyhow::Result<Vec<(String, f64)>> {
    let folder = tempfile::tempdir()?;
    let project = folder.path().join("Shop.xcodeproj");
    std::fs::create_dir(&project)?;
    std::fs::write(project.join("project.pbxproj"), project_text()?)?;
    let words = ["gate", "init", folder.path().to_str().context("a folder's name")?];
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let before = cpu_seconds()?;
    gate::cli::run(words.iter().map(Into::into), &mut out, &mut err);
    let took = cpu_seconds()? - before;
    let errors = String::from_utf8_lossy(&err);
    ensure!(errors.contains(&format!("found {APPS} apps")), "all apps are found: {errors}");
    eprintln!("a project of {APPS} apps: {took:.2} s of CPU");
    Ok(vec![("gate.init_5000.cpu_s".to_owned(), took)])
}

fn project_text() -> anyhow::Result<String> {
    let mut text = "{objects = {
C = {isa = XCBuildConfiguration; name = Release; buildSettings = {SDKROOT = iphoneos;};};
L = {isa = XCConfigurationList; buildConfigurations = (C);};
P = {isa = PBXProject; buildConfigurationList = L;};\n"
        .to_owned();
    for number in 0..APPS {
        writeln!(
            text,
            "T{number} = {{isa = PBXNativeTarget; buildConfigurationList = L; name = App{number}; productType = \"com.apple.product-type.application\";}};"
        )?;
    }
    Ok(text + "}; rootObject = P;}\n")
}

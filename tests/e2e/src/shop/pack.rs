//! Writes the app as a folder and as an archive, in the layout that a phone expects.

use std::fs;
use std::io::{Cursor, Write as _};
use std::path::Path;

use anyhow::{Context as _, Result};
use zip::write::SimpleFileOptions;

use super::compile::{Linked, Products};
use super::sign::{Seal, seal_resources, sign};
use super::sources;

/// Writes the app to the folder `app` and signs it, nested bundles first.
pub(super) fn lay_out(products: &Products, app: &Path) -> Result<()> {
    for (name, linked) in [("Kit", &products.kit), ("Promotions", &products.promotions)] {
        let folder = app.join(format!("Frameworks/{name}.framework"));
        fs::create_dir_all(&folder)?;
        bundle(name, linked, &folder, None)?;
    }
    fs::write(app.join("PkgInfo"), "APPL????")?;
    let entitlements = fs::read(sources().join("Shop/Shop.entitlements"))?;
    bundle("Shop", &products.shop, app, Some(&entitlements))
}

fn bundle(name: &str, linked: &Linked, folder: &Path, entitlements: Option<&[u8]>) -> Result<()> {
    let info = fs::read(sources().join(name).join("Info.plist"))?;
    fs::write(folder.join("Info.plist"), &info)?;
    let resources = seal_resources(folder, name)?;
    fs::create_dir_all(folder.join("_CodeSignature"))?;
    fs::write(folder.join("_CodeSignature/CodeResources"), &resources)?;
    let identifier = plist::Value::from_reader(Cursor::new(&info))?
        .as_dictionary()
        .and_then(|info| info.get("CFBundleIdentifier")?.as_string().map(str::to_owned))
        .with_context(|| format!("{name}: no identifier"))?;
    let seal = Seal { identifier: &identifier, info: Some(&info), resources: Some(&resources), entitlements };
    let signed = sign(&fs::read(&linked.file)?, &seal)?;
    let place = folder.join(name);
    fs::write(&place, signed)?;
    executable(&place)
}

#[cfg(unix)]
fn executable(path: &Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    Ok(fs::set_permissions(path, fs::Permissions::from_mode(0o755))?)
}

/// Returns an archive with `app` in the folder `Payload`. Folders, modes and symbolic links are as on disk.
pub fn zip_app(app: &Path) -> Result<Vec<u8>> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let name = app.file_name().context("an app has a name")?.to_string_lossy();
    archive.add_directory("Payload/", SimpleFileOptions::default().unix_permissions(0o755))?;
    add(&mut archive, app, &format!("Payload/{name}"))?;
    Ok(archive.finish()?.into_inner())
}

fn add(archive: &mut zip::ZipWriter<Cursor<Vec<u8>>>, path: &Path, name: &str) -> Result<()> {
    let about = fs::symlink_metadata(path)?;
    let options = SimpleFileOptions::default().unix_permissions(mode(&about));
    if about.is_symlink() {
        archive.add_symlink(name, fs::read_link(path)?.to_string_lossy(), options)?;
    } else if about.is_dir() {
        archive.add_directory(format!("{name}/"), options)?;
        let mut entries: Vec<_> = fs::read_dir(path)?.collect::<std::io::Result<_>>()?;
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            add(archive, &entry.path(), &format!("{name}/{}", entry.file_name().to_string_lossy()))?;
        }
    } else {
        // Small files and compressed files are stored without compression, as in Xcode's archives.
        let method =
            if about.len() < 64 { zip::CompressionMethod::Stored } else { zip::CompressionMethod::Deflated };
        archive.start_file(name, options.compression_method(method))?;
        archive.write_all(&fs::read(path)?)?;
    }
    Ok(())
}

#[cfg(unix)]
fn mode(about: &fs::Metadata) -> u32 {
    use std::os::unix::fs::PermissionsExt as _;
    about.permissions().mode() & 0o777
}

//! Builds Shop, the sample app of `tests/app`, in every style of linking, packs it as a phone expects it, and starts it.
//!
//! Invariant: the started app is the packed app, and files of `target/phone` are never changed.

mod compile;
mod pack;
mod sign;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use phone::build::{self, Style};
use phone::{Config, Outcome};
use tempfile::TempDir;

pub use compile::{Linked, Planted, Products, products};
pub use pack::zip_app;
pub use sign::{Seal, sign};

/// The modules that are linked into the executable, each as a static library. The last three modules are in
/// C++ and Swift, and the other modules are in Objective-C.
pub const STATIC_LIBRARIES: [&str; 7] =
    ["Payments", "Analytics", "Imaging", "Networking", "Geometry", "Pricing", "Checkout"];

/// The app as a folder, and its container. The app's folder and its container are removed with this value.
pub struct Shop {
    root: TempDir,
    container: TempDir,
    /// The linked files: the executables with their debug maps, and the link maps.
    pub products: Products,
}

impl Shop {
    /// Builds the signed app, linked in `style`. The executable links with the framework Kit, and opens the
    /// framework Promotions at run time.
    pub fn build(style: Style) -> Result<Shop> {
        Shop::build_of(style, None)
    }

    /// Builds an app in which some functions are always slow; `places` has the syntax of `SHOP_SLOW`.
    pub fn build_slow(style: Style, places: &str) -> Result<Shop> {
        Shop::build_of(style, Some(places))
    }

    /// Builds an app with additional code in its executable.
    pub fn build_planted(style: Style, planted: Planted<'_>) -> Result<Shop> {
        Shop::lay_out(compile::products_with(style, None, planted)?)
    }

    /// Builds the app for simulators. With `slow`, some functions are always slow.
    pub fn build_for_simulators(style: Style, slow: Option<&str>) -> Result<Shop> {
        let planted = Planted { simulator: true, ..Planted::default() };
        Shop::lay_out(compile::products_with(style, slow, planted)?)
    }

    /// Writes the same build to another folder.
    pub fn build_like(other: &Shop) -> Result<Shop> {
        Shop::lay_out(other.products.clone())
    }

    fn build_of(style: Style, slow: Option<&str>) -> Result<Shop> {
        Shop::lay_out(products(style, slow)?)
    }

    fn lay_out(products: Products) -> Result<Shop> {
        let (root, container) = (tempfile::tempdir()?, tempfile::tempdir()?);
        pack::lay_out(&products, &root.path().join("Shop.app"))?;
        Ok(Shop { root, container, products })
    }

    /// Returns the path of `Shop.app`.
    pub fn app(&self) -> PathBuf {
        self.root.path().join("Shop.app")
    }

    /// Writes the app as a new archive. Returns the archive's path.
    pub fn ipa(&self) -> Result<PathBuf> {
        let path = self.root.path().join("Shop.ipa");
        fs::write(&path, zip_app(&self.app())?).with_context(|| path.display().to_string())?;
        Ok(path)
    }

    /// Returns the app's container.
    pub fn container(&self) -> &Path {
        self.container.path()
    }

    /// Returns the configuration that starts the app. `switches` are those of `tests/app/Kit/Work.h`.
    pub fn config(&self, switches: &[(&str, &str)]) -> Result<Config> {
        self.config_of(&self.app(), switches)
    }

    /// Returns a configuration like [`Shop::config`], for another folder that contains the app, such as a
    /// modified copy.
    pub fn config_of(&self, app: &Path, switches: &[(&str, &str)]) -> Result<Config> {
        let mut config = Config::new(app, "Shop");
        config.system = build::system()?.by_name;
        config.container = Some(self.container.path().to_owned());
        config.environment.extend(switches.iter().map(|(key, value)| ((*key).into(), (*value).into())));
        Ok(config)
    }

    pub fn start(&self, switches: &[(&str, &str)]) -> Result<Outcome> {
        Ok(phone::run(self.config(switches)?))
    }
}

/// Returns the folder `tests/app`.
fn sources() -> PathBuf {
    build::workspace().join("tests/app")
}

//! Builds and starts Shop, the sample app of `tests/app`.

use std::path::{Path, PathBuf};

use anyhow::Result;
use phone::build::{self, Image, Kind, Style};
use phone::{Config, Outcome};
use tempfile::TempDir;

const SYSTEM: [&str; 5] = ["libSystem", "libobjc", "CoreFoundation", "Foundation", "UIKit"];

/// A bundle and a container, both gone with the value.
pub struct Shop {
    bundle: TempDir,
    container: TempDir,
}

impl Shop {
    /// The app, linked in `style`: Kit is a framework that it links, Promotions one that it opens late.
    pub fn build(style: Style) -> Result<Shop> {
        let shop = Shop { bundle: tempfile::tempdir()?, container: tempfile::tempdir()? };
        let kit = shop.framework(style, "Kit", &["Kit/Work.c", "Kit/Kit.m"], None)?;
        shop.framework(style, "Promotions", &["Promotions/Promotions.m"], Some(&kit))?;
        let sources = [
            "Shop/main.m",
            "Shop/Delegates.m",
            "Shop/Swizzle.m",
            "Shop/Catalog.m",
            "Shop/Cart.m",
            "Shop/Checkout.m",
            "Payments/Payments.m",
            "Analytics/Analytics.m",
            "Imaging/Imaging.m",
            "Networking/Networking.m",
        ];
        let mut image = image(style, "Shop", Kind::Executable, &sources)?;
        image.libraries.push(kit);
        image.ldflags = ["-rpath", "@executable_path/Frameworks"].map(String::from).into();
        std::fs::copy(build::build(&image)?, shop.bundle.path().join("Shop"))?;
        std::fs::copy(folder().join("Shop/Info.plist"), shop.bundle.path().join("Info.plist"))?;
        Ok(shop)
    }

    fn framework(&self, style: Style, name: &str, sources: &[&str], kit: Option<&Path>) -> Result<PathBuf> {
        let install = format!("@rpath/{name}.framework/{name}");
        let mut image = image(style, name, Kind::Library(install), sources)?;
        image.libraries.extend(kit.map(Path::to_owned));
        let file = build::build(&image)?;
        let folder = self.bundle.path().join(format!("Frameworks/{name}.framework"));
        std::fs::create_dir_all(&folder)?;
        std::fs::copy(&file, folder.join(name))?;
        Ok(file)
    }

    /// What a start of it needs; `switches` are those of `tests/app/Kit/Work.h`.
    pub fn config(&self, switches: &[(&str, &str)]) -> Result<Config> {
        let mut config = Config::new(self.bundle.path(), "Shop");
        config.system = build::system()?.by_name;
        config.container = Some(self.container.path().to_owned());
        config.environment.extend(switches.iter().map(|(key, value)| ((*key).into(), (*value).into())));
        Ok(config)
    }

    /// Starts it.
    pub fn start(&self, switches: &[(&str, &str)]) -> Result<Outcome> {
        Ok(phone::run(self.config(switches)?))
    }
}

fn folder() -> PathBuf {
    build::workspace().join("tests/app")
}

fn image(style: Style, name: &str, kind: Kind, sources: &[&str]) -> Result<Image> {
    let mut image = Image::new(name, kind, style, sources.iter().map(|source| folder().join(source)));
    image.cflags.push("-fobjc-arc".into());
    let system = build::system()?;
    image.libraries = SYSTEM.iter().map(|library| system.by_folder[*library].clone()).collect();
    Ok(image)
}

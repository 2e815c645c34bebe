//! Builds and runs apps of a few lines.

use std::path::{Path, PathBuf};

use phone::build::{self, Image, Kind, Style};
use phone::{Config, Outcome};

/// A bundle to which images are added.
pub(crate) struct App {
    pub(crate) folder: tempfile::TempDir,
    pub(crate) config: Config,
    style: Style,
}

impl App {
    pub(crate) fn new(style: Style) -> App {
        let folder = tempfile::tempdir().unwrap();
        let mut config = Config::new(folder.path(), "Main");
        config.system = build::system().unwrap().by_name;
        App { folder, config, style }
    }

    /// Compiles one image into the bundle, linked with libSystem and with the given files; returns the path of the built file.
    pub(crate) fn image(
        &self,
        at: &str,
        kind: Kind,
        text: &str,
        ldflags: &[&str],
        libraries: &[&Path],
    ) -> PathBuf {
        self.image_with(at, kind, text, &[], ldflags, libraries)
    }

    pub(crate) fn image_with(
        &self,
        at: &str,
        kind: Kind,
        text: &str,
        cflags: &[&str],
        ldflags: &[&str],
        libraries: &[&Path],
    ) -> PathBuf {
        let name = Path::new(at).file_name().unwrap().to_string_lossy().into_owned();
        let end = if text.starts_with("//S") {
            "S"
        } else if text.starts_with("//m") {
            "m"
        } else {
            "c"
        };
        let source = build::source(&format!("{name}.{end}"), text).unwrap();
        let mut image = Image::new(&name, kind, self.style, [source]);
        image.cflags = cflags.iter().map(|flag| (*flag).to_owned()).collect();
        image.ldflags = ldflags.iter().map(|flag| (*flag).to_owned()).collect();
        image.libraries = libraries.iter().map(|path| (*path).to_owned()).collect();
        image.libraries.push(build::system().unwrap().by_folder["libSystem"].clone());
        let file = build::build(&image).unwrap();
        self.put(at, &std::fs::read(&file).unwrap());
        file
    }

    pub(crate) fn put(&self, at: &str, bytes: &[u8]) {
        let path = self.folder.path().join(at);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }

    pub(crate) fn library(&self, at: &str, text: &str, libraries: &[&Path]) -> PathBuf {
        let kind = Kind::Library(format!("@rpath/{at}"));
        self.image(&format!("Frameworks/{at}"), kind, text, &[], libraries)
    }

    pub(crate) fn main(&self, text: &str, libraries: &[&Path]) -> PathBuf {
        let rpath = ["-rpath", "@executable_path/Frameworks"];
        self.image("Main", Kind::Executable, text, &rpath, libraries)
    }

    pub(crate) fn run(&self) -> Outcome {
        phone::run(self.config.clone())
    }
}

/// Runs a program of one C file.
pub(crate) fn run_c(style: Style, text: &str, change: impl FnOnce(&mut Config)) -> Outcome {
    let mut app = App::new(style);
    app.main(text, &[]);
    change(&mut app.config);
    app.run()
}

/// Host calls as C functions, for programs without libSystem.
pub(crate) const HOST: &str = r#"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static inline long host(long number, long a, long b, long c, long d) {
    register long x0 __asm__("x0") = a; register long x1 __asm__("x1") = b;
    register long x2 __asm__("x2") = c; register long x3 __asm__("x3") = d;
    register long x16 __asm__("x16") = number;
    __asm__ volatile("svc #0x80" : "+r"(x0) : "r"(x1), "r"(x2), "r"(x3), "r"(x16) : "memory", "cc");
    return x0;
}
static inline void mark(long number) { host(5, number, 0, 0, 0); }
static inline void say(const char *text) { host(3, (long)text, (long)strlen(text), 0, 0); }
static inline uint64_t ticks(void) { uint64_t t; __asm__ volatile("mrs %0, CNTVCT_EL0" : "=r"(t)); return t; }
"#;

/// Returns the text of `HOST`, followed by a program.
pub(crate) fn with_host(text: &str) -> String {
    format!("{HOST}{text}")
}

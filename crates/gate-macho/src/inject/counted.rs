//! An app whose own code counts its calls: the executable and every library that is loaded into its process.
//!
//! In the app there are numbers only; the names of functions go into a file beside it.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::bundle::nested;
use super::{InjectError, Result, folder, macho};
use crate::read::uuid_text;
use crate::rewrite::Rewritten;
pub use crate::rewrite::SEGMENT as COUNTING;

/// The format's name and version.
const FORMAT: &str = "launchgate.counting/1";

/// What counts in an app.
#[derive(Debug, Default)]
pub struct Counting {
    /// Each file by its path in the app.
    images: Vec<(String, Rewritten)>,
}

impl Counting {
    /// Makes the executable count, which is given and written by the caller.
    pub(super) fn executable(&mut self, name: &str, bytes: &[u8]) -> Result<Vec<u8>, macho::MachoError> {
        let (edited, rewritten) = macho::count(bytes)?;
        self.images.push((name.to_owned(), rewritten));
        Ok(edited.bytes)
    }

    /// Makes the libraries in an app count, but for the agent. What cannot is told by a warning, and stays as it is.
    pub(super) fn libraries(&mut self, app: &Path, agent: &str, warnings: &mut Vec<String>) -> Result<()> {
        for code in nested(app)? {
            let Ok(inside) = code.executable.strip_prefix(app) else { continue };
            // Extensions and tests have processes of their own.
            let is_elsewhere = code.path.ancestors().take_while(|path| *path != app).any(|path| {
                path.extension()
                    .is_some_and(|end| ["appex", "app", "xctest"].iter().any(|other| end == *other))
            });
            if is_elsewhere || inside.file_name().is_some_and(|name| name == agent) {
                continue;
            }
            let bytes = fs::read(&code.executable).map_err(InjectError::file("read", &code.executable))?;
            match macho::count(&bytes) {
                Ok((edited, rewritten)) => {
                    folder::overwrite(&code.executable, &edited.bytes)?;
                    self.images.push((inside.display().to_string(), rewritten));
                }
                Err(reason) => {
                    warnings.push(format!("the functions of {} are not counted: {reason}", inside.display()))
                }
            }
        }
        Ok(())
    }

    /// How many functions count, and how many there are.
    pub fn functions(&self) -> (usize, usize) {
        let all = self.images.iter().map(|(_, rewritten)| rewritten);
        let counted = |one: &Rewritten| one.counted.iter().filter(|function| !function.is_import).count();
        all.fold((0, 0), |(counts, there), one| {
            (counts + counted(one), there + counted(one) + one.left.values().sum::<usize>())
        })
    }

    /// The names of all that counts, for the file beside the app; a place in a list is a number in the app.
    pub fn to_json(&self) -> String {
        let image = |(path, of): &(String, Rewritten)| {
            let entry = |one: &crate::rewrite::CountedFunction| json!([one.offset, one.size, one.name]);
            let list = |imports: bool| -> Vec<Value> {
                of.counted.iter().filter(|one| one.is_import == imports).map(entry).collect()
            };
            let left: serde_json::Map<String, Value> =
                of.left.iter().map(|(why, count)| (why.name().to_owned(), (*count).into())).collect();
            json!({
                "path": path, "uuid": of.uuid.as_ref().map(uuid_text), "functions": list(false), "imports": list(true),
                "not_counted": left,
            })
        };
        let images: Vec<Value> = self.images.iter().map(image).collect();
        json!({ "format": FORMAT, "images": images }).to_string()
    }
}

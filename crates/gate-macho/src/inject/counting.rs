//! Makes an app count the calls of its functions. The executable counts, and so does every library that its process loads.
//!
//! In the app, each function is only a number. A separate file contains the names of the functions.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::bundle::find_nested_code;
use super::{InjectError, Result, folder, macho};
use crate::read::uuid_text;
pub use crate::rewrite::SEGMENT as COUNTING;
use crate::rewrite::{CountedFunction, RewrittenFile, main_reasons};

/// The name and version of the format of the file with the functions' names.
const FORMAT: &str = "launchgate.counting/1";

/// The functions of an app that count their calls.
#[derive(Debug, Default)]
pub struct CallCounting {
    /// The rewritten files, each with its path in the app.
    images: Vec<(String, RewrittenFile)>,
}

impl CallCounting {
    /// Makes the executable count calls. The caller reads the file before this call, and writes the returned bytes.
    pub(super) fn rewrite_executable(
        &mut self,
        name: &str,
        bytes: &[u8],
        warnings: &mut Vec<String>,
    ) -> Result<Vec<u8>, macho::EditError> {
        let (edited, rewritten) = macho::add_call_counting(bytes)?;
        warn(name, &rewritten, warnings);
        self.images.push((name.to_owned(), rewritten));
        Ok(edited.bytes)
    }

    /// Makes the libraries of an app count, except the agent. If a library cannot count, it remains unchanged and a warning is added.
    pub(super) fn rewrite_libraries(
        &mut self,
        app: &Path,
        agent: &str,
        warnings: &mut Vec<String>,
    ) -> Result<()> {
        for code in find_nested_code(app)? {
            let Ok(inside) = code.executable.strip_prefix(app) else { continue };
            // Extensions and tests run in separate processes.
            let is_elsewhere = code.path.ancestors().take_while(|path| *path != app).any(|path| {
                path.extension()
                    .is_some_and(|end| ["appex", "app", "xctest"].iter().any(|other| end == *other))
            });
            if is_elsewhere || inside.file_name().is_some_and(|name| name == agent) {
                continue;
            }
            let bytes = fs::read(&code.executable)
                .map_err(InjectError::from_file_operation("read", &code.executable))?;
            match macho::add_call_counting(&bytes) {
                Ok((edited, rewritten)) => {
                    folder::overwrite(&code.executable, &edited.bytes)?;
                    warn(&inside.display().to_string(), &rewritten, warnings);
                    self.images.push((inside.display().to_string(), rewritten));
                }
                Err(reason) => {
                    warnings.push(format!("the functions of {} are not counted: {reason}", inside.display()))
                }
            }
        }
        Ok(())
    }

    /// Returns the number of functions that count their calls, and the number of all functions.
    pub fn count_functions(&self) -> (usize, usize) {
        let all = self.images.iter().map(|(_, rewritten)| count_functions(rewritten));
        all.fold((0, 0), |(counts, there), (counted, all)| (counts + counted, there + all))
    }

    /// Returns the content of the file with the functions' names. The list of imports continues the list of functions: the position of an
    /// entry in both lists together is the number of its record in the app.
    pub fn to_json(&self) -> String {
        let images: Vec<Value> = self.images.iter().map(|(path, file)| file_to_json(path, file)).collect();
        json!({ "format": FORMAT, "images": images }).to_string()
    }
}

fn file_to_json(path: &str, file: &RewrittenFile) -> Value {
    let (imports, functions): (Vec<_>, Vec<_>) = file.counted.iter().partition(|one| one.is_import);
    let list = |functions: &[&CountedFunction]| -> Vec<Value> {
        functions.iter().map(|one| json!([one.offset, one.size, one.name])).collect()
    };
    let left: serde_json::Map<String, Value> =
        file.left.iter().map(|(why, count)| (why.name().to_owned(), (*count).into())).collect();
    json!({
        "path": path, "uuid": file.uuid.as_ref().map(uuid_text), "functions": list(&functions),
        "imports": list(&imports), "not_counted": left,
    })
}

/// Returns the number of functions of one file that count their calls, and the number of all its functions.
fn count_functions(one: &RewrittenFile) -> (usize, usize) {
    let counted = one.counted.iter().filter(|function| !function.is_import).count();
    (counted, counted + one.left.values().sum::<usize>())
}

/// Adds a warning if few functions of a file count, or if the file may notice that it was changed.
fn warn(path: &str, one: &RewrittenFile, warnings: &mut Vec<String>) {
    /// The smallest normal share of functions that count, in percent. In C, C++, Objective-C and Swift, 99 % of the functions count.
    const NORMAL: usize = 90;
    let (counted, all) = count_functions(one);
    if counted * 100 < all * NORMAL {
        let share = 100.0 * counted as f64 / all as f64;
        let reasons = main_reasons(&one.left);
        warnings.push(format!(
            "only {counted} of the {all} functions of {path} are counted ({share:.1} %): {reasons}"
        ));
    }
    for hazard in &one.hazards {
        warnings.push(format!("{path} {}", hazard.consequence()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rewrite::{CountedFunction, Hazard, NotCountedReason};

    fn rewritten(counted: usize, left: &[(NotCountedReason, usize)], hazards: Vec<Hazard>) -> RewrittenFile {
        let one = CountedFunction {
            offset: 0,
            size: 4,
            name: None,
            is_import: false,
            keeps: false,
            loops: 0,
            trampoline: 0,
        };
        let left = left.iter().copied().collect();
        RewrittenFile { bytes: Vec::new(), counted: vec![one; counted], left, hazards, uuid: None }
    }

    fn warnings(one: &RewrittenFile) -> Vec<String> {
        let mut warnings = Vec::new();
        warn("Frameworks/V8", one, &mut warnings);
        warnings
    }

    #[test]
    fn a_file_with_few_countable_functions_causes_a_warning_with_reasons() {
        let left = [
            (NotCountedReason::Data, 100),
            (NotCountedReason::First, 3),
            (NotCountedReason::PerhapsData, 50),
            (NotCountedReason::RunsOn, 4),
        ];
        let expected = "only 843 of the 1000 functions of Frameworks/V8 are counted (84.3 %): 100 hold data; 50 may be data, since no \
            unwind table and no pointer knows them; 4 run on into what follows, as tables do";
        assert_eq!(warnings(&rewritten(843, &left, Vec::new())), [expected]);
        assert_eq!(warnings(&rewritten(900, &[(NotCountedReason::Data, 100)], Vec::new())), [""; 0]);
    }

    #[test]
    fn a_file_that_may_check_its_own_code_causes_a_warning() {
        let found = warnings(&rewritten(100, &[], vec![Hazard::CopiesCode, Hazard::HashesItself]));
        assert_eq!(found.len(), 2);
        assert!(found[0].starts_with("Frameworks/V8 makes functions at run time from copies of its code"));
        assert!(found[1].starts_with("Frameworks/V8 seems to compare its code with a hash"));
    }
}

//! Reads the CODEOWNERS file from the paths in which GitHub and GitLab search for it.

use std::path::Path;

use gate_attribution::Codeowners;

const PLACES: [&str; 4] = [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS"];

/// Returns the path and the rules of the file. Lines that are not supported cause notes.
pub(crate) fn read(root: &Path, notes: &mut Vec<String>) -> Option<(String, Codeowners)> {
    let path = PLACES.iter().find(|path| root.join(path).is_file())?;
    match super::read_text(&root.join(path)) {
        Ok(text) => {
            let parsed = Codeowners::parse(&text);
            for line in parsed.skipped_lines() {
                notes.push(format!(
                    "{path}:{line} is not a valid CODEOWNERS rule and has no effect; correct it"
                ));
            }
            Some(((*path).to_owned(), parsed))
        }
        Err(error) => {
            notes.push(format!("cannot read {path}: {error}"));
            None
        }
    }
}

//! Opens stores at a URL, which many repositories share.

use std::collections::HashSet;
use std::path::Path;

use anyhow::bail;
use gate_baseline::Baselines;
use gate_common::git::Repository;
use gate_launches::Launches;
use gate_store::UrlStore;

use super::context::{Context, is_url};
use super::hidden::hide_names;

/// Opens the store at a URL. For a judgement, the store has only the sessions of commits in the history of HEAD, and otherwise all
/// sessions.
pub(super) fn open(url: &Path, context: &Context, is_judged: bool) -> anyhow::Result<Box<dyn Baselines>> {
    let Some(text) = url.to_str() else { bail!("{}: not a URL", url.display()) };
    let (now, largest) = (context.now_unix_ms(), context.config.gate.largest_input << 20);
    let store = UrlStore::open(text, now, context.cache_folder("store").as_deref(), largest)?;
    if !is_judged {
        return Ok(Box::new(store));
    }
    match read_head_history(context.root())? {
        Some(commits) => Ok(Box::new(store.of_history(commits))),
        None => Ok(Box::new(store)),
    }
}

/// Returns the history of HEAD, if the folder is in a repository.
fn read_head_history(root: &Path) -> anyhow::Result<Option<HashSet<String>>> {
    let Ok(repository) = Repository::open(root) else { return Ok(None) };
    let Ok(head) = repository.resolve_commit("HEAD") else { return Ok(None) };
    Ok(Some(repository.history(&head)?))
}

/// Hides names in launches according to `report.names`, if the launches are compared with a store that `gate store put` writes.
pub fn as_stored(launches: &mut Launches, context: &Context, given: Option<&Path>) {
    let place = context.store_folder(given);
    if is_url(&place) || is_store(&place) {
        hide_names(launches, context.config.report.names);
    }
}

/// Returns whether `gate store put` wrote a folder. This folder has the layout of a store at a URL.
pub fn is_store(folder: &Path) -> bool {
    folder.join("v1/store.json").is_file() || folder.join("v1/sessions").is_dir()
}

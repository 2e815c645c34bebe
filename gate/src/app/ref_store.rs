//! Opens the store for a judgement. The store may be in git: under a ref, or in the base commit of a change.

use std::path::{Component, Path, PathBuf};

use anyhow::{Context as _, bail};
use gate_baseline::{Baselines, GitStoreLocation};
use gate_common::git::{Commit, Repository};
use gate_common::names::escape_for_display;

use super::{Context, JudgingOptions, RemoteRef, is_url, shared::is_store};

/// Opens the store with which launches are judged: the requested ref, or otherwise the folder or URL of the store. If the commit of the
/// base is given, a folder of the checkout is read in this commit, so that a change cannot add sessions to its own base.
///
/// A missing ref is an empty store, since the ref of a new store does not exist yet.
pub fn store_for(
    context: &Context,
    by: &JudgingOptions,
    warnings: &mut Vec<String>,
) -> anyhow::Result<Box<dyn Baselines>> {
    let Some(RemoteRef { remote, name }) = &by.reference else {
        return match BaseCommitStore::find(context, by)? {
            Some(of_base) => of_base.store(context),
            None => context.store(by.baseline.as_deref()),
        };
    };
    let dir = context.store_folder(by.baseline.as_deref());
    let repository = Repository::open(context.root())?;
    let folder = relative_store_folder(&repository, &dir)?;
    let head = repository.resolve_commit("HEAD")?;
    let tip = repository.fetch(remote, full_ref(name)?)?;
    if tip.is_none() {
        warnings.push(format!(
            "{} has no ref {name}; run `gate baseline push --ref {name}` on the main branch to create it",
            escape_for_display(remote)
        ));
    }
    let place =
        GitStoreLocation { repository: &repository, tip: tip.as_ref(), folder: &folder, name, shown: &dir };
    let base = by.base_commit.as_deref().map(|name| repository.resolve_commit(name)).transpose()?;
    Ok(Box::new(place.of_ref(Some(&head), &dir, base.as_ref())?.with_current_time(context.now_unix_ms())))
}

/// Lists the files of the baselines that a change edits, except the file of acceptances.
pub fn edited_baselines(context: &Context, by: &JudgingOptions) -> anyhow::Result<Vec<String>> {
    let Some(of_base) = BaseCommitStore::find(context, by)? else { return Ok(Vec::new()) };
    let accepted = format!("{}/accepted.tsv", of_base.folder);
    let mut changed = of_base.repository.changed_since(&of_base.commit, &of_base.folder)?;
    changed.retain(|path| *path != accepted);
    Ok(changed)
}

/// The store in a checkout, in the state that the store has in the base commit of a change.
struct BaseCommitStore {
    repository: Repository,
    commit: Commit,
    /// The store's folder as a path in git.
    folder: String,
    dir: PathBuf,
}

impl BaseCommitStore {
    /// Finds the store. Returns `None` if no base commit is given, or if the store is outside of the checkout, where a change cannot edit
    /// it.
    fn find(context: &Context, by: &JudgingOptions) -> anyhow::Result<Option<BaseCommitStore>> {
        let Some(name) = &by.base_commit else { return Ok(None) };
        let dir = context.store_folder(by.baseline.as_deref());
        if is_url(&dir) || is_store(&dir) {
            return Ok(None);
        }
        let repository = Repository::open(context.root())?;
        let commit = repository.resolve_commit(name)?;
        let Ok(folder) = relative_store_folder(&repository, &dir) else { return Ok(None) };
        Ok(Some(BaseCommitStore { repository, commit, folder, dir }))
    }

    fn store(&self, context: &Context) -> anyhow::Result<Box<dyn Baselines>> {
        let BaseCommitStore { repository, commit, folder, dir } = self;
        let place =
            GitStoreLocation { repository, tip: Some(commit), folder, name: commit.as_str(), shown: dir };
        Ok(Box::new(place.of_base(dir)?.with_current_time(context.now_unix_ms())))
    }
}

/// Checks that a ref has its full name, so that it is not mistaken for a branch.
pub fn full_ref(reference: &str) -> anyhow::Result<&str> {
    if !reference.starts_with("refs/") {
        bail!("--ref needs a full name, such as refs/launchgate/baselines, not {reference:?}");
    }
    Ok(reference)
}

/// Returns the folder of the store relative to the repository.
pub fn relative_store_folder(repository: &Repository, dir: &Path) -> anyhow::Result<String> {
    let (mut there, mut missing) = (nearest_existing(dir), Vec::new());
    if let Ok(rest) = dir.strip_prefix(there) {
        missing.extend(rest.components());
    } else {
        // The folder is relative and does not exist yet, so its path starts from the current folder.
        missing.extend(dir.components());
        there = Path::new(".");
    }
    let mut whole = there.canonicalize().with_context(|| there.display().to_string())?;
    for part in missing {
        match part {
            Component::Normal(name) => whole.push(name),
            Component::CurDir => {}
            _ => bail!(
                "{}: not a folder; set the folder of the baselines with --baseline or the setting baseline.dir",
                dir.display()
            ),
        }
    }
    let root = repository.root().canonicalize()?;
    let below = whole.strip_prefix(&root).ok().filter(|below| *below != Path::new(""));
    let below = below.and_then(Path::to_str);
    let Some(below) = below else {
        bail!("the store {} must be a folder inside the repository {}", dir.display(), root.display());
    };
    Ok(below.replace('\\', "/"))
}

/// Returns the folder, or its nearest existing parent.
fn nearest_existing(dir: &Path) -> &Path {
    dir.ancestors().find(|folder| folder.is_dir()).unwrap_or(Path::new("."))
}

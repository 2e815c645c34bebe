//! Returns an error for each store at a URL, in a gate that was built without support for these stores.

use std::path::Path;

use anyhow::bail;
use gate_baseline::Baselines;
use gate_launches::Launches;

use super::context::Context;

pub(super) fn open(url: &Path, _: &Context, _: bool) -> anyhow::Result<Box<dyn Baselines>> {
    bail!(
        "{}: this gate was built without stores at a URL; take a released gate, or build it with --features store",
        url.display()
    )
}

pub fn is_store(_: &Path) -> bool {
    false
}

pub fn as_stored(_: &mut Launches, _: &Context, _: Option<&Path>) {}

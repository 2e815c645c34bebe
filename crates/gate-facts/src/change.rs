//! Finds the exact differences between the facts of two builds, which have no noise.
//!
//! Facts with names are compared over the whole app and not for each image. If a `+load` method moves to another framework, or a further
//! image links the same library, the number of facts does not grow. Numbers are compared as sums, with the images that contribute to a
//! difference.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{FactKind, Facts, INSTRUMENTED, Image, PreMainCode};

/// A fact that differs between two builds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FactChange {
    /// The kind of the fact.
    pub kind: FactKind,
    /// The image that contains the fact. The change of a number has the image whose number grew most.
    pub image: String,
    /// The name of the fact, if facts of the kind have names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The number of facts in the base.
    pub base: u64,
    /// The number of facts in the head.
    pub head: u64,
    /// The module that contains the code of the fact; `None` if it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub module: Option<String>,
    /// The owner of the fact: the team or person to ask.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// Each image whose number differs, with both numbers; empty for a fact with a name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub images: Vec<ImageCount>,
}

/// The numbers of facts of one image, as a part of a change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImageCount {
    pub image: String,
    /// The number of the image's facts in the base.
    pub base: u64,
    /// The number of the image's facts in the head.
    pub head: u64,
}

impl FactChange {
    /// Returns the growth; 0 if the number became smaller.
    pub fn growth(&self) -> u64 {
        self.head.saturating_sub(self.base)
    }

    /// Describes the change, with a sign.
    pub fn describe(&self) -> String {
        match &self.name {
            Some(name) if self.base == self.head => format!("{} in both builds: {name}", one_of(self.kind)),
            Some(name) if self.base < self.head => format!("new {}: {name}", one_of(self.kind)),
            Some(name) => format!("gone {}: {name}", one_of(self.kind)),
            None => {
                let (sign, by) = if self.base <= self.head {
                    ("+", self.growth())
                } else {
                    ("\u{2212}", self.base - self.head)
                };
                format!("{} {} \u{2192} {} ({sign}{by})", self.kind.label(), self.base, self.head)
            }
        }
    }
}

/// Returns the phrase for a single fact of a kind whose facts have names.
pub(super) fn one_of(kind: FactKind) -> &'static str {
    match kind {
        FactKind::Load => "+load",
        FactKind::Initialiser => "static initialiser",
        FactKind::Dylib => "dylib",
        FactKind::Image => "image in the app",
        FactKind::Toolchain => "build property",
        other => other.label(),
    }
}

/// Returns the number of facts of a kind in an image.
pub fn count(image: &Image, kind: FactKind) -> u64 {
    let fixups = &image.fixups;
    match kind {
        FactKind::Load => image.loads.len() as u64,
        FactKind::Initialiser => image.initialisers.len() as u64,
        FactKind::Dylib => image.dylibs.len() as u64,
        FactKind::Image => 1,
        FactKind::Fixups => [fixups.rebases, fixups.binds, fixups.weak_binds, fixups.lazy_binds].iter().sum(),
        FactKind::Pages => fixups.pages,
        FactKind::Toolchain => image.toolchain.len() as u64,
        FactKind::Size => image.segments.iter().map(|segment| segment.file_bytes).sum(),
    }
}

/// Returns the differences between two builds, in the order of kinds and names.
pub fn find_changes(base: &Facts, head: &Facts) -> Vec<FactChange> {
    let mut found = Vec::new();
    for kind in FactKind::ALL {
        match kind {
            FactKind::Load
            | FactKind::Initialiser
            | FactKind::Dylib
            | FactKind::Image
            | FactKind::Toolchain => {
                found.extend(compare_named_facts(kind, base, head));
            }
            _ => found.extend(compare_counts(kind, base, head)),
        }
    }
    found
}

/// A fact that has a name, with its image and code.
#[derive(Clone, Copy)]
struct NamedFact<'a> {
    image: &'a Image,
    code: Option<&'a PreMainCode>,
    times: u64,
}

/// Returns the facts of a kind from all images, by name. The facts of the kind must have names.
fn facts_by_name(kind: FactKind, facts: &Facts) -> BTreeMap<&str, NamedFact<'_>> {
    let mut found: BTreeMap<&str, NamedFact<'_>> = BTreeMap::new();
    for image in &facts.images {
        let code = match kind {
            FactKind::Load => &image.loads[..],
            FactKind::Initialiser => &image.initialisers[..],
            _ => &[],
        };
        for code in code {
            let new = NamedFact { image, code: Some(code), times: 0 };
            found.entry(&code.symbol).or_insert(new).times += 1;
        }
        // A library is loaded once, whatever the number of images that link it.
        let once = NamedFact { image, code: None, times: 1 };
        let names: Vec<&String> = match kind {
            FactKind::Dylib => image.dylibs.iter().map(|dylib| &dylib.name).collect(),
            FactKind::Image => vec![&image.path],
            FactKind::Toolchain => image.toolchain.iter().collect(),
            _ => Vec::new(),
        };
        for name in names {
            found.entry(name).or_insert(once);
        }
    }
    found
}

/// Returns the instrumentation (such as a sanitizer) of the head's build, as changes, if the base has the same instrumentation or there is
/// no base.
pub fn find_instrumentation(base: Option<&Facts>, head: &Facts) -> Vec<FactChange> {
    let kind = FactKind::Toolchain;
    let before = base.map(|base| facts_by_name(kind, base)).unwrap_or_default();
    let now = facts_by_name(kind, head);
    // If the build properties of the base are known, `changes` already contains the instrumentation that only the head has.
    let found = now
        .iter()
        .filter(|(name, _)| INSTRUMENTED.contains(name) && (before.is_empty() || before.contains_key(*name)));
    found
        .map(|(name, NamedFact { image, .. })| FactChange {
            kind,
            image: image.path.clone(),
            name: Some((*name).to_owned()),
            base: u64::from(before.contains_key(name)),
            head: 1,
            module: image.module.clone(),
            owner: image.owner.clone(),
            images: Vec::new(),
        })
        .collect()
}

/// Returns the differences between two builds in a kind whose facts have names.
fn compare_named_facts(kind: FactKind, base: &Facts, head: &Facts) -> Vec<FactChange> {
    let (before, now) = (facts_by_name(kind, base), facts_by_name(kind, head));
    if kind == FactKind::Toolchain && (before.is_empty() || now.is_empty()) {
        // Facts of older versions have no properties of the build.
        return Vec::new();
    }
    let times =
        |side: &BTreeMap<&str, NamedFact<'_>>, name: &str| side.get(name).map_or(0, |named| named.times);
    let mut all: Vec<&str> = before.keys().chain(now.keys()).copied().collect();
    all.sort_unstable();
    all.dedup();
    let mut changes = Vec::new();
    for name in all {
        let (base, head) = (times(&before, name), times(&now, name));
        let Some(NamedFact { image, code, .. }) = now.get(name).or_else(|| before.get(name)) else {
            continue;
        };
        if base != head {
            let module = code.and_then(|code| code.module.as_ref()).or(image.module.as_ref()).cloned();
            let owner = code.and_then(|code| code.owner.as_ref()).or(image.owner.as_ref()).cloned();
            let (image, name) = (image.path.clone(), Some(name.to_owned()));
            changes.push(FactChange { kind, image, name, base, head, module, owner, images: Vec::new() });
        }
    }
    changes
}

/// Returns the difference between two builds in a kind of fact that is only a number.
fn compare_counts(kind: FactKind, base: &Facts, head: &Facts) -> Option<FactChange> {
    let mut images: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    for image in &base.images {
        images.entry(&image.path).or_default().0 = count(image, kind);
    }
    for image in &head.images {
        images.entry(&image.path).or_default().1 = count(image, kind);
    }
    let sum = |side: fn(&(u64, u64)) -> u64| images.values().map(side).sum::<u64>();
    let (before, now) = (sum(|both| both.0), sum(|both| both.1));
    images.retain(|_, (base, head)| base != head);
    let by = |(base, head): &(u64, u64)| i128::from(*head) - i128::from(*base);
    // The change names the image that grew most, or the image that shrank most if the sum of all images shrank.
    let sign = if now < before { -1 } else { 1 };
    let (path, _) = images.iter().max_by_key(|(_, both)| sign * by(both))?;
    let image = head.images.iter().chain(&base.images).find(|image| image.path == *path)?;
    Some(FactChange {
        kind,
        image: (*path).to_owned(),
        name: None,
        base: before,
        head: now,
        module: image.module.clone(),
        owner: image.owner.clone(),
        images: images
            .into_iter()
            .map(|(path, (base, head))| ImageCount { image: path.to_owned(), base, head })
            .collect(),
    })
}

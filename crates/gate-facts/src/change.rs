//! By what two builds differ, exactly: facts have no noise.
//!
//! What has a name is compared over the whole app, so that a `+load` that moves from one framework to another, or a library that one
//! more image links, is no growth. What is counted is compared in sum, with the images that it comes from.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Code, FactKind, Facts, Image};

/// A fact that is not the same in two builds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// What kind of fact it is.
    pub kind: FactKind,
    /// The image that has it; of numbers the one that grew most.
    pub image: String,
    /// Its name, of what has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// How many there were.
    pub base: u64,
    /// How many there are.
    pub head: u64,
    /// The module that it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub module: Option<String>,
    /// Whom to ask.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// Of numbers: each image in which they differ, with both.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub images: Vec<ImageCount>,
}

/// An image's part in a change of numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImageCount {
    pub image: String,
    /// How many it had.
    pub base: u64,
    /// How many it has.
    pub head: u64,
}

impl Change {
    /// How many more there are; 0 where it became fewer.
    pub fn growth(&self) -> u64 {
        self.head.saturating_sub(self.base)
    }

    /// The change in words, with a sign.
    pub fn words(&self) -> String {
        match &self.name {
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

/// One of a kind that has names.
pub(super) fn one_of(kind: FactKind) -> &'static str {
    match kind {
        FactKind::Load => "+load",
        FactKind::Initialiser => "static initialiser",
        FactKind::Dylib => "dylib",
        FactKind::Image => "image in the app",
        other => other.label(),
    }
}

/// How many facts of a kind an image has.
pub fn count(image: &Image, kind: FactKind) -> u64 {
    let fixups = &image.fixups;
    match kind {
        FactKind::Load => image.loads.len() as u64,
        FactKind::Initialiser => image.initialisers.len() as u64,
        FactKind::Dylib => image.dylibs.len() as u64,
        FactKind::Image => 1,
        FactKind::Fixups => [fixups.rebases, fixups.binds, fixups.weak_binds, fixups.lazy_binds].iter().sum(),
        FactKind::Pages => fixups.pages,
        FactKind::Size => image.segments.iter().map(|segment| segment.file_bytes).sum(),
    }
}

/// Everything in which two builds differ, in the order of the kinds, then of names.
pub fn changes(base: &Facts, head: &Facts) -> Vec<Change> {
    let mut found = Vec::new();
    for kind in FactKind::ALL {
        match kind {
            FactKind::Load | FactKind::Initialiser | FactKind::Dylib | FactKind::Image => {
                found.extend(named(kind, base, head));
            }
            _ => found.extend(counted(kind, base, head)),
        }
    }
    found
}

/// What has a name, and the image and people that it belongs to.
struct Named<'a> {
    image: &'a Image,
    code: Option<&'a Code>,
    times: u64,
}

fn names(kind: FactKind, facts: &Facts) -> BTreeMap<&str, Named<'_>> {
    let mut found: BTreeMap<&str, Named<'_>> = BTreeMap::new();
    for image in &facts.images {
        let mut add = |name, code, again: u64| {
            found.entry(name).and_modify(|known| known.times += again).or_insert(Named {
                image,
                code,
                times: 1,
            });
        };
        match kind {
            FactKind::Load => image.loads.iter().for_each(|code| add(&code.symbol, Some(code), 1)),
            FactKind::Initialiser => {
                image.initialisers.iter().for_each(|code| add(&code.symbol, Some(code), 1))
            }
            // A library is loaded once, however many link it.
            FactKind::Dylib => image.dylibs.iter().for_each(|dylib| add(&dylib.name, None, 0)),
            _ => add(&image.path, None, 0),
        }
    }
    found
}

fn named(kind: FactKind, base: &Facts, head: &Facts) -> Vec<Change> {
    let (before, now) = (names(kind, base), names(kind, head));
    let times = |side: &BTreeMap<&str, Named<'_>>, name: &str| side.get(name).map_or(0, |named| named.times);
    let mut all: Vec<&str> = before.keys().chain(now.keys()).copied().collect();
    all.sort_unstable();
    all.dedup();
    let differ = all.into_iter().filter(|name| times(&before, name) != times(&now, name));
    let change = |name: &str| {
        let named = now.get(name).or_else(|| before.get(name))?;
        let of = |own: fn(&Code) -> &Option<String>, images: &Option<String>| {
            named.code.and_then(|code| own(code).clone()).or_else(|| images.clone())
        };
        Some(Change {
            kind,
            image: named.image.path.clone(),
            name: Some(name.to_owned()),
            base: times(&before, name),
            head: times(&now, name),
            module: of(|code| &code.module, &named.image.module),
            owner: of(|code| &code.owner, &named.image.owner),
            images: Vec::new(),
        })
    };
    differ.filter_map(change).collect()
}

fn counted(kind: FactKind, base: &Facts, head: &Facts) -> Option<Change> {
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
    // Where it grew most, or shrank most if it shrank.
    let sign = if now < before { -1 } else { 1 };
    let (path, _) = images.iter().max_by_key(|(_, both)| sign * by(both))?;
    let image = head.images.iter().chain(&base.images).find(|image| image.path == *path)?;
    Some(Change {
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

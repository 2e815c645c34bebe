//! `gate explain`, of functions that samples found: those in a method, and where a function was found, in base and head.

use std::collections::BTreeMap;
use std::io::Write;

use crate::explain::Divided;
use crate::launches::{Launches, Node};
use crate::report::{shown, shown_change, shown_time};

/// Both sides' functions; a side without samples has none, which is not known and not zero.
pub(super) struct Functions {
    base: Option<Divided>,
    head: Option<Divided>,
}

impl Functions {
    pub(super) fn of(head: &Launches, base: Option<&Launches>) -> Functions {
        let of = |launches: &Launches| Some(Divided::of(launches)).filter(|divided| divided.sampled > 0);
        Functions { base: base.and_then(of), head: of(head) }
    }

    fn sides(&self) -> impl Iterator<Item = &Divided> {
        [&self.head, &self.base].into_iter().flatten()
    }

    /// The names of all functions.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.sides().flat_map(|divided| divided.functions().into_keys())
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.names().any(|known| known == name)
    }

    /// The functions in a method's own time.
    pub(super) fn write_inside(&self, method: &str, out: &mut dyn Write) -> anyhow::Result<()> {
        let of = |side: &Option<Divided>| -> Option<BTreeMap<String, f64>> {
            let inside = side.as_ref()?.inside(method);
            Some(inside.into_iter().map(|(name, ns)| (name.to_owned(), ns)).collect())
        };
        self.write("Sampled in the method itself", [of(&self.base), of(&self.head)], out)
    }

    /// Whose a function is, and where it was found.
    pub(super) fn write_places(&self, function: &str, out: &mut dyn Write) -> anyhow::Result<()> {
        let known = self.sides().find_map(|divided| divided.functions().get(function).copied().cloned());
        writeln!(out, "{} (sampled)", shown(function))?;
        if let Some(known) = known {
            let or = |text: Option<&str>| shown(text.unwrap_or("unknown"));
            writeln!(out, "module {}, owner {}", shown(&known.module), or(known.owner.as_deref()))?;
            if let Some(file) = &known.file {
                writeln!(out, "in {}", shown(file))?;
            }
        }
        writeln!(out, "\nAverage launch, on the main thread")?;
        writeln!(out, "{:>18}  {:>18}  {:>22}", "base", "head", "change")?;
        let name = |node: &Node| match node {
            Node::Method(name) => name.to_string(),
            Node::Outside(phase) => format!("outside Objective-C in {phase}"),
        };
        let of = |side: &Option<Divided>| -> Option<BTreeMap<String, f64>> {
            let places = side.as_ref()?.places(function);
            Some(places.into_iter().map(|(node, ns)| (name(node), ns)).collect())
        };
        self.write("Found in", [of(&self.base), of(&self.head)], out)
    }

    /// A list of parts, the largest change first.
    fn write(
        &self,
        title: &str,
        [base, head]: [Option<BTreeMap<String, f64>>; 2],
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let mut names: Vec<&String> = base.iter().chain(&head).flat_map(BTreeMap::keys).collect();
        names.sort_unstable();
        names.dedup();
        if names.is_empty() {
            return Ok(());
        }
        // A side without samples does not know; one with samples that has none of a function has 0.
        let ns = |side: &Option<BTreeMap<String, f64>>, name: &str| {
            side.as_ref().map(|parts| parts.get(name).copied().unwrap_or(0.0))
        };
        let change = |name: &str| ns(&base, name).zip(ns(&head, name)).map(|(base, head)| head - base);
        let size = |name: &str| ns(&head, name).unwrap_or(0.0).max(ns(&base, name).unwrap_or(0.0));
        names.sort_by(|a, b| {
            let by_change = change(b).unwrap_or(0.0).abs().total_cmp(&change(a).unwrap_or(0.0).abs());
            by_change.then(size(b).total_cmp(&size(a))).then(a.cmp(b))
        });
        writeln!(out, "\n{title}")?;
        for name in names {
            let (base, head) = (ns(&base, name), ns(&head, name));
            let told = |ns: Option<f64>| ns.map_or_else(|| "not sampled".to_owned(), shown_time);
            let change =
                base.zip(head).map_or_else(|| "?".to_owned(), |(base, head)| shown_change(base, head));
            writeln!(out, "{:>18}  {:>18}  {change:>22}  {}", told(base), told(head), shown(name))?;
        }
        Ok(())
    }
}

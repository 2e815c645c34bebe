//! Renamed classes: a class that the head no longer has, and one that only the head has, with the same selectors.
//!
//! Their methods are judged as one row each, selector by selector, so a rename hides no growth and raises no alarm.
//! The same holds of a method that has a new selector in its class, where calls and cost say which one it was.
//! Limit: a class whose methods were renamed too is a new class beside one that is gone.

use std::collections::{BTreeMap, BTreeSet};

/// At least this share of the selectors of both classes must be common to them.
const LEAST_COMMON: f64 = 0.5;

/// `+` or `-`, and the selector.
type Selector<'a> = (char, &'a str);

/// Of each method of a renamed class the name in the base, by its name in the head.
pub(super) fn find<'a>(base: &BTreeSet<&'a str>, head: &BTreeSet<&'a str>) -> BTreeMap<&'a str, &'a str> {
    let (base_classes, head_classes) = (classes(base), classes(head));
    let only = |of: &Classes<'a>, not: &Classes<'a>| -> Classes<'a> {
        of.iter().filter(|(class, _)| !not.contains_key(*class)).map(|(c, m)| (*c, m.clone())).collect()
    };
    let (gone, come) = (only(&base_classes, &head_classes), only(&head_classes, &base_classes));
    let mut renamed = BTreeMap::new();
    for (class, methods) in &come {
        let Some(old) = most_alike((class, methods), &gone) else { continue };
        // Each must be the other's only choice: with several it is not known which was renamed to which.
        if most_alike((old, &gone[old]), &come) != Some(class) {
            continue;
        }
        let was = &gone[old];
        renamed.extend(methods.iter().filter_map(|(selector, name)| Some((*name, *was.get(selector)?))));
    }
    renamed
}

/// A method that one side does not have: what it costs, and how often it is called, in the median launch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Only<'a> {
    pub(super) name: &'a str,
    pub(super) cost: f64,
    pub(super) calls: f64,
}

/// Methods cost alike that differ by no more than this factor.
const ALIKE_COST: f64 = 1.25;

/// Of each method that has a new selector in its class the name in the base, by its name in the head: one that is gone, with as many
/// calls and a cost that is alike, and each is the other's best.
pub(super) fn in_class<'a>(gone: &[Only<'a>], come: &[Only<'a>]) -> BTreeMap<&'a str, &'a str> {
    let mut pairs: Vec<(f64, &'a str, &'a str)> = Vec::new();
    let mut of_class: BTreeMap<(char, &str), Vec<&Only<'a>>> = BTreeMap::new();
    let class = |method: &Only<'a>| parts(method.name).map(|(sign, class, _)| (sign, class));
    for method in gone {
        if let Some(class) = class(method) {
            of_class.entry(class).or_default().push(method);
        }
    }
    for new in come {
        for old in class(new).and_then(|class| of_class.get(&class)).into_iter().flatten() {
            let apart = (new.cost / old.cost).ln().abs();
            if new.calls == old.calls && apart <= ALIKE_COST.ln() {
                pairs.push((apart, new.name, old.name));
            }
        }
    }
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| (a.1, a.2).cmp(&(b.1, b.2))));
    let (mut renamed, mut taken) = (BTreeMap::new(), BTreeSet::new());
    for (_, new, old) in pairs {
        if !renamed.contains_key(new) && taken.insert(old) {
            renamed.insert(new, old);
        }
    }
    renamed
}

/// The methods of each class: their full names by selector.
type Classes<'a> = BTreeMap<&'a str, BTreeMap<Selector<'a>, &'a str>>;

fn classes<'a>(methods: &BTreeSet<&'a str>) -> Classes<'a> {
    let mut classes = Classes::new();
    for name in methods {
        if let Some((sign, class, selector)) = parts(name) {
            classes.entry(class).or_default().insert((sign, selector), name);
        }
    }
    classes
}

/// Sign, class and selector of `-[Class(Category) selector]`.
pub(super) fn parts(name: &str) -> Option<(char, &str, &str)> {
    let sign = name.chars().next().filter(|sign| matches!(sign, '+' | '-'))?;
    let (class, selector) = name[1..].strip_prefix('[')?.strip_suffix(']')?.split_once(' ')?;
    let class = class.split_once('(').map_or(class, |(class, _)| class);
    Some((sign, class, selector))
}

/// The one class that has most selectors in common, of several the one with the likest name; none where that is not one either.
fn most_alike<'a>(
    (name, methods): (&str, &BTreeMap<Selector<'_>, &str>),
    among: &Classes<'a>,
) -> Option<&'a str> {
    let mut best: Option<((f64, usize), &'a str)> = None;
    let mut is_alone = true;
    for (&class, others) in among {
        let common = methods.keys().filter(|selector| others.contains_key(*selector)).count();
        let share = common as f64 / (methods.len() + others.len() - common) as f64;
        if share < LEAST_COMMON || common == 0 {
            continue;
        }
        let alike = (share, likeness(name, class));
        match best {
            Some((most, _)) if alike < most => {}
            Some((most, _)) if alike == most => is_alone = false,
            _ => (best, is_alone) = (Some((alike, class)), true),
        }
    }
    best.filter(|_| is_alone).map(|(_, class)| class)
}

/// How many letters two names begin and end with alike, if that is half of the shorter one: `OldLoader3` is rather `NewLoader3` than
/// `NewLoader4`.
fn likeness(one: &str, other: &str) -> usize {
    let begin = one.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
    let end = one.bytes().rev().zip(other.bytes().rev()).take_while(|(a, b)| a == b).count();
    let shorter = one.len().min(other.len());
    let alike = (begin + end).min(shorter);
    if 2 * alike >= shorter { alike } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(base: &[&str], head: &[&str], expected: &[(&str, &str)]) {
        let set = |names: &[&'static str]| -> BTreeSet<&'static str> { names.iter().copied().collect() };
        let leak = |names: &[&str]| -> Vec<&'static str> {
            names.iter().map(|name| &*Box::leak(name.to_string().into_boxed_str())).collect()
        };
        let found = find(&set(&leak(base)), &set(&leak(head)));
        assert_eq!(found, expected.iter().copied().collect(), "{base:?} {head:?}");
    }

    #[test]
    fn a_class_is_found_again_by_its_selectors() {
        let cart = ["-[Cart reload]", "+[Cart shared]", "-[Cart pay:with:]"];
        let basket = ["-[Basket reload]", "+[Basket shared]", "-[Basket pay:with:]"];
        let pairs: Vec<(&str, &str)> = basket.into_iter().zip(cart).collect();
        check(&cart, &basket, &pairs);
        // One selector of three is new: the others are known.
        check(&cart, &["-[Basket reload]", "+[Basket shared]", "-[Basket refund]"], &pairs[..2]);
        // Too little in common.
        check(&cart, &["-[Basket reload]", "-[Basket a]", "-[Basket b]"], &[]);
        // The old class is still there: the new one is new.
        check(&cart, &[&cart[..], &basket[..]].concat(), &[]);
        // A category is its class's.
        check(&["-[A(Old) go]"], &["-[B(New) go]"], &[("-[B(New) go]", "-[A(Old) go]")]);
        // A class method and an instance method of one name are two.
        check(&["-[A go]"], &["+[B go]"], &[]);
    }

    #[test]
    fn a_method_is_found_again_in_its_class_by_calls_and_cost() {
        let only = |name, cost, calls| Only { name, cost, calls };
        let gone = [only("-[A load]", 4e6, 1.0), only("-[A draw]", 5e6, 3.0), only("+[A load]", 4e6, 1.0)];
        let come = [only("-[A open]", 4.1e6, 1.0), only("-[A paint]", 9e6, 3.0), only("-[B open]", 4e6, 1.0)];
        // Twice as dear is another method, and so is one of another class, or an instance's for a class's.
        assert_eq!(in_class(&gone, &come), BTreeMap::from([("-[A open]", "-[A load]")]));
        // Of two that would fit the one that costs most alike is taken, once.
        let two = [only("-[A one]", 4.0e6, 1.0), only("-[A two]", 4.2e6, 1.0)];
        assert_eq!(in_class(&gone, &two), BTreeMap::from([("-[A one]", "-[A load]")]));
    }

    #[test]
    fn where_two_classes_are_alike_nobody_knows_which() {
        check(&["-[A go]", "-[B go]"], &["-[C go]"], &[]);
        check(&["-[A go]"], &["-[B go]", "-[C go]"], &[]);
        check(&["not a method", "-[A]", "[B c]", ""], &["-[C"], &[]);
        // Names that are alike tell what equal selectors do not.
        check(
            &["+[OldLoader1 load]", "+[OldLoader2 load]"],
            &["+[NewLoader1 load]", "+[NewLoader2 load]"],
            &[("+[NewLoader1 load]", "+[OldLoader1 load]"), ("+[NewLoader2 load]", "+[OldLoader2 load]")],
        );
    }
}

//! Finds renamed classes: a class that only the base has and a class that only the head has, with the same selectors.
//!
//! Each pair of methods with the same selector is judged as one row, so a rename neither hides growth nor causes a finding. A method with a
//! new selector in its class is matched in the same way; its old selector is identified by the number of calls and the cost. Limit: if a
//! class and also its methods were renamed, the class counts as new, and the old class as removed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The selectors that two classes have in common must be at least this share of all selectors of the two classes.
const LEAST_COMMON: f64 = 0.5;

/// The sign `+` (class method) or `-` (instance method), and the selector.
type Selector<'a> = (char, &'a str);

/// For each renamed method, the name in the head and the name in the base.
pub(super) type RenamedMethods = BTreeMap<Arc<str>, Arc<str>>;

/// Finds renamed classes, and returns the old and new names of their methods.
pub(super) fn find_renamed_classes(base: &BTreeSet<Arc<str>>, head: &BTreeSet<Arc<str>>) -> RenamedMethods {
    let (base, head) = (methods_by_class(base), methods_by_class(head));
    let (removed, added) = (only_in(&base, &head), only_in(&head, &base));
    let mut renamed = RenamedMethods::new();
    for (class, methods) in &added {
        let Some(old) = most_similar(class, methods, &removed) else { continue };
        // The old class must be the only candidate for the new class, and the new class the only candidate for the old class. If a class
        // has several candidates, it is unknown which class was renamed to which.
        if most_similar(old, &removed[old], &added) != Some(class) {
            continue;
        }
        let known = methods.iter().filter_map(|(selector, new)| Some((*new, *removed[old].get(selector)?)));
        renamed.extend(known.map(|(new, old)| (Arc::clone(new), Arc::clone(old))));
    }
    renamed
}

/// Returns the classes that `others` does not contain.
fn only_in<'a>(classes: &MethodsByClass<'a>, others: &MethodsByClass<'a>) -> MethodsByClass<'a> {
    let alone = classes.iter().filter(|(class, _)| !others.contains_key(*class));
    alone.map(|(class, methods)| (*class, methods.clone())).collect()
}

/// A method that only one side has, with its cost and calls in the median launch.
#[derive(Clone, Debug)]
pub(super) struct UnmatchedMethod {
    pub(super) name: Arc<str>,
    pub(super) cost: f64,
    pub(super) calls: f64,
}

impl UnmatchedMethod {
    /// Returns the sign of the method and the name of its class.
    fn class(&self) -> Option<(char, &str)> {
        split_name(&self.name).map(|(sign, class, _)| (sign, class))
    }
}

/// The largest factor by which two costs may differ and still count as similar.
const SIMILAR_COST: f64 = 1.25;

/// Finds the methods that have a new selector in their class. Each new method is matched with a removed method that has equally many calls
/// and the most similar cost. Each removed method is matched only once.
pub(super) fn find_renamed_methods(removed: &[UnmatchedMethod], added: &[UnmatchedMethod]) -> RenamedMethods {
    let mut by_class: BTreeMap<(char, &str), Vec<&UnmatchedMethod>> = BTreeMap::new();
    for method in removed {
        if let Some(class) = method.class() {
            by_class.entry(class).or_default().push(method);
        }
    }
    let mut pairs: Vec<(f64, &Arc<str>, &Arc<str>)> = Vec::new();
    for new in added {
        for old in new.class().and_then(|class| by_class.get(&class)).into_iter().flatten() {
            let distance = (new.cost / old.cost).ln().abs();
            if new.calls == old.calls && distance <= SIMILAR_COST.ln() {
                pairs.push((distance, &new.name, &old.name));
            }
        }
    }
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| (a.1, a.2).cmp(&(b.1, b.2))));
    let (mut renamed, mut used) = (RenamedMethods::new(), BTreeSet::new());
    for (_, new, old) in pairs {
        if !renamed.contains_key(new) && used.insert(old) {
            renamed.insert(Arc::clone(new), Arc::clone(old));
        }
    }
    renamed
}

/// The methods of a class: their full names by selector.
type MethodsBySelector<'a> = BTreeMap<Selector<'a>, &'a Arc<str>>;

/// The methods of each class.
type MethodsByClass<'a> = BTreeMap<&'a str, MethodsBySelector<'a>>;

fn methods_by_class(methods: &BTreeSet<Arc<str>>) -> MethodsByClass<'_> {
    let mut classes = MethodsByClass::new();
    for name in methods {
        if let Some((sign, class, selector)) = split_name(name) {
            classes.entry(class).or_default().insert((sign, selector), name);
        }
    }
    classes
}

/// Splits `-[Class(Category) selector]` into the sign, the class and the selector.
pub(super) fn split_name(name: &str) -> Option<(char, &str, &str)> {
    let sign = name.chars().next().filter(|sign| matches!(sign, '+' | '-'))?;
    let (class, selector) = name[1..].strip_prefix('[')?.strip_suffix(']')?.split_once(' ')?;
    let class = class.split_once('(').map_or(class, |(class, _)| class);
    Some((sign, class, selector))
}

/// Returns the class with the largest share of common selectors. If several classes have the largest share, the function returns the class
/// with the most similar name, or `None` if several names are equally similar.
fn most_similar<'a>(
    name: &str,
    methods: &MethodsBySelector<'_>,
    classes: &MethodsByClass<'a>,
) -> Option<&'a str> {
    let mut best: Option<((f64, usize), &'a str)> = None;
    let mut is_alone = true;
    for (&class, others) in classes {
        let common = methods.keys().filter(|selector| others.contains_key(*selector)).count();
        let share = common as f64 / (methods.len() + others.len() - common) as f64;
        if share < LEAST_COMMON || common == 0 {
            continue;
        }
        let similarity = (share, common_letters(name, class));
        match best {
            Some((most, _)) if similarity < most => {}
            Some((most, _)) if similarity == most => is_alone = false,
            _ => (best, is_alone) = (Some((similarity, class)), true),
        }
    }
    best.filter(|_| is_alone).map(|(_, class)| class)
}

/// Returns the number of letters that two names have in common at their beginning and at their end. The number counts only if it is at
/// least half of the shorter name: `OldLoader3` is more similar to `NewLoader3` than to `NewLoader4`.
fn common_letters(one: &str, other: &str) -> usize {
    let begin = one.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
    let end = one.bytes().rev().zip(other.bytes().rev()).take_while(|(a, b)| a == b).count();
    let shorter = one.len().min(other.len());
    let common = (begin + end).min(shorter);
    if 2 * common >= shorter { common } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn renamed(pairs: &[(&str, &str)]) -> RenamedMethods {
        pairs.iter().map(|(new, old)| (Arc::from(*new), Arc::from(*old))).collect()
    }

    fn check(base: &[&str], head: &[&str], expected: &[(&str, &str)]) {
        let set =
            |names: &[&str]| -> BTreeSet<Arc<str>> { names.iter().map(|name| Arc::from(*name)).collect() };
        assert_eq!(find_renamed_classes(&set(base), &set(head)), renamed(expected), "{base:?} {head:?}");
    }

    #[test]
    fn a_renamed_class_is_found_by_its_selectors() {
        let cart = ["-[Cart reload]", "+[Cart shared]", "-[Cart pay:with:]"];
        let basket = ["-[Basket reload]", "+[Basket shared]", "-[Basket pay:with:]"];
        let pairs: Vec<(&str, &str)> = basket.into_iter().zip(cart).collect();
        check(&cart, &basket, &pairs);
        // One selector of three is new; the other two are in both classes.
        check(&cart, &["-[Basket reload]", "+[Basket shared]", "-[Basket refund]"], &pairs[..2]);
        // Only one selector of three is in both classes, which is too few.
        check(&cart, &["-[Basket reload]", "-[Basket a]", "-[Basket b]"], &[]);
        // The head still contains the old class, so the new class was not renamed.
        check(&cart, &[&cart[..], &basket[..]].concat(), &[]);
        // A method of a category belongs to the class that the category extends.
        check(&["-[A(Old) go]"], &["-[B(New) go]"], &[("-[B(New) go]", "-[A(Old) go]")]);
        // A class method and an instance method of the same name are two methods.
        check(&["-[A go]"], &["+[B go]"], &[]);
    }

    #[test]
    fn a_renamed_method_is_found_in_its_class_by_calls_and_cost() {
        let only = |name: &str, cost, calls| UnmatchedMethod { name: name.into(), cost, calls };
        let gone = [only("-[A load]", 4e6, 1.0), only("-[A draw]", 5e6, 3.0), only("+[A load]", 4e6, 1.0)];
        let come = [only("-[A open]", 4.1e6, 1.0), only("-[A paint]", 9e6, 3.0), only("-[B open]", 4e6, 1.0)];
        // A method does not match if it takes twice as long, if its class differs, or if one of the two is a class method and the other an
        // instance method.
        assert_eq!(find_renamed_methods(&gone, &come), renamed(&[("-[A open]", "-[A load]")]));
        // If two methods match, only the method with the more similar cost is used.
        let two = [only("-[A one]", 4.0e6, 1.0), only("-[A two]", 4.2e6, 1.0)];
        assert_eq!(find_renamed_methods(&gone, &two), renamed(&[("-[A one]", "-[A load]")]));
    }

    #[test]
    fn classes_with_several_possible_old_names_are_not_treated_as_renamed() {
        check(&["-[A go]", "-[B go]"], &["-[C go]"], &[]);
        check(&["-[A go]"], &["-[B go]", "-[C go]"], &[]);
        check(&["not a method", "-[A]", "[B c]", ""], &["-[C"], &[]);
        // If several classes have equal selectors, the similarity of their names decides.
        check(
            &["+[OldLoader1 load]", "+[OldLoader2 load]"],
            &["+[NewLoader1 load]", "+[NewLoader2 load]"],
            &[("+[NewLoader1 load]", "+[OldLoader1 load]"), ("+[NewLoader2 load]", "+[OldLoader2 load]")],
        );
    }
}

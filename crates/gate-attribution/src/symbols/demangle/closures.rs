//! Finds the functions that contain closures and lambdas in the source, and numbers C++ lambdas within their function. The compiler numbers
//! closures within the file (`$_7`).
//!
//! With the compiler's numbers, a new lambda at the top of a file would change the names of all other lambdas in the file. Limit: if the
//! compiler removed a lambda completely in one build, the lambda is not counted in that build.

use std::collections::{BTreeMap, BTreeSet};

use super::swift::split_top;
use super::{canonical_name, canonical_short, cpp, cpp_symbol, is_swift};

/// Returns the full and the short name of the function that contains a closure or lambda; `None` for other symbols.
pub(crate) fn written_in(symbol: &str) -> Option<(String, String)> {
    if is_swift(symbol) {
        return Some((
            enclosing_function(&canonical_name(symbol))?,
            enclosing_function(&canonical_short(symbol))?,
        ));
    }
    let function = around_lambda(cpp_symbol(symbol)?)?;
    Some((canonical_name(&function), canonical_short(&function)))
}

/// Returns `App.f()` for `closure #2 (Int) -> () in closure #1 () -> () in App.f()`.
fn enclosing_function(name: &str) -> Option<String> {
    let closure = name.strip_prefix("implicit ").unwrap_or(name);
    let (_, outer) = split_top(closure.strip_prefix("closure #")?, " in ")?;
    enclosing_function(outer).or_else(|| Some(outer.to_owned()))
}

/// Returns `_Z1fv` for `_ZZ1fvENK3$_0clEv`: the function precedes the lambda and ends at an `E`.
fn around_lambda(symbol: &str) -> Option<String> {
    let rest = symbol.strip_prefix("_ZZ")?;
    rest.match_indices('E').find_map(|(at, _)| {
        let inner = rest[at + 1..].trim_start_matches(['N', 'K']);
        let unnamed = inner.trim_start_matches(|c: char| c.is_ascii_digit());
        let is_lambda = inner.starts_with("Ul") || unnamed.len() < inner.len() && unnamed.starts_with("$_");
        let method = rest[..at].trim_start_matches(|c: char| c.is_ascii_digit());
        if is_lambda && method.starts_with(['-', '+']) {
            return Some(method.to_owned());
        }
        let function = format!("_Z{}", &rest[..at]);
        (is_lambda && cpp::full_name(&function).is_some())
            .then(|| around_lambda(&function).unwrap_or(function))
    })
}

/// The lambdas of a file, grouped by the function that contains them.
#[derive(Clone, Debug, Default)]
pub struct Closures(BTreeMap<String, BTreeSet<u32>>);

impl Closures {
    /// Collects the lambdas in linkage names.
    pub(crate) fn from_names<'a>(names: impl IntoIterator<Item = &'a str>) -> Closures {
        let names: Vec<&str> = names.into_iter().filter_map(cpp_symbol).collect();
        let mut closures = Closures::default();
        // The symbols of the lambdas themselves come first, because they contain the unabbreviated names of the functions.
        for is_own in [true, false] {
            for (before, number) in
                names.iter().flat_map(|name| lambdas(name)).map(|found| (found.before, found.number))
            {
                if before.starts_with("_ZZ") == is_own {
                    let key = closures.enclosing_key(before).to_owned();
                    closures.0.entry(key).or_default().insert(number);
                }
            }
        }
        closures
    }

    /// Returns the name with lambdas numbered from 0 within their function; `None` if the name is unchanged.
    pub(crate) fn number_lambdas(&self, name: &str) -> Option<String> {
        let symbol = cpp_symbol(name)?;
        let (mut out, mut from) = (String::new(), 0);
        for found in lambdas(symbol) {
            let place = self
                .0
                .get(self.enclosing_key(found.before))?
                .iter()
                .position(|number| *number == found.number)?;
            let lambda = format!("$_{place}");
            out.push_str(&symbol[from..found.before.len()]);
            out.push_str(&format!("{}{lambda}", lambda.len()));
            from = found.end;
        }
        out.push_str(&symbol[from..]);
        (out != symbol).then_some(out)
    }

    /// Returns the function that contains a lambda, in the form that all names with this lambda share.
    fn enclosing_key<'a>(&self, before: &'a str) -> &'a str {
        let before = before.strip_suffix("NK").or_else(|| before.strip_suffix('N')).unwrap_or(before);
        if let Some(own) = before.strip_prefix("_Z").filter(|own| own.starts_with('Z')) {
            return own;
        }
        let known =
            before.match_indices('Z').map(|(at, _)| &before[at..]).find(|key| self.0.contains_key(*key));
        known.unwrap_or(before)
    }
}

struct LambdaName<'a> {
    /// The text before the length of the lambda's name.
    before: &'a str,
    number: u32,
    /// The end of the lambda's name.
    end: usize,
}

/// Finds the names of C++ lambdas in a mangled name. A lambda's name follows its length, as in `3$_7`.
fn lambdas(symbol: &str) -> Vec<LambdaName<'_>> {
    symbol.match_indices("$_").filter_map(|(at, _)| lambda_at(symbol, at)).collect()
}

/// Parses the lambda whose `$_` is at `at`.
fn lambda_at(symbol: &str, at: usize) -> Option<LambdaName<'_>> {
    let digits = symbol[at + 2..].bytes().take_while(u8::is_ascii_digit).count();
    let begin = symbol[..at].trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let number = symbol[at + 2..at + 2 + digits].parse().ok()?;
    let length: usize = symbol[begin..at].parse().ok()?;
    let end = at + 2 + digits;
    (length == 2 + digits).then_some(LambdaName { before: &symbol[..begin], number, end })
}

#[cfg(test)]
mod tests {
    use super::{Closures, written_in};
    use crate::symbols::demangle::{canonical_name, canonical_short, full_name};

    #[test]
    fn new_lambdas_in_other_functions_do_not_change_the_names_of_lambdas() {
        let before =
            ["_ZZN3geo4areaEvENK3$_0clEi", "_ZZN3geo4areaEvENK3$_1clEi", "_ZZN3geo4packEvENK3$_2clEi"];
        let now =
            ["_ZZN3geo4areaEvENK3$_9clEi", "_ZZN3geo4areaEvENK4$_10clEi", "_ZZN3geo4packEvENK4$_12clEi"];
        let (old, new) = (Closures::from_names(before), Closures::from_names(now));
        let named = |closures: &Closures, name: &str| {
            closures.number_lambdas(name).unwrap_or_else(|| name.to_owned())
        };
        for (before, now) in before.iter().zip(now) {
            assert_ne!(full_name(before), full_name(now));
            assert_eq!(canonical_name(&named(&old, before)), canonical_name(&named(&new, now)));
        }
        assert_eq!(full_name(&named(&new, now[1])), "geo::area()::$_1::operator()(int) const");
        let apart: std::collections::BTreeSet<String> = now.iter().map(|name| named(&new, name)).collect();
        assert_eq!(apart.len(), 3);
    }

    #[test]
    fn lambdas_in_template_arguments_are_numbered_within_their_function() {
        let names =
            ["_ZZN3geo4areaEvENK3$_4clEi", "_ZZN3geo4areaEvENK3$_5clEi", "_ZSt4sortIZN3geo4areaEvE3$_5EvT_"];
        let closures = Closures::from_names(names);
        assert_eq!(
            full_name(&closures.number_lambdas(names[2]).unwrap()),
            "void std::sort<geo::area()::$_1>(geo::area()::$_1)"
        );
    }

    #[test]
    fn the_enclosing_function_of_a_closure_is_read_from_its_mangled_name() {
        for (closure, function) in [
            ("$s6Ledger4BookC5auditSiyFS2iXEfU_", "$s6Ledger4BookC5auditSiyF"),
            ("$s6Ledger4BookC5auditSiyFS2iXEfU0_", "$s6Ledger4BookC5auditSiyF"),
            ("$s6Ledger4BookC5auditSiyFS2iXEfU_S2iXEfU0_", "$s6Ledger4BookC5auditSiyF"),
            ("_ZZ19-[Delegate prepare]ENK3$_0clEv", "-[Delegate prepare]"),
            ("_ZZN3geo4areaEvENK3$_1clEi", "_ZN3geo4areaEv"),
            ("_ZZZN3geo4areaEvENK3$_1clEvENKUlvE_clEv", "_ZN3geo4areaEv"),
            ("_ZZN3geo5totalIiEET_S1_ENKUlS1_E_clES1_", "_ZN3geo5totalIlEET_S1_"),
            ("_ZZN3geo4areaEvENK3$_0clIiEEDaT_", "_ZN3geo4areaEv"),
        ] {
            assert_eq!(
                written_in(closure),
                Some((canonical_name(function), canonical_short(function))),
                "{closure}"
            );
        }
        for symbol in [
            "_ZZN3geo4areaEvEN5Local3runEv",
            "_ZSt4sortIZN3geo4areaEvE3$_5EvT_",
            "_ZN3geo4areaEv",
            "$s3App4CartC6reloadyyF",
            "main",
            "_ZNK3$_0clEv",
        ] {
            assert_eq!(written_in(symbol), None, "{symbol}");
        }
    }

    #[test]
    fn names_without_lambdas_are_unchanged() {
        let closures = Closures::from_names(["_ZZ1fvENK3$_0clEv"]);
        for name in ["_ZZ1fvENK3$_0clEv", "main", "$s8Checkout7SessionC4openyS2iF", "a$_7", "_Z3$_", ""] {
            assert_eq!(closures.number_lambdas(name), None, "{name}");
        }
    }
}

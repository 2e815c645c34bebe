//! Finds the module in the name of a Swift class.

/// Returns the module of a Swift class from its name in the run time: mangled (`_TtC8Payments4Cart`) or readable (`Payments.Cart`).
pub(crate) fn module_of_class(class: &str) -> Option<String> {
    if let Some(mangled) = class.strip_prefix("_Tt") {
        return module_of_mangled(mangled);
    }
    let (module, rest) = class.split_once('.')?;
    let is_name = |text: &str| !text.is_empty() && !text.starts_with(|c: char| c.is_ascii_digit());
    (is_name(module) && is_name(rest)).then(|| module.to_owned())
}

/// Parses the kinds (class, struct, enum, generic), outermost first, and then the first name, which follows its length.
fn module_of_mangled(mangled: &str) -> Option<String> {
    let after_kinds = mangled.trim_start_matches(['C', 'V', 'O', 'G', 'P']);
    if after_kinds.len() == mangled.len() {
        return None;
    }
    // The standard library is the only module with an abbreviation.
    if after_kinds.starts_with('s') {
        return Some("Swift".to_owned());
    }
    let digits = after_kinds.find(|c: char| !c.is_ascii_digit())?;
    let length: usize = after_kinds[..digits].parse().ok()?;
    let module = after_kinds.get(digits..digits.checked_add(length)?)?;
    (!module.is_empty()).then(|| module.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_are_determined_from_names_of_swift_classes() {
        let cases = [
            ("_TtC8Payments4Cart", Some("Payments")),
            ("_TtCC8Payments4Cart5Inner", Some("Payments")),
            ("_TtC8PaymentsP33_0123456789ABCDEF0123456789ABCDEF4Cart", Some("Payments")),
            ("_TtGC8Payments3BoxSi_", Some("Payments")),
            ("_TtCs12_SwiftObject", Some("Swift")),
            ("Payments.Cart", Some("Payments")),
            ("Payments.Cart.Inner", Some("Payments")),
            ("Cart", None),
            ("_Tt", None),
            ("_TtC", None),
            ("_TtC99Short", None),
            ("_TtC99999999999999999999Short", None),
            ("_TtC0x", None),
            ("_TtC2é", Some("é")),
            ("_TtC1é", None),
            (".Cart", None),
            ("Cart.", None),
            ("NSKVONotifying_Cart", None),
        ];
        for (class, expected) in cases {
            assert_eq!(module_of_class(class).as_deref(), expected, "{class}");
        }
    }
}

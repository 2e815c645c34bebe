//! Limits the disclosure of names: functions, files and owners appear in reports with their full names, short names, or hashes.
//!
//! The module changes the finished report, so that all formats contain the same names. Invariant: names of modules, phases, marks and
//! sessions are never changed, since without them a finding could not be investigated.

use std::collections::BTreeMap;

use gate_common::names::hash;
use gate_config::NameForm;
use serde_json::Value;

use super::value::Report;

/// JSON keys whose value is the name of a function.
const FUNCTIONS: [&str; 4] = ["method", "full_name", "from", "called_by"];
/// JSON keys whose value is a list of function names.
const LISTS: [&str; 4] = ["path", "holds", "names", "stack"];

/// Replaces the names in the report as the settings require.
pub fn replace_names(report: &mut Report, names: NameForm) -> serde_json::Result<()> {
    if names == NameForm::Full {
        return Ok(());
    }
    // The description of a lost launch is removed, since its sentences contain names of methods.
    for lost in report.launches.iter_mut().flat_map(|launches| &mut launches.lost) {
        lost.why = None;
    }
    let mut value = serde_json::to_value(&*report)?;
    let kept = unreplaced_names(&value);
    let mut hidden = BTreeMap::new();
    replace_in_value(&mut value, names, &kept, &mut hidden);
    if names == NameForm::Hashed {
        // Sentences contain names of functions too. The longest name is replaced first, since a name may contain a shorter name.
        let mut longest: Vec<(&String, &String)> = hidden.iter().collect();
        longest.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        for key in ["review", "warnings"] {
            for text in value.get_mut(key).and_then(Value::as_array_mut).into_iter().flatten() {
                if let Value::String(text) = text {
                    for (name, hash) in &longest {
                        *text = text.replace(name.as_str(), hash);
                    }
                }
            }
        }
    }
    *report = serde_json::from_value(value)?;
    Ok(())
}

/// Returns the names of modules and phases, which are not replaced.
fn unreplaced_names(report: &Value) -> Vec<String> {
    let mut kept = Vec::new();
    let text = |value: &Value| value.as_str().map(str::to_owned);
    for module in report["modules"].as_array().into_iter().flatten() {
        kept.extend(text(&module["name"]));
    }
    for phase in report["waterfall"]["phases"].as_array().into_iter().flatten() {
        kept.extend(text(&phase["name"]));
    }
    kept
}

fn replace_in_value(
    value: &mut Value,
    names: NameForm,
    kept: &[String],
    hidden: &mut BTreeMap<String, String>,
) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| replace_in_value(item, names, kept, hidden)),
        Value::Object(fields) => {
            let text = |key: &str| fields.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
            let is_code =
                |kind: &str| matches!(kind, "method" | "other-threads" | "function" | "called" | "waiting");
            // If the row is a method or a function, its name must be replaced.
            let names_function = fields.contains_key("full_name")
                || is_code(&text("kind"))
                || fields.get("subject").and_then(|subject| subject["kind"].as_str()).is_some_and(is_code)
                // The name of a fact of the build may be that of a class or a file.
                || fields.contains_key("told")
                || text("name").starts_with(['-', '+']);
            for (key, value) in fields.iter_mut() {
                let key = key.as_str();
                match value {
                    Value::String(text) if matches!(key, "file" | "owner") => {
                        *text = replace_name(text, names, key, hidden);
                    }
                    Value::String(text)
                        if FUNCTIONS.contains(&key) || matches!(key, "name" | "short") && names_function =>
                    {
                        *text = replace_name(text, names, "function", hidden);
                    }
                    Value::Array(items) if LISTS.contains(&key) => {
                        for item in items.iter_mut() {
                            if let Value::String(text) = item
                                && !kept.contains(text)
                            {
                                *text = replace_name(text, names, "function", hidden);
                            }
                        }
                    }
                    other => replace_in_value(other, names, kept, hidden),
                }
            }
        }
        _ => {}
    }
}

fn replace_name(name: &str, names: NameForm, what: &str, hidden: &mut BTreeMap<String, String>) -> String {
    let told = told_as(name, names, what);
    if told != name && name.len() > 3 {
        hidden.insert(name.to_owned(), told.clone());
    }
    told
}

/// Returns a name in the form that the settings require; `what` is `function`, `file` or `owner`. A name that is already a hash is not
/// changed.
pub fn told_as(name: &str, names: NameForm, what: &str) -> String {
    let is_hash = |rest: &str| rest.len() == 8 && rest.bytes().all(|byte| byte.is_ascii_hexdigit());
    if name.strip_prefix(what).and_then(|rest| rest.strip_prefix('-')).is_some_and(is_hash) {
        return name.to_owned();
    }
    match (names, what) {
        (NameForm::Full, _) | (NameForm::Short, "owner") => name.to_owned(),
        (NameForm::Short, "file") => name.rsplit('/').next().unwrap_or(name).to_owned(),
        (NameForm::Short, _) => strip_types(name),
        // An app has too few names for hashes to collide. A hash hides a name from readers, but not from an attacker who tries possible
        // names.
        (NameForm::Hashed, _) => format!("{what}-{:08x}", hash(name.bytes()) as u32),
    }
}

/// Returns the name of a function without its types. Names of Objective-C methods are not changed.
fn strip_types(name: &str) -> String {
    if name.starts_with(['-', '+']) {
        return name.to_owned();
    }
    let end = name.find(['(', '<']).unwrap_or(name.len());
    let name = if end == 0 { name } else { &name[..end] };
    name.rsplit([' ', '.']).find(|part| !part.is_empty()).unwrap_or(name).to_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn told(names: NameForm) -> Value {
        let mut value = json!({
            "findings": [{
                "kind": "slower", "subject": {"kind": "method", "name": "-[Cart reload]"}, "name": "-[Cart reload]", "module": "Shop", "owner": "@shop/cart",
                "file": "Shop/Cart.m", "path": ["-[Cart load]"],
                "functions": [{"name": "Rule.work(_:)", "full_name": "Pricing.Rule.work(Swift.Int) -> ()", "owner": "@shop/pricing"}],
            }, {"kind": "phase", "subject": {"kind": "outside", "name": "main..first_frame"}, "name": "outside Objective-C in main..first_frame"}],
            "names": ["Shop", "-[Cart reload]"], "modules": [{"name": "Shop"}],
        });
        let kept = unreplaced_names(&value);
        replace_in_value(&mut value, names, &kept, &mut BTreeMap::new());
        value
    }

    #[test]
    fn a_report_with_hashed_names_shows_only_names_of_modules_and_phases() {
        let text = told(NameForm::Hashed).to_string();
        for hidden in ["Cart", "Rule", "work", "@shop", ".m"] {
            assert!(!text.contains(hidden), "{hidden}: {text}");
        }
        assert!(text.contains("\"Shop\"") && text.contains("in main..first_frame"), "{text}");
        let value = told(NameForm::Hashed);
        assert_eq!(
            value["findings"][0]["subject"]["name"], value["names"][1],
            "equal names have equal hashes"
        );
    }

    #[test]
    fn a_report_with_short_names_shows_no_types_and_no_folders() {
        let value = told(NameForm::Short);
        let finding = &value["findings"][0];
        assert_eq!(
            (&finding["file"], &finding["subject"]["name"]),
            (&json!("Cart.m"), &json!("-[Cart reload]"))
        );
        assert_eq!(finding["functions"][0]["full_name"], json!("work"));
        assert_eq!(finding["owner"], json!("@shop/cart"));
    }
}

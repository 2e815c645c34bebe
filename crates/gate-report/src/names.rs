//! How functions, files and owners are named in what leaves the machine: as they are, short, or by a hash.
//!
//! It works on the finished report, so that every format says the same.
//! Invariant: names of modules, phases, marks and sessions stay, since a finding could not be followed up without them.

use std::collections::BTreeMap;

use gate_common::names::hash;
use gate_config::Names;
use serde_json::Value;

use super::value::Report;

/// Keys whose text is the name of a function.
const FUNCTIONS: [&str; 4] = ["method", "full_name", "from", "called_by"];
/// Keys that hold lists of them.
const LISTS: [&str; 3] = ["path", "holds", "names"];

/// Replaces the names in the report as the settings require.
pub fn disclose(report: &mut Report, names: Names) -> serde_json::Result<()> {
    if names == Names::Full {
        return Ok(());
    }
    let mut value = serde_json::to_value(&*report)?;
    let kept = kept(&value);
    let mut hidden = BTreeMap::new();
    walk(&mut value, names, &kept, &mut hidden);
    if names == Names::Hashed {
        // Sentences name functions too; the longest first, since one may be a part of another.
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

/// Names of modules and phases, which stay.
fn kept(report: &Value) -> Vec<String> {
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

fn walk(value: &mut Value, names: Names, kept: &[String], hidden: &mut BTreeMap<String, String>) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| walk(item, names, kept, hidden)),
        Value::Object(fields) => {
            let text = |key: &str| fields.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
            let is_code =
                |kind: &str| matches!(kind, "method" | "other-threads" | "function" | "called" | "waiting");
            // A row's name is that of its method or its function.
            let names_function = fields.contains_key("full_name")
                || is_code(&text("kind"))
                || fields.get("subject").and_then(|subject| subject["kind"].as_str()).is_some_and(is_code)
                // A fact of the build is about a class or a file.
                || fields.contains_key("told")
                || text("name").starts_with(['-', '+']);
            for (key, value) in fields.iter_mut() {
                let key = key.as_str();
                match value {
                    Value::String(text) if matches!(key, "file" | "owner") => {
                        *text = hide(text, names, key, hidden);
                    }
                    Value::String(text)
                        if FUNCTIONS.contains(&key) || matches!(key, "name" | "short") && names_function =>
                    {
                        *text = hide(text, names, "function", hidden);
                    }
                    Value::Array(items) if LISTS.contains(&key) => {
                        for item in items.iter_mut() {
                            if let Value::String(text) = item
                                && !kept.contains(text)
                            {
                                *text = hide(text, names, "function", hidden);
                            }
                        }
                    }
                    other => walk(other, names, kept, hidden),
                }
            }
        }
        _ => {}
    }
}

fn hide(name: &str, names: Names, what: &str, hidden: &mut BTreeMap<String, String>) -> String {
    let told = told_as(name, names, what);
    if told != name && name.len() > 3 {
        hidden.insert(name.to_owned(), told.clone());
    }
    told
}

/// A name as the settings say, where `what` is `function`, `file` or `owner`; one that is hidden already stays.
pub fn told_as(name: &str, names: Names, what: &str) -> String {
    let is_hash = |rest: &str| rest.len() == 8 && rest.bytes().all(|byte| byte.is_ascii_hexdigit());
    if name.strip_prefix(what).and_then(|rest| rest.strip_prefix('-')).is_some_and(is_hash) {
        return name.to_owned();
    }
    match (names, what) {
        (Names::Full, _) | (Names::Short, "owner") => name.to_owned(),
        (Names::Short, "file") => name.rsplit('/').next().unwrap_or(name).to_owned(),
        (Names::Short, _) => short(name),
        // Names of one app are far fewer than would clash. It hides them from readers, but not from an attacker who tries names.
        (Names::Hashed, _) => format!("{what}-{:08x}", hash(name.bytes()) as u32),
    }
}

/// Returns a function without its types; methods of Objective-C stay as they are.
fn short(name: &str) -> String {
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

    fn told(names: Names) -> Value {
        let mut value = json!({
            "findings": [{
                "kind": "slower", "subject": {"kind": "method", "name": "-[Cart reload]"}, "name": "-[Cart reload]", "module": "Shop", "owner": "@shop/cart",
                "file": "Shop/Cart.m", "path": ["-[Cart load]"],
                "functions": [{"name": "Rule.work(_:)", "full_name": "Pricing.Rule.work(Swift.Int) -> ()", "owner": "@shop/pricing"}],
            }, {"kind": "phase", "subject": {"kind": "outside", "name": "main..first_frame"}, "name": "outside Objective-C in main..first_frame"}],
            "names": ["Shop", "-[Cart reload]"], "modules": [{"name": "Shop"}],
        });
        let kept = kept(&value);
        walk(&mut value, names, &kept, &mut BTreeMap::new());
        value
    }

    #[test]
    fn hashed_names_contain_only_modules_and_phases() {
        let text = told(Names::Hashed).to_string();
        for hidden in ["Cart", "Rule", "work", "@shop", ".m"] {
            assert!(!text.contains(hidden), "{hidden}: {text}");
        }
        assert!(text.contains("\"Shop\"") && text.contains("in main..first_frame"), "{text}");
        let value = told(Names::Hashed);
        assert_eq!(
            value["findings"][0]["subject"]["name"], value["names"][1],
            "equal names have equal hashes"
        );
    }

    #[test]
    fn short_names_have_no_types_and_no_folders() {
        let value = told(Names::Short);
        let finding = &value["findings"][0];
        assert_eq!(
            (&finding["file"], &finding["subject"]["name"]),
            (&json!("Cart.m"), &json!("-[Cart reload]"))
        );
        assert_eq!(finding["functions"][0]["full_name"], json!("work"));
        assert_eq!(finding["owner"], json!("@shop/cart"));
    }
}

//! Tests changes whose settings differ from those of the base. The notes for the reviewer must name the settings that apply.

use std::path::Path;

use gate::app::{Settings, in_force, judged_by};
use gate_config::Config;
use toml::Value;

fn table(path: &Path) -> Value {
    Value::Table(toml::from_str(&std::fs::read_to_string(path).unwrap()).unwrap())
}

/// Returns settings that differ from the default. The settings contain every key of the reference and each kind of table, with one line
/// each.
fn every_key() -> Vec<(String, String)> {
    const VALUES: &str = "true false 7 0.25 \"7%\" \"0.1%\" \"7ms\" \"7s\" \"x\" \"any\" \"all\" \"pass\" \"decide\" \"proven\" \"hashed\" [7] [\"load\"] [\"parse\"] [\"x\"]";
    const TABLES: [(&str, &str); 5] = [
        ("module", "name = \"M\"\nclasses = [\"M*\"]"),
        ("override", "methods = [\"*\"]\neffect = \"9000%\"\nreason = \"r\""),
        ("scenario", "name = \"cold\"\narguments = [\"-quick\"]"),
        ("budget", "launch = true\nlimit = \"9s\""),
        ("driver", "name = \"tidevice\"\npath = [\"/x\"]"),
    ];
    fn leaves(key: &str, value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Table(table) => {
                let inner =
                    |name: &str| if key.is_empty() { name.to_owned() } else { format!("{key}.{name}") };
                table.iter().for_each(|(name, value)| leaves(&inner(name), value, found));
            }
            _ => found.push(key.to_owned()),
        }
    }
    let reference = Path::new(env!("CARGO_MANIFEST_DIR")).join("../config.toml");
    let mut keys = Vec::new();
    leaves("", &table(&reference), &mut keys);
    let default = format!("{:?}", Config::default());
    let other = |key: String| {
        let line = VALUES.split(' ').map(|value| format!("{key} = {value}")).find(|line| {
            Config::parse("config.toml", line).is_ok_and(|config| format!("{config:?}") != default)
        });
        let line = line.unwrap_or_else(|| panic!("no value for {key}"));
        (key, line)
    };
    let tables = TABLES.map(|(key, text)| (key.to_owned(), format!("[[{key}]]\n{text}")));
    keys.into_iter().map(other).chain(tables).collect()
}

/// `cargo xtask bench gate` reports the number of keys for which a note differs from the settings in force.
#[test]
fn notes_about_changed_settings_name_the_values_that_are_used() {
    let folder = tempfile::tempdir().unwrap();
    let at = |path: &str| folder.path().join(path);
    for made in ["base", "head"] {
        std::fs::create_dir(at(made)).unwrap();
    }
    let (own, policy) = (at("head/config.toml"), at("base/config.toml"));
    let settings = Settings { file: Some(own.clone()), set: vec!["gate.confirm=true".to_owned()] };
    let is_true = |key: &str, base: &str, head: &str| {
        std::fs::write(&policy, base).unwrap();
        std::fs::write(&own, head).unwrap();
        let config = in_force(&settings, Some(&policy)).unwrap().config;
        let mut used = Config::parse("config.toml", base).unwrap();
        used.set_from("gate.confirm=true").unwrap();
        let is_used = format!("{config:?}") == format!("{used:?}");
        let review = match judged_by(&settings, Some(&policy)) {
            Ok((_, review)) => review,
            // The settings of the base name a folder of symbols that does not exist in this test.
            Err(_) if key.starts_with("attribution.") && !base.is_empty() => return is_used,
            Err(error) => panic!("{key}: {error:#}"),
        };
        let [note] = &review.notes[..] else { return false };
        let value = table(&policy);
        let value = key.split('.').try_fold(&value, |table, name| table.get(name));
        let value = value.map_or("not set".to_owned(), Value::to_string);
        is_used
            && note.starts_with(&format!("this change sets {key} to "))
            && note.ends_with(&format!("; the base's value {value} is used"))
    };
    let keys = every_key();
    assert!(keys.len() > 50, "{}", keys.len());
    let is_false = |(key, text): &&(String, String)| !is_true(key, "", text) || !is_true(key, text, "");
    let wrong: Vec<&String> = keys.iter().filter(is_false).map(|(key, _)| key).collect();
    println!(
        "\n{{\"gate.settings_used.false\": {}, \"gate.settings_used.keys\": {}}}",
        wrong.len(),
        keys.len()
    );
    assert!(wrong.is_empty(), "{wrong:?}");
}

//! Creates command lines from templates. Each word of a template becomes one word of the command, whatever characters the inserted values
//! contain.
//!
//! Invariant: a value never becomes two words and is never interpreted by a shell, unless the tool itself splits a word.

use std::collections::BTreeMap;

use super::spec::ToolSpec;

/// The names of all placeholders.
pub(super) const PLACEHOLDER_NAMES: &str = "
address app arguments bundle bundle_and_arguments environment environment_json folder key local name path pid
remote result type udid url usbmux value
";

/// The values of placeholders.
#[derive(Clone, Debug, Default)]
pub(super) struct PlaceholderValues(BTreeMap<&'static str, Vec<String>>);

impl PlaceholderValues {
    pub(super) fn set(&mut self, name: &'static str, value: impl Into<String>) {
        self.0.insert(name, vec![value.into()]);
    }

    /// Sets a placeholder that is a whole word of the template to any number of words.
    pub(super) fn set_many(&mut self, name: &'static str, values: Vec<String>) {
        self.0.insert(name, values);
    }

    pub(super) fn with_value(mut self, name: &'static str, value: impl Into<String>) -> PlaceholderValues {
        self.set(name, value);
        self
    }

    /// Fills in a template; the error is the name of a placeholder without a value.
    pub(super) fn fill(&self, template: &[String]) -> Result<Vec<String>, String> {
        let mut words = Vec::with_capacity(template.len());
        for word in template {
            let alone = placeholders(word).next().filter(|found| found.len() + 2 == word.len());
            match alone {
                Some(name) => words.extend(self.get(name)?.iter().cloned()),
                None => words.push(self.fill_word(word)?),
            }
        }
        Ok(words)
    }

    fn get(&self, name: &str) -> Result<&[String], String> {
        self.0.get(name).map(Vec::as_slice).ok_or_else(|| name.to_owned())
    }

    fn fill_word(&self, word: &str) -> Result<String, String> {
        let (mut filled, mut rest) = (String::new(), word);
        while let Some(name) = placeholders(rest).next() {
            let at = rest.find(&format!("{{{name}}}")).unwrap_or_default();
            filled.push_str(&rest[..at]);
            filled.push_str(&self.get(name)?.join(" "));
            rest = &rest[at + name.len() + 2..];
        }
        Ok(filled + rest)
    }
}

/// Returns the first placeholder in a word whose name is unknown.
pub(super) fn find_unknown_placeholder(word: &str) -> Option<&str> {
    placeholders(word).find(|name| !PLACEHOLDER_NAMES.split_whitespace().any(|known| known == *name))
}

/// Finds the names in braces. Braces whose content is not a name are plain text.
fn placeholders(word: &str) -> impl Iterator<Item = &str> {
    word.match_indices('{').filter_map(|(at, _)| {
        let inside = &word[at + 1..];
        let name = &inside[..inside.find('}')?];
        let is_name = !name.is_empty() && name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
        is_name.then_some(name)
    })
}

/// The words, and the environment variable, by which a tool gets the address of usbmuxd.
pub(super) type UsbmuxWords = (Vec<String>, Option<(String, String)>);

/// Formats the address of usbmuxd for a tool: as `host:port`, as a path, or as `UNIX:/path`.
pub(super) fn format_usbmux_address(spec: &ToolSpec, address: &str) -> Result<UsbmuxWords, String> {
    let bare = ["UNIX:", "unix://", "unix:", "tcp://"].iter().find_map(|prefix| address.strip_prefix(prefix));
    let bare = bare.unwrap_or(address);
    let written = match &spec.usbmux.unix {
        Some(template) if bare.starts_with('/') => {
            PlaceholderValues::default().with_value("path", bare).fill_word(template)?
        }
        _ => bare.to_owned(),
    };
    let words = PlaceholderValues::default().with_value("address", &written).fill(&spec.usbmux.words)?;
    Ok((words, spec.usbmux.variable.clone().map(|name| (name, written))))
}

/// Returns the values of the placeholders for a launch's variables, arguments and URL.
pub(super) fn from_launch(
    spec: &ToolSpec,
    start: &crate::LaunchOptions,
) -> Result<PlaceholderValues, String> {
    let mut values = PlaceholderValues::default();
    values.set("bundle", &start.bundle);
    let words = std::iter::once(&start.bundle).chain(&start.arguments);
    values.set("bundle_and_arguments", words.map(|word| quote_word(word)).collect::<Vec<_>>().join(" "));
    let mut arguments = Vec::new();
    for value in &start.arguments {
        match spec.argument.as_slice() {
            [] => arguments.push(value.clone()),
            template => {
                arguments.extend(PlaceholderValues::default().with_value("value", value).fill(template)?)
            }
        }
    }
    values.set_many("arguments", arguments);
    values.set(
        "environment_json",
        serde_json::to_string(&start.environment).map_err(|error| error.to_string())?,
    );
    let mut variables = Vec::new();
    for (key, value) in &start.environment {
        variables.extend(
            PlaceholderValues::default()
                .with_value("key", key)
                .with_value("value", value)
                .fill(&spec.variable)?,
        );
    }
    values.set_many("environment", variables);
    let url = match &start.url {
        Some(url) => PlaceholderValues::default().with_value("url", url).fill(&spec.url)?,
        None => Vec::new(),
    };
    values.set_many("url", url);
    Ok(values)
}

/// Quotes a word for tools that split a command line like a POSIX shell.
fn quote_word(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-./:=@%+,".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\"'\"'"))
}

#[cfg(test)]
mod tests {
    use super::super::spec::ToolTable;
    use super::*;

    fn fill(values: &PlaceholderValues, template: &[&str]) -> Result<Vec<String>, String> {
        values.fill(&template.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn a_value_put_into_a_command_stays_a_single_argument() {
        let mut values = PlaceholderValues::default()
            .with_value("bundle", "a b; rm -rf /")
            .with_value("remote", "x{pid}y");
        values.set_many("arguments", vec!["-a".into(), "b c".into()]);
        let words =
            fill(&values, &["t", "-b={bundle}", "{arguments}", "/{remote}", "{\"json\": 1}", "{}", "{"]);
        assert_eq!(
            words.unwrap(),
            ["t", "-b=a b; rm -rf /", "-a", "b c", "/x{pid}y", "{\"json\": 1}", "{}", "{"]
        );
        assert_eq!(fill(&values, &["{pid}"]), Err("pid".to_owned()));
        assert_eq!(find_unknown_placeholder("a{bundle}{Bad}{bad}"), Some("bad"));
    }

    #[test]
    fn arguments_of_tools_that_split_words_are_quoted() {
        for (word, expected) in
            [("com.a-b", "com.a-b"), ("", "''"), ("a b", "'a b'"), ("it's", "'it'\"'\"'s'"), ("$x", "'$x'")]
        {
            assert_eq!(quote_word(word), expected);
        }
    }

    #[test]
    fn each_tool_gets_the_address_of_usbmuxd_in_its_own_form() {
        let table = ToolTable::from_tables(&[]).unwrap();
        let shown = |name: &str, address: &str| {
            let spec = table.drivers.iter().find(|spec| spec.name == name).unwrap();
            let (words, variable) = format_usbmux_address(spec, address).unwrap();
            let variable = variable.map(|(name, value)| format!("{name}={value}"));
            words.into_iter().chain(variable).collect::<Vec<_>>().join(" ")
        };
        for (name, address, expected) in [
            ("tidevice", "UNIX:/run/mux", "--socket /run/mux"),
            ("tidevice", "127.0.0.1:27015", "--socket 127.0.0.1:27015"),
            ("libimobiledevice", "/run/mux", "USBMUXD_SOCKET_ADDRESS=UNIX:/run/mux"),
            ("libimobiledevice", "127.0.0.1:1", "USBMUXD_SOCKET_ADDRESS=127.0.0.1:1"),
            ("pymobiledevice3", "UNIX:/run/mux", "USBMUXD_SOCKET_ADDRESS=/run/mux"),
            ("go-ios", "UNIX:/run/mux", "USBMUXD_SOCKET_ADDRESS=unix:///run/mux"),
            ("devicectl", "UNIX:/run/mux", ""),
        ] {
            assert_eq!(shown(name, address), expected, "{name}");
        }
    }
}

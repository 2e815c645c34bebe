//! Parses CocoaPods' files: Podfile and Podfile.lock.

use std::collections::BTreeSet;

/// The contents of a Podfile.
#[derive(Clone, Debug, Default)]
pub(crate) struct Podfile {
    /// The name in `workspace 'Shop'`, without extension.
    pub(crate) workspace: Option<String>,
    /// The path in the first `project 'App/Shop'`, without extension.
    pub(crate) project: Option<String>,
    /// Pods that only tests use.
    pub(crate) only_tests: BTreeSet<String>,
    /// Folders of local pods (`:path`).
    pub(crate) places: Vec<String>,
    /// The secrets for which the plugin cocoapods-keys asks.
    pub(crate) keys: Vec<String>,
}

/// Parses a Podfile, line by line.
pub(crate) fn parse_podfile(text: &str) -> Podfile {
    let mut found = Podfile::default();
    let (mut tests, mut others) = (BTreeSet::new(), BTreeSet::new());
    let mut target = String::new();
    if let Some((_, plugin)) =
        text.split_once("'cocoapods-keys'").or_else(|| text.split_once("\"cocoapods-keys\""))
    {
        let list = plugin.split_once('[').and_then(|(_, rest)| rest.split_once(']'));
        found.keys = list.iter().flat_map(|(list, _)| list.lines()).flat_map(all_quoted).collect();
    }
    for line in text.lines() {
        let line = line.trim();
        let (word, rest) = line.split_once([' ', '(']).unwrap_or((line, ""));
        let Some(name) = first_quoted(rest) else { continue };
        let bare = |end: &str| name.strip_suffix(end).unwrap_or(&name).to_owned();
        match word {
            "workspace" => found.workspace = Some(bare(".xcworkspace")),
            "project" | "xcodeproj" if found.project.is_none() => found.project = Some(bare(".xcodeproj")),
            "target" | "abstract_target" | "def" => name.clone_into(&mut target),
            "pod" => {
                let pod = name.split('/').next().unwrap_or_default().to_owned();
                let place = rest.split_once(":path").or_else(|| rest.split_once("path:"));
                found.places.extend(place.and_then(|(_, place)| first_quoted(place)));
                let is_test = target.contains("Test") || target.contains("Spec");
                if is_test {
                    tests.insert(pod)
                } else {
                    others.insert(pod)
                };
            }
            _ => {}
        }
        if line.starts_with("def ") {
            target.clear();
        }
    }
    found.only_tests = tests.difference(&others).cloned().collect();
    found
}

/// Returns the quoted texts of a line that precede the line's comment.
fn all_quoted(line: &str) -> Vec<String> {
    let parts = line.split('#').next().unwrap_or_default().split(['\'', '"']);
    parts.skip(1).step_by(2).map(str::to_owned).collect()
}

fn first_quoted(text: &str) -> Option<String> {
    let begin = text.find(['\'', '"'])?;
    let mark = text[begin..].chars().next()?;
    let rest = &text[begin + 1..];
    Some(rest[..rest.find(mark)?].to_owned())
}

/// The contents of a Podfile.lock: all pods, and the pods that the Podfile names.
#[derive(Clone, Debug, Default)]
pub(crate) struct PodfileLock {
    pub(crate) pods: BTreeSet<String>,
    pub(crate) direct: BTreeSet<String>,
}

/// Parses a Podfile.lock. A subspec such as `Firebase/Core` is replaced by its pod.
pub(crate) fn parse_lock(text: &str) -> PodfileLock {
    let mut found = PodfileLock::default();
    let mut part = "";
    for line in text.lines() {
        if !line.starts_with(' ') {
            part = line.trim_end();
            continue;
        }
        // Lines with deeper indentation are dependencies of a pod.
        let Some(pod) = line.strip_prefix("  - ") else { continue };
        let name = pod.trim_matches('"').split([' ', '/', ':']).next().unwrap_or_default();
        match part {
            "PODS:" if !name.is_empty() => found.pods.insert(name.to_owned()),
            "DEPENDENCIES:" if !name.is_empty() => found.direct.insert(name.to_owned()),
            _ => false,
        };
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pods_that_only_tests_use_are_listed_separately() {
        let found = parse_podfile(
            "workspace 'Shop.xcworkspace'\nproject \"App/Shop.xcodeproj\"\ndef shared\n  pod 'Net'\nend\ntarget 'Shop' do\n  shared\n  pod 'Kit/Core', '~> 1'\n  pod 'Own', :path => '../Own'\n  target 'ShopTests' do\n    pod 'Quick'\n    pod 'Net'\n  end\nend\n",
        );
        assert_eq!(found.workspace.as_deref(), Some("Shop"));
        assert_eq!(found.project.as_deref(), Some("App/Shop"));
        assert_eq!(found.only_tests.into_iter().collect::<Vec<_>>(), ["Quick"]);
        assert_eq!((found.places, found.keys.len()), (vec!["../Own".to_owned()], 0));
        let keys = parse_podfile(
            "plugin 'cocoapods-keys', {\n  :project => 'Kiosk',\n  :keys => [\n    'ClientSecret', 'ClientKey', # of the 'API'\n  ]\n}\ntarget 'Kiosk' do\nend\n",
        );
        assert_eq!(keys.keys, ["ClientSecret", "ClientKey"]);
        let lock = parse_lock(
            "PODS:\n  - Alamofire (5.8.1)\n  - Firebase/Core (10.1.0):\n    - nanopb\n  - \"a+b (1.0)\"\n\nDEPENDENCIES:\n  - Firebase/Core (~> 10)\n",
        );
        assert_eq!(lock.pods.into_iter().collect::<Vec<_>>(), ["Alamofire", "Firebase", "a+b"]);
        assert_eq!(lock.direct.into_iter().collect::<Vec<_>>(), ["Firebase"]);
    }
}

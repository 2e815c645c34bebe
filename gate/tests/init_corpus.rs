//! Tests `gate init` on the shapes of public projects. The command must find the right app, scheme, product, modules, branch and steps.

mod corpus;

use gate_init::{Action, PipelineHost, render_files};
use yaml_rust2::YamlLoader;

/// The folder that contains the shapes of projects.
const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus");

#[test]
fn every_project_of_the_test_corpus_gets_the_expected_answers_of_gate_init() {
    let shapes = corpus::shapes();
    assert!(shapes.len() >= 60, "{} shapes", shapes.len());
    let wrong: Vec<String> = shapes
        .iter()
        .flat_map(|shape| shape.wrong().into_iter().map(|what| format!("{}: {what}", shape.name)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The test above must fail if an answer is wrong.
#[test]
fn the_comparison_with_expected_answers_detects_a_wrong_answer() {
    let mut shapes = corpus::shapes();
    let shape = shapes.iter_mut().find(|shape| shape.name == "podcasts").expect("podcasts");
    shape.expected.insert("app".to_owned(), "Another".into());
    let wrong = shape.wrong();
    assert!(wrong.len() == 1 && wrong[0].contains("app: \"Earshot\", expected \"Another\""), "{wrong:?}");
    // The expected answers are changed to contain only a step that does not exist. `next` must then return the project's three steps as
    // unnecessary, and the step that does not exist as missing.
    let shape = shapes.iter_mut().find(|shape| shape.name == "kiosk").expect("kiosk");
    assert_eq!(shape.next(), (Vec::new(), Vec::new()));
    shape.expected.insert("left".to_owned(), vec!["feed the cat"].into());
    let (told, missing) = shape.next();
    assert_eq!((told.len(), missing), (3, vec!["feed the cat".to_owned()]));
}

/// For every project of the corpus, the workflows for GitHub and GitLab can be parsed and contain no placeholder of a template.
#[test]
fn every_project_of_the_test_corpus_gets_valid_workflows() {
    let action =
        Action { reference: "acme/launchgate/.github/action@0123", version: "v1.0.0", is_released: false };
    for shape in corpus::shapes() {
        let folder = tempfile::tempdir().expect("a folder");
        shape.write(folder.path());
        let Ok(project) = shape.read_from(folder.path()) else { continue };
        for host in [PipelineHost::GitHub, PipelineHost::GitLab] {
            for file in render_files(&project, Some(host), &action) {
                let (name, text) = (&shape.name, &file.text);
                let left = text
                    .split('@')
                    .skip(1)
                    .step_by(2)
                    .find(|key| !key.is_empty() && key.chars().all(|c| c.is_ascii_uppercase()));
                assert_eq!(left, None, "{name}: {}", file.path);
                if file.path.ends_with(".yml") {
                    let parsed = YamlLoader::load_from_str(text);
                    assert!(parsed.is_ok(), "{name}: {}: {parsed:?}\n{text}", file.path);
                } else if file.path.ends_with(".toml") {
                    let parsed = gate_config::Config::parse(file.path, text);
                    assert!(parsed.is_ok(), "{name}: {parsed:?}");
                }
            }
        }
    }
}

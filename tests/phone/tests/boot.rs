//! The small iOS comes up, and a C program on it does what it says.

use phone::build::{self, Image, Kind, Style};
use phone::{Config, Outcome};

/// Builds a C program against libSystem, and runs it.
fn run_c(style: Style, text: &str, change: impl FnOnce(&mut Config)) -> Outcome {
    let system = build::system().unwrap();
    let source = build::source("main.c", text).unwrap();
    let mut image = Image::new("Main", Kind::Executable, style, [source]);
    image.libraries = vec![system.by_folder["libSystem"].clone()];
    let file = build::build(&image).unwrap();
    let bundle = tempfile::tempdir().unwrap();
    std::fs::copy(file, bundle.path().join("Main")).unwrap();
    let mut config = Config::new(bundle.path(), "Main");
    config.system = system.by_name;
    change(&mut config);
    phone::run(config)
}

#[test]
fn main_runs_and_its_result_is_the_exit_status() {
    for style in Style::ALL {
        let text = "int main(int argc, char **argv) { return 40 + argc; }";
        let outcome = run_c(style, text, |config| config.arguments = vec!["one".into()]);
        assert_eq!(outcome.result, Ok(42), "{style:?} {}", outcome.log);
    }
}

//! Tests images that the app opens and closes in the window. dyld unmaps images without Objective-C, so the agent must not read these
//! images after they are closed.

use e2e::agent_bed::methods;
use e2e::agent_tree::{nodes, sums};
use e2e::bundle::Bundle;
use phone::Counter;
use phone::build::Style;
use trace::Reader;

#[test]
fn an_image_that_is_closed_in_the_window_is_not_read_afterwards() {
    for style in Style::ALL {
        let app = Bundle::app(style, &["plugs.m"])
            .and_then(|app| app.with_framework(style, "Plug", &["plug.cpp"]))
            .expect("the app builds");
        let rounds = ("ROUNDS", "3");
        let plain = app.run_plain(&[rounds], |_| {}).expect("the phone runs");
        let settings = [("LAUNCHGATE_LAUNCH", "one"), ("LAUNCHGATE_END", "-[User end]"), rounds];
        let run = app.run(&settings).expect("the phone runs");
        assert_eq!(run.status().expect("the app ends"), 0, "{style:?}");
        assert_eq!(run.outcome.log, "sum 15, 0 images more\n", "{style:?}");
        assert_eq!(run.outcome.log, plain.outcome.log, "{style:?}");
        let methods = methods(run.trace().expect("a trace")).expect("a readable trace");
        assert_eq!(methods["-[User use:with:]"].0, 3, "{style:?}: {methods:?}");
        let reader = Reader::open(run.trace().expect("a trace")).expect("a readable trace");
        let images: Vec<String> = reader.images.iter().map(|image| image.path.to_string()).collect();
        assert!(images.iter().any(|path| path.ends_with("/Fixture")), "{style:?}: {images:?}");
        assert!(images.iter().all(|path| !path.ends_with("/Plug")), "{style:?}: {images:?}");
    }
}

/// The time that the agent needs for a new image does not belong to the method that opens the image.
#[test]
fn the_time_of_opening_an_image_excludes_the_cost_of_the_agent() {
    let app = Bundle::app(Style::Chained, &["plugs.m"])
        .and_then(|app| app.with_framework(Style::Chained, "Plug", &["plug.cpp"]))
        .expect("the app builds");
    let rounds = ("ROUNDS", "30");
    let plain = app.run_plain(&[rounds], |config| config.observe = Some(phone::is_method));
    let plain = plain.expect("the phone runs");
    let truth = plain.outcome.truth.all.iter().find(|(function, _)| function.name == "-[User open]");
    let real = truth.expect("it was observed").1.total as f64 / 125.0;
    let settings = [("LAUNCHGATE_LAUNCH", "one"), ("LAUNCHGATE_END", "-[User end]"), rounds];
    for counter in Counter::MODES {
        let run = app.run_with(&settings, |config| config.counter = counter).expect("the phone runs");
        let sums = sums(&nodes(run.trace().expect("a trace"), app.folder()).expect("a readable trace"));
        let seen = sums["-[User open]"].total;
        // A difference of about a tick per opening is allowed.
        assert!((seen - real).abs() < 30.0 + real * 0.02, "{counter:?}: {seen} ticks, truly {real}");
    }
}

//! Tests that generated apps have the contents of their shape and compute its result.

use phone::build::Style;
use phone::generator::{self, AppShape};
use phone::is_method;

#[test]
fn a_generated_app_makes_the_calls_that_its_description_specifies() {
    for style in [Style::Chained, Style::Opcodes] {
        let folder = tempfile::tempdir().unwrap();
        let shape = AppShape { style, ..AppShape::SMALL };
        let app = generator::write(&shape, &folder.path().join("Generated.app")).unwrap();
        let mut config = app.config().unwrap();
        config.observe = Some(is_method);
        let outcome = phone::run(config);
        assert_eq!(outcome.result, Ok(0), "{style:?}\n{}", outcome.log);
        assert!(
            outcome.log.contains(&app.expected),
            "{style:?}: {} is not in\n{}",
            app.expected,
            outcome.log
        );
        assert_eq!(app.touched, 100);
        let calls = |end: &str| -> u64 {
            let wanted = outcome.truth.all.iter().filter(|(function, _)| function.name.ends_with(end));
            wanted.map(|(_, truth)| truth.calls).sum()
        };
        assert_eq!(calls(" run:]"), 100, "{style:?}");
        assert_eq!(calls(" load]"), u64::from(app.loads));
        // The count includes all methods of all touched classes, and the methods of superclasses that are called first.
        assert!(calls(" shared0:]") > 100 && calls(" shared2:]") == 100);
        let images = outcome.counts.images.keys().filter(|path| path.contains(".app/")).count();
        assert_eq!(images, 5);
    }
}

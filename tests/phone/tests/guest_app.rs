//! Tests an app on the small iOS, from main to its first frame, with background threads.

use phone::Schedule;
use phone::build::Style;

use super::guest;

const LIBRARIES: [&str; 5] = ["libSystem", "libobjc", "CoreFoundation", "Foundation", "UIKit"];

#[test]
fn the_steps_of_an_emulated_app_start_have_the_same_order_as_on_a_phone() {
    let outcome = guest::run_fixture("guest_app.m", &LIBRARIES, Style::Chained, Schedule::default());
    guest::expect_all(&outcome, &["foundation", "finish"]);
}

#[test]
fn an_emulated_app_with_scenes_shows_its_first_frame_at_the_coreanimation_commit() {
    let parts = ["scene", "frame", "push", "pop", "notifications", "state"];
    for (thermal, power) in [("0", "0"), ("2", "1")] {
        let outcome = guest::run_fixture_on("guest_scene.m", &LIBRARIES, Style::Chained, &[], |config| {
            config.info.insert("thermal".into(), thermal.into());
            config.info.insert("low-power".into(), power.into());
        });
        guest::expect_all(&outcome, &parts);
        assert!(outcome.log.contains(&format!("thermal {thermal} power {power}\n")), "{}", outcome.log);
    }
}

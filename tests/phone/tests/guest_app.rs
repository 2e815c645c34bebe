//! Tests of an app on the small iOS, from main to its first frame, with background threads.

use phone::Schedule;
use phone::build::Style;

use super::guest;

const LIBRARIES: [&str; 5] = ["libSystem", "libobjc", "CoreFoundation", "Foundation", "UIKit"];

#[test]
fn an_app_starts_in_the_order_of_a_phone() {
    let outcome = guest::run_fixture("guest_app.m", &LIBRARIES, Style::Chained, Schedule::default());
    guest::expect_all(&outcome, &["foundation", "finish"]);
}

#[test]
fn a_start_by_scenes_pushes_pops_and_shows_its_first_frame_when_coreanimation_commits() {
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

//! An app on the small iOS, from main to its first frame, with threads behind it.

mod guest;

use phone::Schedule;
use phone::build::Style;

const LIBRARIES: [&str; 5] = ["libSystem", "libobjc", "CoreFoundation", "Foundation", "UIKit"];

#[test]
fn an_app_starts_in_the_order_of_a_phone() {
    let outcome = guest::run_fixture("guest_app.m", &LIBRARIES, Style::Chained, Schedule::default());
    guest::expect_all(&outcome, &["foundation", "finish"]);
}

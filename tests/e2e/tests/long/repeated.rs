//! Runs the randomised tests of an ordinary test run, with many more seeds.

use phone::build::Style;

use crate::{agent_fuzz, seeds};

#[test]
#[ignore = "long: ten times the schedules of `seeds`"]
fn ten_thousand_more_schedules_of_shop_give_the_right_results() {
    seeds::check_schedules(seeds::SEEDS..11 * seeds::SEEDS);
}

#[test]
#[ignore = "long: twenty times the programs of `agent_fuzz`"]
fn four_thousand_more_programs_are_recorded_exactly() {
    const EACH: u64 = 50;
    const ROUNDS: u64 = 20;
    // The first seed of the long run: an ordinary test run uses only seeds below 1000.
    let mut from = 1000;
    for _ in 0..ROUNDS {
        std::thread::scope(|scope| {
            for style in Style::ALL {
                scope.spawn(move || agent_fuzz::check_programs(style, from, EACH));
                from += EACH;
            }
        });
    }
}

//! Call stacks by time: they are what the emulator saw, and sampling changes nothing else.

use e2e::agent_programs::{self, PROGRAMS};
use e2e::agent_stacks;
use phone::build::Style;

#[test]
fn stacks_of_the_sample_app_are_what_the_emulator_saw() {
    let (mut equal, mut sure, mut others) = (0, 0, Vec::new());
    for style in Style::ALL {
        let found = agent_stacks::shop(style).expect("Shop runs");
        // Hooks and leaves are among them.
        assert!(found.samples > 2000 && found.in_agent > 500, "{style:?}: {found:?}");
        assert!(found.unsure * 200 <= found.samples, "{style:?}: {found:?}");
        equal += found.equal;
        sure += found.samples - found.unsure;
        others.push((style, found.others));
    }
    // Together, as the figure `stacks.equal` is: of 2,800 samples of one style three may lie where no walk can succeed, as in the part
    // of Swift's runtime that Embedded Swift brings along, which keeps no frame pointers.
    assert!(sure >= 10_000 && equal * 1000 >= sure * 999, "{equal} of {sure}: {others:#?}");
}

#[test]
fn a_sample_takes_what_the_interval_is_chosen_by() {
    let (fixed, each) = launchgate::SAMPLE_INSTRUCTIONS;
    for frames in [10, 30, 100] {
        let counted = agent_stacks::instructions(frames).expect("the app runs");
        let expected = fixed + each * frames;
        assert!(counted.abs_diff(expected) * 20 <= expected, "{frames} frames: {counted}, not {expected}");
    }
}

/// A sample every 50 us takes a tenth of the time or more; the costs are as near as without.
#[test]
fn what_sampling_takes_is_taken_off_the_costs() {
    std::thread::scope(|scope| {
        for program in PROGRAMS {
            scope.spawn(move || {
                let off = agent_programs::measure(program, 1..2, "50us").expect("it runs");
                assert!(off.counts.0 + off.counts.1 >= 3, "{program}: {:?}", off.counts);
                assert!(off.large <= 2.0, "{program}: {:?}", off.words);
                assert!(off.small <= 10.0, "{program}: {:?}", off.words);
                assert!(off.tree <= 0.5, "{program}: {:?}", off.words);
            });
        }
    });
}

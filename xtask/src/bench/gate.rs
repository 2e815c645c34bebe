//! Contains the table of `cargo xtask bench gate`: the programs that measure large input and attacks,
//! with their figures.

use super::{Bench, Figure, Goal, Program};

pub(super) const BENCHES: &[Bench] = &[
    Bench {
        name: "gate",
        program: Program::Cargo(&["run", "--release", "-p", "lab", "input"]),
        figures: &[
            Figure { name: "gate.input_vs_jq", unit: "×", goal: Goal::AtLeast(20.0) },
            Figure { name: "gate.input_vs_serde_json", unit: "×", goal: Goal::AtLeast(5.0) },
            Figure { name: "gate.input_vs_serde_json_columns", unit: "×", goal: Goal::None },
            Figure { name: "gate.input_doubling_launches", unit: "×", goal: Goal::AtMost(2.3) },
            Figure { name: "gate.input_doubling_nodes", unit: "×", goal: Goal::AtMost(2.3) },
            Figure { name: "gate.input_doubling_record_methods", unit: "×", goal: Goal::AtMost(2.3) },
            Figure { name: "gate.folder_1000.cpu_s", unit: "s", goal: Goal::AtMost(2.0) },
            Figure { name: "gate.refs_1000.cpu_s", unit: "s", goal: Goal::AtMost(2.0) },
            // An archive of 199,000 entries, slightly below the limit.
            Figure { name: "gate.archive_200k.cpu_s", unit: "s", goal: Goal::AtMost(5.0) },
            // `gate init` in a project of 5,000 apps.
            Figure { name: "gate.init_5000.cpu_s", unit: "s", goal: Goal::AtMost(2.0) },
        ],
    },
    // Effects of a pull request with malicious names and links: texts that become markup in a comment, and
    // paths that lead outside the checkout.
    Bench {
        name: "gate",
        program: Program::GateTest("report_markdown::no_string_of_a_verdict_becomes_markup_in_a_comment"),
        figures: &[Figure { name: "gate.hostile.strings", unit: "", goal: Goal::AtMost(0.0) }],
    },
    Bench {
        name: "gate",
        program: Program::Test(
            "pipeline::paths::no_symbolic_link_of_a_github_checkout_leads_a_job_out_of_the_checkout",
        ),
        figures: &[Figure { name: "gate.hostile.paths", unit: "", goal: Goal::AtMost(0.0) }],
    },
    // Attacks by a change on its own judgement, settings of a change that must appear in the notes for the
    // reviewer, and damage to a store and its cache.
    Bench {
        name: "gate",
        program: Program::Test("pipeline::attacks::no_attack_by_a_change_on_its_own_judgement_succeeds"),
        figures: &[
            Figure { name: "gate.attacks.through", unit: "", goal: Goal::AtMost(0.0) },
            Figure { name: "gate.attacks.rows", unit: "", goal: Goal::AtLeast(50.0) },
        ],
    },
    Bench {
        name: "gate",
        program: Program::GateTest("cli::policy::notes_about_changed_settings_name_the_values_that_are_used"),
        figures: &[Figure { name: "gate.settings_used.false", unit: "", goal: Goal::AtMost(0.0) }],
    },
    Bench {
        name: "gate",
        program: Program::StoreTest(
            "verify::tests::damaged_objects_are_excluded_with_a_warning_and_can_be_stored_again",
        ),
        // The share of damages to objects after which the session can be stored again and is read without a warning.
        figures: &[Figure { name: "store.damaged.heals", unit: "", goal: Goal::AtLeast(1.0) }],
    },
    Bench {
        name: "gate",
        program: Program::StoreTest(
            "verify::tests::a_forged_local_cache_removes_no_session_and_changes_no_result",
        ),
        // The number of sessions that a forged cache removes from the store or from an answer.
        figures: &[Figure { name: "store.cache.poisoned", unit: "", goal: Goal::AtMost(0.0) }],
    },
    // The memory for input of the size `gate.largest_input`. The bench also prints a figure for each kind of input.
    Bench {
        name: "gate",
        program: Program::Cargo(&["run", "--release", "-p", "lab", "memory"]),
        figures: &[Figure { name: "gate.max_rss_mb", unit: "MB", goal: Goal::AtMost(600.0) }],
    },
    // The share of 100 launches that survive tunnels which close repeatedly.
    Bench {
        name: "gate",
        program: Program::Test("run_lost::a_tunnel_to_the_phone_that_drops_repeatedly_loses_no_launch"),
        figures: &[
            Figure { name: "drive.tunnel_drop.survived", unit: "", goal: Goal::AtLeast(0.95) },
            Figure { name: "drive.tunnel_drop.drops", unit: "", goal: Goal::None },
        ],
    },
];

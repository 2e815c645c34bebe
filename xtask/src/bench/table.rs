//! Contains the table of benches, each with its program and figures. The entries for the store are in
//! `store`, those for the gate's input and trust in `gate`.

use super::{Bench, Figure, Goal, Program};

pub(super) const BENCHES: &[Bench] = &[
    Bench {
        name: "trace",
        program: Program::Cargo(&["run", "--release", "-p", "trace", "--example", "speed"]),
        figures: &[
            Figure { name: "trace.read_vs_memcpy", unit: "×", goal: Goal::AtLeast(0.25) },
            Figure { name: "trace.read_vs_json", unit: "×", goal: Goal::AtLeast(20.0) },
            Figure { name: "trace.open_vs_memcpy", unit: "×", goal: Goal::None },
            Figure { name: "trace.write_vs_memcpy", unit: "×", goal: Goal::None },
            Figure { name: "trace.write_vs_json", unit: "×", goal: Goal::None },
        ],
    },
    Bench {
        name: "phone",
        program: Program::Example("phone_speed"),
        figures: &[
            Figure { name: "phone.boot_ms", unit: "ms", goal: Goal::AtMost(50.0) },
            Figure { name: "phone.boot_instructions", unit: "", goal: Goal::None },
            Figure { name: "phone.instructions_per_second", unit: "/s", goal: Goal::AtLeast(40e6) },
            Figure { name: "phone.shop_boot_ms", unit: "ms", goal: Goal::AtMost(100.0) },
            Figure { name: "phone.shop_start_ms", unit: "ms", goal: Goal::None },
            Figure { name: "phone.shop_start_sends", unit: "", goal: Goal::AtLeast(20e3) },
            Figure { name: "phone.sends_50000_ms", unit: "ms", goal: Goal::AtMost(2000.0) },
            Figure { name: "phone.million_sends_ms", unit: "ms", goal: Goal::None },
            Figure { name: "phone.generated_build_s", unit: "s", goal: Goal::None },
            Figure { name: "phone.generated_start_s", unit: "s", goal: Goal::AtMost(20.0) },
            Figure { name: "phone.generated_instructions", unit: "", goal: Goal::None },
            Figure { name: "phone.load_average", unit: "", goal: Goal::None },
        ],
    },
    // The number of texts of a pull request that are markup, and not only data, in the evidence for a coding agent.
    Bench {
        name: "diagnose",
        program: Program::GateTest(
            "diagnosis::text_from_a_pull_request_stays_inside_code_spans_of_the_markdown",
        ),
        figures: &[
            Figure { name: "diagnose.injections", unit: "", goal: Goal::AtMost(0.0) },
            Figure { name: "diagnose.injections.tried", unit: "", goal: Goal::AtLeast(200.0) },
        ],
    },
    Bench {
        name: "diagnose",
        program: Program::Example("diagnose_bench"),
        figures: &[
            Figure { name: "diagnose.located", unit: "", goal: Goal::AtLeast(0.95) },
            Figure { name: "diagnose.commit_first", unit: "", goal: Goal::AtLeast(0.9) },
        ],
    },
    Bench {
        name: "stacks",
        program: Program::Example("stacks_symbols"),
        figures: &[
            // The share of the first and middle instructions of Shop's functions for which name, file, line
            // and inlined functions equal those of LLVM's symbolizer.
            Figure { name: "stacks.symbols", unit: "", goal: Goal::AtLeast(1.0) },
            // The share of Swift and C++ names that equal the output of `swift demangle` and `llvm-cxxfilt`.
            Figure { name: "stacks.demangled", unit: "", goal: Goal::AtLeast(0.99) },
        ],
    },
    Bench {
        name: "stacks",
        program: Program::Cargo(&["run", "--release", "-p", "lab", "symbols"]),
        figures: &[
            // A dSYM of a million functions: the files of all methods and the functions at 10,000 addresses,
            // without and with the cache.
            Figure { name: "stacks.million.read_s", unit: "s", goal: Goal::AtMost(20.0) },
            Figure { name: "stacks.million.read_mb", unit: "MB", goal: Goal::AtMost(1000.0) },
            Figure { name: "stacks.million.file_mb", unit: "MB", goal: Goal::None },
            Figure { name: "stacks.million.again_s", unit: "s", goal: Goal::None },
        ],
    },
    Bench {
        name: "init",
        program: Program::Cargo(&["run", "-p", "lab", "init"]),
        figures: &[
            Figure { name: "init.corpus.right_share", unit: "", goal: Goal::AtLeast(1.0) },
            Figure { name: "init.corpus.right", unit: "", goal: Goal::None },
            Figure { name: "init.corpus.total", unit: "", goal: Goal::AtLeast(60.0) },
            Figure { name: "init.next.false", unit: "", goal: Goal::AtMost(0.0) },
            Figure { name: "init.next.missing", unit: "", goal: Goal::AtMost(0.0) },
            // Number of steps before xcodebuild that need no secret, in the existing pipelines of the test projects. The expected steps
            // were listed by hand.
            Figure { name: "init.own_steps.taken", unit: "", goal: Goal::AtLeast(0.9) },
            Figure { name: "init.own_steps.wrong", unit: "", goal: Goal::AtMost(0.0) },
        ],
    },
    Bench {
        name: "init",
        program: Program::Test(
            "pipeline::start::workflows_written_for_each_kind_of_project_pass_without_an_edit",
        ),
        figures: &[Figure { name: "init.pipelines_green", unit: "", goal: Goal::AtLeast(7.0) }],
    },
    Bench {
        name: "report",
        program: Program::GateTest("truth::every_sentence_of_a_report_matches_its_json"),
        figures: &[
            Figure { name: "report.sentences.verdicts", unit: "", goal: Goal::AtLeast(500.0) },
            Figure { name: "report.sentences.printed", unit: "", goal: Goal::None },
            Figure { name: "report.sentences.checked", unit: "", goal: Goal::AtLeast(0.95) },
            Figure { name: "report.sentences.false", unit: "", goal: Goal::AtMost(0.0) },
            // The kinds of numbers that two places of a report state, and the differences between two such places.
            Figure { name: "report.two_places.kinds", unit: "", goal: Goal::AtLeast(30.0) },
            Figure { name: "report.two_places.differences", unit: "", goal: Goal::AtMost(0.0) },
            Figure { name: "report.comment.words_before_fold", unit: "", goal: Goal::AtMost(120.0) },
        ],
    },
    Bench {
        name: "report",
        program: Program::Cargo(&["run", "--release", "-p", "lab", "report"]),
        figures: &[
            Figure { name: "report.html_bytes", unit: "B", goal: Goal::AtMost(10e6) },
            Figure { name: "report.html_open_s", unit: "s", goal: Goal::AtMost(2.0) },
            Figure { name: "report.html_open_script_s", unit: "s", goal: Goal::None },
            Figure { name: "report.html_open_wall_s", unit: "s", goal: Goal::None },
            Figure { name: "report.html_s", unit: "s", goal: Goal::AtMost(2.0) },
            Figure { name: "report.json_s", unit: "s", goal: Goal::None },
            Figure { name: "report.json_bytes", unit: "B", goal: Goal::None },
            Figure { name: "report.read_json_s", unit: "s", goal: Goal::None },
            Figure { name: "report.markdown_s", unit: "s", goal: Goal::None },
            Figure { name: "report.markdown_bytes", unit: "B", goal: Goal::AtMost(262_144.0) },
        ],
    },
    // Published launch times. Series that are not in the repository are measured only if they were
    // downloaded.
    Bench {
        name: "scorecard",
        program: Program::Cargo(&["run", "--release", "-p", "lab", "scorecard"]),
        figures: &[
            Figure { name: "scorecard.series", unit: "", goal: Goal::AtLeast(8.0) },
            Figure { name: "scorecard.rules", unit: "", goal: Goal::AtLeast(6.0) },
            // The figure is the worst of all series, sizes and designs. The bench also prints the figures of each series.
            Figure { name: "scorecard.launchgate.any_false", unit: "", goal: Goal::AtMost(0.05) },
        ],
    },
    Bench {
        name: "facts",
        program: Program::Example("facts_bench"),
        figures: &[
            // Facts about which LLVM's tools and gate inspect differ, for Shop in four styles of linking and
            // for an app of 50 images.
            Figure { name: "facts.differences", unit: "", goal: Goal::AtMost(0.0) },
            Figure { name: "facts.compared", unit: "", goal: Goal::None },
            // The share of changes planted in Shop, in four styles of linking, that are reported with their
            // owner and without any other finding.
            Figure { name: "facts.planted", unit: "", goal: Goal::AtLeast(1.0) },
            // An app of 500 MB in 50 images, read by a build of the gate without optimisation.
            Figure { name: "facts.seconds_500mb", unit: "s", goal: Goal::AtMost(20.0) },
            Figure { name: "facts.memory_500mb", unit: "MB", goal: Goal::AtMost(500.0) },
            Figure { name: "facts.app_mb", unit: "MB", goal: Goal::AtLeast(500.0) },
        ],
    },
    Bench {
        name: "work",
        program: Program::Cargo(&["run", "--release", "-p", "lab", "work"]),
        figures: &[
            Figure { name: "work.any_false", unit: "", goal: Goal::AtMost(0.001) },
            Figure { name: "work.found", unit: "", goal: Goal::AtLeast(0.98) },
        ],
    },
    // Counts of system requests compared with the emulator's log of calls, for at least eight programs.
    Bench {
        name: "work",
        program: Program::Example("work_bench"),
        figures: &[
            Figure { name: "work.equal", unit: "", goal: Goal::AtLeast(1.0) },
            Figure { name: "work.programs", unit: "", goal: Goal::AtLeast(8.0) },
            // SQLite and a JSON parser in C++. The variable LAUNCHGATE_BINARIES names the folder that
            // contains their packages.
            Figure { name: "work.public", unit: "", goal: Goal::AtLeast(2.0) },
            Figure { name: "work.added.malloc", unit: "", goal: Goal::AtMost(20.0) },
            // Instructions added to a call outside of all methods, in an app with 120 libraries.
            Figure { name: "work.added.malloc_outside", unit: "", goal: Goal::AtMost(25.0) },
            Figure { name: "work.added.open", unit: "", goal: Goal::AtMost(60.0) },
            Figure { name: "work.added.closed", unit: "", goal: Goal::AtMost(0.0) },
            Figure { name: "work.added.off", unit: "", goal: Goal::AtMost(0.0) },
            Figure { name: "work.dylib_bytes", unit: "B", goal: Goal::AtMost(242_000.0) },
        ],
    },
    Bench {
        name: "drive",
        program: Program::Example("drive_bench"),
        figures: &[
            Figure { name: "drive.embedded_ios16_unix_added_ms", unit: "ms", goal: Goal::AtMost(50.0) },
            Figure { name: "drive.embedded_ios16_unix_own_ms", unit: "ms", goal: Goal::None },
            Figure { name: "drive.embedded_ios16_tcp_added_ms", unit: "ms", goal: Goal::AtMost(100.0) },
            Figure { name: "drive.embedded_ios16_tcp_own_ms", unit: "ms", goal: Goal::None },
            Figure { name: "drive.embedded_ios17_unix_added_ms", unit: "ms", goal: Goal::AtMost(50.0) },
            Figure { name: "drive.embedded_ios17_unix_own_ms", unit: "ms", goal: Goal::None },
            Figure { name: "drive.embedded_ios17_tcp_added_ms", unit: "ms", goal: Goal::AtMost(100.0) },
            Figure { name: "drive.embedded_ios17_tcp_own_ms", unit: "ms", goal: Goal::None },
        ],
    },
    // Runs on the emulated device: 10 launches of each of two builds with the same identifier, a build that
    // crashes in 7 of 24 launches, and five launches under libimobiledevice's debugger.
    Bench {
        name: "drive",
        program: Program::Test(
            "run_compare::each_installation_in_a_run_of_two_builds_serves_two_counted_launches",
        ),
        figures: &[Figure { name: "drive.installations.blocks", unit: "", goal: Goal::AtMost(11.0) }],
    },
    Bench {
        name: "drive",
        program: Program::Test(
            "run_compare::builds_installed_side_by_side_are_installed_once_and_then_removed",
        ),
        figures: &[Figure { name: "drive.installations", unit: "", goal: Goal::AtMost(2.0) }],
    },
    // Requests to empty a container before an installation, and to put a file of a scenario before a launch.
    Bench {
        name: "drive",
        program: Program::Test("run_state::emptying_and_filling_the_app_container_takes_only_a_few_requests"),
        figures: &[
            Figure { name: "drive.container.empty_requests", unit: "", goal: Goal::AtMost(12.0) },
            Figure { name: "drive.container.fill_requests", unit: "", goal: Goal::AtMost(6.0) },
        ],
    },
    // 500 runs that compare two equal builds: installed side by side, and alternately in blocks with one
    // installation each.
    Bench {
        name: "drive",
        program: Program::Cargo(&["run", "--release", "-p", "lab", "orders"]),
        figures: &[
            Figure { name: "drive.side_by_side.any_false", unit: "", goal: Goal::AtMost(0.02) },
            Figure { name: "drive.blocks.any_false", unit: "", goal: Goal::AtMost(0.02) },
        ],
    },
    Bench {
        name: "drive",
        program: Program::Test("run_lost::a_build_that_crashes_in_some_launches_does_not_pass"),
        figures: &[Figure { name: "drive.crash.told", unit: "", goal: Goal::AtLeast(1.0) }],
    },
    Bench {
        name: "drive",
        program: Program::Test(
            "device_tools::whole::five_launches_by_tidevice_are_recorded_and_give_a_verdict",
        ),
        // Number of processes of the tool per launch.
        figures: &[Figure { name: "drive.tidevice.processes", unit: "", goal: Goal::AtMost(1.0) }],
    },
    Bench {
        name: "drive",
        program: Program::Test(
            "device_tools::whole::launches_by_libimobiledevice_are_compared_only_with_each_other",
        ),
        figures: &[Figure { name: "drive.libimobiledevice.verdict", unit: "", goal: Goal::AtLeast(1.0) }],
    },
    // The variables LAUNCHGATE_BINARIES and LAUNCHGATE_SOURCES name folders that contain public binaries and
    // sources.
    Bench {
        name: "counts",
        program: Program::Example("counts_bench"),
        figures: &[
            // Number of counting functions and stubs whose first instruction behaves differently after the
            // rewriting.
            Figure { name: "counts.relocated_wrong", unit: "", goal: Goal::AtMost(0.0) },
            Figure { name: "counts.relocated", unit: "", goal: Goal::AtLeast(200_000.0) },
            // The share of counting functions among the functions that are not a part of a larger function.
            Figure { name: "counts.patched", unit: "", goal: Goal::AtLeast(0.98) },
            Figure { name: "counts.patched_apple", unit: "", goal: Goal::AtLeast(0.995) },
            // The smallest share of functions that count, over files with at least 1,000 functions.
            Figure { name: "counts.patched_foreign", unit: "", goal: Goal::AtLeast(0.8) },
            // The share that can be rewritten among the files in which Xcode's linker left less than 1,024
            // bytes for load commands.
            Figure { name: "counts.header_room", unit: "", goal: Goal::AtLeast(0.95) },
            Figure { name: "counts.bytes", unit: "B", goal: Goal::AtMost(80.0) },
            // CPU time of an unoptimised rewriter for files with at least 150,000 counting functions.
            Figure { name: "counts.inject_cpu_s", unit: "s", goal: Goal::AtMost(10.0) },
            // Number of dyld's rules that a rewritten file violates, and of unintended changes.
            Figure { name: "counts.broken", unit: "", goal: Goal::AtMost(0.0) },
            // The share of runs in which the agent's counts equal those of the emulator.
            Figure { name: "counts.equal", unit: "", goal: Goal::AtLeast(1.0) },
            Figure { name: "counts.programs", unit: "", goal: Goal::AtLeast(20.0) },
            // Instructions added to most functions: for a call on the main thread, for the first call, and
            // for a call after the window.
            Figure { name: "counts.added", unit: "", goal: Goal::AtMost(13.0) },
            Figure { name: "counts.added_first", unit: "", goal: Goal::AtMost(36.0) },
            Figure { name: "counts.added_after", unit: "", goal: Goal::AtMost(8.0) },
        ],
    },
    // Counts of the programs above: comparisons without a change, and changes planted in functions with
    // constant counts.
    Bench {
        name: "counts",
        program: Program::Cargo(&["run", "--release", "-p", "lab", "counts"]),
        figures: &[
            Figure { name: "counts.any_false", unit: "", goal: Goal::AtMost(0.005) },
            Figure { name: "counts.found", unit: "", goal: Goal::AtLeast(0.98) },
            Figure { name: "counts.named", unit: "", goal: Goal::AtLeast(0.95) },
            // The share of functions whose counts vary between launches.
            Figure { name: "counts.varying", unit: "", goal: Goal::None },
        ],
    },
    Bench {
        name: "gate",
        program: Program::Cargo(&["run", "--release", "-p", "lab", "stats"]),
        figures: &[
            Figure { name: "gate.interleaved_s", unit: "s", goal: Goal::AtMost(2.0) },
            Figure { name: "gate.interleaved_mb", unit: "MB", goal: Goal::AtMost(300.0) },
            Figure { name: "gate.doubling_relabelled_methods", unit: "×", goal: Goal::AtMost(2.3) },
            Figure { name: "gate.doubling_interleaved_methods", unit: "×", goal: Goal::AtMost(2.3) },
            Figure { name: "gate.doubling_interleaved_launches", unit: "×", goal: Goal::AtMost(2.3) },
            Figure { name: "gate.doubling_pooled_methods", unit: "×", goal: Goal::AtMost(2.3) },
            Figure { name: "gate.doubling_pooled_launches", unit: "×", goal: Goal::AtMost(2.3) },
        ],
    },
    Bench {
        name: "gate",
        program: Program::NumPy,
        // Reading and comparing 20,000 methods in 300 launches: the gate's time divided by NumPy's, and divided
        // by the gate's time for 150 launches.
        figures: &[
            Figure { name: "judge.vs_numpy", unit: "×", goal: Goal::AtMost(0.5) },
            Figure { name: "judge.launch_growth", unit: "×", goal: Goal::AtMost(2.2) },
        ],
    },
    Bench {
        name: "month",
        program: Program::Month,
        // The noise model `real`: 220 unchanged requests, 44 with one method 10 % slower, and 44 with
        // everything 3 % slower.
        figures: &[
            Figure { name: "month.real.pairs10.red", unit: "", goal: Goal::AtMost(0.02) },
            Figure { name: "month.real.pairs10.undecided", unit: "", goal: Goal::AtMost(0.3) },
            Figure { name: "month.real.pairs10.pass", unit: "", goal: Goal::None },
            Figure { name: "month.real.pairs10.found10", unit: "", goal: Goal::None },
            Figure { name: "month.real.pairs10.launch3", unit: "", goal: Goal::None },
            // The share of answers that equal those of the gate's crates when they are called as libraries.
            Figure { name: "month.real.pairs10.equal", unit: "", goal: Goal::AtLeast(1.0) },
            Figure { name: "month.real.stored6.red", unit: "", goal: Goal::AtMost(0.02) },
            Figure { name: "month.real.stored6.undecided", unit: "", goal: Goal::AtMost(0.3) },
            Figure { name: "month.real.stored6.pass", unit: "", goal: Goal::None },
            Figure { name: "month.real.stored6.found10", unit: "", goal: Goal::None },
            Figure { name: "month.real.stored6.launch3", unit: "", goal: Goal::None },
            Figure { name: "month.real.stored6.equal", unit: "", goal: Goal::AtLeast(1.0) },
        ],
    },
    Bench {
        name: "loop",
        program: Program::Edits,
        // CPU time of an edit with the unit tests of its folder, as a ratio to the CPU time of the same edit when the gate was one crate.
        figures: &[
            Figure { name: "loop.stats", unit: "×", goal: Goal::AtMost(0.6) },
            Figure { name: "loop.report", unit: "×", goal: Goal::AtMost(0.6) },
            Figure { name: "loop.cli", unit: "×", goal: Goal::AtMost(0.6) },
        ],
    },
    // The share of the product, in lines of code, that is compiled after an edit of the crate that reads and
    // writes Mach-O files.
    Bench {
        name: "loop",
        program: Program::Rebuilds,
        figures: &[Figure { name: "loop.rebuilt_by_macho", unit: "", goal: Goal::AtMost(0.4) }],
    },
    Bench {
        name: "agent",
        program: Program::Example("agent_bench"),
        figures: &[
            // Instructions added to a warm message send, the largest number over the four styles of linking.
            Figure { name: "agent.added.leaf", unit: "", goal: Goal::AtMost(47.0) },
            Figure { name: "agent.added.seven", unit: "", goal: Goal::AtMost(47.0) },
            Figure { name: "agent.added.super", unit: "", goal: Goal::AtMost(45.0) },
            // Sends to 2, 4 and 32 methods in a random order, which the processor cannot predict.
            Figure { name: "agent.added.child2", unit: "", goal: Goal::AtMost(60.0) },
            Figure { name: "agent.added.child4", unit: "", goal: Goal::AtMost(68.0) },
            Figure { name: "agent.added.child32", unit: "", goal: Goal::AtMost(80.0) },
            // The largest number over ten orders, which are drawn again in each run.
            Figure { name: "agent.added.child2_worst", unit: "", goal: Goal::None },
            Figure { name: "agent.added.child4_worst", unit: "", goal: Goal::None },
            Figure { name: "agent.added.child32_worst", unit: "", goal: Goal::None },
            Figure { name: "agent.added.tagged", unit: "", goal: Goal::AtMost(65.0) },
            Figure { name: "agent.added.first_call", unit: "", goal: Goal::AtMost(100.0) },
            Figure { name: "agent.added.nil", unit: "", goal: Goal::AtMost(6.0) },
            Figure { name: "agent.added.filtered", unit: "", goal: Goal::AtMost(29.0) },
            Figure { name: "agent.added.closed", unit: "", goal: Goal::AtMost(0.0) },
            Figure { name: "agent.added.copied_pointer", unit: "", goal: Goal::AtMost(14.0) },
            Figure { name: "agent.library_calls_per_send", unit: "", goal: Goal::AtMost(0.0) },
            Figure { name: "agent.bytes_per_node", unit: "B", goal: Goal::AtMost(64.0) },
            // Cache lines of 64 bytes that the agent adds to a warm send, for data and for code.
            Figure { name: "agent.cache_lines_per_send", unit: "", goal: Goal::None },
            Figure { name: "agent.code_lines_per_send", unit: "", goal: Goal::None },
            // Instructions for which the main thread waits at the window's end, with 10,000 classes and one
            // class that was created at run time.
            Figure { name: "agent.end.main_instructions", unit: "", goal: Goal::AtMost(6e6) },
            // Error of methods' self costs against the emulator, over nine programs and eight memory layouts,
            // as means of four launches: for methods of at least 100 us, for methods of 10 to 100 us, and for
            // the sum of a program.
            Figure { name: "agent.truth.worst_percent", unit: "%", goal: Goal::AtMost(2.0) },
            Figure { name: "agent.truth.small_percent", unit: "%", goal: Goal::AtMost(10.0) },
            Figure { name: "agent.truth.tree_percent", unit: "%", goal: Goal::AtMost(0.5) },
            // The errors of methods, of small methods and of the sum of a program, while call stacks are sampled at the default interval.
            Figure { name: "agent.truth.sampled.worst_percent", unit: "%", goal: Goal::AtMost(2.0) },
            Figure { name: "agent.truth.sampled.small_percent", unit: "%", goal: Goal::AtMost(10.0) },
            Figure { name: "agent.truth.sampled.tree_percent", unit: "%", goal: Goal::AtMost(0.5) },
            // Error of methods of at least 10 us over 46 programs, half of which are drawn again in each run,
            // in percent of the tolerance. The tolerance is 2 % of the cost (5 % below 100 us), or 0.3
            // instructions per call if that is more. The largest errors are those of methods of a few
            // instructions that moved in the runtime's cache between calls, which cannot be determined
            // afterwards.
            Figure { name: "agent.truth.foreign_worst_percent", unit: "%", goal: Goal::None },
            Figure { name: "agent.truth.foreign_median_percent", unit: "%", goal: Goal::AtMost(100.0) },
            Figure { name: "agent.truth.foreign_tree_percent", unit: "%", goal: Goal::None },
            Figure { name: "agent.truth.foreign_programs", unit: "", goal: Goal::AtLeast(40.0) },
            Figure { name: "agent.truth.foreign_methods", unit: "", goal: Goal::None },
            Figure { name: "agent.truth.foreign_within", unit: "", goal: Goal::None },
            // The part of a launch's growth that is an error of the agent.
            Figure { name: "agent.launch_excess.throws_percent", unit: "%", goal: Goal::AtMost(5.0) },
            Figure { name: "agent.launch_excess.throws_instructions", unit: "", goal: Goal::None },
            Figure { name: "agent.launch_excess.tagged_percent", unit: "%", goal: Goal::AtMost(5.0) },
            Figure { name: "agent.launch_excess.tagged_instructions", unit: "", goal: Goal::None },
            Figure { name: "agent.launch_excess.setjmp_percent", unit: "%", goal: Goal::AtMost(5.0) },
            Figure { name: "agent.launch_excess.setjmp_instructions", unit: "", goal: Goal::None },
            Figure { name: "agent.launch_excess.controllers_percent", unit: "%", goal: Goal::AtMost(5.0) },
            Figure { name: "agent.launch_excess.controllers_instructions", unit: "", goal: Goal::None },
            // Instructions that are executed once per launch.
            Figure { name: "agent.shop.start_instructions", unit: "", goal: Goal::None },
            Figure { name: "agent.shop.write_instructions", unit: "", goal: Goal::None },
            Figure { name: "agent.generated.start_instructions", unit: "", goal: Goal::None },
            Figure { name: "agent.generated.write_instructions", unit: "", goal: Goal::None },
            // Instructions of the whole run with the agent, as a ratio to the instructions without the agent. `recording` excludes the
            // agent's start and end.
            Figure { name: "agent.shop.slowdown", unit: "×", goal: Goal::None },
            Figure { name: "agent.shop.slowdown_recording", unit: "×", goal: Goal::None },
            Figure { name: "agent.generated.slowdown", unit: "×", goal: Goal::None },
            // Number of counter rates (24 MHz and 1 GHz) with which the costs of a program are right.
            Figure { name: "agent.clock.modes", unit: "", goal: Goal::AtLeast(2.0) },
            Figure { name: "agent.dylib_bytes", unit: "B", goal: Goal::AtMost(242_000.0) },
        ],
    },
    // Ten programs of `tests/e2e/tests/agent_fixtures/waits.m`, whose main thread waits in calls of each kind.
    Bench {
        name: "waiting",
        program: Program::Example("waiting_bench"),
        figures: &[
            Figure { name: "waiting.functions", unit: "", goal: Goal::AtLeast(90.0) },
            // The share of functions whose waiting time differs from the emulator's by at most 5 % or two samples.
            Figure { name: "waiting.truth", unit: "", goal: Goal::AtLeast(1.0) },
            // The share of functions whose waiting has the right kind.
            Figure { name: "waiting.kinds", unit: "", goal: Goal::AtLeast(1.0) },
            // The number of programs with one long call, and the share of these programs for which the thread, the kind, the function and
            // the holder of the lock are right.
            Figure { name: "stalls.planted", unit: "", goal: Goal::AtLeast(200.0) },
            Figure { name: "stalls.named", unit: "", goal: Goal::AtLeast(0.98) },
            Figure { name: "deadlocks.planted", unit: "", goal: Goal::AtLeast(50.0) },
            Figure { name: "deadlocks.named", unit: "", goal: Goal::AtLeast(0.98) },
            // Launches with short calls only, and the number of their recorded stalls.
            Figure { name: "stalls.quiet", unit: "", goal: Goal::AtLeast(1000.0) },
            Figure { name: "stalls.false", unit: "", goal: Goal::AtMost(0.0) },
            // Instructions between suspending and resuming the main thread, for 30 frames.
            Figure { name: "waiting.sample.instructions30", unit: "", goal: Goal::None },
            Figure { name: "agent.dylib_bytes", unit: "B", goal: Goal::AtMost(242_000.0) },
        ],
    },
    // Windows between any two moments, and spans that the app defines.
    Bench {
        name: "windows",
        program: Program::Example("windows_bench"),
        figures: &[
            // Number of pairs of a begin and an end of a window with which exactly the time between the two is recorded, and number of all
            // tested pairs.
            Figure { name: "windows.kinds", unit: "", goal: Goal::AtLeast(30.0) },
            Figure { name: "windows.kinds.total", unit: "", goal: Goal::AtLeast(30.0) },
            Figure { name: "windows.spans.equal", unit: "", goal: Goal::AtLeast(1.0) },
            // The share of 200 checks of a flow that fail exactly if it is slower, and name the method.
            Figure { name: "windows.verdict", unit: "", goal: Goal::AtLeast(1.0) },
            // Instructions of a signpost in the window, and after it.
            Figure { name: "agent.added.signpost", unit: "", goal: Goal::AtMost(120.0) },
            // The mean of 1000 begins of intervals with one name, four of which read the counters of the process.
            Figure { name: "agent.added.signpost_begin", unit: "", goal: Goal::AtMost(120.0) },
            Figure { name: "agent.added.signpost_end", unit: "", goal: Goal::AtMost(120.0) },
            // In a window that ends with a mark, the agent also compares the name of each signpost.
            Figure { name: "agent.added.signpost_marked", unit: "", goal: Goal::AtMost(120.0) },
            // Before a window that begins with a mark.
            Figure { name: "agent.added.signpost_before", unit: "", goal: Goal::AtMost(120.0) },
            // Instructions of one begin that reads the counters, without those of the kernel.
            Figure { name: "agent.added.signpost_counted", unit: "", goal: Goal::None },
            Figure { name: "agent.added.signpost_closed", unit: "", goal: Goal::AtMost(0.0) },
            Figure { name: "agent.dylib_bytes", unit: "B", goal: Goal::AtMost(242_000.0) },
        ],
    },
    // The figures of sampled stacks in the agent. The first bench with this name contains the figures of the gate.
    Bench {
        name: "stacks",
        program: Program::Example("stacks_bench"),
        figures: &[
            // Four launches of the sample app, each of a build with different compiler and linker options.
            Figure { name: "stacks.samples", unit: "", goal: Goal::AtLeast(10_000.0) },
            Figure { name: "stacks.in_agent", unit: "", goal: Goal::None },
            Figure { name: "stacks.equal", unit: "", goal: Goal::AtLeast(0.999) },
            Figure { name: "stacks.unsure", unit: "", goal: Goal::AtMost(0.005) },
            // The share of wrong stacks that are marked as unsure, in a build with -fomit-frame-pointer.
            Figure { name: "stacks.unsure_told", unit: "", goal: Goal::AtLeast(0.9) },
            // The largest share of wrong stacks among those that are not marked as unsure, over third-party
            // programs in four styles of linking. The variable LAUNCHGATE_SOURCES names the folder that
            // contains their sources.
            Figure { name: "stacks.sure_wrong", unit: "", goal: Goal::AtMost(0.0005) },
            // The share of complete stacks that are marked as unsure.
            Figure { name: "stacks.unsure_false", unit: "", goal: Goal::AtMost(0.02) },
            // Instructions between suspending and resuming the main thread, for this number of frames.
            Figure { name: "agent.sample.instructions10", unit: "", goal: Goal::None },
            Figure { name: "agent.sample.instructions30", unit: "", goal: Goal::None },
            Figure { name: "agent.sample.instructions100", unit: "", goal: Goal::None },
            // The share of a launch that sampling takes at the default interval. The share is computed from a published cost of 40 us for
            // 30 frames, which was not measured on a phone.
            Figure { name: "agent.sample.share", unit: "", goal: Goal::AtMost(0.01) },
        ],
    },
    // Runs of 10 launches against 6 sessions of 10 launches. All launches are drawn with noise from 40 recorded launches of each variant of
    // the sample app.
    Bench {
        name: "functions",
        program: Program::Seeded("functions_bench"),
        figures: &[
            // With +10 ms in one function: the share of runs that fail and name the function, and the share of these runs that name the
            // function first, with module and owner.
            Figure { name: "functions.swift.found10ms", unit: "", goal: Goal::AtLeast(0.9) },
            Figure { name: "functions.swift.first10ms", unit: "", goal: Goal::AtLeast(0.95) },
            Figure { name: "functions.cpp.found10ms", unit: "", goal: Goal::AtLeast(0.9) },
            Figure { name: "functions.cpp.first10ms", unit: "", goal: Goal::AtLeast(0.95) },
            Figure { name: "functions.initialiser.found10ms", unit: "", goal: Goal::AtLeast(0.9) },
            Figure { name: "functions.initialiser.first10ms", unit: "", goal: Goal::AtLeast(0.95) },
            Figure { name: "functions.swift.found5ms", unit: "", goal: Goal::AtLeast(0.6) },
            // The share of runs of an unchanged app that fail.
            Figure { name: "functions.any_false", unit: "", goal: Goal::AtMost(0.02) },
            // Builds that are compiled for size, or with an additional file; the figure is the worse of the two. `any_false` is the share
            // of runs in which a named function is reported as new or moved, or grew by less than a quarter of the reported growth.
            Figure { name: "functions.ab_compilers.any_false", unit: "", goal: Goal::AtMost(0.02) },
            // Code that is compiled for size is slower in some functions, which the gate finds.
            Figure { name: "functions.ab_compilers.red", unit: "", goal: Goal::None },
        ],
    },
    // A loop of 10 ms in one function of RapidJSON, in an app that starts in 200 ms. The variable
    // LAUNCHGATE_BINARIES names the folder that contains the package of RapidJSON.
    Bench {
        name: "names",
        program: Program::Seeded("names_bench"),
        figures: &[
            Figure { name: "names.planted", unit: "", goal: Goal::AtLeast(30.0) },
            Figure { name: "names.red", unit: "", goal: Goal::AtLeast(30.0) },
            // For each of three figures, the number of runs in which the first finding has the right function, the right file and line, or
            // the right owner.
            Figure { name: "names.name", unit: "", goal: Goal::AtLeast(28.0) },
            Figure { name: "names.place", unit: "", goal: Goal::AtLeast(28.0) },
            Figure { name: "names.owner", unit: "", goal: Goal::AtLeast(28.0) },
            // Builds of the same sources with different compiler options. In a wrong run, a named function is reported as new or moved, or
            // grew by less than a quarter of the reported growth.
            Figure { name: "names.rebuilt", unit: "", goal: Goal::AtLeast(20.0) },
            Figure { name: "names.rebuilt_wrong", unit: "", goal: Goal::AtMost(0.0) },
        ],
    },
    Bench {
        name: "functions",
        program: Program::Cargo(&["run", "--release", "-p", "lab", "functions"]),
        figures: &[
            // The loss of power for methods, phases and the launch because functions are judged too: the
            // largest in ten synthetic noise models.
            Figure { name: "functions.power_loss", unit: "", goal: Goal::AtMost(0.01) },
            // The largest standard error of the differences in power between paired runs.
            Figure { name: "functions.power_loss.error", unit: "", goal: Goal::AtMost(0.004) },
        ],
    },
];

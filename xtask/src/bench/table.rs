//! What is measured, by which source, and what each figure should be; the store's entries are in `store`.

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
            // An archive of 199,000 entries, a few below the limit.
            Figure { name: "gate.archive_200k.cpu_s", unit: "s", goal: Goal::AtMost(5.0) },
        ],
    },
    // What a request with hostile names and links gets: strings that become markup in a comment, and paths that lead out of the checkout.
    Bench {
        name: "gate",
        program: Program::GateTest("report_markdown::no_string_of_a_verdict_becomes_markup"),
        figures: &[Figure { name: "gate.hostile.strings", unit: "", goal: Goal::AtMost(0.0) }],
    },
    Bench {
        name: "gate",
        program: Program::Test("pipeline::paths::no_link_of_a_checkout_leads_a_job_out_of_it"),
        figures: &[Figure { name: "gate.hostile.paths", unit: "", goal: Goal::AtMost(0.0) }],
    },
    Bench {
        name: "stacks",
        program: Program::Example("stacks_symbols"),
        figures: &[
            // Of first and middle instructions of Shop's functions: name, file, line and inlined functions as LLVM's symbolizer has them.
            Figure { name: "stacks.symbols", unit: "", goal: Goal::AtLeast(1.0) },
            // Of names in Swift and C++: as `swift demangle` and `llvm-cxxfilt` write them.
            Figure { name: "stacks.demangled", unit: "", goal: Goal::AtLeast(0.99) },
        ],
    },
    Bench {
        name: "stacks",
        program: Program::Cargo(&["run", "--release", "-p", "lab", "symbols"]),
        figures: &[
            // A dSYM of a million functions: all methods' files and 10,000 addresses, the first time, and with what was kept of them.
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
            Figure { name: "init.corpus.total", unit: "", goal: Goal::AtLeast(24.0) },
            Figure { name: "init.next.false", unit: "", goal: Goal::AtMost(0.0) },
            Figure { name: "init.next.missing", unit: "", goal: Goal::AtMost(0.0) },
        ],
    },
    Bench {
        name: "init",
        program: Program::Test("pipeline::start::five_projects_are_green_without_an_edit"),
        figures: &[Figure { name: "init.pipelines_green", unit: "", goal: Goal::AtLeast(4.0) }],
    },
    Bench {
        name: "report",
        program: Program::GateTest("truth::every_sentence_is_what_the_json_says"),
        figures: &[
            Figure { name: "report.sentences.verdicts", unit: "", goal: Goal::AtLeast(500.0) },
            Figure { name: "report.sentences.printed", unit: "", goal: Goal::None },
            Figure { name: "report.sentences.checked", unit: "", goal: Goal::AtLeast(0.95) },
            Figure { name: "report.sentences.false", unit: "", goal: Goal::AtMost(0.0) },
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
    // On published launch times; those that are not in the repository are measured where they were fetched.
    Bench {
        name: "scorecard",
        program: Program::Cargo(&["run", "--release", "-p", "lab", "scorecard"]),
        figures: &[
            Figure { name: "scorecard.series", unit: "", goal: Goal::AtLeast(8.0) },
            Figure { name: "scorecard.rules", unit: "", goal: Goal::AtLeast(6.0) },
            // Of the worst series, size and design; each series follows.
            Figure { name: "scorecard.launchgate.any_false", unit: "", goal: Goal::AtMost(0.05) },
        ],
    },
    Bench {
        name: "facts",
        program: Program::Example("facts_bench"),
        figures: &[
            // Facts that llvm's tools and gate inspect do not agree on, of Shop in four styles and of an app of 50 images.
            Figure { name: "facts.differences", unit: "", goal: Goal::AtMost(0.0) },
            Figure { name: "facts.compared", unit: "", goal: Goal::None },
            // Of what is planted in Shop, in four styles, the share that is told with its owner and nothing else.
            Figure { name: "facts.planted", unit: "", goal: Goal::AtLeast(1.0) },
            // An app of 500 MB in 50 images, read by a build without optimisation.
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
    // Against the emulator's own log of calls, over at least eight programs.
    Bench {
        name: "work",
        program: Program::Example("work_bench"),
        figures: &[
            Figure { name: "work.equal", unit: "", goal: Goal::AtLeast(1.0) },
            Figure { name: "work.programs", unit: "", goal: Goal::AtLeast(8.0) },
            // SQLite and a JSON parser in C++, whose packages lie in the folder that LAUNCHGATE_BINARIES names.
            Figure { name: "work.public", unit: "", goal: Goal::AtLeast(2.0) },
            Figure { name: "work.added.malloc", unit: "", goal: Goal::AtMost(20.0) },
            // Outside of all methods, in an app with 120 libraries.
            Figure { name: "work.added.malloc_outside", unit: "", goal: Goal::AtMost(25.0) },
            Figure { name: "work.added.open", unit: "", goal: Goal::AtMost(60.0) },
            Figure { name: "work.added.closed", unit: "", goal: Goal::AtMost(0.0) },
            Figure { name: "work.added.off", unit: "", goal: Goal::AtMost(0.0) },
            Figure { name: "work.dylib_bytes", unit: "B", goal: Goal::AtMost(230_000.0) },
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
    // On the emulated device: 10 launches of each of two builds of one identifier, 100 launches through tunnels that close, a build that
    // crashes in 7 of 24 launches, and five launches under the debugger of libimobiledevice.
    Bench {
        name: "drive",
        program: Program::Test("run_compare::an_installation_of_one_of_two_builds_is_good_for_two_launches"),
        figures: &[Figure { name: "drive.installations.blocks", unit: "", goal: Goal::AtMost(11.0) }],
    },
    Bench {
        name: "drive",
        program: Program::Test("run_compare::builds_beside_each_other_are_installed_once_and_removed"),
        figures: &[Figure { name: "drive.installations", unit: "", goal: Goal::AtMost(2.0) }],
    },
    // Two equal builds, 500 runs: side by side, and in blocks of an installation.
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
        program: Program::Test("run_lost::a_tunnel_that_drops_costs_no_launch"),
        figures: &[
            Figure { name: "drive.tunnel_drop.survived", unit: "", goal: Goal::AtLeast(0.95) },
            Figure { name: "drive.tunnel_drop.drops", unit: "", goal: Goal::None },
        ],
    },
    Bench {
        name: "drive",
        program: Program::Test("run_lost::a_build_that_crashes_in_some_launches_is_no_pass"),
        figures: &[Figure { name: "drive.crash.told", unit: "", goal: Goal::AtLeast(1.0) }],
    },
    Bench {
        name: "drive",
        program: Program::Test("device_tools::whole::five_launches_by_tidevice_become_a_verdict"),
        // Of the tool, for each launch.
        figures: &[Figure { name: "drive.tidevice.processes", unit: "", goal: Goal::AtMost(1.0) }],
    },
    Bench {
        name: "drive",
        program: Program::Test(
            "device_tools::whole::five_launches_by_libimobiledevice_become_a_verdict_of_their_own",
        ),
        figures: &[Figure { name: "drive.libimobiledevice.verdict", unit: "", goal: Goal::AtLeast(1.0) }],
    },
    // Public binaries and sources: folders that LAUNCHGATE_BINARIES and LAUNCHGATE_SOURCES name.
    Bench {
        name: "counts",
        program: Program::Example("counts_bench"),
        figures: &[
            // Of all functions and stubs that count: first instructions that do anything else than before.
            Figure { name: "counts.relocated_wrong", unit: "", goal: Goal::AtMost(0.0) },
            Figure { name: "counts.relocated", unit: "", goal: Goal::AtLeast(200_000.0) },
            // Of functions that are no part of another one.
            Figure { name: "counts.patched", unit: "", goal: Goal::AtLeast(0.98) },
            Figure { name: "counts.patched_apple", unit: "", goal: Goal::AtLeast(0.995) },
            // Of files that Xcode's linker left less than 1,024 bytes for load commands.
            Figure { name: "counts.header_room", unit: "", goal: Goal::AtLeast(0.95) },
            Figure { name: "counts.bytes", unit: "B", goal: Goal::AtMost(80.0) },
            // Of the rewriter in a build without optimisation, over this many files that 150,000 functions count or more.
            Figure { name: "counts.inject_cpu_s", unit: "s", goal: Goal::AtMost(10.0) },
            // Rules of dyld that a file broke, and whatever else changed.
            Figure { name: "counts.broken", unit: "", goal: Goal::AtMost(0.0) },
            // Whether each run of each program counts as the emulator does, by what the agent says.
            Figure { name: "counts.equal", unit: "", goal: Goal::AtLeast(1.0) },
            Figure { name: "counts.programs", unit: "", goal: Goal::AtLeast(20.0) },
            // Of most functions: a call on the main thread, the first one, and one when the window has ended.
            Figure { name: "counts.added", unit: "", goal: Goal::AtMost(13.0) },
            Figure { name: "counts.added_first", unit: "", goal: Goal::AtMost(36.0) },
            Figure { name: "counts.added_after", unit: "", goal: Goal::AtMost(8.0) },
        ],
    },
    // Over what programs of the bench above counted: unchanged comparisons, and what was planted in what nothing varies.
    Bench {
        name: "counts",
        program: Program::Cargo(&["run", "--release", "-p", "lab", "counts"]),
        figures: &[
            Figure { name: "counts.any_false", unit: "", goal: Goal::AtMost(0.005) },
            Figure { name: "counts.found", unit: "", goal: Goal::AtLeast(0.98) },
            Figure { name: "counts.named", unit: "", goal: Goal::AtLeast(0.95) },
            // Of all functions those that launches vary.
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
        // Of 20,000 methods in 300 launches, with reading them; and of 300 launches over 150.
        figures: &[
            Figure { name: "judge.vs_numpy", unit: "×", goal: Goal::AtMost(0.5) },
            Figure { name: "judge.launch_growth", unit: "×", goal: Goal::AtMost(2.2) },
        ],
    },
    Bench {
        name: "month",
        program: Program::Month,
        // The world `real`: of 220 unchanged requests, and of 44 with one method 10 % slower, and with everything 3 % slower.
        figures: &[
            Figure { name: "month.real.pairs10.red", unit: "", goal: Goal::AtMost(0.02) },
            Figure { name: "month.real.pairs10.undecided", unit: "", goal: Goal::AtMost(0.3) },
            Figure { name: "month.real.pairs10.pass", unit: "", goal: Goal::None },
            Figure { name: "month.real.pairs10.found10", unit: "", goal: Goal::None },
            Figure { name: "month.real.pairs10.launch3", unit: "", goal: Goal::None },
            // Of all, those that the gate's parts answer alike where they are called as a library.
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
        // CPU of an edit and its folder's unit tests, over that of the same edit when the gate was one crate.
        figures: &[
            Figure { name: "loop.stats", unit: "×", goal: Goal::AtMost(0.6) },
            Figure { name: "loop.report", unit: "×", goal: Goal::AtMost(0.6) },
            Figure { name: "loop.cli", unit: "×", goal: Goal::AtMost(0.6) },
        ],
    },
    Bench {
        name: "agent",
        program: Program::Example("agent_bench"),
        figures: &[
            // Instructions that a warm send gets dearer by, the largest over the four ways of linking.
            Figure { name: "agent.added.leaf", unit: "", goal: Goal::AtMost(47.0) },
            Figure { name: "agent.added.seven", unit: "", goal: Goal::AtMost(47.0) },
            Figure { name: "agent.added.super", unit: "", goal: Goal::AtMost(45.0) },
            // To 2, 4 and 32 methods in an order by chance, which no prediction helps with.
            Figure { name: "agent.added.child2", unit: "", goal: Goal::AtMost(60.0) },
            Figure { name: "agent.added.child4", unit: "", goal: Goal::AtMost(68.0) },
            Figure { name: "agent.added.child32", unit: "", goal: Goal::AtMost(80.0) },
            // The same, the most over ten orders that are drawn anew each time.
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
            // Of 64 bytes, touched by one warm send beyond what it touches without the agent: data, and code.
            Figure { name: "agent.cache_lines_per_send", unit: "", goal: Goal::None },
            Figure { name: "agent.code_lines_per_send", unit: "", goal: Goal::None },
            // At the window's end, of 10,000 classes and one made at run time: what the main thread waits for.
            Figure { name: "agent.end.main_instructions", unit: "", goal: Goal::AtMost(6e6) },
            // How far methods' own costs are off the emulator's, over nine programs and eight layouts of memory, as means of four
            // launches: methods of 100 us or more, methods of 10 to 100 us, and the sum of a program.
            Figure { name: "agent.truth.worst_percent", unit: "%", goal: Goal::AtMost(2.0) },
            Figure { name: "agent.truth.small_percent", unit: "%", goal: Goal::AtMost(10.0) },
            Figure { name: "agent.truth.tree_percent", unit: "%", goal: Goal::AtMost(0.5) },
            // The same with call stacks sampled at the default interval.
            Figure { name: "agent.truth.sampled.worst_percent", unit: "%", goal: Goal::AtMost(2.0) },
            Figure { name: "agent.truth.sampled.small_percent", unit: "%", goal: Goal::AtMost(10.0) },
            Figure { name: "agent.truth.sampled.tree_percent", unit: "%", goal: Goal::AtMost(0.5) },
            // Over 46 programs of which half are drawn anew each time: how far methods of 10 us or more are off, in percent of what they
            // may be: 2 % of their cost (5 % below 100 us), or 0.3 instructions for each call where that is more. The worst are methods of
            // a few instructions whose place in the runtime's cache changed between their calls, which cannot be known afterwards.
            Figure { name: "agent.truth.foreign_worst_percent", unit: "%", goal: Goal::None },
            Figure { name: "agent.truth.foreign_median_percent", unit: "%", goal: Goal::AtMost(100.0) },
            Figure { name: "agent.truth.foreign_tree_percent", unit: "%", goal: Goal::None },
            Figure { name: "agent.truth.foreign_programs", unit: "", goal: Goal::AtLeast(40.0) },
            Figure { name: "agent.truth.foreign_methods", unit: "", goal: Goal::None },
            Figure { name: "agent.truth.foreign_within", unit: "", goal: Goal::None },
            // What the gate sees a launch grow by, beyond what it grows by.
            Figure { name: "agent.launch_excess.throws_percent", unit: "%", goal: Goal::AtMost(5.0) },
            Figure { name: "agent.launch_excess.throws_instructions", unit: "", goal: Goal::None },
            Figure { name: "agent.launch_excess.tagged_percent", unit: "%", goal: Goal::AtMost(5.0) },
            Figure { name: "agent.launch_excess.tagged_instructions", unit: "", goal: Goal::None },
            Figure { name: "agent.launch_excess.setjmp_percent", unit: "%", goal: Goal::AtMost(5.0) },
            Figure { name: "agent.launch_excess.setjmp_instructions", unit: "", goal: Goal::None },
            Figure { name: "agent.launch_excess.controllers_percent", unit: "%", goal: Goal::AtMost(5.0) },
            Figure { name: "agent.launch_excess.controllers_instructions", unit: "", goal: Goal::None },
            // Instructions, once in a launch.
            Figure { name: "agent.shop.start_instructions", unit: "", goal: Goal::None },
            Figure { name: "agent.shop.write_instructions", unit: "", goal: Goal::None },
            Figure { name: "agent.generated.start_instructions", unit: "", goal: Goal::None },
            Figure { name: "agent.generated.write_instructions", unit: "", goal: Goal::None },
            // Instructions of the whole run, with the agent over without; `recording` leaves out its start and its end.
            Figure { name: "agent.shop.slowdown", unit: "×", goal: Goal::None },
            Figure { name: "agent.shop.slowdown_recording", unit: "×", goal: Goal::None },
            Figure { name: "agent.generated.slowdown", unit: "×", goal: Goal::None },
            // Counters with which the costs of a program are right: of 24 MHz, and of 1 GHz.
            Figure { name: "agent.clock.modes", unit: "", goal: Goal::AtLeast(2.0) },
            Figure { name: "agent.dylib_bytes", unit: "B", goal: Goal::AtMost(230_000.0) },
        ],
    },
    // The agent's part; what the gate makes of stacks is a bench of its own with the same name.
    Bench {
        name: "stacks",
        program: Program::Example("stacks_bench"),
        figures: &[
            // Of four starts of the sample app, each another build: linked and compiled in other ways.
            Figure { name: "stacks.samples", unit: "", goal: Goal::AtLeast(10_000.0) },
            Figure { name: "stacks.in_agent", unit: "", goal: Goal::None },
            Figure { name: "stacks.equal", unit: "", goal: Goal::AtLeast(0.999) },
            Figure { name: "stacks.unsure", unit: "", goal: Goal::AtMost(0.005) },
            // With -fomit-frame-pointer: of wrong stacks the share that says that it is unsure.
            Figure { name: "stacks.unsure_told", unit: "", goal: Goal::AtLeast(0.9) },
            // And of right ones, of those that lack nothing, not even a function of the system's.
            Figure { name: "stacks.unsure_false", unit: "", goal: Goal::AtMost(0.02) },
            // From suspending the main thread to resuming it, at this many frames.
            Figure { name: "agent.sample.instructions10", unit: "", goal: Goal::None },
            Figure { name: "agent.sample.instructions30", unit: "", goal: Goal::None },
            Figure { name: "agent.sample.instructions100", unit: "", goal: Goal::None },
            // Of a launch at the default interval, at 40 us for 30 frames, which was not measured on a phone of ours.
            Figure { name: "agent.sample.share", unit: "", goal: Goal::AtMost(0.01) },
        ],
    },
    // Runs of 10 launches against 6 sessions of 10, drawn from 40 recorded launches of each variant of the sample app, with noise.
    Bench {
        name: "functions",
        program: Program::Seeded("functions_bench"),
        figures: &[
            // +10 ms in one function: the run is red and the function is named; of those, it is named first with its module and owner.
            Figure { name: "functions.swift.found10ms", unit: "", goal: Goal::AtLeast(0.9) },
            Figure { name: "functions.swift.first10ms", unit: "", goal: Goal::AtLeast(0.95) },
            Figure { name: "functions.cpp.found10ms", unit: "", goal: Goal::AtLeast(0.9) },
            Figure { name: "functions.cpp.first10ms", unit: "", goal: Goal::AtLeast(0.95) },
            Figure { name: "functions.initialiser.found10ms", unit: "", goal: Goal::AtLeast(0.9) },
            Figure { name: "functions.initialiser.first10ms", unit: "", goal: Goal::AtLeast(0.95) },
            Figure { name: "functions.swift.found5ms", unit: "", goal: Goal::AtLeast(0.6) },
            // Nothing changed.
            Figure { name: "functions.any_false", unit: "", goal: Goal::AtMost(0.02) },
            // Compiled for size, or with a file more, whichever is worse: a function is named that is new or moved, or that grew by less
            // than a quarter of what is said.
            Figure { name: "functions.ab_compilers.any_false", unit: "", goal: Goal::AtMost(0.02) },
            // Code for size takes longer in places, which is found.
            Figure { name: "functions.ab_compilers.red", unit: "", goal: Goal::None },
        ],
    },
    // A loop of 10 ms in one function of RapidJSON, or of swift-algorithms and swift-collections, in an app that starts in 200 ms.
    // LAUNCHGATE_BINARIES names a folder with the one's package, LAUNCHGATE_SOURCES one with the others' repositories, which swiftc
    // compiles, or the one of LAUNCHGATE_SWIFT_ROOT.
    Bench {
        name: "names",
        program: Program::Seeded("names_bench"),
        figures: &[
            Figure { name: "names.planted", unit: "", goal: Goal::AtLeast(30.0) },
            Figure { name: "names.red", unit: "", goal: Goal::AtLeast(30.0) },
            // What explains the first finding: the function, its file with a line in it, and whose that is.
            Figure { name: "names.name", unit: "", goal: Goal::AtLeast(28.0) },
            Figure { name: "names.place", unit: "", goal: Goal::AtLeast(28.0) },
            Figure { name: "names.owner", unit: "", goal: Goal::AtLeast(28.0) },
            // Compiled otherwise: a function is named that is new or moved, or that grew by less than a quarter of what is said.
            Figure { name: "names.rebuilt", unit: "", goal: Goal::AtLeast(20.0) },
            Figure { name: "names.rebuilt_wrong", unit: "", goal: Goal::AtMost(0.0) },
            // The same in Swift.
            Figure { name: "names.swift.planted", unit: "", goal: Goal::AtLeast(30.0) },
            Figure { name: "names.swift.red", unit: "", goal: Goal::AtLeast(30.0) },
            Figure { name: "names.swift.name", unit: "", goal: Goal::AtLeast(28.0) },
            Figure { name: "names.swift.place", unit: "", goal: Goal::AtLeast(28.0) },
            Figure { name: "names.swift.owner", unit: "", goal: Goal::AtLeast(28.0) },
            Figure { name: "names.swift.rebuilt", unit: "", goal: Goal::AtLeast(20.0) },
            Figure { name: "names.swift.rebuilt_wrong", unit: "", goal: Goal::AtMost(0.0) },
        ],
    },
    Bench {
        name: "functions",
        program: Program::Cargo(&["run", "--release", "-p", "lab", "functions"]),
        figures: &[
            // What methods, phases and the launch are found less often where functions are judged beside them: the worst of ten made worlds.
            Figure { name: "functions.power_loss", unit: "", goal: Goal::AtMost(0.01) },
            // The largest standard error of these differences, of paired runs.
            Figure { name: "functions.power_loss.error", unit: "", goal: Goal::AtMost(0.004) },
        ],
    },
];

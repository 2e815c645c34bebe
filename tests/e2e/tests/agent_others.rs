//! Tests hooks of the app together with hooks of the agent: exchanged methods, a rebound pointer, classes as key-value observing creates
//! them, and classes that are disposed of.

use e2e::agent_bed::{Run, methods};
use e2e::agent_tree::{nodes, sums};
use e2e::bundle::Bundle;
use phone::Counter;
use phone::build::Style;

const NAMED: (&str, &str) = ("LAUNCHGATE_LAUNCH", "one");

fn app(style: Style) -> Bundle {
    Bundle::app(style, &["others.m"]).expect("the app builds")
}

fn line<'a>(run: &'a Run, start: &str) -> &'a str {
    let log = &run.outcome.log;
    log.lines().find(|line| line.starts_with(start)).unwrap_or_else(|| panic!("no {start}: {log}"))
}

fn status(run: &Run, what: &str) {
    let status = run.status().unwrap_or_else(|error| panic!("{what}: {error:#}"));
    assert_eq!(status, 0, "{what}: {}", run.outcome.log);
}

const INSIDE: &str = "inside: third(plain()plain )third second(first(own )first )second appear ";
const AFTERWARDS: &str = "afterwards: second(first(own )first )second third(plain()plain )third ";

#[test]
fn methods_exchanged_before_or_after_the_start_of_the_agent_run_in_the_right_order() {
    for style in Style::ALL {
        let app = app(style);
        let plain = app.run_plain(&[], |_| {}).expect("the phone runs");
        status(&plain, "without the agent");
        assert_eq!(line(&plain, "inside: "), INSIDE);
        assert_eq!(line(&plain, "afterwards: second"), AFTERWARDS);
        let run = app.run(&[NAMED]).expect("the phone runs");
        status(&run, "with it");
        for start in ["inside: ", "afterwards: second", "sum "] {
            assert_eq!(line(&run, start), line(&plain, start), "{style:?}");
        }
        // If a class's initialiser was exchanged in the window, instances of the class are no longer hooked.
        let fresh = line(&run, "afterwards: fresh");
        assert_eq!(fresh, "afterwards: fresh Fixture, made 3", "{style:?}");
        assert_eq!(fresh, line(&plain, "afterwards: fresh"), "{style:?}");
        // If the app exchanged two methods, the agent removes its hooks where the methods are now. It also restores the pointer to
        // `objc_msgSend`, and the page of this pointer stays writable.
        let split = |run: &Run| {
            line(run, "afterwards: send")
                .rsplit_once(", rights ")
                .map(|(led, rights)| (led.to_owned(), rights.to_owned()))
        };
        let ((led, rights), (plainly, _)) = (split(&run).expect("rights"), split(&plain).expect("rights"));
        assert_eq!((led, &*rights), (plainly, "3"), "{style:?}");
        // Two checks: the pointer that is restored last, and a copy of the pointer to `objc_msgSend` that was
        // made in the window, which now only jumps.
        let last = line(&run, "afterwards: dispose");
        assert_eq!(last, line(&plain, "afterwards: dispose"), "{style:?}");
        assert!(last.ends_with(" libobjc.A.dylib, copied returns to Fixture"), "{style:?}: {last}");
        let methods = methods(run.trace().expect("a trace")).expect("a readable trace");
        let calls = |name: &str| methods.get(name).map(|sums| sums.0);
        // Each method of this list is called by the app's own methods, or hooked by the agent because UIKit calls it.
        for (name, expected) in [
            ("-[Page viewWillAppear:]", 1),
            // UIKit makes one of the two counted calls; the exchanged method makes the other by a message send.
            ("-[Page viewDidLoad]", 1),
            ("-[UIViewController second_viewDidLoad]", 1),
            ("-[Thing init]", 0),
            // The number of calls includes the calls to an instance whose class was created at run time.
            ("-[Thing value]", 10 + 25),
            ("-[Thing setValue:]", 1 + 10),
            ("-[NSKVONotifying_Thing setValue:]", 10),
            ("-[NSKVONotifying_Thing class]", 1),
        ] {
            assert_eq!(calls(name).unwrap_or(0), expected, "{style:?}: {name} in {methods:#?}");
        }
    }
}

#[test]
fn a_pointer_that_the_app_replaces_during_recording_is_not_restored() {
    for style in Style::ALL {
        let app = app(style);
        let plain = app.run_plain(&[("REBIND", "1")], |_| {}).expect("the phone runs");
        let run = app.run(&[NAMED, ("REBIND", "1")]).expect("the phone runs");
        status(&run, "rebound");
        assert!(line(&run, "afterwards: send").starts_with("afterwards: send Fixture,"), "{style:?}");
        for start in ["inside: ", "afterwards: second", "sum "] {
            assert_eq!(line(&run, start), line(&plain, start), "{style:?}");
        }
        assert!(line(&run, "sum ").ends_with("detours 1"), "{style:?}: {}", run.outcome.log);
        let methods = methods(run.trace().expect("a trace")).expect("a readable trace");
        // The last 25 calls used the app's replacement.
        assert_eq!(methods["-[Thing value]"].0, 10 + 25, "{style:?}");
    }
}

#[test]
fn disposed_classes_keep_their_names_in_the_trace_and_are_not_read() {
    for (style, count) in [(Style::Chained, 3), (Style::Opcodes, 60), (Style::StubsFast, 200)] {
        let run = app(style).run(&[NAMED, ("DISPOSALS", &count.to_string())]).expect("the phone runs");
        status(&run, "disposed of");
        let methods = methods(run.trace().expect("a trace")).expect("a readable trace");
        let named = |kind: char, i: u64| {
            methods.get(&format!("{kind}[Temporary{i} comeAndGo]")).map_or(0, |sums| sums.0)
        };
        let (mut wrong, mut sends) = (Vec::new(), 0);
        for i in 0..count {
            sends += i % 7 + 1;
            if (named('-', i), named('+', i)) != (i % 7, 1) {
                wrong.push((i, named('-', i), named('+', i)));
            }
        }
        assert_eq!(wrong, [], "{style:?}: {methods:#?}");
        let nameless = methods.iter().filter(|(name, _)| name.ends_with(" comeAndGo]"));
        assert_eq!(nameless.map(|(_, sums)| sums.0).sum::<u64>(), sends, "{style:?}: {methods:#?}");
    }
}

/// The class that receives the message is disposed of. The class that implements the method still exists, or
/// is disposed of later.
#[test]
fn inherited_methods_of_disposed_classes_keep_their_class() {
    for style in Style::ALL {
        let run = app(style).run(&[NAMED, ("INHERIT", "1")]).expect("the phone runs");
        status(&run, "disposed of");
        let trace = run.trace().expect("a trace");
        let methods = methods(trace).expect("a readable trace");
        let calls = |name: &str| methods.get(name).map_or(0, |sums| sums.0);
        for (name, expected) in [
            ("-[Thing value]", 10 + 25 + 10),
            ("-[Thing setValue:]", 1 + 10 + 10),
            ("-[Lowest setValue:]", 10),
            ("-[Lower comeAndGo]", 4),
            ("+[Lower comeAndGo]", 1),
            ("-[Lowest value]", 0),
        ] {
            assert_eq!(calls(name), expected, "{style:?}: {name} in {methods:#?}");
        }
        // The method has one row with its image, from which its module and owner follow.
        let reader = trace::Reader::open(trace).expect("a readable trace");
        let is_it = |method: &trace::Method<'_>| {
            (method.class.to_string(), method.selector.to_string()) == ("Thing".into(), "value".into())
        };
        let rows: Vec<trace::Method<'_>> = reader.methods.iter().filter(is_it).collect();
        assert_eq!(rows.len(), 1, "{style:?}: {rows:?}");
        assert!(rows[0].image.is_some() && rows[0].offset.0 > 0, "{style:?}: {rows:?}");
    }
}

/// Messages are sent through a copy of the function's address, to the superclass, and through an
/// implementation that was looked up.
#[test]
fn messages_sent_by_function_pointer_or_to_super_are_recorded_or_counted() {
    for style in Style::ALL {
        let app = Bundle::app(style, &["ways.m"]).expect("the app builds");
        let plain = app.run_plain(&[], |_| {}).expect("the phone runs");
        status(&plain, "without the agent");
        let run = app.run(&[NAMED, ("LAUNCHGATE_END", "-[Thing end]")]).expect("the phone runs");
        status(&run, "with it");
        assert_eq!(run.outcome.log, plain.outcome.log, "{style:?}");
        assert_eq!(run.outcome.log, "sum 1020, the same 1, next 1, none 0\n");
        let trace = run.trace().expect("a trace");
        let methods = methods(trace).expect("a readable trace");
        let calls = |name: &str| methods.get(name).map_or(0, |sums| sums.0);
        assert_eq!((calls("-[Thing value]"), calls("-[Below value]")), (20, 0), "{style:?}: {methods:?}");
        let reader = trace::Reader::open(trace).expect("a readable trace");
        let notes: Vec<String> = reader.notes.iter().map(|note| note.text.to_string()).collect();
        let told = "10 calls of methods that objc_msgLookup found were not recorded";
        assert!(notes.iter().any(|note| note == told), "{style:?}: {notes:?}");
    }
}

/// Classes are disposed of without a notification to the agent. The agent must not read the memory of the disposed classes, and must count
/// the calls of each class and metaclass separately.
#[test]
fn calls_of_classes_disposed_without_notice_are_counted_separately_per_class() {
    const COUNT: u64 = 9;
    // The assembly code creates the nodes, or Rust if classes are filtered.
    for skip in ["", "Nobody"] {
        let count = COUNT.to_string();
        let settings = [NAMED, ("DISPOSALS", &*count), ("PAST", "1"), ("LAUNCHGATE_SKIP", skip)];
        let run = app(Style::Chained).run(&settings).expect("the phone runs");
        status(&run, "disposed of");
        let methods = methods(run.trace().expect("a trace")).expect("a readable trace");
        let calls = |start: &str| -> Vec<u64> {
            let is_gone = |name: &str| name.starts_with(start) && name.ends_with(" that is gone) comeAndGo]");
            methods.iter().filter(|(name, _)| is_gone(name)).map(|(_, sums)| sums.0).collect()
        };
        let (own, of_class) = (calls("-[(class "), calls("+[(class "));
        // Each class receives one message, and an instance of class i receives i % 7 messages. A later class
        // at the address of a former one has the same row.
        assert_eq!(of_class.iter().sum::<u64>(), COUNT, "{skip}: {methods:#?}");
        assert_eq!(own.iter().sum::<u64>(), (0..COUNT).map(|i| i % 7).sum::<u64>(), "{skip}: {methods:#?}");
        // An allocator may reuse the memory of the last class each time. Apple's runtime then leaves one row
        // for the calls to instances.
        assert!(!own.is_empty() && own.len() + of_class.len() > 2, "{skip}: {methods:#?}");
        assert!(methods.keys().all(|name| !name.contains("Temporary")), "{skip}: {methods:#?}");
    }
}

const DISPOSER: [(&str, &str); 2] = [NAMED, ("LAUNCHGATE_END", "-[User end]")];

/// A thread that disposes of a class while the trace is written waits until the trace is complete.
#[test]
fn classes_disposed_after_the_window_have_their_names_in_the_trace() {
    for style in Style::ALL {
        let app = Bundle::app(style, &["disposer.m"]).expect("the app builds");
        let run = app.run(&DISPOSER).expect("the phone runs");
        status(&run, "disposed of");
        assert_eq!(line(&run, "ran "), "ran 800, disposals 40", "{style:?}");
        let methods = methods(run.trace().expect("a trace")).expect("a readable trace");
        let named =
            |i| methods.keys().filter(|name| name.starts_with(&format!("-[Temporary{i} method"))).count();
        assert!((0..40).all(|i| named(i) == 20), "{style:?}: {methods:#?}");
    }
}

/// The time in which the agent updates the nodes of a class is not part of the method that disposes of the
/// class.
#[test]
fn the_time_of_disposing_of_a_class_excludes_the_cost_of_the_agent() {
    let app = Bundle::app(Style::Chained, &["disposer.m"]).expect("the app builds");
    let plain = app.run_plain(&[], |config| config.observe = Some(phone::is_method));
    let plain = plain.expect("the phone runs");
    let truth = plain.outcome.truth.all.iter().find(|(function, _)| function.name == "-[User drop]");
    let real = truth.expect("it was observed").1.total as f64 / 125.0;
    for counter in Counter::MODES {
        let run = app.run_with(&DISPOSER, |config| config.counter = counter).expect("the phone runs");
        let sums = sums(&nodes(run.trace().expect("a trace"), app.folder()).expect("a readable trace"));
        let seen = sums["-[User drop]"].total;
        // A difference of one tick per class is allowed.
        assert!((seen - real).abs() < 20.0 + real * 0.02, "{counter:?}: {seen} ticks, truly {real}");
    }
}

/// The agent finds names in the method lists of the classes. If the agent asked the runtime for a method, the
/// runtime would call code of the app (`+resolveInstanceMethod:`). If the agent requested the list of all
/// classes, the runtime would realise every class.
#[test]
fn the_end_of_the_window_calls_no_code_of_the_app_and_realises_no_class() {
    for style in Style::ALL {
        let app = Bundle::app(style, &["resolve.m"]).expect("the app builds");
        let plain = app.run_plain(&[], |_| {}).expect("the phone runs");
        let run = app.run(&[NAMED, ("LAUNCHGATE_LIMIT", "1s")]).expect("the phone runs");
        assert_eq!(run.status().expect("the app ends"), 0, "{style:?}");
        assert_eq!(run.outcome.log, plain.outcome.log, "{style:?}");
        assert!(
            run.outcome.log.ends_with("0 at the end, 0 elsewhere; 0 idle classes are prepared\n"),
            "{style:?}: {}",
            run.outcome.log
        );
        let methods = methods(run.trace().expect("a trace")).expect("a readable trace");
        // An inherited method belongs to the class that implements it, and a forwarded method belongs to the receiver's class. A class that
        // was created at run time is recorded with its name.
        for (name, calls) in [("-[Above own]", 8), ("-[Below dynamic]", 5), ("-[Below forwarded]", 5)] {
            assert_eq!(methods.get(name).map(|sums| sums.0), Some(calls), "{style:?}: {name} in {methods:?}");
        }
    }
}

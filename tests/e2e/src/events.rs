//! Lists the scenarios in which something happens to an app after its launch, and the window of each.

use std::path::Path;

use crate::lab;

/// The scenarios: the name of the scenario, the settings key that causes the event, and the method of the app that handles the event.
pub const SCENARIOS: [(&str, &str, &str); 3] = [
    ("link", "url = \"shop://cart\"", "-[Delegate application:openURL:options:]"),
    (
        "shipped",
        "notification = '{\"aps\": {\"alert\": \"Shipped\"}}'",
        "-[Delegate application:didReceiveRemoteNotification:]",
    ),
    ("back", "resume = true", "-[Delegate applicationWillEnterForeground:]"),
];

/// Returns the settings with the scenarios; the window of each scenario is the method that handles the event.
pub fn settings() -> String {
    let scenario = |(name, key, method): (&str, &str, &str)| {
        format!(
            "[[scenario]]\nname = {name:?}\n{key}\nafter = \"200ms\"\nbegin = {method:?}\nend = {method:?}\n\
             environment = {{ PHONE_EVENTS = \"1\" }}\n"
        )
    };
    SCENARIOS.map(scenario).concat()
}

/// Checks that the launches of a run have the work of the method that handles the event, and no call of the launch before the event.
pub fn check(folder: &Path, count: usize) {
    let launches = lab::read(folder);
    let kept: Vec<_> = launches.launches.iter().filter(|launch| launch.counts.is_none()).collect();
    assert!(kept.len() >= count, "{} launches", kept.len());
    for launch in kept {
        let calls = |name: &str| {
            let id = launches.table.find(name);
            id.map_or(0.0, |id| {
                let costs = launch.method_costs(&launches.table, gate_launches::ThreadKind::Main);
                costs.filter(|(method, _)| *method == id).map(|(_, cost)| cost.calls).sum()
            })
        };
        assert_eq!(calls("-[Delegate work:]"), 1.0, "the work of the event alone");
        assert_eq!(calls("-[Page viewDidAppear:]"), 0.0);
        let duration = launch.duration().expect("a duration").0;
        assert!((1e3..5e7).contains(&duration), "{duration} ns");
    }
}

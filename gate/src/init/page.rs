//! LAUNCHGATE.md: what happens on the first pull request, the first night and in the first week, for people who meet the gate there.

use super::{Builder, BuiltApp, Host, Project};

/// What builds the app.
fn how(app: &BuiltApp) -> String {
    match app.builder {
        Builder::Xcode => format!(
            "scheme {}, configuration {}, of {}",
            code(&app.scheme),
            code(&app.configuration),
            code(&app.container)
        ),
        Builder::Bazel => format!("the label {}", code(&app.container)),
    }
}

/// The exit codes that both kinds of pipelines have, and those of phones or simulators.
fn exit_codes(of_device: &str) -> String {
    format!(
        concat!(
            "## Exit codes\n\n",
            "| code | verdict | what to do |\n|---|---|---|\n",
            "| 0 | pass | nothing |\n",
            "| 1 | error in the command or its input | the message says what to correct |\n",
            "| 2 | regression | the finding names method, module and owner; fix it, or accept it (`gate baseline accept`) |\n",
            "| 3 | undecided | record more launches; only a warning in the workflow |\n",
            "{}",
            "| 7 | the app failed to launch or to record | launch the app manually; `gate doctor` says what is missing |\n\n",
        ),
        of_device
    )
}

/// The page of a pipeline that measures in a simulator.
fn of_simulator(project: &Project) -> String {
    let codes = exit_codes(
        "| 6 | simulator | set `LAUNCHGATE_SIMULATOR` to a type that the runner has; run the job again |\n",
    );
    format!(
        concat!(
            "# Launch time of {}\n\n",
            "launchgate launches the builds of the pull request and its base interleaved in a simulator on a hosted Mac, and compares them.\n",
            "It builds {}.\nIts settings are in `{}`; `gate config` prints every key.\n\n",
            "## First steps\n\n",
            "**The first pull request.** The workflow `launch time` builds the pull request and its base, and launches both in turns.\n",
            "No baseline, certificate or secret is needed for that.\n",
            "The comment appears once `launchgate-comment.yml` is on the default branch.\n\n",
            "**The first week.** If builds of unchanged code are green and the job is quick enough, make it a required check.\n\n",
            "## What decides\n\n",
            "Times in a simulator depend on the Mac, so they are shown but do not fail the check.\n",
            "The check fails on more calls of a method, and on facts of the build (a new `+load`, static initialiser or dylib, if `[facts]` says so).\n",
            "To let times fail the check on this runner, run the workflow 20 or more times on one unchanged build, ",
            "and if at most 5 % of the reports show a slower launch or method, set `simulator_times = \"decide\"` in `[gate]`.\n\n",
            "{}",
            "## What it costs\n\n",
            "One macOS job for each push to a pull request: two builds, and about 10 minutes for the simulator and its launches.\n",
            "GitHub counts each macOS minute of a private repository as 10 minutes.\n\n",
            "| variable | what it is |\n|---|---|\n",
            "| `LAUNCHGATE_SIMULATOR` | the type of simulator, by default iPhone 16 |\n",
            "| `LAUNCHGATE_LAUNCHES` | how many launches of each app, by default 10 |\n",
            "| `LAUNCHGATE_REST` | seconds between launches, by default 2 |\n\n",
            "This has not been tested on a Mac yet. Run `gate doctor --trial` to check what works, and attach the file that it writes to an issue.\n",
            "For a phone on a self-hosted runner, write the workflows with `gate init --device`.\n",
        ),
        code(&project.app.product),
        how(&project.app),
        project.settings,
        codes
    )
}

/// The page's text.
pub fn page(project: &Project, host: Option<Host>) -> String {
    if project.simulator {
        return of_simulator(project);
    }
    let app = &project.app;
    let mut out = format!(
        "# Launch time of {}\n\nlaunchgate launches this app on a real iPhone and compares every launch phase and every Objective-C method with the base.\n\
         It builds {}.\nIts settings are in `{}`; `gate config` prints every key.\n\n",
        code(&app.product),
        how(app),
        project.settings
    );
    out += "## First steps\n\n";
    out += match host {
        Some(Host::GitLab) => concat!(
            "**The first merge request.** The job `launchgate-build` builds the merge request and its base, and `launchgate-measure` launches both interleaved on one phone.\n",
            "No baseline is needed for that.\n\n",
            "**The first night.** Needs a pipeline schedule (Build, Pipeline schedules).\n",
            "The job `launchgate-baseline` stores the default branch's launches under `refs/launchgate/baselines`.\n\n",
        ),
        _ => concat!(
            "**The first pull request.** The workflow `launch time` builds the pull request and its base, launches both interleaved on one phone, and comments.\n",
            "No baseline is needed for that.\n",
            "The comment appears once `launchgate-comment.yml` is on the default branch.\n\n",
            "**The first night.** The workflow `launch baseline` launches the default branch and stores it under `refs/launchgate/baselines`.\n",
            "To store one now, start the workflow manually: Actions > launch baseline > Run workflow.\n\n",
        ),
    };
    out += concat!(
        "**The first week.** Each night adds a day to the baseline.\n",
        "A check against stored baselines (`gate check RUNS --baseline-ref refs/launchgate/baselines`) exits with code 4 until the first night, ",
        "and measures the variation between days once three days are stored.\n\n",
    );
    out += &exit_codes(concat!(
        "| 4 | no baseline | wait for the first nightly run, or start the workflow manually |\n",
        "| 5 | not comparable | base and head differ in device, iOS or recording; the message names the difference |\n",
        "| 6 | device | unlock the phone, trust the computer; `gate doctor` says what is missing |\n",
    ));
    out += concat!(
        "## Signing\n\n",
        "The build is not signed; the runner with the phone signs it, with a development certificate and a development profile of this app.\n",
        "App Store and Enterprise profiles do not work, because collecting the traces needs a development profile.\n",
        "Each app extension needs a profile too, or a wildcard profile that covers it.\n\n",
        "| variable | what it is |\n|---|---|\n",
        "| `LAUNCHGATE_SIGN` | the identity in the runner's keychain (`Apple Development: …`), or the path of a `.p12` file on the runner |\n",
        "| `LAUNCHGATE_PASSWORD_FILE` | for a `.p12`: the path of a file with its password on the runner |\n",
        "| `LAUNCHGATE_PROFILES` | paths of the `.mobileprovision` files on the runner, one per line |\n",
        "| `LAUNCHGATE_LAUNCHES` | how many launches of each app, by default 10 |\n",
        "| `LAUNCHGATE_REST` | seconds between launches, by default 2 |\n\n",
        "## Limitations\n\n",
        "Objective-C methods, and Swift that is called through Objective-C, are recorded call by call; other Swift, C and C++ is sampled: a function is named, with file and line, where it grew by about 1 % of the launch or more, and a smaller growth is found in the method or phase around it.\n",
    );
    out
}

/// As code in Markdown: no name ends it, or its line.
fn code(name: &str) -> String {
    let plain = common::names::shown(name).replace(['`', '|'], "'");
    format!("`{plain}`")
}

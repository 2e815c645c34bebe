//! Finds the scripts, lanes, rules and actions of the repository that a step calls, and the commands that build an app.

use std::path::Path;

use crate::read::pipeline::{JobStep, NamedValues};
use crate::read::{join, read_text};

/// Options with which xcodebuild does not build an app.
const NO_BUILD: &str = "-version -downloadPlatform -downloadAllPlatforms -runFirstLaunch -list -showsdks -create-xcframework \
    -license -checkFirstLaunchStatus -resolvePackageDependencies -showBuildSettings";

/// Functions of fastlane, actions, and commands of other tools that build an app.
const BUILDERS: &str = "build_app|build_ios_app|gym(|gym\n|run_tests|scan(|ios-build-action|xcodebuild-action|mxcl/xcodebuild|\
    flutter build ios|flutter build ipa|tuist build|tuist test|tuist xcodebuild|react-native build-ios|react-native run-ios|\
    detox build|expo run:ios|eas build --local|cap build ios|cordova build ios|tauri ios build";

/// Control commands of shells.
const CONTROL: [&str; 13] =
    ["if", "for", "while", "until", "case", "function", "then", "else", "elif", "fi", "do", "done", "esac"];

/// Returns the commands of a script. Lines that are continued with a backslash are joined.
pub(super) fn script_commands(script: &str) -> Vec<String> {
    let script = script.replace("\\\n", " ");
    script.lines().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect()
}

/// Returns whether a command runs xcodebuild, except to fetch a runtime or to create an XCFramework.
pub(super) fn is_xcodebuild(line: &str) -> bool {
    let is_call = words(line).any(|word| word == "xcodebuild") && !line.starts_with(['#', '/']);
    is_call && !["-downloadPlatform", "-create-xcframework", "brew "].iter().any(|part| line.contains(part))
}

/// Returns whether a command is a control command of a shell, such as the beginning or the end of a loop.
pub(super) fn is_control(line: &str) -> bool {
    let first = line.split(|c: char| c.is_whitespace() || c == ';').next().unwrap_or_default();
    CONTROL.contains(&first)
}

/// Returns whether a text builds an app with xcodebuild, fastlane or another tool.
pub(super) fn is_build(text: &str) -> bool {
    let is_option = |word: &str| NO_BUILD.split_whitespace().any(|option| word == option);
    BUILDERS.split('|').any(|builder| text.contains(builder))
        || script_commands(text)
            .iter()
            .any(|line| is_xcodebuild(line) && !line.split_whitespace().any(is_option))
}

/// Returns the words of a text: letters, digits and `_`.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// A named part of a script: a lane of a Fastfile, a rule of a Makefile, a task of mise, or a script of package.json.
#[derive(Default)]
struct ScriptBlock {
    path: String,
    line: usize,
    /// The commands that run the prerequisites, one on each line.
    needs: String,
    body: String,
}

/// Returns the lanes, rules, tasks and scripts that a step names.
fn find_blocks(root: &Path, step: &JobStep) -> Vec<ScriptBlock> {
    let lane = step.with.iter().find(|(key, _)| key == "lane").map_or("", |(_, value)| value);
    let command = format!("{} {}{lane}", step.run, if lane.is_empty() { "" } else { "fastlane " });
    let is_run =
        |programs: &str| command.split_whitespace().any(|word| programs.split(' ').any(|one| one == word));
    let mut found = Vec::new();
    for (programs, name, find) in FINDERS {
        let path = join(&step.folder, name).unwrap_or_default();
        let Some(text) = is_run(programs).then(|| read_text(&root.join(&path)).ok()).flatten() else {
            continue;
        };
        let blocks = command.split_whitespace().filter_map(|word| find(&text, word));
        found.extend(blocks.map(|block| ScriptBlock { path: path.clone(), ..block }));
    }
    found
}

/// A function that returns the block with a name from the text of a file.
type FindBlock = fn(&str, &str) -> Option<ScriptBlock>;

/// The programs that run named parts of scripts, the files of these parts, and the function that finds a part.
const FINDERS: [(&str, &str, FindBlock); 5] = [
    ("make gmake", "Makefile", find_rule),
    ("fastlane", "fastlane/Fastfile", find_lane),
    ("mise", "mise.toml", find_mise_task),
    ("mise", ".mise.toml", find_mise_task),
    ("npm yarn pnpm bun", "package.json", find_package_script),
];

fn find_rule(text: &str, name: &str) -> Option<ScriptBlock> {
    let (line, first, body) = find_indented(text, &format!("{name}:"))?;
    let needs = first.trim();
    let is_literal = !needs.is_empty() && !needs.contains(['$', '%']);
    let needs = if is_literal { format!("make {needs}") } else { String::new() };
    let plain = |line: &str| format!("{}\n", line.trim().trim_start_matches(['@', '-']));
    Some(ScriptBlock { line, needs, body: body.lines().map(plain).collect(), ..ScriptBlock::default() })
}

fn find_lane(text: &str, name: &str) -> Option<ScriptBlock> {
    let (line, _, body) = find_indented(text, &format!("lane :{name} "))?;
    Some(ScriptBlock { line, body, ..ScriptBlock::default() })
}

fn find_mise_task(text: &str, name: &str) -> Option<ScriptBlock> {
    let file: toml::Table = text.parse().ok()?;
    let task = file.get("tasks")?.get(name)?;
    let body = texts_of(task.get("run")).join("\n") + "\n";
    let needs: Vec<String> =
        texts_of(task.get("depends")).iter().map(|need| format!("mise run {need}")).collect();
    let line = text.lines().position(|line| line.contains("tasks") && line.contains(name)).unwrap_or(0) + 1;
    Some(ScriptBlock { line, needs: needs.join("\n"), body, ..ScriptBlock::default() })
}

/// Returns the texts of a value of TOML that is one text or a list of texts.
fn texts_of(value: Option<&toml::Value>) -> Vec<String> {
    let all = match value {
        Some(toml::Value::Array(all)) => &all[..],
        one => one.map_or(&[][..], std::slice::from_ref),
    };
    all.iter().filter_map(|text| text.as_str().map(str::to_owned)).collect()
}

fn find_package_script(text: &str, name: &str) -> Option<ScriptBlock> {
    let file: serde_json::Value = serde_json::from_str(text).ok()?;
    let body = file["scripts"][name].as_str()?.replace("&&", "\n") + "\n";
    let line = text.lines().position(|line| line.contains(&format!("\"{name}\""))).unwrap_or(0) + 1;
    Some(ScriptBlock { line, body, ..ScriptBlock::default() })
}

/// Returns the block that begins with a text and ends before the next line without indentation or the next lane: the line of its
/// beginning, the rest of this line, and the other lines.
fn find_indented(text: &str, start: &str) -> Option<(usize, String, String)> {
    let line = text.lines().position(|line| line.trim_start().starts_with(start))?;
    let mut lines = text.lines().skip(line);
    let first = lines.next()?.trim_start()[start.len()..].to_owned();
    let is_inside = |line: &&str| {
        (line.is_empty() || line.starts_with([' ', '\t'])) && !line.trim_start().starts_with("lane :")
    };
    Some((line + 1, first, lines.take_while(is_inside).map(|line| format!("{line}\n")).collect()))
}

/// Returns the texts of the repository's scripts, actions, lanes and rules that a step runs.
pub(super) fn read_called_scripts(root: &Path, step: &JobStep) -> String {
    let action = step.uses.strip_prefix("./").into_iter();
    let actions = action.flat_map(|folder| ["action.yml", "action.yaml"].map(|name| join(folder, name)));
    let actions = actions.flatten().filter_map(|path| read_text(&root.join(path)).ok());
    let scripts = called_files(root, step).into_iter().map(|(_, text)| text);
    let blocks = find_blocks(root, step).into_iter().map(|block| block.body);
    actions.chain(scripts).chain(blocks).collect()
}

/// Returns the paths and texts of the repository's files that the commands of a step name.
fn called_files(root: &Path, step: &JobStep) -> Vec<(String, String)> {
    let arguments = step.run.split([' ', '\n', ';', '&', '|', '"', '\'', '(', ')']);
    let names = arguments.filter(|word| word.contains(['/', '.']));
    let paths = names.filter_map(|word| join(&step.folder, word.trim_start_matches("./")));
    paths.filter_map(|path| read_text(&root.join(&path)).ok().map(|text| (path, text))).collect()
}

/// Returns the commands of a shell script that precede its build.
fn commands_of_script(build: &JobStep, path: &str, text: &str) -> Option<JobStep> {
    let is_shell = text.lines().next().is_some_and(|first| first.starts_with("#!") && first.ends_with("sh"));
    if !is_shell && !path.ends_with(".sh") {
        return None;
    }
    commands_before_build_in(build, path, text)
}

/// Returns the commands of a script that precede its build. Commands in conditions, and commands with values that only the script knows,
/// run only if the script reaches them.
fn commands_before_build_in(build: &JobStep, path: &str, text: &str) -> Option<JobStep> {
    let commands = script_commands(text).into_iter().filter(|line| !line.starts_with('#'));
    let before: Vec<String> = commands.take_while(|line| !is_build(line)).collect();
    let own = if path.ends_with("Makefile") { &["$"][..] } else { &["$0", "$1", "$@", "BASH_SOURCE", "cd "] };
    let is_plain = !before.iter().any(|line| is_control(line) || own.iter().any(|part| line.contains(part)));
    let first = before.first()?;
    Some(JobStep {
        line: text.lines().position(|line| line.contains(first.as_str()))? + 1,
        name: Some(format!("Before the build in {path}")),
        run: before.join("\n"),
        condition: if is_plain { String::new() } else { "its script reaches it".to_owned() },
        folder: build.folder.clone(),
        env: build.env.clone(),
        ..JobStep::default()
    })
}

/// Returns the steps of a script, lane or rule that precede its build, each with its file: commands, the literal commands of `sh`, and
/// prerequisites.
pub(super) fn preparation_steps(root: &Path, build: &JobStep) -> Vec<(JobStep, String)> {
    let scripts = called_files(root, build).into_iter().filter(|(_, text)| is_build(text));
    let mut found: Vec<(JobStep, String)> =
        scripts.filter_map(|(path, text)| Some((commands_of_script(build, &path, &text)?, path))).collect();
    for block in find_blocks(root, build).into_iter().filter(|block| is_build(&block.body)) {
        let step = |line, run, folder: String| JobStep { line, run, folder, ..JobStep::default() };
        if !block.path.ends_with("Fastfile") {
            if !block.needs.is_empty() {
                let needs = step(block.line, block.needs, build.folder.clone());
                found.push((needs, block.path.clone()));
            }
            let commands = commands_before_build_in(build, &block.path, &block.body);
            let commands = commands.map(|step| JobStep { line: block.line, ..step });
            found.extend(commands.map(|step| (step, block.path)));
            continue;
        }
        // fastlane runs commands in the folder that contains the Fastfile.
        let folder = crate::read::parent(&block.path).to_owned();
        let before = block.body.lines().enumerate().take_while(|(_, line)| !is_build(&format!("{line}\n")));
        let commands = before.filter_map(|(at, text)| Some((block.line + 1 + at, parse_sh_command(text)?)));
        found.extend(commands.map(|(line, run)| (step(line, run, folder.clone()), block.path.clone())));
    }
    found
}

/// Returns the literal command of a line `sh "…"` in a Fastfile.
fn parse_sh_command(line: &str) -> Option<String> {
    let rest = line.trim().strip_prefix("sh")?.trim_start_matches(['(', ' ']);
    let mark = rest.chars().next().filter(|mark| ['"', '\''].contains(mark))?;
    let inside = rest[1..].split(mark).next()?;
    (!inside.contains("#{")).then(|| inside.to_owned())
}

/// Returns a variable of a script that neither the script nor the written pipeline sets, such as a secret. The host of the written
/// pipeline sets the variables that begin with `of_host`.
pub(super) fn unset_variable(run: &str, env: &NamedValues, of_host: &str) -> Option<String> {
    let mut names = run.split('$').skip(1).filter_map(|rest| words(rest.trim_start_matches('{')).next());
    names.find(|name| !name.starts_with(of_host) && !is_set(name, run, env)).map(str::to_owned)
}

fn is_set(name: &str, run: &str, env: &NamedValues) -> bool {
    ["HOME", "PATH", "PWD"].contains(&name)
        || name.chars().any(|c| c.is_ascii_lowercase())
        || run.contains(&format!("{name}="))
        || env.iter().any(|(known, _)| known == name)
}

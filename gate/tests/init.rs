//! Tests `gate init` on projects whose files have the form in which Xcode, CocoaPods and Swift packages write them.

use std::path::Path;

use gate::cli::Exit;
use gate_config::Config;
use yaml_rust2::{Yaml, YamlLoader};

use crate::common::gate;

/// A shortened Xcode project file that contains an app, a framework, a static library and tests.
const PROJECT: &str = r#"// !$*UTF8*$!
{
	archiveVersion = 1;
	objectVersion = 56;
	objects = {
/* Begin PBXNativeTarget section */
		A00000000000000000000001 /* Shop */ = {
			isa = PBXNativeTarget;
			buildConfigurationList = C00000000000000000000001 /* Build configuration list */;
			buildPhases = ( A00000000000000000000009 /* Sources */, );
			name = NAME;
			productType = "com.apple.product-type.application";
		};
		B00000000000000000000001 = { isa = PBXProject; buildConfigurationList = C00000000000000000000003; };
		B00000000000000000000002 = { isa = XCRemoteSwiftPackageReference; repositoryURL = "https://example.com/apple/swift-nio"; };
		C00000000000000000000003 = { isa = XCConfigurationList; buildConfigurations = ( C00000000000000000000004, ); };
		C00000000000000000000004 = { isa = XCBuildConfiguration; buildSettings = { SDKROOT = iphoneos; }; name = Release; };
		A00000000000000000000002 = { isa = PBXNativeTarget; name = Kit; productType = "com.apple.product-type.framework"; };
		A00000000000000000000003 = { isa = PBXNativeTarget; name = Payments; productType = "com.apple.product-type.library.static"; };
		A00000000000000000000004 = { isa = PBXNativeTarget; name = ShopTests; productType = "com.apple.product-type.bundle.unit-test"; };
/* End PBXNativeTarget section */
		C00000000000000000000001 = { isa = XCConfigurationList; buildConfigurations = ( C00000000000000000000002, ); };
		C00000000000000000000002 = { isa = XCBuildConfiguration; buildSettings = { PRODUCT_BUNDLE_IDENTIFIER = com.example.shop; "CODE_SIGN_IDENTITY[sdk=iphoneos*]" = "iPhone Developer"; }; name = Release; };
	};
	rootObject = B00000000000000000000001 /* Project object */;
}
"#;

const PODS: &str = "PODS:\n  - Alamofire (5.8.1)\n  - Firebase/Core (10.1.0):\n    - Firebase/CoreOnly\n    - nanopb\n  - Firebase/CoreOnly (10.1.0)\n  - \"quoted+pod (1.0)\"\n\nDEPENDENCIES:\n  - Alamofire\n  - Firebase/Core\n  - \"quoted+pod\"\n";

const RESOLVED: &str = r#"{"pins":[{"identity":"swift-nio","kind":"remoteSourceControl","location":"https://example.com/apple/swift-nio.git","state":{"version":"2.0.0"}}],"version":2}"#;
const RESOLVED_1: &str = r#"{"object":{"pins":[{"package":"Old","repositoryURL":"git@example.com:team/Old.git","state":{}}]},"version":1}"#;

struct Bed(tempfile::TempDir);

impl Bed {
    fn new(name: &str) -> Bed {
        let bed = Bed(tempfile::tempdir().unwrap());
        bed.file("Shop.xcodeproj/project.pbxproj", &PROJECT.replace("NAME", name));
        bed.file("Shop.xcodeproj/project.xcworkspace/contents.xcworkspacedata", "<Workspace/>");
        bed.file("Shop.xcworkspace/contents.xcworkspacedata", "<Workspace/>");
        bed.file("Shop.xcworkspace/xcshareddata/swiftpm/Package.resolved", RESOLVED);
        bed.file("Old/Package.resolved", RESOLVED_1);
        bed.file("Podfile.lock", PODS);
        bed.file("Pods/Alamofire/Alamofire.xcodeproj/project.pbxproj", "not to be read");
        bed.file(
            "Packages/Cart/Package.swift",
            "let package = Package(name: \"Cart\", targets: [.target(name: \"Cart\")])",
        );
        bed.file("Packages/Cart/Sources/Cart/Cart.swift", "import NIO\n");
        bed.file("Shop/AppDelegate.swift", "import UIKit\nimport Cart\n");
        bed.file(".git/HEAD", "ref: refs/heads/develop\n");
        bed.file("Podfile", "pod 'Alamofire'\n");
        bed.file("Sources/Kit/Kit.m", "");
        bed.file("Payments/Pay.m", "");
        bed.file(
            "CODEOWNERS",
            "* @shop/all\n/Payments/ @shop/payments @ann\n/Sources/Kit/\n/Packages/ cart@example.com\n",
        );
        bed.file("maps/Shop-LinkMap-normal-arm64.txt", "# Path: x\n");
        bed.file(".github/dependabot.yml", "");
        bed
    }

    fn file(&self, path: &str, text: &str) {
        let path = self.0.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    fn read(&self, path: &str) -> String {
        std::fs::read_to_string(self.0.path().join(path)).unwrap()
    }

    /// Runs `gate init` as a team with a phone does.
    fn init(&self, more: &[&str]) -> (Exit, String, String) {
        self.init_plain(&[&["--device"][..], more].concat())
    }

    fn init_plain(&self, more: &[&str]) -> (Exit, String, String) {
        let folder = self.0.path().to_str().unwrap();
        gate(["init", folder].iter().chain(more))
    }
}

/// Returns the environment of the first step with an environment in a job.
fn environment(workflow: &str, job: &str) -> Vec<(String, String)> {
    let document = YamlLoader::load_from_str(workflow).unwrap().remove(0);
    let steps = document["jobs"][job]["steps"].as_vec().unwrap().clone();
    let step = steps.iter().find(|step| !step["env"].is_badvalue()).unwrap();
    let text = |value: &Yaml| value.as_str().unwrap().to_owned();
    step["env"].as_hash().unwrap().iter().map(|(key, value)| (text(key), text(value))).collect()
}

#[test]
fn the_written_settings_contain_app_modules_and_owners_of_the_project() {
    let bed = Bed::new("Shop");
    let (exit, out, err) = bed.init(&["--action", "acme/launchgate/.github/action@0123"]);
    assert_eq!(exit, Exit::Pass, "{err}");
    for line in [
        "app: Shop, Shop.app (com.example.shop), scheme Shop (Release) of Shop.xcworkspace",
        "default branch: develop; Xcode: the runner's default; steps before the build: Pods",
        "modules: 2 targets, 1 local package, 3 pods, 1 remote package; 2 with an owner",
    ] {
        assert!(out.contains(line), "{line}: {out}");
    }
    assert!(out.contains("next:\n- ") && out.contains("LAUNCHGATE_SIGN"), "{out}");
    assert_eq!(err, "");
    let config = Config::parse("config.toml", &bed.read("config.toml")).unwrap();
    assert_eq!(config.attribution.codeowners.as_os_str(), "CODEOWNERS");
    assert_eq!(config.attribution.link_maps, [Path::new("maps/Shop-LinkMap-normal-arm64.txt")]);
    let modules: Vec<(&str, Option<&str>)> =
        config.modules.iter().map(|module| (&*module.name, module.owner.as_deref())).collect();
    // The CODEOWNERS rule for Kit's folder has no owners, so the module has no owner.
    let expected = [
        ("Kit", None),
        ("Payments", Some("@shop/payments @ann")),
        ("Cart", Some("cart@example.com")),
        ("Alamofire", None),
        ("Firebase", None),
        ("quoted_pod", None),
        ("NIO", None),
    ];
    assert_eq!(modules, expected);
    let kit = &config.modules[0];
    // A trace names an image by the last component of its path, so a glob with a folder would not match.
    assert!(kit.images.iter().any(|glob| glob.matches("Kit")));
    assert!(!kit.images.iter().any(|glob| glob.matches("UIKit")));
    let globs = config.modules.iter().flat_map(|module| &module.images);
    assert_eq!(globs.filter(|glob| glob.as_str().contains('/')).count(), 0);
    let of_kit = |path: &str| kit.files.iter().any(|glob| glob.matches(path));
    assert!(of_kit("/x/Release-iphoneos/Kit.build/Objects-normal/arm64/Cart.o"));
    assert!(of_kit("/x/Build/Products/Release-iphoneos/Kit.o"));
    // The path is that of an object file of the app with the same name as the module.
    assert!(!of_kit("/x/Shop.build/Release-iphoneos/Shop.build/Objects-normal/arm64/Kit.o"));
    assert!(kit.optional);
    let payments = &config.modules[1];
    assert!(payments.files.iter().any(|glob| glob.matches("/x/libPayments.a(Pay.o)")));
    let workflow = bed.read(".github/workflows/launchgate.yml");
    assert!(workflow.contains("- uses: acme/launchgate/.github/action@0123 # v"), "{workflow}");
    for (path, job) in [("launchgate.yml", "build"), ("launchgate-baseline.yml", "build")] {
        let environment = environment(&bed.read(&format!(".github/workflows/{path}")), job);
        let pair = |key: &str, value: &str| (key.to_owned(), value.to_owned());
        let expected = [
            pair("CONTAINER", "Shop.xcworkspace"),
            pair("SCHEME", "Shop"),
            pair("CONFIGURATION", "Release"),
            pair("PRODUCT", "Shop"),
            pair("KIND", "-workspace"),
        ];
        assert_eq!(environment, expected);
        let signs =
            "LAUNCHGATE_SIGN || 'none' }}\n          password-file: ${{ vars.LAUNCHGATE_PASSWORD_FILE }}\n";
        assert!(bed.read(&format!(".github/workflows/{path}")).contains(signs));
    }
    let baseline = bed.read(".github/workflows/launchgate-baseline.yml");
    assert!(baseline.contains("settings: gate.enforce=proven\n"), "{baseline}");
    assert!(
        baseline.contains("if: github.ref == 'refs/heads/develop'") && baseline.contains("schedule:"),
        "{baseline}"
    );
    let page = bed.read("LAUNCHGATE.md");
    for part in
        ["first pull request", "first night", "first week", "| 4 | no baseline |", "development profile"]
    {
        assert!(page.contains(part), "{part}: {page}");
    }
}

#[test]
fn project_names_with_markup_are_not_interpreted_in_workflows() {
    let name = "Shop\" $(reboot) ${{ github.token }}\\n: #'";
    let quoted = format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""));
    let bed = Bed::new(&quoted);
    let (exit, _, err) = bed.init(&[]);
    assert_eq!(exit, Exit::Pass, "{err}");
    let workflow = bed.read(".github/workflows/launchgate.yml");
    assert!(!workflow.contains("${{ github.token"), "an expression would be run: {workflow}");
    let environment = environment(&workflow, "build");
    assert_eq!(environment[3].1, name.replace("${{", "$ {{"));
    let (_, out, _) = bed.init(&["--on", "gitlab", "--dry-run"]);
    assert!(out.contains("# .gitlab/launchgate.yml"), "{out}");
    let gitlab = out.split("# .gitlab/launchgate.yml\n").nth(1).unwrap();
    let gitlab = gitlab.split("\n# LAUNCHGATE.md\n").next().unwrap();
    assert!(!YamlLoader::load_from_str(gitlab).unwrap()[0]["launchgate-measure"].is_badvalue());
}

#[test]
fn lines_for_coding_agents_are_offered_if_the_repository_lacks_them() {
    let bed = Bed::new("Shop");
    let step = "copy the lines for coding agents from LAUNCHGATE.md into AGENTS.md";
    let (_, out, _) = bed.init(&["--dry-run"]);
    assert!(
        !out.contains(step) && out.contains("These lines belong in the repository's `AGENTS.md`"),
        "{out}"
    );
    std::fs::write(bed.0.path().join("AGENTS.md"), "# Agents\n").unwrap();
    assert!(bed.init(&["--dry-run"]).1.contains(step));
    std::fs::write(bed.0.path().join("AGENTS.md"), "Read a red check of launchgate with `gate explain`.\n")
        .unwrap();
    assert!(!bed.init(&["--dry-run"]).1.contains(step));
}

#[test]
fn files_that_affect_the_verdict_get_a_reviewer() {
    let bed = Bed::new("Shop");
    bed.file("CODEOWNERS", "* @shop/app\n/baselines/ @shop/bot");
    let (exit, out, err) = bed.init(&["--on", "none"]);
    assert_eq!(exit, Exit::Pass, "{err}");
    assert!(out.contains("added config.toml and baselines/accepted.tsv to CODEOWNERS"), "{out}");
    let codeowners = bed.read("CODEOWNERS");
    assert!(codeowners.starts_with("* @shop/app\n/baselines/ @shop/bot\n# "), "{codeowners}");
    assert!(
        codeowners.ends_with("/config.toml @shop/app\n/baselines/accepted.tsv @shop/bot\n"),
        "{codeowners}"
    );
    bed.init(&["--on", "none", "--force"]);
    assert_eq!(bed.read("CODEOWNERS"), codeowners, "once");
    // Without a matching rule, only the team can determine the owner.
    bed.file("CODEOWNERS", "/Cart/ @cart\n");
    let (_, out, _) = bed.init(&["--on", "none", "--force"]);
    assert!(out.contains("- add /config.toml and /baselines/accepted.tsv to CODEOWNERS"), "{out}");
    assert_eq!(bed.read("CODEOWNERS"), "/Cart/ @cart\n");
}

#[test]
fn a_project_with_the_name_of_a_template_key_is_named_correctly() {
    let bed = Bed::new("\"a@TARGET@b @KIND@\"");
    let (exit, _, err) = bed.init(&[]);
    assert_eq!(exit, Exit::Pass, "{err}");
    let environment = environment(&bed.read(".github/workflows/launchgate.yml"), "build");
    assert_eq!(environment[3].1, "a@TARGET@b @KIND@");
}

/// The workflow names the action at the address that the workspace's Cargo.toml contains. In a debug build, the address contains the tag of
/// the build's version.
#[test]
fn the_workflow_uses_the_action_of_this_version() {
    let bed = Bed::new("Shop");
    let (exit, _, err) = bed.init(&[]);
    assert_eq!(exit, Exit::Pass, "{err}");
    let repository = env!("CARGO_PKG_REPOSITORY").trim_start_matches("https://github.com/");
    let action = format!("uses: {repository}/.github/action@v{0} # v{0}\n", env!("CARGO_PKG_VERSION"));
    for name in ["launchgate", "launchgate-comment", "launchgate-baseline"] {
        let text = bed.read(&format!(".github/workflows/{name}.yml"));
        assert!(text.contains(&action), "{text}");
        assert!(!text.replace(repository, "").contains("OWNER") && !text.contains("COMMIT"), "{text}");
    }
}

#[test]
fn build_steps_taken_from_a_workflow_of_the_project_are_written_with_their_source() {
    let workflow = r#"on: [pull_request]
env: { CORE: "it's small" }
jobs:
  app:
    runs-on: macos-15
    steps:
      - uses: actions/checkout@v4
      - name: "Core: ${{ runner.os }} #1"
        working-directory: deps
        run: |
          # for the app
          make core SIZE="$CORE" IN=${{ github.workspace }}
      - uses: ./.github/actions/node
        with: { version: 20 }
      - run: ./send.sh ${{ github.event.pull_request.title }}
      - run: ./fetch.sh ${{ secrets.MAPS }}
      - run: xcodebuild test -workspace Shop.xcworkspace -scheme Shop -sdk iphonesimulator
"#;
    let bed = Bed::new("Shop");
    bed.file(".github/workflows/ci.yml", workflow);
    let (exit, out, err) = bed.init_plain(&[]);
    assert_eq!(exit, Exit::Pass, "{err}");
    for part in [
        "Core: ${{ runner.os }} #1 (.github/workflows/ci.yml:8), ./.github/actions/node",
        "add the step \"./send.sh ${{ github.event.pull_request.title }}\" of .github/workflows/ci.yml:15",
        "needs `secrets.MAPS`, which only its own pipeline has",
    ] {
        assert!(out.contains(part), "{part}: {out}");
    }
    let text = bed.read(".github/workflows/launchgate.yml");
    assert!(!text.contains("secrets.MAPS") && !text.contains("pull_request.title"), "{text}");
    assert_eq!(text.matches("      # .github/workflows/ci.yml:8\n").count(), 2, "base and head: {text}");
    let workflow = YamlLoader::load_from_str(&text).unwrap().remove(0);
    let steps = workflow["jobs"]["measure"]["steps"].as_vec().unwrap();
    let core = steps.iter().find(|step| step["working-directory"].as_str() == Some("deps")).unwrap();
    assert_eq!(core["env"]["CORE"].as_str(), Some("it's small"));
    assert!(core["run"].as_str().unwrap().ends_with("IN=${{ github.workspace }}\n"), "{core:?}");
    let node = steps.iter().find(|step| step["uses"].as_str() == Some("./.github/actions/node")).unwrap();
    assert_eq!(node["with"]["version"].as_str(), Some("20"));
    // GitLab has neither actions nor expressions.
    let (_, out, _) = bed.init_plain(&["--on", "gitlab", "--dry-run", "--force"]);
    let part = "(.github/workflows/ci.yml:8): a step for GitHub, to be written for GitLab by hand";
    assert!(out.contains(part), "{out}");
}

#[test]
fn files_are_overwritten_only_with_force() {
    let bed = Bed::new("Shop");
    bed.file("config.toml", "# mine\n");
    let (exit, _, err) = bed.init(&[]);
    assert_eq!(exit, Exit::Error);
    assert!(
        err.contains(
            "these files already exist: config.toml; nothing was written. Pass --force to overwrite them"
        ),
        "{err}"
    );
    assert_eq!(bed.read("config.toml"), "# mine\n");
    assert!(!bed.0.path().join(".github/workflows").exists());
    assert_eq!(bed.init(&["--force"]).0, Exit::Pass);
    assert!(bed.read("config.toml").contains("[[module]]"));
    let (_, _, err) = bed.init(&[]);
    assert!(err.contains("these files already exist: ") && err.contains("launchgate.yml, "), "{err}");
}

#[test]
fn unreadable_project_files_cause_notes_and_no_failure() {
    let bed = Bed::new("Shop");
    bed.file("Broken.xcodeproj/project.pbxproj", "<<<<<<< HEAD");
    std::fs::create_dir_all(bed.0.path().join("Empty.xcodeproj")).unwrap();
    bed.file("Podfile.lock", "nothing");
    bed.file("Old/Package.resolved", "{");
    bed.file("CODEOWNERS", "!x @a\n");
    for mode in [&["--on", "none"][..], &["--on", "none", "--dry-run", "--force"]] {
        let (exit, out, err) = bed.init(mode);
        assert_eq!(exit, Exit::Pass, "{err}");
        for note in [
            "cannot read Broken.xcodeproj/project.pbxproj: it is not a property list; its targets are skipped",
            "cannot read Empty.xcodeproj/project.pbxproj: No such file",
            "Podfile.lock lists no pods; run `pod install`",
            "cannot read Old/Package.resolved: ",
            "CODEOWNERS:1 is not a valid CODEOWNERS rule",
        ] {
            assert!(err.contains(note), "{note}: {err}");
        }
        // Debug output of Rust types is not shown.
        assert!(!err.contains("Os {") && !err.contains("EndOfEventStream"), "{err}");
        assert!(out.contains("app: Shop") && out.contains("next:"), "{out}");
    }
    assert!(Config::parse("config.toml", &bed.read("config.toml")).is_ok());
    assert!(!bed.0.path().join(".github/workflows").exists());
    // If no project can be read, the command fails.
    std::fs::remove_dir_all(bed.0.path().join("Shop.xcodeproj")).unwrap();
    let (exit, _, err) = bed.init(&["--on", "none", "--force"]);
    assert_eq!(exit, Exit::Error);
    assert!(err.contains("cannot read Broken.xcodeproj, Empty.xcodeproj; open it in Xcode"), "{err}");
}

#[test]
fn a_folder_without_a_project_is_an_error() {
    let empty = Bed(tempfile::tempdir().unwrap());
    let (exit, out, err) = empty.init(&[]);
    assert_eq!((exit, out.as_str()), (Exit::Error, ""));
    assert!(err.contains("no Xcode project") && err.contains("in the repository of an iOS app"), "{err}");
    assert!(!empty.0.path().join("config.toml").exists());
    let missing = Bed(tempfile::tempdir().unwrap());
    let gone = missing.0.path().join("gone");
    let (exit, _, err) = gate(["init".as_ref(), gone.as_os_str()]);
    assert_eq!(exit, Exit::Error);
    assert!(err.contains(&format!("cannot read {}", gone.display())));
    for action in ["a b", "foo", "a/b@", "@1"] {
        let (exit, _, err) = missing.init(&["--action", action]);
        assert_eq!(exit, Exit::Error);
        assert!(err.contains("--action must be"), "{err}");
    }
}

#[test]
fn app_and_scheme_can_be_chosen_by_options() {
    let bed = Bed::new("Shop");
    let more = "		A00000000000000000000005 = { isa = PBXNativeTarget; name = \"Shop Pro\"; productType = \"com.apple.product-type.application\"; };\n/* End";
    bed.file("Shop.xcodeproj/project.pbxproj", &PROJECT.replace("NAME", "Shop").replacen("/* End", more, 1));
    let (exit, out, err) = bed.init(&[]);
    assert_eq!((exit, out.as_str()), (Exit::Error, ""));
    let both = "found 2 apps: Shop (Shop.xcodeproj), Shop Pro (Shop.xcodeproj); choose one with --app";
    assert!(err.contains(both), "{err}");
    // Xcode creates schemes for targets only if no scheme is shared.
    for is_shared in [false, true] {
        let (exit, out, err) = bed.init(&["--app", "Shop Pro", "--dry-run"]);
        assert_eq!(exit, Exit::Pass, "{err}");
        assert!(out.contains("app: Shop Pro, Shop Pro.app"), "{out}");
        assert_eq!(out.contains("- share the scheme Shop Pro"), is_shared, "{out}");
        bed.file("Shop.xcodeproj/xcshareddata/xcschemes/Kit.xcscheme", "<Scheme/>");
    }
    for (words, expected) in [
        (["--app", "Nope"], "no app \"Nope\" builds an iOS app; found: Shop (Shop.xcodeproj), Shop Pro"),
        (["--app", "Shop"], ""),
    ] {
        let (_, _, err) = bed.init(&[&words[..], &["--dry-run"]].concat());
        assert!(err.contains(expected), "{err}");
    }
    let (exit, _, err) = bed.init(&["--app", "Shop", "--scheme", "Nope", "--dry-run"]);
    assert_eq!(exit, Exit::Error);
    assert!(err.contains("no shared scheme \"Nope\""), "{err}");
}

#[test]
fn several_chosen_apps_are_measured_in_a_matrix() {
    let bed = Bed::new("Shop");
    let twin = "\"Shop-Pro ${{ github.token }}\"";
    let more = format!(
        "		A00000000000000000000005 = {{ isa = PBXNativeTarget; name = {twin}; productType = \"com.apple.product-type.application\"; }};\n/* End"
    );
    bed.file("Shop.xcodeproj/project.pbxproj", &PROJECT.replace("NAME", "Shop").replacen("/* End", &more, 1));
    // An app of the same name in another folder, with pods of its own.
    bed.file("old/Podfile", "pod 'Alamofire'\n");
    bed.file("old/Shop.xcodeproj/project.pbxproj", &PROJECT.replace("NAME", "Shop"));
    let apps = ["Shop.xcodeproj/Shop", "Shop-Pro ${{ github.token }}", "old/Shop.xcodeproj"];
    let words: Vec<&str> = apps.iter().flat_map(|app| ["--app", app]).collect();
    let ids = ["Shop_Shop", "Shop_Pro_____github_token___", "old_Shop_Shop"];
    for (more, file, jobs) in [
        (&["--on", "github"][..], "launchgate.yml", &["measure"][..]),
        (&["--on", "github"], "launchgate-comment.yml", &["comment"]),
        (&["--on", "github", "--device"], "launchgate.yml", &["build", "measure"]),
        (&["--on", "github", "--device"], "launchgate-baseline.yml", &["build", "baseline"]),
    ] {
        let (exit, out, err) = bed.init_plain(&[&words, more, &["--force"]].concat());
        assert_eq!(exit, Exit::Pass, "{err}");
        assert_eq!(out.matches("app: ").count(), 3, "{out}");
        let text = bed.read(&format!(".github/workflows/{file}"));
        assert!(!text.contains("${{ github.token }}\n            scheme"), "{text}");
        let workflow = YamlLoader::load_from_str(&text).unwrap().remove(0);
        for job in jobs {
            let job = &workflow["jobs"][*job];
            let matrix = &job["strategy"]["matrix"];
            let named: Vec<&str> = matrix["app"].as_vec().unwrap().iter().filter_map(Yaml::as_str).collect();
            assert_eq!(named, ids, "{text}");
            let builds = matrix["include"].as_vec();
            let is_build = format!("{:?}", job["steps"]).contains("xcodebuild");
            assert_eq!(builds.is_some(), is_build, "{text}");
            for (build, name) in
                builds.into_iter().flatten().zip(["Shop", "Shop-Pro $ {{ github.token }}", "Shop"])
            {
                assert_eq!(build["scheme"].as_str(), Some(name), "{text}");
            }
            let last = job["steps"].as_vec().unwrap().last().unwrap();
            let names = [&last["with"]["suffix"], &last["with"]["name"]];
            let is_own = |name: &&Yaml| name.as_str().is_some_and(|name| name.contains("-${{ matrix.app }}"));
            assert!(names.iter().any(is_own), "{text}");
        }
    }
    let settings = bed.read("config.toml");
    assert_eq!(settings.matches("# The app: ").count(), 2, "{settings}");
    assert!(bed.read("LAUNCHGATE.md").contains("# Launch time of `Shop`, and `Shop-Pro"));

    // The apps have different pods, so each app runs only its own step.
    let text = bed.read(".github/workflows/launchgate.yml");
    let step = |app: &str, more: &str| format!("- name: Pods\n        if: matrix.app == '{app}'\n{more}");
    for (app, folder) in [(ids[0], ""), (ids[1], ""), (ids[2], "        working-directory: \"old\"\n")] {
        assert_eq!(text.matches(&step(app, folder)).count(), 1, "{text}");
    }
    for (more, error) in [
        (["--on", "gitlab"], "a matrix of several apps is written for GitHub only"),
        (["--scheme", "Shop"], "--scheme \"Shop\" builds one app, but --app names several"),
    ] {
        let (exit, _, err) = bed.init_plain(&[&words[..], &more, &["--dry-run"]].concat());
        assert!(exit == Exit::Error && err.contains(error), "{err}");
    }
}

#[test]
fn gate_init_in_a_subfolder_of_a_repository_is_refused() {
    let bed = Bed::new("Shop");
    bed.file("ios/Shop.xcodeproj/project.pbxproj", &PROJECT.replace("NAME", "Shop"));
    let folder = bed.0.path().join("ios").display().to_string();
    let (exit, _, err) = gate(["init", &folder]);
    assert_eq!(exit, Exit::Error);
    assert!(err.contains("workflows belong to its root; run `gate init` there"), "{err}");
}

/// The repository's config.toml belongs to a different tool, so every written file names launchgate.toml as the settings file.
#[test]
fn written_workflows_use_the_settings_file_that_was_written() {
    for (host, file, named) in [
        ("github", ".github/workflows/launchgate.yml", "config: launchgate.toml"),
        ("github", ".github/workflows/launchgate-baseline.yml", "config: launchgate.toml"),
        ("gitlab", ".gitlab/launchgate.yml", "--policy ../base/launchgate.toml"),
    ] {
        let bed = Bed::new("Shop");
        bed.file("config.toml", "baseURL = \"https://example.com/\"\n");
        let (exit, _, err) = bed.init(&["--on", host]);
        assert_eq!(exit, Exit::Pass, "{err}");
        assert!(Config::parse("launchgate.toml", &bed.read("launchgate.toml")).is_ok());
        assert_eq!(bed.read("config.toml"), "baseURL = \"https://example.com/\"\n");
        assert!(bed.read("CODEOWNERS").contains("/launchgate.toml "), "{}", bed.read("CODEOWNERS"));
        let written = bed.read(file);
        assert!(written.contains(named), "{file}: {written}");
        assert!(!written.contains("config.toml"), "{file}: {written}");
    }
}

#[test]
fn without_a_phone_a_hosted_runner_measures_in_a_simulator() {
    let bed = Bed::new("Shop");
    let (exit, out, err) =
        bed.init_plain(&["--on", "github", "--action", "acme/launchgate/.github/action@0123"]);
    assert_eq!(exit, Exit::Pass, "{err}");
    assert!(!out.contains("launchgate-baseline.yml"), "{out}");
    let text = bed.read(".github/workflows/launchgate.yml");
    let workflow = YamlLoader::load_from_str(&text).unwrap().remove(0);
    let jobs = workflow["jobs"].as_hash().unwrap();
    assert_eq!(jobs.len(), 2, "base and head are built and launched in one job, gate in another");
    let steps = workflow["jobs"]["measure"]["steps"].as_vec().unwrap();
    let sides: Vec<&str> = steps.iter().filter_map(|step| step["env"]["SIDE"].as_str()).collect();
    assert_eq!(sides, ["base", "head"]);
    let inputs = &steps.last().unwrap()["with"];
    assert_eq!((inputs["driver"].as_str(), inputs["kept"].as_str()), (Some("simulator"), Some("none")));
    let device = "${{ vars.LAUNCHGATE_SIMULATOR || 'iPhone 17' }}";
    assert_eq!(inputs["simulator"].as_str(), Some(device), "macos-26 has no iPhone 16");
    // Gate is built on the default branch, whose cache every pull request can read.
    assert_eq!(workflow["on"]["push"]["branches"][0].as_str(), Some("develop"));
    let condition = workflow["jobs"]["measure"]["if"].as_str();
    assert_eq!(condition, Some("github.event_name == 'pull_request' || github.event_name == 'merge_group'"));
    assert!(workflow["jobs"]["gate"]["if"].is_badvalue());
    assert!(text.contains("iOS Simulator") && text.contains("about 10 minutes"), "{text}");
    let page = bed.read("LAUNCHGATE.md");
    assert!(
        page.contains("they are shown but do not fail the check")
            && page.contains("20 or more times on one unchanged build"),
        "{page}"
    );
    for part in
        ["## First steps", "first pull request", "## Exit codes", "| 2 | regression |", "| 6 | simulator |"]
    {
        assert!(page.contains(part), "{part}: {page}");
    }
    // Entitlements have an effect only in a signed app, so the app gets an ad hoc signature.
    assert!(text.contains("CODE_SIGN_IDENTITY=-") && !text.contains("CODE_SIGNING_ALLOWED=NO"), "{text}");

    // A phone is used if the repository has a self-hosted runner, or with the option `--device`.
    for (file, text, words) in [
        (".github/workflows/ui.yml", "jobs:\n  ui:\n    runs-on: [self-hosted, phone]\n", &[][..]),
        ("README.md", "# Shop\n", &["--device"][..]),
    ] {
        let bed = Bed::new("Shop");
        bed.file(file, text);
        let (exit, _, err) = bed.init_plain(&[&["--on", "github"][..], words].concat());
        assert_eq!(exit, Exit::Pass, "{err}");
        assert!(bed.read(".github/workflows/launchgate.yml").contains("self-hosted, iphone"), "{file}");
    }
}

/// A gate that was built from source belongs to no release, so the workflows build gate at the commit that
/// they name.
#[test]
fn without_a_release_gate_is_built_from_source_without_secrets() {
    let commit = "08eba0b27e820071cde6df949e0beb9ba4906955";
    let action = format!("acme/launchgate/.github/action@{commit}");
    let (mac, linux) = ("macos-latest", "ubuntu-22.04");
    let simulator =
        [("launchgate.yml", "measure", &[mac][..]), ("launchgate-comment.yml", "comment", &[linux])];
    let phone = [
        ("launchgate.yml", "measure", &[mac, linux][..]),
        ("launchgate-baseline.yml", "baseline", &[mac, linux]),
        ("launchgate-comment.yml", "comment", &[linux]),
    ];
    for (more, workflows) in [(&[][..], &simulator[..]), (&["--device"], &phone)] {
        let bed = Bed::new("Shop");
        let (exit, _, err) = bed.init_plain(&[&["--on", "github", "--action", &action], more].concat());
        assert_eq!(exit, Exit::Pass, "{err}");
        for (name, job, hosts) in workflows {
            let text = bed.read(&format!(".github/workflows/{name}"));
            let jobs = &YamlLoader::load_from_str(&text).unwrap()[0]["jobs"];
            let build = &jobs["gate"];
            assert!(build["permissions"].as_hash().unwrap().is_empty(), "{text}");
            assert!(
                !format!("{build:?}").contains("secrets.") && !format!("{build:?}").contains("token"),
                "{text}"
            );
            let matrix = build["strategy"]["matrix"]["host"].as_vec().unwrap();
            assert_eq!(
                matrix.iter().filter_map(yaml_rust2::Yaml::as_str).collect::<Vec<_>>(),
                *hosts,
                "{text}"
            );
            let steps = build["steps"].as_vec().unwrap();
            // The build of a change could write a program into the cache of its branch. The job `measure` would then run this program next
            // to the phone, so the job uses no cache if the launches are on a phone.
            let is_cached = *job != "measure" || more.is_empty();
            if is_cached {
                let key = steps[0]["with"]["key"].as_str().unwrap();
                assert!(
                    steps[0]["uses"].as_str().unwrap().starts_with("actions/cache@")
                        && key == format!("launchgate-${{{{ runner.os }}}}-${{{{ runner.arch }}}}-{commit}"),
                    "{text}"
                );
            }
            assert_eq!(format!("{build:?}").contains("cache"), is_cached, "{text}");
            let source = &steps[usize::from(is_cached)]["with"];
            assert_eq!(
                (source["repository"].as_str(), source["ref"].as_str()),
                (Some("acme/launchgate"), Some(commit))
            );
            let needs = jobs[*job]["needs"].as_vec().unwrap();
            assert!(needs.contains(&yaml_rust2::Yaml::String("gate".to_owned())), "{text}");
            let last = jobs[*job]["steps"].as_vec().unwrap().last().unwrap();
            for (input, file) in [("gate", "gate"), ("agent", "liblaunchgate.dylib")] {
                let path = format!("${{{{ runner.temp }}}}/launchgate-program/{file}");
                assert_eq!(last["with"][input].as_str(), Some(&*path), "{text}");
            }
        }
    }
}

/// Artifacts of other jobs are unpacked outside of every checkout. The job with write access has no checkout.
#[test]
fn written_workflows_never_unpack_artifacts_in_a_checkout_of_foreign_code() {
    let mut downloads = 0;
    for words in [&["--on", "github"][..], &["--on", "github", "--device"]] {
        let bed = Bed::new("Shop");
        let (exit, _, err) = bed.init_plain(words);
        assert_eq!(exit, Exit::Pass, "{err}");
        for entry in std::fs::read_dir(bed.0.path().join(".github/workflows")).unwrap() {
            let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
            let workflow = YamlLoader::load_from_str(&text).unwrap().remove(0);
            let may_write = !workflow["on"]["workflow_run"].is_badvalue();
            for (_, job) in workflow["jobs"].as_hash().unwrap() {
                let is_foreign = job["steps"].as_vec().unwrap().iter().filter(|step| {
                    let uses = step["uses"].as_str().unwrap_or_default();
                    let path = step["with"]["path"].as_str().unwrap_or_default();
                    if uses.starts_with("actions/download-artifact@") {
                        downloads += 1;
                        assert!(path.starts_with("${{ runner.temp }}/"), "{text}");
                    }
                    uses.starts_with("actions/checkout@") && step["with"]["repository"].is_badvalue()
                });
                assert!(is_foreign.count() == 0 || !may_write, "{text}");
            }
        }
    }
    assert!(downloads > 8, "{downloads}");

    let bed = Bed::new("Shop");
    let (exit, _, err) = bed.init_plain(&["--on", "gitlab"]);
    assert_eq!(exit, Exit::Pass, "{err}");
    let text = bed.read(".gitlab/launchgate.yml");
    for (name, job) in YamlLoader::load_from_str(&text).unwrap()[0].as_hash().unwrap() {
        // The jobs that store baselines check out the default branch. All jobs except these two begin with an empty folder.
        let is_of_request = !["launchgate-build", "launchgate-baseline"].contains(&name.as_str().unwrap());
        let strategy = job["variables"]["GIT_STRATEGY"].as_str();
        assert_eq!(strategy.is_some(), is_of_request, "{text}");
        assert!(strategy.is_none_or(|strategy| strategy == "empty"), "{text}");
    }
}

#[test]
fn a_configuration_for_devices_only_is_measured_on_a_phone() {
    for (platforms, is_phone) in [("iphoneos", true), ("iphoneos iphonesimulator", false)] {
        let bed = Bed::new("Shop");
        let settings = format!("SDKROOT = iphoneos; SUPPORTED_PLATFORMS = \"{platforms}\";");
        let project = PROJECT.replace("NAME", "Shop").replace("SDKROOT = iphoneos;", &settings);
        bed.file("Shop.xcodeproj/project.pbxproj", &project);
        let (exit, _, err) = bed.init_plain(&[]);
        assert_eq!(exit, Exit::Pass, "{err}");
        let workflow = bed.read(".github/workflows/launchgate.yml");
        assert_eq!(workflow.contains("self-hosted, iphone"), is_phone, "{platforms}");
        assert_eq!(
            err.contains("Release builds Shop for iphoneos only (SUPPORTED_PLATFORMS)"),
            is_phone,
            "{err}"
        );
    }
}

#[test]
fn the_hosted_mac_image_exists_and_has_the_required_xcode() {
    let old = "jobs:\n  test:\n    runs-on: macos-14\n    steps:\n      - run: sudo xcode-select -s /Applications/Xcode_16.1.app\n";
    for (pinned, label, xcode) in [
        (None, "runs-on: macos-15\n", Some("Xcode_16.1.app")),
        (Some("~> 16.2"), "runs-on: macos-15\n", Some("Xcode_16.4.app")),
        (Some("26.5"), "runs-on: macos-26\n", Some("Xcode_26.5.app")),
        (Some("15.4"), "runs-on: macos-latest\n", None),
    ] {
        let bed = Bed::new("Shop");
        bed.file(".github/workflows/ci.yml", old);
        if let Some(pinned) = pinned {
            bed.file(".xcode-version", pinned);
        }
        let (exit, out, err) = bed.init_plain(&[]);
        assert_eq!(exit, Exit::Pass, "{err}");
        let workflow = bed.read(".github/workflows/launchgate.yml");
        assert!(workflow.contains(label) && !workflow.contains("macos-14"), "{pinned:?}: {workflow}");
        assert_eq!(workflow.contains("DEVELOPER_DIR"), xcode.is_some(), "{pinned:?}: {workflow}");
        assert!(xcode.is_none_or(|xcode| workflow.contains(xcode)), "{pinned:?}: {workflow}");
        assert_eq!(out.contains("asks for Xcode 15.4, which no hosted Mac"), xcode.is_none(), "{out}");
    }
}

#[test]
fn only_source_files_missing_in_the_git_index_are_reported_as_missing() {
    let bed = Bed::new("Shop");
    let objects = r#"
		D00000000000000000000000 = { isa = PBXGroup; children = ( D00000000000000000000001, ); sourceTree = "<group>"; };
		D00000000000000000000001 = { isa = PBXGroup; path = 2023; children = ( D00000000000000000000002, D00000000000000000000003, D00000000000000000000004, ); sourceTree = "<group>"; };
		D00000000000000000000002 = { isa = PBXFileReference; path = Sparse.swift; sourceTree = "<group>"; };
		D00000000000000000000003 = { isa = PBXFileReference; path = Secrets.swift; sourceTree = "<group>"; };
		D00000000000000000000004 = { isa = PBXFileReference; path = story.swift; sourceTree = "<group>"; };
		A00000000000000000000009 = { isa = PBXSourcesBuildPhase; files = ( E00000000000000000000002, E00000000000000000000003, E00000000000000000000004, ); };
		E00000000000000000000002 = { isa = PBXBuildFile; fileRef = D00000000000000000000002; };
		E00000000000000000000003 = { isa = PBXBuildFile; fileRef = D00000000000000000000003; };
		E00000000000000000000004 = { isa = PBXBuildFile; fileRef = D00000000000000000000004; };
/* End"#;
    let project = PROJECT.replace("NAME", "Shop").replacen("/* End", objects, 1);
    let project =
        project.replace("isa = PBXProject;", "isa = PBXProject; mainGroup = D00000000000000000000000;");
    bed.file("Shop.xcodeproj/project.pbxproj", &project);
    for name in ["2023/Sparse.swift", "2023/Secrets.swift", "2023/Story.swift"] {
        bed.file(name, "import UIKit\n");
    }
    bed.file(".gitignore", "Secrets.swift\n");
    for words in [&["init", "-q"][..], &["add", "."]] {
        let git = std::process::Command::new("git").args(words).current_dir(bed.0.path()).status().unwrap();
        assert!(git.success(), "{words:?}");
    }
    std::fs::remove_file(bed.0.path().join("2023/Sparse.swift")).unwrap();
    let (exit, out, err) = bed.init(&[]);
    assert_eq!(exit, Exit::Pass, "{err}");
    assert!(out.contains("- copy 2023/Secrets.swift in a step before Build"), "{out}");
    assert_eq!(out.matches("in a step before Build").count(), 1, "{out}");
}

#[test]
fn no_app_of_a_collection_of_sample_apps_is_chosen_silently() {
    let bed = Bed::new("Shop");
    std::fs::remove_dir_all(bed.0.path().join("Shop.xcodeproj")).unwrap();
    std::fs::remove_dir_all(bed.0.path().join("Shop.xcworkspace")).unwrap();
    let app = |name: &str| {
        bed.file(&format!("{name}/{name}.xcodeproj/project.pbxproj"), &PROJECT.replace("NAME", name));
    };
    for name in ["Passwordless", "ConfigExample", "PerfExample"] {
        app(name);
    }
    // An app that has two samples in its folder is not itself a sample, so it is chosen.
    let (exit, out, err) = bed.init(&["--dry-run"]);
    assert!(exit == Exit::Pass && out.contains("app: Passwordless"), "{out}{err}");
    app("StorageExample");
    let (exit, _, err) = bed.init(&["--dry-run"]);
    let listed = "found 4 apps: ConfigExample (ConfigExample/ConfigExample.xcodeproj), Passwordless";
    assert!(exit == Exit::Error && err.contains(listed), "{err}");
}

#[test]
fn the_written_settings_show_twelve_keys_and_the_remaining_keys_below_expert() {
    let bed = Bed::new("Shop");
    assert_eq!(bed.init(&["--action", "acme/launchgate/.github/action@0123"]).0, Exit::Pass);
    let text = bed.read("config.toml");
    let (first, expert) = text.split_once("\n# Expert: ").unwrap();
    // A line contains a key if the line sets the key, or is a comment that shows the default of the key. The keys of a module are not
    // settings.
    let is_key = |line: &&str| {
        let key = line.trim_start_matches("# ").split_once(" = ").map_or("", |(key, _)| key);
        !key.is_empty() && key.chars().all(|c| c.is_ascii_lowercase() || "._".contains(c))
    };
    let settings = first.split("[[scenario]]").next().unwrap();
    let shown: Vec<&str> = settings.lines().filter(is_key).collect();
    assert_eq!(shown.len(), 12, "{shown:#?}");
    // Each key is valid in its table and has its default value.
    let uncommented = settings.lines().fold(String::new(), |all, line| {
        let line = if is_key(&line) { line.trim_start_matches("# ") } else { line };
        all + line + "\n"
    });
    let mut config = Config::parse("config.toml", &uncommented).unwrap();
    config.attribution = gate_config::Config::default().attribution;
    assert_eq!(config.gate, Config::default().gate);
    // Every key of the reference file is in the settings, either set or as a comment.
    let reference = gate_config::REFERENCE.lines().take_while(|line| !line.starts_with("# A module by rule"));
    let all: Vec<&str> = reference
        .filter(|line| !line.starts_with('#') && line.contains(" = "))
        .map(|line| line.split(" = ").next().unwrap())
        .collect();
    let below: Vec<&str> = expert.lines().filter(is_key).collect();
    assert_eq!(shown.len() + below.len(), all.len());
    assert!(
        expert
            .lines()
            .all(|line| line.is_empty() || line.starts_with("# ") || line.starts_with("every other")),
        "{expert}"
    );
    assert!(below.iter().any(|line| line.starts_with("# pool = 6")), "{expert}");
}

/// A job of the written workflow that builds twice has at least twice the limit of the repository's own job.
#[test]
fn the_limit_of_the_build_jobs_follows_the_limit_of_the_own_job() {
    for (own, words, job, minutes) in [
        ("", &[][..], "measure", 90),
        ("timeout-minutes: 30", &[][..], "measure", 90),
        ("timeout-minutes: 75", &[][..], "measure", 150),
        ("timeout-minutes: 75", &["--device"][..], "build", 75),
        ("timeout-minutes: 30", &["--device"][..], "build", 60),
    ] {
        let bed = Bed::new("Shop");
        let workflow = format!(
            "on: [pull_request]\njobs:\n  app:\n    runs-on: macos-26\n    {own}\n    steps:\n      - run: xcodebuild build -workspace Shop.xcworkspace -scheme Shop\n"
        );
        bed.file(".github/workflows/ci.yml", &workflow);
        let (exit, _, err) = bed.init_plain(words);
        assert_eq!(exit, Exit::Pass, "{err}");
        let written = YamlLoader::load_from_str(&bed.read(".github/workflows/launchgate.yml")).unwrap();
        assert_eq!(written[0]["jobs"][job]["timeout-minutes"].as_i64(), Some(minutes), "{own} {words:?}");
    }
}

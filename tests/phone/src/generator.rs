//! Generates apps of a given size for tests of scale: many images with classes, categories, +load methods and view controllers.
//!
//! Class number `n` of an app is in image `n % images`. Image 0 is the main executable, and the other images are frameworks with which it
//! links. The generator also computes the result of the app ([`App::expected`]), so that a test checks not only that the app ended, but
//! also that it computed correctly. Invariant: the same shape gives the same files.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::build::{self, Error, Image, Kind, Style};
use crate::process::Config;

/// The size and contents of an app.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AppShape {
    pub classes: u32,
    /// Number of images, including the main executable.
    pub images: u32,
    /// Instance methods per class, besides `run:`. All classes share half of the selectors.
    pub methods: u32,
    /// The distance between classes that have a category with one method: every n-th class has a category, and with 0 no class has one.
    pub category_every: u32,
    /// The distance between classes, and between categories, that have a +load method; with 0 no class has a +load method.
    pub load_every: u32,
    /// The distance between classes that are view controllers; with 0 no class is a view controller.
    pub controller_every: u32,
    /// The distance between classes that get an instance at the start. The instance's `run:` calls each of its methods once. With 0 no
    /// class gets an instance.
    pub touch_every: u32,
    /// The style in which the images are linked.
    pub style: Style,
}

impl AppShape {
    /// An app with 200 classes in 5 images, for tests.
    pub const SMALL: AppShape = AppShape {
        classes: 200,
        images: 5,
        methods: 6,
        category_every: 7,
        load_every: 25,
        controller_every: 20,
        touch_every: 2,
        style: Style::Chained,
    };
    /// An app with 10,000 classes in 50 images, like a large app of the App Store.
    pub const LARGE: AppShape = AppShape {
        classes: 10_000,
        images: 50,
        methods: 6,
        category_every: 10,
        load_every: 200,
        controller_every: 50,
        touch_every: 4,
        style: Style::Chained,
    };
}

/// An app that has been generated.
#[derive(Debug, Clone)]
pub struct App {
    /// The app's folder, which contains the executable `Generated`, `Info.plist` and `Frameworks/`.
    pub bundle: PathBuf,
    /// The line that the app logs if its result is correct.
    pub expected: String,
    /// Number of +load methods of classes and categories.
    pub loads: u32,
    /// Number of classes that get an instance.
    pub touched: u32,
    /// Size in bytes of `__TEXT` and `__DATA` of all images, as in the files.
    pub bytes: u64,
}

impl App {
    /// Returns the configuration of a launch. The caller adds the container.
    pub fn config(&self) -> Result<Config, Error> {
        let mut config = Config::new(&self.bundle, "Generated");
        config.system = build::system()?.by_name;
        config.limit = 20_000_000_000;
        Ok(config)
    }
}

fn every(number: u32, step: u32) -> bool {
    step != 0 && number.is_multiple_of(step)
}

impl AppShape {
    fn class(&self, number: u32) -> String {
        format!("G{:02}C{number:05}", number % self.images)
    }

    /// Returns the superclass. Superclasses are in chains of three within an image, and some are the first
    /// class of the first framework.
    fn superclass(&self, number: u32) -> Option<u32> {
        let is_controller = |number| every(number, self.controller_every);
        let in_chain = !(number / self.images).is_multiple_of(3);
        let above =
            if number % 10 == 9 { Some(1) } else { number.checked_sub(self.images).filter(|_| in_chain) };
        above.filter(|above| *above < number && !is_controller(number) && !is_controller(*above))
    }

    fn category(&self, number: u32) -> bool {
        every(number, self.category_every)
    }

    fn touched(&self, number: u32) -> bool {
        every(number, self.touch_every)
    }

    fn selector(&self, class: u32, method: u32) -> String {
        if method.is_multiple_of(2) { format!("shared{method}") } else { format!("own{class}_{method}") }
    }

    /// Returns the result of method 0, which first calls the superclass's method.
    fn first(&self, class: u32, x: u64) -> u64 {
        let x = self.superclass(class).map_or(x, |above| self.first(above, x));
        x.wrapping_mul(3).wrapping_add(u64::from(class))
    }

    /// Returns the result of `run:` for the argument `x`.
    fn run(&self, class: u32, x: u64) -> u64 {
        let plain = |x: u64, method: u32| {
            x.wrapping_mul(u64::from(2 * method + 3)).wrapping_add(u64::from(class + method))
        };
        let x = (1..self.methods).fold(self.first(class, x), plain);
        if self.category(class) { x ^ u64::from(class) } else { x }
    }

    fn members(&self, image: u32) -> impl Iterator<Item = u32> {
        (image..self.classes).step_by(self.images as usize)
    }

    fn source(&self, image: u32) -> String {
        let mut text =
            String::from("#include <UIKit/UIKit.h>\n#include <objc/runtime.h>\n#include <stdio.h>\n");
        text.push_str("extern unsigned generated_loads, generated_views;\ntypedef unsigned long word;\n");
        // The superclasses in this list are in other images.
        let mut foreign: Vec<u32> = self
            .members(image)
            .filter_map(|class| self.superclass(class))
            .filter(|above| above % self.images != image)
            .collect();
        foreign.sort_unstable();
        foreign.dedup();
        for class in foreign {
            let _ =
                writeln!(text, "@interface {} : NSObject\n- (word)shared0:(word)x;\n@end", self.class(class));
        }
        // The first framework contains the counters of the frameworks, so that all images can access them.
        if image == 1.min(self.images - 1) {
            text.push_str("unsigned generated_loads, generated_views;\n");
        }
        for class in self.members(image) {
            self.write_class(&mut text, class);
        }
        let _ = writeln!(text, "word generated_run{image}(word x) {{");
        for class in self.members(image).filter(|class| self.touched(*class)) {
            let name = self.class(class);
            let _ =
                writeln!(text, "    {{ {name} *o = [[{name} alloc] init]; x = [o run:x]; [o release]; }}");
        }
        text.push_str("    return x;\n}\n");
        if image == 0 {
            self.write_main(&mut text);
        }
        text
    }

    fn write_class(&self, text: &mut String, class: u32) {
        let (name, above) = (self.class(class), self.superclass(class));
        let is_controller = every(class, self.controller_every);
        let parent = match above {
            Some(above) => self.class(above),
            None if is_controller => "UIViewController".to_owned(),
            None => "NSObject".to_owned(),
        };
        let _ = writeln!(text, "@interface {name} : {parent} {{ word _state{class}; id _owner{class}; }}");
        for method in 0..self.methods {
            let _ = writeln!(text, "- (word){}:(word)x;", self.selector(class, method));
        }
        let _ = writeln!(text, "- (word)run:(word)x;\n@end");
        if self.category(class) {
            let _ = writeln!(text, "@interface {name} (Extra)\n- (word)extra{class}:(word)x;\n@end");
        }
        let _ = writeln!(text, "@implementation {name}");
        if every(class, self.load_every) {
            text.push_str("+ (void)load { generated_loads++; }\n");
        }
        if is_controller {
            text.push_str("- (void)viewDidLoad { [super viewDidLoad]; generated_views++; }\n");
        }
        for method in 0..self.methods {
            let (selector, factor) = (self.selector(class, method), 2 * method + 3);
            let value = if method == 0 && above.is_some() { "[super shared0:x]" } else { "x" };
            let _ = writeln!(
                text,
                "- (word){selector}:(word)x {{ return {value} * {factor} + {}; }}",
                class + method
            );
        }
        text.push_str("- (word)run:(word)x {\n");
        for method in 0..self.methods {
            let _ = writeln!(text, "    x = [self {}:x];", self.selector(class, method));
        }
        let last = if self.category(class) { format!("[self extra{class}:x]") } else { "x".to_owned() };
        let _ = writeln!(text, "    return _state{class} = {last};\n}}\n@end");
        if self.category(class) {
            let _ = writeln!(text, "@implementation {name} (Extra)");
            if every(class / self.category_every, self.load_every) {
                text.push_str("+ (void)load { generated_loads++; }\n");
            }
            let _ = writeln!(text, "- (word)extra{class}:(word)x {{ return x ^ {class}; }}\n@end");
        }
    }

    fn write_main(&self, text: &mut String) {
        for image in 1..self.images {
            let _ = writeln!(text, "word generated_run{image}(word x);");
        }
        text.push_str("@interface GeneratedPage : UIViewController\n@end\n@implementation GeneratedPage\n");
        text.push_str("- (void)viewDidLoad { [super viewDidLoad]; generated_views++; }\n@end\n");
        text.push_str("@interface GeneratedDelegate : UIResponder <UIApplicationDelegate>\n@end\n");
        text.push_str("@implementation GeneratedDelegate\n- (BOOL)application:(UIApplication *)a didFinishLaunchingWithOptions:(NSDictionary *)o {\n    word x = 1;\n");
        for image in 0..self.images {
            let _ = writeln!(text, "    x = generated_run{image}(x);");
        }
        text.push_str("    UIWindow *window = [[UIWindow alloc] init];\n    [window setRootViewController:[[GeneratedPage alloc] init]];\n    [window makeKeyAndVisible];\n");
        // Creates a class as key-value observing does.
        text.push_str("    Class made = objc_allocateClassPair([NSObject class], \"GeneratedMade\", 0);\n    objc_registerClassPair(made);\n    [[[made alloc] init] hash];\n");
        text.push_str("    printf(\"generated: %lx, loads %u, views %u\\n\", x, generated_loads, generated_views);\n    return YES;\n}\n@end\n");
        text.push_str("int main(int argc, char *argv[]) {\n    @autoreleasepool {\n        return UIApplicationMain(argc, argv, nil, @\"GeneratedDelegate\");\n    }\n}\n");
    }

    fn loads(&self) -> u32 {
        let of_category =
            |class: &u32| self.category(*class) && every(*class / self.category_every, self.load_every);
        let all = || 0..self.classes;
        (all().filter(|class| every(*class, self.load_every)).count() + all().filter(of_category).count())
            as u32
    }

    fn expected(&self) -> String {
        let mut x = 1;
        for image in 0..self.images {
            for class in self.members(image).filter(|class| self.touched(*class)) {
                x = self.run(class, x);
            }
        }
        format!("generated: {x:x}, loads {}, views 1", self.loads())
    }
}

/// Copies a file to a path, and creates the path's folder. Returns the file's length.
fn copy(from: &Path, to: &Path) -> Result<u64, Error> {
    let wrong = |source| Error::File { path: to.to_owned(), source };
    std::fs::create_dir_all(to.parent().unwrap_or(to)).map_err(wrong)?;
    std::fs::copy(from, to).map_err(wrong)
}

/// Generates an app into a new folder. Like everything that [`build`] builds, each image is built once per
/// content.
pub fn write(shape: &AppShape, bundle: &Path) -> Result<App, Error> {
    let shape = AppShape { images: shape.images.max(1), methods: shape.methods.max(1), ..*shape };
    let system = build::system()?;
    let mut frameworks: Vec<PathBuf> = Vec::new();
    let mut bytes = 0;
    // The executable is built last, since it links with the other images.
    for image in (1..shape.images).chain([0]) {
        let (name, kind) = if image == 0 {
            ("Generated".to_owned(), Kind::Executable)
        } else {
            let name = format!("Part{image:02}");
            let install = format!("@rpath/{name}.framework/{name}");
            (name, Kind::Library(install))
        };
        let source = build::source(&format!("{name}.m"), &shape.source(image))?;
        let mut parts = Image::new(&name, kind, shape.style, [source]);
        // Without optimisation the compiler is three times as fast, and the message sends are the same.
        parts.cflags = vec!["-O0".to_owned()];
        parts.libraries = system.by_folder.values().cloned().collect();
        let place = if image == 0 {
            parts.libraries.extend(frameworks.iter().cloned());
            parts.ldflags = ["-rpath", "@executable_path/Frameworks"].map(String::from).into();
            bundle.join(&name)
        } else {
            parts.libraries.extend(frameworks.first().cloned());
            bundle.join(format!("Frameworks/{name}.framework/{name}"))
        };
        let file = build::build(&parts)?;
        bytes += copy(&file, &place)?;
        frameworks.push(file);
    }
    let plist = bundle.join("Info.plist");
    std::fs::write(&plist, INFO).map_err(|source| Error::File { path: plist, source })?;
    Ok(App {
        bundle: bundle.to_owned(),
        expected: shape.expected(),
        loads: shape.loads(),
        touched: (0..shape.classes).filter(|class| shape.touched(*class)).count() as u32,
        bytes,
    })
}

const INFO: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
	<key>CFBundleExecutable</key>
	<string>Generated</string>
	<key>CFBundleIdentifier</key>
	<string>dev.launchgate.generated</string>
	<key>CFBundlePackageType</key>
	<string>APPL</string>
	<key>CFBundleShortVersionString</key>
	<string>1.0</string>
	<key>CFBundleVersion</key>
	<string>1</string>
</dict>
</plist>
"#;

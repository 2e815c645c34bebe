//! Provides programs for which the agent's corrections were not tuned. Half of the programs have one typical pattern each, and the other
//! half is generated from a seed.

use std::fmt::Write as _;
use std::path::Path;
use std::{fs, iter};

use anyhow::Result;

use crate::agent_programs::PROGRAMS;

/// The fixtures of other tests that are also measured as programs.
const OTHERS: [&str; 3] = ["truth.m", "throws.m", "rare.m"];
/// The number of programs that `small.h` contains.
const SMALL: usize = 11;
/// The number of all programs, half of which are generated.
pub const COUNT: usize = 2 * (PROGRAMS.len() + OTHERS.len() + SMALL);
const _: () = assert!(COUNT >= 40, "the table of truth in README.md is of 40 programs at least");

/// The approximate number of instructions that a generated program executes.
const LONG: f64 = 3e6;
/// The largest number of send statements in the code of a generated method.
const SENDS: usize = 4;

/// Writes all programs to `folder`. Returns the paths of the programs for [`crate::bundle::Bundle::app`].
pub fn programs(folder: &Path, seed: u64) -> Result<Vec<String>> {
    let fixtures = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/agent_fixtures");
    let small = (0..SMALL).map(|number| {
        let text = format!("#define PROGRAM {number}\n#include \"{fixtures}/small.h\"\n");
        (format!("small_{number}.m"), text)
    });
    let drawn = (0..COUNT as u64 / 2).map(|number| {
        let seed = seed.wrapping_add(number);
        (format!("drawn_{seed}.m"), Drawn::new(seed).text(fixtures))
    });
    let known = PROGRAMS.iter().chain(&OTHERS).map(|name| (*name).to_owned());
    let made = small.chain(drawn).map(|(name, text)| {
        let path = folder.join(name);
        fs::write(&path, text)?;
        Ok(path.display().to_string())
    });
    known.map(Ok).chain(made).collect()
}

/// A method that some classes implement, and the approximate cost of one call.
struct Selector {
    name: String,
    classes: Vec<usize>,
    cost: f64,
}

/// A generated program: classes that inherit from one another, and methods that send messages to methods with
/// a smaller index.
struct Drawn {
    chance: u64,
    /// The superclass of each class.
    supers: Vec<Option<usize>>,
    selectors: Vec<Selector>,
    /// The methods of each class.
    methods: Vec<String>,
}

impl Drawn {
    fn new(seed: u64) -> Drawn {
        let mut drawn = Drawn {
            chance: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1,
            supers: vec![None],
            selectors: Vec::new(),
            methods: Vec::new(),
        };
        for class in 1..3 + drawn.below(6) {
            let above = drawn.below(2 * class);
            drawn.supers.push((above < class).then_some(above));
        }
        drawn.methods = vec![String::new(); drawn.supers.len()];
        for level in 0..2 + drawn.below(3) {
            let below = drawn.selectors.len();
            for number in 0..1 + drawn.below(4) {
                drawn.add(format!("s{level}_{number}"), below);
            }
        }
        drawn
    }

    fn below(&mut self, count: usize) -> usize {
        // The next random number comes from Marsaglia's xorshift64.
        self.chance ^= self.chance << 13;
        self.chance ^= self.chance >> 7;
        self.chance ^= self.chance << 17;
        ((self.chance >> 33) as usize) % count.max(1)
    }

    /// Adds a method to one or more classes. The added method sends messages to the selectors with an index
    /// smaller than `below`.
    fn add(&mut self, name: String, below: usize) {
        let count = self.supers.len();
        let first = self.below(count);
        let mut classes = vec![first];
        for class in 0..count {
            if class != first && self.below(3) == 0 {
                classes.push(class);
            }
        }
        let mut worst = 0.0_f64;
        for &class in &classes {
            let (body, cost) = self.body(&name, class, &classes, below);
            worst = worst.max(cost);
            let _ = writeln!(self.methods[class], "- (long){name}:(long)x {{ {body} }}");
        }
        self.selectors.push(Selector { name, classes, cost: worst });
    }

    fn body(&mut self, name: &str, class: usize, classes: &[usize], below: usize) -> (String, f64) {
        let above = iter::successors(self.supers[class], |&above| self.supers[above]);
        let overrides = { above }.any(|above| classes.contains(&above));
        if below == 0 && self.below(3) == 0 {
            return (format!("return x * {} + {class};", 3 + self.below(90)), 4.0);
        }
        let units = self.below(60);
        let (mut body, mut cost) = (format!("work(some({units})); "), 50.0 + 4.0 * units as f64);
        if overrides && self.below(2) == 0 {
            let _ = write!(body, "x += [super {name}:x]; ");
            cost += 200.0;
        }
        for _ in 0..if below == 0 { 0 } else { 1 + self.below(SENDS) } {
            let (selector, times) = (self.below(below), 1 + self.below(6));
            let sent = self.selectors[selector].cost * times as f64;
            if cost + sent < LONG / 20.0 {
                let send = self.send(selector);
                let _ = write!(body, "for (long i = 0; i < {times}; i++) {{ {send} }} ");
                cost += sent + 20.0 * times as f64;
            }
        }
        (body + "return x;", cost)
    }

    /// Returns a message send to one receiver, to a random one of two receivers, or to a new object.
    fn send(&mut self, selector: usize) -> String {
        let Selector { name, classes, .. } = &self.selectors[selector];
        let (name, classes) = (name.clone(), classes.clone());
        let [one, other] = [(); 2].map(|()| classes[self.below(classes.len())]);
        match self.below(4) {
            0 => format!("C{one} *o = [[C{one} alloc] init]; x += [o {name}:x]; [o release];"),
            1 => format!("x += [(C{one} *)(some(0) & 1 ? all[{one}] : all[{other}]) {name}:x];"),
            _ => format!("x += [(C{one} *)all[{one}] {name}:i];"),
        }
    }

    fn text(&self, fixtures: &str) -> String {
        let mut text = format!("#include <Foundation/Foundation.h>\n#include \"{fixtures}/work.h\"\n");
        let count = self.supers.len();
        let _ = writeln!(text, "static id all[{count}];");
        for (class, above) in self.supers.iter().enumerate() {
            let above = above.map_or("NSObject".to_owned(), |above| format!("C{above}"));
            let _ = writeln!(text, "@interface C{class} : {above}");
            for selector in self.selectors.iter().filter(|selector| selector.classes.contains(&class)) {
                let _ = writeln!(text, "- (long){}:(long)x;", selector.name);
            }
            let _ = writeln!(text, "@end");
        }
        for (class, methods) in self.methods.iter().enumerate() {
            let _ = writeln!(text, "@implementation C{class}\n{methods}@end");
        }
        let _ = writeln!(text, "int main(void) {{\n    long x = 0;");
        for class in 0..count {
            let _ = writeln!(text, "    all[{class}] = made(\"C{class}\");");
        }
        // All selectors have about the same total cost.
        for Selector { name, classes, cost } in &self.selectors {
            let times = (LONG / self.selectors.len() as f64 / cost.max(30.0)) as u64 + 1;
            let class = classes[0];
            let send = format!("x += [(C{class} *)all[{class}] {name}:i];");
            let _ = writeln!(text, "    for (long i = 0; i < {times}; i++) {send}");
        }
        text + "    NSLog(@\"%ld\", x);\n    usleep(2000000);\n    return 0;\n}\n"
    }
}

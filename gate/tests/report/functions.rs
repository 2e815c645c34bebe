//! A report in which samples found functions: one in Swift that explains a method's growth, one in C++ that no method tells, and what
//! runs before `main`.

use gate::report::value::*;
use gate::report::word::Word;

use super::{MS, of_methods, row, shop};

fn part(
    (name, full_name): (&str, &str),
    (module, owner): (&str, &str),
    (file, line): (&str, u32),
    [base_ns, head_ns]: [f64; 2],
) -> FunctionPart {
    let change_ns = head_ns - base_ns;
    FunctionPart {
        name: name.to_owned(),
        full_name: full_name.to_owned(),
        module: module.to_owned(),
        owner: Some(owner.to_owned()),
        file: Some(file.to_owned()),
        line: Some(line),
        base_ns,
        head_ns,
        change_ns,
        interval_ns: Some([Some(0.8 * change_ns), Some(1.2 * change_ns)]),
        before_main: false,
    }
}

fn discount() -> FunctionPart {
    let names = ("Discount.price(_:)", "Payments.Discount.price(Swift.Int) -> Swift.Int");
    part(names, ("Payments", "@shop/payments"), ("Payments/Discount.swift", 42), [0.5 * MS, 8.9 * MS])
}

fn pack() -> FunctionPart {
    let names = ("geometry::Packer::pack", "geometry::Packer::pack(std::vector<Box> const&)");
    part(names, ("Geometry", "@shop/media"), ("Geometry/Packer.cpp", 7), [2.0 * MS, 8.6 * MS])
}

fn initialiser(file: &str, head_ns: f64) -> FunctionPart {
    let name = format!("static initialiser of {file}");
    let names = (name.as_str(), name.as_str());
    let found = part(names, ("Geometry", "@shop/media"), (file, 1), [0.4 * MS, head_ns]);
    FunctionPart { line: None, interval_ns: None, before_main: true, ..found }
}

fn load() -> FunctionPart {
    let name = "+[Tracker load]";
    let found =
        part((name, name), ("Analytics", "@shop/data"), ("Analytics/Tracker.m", 12), [0.8 * MS, 0.79 * MS]);
    FunctionPart { interval_ns: None, before_main: true, ..found }
}

/// The function that no method tells.
fn own_finding(kind: &str) -> ReportRow {
    let pack = pack();
    ReportRow {
        function: Some(pack.name.clone()),
        module: Some(pack.module.clone()),
        owner: pack.owner.clone(),
        fails: kind == "function",
        answer: Some(Word::of("finding")),
        file: pack.file.clone(),
        line: pack.line,
        functions: if kind == "function" { vec![pack.clone()] } else { vec![] },
        ..row(kind, &pack.name, [pack.base_ns, pack.head_ns], [20, 10], 6, true)
    }
}

/// The shop, with samples.
pub(crate) fn with_functions() -> Report {
    let mut report = of_methods(&shop(), [20, 10]);
    for finding in report.findings.iter_mut().filter(|row| row.name == "-[Cart reload]") {
        finding.functions = vec![discount()];
    }
    report.findings.push(own_finding("function"));
    report.findings.sort_by(|a, b| b.fails.cmp(&a.fails).then(b.change_ns.total_cmp(&a.change_ns)));
    let others = ReportRow {
        module: Some("Payments".to_owned()),
        ..row("row", "other functions of Payments", [1.5 * MS, 1.5 * MS], [20, 10], 7, false)
    };
    report.functions = Some(FunctionsUsed {
        base: 12,
        head: 10,
        since: Some("main-1041".to_owned()),
        not_judged: None,
        missing: vec![MissingSymbols {
            side: "base".to_owned(),
            image: "Kit".to_owned(),
            uuid: "0A1B2C3D-0000-4000-8000-000000000001".to_owned(),
        }],
        before_main: vec![initialiser("Geometry.cpp", 1.2 * MS), load(), initialiser("Box.cpp", 0.3 * MS)],
        rows: vec![own_finding("row"), others],
    });
    // The method's cost is divided; the other function was outside of all methods.
    let names = report.names.len() as u32;
    report.names.extend([discount().name, pack().name]);
    let cart = report.names.iter().position(|name| name == "-[Cart reload]").unwrap_or_default();
    let tree = &mut report.trees[0];
    let at = tree.name.iter().position(|name| *name == Some(cart as u32)).unwrap_or_default();
    let (inside, outside) = (discount(), pack());
    tree.base_ns[at] -= inside.base_ns as i64;
    tree.head_ns[at] -= inside.head_ns as i64;
    for (place, (parent, found)) in [(Some(at as u32), inside), (None, outside)].into_iter().enumerate() {
        tree.sampled.push(tree.parent.len() as u32);
        tree.parent.push(parent);
        tree.name.push(Some(names + place as u32));
        tree.base_ns.push(found.base_ns as i64);
        tree.head_ns.push(found.head_ns as i64);
        tree.base_calls.push(0.0);
        tree.head_calls.push(0.0);
    }
    report
}

//! Writes an app of a given size and starts it: `generate [classes [images [folder]]]`. Without arguments, the large app is generated.

use std::time::Instant;

use phone::generator::{self, AppShape};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut number = |otherwise: u32| match arguments.next().map(|text| text.parse()) {
        None => otherwise,
        Some(Ok(number)) if number > 0 => number,
        Some(_) => fail(&"usage: generate [classes [images [folder]]]"),
    };
    let shape = AppShape {
        classes: number(AppShape::LARGE.classes),
        images: number(AppShape::LARGE.images),
        ..AppShape::LARGE
    };
    let kept = std::env::args().nth(3).map(std::path::PathBuf::from);
    let scratch = tempfile::tempdir().unwrap_or_else(|error| fail(&error));
    let bundle = kept.unwrap_or_else(|| scratch.path().join("Generated.app"));
    let start = Instant::now();
    let app = generator::write(&shape, &bundle).unwrap_or_else(|error| fail(&error));
    println!(
        "{} classes in {} images, {} bytes, written in {:.1?}",
        shape.classes,
        shape.images,
        app.bytes,
        start.elapsed()
    );
    let start = Instant::now();
    let outcome = phone::run(app.config().unwrap_or_else(|error| fail(&error)));
    if let Err(crash) = &outcome.result {
        fail(crash);
    }
    print!("{}", outcome.log);
    println!("{} instructions in {:.1?}", outcome.counts.instructions, start.elapsed());
    if !outcome.log.contains(&app.expected) {
        fail(&format!("expected: {}", app.expected));
    }
}

fn fail(error: &dyn std::fmt::Display) -> ! {
    eprintln!("{error}");
    std::process::exit(1)
}

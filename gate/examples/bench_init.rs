//! How many shapes of public projects `gate init` understands: prints one flat JSON object.

#[path = "../tests/init_corpus/corpus.rs"]
#[expect(unreachable_pub, reason = "the tests' module")]
mod corpus;

/// Where the shapes lie.
const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus");

fn main() {
    let shapes = corpus::shapes();
    let mut right = 0;
    for shape in &shapes {
        let wrong = shape.wrong();
        right += usize::from(wrong.is_empty());
        for what in wrong {
            eprintln!("{}: {what}", shape.name);
        }
    }
    println!("{{\"init.corpus.right\": {right}, \"init.corpus.total\": {}}}", shapes.len());
}

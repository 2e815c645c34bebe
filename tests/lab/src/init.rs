//! Measures for how many of the imitated public projects ("shapes") `gate init` gives the right result.
//! Prints one flat JSON object.

#[path = "../../../gate/tests/init_corpus/corpus.rs"]
#[expect(unreachable_pub, reason = "the tests' module")]
mod corpus;

/// The folder that contains the imitated projects.
const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../gate/tests/corpus");

pub(crate) fn run() {
    let shapes = corpus::shapes();
    let (mut right, mut told, mut missing) = (0, 0, 0);
    let (mut taken, mut own, mut wrong_own) = (0, 0, 0);
    for shape in &shapes {
        let wrong = shape.wrong();
        right += usize::from(wrong.is_empty());
        let (false_lines, untold) = shape.next();
        told += false_lines.len();
        missing += untold.len();
        let steps = shape.own_steps();
        taken += steps.0;
        own += steps.1;
        wrong_own += steps.2.len();
        for what in wrong {
            eprintln!("{}: {what}", shape.name);
        }
    }
    let total = shapes.len();
    println!(
        "{{\"init.corpus.right_share\": {}, \"init.corpus.right\": {right}, \"init.corpus.total\": {total}, \"init.next.false\": {told}, \"init.next.missing\": {missing}, \"init.own_steps.taken\": {}, \"init.own_steps.wrong\": {wrong_own}}}",
        right as f64 / total as f64,
        taken as f64 / own.max(1) as f64
    );
}

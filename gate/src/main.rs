//! The `gate` command.
fn main() {}

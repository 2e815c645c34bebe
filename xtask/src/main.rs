//! The commands of this repository: `cargo xtask …`.
fn main() {}

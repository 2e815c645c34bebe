//! What the end-to-end tests share.

pub mod agent_bed;
pub mod shop;

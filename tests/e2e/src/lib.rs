//! Contains the code that the end-to-end tests share.

pub mod agent_bed;
pub mod agent_excess;
pub mod agent_foreign;
pub mod agent_paths;
pub mod agent_programs;
pub mod agent_public;
pub mod agent_stacks;
pub mod agent_tree;
pub mod agent_waits;
pub mod agent_work;
pub mod assembly;
pub mod bundle;
pub mod counts;
pub mod events;
pub mod facts_bed;
pub mod facts_truth;
pub mod flows;
pub mod functions;
pub mod histories;
pub mod lab;
pub mod names;
pub mod shop;

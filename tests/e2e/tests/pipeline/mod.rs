//! Runs the files for pipelines like the services do: the action, and the workflows and jobs of `gate init`.
#![expect(clippy::unwrap_used, reason = "a test stops where its surroundings fail")]
#![expect(unreachable_pub, reason = "the modules of a test are its own")]

mod api;
mod attacks;
mod expression;
mod github;
mod gitlab;
mod hostile;
mod install;
mod others;
mod paths;
mod project;
mod recipes;
mod replaced;
mod runner;
mod settings;
mod shards;
mod simulator;
mod start;
mod workflow;
mod xcodebuild;

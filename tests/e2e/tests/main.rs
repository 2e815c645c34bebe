//! Runs all end-to-end tests in one program, because each program that contains the emulator takes as long to link as this program.
//!
//! To add a test, add its file to this folder and its module to `main.rs`. `cargo xtask test --only tidy`
//! finds a file without a module.

mod agent_arc;
mod agent_clock;
mod agent_counts;
mod agent_exceptions;
mod agent_first_light;
mod agent_flows;
mod agent_fuzz;
mod agent_images;
mod agent_memory;
mod agent_order;
mod agent_others;
mod agent_places;
mod agent_registers;
mod agent_results;
mod agent_sampler;
mod agent_samples;
mod agent_settings;
mod agent_signals;
mod agent_stacks;
mod agent_threads;
mod agent_truth;
mod agent_waits;
mod agent_window;
mod agent_work;
mod bisect_device;
mod counts;
mod counts_verdict;
mod device_shop;
mod device_tools;
mod driver_embedded;
mod driver_faults;
mod facts;
mod functions;
mod hostile;
mod inject;
mod long;
mod look;
mod pipeline;
mod run_compare;
mod run_events;
mod run_loop;
mod run_lost;
mod run_shown;
mod run_simulator;
mod run_state;
mod run_stopped;
mod seeds;
mod shop;
mod shop_modules;
mod shop_sampled;
mod shop_symbols;
mod shop_truth;

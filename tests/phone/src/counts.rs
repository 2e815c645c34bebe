//! Counts executed instructions in total, by image and by function, and counts the entries of each function.

use std::collections::BTreeMap;

use crate::cpu::Cpu;
use crate::dyld::Dyld;

/// The counts of one run. The counts are exact, and the same in every run of the same configuration.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counts {
    pub instructions: u64,
    /// Number of instructions by the image's path.
    pub images: BTreeMap<String, u64>,
    /// The counts by image path and function name.
    pub functions: BTreeMap<(String, String), FunctionCount>,
    /// Number of 16 KiB pages from which code ran.
    pub page_ins: u64,
}

/// The counts of one function.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct FunctionCount {
    /// The number of times that the function's first instruction was reached.
    pub entries: u64,
    /// The number of executed instructions of the function, without the instructions of functions that it
    /// called.
    pub instructions: u64,
}

impl Counts {
    pub(crate) fn collect(cpu: &Cpu, dyld: &Dyld) -> Counts {
        let mut counts =
            Counts { instructions: cpu.instructions(), page_ins: cpu.page_ins(), ..Counts::default() };
        for image in dyld.images() {
            let mut total = 0;
            for segment in image.file.segments.iter().filter(|segment| segment.initial & 4 != 0) {
                let start = segment.address.wrapping_add(image.slide);
                for (address, runs, instructions) in cpu.counted(start, start + segment.size) {
                    total += instructions;
                    let (name, at) = image.symbol(address).unwrap_or(("", 0));
                    let key = (image.path.clone(), name.to_owned());
                    let function = counts.functions.entry(key).or_default();
                    function.instructions += instructions;
                    if at == address {
                        function.entries += runs;
                    }
                }
            }
            *counts.images.entry(image.path.clone()).or_default() += total;
        }
        counts
    }

    /// Returns the counts of a function, summed over all images.
    pub fn function(&self, name: &str) -> FunctionCount {
        let mut sum = FunctionCount::default();
        for ((_, found), count) in &self.functions {
            if found == name {
                sum.entries += count.entries;
                sum.instructions += count.instructions;
            }
        }
        sum
    }

    /// Returns the number of instructions in images whose path has this suffix.
    pub fn image(&self, suffix: &str) -> u64 {
        self.images.iter().filter(|(path, _)| path.ends_with(suffix)).map(|(_, count)| count).sum()
    }
}

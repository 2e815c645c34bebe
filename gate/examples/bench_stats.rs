//! Label permutations at full size: 5,000 rows × (300 + 20) launches × 1,000 permutations. Prints one flat JSON object.

use std::time::Instant;

use gate::stats::Random;
use gate::stats::moderate::Prior;
use gate::stats::westfall_young::{Centred, Design};

fn main() {
    const ROWS: usize = 5000;
    const LAUNCHES: usize = 320;
    let mut random = Random::new(1);
    let rows: Vec<Vec<f64>> = (0..ROWS).map(|_| (0..LAUNCHES).map(|_| random.normal()).collect()).collect();
    let design = Design { new: (0..LAUNCHES).map(|l| l >= 300).collect(), block: vec![0; LAUNCHES] };
    let start = Instant::now();
    let centred = Centred::new(&rows, &design).expect("one block has both labels");
    let prior = Prior { df: 4.0, variance: 1.0 };
    let result = centred.step_down(&design, prior, 1000, 1);
    let seconds = start.elapsed().as_secs_f64();
    assert_eq!(result.relabellings, 1001);
    print!("{{\"gate.permutations_s\": {seconds:.4}");
    // Linux alone tells the peak; elsewhere the figure is left out.
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB"));
    if let Some(kilobytes) = peak.and_then(|peak| peak.trim().parse::<f64>().ok()) {
        print!(", \"gate.permutations_mb\": {:.1}", kilobytes / 1024.0);
    }
    println!("}}");
}

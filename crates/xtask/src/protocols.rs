//! Holds what `linchpin protocol` answers about random protocols against a second reader of the
//! language: no TRUE that an instance of up to six processes refutes, no FALSE that its instance
//! obeys, no internal error.
//!
//! As many protocols are of each kind: `.lpp`, `.lpp` with what speaks of few processes, and `.cub`,
//! plain and gated, and `.lpp` whose liveness needs a ranking, natural numbers that stop at 0, or strong
//! fairness. What is wrong is printed with its text;
//! the command fails then.

use anyhow::bail;
use protocol_oracle::compare::{Counts, Effort, KINDS, judge};

use crate::{process, tree};

/// States of one instance that the second reader keeps.
const STATES: usize = 4_000;
/// Asked for with `--processes`.
const MOST_PROCESSES: usize = 4;
const EVERY: usize = 100;

pub fn run(count: usize, seed: u64, seconds: u64) -> anyhow::Result<()> {
    process::build_release()?;
    let tool = tree::root().join("target/release/linchpin");
    let effort = Effort { seconds, states: STATES, most_processes: MOST_PROCESSES };
    let (mut counts, mut n_wrong) = (Counts::default(), 0);
    for number in 0..count {
        let kind = KINDS[number % KINDS.len()];
        let seed = seed.wrapping_add((number / KINDS.len()) as u64);
        match judge(&tool, &std::env::temp_dir(), kind, seed, effort) {
            Ok(found) => counts.add(found),
            Err(what) => {
                n_wrong += 1;
                println!("{what}\n");
            }
        }
        if (number + 1).is_multiple_of(EVERY) {
            println!("{} of {count}: {counts:?}", number + 1);
        }
    }
    let Counts { protocols, proved, violated, open, instances } = counts;
    println!(
        "{protocols} protocols: {proved} properties proved, {violated} violated, {open} open; \
         {instances} instances agree; {n_wrong} protocols with a wrong answer"
    );
    if n_wrong > 0 {
        bail!("random protocols show bugs");
    }
    Ok(())
}

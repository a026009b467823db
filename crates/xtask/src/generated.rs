//! Compares our interpreter with the system's C compiler on generated programs: checksums of
//! defined ones, reports on faulty ones.
//!
//! Programs are compiled in batches, one compiler run for each; batches are shared among threads.
//! Half of the programs is for each data model. What differs is printed with its seed and made
//! smaller; the command fails then.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::{Context, bail};
use c_generate::{
    Batch, Choices, Inserted, Mistake, Model, PRELUDE, compare, generate_faulty, judge, minimise,
};

const BATCH: usize = 200;
/// Tries of making a program smaller; each runs the compiler.
const N_TRIES: usize = 400;
/// One faulty program for so many defined ones.
const FAULTY_SHARE: usize = 10;

pub fn run(count: usize, seed: u64) -> anyhow::Result<()> {
    let n_differences = compare_defined(count, seed)?;
    let n_wrong = judge_faulty(count / FAULTY_SHARE, seed)?;
    println!(
        "{count} defined programs, {n_differences} with a difference; {} faulty ones, {n_wrong} \
         not reported as they should be",
        count / FAULTY_SHARE
    );
    if n_differences + n_wrong > 0 {
        bail!("generated programs show bugs");
    }
    Ok(())
}

/// The number of programs that differ.
fn compare_defined(count: usize, seed: u64) -> anyhow::Result<usize> {
    let n_batches = count.div_ceil(BATCH);
    let next = AtomicUsize::new(0);
    let worker = || -> anyhow::Result<usize> {
        let mut n_differences = 0;
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= n_batches {
                return Ok(n_differences);
            }
            let model = if number.is_multiple_of(2) { Model::Lp64 } else { Model::Ilp32 };
            let first = seed.wrapping_add((number * BATCH) as u64);
            let n_programs = BATCH.min(count - number * BATCH);
            n_differences += compare_batch(model, first, n_programs)?;
        }
    };
    let n_threads = thread::available_parallelism().map_or(1, |n_threads| n_threads.get());
    thread::scope(|scope| {
        let workers: Vec<_> = (0..n_threads).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().try_fold(0, |sum, worker| {
            let done = worker.join();
            Ok(sum + done.map_err(|_| anyhow::anyhow!("a thread of the comparison panicked"))??)
        })
    })
}

fn compare_batch(model: Model, first: u64, n_programs: usize) -> anyhow::Result<usize> {
    let batch = Batch::of_seeds(model, first, n_programs);
    let context = || format!("{model:?}, seeds {first} to {}", first + n_programs as u64);
    let differences = compare(&batch).with_context(context)?;
    for difference in &differences {
        let (small, of_small) = minimise(&batch, difference.number, N_TRIES);
        println!(
            "{model:?} seed {}: {difference:?}\n{PRELUDE}{}// {of_small:?}\n",
            first + difference.number as u64,
            small.programs[0].text
        );
    }
    Ok(differences.len())
}

/// The number of mistakes that are not found, or not as what and where they are.
fn judge_faulty(count: usize, seed: u64) -> anyhow::Result<usize> {
    let mut n_wrong = 0;
    for number in 0..count {
        let mistake = Mistake::ALL[number % Mistake::ALL.len()];
        let model = if number.is_multiple_of(2) { Model::Lp64 } else { Model::Ilp32 };
        let seed = seed.wrapping_add(number as u64);
        let program = generate_faulty(Choices::seeded(seed), model, "t_", mistake);
        for inserted in [Inserted::Checks, Inserted::Nothing] {
            let found = judge(&program, model, inserted)?;
            if !found.is_right(&program) {
                n_wrong += 1;
                println!(
                    "{model:?} seed {seed}: {mistake:?} on line {} is reported as {found:?} \
                     ({inserted:?})\n{}",
                    program.line, program.text
                );
            }
        }
    }
    Ok(n_wrong)
}

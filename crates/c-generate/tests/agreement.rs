//! Our interpreter and the system's C compiler compute the same checksums.
//!
//! `cargo xtask generated` does this for many more programs.

use c_generate::{Batch, Model, compare, minimise};

fn agree(model: Model, first: u64, n: usize) {
    let batch = Batch::of_seeds(model, first, n);
    let differences = compare(&batch).unwrap_or_else(|error| panic!("{error}"));
    let Some(difference) = differences.first() else { return };
    let (small, difference_of_small) = minimise(&batch, difference.number, 200);
    panic!(
        "{} of {n} programs differ; the first is of seed {}: {difference:?}\n{}\n{:?}",
        differences.len(),
        first + difference.number as u64,
        small.programs[0].text,
        difference_of_small,
    );
}

#[test]
fn on_programs_for_64_bits() {
    agree(Model::Lp64, 1_000_000, 250);
    agree(Model::Lp64, 1_100_000, 250);
}

#[test]
fn on_more_programs_for_64_bits() {
    agree(Model::Lp64, 1_200_000, 250);
    agree(Model::Lp64, 1_300_000, 250);
}

#[test]
fn on_programs_for_32_bits() {
    agree(Model::Ilp32, 2_000_000, 250);
    agree(Model::Ilp32, 2_100_000, 250);
}

#[test]
fn on_more_programs_for_32_bits() {
    agree(Model::Ilp32, 2_200_000, 250);
    agree(Model::Ilp32, 2_300_000, 250);
}

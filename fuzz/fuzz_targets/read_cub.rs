//! No bytes make the reader of `.cub` files panic, hang or exhaust the stack, and what it accepts
//! can be run and asked about: `cargo +nightly fuzz run read_cub`.

#![no_main]

use cubicle::{Exploration, Instance, Limits, Source};
use libfuzzer_sys::fuzz_target;
use source::Styling;
use verdict::Budget;

fuzz_target!(|bytes: &[u8]| {
    let source = Source::new("fuzz.cub", bytes.to_vec());
    let (system, diagnostics) = cubicle::read(&source);
    for diagnostic in diagnostics.iter() {
        source::render(&source, diagnostic, Styling::Plain);
    }
    let Some(system) = system else { return };
    let instance = Instance::new(&system, system.n_fixed.max(2));
    let limits = Limits { max_states: 50, max_depth: 5 };
    Exploration::run(&instance, limits, &Budget::unlimited().with_steps(1_000));
    engine_cubes::verify(&system, &Budget::unlimited().with_steps(2_000));
});

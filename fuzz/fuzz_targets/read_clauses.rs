//! No bytes make the reader of clauses about refinement panic, hang or exhaust the stack:
//! `cargo +nightly fuzz run read_clauses`.

#![no_main]

use libfuzzer_sys::fuzz_target;
use source::{Source, Styling};

fuzz_target!(|bytes: &[u8]| {
    let source = Source::new("fuzz.c", bytes.to_vec());
    for diagnostic in driver::refine::misread(&source).iter() {
        source::render(&source, diagnostic, Styling::Plain);
    }
});

//! No bytes make the reader of witnesses panic, hang or exhaust the stack, and what it accepts is
//! read back the same after it is written: `cargo +nightly fuzz run read_witness`.

#![no_main]

use libfuzzer_sys::fuzz_target;
use source::{Source, Styling};

fuzz_target!(|bytes: &[u8]| {
    let source = Source::new("fuzz.yml", bytes.to_vec());
    let (witness, diagnostics) = witness::read(&source);
    for diagnostic in diagnostics.iter() {
        source::render(&source, diagnostic, Styling::Plain);
    }
    let Some(witness) = witness else { return };
    let written = witness::write(&witness);
    let (again, _) = witness::read(&Source::new("again.yml", written.clone().into_bytes()));
    let again = again.expect("what was written can be read");
    assert_eq!(witness::write(&again), written);
});

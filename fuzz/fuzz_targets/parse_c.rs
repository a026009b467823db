//! No bytes make the C parser panic, hang or exhaust the stack: `cargo +nightly fuzz run parse_c`.

#![no_main]

use libfuzzer_sys::fuzz_target;
use source::{Source, Styling};

fuzz_target!(|bytes: &[u8]| {
    let mut source = Source::new("fuzz.c", bytes.to_vec());
    let (unit, diagnostics) = c_syntax::parse(&mut source);
    c_syntax::dump(&unit);
    for diagnostic in diagnostics.iter() {
        source::render(&source, diagnostic, Styling::Plain);
    }
});

//! No program that parses makes the type checker panic: `cargo +nightly fuzz run analyse_c`.

#![no_main]

use c_sema::types::DataModel;
use libfuzzer_sys::fuzz_target;
use source::Source;

fuzz_target!(|bytes: &[u8]| {
    for model in [DataModel::Ilp32, DataModel::Lp64] {
        let mut source = Source::new("fuzz.c", bytes.to_vec());
        let (unit, diagnostics) = c_syntax::parse(&mut source);
        if !diagnostics.has_errors() {
            c_sema::analyse(unit, model);
        }
    }
});

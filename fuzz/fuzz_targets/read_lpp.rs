//! No bytes make the reader of protocols panic, hang or exhaust the stack, and what the formatter
//! lays out it leaves alone the second time: `cargo +nightly fuzz run read_lpp`.

#![no_main]

use libfuzzer_sys::fuzz_target;
use source::{Source, Styling};

fuzz_target!(|bytes: &[u8]| {
    let source = Source::new("fuzz.lpp", bytes.to_vec());
    let (_, diagnostics) = protocol::read(&source);
    for diagnostic in diagnostics.iter() {
        source::render(&source, diagnostic, Styling::Plain);
    }
    if let Ok(once) = protocol::format(&source) {
        let again = protocol::format(&Source::new("fuzz.lpp", once.clone().into_bytes()));
        assert_eq!(again.ok(), Some(once));
    }
});

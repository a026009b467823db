//! Which build a result is of.
//!
//! During development many builds have the same version number, and a result file must not mix
//! them; so the number is followed by a fingerprint of the program's own bytes.

use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::Path;

use crate::BenchError;
use crate::fingerprint::Fingerprint;

/// The version of the program at `path`, as `0.1.0 (4f2a91c03b77de15)`.
pub fn version_of(path: &Path, number: &str) -> Result<String, BenchError> {
    let read = |cause| BenchError::Read { path: path.into(), cause };
    let mut fingerprint = Fingerprint::new();
    // Piece by piece: what we use ourselves counts into the memory of our children.
    let mut reader = BufReader::new(File::open(path).map_err(read)?);
    loop {
        let bytes = reader.fill_buf().map_err(read)?;
        if bytes.is_empty() {
            return Ok(format!("{number} ({:016x})", fingerprint.number()));
        }
        fingerprint.add(bytes);
        let n_bytes = bytes.len();
        reader.consume(n_bytes);
    }
}

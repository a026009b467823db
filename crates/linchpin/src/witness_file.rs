//! Writing the witness of an outcome to a file.
//!
//! The time in it is `SOURCE_DATE_EPOCH` where that is set, as reproducible builds have it, so
//! that a repeated run writes the same bytes.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use driver::c::witness::MakeError;
use witness::Witness;

use crate::cli::Console;
use crate::exit::ExitStatus;

/// Writes the witness if there is one, given the time to put into it; what goes wrong has been printed.
pub fn save(
    path: &Path,
    make: impl FnOnce(u64) -> Result<Option<Witness>, MakeError>,
    console: Console,
) -> Result<(), ExitStatus> {
    let refused = |message: String| {
        console.error(message);
        ExitStatus::BadInput
    };
    let witness = make(seconds().map_err(refused)?);
    match witness.map_err(|error| refused(error.to_string()))? {
        None => Ok(()),
        Some(witness) => console.save(path, witness::write(&witness)).map_err(refused),
    }
}

/// Seconds since 1970.
fn seconds() -> Result<u64, String> {
    match std::env::var("SOURCE_DATE_EPOCH") {
        Ok(text) => {
            text.parse().map_err(|_| format!("SOURCE_DATE_EPOCH is `{text}`, which is no number"))
        }
        // A clock before 1970 is as wrong as one that says 1970.
        Err(_) => Ok(SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |it| it.as_secs())),
    }
}

//! `--baseline FILE`: findings of before, which are no news.

use std::path::Path;

use report::accepted::Baseline;

/// Reads the log that an option names.
pub fn read(path: Option<&Path>) -> Result<Option<Baseline>, String> {
    let Some(path) = path else { return Ok(None) };
    let fail = |why: String| format!("`--baseline {}`: {why}", path.display());
    let text = std::fs::read_to_string(path).map_err(|error| fail(error.to_string()))?;
    Baseline::parse(&text).map(Some).map_err(fail)
}

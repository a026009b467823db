//! Whether a witness was made for these files, file by file.
//!
//! What a witness says is checked on the files at hand, so nothing here decides anything: it tells a
//! user who mixed up two versions of a file.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use c_annotate::{Meant, meant};
use source::{Diagnostic, Diagnostics, Span};
use witness::{Witness, sha256_hex};

use super::make::MakeError;
use crate::Task;

/// Warns of files that are not those that the witness was made for.
pub fn compare_files(witness: &Witness, task: &Task) -> Result<Diagnostics, MakeError> {
    let mut messages = Diagnostics::new();
    let named = &witness.metadata.task;
    if named.input_file_hashes.is_empty() {
        return Ok(messages);
    }
    let paths: Vec<&PathBuf> = std::iter::once(&task.input).chain(&task.more_inputs).collect();
    let hashes: Vec<String> = paths.iter().map(|path| hash(path)).collect::<Result<_, _>>()?;
    let files: Vec<Arc<str>> = paths.iter().map(|path| path.to_string_lossy().into()).collect();
    for (file, hash) in files.iter().zip(&hashes) {
        let own = named.input_file_hashes.iter().filter(|(name, _)| means(name, &files, file));
        let own: Vec<&String> = own.map(|(_, hash)| hash).collect();
        // One that has another name here may be the same text.
        let fits = match own.is_empty() || files.len() == 1 {
            true => named.input_file_hashes.iter().any(|(_, known)| known == hash),
            false => own.contains(&hash),
        };
        if !fits {
            let message = format!("the witness was not made for this text of `{file}`");
            let note = "it is checked all the same; its lines may have moved";
            messages.push(Diagnostic::warning("W1016", Span::at(0), message).note(note));
        }
    }
    if named.input_files.len() > files.len() {
        for (name, hash) in &named.input_file_hashes {
            if meant(name, &files) == Meant::Nothing && !hashes.contains(hash) {
                let message = format!("the witness is also about `{name}`, which was not given");
                messages.push(Diagnostic::warning("W1016", Span::at(0), message));
            }
        }
    }
    Ok(messages)
}

fn means(name: &str, files: &[Arc<str>], file: &Arc<str>) -> bool {
    meant(name, files) == Meant::One(file)
}

fn hash(path: &PathBuf) -> Result<String, MakeError> {
    let bytes: io::Result<Vec<u8>> = std::fs::read(path);
    let bytes = bytes.map_err(|cause| MakeError::Io { path: path.clone(), cause })?;
    Ok(sha256_hex(&bytes))
}

//! Results that were found before, under names made of all that they depend on: the texts, the options,
//! the version of Linchpin.

use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use crate::subject::Subject;

/// A folder with results.
#[derive(Clone, Debug)]
pub struct Kept {
    folder: PathBuf,
}

/// What was found about one subject.
pub struct Found {
    /// The report as JSON.
    pub json: String,
    pub page: PathBuf,
    pub sarif: PathBuf,
}

impl Kept {
    /// In this folder, which is made; it asks version control to leave it alone.
    pub fn in_folder(folder: &Path) -> std::io::Result<Self> {
        std::fs::create_dir_all(folder)?;
        std::fs::write(folder.join(".gitignore"), "*\n")?;
        Ok(Self { folder: folder.to_owned() })
    }

    /// The name of a result.
    pub fn key(&self, subject: &Subject, options: &[String], version: &str) -> String {
        let mut digest = Sha256::new();
        let parts = [version, &subject.name, &subject.content].into_iter();
        let parts = parts.chain(options.iter().map(String::as_str));
        let parts = parts.chain(subject.flags.iter().map(String::as_str));
        for part in parts.chain(subject.files.iter().map(String::as_str)) {
            digest.update(part.len().to_le_bytes());
            digest.update(part);
        }
        let digest = digest.finalize();
        digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect()
    }

    fn path(&self, key: &str, extension: &str) -> PathBuf {
        self.folder.join(format!("{key}.{extension}"))
    }

    /// Where the result of this name goes.
    pub fn places(&self, key: &str) -> (PathBuf, PathBuf) {
        (self.path(key, "html"), self.path(key, "sarif"))
    }

    /// What is known under this name.
    pub fn find(&self, key: &str) -> Option<Found> {
        let json = std::fs::read_to_string(self.path(key, "json")).ok()?;
        let (page, sarif) = self.places(key);
        Some(Found { json, page, sarif })
    }

    /// Keeps a report. It appears as a whole or not at all.
    pub fn keep(&self, key: &str, json: &str) -> std::io::Result<()> {
        let whole = self.path(key, "json");
        let part = self.path(key, "part");
        std::fs::write(&part, json)?;
        std::fs::rename(part, whole)
    }
}

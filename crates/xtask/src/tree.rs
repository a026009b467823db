//! The files of the repository.

use std::path::{Path, PathBuf};

use anyhow::Context as _;

/// Folders that hold what tools produce, not what people write.
const PRODUCED: [&str; 4] = ["target", ".git", "artifacts", "out"];

/// The root of the repository, wherever the chore was started.
pub fn root() -> &'static Path {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.ancestors().nth(2).expect("this manifest lies two folders below the root")
}

/// All files below the root, as paths from the root, sorted.
pub fn files() -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders = vec![root().to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder);
        let entries = entries.with_context(|| format!("cannot list {}", folder.display()))?;
        for entry in entries {
            let entry = entry?;
            let kind = entry.file_type()?;
            let name = entry.file_name();
            if kind.is_dir() && !PRODUCED.iter().any(|produced| name == *produced) {
                folders.push(entry.path());
            } else if kind.is_file() {
                let path = entry.path();
                let path = path.strip_prefix(root()).context("a file of the root is below it")?;
                files.push(path.to_owned());
            }
        }
    }
    files.sort();
    Ok(files)
}

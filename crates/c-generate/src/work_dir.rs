//! A directory for files that the C compiler reads and writes; gone when dropped.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, fs, io, process};

#[derive(Debug)]
pub(crate) struct WorkDir(PathBuf);

impl WorkDir {
    pub(crate) fn new() -> io::Result<Self> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("linchpin-generated-{}-{number}", process::id());
        let path = env::temp_dir().join(name);
        fs::create_dir_all(&path)?;
        Ok(Self(path))
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub(crate) fn root(&self) -> &Path {
        &self.0
    }
}

impl Drop for WorkDir {
    fn drop(&mut self) {
        // What cannot be removed is left to the system's own cleaning of temporary files.
        let _ = fs::remove_dir_all(&self.0);
    }
}

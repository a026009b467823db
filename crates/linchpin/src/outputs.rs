//! Files that options ask to be written: never an input, and tried before the work.
//!
//! Whoever mistypes `--html prog.c` must not lose the program, and whoever asks for a file in a
//! folder that is not there should hear of it now and not after an hour. So every command gives its
//! outputs here, together with all that it reads, before it looks for an answer.
//!
//! Two paths are one file if the system says so (links of both kinds included), not if they are
//! spelt alike. What this cannot see: a file that becomes an input while the work is done.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use driver::c::is_standard;

/// The outputs of one command, by the names of their options.
pub struct Outputs<'a> {
    files: Vec<(&'static str, &'a Path)>,
}

impl<'a> Outputs<'a> {
    pub fn of(options: &[(&'static str, Option<&'a PathBuf>)]) -> Self {
        let given = options.iter().filter_map(|(name, path)| Some((*name, path.as_ref()?)));
        Self { files: given.map(|(name, path)| (name, path.as_path())).collect() }
    }

    /// Does one of them go to the standard output?
    pub fn take_stdout(&self) -> bool {
        self.files.iter().any(|(_, path)| is_standard(path))
    }

    /// Refuses outputs that need a file of their own and were given `-`.
    pub fn need_files(&self, options: &[&str]) -> Result<(), String> {
        let mut files = self.files.iter();
        match files.find(|(option, path)| options.contains(option) && is_standard(path)) {
            Some((option, _)) => Err(format!("`{option}` needs a file; `-` is none")),
            None => Ok(()),
        }
    }

    /// Refuses outputs that speak of a file, where the program comes by the standard input.
    pub fn fit_input(&self, input: &Path, options: &[&str]) -> Result<(), String> {
        let mut files = self.files.iter();
        match files.find(|(option, _)| is_standard(input) && options.contains(option)) {
            Some((option, _)) => {
                Err(format!("`{option}` needs a program in a file, not the standard input"))
            }
            None => Ok(()),
        }
    }

    /// Refuses outputs that are among the inputs or meet in one file, and those that cannot be
    /// written. No file is changed, and none is left that was not there.
    pub fn settle<P: AsRef<Path>>(
        &self,
        inputs: impl IntoIterator<Item = P>,
    ) -> Result<(), String> {
        self.spare(inputs)?;
        for (index, (option, path)) in self.files.iter().enumerate() {
            let mut earlier = self.files[..index].iter();
            if let Some((other, _)) = earlier.find(|(_, it)| it == path || is_same_file(it, path)) {
                return Err(format!(
                    "`{other}` and `{option}` would both be written to `{}`",
                    path.display()
                ));
            }
            if is_standard(path) {
                continue;
            }
            attempt(path).map_err(|error| {
                format!("`{option}`: cannot write `{}`: {error}", path.display())
            })?;
        }
        Ok(())
    }

    /// Refuses outputs that are among the inputs.
    fn spare<P: AsRef<Path>>(&self, inputs: impl IntoIterator<Item = P>) -> Result<(), String> {
        if self.files.is_empty() {
            return Ok(());
        }
        for input in inputs {
            let input = input.as_ref();
            let mut files = self.files.iter();
            if let Some((option, path)) = files.find(|(_, path)| is_same_file(input, path)) {
                return Err(format!(
                    "`{option} {}` would overwrite an input, `{}`",
                    path.display(),
                    input.display()
                ));
            }
        }
        Ok(())
    }
}

/// Opens the file as it would be for writing, and leaves everything as it was.
fn attempt(path: &Path) -> io::Result<()> {
    match OpenOptions::new().write(true).create_new(true).open(path) {
        Ok(_) => fs::remove_file(path),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            OpenOptions::new().append(true).open(path).map(drop)
        }
        Err(error) => Err(error),
    }
}

/// Whether writing to one would overwrite the other. Devices and pipes hold nothing to lose.
fn is_same_file(a: &Path, b: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let identity = |path: &Path| {
        let metadata = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
        Some((metadata.dev(), metadata.ino()))
    };
    identity(a).is_some_and(|a| identity(b) == Some(a))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder of this test alone.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("linchpin-outputs-{name}"));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn links_to_an_input_are_that_input() {
        let folder = folder("links");
        let (input, hard, soft) = (folder.join("a.c"), folder.join("b"), folder.join("c"));
        fs::write(&input, "int main(void) { return 0; }").unwrap();
        fs::hard_link(&input, &hard).unwrap();
        std::os::unix::fs::symlink(&input, &soft).unwrap();
        for output in [&input, &hard, &soft] {
            let refusal = Outputs::of(&[("--html", Some(output))]).settle([&input]).unwrap_err();
            assert!(refusal.contains("would overwrite an input"), "{refusal}");
        }
        assert_eq!(fs::read(&input).unwrap(), b"int main(void) { return 0; }");
    }

    #[test]
    fn trying_leaves_everything_as_it_was() {
        let folder = folder("trying");
        let (old, new, nowhere) = (folder.join("old"), folder.join("new"), folder.join("no/new"));
        fs::write(&old, "kept").unwrap();
        let outputs = Outputs::of(&[("--html", Some(&old)), ("--sarif", Some(&new))]);
        assert_eq!(outputs.settle([Path::new("input.c")]), Ok(()));
        assert_eq!(fs::read(&old).unwrap(), b"kept");
        assert!(!new.exists());
        let outputs = Outputs::of(&[("--html", Some(&nowhere))]);
        assert!(outputs.settle([&old]).unwrap_err().starts_with("`--html`: cannot write"));
        let outputs = Outputs::of(&[("--html", Some(&new)), ("--sarif", Some(&new))]);
        assert!(outputs.settle([&old]).unwrap_err().contains("would both be written"));
    }
}

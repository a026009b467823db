//! `compile_commands.json`: how a project compiles a file, as far as the verifier wants to know.
//!
//! CMake, Meson and Bear write it; it holds one command for each file. Of these words the ones about
//! headers, macros, the standard and the data model are kept, in their order, with paths made absolute,
//! because the verifier runs elsewhere than the compiler did.
//!
//! The file is looked for in the folders around the source and in those that the editor has open, and in
//! `build` below each of them. A database that does not know the source is passed over; so is one
//! that is malformed, since builds rewrite it while people edit.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use driver::DataModel;
use project::{CompilerWords, compiler_words, without_detours};

const NAME: &str = "compile_commands.json";

#[derive(Deserialize)]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    #[serde(default)]
    arguments: Vec<String>,
    #[serde(default)]
    command: String,
}

/// Words for `linchpin verify`; none if no database knows the file.
pub fn flags(file: &Path, roots: &[PathBuf]) -> Vec<String> {
    let around = file.ancestors().skip(1).chain(roots.iter().map(PathBuf::as_path));
    let databases = around.flat_map(|folder| [folder.join(NAME), folder.join("build").join(NAME)]);
    databases.into_iter().find_map(|database| flags_of(&database, file)).unwrap_or_default()
}

/// None if this database is none, or does not know the file.
fn flags_of(database: &Path, file: &Path) -> Option<Vec<String>> {
    let text = std::fs::read(database).ok()?;
    let entries: Vec<Entry> = serde_json::from_slice(&text).ok()?;
    let folder = database.parent().unwrap_or(Path::new("/"));
    let entry = entries.into_iter().find(|entry| entry.is_about(file, folder))?;
    let directory = without_detours(&folder.join(&entry.directory));
    let words = match entry.arguments.is_empty() {
        true => shlex::split(&entry.command)?,
        false => entry.arguments,
    };
    let CompilerWords { mut flags, model } = compiler_words(&words, &directory, without_detours);
    if model == DataModel::Ilp32 {
        flags.extend(["--data-model".to_owned(), "ILP32".to_owned()]);
    }
    Some(flags)
}

impl Entry {
    fn is_about(&self, file: &Path, folder: &Path) -> bool {
        if self.file.file_name() != file.file_name() {
            return false;
        }
        let named = folder.join(&self.directory).join(&self.file);
        let is_same = |a: &Path, b: &Path| match (a.canonicalize(), b.canonicalize()) {
            (Ok(a), Ok(b)) => a == b,
            _ => false,
        };
        without_detours(&named) == file || is_same(&named, file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn the_nearest_database_that_knows_the_file_answers() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        fs::create_dir_all(root.join("src/deep")).unwrap();
        fs::create_dir_all(root.join("build")).unwrap();
        fs::create_dir_all(root.join("elsewhere")).unwrap();
        for file in ["src/deep/a.c", "src/b.c", "src/c.c"] {
            fs::write(root.join(file), "").unwrap();
        }
        let command =
            r#"[{"directory": "..", "file": "src/deep/a.c", "command": "cc -DA -m32 'src/a.c'"}]"#;
        fs::write(root.join("build").join(NAME), command).unwrap();
        fs::write(root.join("src").join(NAME), "[{").unwrap();
        let arguments = format!(
            r#"[{{"directory": "{}", "file": "src/../src/b.c", "arguments": ["cc", "-Iinc"]}}]"#,
            root.display()
        );
        fs::write(root.join("elsewhere").join(NAME), arguments).unwrap();
        let roots = [root.join("elsewhere")];
        assert_eq!(flags(&root.join("src/deep/a.c"), &roots), ["-DA", "--data-model", "ILP32"]);
        assert_eq!(
            flags(&root.join("src/b.c"), &roots),
            [format!("-I{}", root.join("inc").display())]
        );
        assert_eq!(flags(&root.join("src/c.c"), &roots), [""; 0]);
    }
}

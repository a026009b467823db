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

use crate::file_uri::without_detours;

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
    Some(wanted(&words, &directory))
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

/// Options of compilers that have a value, and whether it is a path.
const WITH_VALUE: [(&str, Value); 6] = [
    ("-I", Value::Path),
    ("-isystem", Value::Path),
    ("-iquote", Value::Path),
    ("-include", Value::Header),
    ("-D", Value::Text),
    ("-U", Value::Text),
];

#[derive(Clone, Copy)]
enum Value {
    Text,
    Path,
    /// In the folder of the command, or else among the folders of headers.
    Header,
}

fn wanted(words: &[String], directory: &Path) -> Vec<String> {
    let mut kept = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        if word.starts_with("-std=") {
            kept.push(word.clone());
            continue;
        }
        if word == "-m32" {
            kept.extend(["--data-model".to_owned(), "ILP32".to_owned()]);
            continue;
        }
        // `-include` and `-isystem` begin as shorter options do not, so that the order is no matter.
        let option = WITH_VALUE.iter().find(|(option, _)| word.starts_with(option));
        let Some((option, kind)) = option else { continue };
        let joint = &word[option.len()..];
        let value = match joint.is_empty() {
            true => words.next().map(String::as_str),
            false => Some(joint),
        };
        let Some(value) = value else { continue };
        let value = match kind {
            Value::Text => value.to_owned(),
            Value::Path => absolute(directory, value),
            Value::Header if directory.join(value).is_file() => absolute(directory, value),
            Value::Header => value.to_owned(),
        };
        // The verifier does not tell quoted names of headers from others.
        let option = if *option == "-iquote" { "-I" } else { option };
        match option.len() {
            2 => kept.push(format!("{option}{value}")),
            _ => kept.extend([option.to_owned(), value]),
        }
    }
    kept
}

fn absolute(directory: &Path, value: &str) -> String {
    without_detours(&directory.join(value)).to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn words_of_compilers_are_kept_in_their_order_with_absolute_paths() {
        let command = "cc -O2 -Wall -Iinc -I ../up -DA='b c' -D B -UA -isystem /sys -std=gnu11 \
                       -iquote q -include pre.h -m32 -c -o x.o x.c -MF";
        let words = shlex::split(command).unwrap();
        let kept = wanted(&words, Path::new("/p/b"));
        let expected = [
            "-I/p/b/inc",
            "-I/p/up",
            "-DA=b c",
            "-DB",
            "-UA",
            "-isystem",
            "/sys",
            "-std=gnu11",
            "-I/p/b/q",
            "-include",
            "pre.h",
            "--data-model",
            "ILP32",
        ];
        assert_eq!(kept, expected);
        assert_eq!(wanted(&["cc".to_owned(), "-I".to_owned()], Path::new("/")), [""; 0]);
    }

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
            r#"[{"directory": "..", "file": "src/deep/a.c", "command": "cc -DA 'src/a.c'"}]"#;
        fs::write(root.join("build").join(NAME), command).unwrap();
        fs::write(root.join("src").join(NAME), "[{").unwrap();
        let arguments = format!(
            r#"[{{"directory": "{}", "file": "src/../src/b.c", "arguments": ["cc", "-Iinc"]}}]"#,
            root.display()
        );
        fs::write(root.join("elsewhere").join(NAME), arguments).unwrap();
        let roots = [root.join("elsewhere")];
        assert_eq!(flags(&root.join("src/deep/a.c"), &roots), ["-DA"]);
        assert_eq!(
            flags(&root.join("src/b.c"), &roots),
            [format!("-I{}", root.join("inc").display())]
        );
        assert_eq!(flags(&root.join("src/c.c"), &roots), [""; 0]);
    }
}

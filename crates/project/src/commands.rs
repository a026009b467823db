//! `compile_commands.json`: which files a project consists of, and what `cc` is told about each.
//!
//! Of a command only what the preprocessor needs is kept: where headers are, which macros there are,
//! which C it is. Paths in it are relative to the folder that the command ran in, and are made to hold
//! in ours.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// What the file is called that tools agree on.
const NAME: &str = "compile_commands.json";
/// Where builds put it, seen from the project's folder.
const FOLDERS: [&str; 4] = ["", "build", "out", "builddir"];

/// One translation unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    pub file: PathBuf,
    /// Words for `cc` besides the file.
    pub flags: Vec<String>,
}

#[derive(Debug, thiserror::Error)]
pub enum CommandsError {
    #[error(
        "there is no `{NAME}` in `{}`: let the build system write it, or call `linchpin capture -- make` there",
        .0.display()
    )]
    Missing(PathBuf),
    #[error("cannot read `{}`: {cause}", path.display())]
    Io { path: PathBuf, cause: std::io::Error },
    #[error("`{}` is malformed: {why}", path.display())]
    Malformed { path: PathBuf, why: String },
}

/// The file that says how a project is compiled.
pub fn find(folder: &Path) -> Result<PathBuf, CommandsError> {
    let places = FOLDERS.iter().map(|it| folder.join(it).join(NAME));
    let found = places.into_iter().find(|path| path.is_file());
    found.ok_or_else(|| CommandsError::Missing(folder.to_owned()))
}

/// The units of C in it, in its order. A file that is compiled in several ways is several units.
pub fn read(path: &Path) -> Result<Vec<Unit>, CommandsError> {
    let text = std::fs::read_to_string(path)
        .map_err(|cause| CommandsError::Io { path: path.to_owned(), cause })?;
    let malformed = |why: String| CommandsError::Malformed { path: path.to_owned(), why };
    let value: Value = serde_json::from_str(&text).map_err(|error| malformed(error.to_string()))?;
    let entries = value.as_array().ok_or_else(|| malformed("it is no list".to_owned()))?;
    let here = std::env::current_dir().unwrap_or_default();
    let (mut units, mut known) = (Vec::new(), BTreeSet::new());
    for (index, entry) in entries.iter().enumerate() {
        let unit = unit(entry, path, &here)
            .map_err(|why| malformed(format!("entry {}: {why}", index + 1)))?;
        let is_c = unit.file.extension().is_some_and(|it| it == "c" || it == "i");
        if is_c && known.insert((unit.file.clone(), unit.flags.clone())) {
            units.push(unit);
        }
    }
    Ok(units)
}

fn unit(entry: &Value, path: &Path, here: &Path) -> Result<Unit, String> {
    let text = |key: &str| entry.get(key).and_then(Value::as_str);
    let beside = path.parent().unwrap_or(Path::new("."));
    let folder = beside.join(text("directory").unwrap_or("."));
    let file = text("file").ok_or("there is no `file`")?;
    let words: Vec<String> = match (entry.get("arguments"), text("command")) {
        (Some(Value::Array(words)), _) => {
            words.iter().filter_map(Value::as_str).map(str::to_owned).collect()
        }
        (_, Some(command)) => {
            shlex::split(command).ok_or("its `command` cannot be split into words")?
        }
        _ => return Err("there is neither `arguments` nor `command`".to_owned()),
    };
    Ok(Unit { file: shown(&folder.join(file), here), flags: flags(&words, &folder, here) })
}

/// Options of compilers with a path behind them.
const WITH_PATH: [&str; 5] = ["-I", "-isystem", "-include", "-iquote", "-idirafter"];
const WITH_TEXT: [&str; 2] = ["-D", "-U"];

/// What the preprocessor needs of a compiler's words.
pub fn flags(words: &[String], folder: &Path, here: &Path) -> Vec<String> {
    let mut flags = Vec::new();
    let mut words = words.iter().skip(1);
    while let Some(word) = words.next() {
        let named =
            |names: &[&'static str]| names.iter().copied().find(|name| word.starts_with(name));
        if let Some(name) = named(&WITH_PATH) {
            let value = match word.strip_prefix(name) {
                Some("") => words.next().cloned(),
                value => value.map(|it| it.strip_prefix('=').unwrap_or(it).to_owned()),
            };
            let Some(value) = value else { break };
            let value = shown(&folder.join(value), here).to_string_lossy().into_owned();
            let name = if matches!(name, "-iquote" | "-idirafter") { "-I" } else { name };
            match name {
                "-I" => flags.push(format!("-I{value}")),
                _ => flags.extend([name.to_owned(), value]),
            }
        } else if let Some(name) = named(&WITH_TEXT) {
            let value = match word.strip_prefix(name) {
                Some("") => words.next().cloned(),
                value => value.map(str::to_owned),
            };
            flags.extend(value.map(|value| format!("{name}{value}")));
        } else if word.starts_with("-std=") {
            flags.push(word.clone());
        }
    }
    flags
}

/// A path as short as it can be said from here.
fn shown(path: &Path, here: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in here.join(path).components() {
        match part {
            std::path::Component::CurDir => {}
            std::path::Component::ParentDir if plain.file_name().is_some() => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    match plain.strip_prefix(here) {
        Ok(short) if short.as_os_str().is_empty() => PathBuf::from("."),
        Ok(short) => short.to_owned(),
        Err(_) => plain,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn flags_of_the_preprocessor_are_kept_and_hold_here() {
        let (folder, here) = (Path::new("/p/build"), Path::new("/p"));
        let found = flags(
            &words("cc -O2 -I../include -I . -DX=1 -D Y -isystem /s -std=c99 -c a.c -o a.o"),
            folder,
            here,
        );
        assert_eq!(found, words("-Iinclude -Ibuild -DX=1 -DY -isystem /s -std=c99"));
        let found = flags(&words("cc -include config.h -UNDEBUG -iquote q -Wall"), folder, here);
        assert_eq!(found, words("-include build/config.h -UNDEBUG -Ibuild/q"));
    }

    #[test]
    fn both_forms_of_commands_are_read() {
        let here = Path::new("/p");
        let entry = serde_json::json!({"directory": "/p/b", "file": "../a.c", "command": "cc '-DN=\"x y\"' -c ../a.c"});
        let found = unit(&entry, Path::new("/p/b/compile_commands.json"), here).unwrap();
        assert_eq!(found, Unit { file: "a.c".into(), flags: vec!["-DN=\"x y\"".to_owned()] });
        let entry = serde_json::json!({"directory": ".", "file": "a.c", "arguments": ["cc", "-I", "h", "a.c"]});
        let found = unit(&entry, Path::new("/p/b/compile_commands.json"), here).unwrap();
        assert_eq!(found, Unit { file: "b/a.c".into(), flags: vec!["-Ib/h".to_owned()] });
        assert!(unit(&serde_json::json!({"file": "a.c"}), Path::new("/p/c"), here).is_err());
    }
}

//! `compile_commands.json`: which files a project consists of, and what `cc` is told about each.
//!
//! Of a command only what the preprocessor needs is kept: where headers are, which macros there are,
//! which C it is. Paths in it are relative to the folder that the command ran in, and are made to hold
//! in ours.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use driver::DataModel;
use serde_json::Value as Json;

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
    pub model: DataModel,
}

#[derive(Debug, thiserror::Error)]
pub enum CommandsError {
    #[error(
        "there is no `{NAME}` in `{}`: let the build system write it, or call `linchpin capture -- make` there",
        .0.display()
    )]
    Missing(PathBuf),
    #[error("`{}` is no folder: `--project` takes the folder of a project", .0.display())]
    NoFolder(PathBuf),
    #[error("cannot read `{}`: {cause}", path.display())]
    Io { path: PathBuf, cause: std::io::Error },
    #[error("`{}` is malformed: {why}", path.display())]
    Malformed { path: PathBuf, why: String },
}

/// The file that says how a project is compiled.
pub fn find(folder: &Path) -> Result<PathBuf, CommandsError> {
    if folder.is_file() {
        return Err(CommandsError::NoFolder(folder.to_owned()));
    }
    let places = FOLDERS.iter().map(|it| folder.join(it).join(NAME));
    let found = places.into_iter().find(|path| path.is_file());
    found.ok_or_else(|| CommandsError::Missing(folder.to_owned()))
}

/// The units of C in it, in its order. A file that is compiled in several ways is several units.
pub fn read(path: &Path) -> Result<Vec<Unit>, CommandsError> {
    let text = std::fs::read_to_string(path)
        .map_err(|cause| CommandsError::Io { path: path.to_owned(), cause })?;
    let malformed = |why: String| CommandsError::Malformed { path: path.to_owned(), why };
    let value: Json = serde_json::from_str(&text).map_err(|error| malformed(error.to_string()))?;
    let entries = value.as_array().ok_or_else(|| malformed("it is no list".to_owned()))?;
    let here = std::env::current_dir().unwrap_or_default();
    let (mut units, mut known) = (Vec::new(), BTreeSet::new());
    for (index, entry) in entries.iter().enumerate() {
        let unit = unit(entry, path, &here)
            .map_err(|why| malformed(format!("entry {}: {why}", index + 1)))?;
        let is_c = unit.file.extension().is_some_and(|it| it == "c" || it == "i");
        if is_c
            && known.insert((unit.file.clone(), unit.flags.clone(), unit.model == DataModel::Ilp32))
        {
            units.push(unit);
        }
    }
    Ok(units)
}

fn unit(entry: &Json, path: &Path, here: &Path) -> Result<Unit, String> {
    let text = |key: &str| entry.get(key).and_then(Json::as_str);
    let beside = path.parent().unwrap_or(Path::new("."));
    let folder = beside.join(text("directory").unwrap_or("."));
    let file = text("file").ok_or("there is no `file`")?;
    let words: Vec<String> = match (entry.get("arguments"), text("command")) {
        (Some(Json::Array(words)), _) => {
            words.iter().filter_map(Json::as_str).map(str::to_owned).collect()
        }
        (_, Some(command)) => {
            shlex::split(command).ok_or("its `command` cannot be split into words")?
        }
        _ => return Err("there is neither `arguments` nor `command`".to_owned()),
    };
    let words = compiler_words(&words, &folder, |path| shown(path, here));
    Ok(Unit { file: shown(&folder.join(file), here), flags: words.flags, model: words.model })
}

/// Options of compilers that have a value, and what it is.
const WITH_VALUE: [(&str, Value); 7] = [
    ("-isystem", Value::Path),
    ("-iquote", Value::Path),
    ("-idirafter", Value::Path),
    ("-include", Value::Header),
    ("-I", Value::Path),
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

/// What the preprocessor needs of a compiler's words, and the sizes that they choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompilerWords {
    pub flags: Vec<String>,
    pub model: DataModel,
}

/// Reads a compiler's words. Paths are relative to `folder`, and become what `place` makes of them.
pub fn compiler_words(
    words: &[String],
    folder: &Path,
    place: impl Fn(&Path) -> PathBuf,
) -> CompilerWords {
    let mut kept = CompilerWords { flags: Vec::new(), model: DataModel::Lp64 };
    let mut words = words.iter().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "-m32" => kept.model = DataModel::Ilp32,
            "-m64" => kept.model = DataModel::Lp64,
            _ if word.starts_with("-std=") => kept.flags.push(word.clone()),
            _ => {}
        }
        let option = WITH_VALUE.iter().find(|(option, _)| word.starts_with(option));
        let Some((option, kind)) = option else { continue };
        let value = match &word[option.len()..] {
            "" => words.next().map(String::as_str),
            joint => Some(joint),
        };
        let Some(value) = value else { break };
        let placed = || place(&folder.join(value)).to_string_lossy().into_owned();
        let value = match kind {
            Value::Path => placed(),
            Value::Header if folder.join(value).is_file() => placed(),
            Value::Header | Value::Text => value.to_owned(),
        };
        // Headers are not told apart by how they are named.
        let option = if matches!(*option, "-iquote" | "-idirafter") { "-I" } else { option };
        match option.len() {
            2 => kept.flags.push(format!("{option}{value}")),
            _ => kept.flags.extend([option.to_owned(), value]),
        }
    }
    kept
}

/// A path without `.` and `..`, as it is written: links are not followed.
pub fn without_detours(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            Component::RootDir | Component::Prefix(_) | Component::Normal(_) => plain.push(part),
        }
    }
    plain
}

/// A path as short as it can be said from here.
fn shown(path: &Path, here: &Path) -> PathBuf {
    let plain = without_detours(&here.join(path));
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
    fn words_for_the_preprocessor_are_kept_and_hold_here() {
        let kept = |text: &str| {
            compiler_words(&words(text), Path::new("/p/build"), |path| shown(path, Path::new("/p")))
        };
        let found =
            kept("cc -O2 -I../include -I . -DX=1 -D Y -isystem /s -std=c99 -m32 -c a.c -o a.o");
        assert_eq!(found.flags, words("-Iinclude -Ibuild -DX=1 -DY -isystem /s -std=c99"));
        assert_eq!(found.model, DataModel::Ilp32);
        // A header that is not in the folder is looked for among the others.
        let found = kept("cc -include config.h -UNDEBUG -iquote q -Wall -I");
        assert_eq!(found.flags, words("-include config.h -UNDEBUG -Ibuild/q"));
        assert_eq!(found.model, DataModel::Lp64);
    }

    #[test]
    fn both_forms_of_commands_are_read() {
        let here = Path::new("/p");
        let entry = serde_json::json!({"directory": "/p/b", "file": "../a.c", "command": "cc '-DN=\"x y\"' -c ../a.c"});
        let found = unit(&entry, Path::new("/p/b/compile_commands.json"), here).unwrap();
        assert_eq!(
            found,
            Unit {
                file: "a.c".into(),
                flags: vec!["-DN=\"x y\"".to_owned()],
                model: DataModel::Lp64
            }
        );
        let entry = serde_json::json!({"directory": ".", "file": "a.c", "arguments": ["cc", "-I", "h", "a.c"]});
        let found = unit(&entry, Path::new("/p/b/compile_commands.json"), here).unwrap();
        assert_eq!(
            found,
            Unit { file: "b/a.c".into(), flags: vec!["-Ib/h".to_owned()], model: DataModel::Lp64 }
        );
        assert!(unit(&serde_json::json!({"file": "a.c"}), Path::new("/p/c"), here).is_err());
    }
}

//! `linchpin capture -- make`: how a project is compiled, learned by watching its build.
//!
//! Before the folders of `PATH` comes one with compilers of ours: small scripts under the usual names,
//! each of which writes down where it was called and with which words, and then becomes the real one. So
//! the build does what it would do anyhow. What it compiled is put together here.
//!
//! What this cannot see: compilers that are called by an absolute path, and what does not need to be
//! compiled again (`make clean` first).

use std::ffi::OsString;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

/// What compilers of C are called.
const COMPILERS: [&str; 7] = ["cc", "gcc", "clang", "c99", "c89", "c11", "tcc"];
const RECORD: &str = "LINCHPIN_CAPTURE";

#[derive(Debug, thiserror::Error)]
pub enum CaptureError {
    #[error("cannot start `{command}`: {cause}")]
    NotStarted { command: String, cause: std::io::Error },
    #[error("cannot write `{}`: {cause}", path.display())]
    Io { path: PathBuf, cause: std::io::Error },
    #[error("`{command}` failed ({status}); nothing is written")]
    Failed { command: String, status: String },
    #[error(
        "`{command}` compiled no file of C; if all was made before, clean first, and compilers that are \
         called by an absolute path are not seen"
    )]
    Nothing { command: String },
}

/// Runs a build and writes `compile_commands.json`: how many files it compiled.
pub fn capture(build: &[OsString], output: &Path) -> Result<usize, CaptureError> {
    let shown: Vec<_> = build.iter().map(|word| word.to_string_lossy()).collect();
    let command = shown.join(" ");
    let folder = std::env::temp_dir().join(format!("linchpin-capture-{}", std::process::id()));
    let result = watched(build, &folder, &command);
    let _ = std::fs::remove_dir_all(&folder);
    let entries = result?;
    if entries.is_empty() {
        return Err(CaptureError::Nothing { command });
    }
    let text = serde_json::to_string_pretty(&entries).unwrap_or_default() + "\n";
    std::fs::write(output, text)
        .map_err(|cause| CaptureError::Io { path: output.to_owned(), cause })?;
    Ok(entries.len())
}

fn watched(build: &[OsString], folder: &Path, command: &str) -> Result<Vec<Value>, CaptureError> {
    let io = |path: &Path| {
        let path = path.to_owned();
        move |cause| CaptureError::Io { path, cause }
    };
    std::fs::create_dir_all(folder).map_err(io(folder))?;
    let record = folder.join("record");
    std::fs::write(&record, b"").map_err(io(&record))?;
    let path = std::env::var_os("PATH").unwrap_or_default();
    for name in COMPILERS {
        let Some(real) =
            std::env::split_paths(&path).map(|it| it.join(name)).find(|it| it.is_file())
        else {
            continue;
        };
        let script = folder.join(name);
        std::fs::write(&script, wrapper(&real)).map_err(io(&script))?;
        let mode = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(&script, mode).map_err(io(&script))?;
    }
    let mut folders = vec![folder.to_owned()];
    folders.extend(std::env::split_paths(&path));
    let path = std::env::join_paths(folders).unwrap_or(path);
    let Some((program, arguments)) = build.split_first() else { return Ok(Vec::new()) };
    let status =
        Command::new(program).args(arguments).env("PATH", path).env(RECORD, &record).status();
    let status =
        status.map_err(|cause| CaptureError::NotStarted { command: command.to_owned(), cause })?;
    if !status.success() {
        return Err(CaptureError::Failed {
            command: command.to_owned(),
            status: status.to_string(),
        });
    }
    let text = std::fs::read(&record).map_err(io(&record))?;
    Ok(entries(&text))
}

/// Writes each call as one line: the folder and the words, with a unit separator behind each. A line is
/// appended at once, so that compilers that run side by side do not mix theirs.
fn wrapper(real: &Path) -> String {
    let real = shlex::try_quote(&real.to_string_lossy()).map(String::from).unwrap_or_default();
    format!(
        "#!/bin/sh\n{{ printf '%s\\037' \"$PWD\" \"$0\" \"$@\"; printf '\\036'; }} > \"${RECORD}.$$\"\n\
         cat \"${RECORD}.$$\" >> \"${RECORD}\"\nrm -f \"${RECORD}.$$\"\nexec {real} \"$@\"\n"
    )
}

/// What was compiled, in the order in which it was.
fn entries(record: &[u8]) -> Vec<Value> {
    let mut found: Vec<Value> = Vec::new();
    for call in record.split(|byte| *byte == 0o36).filter(|call| !call.is_empty()) {
        let words =
            call.split(|byte| *byte == 0o37).map(|it| String::from_utf8_lossy(it).into_owned());
        let mut words: Vec<String> = words.collect();
        words.pop();
        if words.len() < 2 {
            continue;
        }
        let folder = words.remove(0);
        words[0] = Path::new(&words[0])
            .file_name()
            .map_or_else(|| "cc".to_owned(), |name| name.to_string_lossy().into_owned());
        // Only preprocessing, or asking something of the compiler.
        if words.iter().any(|word| matches!(&**word, "-E" | "-M" | "-MM" | "--version" | "-v")) {
            continue;
        }
        for file in files(&words) {
            let entry = json!({"directory": folder, "file": file, "arguments": words});
            if !found.contains(&entry) {
                found.push(entry);
            }
        }
    }
    found
}

/// The files of C among a compiler's words.
fn files(words: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    let mut words = words.iter().skip(1);
    while let Some(word) = words.next() {
        if matches!(
            &**word,
            "-o" | "-MF" | "-MT" | "-MQ" | "-include" | "-I" | "-D" | "-U" | "-isystem" | "-x"
        ) {
            words.next();
        } else if !word.starts_with('-') && word.ends_with(".c") {
            found.push(word.clone());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_told_apart() {
        let record = b"/p\x1f/t/cc\x1f-DN=a b\x1f-c\x1fa.c\x1f-o\x1fx.c\x1f\x1e/p\x1fcc\x1f-E\x1fb.c\x1f\x1e/p\x1fgcc\x1fb.c\x1fd.c\x1f\x1e";
        let found = entries(record);
        let named: Vec<_> = found.iter().map(|it| it["file"].as_str().unwrap()).collect();
        assert_eq!(named, ["a.c", "b.c", "d.c"]);
        assert_eq!(found[0]["arguments"][0], "cc");
        assert_eq!(found[0]["arguments"][1], "-DN=a b");
    }
}

//! `linchpin.toml`: options of a project, so that nobody has to type them.
//!
//! ```toml
//! [compiler]                # for every command that reads C
//! I = ["include"]
//! D = ["NDEBUG"]
//! std = "c11"
//!
//! [verify]
//! property = ["memsafety", "no-overflow"]
//! time = 60
//! ```
//!
//! The file is looked for in the working directory and in those around it. Its keys are the names of
//! the options; they become words of the command line, before those of the user, and an option that the
//! user gives is left to the user. Those of the compiler, `mmio` and `predicates` are added up instead.
//! Folders and headers are relative to the file. What was taken from it is said on the error stream.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use clap::{ArgAction, Command};
use toml::{Table, Value};

const NAME: &str = "linchpin.toml";
/// The option that leaves the file alone.
const IGNORED: &str = "--no-config";
/// Commands that read C.
const OF_C: [&str; 4] = ["verify", "check", "invariants", "refine"];
/// Keys of `[compiler]`.
const OF_COMPILER: [&str; 7] = ["I", "D", "U", "include", "isystem", "std", "data-model"];
/// Options that name files, relative to the configuration.
const PATHS: [&str; 4] = ["I", "include", "isystem", "predicates"];
/// Options that the user's are added to.
const SUMMED: [&str; 7] = ["I", "D", "U", "include", "isystem", "mmio", "predicates"];

/// The command line with what the configuration adds to it.
pub struct Configured {
    pub words: Vec<OsString>,
    /// The file, and what was taken from it.
    pub taken: Option<(PathBuf, Vec<String>)>,
}

/// Adds the options of the project at hand. The error is a message for the user.
pub fn configured(words: Vec<OsString>, command: &Command) -> Result<Configured, String> {
    let n_own = words.iter().position(|word| word == "--").unwrap_or(words.len());
    let subcommand = words[..n_own]
        .iter()
        .skip(1)
        .position(|word| command.get_subcommands().any(|it| OsStr::new(it.get_name()) == word));
    let (Some(at), false) = (subcommand, words[..n_own].iter().any(|it| it == IGNORED)) else {
        return Ok(Configured { words, taken: None });
    };
    let at = at + 1;
    let Some(path) = std::env::current_dir().ok().and_then(|folder| find(&folder)) else {
        return Ok(Configured { words, taken: None });
    };
    let name = words[at].to_string_lossy().into_owned();
    let known = command.find_subcommand(&name);
    let text = std::fs::read_to_string(&path)
        .map_err(|error| format!("cannot read `{}`: {error}", path.display()))?;
    let refused = |message: String| format!("`{}`: {message}", path.display());
    let table: Table = text.parse().map_err(|error: toml::de::Error| refused(error.to_string()))?;
    let folder = path.parent().unwrap_or(Path::new("")).to_owned();
    let added = added(&table, &name, known, &folder, &words[at + 1..n_own]).map_err(refused)?;
    if added.is_empty() {
        return Ok(Configured { words, taken: None });
    }
    let mut all: Vec<OsString> = words[..=at].to_vec();
    all.extend(added.iter().map(OsString::from));
    all.extend_from_slice(&words[at + 1..]);
    Ok(Configured { words: all, taken: Some((path, added)) })
}

fn find(folder: &Path) -> Option<PathBuf> {
    folder.ancestors().map(|folder| folder.join(NAME)).find(|path| path.is_file())
}

/// Words for this command, of the tables that speak of it. All tables are read, so that a mistake is
/// found whatever is asked for.
fn added(
    table: &Table,
    name: &str,
    command: Option<&Command>,
    folder: &Path,
    given: &[OsString],
) -> Result<Vec<String>, String> {
    let mut added = Vec::new();
    for (title, content) in table {
        let Value::Table(content) = content else {
            return Err(format!("`{title}` stands outside of a table, as `[verify]`"));
        };
        let is_of_compiler = title == "compiler";
        if !is_of_compiler && !OF_C.contains(&title.as_str()) && title != "protocol" {
            let names = OF_C.into_iter().chain(["compiler", "protocol"]);
            return Err(format!("`[{title}]` is no table of it{}", meant(title, names)));
        }
        let applies = if is_of_compiler { OF_C.contains(&name) } else { title == name };
        for (key, value) in content {
            if is_of_compiler && !OF_COMPILER.contains(&key.as_str()) {
                let meant = meant(key, OF_COMPILER);
                return Err(format!("`{key}` is no option of the compiler{meant}"));
            }
            if let (true, Some(command)) = (applies, command) {
                let is_given = given.iter().any(|word| is_option(word, key));
                if !is_given || SUMMED.contains(&key.as_str()) {
                    added.extend(option(key, value, command, folder)?);
                }
            }
        }
    }
    Ok(added)
}

/// Is the word this option, with or without a value?
fn is_option(word: &OsStr, key: &str) -> bool {
    let word = word.to_string_lossy();
    let rest = word.strip_prefix("--").and_then(|it| it.strip_prefix(key));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
}

/// One option as words.
fn option(
    key: &str,
    value: &Value,
    command: &Command,
    folder: &Path,
) -> Result<Vec<String>, String> {
    let is_key = |arg: &&clap::Arg| match key.len() {
        1 => arg.get_short().is_some_and(|short| key.starts_with(short)),
        _ => arg.get_long() == Some(key),
    };
    let Some(arg) = command.get_arguments().find(is_key) else {
        let longs = command.get_arguments().filter_map(clap::Arg::get_long);
        let meant = meant(key, longs);
        return Err(format!("`{key}` is no option of `{}`{meant}", command.get_name()));
    };
    let spelt = if key.len() == 1 { format!("-{key}") } else { format!("--{key}") };
    if let (ArgAction::SetTrue, Value::Boolean(is_set)) = (arg.get_action(), value) {
        return Ok(if *is_set { vec![spelt] } else { Vec::new() });
    }
    let values = match value {
        Value::Array(values) => values.iter().collect(),
        value => vec![value],
    };
    let mut words = Vec::new();
    for value in values {
        let text = match value {
            Value::String(text) if PATHS.contains(&key) => {
                relative(folder, text).to_string_lossy().into_owned()
            }
            Value::String(text) => text.clone(),
            Value::Integer(number) => number.to_string(),
            Value::Float(number) => number.to_string(),
            _ => return Err(format!("`{key}` has no text and no number for a value")),
        };
        words.extend([spelt.clone(), text]);
    }
    Ok(words)
}

/// A path of the file, as seen from the working directory.
fn relative(folder: &Path, text: &str) -> PathBuf {
    match std::env::current_dir() {
        Ok(here) if here == folder => PathBuf::from(text),
        _ => folder.join(text),
    }
}

fn meant<'a>(key: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let name = driver::closest(key, known);
    name.map(|name| format!(" (did you mean `{name}`?)")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    fn words(text: &str, given: &[&str]) -> Result<Vec<String>, String> {
        let command = crate::cli::CommandLine::command();
        let given: Vec<OsString> = given.iter().map(OsString::from).collect();
        let table: Table = text.parse().unwrap();
        added(&table, "verify", command.find_subcommand("verify"), Path::new("project"), &given)
    }

    #[test]
    fn keys_become_options_of_their_command() {
        let text =
            "[compiler]\nI = [\"inc\"]\n[verify]\ntime = 60\ndeadlock = true\n[check]\ntime = 9";
        let expected = ["-I", "project/inc", "--deadlock", "--time", "60"];
        let mut found = words(text, &[]).unwrap();
        found[2..].sort();
        let mut sorted = expected.map(str::to_owned);
        sorted[2..].sort();
        assert_eq!(found, sorted);
    }

    #[test]
    fn what_the_user_gives_is_left_to_the_user() {
        let text = "[verify]\ntime = 60\nproperty = [\"memsafety\"]\nD = [\"A\"]";
        let found = words(text, &["--time=5", "--property", "no-overflow", "-DB"]).unwrap();
        assert_eq!(found, ["-D", "A"]);
    }

    #[test]
    fn mistakes_are_told_with_what_was_meant() {
        let refusal = words("[verify]\ntme = 60", &[]).unwrap_err();
        assert_eq!(refusal, "`tme` is no option of `verify` (did you mean `time`?)");
        assert!(words("[verfy]\ntime = 60", &[]).unwrap_err().contains("did you mean `verify`?"));
        assert!(words("time = 60", &[]).is_err());
    }
}

//! What the verifier is asked about a document, as words of its command line.

use std::ffi::OsString;
use std::path::Path;

/// The option of `linchpin verify` that names the function to be verified.
const FUNCTION_OPTION: &str = "--function";

/// One thing that can be asked about a document. Two answers to one question exclude each other.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Question {
    /// Is the program right?
    File,
    /// Is this function?
    Function(String),
    /// What holds at the loops?
    Loops,
}

impl Question {
    /// The command line behind the name of the program.
    pub fn words(&self, file: &Path, flags: &[String], seconds: u64) -> Vec<OsString> {
        let command = match self {
            Self::File | Self::Function(_) => "verify",
            Self::Loops => "invariants",
        };
        let mut words: Vec<OsString> = vec![command.into(), "--json".into()];
        words.extend(["--time".into(), seconds.to_string().into()]);
        if let Self::Function(name) = self {
            words.extend([FUNCTION_OPTION.into(), name.into()]);
        }
        words.extend(flags.iter().map(OsString::from));
        // A file may be named like an option.
        words.extend(["--".into(), file.into()]);
        words
    }

    /// For people who wait.
    pub fn title(&self, file: &Path) -> String {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        match self {
            Self::File => format!("verifying {name}"),
            Self::Function(function) => format!("verifying `{function}` of {name}"),
            Self::Loops => format!("invariants of {name}"),
        }
    }
}

/// Whether a name can be that of a function; nothing else is passed on.
pub fn is_name(text: &str) -> bool {
    let mut letters = text.chars();
    let is_first = |it: char| it.is_alphabetic() || it == '_' || it == '$';
    letters.next().is_some_and(is_first) && letters.all(|it| is_first(it) || it.is_numeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_the_command_line() {
        let question = Question::Function("f".to_owned());
        let words = question.words(Path::new("/a.c"), &["-DX".to_owned()], 7);
        let text = words.iter().map(|it| it.to_string_lossy()).collect::<Vec<_>>().join(" ");
        assert_eq!(text, format!("verify --json --time 7 {FUNCTION_OPTION} f -DX -- /a.c"));
        let words = Question::Loops.words(Path::new("/a.c"), &[], 7);
        assert_eq!(words[0], "invariants");
    }

    #[test]
    fn names_are_names_of_functions() {
        assert!(is_name("f_1") && is_name("_x") && is_name("größe"));
        assert!(!is_name("") && !is_name("1f") && !is_name("--help") && !is_name("a b"));
    }
}

//! `-I`, `-D`, `-U`, `-include` and `-std`, as compilers have them.
//!
//! They are handed to `cc -E` in the order in which they were given, since `-DX -UX` is not `-UX -DX`.
//! `clap` knows no long options with one dash; [`with_two_dashes`] spells those as it does.

use std::ffi::OsString;

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

/// What `cc` is told besides the file and the data model.
#[derive(Clone, Debug, Default)]
pub struct CompilerOptions {
    /// Words of its command line.
    pub flags: Vec<String>,
}

/// One option: its names here, how `cc` spells it, and how its value is given there.
struct Flag {
    id: &'static str,
    short: Option<char>,
    long: Option<&'static str>,
    value: &'static str,
    help: &'static str,
    spelling: &'static str,
    joint: Joint,
}

/// What stands between an option of `cc` and its value.
#[derive(Clone, Copy)]
enum Joint {
    Nothing,
    NewWord,
}

const FLAGS: [Flag; 6] = [
    Flag {
        id: "include-folder",
        short: Some('I'),
        long: None,
        value: "DIR",
        help: "Look for header files there too, as compilers do",
        spelling: "-I",
        joint: Joint::Nothing,
    },
    Flag {
        id: "system-folder",
        short: None,
        long: Some("isystem"),
        value: "DIR",
        help: "The same for headers of the system; `-isystem` is read too",
        spelling: "-isystem",
        joint: Joint::NewWord,
    },
    Flag {
        id: "define",
        short: Some('D'),
        long: None,
        value: "NAME[=VALUE]",
        help: "Define a macro; 1 if there is no value",
        spelling: "-D",
        joint: Joint::Nothing,
    },
    Flag {
        id: "undefine",
        short: Some('U'),
        long: None,
        value: "NAME",
        help: "Forget a macro",
        spelling: "-U",
        joint: Joint::Nothing,
    },
    Flag {
        id: "include-file",
        short: None,
        long: Some("include"),
        value: "FILE",
        help: "Read this header before the program; `-include` is read too",
        spelling: "-include",
        joint: Joint::NewWord,
    },
    Flag {
        id: "standard",
        short: None,
        long: Some("std"),
        value: "STANDARD",
        help: "Which C it is (`c99`, `gnu17`, `c23`); `-std=` is read too",
        spelling: "-std=",
        joint: Joint::Nothing,
    },
];

impl Args for CompilerOptions {
    fn augment_args(command: Command) -> Command {
        FLAGS.iter().fold(command, |command, flag| {
            let arg = Arg::new(flag.id).value_name(flag.value).help(flag.help);
            let arg = arg.action(ArgAction::Append).allow_hyphen_values(true);
            let arg = flag.short.into_iter().fold(arg, Arg::short);
            command.arg(flag.long.into_iter().fold(arg, Arg::long))
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for CompilerOptions {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut placed: Vec<(usize, &Flag, String)> = Vec::new();
        for flag in &FLAGS {
            let values = matches.get_many::<String>(flag.id).into_iter().flatten();
            let places = matches.indices_of(flag.id).into_iter().flatten();
            placed.extend(places.zip(values).map(|(place, value)| (place, flag, value.clone())));
        }
        placed.sort_by_key(|(place, ..)| *place);
        let flags = placed.into_iter().flat_map(|(_, flag, value)| match flag.joint {
            Joint::Nothing => vec![format!("{}{value}", flag.spelling)],
            Joint::NewWord => vec![flag.spelling.to_owned(), value],
        });
        Ok(Self { flags: flags.collect() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The command line with the long options of compilers as `clap` spells them. What stands behind
/// `--` is left alone.
pub fn with_two_dashes(words: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut is_over = false;
    let spell = |word: OsString| {
        is_over |= word == "--";
        let is_long = match word.to_str() {
            Some(text) => matches!(text, "-include" | "-isystem") || text.starts_with("-std="),
            None => false,
        };
        if is_over || !is_long {
            return word;
        }
        let mut spelt = OsString::from("-");
        spelt.push(word);
        spelt
    };
    words.into_iter().map(spell).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flags(words: &[&str]) -> Vec<String> {
        let words = with_two_dashes(words.iter().map(OsString::from));
        let command = CompilerOptions::augment_args(Command::new("linchpin"));
        let matches = command.try_get_matches_from(words).unwrap();
        CompilerOptions::from_arg_matches(&matches).unwrap().flags
    }

    #[test]
    fn they_are_read_as_compilers_do_and_keep_their_order() {
        let words = ["linchpin", "-DA", "-U", "A", "-Iinc", "-I", "more", "-D", "B=-1"];
        assert_eq!(flags(&words), ["-DA", "-UA", "-Iinc", "-Imore", "-DB=-1"]);
        let words = ["linchpin", "-std=c99", "-include", "a.h", "-isystem", "sys", "-DX=a b"];
        let expected = ["-std=c99", "-include", "a.h", "-isystem", "sys", "-DX=a b"];
        assert_eq!(flags(&words), expected);
    }
}

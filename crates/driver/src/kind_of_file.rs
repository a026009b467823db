//! What a file is that cannot be what was asked for, said in one line.
//!
//! Whoever gives an object file or a Python script to a verifier of C should not have to read what a
//! C parser thinks of it. This is about clear cases only: magic numbers, names that no C program has,
//! an empty text. In doubt the file is C, and the compiler has the word.

use std::path::Path;

/// A file that a command cannot read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Foreign {
    /// "an object file"
    what: &'static str,
    /// What to do instead.
    advice: Advice,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Advice {
    /// The command that reads such files.
    Command(&'static str),
    /// An option that takes such files.
    Option(&'static str),
    /// C is read, and what is at hand may have been made from it.
    GiveTheSource,
    Nothing,
}

impl Foreign {
    /// The message, without its severity.
    pub fn message(&self, name: &str) -> String {
        let Self { what, advice } = self;
        match advice {
            Advice::Command(command) => {
                format!("`{name}` is {what}: `linchpin {command} {name}` reads it")
            }
            Advice::Option(option) => format!("`{name}` is {what}: give it to `{option}`"),
            Advice::GiveTheSource => format!("`{name}` is {what}; Linchpin reads C source"),
            Advice::Nothing => format!("`{name}` is {what}, and Linchpin reads C"),
        }
    }
}

/// Is this no C program?
pub fn no_program(path: &Path, text: &[u8]) -> Option<Foreign> {
    let foreign = |what, advice| Some(Foreign { what, advice });
    if text.iter().all(u8::is_ascii_whitespace) {
        return foreign("empty", Advice::GiveTheSource);
    }
    if let Some(what) = compiled_form(text) {
        return foreign(what, Advice::GiveTheSource);
    }
    match extension(path)? {
        "lpp" => foreign("a protocol", Advice::Command("protocol")),
        "cub" => foreign("a protocol in Cubicle's language", Advice::Command("protocol")),
        "prp" => foreign("a property file", Advice::Option("--property")),
        "ind" => foreign("a file of predicates", Advice::Option("--predicates")),
        "C" | "cc" | "cpp" | "cxx" | "c++" | "hpp" | "hh" => foreign("C++", Advice::Nothing),
        other => foreign(language(other)?, Advice::Nothing),
    }
}

/// Is this no protocol?
pub fn no_protocol(path: &Path, text: &[u8]) -> Option<Foreign> {
    let foreign = |what, advice| Some(Foreign { what, advice });
    match extension(path)? {
        "c" | "i" | "h" => foreign("a C program", Advice::Command("verify")),
        "ir" => foreign("a program in the IR's text form", Advice::Command("verify")),
        "yml" | "yaml" => foreign("a task definition", Advice::Command("verify")),
        _ => compiled_form(text).and_then(|what| foreign(what, Advice::GiveTheSource)),
    }
}

/// How lines begin that no C program has.
const CPP_BEGINNINGS: [&str; 8] = [
    "using namespace ",
    "template <",
    "template<",
    "namespace ",
    "class ",
    "public:",
    "private:",
    "protected:",
];

/// Does the text use what only C++ has? Asked where it was refused as C.
pub fn is_cpp(text: &[u8]) -> bool {
    const HEADERS: [&str; 8] =
        ["iostream", "vector", "string", "map", "memory", "algorithm", "cstdio", "cstdlib"];
    let text = String::from_utf8_lossy(text);
    text.lines().map(str::trim_start).any(|line| {
        let header = line.strip_prefix("#include").map(str::trim);
        let is_header = header.is_some_and(|header| {
            HEADERS.iter().any(|name| header.strip_prefix('<') == Some(&format!("{name}>")))
        });
        is_header || CPP_BEGINNINGS.iter().any(|it| line.starts_with(it))
    })
}

fn extension(path: &Path) -> Option<&str> {
    path.extension().and_then(|extension| extension.to_str())
}

/// Files that were made from programs, by how they begin.
fn compiled_form(text: &[u8]) -> Option<&'static str> {
    let forms: [(&[u8], &str); 9] = [
        (b"\x7fELF", "an object file or an executable"),
        (b"\xcf\xfa\xed\xfe", "an object file or an executable"),
        (b"MZ", "an executable"),
        (b"!<arch>\n", "a static library"),
        (b"BC\xc0\xde", "LLVM bitcode"),
        (b"gpch", "a precompiled header"),
        (b"\x1f\x8b", "a compressed file"),
        (b"PK\x03\x04", "an archive"),
        (b"%PDF", "a PDF document"),
    ];
    let form = forms.iter().find(|(magic, _)| text.starts_with(magic));
    form.map(|(_, what)| *what).or_else(|| text.starts_with(b"#!").then_some("a script"))
}

/// Languages that others have verifiers for.
fn language(extension: &str) -> Option<&'static str> {
    Some(match extension {
        "rs" => "Rust",
        "py" => "Python",
        "java" => "Java",
        "go" => "Go",
        "js" | "ts" => "JavaScript or TypeScript",
        "sh" => "a shell script",
        "ll" => "LLVM's assembly language",
        "s" | "S" | "asm" => "assembly language",
        "m" => "Objective-C",
        "adb" | "ads" => "Ada",
        "f90" | "f" => "Fortran",
        "md" | "html" => "a document",
        "json" | "toml" => "a data file",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(name: &str, text: &[u8]) -> Option<String> {
        no_program(Path::new(name), text).map(|it| it.message(name))
    }

    #[test]
    fn what_is_no_c_is_said_in_one_line() {
        let object = said("a.o", b"\x7fELF\x02\x01").unwrap();
        assert_eq!(object, "`a.o` is an object file or an executable; Linchpin reads C source");
        assert_eq!(said("a.c", b" \n").unwrap(), "`a.c` is empty; Linchpin reads C source");
        assert_eq!(said("a.py", b"x = 1").unwrap(), "`a.py` is Python, and Linchpin reads C");
        let protocol = said("a.lpp", b"protocol").unwrap();
        assert_eq!(protocol, "`a.lpp` is a protocol: `linchpin protocol a.lpp` reads it");
        assert_eq!(said("a.c", b"int x;"), None);
        assert_eq!(said("a.h", b"int x;"), None);
        assert_eq!(said("no-extension", b"int x;"), None);
    }

    #[test]
    fn c_plus_plus_is_told_by_its_own_words() {
        assert!(is_cpp(b"#include <iostream>\nint main() {}"));
        assert!(is_cpp(b"template <typename T> T f(T x) { return x; }"));
        assert!(is_cpp(b"class A {\npublic:\n  int x;\n};\n"));
        assert!(!is_cpp(b"#include <string.h>\nint template_of(int x) { return x; }"));
    }
}

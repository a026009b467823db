//! What reviewers should not have to look for: sizes, headers, leftovers.
//!
//! Each rule is a function from one file to the complaints about it, so that the tests below
//! can show both sides of every rule. What this cannot see is whether a header is any good.

use std::path::Path;

use anyhow::bail;

use crate::{arrows, diagnostic_codes, soundness_page, tree};

const MAX_LINES: usize = 1000;
const MIN_HEADER_LINES: usize = 1;

/// Leftovers of unfinished or private work. Written in two halves, so that this list does not
/// find itself.
const LEFTOVERS: [(&str, &str); 11] = [
    ("to", "do!("),
    ("unimple", "mented!("),
    ("db", "g!("),
    ("FIX", "ME"),
    ("TO", "DO"),
    ("#[allow(dead", "_code)]"),
    ("#[igno", "re"),
    ("/wo", "rk/"),
    ("/tm", "p/"),
    ("/ho", "me/"),
    ("/ro", "ot/"),
];

/// File and folder names that say nothing about what is inside.
const EMPTY_NAMES: [&str; 6] = ["utils", "util", "helpers", "common", "misc", "manager"];

/// Endings of the files that people write in this repository and that are plain text.
const TEXT: [&str; 10] = ["rs", "toml", "md", "c", "h", "i", "lpp", "cub", "yml", "prp"];

pub fn run() -> anyhow::Result<()> {
    let mut complaints = complaints()?;
    complaints.extend(arrows::violations()?);
    complaints.extend(diagnostic_codes::violations()?);
    complaints.extend(soundness_page::violations()?);
    for complaint in &complaints {
        eprintln!("{complaint}");
    }
    match complaints.len() {
        0 => Ok(()),
        n => bail!("{n} complaints"),
    }
}

fn complaints() -> anyhow::Result<Vec<String>> {
    let mut found = Vec::new();
    for path in tree::files()? {
        found.extend(name_complaints(&path));
        let ending = path.extension().and_then(|it| it.to_str()).unwrap_or_default();
        if TEXT.contains(&ending) {
            // Tests may contain any bytes, which is why this is lossy.
            let text = std::fs::read(tree::root().join(&path))?;
            let text = String::from_utf8_lossy(&text);
            found.extend(leftover_complaints(&path, &text));
            if ending == "rs" {
                found.extend(size_complaint(&path, &text));
                found.extend(header_complaint(&path, &text));
            }
        }
    }
    Ok(found)
}

fn name_complaints(path: &Path) -> Vec<String> {
    let stems = path.components().map(|part| Path::new(part.as_os_str()).file_stem());
    let stems = stems.flatten().filter_map(|stem| stem.to_str());
    let empty = stems.filter(|stem| EMPTY_NAMES.contains(stem));
    empty.map(|stem| format!("{}: `{stem}` says nothing", path.display())).collect()
}

fn leftover_complaints(path: &Path, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        for (start, end) in LEFTOVERS {
            let leftover = format!("{start}{end}");
            if line.contains(&leftover) {
                let place = format!("{}:{}", path.display(), index + 1);
                found.push(format!("{place}: `{leftover}` is left over"));
            }
        }
    }
    found
}

fn size_complaint(path: &Path, text: &str) -> Option<String> {
    let n_lines = text.lines().count();
    (n_lines > MAX_LINES).then(|| {
        format!("{}: {n_lines} lines; past {MAX_LINES} a file is two ideas", path.display())
    })
}

fn header_complaint(path: &Path, text: &str) -> Option<String> {
    let header = text.lines().take_while(|line| line.starts_with("//!")).count();
    (header < MIN_HEADER_LINES)
        .then(|| format!("{}: no module header (`//!`) at its start", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_repository_is_tidy() {
        assert_eq!(complaints().unwrap(), Vec::<String>::new());
    }

    #[test]
    fn a_leftover_is_found_with_its_line() {
        let path = Path::new("a.rs");
        let text = format!("fn f() {{\n    to{}(\"later\")\n}}\n", "do!");
        let found = leftover_complaints(path, &text);
        assert_eq!(found.len(), 1);
        assert!(found[0].starts_with("a.rs:2: "), "{found:?}");
        assert!(leftover_complaints(path, "fn f() {}\n").is_empty());
    }

    #[test]
    fn an_empty_name_is_found_in_folders_too() {
        assert_eq!(name_complaints(Path::new("crates/ir/src/utils.rs")).len(), 1);
        assert_eq!(name_complaints(Path::new("crates/common/src/lib.rs")).len(), 1);
        assert!(name_complaints(Path::new("crates/ir/src/validate.rs")).is_empty());
    }

    #[test]
    fn a_header_comes_first() {
        let path = Path::new("a.rs");
        assert!(header_complaint(path, "use a;\n//! Late.\n").is_some());
        assert!(header_complaint(path, "//! What it is.\nuse a;\n").is_none());
    }

    #[test]
    fn a_thousand_lines_are_enough() {
        let path = Path::new("a.rs");
        assert!(size_complaint(path, &"x\n".repeat(MAX_LINES)).is_none());
        assert!(size_complaint(path, &"x\n".repeat(MAX_LINES + 1)).is_some());
    }
}

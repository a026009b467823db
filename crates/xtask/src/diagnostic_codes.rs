//! The table of error codes in `docs/diagnostics.md` against the codes in the sources.
//!
//! Both ways: a code that a crate uses must be explained, and an explanation must be of a code
//! that exists. Codes are found by their shape, a string literal of `E` or `W` and four digits;
//! what stands below `#[cfg(test)]` and in test files does not count.

use std::collections::BTreeMap;
use std::path::Path;

use crate::tree;

const TABLE: &str = "docs/diagnostics.md";

/// Everything that is wrong, one sentence each.
pub fn violations() -> anyhow::Result<Vec<String>> {
    let mut used = BTreeMap::new();
    for path in tree::files()? {
        let is_test = |part: &std::ffi::OsStr| part.to_string_lossy().contains("tests");
        let is_rust = path.extension().is_some_and(|extension| extension == "rs");
        if is_rust && path.starts_with("crates") && !path.iter().any(is_test) {
            let text = std::fs::read_to_string(tree::root().join(&path))?;
            for code in codes_in_source(&text) {
                used.entry(code).or_insert_with(|| path.clone());
            }
        }
    }
    let table = std::fs::read_to_string(tree::root().join(TABLE))?;
    Ok(compare(&used, &table))
}

fn compare(used: &BTreeMap<String, impl AsRef<Path>>, table: &str) -> Vec<String> {
    let explained: Vec<_> = table.lines().filter_map(explained_code).collect();
    let mut found = Vec::new();
    for (code, path) in used {
        if !explained.contains(&&**code) {
            found.push(format!("{}: `{code}` is not in {TABLE}", path.as_ref().display()));
        }
    }
    for (index, code) in explained.iter().enumerate() {
        if explained[..index].contains(code) {
            found.push(format!("{TABLE}: `{code}` is explained twice"));
        } else if !used.contains_key(*code) {
            found.push(format!("{TABLE}: `{code}` is in no source"));
        }
    }
    found
}

/// The code of a row of the table: "| E0101 | ... |".
fn explained_code(line: &str) -> Option<&str> {
    let code = line.strip_prefix('|')?.split('|').next()?.trim().trim_matches('`');
    is_code(code).then_some(code)
}

fn codes_in_source(text: &str) -> Vec<String> {
    let product = text.split("#[cfg(test)]").next().unwrap_or(text);
    let literals = product.split('"').skip(1);
    literals.filter(|literal| is_code(literal)).map(str::to_owned).collect()
}

fn is_code(text: &str) -> bool {
    let digits = text.strip_prefix('E').or_else(|| text.strip_prefix('W'));
    digits.is_some_and(|it| it.len() == 4 && it.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_explained_and_every_explanation_has_a_code() {
        assert_eq!(violations().unwrap(), Vec::<String>::new());
    }

    #[test]
    fn codes_of_tests_do_not_count() {
        let text = "error(\"E0101\", \"W02\"); #[cfg(test)] mod tests { \"E0102\" }";
        assert_eq!(codes_in_source(text), ["E0101"]);
    }

    #[test]
    fn both_sides_are_compared() {
        let used = BTreeMap::from([("E0101".to_owned(), "a.rs"), ("E0102".to_owned(), "b.rs")]);
        let found = compare(&used, "| E0101 | known |\n| W0103 | gone |\n");
        assert_eq!(
            found,
            [
                "b.rs: `E0102` is not in docs/diagnostics.md",
                "docs/diagnostics.md: `W0103` is in no source"
            ]
        );
    }
}

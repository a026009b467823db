//! `docs/soundness.md` against the tree: the assumptions are numbered without a gap, each names
//! at least one test, and the tests that it names exist.

use std::path::Path;

use crate::tree;

const PAGE: &str = "docs/soundness.md";

/// Everything that is wrong, one sentence each.
pub fn violations() -> anyhow::Result<Vec<String>> {
    let page = std::fs::read_to_string(tree::root().join(PAGE))?;
    Ok(check(&page, |path| tree::root().join(path).is_file()))
}

fn check(page: &str, exists: impl Fn(&Path) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    for (index, entry) in page.split("\n**S").skip(1).enumerate() {
        let number = index + 1;
        if !entry.starts_with(&format!("{number}. ")) {
            let start = entry.chars().take(4).collect::<String>();
            found.push(format!("{PAGE}: S{number} is expected where `S{start}` stands"));
        }
        let tests: Vec<_> = entry.split('`').skip(1).step_by(2).filter(is_test).collect();
        if tests.is_empty() {
            found.push(format!("{PAGE}: no test holds S{number}"));
        }
        for test in tests.iter().filter(|test| !exists(Path::new(test))) {
            found.push(format!("{PAGE}: S{number} names `{test}`, which does not exist"));
        }
    }
    found
}

fn is_test(code: &&str) -> bool {
    code.starts_with("tests/") || code.starts_with("crates/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_keeps_to_the_tree() {
        assert_eq!(violations().unwrap(), Vec::<String>::new());
    }

    #[test]
    fn gaps_and_missing_tests_are_found() {
        let page = "\n**S1. A.** `tests/a.c`\n\n**S3. B.** nothing\n\n**S3. C.** `tests/gone.c`\n";
        let found = check(page, |path| path == Path::new("tests/a.c"));
        assert_eq!(found.len(), 3, "{found:?}");
        assert!(found[0].contains("S2 is expected"));
        assert!(found[1].contains("no test holds S2"));
        assert!(found[2].contains("tests/gone.c"));
    }
}

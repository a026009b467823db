//! The programs of CPAchecker's own tests of formula slicing, against their expected verdicts.
//!
//! They are not a part of the repository: `cargo xtask formulaslicing CORPUS` names a folder that
//! has them in `formulaslicing`. Their task definitions point to a property file of CPAchecker,
//! which says that a label `ERROR` is never reached; it is written anew here.
//!
//! A wrong answer fails the chore. One without a proof does not: a program that counts past the
//! largest `int` may be expected to be true, by whoever takes C's integers for those of mathematics.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, bail};

use crate::{process, tree};

const PROPERTY: &str = "CHECK( init(main()), LTL(G ! label(ERROR)) )\n";

pub fn run(corpus: &Path, seconds: u64) -> anyhow::Result<()> {
    let folder = corpus.join("formulaslicing");
    let mut programs: Vec<PathBuf> = std::fs::read_dir(&folder)
        .with_context(|| format!("`{}` cannot be read", folder.display()))?
        .map(|entry| Ok(entry?.path()))
        .collect::<std::io::Result<_>>()?;
    programs.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    programs.sort();
    if programs.is_empty() {
        bail!("`{}` has no programs", folder.display());
    }
    process::build_release()?;
    let property = tree::root().join("target/unreach-label.prp");
    std::fs::write(&property, PROPERTY)
        .with_context(|| format!("`{}` cannot be written", property.display()))?;
    println!("{:24}  {:8}  {:22}  syntactic", "program", "expected", "slicing");
    let (mut n_right, mut complaints) = (0, Vec::new());
    for program in &programs {
        let name = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let expected = expected(program)?;
        let verdict = |options: &[&str]| verify(program, &property, seconds, options);
        let found = verdict(&["--engine", "slicing"])?;
        let syntactic = verdict(&["--engine", "slicing", "--strategy", "syntactic"])?;
        println!("{name:24}  {expected:8}  {found:22}  {syntactic}");
        for answer in [&found, &syntactic] {
            if contradicts(answer, expected) {
                complaints.push(format!("{name}: WRONG: {answer}, expected {expected}"));
            }
        }
        let is_right = found.starts_with(if expected { "TRUE" } else { "FALSE" });
        n_right += usize::from(is_right);
    }
    println!("{n_right} of {} as expected", programs.len());
    if !complaints.is_empty() {
        bail!("{}", complaints.join("\n"));
    }
    Ok(())
}

fn contradicts(answer: &str, expected: bool) -> bool {
    answer.starts_with(if expected { "FALSE" } else { "TRUE" })
}

/// What the task definition beside the program says.
fn expected(program: &Path) -> anyhow::Result<bool> {
    let definition = program.with_extension("yml");
    let text = std::fs::read_to_string(&definition)
        .with_context(|| format!("`{}` cannot be read", definition.display()))?;
    let value = text.lines().find_map(|line| line.trim().strip_prefix("expected_verdict:"));
    match value.map(str::trim) {
        Some("true") => Ok(true),
        Some("false") => Ok(false),
        _ => bail!("`{}` expects no verdict", definition.display()),
    }
}

/// The line for machines.
fn verify(
    program: &Path,
    property: &Path,
    seconds: u64,
    options: &[&str],
) -> anyhow::Result<String> {
    let output = Command::new(tree::root().join("target/release/linchpin"))
        .args(["verify", "--quiet", "--time", &seconds.to_string(), "--property"])
        .arg(property)
        .args(options)
        .arg(program)
        .output()
        .context("linchpin cannot be started")?;
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(text.lines().next_back().unwrap_or("no answer").to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_opposite_is_wrong() {
        assert!(contradicts("TRUE", false));
        assert!(contradicts("FALSE(unreach-call)", true));
        assert!(!contradicts("UNKNOWN(timeout)", true));
        assert!(!contradicts("TRUE", true));
    }
}

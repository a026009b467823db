//! Invariants compared by meaning, so that changing how they are printed breaks nothing.
//!
//! ```text
//! //@ run: invariants %s --seeds precondition
//! //@ over: int x, int p
//! //@ means: 12: p ? x >= 0 : x < 0
//! ```
//!
//! says that all that is found of the loop in line 12 holds in exactly the states in which the
//! expression does. Whether that is so is asked of `linchpin verify`, as a program that fails
//! where the two differ, whatever values the names have:
//!
//! ```text
//! void asked(int x, int p) { if (!(FOUND) != !(EXPECTED)) reach_error(); }
//! ```
//!
//! Both ways: each loop that the run tells of needs a `means`, each `means` a loop in its line.

use std::fmt::Write as _;
use std::path::Path;

use libtest_mimic::Failed;
use serde::Deserialize;

use crate::case::{Answer, Case, Run};
use crate::child::Linchpin;

/// What is read of `linchpin invariants --json`.
#[derive(Deserialize)]
struct Report {
    loops: Vec<Loop>,
}

#[derive(Deserialize)]
struct Loop {
    place: Place,
    is_reachable: bool,
    invariants: Vec<String>,
}

#[derive(Deserialize)]
struct Place {
    line: usize,
}

/// Runs once more for the invariants, and compares them with what they should mean.
pub fn complaints(
    linchpin: &Linchpin,
    file: &Path,
    case: &Case,
    run: &Run,
) -> Result<Vec<String>, Failed> {
    let command = format!("{} --json", run.command);
    let printed = linchpin.observe_again(&command, file, case.model.as_deref())?;
    let report: Report = serde_json::from_str(&printed.stdout)
        .map_err(|error| format!("`{command}` prints no report: {error}\n{}", printed.stderr))?;
    let mut complaints = Vec::new();
    let mut asked = Vec::new();
    for each in &report.loops {
        let line = each.place.line;
        let expected = run.means.iter().find(|(of, _)| *of == line);
        let Some((_, expected)) = expected else {
            complaints.push(format!("no `means` for the loop in line {line}"));
            continue;
        };
        asked.push(line);
        let question = Question { found: conjunction(each), expected, case };
        complaints.extend(question.ask(linchpin, file, line)?);
    }
    for (line, _) in run.means.iter().filter(|(line, _)| !asked.contains(line)) {
        complaints.push(format!("no loop for the `means` of line {line}"));
    }
    Ok(complaints)
}

fn conjunction(found: &Loop) -> String {
    if !found.is_reachable {
        return "0".into();
    }
    let mut text = String::from("1");
    for invariant in &found.invariants {
        let _ = write!(text, " && ({invariant})");
    }
    text
}

struct Question<'a> {
    found: String,
    expected: &'a str,
    case: &'a Case,
}

impl Question<'_> {
    /// A complaint, unless the two mean the same.
    fn ask(&self, linchpin: &Linchpin, file: &Path, line: usize) -> Result<Option<String>, Failed> {
        let file = file.strip_prefix(linchpin.root()).unwrap_or(file).to_string_lossy();
        let program = format!("{}-means-{line}.c", linchpin.scratch(&file)?);
        std::fs::write(linchpin.root().join(&program), self.program())
            .map_err(|error| format!("{program}: {error}"))?;
        let model = self.case.model.as_deref().unwrap_or("LP64");
        let command = format!("verify {program} --entry asked --data-model {model}");
        let answer = linchpin.observe_line(&command)?;
        if answer.answer() == Some(Answer::True) {
            return Ok(None);
        }
        let Self { found, expected, .. } = self;
        let shown = format!("{}{}", answer.stderr, answer.stdout);
        Ok(Some(format!("line {line}: `{found}` does not mean `{expected}`:\n{shown}")))
    }

    fn program(&self) -> String {
        let Self { found, expected, case } = self;
        let over = case.over.as_deref().unwrap_or("void");
        format!(
            "extern void reach_error(void);\n\
             void asked({over})\n{{\n    if (!({found}) != !({expected}))\n        \
             reach_error();\n}}\n"
        )
    }
}

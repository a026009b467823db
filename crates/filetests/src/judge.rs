//! The laws: what was observed against what is written in the file.
//!
//! 1. Both ways: each mark needs a result, each result that can be marked needs a mark.
//! 2. An answer against the truth is UNSOUND or a FALSE ALARM, whatever is recorded.
//! 3. An answer other than the recorded one fails; a better one asks to be blessed.
//! 4. The exit code fits the answer, or the error marks, or is 0.
//! 5. What the output is said to show it shows, and what it is said to hide it does not.

use crate::case::{Answer, Case, Run, Truth};
use crate::mark::{Claim, Mark};
use crate::observation::{Found, Observation};

/// A known imprecision that a test records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gap {
    Unproved,
    Unfound,
}

/// The gap that this file records, if it does.
pub fn gap(case: &Case) -> Option<Gap> {
    let is_open = |run: &Run| matches!(run.verdict, Some(Answer::Unknown(_)));
    match case.truth {
        _ if !case.runs.iter().any(is_open) => None,
        Some(Truth::Holds) => Some(Gap::Unproved),
        Some(Truth::Fails) => Some(Gap::Unfound),
        None => None,
    }
}

/// All complaints about a file, one paragraph each.
pub fn complaints(case: &Case, observations: &[Observation]) -> Vec<String> {
    let mut complaints = Vec::new();
    for (run, observation) in case.runs.iter().zip(observations) {
        let mut found = answer_complaints(case, run, observation);
        found.extend(exit_complaint(case, run, observation));
        found.extend(mark_complaints(&case.marks, &observation.found()));
        found.extend(pattern_complaints(run, observation));
        if !found.is_empty() {
            complaints.push(format!(
                "run: {}\n- {}\nstdout:\n{}\nstderr:\n{}",
                run.command,
                found.join("\n- "),
                observation.stdout.trim_end(),
                observation.stderr.trim_end(),
            ));
        }
    }
    complaints
}

fn answer_complaints(case: &Case, run: &Run, observation: &Observation) -> Vec<String> {
    let answer = observation.answer();
    if let (Some(answer), Some(truth)) = (&answer, case.truth)
        && answer.contradicts(truth)
    {
        return vec![match truth {
            Truth::Fails => format!("UNSOUND: the truth is `fails`, the answer `{answer}`"),
            Truth::Holds => format!("FALSE ALARM: the truth is `holds`, the answer `{answer}`"),
        }];
    }
    match (&run.verdict, answer) {
        (None, None) => Vec::new(),
        (None, Some(answer)) => vec![format!("answers `{answer}`; no `verdict` is recorded")],
        (Some(verdict), None) => vec![format!("no answer; `{verdict}` is recorded")],
        (Some(verdict), Some(answer)) if *verdict == answer => Vec::new(),
        (Some(verdict @ Answer::Unknown(_)), Some(answer @ (Answer::True | Answer::False(_)))) => {
            vec![format!(
                "answers `{answer}`, better than the recorded `{verdict}`: \
                 read it, then `cargo xtask bless`"
            )]
        }
        (Some(verdict), Some(answer)) => {
            vec![format!("answers `{answer}`; `{verdict}` is recorded")]
        }
    }
}

fn exit_complaint(case: &Case, run: &Run, observation: &Observation) -> Option<String> {
    let has_errors = case.marks.iter().any(|mark| matches!(mark.claim, Claim::Error { .. }));
    let expected = run.exit.unwrap_or(match (&run.verdict, has_errors) {
        (Some(Answer::True), _) => 0,
        (Some(Answer::False(_)), _) => 1,
        (Some(Answer::Unknown(_)), _) => 2,
        (None, true) => 3,
        (None, false) => 0,
    });
    match observation.exit {
        Some(exit) if exit == expected => None,
        Some(exit) => Some(format!("exit code {exit} instead of {expected}")),
        None => Some(format!("ended by a signal instead of exit code {expected}")),
    }
}

/// Matches marks and results one to one, so that two errors on a line need two marks.
fn mark_complaints(marks: &[Mark], found: &[Found]) -> Vec<String> {
    let mut open: Vec<&Mark> = marks.iter().collect();
    let mut complaints = Vec::new();
    for result in found {
        let line = result.place.as_ref().map(|(_, line)| *line);
        let fits = |mark: &&Mark| {
            Some(mark.line) == line
                && mark.claim == result.claim
                && result.message.contains(&mark.text)
        };
        match open.iter().position(fits) {
            Some(index) => {
                open.remove(index);
            }
            None => {
                let place = match &result.place {
                    Some((file, line)) => format!("{file}:{line}"),
                    None => "no place".into(),
                };
                complaints
                    .push(format!("no mark for: {}: {} ({place})", result.claim, result.message));
            }
        }
    }
    for mark in open {
        complaints.push(format!("no result for: line {}: {} {}", mark.line, mark.claim, mark.text));
    }
    complaints
}

fn pattern_complaints(run: &Run, observation: &Observation) -> Vec<String> {
    let shows = |pattern: &String| observation.stdout.lines().any(|line| matches(pattern, line));
    let missing = run.shows.iter().filter(|pattern| !shows(pattern));
    let missing = missing.map(|pattern| format!("the output does not show `{pattern}`"));
    let present = run.hides.iter().filter(|pattern| shows(pattern));
    let present = present.map(|pattern| format!("the output shows `{pattern}`"));
    missing.chain(present).collect()
}

/// Whether the pieces of `pattern`, which `...` separates, occur in `line` in their order. Runs
/// of blanks count as one.
fn matches(pattern: &str, line: &str) -> bool {
    let single = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = single(line);
    let mut rest = &line[..];
    for piece in pattern.split("...") {
        let piece = single(piece);
        let Some(start) = rest.find(&piece) else { return false };
        rest = &rest[start + piece.len()..];
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge(file: &str, stdout: &str, stderr: &str, exit: i32) -> Vec<String> {
        let case = Case::parse(file).unwrap();
        let observation =
            Observation { stdout: stdout.into(), stderr: stderr.into(), exit: Some(exit) };
        complaints(&case, &[observation])
    }

    const HOLDS: &str = "//@ run: verify %s\n//@ truth: holds\n//@ verdict: unknown(timeout)\n";
    const FAILS: &str = "//@ run: verify %s\n//@ truth: fails\n//@ verdict: false(bounds)\n\
                         a[9] = 0; //~ violated bounds\n";
    const VIOLATION: &str = "error[bounds]: out\n --> a.c:4:1\nFALSE(bounds)\n";

    #[test]
    fn what_is_recorded_passes() {
        assert!(judge(HOLDS, "UNKNOWN(timeout)\n", "", 2).is_empty());
        assert!(judge(FAILS, VIOLATION, "", 1).is_empty());
    }

    #[test]
    fn an_answer_against_the_truth_is_called_by_its_name() {
        assert!(judge(FAILS, "TRUE\n", "", 0)[0].contains("UNSOUND"));
        assert!(judge(HOLDS, "FALSE(bounds)\n", "", 1)[0].contains("FALSE ALARM"));
    }

    #[test]
    fn a_better_answer_fails_and_asks_to_be_blessed() {
        let complaints = judge(HOLDS, "TRUE\n", "", 0);
        assert!(complaints[0].contains("bless"), "{complaints:?}");
    }

    #[test]
    fn marks_and_results_need_each_other() {
        let no_mark =
            judge("//@ run: x\n//@ exit: 3\n", "", "error[E0101]: odd\n --> a.c:1:1\n", 3);
        assert!(no_mark[0].contains("no mark for: error[E0101]: odd"), "{no_mark:?}");
        let no_result = judge("//@ run: x\nx; //~ error[E0101]: odd\n", "", "", 3);
        assert!(no_result[0].contains("no result for: line 2"), "{no_result:?}");
        let other_line = judge(FAILS, &VIOLATION.replace(":4:", ":3:"), "", 1);
        assert!(other_line[0].contains("no mark for") && other_line[0].contains("no result for"));
    }

    #[test]
    fn two_errors_on_a_line_need_two_marks() {
        let stderr = "error[E0101]: odd\n --> a.c:2:1\nerror[E0101]: odd\n --> a.c:2:5\n";
        let one = judge("//@ run: x\nx; //~ error[E0101]: odd\n", "", stderr, 3);
        assert!(one[0].contains("no mark for"), "{one:?}");
        let file = "//@ run: x\nx; //~ error[E0101]: odd //~ error[E0101]: odd\n";
        assert!(judge(file, "", stderr, 3).is_empty());
    }

    #[test]
    fn the_exit_code_fits() {
        assert!(judge(HOLDS, "UNKNOWN(timeout)\n", "", 0)[0].contains("exit code 0"));
        assert!(judge("//@ run: x\n", "", "", 4)[0].contains("exit code 4"));
        assert!(judge("//@ run: x\n//@ exit: 4\n", "", "", 4).is_empty());
    }

    #[test]
    fn patterns_are_searched_line_by_line() {
        let file = "//@ run: x\n//@ shows: assign x ... 4\n//@ hides: havoc\n";
        assert!(judge(file, "assign   x, (add 3 4)\n", "", 0).is_empty());
        assert!(judge(file, "assign x\n4\n", "", 0)[0].contains("does not show"));
        assert!(judge(file, "assign x 4\nhavoc y\n", "", 0)[0].contains("shows `havoc`"));
    }

    #[test]
    fn gaps_are_counted_by_what_is_missing() {
        assert_eq!(gap(&Case::parse(HOLDS).unwrap()), Some(Gap::Unproved));
        assert_eq!(gap(&Case::parse(FAILS).unwrap()), None);
    }
}

//! Writes today's verdicts into a test file.
//!
//! Only `verdict` lines change. Marks and `truth` are the author's: a verdict that contradicts
//! the truth is never written down, and a missing mark is for a person to think about.

use crate::case::{Answer, Case};
use crate::observation::Observation;

/// The file with its `verdict` lines brought up to date; `None` if nothing is to change.
pub fn verdicts(file: &[u8], case: &Case, observations: &[Observation]) -> Option<Vec<u8>> {
    let answers: Vec<_> = observations.iter().map(Observation::answer).collect();
    let recorded: Vec<_> = case.runs.iter().map(|run| run.verdict.as_ref()).collect();
    let is_forbidden = |answer: &Answer| case.truth.is_some_and(|truth| answer.contradicts(truth));
    if answers.iter().flatten().any(is_forbidden) {
        return None;
    }
    let lines = file.split_inclusive(|&byte| byte == b'\n');
    let mut verdict_lines = lines.clone().filter(|line| is_verdict_line(line)).count();
    let mut written = Vec::with_capacity(file.len());
    // One recorded verdict speaks for all runs, which must then agree.
    let mut new = match verdict_lines {
        1 if answers.windows(2).all(|pair| pair[0] == pair[1]) => answers[..1].iter(),
        _ if verdict_lines == recorded.iter().flatten().count() => answers.iter(),
        _ => return None,
    };
    let mut is_changed = false;
    for line in lines {
        if is_verdict_line(line) && verdict_lines > 0 {
            verdict_lines -= 1;
            let old = String::from_utf8_lossy(line);
            let answer = new.by_ref().flatten().next()?;
            let (key, value) = old.split_once("verdict:")?;
            let end = value.find("*)").map_or(line_end(value), |index| &value[index - 1..]);
            let line = format!("{key}verdict: {answer}{end}");
            is_changed |= line != old;
            written.extend(line.into_bytes());
        } else {
            written.extend(line);
        }
    }
    is_changed.then_some(written)
}

fn is_verdict_line(line: &[u8]) -> bool {
    let line = String::from_utf8_lossy(line);
    let line = line.trim_start();
    let entry = ["//@", "#@", ";@", "(*@"].iter().find_map(|start| line.strip_prefix(start));
    entry.is_some_and(|entry| entry.trim_start().starts_with("verdict:"))
}

fn line_end(text: &str) -> &str {
    &text[text.trim_end_matches(['\r', '\n']).len()..]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blessed(file: &str, stdouts: &[&str]) -> Option<String> {
        let case = Case::parse(file).unwrap();
        let observation = |stdout: &&str| Observation {
            stdout: (*stdout).into(),
            stderr: String::new(),
            exit: Some(0),
        };
        let observations: Vec<_> = stdouts.iter().map(observation).collect();
        let bytes = verdicts(file.as_bytes(), &case, &observations)?;
        Some(String::from_utf8(bytes).unwrap())
    }

    #[test]
    fn only_the_verdict_line_changes() {
        let file = "//@ run: verify %s\n//@ truth: holds\n//@ verdict: unknown(timeout)\nint x;\n";
        let expected = file.replace("unknown(timeout)", "true");
        assert_eq!(blessed(file, &["TRUE\n"]), Some(expected));
        assert_eq!(blessed(file, &["UNKNOWN(timeout)\n"]), None);
    }

    #[test]
    fn the_end_of_a_comment_stays() {
        let file = "(*@ run: protocol %s *)\n(*@ verdict: unknown(timeout) *)\n";
        let expected = file.replace("unknown(timeout)", "true");
        assert_eq!(blessed(file, &["TRUE\n"]), Some(expected));
    }

    #[test]
    fn nothing_is_blessed_against_the_truth() {
        let file = "//@ run: verify %s\n//@ truth: fails\n//@ verdict: unknown(timeout)\n";
        assert_eq!(blessed(file, &["TRUE\n"]), None);
    }

    #[test]
    fn each_run_keeps_its_own_verdict() {
        let file = "//@ run: a\n//@ verdict: true\n//@ run: b\n//@ verdict: true\n";
        let expected = "//@ run: a\n//@ verdict: true\n//@ run: b\n//@ verdict: unknown(memory)\n";
        assert_eq!(blessed(file, &["TRUE\n", "UNKNOWN(memory)\n"]), Some(expected.into()));
    }
}

//! One test file: its header and its marks.
//!
//! ```text
//! //@ run: verify %s --property no-overflow
//! //@ truth: fails
//! //@ verdict: false(no-overflow)
//! // The increment is the only operation that can overflow here.
//! int main(void) { int x = 2147483647; x++; return 0; } //~ violated no-overflow
//! ```
//!
//! Header lines may stand anywhere, in the comment syntax of the language at hand (`//@`, `#@`,
//! `;@` or `(*@ ... *)`). What contradicts itself is refused before anything is run, first of
//! all a recorded verdict that contradicts the truth.

use crate::mark::{Mark, MarkError};

/// A fact about the program, never edited to fit the tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    Holds,
    Fails,
}

/// What was answered, or is recorded as the answer: `true`, `false(KIND)`, `unknown(REASON)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    True,
    False(String),
    Unknown(String),
}

/// One `run` line with what is expected of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The command line after `linchpin`, `%s` still in it.
    pub command: String,
    pub verdict: Option<Answer>,
    pub exit: Option<i32>,
    /// Patterns that a line of the standard output must match; see [`crate::judge`].
    pub shows: Vec<String>,
    /// Patterns that no line of it may match.
    pub hides: Vec<String>,
    /// Lines of loops, and expressions that mean what their invariants do; see
    /// [`crate::meaning`].
    pub means: Vec<(usize, String)>,
}

#[derive(Debug)]
pub struct Case {
    pub runs: Vec<Run>,
    pub truth: Option<Truth>,
    pub model: Option<String>,
    /// What `means` speaks of, declared as parameters.
    pub over: Option<String>,
    pub marks: Vec<Mark>,
}

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum CaseError {
    #[error("line {line}: `{key}` is not a header key; the keys are {}", KEYS.join(", "))]
    UnknownKey { line: usize, key: String },
    #[error("line {line}: `{value}` is no value of `{key}`")]
    BadValue { line: usize, key: String, value: String },
    #[error("line {line}: a second `{key}`")]
    Twice { line: usize, key: String },
    #[error("line {line}: `{key}` speaks of a run and must follow its `run` line")]
    BeforeRun { line: usize, key: String },
    #[error("no `run` line: this file tests nothing")]
    NoRun,
    #[error("truth `{truth:?}` and verdict `{verdict}` contradict each other")]
    Contradiction { truth: Truth, verdict: Answer },
    #[error("`means` without `over`, which declares the names that it speaks of")]
    MeansOverNothing,
    #[error("a truth without a verdict: record what we answer today")]
    TruthWithoutVerdict,
    #[error(transparent)]
    Mark(#[from] MarkError),
}

const KEYS: [&str; 10] =
    ["run", "truth", "verdict", "model", "source", "exit", "shows", "hides", "means", "over"];

/// What clauses about refinement begin with.
const REFINEMENT: [&str; 8] =
    ["relate", "private", "requires", "observe", "env", "entry", "ints", "atomic"];

/// What clauses of contracts and claims begin with, and a word that a test misspells.
const CLAUSES: [&str; 6] = ["ensures", "assigns", "assert", "loop", "invariant", "ensure"];

impl Case {
    pub fn parse(text: &str) -> Result<Self, CaseError> {
        let marks = Mark::parse_all(text)?;
        let mut case = Self { runs: Vec::new(), truth: None, model: None, over: None, marks };
        for (index, line) in text.lines().enumerate() {
            if let Some((key, value)) = header_entry(line) {
                case.add(index + 1, key, value)?;
            }
        }
        case.spread_a_single_verdict();
        case.refuse_contradictions()?;
        Ok(case)
    }

    fn add(&mut self, line: usize, key: &str, value: &str) -> Result<(), CaseError> {
        let bad = || CaseError::BadValue { line, key: key.into(), value: value.into() };
        let twice = || CaseError::Twice { line, key: key.into() };
        let before_run = || CaseError::BeforeRun { line, key: key.into() };
        match key {
            "run" => self.runs.push(Run {
                command: value.into(),
                verdict: None,
                exit: None,
                shows: Vec::new(),
                hides: Vec::new(),
                means: Vec::new(),
            }),
            "truth" => {
                let truth = match value {
                    "holds" => Truth::Holds,
                    "fails" => Truth::Fails,
                    _ => return Err(bad()),
                };
                if self.truth.replace(truth).is_some() {
                    return Err(twice());
                }
            }
            "model" => {
                if !["ILP32", "LP64"].contains(&value) {
                    return Err(bad());
                }
                if self.model.replace(value.into()).is_some() {
                    return Err(twice());
                }
            }
            "source" if value.is_empty() => return Err(bad()),
            // Where the example comes from is for readers; nothing depends on it.
            "source" => {}
            "verdict" => {
                let run = self.runs.last_mut().ok_or_else(before_run)?;
                let answer = Answer::from_header(value).ok_or_else(bad)?;
                if run.verdict.replace(answer).is_some() {
                    return Err(twice());
                }
            }
            "exit" => {
                let run = self.runs.last_mut().ok_or_else(before_run)?;
                let code = value.parse().map_err(|_| bad())?;
                if run.exit.replace(code).is_some() {
                    return Err(twice());
                }
            }
            "shows" => self.runs.last_mut().ok_or_else(before_run)?.shows.push(value.into()),
            "hides" => self.runs.last_mut().ok_or_else(before_run)?.hides.push(value.into()),
            "means" => {
                let (line, expression) = value.split_once(':').ok_or_else(bad)?;
                let line = line.trim().parse().map_err(|_| bad())?;
                let run = self.runs.last_mut().ok_or_else(before_run)?;
                run.means.push((line, expression.trim().into()));
            }
            "over" => {
                if self.over.replace(value.into()).is_some() {
                    return Err(twice());
                }
            }
            _ => return Err(CaseError::UnknownKey { line, key: key.into() }),
        }
        Ok(())
    }

    /// A file that runs the same question several times records the answer once, after the
    /// last `run` line.
    fn spread_a_single_verdict(&mut self) {
        let recorded: Vec<_> = self.runs.iter().filter_map(|run| run.verdict.clone()).collect();
        if let [verdict] = &recorded[..] {
            for run in &mut self.runs {
                run.verdict = Some(verdict.clone());
            }
        }
    }

    fn refuse_contradictions(&self) -> Result<(), CaseError> {
        if self.runs.is_empty() {
            return Err(CaseError::NoRun);
        }
        if self.over.is_none() && self.runs.iter().any(|run| !run.means.is_empty()) {
            return Err(CaseError::MeansOverNothing);
        }
        let Some(truth) = self.truth else { return Ok(()) };
        for run in &self.runs {
            match &run.verdict {
                Some(verdict) if verdict.contradicts(truth) => {
                    return Err(CaseError::Contradiction { truth, verdict: verdict.clone() });
                }
                Some(_) => {}
                None => return Err(CaseError::TruthWithoutVerdict),
            }
        }
        Ok(())
    }
}

impl Answer {
    /// As in a header: `false(no-overflow)`.
    fn from_header(text: &str) -> Option<Self> {
        Self::parse(text, ["true", "false", "unknown"])
    }

    /// As in the last line for machines: `FALSE(no-overflow)`.
    pub fn from_output(text: &str) -> Option<Self> {
        match text {
            // The two answers about refinement.
            "REFINES" => Some(Self::True),
            "DOES-NOT-REFINE" => Some(Self::False("refinement".into())),
            _ => Self::parse(text, ["TRUE", "FALSE", "UNKNOWN"]),
        }
    }

    fn parse(text: &str, [yes, no, open]: [&str; 3]) -> Option<Self> {
        if text == yes {
            return Some(Self::True);
        }
        let (word, rest) = text.split_once('(')?;
        let detail = rest.strip_suffix(')').filter(|detail| !detail.is_empty())?;
        match word {
            _ if word == no => Some(Self::False(detail.into())),
            _ if word == open => Some(Self::Unknown(detail.into())),
            _ => None,
        }
    }

    pub fn contradicts(&self, truth: Truth) -> bool {
        matches!((self, truth), (Self::True, Truth::Fails) | (Self::False(_), Truth::Holds))
    }
}

impl std::fmt::Display for Answer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::True => f.write_str("true"),
            Self::False(kind) => write!(f, "false({kind})"),
            Self::Unknown(reason) => write!(f, "unknown({reason})"),
        }
    }
}

/// Key and value of a header line, in any of the comment syntaxes.
fn header_entry(line: &str) -> Option<(&str, &str)> {
    let line = line.trim();
    let entry = ["//@", "#@", ";@", "(*@"].iter().find_map(|start| line.strip_prefix(start))?;
    let entry = entry.strip_suffix("*)").unwrap_or(entry);
    // Clauses about refinement are the tool's to read.
    let first = entry.split_whitespace().next().unwrap_or_default();
    if REFINEMENT.contains(&first) || CLAUSES.contains(&first) {
        return None;
    }
    let (key, value) = entry.split_once(':').unwrap_or((entry, ""));
    Some((key.trim(), value.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_against_the_truth_is_refused() {
        let parse = |truth: &str, verdict: &str| {
            let text = format!("//@ run: verify %s\n//@ truth: {truth}\n//@ verdict: {verdict}\n");
            Case::parse(&text)
        };
        assert!(matches!(parse("holds", "false(x)"), Err(CaseError::Contradiction { .. })));
        assert!(matches!(parse("fails", "true"), Err(CaseError::Contradiction { .. })));
        assert!(parse("fails", "unknown(timeout)").is_ok());
        assert!(parse("holds", "true").is_ok());
    }

    #[test]
    fn one_verdict_speaks_for_all_runs_and_several_for_their_own() {
        let one = Case::parse("//@ run: a\n//@ run: b\n//@ verdict: true\n").unwrap();
        assert!(one.runs.iter().all(|run| run.verdict == Some(Answer::True)));
        let text = "//@ run: a\n//@ verdict: true\n//@ run: b\n//@ verdict: unknown(memory)\n";
        let own = Case::parse(text).unwrap();
        assert_eq!(own.runs[0].verdict, Some(Answer::True));
        assert_eq!(own.runs[1].verdict, Some(Answer::Unknown("memory".into())));
    }

    #[test]
    fn meanings_need_their_names() {
        let means = "//@ run: invariants %s\n//@ means: 7: x == 1 || y\n";
        assert_eq!(Case::parse(means).unwrap_err(), CaseError::MeansOverNothing);
        let case = Case::parse(&format!("{means}//@ over: int x, int y\n")).unwrap();
        assert_eq!(case.runs[0].means, [(7, "x == 1 || y".to_owned())]);
        assert!(Case::parse("//@ run: a\n//@ means: x == 1\n//@ over: int x\n").is_err());
    }

    #[test]
    fn comments_of_other_languages_carry_headers_too() {
        let case = Case::parse("(*@ run: protocol %s *)\n(*@ verdict: true *)\n").unwrap();
        assert_eq!(case.runs[0].command, "protocol %s");
        assert_eq!(case.runs[0].verdict, Some(Answer::True));
    }

    #[test]
    fn misspelt_headers_are_refused() {
        let key = Case::parse("//@ run: a\n//@ verdct: true\n").unwrap_err();
        assert_eq!(key, CaseError::UnknownKey { line: 2, key: "verdct".into() });
        let value = Case::parse("//@ run: a\n//@ verdict: maybe\n").unwrap_err();
        assert!(matches!(value, CaseError::BadValue { line: 2, .. }));
        assert_eq!(Case::parse("int x;\n").unwrap_err(), CaseError::NoRun);
    }
}

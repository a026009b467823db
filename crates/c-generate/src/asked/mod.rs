//! Programs with a question, of which the C compiler knows the answer.
//!
//! A program has two or three inputs of few values, so that running it on all of them decides the
//! question. It is made in two steps. A [`Draft`] has gaps: places where the values of an
//! expression are looked at, and places where time may pass. Once the draft was run on all inputs,
//! [`Draft::ask`] writes questions around the values that were seen, about half of which hold;
//! the answer is found by running the result, never taken from this step.
//!
//! ```text
//!   choices ── draft ──▶ run on all inputs: values seen ── ask ──▶ Asked ──▶ run again: truth
//! ```
//!
//! In half of the programs time passes: a loop that runs as often as the environment says, more
//! often than a concrete run can follow, and that leaves all else as it was. The compiled program
//! goes round a few times only, which is the same for everything that is asked.
//!
//! What has no answer that a compiler can give is not here: values that are not initialised,
//! addresses as numbers, volatile objects, functions of which only a range is known.

mod delay;
mod draft;
mod library;
mod piece;
mod question;
mod risk;
mod truth;

use crate::choices::Choices;
use crate::types::Model;

pub use delay::Delay;
pub use truth::{Seen, Truth, look, truths};

/// What is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Whether an error function is called.
    Calls,
    /// Whether signed arithmetic leaves its range.
    Overflow,
    /// Whether accesses stay within live memory and blocks are freed once.
    Memory,
}

/// Places in a draft that are filled in later.
#[derive(Clone, Debug, Default)]
pub struct Gaps {
    /// Time passes here.
    pub delays: Vec<Delay>,
    /// The value of an expression is looked at here.
    pub asks: Vec<String>,
}

/// An input and the values that it may have.
#[derive(Clone, Debug)]
pub struct Input {
    pub name: String,
    pub ty: &'static str,
    /// The function that gives it, without `__VERIFIER_nondet_`.
    pub source: &'static str,
    pub lo: i64,
    pub hi: i64,
}

impl Input {
    pub fn n_values(&self) -> usize {
        (self.hi - self.lo + 1) as usize
    }
}

/// A program without its questions.
#[derive(Clone, Debug)]
pub struct Draft {
    pub subject: Subject,
    pub model: Model,
    pub inputs: Vec<Input>,
    /// The name of its `main` in a file with others.
    pub entry: String,
    text: String,
    gaps: Gaps,
    rest: Choices,
}

/// A program with its questions.
#[derive(Clone, Debug)]
pub struct Asked {
    pub draft: Draft,
    questions: Vec<String>,
    /// All answers that made it: a list of choices replays the program.
    pub choices: Vec<u32>,
}

/// What the verifier reads before the program.
const VERIFIER_PRELUDE: &str = "\
extern int __VERIFIER_nondet_int(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
";

impl Draft {
    /// The program with its gaps filled, as a function of this head.
    fn render(
        &self,
        head: &str,
        delay: impl Fn(&Delay) -> &str,
        ask: impl Fn(usize) -> String,
    ) -> String {
        let mut text = String::new();
        for line in self.text.lines() {
            let indent = &line[..line.len() - line.trim_start().len()];
            let filled = match line.trim_start().split_once(' ') {
                Some(("@delay", number)) => {
                    number.parse().ok().map(|at: usize| delay(&self.gaps.delays[at]).to_owned())
                }
                Some(("@ask", number)) => number.parse().ok().map(&ask),
                Some(("@entry", _)) => Some(head.to_owned()),
                _ => Some(line.trim_start().to_owned()),
            };
            for line in filled.unwrap_or_default().lines() {
                text.push_str(indent);
                text.push_str(line);
                text.push('\n');
            }
        }
        text
    }

    /// The questions about the values that were seen, each on its own.
    pub fn ask(&self, seen: &Seen) -> Asked {
        let mut choices = self.rest.clone();
        let questions = question::questions(self, seen, &mut choices);
        Asked { draft: self.clone(), questions, choices: choices.into_taken() }
    }

    /// The file with nothing asked, and short delays: for whoever runs it step by step.
    pub fn without_questions(&self) -> String {
        let prefix = self.entry.trim_end_matches("test");
        let observe =
            |at: usize| format!("{prefix}mix((unsigned long long)({}));", self.gaps.asks[at]);
        let program = self.render("int main(void)", |delay| &delay.short, observe);
        format!("{VERIFIER_PRELUDE}{}{}{program}", crate::program::PRELUDE, library::DECLARATIONS)
    }

    /// Whether time passes in it.
    pub fn is_delayed(&self) -> bool {
        !self.gaps.delays.is_empty()
    }
}

impl Asked {
    /// The file that the verifier reads. Nothing in it needs the preprocessor.
    pub fn text(&self) -> String {
        let ask = |number: usize| self.questions.get(number).cloned().unwrap_or_default();
        let program = self.draft.render("int main(void)", |delay| &delay.long, ask);
        format!("{VERIFIER_PRELUDE}{}{}{program}", crate::program::PRELUDE, library::DECLARATIONS)
    }

    /// As a function among others that are compiled.
    fn compiled_text(&self) -> String {
        let head = format!("static int {}(void)", self.draft.entry);
        let ask = |number: usize| self.questions.get(number).cloned().unwrap_or_default();
        self.draft.render(&head, |delay| &delay.short, ask)
    }
}

/// Makes the draft that the choices stand for.
pub fn draft(choices: Choices, model: Model, prefix: &str, subject: Subject) -> Draft {
    draft::make(choices, model, prefix, subject)
}

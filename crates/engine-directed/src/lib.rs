//! Property-directed reachability over the loop heads of a program.
//!
//! Formula slicing looks for what a loop keeps, whatever it is asked. Here the question leads: which
//! states at a loop head let a check fail? Each such state is excluded by a lemma as general as can be
//! found, and a lemma is found by looking back one block, not by unrolling from the start.
//!
//! ```text
//!   state = OPEN                           bad:      state = CLOSED and sent > 0
//!   loop:  e = input()                     one back: state = OPEN, e = CLOSE, sent > 0
//!     if (e == SEND && state == OPEN) sent++;        is that reached? not with `sent = 0 or state = OPEN`,
//!     if (e == CLOSE) { state = CLOSED; sent = 0; }  ...
//!     check(!(state == CLOSED && sent > 0));
//! ```
//!
//! This is IC3 (Bradley, 2011) with two changes. A step is a block from head to head, so that a frame
//! is one set of lemmas for each head. And states are seen through [`words`]: conditions worth telling
//! at a head, taken from the program and from guesses; a set of states is a conjunction of them
//! (implicit predicate abstraction; Cimatti, Griggio, Mover, Tonetta, 2014). When words do not tell apart
//! what has to be told apart, more are made ([`refine`]).
//!
//! | idea | here |
//! |---|---|
//! | frames, and which lemmas hold in which | [`frames`] |
//! | memory as variables | [`dissolve`] |
//! | bounds that hold whatever is asked | [`lasting`] |
//! | those of numbers alone, then of elements of arrays too, at all heads, before anything else | [`mod@numbers`] |
//! | one step back from a cube | [`step`], by the solvers of [`asker`] |
//! | which of a state's facts a step needed | [`relevant`] |
//! | lemmas as general as can be | [`generalise`] |
//! | obligations, and when all is proved | [`search`] |
//!
//! It proves and never refutes: a path that no word excludes says nothing. What it finds is checked again
//! by `evidence`.

mod asker;
mod dissolve;
mod frames;
mod generalise;
mod lasting;
mod numbers;
mod refine;
mod relevant;
mod search;
mod simpler;
mod step;
mod words;

use encode::{Encoder, Integers, Invariants, Unencodable};
use ir::{LocationId, Program};
use ir_passes::points_to::PointsTo;
use smt::Effort;
use verdict::Budget;

pub use numbers::{Numbers, Open, numbers, orders};
use search::Search;

/// Which loops have a head of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loops {
    All,
    /// Short ones are followed, and lie within steps.
    Long,
}

#[derive(Clone, Copy, Debug)]
pub struct Options {
    pub integers: Integers,
    pub loops: Loops,
    /// For one question.
    pub effort: Effort,
    /// In all, where no limit on time ends the work.
    pub max_questions: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            integers: Integers::Machine,
            loops: Loops::Long,
            effort: Effort::Limited(500_000),
            max_questions: 1_000,
        }
    }
}

/// What came of a program.
#[derive(Clone, Debug)]
pub struct Directed {
    /// Inductive, and excluding every failure, if that is the conclusion; otherwise none.
    pub invariants: Invariants,
    /// The heads of short loops, which have no invariants: they are followed round by round, the first
    /// before the others.
    pub through: Vec<LocationId>,
    pub conclusion: Conclusion,
    pub statistics: Statistics,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conclusion {
    Proved,
    Open(Why),
    OutOfBudget,
}

/// Why there is no proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// A path to a failure is one of the program, or could not be told from one.
    Path,
    /// No words were found that exclude a path to a failure.
    Words,
    /// The solver left a question open.
    Solver,
}

/// Counted work, the same on every machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    pub n_words: usize,
    pub n_lemmas: usize,
    pub n_frames: usize,
    pub n_refinements: usize,
    pub n_questions: u64,
}

/// Looks for invariants that exclude every failure of a program that makes no calls. What is known
/// already, by invariants that are inductive by themselves, is used.
pub fn run(
    program: &Program,
    points_to: PointsTo,
    known: &Invariants,
    budget: &Budget,
    options: Options,
) -> Result<Directed, Unencodable> {
    let encoder = Encoder::new(program, points_to, options.integers)?;
    Ok(Search::new(encoder, known, budget, options)?.run(known))
}

//! What is written about a program in comments, and functions by themselves.
//!
//! ```text
//!   //@ requires, ensures, assert, loop invariant   comments ─ formula ─ contract ─┐
//!                                                                                  ├─ weave ─ front end
//!   linchpin verify FILE --function f               uses ─ arguments ─ called ─────┘       │
//!                                                                                          ▼
//!   the user's places: back;  clauses that are missing: missing  ◀──  outcome  ◀──  settled program
//! ```
//!
//! The language is the part of ACSL that can be said in C. A clause becomes C and is put into the
//! program, where our own front end gives it its meaning: its names, its types, its conversions. So what
//! engines and re-check see is a program like others, and nothing here is believed: a contract is
//! checked where it is written, and taken for granted only in the call that tries a function by itself,
//! which is what it is for.
//!
//! Contracts with predicates over the heap are the business of `annotated`.

mod always;
mod arguments;
mod back;
mod before;
mod called;
mod comments;
mod contract;
mod formula;
mod frame;
mod harness;
mod missing;
mod outline;
mod parameters;
mod paths;
mod requirements;
mod settled;
mod uses;
mod weave;
mod whole;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use c_lower::Surroundings;
use c_sema::types::DataModel;
use source::{Diagnostic, Diagnostics, Source};
use verdict::{Budget, CheckResult, Outcome, Property, PropertySet};

use super::checks::open_checks;
use super::front_end::{CompileError, Compiled, compile_with, options as options_of};
use super::link::users_unit;
use super::missing_entry::missing_entry;
use super::portfolio::Plan;
use super::preprocess::{Placed, Preprocessing, expand, name_of};
use super::threads::deadlock::ask_about_deadlock;
use crate::c::verify::verify as verify_program;
pub(super) use arguments::OBJECT as MADE;
pub use comments::has_clauses;
pub(super) use harness::{OUTSIDE, REAL, RESULT};
pub use outline::{Outlined, outline};
use weave::Woven;

/// A program with what is said about it, and perhaps one function that is looked at by itself.
#[derive(Debug)]
pub struct Specified {
    pub compiled: Compiled,
    woven: Arc<Woven>,
    asked: PropertySet,
}

/// Where runs begin.
#[derive(Clone, Copy, Debug)]
pub enum Start<'n> {
    /// At this function, as the start of a program.
    Entry(&'n str),
    /// This function is called with all that it allows.
    Alone(&'n str),
}

impl Start<'_> {
    fn name(&self) -> &str {
        match self {
            Self::Entry(name) | Self::Alone(name) => name,
        }
    }
}

/// Makes the program in which it is asked whether what is said holds. `None` if nothing is said that
/// has to do with it.
pub fn compile(
    source: &Source,
    paths: &[PathBuf],
    preprocessing: &Preprocessing,
    (model, properties, surroundings): (DataModel, &PropertySet, &Surroundings),
    start: Start<'_>,
) -> Result<Option<Specified>, CompileError> {
    for path in paths {
        refuse_macros(path, preprocessing)?;
    }
    let mut read = source.unread();
    let mut diagnostics = Diagnostics::new();
    let expand = |texts: &[Placed], part: usize| match paths.get(part) {
        Some(path) => expand(path, preprocessing, texts),
        None => texts.iter().map(|it| it.text.clone()).collect(),
    };
    let woven = weave::weave(&mut read, model, start, expand, &mut diagnostics);
    let refused = |source: Source, diagnostics| {
        Err(CompileError::Refused { source_text: Box::new(source), diagnostics })
    };
    if diagnostics.has_errors() {
        return refused(read, diagnostics);
    }
    let Some(woven) = woven else { return Ok(None) };
    let mut asked = properties.clone();
    if !woven.broken.is_empty() {
        let functions = woven.broken.iter().map(|it| it.name.clone()).collect();
        asked.insert(Property::UnreachCall { functions });
    }
    let entry = match start {
        Start::Entry(entry) => entry.to_owned(),
        Start::Alone(name) => format!("{}{name}", harness::ALONE),
    };
    let mut options = options_of(&asked, &entry, surroundings);
    // What a function by itself does not come to is none of its business.
    if matches!(start, Start::Alone(_)) {
        options.selection = c_lower::Selection::Reachable;
    }
    let mut compiled = match compile_with(woven.source.clone(), model, options) {
        Ok(compiled) => compiled,
        Err(CompileError::Refused { diagnostics, .. }) => {
            let mut unread = source.unread();
            let missing = users_unit(&mut unread, model)
                .ok()
                .and_then(|unit| missing_entry(&unit, &unread, ("--entry", start.name())));
            let told = missing.unwrap_or_else(|| woven.blame(&diagnostics));
            return refused(woven.shown(), told);
        }
        Err(error) => return Err(error),
    };
    let effects = settled::effects(&compiled.source, &woven);
    if effects.has_errors() {
        return refused(woven.shown(), effects);
    }
    woven.settle(&mut compiled.program);
    let unread = woven.ask_always(&mut compiled.program);
    if unread.has_errors() {
        return refused(woven.shown(), unread);
    }
    if properties.contains(&Property::NoDeadlock) {
        ask_about_deadlock(&mut compiled.program);
    }
    Ok(Some(Specified { compiled, woven: Arc::new(woven), asked }))
}

/// What is said in the definition of a macro is gone when the program is read.
fn refuse_macros(path: &Path, preprocessing: &Preprocessing) -> Result<(), CompileError> {
    let Ok(text) = preprocessing.as_written(path) else { return Ok(()) };
    let Some(span) = comments::in_macro(&text) else { return Ok(()) };
    let mut diagnostics = Diagnostics::new();
    let message = "what is said in the definition of a macro is not read";
    diagnostics.push(Diagnostic::error("E0950", span, message));
    let source_text = Box::new(Source::new(name_of(path), text));
    Err(CompileError::Refused { source_text, diagnostics })
}

impl Specified {
    /// For answers that are told before the work is done.
    pub fn teller(&self) -> Teller {
        Teller { woven: Arc::clone(&self.woven) }
    }

    /// What can be told before anything was found out: the text, and the checks.
    pub fn known(&self) -> (Source, Vec<CheckResult>) {
        (self.woven.shown(), self.woven.tell_checks(open_checks(&self.compiled)))
    }
}

/// An answer, told in the places of the user's text.
pub struct Answered {
    /// The program, with the user's text for its source.
    pub compiled: Compiled,
    pub outcome: Outcome,
    /// The program with what is said in it, as C: what a compiler needs to make a run of it.
    pub woven: Vec<Vec<u8>>,
    /// The function where runs of that begin.
    pub entry: String,
    /// All that was asked, clauses included.
    pub asked: PropertySet,
    pub about: About,
}

/// What an answer is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// The program as a compiler has it.
    Program,
    /// What is said in its comments, or it if that is believed.
    Comments,
}

/// Looks for the answer.
pub fn verify(
    specified: Specified,
    plan: impl Into<Plan>,
    second: Option<&mut evidence::SecondSolver>,
    budget: &Budget,
) -> Answered {
    let Specified { mut compiled, woven, asked } = specified;
    let mut outcome = verify_program(&compiled, &asked, plan, second, budget);
    Teller { woven: Arc::clone(&woven) }.tell(&mut outcome);
    compiled.source = woven.shown();
    let entry =
        woven.alone.as_ref().map_or("main".to_owned(), |name| format!("{}{name}", harness::ALONE));
    let about = woven.about(&outcome);
    Answered { compiled, outcome, woven: woven.texts(), entry, asked, about }
}

/// Says in the places of the user's text what was found out about the woven one.
#[derive(Clone, Debug)]
pub struct Teller {
    woven: Arc<Woven>,
}

impl Teller {
    pub fn tell(&self, outcome: &mut Outcome) {
        let woven = &self.woven;
        woven.tell(outcome);
        if !woven.believed.is_empty() {
            let names: Vec<String> = woven.believed.iter().map(|it| format!("`{it}`")).collect();
            let remark =
                format!("contracts of functions without body are believed: {}", names.join(", "));
            outcome.remarks.push(match woven.listing.is_empty() {
                true => remark,
                false => format!("{remark}; those with `assigns` change nothing else"),
            });
        }
        if !woven.over_heaps.is_empty() {
            let names: Vec<String> = woven.over_heaps.iter().map(|it| format!("`{it}`")).collect();
            let remark = format!("contracts over heaps are left out here: {}", names.join(", "));
            outcome.remarks.push(remark);
        }
        if woven.leaves_invariants {
            let remark = "`invariant` is asked of whole programs, and not of a function by itself";
            outcome.remarks.push(remark.to_owned());
        }
        if woven.has_assigns && woven.alone.is_none() {
            let remark = match woven.asks_assigns {
                true => {
                    "`assigns` is asked about static objects here; what pointers lead to is asked about \
                         where functions are looked at by themselves (`--function f`, `--functions`)"
                }
                false => {
                    "`assigns` is asked of functions by themselves (`--function f`, `--functions`), and \
                          not of whole programs with threads"
                }
            };
            outcome.remarks.push(remark.to_owned());
        }
        if !woven.unkept.is_empty() {
            let remark = format!("`assigns` is not checked for {}", woven.unkept.join(", "));
            outcome.remarks.push(remark);
        }
        if let Some(function) = &woven.alone {
            missing::name_what_is_missing(outcome, woven, function);
            outcome.remarks.extend(woven.taken_for_granted(function));
        }
    }
}

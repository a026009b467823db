//! What our interpreter says about a program with one mistake.

use ir_interp::{FaultKind, InputList, Interpreter, Options, Outcome};
use verdict::{CheckKind, Property, PropertySet};

use crate::faulty::{Faulty, Mistake};
use crate::front::{self, FrontError, Lowered};
use crate::program::PRELUDE;
use crate::types::Model;

/// How the run of a faulty program ended, on our side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// A check failed, on this line of the program.
    Check(CheckKind, usize),
    /// The interpreter itself found the fault.
    Fault(FaultKind, usize),
    /// Anything else.
    Other(String),
}

/// Whether checks for the property are inserted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inserted {
    Checks,
    /// Nothing: the interpreter is on its own.
    Nothing,
}

/// Runs the program from its entry.
pub fn judge(program: &Faulty, model: Model, inserted: Inserted) -> Result<Found, FrontError> {
    let checks = match (inserted, program.mistake) {
        (Inserted::Nothing, _) => c_lower::Checks::default(),
        (Inserted::Checks, Mistake::Leak) => {
            c_lower::Checks::of(&PropertySet::from_iter([Property::ValidMemtrack]))
        }
        (Inserted::Checks, _) => c_lower::Checks::all(),
    };
    let text = format!("{PRELUDE}{}", program.text);
    let lowered = front::lower(&text, model, checks, &program.entry)?;
    let options = Options { n_steps: 10_000_000, ..Options::default() };
    let outcome = Interpreter::new(&lowered.program, InputList::none(), options).run();
    Ok(found(&lowered, &outcome))
}

fn found(lowered: &Lowered, outcome: &Outcome) -> Found {
    let line = |site| lowered.line(site) - PRELUDE.lines().count();
    match outcome {
        Outcome::Violated { check, site } => {
            Found::Check(lowered.program.checks[*check].kind, line(*site))
        }
        Outcome::Undefined { kind, site } => Found::Fault(*kind, line(*site)),
        other => Found::Other(format!("{other:?}")),
    }
}

impl Found {
    /// Whether this is what the mistake should be reported as.
    pub fn is_right(&self, program: &Faulty) -> bool {
        match *self {
            Self::Check(kind, line) => {
                let is_here = line == program.line || program.mistake == Mistake::Leak;
                is_here && check_kinds(program.mistake).contains(&kind)
            }
            Self::Fault(kind, line) => {
                line == program.line && fault_kinds(program.mistake).contains(&kind)
            }
            // The IR gives these a meaning, so that nothing happens without a check.
            Self::Other(_) => fault_kinds(program.mistake).is_empty(),
        }
    }
}

fn check_kinds(mistake: Mistake) -> &'static [CheckKind] {
    match mistake {
        Mistake::Overflow => &[CheckKind::SignedOverflow],
        Mistake::DivisionByZero => &[CheckKind::DivisionByZero],
        Mistake::Shift => &[CheckKind::Shift],
        Mistake::OutOfBounds => &[CheckKind::Bounds, CheckKind::Dereference],
        Mistake::NullAccess | Mistake::AccessAfterFree | Mistake::AccessOutsideScope => {
            &[CheckKind::Dereference]
        }
        Mistake::DoubleFree | Mistake::BadFree => &[CheckKind::Free],
        Mistake::Leak => &[CheckKind::MemTrack],
        Mistake::UninitialisedBranch => &[CheckKind::Initialised],
    }
}

/// What the interpreter finds without checks; nothing where the IR is defined.
fn fault_kinds(mistake: Mistake) -> &'static [FaultKind] {
    match mistake {
        Mistake::Overflow | Mistake::Leak => &[],
        Mistake::DivisionByZero => &[FaultKind::DivisionByZero],
        Mistake::Shift => &[FaultKind::ShiftOutOfRange],
        Mistake::OutOfBounds => &[FaultKind::OutOfBounds],
        Mistake::NullAccess => &[FaultKind::NullAccess],
        Mistake::AccessAfterFree => &[FaultKind::AccessAfterFree],
        Mistake::AccessOutsideScope => &[FaultKind::AccessOutsideScope],
        Mistake::DoubleFree => &[FaultKind::DoubleFree],
        Mistake::BadFree => &[FaultKind::BadFree],
        Mistake::UninitialisedBranch => &[FaultKind::IndeterminateBranch],
    }
}

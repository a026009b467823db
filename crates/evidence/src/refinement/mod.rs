//! Refinement between two programs: the conditions of a weak simulation, one by one.
//!
//! A [`Certificate`] lists pairs of points with what is known there, and for each step of the
//! target the ways of the source that answer it. [`check`] reads both programs by itself
//! (`walk`): from every listed pair it goes along all edges of the target up to the next
//! listed point, computes guard and new values anew, and asks a fresh solver. It uses nothing of
//! the engine that found the certificate.
//!
//! # The conditions, each in a file of its own
//! 1. `start`: relation, requirement and initial values imply what is known at the pair of entries.
//! 2. `partner`: every start of the target has a partner.
//! 3. `rely`: it is reflexive and transitive and contains every command of the environment.
//!    `crowd`: where others run a program, its steps are commands, under invariants that are checked.
//! 4. `closure`: from what is known at a pair, a rely step of both sides after which the relation
//!    holds leads to what is known there.
//! 5. `restore`: the relation is among what is known wherever the source has not done what is
//!    undefined, and others can do to the source what they do to the target and keep it.
//! 6. `steps`: between two listed points the target does at most one thing that others can notice;
//!    each such stretch that is possible has an answer. `answer`: that is a path of the source that
//!    is enabled, is seen alike, ends outside of atomic blocks, and leads to a listed pair whose
//!    facts hold.
//! 7. `frames`: neither side writes shared variables that it is not said to write, and others
//!    write nothing but shared ones; so that results about threads side by side compose.
//!
//! Pairs that are not listed count as unreachable: an answer that leads to one is refused, and a
//! stretch without answer must be impossible.
//!
//! # Why that is enough
//! By induction over a run of the target with its environment there is a run of the source that is
//! related after each step: local steps of the target commute with what others do, so that runs in
//! which others act only at listed points stand for all.

mod answer;
mod certificate;
mod checker;
mod closure;
mod crowd;
mod failure;
mod frames;
mod partner;
mod points;
mod rely;
mod restore;
mod start;
mod steps;
mod value;
mod walk;

#[cfg(test)]
mod tests;

use ir::VarId;
use verdict::Budget;

pub use certificate::{
    Answer, Certificate, Chosen, Command, Crowd, Edges, Frames, Known, Observations, Pair, Point,
    Reading, Side, SourcePath, Way,
};
use checker::Checker;
pub use failure::{Happened, Run, confirm};
use walk::{Unreadable, Walker, depths};

/// Why a certificate is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    /// The solver did not say.
    #[error("the solver did not say whether {0}")]
    Open(String),
    /// Some start of the target has no partner: the question was posed so.
    #[error("some states in which the target may start have no partner in the source")]
    NoPartner,
    #[error("{0}")]
    Wrong(String),
}

impl From<Unreadable> for Flaw {
    fn from(error: Unreadable) -> Self {
        Self::Wrong(error.0)
    }
}

/// What was checked.
#[derive(Clone, Copy, Debug, Default)]
pub struct Checked {
    pub n_questions: usize,
}

/// Checks every condition.
pub fn check(certificate: &mut Certificate<'_>, budget: &Budget) -> Result<Checked, Flaw> {
    let observations = certificate.observations.clone();
    let (target, source) = readers(certificate, &observations)?;
    let mut checker = Checker { certificate, target, source, budget, checked: Checked::default() };
    checker.check_points()?;
    checker.check_start()?;
    checker.check_partner()?;
    checker.check_crowd()?;
    checker.check_frames_of_others()?;
    checker.check_rely()?;
    checker.check_closure()?;
    checker.check_restored()?;
    checker.check_steps()?;
    Ok(checker.checked)
}

/// Readers of both programs.
fn readers<'w>(
    certificate: &Certificate<'w>,
    observations: &'w Observations,
) -> Result<(Walker<'w>, Walker<'w>), Flaw> {
    let visible = visible(certificate);
    let reader = |program, visible| -> Result<Walker<'w>, Flaw> {
        Ok(Walker {
            program,
            reading: certificate.reading,
            observations,
            visible,
            depths: depths(program)?,
            number: None,
        })
    };
    let target = reader(certificate.target.program, visible.0)?;
    Ok((target, reader(certificate.source.program, visible.1)?))
}

/// What others can notice: what is listed, and in any case all that formulas over both speak of.
fn visible(certificate: &Certificate<'_>) -> (Vec<VarId>, Vec<VarId>) {
    let (mut own, mut other) = certificate.visible.clone();
    own.extend(certificate.shared.iter().map(|pair| pair.0));
    other.extend(certificate.shared.iter().map(|pair| pair.1));
    let mut formulas = certificate.relation.clone();
    for command in &certificate.commands {
        formulas.extend([command.guard, command.then]);
        formulas.extend(command.updates.iter().filter_map(|(_, value)| *value));
    }
    let used = certificate.pool.vars_of(&formulas);
    for (side, found) in [(&certificate.target, &mut own), (&certificate.source, &mut other)] {
        for (var, term) in &side.vars {
            if certificate.pool.as_var(*term).is_some_and(|known| used.contains(known)) {
                found.push(*var);
            }
        }
    }
    (own, other)
}

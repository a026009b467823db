//! A question about some of the checks of a program.
//!
//! The whole question is about all checks. A partial one leaves some out, as if nobody had asked
//! for them: their steps do nothing, and what is undefined behind them ends a run that violates
//! nothing. Steps keep their numbers, so that a run of one program is a run of the other.
//!
//! A check that is known to be violated is left out in another way: where its condition is an
//! expression, runs go on only if it holds. What is found behind it fails by itself then, and not
//! in consequence.
//!
//! ```text
//!   x = x + 1;   violated: it does not fit     assume that it fits
//!   a[x] = 0;    still asked
//! ```

use std::collections::BTreeSet;

use index::IdSet;
use ir::{CheckId, Condition, Expr, FunctionId, LocationId, Op, Program};
use ir_interp::{Indeterminate, Site};
use rustc_hash::FxHashSet;
use verdict::{CheckKind, Property, PropertySet};

use super::Compiled;

/// Steps behind a check that is left out in which what it would have asked about may happen.
const MAX_STRETCH: usize = 64;

/// What is asked of a program.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    pub compiled: &'a Compiled,
    /// That of `compiled`, or the same with some checks left out.
    pub program: &'a Program,
    /// The properties that the checks belong to.
    pub properties: &'a PropertySet,
    pub extent: Extent<'a>,
}

/// How much of what the program was compiled for is asked.
#[derive(Clone, Copy)]
pub enum Extent<'a> {
    Whole,
    /// Undefined behaviour at these steps is what a check was left out for.
    Partial(&'a FxHashSet<Site>),
}

impl<'a> Question<'a> {
    /// All that the program was compiled for.
    pub fn whole(compiled: &'a Compiled, properties: &'a PropertySet) -> Self {
        Self { compiled, program: &compiled.program, properties, extent: Extent::Whole }
    }

    /// Branching on an indeterminate value is undefined behaviour and nothing else; a program that
    /// is asked about calls and overflows has just any value there.
    pub fn indeterminate(&self) -> Indeterminate {
        match self.properties.contains(&Property::DefinedBehaviour) {
            true => Indeterminate::Tracked,
            false => Indeterminate::AsInput,
        }
    }

    /// Steps at which undefined behaviour is something that nobody asked about here.
    pub fn left_out(&self) -> FxHashSet<Site> {
        match self.extent {
            Extent::Whole => FxHashSet::default(),
            Extent::Partial(sites) => sites.clone(),
        }
    }
}

/// A program with some of its checks.
pub struct Part {
    pub program: Program,
    pub properties: PropertySet,
    left_out: FxHashSet<Site>,
}

impl Part {
    /// The program with the checks that are `asked`. Of the others, those that are `violated` are
    /// taken for granted as far as that can be said.
    pub fn of(
        compiled: &Compiled,
        properties: &PropertySet,
        asked: &IdSet<CheckId>,
        violated: &IdSet<CheckId>,
    ) -> Self {
        let mut program = compiled.program.clone();
        let mut left_out = FxHashSet::default();
        let exprs = &program.exprs;
        for (id, function) in program.functions.iter_mut() {
            let Some(body) = &mut function.body else { continue };
            let mut behind = Vec::new();
            for edge in body.edges.values_mut() {
                let Op::Check { check, condition } = &edge.op else { continue };
                if asked.contains(*check) {
                    continue;
                }
                behind.push(edge.to);
                edge.op = match condition {
                    Condition::Holds(holds)
                        if violated.contains(*check) && exprs[*holds] != Expr::Bool(false) =>
                    {
                        Op::Assume { condition: *holds }
                    }
                    _ => Op::Skip,
                };
            }
            for location in behind {
                left_out.extend(stretch(body, id, location));
            }
        }
        let kinds: BTreeSet<CheckKind> =
            asked.iter().map(|check| program.checks[check].kind).collect();
        for (check, description) in program.checks.iter_mut() {
            // No step carries these; they are asked wherever they are listed.
            if description.kind.is_of_runs() && !asked.contains(check) {
                description.kind = CheckKind::Undefined;
            }
        }
        let mut asked_for = properties_of(&kinds, properties);
        // A run that decided by a value that was never set has failed there, and goes no further.
        let is_decision = |it: CheckId| program.checks[it].kind == CheckKind::Initialised;
        if violated.iter().any(|it| !asked.contains(it) && is_decision(it)) {
            asked_for.insert(Property::DefinedBehaviour);
        }
        Self { program, properties: asked_for, left_out }
    }

    pub fn question<'a>(&'a self, compiled: &'a Compiled) -> Question<'a> {
        let extent = Extent::Partial(&self.left_out);
        Question { compiled, program: &self.program, properties: &self.properties, extent }
    }
}

/// The steps from a location up to a branch or a call.
fn stretch(body: &ir::Body, function: FunctionId, mut at: LocationId) -> Vec<Site> {
    let mut sites = Vec::new();
    while let [only] = *body.locations[at].outgoing
        && sites.len() < MAX_STRETCH
    {
        sites.push(Site { function, edge: only });
        let edge = &body.edges[only];
        if matches!(edge.op, Op::Call { .. }) {
            break;
        }
        at = edge.to;
    }
    // A decision that is undefined fails where it branches.
    let branches = body.locations[at].outgoing.iter();
    sites.extend(branches.map(|edge| Site { function, edge: *edge }));
    sites
}

/// What asks for checks of these kinds. Undefined behaviour is asked about only where no other
/// property would do: the question is harder for it.
fn properties_of(kinds: &BTreeSet<CheckKind>, properties: &PropertySet) -> PropertySet {
    let is_about_errors =
        |it: &&Property| matches!(it, Property::UnreachCall { .. } | Property::UnreachLabel { .. });
    let mut needed = PropertySet::new();
    for kind in kinds {
        let property = match kind {
            CheckKind::UnreachCall | CheckKind::Assertion => {
                let about_errors = properties.iter().filter(is_about_errors);
                about_errors.for_each(|it| needed.insert(it.clone()));
                continue;
            }
            CheckKind::Invariant => continue,
            CheckKind::SignedOverflow => Property::NoOverflow,
            CheckKind::Dereference => Property::ValidDeref,
            CheckKind::Free => Property::ValidFree,
            CheckKind::MemTrack => Property::ValidMemtrack,
            CheckKind::MemCleanup => Property::ValidMemcleanup,
            CheckKind::DataRace => Property::NoDataRace,
            CheckKind::Deadlock => Property::NoDeadlock,
            CheckKind::DivisionByZero
            | CheckKind::Shift
            | CheckKind::Bounds
            | CheckKind::Initialised
            | CheckKind::Conversion
            | CheckKind::ReadOnly
            | CheckKind::Callee
            | CheckKind::PointerArithmetic
            | CheckKind::Alignment
            | CheckKind::Undefined => Property::DefinedBehaviour,
        };
        needed.insert(property);
    }
    needed
}

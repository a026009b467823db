//! No data race, because of locks that are held and of threads that do not run at the same time.

#[cfg(test)]
mod tests;

use engine_threads::ownership::claim;
use evidence::induction::Refusal;
use evidence::races::{NotShown, OpenPair, confirm_no_race};
use evidence::unrolled::confirm_unrolled;
use ir::{EdgeId, FunctionId, Program};
use ir_passes::ownership::without_locks;
use ir_passes::points_to::{ExternalPointers, PointsTo};
use ir_passes::unroll_creations::unroll_creations;
use source::{Source, Span};
use verdict::{Budget, CheckKind};

pub enum ByOwnership {
    /// In words.
    Proved(String),
    Open(String),
    InternalError(String),
}

/// Is the absence of races all that is asked about the program?
pub fn is_asked(program: &Program) -> bool {
    !program.checks.is_empty()
        && program.checks.values().all(|check| check.kind == CheckKind::DataRace)
}

/// Of the program as it is, and if that leaves something open with the loops unrolled that create or join
/// threads as often as their counters say: each thread has a name then, and its own argument.
pub fn by_ownership(program: &Program, source: &Source, budget: &Budget) -> ByOwnership {
    let first = of_program(program, source, budget);
    let ByOwnership::Open(why) = first else { return first };
    let Some(unrolled) = unroll_creations(program) else { return ByOwnership::Open(why) };
    match of_program(&unrolled.program, source, budget) {
        ByOwnership::Proved(how) => match confirm_unrolled(program, &unrolled) {
            Ok(()) => ByOwnership::Proved(how),
            Err(Refusal::Undecided(_) | Refusal::Unfollowed(_)) => ByOwnership::Open(why),
            Err(Refusal::Wrong(error) | Refusal::NotInductive(error)) => {
                ByOwnership::InternalError(error)
            }
        },
        ByOwnership::Open(_) => ByOwnership::Open(why),
        internal_error @ ByOwnership::InternalError(_) => internal_error,
    }
}

fn of_program(program: &Program, source: &Source, budget: &Budget) -> ByOwnership {
    let is_model = is_model(program, source);
    let claimed = without_locks(program, &is_model).and_then(|(view, primitives)| {
        let points_to = PointsTo::of(&view, ExternalPointers::OwnMemory);
        claim(&view, &primitives, points_to, budget)
    });
    let claim = match claimed {
        Ok(claim) => claim,
        Err(why) => return ByOwnership::Open(why),
    };
    match confirm_no_race(program, &is_model, &claim, budget) {
        Ok(()) => {
            let n_classes = claim.classes.len() - 1;
            let places = if n_classes == 1 { "place creates" } else { "places create" };
            ByOwnership::Proved(format!(
                "for any number of threads: no two accesses to the same place are made without a \
                 common lock by threads that may run at the same time ({n_classes} {places} threads)"
            ))
        }
        Err(NotShown::Apart(pair)) => ByOwnership::Open(tell(program, source, &pair)),
        Err(NotShown::Refused(Refusal::Undecided(why) | Refusal::Unfollowed(why))) => {
            ByOwnership::Open(why)
        }
        Err(NotShown::Refused(Refusal::Wrong(why) | Refusal::NotInductive(why))) => {
            ByOwnership::InternalError(why)
        }
    }
}

/// Which functions are the library's, whatever their names.
fn is_model<'p>(program: &'p Program, source: &'p Source) -> impl Fn(FunctionId) -> bool + 'p {
    |function: FunctionId| {
        let span = program.functions[function].span;
        span != Span::default() && !source.is_users(span)
    }
}

/// The pair that is open: "`x` at a.c:12 and a.c:20: no common lock".
fn tell(program: &Program, source: &Source, pair: &OpenPair) -> String {
    let place = |(function, edge): (FunctionId, EdgeId)| {
        let body = program.functions[function].body.as_ref();
        let span = body.map(|body| body.edges[edge].provenance.span).unwrap_or_default();
        source.position(span.lo).to_string()
    };
    let (first, second) = (place(pair.first), place(pair.second));
    let what = match &pair.name {
        Some(name) => format!("`{name}`"),
        None => "memory".to_owned(),
    };
    match first == second {
        true => format!("{what} at {first}, in two threads: no common lock is known"),
        false => format!("{what} at {first} and {second}: no common lock is known"),
    }
}

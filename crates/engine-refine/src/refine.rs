//! The order of the attempts.
//!
//! 1. The game on small concrete states. If the source loses, a run that no run of the source
//!    follows is looked for; if there is none within the limits, the source may have to guess
//!    early, which a simulation cannot.
//! 2. Proofs along the winning moves: plain facts with the source moving late, then early, then
//!    facts under conditions.
//! 3. Where a proof fails in some state, its values join those that the game tries, and all of it
//!    starts again, a few times.

use verdict::Budget;

use crate::candidates::Level;
use crate::crowd::{bounds, find_invariants};
use crate::directed::directed_starts;
use crate::environment::Rely;
use crate::explicit::World;
use crate::expr::{Ex, Slot};
use crate::failure::{Failure, Searched, search};
use crate::game::{Game, Places};
use crate::machine::{Label, Side};
use crate::problem::Problem;
use crate::settle::environment_follows;
use crate::simulate::{Blame, Cause, Simulation, simulate};
use crate::term::Terms;
use crate::walk::{Order, Walk};

/// How often the game is played again with more values.
const ROUNDS: usize = 4;
const ROUNDS_OF_LARGE: usize = 10;
/// States in which proofs failed that the game starts from.
const MAX_HINTS: usize = 12;
/// Source states that a game looks at from one on: first few, and more if that loses.
const CLOSURES: [usize; 2] = [24, 160];
/// Source states that a refutation looks at from one on.
const CLOSURE_OF_FAILURES: usize = 400;
/// Proofs along the winning moves of a game, in order.
const ATTEMPTS: [(Order, Level); 6] = [
    (Order::InStep, Level::Plain),
    (Order::Lazy, Level::Plain),
    (Order::Eager, Level::Plain),
    (Order::InStep, Level::Guarded),
    (Order::Lazy, Level::Guarded),
    (Order::Eager, Level::Guarded),
];

/// The answer.
pub enum Answer {
    Refines(Box<Simulation>),
    DoesNot(Box<Failure>),
    Unknown(Why),
}

/// Why there is no answer.
#[derive(Clone, Debug)]
pub enum Why {
    /// Nothing can start: what is required contradicts itself or the initial values.
    NoStart,
    /// The source loses the game, but no single run shows it.
    MustGuess(Option<(Places, usize)>),
    /// Others cannot do to the source what they do to the target.
    EnvironmentBreaks(Option<usize>),
    /// What is known between the two is too weak.
    TooWeak(Box<Blame>),
    Unmodelled {
        what: String,
        step: usize,
    },
    /// Something of the source is not modelled that the target might need.
    Unsayable,
    Exhausted,
}

/// How much work it was.
#[derive(Clone, Copy, Debug, Default)]
pub struct Statistics {
    pub n_rounds: usize,
    pub n_attempts: usize,
}

/// How long it is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Patience {
    Whole,
    /// For questions beside the real one: of large programs only what mostly works.
    Brief,
}

/// Asks the question.
pub fn refine(problem: &mut Problem, patience: Patience, budget: &Budget) -> (Answer, Statistics) {
    let mut statistics = Statistics::default();
    let mut terms = Terms::default();
    let mut extra: Vec<(Slot, i128)> = Vec::new();
    let mut hints: Vec<Vec<(Slot, i128)>> = Vec::new();
    let mut last: Option<Blame> = None;
    let facts: Vec<Ex> = problem.relation.iter().map(|fact| fact.ex).collect();
    let relation = problem.exprs.conjunction(facts);
    if find_invariants(problem, &mut terms, budget).is_err() {
        return (Answer::Unknown(Why::Unsayable), statistics);
    }
    problem.environment.bounds = bounds(problem);
    let Ok(rely) = Rely::infer(problem, &mut terms, budget) else {
        return (Answer::Unknown(Why::Unsayable), statistics);
    };
    keep_to_rely(problem, &rely);
    let mut closure = CLOSURES[0];
    let mut tries_all = false;
    let is_large = World::new(problem, relation, &extra, &hints).is_large();
    if is_large {
        hints = directed_starts(problem, &mut terms, budget);
    }
    let most_hints = hints.len() + MAX_HINTS;
    let is_brief = is_large && patience == Patience::Brief;
    let n_rounds = match is_large {
        true if is_brief => 1,
        true => ROUNDS_OF_LARGE,
        false => ROUNDS,
    };
    for _ in 0..n_rounds {
        statistics.n_rounds += 1;
        if budget.check().is_err() {
            return (Answer::Unknown(Why::Exhausted), statistics);
        }
        let frozen = problem.clone();
        let mut world = World::new(&frozen, relation, &extra, &hints);
        world.closure = match world.is_large() {
            true => closure / 2,
            false => closure,
        };
        let mut game = Game::play(&world, budget);
        if !game.has_starts() {
            return (Answer::Unknown(Why::NoStart), statistics);
        }
        let mut walks: Vec<(Order, Walk)> = Vec::new();
        let mut more: Vec<(Slot, i128)> = Vec::new();
        let n_hints = hints.len();
        // Proofs about large programs are dear: a second look with other values comes first.
        let is_last = !world.is_large() || tries_all || statistics.n_rounds == n_rounds;
        let n_attempts = if is_last && !is_brief { ATTEMPTS.len() } else { 1 };
        for (order, level) in ATTEMPTS.into_iter().take(n_attempts) {
            if budget.check().is_err() {
                return (Answer::Unknown(Why::Exhausted), statistics);
            }
            if !game.is_lost() && !walks.iter().any(|(known, _)| *known == order) {
                let walk = game.walk(&world, order, budget);
                walks.push((order, walk));
            }
            if game.is_lost() {
                break;
            }
            let Some((_, walk)) = walks.iter().find(|(known, _)| *known == order) else { continue };
            statistics.n_attempts += 1;
            match simulate(problem, &mut terms, &rely, walk, level, budget) {
                Ok(simulation) => {
                    return (accepted(problem, &mut terms, simulation, budget), statistics);
                }
                Err(blame) => {
                    match &blame.cause {
                        Cause::Unsayable => {
                            return (Answer::Unknown(Why::Unsayable), statistics);
                        }
                        Cause::Exhausted => {
                            return (Answer::Unknown(Why::Exhausted), statistics);
                        }
                        Cause::NoAnswer { .. }
                        | Cause::BreaksRelation { .. }
                        | Cause::Unmodelled { .. }
                        | Cause::Start { .. }
                        | Cause::Open => {}
                    }
                    more.extend(worth_trying(problem, &blame.values));
                    if is_large && !blame.values.is_empty() && !hints.contains(&blame.values) {
                        hints.push(blame.values.clone());
                    }
                    last = Some(blame);
                }
            }
        }
        if game.is_lost() {
            world.closure = CLOSURE_OF_FAILURES;
            let why = match search(&world, &game, budget) {
                Searched::Failure(failure) => return (Answer::DoesNot(failure), statistics),
                Searched::Nothing | Searched::EnvironmentBreaks if game.breaks_relation => {
                    Why::EnvironmentBreaks(None)
                }
                Searched::Nothing | Searched::EnvironmentBreaks => Why::MustGuess(game.stuck()),
            };
            // It may have been lost only because the source did not look further ahead.
            if game.is_cut && closure != CLOSURES[1] {
                closure = CLOSURES[1];
                continue;
            }
            return (Answer::Unknown(why), statistics);
        }
        let has_hint = hints.len() > n_hints && hints.len() <= most_hints;
        let n_before = extra.len();
        for value in more {
            if !extra.contains(&value) && extra.len() < n_before + 6 {
                extra.push(value);
            }
        }
        if extra.len() == n_before && !has_hint && !is_last {
            tries_all = true;
            continue;
        }
        if (extra.len() == n_before && !has_hint) || statistics.n_rounds == n_rounds {
            // Neither a proof nor a lost game: a failure may still be further away.
            world.closure = CLOSURE_OF_FAILURES;
            if let Searched::Failure(failure) = search(&world, &game, budget) {
                return (Answer::DoesNot(failure), statistics);
            }
            break;
        }
    }
    let why = match last {
        Some(Blame { cause: Cause::Unmodelled { step, what }, .. }) => {
            Why::Unmodelled { what, step }
        }
        Some(blame) if must_guess(problem, &blame) => Why::MustGuess(Some(stuck_at(&blame))),
        Some(blame) => Why::TooWeak(Box::new(blame)),
        None => Why::Exhausted,
    };
    (Answer::Unknown(why), statistics)
}

/// Whether the source would have to choose a value where the target takes a step without an answer
/// that is known, and the target chooses none there.
fn must_guess(problem: &Problem, blame: &Blame) -> bool {
    let Cause::NoAnswer { step } = blame.cause else { return false };
    let (mut pending, mut seen) = (vec![blame.places.1], Vec::new());
    while let Some(place) = pending.pop() {
        if seen.contains(&place) {
            continue;
        }
        seen.push(place);
        for index in &problem.source.outgoing[place] {
            let own = &problem.source.steps[*index];
            let is_result = |slot: &Slot| matches!(&own.label, Label::Call { result, .. } if *result == Some(*slot));
            if own.choices.iter().any(|slot| !is_result(slot)) {
                return problem.target.steps[step].choices.is_empty();
            }
            if own.label == Label::Silent {
                pending.push(own.to);
            }
        }
    }
    false
}

fn stuck_at(blame: &Blame) -> (Places, usize) {
    match blame.cause {
        Cause::NoAnswer { step } => (blame.places, step),
        _ => (blame.places, 0),
    }
}

/// Concrete steps that only bound what others do stay within what is relied on.
fn keep_to_rely(problem: &mut Problem, rely: &Rely) {
    let within = problem.exprs.conjunction(rely.facts.iter().copied());
    for command in &mut problem.environment.commands {
        if !command.is_exact {
            command.then = within;
        }
    }
}

/// A simulation, if the environment can keep its relation.
fn accepted(
    problem: &mut Problem,
    terms: &mut Terms,
    mut simulation: Simulation,
    budget: &Budget,
) -> Answer {
    match environment_follows(problem, terms, &simulation, budget) {
        Ok(None) => {
            simulation.thin(problem, terms, budget);
            Answer::Refines(Box::new(simulation))
        }
        Ok(Some(command)) => Answer::Unknown(Why::EnvironmentBreaks(Some(command))),
        Err(_) => Answer::Unknown(Why::Unsayable),
    }
}

/// Values that are worth trying: of slots that others write, or that runs begin with. What a local
/// holds was read from somewhere.
fn worth_trying(problem: &Problem, values: &[(Slot, i128)]) -> Vec<(Slot, i128)> {
    let mut found = Vec::new();
    let starts = &problem.target.live[problem.target.start];
    let is_given = |slot: Slot| problem.partner(slot).is_some() || starts.contains(&slot);
    let mut locals = Vec::new();
    let parameters = problem.target.parameters.iter().zip(&problem.source.parameters);
    let pairs: Vec<(Option<Slot>, Option<Slot>)> =
        parameters.map(|((_, own), (_, other))| (*own, *other)).collect();
    for (slot, value) in values {
        // Only the source may still need a parameter that both were given.
        if problem.variables[slot.index()].side == Side::Source {
            let given = pairs.iter().find(|(_, other)| *other == Some(*slot));
            found.extend(given.and_then(|(own, _)| *own).map(|own| (own, *value)));
            continue;
        }
        match is_given(*slot) {
            true => found.push((*slot, *value)),
            false if !(0..=2).contains(value) => locals.push((problem.slot_type(*slot), *value)),
            false => {}
        }
    }
    for (ty, value) in locals {
        let shared = problem.shared.iter().map(|(slot, _)| *slot);
        let parameters = problem.target.parameters.iter().filter_map(|(_, slot)| *slot);
        for slot in shared.chain(parameters) {
            if problem.slot_type(slot) == ty {
                found.push((slot, value));
            }
        }
    }
    found
}

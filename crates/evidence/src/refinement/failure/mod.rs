//! A run of the target that no run of the source follows, checked again.
//!
//! The run is followed edge by edge on the target's program, with concrete values: constants of
//! the pool, which folds what is computed from them. Beside it goes the set of all states that the
//! source could be in, over single edges of its program. After each step the set is what can be
//! reached with the same observation, outside of atomic blocks, with the relation holding. It must
//! not be empty before the last step, and must be empty after it.
//!
//! Nothing may be left out of the set. So a run is refused where the source could start in another
//! state (`start`), where it chooses a value that matters, where it does what is undefined or not
//! modelled (`followers`), or where others could change the source alone and keep the relation
//! (`others`). And wherever others act, the source may have gone on before without being seen.

mod followers;
mod live;
mod others;
mod start;
mod threads;

use ir::{LocationId, Program, Type, VarId};
use logic::{Substitution, Term, TermId, TermPool, substitute};
use rustc_hash::{FxHashMap, FxHashSet};
use smt::{Answer, Effort, OneQuestion};
use verdict::Budget;

use super::Flaw;
use super::certificate::{Certificate, Edges, Point};
use super::crowd::check_names;
use super::readers;
use super::walk::{Seen, Walker};
use live::live;
use threads::Threads;

/// One event of a run.
#[derive(Clone, Debug)]
pub enum Happened {
    /// Edges of the target, with values of its choices by the number of the edge.
    Step { edges: Edges, chosen: Vec<(usize, i128)> },
    /// A command of the environment, with the values that it writes.
    Environment { command: usize, writes: Vec<(VarId, i128)> },
    /// Edges of the thread of others that has this number, with values of its choices.
    Others { number: i128, edges: Edges, chosen: Vec<(usize, i128)> },
}

#[derive(Clone, Debug)]
pub struct Run {
    pub start: Vec<(VarId, i128)>,
    /// Values of globals that only others use, beside a function.
    pub start_of_others: Vec<(VarId, i128)>,
    pub happened: Vec<Happened>,
}

type Store = FxHashMap<VarId, TermId>;

/// A state of the source: where it is, and constants.
#[derive(Clone, Debug, PartialEq, Eq)]
struct State {
    at: Point,
    store: Vec<(VarId, TermId)>,
}

/// Checks that the run is one of the target, and that the source cannot follow it.
pub fn confirm(certificate: &mut Certificate<'_>, run: &Run, budget: &Budget) -> Result<(), Flaw> {
    let observations = certificate.observations.clone();
    let (target, source) = readers(certificate, &observations)?;
    if let Some(crowd) = &certificate.crowd {
        check_names(certificate, crowd)?;
    }
    let live = live(source.program);
    let threads = Threads::of(certificate, run)?;
    let mut follower = Follower { certificate, target, source, live, threads, budget };
    follower.follow(run)
}

struct Follower<'c, 'a> {
    certificate: &'c mut Certificate<'a>,
    target: Walker<'c>,
    source: Walker<'c>,
    live: FxHashMap<LocationId, FxHashSet<VarId>>,
    threads: Threads,
    budget: &'c Budget,
}

fn wrong<T>(what: &str) -> Result<T, Flaw> {
    Err(Flaw::Wrong(what.to_owned()))
}

impl Follower<'_, '_> {
    fn follow(&mut self, run: &Run) -> Result<(), Flaw> {
        let body = |program: &Program| {
            program.functions[program.entry].body.as_ref().map(|body| body.entry)
        };
        let (Some(mut at), Some(entry)) = (body(self.target.program), body(self.source.program))
        else {
            return wrong("there is no body");
        };
        let mut own: Store = Store::default();
        for (var, value) in &run.start {
            let ty = self.target.program.vars[*var].ty;
            let value = self.target.constant(&mut self.certificate.pool, ty, *value);
            own.insert(*var, value);
        }
        let missing: Vec<VarId> = self
            .certificate
            .target
            .vars
            .keys()
            .copied()
            .filter(|it| !own.contains_key(it))
            .collect();
        for var in missing {
            let ty = self.target.program.vars[var].ty;
            own.insert(var, self.target.constant(&mut self.certificate.pool, ty, 0));
        }
        let first = self.start(&own, entry)?;
        let mut states = vec![first];
        self.settled(&own, &states)?;
        let last = run.happened.len().checked_sub(1);
        for (index, happened) in run.happened.iter().enumerate() {
            let is_last = Some(index) == last;
            match happened {
                Happened::Step { edges, chosen } => {
                    let (seen, to) = self.step(&mut own, at, edges, chosen)?;
                    states = self.followers(&states, &own, seen.as_ref())?;
                    // A source that could do what is undefined has been refused on the way.
                    if to == Point::Undefined {
                        states.clear();
                    }
                    match to {
                        Point::At(location) => at = location,
                        Point::Ended | Point::Undefined if is_last => {}
                        Point::Ended | Point::Undefined => {
                            return wrong("the run goes on after its end");
                        }
                    }
                }
                Happened::Environment { command, writes } => {
                    if is_last {
                        return wrong("the environment ends the run");
                    }
                    self.disturb(&mut own, &mut states, *command, writes)?;
                }
                Happened::Others { number, edges, chosen } => {
                    if is_last {
                        return wrong("others end the run");
                    }
                    self.step_of_others(&mut own, &mut states, *number, edges, chosen)?;
                }
            }
            match (states.is_empty(), is_last) {
                (true, true) => return Ok(()),
                (false, false) => self.settled(&own, &states)?,
                (true, false) => return wrong("the source is stuck too early"),
                (false, true) => return wrong("the source can follow"),
            }
        }
        wrong("nothing happens")
    }

    fn pool(&mut self) -> &mut TermPool {
        &mut self.certificate.pool
    }

    /// Constants in the place of the variables of both.
    fn valued(&self, own: &Store, other: &[(VarId, TermId)]) -> Substitution {
        let certificate = &*self.certificate;
        let mut by = Substitution::default();
        for (var, term) in &certificate.target.vars {
            if let (Some(known), Some(value)) = (certificate.pool.as_var(*term), own.get(var)) {
                by.insert(known, *value);
            }
        }
        for (var, value) in other {
            let term = certificate.source.vars.get(var);
            if let Some(known) = term.and_then(|term| certificate.pool.as_var(*term)) {
                by.insert(known, *value);
            }
        }
        by
    }

    /// Whether a condition is true of constants.
    fn truth(&mut self, condition: TermId, by: &Substitution) -> Result<bool, Flaw> {
        let value = substitute(self.pool(), &[condition], by)[0];
        match self.certificate.pool[value] {
            Term::Bool(value) => Ok(value),
            _ => wrong("a condition has no value"),
        }
    }

    fn is_related(&mut self, own: &Store, state: &State) -> Result<bool, Flaw> {
        let by = self.valued(own, &state.store);
        for fact in self.certificate.relation.clone() {
            if !self.truth(fact, &by)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn is_impossible(&mut self, formulas: &[TermId]) -> bool {
        let question = OneQuestion::ask(
            &self.certificate.pool,
            formulas,
            self.budget,
            Effort::Limited(20_000_000),
        );
        *question.answer() == Answer::Unsat
    }

    /// The target takes a step.
    fn step(
        &mut self,
        own: &mut Store,
        at: LocationId,
        edges: &Edges,
        chosen: &[(usize, i128)],
    ) -> Result<(Option<Seen>, Point), Flaw> {
        let target = &self.target;
        let mut choose = |pool: &mut TermPool, number: usize, ty: Type| {
            let value = chosen.iter().find(|(edge, _)| *edge == number).map_or(0, |(_, it)| *it);
            target.constant(pool, ty, value)
        };
        let walked =
            self.target.walk(&mut self.certificate.pool, at, edges, own.clone(), &mut choose)?;
        for condition in &walked.guard {
            if !self.truth(*condition, &Substitution::default())? {
                return wrong("the target cannot take a step of the run");
            }
        }
        if let Point::At(location) = walked.end
            && self.target.depth(location) != 0
        {
            return wrong("a step ends in an atomic block");
        }
        if walked.n_events > 1 {
            return wrong("a step is more than one");
        }
        *own = walked.store;
        Ok((walked.seen, walked.end))
    }
}

//! A run of the target that no run of the source follows, checked again.
//!
//! The run is followed edge by edge on the target's program, with concrete values: constants of
//! the pool, which folds what is computed from them. Beside it goes the set of all states that the
//! source could be in, over single edges of its program. After each step the set is what can be
//! reached with the same observation, outside of atomic blocks, with the relation holding. It must
//! not be empty before the last step, and must be empty after it.
//!
//! Nothing may be left out of the set. So a run is refused where the source could start in another
//! state, where it chooses a value that matters, where it does what is undefined or not modelled,
//! or where others could change the source alone and keep the relation.

mod live;
mod others;

use ir::{Condition, EdgeId, HavocCause, LocationId, Op, Program, Type, VarId};
use logic::{Substitution, Term, TermId, TermPool, Value, substitute};
use rustc_hash::{FxHashMap, FxHashSet};
use smt::{Answer, Effort, OneQuestion};
use verdict::Budget;

use super::Flaw;
use super::certificate::{Certificate, Edges, Point, Way};
use super::crowd::check_names;
use super::value::has_value;
use super::walk::{Seen, Walker, depths};
use live::live;

/// One event of a run.
#[derive(Clone, Debug)]
pub enum Happened {
    /// Edges of the target, with values of its choices by the number of the edge.
    Step { edges: Edges, chosen: Vec<(usize, i128)> },
    /// A command of the environment, with the values that it writes.
    Environment { command: usize, writes: Vec<(VarId, i128)> },
}

#[derive(Clone, Debug)]
pub struct Run {
    pub start: Vec<(VarId, i128)>,
    pub happened: Vec<Happened>,
}

const MAX_STATES: usize = 4_000;

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
    let (target, source) = (certificate.target.program, certificate.source.program);
    let visible = super::visible(certificate);
    let own = Walker {
        program: target,
        reading: certificate.reading,
        observations: &observations,
        visible: visible.0,
        depths: depths(target)?,
        number: None,
    };
    let other = Walker {
        program: source,
        reading: certificate.reading,
        observations: &observations,
        visible: visible.1,
        depths: depths(source)?,
        number: None,
    };
    if let Some(crowd) = &certificate.crowd {
        check_names(certificate, crowd)?;
    }
    let live = live(source);
    let mut follower =
        Follower { certificate, target: own, source: other, live, n_numbers_left: 0, budget };
    follower.follow(run)
}

struct Follower<'c, 'a> {
    certificate: &'c mut Certificate<'a>,
    target: Walker<'c>,
    source: Walker<'c>,
    live: FxHashMap<LocationId, FxHashSet<VarId>>,
    /// Threads of others so far whose numbers somebody may have seen.
    n_numbers_left: i128,
    budget: &'c Budget,
}

fn wrong<T>(what: &str) -> Result<T, Flaw> {
    Err(Flaw::Wrong(what.to_owned()))
}

/// Where the source could be, and whether it was seen on its way there.
type Known = (Point, Vec<(VarId, TermId)>, bool);

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

    /// The only state in which the source can start, as far as it matters.
    fn start(&mut self, own: &Store, entry: LocationId) -> Result<State, Flaw> {
        let by = self.valued(own, &[]);
        let mut conditions = self.certificate.relation.clone();
        conditions.extend(&self.certificate.requires);
        if self.certificate.is_whole {
            for (vars, program) in [
                (self.certificate.source.vars.clone(), self.source.program),
                (self.certificate.target.vars.clone(), self.target.program),
            ] {
                for (var, term) in vars {
                    let described = &program.vars[var];
                    let ir::Initial::Bits(bits) = described.initial else { continue };
                    if described.scope != ir::Scope::Global {
                        continue;
                    }
                    let value = match described.ty {
                        Type::Int(int) => int.value(bits),
                        _ => i128::from(bits != 0),
                    };
                    let value =
                        self.source.constant(&mut self.certificate.pool, described.ty, value);
                    conditions.push(self.pool().eq(term, value));
                }
            }
        }
        let conditions = substitute(self.pool(), &conditions, &by);
        let mut vars: Vec<(VarId, TermId)> =
            self.certificate.source.vars.iter().map(|(var, term)| (*var, *term)).collect();
        vars.sort();
        let live = self.live.get(&entry).cloned().unwrap_or_default();
        let shared: Vec<VarId> = self.certificate.shared.iter().map(|pair| pair.1).collect();
        let matters = |var: &VarId| live.contains(var) || shared.contains(var);
        let mut question = OneQuestion::ask(
            &self.certificate.pool,
            &conditions,
            self.budget,
            Effort::Limited(20_000_000),
        );
        if *question.answer() != Answer::Sat {
            return wrong("the run does not start where it may");
        }
        let mut store = Vec::new();
        let mut others = Vec::new();
        for (var, term) in vars {
            let ty = self.source.program.vars[var].ty;
            let value = if matters(&var) {
                let value = match question.value(&self.certificate.pool, term) {
                    Some(Value::Bool(value)) => i128::from(value),
                    Some(Value::Int(value)) => value,
                    Some(Value::BitVec(_, bits)) => ty.as_int().map_or(0, |int| int.value(bits)),
                    Some(Value::Array(..)) | None => return wrong("a start without value"),
                };
                let value = self.source.constant(&mut self.certificate.pool, ty, value);
                let same = self.pool().eq(term, value);
                others.push(self.pool().not(same));
                value
            } else {
                self.source.constant(&mut self.certificate.pool, ty, 0)
            };
            store.push((var, value));
        }
        let mut formulas = conditions;
        formulas.push(self.pool().or(&others));
        if !self.is_impossible(&formulas) {
            return wrong("the source could start in another state");
        }
        Ok(State { at: Point::At(entry), store })
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

    /// All states that the source can get to with the same observation.
    fn followers(
        &mut self,
        states: &[State],
        own: &Store,
        seen: Option<&Seen>,
    ) -> Result<Vec<State>, Flaw> {
        let source = self.source.program;
        let Some(body) = &source.functions[source.entry].body else {
            return wrong("there is no body");
        };
        let mut found: Vec<State> = Vec::new();
        let mut known: FxHashSet<Known> = FxHashSet::default();
        let mut pending: Vec<(State, bool)> = Vec::new();
        for state in states {
            pending.push((state.clone(), seen.is_none()));
        }
        while let Some((state, is_seen)) = pending.pop() {
            if !known.insert((state.at, state.store.clone(), is_seen)) {
                continue;
            }
            if known.len() > MAX_STATES {
                return wrong("the source could be in too many states");
            }
            // What a call gave belongs to what is seen of it: nobody rests before that.
            let awaits_result = |location: LocationId| {
                body.locations[location].outgoing.iter().any(|id| {
                    matches!(
                        body.edges[*id].op,
                        Op::Havoc { cause: HavocCause::ExternalResult(_), .. }
                    )
                })
            };
            let is_rest = match state.at {
                Point::At(location) => self.source.depth(location) == 0 && !awaits_result(location),
                Point::Ended | Point::Undefined => true,
            };
            if is_seen && is_rest && self.is_related(own, &state)? && !found.contains(&state) {
                found.push(state.clone());
            }
            let Point::At(location) = state.at else { continue };
            for id in &body.locations[location].outgoing {
                let ways: &[Way] = match body.edges[*id].op {
                    Op::Check { .. } => &[Way::On, Way::Failed],
                    _ => &[Way::On],
                };
                for way in ways {
                    self.edge(&state, (*id, *way), is_seen, seen, &mut pending)?;
                }
            }
        }
        Ok(found)
    }

    /// One edge of the source, if it can be taken.
    fn edge(
        &mut self,
        state: &State,
        edge: (EdgeId, Way),
        is_seen: bool,
        seen: Option<&Seen>,
        pending: &mut Vec<(State, bool)>,
    ) -> Result<(), Flaw> {
        let Point::At(location) = state.at else { return Ok(()) };
        let source = self.source.program;
        let Some(body) = &source.functions[source.entry].body else { return Ok(()) };
        let op = &body.edges[edge.0].op;
        if matches!(op, Op::Halt { cause: ir::HaltCause::Assumption }) {
            return Ok(());
        }
        let mut values: Vec<Option<i128>> = vec![None];
        let mut given: Option<TermId> = None;
        if let Op::Havoc { target, cause } = op {
            let ty = source.vars[*target].ty;
            let to = body.edges[edge.0].to;
            let is_read = self.live.get(&to).is_some_and(|live| live.contains(target));
            let result = match (seen, cause) {
                (Some(Seen::Call(name, _, result)), HavocCause::ExternalResult(function))
                    if is_seen && **name == *source.functions[*function].name =>
                {
                    *result
                }
                _ => None,
            };
            match (result, ty) {
                (Some(value), _) => given = Some(value),
                (None, _) if !is_read => values = vec![Some(0)],
                (None, Type::Bool) => values = vec![Some(0), Some(1)],
                (None, _) if has_value(ty) => return wrong("the source chooses a value"),
                (None, _) => {}
            }
        }
        if let Op::Check { condition: Condition::Holds(_), .. } = op {
        } else if let Op::Check { .. } = op {
            return wrong("the source has a check that is not modelled");
        }
        for value in values {
            let walker = &self.source;
            let mut choose = |pool: &mut TermPool, _: usize, ty: Type| match given {
                Some(value) => value,
                None => walker.constant(pool, ty, value.unwrap_or(0)),
            };
            let store: Store = state.store.iter().copied().collect();
            let walked = self.source.walk(
                &mut self.certificate.pool,
                location,
                &vec![edge],
                store,
                &mut choose,
            )?;
            let mut is_open = true;
            for condition in &walked.guard {
                is_open &= self.truth(*condition, &Substitution::default())?;
            }
            if !is_open {
                continue;
            }
            if walked.end == Point::Undefined {
                return wrong("the source does what is undefined");
            }
            let next_seen = match (&walked.seen, seen) {
                (None, _) => is_seen,
                (Some(_), None) => continue,
                (Some(_), Some(_)) if is_seen => continue,
                (Some(own), Some(wanted)) => match self.alike(own, wanted)? {
                    true => true,
                    false => continue,
                },
            };
            let mut store: Vec<(VarId, TermId)> = walked.store.into_iter().collect();
            store.retain(|(var, _)| self.certificate.source.vars.contains_key(var));
            store.sort();
            pending.push((State { at: walked.end, store }, next_seen));
        }
        Ok(())
    }

    /// Whether two observations of constants are the same; a result comes later.
    fn alike(&self, own: &Seen, wanted: &Seen) -> Result<bool, Flaw> {
        Ok(match (own, wanted) {
            (Seen::Call(name, given, _), Seen::Call(other, got, _)) => {
                name == other && given == got
            }
            (Seen::Return(a), Seen::Return(b)) => a == b,
            (Seen::Abort, Seen::Abort) | (Seen::Error, Seen::Error) => true,
            _ => false,
        })
    }
}

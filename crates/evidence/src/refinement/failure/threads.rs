//! Threads of others in a failing run, where they run a program: each begins at the entry, has a number
//! of its own, and takes one step at a time, whenever it likes.
//!
//! Beside a function their own globals hold at the start what the run says, as those of the function do;
//! beside a whole program their initial values. What is not known, as a parameter, stays a variable of
//! the pool, and a step is refused where a condition or something that is written depends on it. What
//! they write must be related by being equal: then whatever
//! the source's others do instead, the source sees the same values.

use ir::{Initial, LocationId, Op, Scope, Type, VarId};
use logic::{Term, TermPool};
use rustc_hash::FxHashMap;

use super::{Follower, Run, State, Store, wrong};
use crate::refinement::Flaw;
use crate::refinement::certificate::{Certificate, Crowd, Edges, Point};
use crate::refinement::crowd::{reader, unobserved};

/// The target is the first thread.
const FIRST_NUMBER: i128 = 2;
const LAST_NUMBER: i128 = i32::MAX as i128;

/// The threads that have begun, and what is theirs together.
pub(super) struct Threads {
    /// By number; nothing for one that has ended.
    begun: FxHashMap<i128, Option<(LocationId, Store)>>,
    globals: Store,
}

impl Threads {
    /// Before anyone has begun.
    pub(super) fn of(certificate: &mut Certificate<'_>, run: &Run) -> Result<Self, Flaw> {
        let mut threads = Self { begun: FxHashMap::default(), globals: Store::default() };
        let Some(crowd) = certificate.crowd.clone() else { return Ok(threads) };
        // A number that is somewhere at the start may be that of yet another thread.
        if tells_numbers(&crowd) {
            threads.begun.extend(run.start.iter().map(|(_, value)| (*value, None)));
        }
        let observations = unobserved();
        let others = reader(&crowd, certificate.reading, &observations)?;
        for (var, _) in crowd.vars.iter() {
            let described = &crowd.program.vars[*var];
            let Type::Int(int) = described.ty else { continue };
            let told = run.start_of_others.iter().find(|(it, _)| it == var);
            let value = match (certificate.is_whole, described.initial, told) {
                _ if described.scope != Scope::Global => continue,
                (true, Initial::Bits(bits), _) => int.value(bits),
                (false, _, Some((_, value))) => *value,
                _ => continue,
            };
            let value = others.constant(&mut certificate.pool, described.ty, value);
            threads.globals.insert(*var, value);
        }
        Ok(threads)
    }
}

fn tells_numbers(crowd: &Crowd<'_>) -> bool {
    let body = crowd.program.functions[crowd.program.entry].body.as_ref();
    body.is_some_and(|body| {
        body.edges.values().any(|edge| matches!(edge.op, Op::ThreadSelf { .. }))
    })
}

impl Follower<'_, '_> {
    /// One of the threads of others takes a step.
    pub(super) fn step_of_others(
        &mut self,
        own: &mut Store,
        states: &mut Vec<State>,
        number: i128,
        edges: &Edges,
        chosen: &[(usize, i128)],
    ) -> Result<(), Flaw> {
        let Some(crowd) = self.certificate.crowd.clone() else {
            return wrong("nobody else runs");
        };
        let (at, locals) = self.begun(&crowd, number)?;
        let shared = self.shared_by(&crowd);
        let observations = unobserved();
        let mut others = reader(&crowd, self.certificate.reading, &observations)?;
        let pool = &mut self.certificate.pool;
        let mut store = Store::default();
        for (var, term) in &crowd.vars {
            let described = &crowd.program.vars[*var];
            let value = match shared.get(var) {
                Some(mine) => own.get(mine).copied().unwrap_or(*term),
                None if described.scope == Scope::Global => {
                    self.threads.globals.get(var).copied().unwrap_or(*term)
                }
                // Each thread has its own.
                None => match locals.get(var) {
                    Some(value) => *value,
                    None => others.fresh(pool, described.ty),
                },
            };
            store.insert(*var, value);
        }
        let int = Type::Int(ir::IntType::signed(32));
        others.number = Some(others.constant(pool, int, number));
        let mut choose = |pool: &mut TermPool, edge: usize, ty: Type| {
            let value = chosen.iter().find(|(it, _)| *it == edge).map_or(0, |(_, value)| *value);
            others.constant(pool, ty, value)
        };
        let walked = others.walk(pool, at, edges, store, &mut choose)?;
        if walked.guard.iter().any(|condition| pool[*condition] != Term::Bool(true)) {
            return wrong("others cannot do that now");
        }
        if walked.n_events > 1 || walked.seen.is_some() {
            return wrong("a step of others is more than one");
        }
        let rests = match walked.end {
            Point::At(location) if others.depth(location) != 0 => {
                return wrong("others rest in an atomic block");
            }
            Point::Undefined => return wrong("others do what is undefined"),
            Point::At(location) => Some(location),
            Point::Ended => None,
        };
        let mut after = own.clone();
        let mut written: Vec<VarId> = Vec::new();
        let mut locals = Store::default();
        for (var, value) in walked.store {
            let is_global = crowd.program.vars[var].scope == Scope::Global;
            match shared.get(&var) {
                Some(mine) => {
                    if after.get(mine) != Some(&value) {
                        self.is_same_on_both_sides(*mine)?;
                        written.push(*mine);
                        after.insert(*mine, value);
                    }
                    self.is_known(value)?;
                }
                None if is_global => {
                    self.threads.globals.insert(var, value);
                }
                None => {
                    locals.insert(var, value);
                }
            }
        }
        self.threads.begun.insert(number, rests.map(|location| (location, locals)));
        written.sort();
        match written.is_empty() {
            true => Ok(()),
            false => self.write(own, after, states, &written),
        }
    }

    /// Where a thread is; one that has not begun is at the entry.
    fn begun(&self, crowd: &Crowd<'_>, number: i128) -> Result<(LocationId, Store), Flaw> {
        if !(FIRST_NUMBER..=LAST_NUMBER).contains(&number) {
            return wrong("a thread of others has a number that is none");
        }
        match self.threads.begun.get(&number) {
            Some(Some(thread)) => return Ok(thread.clone()),
            Some(None) => return wrong("a thread of others has ended, or a number is taken"),
            None => {}
        }
        let body = crowd.program.functions[crowd.program.entry].body.as_ref();
        match body.map(|body| body.entry) {
            Some(entry) => Ok((entry, Store::default())),
            None => wrong("others have no body"),
        }
    }

    /// The target's variable for each that others share with it.
    fn shared_by(&self, crowd: &Crowd<'_>) -> FxHashMap<VarId, VarId> {
        let target = &self.certificate.target.vars;
        let shared = self.certificate.shared.iter().map(|pair| pair.0);
        let mine: Vec<VarId> = shared.collect();
        let partner = |term| mine.iter().copied().find(|own| target.get(own) == Some(term));
        crowd.vars.iter().filter_map(|(var, term)| Some((*var, partner(term)?))).collect()
    }

    fn is_same_on_both_sides(&mut self, mine: VarId) -> Result<(), Flaw> {
        let certificate = &mut *self.certificate;
        let other = certificate.shared.iter().find(|(own, _)| *own == mine).map(|pair| pair.1);
        let terms = (
            certificate.target.vars.get(&mine).copied(),
            other.and_then(|other| certificate.source.vars.get(&other).copied()),
        );
        if let (Some(a), Some(b)) = terms {
            let same = certificate.pool.eq(a, b);
            if certificate.relation.contains(&same) {
                return Ok(());
            }
        }
        wrong("others write what may differ between the two")
    }

    fn is_known(&self, value: logic::TermId) -> Result<(), Flaw> {
        match self.certificate.pool.vars_of(&[value]).is_empty() {
            true => Ok(()),
            false => wrong("what others write depends on what is not known"),
        }
    }
}

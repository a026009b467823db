//! All that the source can do while the target takes one step, over single edges of its program.
//!
//! Steps that nobody sees come before and behind what is to be seen; where nothing is to be seen, these
//! are the states in which the source may be without anybody having noticed.

use ir::{Condition, EdgeId, HavocCause, LocationId, Op, Type, VarId};
use logic::{Substitution, TermId, TermPool};
use rustc_hash::FxHashSet;

use super::{Follower, State, Store, wrong};
use crate::refinement::Flaw;
use crate::refinement::certificate::{Point, Way};
use crate::refinement::value::has_value;
use crate::refinement::walk::Seen;

const MAX_STATES: usize = 4_000;

/// Where the source could be, and whether it was seen on its way there.
type Known = (Point, Vec<(VarId, TermId)>, bool);

impl Follower<'_, '_> {
    /// All states that the source can get to with the same observation.
    pub(super) fn followers(
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

//! The program's own conditions, said of another state than the one in which they are asked.
//!
//! What a program asserts somewhere in a loop is often what holds at its head, and what it tests is
//! what its author thought about. Only conditions whose variables mean something at the location can
//! be said there.

use index::IdSet;
use ir::{Condition, ExprId, LocationId, Op, VarId};
use ir_passes::accesses;
use logic::{TermId, replace};
use rustc_hash::FxHashMap;

use crate::state::{Component, Encoder, State};

/// Functions inside each other that a value is followed through.
const MAX_DEPTH: usize = 4;

impl Encoder<'_> {
    /// Each condition that the program branches on or checks, of a state at a location; at most so
    /// many.
    pub fn predicates(&mut self, location: LocationId, state: &State, limit: usize) -> Vec<TermId> {
        let live = self.components(location, state);
        let vars: IdSet<ir::VarId> = live
            .into_iter()
            .filter_map(|(component, _)| match component {
                Component::Var(var) => Some(var),
                _ => None,
            })
            .collect();
        let mut conditions: Vec<ExprId> = Vec::new();
        for edge in self.body.edges.values() {
            let (Op::Assume { condition }
            | Op::Check { condition: Condition::Holds(condition), .. }) = &edge.op
            else {
                continue;
            };
            let read = accesses::read(&self.program.exprs, &edge.op);
            let can_be_said = !read.is_empty() && read.iter().all(|var| vars.contains(var));
            if can_be_said && !conditions.contains(condition) && conditions.len() < limit {
                conditions.push(*condition);
            }
        }
        let mut predicates: Vec<TermId> =
            conditions.into_iter().map(|condition| self.expr(state, condition)).collect();
        predicates.sort_unstable();
        predicates.dedup();
        predicates
    }

    /// How large the blocks would be that the program allocates, if it did so in this state.
    pub fn allocated_sizes(&mut self, state: &State) -> Vec<TermId> {
        let body = self.body;
        let mut sizes: Vec<ExprId> = Vec::new();
        for edge in body.edges.values() {
            if let Op::Allocate { size, .. } | Op::Reallocate { size, .. } = edge.op
                && !sizes.contains(&size)
            {
                sizes.push(size);
            }
        }
        sizes.into_iter().map(|size| self.in_first_values(state, size)).collect()
    }

    /// The value of an expression, where what is set only once is what it was set to: a parameter of a
    /// function that was inlined is its argument.
    fn in_first_values(&mut self, state: &State, expr: ExprId) -> TermId {
        let mut term = self.expr(state, expr);
        let mut settings: FxHashMap<VarId, Vec<&Op>> = FxHashMap::default();
        for edge in self.body.edges.values() {
            if let Some(target) = edge.op.assigned() {
                settings.entry(target).or_default().push(&edge.op);
            }
        }
        for _ in 0..MAX_DEPTH {
            let mut values: FxHashMap<TermId, TermId> = FxHashMap::default();
            for var in self.pool.vars_of(&[term]).iter() {
                let name = self.pool.var_term(var);
                let mut slots = self.slots.vars.iter();
                let Some((&var, _)) = slots.find(|(_, slot)| state.get(**slot) == name) else {
                    continue;
                };
                if let Some([Op::Assign { value, .. }]) = settings.get(&var).map(Vec::as_slice) {
                    values.insert(name, self.expr(state, *value));
                }
            }
            if values.is_empty() {
                break;
            }
            term = replace(&mut self.pool, &[term], &values)[0];
        }
        term
    }
}

//! The program's own conditions, said of another state than the one in which they are asked.
//!
//! What a program asserts somewhere in a loop is often what holds at its head, and what it tests is
//! what its author thought about. Only conditions whose variables mean something at the location can
//! be said there.

use index::IdSet;
use ir::{Condition, ExprId, LocationId, Op};
use ir_passes::accesses;
use logic::TermId;

use crate::state::{Component, Encoder, State};

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
}

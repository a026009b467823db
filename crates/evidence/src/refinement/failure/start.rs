//! Where the source starts, beside a start of the target.

use ir::{LocationId, VarId};
use logic::{TermId, Value, substitute};
use smt::{Answer, Effort, OneQuestion};

use super::{Follower, State, Store, wrong};
use crate::refinement::Flaw;
use crate::refinement::certificate::Point;
use crate::refinement::start::initial_values;

impl Follower<'_, '_> {
    /// The only state in which the source can start, as far as it matters.
    pub(super) fn start(&mut self, own: &Store, entry: LocationId) -> Result<State, Flaw> {
        let by = self.valued(own, &[]);
        let mut conditions = self.certificate.relation.clone();
        conditions.extend(&self.certificate.requires);
        if self.certificate.is_whole {
            for (vars, program) in [
                (self.certificate.source.vars.clone(), self.source.program),
                (self.certificate.target.vars.clone(), self.target.program),
            ] {
                for (term, ty, value) in initial_values(program, vars) {
                    let value = self.source.constant(&mut self.certificate.pool, ty, value);
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
}

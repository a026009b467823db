//! The start: relation, requirement and initial values imply what is known at the pair of entries.
//!
//! That every start of the target has a partner at all is asked in `partner`.

use ir::{LocationId, Type, VarId};
use logic::TermId;

use super::Flaw;
use super::certificate::Point;
use super::checker::Checker;
use super::walk::Walker;

impl Checker<'_, '_> {
    pub(super) fn entries(&self) -> Result<(LocationId, LocationId), Flaw> {
        let entry = |walker: &Walker<'_>| {
            let body = walker.program.functions[walker.program.entry].body.as_ref();
            body.map(|body| body.entry)
        };
        match (entry(&self.target), entry(&self.source)) {
            (Some(target), Some(source)) => Ok((target, source)),
            _ => Err(Flaw::Wrong("there is no body".to_owned())),
        }
    }

    /// Initial values of globals, if runs begin with them.
    pub(super) fn initial(&mut self) -> [Vec<(TermId, TermId)>; 2] {
        let mut found = [Vec::new(), Vec::new()];
        if !self.certificate.is_whole {
            return found;
        }
        let sides = [
            (self.certificate.target.program, self.certificate.target.vars.clone()),
            (self.certificate.source.program, self.certificate.source.vars.clone()),
        ];
        for (index, (program, vars)) in sides.into_iter().enumerate() {
            for (term, ty, value) in initial_values(program, vars) {
                let value = self.target.constant(&mut self.certificate.pool, ty, value);
                found[index].push((term, value));
            }
        }
        found
    }

    pub(super) fn check_start(&mut self) -> Result<(), Flaw> {
        let (target, source) = self.entries()?;
        let Some(known) = self.known((Point::At(target), Point::At(source))) else {
            return Err(Flaw::Wrong("the start is not listed".to_owned()));
        };
        let mut assumed = self.certificate.relation.clone();
        assumed.extend(&self.certificate.requires);
        for (var, value) in self.initial().concat() {
            let fact = self.pool().eq(var, value);
            assumed.push(fact);
        }
        self.demand(&assumed, &known, "what is known at the start holds there")
    }
}

/// What globals hold before the first step, in the order of the variables.
pub(super) fn initial_values(
    program: &ir::Program,
    vars: impl IntoIterator<Item = (VarId, TermId)>,
) -> Vec<(TermId, Type, i128)> {
    let mut vars: Vec<(VarId, TermId)> = vars.into_iter().collect();
    vars.sort();
    let value = |(var, term): (VarId, TermId)| {
        let described = &program.vars[var];
        let ir::Initial::Bits(bits) = described.initial else { return None };
        let value = match described.ty {
            Type::Int(int) => int.value(bits),
            _ => i128::from(bits != 0),
        };
        let is_global = described.scope == ir::Scope::Global;
        is_global.then_some((term, described.ty, value))
    };
    vars.into_iter().filter_map(value).collect()
}

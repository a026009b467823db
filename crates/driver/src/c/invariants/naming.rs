//! Lemmas as C at a place: which variables have a name there.
//!
//! A variable can be named if it is an integer of the source, if it belongs to the copy of the
//! function that the place is in or is global, and if its name means it there and nothing that
//! hides it.

use std::collections::BTreeMap;

use c_annotate::{Level, Scopes};
use c_text::{CVar, Sign};
use encode::{Component, Invariants};
use ir::{Scope, Type, VarId, VarOrigin};
use ir_passes::inline::ContextId;
use logic::TermId;
use rustc_hash::FxHashMap;

use crate::c::automaton::Automaton;

pub struct Naming<'a> {
    automaton: &'a Automaton,
    pub invariants: &'a Invariants,
    scopes: &'a Scopes,
    components: FxHashMap<logic::VarId, Component>,
    /// The terms of the variables.
    terms: FxHashMap<logic::VarId, TermId>,
}

impl<'a> Naming<'a> {
    pub fn new(automaton: &'a Automaton, invariants: &'a Invariants, scopes: &'a Scopes) -> Self {
        let pool = &invariants.pool;
        let terms = pool.ids().filter_map(|term| Some((pool.as_var(term)?, term))).collect();
        Self { automaton, invariants, scopes, components: invariants.components(), terms }
    }

    /// A lemma as C that stands at an offset in a copy of a function; `None` if it cannot be said.
    pub fn text(&self, lemma: TermId, context: ContextId, offset: u32) -> Option<String> {
        let mut names = BTreeMap::new();
        for var in self.invariants.pool.vars_of(&[lemma]).iter() {
            let Some(Component::Var(component)) = self.components.get(&var) else { return None };
            names.insert(*self.terms.get(&var)?, self.name(*component, context, offset)?);
        }
        if names.is_empty() {
            return None;
        }
        c_text::print(&self.invariants.pool, lemma, &names).ok()
    }

    /// The variables of the program that a lemma speaks of.
    pub fn vars(&self, lemma: TermId) -> Vec<VarId> {
        let vars = self.invariants.pool.vars_of(&[lemma]);
        let component = |var| match self.components.get(&var) {
            Some(Component::Var(var)) => Some(*var),
            _ => None,
        };
        vars.iter().filter_map(component).collect()
    }

    /// What C calls a variable there.
    pub fn name(&self, var: VarId, context: ContextId, offset: u32) -> Option<CVar> {
        let whole = &self.automaton.whole;
        let data = &whole.program.vars[var];
        let Type::Int(int) = data.ty else { return None };
        let is_of_copy = match data.scope {
            Scope::Global => true,
            Scope::Local(_) => whole.owners.get(&var) == Some(&context),
        };
        if data.origin != VarOrigin::Source || !is_of_copy || !matches!(int.width, 8 | 16 | 32 | 64)
        {
            return None;
        }
        let meant = self.scopes.resolve(&data.name, offset)?;
        let is_meant = match meant.level {
            Level::File => {
                let own = self.scopes.at(&data.name, data.span);
                data.scope == Scope::Global && own.is_none_or(|it| it.level == Level::File)
            }
            Level::Block => self.scopes.at(&data.name, data.span) == Some(meant),
        };
        let sign = if int.is_signed() { Sign::Signed } else { Sign::Unsigned };
        let width = u32::from(int.width);
        is_meant.then(|| CVar { name: data.name.to_string(), width, sign })
    }
}

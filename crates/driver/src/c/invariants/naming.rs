//! Lemmas as C at a place: which variables have a name there.
//!
//! A variable can be named if it is an integer of the source, if it belongs to the copy of the
//! function that the place is in or is global, and if its name means it there and nothing that
//! hides it. It must not be volatile.

use std::collections::BTreeMap;

use c_annotate::{Level, Scopes};
use c_text::{CVar, Sign};
use encode::{Component, Invariants};
use ir::{Scope, Type, VarId, VarOrigin};
use ir_passes::inline::ContextId;
use logic::{Term, TermId};
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

    /// Whether a lemma says only that a variable is within its type, as integers of any size need
    /// not be. Of a variable of C it says nothing.
    pub fn is_of_a_type(&self, lemma: TermId) -> bool {
        let pool = &self.invariants.pool;
        let Term::IntLe(low, high) = pool[lemma] else { return false };
        let range = |term: TermId| {
            let Component::Var(var) = self.components.get(&pool.as_var(term)?)? else {
                return None;
            };
            let int = self.automaton.whole.program.vars[*var].ty.as_int()?;
            Some((int.value(int.min_bits()), int.value(int.max_bits())))
        };
        match (&pool[low], &pool[high]) {
            (Term::Int(low), _) => range(high).is_some_and(|(least, _)| *low <= least),
            (_, Term::Int(high)) => range(low).is_some_and(|(_, greatest)| greatest <= *high),
            _ => false,
        }
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
        // What is known of its memory is not what C reads there.
        if meant.is_volatile {
            return None;
        }
        let is_meant = match meant.level {
            Level::File => {
                // Other texts have variables of that name too, and so have models.
                let own = self.scopes.at(&data.name, data.span);
                data.scope == Scope::Global && own.is_some_and(|it| it.is_one_with(&meant))
            }
            Level::Block => self.scopes.at(&data.name, data.span) == Some(meant),
        };
        let sign = if int.is_signed() { Sign::Signed } else { Sign::Unsigned };
        let width = u32::from(int.width);
        is_meant.then(|| CVar { name: data.name.to_string(), width, sign })
    }
}

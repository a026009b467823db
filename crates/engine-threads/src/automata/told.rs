//! The invariants of all threads as formulas about the loop in which they go on.

use boxes::{Boxes, Diagrams, Var};
use encode::{Component, Facts, Invariants};
use ir::{Program, Type};
use ir_passes::one_loop::OneLoop;
use logic::{BvCompare, Sort, TermId};

use super::analysis::Analysis;
use super::automaton::place_of;
use super::universe::Universe;

/// For each thread and place: while it stands there, its invariant holds.
pub fn as_invariants(program: &Program, together: &OneLoop, found: &Analysis) -> Invariants {
    let mut said = Said { program, universe: &found.universe, invariants: Invariants::default() };
    let mut lemmas = Vec::new();
    for (thread, automaton) in found.automata.iter().enumerate() {
        let pc = place_of(thread);
        let mut somewhere = Vec::new();
        for location in &automaton.locations {
            let place = location.places[0];
            let is_there = said.is_at_most(pc, place as i128);
            let is_there = match place.checked_sub(1) {
                Some(before) => {
                    let is_before = said.is_at_most(pc, before as i128);
                    let is_behind = said.invariants.pool.not(is_before);
                    said.invariants.pool.and2(is_there, is_behind)
                }
                None => is_there,
            };
            let holds = said.set(&found.diagrams, location.inv);
            lemmas.push(said.invariants.pool.implies(is_there, holds));
            somewhere.push(is_there);
        }
        lemmas.push(said.invariants.pool.or(&somewhere));
    }
    let mut invariants = said.invariants;
    invariants.heads.insert(together.head, Facts::Lemmas(lemmas));
    invariants
}

struct Said<'a> {
    program: &'a Program,
    universe: &'a Universe,
    invariants: Invariants,
}

impl Said<'_> {
    /// That a state is in the set. The order of the questions is that of the diagram, so that what it shares
    /// the formula shares too.
    fn set(&mut self, diagrams: &Diagrams, set: Boxes) -> TermId {
        let mut known = rustc_hash::FxHashMap::default();
        self.set_below(diagrams, set, &mut known)
    }

    fn set_below(
        &mut self,
        diagrams: &Diagrams,
        set: Boxes,
        known: &mut rustc_hash::FxHashMap<Boxes, TermId>,
    ) -> TermId {
        if set.is_none() || set.is_all() {
            return self.invariants.pool.bool(set.is_all());
        }
        if let Some(term) = known.get(&set) {
            return *term;
        }
        let (var, arms) = diagrams.question(set);
        let mut term = self.invariants.pool.bottom();
        for (upper, child) in arms.into_iter().rev() {
            let child = self.set_below(diagrams, child, known);
            term = match upper {
                Some(upper) => {
                    let is_below = self.is_at_most(var, upper);
                    self.invariants.pool.ite(is_below, child, term)
                }
                None => child,
            };
        }
        known.insert(set, term);
        term
    }

    fn is_at_most(&mut self, var: Var, bound: i128) -> TermId {
        let own = self.universe.of_sets[var.number() as usize];
        let range = self.universe.range(var);
        let component = Component::Var(own);
        if range.high().is_some_and(|high| bound >= high) {
            return self.invariants.pool.top();
        }
        if range.low().is_some_and(|low| bound < low) {
            return self.invariants.pool.bottom();
        }
        match self.program.vars[own].ty {
            // Below one is false, and nothing else is left.
            Type::Bool => {
                let value = self.invariants.variable(component, Sort::Bool);
                self.invariants.pool.not(value)
            }
            Type::Int(ty) => {
                let width = u32::from(ty.width);
                let value = self.invariants.variable(component, Sort::BitVec(width));
                let bound = self.invariants.pool.bv(width, ty.wrap(bound));
                let op = match ty.is_signed() {
                    true => BvCompare::SLe,
                    false => BvCompare::ULe,
                };
                self.invariants.pool.bv_compare(op, value, bound)
            }
            Type::Float(_) | Type::Pointer => self.invariants.pool.top(),
        }
    }
}

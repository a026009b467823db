//! Counterexamples to induction, made longer at their beginning.
//!
//! That induction does not close at `k` is shown by a run of `k` steps that do not fail and one
//! more that does, from any state. Finding it is a question about `k + 1` steps at once, and where
//! it never closes, asking again for every larger `k` is nearly all that the engine does. But if
//! the state where the last such run starts has a predecessor, the longer run is there already:
//!
//! ```text
//!                      s0 → s1 → … → sk → fails          known
//!                t  →  s0 → s1 → … → sk → fails          is there such a t? one step
//! ```
//!
//! That question is about one step with a constant at its end. Where it is answered no, the long
//! one is asked.
//!
//! # What it needs
//! States that are told by numbers alone. Memory and the numbers of objects belong to the run
//! that they come from, and what a function of unknown meaning gives belongs to the model: of
//! those, two runs cannot be put together.
//!
//! Sound: it only ever says that induction does not close. Exact: the run is one that the long
//! question asks for, so that no proof is missed.

use encode::{Component, Encoder, Entry};
use ir::{LocationId, Type};
use logic::{Sort, Term, TermId, Value};
use smt::{Answer, Effort, OneQuestion};
use verdict::Budget;

/// A run of `k` steps that do not fail and one more that does, by the state where it starts.
pub(crate) struct Counterexample {
    pub k: usize,
    location: LocationId,
    values: Vec<Value>,
}

/// One step from anywhere.
pub(crate) struct FirstStep {
    pub entries: Vec<Entry>,
    pub exits: Vec<Entry>,
    /// What holds of the start, and that the step does not fail.
    pub condition: TermId,
}

impl FirstStep {
    /// Whether states are told by numbers alone.
    pub fn is_plain(&self, encoder: &Encoder<'_>) -> bool {
        let is_number = |(component, term): &(Component, TermId)| {
            let is_scalar = matches!(encoder.pool.sort(*term), Sort::Bool | Sort::BitVec(_));
            match component {
                Component::Var(var) => is_scalar && encoder.type_of(*var) != Type::Pointer,
                _ => false,
            }
        };
        let mut roots = vec![self.condition];
        for entry in self.entries.iter().chain(&self.exits) {
            let components = encoder.components(entry.location, &entry.state);
            if !components.iter().all(is_number) {
                return false;
            }
            roots.push(entry.guard);
            roots.extend(components.iter().map(|(_, term)| *term));
        }
        let terms = encoder.pool.postorder(&roots);
        !terms.iter().any(|term| matches!(encoder.pool[*term], Term::Apply(..)))
    }

    /// The run whose start the model names.
    pub fn read(
        &self,
        encoder: &Encoder<'_>,
        model: &mut OneQuestion,
        k: usize,
    ) -> Option<Counterexample> {
        let pool = &encoder.pool;
        let is_start =
            |entry: &&Entry| matches!(model.value(pool, entry.guard), Some(Value::Bool(true)));
        let entry = self.entries.iter().find(is_start)?;
        let components = encoder.components(entry.location, &entry.state);
        let values = components.iter().map(|(_, term)| model.value(pool, *term));
        Some(Counterexample { k, location: entry.location, values: values.collect::<Option<_>>()? })
    }

    /// The run with one more step before it, if there is one.
    pub fn before(
        &self,
        encoder: &mut Encoder<'_>,
        run: &Counterexample,
        budget: &Budget,
        effort: Effort,
    ) -> Option<Counterexample> {
        let exit = self.exits.iter().find(|exit| exit.location == run.location)?;
        let mut formulas = vec![self.condition, exit.guard];
        let components = encoder.components(exit.location, &exit.state);
        for ((_, term), value) in components.into_iter().zip(&run.values) {
            let value = match value {
                Value::Bool(value) => encoder.pool.bool(*value),
                Value::BitVec(width, bits) => encoder.pool.bv(*width, *bits),
                Value::Int(_) | Value::Array(..) => return None,
            };
            formulas.push(encoder.pool.eq(term, value));
        }
        let mut question = OneQuestion::ask(&encoder.pool, &formulas, budget, effort);
        match question.answer() {
            Answer::Sat => self.read(encoder, &mut question, run.k + 1),
            Answer::Unsat | Answer::Unknown(_) => None,
        }
    }
}

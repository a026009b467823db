//! Strong and weak invariants (Definitions 4 and 5), noninterference, and Theorem 1.
//!
//! A *strong* invariant holds in all states that an automaton comes to. A *weak* one holds if the environment never
//! breaks it: what a thread owes the others, as long as they owe it the same. All of these are decided from
//! `Inv` and single steps: what is accepted holds, and what holds may be refused.
//!
//! ```text
//!   weak(λ):      Init ⇒ λ,   Inv(q) ∧ λ and a step of its own from q  ⇒  λ
//!   noninterfere: λ1 ∧ λ2 ∧ λ1'  ⇒  λ2[V_G'/V_G],  and the other way round
//!   Theorem 1:    compatible, noninterfere(λ1, λ2), λ1 weak of SA1, λ2 weak of SA2
//!                 ⇒  λ1 ∧ λ2 is a weak invariant of SA1 ∥ SA2
//! ```
//!
//! # Frames
//! Read literally, the paper's own example of two threads that compute a greatest common divisor fails the
//! condition of noninterference: `λ1'` may be about any shared state, also one that the thread cannot make. Here a
//! step of an automaton leaves what it never writes as it was ([`Frame`]); without frames the condition is
//! the paper's.

use boxes::{Boxes, Diagrams, Var};

use super::automaton::{SuccinctAutomaton, System};

/// What is known of the primed state of an automaton's step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frame {
    /// Nothing but its invariant, as in the paper.
    Anything,
    /// What the automaton never writes is as before.
    WritesOwn,
}

impl System<'_> {
    /// Definition 4.
    pub fn is_strong_invariant(
        &self,
        diagrams: &mut Diagrams,
        automaton: &SuccinctAutomaton,
        lambda: Boxes,
    ) -> bool {
        let states = self.union_of_inv(diagrams, automaton);
        diagrams.is_subset(states, lambda)
    }

    /// Definition 5.
    pub fn is_weak_invariant(
        &self,
        diagrams: &mut Diagrams,
        automaton: &SuccinctAutomaton,
        lambda: Boxes,
    ) -> Result<bool, String> {
        if !diagrams.is_subset(automaton.init, lambda) {
            return Ok(false);
        }
        for location in &automaton.locations {
            let before = diagrams.meet(location.inv, lambda);
            let after = self.component_transitions(diagrams, automaton, location, before)?;
            if !diagrams.is_subset(after, lambda) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// `noninterfere(λ1, λ2)`.
    pub fn noninterfere(
        &self,
        diagrams: &mut Diagrams,
        (one, lambda1): (&SuccinctAutomaton, Boxes),
        (other, lambda2): (&SuccinctAutomaton, Boxes),
        frame: Frame,
    ) -> bool {
        let both = diagrams.meet(lambda1, lambda2);
        for (mover, own, watched) in [(one, lambda1, lambda2), (other, lambda2, lambda1)] {
            // λ1 ∧ λ2, of which only what the step leaves is known of the state behind it.
            let mut changed = match frame {
                Frame::Anything => self.shared(),
                Frame::WritesOwn => self.written(mover),
            };
            changed.extend(&mover.locals);
            let left = diagrams.forget(both, &changed);
            // λ1', of which the other sees what is shared.
            let seen = diagrams.forget(own, &mover.locals);
            let behind = diagrams.meet(left, seen);
            if !diagrams.is_subset(behind, watched) {
                return false;
            }
        }
        true
    }

    /// Theorem 1: whether it says that `λ1 ∧ λ2` is a weak invariant of both together.
    pub fn theorem_1(
        &self,
        diagrams: &mut Diagrams,
        (one, lambda1): (&SuccinctAutomaton, Boxes),
        (other, lambda2): (&SuccinctAutomaton, Boxes),
        frame: Frame,
    ) -> Result<bool, String> {
        Ok(self.compatible(diagrams, one, other)?.is_ok()
            && self.noninterfere(diagrams, (one, lambda1), (other, lambda2), frame)
            && self.is_weak_invariant(diagrams, one, lambda1)?
            && self.is_weak_invariant(diagrams, other, lambda2)?)
    }

    /// `V_G`.
    fn shared(&self) -> Vec<Var> {
        let all = self.universe.of_sets.iter().enumerate();
        let shared = all.filter(|(_, var)| self.is_shared(**var));
        shared.map(|(index, _)| Var::new(index as u32)).collect()
    }

    /// What of `V_G` some step of an automaton may change.
    fn written(&self, automaton: &SuccinctAutomaton) -> Vec<Var> {
        let mut written = self.shared();
        let is_written = |var: &Var| {
            let var = self.universe.of_sets[var.number() as usize];
            automaton.members.iter().any(|thread| {
                (0..self.n_places(*thread)).any(|place| self.writes((*thread, place), var))
            })
        };
        written.retain(is_written);
        written
    }
}

//! The step of k-induction: from any state at any loop head.

use encode::{Encoder, Entry, Fact, Invariants, Unencodable};
use logic::{Sort, TermId};
use smt::{Answer, Effort, OneQuestion};
use verdict::Budget;

/// From more loop heads at once than this, the formula is hopeless.
const MAX_HEADS: usize = 60;

/// Runs of growing length from anywhere.
pub(crate) struct Induction<'p> {
    encoder: Encoder<'p>,
    frontier: Vec<Entry>,
    /// What holds of the start: the run is at one loop head only, and the invariants hold there.
    start: TermId,
    /// For each step taken, that nothing fails in it.
    unfailing: Vec<TermId>,
    /// The next `k` to try.
    next_k: usize,
    /// A question was not answered; longer ones will not be either.
    gave_up: bool,
}

impl<'p> Induction<'p> {
    pub fn new(mut encoder: Encoder<'p>, invariants: &Invariants) -> Self {
        let mut heads: Vec<_> = encoder.loop_heads().collect();
        let gave_up = heads.len() > MAX_HEADS;
        if gave_up {
            heads.clear();
        }
        let guards: Vec<TermId> =
            heads.iter().map(|_| encoder.pool.fresh_var("at", Sort::Bool)).collect();
        let frontier: Vec<Entry> = heads
            .iter()
            .zip(&guards)
            .map(|(head, guard)| encoder.arbitrary(*head, *guard))
            .collect();
        let mut apart = Vec::new();
        for entry in &frontier {
            for fact in encoder.facts(invariants, entry) {
                if let Fact::Known(fact) = fact {
                    apart.push(encoder.pool.implies(entry.guard, fact));
                }
            }
        }
        for (index, a) in guards.iter().enumerate() {
            for b in &guards[..index] {
                let both = encoder.pool.and2(*a, *b);
                apart.push(encoder.pool.not(both));
            }
        }
        let start = encoder.pool.and(&apart);
        Self { encoder, frontier, start, unfailing: Vec::new(), next_k: 1, gave_up }
    }

    /// Is it worth trying once the search has taken so many steps?
    pub fn wants(&self, n_steps: usize) -> bool {
        !self.gave_up && n_steps >= self.next_k
    }

    /// Does nothing fail behind `k` steps that did not fail?
    pub fn closes(
        &mut self,
        k: usize,
        budget: &Budget,
        effort: Effort,
    ) -> Result<bool, Unencodable> {
        // Small numbers first, then wider apart: each try costs more than the one before.
        self.next_k = k + 1 + k / 4;
        let mut failing = self.encoder.pool.bottom();
        while self.unfailing.len() <= k {
            let step = self.encoder.step(std::mem::take(&mut self.frontier))?;
            self.frontier = step.exits;
            let violations = step.violations.iter().map(|each| each.formula);
            let unsupported = step.unsupported.iter().map(|each| each.guard);
            let all: Vec<TermId> = violations.chain(unsupported).collect();
            failing = self.encoder.pool.or(&all);
            let unfailing = self.encoder.pool.not(failing);
            self.unfailing.push(unfailing);
        }
        let mut formulas = self.unfailing[..k].to_vec();
        formulas.push(self.start);
        formulas.push(failing);
        let question = OneQuestion::ask(&self.encoder.pool, &formulas, budget, effort);
        self.gave_up = matches!(question.answer(), Answer::Unknown(_));
        Ok(*question.answer() == Answer::Unsat)
    }
}

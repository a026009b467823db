//! The step of k-induction: from any state at any loop head.

use encode::{Encoder, Entry, Fact, Invariants, Unencodable};
use logic::{Sort, TermId};
use smt::{Answer, Effort, OneQuestion};
use verdict::Budget;

use crate::counterexample::{Counterexample, FirstStep};

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
    /// To make a counterexample longer; only once there is one step, and states are plain.
    first: Option<FirstStep>,
    counterexample: Option<Counterexample>,
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
        Self {
            encoder,
            frontier,
            start,
            unfailing: Vec::new(),
            first: None,
            counterexample: None,
            next_k: 1,
            gave_up,
        }
    }

    /// The next `k` to try, once the search has gone so far.
    pub fn next_k(&self, furthest: usize) -> Option<usize> {
        (!self.gave_up && self.next_k <= furthest).then_some(self.next_k)
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
        if self.lengthen(k, budget, effort) {
            return Ok(false);
        }
        let mut failing = self.encoder.pool.bottom();
        while self.unfailing.len() <= k {
            let entries = std::mem::take(&mut self.frontier);
            let is_first = self.unfailing.is_empty();
            let before = if is_first { entries.clone() } else { Vec::new() };
            let step = self.encoder.step(entries)?;
            self.frontier = step.exits;
            let violations = step.violations.iter().map(|each| each.formula);
            let unsupported = step.unsupported.iter().map(|each| each.guard);
            let all: Vec<TermId> = violations.chain(unsupported).collect();
            failing = self.encoder.pool.or(&all);
            let unfailing = self.encoder.pool.not(failing);
            self.unfailing.push(unfailing);
            if is_first {
                let condition = self.encoder.pool.and2(self.start, unfailing);
                let exits = self.frontier.clone();
                let first = FirstStep { entries: before, exits, condition };
                self.first = first.is_plain(&self.encoder).then_some(first);
            }
        }
        let mut formulas = self.unfailing[..k].to_vec();
        formulas.push(self.start);
        formulas.push(failing);
        let mut question = OneQuestion::ask(&self.encoder.pool, &formulas, budget, effort);
        self.gave_up = matches!(question.answer(), Answer::Unknown(_));
        if let (Answer::Sat, Some(first)) = (question.answer(), &self.first) {
            self.counterexample = first.read(&self.encoder, &mut question, k);
        }
        Ok(*question.answer() == Answer::Unsat)
    }

    /// Is there a counterexample of `k` steps, by those that are known?
    fn lengthen(&mut self, k: usize, budget: &Budget, effort: Effort) -> bool {
        let Some(first) = &self.first else { return false };
        while let Some(run) = &self.counterexample
            && run.k < k
        {
            self.counterexample = first.before(&mut self.encoder, run, budget, effort);
        }
        self.counterexample.is_some()
    }
}

#[cfg(test)]
mod tests {
    use ir_passes::points_to::{ExternalPointers, PointsTo};

    use super::*;
    use crate::tests::program;

    fn closes(induction: &mut Induction<'_>, k: usize) -> bool {
        induction.closes(k, &Budget::unlimited(), Effort::Unlimited).expect("it can be encoded")
    }

    fn induction(program: &ir::Program) -> Induction<'_> {
        let points_to = PointsTo::of(program, ExternalPointers::OwnMemory);
        let encoder =
            Encoder::new(program, points_to, encode::Integers::Machine).expect("it can be encoded");
        Induction::new(encoder, &Invariants::default())
    }

    #[test]
    fn a_counterexample_grows_at_its_start_without_the_long_question() {
        let program = program(
            "L0 -> L2: a = 0i32\nL2 -> L3: check c0: (a != 1000i32)\nL3 -> L2: a = (a + 1i32)",
        );
        let mut induction = induction(&program);
        assert!(!closes(&mut induction, 1));
        assert!(!closes(&mut induction, 40));
        assert_eq!(induction.counterexample.map(|run| run.k), Some(40));
        assert_eq!(induction.unfailing.len(), 2);
    }

    /// Whoever is at 5 came from 0, and nobody comes to 0.
    #[test]
    fn where_a_counterexample_has_no_start_the_long_question_is_asked() {
        let program = program(
            "L0 -> L2: a = 1i32\nL2 -> L3: check c0: (a != 7i32)\nL3 -> L4: assume (a == 0i32)\n\
             L3 -> L5: assume !(a == 0i32)\nL4 -> L2: a = 5i32\nL5 -> L6: assume (a == 5i32)\n\
             L5 -> L7: assume !(a == 5i32)\nL6 -> L2: a = 7i32\nL7 -> L2: a = 1i32",
        );
        let mut induction = induction(&program);
        assert!(!closes(&mut induction, 1));
        assert!(!closes(&mut induction, 2));
        assert!(closes(&mut induction, 3));
    }
}

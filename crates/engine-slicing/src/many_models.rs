//! Weakening by one solver that is asked again and again (Alg. 1, with the solver kept).
//!
//! Most blocks break few lemmas, and two questions settle them. A block that stands for many ways
//! through a large function breaks other lemmas on each of them, so that a counterexample names
//! two or three at a time. There the formula of the block is said once, each lemma behind it has a
//! label, and each lemma before it a switch, because a lemma that is dropped from a head goes on
//! both sides of a block from the head to itself:
//!
//! ```text
//!   guard  ∧  (switchᵢ ⇒ lemmaᵢ)  ∧  (labelⱼ = imageⱼ)        asked: switches on, some label false
//! ```
//!
//! A question that is not answered ends this; what is left is decided by the plain way.

use logic::{Sort, TermId, Value, substitute};
use smt::{Answer, Questions};

use crate::fixpoint::{Lemmas, Slicer};
use crate::weaken::Broken;
use lemmas::blocks::{BlockId, Origin};

impl Slicer<'_> {
    /// Drops lemmas of the block's target that the block breaks, as long as the solver answers.
    pub(crate) fn weaken_by_many_models(&mut self, block: BlockId) {
        let data = &self.blocks.blocks[block];
        let (from, to, guard) = (data.from, data.to, data.guard);
        let Lemmas::Known(before) = self.lemmas_at(from) else { return };
        let Lemmas::Known(lemmas) = self.candidates[to].clone() else { return };
        let images = substitute(&mut self.encoder.pool, &lemmas, &data.values);
        let mut open: Vec<(TermId, TermId)> =
            lemmas.iter().copied().zip(self.labels(lemmas.len())).collect();
        let mut formulas = vec![guard];
        for ((_, label), image) in open.iter().zip(&images) {
            formulas.push(self.encoder.pool.eq(*label, *image));
        }
        let mut switches: Vec<(TermId, TermId)> = Vec::new();
        for lemma in before {
            if from == Origin::Head(to) {
                let switch = self.encoder.pool.fresh_var("known", Sort::Bool);
                formulas.push(self.encoder.pool.implies(switch, lemma));
                switches.push((lemma, switch));
            } else {
                formulas.push(lemma);
            }
        }
        let mut questions = Questions::about(&self.encoder.pool, &formulas);
        while !open.is_empty() {
            // Valid for this question only: the next is about fewer lemmas.
            let now = self.encoder.pool.fresh_var("now", Sort::Bool);
            let labels: Vec<TermId> = open.iter().map(|(_, label)| *label).collect();
            let all = self.encoder.pool.and(&labels);
            let some_broken = self.encoder.pool.not(all);
            let clause = self.encoder.pool.implies(now, some_broken);
            questions.assert(&self.encoder.pool, clause);
            let mut asked: Vec<TermId> = switches.iter().map(|(_, switch)| *switch).collect();
            asked.push(now);
            self.statistics.n_solver_calls += 1;
            let pool = &self.encoder.pool;
            if questions.ask(pool, &asked, &self.budget, self.options.effort) != Answer::Sat {
                return;
            }
            let counterexample = self.state_at(from, |name| questions.value(pool, name));
            let broken: Vec<Broken> = open
                .iter()
                .filter(|(_, label)| questions.value(pool, *label) == Some(Value::Bool(false)))
                .map(|(lemma, _)| Broken { lemma: *lemma, counterexample: counterexample.clone() })
                .collect();
            if broken.is_empty() {
                return;
            }
            let is_broken = |lemma: TermId| broken.iter().any(|each| each.lemma == lemma);
            open.retain(|(lemma, _)| !is_broken(*lemma));
            switches.retain(|(lemma, _)| !is_broken(*lemma));
            self.drop(block, &broken);
        }
    }
}

//! Weakening: dropping the lemmas that a block breaks (Alg. 1, and 3.1).
//!
//! The question is whether a run that starts in the states described by the lemmas at a block's
//! origin can end, through the block, in a state that breaks a lemma at its target. A model is a
//! counterexample to induction; all lemmas that it breaks are dropped, and the question is asked
//! again. The lemmas that are left are the strongest subset that the block preserves.
//!
//! For a block from a head to itself the lemmas stand on both sides, and dropping one weakens
//! the left side as well: the loop is then inductive by itself, which is the paper's shortcut
//! for loops that are not nested.
//!
//! A lemma whose image under the block is a lemma of the origin is preserved without asking, and
//! so is one whose image holds once the constants that lemmas of the origin name are put in. That
//! is most of them in most blocks.

use encode::Component;
use logic::{Sort, Term, TermId, Value, substitute};

use crate::fixpoint::{Lemmas, Slicer};
use crate::possible_values::known_constants;
use crate::solver::{Reply, ask};
use crate::{Dropped, Strategy};
use lemmas::blocks::{BlockId, Origin};

/// Whether a weakening took anything away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Weakened {
    Unchanged,
    Changed,
}

impl Slicer<'_> {
    /// Drops the lemmas of the block's target that the block breaks.
    pub(crate) fn weaken(&mut self, block: BlockId) -> Weakened {
        let from = self.blocks.blocks[block].from;
        let Lemmas::Known(_) = self.lemmas_at(from) else { return Weakened::Unchanged };
        if self.settled[block] == Some(self.version(from)) {
            return Weakened::Unchanged;
        }
        let before = self.statistics.n_solver_calls;
        let mut result = Weakened::Unchanged;
        let mut n_rounds = 0;
        while let Some(broken) = self.broken(block) {
            self.drop(block, &broken);
            result = Weakened::Changed;
            n_rounds += 1;
            if n_rounds == PATIENCE && self.options.strategy == Strategy::Counterexamples {
                self.weaken_by_many_models(block);
            }
        }
        let calls = self.statistics.n_solver_calls - before;
        self.statistics.calls_per_weakening.push(u32::try_from(calls).unwrap_or(u32::MAX));
        self.settled[block] = Some(self.version(from));
        result
    }

    /// Lemmas of the target that have to go, and why; `None` once all others are preserved.
    fn broken(&mut self, block: BlockId) -> Option<Vec<Broken>> {
        let data = &self.blocks.blocks[block];
        let (from, to, guard) = (data.from, data.to, data.guard);
        let Lemmas::Known(assumed) = self.lemmas_at(from) else { return None };
        let Lemmas::Known(lemmas) = self.candidates[to].clone() else { return None };
        let images = substitute(&mut self.encoder.pool, &lemmas, &data.values);
        let is_open = |image: &TermId| {
            self.encoder.pool[*image] != Term::Bool(true) && !assumed.contains(image)
        };
        let open: Vec<(TermId, TermId)> =
            lemmas.iter().copied().zip(images).filter(|(_, image)| is_open(image)).collect();
        if open.is_empty() {
            return None;
        }
        if self.options.strategy == Strategy::Syntactic {
            return Some(open.iter().map(|(lemma, _)| Broken::unexplained(*lemma)).collect());
        }
        let open = self.not_decided_by_constants(open, &assumed);
        if open.is_empty() {
            return None;
        }
        let mut context = assumed;
        context.push(guard);
        match self.options.strategy {
            Strategy::Destructive => self.broken_one_by_one(from, &context, &open),
            Strategy::Counterexamples | Strategy::Syntactic => {
                self.broken_by_model(from, &context, &open)
            }
        }
    }

    /// Without the lemmas whose image holds already for the constants among what is assumed.
    fn not_decided_by_constants(
        &mut self,
        mut open: Vec<(TermId, TermId)>,
        assumed: &[TermId],
    ) -> Vec<(TermId, TermId)> {
        let pool = &mut self.encoder.pool;
        let known = known_constants(pool, assumed.iter().copied());
        let images: Vec<TermId> = open.iter().map(|(_, image)| *image).collect();
        let mut decided = substitute(pool, &images, &known).into_iter();
        open.retain(|_| decided.next().is_none_or(|image| pool[image] != Term::Bool(true)));
        open
    }

    /// One question about all lemmas, and a model that breaks some of them.
    fn broken_by_model(
        &mut self,
        from: Origin,
        context: &[TermId],
        open: &[(TermId, TermId)],
    ) -> Option<Vec<Broken>> {
        // A label per lemma: the model says at once whether it holds, where to evaluate the image
        // would go through most of the block again.
        let labels = self.labels(open.len());
        let mut formulas = context.to_vec();
        for (label, (_, image)) in labels.iter().zip(open) {
            formulas.push(self.encoder.pool.eq(*label, *image));
        }
        let all = self.encoder.pool.and(&labels);
        formulas.push(self.encoder.pool.not(all));
        match self.ask(&formulas) {
            Reply::Impossible => None,
            Reply::Unanswered if open.len() > 1 => {
                let rest = self.broken_one_by_one(from, context, open);
                // If each of them is preserved, so are all.
                rest.filter(|broken| !broken.is_empty())
            }
            Reply::Unanswered => Some(vec![Broken::unexplained(open[0].0)]),
            Reply::Possible(mut model) => {
                let counterexample = self.counterexample(from, &mut model);
                let mut broken = Vec::new();
                for (label, (lemma, _)) in labels.iter().zip(open) {
                    let value = model.value(&self.encoder.pool, *label);
                    if value != Some(Value::Bool(true)) {
                        let counterexample = counterexample.clone();
                        broken.push(Broken { lemma: *lemma, counterexample });
                    }
                }
                if broken.is_empty() {
                    // The model breaks one of them, but cannot say which.
                    broken.extend(open.iter().map(|(lemma, _)| Broken::unexplained(*lemma)));
                }
                Some(broken)
            }
        }
    }

    /// Names for the truth of so many lemmas.
    pub(crate) fn labels(&mut self, n_labels: usize) -> Vec<TermId> {
        while self.labels.len() < n_labels {
            self.labels.push(self.encoder.pool.fresh_var("holds", Sort::Bool));
        }
        self.labels[..n_labels].to_vec()
    }

    /// One question per lemma. A lemma whose question is not answered goes.
    fn broken_one_by_one(
        &mut self,
        from: Origin,
        context: &[TermId],
        open: &[(TermId, TermId)],
    ) -> Option<Vec<Broken>> {
        let mut broken = Vec::new();
        for (lemma, image) in open {
            let mut formulas = context.to_vec();
            formulas.push(self.encoder.pool.not(*image));
            match self.ask(&formulas) {
                Reply::Impossible => {}
                Reply::Unanswered => broken.push(Broken::unexplained(*lemma)),
                Reply::Possible(mut model) => {
                    let counterexample = self.counterexample(from, &mut model);
                    broken.push(Broken { lemma: *lemma, counterexample });
                }
            }
        }
        (!broken.is_empty()).then_some(broken)
    }

    /// The state at the origin, as far as it is numbers and the model cares.
    fn counterexample(
        &self,
        from: Origin,
        model: &mut smt::OneQuestion,
    ) -> Vec<(Component, Value)> {
        self.state_at(from, |name| model.value(&self.encoder.pool, name))
    }

    pub(crate) fn state_at(
        &self,
        from: Origin,
        mut value: impl FnMut(TermId) -> Option<Value>,
    ) -> Vec<(Component, Value)> {
        let Origin::Head(head) = from else { return Vec::new() };
        let components = self.blocks.heads[head].components.iter();
        let vars = components.filter(|(component, _)| matches!(component, Component::Var(_)));
        vars.take(MAX_SHOWN)
            .filter_map(|(component, name)| Some((*component, value(*name)?)))
            .collect()
    }

    pub(crate) fn drop(&mut self, block: BlockId, broken: &[Broken]) {
        let (from, to) = (self.blocks.blocks[block].from, self.blocks.blocks[block].to);
        let Lemmas::Known(lemmas) = &mut self.candidates[to] else { return };
        lemmas.retain(|lemma| broken.iter().all(|each| each.lemma != *lemma));
        self.versions[to] += 1;
        for each in broken {
            let from = match from {
                Origin::Start => None,
                Origin::Head(head) => Some(self.blocks.heads[head].location),
            };
            let head = self.blocks.heads[to].location;
            let counterexample = each.counterexample.clone();
            self.dropped.push((to, Dropped { head, lemma: each.lemma, from, counterexample }));
        }
    }

    pub(crate) fn ask(&mut self, formulas: &[TermId]) -> Reply {
        let effort = self.options.effort;
        ask(&self.encoder, formulas, &self.budget, effort, &mut self.statistics)
    }
}

/// Counterexamples to one block after which the solver is kept for the others.
const PATIENCE: u32 = 2;

/// Components shown of a counterexample to induction.
const MAX_SHOWN: usize = 64;

/// A lemma that has to go.
pub(crate) struct Broken {
    pub lemma: TermId,
    pub counterexample: Vec<(Component, Value)>,
}

impl Broken {
    fn unexplained(lemma: TermId) -> Self {
        Self { lemma, counterexample: Vec::new() }
    }
}

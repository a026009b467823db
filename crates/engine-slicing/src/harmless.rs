//! Lemmas that keep a check from failing: what a run must not bring to a head.
//!
//! A check behind a head fails under some condition. Of that condition, the conjuncts that speak of
//! the state at the head alone are kept and the rest, choices of the environment on the way, is
//! taken for granted: that they never hold together is offered as a lemma. It says more than the
//! check needs, and just what programs do:
//!
//! ```text
//!   allocate(flags):   ... if (choose()) check(!locked || flags == ATOMIC);
//!                                                    at its head: ¬locked ∨ flags = ATOMIC
//! ```
//!
//! A lemma of this kind is a check for the heads before it: where heads are the entries of
//! functions, the same is done with the blocks that lead to its head, a few heads back. Around
//! ordinary loops that would only unroll them.

use index::IndexVec;
use logic::{Term, TermId, substitute};

use crate::Seeds;
use crate::fixpoint::Slicer;
use lemmas::blocks::{HeadId, Origin};
use lemmas::vocabulary::{Elements, Vocabulary};

/// How many heads back lemmas are carried, and how many a head is offered.
const MAX_DEPTH: usize = 4;
const MAX_LEMMAS: usize = 40;

/// The lemmas of each head.
pub(crate) type Harmless = IndexVec<HeadId, Vec<TermId>>;

impl Slicer<'_> {
    pub(crate) fn harmless(&mut self, head: HeadId) -> Vec<TermId> {
        if self.harmless.is_none() {
            self.harmless = Some(self.find_harmless());
        }
        self.harmless.as_ref().map(|all| all[head].clone()).unwrap_or_default()
    }

    fn find_harmless(&mut self) -> Harmless {
        let untold =
            |head| Vocabulary::of(&self.encoder.pool, &self.blocks, head, Elements::Untold);
        let mut words: IndexVec<HeadId, Vocabulary> = self.blocks.heads.ids().map(untold).collect();
        let mut found: Harmless = IndexVec::from_elem(Vec::new(), self.blocks.heads.len());
        let mut fresh: Vec<(HeadId, TermId)> = Vec::new();
        let failing: Vec<(HeadId, TermId)> = self
            .blocks
            .dangers
            .iter()
            .filter_map(|danger| match danger.from {
                Origin::Head(head) => Some((head, danger)),
                Origin::Start => None,
            })
            .flat_map(|(head, danger)| danger.violations.iter().map(move |it| (head, it.formula)))
            .collect();
        for (head, formula) in failing {
            self.offer(head, &[formula], &mut words, &mut found, &mut fresh);
        }
        let depth = if self.options.seeds == Seeds::Globals { MAX_DEPTH } else { 0 };
        for _ in 0..depth {
            for (head, lemma) in std::mem::take(&mut fresh) {
                for block in self.blocks.incoming[head].clone() {
                    let data = &self.blocks.blocks[block];
                    let (Origin::Head(from), guard) = (data.from, data.guard) else { continue };
                    let image = substitute(&mut self.encoder.pool, &[lemma], &data.values)[0];
                    let broken = self.encoder.pool.not(image);
                    self.offer(from, &[guard, broken], &mut words, &mut found, &mut fresh);
                }
            }
        }
        found
    }

    /// Offers to a head that these formulas do not hold together, as far as it can say that.
    fn offer(
        &mut self,
        head: HeadId,
        formulas: &[TermId],
        words: &mut IndexVec<HeadId, Vocabulary>,
        found: &mut Harmless,
        fresh: &mut Vec<(HeadId, TermId)>,
    ) {
        let mut pending = formulas.to_vec();
        let mut said = Vec::new();
        while let Some(formula) = pending.pop() {
            match self.encoder.pool[formula].clone() {
                Term::Bool(false) => return,
                Term::And(parts) => pending.extend(parts.iter()),
                Term::Not(inner) if matches!(self.encoder.pool[inner], Term::Or(_)) => {
                    let Term::Or(parts) = self.encoder.pool[inner].clone() else { continue };
                    pending.extend(parts.iter().map(|part| self.encoder.pool.not(*part)));
                }
                _ if words[head].can_say(&self.encoder.pool, formula) => said.push(formula),
                _ => {}
            }
        }
        said.sort_unstable();
        let together = self.encoder.pool.and(&said);
        let lemma = self.encoder.pool.not(together);
        let is_constant = matches!(self.encoder.pool[lemma], Term::Bool(_));
        if !is_constant && !found[head].contains(&lemma) && found[head].len() < MAX_LEMMAS {
            found[head].push(lemma);
            fresh.push((head, lemma));
        }
    }
}

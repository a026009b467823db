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

use index::{IdSet, IndexVec};
use logic::{Term, TermId, VarId, substitute};
use rustc_hash::FxHashMap;

use crate::Seeds;
use crate::blocks::{HeadId, Origin};
use crate::fixpoint::Slicer;

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
        let mut names: IndexVec<HeadId, Names> =
            self.blocks.heads.ids().map(|head| Names::of(self, head)).collect();
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
            self.offer(head, &[formula], &mut names, &mut found, &mut fresh);
        }
        let depth = if self.options.seeds == Seeds::Globals { MAX_DEPTH } else { 0 };
        for _ in 0..depth {
            for (head, lemma) in std::mem::take(&mut fresh) {
                for block in self.blocks.incoming[head].clone() {
                    let data = &self.blocks.blocks[block];
                    let (Origin::Head(from), guard) = (data.from, data.guard) else { continue };
                    let image = substitute(&mut self.encoder.pool, &[lemma], &data.values)[0];
                    let broken = self.encoder.pool.not(image);
                    self.offer(from, &[guard, broken], &mut names, &mut found, &mut fresh);
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
        names: &mut IndexVec<HeadId, Names>,
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
                _ if names[head].can_say(self, formula) => said.push(formula),
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

/// What a head can speak of.
struct Names {
    kept: IdSet<VarId>,
    known: FxHashMap<TermId, bool>,
}

impl Names {
    fn of(slicer: &Slicer<'_>, head: HeadId) -> Self {
        let names = slicer.blocks.names(head);
        let kept = names.filter_map(|name| slicer.encoder.pool.as_var(name)).collect();
        Self { kept, known: FxHashMap::default() }
    }

    /// Is the formula over names of the head, without functions of unknown meaning?
    fn can_say(&mut self, slicer: &Slicer<'_>, formula: TermId) -> bool {
        let pool = &slicer.encoder.pool;
        if let Some(known) = self.known.get(&formula) {
            return *known;
        }
        for term in pool.postorder(&[formula]) {
            if self.known.contains_key(&term) {
                continue;
            }
            let can_say = match &pool[term] {
                Term::Var(var) => self.kept.contains(*var),
                Term::Apply(..) | Term::Select(..) | Term::Store(..) => false,
                node => node.operands().iter().all(|operand| self.known[operand]),
            };
            self.known.insert(term, can_say);
        }
        self.known[&formula]
    }
}

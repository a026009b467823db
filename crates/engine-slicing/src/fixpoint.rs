//! The overall algorithm: seeding loop heads and weakening them until nothing changes (Alg. 2
//! and 3).
//!
//! The paper unfolds the program into a tree whose nodes are heads with lemma sets; a node with a
//! *sibling* on its path, the same head within the same calls and loops, takes the sibling's
//! lemmas, weakened, and nodes that another one covers are dropped. Heads are visited inner
//! components first, so that all that is left of the tree at any time is one set per head: the
//! last sibling, which covers those before it. That set is what is kept here. Calls are inlined,
//! so the head itself says in which calls it is.
//!
//! A head is *seeded* when it is first reached: from each block that leads to it from what is
//! known so far, the precondition in relaxed conjunctive normal form. From then on its set only
//! shrinks. An inner loop is seeded from the current candidate of the loop around it, which may
//! be weakened later; then the inner one is weakened too (paper, 5.1).
//!
//! Ends: each head is seeded once, with finitely many lemmas, and every round but the last drops
//! one. Sound: at the end every block from a reached head preserves the lemmas of its target, and
//! a head that is not seeded is one that no block from a reached head can be taken to.

use encode::{Component, Encoder, Facts, Invariants, Unencodable};
use index::IndexVec;
use logic::{TermId, transfer};
use verdict::Budget;

use crate::harmless::Harmless;
use crate::solver::Reply;
use crate::weaken::Weakened;
use crate::{Conclusion, Dropped, Options, Seeds, Sliced, Statistics};
use lemmas::blocks::{BlockId, Blocks, HeadId, Nest, Origin};
use lemmas::guesses::{Guesses, Limits};

/// What is known of a head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Lemmas {
    /// No run has been seen to come here.
    Unreached,
    Known(Vec<TermId>),
}

pub(crate) struct Slicer<'p> {
    pub encoder: Encoder<'p>,
    pub blocks: Blocks,
    pub budget: Budget,
    pub options: Options,
    pub candidates: IndexVec<HeadId, Lemmas>,
    /// Counts the changes of each head.
    pub versions: IndexVec<HeadId, u64>,
    /// The version of its origin for which a block is known to preserve its target.
    pub settled: IndexVec<BlockId, Option<u64>>,
    pub statistics: Statistics,
    pub dropped: Vec<(HeadId, Dropped)>,
    /// Variables that name the truth of lemmas in a question.
    pub labels: Vec<TermId>,
    /// Found when they are first asked for.
    pub harmless: Option<Harmless>,
}

impl<'p> Slicer<'p> {
    pub fn new(
        mut encoder: Encoder<'p>,
        budget: &Budget,
        options: Options,
    ) -> Result<Self, Unencodable> {
        let blocks = Blocks::of(&mut encoder)?;
        let statistics = Statistics {
            n_heads: blocks.heads.len(),
            n_blocks: blocks.len(),
            ..Statistics::default()
        };
        Ok(Self {
            encoder,
            budget: budget.clone(),
            options,
            candidates: IndexVec::from_elem(Lemmas::Unreached, blocks.heads.len()),
            versions: IndexVec::from_elem(0, blocks.heads.len()),
            settled: IndexVec::from_elem(None, blocks.len()),
            blocks,
            statistics,
            dropped: Vec::new(),
            labels: Vec::new(),
            harmless: None,
        })
    }

    pub fn find_invariants(&mut self) {
        let nests = std::mem::take(&mut self.blocks.nests);
        // Blocks that lead backwards in the order need another round, and only irreducible
        // graphs have ones that reach a head for the first time.
        while self.stabilise_all(&nests) == Weakened::Changed && self.budget.check().is_ok() {}
        self.blocks.nests = nests;
    }

    fn stabilise_all(&mut self, nests: &[Nest]) -> Weakened {
        let mut result = Weakened::Unchanged;
        for nest in nests {
            if self.stabilise(nest) == Weakened::Changed {
                result = Weakened::Changed;
            }
        }
        result
    }

    /// Weakens a loop head and everything inside its loop until none changes the others.
    fn stabilise(&mut self, nest: &Nest) -> Weakened {
        let mut result = Weakened::Unchanged;
        loop {
            let change = self.visit(nest.head);
            if self.budget.check().is_err() {
                return result;
            }
            // Also if no run has come to this head: in an irreducible graph there are ways past
            // it into the loop.
            let inner = self.stabilise_all(&nest.inner);
            if change == Weakened::Unchanged && inner == Weakened::Unchanged {
                return result;
            }
            result = Weakened::Changed;
        }
    }

    /// Seeds a head that is reached for the first time, or weakens one that was before.
    fn visit(&mut self, head: HeadId) -> Weakened {
        let mut result = Weakened::Unchanged;
        if self.candidates[head] == Lemmas::Unreached {
            if !self.seed(head) {
                return Weakened::Unchanged;
            }
            result = Weakened::Changed;
        }
        for block in self.blocks.incoming[head].clone() {
            if self.budget.check().is_err() {
                break;
            }
            if self.weaken(block) == Weakened::Changed {
                result = Weakened::Changed;
            }
        }
        result
    }

    /// The first lemmas of a head; false if no run comes to it.
    fn seed(&mut self, head: HeadId) -> bool {
        let mut lemmas: Vec<TermId> = Vec::new();
        let mut is_reached = false;
        for block in self.blocks.incoming[head].clone() {
            let data = &self.blocks.blocks[block];
            let (from, guard) = (data.from, data.guard);
            let Lemmas::Known(mut context) = self.lemmas_at(from) else { continue };
            context.push(guard);
            if matches!(self.ask(&context), Reply::Impossible) {
                continue;
            }
            is_reached = true;
            lemmas.extend(self.precondition(block, &context));
        }
        if !is_reached {
            return false;
        }
        if self.options.seeds == Seeds::Extended {
            let (encoder, blocks) = (&mut self.encoder, &self.blocks);
            let mut guesses = Guesses { encoder, blocks, limits: Limits::MANY };
            lemmas.extend(guesses.at(head));
        }
        if self.options.seeds == Seeds::Globals {
            self.keep_globals(head, &mut lemmas);
        }
        if self.options.seeds != Seeds::Precondition {
            lemmas.extend(self.harmless(head));
        }
        lemmas.sort_unstable();
        lemmas.dedup();
        self.blocks.keep_symmetric(&self.encoder, head, &mut lemmas);
        self.statistics.n_seeded += lemmas.len();
        self.candidates[head] = Lemmas::Known(lemmas);
        self.versions[head] += 1;
        true
    }

    fn keep_globals(&self, head: HeadId, lemmas: &mut Vec<TermId>) {
        let components = self.blocks.components(&self.encoder.pool, head);
        let is_global = |var| match components.get(&var) {
            Some(Component::Var(var)) => self.encoder.is_global(*var),
            _ => false,
        };
        lemmas.retain(|lemma| self.encoder.pool.vars_of(&[*lemma]).iter().all(is_global));
    }

    pub fn lemmas_at(&self, origin: Origin) -> Lemmas {
        match origin {
            Origin::Start => Lemmas::Known(Vec::new()),
            Origin::Head(head) => self.candidates[head].clone(),
        }
    }

    pub fn version(&self, origin: Origin) -> u64 {
        match origin {
            Origin::Start => 0,
            Origin::Head(head) => self.versions[head],
        }
    }

    /// Hands out what was found, in a pool of its own.
    pub fn finish(mut self, conclusion: Conclusion) -> Sliced {
        let mut invariants = Invariants::default();
        let mut dropped = Vec::new();
        let is_inductive = conclusion != Conclusion::OutOfBudget;
        for head in self.blocks.heads.ids().collect::<Vec<_>>() {
            let by = self.blocks.exported_names(&self.encoder.pool, head, &mut invariants);
            let location = self.blocks.heads[head].location;
            let facts = match &self.candidates[head] {
                Lemmas::Unreached => Facts::Unreachable,
                Lemmas::Known(lemmas) => {
                    let export = |lemma: &TermId| {
                        let pool = &mut invariants.pool;
                        Some(transfer(&self.encoder.pool, pool, &[*lemma], &by)?[0])
                    };
                    Facts::Lemmas(lemmas.iter().filter_map(export).collect())
                }
            };
            if let Facts::Lemmas(lemmas) = &facts {
                self.statistics.n_kept += lemmas.len();
            }
            if is_inductive {
                invariants.heads.insert(location, facts);
            }
            for (_, each) in self.dropped.iter().filter(|(at, _)| *at == head) {
                let pool = &mut invariants.pool;
                let lemma = transfer(&self.encoder.pool, pool, &[each.lemma], &by);
                if let Some(lemma) = lemma {
                    dropped.push(Dropped { lemma: lemma[0], ..each.clone() });
                }
            }
        }
        Sliced { invariants, conclusion, statistics: self.statistics, dropped }
    }
}

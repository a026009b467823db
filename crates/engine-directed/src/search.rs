//! The search: obligations to exclude states, frame after frame, until a frame is inductive.
//!
//! A state from which a check fails has to be excluded from the last frame; what leads to it, from the frame
//! before; and so on. An obligation that arrives at the start of the program is a path to a failure,
//! as far as the words tell: then new words are needed, or there is no proof.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

use encode::{Encoder, Entry, Fact, Facts, Invariants, Unencodable};
use index::IndexVec;
use lemmas::blocks::{BlockId, Blocks, HeadId, Origin};
use lemmas::observed::Runs;
use logic::{TermId, Value, VarId, transfer};
use rustc_hash::{FxHashMap, FxHashSet};
use verdict::Budget;

use crate::asker::Asker;
use crate::dissolve::{Cells, Dissolved, Step, dissolve};
use crate::frames::{Frames, Lemma};
use crate::generalise::{WayInto, Zeal};
use crate::refine::Refined;
use crate::step::{Before, Detail};
use crate::words::{Cube, Lot, WordId, Words};
use crate::{Conclusion, Directed, Loops, Options, Statistics, Why};

pub(crate) struct Search<'p> {
    pub encoder: Encoder<'p>,
    pub blocks: Blocks,
    pub budget: Budget,
    pub options: Options,
    pub words: IndexVec<HeadId, Words>,
    /// The variables of each head.
    pub names: IndexVec<HeadId, FxHashSet<TermId>>,
    /// What holds at each head for other reasons.
    pub known: IndexVec<HeadId, Vec<TermId>>,
    /// What of it was found here, by guesses that every step keeps.
    pub lasting: IndexVec<HeadId, Vec<TermId>>,
    pub frames: Frames,
    /// The blocks, as they are asked about.
    pub steps: IndexVec<BlockId, Step>,
    pub cells: IndexVec<HeadId, Cells>,
    /// From where, and under which condition, something fails.
    pub dangers: Vec<(Origin, TermId)>,
    /// What can fail behind one head.
    pub groups: Vec<Group>,
    /// Words behind blocks, said before them.
    pub images: FxHashMap<(BlockId, WordId), TermId>,
    pub block_askers: FxHashMap<BlockId, Asker>,
    pub danger_askers: FxHashMap<usize, Asker>,
    pub detail: Detail,
    /// Short runs, by chance.
    pub runs: Runs,
    pub statistics: Statistics,
}

/// Failures behind the same head, among the dangers.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub from: Origin,
    /// That any of them happens.
    pub whole: usize,
    pub parts: Range<usize>,
    /// The question about all at once is too hard.
    pub is_hard: bool,
}

/// Exclude these states in at most so many steps.
#[derive(Clone, Debug)]
pub(crate) struct Obligation {
    pub head: HeadId,
    pub cube: Cube,
    pub level: usize,
    /// What the states lead to.
    pub leads: Leads,
    pub inputs: Vec<(VarId, Value)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leads {
    ToFailure(usize),
    /// By a block, to the states of another obligation.
    By(BlockId, usize),
}

/// What came of trying to exclude a failure.
enum Blocked {
    Yes,
    /// A path that no word excludes: the first block, and the obligation that it leads to.
    Path(BlockId, usize),
    GaveUp,
}

impl<'p> Search<'p> {
    pub fn new(
        mut encoder: Encoder<'p>,
        known: &Invariants,
        budget: &Budget,
        options: Options,
    ) -> Result<Self, Unencodable> {
        let blocks = match options.loops {
            Loops::All => Blocks::of(&mut encoder)?,
            Loops::Long => Blocks::of_long_loops(&mut encoder)?,
        };
        let (mut dangers, mut groups) = (Vec::new(), Vec::new());
        for danger in &blocks.dangers {
            let failures = danger.violations.iter().map(|it| it.formula);
            let unmodelled = danger.unsupported.iter().map(|it| it.guard);
            let formulas: Vec<TermId> = failures.chain(unmodelled).collect();
            let first = dangers.len();
            dangers.extend(formulas.iter().map(|formula| (danger.from, *formula)));
            let parts = first..dangers.len();
            groups.push(Group { from: danger.from, whole: dangers.len(), parts, is_hard: false });
            dangers.push((danger.from, encoder.pool.or(&formulas)));
        }
        let known = known_facts(&mut encoder, &blocks, known);
        let runs = Runs::of(&encoder.pool, &blocks);
        let written = runs.places(&encoder, &blocks);
        let Dissolved { steps, dangers, heads: cells } =
            dissolve(&mut encoder.pool, &blocks, dangers, &written);
        let n_heads = blocks.heads.len();
        let mut search = Self {
            names: IndexVec::new(),
            frames: Frames::new(n_heads),
            words: blocks.heads.ids().map(|_| Words::default()).collect(),
            known: IndexVec::new(),
            lasting: IndexVec::from_elem(Vec::new(), n_heads),
            encoder,
            blocks,
            budget: budget.clone(),
            options,
            steps,
            cells,
            dangers,
            groups,
            images: FxHashMap::default(),
            block_askers: FxHashMap::default(),
            danger_askers: FxHashMap::default(),
            detail: Detail::Touched,
            runs,
            statistics: Statistics::default(),
        };
        for (head, known) in known {
            let (pool, cells) = (&mut search.encoder.pool, &search.cells[head]);
            let names = search.blocks.names(head).filter(|name| !cells.is_gone(pool, *name));
            let names: FxHashSet<TermId> = names.chain(cells.vars()).collect();
            let known = known.into_iter().filter_map(|fact| cells.told(pool, fact)).collect();
            search.names.push(names);
            search.known.push(known);
        }
        Ok(search)
    }

    pub fn has_budget(&self) -> bool {
        let has_questions = self.budget.remaining().is_some()
            || self.statistics.n_questions < self.options.max_questions;
        has_questions && self.budget.check().is_ok()
    }

    /// `known` is part of what is found: the lemmas rest on it.
    pub fn run(mut self, known: &Invariants) -> Directed {
        let conclusion = self.conclude();
        let mut invariants = Invariants::default();
        if conclusion == Conclusion::Proved {
            invariants = known.clone();
            // Loops that were followed need none, and nobody will check theirs again.
            invariants.heads.retain(|head, _| !self.blocks.through.contains(*head));
            self.export(&mut invariants);
        }
        let statistics = Statistics {
            n_words: self.words.values().map(|words| words.terms.len()).sum(),
            n_lemmas: self.frames.lemmas.values().map(Vec::len).sum(),
            n_frames: self.frames.top,
            ..self.statistics
        };
        let through = self.encoder.inner_first().into_iter();
        let through = through.filter(|head| self.blocks.through.contains(*head)).collect();
        Directed { invariants, through, conclusion, statistics }
    }

    fn conclude(&mut self) -> Conclusion {
        // What fails before the first head is no matter of lemmas.
        for group in 0..self.groups.len() {
            if self.groups[group].from == Origin::Start
                && !matches!(self.before_any(group, 0).1, Before::Nothing(_))
            {
                return match self.has_budget() {
                    true => Conclusion::Open(Why::Path),
                    false => Conclusion::OutOfBudget,
                };
            }
        }
        self.add_conditions();
        self.learn_what_lasts();
        loop {
            self.frames.add_frame(&mut self.encoder.pool);
            if let Some(conclusion) = self.make_safe() {
                return conclusion;
            }
            if self.push_lemmas() {
                return Conclusion::Proved;
            }
            if !self.has_budget() {
                return Conclusion::OutOfBudget;
            }
        }
    }

    fn add_conditions(&mut self) {
        for head in self.blocks.heads.ids().collect::<Vec<_>>() {
            self.add_lot(head, Lot::Conditions);
        }
    }

    /// Excludes every failure from the last frame; a conclusion if that cannot be done.
    fn make_safe(&mut self) -> Option<Conclusion> {
        for group in 0..self.groups.len() {
            let Origin::Head(head) = self.groups[group].from else { continue };
            loop {
                if !self.has_budget() {
                    return Some(Conclusion::OutOfBudget);
                }
                let (danger, before) = match self.before_any(group, self.frames.top) {
                    (_, Before::Nothing(_)) => break,
                    (_, Before::Unanswered) => return Some(self.gave_up()),
                    (danger, Before::Something(before)) => (danger, before),
                };
                let (cube, inputs, level) = (before.cube, before.inputs, self.frames.top);
                let leads = Leads::ToFailure(danger);
                let mut all = vec![Obligation { head, cube, level, leads, inputs }];
                match self.meet(&mut all) {
                    Blocked::Yes => {}
                    Blocked::GaveUp => return Some(self.gave_up()),
                    Blocked::Path(first, to) => match self.refine(first, &all, to) {
                        Refined::NewWords => {}
                        Refined::Feasible => return Some(Conclusion::Open(Why::Path)),
                        Refined::NoWords => return Some(Conclusion::Open(Why::Words)),
                    },
                }
            }
        }
        None
    }

    fn gave_up(&self) -> Conclusion {
        if self.has_budget() { Conclusion::Open(Why::Solver) } else { Conclusion::OutOfBudget }
    }

    /// Meets an obligation and those that it brings, lowest frames first.
    fn meet(&mut self, all: &mut Vec<Obligation>) -> Blocked {
        let mut queue = BinaryHeap::from([Reverse((all[0].level, 0))]);
        while let Some(Reverse((level, id))) = queue.pop() {
            if !self.has_budget() {
                return Blocked::GaveUp;
            }
            let (head, cube) = (all[id].head, all[id].cube.clone());
            if self.frames.excludes(head, &cube, level) {
                continue;
            }
            match self.way_into(head, &cube, level) {
                WayInto::None(core) => {
                    let wider = self.generalise(head, core, level, Zeal::Full);
                    let level = self.learn(head, wider, level);
                    // It would come back in the next frame.
                    if level < self.frames.top {
                        queue.push(Reverse((level + 1, id)));
                    }
                }
                WayInto::From(block, before) => match before.from {
                    Origin::Start => return Blocked::Path(block, id),
                    Origin::Head(from) => {
                        queue.push(Reverse((level, id)));
                        queue.push(Reverse((level - 1, all.len())));
                        all.push(Obligation {
                            head: from,
                            cube: before.cube,
                            level: level - 1,
                            leads: Leads::By(block, id),
                            inputs: before.inputs,
                        });
                    }
                },
                WayInto::Unanswered => return Blocked::GaveUp,
            }
        }
        Blocked::Yes
    }

    /// Moves lemmas into later frames; true once a frame is inductive.
    fn push_lemmas(&mut self) -> bool {
        for level in 1..self.frames.top {
            for head in self.blocks.heads.ids().collect::<Vec<_>>() {
                let here = self.frames.lemmas[head].iter().filter(|it| it.level == level);
                for cube in here.map(|lemma| lemma.cube.clone()).collect::<Vec<_>>() {
                    if !self.has_budget() {
                        return false;
                    }
                    if let WayInto::None(core) = self.way_into(head, &cube, level + 1) {
                        let term = self.words[head].outside(&mut self.encoder.pool, &core);
                        self.frames.add(head, Lemma { cube: core, level: level + 1 }, term);
                    }
                }
            }
        }
        self.frames.fixpoint().is_some()
    }

    /// Adds the inductive frame to what was known.
    pub(crate) fn export(&mut self, invariants: &mut Invariants) {
        let first = self.frames.fixpoint().map_or(self.frames.top, |level| level + 1);
        for head in self.blocks.heads.ids().collect::<Vec<_>>() {
            let by = self.blocks.exported_names(&self.encoder.pool, head, invariants);
            let lemmas = self.frames.lemmas[head].iter().filter(|it| it.level >= first);
            let cubes: Vec<Cube> = lemmas.map(|lemma| lemma.cube.clone()).collect();
            let location = self.blocks.heads[head].location;
            let facts = invariants.heads.remove(&location).unwrap_or(Facts::Lemmas(Vec::new()));
            let Facts::Lemmas(mut lemmas) = facts else {
                invariants.heads.insert(location, facts);
                continue;
            };
            if cubes.iter().any(Vec::is_empty) {
                invariants.heads.insert(location, Facts::Unreachable);
                continue;
            }
            let pool = &mut self.encoder.pool;
            let outside = cubes.iter().map(|cube| self.words[head].outside(pool, cube));
            let found: Vec<TermId> = self.lasting[head].iter().copied().chain(outside).collect();
            for term in found {
                let pool = &mut self.encoder.pool;
                let term = self.cells[head].in_memory(pool, term);
                lemmas.extend(
                    transfer(&self.encoder.pool, &mut invariants.pool, &[term], &by)
                        .into_iter()
                        .flatten(),
                );
            }
            invariants.heads.insert(location, Facts::Lemmas(lemmas));
        }
    }
}

/// What invariants say of each head, over its variables.
fn known_facts(
    encoder: &mut Encoder<'_>,
    blocks: &Blocks,
    invariants: &Invariants,
) -> Vec<(HeadId, Vec<TermId>)> {
    let mut known = Vec::new();
    for (id, head) in blocks.heads.iter() {
        let (location, state) = (head.location, head.state.clone());
        let guard = encoder.pool.top();
        let facts = encoder.facts(invariants, &Entry { location, guard, state });
        let told = facts.into_iter().filter_map(|fact| match fact {
            Fact::Known(term) => Some(term),
            Fact::Foreign(_) => None,
        });
        known.push((id, told.collect()));
    }
    known
}

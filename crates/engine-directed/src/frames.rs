//! Frames: what holds at each head after at most so many steps.
//!
//! Frame `i` of a head is a set of lemmas that every state satisfies that a run reaches in at most `i`
//! steps from head to head. Frames only grow weaker with `i`, so each lemma is kept once, with the highest
//! frame that it is in. Lemmas are told to solvers as they come: each asker reads the log of its head.

use index::IndexVec;
use lemmas::blocks::HeadId;
use logic::{Sort, TermId, TermPool};

use crate::words::{Cube, Literal, is_wider};

/// No state of the cube is reached in at most `level` steps.
#[derive(Clone, Debug)]
pub(crate) struct Lemma {
    pub cube: Cube,
    pub level: usize,
}

#[derive(Default)]
pub(crate) struct Frames {
    pub lemmas: IndexVec<HeadId, Vec<Lemma>>,
    /// In the order in which they came: the level, and the lemma as a term.
    log: IndexVec<HeadId, Vec<(usize, TermId)>>,
    /// For each level a variable: when it is true, the lemmas of the level hold.
    switches: Vec<TermId>,
    /// The last frame.
    pub top: usize,
}

/// What a frame says of a head.
#[derive(Clone, Copy, Default)]
pub(crate) struct View<'a> {
    /// All lemmas of the head, with their levels, since the start.
    pub log: &'a [(usize, TermId)],
    pub switches: &'a [TermId],
    pub frame: usize,
}

impl<'a> View<'a> {
    /// What has to be true for the lemmas of the frame to hold.
    pub fn switched_on(&self) -> &'a [TermId] {
        self.switches.get(self.frame..).unwrap_or_default()
    }

    /// The lemmas of the frame.
    pub fn lemmas(&self) -> impl Iterator<Item = TermId> + 'a {
        let first = self.frame;
        self.log.iter().filter(move |(level, _)| *level >= first).map(|(_, lemma)| *lemma)
    }
}

impl Frames {
    pub fn new(n_heads: usize) -> Self {
        Self {
            lemmas: IndexVec::from_elem(Vec::new(), n_heads),
            log: IndexVec::from_elem(Vec::new(), n_heads),
            ..Self::default()
        }
    }

    /// One frame more.
    pub fn add_frame(&mut self, pool: &mut TermPool) {
        self.top += 1;
        while self.switches.len() <= self.top {
            self.switches.push(pool.fresh_var("frame", Sort::Bool));
        }
    }

    /// What a frame says of a head.
    pub fn view(&self, head: HeadId, frame: usize) -> View<'_> {
        View { log: &self.log[head], switches: &self.switches, frame }
    }

    /// Is the cube excluded from a frame by one lemma?
    pub fn excludes(&self, head: HeadId, cube: &[Literal], level: usize) -> bool {
        self.lemmas[head].iter().any(|it| it.level >= level && is_wider(&it.cube, cube))
    }

    /// Adds a lemma; those that say less are dropped.
    pub fn add(&mut self, head: HeadId, lemma: Lemma, term: TermId) {
        self.lemmas[head].retain(|it| it.level > lemma.level || !is_wider(&lemma.cube, &it.cube));
        self.log[head].push((lemma.level, term));
        self.lemmas[head].push(lemma);
    }

    /// A frame that is the same as the next one, if there is one: it is inductive.
    pub fn fixpoint(&self) -> Option<usize> {
        let is_empty = |level: usize| {
            self.lemmas.values().all(|lemmas| lemmas.iter().all(|lemma| lemma.level != level))
        };
        (1..self.top).find(|level| is_empty(*level))
    }
}

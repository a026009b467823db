//! Lemmas as general as can be found.
//!
//! A cube that no step leads to from the frame before is excluded; so may be a wider one, with literals left
//! out. The solver's reason leaves out some at once, the others are tried one by one. Where a step from one
//! state spoils a wider cube, that state itself may be one that no run reaches: then it is excluded first
//! (counterexamples to generalisation; Hassan, Bradley, Somenzi, 2013).

use lemmas::blocks::{HeadId, Origin};

use crate::frames::Lemma;
use crate::search::Search;
use crate::step::{Before, Predecessor};
use crate::words::Cube;

/// Tries to leave out a literal, for one lemma.
const MAX_TRIES: usize = 40;
/// States excluded for the sake of one literal.
const MAX_IN_THE_WAY: usize = 3;

/// How much is done for a lemma.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Zeal {
    /// States in the way are excluded too.
    Full,
    /// For those states themselves.
    Little,
}

/// Is there a way into a cube from a frame?
pub(crate) enum WayInto {
    /// None; nor into this wider cube.
    None(Cube),
    From(lemmas::blocks::BlockId, Predecessor),
    Unanswered,
}

impl Search<'_> {
    /// Can a cube be reached in at most `level` steps, as far as the frame before says?
    pub(crate) fn way_into(&mut self, head: HeadId, cube: &Cube, level: usize) -> WayInto {
        let mut needed = Cube::new();
        for block in self.blocks.incoming[head].clone() {
            match self.before(block, cube, level - 1) {
                Before::Nothing(core) => needed.extend(core),
                Before::Something(predecessor) => return WayInto::From(block, predecessor),
                Before::Unanswered => return WayInto::Unanswered,
            }
        }
        needed.sort_unstable();
        needed.dedup();
        WayInto::None(needed)
    }

    /// A wider cube, that no step leads to either.
    pub(crate) fn generalise(
        &mut self,
        head: HeadId,
        mut cube: Cube,
        level: usize,
        zeal: Zeal,
    ) -> Cube {
        let mut n_tries = 0;
        // What was added last says most about the case at hand, and least in general.
        let mut position = cube.len();
        while position > 0 && n_tries < MAX_TRIES && self.has_budget() {
            position -= 1;
            n_tries += 1;
            let mut wider = cube.clone();
            wider.remove(position);
            if let Some(wider) = self.widened(head, wider, level, zeal) {
                position = position.min(wider.len());
                cube = wider;
            }
        }
        cube
    }

    fn widened(&mut self, head: HeadId, wider: Cube, level: usize, zeal: Zeal) -> Option<Cube> {
        for _ in 0..=MAX_IN_THE_WAY {
            match self.way_into(head, &wider, level) {
                WayInto::None(core) => return Some(core),
                WayInto::Unanswered => return None,
                WayInto::From(_, Predecessor { from: Origin::Start, .. }) => return None,
                WayInto::From(_, Predecessor { from: Origin::Head(from), cube, .. }) => {
                    if zeal == Zeal::Little || level < 2 || !self.exclude(from, &cube, level - 1) {
                        return None;
                    }
                }
            }
        }
        None
    }

    /// Excludes a cube from a frame, if no step leads there.
    fn exclude(&mut self, head: HeadId, cube: &Cube, level: usize) -> bool {
        let WayInto::None(core) = self.way_into(head, cube, level) else { return false };
        let core = self.generalise(head, core, level, Zeal::Little);
        self.learn(head, core, level);
        true
    }

    /// Adds the lemma that no state of the cube is reached in so many steps, or more if that holds.
    pub(crate) fn learn(&mut self, head: HeadId, cube: Cube, mut level: usize) -> usize {
        let mut cube = cube;
        while level < self.frames.top && self.has_budget() {
            match self.way_into(head, &cube, level + 1) {
                WayInto::None(core) => cube = core,
                WayInto::From(..) | WayInto::Unanswered => break,
            }
            level += 1;
        }
        let term = self.words[head].outside(&mut self.encoder.pool, &cube);
        self.frames.add(head, Lemma { cube, level }, term);
        level
    }
}

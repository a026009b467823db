//! Invariants of some loops, where runs are followed through the others round by round.
//!
//! A run is cut at the heads of the loops that are not followed. From each of them, and from the start,
//! it is followed until it is at one again; if none is left over, all of it was seen: nothing
//! failed, and the invariants hold where it was cut. Which loops are named does not matter for
//! that. One that goes on and on is refused.

use encode::{Encoder, Entry, Invariants};
use index::IdSet;
use ir::LocationId;
use logic::{Term, TermId};

use super::{Refusal, Whole, facts, holds_at, refute};
use crate::judge::Judge;

/// Moves of a run between two cuts.
const MAX_MOVES: usize = 1_000;

pub(super) fn through_loops(
    whole: &Whole,
    loops: &[LocationId],
    invariants: &Invariants,
    judge: &mut dyn Judge,
) -> Result<(), Refusal> {
    let mut encoder = whole.encoder()?;
    let always = encoder.pool.top();
    let named: IdSet<LocationId> = loops.iter().copied().collect();
    let cuts: Vec<LocationId> = encoder.loop_heads().filter(|it| !named.contains(*it)).collect();
    let start = encoder.initial().0;
    let way = Way { whole, loops, invariants };
    if cuts.contains(&start.location) {
        holds_at(&mut encoder, invariants, always, &[start], judge)?;
    } else {
        way.to_next_cut(&mut encoder, (always, start), judge)?;
    }
    for cut in cuts {
        let entry = encoder.arbitrary(cut, always);
        let known = facts(&mut encoder, invariants, &entry)?;
        if encoder.pool[known] != Term::Bool(false) {
            way.to_next_cut(&mut encoder, (known, entry), judge)?;
        }
    }
    Ok(())
}

/// The loops that are followed, between those of which something is known.
struct Way<'a> {
    whole: &'a Whole,
    loops: &'a [LocationId],
    invariants: &'a Invariants,
}

impl Way<'_> {
    /// Nothing fails on the way from a state to the next cuts, and the invariants hold there.
    fn to_next_cut(
        &self,
        encoder: &mut Encoder<'_>,
        (known, entry): (TermId, Entry),
        judge: &mut dyn Judge,
    ) -> Result<(), Refusal> {
        let (mut waiting, failing) = self.whole.step(encoder, vec![entry])?;
        let mut bad = vec![failing];
        for _ in 0..MAX_MOVES {
            waiting.retain(|entry| encoder.pool[entry.guard] != Term::Bool(false));
            let is_waiting =
                |place: &&LocationId| waiting.iter().any(|entry| entry.location == **place);
            let Some(&place) = self.loops.iter().find(is_waiting) else {
                holds_at(encoder, self.invariants, known, &waiting, judge)?;
                let bad = encoder.pool.or(&bad);
                let otherwise = "a check can fail under the invariants";
                return refute(encoder, &[known, bad], judge, otherwise);
            };
            let (moved, others) = waiting.into_iter().partition(|entry| entry.location == place);
            let (next, failing) = self.whole.step(encoder, moved)?;
            bad.push(failing);
            waiting = others;
            waiting.extend(next);
        }
        Err(Refusal::Undecided("a loop that was to be followed goes on".to_owned()))
    }
}

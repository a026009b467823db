//! Memory that nobody writes: tables, messages, rows of function pointers.
//!
//! A region of static objects that no edge of the body writes holds at every place of a run what it
//! held at the beginning. It is therefore no part of the state that a step starts from: any state has
//! it, so that a proof by induction knows a table without an invariant about it. What is read there
//! is told apart by the address, in a tree over stretches of equal elements, which solvers see
//! through; an array with an element for each store is what they are slow with.
//!
//! ```text
//!   static const int days[] = { 31, 28, 31 };     days[m] behind a loop that changes m:
//!                                                 &days + 4m < &days + 4  ? 31
//!                                                 : &days + 4m < &days + 8 ? 28 : ...
//! ```
//!
//! # Why it is sound
//! Steps are those of the edges of one body, and no edge of it writes to the region
//! (`PointsTo::written_by`), so that the contents are an invariant of the encoded steps. Nor does the
//! program that the regions come from: of that the body may be a part, and encoders of its parts
//! agree on what is read-only, as they do on the regions. Between two elements of a region of words nothing is accessed, and what lies outside
//! of all objects is read by no defined run: what the tree gives there does not matter.

use std::rc::Rc;

use ir::Contents;
use ir_passes::points_to::RegionId;
use logic::{Term, TermId};
use rustc_hash::FxHashMap;

use crate::integers::Integers;
use crate::state::{Encoder, SlotId};

/// Tables with more stretches than this stay arrays.
const MAX_STRETCHES: usize = 1024;

/// What the regions hold that nobody writes.
#[derive(Debug, Default)]
pub(crate) struct ReadOnly {
    arrays: Vec<(SlotId, TermId)>,
    /// Where stretches of equal elements begin, in rising order, and their element.
    tables: FxHashMap<RegionId, Rc<Vec<(u128, TermId)>>>,
}

impl ReadOnly {
    pub fn arrays(&self) -> &[(SlotId, TermId)] {
        &self.arrays
    }
}

impl Encoder<'_> {
    /// Takes the contents of what nobody writes from the beginning of runs.
    pub(crate) fn find_read_only(&mut self) {
        let regions = self.unwritten_static_regions();
        if regions.is_empty() {
            return;
        }
        let mut state = self.unconstrained();
        self.initial_memory(&mut state);
        for region in regions {
            let Some(slot) = self.slots.regions[region] else { continue };
            let array = state.get(slot);
            self.read_only.arrays.push((slot, array));
            if let Some(table) = self.table(region, array) {
                self.read_only.tables.insert(region, Rc::new(table));
            }
        }
    }

    /// The regions of static objects only that nothing writes, neither in the program that was
    /// analysed nor in the body that is encoded.
    fn unwritten_static_regions(&self) -> Vec<RegionId> {
        let ops = self.body.edges.values().map(|edge| &edge.op);
        let Some(written) = self.points_to.written_by(ops) else { return Vec::new() };
        let regions = self.points_to.regions.iter();
        let untouched = regions.filter(|(id, region)| {
            let targets = &region.targets;
            let mut objects = targets.objects.iter();
            !region.is_shadow
                && !written.contains(*id)
                && !self.points_to.may_be_written(*id)
                && targets.allocations.is_empty()
                && !targets.is_external
                && objects
                    .all(|it| matches!(self.program.objects[it].contents, Contents::Static(_)))
        });
        untouched.map(|(id, _)| id).collect()
    }

    /// The stretches of an array that is stores at known places on top of one element everywhere.
    fn table(&self, region: RegionId, array: TermId) -> Option<Vec<(u128, TermId)>> {
        if self.integers != Integers::Machine {
            return None;
        }
        let mut elements: FxHashMap<u128, TermId> = FxHashMap::default();
        let mut below = array;
        let everywhere = loop {
            match self.pool[below] {
                Term::Store(next, at, element) => {
                    let Term::BitVec(_, address) = self.pool[at] else { return None };
                    // The store on top is the last one.
                    elements.entry(address).or_insert(element);
                    below = next;
                }
                Term::ConstArray(_, element) => break element,
                _ => return None,
            }
        };
        let step = u128::from(self.slots.forms[region].element_bytes());
        let mut elements: Vec<(u128, TermId)> = elements.into_iter().collect();
        elements.sort_unstable_by_key(|(address, _)| *address);
        let mut stretches = vec![(0, everywhere)];
        let mut end = 0;
        for (address, element) in elements {
            let last = stretches.last().map(|(_, last)| *last);
            if address != end && last != Some(everywhere) {
                stretches.push((end, everywhere));
            }
            if stretches.last().map(|(_, last)| *last) != Some(element) {
                stretches.push((address, element));
            }
            end = address + step;
        }
        if stretches.last().map(|(_, last)| *last) != Some(everywhere) {
            stretches.push((end, everywhere));
        }
        (stretches.len() <= MAX_STRETCHES).then_some(stretches)
    }

    /// The element of a region at a place.
    pub(crate) fn element_at(&mut self, region: RegionId, array: TermId, at: TermId) -> TermId {
        match self.read_only.tables.get(&region).cloned() {
            Some(table) => self.look_up(&table, at),
            None => self.read_array(array, at),
        }
    }

    fn look_up(&mut self, stretches: &[(u128, TermId)], at: TermId) -> TermId {
        if let [(_, element)] = stretches {
            return *element;
        }
        let (before, behind) = stretches.split_at(stretches.len() / 2);
        let start = self.word(self.format.width, behind[0].0 as i128);
        let is_behind = self.word_at_most(start, at);
        let (before, behind) = (self.look_up(before, at), self.look_up(behind, at));
        self.pool.ite(is_behind, behind, before)
    }
}

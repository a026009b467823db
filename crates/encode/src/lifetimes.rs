//! Which steps may end the life of a local object, found before anything is encoded.
//!
//! Where a local object lies is a component of the state, and behind a loop head it may be
//! anywhere. To end "the life of what lies there" would then end that of any object. So it is done
//! only where the object may be alive: at an edge that leaves it, or enters it again, and that a
//! run can come to from an edge that enters it without leaving it in between. What calls were
//! replaced by leaves every object of its function, most of which are dead by then.
//!
//! A block on the stack lives as long as the object that stands for it, and the component of that
//! object is where the block is. One component has room for one block: where a second may be
//! allocated in the same life (`alloca` in a loop of a function that returns), the edge is
//! *crowded* and not modelled.

use index::IdSet;
use ir::{AllocationKind, Body, EdgeId, LocationId, ObjectId, Op};
use rustc_hash::FxHashMap;

#[derive(Clone, Debug, Default)]
pub(crate) struct Lifetimes {
    ending: IdSet<EdgeId>,
    crowded: IdSet<EdgeId>,
    holders: IdSet<ObjectId>,
}

impl Lifetimes {
    pub fn of(body: &Body) -> Self {
        let mut begun: FxHashMap<ObjectId, Vec<LocationId>> = FxHashMap::default();
        let mut held: FxHashMap<ObjectId, Vec<LocationId>> = FxHashMap::default();
        for edge in body.edges.values() {
            match edge.op {
                Op::EnterScope { object } => begun.entry(object).or_default().push(edge.to),
                Op::Allocate { kind: AllocationKind::Stack(holder), .. } => {
                    held.entry(holder).or_default().push(edge.to);
                }
                _ => {}
            }
        }
        let mut result = Self { holders: held.keys().copied().collect(), ..Self::default() };
        for (object, starts) in begun {
            result.ending.union_with(&met(body, object, starts).ends);
        }
        for (holder, starts) in held {
            let met = met(body, holder, starts);
            // Blocks that nothing ends may be as many as they like.
            if !met.ends.is_empty() {
                result.crowded.union_with(&met.allocations);
            }
        }
        result
    }

    /// May the object that the edge enters or leaves be alive there?
    pub fn may_end(&self, edge: EdgeId) -> bool {
        self.ending.contains(edge)
    }

    /// May the edge allocate a block for an object that stands for one already?
    pub fn is_crowded(&self, edge: EdgeId) -> bool {
        self.crowded.contains(edge)
    }

    /// Does the object stand for blocks on the stack?
    pub fn is_holder(&self, object: ObjectId) -> bool {
        self.holders.contains(object)
    }
}

/// What runs come to within one life of an object.
#[derive(Default)]
struct Met {
    /// The edges that end it.
    ends: IdSet<EdgeId>,
    /// The edges that allocate for it.
    allocations: IdSet<EdgeId>,
}

fn met(body: &Body, object: ObjectId, starts: Vec<LocationId>) -> Met {
    let mut met = Met::default();
    let mut seen: IdSet<LocationId> = starts.iter().copied().collect();
    let mut pending = starts;
    while let Some(location) = pending.pop() {
        for &edge in &body.locations[location].outgoing {
            match body.edges[edge].op {
                Op::EnterScope { object: it } | Op::LeaveScope { object: it } if it == object => {
                    met.ends.insert(edge);
                    continue;
                }
                Op::Allocate { kind: AllocationKind::Stack(it), .. } if it == object => {
                    met.allocations.insert(edge);
                }
                _ => {}
            }
            if seen.insert(body.edges[edge].to) {
                pending.push(body.edges[edge].to);
            }
        }
    }
    met
}

//! Which regions are written.
//!
//! What may write is a store, a copy, a fill, what makes memory unknown and what acts outside of the
//! program. Where one of them writes through a pointer of which nothing is known, any region may be
//! written. The beginning of a block's life writes its bytes too, but no static object's.

use index::IdSet;
use ir::{Op, Program};

use super::{PointsTo, RegionId};

impl PointsTo {
    /// Of a whole program; `None` if that may be all regions.
    pub(super) fn written_by_program(&self, program: &Program) -> Option<IdSet<RegionId>> {
        let bodies = program.functions.values().filter_map(|function| function.body.as_ref());
        self.written_by(bodies.flat_map(|body| body.edges.values().map(|edge| &edge.op)))
    }

    /// The regions that one of the operations may write; `None` if that may be all.
    pub fn written_by<'a>(&self, ops: impl Iterator<Item = &'a Op>) -> Option<IdSet<RegionId>> {
        let mut written = IdSet::new();
        for op in ops {
            match op {
                Op::Store { pointer, .. } => {
                    written.insert(self.region(*pointer)?);
                }
                Op::Copy { target, .. }
                | Op::Fill { target, .. }
                | Op::HavocMemory { target, .. }
                | Op::Reallocate { pointer: target, .. } => {
                    let around = self.surroundings(*target)?;
                    written.extend(around.fields.iter().map(|field| field.region));
                    // The shadow moves with the block.
                    let moves = matches!(op, Op::Reallocate { .. });
                    if let Some(shadow) = self.shadow_of(around).filter(|_| moves) {
                        written.extend(shadow.fields.iter().map(|field| field.region));
                    }
                }
                Op::Outside { .. } | Op::Call { .. } => {
                    let known = self.regions.iter().filter(|(_, it)| it.targets.is_external);
                    written.extend(known.map(|(id, _)| id));
                }
                Op::Skip
                | Op::AtomicBegin(_)
                | Op::AtomicEnd
                | Op::Assign { .. }
                | Op::Assume { .. }
                | Op::Await { .. }
                | Op::Havoc { .. }
                | Op::Load { .. }
                | Op::CallBack { .. }
                | Op::EnterScope { .. }
                | Op::LeaveScope { .. }
                | Op::Allocate { .. }
                | Op::Free { .. }
                | Op::Check { .. }
                | Op::Return { .. }
                | Op::Halt { .. }
                | Op::ThreadSelf { .. }
                | Op::ThreadCreate { .. }
                | Op::ThreadJoin { .. }
                | Op::ThreadExit { .. }
                | Op::Unsupported { .. } => {}
            }
        }
        Some(written)
    }

    /// Whether the program may write to the region.
    pub fn may_be_written(&self, region: RegionId) -> bool {
        self.written.as_ref().is_none_or(|written| written.contains(region))
    }
}

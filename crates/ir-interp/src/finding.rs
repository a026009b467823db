//! What a failing check found, beyond that it fails: for whoever has to tell people.

use crate::code::Demand;
use crate::fault::FaultKind;
use crate::input::{Holder, InputSource};
use crate::interpreter::Interpreter;
use crate::value::Origin;

/// What the check that ended the run was about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    BadPointer(BadPointer),
    /// Heap blocks that nothing leads to any more, or that are left when the program ends.
    Blocks(Vec<Origin>),
}

/// A pointer that leads to nothing that may be accessed, or freed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadPointer {
    pub address: u64,
    /// Of the access; `None` where the pointer is freed.
    pub size: Option<u64>,
    /// What the pointer was made from; `None` for null and for mere numbers.
    pub owner: Option<Owner>,
}

/// An object or a block, alive or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Owner {
    pub origin: Origin,
    pub holder: Holder,
    pub base: u64,
    /// `None` for an `extern` object of unknown size.
    pub size: Option<u64>,
    /// What accesses are since its life is over.
    pub over: Option<FaultKind>,
}

impl<I: InputSource> Interpreter<'_, I> {
    /// Takes note of what a demand that is not met is about.
    pub(crate) fn note_finding(&mut self, demand: Demand) {
        if !self.trace.is_recording() {
            return;
        }
        let finding = match demand {
            Demand::ValidAccess { pointer, size } => {
                let size = self.size(size).ok();
                size.and_then(|size| self.bad_pointer(*self.get(pointer), Some(size)))
            }
            Demand::ValidFree { pointer } => self.bad_pointer(*self.get(pointer), None),
            Demand::AllReachable => Some(Finding::Blocks(self.memory.lost_blocks(self.roots()))),
            Demand::AllFreed => Some(Finding::Blocks(self.memory.left_blocks())),
            Demand::Holds(_)
            | Demand::Initialised(_)
            | Demand::Writable { .. }
            | Demand::Apart { .. }
            | Demand::SameObject { .. }
            | Demand::InObject { .. }
            | Demand::Aligned { .. }
            | Demand::Callable { .. } => None,
        };
        if let Some(finding) = finding {
            self.trace.set_finding(finding);
        }
    }

    fn bad_pointer(&self, pointer: crate::Value, size: Option<u64>) -> Option<Finding> {
        if pointer.fault().is_some() || pointer.is_indeterminate() {
            return None;
        }
        let owner = match pointer.origin().is_none() {
            true => None,
            // A pointer to what was forgotten, or to a function, says nothing.
            false => Some(self.memory.owner(pointer.origin())?),
        };
        Some(Finding::BadPointer(BadPointer { address: pointer.bits() as u64, size, owner }))
    }
}

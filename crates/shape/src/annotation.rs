//! What people say about heaps at places of a program: contracts of functions, and assertions.
//!
//! A program says where by calling a function without body that takes no arguments; which one it is
//! tells what is said ([`Annotations::steps`]). What it speaks of stands in global variables, which
//! are assigned right before. The call answers 1 if what is said was shown, and otherwise something
//! that is not known.
//!
//! ```text
//!   given    the heap has these parts besides what it had: they are of any size
//!   shown    the heap has these parts, and perhaps others
//!   whole    the heap has these parts, and nothing else
//!   taken    as shown, and from now on somebody else has them: what comes after may not touch them
//! ```
//!
//! *Taken* and *given* together are a call of a function that keeps its contract: it is handed the
//! parts that it requires and gives back those that it ensures (the frame rule). That it keeps its
//! contract is another proof, which ends with *whole*.
//!
//! Engines and checkers read this each by code of their own; only the data are shared.

use std::collections::BTreeMap;

use ir::{FunctionId, VarId};

use crate::predicate::{PredId, Predicates};

/// All that is said about one program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Annotations {
    /// Those that people wrote.
    pub preds: Predicates,
    /// What they are called, for people.
    pub names: BTreeMap<PredId, String>,
    pub steps: BTreeMap<FunctionId, Step>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    Given(Vec<Part>),
    Shown(Vec<Part>),
    Whole(Vec<Part>),
    Taken(Vec<Part>),
    /// Nothing that states can say; why.
    Unsupported(String),
}

/// A part of the heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    Structure {
        pred: PredId,
        at: Place,
        args: Vec<Place>,
    },
    Segment {
        pred: PredId,
        at: Place,
        args: Vec<Place>,
        end: Place,
        end_args: Vec<Place>,
    },
    /// One heap block: offset, length, and what stands there.
    Block {
        at: Place,
        size: u64,
        cells: Vec<(u64, u64, Place)>,
    },
}

/// What a part speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// What a global variable holds.
    Held(VarId),
    Number(i128),
    /// Something, the same wherever this number stands in one step.
    Some(u32),
}

impl Annotations {
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Whether somewhere all blocks have to be accounted for.
    pub fn count_every_block(&self) -> bool {
        self.steps.values().any(|step| match step {
            Step::Whole(_) => true,
            Step::Given(_) | Step::Shown(_) | Step::Taken(_) | Step::Unsupported(_) => false,
        })
    }
}

//! How a run and what is outside of it met: for those who want to bring the run about elsewhere.
//!
//! The record of inputs says what was asked and answered; the notes beside it say what addresses
//! cannot tell another machine: which bytes an answer was for, which object a pointer leads to, and
//! on which way somebody outside came to know an object that it changed. Taken only where a trace
//! is recorded.
//!
//! ```text
//!   init(&dev);          action 0 learns object 0: given as argument 0
//!                                 learns object 1: the pointer at byte 8 of object 0
//!   if (dev.next->x)     note of the input: byte 0 of object 1, changed in action 0
//! ```

use ir::{Actor, ObjectId, Type};

use crate::outcome::Site;

/// One time that somebody outside acted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    pub actor: Actor,
    /// The step that it is.
    pub site: Option<Site>,
    /// Activations below the one that acts.
    pub depth: usize,
    /// The function of the program that it calls, if that is what it does.
    pub call: Option<CalledBack>,
    /// What it came to know, in the order of [`Pointee::Known`] over all actions.
    pub learned: Vec<Learned>,
}

/// A call of a function of the program from outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CalledBack {
    /// The function, as [`Pointee::Known`] counts.
    pub known: usize,
    pub arguments: Vec<(Type, u128, Pointee)>,
}

/// An object that the outside knows from some action on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Learned {
    pub way: Way,
    /// Where in the object the pointer leads that it was learned from.
    pub delta: u64,
    /// The object, if it is one of the program's and no block.
    pub object: Option<ObjectId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// This argument of the step.
    Given(usize),
    /// The pointer at this offset of a known object.
    Inside { known: usize, offset: u64 },
    /// It is a foreign block, of this number.
    Foreign(u32),
    /// From bytes of which only some are those of its address.
    Pieces,
}

/// What an input was for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputNote {
    /// Steps that were taken before, the one that asks included.
    pub n_steps: u64,
    /// Actions that were done before.
    pub n_actions: usize,
    /// The bytes of memory that were asked for.
    pub bytes: Option<NotedBytes>,
    /// Where the value leads, if it is a pointer.
    pub pointee: Option<Pointee>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotedBytes {
    pub address: u64,
    /// The known object that they belong to, their offset in it, and the action that could change
    /// it last.
    pub changed: Option<ChangedBytes>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChangedBytes {
    pub known: usize,
    pub offset: u64,
    pub action: usize,
}

/// What a pointer leads to, in words that hold on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pointee {
    Null,
    Known { known: usize, offset: u64 },
    Object { object: ObjectId, offset: u64 },
    Foreign { number: u32, offset: u64 },
    Other,
}

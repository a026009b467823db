//! What surrounds a failing run beyond single values: what it reads, how it is started, and what
//! functions without body do to its memory. In words that hold on every machine, for those who
//! bring the run about outside of Linchpin.

use std::collections::{BTreeMap, BTreeSet};

use source::Span;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Environment {
    /// What the standard input holds, where the run reads it.
    pub input: Option<Vec<u8>>,
    /// What `main` is called with, where it looks at it.
    pub arguments: Option<Arguments>,
    /// Calls of functions without body that change something, in their order.
    pub actions: Vec<OutsideAction>,
    /// Bytes of memory outside the program, by the number of the block and the offset.
    pub foreign: BTreeMap<(u32, u64), u8>,
    /// Pointers in that memory, likewise.
    pub foreign_pointers: BTreeMap<(u32, u64), OutsideValue>,
    /// Where inputs lead that are pointers, by their index among the inputs of the violation.
    pub pointers: BTreeMap<usize, OutsideValue>,
    /// Inputs of the violation that the above brings about.
    pub covered: BTreeSet<usize>,
    /// Those of them that are told by what `main` is called with.
    pub of_arguments: BTreeSet<usize>,
    /// What calls of the library gave, where a choice that people do not know decided it.
    pub results: Vec<CallResult>,
    /// What stands against bringing the run about, in sentences.
    pub obstacles: Vec<String>,
}

/// What one call of a function of the library gave: `fopen` null, `strcmp` -1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallResult {
    pub function: String,
    pub span: Span,
    pub value: String,
    /// Inputs of the violation that decided it.
    pub inputs: BTreeSet<usize>,
}

/// The vectors of `main`. Of many strings only the first are looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arguments {
    pub arguments: Strings,
    pub variables: Option<Strings>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Strings {
    pub count: u64,
    /// Each without its terminating zero.
    pub first: Vec<Vec<u8>>,
}

/// A call of a function without body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutsideAction {
    pub function: String,
    /// Which call of the function in the run, from 0.
    pub n_call: usize,
    /// Objects that it comes to know, each under a number of its own.
    pub learned: Vec<LearnedObject>,
    pub writes: Vec<OutsideWrite>,
    /// Then it calls back.
    pub calls: Option<OutsideCall>,
}

/// A call of a function of the program that it knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutsideCall {
    pub known: usize,
    /// Types of C, and values.
    pub arguments: Vec<(&'static str, OutsideValue)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LearnedObject {
    pub known: usize,
    pub way: KnownBy,
    /// How far behind the start of the object that leads.
    pub delta: u64,
}

/// How a function without body comes by a pointer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KnownBy {
    Argument(usize),
    /// The pointer at this offset of a known object.
    Inside {
        known: usize,
        offset: u64,
    },
    /// The pointer in a variable that it can name.
    Variable(String),
    /// An object that it can name.
    Object(String),
    /// A block of its own.
    Foreign(u32),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutsideWrite {
    pub place: WrittenPlace,
    pub n_bytes: u64,
    pub value: OutsideValue,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WrittenPlace {
    Known { known: usize, offset: u64 },
    Variable(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutsideValue {
    Bits(u128),
    Known { known: usize, offset: u64 },
    Object { name: String, offset: u64 },
    Foreign { number: u32, offset: u64 },
}

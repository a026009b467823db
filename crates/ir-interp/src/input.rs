//! Where unknown values come from: the values of `__VERIFIER_nondet_*`, results of functions
//! without body, and bytes that are defined elsewhere.
//!
//! The interpreter asks one question per unknown value, in the order of the run. A replay
//! answers from the list that an engine's model gave; a random test answers from a generator
//! of numbers. What was asked and answered is recorded, so that any run can be replayed with an
//! [`InputList`].

use ir::{Actor, FunctionId, ObjectId, Type, VarId};

use crate::compile::{Fixed, Tables};
use crate::outcome::Site;
use crate::thread::Turn;

/// What is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unknown {
    /// `__VERIFIER_nondet_*`.
    Input,
    /// The result of a function without body.
    ExternalResult(FunctionId),
    /// What somebody outside made of a variable that it can reach.
    Effect(Actor),
    /// What somebody outside left in memory that it knows: this byte or scalar, at its first read
    /// after that.
    Changed { actor: Actor, holder: Holder, offset: u64 },
    /// A volatile read.
    Volatile,
    /// An output of inline assembly.
    Assembly,
    /// An indeterminate value, under [`Indeterminate::AsInput`](crate::Indeterminate).
    Uninitialised,
    /// An `extern` variable at the start of the run.
    ExternVariable(VarId),
    /// A parameter of the entry function.
    EntryParameter(VarId),
    /// Memory with unknown bytes at its first read: this byte or scalar.
    Memory { holder: Holder, offset: u64 },
}

/// Whose bytes they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Holder {
    /// An object of the program.
    Object(ObjectId),
    /// A block of the heap, by the order in which the run allocated them, from 0.
    HeapBlock(u32),
    /// A block of `alloca`, or a variable-length array.
    StackBlock,
    /// Memory outside the program, by its number.
    Foreign(u32),
}

/// One question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputRequest {
    pub unknown: Unknown,
    pub ty: Type,
    /// The edge that asks; `None` before the first step.
    pub site: Option<Site>,
    /// What is there if whoever may change it leaves it alone.
    pub current: Option<u128>,
}

/// One question with its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordedInput {
    pub request: InputRequest,
    pub bits: u128,
}

pub trait InputSource {
    /// The bits of the value; those above the width of the type are ignored. `None` ends the
    /// run.
    fn next_input(&mut self, request: &InputRequest) -> Option<u128>;

    /// Whether the input stands for all its values: a run goes on with it as long as nothing depends
    /// on which it is, and ends as unsupported where something does. It is not recorded.
    fn is_opaque(&mut self, _request: &InputRequest) -> bool {
        false
    }

    /// The thread that goes on, one of the candidates. `None` ends the run at this turn. By default
    /// a thread goes on as long as it can.
    fn next_thread(&mut self, turn: &Turn<'_>) -> Option<u32> {
        turn.usual()
    }

    /// Objects of the program that the outside knows now, by their addresses.
    fn outside_knows(&mut self, _addresses: &[u64]) {}

    /// The run took this side of a branch. For sources that go by what the run does.
    #[inline]
    fn took_branch(&mut self, _edge: Site, _globals: Globals<'_>) {}
}

/// The global variables as they are at some point of a run.
#[derive(Clone, Copy)]
pub struct Globals<'a> {
    pub(crate) tables: &'a Tables,
    pub(crate) fixed: &'a Fixed,
}

impl Globals<'_> {
    /// The bits of a global variable.
    #[inline]
    pub fn bits(&self, var: VarId) -> Option<u128> {
        let slot = self.tables.var_slots[var];
        slot.is_fixed().then(|| self.fixed.values[slot.index()].bits())
    }
}

impl<F: FnMut(&InputRequest) -> Option<u128>> InputSource for F {
    fn next_input(&mut self, request: &InputRequest) -> Option<u128> {
        self(request)
    }
}

/// What to do when a list of inputs is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhenExhausted {
    Stop,
    /// Go on with these bits.
    Default(u128),
}

/// Answers in order, whatever the question.
#[derive(Clone, Debug)]
pub struct InputList {
    values: Vec<u128>,
    position: usize,
    when_exhausted: WhenExhausted,
}

impl InputList {
    pub fn new(values: Vec<u128>, when_exhausted: WhenExhausted) -> Self {
        Self { values, position: 0, when_exhausted }
    }

    /// For programs that ask nothing: the first question ends the run.
    pub fn none() -> Self {
        Self::new(Vec::new(), WhenExhausted::Stop)
    }
}

impl InputSource for InputList {
    fn next_input(&mut self, _request: &InputRequest) -> Option<u128> {
        let value = self.values.get(self.position).copied();
        self.position += 1;
        value.or(match self.when_exhausted {
            WhenExhausted::Stop => None,
            WhenExhausted::Default(bits) => Some(bits),
        })
    }
}

/// Inputs in order, and the thread of each turn: what determines a run. Where the schedule ends, a
/// thread goes on as long as it can.
#[derive(Clone, Debug)]
pub struct Script {
    inputs: InputList,
    schedule: Vec<u32>,
}

impl Script {
    pub fn new(inputs: InputList, schedule: Vec<u32>) -> Self {
        Self { inputs, schedule }
    }
}

impl InputSource for Script {
    fn next_input(&mut self, request: &InputRequest) -> Option<u128> {
        self.inputs.next_input(request)
    }

    fn next_thread(&mut self, turn: &Turn<'_>) -> Option<u32> {
        let planned = self.schedule.get(turn.number).copied();
        planned.or_else(|| turn.usual())
    }
}

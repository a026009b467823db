//! What surrounds the program: functions that it only declares, volatile objects, device memory.
//!
//! Two conventions. *Everyday*: whoever is outside does what C lets it do, so that a verdict holds
//! for every file that the program may be linked with and every device that it may run on. *The
//! field's*: functions without body change nothing, volatile objects are memory like any other; so
//! the tasks of the field are meant and labelled.

/// How the outside of a program is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Surroundings {
    pub externals: Externals,
    pub volatile: Volatile,
    pub device_memory: Vec<DeviceMemory>,
    pub allocation: Allocation,
    pub others: Others,
}

/// Whether the library has a block for everybody who asks for one. Where it may have none, that is a
/// branch of the program like any other, made where calls of `malloc`, `calloc` and `realloc` are
/// lowered, in models of the library too: whoever reads the program reads the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Allocation {
    #[default]
    Succeeds,
    MayFail,
}

/// The variable that decides whether an allocation fails.
pub const FAILS: &str = "%fails";

/// Whether other threads run beside the program that it does not create itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Others {
    /// None but those that the program creates.
    #[default]
    Created,
    /// They may act between any two accesses to what is shared.
    BetweenAccesses,
    /// They may act between any two statements: a statement reads and writes what is shared in
    /// one step, as far as it is one expression without calls.
    BetweenStatements,
}

/// What a function without body does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Externals {
    /// It may change all memory that it can reach, and return any pointer that it knows.
    Havoc,
    /// It returns any value and changes no memory of the program.
    Pure,
    /// The same, and its calls with their arguments are steps ([`ir::Op::Outside`]) that somebody
    /// may want to see; the result is the next step, into a variable of its own.
    Observed,
}

/// What a read of a volatile object gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Volatile {
    AnyValue,
    /// What was written last.
    Memory,
    /// Any value, but memory in a program that creates threads: there it is for them that objects
    /// are volatile.
    MemoryForThreads,
}

/// What a read of a volatile object gives in a program of which it is known whether it has threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum VolatileRead {
    AnyValue,
    Memory,
}

impl VolatileRead {
    pub fn of(volatile: Volatile, is_concurrent: bool) -> Self {
        match volatile {
            Volatile::AnyValue => Self::AnyValue,
            Volatile::Memory => Self::Memory,
            Volatile::MemoryForThreads if is_concurrent => Self::Memory,
            Volatile::MemoryForThreads => Self::AnyValue,
        }
    }
}

/// Addresses that a device answers at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeviceMemory {
    pub start: u64,
    /// In bytes.
    pub size: u64,
}

impl Surroundings {
    pub fn everyday() -> Self {
        let (externals, volatile) = (Externals::Havoc, Volatile::MemoryForThreads);
        Self::of(externals, volatile)
    }

    /// The convention of the field's tasks.
    pub fn field() -> Self {
        let (externals, volatile) = (Externals::Pure, Volatile::Memory);
        Self::of(externals, volatile)
    }

    fn of(externals: Externals, volatile: Volatile) -> Self {
        let (allocation, others) = (Allocation::default(), Others::default());
        Self { externals, volatile, device_memory: Vec::new(), allocation, others }
    }
}

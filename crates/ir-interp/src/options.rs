//! How far a run may go and what it keeps.

/// Limits and choices of a run. [`Options::default`] is what a replay wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Edges.
    pub n_steps: u64,
    /// Bytes of memory that the interpreter itself spends on the program's objects and
    /// activations. Blocks larger than a page cost only what is touched.
    pub n_bytes: u64,
    /// Activations at once.
    pub n_calls: usize,
    pub record: Record,
    pub indeterminate: Indeterminate,
    pub volatile_reads: VolatileReads,
    pub races: RaceWatch,
    /// How often a run comes back to the same place before it leaps over rounds that only count
    /// (`leap`); `None` for a run that takes every step.
    pub leaps_after: Option<u64>,
}

/// How races are watched for, in a program that has a check for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RaceWatch {
    /// By the order of events on this run: a race ends it.
    Clocks,
    /// The accesses of each turn are listed, for whoever compares those of two threads.
    List,
}

/// What a run remembers of its steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Record {
    Nothing,
    /// Every step.
    All,
    /// The last steps, this many.
    Last(usize),
}

/// What an uninitialised variable or byte holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Indeterminate {
    /// No value: a branch, access or call that depends on it is undefined.
    Tracked,
    /// Any value: the source of inputs is asked at the first read. This is how properties other
    /// than memory safety read C.
    AsInput,
}

/// What a volatile load gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VolatileReads {
    /// What was stored last, as if nobody else wrote.
    FromMemory,
    /// Any value: the source of inputs is asked.
    FromInput,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            n_steps: 1_000_000_000,
            n_bytes: 1 << 30,
            n_calls: 100_000,
            record: Record::Nothing,
            indeterminate: Indeterminate::Tracked,
            volatile_reads: VolatileReads::FromInput,
            races: RaceWatch::Clocks,
            leaps_after: None,
        }
    }
}

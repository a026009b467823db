//! What a check asks: one kind per way in which a C program can go wrong.

use std::fmt;
use std::str::FromStr;

/// The kind of a check. Its [`name`](CheckKind::name) is what users read and what tests write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CheckKind {
    /// The error function is never called, the error label never reached.
    UnreachCall,
    /// `assert(e)` holds.
    Assertion,
    /// Signed arithmetic stays in range (C17 6.5p5), left shifts included (C17 6.5.7p4).
    SignedOverflow,
    /// The divisor is not zero (C17 6.5.5p5).
    DivisionByZero,
    /// The shift amount is non-negative and less than the width (C17 6.5.7p3).
    Shift,
    /// A subscript stays within its declared array (C17 6.5.6p8).
    Bounds,
    /// The object accessed is alive, large enough and not null (C17 6.5.3.2p4).
    Dereference,
    /// What is freed is the start of a live heap block, or null (C17 7.22.3.3p2).
    Free,
    /// No heap block becomes unreachable before it is freed.
    MemTrack,
    /// Every heap block is freed when the program ends.
    MemCleanup,
    /// No branch depends on an indeterminate value (C17 6.3.2.1p2).
    Initialised,
    /// A float that becomes an integer fits it (C17 6.3.1.4p1).
    Conversion,
    /// What is written is neither a string literal nor an object defined `const` (C17 6.4.5p7,
    /// 6.7.3p6).
    ReadOnly,
    /// What is called is a function, of the type and with the arguments of the call (C17 6.5.2.2p6
    /// and p9).
    Callee,
    /// Pointers stay in their object or one behind it, and only pointers into one object are
    /// ordered or subtracted (C17 6.5.6p8 and p9, 6.5.8p5).
    PointerArithmetic,
    /// What is accessed is aligned as its type asks (C17 6.3.2.3p7).
    Alignment,
    /// No two threads access one place at the same time, one of them writing (C17 5.1.2.4p25). It is
    /// asked of all accesses at once: no step of the program carries it.
    DataRace,
    /// Some thread can go on, as long as one has not ended. It is asked of runs as a whole.
    Deadlock,
    /// Undefined behaviour that has no kind of its own; the check says which.
    Undefined,
    /// An invariant that a witness claims holds at its place, and its evaluation is defined.
    Invariant,
}

impl CheckKind {
    pub const ALL: [Self; 20] = [
        Self::UnreachCall,
        Self::Assertion,
        Self::SignedOverflow,
        Self::DivisionByZero,
        Self::Shift,
        Self::Bounds,
        Self::Dereference,
        Self::Free,
        Self::MemTrack,
        Self::MemCleanup,
        Self::Initialised,
        Self::Conversion,
        Self::ReadOnly,
        Self::Callee,
        Self::PointerArithmetic,
        Self::Alignment,
        Self::DataRace,
        Self::Deadlock,
        Self::Undefined,
        Self::Invariant,
    ];

    /// Is it asked of runs as a whole, so that no step of the program carries it?
    pub fn is_of_runs(self) -> bool {
        matches!(self, Self::DataRace | Self::Deadlock)
    }

    /// What it is about.
    pub fn subject(self) -> Subject {
        match self {
            Self::UnreachCall | Self::Assertion | Self::Invariant => Subject::Assertions,
            Self::Dereference | Self::Free | Self::MemTrack | Self::MemCleanup => Subject::Memory,
            Self::SignedOverflow => Subject::Overflow,
            Self::DivisionByZero
            | Self::Shift
            | Self::Bounds
            | Self::Initialised
            | Self::Conversion
            | Self::ReadOnly
            | Self::Callee
            | Self::PointerArithmetic
            | Self::Alignment
            | Self::Undefined => Subject::Undefined,
            Self::DataRace | Self::Deadlock => Subject::Threads,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::UnreachCall => "unreach-call",
            Self::Assertion => "assertion",
            Self::SignedOverflow => "no-overflow",
            Self::DivisionByZero => "division-by-zero",
            Self::Shift => "shift",
            Self::Bounds => "bounds",
            Self::Dereference => "valid-deref",
            Self::Free => "valid-free",
            Self::MemTrack => "valid-memtrack",
            Self::MemCleanup => "valid-memcleanup",
            Self::Initialised => "initialised",
            Self::Conversion => "conversion",
            Self::ReadOnly => "read-only",
            Self::Callee => "callee",
            Self::PointerArithmetic => "pointer-arithmetic",
            Self::Alignment => "alignment",
            Self::DataRace => "no-data-race",
            Self::Deadlock => "no-deadlock",
            Self::Undefined => "undefined",
            Self::Invariant => "invariant",
        }
    }
}

/// What a check is about, in the four words that people ask by, and threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    Assertions,
    Memory,
    Overflow,
    Undefined,
    Threads,
}

impl Subject {
    pub const ALL: [Self; 5] =
        [Self::Assertions, Self::Memory, Self::Overflow, Self::Undefined, Self::Threads];

    pub fn name(self) -> &'static str {
        match self {
            Self::Assertions => "assertions",
            Self::Memory => "memory safety",
            Self::Overflow => "overflow",
            Self::Undefined => "undefined behaviour",
            Self::Threads => "threads",
        }
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for CheckKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for CheckKind {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let known = Self::ALL.into_iter().find(|kind| kind.name() == name);
        known.ok_or_else(|| format!("`{name}` is not a kind of check"))
    }
}

//! What a verdict rests on besides its evidence.
//!
//! The box is printed with every verdict and cannot be switched off: a proof about a program
//! whose inline assembly was skipped is a proof about another program, and the reader must
//! know.

use std::collections::BTreeSet;
use std::fmt;

/// One thing that was taken for granted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Assumption {
    /// A function without body returns any value and writes none of the program's memory.
    FunctionWithoutBody(String),
    /// A function without body returns any value and may change the memory that it can reach.
    FunctionOutside(String),
    /// What such functions are taken not to do.
    Outside,
    /// A call through a pointer to a function that is not part of the program returns any value
    /// and writes none of its memory.
    CalleesOutside,
    /// Inline assembly was skipped.
    InlineAssembly(String),
    /// Integers were taken as unbounded.
    UnboundedIntegers,
    /// The integers of a program were taken for mathematical ones, which they are not.
    OverflowIgnored,
    /// How memory was modelled.
    MemoryModel(String),
    /// Steps that were taken as atomic.
    Atomicity(String),
    /// The answer is about this only, as about instances with so many processes.
    Scope(String),
    /// Something never happens under the assumptions, so that a check on it says nothing.
    Vacuous(String),
}

impl fmt::Display for Assumption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FunctionWithoutBody(name) => {
                write!(f, "`{name}` has no body: any result, no effect on the program's memory")
            }
            Self::FunctionOutside(name) => {
                write!(
                    f,
                    "`{name}` has no body: any result, any effect on memory that it can reach"
                )
            }
            Self::Outside => f.write_str(
                "functions without body stay inside the objects that they know, free none of \
                 them, return, and call only functions of the program whose address they were \
                 given, before they return",
            ),
            Self::CalleesOutside => f.write_str(
                "calls through pointers that lead outside the program: any result, no effect on \
                 the program's memory",
            ),
            Self::InlineAssembly(place) => write!(f, "inline assembly at {place} was skipped"),
            Self::UnboundedIntegers => f.write_str("integers are unbounded"),
            Self::OverflowIgnored => f.write_str(
                "integers are mathematical: overflow is not considered (`--ints unbounded`)",
            ),
            Self::MemoryModel(model) => write!(f, "memory model: {model}"),
            Self::Atomicity(what) => write!(f, "taken as atomic: {what}"),
            Self::Scope(what) => write!(f, "only {what}"),
            Self::Vacuous(what) => write!(f, "vacuous: {what}"),
        }
    }
}

/// The assumptions of one verdict, sorted, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrustBox {
    assumptions: BTreeSet<Assumption>,
}

impl TrustBox {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn insert(&mut self, assumption: Assumption) {
        self.assumptions.insert(assumption);
    }

    pub fn iter(&self) -> impl Iterator<Item = &Assumption> {
        self.assumptions.iter()
    }

    /// The box with each assumption as `told` has it; those that it has no words for are left out.
    pub fn told(&self, told: impl Fn(&Assumption) -> Option<Assumption>) -> Self {
        Self { assumptions: self.assumptions.iter().filter_map(told).collect() }
    }

    pub fn is_empty(&self) -> bool {
        self.assumptions.is_empty()
    }
}

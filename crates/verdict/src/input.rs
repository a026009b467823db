//! What the environment chose in a failing run: for people in words, for programs in bits.

use source::Span;

/// A value that the environment chose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChosenInput {
    /// Where it is asked for; none for what is chosen before the run starts.
    pub span: Option<Span>,
    /// What it is: "`x`", "the result of `read`".
    pub what: String,
    /// As people read it in its type.
    pub value: String,
    pub origin: InputOrigin,
    /// A type of C with the same representation: "int", "void *".
    pub c_type: &'static str,
    /// The bytes that the value has in memory.
    pub n_bytes: u64,
    pub bits: u128,
}

/// Where the program gets the value from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputOrigin {
    /// A call of one of `__VERIFIER_nondet_*`, it is not known which.
    Nondet,
    /// A call of this function, which has no body.
    Call { function: String },
    /// A parameter of the entry function, from 0.
    EntryParameter { index: usize },
    /// A scalar that is defined elsewhere.
    ExternVariable { name: String },
    /// Bytes of an object that is defined elsewhere.
    ExternObject { name: String, offset: u64 },
    /// Bytes of a heap block, by the order in which the run allocated them, from 0.
    HeapBlock { number: u32, offset: u64 },
    /// A local variable, array or record that was not initialised.
    Local,
    /// A choice that this function of the C library makes.
    Library { function: String },
    /// Something that no C text can choose: inline assembly, a volatile read, memory that a
    /// function without body has written.
    Machine,
}

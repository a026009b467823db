//! Predicates and contracts as they are written, whatever the notation.

use source::Span;

/// A name and where it stands.
#[derive(Clone, Debug)]
pub struct Name {
    pub text: String,
    pub span: Span,
}

/// `predicate name(this, params) = this == NULL ? emp : fields * calls && facts`
#[derive(Clone, Debug)]
pub struct Definition {
    pub name: Name,
    /// The first parameter, with its C type if it was said.
    pub this: Name,
    pub ty: Option<String>,
    pub params: Vec<Param>,
    pub emptiness: Emptiness,
    pub fields: Vec<FieldAtom>,
    pub calls: Vec<CallAtom>,
    pub facts: Vec<Fact>,
    /// Of the block in bytes, where no type tells it.
    pub size: Option<u64>,
    /// What stands in the definition that states cannot say.
    pub unsupported: Option<String>,
}

#[derive(Clone, Debug)]
pub struct Param {
    pub name: Name,
    pub sort: Sort,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    Pointer,
    Integer,
}

/// Whether there may be nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Emptiness {
    AtNull,
    Never,
}

/// `this->path |-> value`
#[derive(Clone, Debug)]
pub struct FieldAtom {
    pub at: At,
    pub value: Term,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum At {
    /// A member, or a member of a member.
    Path(String),
    /// So many bytes from the start; of a pointer unless the length is said.
    Offset(u64, Option<u64>),
}

/// `name(at, args)`
#[derive(Clone, Debug)]
pub struct CallAtom {
    pub name: Name,
    pub at: Name,
    pub args: Vec<Term>,
}

#[derive(Clone, Debug)]
pub enum Term {
    /// `_`
    Some,
    Number(i128),
    Name(Name),
    /// `&name->path`
    Inside(Name, String),
}

/// `name op number`
#[derive(Clone, Debug)]
pub struct Fact {
    pub name: Name,
    pub lo: Option<i128>,
    pub hi: Option<i128>,
    pub not: Option<i128>,
}

/// What is required of the callers of a function, and what it ensures.
#[derive(Clone, Debug)]
pub struct Contract {
    /// The number of the file that it stands in.
    pub file: usize,
    pub function: Name,
    pub requires: Vec<Item>,
    pub ensures: Vec<Item>,
}

#[derive(Clone, Debug)]
pub enum Item {
    /// `name(at, args)`, or `name(at, args => end, end_args)`; arguments are C expressions.
    Part { name: Name, args: Vec<String>, end: Option<Vec<String>> },
    /// A C condition.
    Condition { text: String, span: Span },
}

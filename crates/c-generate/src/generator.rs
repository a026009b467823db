//! The state of generating one program: what is declared, what may be used where.
//!
//! # Why generated programs are defined and end
//! - Integer arithmetic: every expression has an interval ([`crate::range`]); an operation that
//!   the intervals do not show to be defined is made on unsigned types, or guarded.
//! - Order of evaluation: expressions have no side effects. Assignments, increments and calls
//!   are statements, or stand where a sequence point separates them from all else.
//! - Memory: a pointer variable promises a number of elements, and is only ever given addresses
//!   that keep the promise and live at least as long as it does. Indices are reduced to the
//!   length. Everything is initialised where it is declared.
//! - Termination: loop counters are not assigned in their loop; calls go to functions that were
//!   generated before, and recursion takes fuel. The cost of a function, its loops multiplied
//!   out, is bounded.

use crate::choices::Choices;
use crate::range::Range;
use crate::types::{Enumeration, FloatKind, IntKind, Model, Record, Scalar, Type};

/// A variable in scope.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub name: String,
    pub ty: Type,
    pub access: Access,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    ReadWrite,
    /// As `ReadWrite`, but no pointer may point to it: the pointer's type would lie.
    Volatile,
    /// A loop counter or a constant, with the values it takes.
    ReadOnly(Option<Range>),
}

/// A function that can be called.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub name: String,
    pub parameters: Vec<Type>,
    pub result: Option<Type>,
    /// It takes its fuel as a first parameter, before the others.
    pub is_recursive: bool,
    /// Steps of a call, roughly.
    pub cost: u64,
}

pub(crate) struct Generator {
    pub choices: Choices,
    pub model: Model,
    /// Every name at file level starts with it, so that programs can share a file.
    pub prefix: String,
    pub records: Vec<Record>,
    pub enums: Vec<Enumeration>,
    /// All variables in scope, inner ones last.
    pub variables: Vec<Variable>,
    /// How many of them are at file level.
    pub n_globals: usize,
    pub functions: Vec<Function>,
    /// The text so far, and the indentation of the next line.
    pub text: String,
    pub indent: usize,
    n_names: usize,
    /// How often the present statement runs, in the present function.
    pub repetition: u64,
    /// Steps of the present function so far.
    pub cost: u64,
    /// Statements that may still be generated in the present function.
    pub fuel: usize,
    /// Subscripts around the present expression: a subscript may read an element again.
    pub n_subscripts: usize,
    pub inner_arrays: InnerArrays,
    pub style: Style,
    /// What [`crate::asked`] puts between the statements.
    pub gaps: crate::asked::Gaps,
}

/// What the program is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// To be run and compared: large, and every bit of a result counts.
    Checksum,
    /// To be verified: small, and a sum is a sum.
    Asked { wrapping: Wrapping },
}

/// Whether signed arithmetic may leave its range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wrapping {
    Avoided,
    Allowed,
}

/// Whether arrays of variable length may stand in blocks within a function's body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InnerArrays {
    Allowed,
    Avoided,
}

/// No function costs more than this.
pub(crate) const MAX_COST: u64 = 3_000;

impl Generator {
    pub(crate) fn new(choices: Choices, model: Model, prefix: &str) -> Self {
        Self {
            choices,
            model,
            prefix: prefix.to_owned(),
            records: Vec::new(),
            enums: Vec::new(),
            variables: Vec::new(),
            n_globals: 0,
            functions: Vec::new(),
            text: String::new(),
            indent: 0,
            n_names: 0,
            repetition: 1,
            cost: 0,
            fuel: 0,
            n_subscripts: 0,
            inner_arrays: InnerArrays::Allowed,
            style: Style::Checksum,
            gaps: crate::asked::Gaps::default(),
        }
    }

    /// Signed sums, differences and products may be written as they stand.
    pub(crate) fn may_wrap(&self) -> bool {
        matches!(self.style, Style::Asked { wrapping: Wrapping::Allowed })
    }

    /// A new name for something at file level.
    pub(crate) fn global_name(&mut self, stem: &str) -> String {
        self.n_names += 1;
        format!("{}{stem}{}", self.prefix, self.n_names)
    }

    /// A new name for a local; shorter.
    pub(crate) fn local_name(&mut self, stem: &str) -> String {
        self.n_names += 1;
        format!("{stem}{}", self.n_names)
    }

    pub(crate) fn line(&mut self, line: &str) {
        for _ in 0..self.indent {
            self.text.push_str("  ");
        }
        self.text.push_str(line);
        self.text.push('\n');
        self.cost += self.repetition;
    }

    pub(crate) fn declare(&mut self, name: &str, ty: Type, access: Access) {
        self.variables.push(Variable { name: name.to_owned(), ty, access });
    }

    /// A scalar type; the simple ones come first.
    pub(crate) fn scalar(&mut self) -> Scalar {
        if self.choices.chance(15) {
            // Bytes of a `long double` put together anew need not be a number.
            let kinds = match self.style {
                Style::Checksum => &FloatKind::ALL[..],
                Style::Asked { .. } => &[FloatKind::Double, FloatKind::Float],
            };
            return Scalar::Float(*self.choices.pick(kinds));
        }
        if !self.enums.is_empty() && self.choices.chance(8) {
            return Scalar::Enum(self.choices.below(self.enums.len()));
        }
        Scalar::Int(self.int_kind())
    }

    pub(crate) fn int_kind(&mut self) -> IntKind {
        if self.model == Model::Lp64 && self.choices.chance(6) {
            return *self.choices.pick(&IntKind::WIDE);
        }
        *self.choices.pick(&IntKind::BASIC)
    }

    /// The integer kind of an integer or enumeration.
    pub(crate) fn kind_of(&self, scalar: Scalar) -> Option<IntKind> {
        match scalar {
            Scalar::Int(kind) => Some(kind),
            Scalar::Enum(number) => Some(self.enums[number].kind()),
            Scalar::Float(_) => None,
        }
    }

    /// How the type is written before a declarator.
    pub(crate) fn base_name(&self, ty: &Type) -> String {
        match ty {
            Type::Scalar(Scalar::Int(kind)) => kind.name().to_owned(),
            Type::Scalar(Scalar::Float(kind)) => kind.name().to_owned(),
            Type::Scalar(Scalar::Enum(number)) => format!("enum {}", self.enums[*number].name),
            Type::Record(number) => self.record_name(*number),
            Type::Array(element, _) | Type::Pointer(element, _) => self.base_name(element),
        }
    }

    pub(crate) fn record_name(&self, number: usize) -> String {
        let record = &self.records[number];
        let keyword = match record.kind {
            crate::types::RecordKind::Struct => "struct",
            crate::types::RecordKind::Union => "union",
        };
        format!("{keyword} {}", record.name)
    }

    /// `base declarator` for a name of this type.
    pub(crate) fn declaration(&self, ty: &Type, name: &str) -> String {
        format!("{} {}", self.base_name(ty), declarator(ty, name))
    }
}

fn declarator(ty: &Type, name: &str) -> String {
    match ty {
        Type::Scalar(_) | Type::Record(_) => name.to_owned(),
        Type::Array(element, length) => declarator(element, &format!("{name}[{length}]")),
        Type::Pointer(element, _) => match **element {
            Type::Array(..) => declarator(element, &format!("(*{name})")),
            _ => declarator(element, &format!("*{name}")),
        },
    }
}

//! A `.cub` file with every name resolved and every formula in negation normal form.
//!
//! Formulas speak of processes by position: [`Proc::Var`] `0..n` are the parameters of the
//! enclosing transition or quantified formula, the positions after them are the variables of
//! `forall_other` or the indices of the array that is assigned to. Whoever evaluates a formula
//! supplies the processes for these positions.

use index::{IndexVec, define_id};
use source::Span;

define_id!(
    /// A declared type.
    pub struct TypeId, "ty"
);
define_id!(
    /// A variable, constant or array.
    pub struct SymbolId, "s"
);
define_id!(
    /// A transition.
    pub struct TransitionId, "t"
);

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The names of its constructors; `bool` is `False | True`.
    Enum(Vec<String>),
    /// `type data`: any number of values, of which only equality is known.
    Abstract,
    Proc,
    Int,
    Real,
}

impl Kind {
    pub fn is_numeric(&self) -> bool {
        matches!(self, Self::Int | Self::Real)
    }
}

#[derive(Clone, Debug)]
pub struct Type {
    pub name: String,
    pub kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolKind {
    /// Changes by assignment.
    Mutable,
    /// `const`: any value, the same for ever.
    Constant,
}

#[derive(Clone, Debug)]
pub struct Symbol {
    pub name: String,
    pub kind: SymbolKind,
    /// 0 for variables and constants.
    pub arity: usize,
    pub ty: TypeId,
}

/// A process as a formula names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Proc {
    /// `#1` is `Fixed(0)`.
    Fixed(usize),
    /// A variable by its position in the scope.
    Var(usize),
}

/// A variable, or an array at some processes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    pub symbol: SymbolId,
    pub indices: Vec<Proc>,
}

/// `2*A[x] - B + 3`
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sum {
    pub parts: Vec<(i64, Cell)>,
    pub constant: i64,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Term {
    Proc(Proc),
    /// A constructor of an enumeration, by position.
    Constructor(usize),
    /// A cell that is not numeric.
    Cell(Cell),
    /// Every numeric term.
    Sum(Sum),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Relation {
    Equal,
    NotEqual,
    AtMost,
    /// Of reals only: for integers `a < b` is stored as `a + 1 <= b`.
    Less,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Numbers {
    Integers,
    Reals,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Atom {
    /// Of processes, constructors, or cells that are not numeric.
    Equal(Term, Term),
    Differ(Term, Term),
    /// Order of processes.
    Less(Term, Term),
    AtMost(Term, Term),
    /// `sum RELATION 0`
    Linear(Sum, Relation, Numbers),
}

impl Atom {
    #[must_use]
    pub fn negated(&self) -> Formula {
        let atom = match self.clone() {
            Self::Equal(lhs, rhs) => Self::Differ(lhs, rhs),
            Self::Differ(lhs, rhs) => Self::Equal(lhs, rhs),
            Self::Less(lhs, rhs) => Self::AtMost(rhs, lhs),
            Self::AtMost(lhs, rhs) => Self::Less(rhs, lhs),
            Self::Linear(sum, relation, numbers) => {
                let (sum, relation) = match relation {
                    Relation::Equal => (sum, Relation::NotEqual),
                    Relation::NotEqual => (sum, Relation::Equal),
                    // Not a <= 0 is -a < 0, and for integers -a + 1 <= 0.
                    Relation::AtMost => match numbers {
                        Numbers::Integers => (sum.negated().plus(1), Relation::AtMost),
                        Numbers::Reals => (sum.negated(), Relation::Less),
                    },
                    Relation::Less => (sum.negated(), Relation::AtMost),
                };
                Self::Linear(sum, relation, numbers)
            }
        };
        Formula::Atom(atom)
    }
}

impl Sum {
    #[must_use]
    pub fn negated(mut self) -> Self {
        for (factor, _) in &mut self.parts {
            *factor = factor.saturating_neg();
        }
        self.constant = self.constant.saturating_neg();
        self
    }

    #[must_use]
    pub fn plus(mut self, constant: i64) -> Self {
        self.constant = self.constant.saturating_add(constant);
        self
    }
}

/// Negation normal form: negation is in the atoms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    Constant(bool),
    Atom(Atom),
    And(Vec<Formula>),
    Or(Vec<Formula>),
}

impl Formula {
    #[must_use]
    pub fn negated(&self) -> Self {
        match self {
            Self::Constant(value) => Self::Constant(!value),
            Self::Atom(atom) => atom.negated(),
            Self::And(parts) => Self::Or(parts.iter().map(Self::negated).collect()),
            Self::Or(parts) => Self::And(parts.iter().map(Self::negated).collect()),
        }
    }

    /// All atoms, in the order in which they are written.
    pub fn for_each_atom<'a>(&'a self, visit: &mut impl FnMut(&'a Atom)) {
        match self {
            Self::Constant(_) => {}
            Self::Atom(atom) => visit(atom),
            Self::And(parts) | Self::Or(parts) => {
                for part in parts {
                    part.for_each_atom(visit);
                }
            }
        }
    }
}

/// A formula about some processes.
#[derive(Clone, Debug)]
pub struct Quantified {
    pub n_params: usize,
    pub body: Formula,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum Assigned {
    /// `.` or `?`
    Any,
    /// The first condition that holds chooses the value; the last one is `true`.
    Cases(Vec<(Formula, Term)>),
}

/// `A[j] := case ...`: the indices are the variables after the transition's parameters.
#[derive(Clone, Debug)]
pub struct Update {
    pub symbol: SymbolId,
    pub value: Assigned,
}

#[derive(Clone, Debug)]
pub struct Transition {
    pub name: String,
    pub params: Vec<String>,
    pub guard: Formula,
    /// Bodies of `forall_other`; the bound process is the variable after the parameters.
    pub foralls: Vec<Formula>,
    /// The part of the universal guards that does not speak of the bound process. The grammar
    /// of Cubicle has changed in whether `forall_other y. (F) && G` holds G under the
    /// quantifier, which matters when there is no other process. Instances demand G always, and
    /// proofs do not rely on it, so that verdicts hold under either reading.
    pub beside_foralls: Formula,
    pub updates: Vec<Update>,
    pub span: Span,
}

/// A whole `.cub` file.
#[derive(Clone, Debug)]
pub struct System {
    pub types: IndexVec<TypeId, Type>,
    pub symbols: IndexVec<SymbolId, Symbol>,
    /// How many processes have a name of their own (`#1`, `#2`, ...).
    pub n_fixed: usize,
    pub init: Quantified,
    pub unsafes: Vec<Quantified>,
    /// Negated, as Cubicle writes them: no state satisfies one of these. Cubicle takes them for
    /// granted. Instances leave out the states that violate one; a proof tries to do without
    /// them, and says so when it cannot.
    pub invariants: Vec<Quantified>,
    /// Negated invariants that the author believes in, without being taken for granted.
    pub candidates: Vec<Quantified>,
    pub transitions: IndexVec<TransitionId, Transition>,
    /// A real number is stored as a multiple of one part in so many.
    pub real_unit: i64,
    /// Whether `init` wants some variable of type `proc` to differ from all processes.
    pub has_outside_process: bool,
    /// Whether processes are compared by `<`; if not, they are interchangeable.
    pub compares_processes: bool,
}

impl System {
    pub fn kind(&self, symbol: SymbolId) -> &Kind {
        &self.types[self.symbols[symbol].ty].kind
    }
}

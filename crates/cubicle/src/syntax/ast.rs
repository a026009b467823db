//! A `.cub` file as it was written: names are text, nothing is resolved.

use source::Span;

#[derive(Clone, Debug)]
pub struct Name {
    pub text: String,
    pub span: Span,
}

#[derive(Clone, Debug, Default)]
pub struct File {
    pub n_fixed: Option<(u32, Span)>,
    /// The most digits after a decimal point in the file, zeros at the end not counted.
    pub n_decimals: usize,
    pub types: Vec<TypeDecl>,
    pub symbols: Vec<SymbolDecl>,
    pub predicates: Vec<Predicate>,
    pub init: Vec<Quantified>,
    pub unsafes: Vec<Quantified>,
    pub invariants: Vec<Quantified>,
    pub candidates: Vec<Quantified>,
    pub transitions: Vec<Transition>,
}

#[derive(Clone, Debug)]
pub struct TypeDecl {
    pub name: Name,
    /// `None` for `type data` without constructors.
    pub constructors: Option<Vec<Name>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolKind {
    Variable,
    Array,
    Constant,
}

#[derive(Clone, Debug)]
pub struct SymbolDecl {
    pub kind: SymbolKind,
    pub name: Name,
    pub indices: Vec<Name>,
    pub ty: Name,
}

#[derive(Clone, Debug)]
pub struct Predicate {
    pub name: Name,
    pub params: Vec<Name>,
    pub body: Expr,
}

/// `init (x y) { ... }` and its like.
#[derive(Clone, Debug)]
pub struct Quantified {
    pub params: Vec<Name>,
    pub body: Expr,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Transition {
    pub name: Name,
    pub params: Vec<Name>,
    pub requires: Option<Expr>,
    pub lets: Vec<(Name, Term)>,
    pub updates: Vec<Update>,
}

#[derive(Clone, Debug)]
pub struct Update {
    pub target: Name,
    pub indices: Vec<Name>,
    pub value: Value,
}

#[derive(Clone, Debug)]
pub enum Value {
    Term(Term),
    /// Conditions with values; `None` is the branch `_`.
    Case(Vec<(Option<Expr>, Term)>),
    /// `.` or `?`
    Any,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantifier {
    Forall,
    ForallOther,
    Exists,
    ExistsOther,
}

#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    Constant(bool),
    Compare(Comparison, Term, Term),
    Not(Box<Expr>),
    And(Vec<Expr>),
    Or(Vec<Expr>),
    Implies(Box<Expr>, Box<Expr>),
    Iff(Box<Expr>, Box<Expr>),
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    Quantified(Quantifier, Vec<Name>, Box<Expr>),
    /// `p(x, A[y] + 1, B = C)`
    Apply(Name, Vec<Argument>),
}

#[derive(Clone, Debug)]
pub enum Argument {
    Term(Term),
    Expr(Expr),
}

#[derive(Clone, Debug)]
pub struct Term {
    pub kind: TermKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum TermKind {
    /// A process, a variable, a constant or a constructor.
    Name(String),
    Access(Name, Vec<Name>),
    /// Digits, possibly with a point.
    Number(String),
    /// Signed summands; each is a factor and a term.
    Sum(Vec<Summand>),
}

#[derive(Clone, Debug)]
pub struct Summand {
    pub negative: bool,
    /// Digits of an integer factor, as in `2 * Tick`.
    pub factor: Option<String>,
    pub term: Term,
}

//! The syntax tree of a `.lpp` file: what was written, names not yet resolved.
//!
//! It is private to the crate: everybody else reads the resolved [`crate::System`].

use source::Span;

/// A name with its place.
#[derive(Clone, Debug)]
pub struct Name {
    pub text: String,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct File {
    pub name: Option<Name>,
    pub items: Vec<Item>,
    pub lost: Lost,
    /// The end of the text: where what is missing is missing.
    pub end: Span,
}

/// What kind of clause could not be read. Messages about what is then missing would be echo.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lost {
    pub declaration: bool,
    pub property: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    Process,
    Centre,
}

#[derive(Clone, Debug)]
pub enum Item {
    Locations(Vec<Name>),
    Data {
        owner: Owner,
        name: Name,
        sort: crate::DataSort,
        initial: Initial<Number>,
    },
    Finite {
        owner: Owner,
        name: Name,
        values: Values,
        initial: Initial<Name>,
    },
    Pointer(Name),
    Predicate {
        name: Name,
        body: Expr,
    },
    Clause(Clause),
    Guards(crate::Atomicity, Span),
    Justice(Vec<JustOne>),
    Compassion(Vec<Name>),
    /// Locations at which processes are meant to stay.
    Final(Vec<Name>),
    Initially(Expr),
    Topology(crate::Topology, Span),
    Property {
        name: Option<Name>,
        kind: PropertyKind,
        span: Span,
    },
}

#[derive(Clone, Debug)]
pub enum JustOne {
    Location(Name),
    Centre,
}

#[derive(Clone, Debug)]
pub enum Values {
    Named(Vec<Name>),
    Bool,
}

#[derive(Clone, Debug)]
pub enum Initial<T> {
    Any,
    Value(T),
}

#[derive(Clone, Copy, Debug)]
pub struct Number {
    pub value: i64,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum PropertyKind {
    Safety(Expr),
    Liveness { trigger: Expr, response: Expr },
    Reachable(Expr),
}

/// `at … :` or `centre:` with its alternatives.
#[derive(Clone, Debug)]
pub struct Clause {
    pub actor: ClauseActor,
    pub when: Option<Expr>,
    pub alternatives: Vec<Statement>,
}

#[derive(Clone, Debug)]
pub enum ClauseActor {
    At(Vec<Name>),
    AtAny,
    Centre,
}

#[derive(Clone, Debug)]
pub struct Statement {
    /// Joined by `and`; empty without `if`.
    pub guards: Vec<Guard>,
    pub then: Branch,
    pub otherwise: Option<Branch>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Guard {
    pub quantifier: Quantifier,
    pub body: Expr,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantifier {
    Forall,
    Exists,
    Count(crate::Bound),
}

#[derive(Clone, Debug)]
pub struct Branch {
    pub actions: Vec<Action>,
    pub leave: Leave,
    pub span: Span,
}

/// How a branch ends.
#[derive(Clone, Debug)]
pub enum Leave {
    Goto(Name),
    Stay,
    /// Neither was written.
    Missing,
}

#[derive(Clone, Debug)]
pub enum Action {
    Assign {
        target: Name,
        value: Value,
    },
    Scan {
        test: Expr,
        target: Name,
        value: Operand,
        span: Span,
    },
    Broadcast {
        cases: Vec<Case>,
        span: Span,
    },
    /// `some otr. test`
    Pick {
        test: Expr,
        span: Span,
    },
    /// `f[otr] := c`, `f[otr] := *`
    Tell {
        target: Operand,
        value: Value,
        span: Span,
    },
}

#[derive(Clone, Debug)]
pub enum Value {
    Any(Span),
    Operand(Operand),
}

#[derive(Clone, Debug)]
pub struct Case {
    pub test: Option<Expr>,
    pub updates: Vec<Update>,
}

/// `pc[otr] := l`, `f[otr] := c`.
#[derive(Clone, Debug)]
pub struct Update {
    pub target: Operand,
    pub value: Operand,
}

#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    True,
    False,
    Not(Box<Expr>),
    And(Vec<Expr>),
    Or(Vec<Expr>),
    Implies(Box<Expr>, Box<Expr>),
    Compare {
        relation: crate::Relation,
        lhs: Operand,
        rhs: Operand,
    },
    Member {
        operand: Operand,
        set: Vec<Name>,
        membership: Membership,
    },
    /// `atmost 3 y. …`
    Count {
        bound: crate::Bound,
        process: ProcessName,
        body: Box<Expr>,
    },
    /// A predicate or a `bool` variable standing alone.
    Bare(Operand),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Membership {
    In,
    NotIn,
}

/// `t[otr] + 1`, `pc`, `slf`, `7`, `none`.
#[derive(Clone, Debug)]
pub struct Operand {
    pub head: Head,
    pub index: Option<ProcessName>,
    pub offset: i64,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum Head {
    Pc,
    Name(Name),
    Number(i64),
    Process(ProcessName),
    Nobody,
    /// `true` or `false` as a value.
    Bool(&'static str),
}

/// `slf`, `otr`, a neighbour, or a name such as `x` or that of a pointer.
#[derive(Clone, Debug)]
pub struct ProcessName {
    pub kind: ProcessKind,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProcessKind {
    Slf,
    Otr,
    Named(String),
}

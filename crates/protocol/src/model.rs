//! The resolved model of a parameterized system: what every engine reads, names replaced by ids.
//!
//! A [`System`] describes one process; an instance P(K) runs K copies of it (K >= 1) beside one
//! *centre*, which holds variables that all processes may read and write. A protocol that
//! declares no centre variable has an empty centre, and nothing else changes.
//!
//! # Variables
//! Each process has a location, *finite* variables with named values and *data* variables,
//! which are unbounded numbers. The centre has finite variables, data variables and
//! *pointers*: each points at one process or at none. In a state, a pointer is a flag of the
//! process that it points at (`held`) and a flag of the centre that says whether it points at
//! anybody (`set`): so "the pointer is me" and "the pointer is my partner" are facts about one
//! process each, which is what an abstraction wants.
//!
//! # Formulas
//! One type of formula serves everywhere. It speaks of [`Subject::Own`], [`Subject::Other`] and
//! the centre. Where it occurs decides who they are, and what may occur in it:
//!
//! | place | own | other |
//! |---|---|---|
//! | [`Rule::when`] | the acting process | does not occur |
//! | [`Guard::body`], [`Scan::test`], [`Case::test`] | the acting process | the partner looked at |
//! | [`Predicate::body`] | the process asked about | does not occur; only own data occur |
//! | actions behind a [`Pick`] | the acting process | the process that was picked |
//! | the body of a [`Formula::Count`] | as around it | the process that is counted |
//! | [`System::initially`], all properties | `x` | `y`, different from `x` |
//!
//! Properties may speak of [`Subject::Further`] processes, all different. Anything that an acting
//! process says may also be said of its neighbours ([`Topology`]) and of the process that a
//! pointer points at. These need not be there: what is said of a process that is not there is
//! false, and a step that would read or change it cannot be taken.
//!
//! In the rules of the centre ([`Actor::Centre`]) there is no acting process, so `Own` does not
//! occur in them. The parser guarantees all of this; engines may rely on it.
//!
//! # What one step is
//! See [`crate::eval`]: the exact meaning of guards, branches, scans and broadcasts stands
//! there, beside the only code that computes it.

use index::{Id, IdSet, IndexVec};
use source::Span;

index::define_id!(
    /// A control location of a process.
    pub struct LocationId, "l"
);
index::define_id!(
    /// A finite variable that each process has.
    pub struct FiniteId, "f"
);
index::define_id!(
    /// A data variable that each process has.
    pub struct DataId, "d"
);
index::define_id!(
    /// A predicate on the data of one process.
    pub struct PredicateId, "p"
);
index::define_id!(
    /// A finite variable of the centre.
    pub struct CentreFiniteId, "cf"
);
index::define_id!(
    /// A data variable of the centre.
    pub struct CentreDataId, "cd"
);
index::define_id!(
    /// A pointer of the centre to a process.
    pub struct PointerId, "ptr"
);
index::define_id!(
    /// A value of a finite variable, counted within that variable.
    pub struct ValueId, "v"
);
index::define_id!(
    /// A rule: one alternative of one `at` or `centre` clause.
    pub struct RuleId, "r"
);
index::define_id!(
    /// A property that the file asks for.
    pub struct PropertyId, "prop"
);

/// A parameterized system, names resolved.
///
/// Invariant, guaranteed by the parser: every id is within its table; there is at least one
/// location and one property; formulas and terms mention only what their place allows (see the
/// module header); value sets and tables are within the values of their variable.
#[derive(Clone, Debug)]
pub struct System {
    pub name: String,
    /// The first is where every process starts.
    pub locations: IndexVec<LocationId, Location>,
    pub finites: IndexVec<FiniteId, FiniteVar>,
    pub data: IndexVec<DataId, DataVar>,
    pub predicates: IndexVec<PredicateId, Predicate>,
    pub centre: Centre,
    pub rules: IndexVec<RuleId, Rule>,
    /// Who is whose neighbour.
    pub topology: Topology,
    /// What holds of all different processes at the start, besides the values of variables.
    pub initially: Vec<Initially>,
    pub atomicity: Atomicity,
    /// Locations at which a process keeps being scheduled (see [`crate::eval`], *Fair runs*).
    pub justice: IdSet<LocationId>,
    /// Locations at which a process that can go on again and again does go on.
    pub compassion: IdSet<LocationId>,
    /// Whether the centre keeps being scheduled.
    pub centre_is_just: bool,
    pub properties: IndexVec<PropertyId, PropertyDecl>,
}

impl System {
    /// Where every process starts.
    pub fn initial_location(&self) -> LocationId {
        LocationId::new(0)
    }

    /// All formulas: of rules, of the start and of properties. What predicates stand for is not among
    /// them.
    pub fn formulas(&self) -> impl Iterator<Item = &Formula> {
        let of_rules = self.rules.values().flat_map(|rule| {
            let guards = rule.guard.iter().flat_map(Guard::formulas);
            let branches = rule.then.iter().chain(&rule.otherwise);
            let tests = branches.flat_map(|branch| &branch.actions).flat_map(Action::tests);
            std::iter::once(&rule.when).chain(guards).chain(tests)
        });
        let of_properties = self.properties.values().flat_map(|it| it.property.formulas());
        of_rules.chain(self.initially.iter().map(|it| &it.formula)).chain(of_properties)
    }

    /// Whether a rule or a property compares process ids.
    pub fn compares_ids(&self) -> bool {
        let mut atoms = self.formulas().flat_map(Formula::all_atoms);
        atoms.any(|atom| matches!(atom, Formula::OwnIdIsLess))
    }

    /// Whether exchanging two processes changes nothing but names.
    pub fn is_symmetric(&self) -> bool {
        self.topology == Topology::Clique && !self.compares_ids()
    }

    /// True if the centre holds anything, or takes steps of its own.
    pub fn has_centre(&self) -> bool {
        !self.centre.finites.is_empty()
            || !self.centre.data.is_empty()
            || !self.centre.pointers.is_empty()
            || self.rules.values().any(|rule| matches!(rule.actor, Actor::Centre))
    }
}

#[derive(Clone, Debug)]
pub struct Location {
    pub name: String,
    pub span: Span,
}

/// A variable with finitely many named values, of a process or of the centre.
#[derive(Clone, Debug)]
pub struct FiniteVar {
    pub name: String,
    pub values: IndexVec<ValueId, String>,
    /// The value at the start; `None` for any.
    pub initial: Option<ValueId>,
    pub span: Span,
}

/// A number without bounds, of a process or of the centre.
#[derive(Clone, Debug)]
pub struct DataVar {
    pub name: String,
    pub sort: DataSort,
    /// The value at the start; `None` for any value of the sort.
    pub initial: Option<i64>,
    pub span: Span,
}

/// Which numbers a data variable holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataSort {
    /// 0, 1, 2, …; an assignment of a negative number assigns 0.
    Nat,
    Int,
}

/// A named formula on the data of one process.
#[derive(Clone, Debug)]
pub struct Predicate {
    pub name: String,
    pub body: Formula,
    pub span: Span,
}

/// What is there once, and not per process.
#[derive(Clone, Debug, Default)]
pub struct Centre {
    pub finites: IndexVec<CentreFiniteId, FiniteVar>,
    pub data: IndexVec<CentreDataId, DataVar>,
    pub pointers: IndexVec<PointerId, Pointer>,
}

/// A pointer to a process; at the start it points at nobody.
#[derive(Clone, Debug)]
pub struct Pointer {
    pub name: String,
    pub span: Span,
}

/// Who is whose neighbour. Processes stand in the order of their ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topology {
    /// Nobody has neighbours.
    Clique,
    /// The first comes after the last; the only one is its own neighbour.
    Ring,
    /// The first has nobody before it, the last nobody after it.
    Line,
}

/// A condition on the first state, of all different processes that it speaks of.
#[derive(Clone, Debug)]
pub struct Initially {
    pub formula: Formula,
    pub span: Span,
}

/// Whether `if forall` looks at all others at one instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Atomicity {
    Atomic,
    /// One other at a time, in any order, while everybody else goes on (`guards stepwise`).
    Stepwise,
}

/// What may happen in one step, or, with a stepwise guard, in one sequence of steps.
///
/// `at L: when W: if forall otr. G then B1 else B2`. A rule without `if` has no guard and its
/// branch in `then`. `if exists otr. G then B` is a guard on `!G` with the branch in
/// `otherwise`, and nothing in `then`.
#[derive(Clone, Debug)]
pub struct Rule {
    pub actor: Actor,
    /// Own and centre; `Formula::True` if the rule has none.
    pub when: Formula,
    pub guard: Option<Guard>,
    /// Taken if all others satisfy the guard, or if there is no guard. `None`: wait here.
    pub then: Option<Branch>,
    /// Taken if some other does not satisfy the guard. `None`: wait here. Without a guard,
    /// always `None`.
    pub otherwise: Option<Branch>,
    pub span: Span,
}

/// Who takes a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Actor {
    /// Any process that is at one of these locations.
    Process(IdSet<LocationId>),
    /// The centre itself; then a guard ranges over all processes.
    Centre,
}

/// `forall otr. body`, over all processes but the acting one, and some more conditions: each is a
/// [`Formula::Count`], as in `forall otr. body and exists otr. more`.
#[derive(Clone, Debug)]
pub struct Guard {
    pub body: Formula,
    /// With stepwise guards there are none.
    pub also: Vec<Formula>,
    pub span: Span,
}

impl Guard {
    /// All that the guard asks.
    pub fn formulas(&self) -> impl Iterator<Item = &Formula> {
        std::iter::once(&self.body).chain(&self.also)
    }
}

/// What a step does: its actions one after the other, each seeing the effect of those before,
/// then `goto`. All of it is one atomic step, also when guards are stepwise.
#[derive(Clone, Debug)]
pub struct Branch {
    pub actions: Vec<Action>,
    /// `None`: the process stays where it is. Always `None` for the centre's rules.
    pub goto: Option<LocationId>,
}

#[derive(Clone, Debug)]
pub enum Action {
    /// `t := TERM`, `t := *`. The term speaks of own and centre data.
    SetData {
        target: DataTarget,
        value: DataValue,
    },
    /// `f := c`, `f := g`, `f := *`.
    SetFinite {
        target: FiniteTarget,
        value: FiniteValue,
    },
    /// `ptr := slf`, `ptr := none`, `ptr := otr`.
    SetPointer {
        pointer: PointerId,
        value: PointerValue,
    },
    Scan(Scan),
    Broadcast(Broadcast),
    Pick(Pick),
    /// `f[otr] := c`, `t[next] := u + 1`, `pc[p] := l`: changes one other process.
    Tell {
        whom: Subject,
        update: Update,
        span: Span,
    },
}

/// `some otr. TEST`: one of the others that satisfy the test becomes `otr` for the actions that
/// follow. If nobody does, the step cannot be taken.
#[derive(Clone, Debug)]
pub struct Pick {
    pub test: Formula,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DataTarget {
    Own(DataId),
    Centre(CentreDataId),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DataValue {
    Term(Term),
    /// Any value of the variable's sort.
    Any,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FiniteTarget {
    Own(FiniteId),
    Centre(CentreFiniteId),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FiniteValue {
    Const(ValueId),
    /// The value of another variable, translated by name: `table[v]` is the value of the
    /// target whose name is that of the source's value `v`.
    Copy {
        of: FiniteTarget,
        table: IndexVec<ValueId, ValueId>,
    },
    /// The value of a variable of another process, translated by name.
    Read {
        of: FiniteRef,
        table: IndexVec<ValueId, ValueId>,
    },
    /// Any value of the variable.
    Any,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointerValue {
    /// The acting process; does not occur in rules of the centre.
    Own,
    /// Another process.
    Of(Subject),
    Nobody,
}

/// `scan if TEST then t := TERM`: the acting process visits every other process once, in an
/// order that is not determined, and performs the assignment where the test holds *at that
/// visit*, that is, with the value of `t` that earlier visits left.
#[derive(Clone, Debug)]
pub struct Scan {
    pub test: Formula,
    pub target: DataTarget,
    /// Speaks of own, other and centre data.
    pub value: Term,
    pub span: Span,
}

/// `broadcast if TEST then f[otr] := c, … else if …`: every other process is updated by the
/// first case whose test it satisfies, and left alone if there is none. All updates happen at
/// once; what a case reads is the state before.
#[derive(Clone, Debug)]
pub struct Broadcast {
    pub cases: Vec<Case>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Case {
    pub test: Formula,
    pub updates: Vec<Update>,
}

/// One assignment to a variable of another process.
#[derive(Clone, Debug)]
pub enum Update {
    /// `pc[otr] := l`
    Location(LocationId),
    /// `f[otr] := c`
    Const(FiniteId, ValueId),
    /// `f[otr] := g[otr]`, translated by name.
    Copy { target: FiniteId, of: FiniteId, table: IndexVec<ValueId, ValueId> },
    /// `f[otr] := g`: a variable of the acting process, the centre or a third process.
    Read { target: FiniteId, of: FiniteRef, table: IndexVec<ValueId, ValueId> },
    /// `t[otr] := u + 1`
    Number { target: DataId, value: Term },
    /// `f[otr] := *`; not in broadcasts.
    AnyValue(FiniteId),
    /// `t[otr] := *`; not in broadcasts.
    AnyNumber(DataId),
}

/// Whose variable is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    Own,
    Other,
    /// In a property: `z`, `w`, counted from 0.
    Further(u8),
    /// The neighbour after the acting process.
    Next,
    /// The neighbour before it.
    Previous,
    /// Whom the pointer points at.
    Pointee(PointerId),
}

/// Nesting is bounded by the parser ([`crate::MAX_NESTING`]), so that recursion over a formula
/// is safe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    True,
    False,
    Not(Box<Formula>),
    And(Vec<Formula>),
    Or(Vec<Formula>),
    /// `a -> b`
    Implies(Box<Formula>, Box<Formula>),
    /// `pc[who] in {…}`
    At(Subject, IdSet<LocationId>),
    /// `f[who] in {…}`
    Finite(Subject, FiniteId, IdSet<ValueId>),
    /// `f[who] = g[who']`, compared by the names of the values: both variables have the same
    /// names in the same order.
    SameFinite(FiniteRef, FiniteRef),
    /// `p[who]`
    Predicate(Subject, PredicateId),
    /// `g in {…}` for a variable of the centre.
    Centre(CentreFiniteId, IdSet<ValueId>),
    /// `ptr = who`
    PointsAt(PointerId, Subject),
    /// `ptr = none`
    PointsNowhere(PointerId),
    /// A comparison of numbers.
    Compare(Relation, Term, Term),
    /// `next = none`: the process is not there.
    Absent(Subject),
    /// So many processes satisfy the body, in which they are [`Subject::Other`].
    Count(Box<Count>),
    /// `slf < otr`, respectively `x < y`: order of process ids. Ids are distinct, so `otr < slf`
    /// is its negation.
    OwnIdIsLess,
}

/// `atmost 3 y. pc[y] = crit`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    pub bound: Bound,
    pub among: Among,
    pub body: Formula,
}

/// How many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    AtMost(u32),
    AtLeast(u32),
    Exactly(u32),
    /// More than half of all processes.
    Majority,
}

impl Bound {
    /// The number that is compared with, if it does not depend on how many processes there are.
    pub fn number(self) -> Option<u32> {
        match self {
            Self::AtMost(n) | Self::AtLeast(n) | Self::Exactly(n) => Some(n),
            Self::Majority => None,
        }
    }

    /// Whether `n` of `all` are as many as that.
    pub fn admits(self, n: usize, all: usize) -> bool {
        match self {
            Self::AtMost(most) => n <= most as usize,
            Self::AtLeast(least) => n >= least as usize,
            Self::Exactly(number) => n == number as usize,
            Self::Majority => 2 * n > all,
        }
    }
}

/// Which processes are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Among {
    All,
    /// All but the acting one.
    Others,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FiniteRef {
    Process(Subject, FiniteId),
    Centre(CentreFiniteId),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Relation {
    Less,
    LessEq,
    Eq,
    NotEq,
    Greater,
    GreaterEq,
}

/// `t + 1`, `t[otr] - 2`, `7`: a variable, if any, plus a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Term {
    pub base: Option<DataRef>,
    /// At most [`crate::MAX_NUMBER`] in absolute value.
    pub offset: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DataRef {
    Process(Subject, DataId),
    Centre(CentreDataId),
}

/// A property, with the name that the file gives it or one made up from its kind and place.
#[derive(Clone, Debug)]
pub struct PropertyDecl {
    pub name: String,
    pub property: Property,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum Property {
    /// In every reachable state of every P(K), for all different `x`, `y`, …, as many as it speaks
    /// of. If it speaks of one process only, also of the one of P(1).
    Safety(Formula),
    /// On every fair run of every P(K), for all different `x`, `y`, …, as many as it speaks of:
    /// whenever `trigger` holds of them, `response` holds of them then or later.
    Liveness { trigger: Formula, response: Formula },
    /// In some reachable state of some P(K), for some `x != y`, or, if it speaks of one process
    /// only, for that of P(1). Guards against a model in which
    /// the other properties hold because nothing happens.
    Reachable(Formula),
}

impl Property {
    /// What it is made of.
    pub fn formulas(&self) -> impl Iterator<Item = &Formula> {
        let (first, second) = match self {
            Self::Safety(formula) | Self::Reachable(formula) => (formula, None),
            Self::Liveness { trigger, response } => (trigger, Some(response)),
        };
        std::iter::once(first).chain(second)
    }
}

impl Action {
    /// What the action asks of other processes.
    pub fn tests(&self) -> Vec<&Formula> {
        match self {
            Self::Scan(scan) => vec![&scan.test],
            Self::Broadcast(broadcast) => broadcast.cases.iter().map(|case| &case.test).collect(),
            Self::Pick(pick) => vec![&pick.test],
            Self::SetData { .. }
            | Self::SetFinite { .. }
            | Self::SetPointer { .. }
            | Self::Tell { .. } => Vec::new(),
        }
    }

    /// Whether this is `t := *` or `t[otr] := *` for a data variable.
    pub fn assigns_any_number(&self) -> bool {
        matches!(
            self,
            Self::SetData { value: DataValue::Any, .. }
                | Self::Tell { update: Update::AnyNumber(_), .. }
        )
    }

    /// The locations to which this action may move other processes.
    pub fn moves_others_to(&self) -> Vec<LocationId> {
        match self {
            Self::Broadcast(broadcast) => {
                let updates = broadcast.cases.iter().flat_map(|case| &case.updates);
                let targets = updates.filter_map(|update| match update {
                    Update::Location(location) => Some(*location),
                    Update::Const(..)
                    | Update::Copy { .. }
                    | Update::Read { .. }
                    | Update::Number { .. }
                    | Update::AnyValue(_)
                    | Update::AnyNumber(_) => None,
                });
                targets.collect()
            }
            Self::Tell { update: Update::Location(location), .. } => vec![*location],
            Self::SetData { .. }
            | Self::SetFinite { .. }
            | Self::SetPointer { .. }
            | Self::Scan(_)
            | Self::Pick(_)
            | Self::Tell { .. } => Vec::new(),
        }
    }
}

//! What the abstraction remembers of numbers: exactly the comparisons that the protocol makes.
//!
//! Three kinds of facts, by whose numbers are compared:
//!
//! - *local*: one process with itself, with constants, or with the centre (`t = 0`, `t < next`), and
//!   the declared predicates. They are part of a process's local state.
//! - *pair*: a process with another (`t <= t[otr]`). They make up the relation of two processes, kept
//!   as the sign of a difference, or only whether it is zero where nothing else is asked. The
//!   list is closed under exchanging the two.
//! - *central*: the centre's numbers among themselves.
//!
//! # Groups
//! Variables that are never compared with or assigned to each other need no common scale. A
//! [`Group`] is a class of variables that do, with what matters of its scale: the constants,
//! and the *reach*, the largest distance at which two numbers of one step are still told apart.
//! If a step adds up to `a` to a number and a comparison up to `b`, differences of more than
//! `a + b` look alike (`2a + b` where both sides of a comparison may have been assigned in
//! the same step). That is for numbers that the step *moves*; of two others, differences of more
//! than `b` look alike. Most steps add nothing, so the numbers of each step are placed on a scale
//! with the reach of that step ([`Vocabulary::reach`]); a group has the reach of the widest.

use std::collections::BTreeSet;

use index::{Id, IdSet};
use protocol::{
    Action, Atomicity, Branch, DataRef, DataSort, DataTarget, DataValue, Formula, Property,
    Relation, Subject, System, Term,
};

use crate::Refusal;

/// The sign of `x.lhs + offset - y.rhs`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PairFact {
    pub lhs: usize,
    pub rhs: usize,
    pub offset: i64,
    pub scale: Scale,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scale {
    /// Less, equal, greater.
    Order,
    /// Equal or not.
    Equality,
}

/// A variable: `false` sorts process variables before those of the centre.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Variable {
    Process(usize),
    Centre(usize),
}

/// Variables on one scale.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub process: Vec<usize>,
    pub centre: Vec<usize>,
    /// Smallest and largest constant, if there is one.
    pub constants: Option<(i64, i64)>,
    /// Differences beyond this look alike if one of the two numbers is moved by the step.
    pub reach: i64,
    /// The same for numbers that are not moved.
    pub compared: i64,
}

impl Group {
    /// A distance at which all variables of one more process fit in between, each out of reach
    /// of the others and of both ends.
    pub fn far(&self) -> i64 {
        (self.process.len() as i64 + 1) * (self.reach + 1)
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Vocabulary {
    /// About `Own` and the centre.
    pub local: Vec<Formula>,
    /// About the centre.
    pub central: Vec<Formula>,
    pub pairs: Vec<PairFact>,
    /// Whether process ids are compared.
    pub ids: bool,
    /// Whether the relation says who has checked whom.
    pub checks: bool,
    pub groups: Vec<Group>,
    comparisons: Comparisons,
}

/// What is said of all comparisons of two variables.
#[derive(Clone, Copy, Debug, Default)]
struct Comparisons {
    /// The largest constant in one.
    offset: i64,
    /// Whether both sides of one may be assigned in one step.
    both_sides: bool,
}

impl Comparisons {
    /// The largest difference that one can see before, in or after a step that adds constants of
    /// this sum to numbers.
    fn reach(self, added: i64) -> i64 {
        if self.both_sides { 2 * added + self.offset } else { added + self.offset }
    }
}

/// The widest range of constants that is enumerated.
const MAX_CONSTANTS: i64 = 64;

/// Every scan doubles the ways through its branch.
const MAX_SCANS: usize = 8;

impl Vocabulary {
    pub fn of(system: &System) -> Result<Self, Refusal> {
        let mut collector = Collector::new(system);
        for formula in formulas(system) {
            collector.formula(formula, Inside::Rule);
        }
        for predicate in system.predicates.ids() {
            collector.local(Formula::Predicate(Subject::Own, predicate));
            collector.formula(&system.predicates[predicate].body, Inside::Predicate);
        }
        for branch in branches(system) {
            let is_scan = |action: &&Action| matches!(action, Action::Scan(_));
            if branch.actions.iter().filter(is_scan).count() > MAX_SCANS {
                return Err(Refusal::TooLarge(format!(
                    "more than {MAX_SCANS} scans in one branch"
                )));
            }
            collector.branch(branch);
        }
        collector.initial_values();
        let groups = collector.groups()?;
        if collector.local.len() > 40 || collector.pairs.len() > 24 {
            return Err(Refusal::TooLarge(format!(
                "{} facts about single processes and {} about pairs are compared; \
                 the abstraction keeps at most 40 and 24",
                collector.local.len(),
                collector.pairs.len()
            )));
        }
        Ok(Self {
            local: collector.local,
            central: collector.central,
            pairs: collector.pairs,
            ids: collector.ids,
            checks: system.atomicity == Atomicity::Stepwise,
            groups,
            comparisons: collector.comparisons,
        })
    }

    /// The largest difference that is told apart in a step that adds constants of this sum to
    /// numbers.
    pub fn reach(&self, added: i64) -> i64 {
        self.comparisons.reach(added)
    }

    pub fn group_of(&self, variable: Variable) -> usize {
        let has = |group: &Group| match variable {
            Variable::Process(n) => group.process.contains(&n),
            Variable::Centre(n) => group.centre.contains(&n),
        };
        self.groups.iter().position(has).expect("every variable is in a group")
    }
}

/// All branches of all rules.
fn branches(system: &System) -> impl Iterator<Item = &Branch> {
    system.rules.values().flat_map(|rule| rule.then.iter().chain(&rule.otherwise))
}

/// All formulas outside predicates.
fn formulas(system: &System) -> Vec<&Formula> {
    let mut all = Vec::new();
    for rule in system.rules.values() {
        all.push(&rule.when);
        all.extend(rule.guard.iter().map(|guard| &guard.body));
    }
    for branch in branches(system) {
        for action in &branch.actions {
            match action {
                Action::Scan(scan) => all.push(&scan.test),
                Action::Broadcast(broadcast) => {
                    all.extend(broadcast.cases.iter().map(|case| &case.test));
                }
                Action::SetData { .. } | Action::SetFinite { .. } | Action::SetPointer { .. } => {}
                Action::Pick(_) | Action::Tell { .. } => unreachable!("refused: beyond pairs"),
            }
        }
    }
    for declaration in system.properties.values() {
        match &declaration.property {
            Property::Safety(formula) | Property::Reachable(formula) => all.push(formula),
            Property::Liveness { trigger, response } => all.extend([trigger, response]),
        }
    }
    all
}

/// Where a comparison stands: those of a predicate's body are remembered only as the predicate.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    Rule,
    Predicate,
}

struct Collector<'a> {
    system: &'a System,
    local: Vec<Formula>,
    central: Vec<Formula>,
    pairs: Vec<PairFact>,
    ids: bool,
    /// Pairs of variables on one scale.
    links: Vec<(Variable, Variable)>,
    constants: Vec<(Variable, i64)>,
    comparisons: Comparisons,
    /// Largest sum of constants that one branch adds.
    assigned: i64,
}

fn variable(data: DataRef) -> Variable {
    match data {
        DataRef::Process(_, id) => Variable::Process(id.index()),
        DataRef::Centre(id) => Variable::Centre(id.index()),
    }
}

impl Variable {
    /// The variable that an assignment writes.
    pub fn assigned(target: DataTarget) -> Self {
        match target {
            DataTarget::Own(id) => Self::Process(id.index()),
            DataTarget::Centre(id) => Self::Centre(id.index()),
        }
    }
}

impl<'a> Collector<'a> {
    fn new(system: &'a System) -> Self {
        Self {
            system,
            local: Vec::new(),
            central: Vec::new(),
            pairs: Vec::new(),
            ids: false,
            links: Vec::new(),
            constants: Vec::new(),
            comparisons: Comparisons::default(),
            assigned: 0,
        }
    }

    fn local(&mut self, fact: Formula) {
        if !self.local.contains(&fact) {
            self.local.push(fact);
        }
    }

    fn formula(&mut self, formula: &Formula, inside: Inside) {
        for atom in formula.atoms() {
            match atom {
                Formula::Compare(relation, lhs, rhs) => self.compare(*relation, *lhs, *rhs, inside),
                Formula::OwnIdIsLess => self.ids = true,
                _ => {}
            }
        }
    }

    fn compare(&mut self, relation: Relation, lhs: Term, rhs: Term, inside: Inside) {
        match (lhs.base, rhs.base) {
            (Some(left), Some(right)) => {
                self.links.push((variable(left), variable(right)));
                let offset = (lhs.offset - rhs.offset).abs();
                self.comparisons.offset = self.comparisons.offset.max(offset);
            }
            (Some(data), None) => {
                self.constants.push((variable(data), rhs.offset - lhs.offset));
            }
            (None, Some(data)) => {
                self.constants.push((variable(data), lhs.offset - rhs.offset));
            }
            (None, None) => return,
        }
        let scale = match relation {
            Relation::Eq | Relation::NotEq => Scale::Equality,
            Relation::Less | Relation::LessEq | Relation::Greater | Relation::GreaterEq => {
                Scale::Order
            }
        };
        use DataRef::Process;
        use Subject::{Other, Own};
        let difference = lhs.offset - rhs.offset;
        match (lhs.base, rhs.base) {
            (Some(Process(Own, left)), Some(Process(Other, right))) => {
                self.pair(left.index(), right.index(), difference, scale);
            }
            (Some(Process(Other, left)), Some(Process(Own, right))) => {
                self.pair(right.index(), left.index(), -difference, scale);
            }
            (left, right) => {
                let of_process = |base: Option<DataRef>| matches!(base, Some(Process(..)));
                self.comparisons.both_sides |= left.is_some() && right.is_some();
                if inside == Inside::Predicate {
                    return;
                }
                let fact = Formula::Compare(relation, as_own(lhs), as_own(rhs));
                if of_process(left) || of_process(right) {
                    self.local(fact);
                } else if !self.central.contains(&fact) {
                    self.central.push(fact);
                }
            }
        }
    }

    fn pair(&mut self, lhs: usize, rhs: usize, offset: i64, scale: Scale) {
        for (lhs, rhs, offset) in [(lhs, rhs, offset), (rhs, lhs, -offset)] {
            let known =
                |fact: &&mut PairFact| (fact.lhs, fact.rhs, fact.offset) == (lhs, rhs, offset);
            match self.pairs.iter_mut().find(known) {
                Some(fact) if scale == Scale::Order => fact.scale = Scale::Order,
                Some(_) => {}
                None => self.pairs.push(PairFact { lhs, rhs, offset, scale }),
            }
        }
    }

    fn branch(&mut self, branch: &Branch) {
        let mut sum: i64 = 0;
        for action in &branch.actions {
            let (target, term) = match action {
                Action::SetData { target, value: DataValue::Term(term) } => (*target, *term),
                Action::Scan(scan) => (scan.target, scan.value),
                Action::SetData { value: DataValue::Any, .. }
                | Action::SetFinite { .. }
                | Action::SetPointer { .. }
                | Action::Broadcast(_) => continue,
                Action::Pick(_) | Action::Tell { .. } => unreachable!("refused: beyond pairs"),
            };
            match term.base {
                Some(base) => {
                    self.links.push((Variable::assigned(target), variable(base)));
                    sum += term.offset.abs();
                }
                None => self.constants.push((Variable::assigned(target), term.offset)),
            }
        }
        self.assigned = self.assigned.max(sum);
    }

    fn initial_values(&mut self) {
        for (id, var) in self.system.data.iter() {
            let variable = Variable::Process(id.index());
            self.constants.extend(var.initial.map(|value| (variable, value)));
            if var.sort == DataSort::Nat {
                self.constants.push((variable, 0));
            }
        }
        for (id, var) in self.system.centre.data.iter() {
            let variable = Variable::Centre(id.index());
            self.constants.extend(var.initial.map(|value| (variable, value)));
            if var.sort == DataSort::Nat {
                self.constants.push((variable, 0));
            }
        }
    }

    fn groups(&self) -> Result<Vec<Group>, Refusal> {
        let n_process = self.system.data.len();
        let all: Vec<Variable> = (0..n_process)
            .map(Variable::Process)
            .chain((0..self.system.centre.data.len()).map(Variable::Centre))
            .collect();
        let mut done: BTreeSet<Variable> = BTreeSet::new();
        let mut groups = Vec::new();
        for start in &all {
            if done.contains(start) {
                continue;
            }
            let mut members = BTreeSet::from([*start]);
            let mut todo = vec![*start];
            while let Some(member) = todo.pop() {
                for (lhs, rhs) in &self.links {
                    for (from, to) in [(lhs, rhs), (rhs, lhs)] {
                        if *from == member && members.insert(*to) {
                            todo.push(*to);
                        }
                    }
                }
            }
            done.extend(members.iter().copied());
            groups.push(self.group(&members)?);
        }
        Ok(groups)
    }

    fn group(&self, members: &BTreeSet<Variable>) -> Result<Group, Refusal> {
        let constants: Vec<i64> =
            self.constants.iter().filter(|(var, _)| members.contains(var)).map(|c| c.1).collect();
        let range = constants.iter().min().copied().zip(constants.iter().max().copied());
        let reach = self.comparisons.reach(self.assigned);
        let width = range.map_or(0, |(lo, hi)| hi - lo);
        if width > MAX_CONSTANTS || reach > MAX_CONSTANTS {
            return Err(Refusal::TooLarge(format!(
                "constants up to {} are compared with or added to numbers; the abstraction \
                 enumerates at most {MAX_CONSTANTS}: use smaller constants that keep their order",
                width.max(reach)
            )));
        }
        let mut group = Group {
            process: Vec::new(),
            centre: Vec::new(),
            constants: range,
            reach,
            compared: self.comparisons.offset,
        };
        for member in members {
            match member {
                Variable::Process(n) => group.process.push(*n),
                Variable::Centre(n) => group.centre.push(*n),
            }
        }
        Ok(group)
    }
}

/// The term with the partner's variables read as own ones.
fn as_own(term: Term) -> Term {
    let base = term.base.map(|base| match base {
        DataRef::Process(_, id) => DataRef::Process(Subject::Own, id),
        DataRef::Centre(id) => DataRef::Centre(id),
    });
    Term { base, ..term }
}

/// The locations at which a rule of a process may be taken; empty for the centre's rules.
pub(crate) fn rule_locations(rule: &protocol::Rule) -> IdSet<protocol::LocationId> {
    match &rule.actor {
        protocol::Actor::Process(locations) => locations.clone(),
        protocol::Actor::Centre => IdSet::new(),
    }
}

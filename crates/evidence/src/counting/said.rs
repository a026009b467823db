//! What a formula may say of a list of processes: whether it can hold, and whether it can fail.

use index::Id;
use protocol::{
    Action, Among, Bound, DataRef, FiniteRef, Formula, Guard, Property, Relation, Subject, System,
    Term, Topology, ValueId,
};

use super::lists::List;
use super::{Centre, Process};

/// What is possible of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Possible {
    pub can_hold: bool,
    pub can_fail: bool,
}

const UNKNOWN: Possible = Possible { can_hold: true, can_fail: true };

fn certain(holds: bool) -> Possible {
    Possible { can_hold: holds, can_fail: !holds }
}

/// One of several is the case.
fn one_of(all: impl IntoIterator<Item = Possible>) -> Possible {
    let mut result = Possible { can_hold: false, can_fail: false };
    for one in all {
        result.can_hold |= one.can_hold;
        result.can_fail |= one.can_fail;
    }
    result
}

/// All are the case.
fn all_of(all: impl IntoIterator<Item = Possible>) -> Possible {
    let mut result = certain(true);
    for one in all {
        result.can_hold &= one.can_hold;
        result.can_fail |= one.can_fail;
    }
    result
}

/// A list, and who is called what: positions in it.
#[derive(Clone)]
pub(super) struct Company<'a> {
    pub system: &'a System,
    pub processes: &'a [Process],
    pub centre: &'a Centre,
    pub is_part: bool,
    pub own: Option<usize>,
    pub other: Option<usize>,
    pub further: Vec<usize>,
}

impl<'a> Company<'a> {
    pub fn of(system: &'a System, list: &'a List) -> Self {
        Self {
            system,
            processes: &list.processes,
            centre: &list.centre,
            is_part: list.is_part,
            own: None,
            other: None,
            further: Vec::new(),
        }
    }

    pub fn looking_at(&self, other: usize) -> Self {
        Self { other: Some(other), ..self.clone() }
    }

    /// The formula of all different processes, as many as it speaks of.
    pub fn everywhere(&self, formula: &Formula) -> Possible {
        let mut open: Vec<Subject> = vec![];
        for subject in [Subject::Own, Subject::Other] {
            if formula.mentions(subject) {
                open.push(subject);
            }
        }
        for number in 0..formula.n_further() {
            open.push(Subject::Further(number as u8));
        }
        self.everywhere_of(formula, &open, &[])
    }

    fn everywhere_of(&self, formula: &Formula, open: &[Subject], taken: &[usize]) -> Possible {
        let Some((subject, rest)) = open.split_first() else { return self.says(formula) };
        let mut tried: Vec<&Process> = Vec::new();
        let mut result = certain(true);
        for position in 0..self.processes.len() {
            // Of those that are alike one will do.
            let process = &self.processes[position];
            if taken.contains(&position) || tried.contains(&process) {
                continue;
            }
            tried.push(process);
            let mut company = self.clone();
            match subject {
                Subject::Own => company.own = Some(position),
                Subject::Other => company.other = Some(position),
                _ => company.further.push(position),
            }
            let taken: Vec<usize> = taken.iter().copied().chain([position]).collect();
            result = all_of([result, company.everywhere_of(formula, rest, &taken)]);
        }
        result
    }

    /// The positions of whoever may be meant, and whether it may be nobody.
    pub fn who(&self, subject: Subject) -> (Vec<usize>, bool) {
        let only = |position: Option<usize>| match position {
            Some(position) => (vec![position], false),
            None => (Vec::new(), true),
        };
        match subject {
            Subject::Own => only(self.own),
            Subject::Other => only(self.other),
            Subject::Further(number) => only(self.further.get(usize::from(number)).copied()),
            Subject::Next | Subject::Previous => {
                let others: Vec<usize> =
                    (0..self.processes.len()).filter(|it| Some(*it) != self.own).collect();
                match self.system.topology {
                    Topology::Ring if others.is_empty() => only(self.own),
                    Topology::Ring => (others, false),
                    Topology::Line | Topology::Clique => (others, true),
                }
            }
            Subject::Pointee(pointer) => {
                only(self.processes.iter().position(|it| it.held.contains(pointer)))
            }
        }
    }

    fn of_process(&self, subject: Subject, holds: impl Fn(&Process) -> bool) -> Possible {
        let (positions, may_be_nobody) = self.who(subject);
        let somebody = positions.into_iter().map(|it| certain(holds(&self.processes[it])));
        one_of(somebody.chain(may_be_nobody.then_some(certain(false))))
    }

    /// The values that a finite variable may have, and whether it may be nobody's.
    pub fn finite(&self, finite: FiniteRef) -> (Vec<ValueId>, bool) {
        match finite {
            FiniteRef::Process(subject, id) => {
                let (positions, may_be_nobody) = self.who(subject);
                let value = |it: usize| self.processes[it].finites[id.index()];
                (positions.into_iter().map(value).collect(), may_be_nobody)
            }
            FiniteRef::Centre(id) => (vec![self.centre.finites[id.index()]], false),
        }
    }

    /// The value of a term, if it is told.
    pub fn number(&self, term: Term) -> Option<i64> {
        let base = match term.base {
            None => 0,
            Some(DataRef::Centre(id)) => self.centre.data[id.index()]?,
            Some(DataRef::Process(..)) => return None,
        };
        base.checked_add(term.offset)
    }

    pub fn says(&self, formula: &Formula) -> Possible {
        match formula {
            Formula::True => certain(true),
            Formula::False => certain(false),
            Formula::Not(inner) => {
                let inner = self.says(inner);
                Possible { can_hold: inner.can_fail, can_fail: inner.can_hold }
            }
            Formula::And(parts) => all_of(parts.iter().map(|part| self.says(part))),
            Formula::Or(parts) => {
                let parts = parts.iter().map(|part| self.says(part));
                parts.fold(certain(false), |sum, part| Possible {
                    can_hold: sum.can_hold || part.can_hold,
                    can_fail: sum.can_fail && part.can_fail,
                })
            }
            Formula::Implies(lhs, rhs) => {
                let (lhs, rhs) = (self.says(lhs), self.says(rhs));
                Possible {
                    can_hold: lhs.can_fail || rhs.can_hold,
                    can_fail: lhs.can_hold && rhs.can_fail,
                }
            }
            Formula::At(subject, locations) => {
                self.of_process(*subject, |it| locations.contains(it.location))
            }
            Formula::Finite(subject, id, values) => {
                self.of_process(*subject, |it| values.contains(it.finites[id.index()]))
            }
            Formula::PointsAt(pointer, subject) => {
                self.of_process(*subject, |it| it.held.contains(*pointer))
            }
            Formula::SameFinite(lhs, rhs) => {
                let ((lhs, no_lhs), (rhs, no_rhs)) = (self.finite(*lhs), self.finite(*rhs));
                let pairs = lhs.iter().flat_map(|one| rhs.iter().map(move |two| one == two));
                one_of(pairs.map(certain).chain((no_lhs || no_rhs).then_some(certain(false))))
            }
            Formula::Centre(id, values) => {
                certain(values.contains(self.centre.finites[id.index()]))
            }
            Formula::PointsNowhere(pointer) => certain(!self.centre.set.contains(*pointer)),
            Formula::Compare(relation, lhs, rhs) => match (self.number(*lhs), self.number(*rhs)) {
                (Some(lhs), Some(rhs)) => certain(match relation {
                    Relation::Less => lhs < rhs,
                    Relation::LessEq => lhs <= rhs,
                    Relation::Eq => lhs == rhs,
                    Relation::NotEq => lhs != rhs,
                    Relation::Greater => lhs > rhs,
                    Relation::GreaterEq => lhs >= rhs,
                }),
                _ => UNKNOWN,
            },
            Formula::Absent(subject) => {
                let (positions, may_be_nobody) = self.who(*subject);
                Possible { can_hold: may_be_nobody, can_fail: !positions.is_empty() }
            }
            Formula::Predicate(..) | Formula::OwnIdIsLess => UNKNOWN,
            Formula::Count(count) => {
                let is_counted = |it: &usize| count.among == Among::All || Some(*it) != self.own;
                let positions: Vec<usize> = (0..self.processes.len()).filter(is_counted).collect();
                if count.bound == Bound::Majority && self.is_part {
                    return UNKNOWN;
                }
                let said: Vec<Possible> =
                    positions.iter().map(|it| self.looking_at(*it).says(&count.body)).collect();
                let least = said.iter().filter(|it| !it.can_fail).count();
                let most = said.iter().filter(|it| it.can_hold).count();
                let admitted = |n: usize| count.bound.admits(n, self.processes.len());
                one_of((least..=most).map(|n| certain(admitted(n))))
            }
        }
    }
}

/// The largest number that a condition of the protocol compares a count with.
pub(super) fn largest_count(system: &System) -> u32 {
    let mut largest = 0;
    let mut look = |formula: &Formula| {
        for atom in formula.all_atoms() {
            if let Formula::Count(count) = atom {
                largest = largest.max(count.bound.number().unwrap_or(0));
            }
        }
    };
    for rule in system.rules.values() {
        look(&rule.when);
        rule.guard.iter().flat_map(Guard::formulas).for_each(&mut look);
        for branch in rule.then.iter().chain(&rule.otherwise) {
            for action in &branch.actions {
                match action {
                    Action::Pick(pick) => look(&pick.test),
                    Action::Scan(scan) => look(&scan.test),
                    Action::Broadcast(it) => it.cases.iter().for_each(|case| look(&case.test)),
                    Action::SetData { .. }
                    | Action::SetFinite { .. }
                    | Action::SetPointer { .. }
                    | Action::Tell { .. } => {}
                }
            }
        }
    }
    system.initially.iter().for_each(|it| look(&it.formula));
    for decl in system.properties.values() {
        match &decl.property {
            Property::Safety(formula) | Property::Reachable(formula) => look(formula),
            Property::Liveness { trigger, response } => {
                look(trigger);
                look(response);
            }
        }
    }
    largest
}

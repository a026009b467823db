//! Formulas on configurations: what is certainly so, and what may be.
//!
//! Numbers of processes, ids and the order of neighbours are not known, so conditions on them may
//! be either. A neighbour is any other process; in a ring of one it is the process itself, and at
//! the end of a line there is none.

use protocol::{
    Among, Bound, Count, DataRef, FiniteRef, Formula, Subject, System, Term, Topology, ValueId,
    eval,
};

use crate::config::{CentreKind, Counts, Kind};
use crate::truth::Truth;

/// So many processes of a kind; `most` is missing if there is no bound.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group<'a> {
    pub kind: &'a Kind,
    pub least: u32,
    pub most: Option<u32>,
}

/// The groups of some processes.
pub(crate) fn groups(counts: &Counts, cutoff: u32) -> Vec<Group<'_>> {
    let group = |(kind, count): (_, &u32)| Group {
        kind,
        least: *count,
        most: (*count < cutoff).then_some(*count),
    };
    counts.iter().map(group).collect()
}

/// What a formula is judged on.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    pub system: &'a System,
    pub centre: &'a CentreKind,
    /// All processes, `own` and `other` among them.
    pub everyone: &'a [Group<'a>],
    pub own: Option<&'a Kind>,
    pub other: Option<&'a Kind>,
    pub further: &'a [&'a Kind],
    /// Whether there are kinds of which nobody knows how many there are.
    pub is_part: bool,
}

impl<'a> View<'a> {
    /// All but one of the kind of `own`.
    pub fn others(&self) -> Vec<Group<'a>> {
        let mut others = self.everyone.to_vec();
        if let Some(own) = self.own
            && let Some(group) = others.iter_mut().find(|group| group.kind == own)
        {
            group.least = group.least.saturating_sub(1);
            group.most = group.most.map(|most| most.saturating_sub(1));
        }
        others.retain(|group| group.most != Some(0));
        others
    }

    /// Whoever may be meant; `None` is nobody.
    pub fn candidates(&self, subject: Subject) -> Vec<Option<&'a Kind>> {
        match subject {
            Subject::Own => vec![self.own],
            Subject::Other => vec![self.other],
            Subject::Further(number) => vec![self.further.get(usize::from(number)).copied()],
            Subject::Next | Subject::Previous => {
                let others = self.others();
                let is_alone = others.iter().all(|group| group.least == 0);
                let mut all: Vec<Option<&Kind>> =
                    others.into_iter().map(|group| Some(group.kind)).collect();
                match self.system.topology {
                    Topology::Ring if is_alone => all.push(self.own),
                    Topology::Ring => {}
                    Topology::Line | Topology::Clique => all.push(None),
                }
                all
            }
            Subject::Pointee(pointer) => {
                let holder = self.everyone.iter().find(|group| group.kind.held.contains(pointer));
                vec![holder.map(|group| group.kind)]
            }
        }
    }

    /// An atom about one process; it is false of nobody.
    fn about(&self, subject: Subject, holds: impl Fn(&Kind) -> Truth) -> Truth {
        let of = |kind: Option<&Kind>| kind.map_or(Truth::known(false), &holds);
        self.candidates(subject).into_iter().map(of).fold(Truth::NONE, Truth::join)
    }

    /// The values that a finite variable may have; `None` is that of nobody.
    pub fn finite(&self, finite: FiniteRef) -> Vec<Option<ValueId>> {
        match finite {
            FiniteRef::Process(subject, id) => {
                let kinds = self.candidates(subject).into_iter();
                kinds.map(|kind| kind.map(|kind| kind.finite(id))).collect()
            }
            FiniteRef::Centre(id) => vec![Some(self.centre.finites[index::Id::index(id)])],
        }
    }

    /// The value of a term, if it is known.
    pub fn number(&self, term: Term) -> Option<i64> {
        match term.base {
            None => Some(term.offset),
            Some(DataRef::Centre(id)) => {
                self.centre.data[index::Id::index(id)]?.checked_add(term.offset)
            }
            Some(DataRef::Process(..)) => None,
        }
    }

    pub fn judge(&self, formula: &Formula) -> Truth {
        match formula {
            Formula::True => Truth::known(true),
            Formula::False => Truth::known(false),
            Formula::Not(inner) => self.judge(inner).not(),
            Formula::And(parts) => {
                parts.iter().map(|part| self.judge(part)).fold(Truth::known(true), Truth::and)
            }
            Formula::Or(parts) => {
                parts.iter().map(|part| self.judge(part)).fold(Truth::known(false), Truth::or)
            }
            Formula::Implies(lhs, rhs) => self.judge(lhs).not().or(self.judge(rhs)),
            Formula::At(subject, locations) => {
                self.about(*subject, |kind| Truth::known(locations.contains(kind.location)))
            }
            Formula::Finite(subject, id, values) => {
                self.about(*subject, |kind| Truth::known(values.contains(kind.finite(*id))))
            }
            Formula::SameFinite(lhs, rhs) => {
                let (lhs, rhs) = (self.finite(*lhs), self.finite(*rhs));
                let pairs = lhs.iter().flat_map(|one| rhs.iter().map(move |two| (one, two)));
                pairs
                    .map(|(one, two)| Truth::known(one.is_some() && one == two))
                    .fold(Truth::NONE, Truth::join)
            }
            Formula::Centre(id, values) => {
                Truth::known(values.contains(self.centre.finites[index::Id::index(*id)]))
            }
            Formula::PointsAt(pointer, subject) => {
                self.about(*subject, |kind| Truth::known(kind.held.contains(*pointer)))
            }
            Formula::PointsNowhere(pointer) => Truth::known(!self.centre.set.contains(*pointer)),
            Formula::Compare(relation, lhs, rhs) => match (self.number(*lhs), self.number(*rhs)) {
                (Some(lhs), Some(rhs)) => Truth::known(eval::compare(*relation, lhs, rhs)),
                _ => Truth::EITHER,
            },
            Formula::Absent(subject) => {
                let candidates = self.candidates(*subject).into_iter();
                let absent = candidates.map(|kind| Truth::known(kind.is_none()));
                absent.fold(Truth::NONE, Truth::join)
            }
            Formula::Count(count) => self.count(count),
            Formula::Predicate(..) | Formula::OwnIdIsLess => Truth::EITHER,
        }
    }

    fn count(&self, count: &Count) -> Truth {
        let counted = match count.among {
            Among::All => self.everyone.to_vec(),
            Among::Others => self.others(),
        };
        let (mut holding, mut failing) = (Range::default(), Range::default());
        // Of any number half may be any number.
        if count.bound == Bound::Majority && self.is_part {
            return Truth::EITHER;
        }
        for group in counted {
            let truth = View { other: Some(group.kind), ..*self }.judge(&count.body);
            holding.add(group, truth);
            failing.add(group, truth.not());
        }
        let (least, most) = (holding.least, holding.most);
        let is_at_most = |n: u32| most.is_some_and(|most| most <= n);
        match count.bound {
            Bound::AtMost(n) => Truth { may_hold: least <= n, may_fail: !is_at_most(n) },
            Bound::AtLeast(n) => {
                Truth { may_hold: most.is_none_or(|most| most >= n), may_fail: least < n }
            }
            Bound::Exactly(n) => Truth {
                may_hold: least <= n && most.is_none_or(|most| most >= n),
                may_fail: least < n || !is_at_most(n),
            },
            Bound::Majority => Truth {
                may_hold: most.is_none_or(|most| most > failing.least),
                may_fail: failing.most.is_none_or(|most| least <= most),
            },
        }
    }
}

/// How many satisfy a condition: at least, and at most if there is a bound.
struct Range {
    least: u32,
    most: Option<u32>,
}

impl Default for Range {
    fn default() -> Self {
        Self { least: 0, most: Some(0) }
    }
}

impl Range {
    fn add(&mut self, group: Group<'_>, truth: Truth) {
        if !truth.may_fail {
            self.least = self.least.saturating_add(group.least);
        }
        if truth.may_hold {
            self.most = self.most.zip(group.most).map(|(sum, most)| sum.saturating_add(most));
        }
    }
}

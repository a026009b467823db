//! Kinds of processes, how many there are of each, and configurations.

use std::collections::BTreeMap;

use index::Id;
use protocol::eval::PointerSet;
use protocol::{
    Action, CentreDataId, DataSort, DataTarget, DataValue, FiniteId, Formula, LocationId, System,
    ValueId,
};

/// What is kept of a process.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind {
    pub location: LocationId,
    /// By [`FiniteId`].
    pub finites: Box<[ValueId]>,
    pub held: PointerSet,
}

impl Kind {
    pub(crate) fn finite(&self, id: FiniteId) -> ValueId {
        self.finites[id.index()]
    }
}

/// What is kept of the centre.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CentreKind {
    pub finites: Box<[ValueId]>,
    pub set: PointerSet,
    /// By [`CentreDataId`]; `None` may be any number of the sort.
    pub data: Box<[Option<i64>]>,
}

/// How many of each kind; none has the count 0, and the cutoff means "so many and more".
pub(crate) type Counts = BTreeMap<Kind, u32>;

/// A set of states of instances of every size.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Configuration {
    pub centre: CentreKind,
    pub counts: Counts,
}

/// One more of a kind.
pub(crate) fn put(counts: &mut Counts, kind: Kind, cutoff: u32) {
    let count = counts.entry(kind).or_insert(0);
    *count = cutoff.min(*count + 1);
}

/// All that may be left when one of a kind is taken out; the kind must be there.
pub(crate) fn without(counts: &Counts, kind: &Kind, cutoff: u32) -> Vec<Counts> {
    let count = counts.get(kind).copied().unwrap_or(0);
    let with = |left: u32| {
        let mut counts = counts.clone();
        match left {
            0 => counts.remove(kind),
            left => counts.insert(kind.clone(), left),
        };
        counts
    };
    match count {
        0 => Vec::new(),
        // Two and more, less one: one, or again two and more.
        count if count == cutoff => vec![with(cutoff - 1), with(cutoff)],
        count => vec![with(count - 1)],
    }
}

/// Which numbers of the centre are kept: those up to a limit above the constants of the protocol.
#[derive(Clone, Copy, Debug)]
pub struct Numbers {
    pub limit: i64,
}

impl Numbers {
    /// How far above the largest constant numbers are kept.
    const SLACK: i64 = 8;

    pub(crate) fn of(system: &System) -> Self {
        let declared = system.centre.data.values().filter_map(|var| var.initial);
        let written = constants(system).into_iter();
        let largest = declared.chain(written).map(i64::abs).max().unwrap_or(0);
        Self { limit: largest + Self::SLACK }
    }

    /// The number as it is kept.
    pub(crate) fn kept(self, number: Option<i64>) -> Option<i64> {
        number.filter(|number| number.abs() <= self.limit)
    }

    /// What a variable of the centre holds when this is assigned to it.
    pub(crate) fn assigned(
        self,
        system: &System,
        id: CentreDataId,
        number: Option<i64>,
    ) -> Option<i64> {
        let clamped = number.map(|number| match system.centre.data[id].sort {
            DataSort::Nat => number.max(0),
            DataSort::Int => number,
        });
        self.kept(clamped)
    }
}

/// The constants that the protocol compares with and assigns.
fn constants(system: &System) -> Vec<i64> {
    let mut constants = Vec::new();
    for atom in system.formulas().flat_map(Formula::all_atoms) {
        if let Formula::Compare(_, lhs, rhs) = atom {
            constants.extend([lhs.offset, rhs.offset, lhs.offset - rhs.offset]);
        }
    }
    for rule in system.rules.values() {
        for branch in rule.then.iter().chain(&rule.otherwise) {
            for action in &branch.actions {
                if let Action::SetData {
                    target: DataTarget::Centre(_),
                    value: DataValue::Term(assigned),
                } = action
                {
                    constants.push(assigned.offset);
                }
            }
        }
    }
    constants
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_many_one_less_is_many_or_exactly_known() {
        let kind = Kind {
            location: LocationId::new(0),
            finites: Box::default(),
            held: PointerSet::default(),
        };
        let left = |count: u32| -> Vec<u32> {
            let counts = Counts::from([(kind.clone(), count)]);
            let all = without(&counts, &kind, 3);
            all.iter().map(|counts| counts.get(&kind).copied().unwrap_or(0)).collect()
        };
        assert_eq!((left(1), left(2), left(3)), (vec![0], vec![1], vec![2, 3]));
        let mut counts = Counts::new();
        (0..5).for_each(|_| put(&mut counts, kind.clone(), 3));
        assert_eq!(counts.get(&kind), Some(&3));
    }
}

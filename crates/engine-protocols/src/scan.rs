//! How a scan behaves: does its outcome depend on the order of the visits?
//!
//! A scan `scan if T then u := φ(otr)` visits the others in any order. Two laws, for
//! all values `v` of `u` and all others `o`, `o'`:
//!
//! 1. `T(v,o)` implies `!T(φ(o),o)`;
//! 2. `!T(v,o)` and `T(v,o')` imply `!T(φ(o'),o)`.
//!
//! With both, "those visited so far do not satisfy T" holds throughout, so at the end nobody
//! satisfies T; and whoever did not satisfy T at the beginning never does, so that whoever
//! determines the outcome satisfied T at the beginning ([`ScanKind::MaxLike`]: a
//! maximum, plus a constant). The laws are checked on every valuation that looks different,
//! with finite facts about the others taken in all combinations; a law that fails only in
//! a combination that no process can have costs precision, never soundness.

use index::Id;
use protocol::{DataRef, DataTarget, Formula, Scan, Subject};

use crate::condition::{Cast, Condition, Numbers, Operand, Slot, action_operand};
use crate::placement::{Moving, Point, placements};
use crate::states::{CentreSkeleton, Skeleton, States};
use crate::vocabulary::Variable;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ScanKind {
    /// Both laws hold.
    MaxLike,
    /// The outcome is that of any visit.
    Arbitrary,
    /// The assigned number depends on the target itself: anything may come out.
    Accumulates,
}

/// More combinations of finite facts than this are not tried.
const MAX_ATOMS: usize = 8;

impl States<'_> {
    pub fn scan_kind(
        &self,
        scan: &Scan,
        own: Option<&Skeleton>,
        centre: &CentreSkeleton,
    ) -> ScanKind {
        let reads_target = match (scan.value.base, scan.target) {
            (Some(DataRef::Process(Subject::Own, id)), DataTarget::Own(target)) => id == target,
            (Some(DataRef::Centre(id)), DataTarget::Centre(target)) => id == target,
            _ => false,
        };
        if reads_target {
            return ScanKind::Accumulates;
        }
        let Some(tests) = self.test_variants(scan, own, centre) else { return ScanKind::Arbitrary };
        self.check_laws(scan, &tests).unwrap_or(ScanKind::Arbitrary)
    }

    /// The test with finite facts about the other decided in all combinations.
    fn test_variants(
        &self,
        scan: &Scan,
        own: Option<&Skeleton>,
        centre: &CentreSkeleton,
    ) -> Option<Vec<Condition>> {
        let mut atoms = Vec::new();
        other_atoms(&scan.test, &mut atoms);
        if atoms.len() > MAX_ATOMS {
            return None;
        }
        let cast = Cast { system: self.system, own, other: None, centre };
        let mut variants = Vec::new();
        for truth in 0..1usize << atoms.len() {
            let formula = with_atoms(&scan.test, &atoms, truth);
            let condition = cast.decide(&formula);
            if !variants.contains(&condition) {
                variants.push(condition);
            }
        }
        Some(variants)
    }

    /// `None` if the enumeration is too large.
    fn check_laws(&self, scan: &Scan, tests: &[Condition]) -> Option<ScanKind> {
        let outcome = action_operand(scan.value);
        let mut slots = Vec::new();
        for test in tests {
            read_slots(test, &mut slots);
        }
        let (target_slot, target) = match scan.target {
            DataTarget::Own(id) => (Slot::Own(id.index()), Variable::Process(id.index())),
            DataTarget::Centre(id) => (Slot::Centre(id.index()), Variable::Centre(id.index())),
        };
        slots.extend([outcome.slot, target_slot]);
        slots.sort_by_key(|slot| format!("{slot:?}"));
        slots.dedup();
        slots.retain(|slot| *slot != Slot::Zero);
        // Everything in a scan is on one scale, or else only the target's scale matters for laws
        // about the target; a test over several scales is not recognised.
        let group = self.vocabulary.group_of(target);
        let on_scale = |slot: &Slot| match slot {
            Slot::Own(n) | Slot::Other(n) => {
                self.vocabulary.group_of(Variable::Process(*n)) == group
            }
            Slot::Centre(n) => self.vocabulary.group_of(Variable::Centre(*n)) == group,
            Slot::Fresh(_) | Slot::Zero => true,
        };
        if !slots.iter().all(on_scale) {
            return Some(ScanKind::Arbitrary);
        }
        // The second other's numbers follow those of the first.
        let others: Vec<Slot> =
            slots.iter().copied().filter(|slot| matches!(slot, Slot::Other(_))).collect();
        let n_points = slots.len() + others.len();
        if n_points > 6 {
            return None;
        }
        let natural = |slot: &Slot| match slot {
            Slot::Own(n) | Slot::Other(n) => self.point(Variable::Process(*n)),
            Slot::Centre(n) => self.point(Variable::Centre(*n)),
            Slot::Fresh(_) | Slot::Zero => Point::Integer,
        };
        let points: Vec<Point> = slots.iter().chain(&others).map(natural).collect();
        let budget = verdict::Budget::unlimited();
        let group = &self.vocabulary.groups[group];
        let valuations = placements(&points, &Moving::Everything, group, &budget).ok()?;
        let orders: &[(bool, bool)] = if self.vocabulary.ids {
            &[(true, true), (true, false), (false, true), (false, false)]
        } else {
            &[(false, false)]
        };
        let mut kind = ScanKind::MaxLike;
        for values in &valuations {
            let case =
                Case { states: self, slots: &slots, others: &others, values, outcome, target_slot };
            for (less, less_than_second) in orders {
                for test in tests {
                    for second_test in tests {
                        kind = case.weaken(kind, test, second_test, *less, *less_than_second);
                        if kind == ScanKind::Arbitrary {
                            return Some(kind);
                        }
                    }
                }
            }
        }
        Some(kind)
    }

    /// What kind of number the variable is.
    pub fn point(&self, variable: Variable) -> Point {
        let sort = match variable {
            Variable::Process(n) => self.system.data[protocol::DataId::new(n)].sort,
            Variable::Centre(n) => self.system.centre.data[protocol::CentreDataId::new(n)].sort,
        };
        match sort {
            protocol::DataSort::Nat => Point::Natural,
            protocol::DataSort::Int => Point::Integer,
        }
    }
}

/// One valuation of the actor and two others.
struct Case<'a> {
    states: &'a States<'a>,
    slots: &'a [Slot],
    others: &'a [Slot],
    values: &'a [i64],
    outcome: Operand,
    target_slot: Slot,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Which {
    First,
    Second,
}

impl Case<'_> {
    fn numbers(&self, which: Which, target: Option<i64>) -> (Vec<i64>, Vec<i64>, Vec<i64>) {
        let n_process = self.states.system.data.len();
        let mut own = vec![0; n_process];
        let mut other = vec![0; n_process];
        let mut centre = vec![0; self.states.system.centre.data.len()];
        for (slot, value) in self.slots.iter().zip(self.values) {
            let value = if *slot == self.target_slot { target.unwrap_or(*value) } else { *value };
            match slot {
                Slot::Own(n) => own[*n] = value,
                Slot::Centre(n) => centre[*n] = value,
                Slot::Other(n) if which == Which::First => other[*n] = value,
                Slot::Other(_) | Slot::Fresh(_) | Slot::Zero => {}
            }
        }
        if which == Which::Second {
            for (slot, value) in self.others.iter().zip(&self.values[self.slots.len()..]) {
                if let Slot::Other(n) = slot {
                    other[*n] = *value;
                }
            }
        }
        (own, other, centre)
    }

    fn test(&self, test: &Condition, which: Which, target: Option<i64>, less: bool) -> bool {
        let (own, other, centre) = self.numbers(which, target);
        test.holds(&Numbers {
            own: &own,
            other: &other,
            centre: &centre,
            fresh: &[],
            own_is_less: less,
            checked: false,
        })
    }

    fn outcome(&self, which: Which) -> i64 {
        let (own, other, centre) = self.numbers(which, None);
        let value = self.outcome.value(&Numbers {
            own: &own,
            other: &other,
            centre: &centre,
            fresh: &[],
            own_is_less: false,
            checked: false,
        });
        let natural = match self.target_slot {
            Slot::Own(n) => self.states.point(Variable::Process(n)),
            Slot::Centre(n) => self.states.point(Variable::Centre(n)),
            Slot::Other(_) | Slot::Fresh(_) | Slot::Zero => Point::Integer,
        };
        if natural == Point::Natural { value.max(0) } else { value }
    }

    /// `kind`, or what is left of it after this case: `o` is the first, `o'` the second other.
    fn weaken(
        &self,
        kind: ScanKind,
        test: &Condition,
        second_test: &Condition,
        less: bool,
        less_than_second: bool,
    ) -> ScanKind {
        use Which::{First, Second};
        let first_before = self.test(test, First, None, less);
        if first_before && self.test(test, First, Some(self.outcome(First)), less) {
            return ScanKind::Arbitrary;
        }
        if !self.test(second_test, Second, None, less_than_second) {
            return kind;
        }
        let first_after = self.test(test, First, Some(self.outcome(Second)), less);
        match (first_before, first_after) {
            (false, true) => ScanKind::Arbitrary,
            (true, true) | (true, false) | (false, false) => kind,
        }
    }
}

/// Adds the atoms that speak about finite facts of the other.
fn other_atoms(formula: &Formula, atoms: &mut Vec<Formula>) {
    for atom in formula.atoms() {
        if is_other_atom(atom) && !atoms.contains(atom) {
            atoms.push(atom.clone());
        }
    }
}

fn is_other_atom(formula: &Formula) -> bool {
    use protocol::FiniteRef::Process;
    match formula {
        Formula::At(subject, _) | Formula::Finite(subject, ..) | Formula::PointsAt(_, subject) => {
            *subject == Subject::Other
        }
        Formula::SameFinite(lhs, rhs) => {
            [lhs, rhs].iter().any(|side| matches!(side, Process(Subject::Other, _)))
        }
        _ => false,
    }
}

/// The formula with the atoms replaced by the bits of `truth`.
fn with_atoms(formula: &Formula, atoms: &[Formula], truth: usize) -> Formula {
    let inner = |part: &Formula| with_atoms(part, atoms, truth);
    match formula {
        Formula::Not(part) => Formula::Not(Box::new(inner(part))),
        Formula::And(parts) => Formula::And(parts.iter().map(inner).collect()),
        Formula::Or(parts) => Formula::Or(parts.iter().map(inner).collect()),
        Formula::Implies(lhs, rhs) => Formula::Implies(Box::new(inner(lhs)), Box::new(inner(rhs))),
        atom => match atoms.iter().position(|known| known == atom) {
            Some(n) if truth >> n & 1 == 1 => Formula::True,
            Some(_) => Formula::False,
            None => atom.clone(),
        },
    }
}

/// Adds every slot that the condition reads.
pub(crate) fn read_slots(condition: &Condition, slots: &mut Vec<Slot>) {
    match condition {
        Condition::Not(inner) => read_slots(inner, slots),
        Condition::All(parts) | Condition::Any(parts) => {
            for part in parts {
                read_slots(part, slots);
            }
        }
        Condition::Compare(_, lhs, rhs) => slots.extend([lhs.slot, rhs.slot]),
        Condition::True | Condition::False | Condition::OwnIsLess | Condition::Checked => {}
    }
}

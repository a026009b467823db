//! A plan with numbers: what becomes of the actor, of the centre, and of each other process.
//!
//! [`execute`] runs a plan on the actor's and the centre's numbers and keeps what they are at
//! each moment at which the others are looked at. [`Prepared`] is the same plan from the point
//! of view of one other process with a given skeleton: everything finite is decided, so
//! [`Prepared::pass`] only compares numbers. What happens to one other never depends on the rest;
//! that is what makes the enumeration a loop over single processes.

use index::Id;
use protocol::{DataSort, DataTarget, System, Update};

use crate::condition::{Condition, Numbers, Operand, Slot};
use crate::plan::{Op, Plan};
use crate::states::{Data, Skeleton, SkeletonId, States};

/// A plan that was run on numbers.
#[derive(Clone, Debug)]
pub(crate) struct Executed {
    /// The actor's numbers after the step; empty for the centre.
    pub own: Data,
    pub centre: Data,
    pub fresh: Data,
    /// By op: the actor's and the centre's numbers when it is performed.
    moments: Vec<(Data, Data)>,
}

/// Runs the plan; `None` if it assumes something that does not hold.
pub(crate) fn execute(
    system: &System,
    plan: &Plan,
    own: &[i64],
    centre: &[i64],
    fresh: &[i64],
) -> Option<Executed> {
    let mut own = Data::from_slice(own);
    let mut centre = Data::from_slice(centre);
    let mut moments = Vec::with_capacity(plan.ops.len());
    for op in &plan.ops {
        moments.push((own.clone(), centre.clone()));
        let numbers = Numbers {
            own: &own,
            other: &[],
            centre: &centre,
            fresh,
            own_is_less: false,
            checked: false,
        };
        match op {
            Op::Assume(condition) => {
                if !condition.holds(&numbers) {
                    return None;
                }
            }
            Op::Assign(target, operand) => {
                let value = operand.value(&numbers);
                let clamp =
                    |sort: DataSort| if sort == DataSort::Nat { value.max(0) } else { value };
                match target {
                    DataTarget::Own(id) => own[id.index()] = clamp(system.data[*id].sort),
                    DataTarget::Centre(id) => {
                        centre[id.index()] = clamp(system.centre.data[*id].sort);
                    }
                }
            }
            Op::Require(_)
            | Op::Witness(..)
            | Op::Broadcast(_)
            | Op::Release(_)
            | Op::Forget
            | Op::Visit(_) => {}
        }
    }
    Some(Executed { own, centre, fresh: Data::from_slice(fresh), moments })
}

/// One other process before a step of the actor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bystander<'a> {
    pub data: &'a [i64],
    pub actor_is_less: bool,
    /// The actor has checked it.
    pub checked: bool,
}

/// What becomes of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passed {
    pub skeleton: SkeletonId,
    /// Whether the actor has it checked afterwards; a visit not counted.
    pub checked: bool,
    /// It was moved and forgets whom it has checked itself.
    pub forgets: bool,
    /// Bit `n`: it serves as witness `n`.
    pub witnesses: u32,
    /// It can be the one that is visited.
    pub visitable: bool,
}

enum PreparedOp {
    Require(usize, Condition),
    Witness(usize, usize, Condition),
    Visit(usize, Condition),
    Forget,
}

enum End {
    Done(SkeletonId),
    /// A broadcast: the first case whose condition holds (and whether it moves the process),
    /// or the last.
    Split(usize, Vec<(Condition, bool, Prepared)>, Box<Prepared>),
}

/// A plan as one other process sees it.
pub(crate) struct Prepared {
    ops: Vec<PreparedOp>,
    end: End,
}

impl Prepared {
    pub fn new(states: &mut States<'_>, plan: &Plan, other: SkeletonId) -> Self {
        let other = states.skeletons[other].clone();
        Self::from_op(states, plan, 0, other)
    }

    /// Recursion is as deep as the plan has broadcasts.
    fn from_op(states: &mut States<'_>, plan: &Plan, first: usize, mut other: Skeleton) -> Self {
        let mut ops = Vec::new();
        for (n, op) in plan.ops.iter().enumerate().skip(first) {
            match op {
                Op::Assume(_) | Op::Assign(..) => {}
                Op::Require(test) => ops.push(PreparedOp::Require(n, test.decide(states, &other))),
                Op::Witness(witness, test) => {
                    ops.push(PreparedOp::Witness(n, *witness, test.decide(states, &other)));
                }
                Op::Visit(test) => ops.push(PreparedOp::Visit(n, test.decide(states, &other))),
                Op::Forget => ops.push(PreparedOp::Forget),
                Op::Release(pointer) => other.held.remove(*pointer),
                Op::Broadcast(cases) => {
                    let mut prepared = Vec::new();
                    for (test, updates) in cases {
                        let condition = test.decide(states, &other);
                        let after = updated(&other, updates);
                        let moved = after.location != other.location;
                        let rest = Self::from_op(states, plan, n + 1, after);
                        prepared.push((condition, moved, rest));
                    }
                    let rest = Self::from_op(states, plan, n + 1, other);
                    return Self { ops, end: End::Split(n, prepared, Box::new(rest)) };
                }
            }
        }
        Self { ops, end: End::Done(states.skeletons.intern(other)) }
    }

    /// What becomes of the bystander, or `None` if the step cannot happen with it.
    pub fn pass(&self, executed: &Executed, bystander: Bystander<'_>) -> Option<Passed> {
        let mut passed = Passed {
            skeleton: SkeletonId::new(0),
            checked: bystander.checked,
            forgets: false,
            witnesses: 0,
            visitable: false,
        };
        let mut part = self;
        loop {
            for op in &part.ops {
                match op {
                    PreparedOp::Require(n, condition) => {
                        if !holds(executed, *n, condition, bystander, passed.checked) {
                            return None;
                        }
                    }
                    PreparedOp::Witness(n, witness, condition) => {
                        if holds(executed, *n, condition, bystander, passed.checked) {
                            passed.witnesses |= 1 << witness;
                        }
                    }
                    PreparedOp::Visit(n, condition) => {
                        passed.visitable =
                            holds(executed, *n, condition, bystander, passed.checked);
                    }
                    PreparedOp::Forget => passed.checked = false,
                }
            }
            match &part.end {
                End::Done(skeleton) => {
                    passed.skeleton = *skeleton;
                    return Some(passed);
                }
                End::Split(n, cases, rest) => {
                    let taken = cases.iter().find(|(condition, _, _)| {
                        holds(executed, *n, condition, bystander, passed.checked)
                    });
                    part = match taken {
                        Some((_, moved, case)) => {
                            passed.forgets |= *moved;
                            case
                        }
                        None => rest,
                    };
                }
            }
        }
    }

    /// Adds, for each number of the other that a condition reads, what it is compared with.
    /// Returns false if two numbers of the other are compared with each other.
    pub fn thresholds(&self, executed: &Executed, thresholds: &mut [Vec<i64>]) -> bool {
        let mut simple = true;
        for op in &self.ops {
            match op {
                PreparedOp::Require(n, condition)
                | PreparedOp::Witness(n, _, condition)
                | PreparedOp::Visit(n, condition) => {
                    simple &= condition_thresholds(executed, *n, condition, thresholds);
                }
                PreparedOp::Forget => {}
            }
        }
        if let End::Split(n, cases, rest) = &self.end {
            for (condition, _, case) in cases {
                simple &= condition_thresholds(executed, *n, condition, thresholds);
                simple &= case.thresholds(executed, thresholds);
            }
            simple &= rest.thresholds(executed, thresholds);
        }
        simple
    }
}

fn holds(
    executed: &Executed,
    op: usize,
    condition: &Condition,
    bystander: Bystander<'_>,
    checked: bool,
) -> bool {
    if let Some(truth) = condition.constant() {
        return truth;
    }
    let (own, centre) = &executed.moments[op];
    condition.holds(&Numbers {
        own,
        other: bystander.data,
        centre,
        fresh: &executed.fresh,
        own_is_less: bystander.actor_is_less,
        checked,
    })
}

fn condition_thresholds(
    executed: &Executed,
    op: usize,
    condition: &Condition,
    thresholds: &mut [Vec<i64>],
) -> bool {
    match condition {
        Condition::Not(inner) => condition_thresholds(executed, op, inner, thresholds),
        Condition::All(parts) | Condition::Any(parts) => {
            let mut simple = true;
            for part in parts {
                simple &= condition_thresholds(executed, op, part, thresholds);
            }
            simple
        }
        Condition::Compare(_, lhs, rhs) => {
            let (own, centre) = &executed.moments[op];
            let value = |operand: Operand| {
                operand.value(&Numbers {
                    own,
                    other: &[],
                    centre,
                    fresh: &executed.fresh,
                    own_is_less: false,
                    checked: false,
                })
            };
            match (lhs.slot, rhs.slot) {
                (Slot::Other(_), Slot::Other(_)) => return false,
                (Slot::Other(n), _) => thresholds[n].push(value(*rhs) - lhs.offset),
                (_, Slot::Other(n)) => thresholds[n].push(value(*lhs) - rhs.offset),
                _ => {}
            }
            true
        }
        Condition::True | Condition::False | Condition::OwnIsLess | Condition::Checked => true,
    }
}

fn updated(skeleton: &Skeleton, updates: &[Update]) -> Skeleton {
    let mut after = skeleton.clone();
    for update in updates {
        match update {
            Update::Location(location) => {
                after.location = *location;
                if *location != skeleton.location {
                    after.checking = None;
                }
            }
            Update::Const(target, value) => after.finites[target.index()] = *value,
            Update::Copy { target, of, table } => {
                after.finites[target.index()] = table[skeleton.finites[of.index()]];
            }
            Update::Read { .. }
            | Update::Number { .. }
            | Update::AnyValue(_)
            | Update::AnyNumber(_) => {
                unreachable!("refused: beyond pairs")
            }
        }
    }
    after
}

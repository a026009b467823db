//! What an actor with a given skeleton may do in one step, numbers left open.
//!
//! A [`Plan`] is one way through one rule: guard satisfied or refused, one outcome of every
//! `f := *`, every scan with or without effect. What it does to finite variables is decided; what
//! it does to numbers is a list of [`Op`]s. Some ops concern *all others*: each other process has
//! to satisfy a test, or serves as one of the witnesses that the plan needs, or is changed.
//!
//! # Scans
//! The outcome of a scan is that of its last visit with effect. If the scan is *max-like* (see
//! [`crate::scan`]), nobody satisfies the test afterwards, and some one of those who
//! satisfied it at first determines the outcome. The assigned number is made from a fresh number
//! of the plan, with the witness whose number it is: it ranges over what the *witness's* variable
//! may hold, also where the target cannot hold that. Other scans are over-approximated.
//!
//! # Stepwise guards
//! The three steps of [`protocol::eval`] are plans of their own: a visit, a refusal and a finish.
//! Tests then also ask whether the actor has checked the other.
//!
//! # Waiting
//! For fairness it matters where an actor *cannot* take a step. That too is a plan, one that
//! changes nothing ([`Purpose::Wait`]).

use index::Id;
use protocol::{
    Action, Actor, Atomicity, Branch, Broadcast, DataTarget, DataValue, FiniteTarget, FiniteValue,
    Formula, PointerId, PointerValue, Rule, RuleId, Update, ValueId,
};

use crate::Refusal;
use crate::condition::{Cast, Condition, Operand, Slot, action_operand};
use crate::scan::ScanKind;
use crate::states::{CentreSkeleton, CentreSkeletonId, Skeleton, SkeletonId, States};
use crate::vocabulary::Variable;

/// How a test takes into account whether the actor has checked the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Checks {
    Ignored,
    /// And the other is not checked.
    AndUnchecked,
    /// Or the other is checked.
    OrChecked,
    /// The other is checked; the formula does not matter.
    OnlyChecked,
}

/// A condition on one other process, with the actor and the centre as they are at that moment.
#[derive(Clone, Debug)]
pub(crate) struct Test {
    formula: Formula,
    negated: bool,
    checks: Checks,
    /// The other's number that has to be the fresh number.
    equals: Option<(usize, usize)>,
    own: Option<Skeleton>,
    centre: CentreSkeleton,
}

impl Test {
    /// The test of an other with this skeleton.
    pub fn decide(&self, states: &States<'_>, other: &Skeleton) -> Condition {
        let cast = Cast {
            system: states.system,
            own: self.own.as_ref(),
            other: Some(other),
            centre: &self.centre,
        };
        let formula = || {
            let condition = cast.decide(&self.formula);
            if self.negated { condition.not() } else { condition }
        };
        let condition = match self.checks {
            Checks::Ignored => formula(),
            Checks::AndUnchecked => formula().and(Condition::Checked.not()),
            Checks::OrChecked => formula().or(Condition::Checked),
            Checks::OnlyChecked => Condition::Checked,
        };
        match self.equals {
            None => condition,
            Some((data, fresh)) => condition.and(Condition::Compare(
                protocol::Relation::Eq,
                Operand { slot: Slot::Other(data), offset: 0 },
                Operand { slot: Slot::Fresh(fresh), offset: 0 },
            )),
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) enum Op {
    /// The actor's and the centre's numbers satisfy this, or the plan does not apply.
    Assume(Condition),
    /// The target becomes the operand's value.
    Assign(DataTarget, Operand),
    /// Every other satisfies the test.
    Require(Test),
    /// Some other satisfies the test; witnesses are counted from 0.
    Witness(usize, Test),
    /// Every other is updated by the first case that it satisfies.
    Broadcast(Vec<(Test, Vec<Update>)>),
    /// The pointer no longer points at any other.
    Release(PointerId),
    /// The actor forgets whom it has checked.
    Forget,
    /// One other that satisfies the test becomes checked.
    Visit(Test),
}

/// Every rule whose `when` depends on numbers doubles the ways in which its process may wait.
const MAX_WAYS_TO_WAIT: usize = 4096;

/// What a plan is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Purpose {
    /// A step of this rule.
    Step(RuleId),
    /// The actor cannot take any step.
    Wait,
}

#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub purpose: Purpose,
    /// `None` for the centre.
    pub own: Option<SkeletonId>,
    pub own_after: Option<SkeletonId>,
    pub centre_after: CentreSkeletonId,
    pub ops: Vec<Op>,
    /// By fresh number: the variable whose number it is, before anything is added to it.
    pub fresh: Vec<Variable>,
    pub n_witnesses: usize,
    pub visits: bool,
}

/// What a step does to numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Motion {
    /// The sum of the constants that it adds to numbers.
    pub added: i64,
    pub moved: Moved,
}

/// The numbers of which differences are seen that only what is added makes visible. Fresh numbers
/// are always among them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Moved {
    #[default]
    Nothing,
    /// A number of the actor.
    Own(usize),
    /// A number of the centre.
    Centre(usize),
    /// All numbers, and the constants.
    Everything,
}

impl Plan {
    /// With one assignment, what is assigned is the number that it reads and a constant, or zero
    /// where that would be negative. After several it may be a constant with something added.
    pub fn motion(&self) -> Motion {
        let mut motion = Motion::default();
        let mut n_assignments = 0;
        for op in &self.ops {
            let Op::Assign(_, operand) = op else { continue };
            n_assignments += 1;
            if operand.slot == Slot::Zero {
                continue;
            }
            motion.added += operand.offset.abs();
            motion.moved = match operand.slot {
                Slot::Own(n) => Moved::Own(n),
                Slot::Centre(n) => Moved::Centre(n),
                Slot::Fresh(_) | Slot::Zero => Moved::Nothing,
                Slot::Other(_) => Moved::Everything,
            };
        }
        if n_assignments > 1 {
            motion.moved = Moved::Everything;
        }
        motion
    }
}

/// A plan in the making.
#[derive(Clone)]
struct Draft {
    own: Option<Skeleton>,
    centre: CentreSkeleton,
    ops: Vec<Op>,
    fresh: Vec<Variable>,
    n_witnesses: usize,
    visits: bool,
}

impl Draft {
    fn test(&self, formula: &Formula) -> Test {
        Test {
            formula: formula.clone(),
            negated: false,
            checks: Checks::Ignored,
            equals: None,
            own: self.own.clone(),
            centre: self.centre.clone(),
        }
    }

    fn test_not(&self, formula: &Formula) -> Test {
        Test { negated: true, ..self.test(formula) }
    }

    fn witness(&mut self, test: Test) {
        self.ops.push(Op::Witness(self.n_witnesses, test));
        self.n_witnesses += 1;
    }

    fn fresh(&mut self, variable: Variable) -> usize {
        self.fresh.push(variable);
        self.fresh.len() - 1
    }
}

impl States<'_> {
    /// Where every plan of the actor begins.
    fn empty_draft(&self, own: Option<SkeletonId>, centre: CentreSkeletonId) -> Draft {
        Draft {
            own: own.map(|own| self.skeletons[own].clone()),
            centre: self.centre_skeletons[centre].clone(),
            ops: Vec::new(),
            fresh: Vec::new(),
            n_witnesses: 0,
            visits: false,
        }
    }

    /// All plans of an actor; without skeleton, of the centre.
    pub fn plans(&mut self, own: Option<SkeletonId>, centre: CentreSkeletonId) -> Vec<Plan> {
        let start = self.empty_draft(own, centre);
        let system = self.system;
        let mut plans = Vec::new();
        for (id, rule) in system.rules.iter().filter(|(_, rule)| applies(rule, &start)) {
            let mut draft = start.clone();
            let when = self.decide_when(rule, &draft);
            if when == Condition::False {
                continue;
            }
            draft.ops.push(Op::Assume(when));
            for done in self.rule_drafts(id, rule, &draft) {
                plans.push(self.finish(Purpose::Step(id), own, done));
            }
        }
        plans
    }

    /// The plans under which the actor cannot take any step.
    pub fn wait_plans(
        &mut self,
        own: Option<SkeletonId>,
        centre: CentreSkeletonId,
    ) -> Result<Vec<Plan>, Refusal> {
        let start = self.empty_draft(own, centre);
        let system = self.system;
        let mut drafts = vec![start.clone()];
        for (id, rule) in system.rules.iter().filter(|(_, rule)| applies(rule, &start)) {
            let when = self.decide_when(rule, &start);
            let mut next = Vec::new();
            for draft in drafts {
                if when != Condition::True {
                    let mut idle = draft.clone();
                    idle.ops.push(Op::Assume(when.clone().not()));
                    next.push(idle);
                }
                if when != Condition::False {
                    let mut busy = draft;
                    busy.ops.push(Op::Assume(when.clone()));
                    next.extend(self.waiting_for(id, rule, busy));
                }
            }
            drafts = next;
            if drafts.len() > MAX_WAYS_TO_WAIT {
                return Err(Refusal::TooLarge(
                    "too many rules at one location depend on numbers".to_owned(),
                ));
            }
        }
        let finish = |draft| self.finish(Purpose::Wait, own, draft);
        Ok(drafts.into_iter().map(finish).collect())
    }

    fn finish(&mut self, purpose: Purpose, own: Option<SkeletonId>, draft: Draft) -> Plan {
        Plan {
            purpose,
            own,
            own_after: draft.own.map(|own| self.skeletons.intern(own)),
            centre_after: self.centre_skeletons.intern(draft.centre),
            ops: draft.ops,
            fresh: draft.fresh,
            n_witnesses: draft.n_witnesses,
            visits: draft.visits,
        }
    }

    fn decide_when(&self, rule: &Rule, draft: &Draft) -> Condition {
        let cast = Cast {
            system: self.system,
            own: draft.own.as_ref(),
            other: None,
            centre: &draft.centre,
        };
        cast.decide(&rule.when)
    }

    fn is_stepwise(&self, rule: &Rule) -> bool {
        self.system.atomicity == Atomicity::Stepwise
            && rule.guard.is_some()
            && rule.actor != Actor::Centre
    }

    fn rule_drafts(&self, id: RuleId, rule: &Rule, draft: &Draft) -> Vec<Draft> {
        let Some(guard) = &rule.guard else {
            return rule.then.iter().flat_map(|then| self.branch(then, draft.clone())).collect();
        };
        if self.is_stepwise(rule) {
            return self.stepwise_drafts(id, rule, draft);
        }
        let mut drafts = Vec::new();
        if let Some(then) = &rule.then {
            let mut draft = draft.clone();
            draft.ops.push(Op::Require(draft.test(&guard.body)));
            drafts.extend(self.branch(then, draft));
        }
        if let Some(otherwise) = &rule.otherwise {
            let mut draft = draft.clone();
            draft.witness(draft.test_not(&guard.body));
            drafts.extend(self.branch(otherwise, draft));
        }
        drafts
    }

    fn stepwise_drafts(&self, id: RuleId, rule: &Rule, draft: &Draft) -> Vec<Draft> {
        let Some(guard) = &rule.guard else { return Vec::new() };
        let Some(own) = &draft.own else { return Vec::new() };
        let continues = own.checking == Some(id);
        let unchecked = if continues { Checks::AndUnchecked } else { Checks::Ignored };
        let mut drafts = Vec::new();
        let mut visit = draft.clone();
        let test = Test { checks: unchecked, ..visit.test(&guard.body) };
        if !continues {
            visit.ops.push(Op::Forget);
        }
        visit.ops.push(Op::Visit(test));
        visit.visits = true;
        visit.own = Some(Skeleton { checking: Some(id), ..own.clone() });
        drafts.push(visit);
        if let Some(otherwise) = &rule.otherwise {
            let mut refused = draft.clone();
            refused.witness(Test { checks: unchecked, ..refused.test_not(&guard.body) });
            drafts.extend(self.branch(otherwise, refused));
        }
        if continues {
            let mut finished = draft.clone();
            let all = Test { checks: Checks::OnlyChecked, ..finished.test(&guard.body) };
            finished.ops.push(Op::Require(all));
            match &rule.then {
                Some(then) => drafts.extend(self.branch(then, finished)),
                None => {
                    finished.own = Some(Skeleton { checking: None, ..own.clone() });
                    finished.ops.push(Op::Forget);
                    drafts.push(finished);
                }
            }
        }
        drafts
    }

    /// The draft extended by "this rule, whose `when` holds, cannot be taken", if that can be.
    fn waiting_for(&self, id: RuleId, rule: &Rule, mut draft: Draft) -> Option<Draft> {
        let Some(guard) = &rule.guard else {
            return rule.then.is_none().then_some(draft);
        };
        if self.is_stepwise(rule) {
            if rule.otherwise.is_some() {
                // Whoever is not checked can be visited or refuses; if all are checked, the
                // search is finished.
                return None;
            }
            let continues = draft.own.as_ref().is_some_and(|own| own.checking == Some(id));
            let (all, some) = if continues {
                (Checks::OrChecked, Checks::AndUnchecked)
            } else {
                (Checks::Ignored, Checks::Ignored)
            };
            draft.ops.push(Op::Require(Test { checks: all, ..draft.test_not(&guard.body) }));
            draft.witness(Test { checks: some, ..draft.test_not(&guard.body) });
            return Some(draft);
        }
        match (&rule.then, &rule.otherwise) {
            (Some(_), Some(_)) => None,
            (Some(_), None) => {
                draft.witness(draft.test_not(&guard.body));
                Some(draft)
            }
            (None, Some(_)) => {
                draft.ops.push(Op::Require(draft.test(&guard.body)));
                Some(draft)
            }
            (None, None) => Some(draft),
        }
    }

    /// The branch appended to the draft, in all its variants.
    fn branch(&self, branch: &Branch, draft: Draft) -> Vec<Draft> {
        let mut drafts = vec![draft];
        for action in &branch.actions {
            drafts = drafts.into_iter().flat_map(|draft| self.action(action, draft)).collect();
        }
        for draft in &mut drafts {
            if let Some(own) = &mut draft.own {
                own.location = branch.goto.unwrap_or(own.location);
                own.checking = None;
            }
            if self.vocabulary.checks && draft.own.is_some() {
                draft.ops.push(Op::Forget);
            }
        }
        drafts
    }

    fn action(&self, action: &Action, mut draft: Draft) -> Vec<Draft> {
        match action {
            Action::SetData { target, value: DataValue::Term(term) } => {
                draft.ops.push(Op::Assign(*target, action_operand(*term)));
                vec![draft]
            }
            Action::SetData { target, value: DataValue::Any } => {
                let fresh = draft.fresh(Variable::assigned(*target));
                draft
                    .ops
                    .push(Op::Assign(*target, Operand { slot: Slot::Fresh(fresh), offset: 0 }));
                vec![draft]
            }
            Action::SetFinite { target, value } => self.set_finite(*target, value, &draft),
            Action::SetPointer { pointer, value } => {
                draft.ops.push(Op::Release(*pointer));
                let held = *value == PointerValue::Own;
                if let Some(own) = &mut draft.own {
                    if held { own.held.insert(*pointer) } else { own.held.remove(*pointer) }
                }
                let set = &mut draft.centre.set;
                if held {
                    set.insert(*pointer)
                } else {
                    set.remove(*pointer)
                }
                vec![draft]
            }
            Action::Scan(scan) => self.scan(scan, &draft),
            Action::Broadcast(broadcast) => {
                draft.ops.push(broadcast_op(broadcast, &draft));
                vec![draft]
            }
            Action::Pick(_) | Action::Tell { .. } => unreachable!("refused: beyond pairs"),
        }
    }

    fn set_finite(&self, target: FiniteTarget, value: &FiniteValue, draft: &Draft) -> Vec<Draft> {
        let read = |of: FiniteTarget| match of {
            FiniteTarget::Own(id) => {
                let own = draft.own.as_ref();
                own.expect("the parser keeps own variables out of centre rules").finites[id.index()]
            }
            FiniteTarget::Centre(id) => draft.centre.finites[id.index()],
        };
        let values: Vec<ValueId> = match value {
            FiniteValue::Const(constant) => vec![*constant],
            FiniteValue::Copy { of, table } => vec![table[read(*of)]],
            FiniteValue::Read { .. } => unreachable!("refused: beyond pairs"),
            FiniteValue::Any => match target {
                FiniteTarget::Own(id) => self.system.finites[id].values.ids().collect(),
                FiniteTarget::Centre(id) => self.system.centre.finites[id].values.ids().collect(),
            },
        };
        let assign = |value| {
            let mut draft = draft.clone();
            match target {
                FiniteTarget::Own(id) => {
                    if let Some(own) = &mut draft.own {
                        own.finites[id.index()] = value;
                    }
                }
                FiniteTarget::Centre(id) => draft.centre.finites[id.index()] = value,
            }
            draft
        };
        values.into_iter().map(assign).collect()
    }

    fn scan(&self, scan: &protocol::Scan, draft: &Draft) -> Vec<Draft> {
        let mut unchanged = draft.clone();
        unchanged.ops.push(Op::Require(unchanged.test_not(&scan.test)));
        let mut changed = draft.clone();
        let kind = self.scan_kind(scan, draft.own.as_ref(), &draft.centre);
        let operand = action_operand(scan.value);
        match (kind, operand.slot) {
            (ScanKind::Accumulates, _) => {
                changed.witness(changed.test(&scan.test));
                let fresh = changed.fresh(Variable::assigned(scan.target));
                let any = Operand { slot: Slot::Fresh(fresh), offset: 0 };
                changed.ops.push(Op::Assign(scan.target, any));
            }
            (kind, Slot::Other(data)) => {
                let fresh = changed.fresh(Variable::Process(data));
                let first = changed.test(&scan.test);
                let equals = Some((data, fresh));
                if kind == ScanKind::MaxLike {
                    changed.witness(Test { equals, ..first });
                } else {
                    changed.witness(first);
                    changed.witness(Test { equals, ..changed.test(&Formula::True) });
                }
                let outcome = Operand { slot: Slot::Fresh(fresh), offset: operand.offset };
                changed.ops.push(Op::Assign(scan.target, outcome));
                if kind != ScanKind::Arbitrary {
                    changed.ops.push(Op::Require(changed.test_not(&scan.test)));
                }
            }
            (kind, _) => {
                changed.witness(changed.test(&scan.test));
                changed.ops.push(Op::Assign(scan.target, operand));
                if kind != ScanKind::Arbitrary {
                    changed.ops.push(Op::Require(changed.test_not(&scan.test)));
                }
            }
        }
        vec![unchanged, changed]
    }
}

/// Whether the actor is one that the rule is for.
fn applies(rule: &Rule, draft: &Draft) -> bool {
    match (&rule.actor, &draft.own) {
        (Actor::Process(locations), Some(own)) => locations.contains(own.location),
        (Actor::Centre, None) => true,
        (Actor::Process(_), None) | (Actor::Centre, Some(_)) => false,
    }
}

fn broadcast_op(broadcast: &Broadcast, draft: &Draft) -> Op {
    let cases = broadcast.cases.iter();
    Op::Broadcast(cases.map(|case| (draft.test(&case.test), case.updates.clone())).collect())
}

//! One step with an actor and a few others, straight from the meaning of the language.
//!
//! The scene holds the actor, the centre and the others that are looked at. Everything but guards
//! and scans is done by [`protocol::eval`]. A guard or a scan ranges over processes that
//! are not in the scene, so it becomes: what each other in the scene has to satisfy for
//! the step to be possible, and what it can *witness*. The step is possible in an instance if
//! everybody satisfies the former and somebody witnesses each of the latter.
//!
//! # Scans
//! The outcome of a scan is what its last effective visit assigns. A *partner* stands for the
//! process that is visited then: a process whose number is tried with all values that the
//! variable read of it may have, and that the evaluator visits like any other. What the target can
//! hold does not come in before the evaluator assigns to it. (To reason about a fresh number of
//! the target instead, as an engine does, loses the partners whose number the target cannot hold:
//! -1 read into a `nat`.)

use index::Id;
use protocol::eval::{
    EvalError, Participant, PointerSet, ProcessState, Scene, View, holds, perform, set_data, value,
};
use protocol::{
    Action, Atomicity, Branch, DataId, DataRef, DataTarget, DataValue, Rule, RuleId, Scan, Subject,
    System, Term,
};
use smallvec::SmallVec;

use super::Flaw;
use super::numbers::{Motion, Moved};

/// The most scans in one branch: each may have an effect or none, and all cases are tried.
const MAX_SCANS: usize = 8;

/// The most blockers of one actor; each is a bit. A branch needs at most `2 * MAX_SCANS + 2`
/// witnesses, which is fewer.
const MAX_BLOCKERS: u32 = 32;

/// One way through one rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// No guard.
    Plain,
    /// Everybody satisfies the guard at once.
    All,
    /// Somebody does not.
    Some,
    /// A stepwise guard: one other is visited.
    Visit,
    /// One that is not checked refuses.
    Refusal,
    /// Everybody is checked.
    Finish,
}

/// A step that can be tried: a rule, a way, and which of its scans have an effect.
#[derive(Clone, Debug)]
pub(super) struct Attempt<'a> {
    pub id: RuleId,
    pub rule: &'a Rule,
    pub way: Way,
    pub branch: Option<&'a Branch>,
    /// One bit per scan of the branch.
    pub effective: u32,
}

/// A number that the protocol leaves open, so that all are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Open {
    /// `t := *`, or a scan that goes on from what it assigned before: a number that the target
    /// may hold.
    Chosen(DataTarget),
    /// A number of the partner that a scan visits last with effect.
    Partner(DataId),
}

/// Where a scan stands in its branch: after actions that left the others as they were, or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Others {
    Untouched,
    Changed,
}

/// What is known of a scan that the actor of the scene makes at this moment.
pub(super) type Judge<'j> = &'j dyn Fn(&Scan, &Scene, Others) -> Result<Outcome, Flaw>;

/// What a scan's outcome depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// On one other, and nobody satisfies the test afterwards.
    Settled,
    /// On some other.
    Loose,
    /// On more than one other.
    Anything,
}

/// What became of a scene.
#[derive(Clone, Debug)]
pub(super) struct After {
    pub scene: Scene,
    /// By other: the witnesses it can be, one bit each.
    pub witnesses: SmallVec<[u32; 2]>,
    /// By other: whether it can be the one that is visited.
    pub visitable: SmallVec<[bool; 2]>,
    /// How many witnesses there have to be.
    pub n_witnesses: u32,
}

/// The scenes that a step can lead to; mostly there is one, or none.
type Afters = SmallVec<[After; 1]>;

impl<'a> Attempt<'a> {
    /// All attempts of an actor; the location is that of the actor, `None` for the centre.
    pub fn all(
        system: &'a System,
        location: Option<protocol::LocationId>,
    ) -> Result<Vec<Self>, Flaw> {
        let mut attempts = Vec::new();
        for (id, rule) in system.rules.iter() {
            let applies = match (&rule.actor, location) {
                (protocol::Actor::Process(places), Some(location)) => places.contains(location),
                (protocol::Actor::Centre, None) => true,
                _ => false,
            };
            if !applies {
                continue;
            }
            let stepwise = system.atomicity == Atomicity::Stepwise && location.is_some();
            let ways: Vec<(Way, Option<&Branch>)> = match (&rule.guard, stepwise) {
                (None, _) => vec![(Way::Plain, rule.then.as_ref())],
                (Some(_), false) => {
                    vec![(Way::All, rule.then.as_ref()), (Way::Some, rule.otherwise.as_ref())]
                }
                (Some(_), true) => vec![
                    (Way::Visit, None),
                    (Way::Refusal, rule.otherwise.as_ref()),
                    (Way::Finish, rule.then.as_ref()),
                ],
            };
            for (way, branch) in ways {
                let may_lack = matches!(way, Way::Visit | Way::Finish);
                if branch.is_none() && !may_lack {
                    continue;
                }
                let n_scans = branch.map_or(0, |branch| scans(branch).count());
                if n_scans > MAX_SCANS {
                    return Err(Flaw::TooLarge(format!(
                        "more than {MAX_SCANS} scans in one branch"
                    )));
                }
                for effective in 0..1u32 << n_scans {
                    attempts.push(Self { id, rule, way: way.clone(), branch, effective });
                }
            }
        }
        Ok(attempts)
    }

    /// The numbers that are left open, in the order of the actions.
    pub fn open(&self) -> Vec<Open> {
        let Some(branch) = self.branch else { return Vec::new() };
        let mut open = Vec::new();
        let mut n_scans = 0;
        for action in &branch.actions {
            match action {
                Action::SetData { target, value: DataValue::Any } => {
                    open.push(Open::Chosen(*target));
                }
                Action::Scan(scan) => {
                    if self.effective >> n_scans & 1 == 1 {
                        open.extend(open_in(scan));
                    }
                    n_scans += 1;
                }
                Action::SetData { .. }
                | Action::SetFinite { .. }
                | Action::SetPointer { .. }
                | Action::Broadcast(_) => {}
                Action::Pick(_) | Action::Tell { .. } => unreachable!("refused: beyond pairs"),
            }
        }
        open
    }

    /// What the step does to numbers.
    pub fn motion(&self) -> Motion {
        let mut motion = Motion::default();
        let mut n_assignments = 0;
        let mut n_scans = 0;
        for action in self.branch.iter().flat_map(|branch| &branch.actions) {
            let value = match action {
                Action::SetData { value, .. } => value.clone(),
                Action::Scan(scan) => {
                    n_scans += 1;
                    if self.effective >> (n_scans - 1) & 1 == 0 {
                        continue;
                    }
                    DataValue::Term(scan.value)
                }
                Action::SetFinite { .. } | Action::SetPointer { .. } | Action::Broadcast(_) => {
                    continue;
                }
                Action::Pick(_) | Action::Tell { .. } => unreachable!("refused: beyond pairs"),
            };
            n_assignments += 1;
            let DataValue::Term(Term { base: Some(base), offset }) = value else { continue };
            motion.added += offset.abs();
            motion.moved = match base {
                DataRef::Process(Subject::Own, id) => Moved::Own(id.index()),
                DataRef::Centre(id) => Moved::Centre(id.index()),
                // It is one of the open numbers.
                DataRef::Process(Subject::Other, _) => Moved::Nothing,
                DataRef::Process(..) => unreachable!("refused: beyond pairs"),
            };
        }
        if n_assignments > 1 {
            motion.moved = Moved::Everything;
        }
        motion
    }

    /// The scenes after the step, as far as those in the scene allow it. `checked`: by other,
    /// whether the actor has checked it; `open`: values of the open numbers.
    pub fn run(
        &self,
        system: &System,
        scene: &Scene,
        checked: &[bool],
        open: &[i64],
        judge: Judge<'_>,
    ) -> Result<Afters, Flaw> {
        if !holds(system, &self.rule.when, scene.own_view())? {
            return Ok(Afters::new());
        }
        let Some(start) = self.enter(system, scene, checked)? else { return Ok(Afters::new()) };
        let mut all: Afters = smallvec::smallvec![start];
        let Some(branch) = self.branch else { return Ok(all) };
        let mut open = open.iter().copied();
        let mut n_scans = 0;
        let mut others = Others::Untouched;
        for action in &branch.actions {
            match action {
                Action::Scan(scan) => {
                    let effective = self.effective >> n_scans & 1 == 1;
                    n_scans += 1;
                    let number = (effective && open_in(scan).is_some()).then(|| open.next());
                    let number = number.flatten();
                    let mut n = 0;
                    while let Some(after) = all.get_mut(n) {
                        let possible = match effective {
                            false => scan_in_vain(system, scan, after)?,
                            true => {
                                let outcome = judge(scan, &after.scene, others)?;
                                scan_others(system, scan, after, number, outcome)?
                            }
                        };
                        match possible {
                            true => n += 1,
                            false => drop(all.remove(n)),
                        }
                    }
                }
                Action::SetData { value: DataValue::Any, .. } => {
                    let any: SmallVec<[i64; 1]> = open.next().into_iter().collect();
                    each(&mut all, |scene| perform(system, action, scene, &any))?;
                }
                Action::SetData { .. } | Action::SetFinite { .. } => {
                    each(&mut all, |scene| perform(system, action, scene, &[]))?;
                }
                Action::Pick(_) | Action::Tell { .. } => unreachable!("refused: beyond pairs"),
                Action::SetPointer { .. } | Action::Broadcast(_) => {
                    others = Others::Changed;
                    each(&mut all, |scene| perform(system, action, scene, &[]))?;
                }
            }
        }
        for after in &mut all {
            if let Some(own) = &mut after.scene.own {
                own.state.checking = None;
                own.state.location = branch.goto.unwrap_or(own.state.location);
            }
        }
        Ok(all)
    }

    /// The guard; `None` if somebody in the scene makes this way impossible.
    fn enter(
        &self,
        system: &System,
        scene: &Scene,
        checked: &[bool],
    ) -> Result<Option<After>, EvalError> {
        let n_others = scene.others.len();
        let mut witnesses = SmallVec::from_elem(0, n_others);
        let mut visitable = SmallVec::from_elem(false, n_others);
        let Some(guard) = &self.rule.guard else {
            return Ok(Some(After { scene: scene.clone(), witnesses, visitable, n_witnesses: 0 }));
        };
        let own = scene.own.as_ref().map(|own| &own.state);
        let continues = own.is_some_and(|own| own.checking == Some(self.id));
        if self.way == Way::Finish && !continues {
            return Ok(None);
        }
        for (n, checked) in checked.iter().enumerate().take(n_others) {
            let satisfied = holds(system, &guard.body, scene.view_of(&scene.others[n]))?;
            let fresh_visit = !(continues && *checked);
            match self.way {
                Way::Plain => {}
                Way::All if !satisfied => return Ok(None),
                Way::All => {}
                Way::Some => witnesses[n] = u32::from(!satisfied),
                Way::Visit => visitable[n] = satisfied && fresh_visit,
                Way::Refusal => witnesses[n] = u32::from(!satisfied && fresh_visit),
                Way::Finish if !*checked => return Ok(None),
                Way::Finish => {}
            }
        }
        let mut scene = scene.clone();
        if let Some(own) = &mut scene.own {
            match self.way {
                Way::Visit => own.state.checking = Some(self.id),
                Way::Finish if self.branch.is_none() => own.state.checking = None,
                _ => {}
            }
        }
        let n_witnesses = u32::from(matches!(self.way, Way::Some | Way::Refusal));
        Ok(Some(After { scene, witnesses, visitable, n_witnesses }))
    }

    /// Whether the actor keeps those it has checked.
    pub fn keeps_checks(&self, checking: Option<RuleId>) -> bool {
        self.way == Way::Visit && checking == Some(self.id)
    }
}

fn scans(branch: &Branch) -> impl Iterator<Item = &Scan> {
    branch.actions.iter().filter_map(|action| match action {
        Action::Scan(scan) => Some(scan),
        _ => None,
    })
}

/// Whether the assigned number is read from its own target.
pub(super) fn reads_target(scan: &Scan) -> bool {
    match (scan.value.base, scan.target) {
        (Some(DataRef::Process(Subject::Own, id)), DataTarget::Own(target)) => id == target,
        (Some(DataRef::Centre(id)), DataTarget::Centre(target)) => id == target,
        _ => false,
    }
}

/// The number that an effective scan leaves open, if it does.
fn open_in(scan: &Scan) -> Option<Open> {
    match scan.value.base {
        _ if reads_target(scan) => Some(Open::Chosen(scan.target)),
        Some(DataRef::Process(Subject::Other, id)) => Some(Open::Partner(id)),
        Some(DataRef::Process(..) | DataRef::Centre(_)) | None => None,
    }
}

/// Lets every scene act. One with several outcomes is replaced by them.
fn each(
    all: &mut Afters,
    act: impl Fn(&mut Scene) -> Result<Option<Vec<Scene>>, EvalError>,
) -> Result<(), EvalError> {
    let mut n = 0;
    for _ in 0..all.len() {
        let Some(outcomes) = act(&mut all[n].scene)? else {
            n += 1;
            continue;
        };
        let After { witnesses, visitable, n_witnesses, .. } = all.remove(n);
        all.extend(outcomes.into_iter().map(|scene| After {
            scene,
            witnesses: witnesses.clone(),
            visitable: visitable.clone(),
            n_witnesses,
        }));
    }
    Ok(())
}

/// A scan without effect; false if somebody in the scene makes that impossible.
fn scan_in_vain(system: &System, scan: &Scan, after: &After) -> Result<bool, EvalError> {
    for other in &after.scene.others {
        if holds(system, &scan.test, after.scene.view_of(other))? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// What the last effective visit assigns; `number` is the one that the scan leaves open.
fn assigned(
    system: &System,
    scan: &Scan,
    scene: &Scene,
    number: Option<i64>,
) -> Result<i64, EvalError> {
    match (open_in(scan), number) {
        (Some(Open::Chosen(_)), Some(number)) => Ok(number),
        (Some(Open::Partner(id)), Some(number)) => {
            // Of the partner nothing but this number is read.
            let mut data = SmallVec::from_elem(0, id.index() + 1);
            data[id.index()] = number;
            let partner = ProcessState {
                location: protocol::LocationId::new(0),
                finites: SmallVec::new(),
                data,
                held: PointerSet::default(),
                checking: None,
            };
            value(system, scan.value, View { other: Some(&partner), ..scene.own_view() })
        }
        (None, _) | (Some(_), None) => value(system, scan.value, scene.own_view()),
    }
}

/// A scan with effect; false if somebody in the scene makes that impossible.
fn scan_others(
    system: &System,
    scan: &Scan,
    after: &mut After,
    number: Option<i64>,
    outcome: Outcome,
) -> Result<bool, EvalError> {
    let n_others = after.scene.others.len();
    let assigned = assigned(system, scan, &after.scene, number)?;
    let first = after.n_witnesses;
    let reads_other = matches!(scan.value.base, Some(DataRef::Process(Subject::Other, _)));
    for n in 0..n_others {
        let other = &after.scene.others[n];
        let triggered = holds(system, &scan.test, after.scene.view_of(other))?;
        let source =
            reads_other && value(system, scan.value, after.scene.view_of(other))? == assigned;
        let bits = match outcome {
            Outcome::Settled if reads_other => u32::from(triggered && source) << first,
            Outcome::Loose if reads_other => {
                u32::from(triggered) << first | u32::from(source) << (first + 1)
            }
            _ => u32::from(triggered) << first,
        };
        after.witnesses[n] |= bits;
    }
    after.n_witnesses += if outcome == Outcome::Loose && reads_other { 2 } else { 1 };
    set_data(system, &mut after.scene, scan.target, assigned);
    match outcome {
        Outcome::Settled => scan_in_vain(system, scan, after),
        Outcome::Loose | Outcome::Anything => Ok(true),
    }
}

/// Whether an actor that is alone in the scene with some others waits because of them and of
/// processes that are not there: `None` if it certainly does not; else by other, whether it blocks
/// the n-th rule that needs a blocker.
pub(super) fn waiting(
    system: &System,
    scene: &Scene,
    checked: &[bool],
) -> Result<Option<(u32, Vec<u32>)>, Flaw> {
    let location = scene.own.as_ref().map(|own| own.state.location);
    let mut n_blockers = 0;
    let mut blocks = vec![0; scene.others.len()];
    for (id, rule) in system.rules.iter() {
        let applies = match (&rule.actor, location) {
            (protocol::Actor::Process(places), Some(location)) => places.contains(location),
            (protocol::Actor::Centre, None) => true,
            _ => false,
        };
        if !applies || !holds(system, &rule.when, scene.own_view())? {
            continue;
        }
        let Some(guard) = &rule.guard else {
            if rule.then.is_some() {
                return Ok(None);
            }
            continue;
        };
        if n_blockers == MAX_BLOCKERS {
            return Err(Flaw::TooLarge(format!(
                "more than {MAX_BLOCKERS} guards that one process waits at"
            )));
        }
        let mut satisfied = Vec::new();
        for other in &scene.others {
            satisfied.push(holds(system, &guard.body, scene.view_of(other))?);
        }
        let stepwise = system.atomicity == Atomicity::Stepwise && location.is_some();
        if stepwise {
            if rule.otherwise.is_some() {
                return Ok(None);
            }
            let continues = scene.own.as_ref().is_some_and(|own| own.state.checking == Some(id));
            for (n, satisfied) in satisfied.iter().enumerate() {
                let is_checked = continues && checked[n];
                if *satisfied && !is_checked {
                    return Ok(None);
                }
                blocks[n] |= u32::from(!is_checked) << n_blockers;
            }
            n_blockers += 1;
            continue;
        }
        match (&rule.then, &rule.otherwise) {
            (Some(_), Some(_)) => return Ok(None),
            (Some(_), None) => {
                for (n, satisfied) in satisfied.iter().enumerate() {
                    blocks[n] |= u32::from(!satisfied) << n_blockers;
                }
                n_blockers += 1;
            }
            (None, Some(_)) if satisfied.contains(&false) => return Ok(None),
            (None, Some(_)) | (None, None) => {}
        }
    }
    Ok(Some((n_blockers, blocks)))
}

/// A scene of an actor and others with their ids.
pub(super) fn scene(
    own: Option<Participant>,
    centre: &protocol::eval::CentreState,
    others: Vec<Participant>,
) -> Scene {
    Scene { own, centre: centre.clone(), others, picked: None }
}

/// Checks the two laws under which a scan's outcome is settled: `test(v, o)` implies
/// `!test(φ(o), o)`, and `!test(v, o)`, `test(v, o')` imply `!test(φ(o'), o)`.
pub(super) fn settles(system: &System, scan: &Scan, scene: &Scene) -> Result<bool, EvalError> {
    let [first, second] = &scene.others[..] else { return Ok(true) };
    let test = |scene: &Scene, other: &Participant| holds(system, &scan.test, scene.view_of(other));
    // Whether the first satisfies the test after the number of `other` was assigned.
    let is_triggered_after = |other: &Participant| -> Result<bool, EvalError> {
        let mut after = scene.clone();
        set_data(system, &mut after, scan.target, value(system, scan.value, scene.view_of(other))?);
        test(&after, first)
    };
    let before = test(scene, first)?;
    if before && is_triggered_after(first)? {
        return Ok(false);
    }
    if !before && test(scene, second)? && is_triggered_after(second)? {
        return Ok(false);
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> System {
        let source = source::Source::new("test.lpp", text.as_bytes().to_vec());
        protocol::read(&source).0.expect("the text is a protocol")
    }

    /// A protocol whose only step makes `n` scans.
    fn with_scans(n: usize) -> System {
        let scans = "scan if t < t[otr] then t := t[otr]; ".repeat(n);
        read(&format!("protocol p\nloc a\ndata t : nat = 0\nat a: {scans}stay\nsafety pc[x] = a\n"))
    }

    /// A protocol whose processes wait at `n` guards at once.
    fn with_guards(n: usize) -> System {
        let rules = "at a: if forall otr. pc[otr] = b then goto b\n".repeat(n);
        read(&format!("protocol p\nloc a, b\n{rules}safety pc[x] = a\n"))
    }

    #[test]
    fn all_scans_are_tried_or_none() {
        let attempts = |n: usize| {
            let system = with_scans(n);
            Attempt::all(&system, Some(system.initial_location())).map(|all| all.len())
        };
        assert_eq!(attempts(8), Ok(256));
        assert!(matches!(attempts(9), Err(Flaw::TooLarge(_))));
    }

    #[test]
    fn all_blockers_are_counted_or_none() {
        let blockers = |n: usize| {
            let system = with_guards(n);
            let instance = protocol::instance::Instance::new(&system, 2);
            let state = instance.initial_states(&[0], 1).expect("one initial state").remove(0);
            let own = Participant { id: 0, state: state.processes[0].clone() };
            let scene = scene(Some(own), &state.centre, Vec::new());
            waiting(&system, &scene, &[]).map(|waits| waits.map(|it| it.0))
        };
        assert_eq!(blockers(32), Ok(Some(32)));
        assert!(matches!(blockers(33), Err(Flaw::TooLarge(_))));
    }
}

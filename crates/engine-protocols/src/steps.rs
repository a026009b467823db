//! Every step that the distinguished processes can take, one *occasion* at a time.
//!
//! Distinguished are the reference `x`, the actor (`x` itself, another process `y`, or the
//! centre) and one bystander `z`. An occasion is a plan with numbers for the
//! first two, and what it does to every kind of bystander: the list of [`Entry`]s. Occasions are
//! enumerated over all placements of the numbers and both orders of ids, and only pairs that are
//! known to occur are considered.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use verdict::Budget;

use crate::Refusal;
use crate::bystander::Surroundings;
use crate::pairs::{Dirty, Example, MAX_PAIRS, Pairs};
use crate::placement::{Moving, Point, placements};
use crate::plan::{Motion, Moved, Plan, Purpose};
use crate::scenario::{Bystander, Executed, Prepared, execute};
use crate::states::{Cell, CentreSkeletonId, Control, Data, SkeletonId, States};
use crate::vocabulary::{Group, Variable};

/// Witnesses are bits of a word, and one more is for who is visited.
const MAX_WITNESSES: usize = 31;

/// Who acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Actor {
    Reference,
    Environment,
    Centre,
}

/// What a step does to one kind of bystander.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Entry {
    pub before: Cell,
    pub after: Cell,
    /// Its cell after the reference has visited it; `None` if it cannot be visited.
    pub visited: Option<Cell>,
    pub witnesses: u32,
}

/// One step of the distinguished processes.
pub(crate) struct Occasion<'a> {
    pub actor: Actor,
    pub purpose: Purpose,
    pub before: Control,
    pub after: Control,
    /// The cell of the environment's actor, before and after.
    pub mover: Option<(Cell, Cell)>,
    /// The witnesses that have to be found among the bystanders.
    pub needed: u32,
    /// The reference visits one bystander.
    pub visits: bool,
    pub entries: &'a [Entry],
}

/// An initial control, and the cells that other initial processes can be in.
pub(crate) type InitialView = (Control, Vec<(Cell, Example)>);

/// Numbers of the distinguished processes.
#[derive(Clone, Debug)]
pub(crate) struct Valuation {
    pub centre: Data,
    pub processes: Vec<Data>,
    pub fresh: Data,
}

/// A plan, and how each kind of bystander sees it.
struct Cast {
    plan: Plan,
    prepared: FxHashMap<SkeletonId, Prepared>,
}

impl Cast {
    /// One bit for each witness of the plan.
    fn all_witnesses(&self) -> u32 {
        (1 << self.plan.n_witnesses) - 1
    }

    /// The bit for being the one that is visited.
    fn visited(&self) -> u32 {
        1 << self.plan.n_witnesses
    }

    fn prepare(&mut self, states: &mut States<'_>, skeleton: SkeletonId) {
        if !self.prepared.contains_key(&skeleton) {
            let prepared = Prepared::new(states, &self.plan, skeleton);
            self.prepared.insert(skeleton, prepared);
        }
    }
}

/// Which plans are enumerated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Plans {
    Steps,
    /// Only those in which the actor cannot take a step.
    Waiting,
}

pub(crate) struct Explorer<'a> {
    pub states: States<'a>,
    pub pairs: Pairs,
    pub budget: &'a Budget,
    /// By the number of processes, the fresh variables and what the step does to numbers.
    valuations: FxHashMap<(usize, Vec<Variable>, Motion), Rc<Vec<Valuation>>>,
    casts: FxHashMap<(Plans, Option<SkeletonId>, CentreSkeletonId), Vec<Cast>>,
}

impl<'a> Explorer<'a> {
    pub fn new(states: States<'a>, budget: &'a Budget) -> Self {
        Self {
            states,
            pairs: Pairs::default(),
            budget,
            valuations: FxHashMap::default(),
            casts: FxHashMap::default(),
        }
    }

    /// Computes the pairs; see [`crate::pairs`].
    pub fn close_pairs(&mut self) -> Result<(), Refusal> {
        for (control, cell, example) in self.initial_pairs()? {
            self.pairs.insert(&mut self.states, control, cell, example);
        }
        let reaches_far = self.steps_reach_bystanders();
        let mut seen: Vec<usize> = Vec::new();
        loop {
            let dirty = Dirty::since(&self.pairs, &seen);
            if dirty.is_empty() {
                return Ok(());
            }
            seen = self.pairs.views.iter().map(|view| view.examples.len()).collect();
            let mut found = Vec::new();
            let mut collect = |_: &mut States<'_>, step: &Found<'_>| step.pairs_after(&mut found);
            self.reference_steps(Plans::Steps, &dirty, &mut collect)?;
            self.centre_steps(Plans::Steps, &dirty, &mut collect)?;
            if reaches_far {
                self.environment_steps(Plans::Steps, &dirty, &mut collect)?;
            }
            for (control, cell, example) in found {
                self.pairs.insert(&mut self.states, control, cell, example);
            }
            if self.pairs.len() > MAX_PAIRS {
                return Err(Refusal::TooLarge(format!(
                    "more than {MAX_PAIRS} pairs of local states; use fewer finite variables"
                )));
            }
        }
    }

    /// Whether a step of one process can change what two others are, or the centre.
    fn steps_reach_bystanders(&self) -> bool {
        use protocol::Action;
        let branches = self.states.system.rules.values();
        let mut actions = branches
            .flat_map(|rule| rule.then.iter().chain(&rule.otherwise))
            .flat_map(|branch| &branch.actions);
        actions.any(|action| match action {
            Action::SetData { target, .. } => matches!(target, protocol::DataTarget::Centre(_)),
            Action::SetFinite { target, .. } => {
                matches!(target, protocol::FiniteTarget::Centre(_))
            }
            Action::Scan(scan) => matches!(scan.target, protocol::DataTarget::Centre(_)),
            Action::SetPointer { .. } | Action::Broadcast(_) => true,
            Action::Pick(_) | Action::Tell { .. } => unreachable!("refused: beyond pairs"),
        })
    }

    pub fn id_orders(&self) -> &'static [bool] {
        if self.states.vocabulary.ids { &[true, false] } else { &[false] }
    }

    /// All numbers of the centre, of `n` processes (the actor is the last), and of fresh variables
    /// that look different in a step with this motion.
    pub fn place(
        &self,
        n_processes: usize,
        fresh: &[Variable],
        motion: Motion,
        point: impl Fn(&States<'_>, Variable) -> Point,
    ) -> Result<Vec<Valuation>, Refusal> {
        let system = self.states.system;
        let blank = Valuation {
            centre: Data::from_elem(0, system.centre.data.len()),
            processes: vec![Data::from_elem(0, system.data.len()); n_processes],
            fresh: Data::from_elem(0, fresh.len()),
        };
        let mut all = vec![blank];
        for (number, group) in self.states.vocabulary.groups.iter().enumerate() {
            let mine: Vec<usize> = (0..fresh.len())
                .filter(|n| self.states.vocabulary.group_of(fresh[*n]) == number)
                .collect();
            let mut points: Vec<Point> = Vec::new();
            let mut moved: Vec<bool> = Vec::new();
            for n in &group.centre {
                points.push(point(&self.states, Variable::Centre(*n)));
                moved.push(motion.moved == Moved::Centre(*n));
            }
            for process in 1..=n_processes {
                for n in &group.process {
                    points.push(point(&self.states, Variable::Process(*n)));
                    moved.push(process == n_processes && motion.moved == Moved::Own(*n));
                }
            }
            points.extend(mine.iter().map(|n| self.states.point(fresh[*n])));
            moved.resize(points.len(), true);
            let moving = match motion.moved {
                Moved::Everything => Moving::Everything,
                Moved::Nothing | Moved::Own(_) | Moved::Centre(_) => Moving::These(moved),
            };
            let reach = self.states.vocabulary.reach(motion.added);
            let group = Group { reach, ..group.clone() };
            let placed = placements(&points, &moving, &group, self.budget)?;
            let mut longer = Vec::with_capacity(all.len() * placed.len());
            for valuation in &all {
                for values in &placed {
                    self.budget.check()?;
                    let mut valuation = valuation.clone();
                    let mut values = values.iter().copied();
                    let mut next = || values.next().expect("one value for each point");
                    for n in &group.centre {
                        valuation.centre[*n] = next();
                    }
                    for process in &mut valuation.processes {
                        for n in &group.process {
                            process[*n] = next();
                        }
                    }
                    for n in &mine {
                        valuation.fresh[*n] = next();
                    }
                    longer.push(valuation);
                }
            }
            all = longer;
        }
        Ok(all)
    }

    fn valuations(
        &mut self,
        n_processes: usize,
        plan: &Plan,
    ) -> Result<Rc<Vec<Valuation>>, Refusal> {
        let key = (n_processes, plan.fresh.clone(), plan.motion());
        if let Some(known) = self.valuations.get(&key) {
            return Ok(known.clone());
        }
        let placed =
            self.place(n_processes, &key.1, key.2, |states, variable| states.point(variable))?;
        let placed = Rc::new(placed);
        self.valuations.insert(key, placed.clone());
        Ok(placed)
    }

    /// Calls `visit` with every plan of an actor; without skeleton, of the centre. Plans are kept:
    /// they are asked for in every round of closing the pairs, and again for the model.
    fn each_cast(
        &mut self,
        plans: Plans,
        own: Option<SkeletonId>,
        centre: CentreSkeletonId,
        mut visit: impl FnMut(&mut Self, &mut Cast) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        let key = (plans, own, centre);
        let mut casts = match self.casts.remove(&key) {
            Some(casts) => casts,
            None => self.casts(plans, own, centre)?,
        };
        for cast in &mut casts {
            visit(self, cast)?;
        }
        self.casts.insert(key, casts);
        Ok(())
    }

    fn casts(
        &mut self,
        plans: Plans,
        own: Option<SkeletonId>,
        centre: CentreSkeletonId,
    ) -> Result<Vec<Cast>, Refusal> {
        let plans = match plans {
            Plans::Steps => self.states.plans(own, centre),
            Plans::Waiting => self.states.wait_plans(own, centre)?,
        };
        let too_many = |plan: &Plan| plan.n_witnesses > MAX_WITNESSES;
        if plans.iter().any(too_many) {
            return Err(Refusal::TooLarge(format!(
                "a process that waits at more than {MAX_WITNESSES} guards at once"
            )));
        }
        let cast = |plan| Cast { plan, prepared: FxHashMap::default() };
        Ok(plans.into_iter().map(cast).collect())
    }

    /// All occasions on which the reference acts, under a dirty control.
    pub fn reference_steps(
        &mut self,
        plans: Plans,
        dirty: &Dirty,
        sink: &mut Sink<'_>,
    ) -> Result<(), Refusal> {
        for (centre, skeleton) in self.pairs.actors(&self.states) {
            self.each_cast(plans, Some(skeleton), centre, |explorer, cast| {
                explorer.lone_steps(Actor::Reference, (centre, skeleton), cast, dirty, sink)
            })?;
        }
        Ok(())
    }

    /// All occasions on which the centre acts, under a dirty control.
    pub fn centre_steps(
        &mut self,
        plans: Plans,
        dirty: &Dirty,
        sink: &mut Sink<'_>,
    ) -> Result<(), Refusal> {
        if plans == Plans::Steps && !self.states.system.has_centre() {
            return Ok(());
        }
        for (centre, skeleton) in self.pairs.actors(&self.states) {
            self.each_cast(plans, None, centre, |explorer, cast| {
                cast.prepare(&mut explorer.states, skeleton);
                explorer.lone_steps(Actor::Centre, (centre, skeleton), cast, dirty, sink)
            })?;
        }
        Ok(())
    }

    /// Steps of the reference or of the centre: nobody is distinguished but these two.
    fn lone_steps(
        &mut self,
        actor: Actor,
        (centre_skeleton, skeleton): (CentreSkeletonId, SkeletonId),
        cast: &mut Cast,
        dirty: &Dirty,
        sink: &mut Sink<'_>,
    ) -> Result<(), Refusal> {
        for valuation in self.valuations(1, &cast.plan)?.iter() {
            self.budget.check()?;
            let [x] = &valuation.processes[..] else { continue };
            let centre = self.states.centre(centre_skeleton, &valuation.centre);
            let local = self.states.local(skeleton, x, &valuation.centre);
            let before = Control { centre, local };
            if !dirty.contains(&self.pairs, before) {
                continue;
            }
            let own: &[i64] = if actor == Actor::Reference { x } else { &[] };
            let system = self.states.system;
            let executed = execute(system, &cast.plan, own, &valuation.centre, &valuation.fresh);
            let Some(executed) = executed else { continue };
            // What becomes of the reference: it acts itself, or the centre's step passes it.
            let (x_after, x_skeleton, witnesses, x_forgets) = if actor == Actor::Reference {
                (&executed.own, cast.plan.own_after.unwrap_or(skeleton), 0, false)
            } else {
                let bystander = Bystander { data: x, actor_is_less: false, checked: false };
                let Some(passed) = cast.prepared[&skeleton].pass(&executed, bystander) else {
                    continue;
                };
                (x, passed.skeleton, passed.witnesses, passed.forgets)
            };
            let after = Control {
                centre: self.states.centre(cast.plan.centre_after, &executed.centre),
                local: self.states.local(x_skeleton, x_after, &executed.centre),
            };
            let centre = &valuation.centre;
            let scene =
                Scene { actor, x, x_after, y: None, centre, executed: &executed, x_forgets };
            let variant = Variant { mover: None, needed: cast.all_witnesses() & !witnesses };
            self.tell(cast, &scene, (before, after), &[variant], sink)?;
        }
        Ok(())
    }

    /// Tells the sink of a step from one control to another, once for each variant that finds
    /// its witnesses.
    fn tell(
        &mut self,
        cast: &mut Cast,
        scene: &Scene<'_>,
        (before, after): (Control, Control),
        variants: &[Variant],
        sink: &mut Sink<'_>,
    ) -> Result<(), Refusal> {
        let (entries, numbers) = self.entries(cast, scene, before)?;
        for variant in variants {
            let found = Found {
                occasion: Occasion {
                    actor: scene.actor,
                    purpose: cast.plan.purpose,
                    before,
                    after,
                    mover: variant.mover,
                    needed: variant.needed,
                    visits: scene.actor == Actor::Reference && cast.plan.visits,
                    entries: &entries,
                },
                numbers: &numbers,
                x: scene.x_after,
                y: scene.y.map(|_| &scene.executed.own),
                centre: &scene.executed.centre,
            };
            if found.has_witnesses() {
                sink(&mut self.states, &found);
            }
        }
        Ok(())
    }

    /// All occasions on which another process acts, under a dirty control of its own or of the
    /// reference.
    pub fn environment_steps(
        &mut self,
        plans: Plans,
        dirty: &Dirty,
        sink: &mut Sink<'_>,
    ) -> Result<(), Refusal> {
        let actors = self.pairs.actors(&self.states);
        for (centre_skeleton, skeleton) in &actors {
            let references: Vec<SkeletonId> =
                actors.iter().filter(|actor| actor.0 == *centre_skeleton).map(|a| a.1).collect();
            self.each_cast(plans, Some(*skeleton), *centre_skeleton, |explorer, cast| {
                for reference in &references {
                    cast.prepare(&mut explorer.states, *reference);
                }
                let actor = (*centre_skeleton, *skeleton);
                explorer.meetings(actor, &references, cast, dirty, sink)
            })?;
        }
        Ok(())
    }

    /// All meetings of the actor with a reference.
    fn meetings(
        &mut self,
        (centre_skeleton, skeleton): (CentreSkeletonId, SkeletonId),
        references: &[SkeletonId],
        cast: &mut Cast,
        dirty: &Dirty,
        sink: &mut Sink<'_>,
    ) -> Result<(), Refusal> {
        for valuation in self.valuations(2, &cast.plan)?.iter() {
            self.budget.check()?;
            let [x, y] = &valuation.processes[..] else { continue };
            let centre = self.states.centre(centre_skeleton, &valuation.centre);
            let local = self.states.local(skeleton, y, &valuation.centre);
            let actor_control = Control { centre, local };
            if self.pairs.view(actor_control).is_none() {
                continue;
            }
            let system = self.states.system;
            let executed = execute(system, &cast.plan, y, &valuation.centre, &valuation.fresh);
            let Some(executed) = executed else { continue };
            for x_is_less in self.id_orders() {
                let meeting = Meeting {
                    valuation: (x, y, &valuation.centre),
                    executed: &executed,
                    x_is_less: *x_is_less,
                    actor_control,
                };
                self.meet(cast, &meeting, references, dirty, sink)?;
            }
        }
        Ok(())
    }

    /// One step of `y`, seen by every kind of reference.
    fn meet(
        &mut self,
        cast: &mut Cast,
        meeting: &Meeting<'_>,
        references: &[SkeletonId],
        dirty: &Dirty,
        sink: &mut Sink<'_>,
    ) -> Result<(), Refusal> {
        let (x, y, centre_data) = meeting.valuation;
        let executed = meeting.executed;
        let centre = meeting.actor_control.centre;
        let y_local = meeting.actor_control.local;
        let y_after = cast.plan.own_after.expect("the actor is a process");
        let centre_after = self.states.centre(cast.plan.centre_after, &executed.centre);
        let y_local_after = self.states.local(y_after, &executed.own, &executed.centre);
        for reference in references {
            let local = self.states.local(*reference, x, centre_data);
            let before = Control { centre, local };
            if !dirty.contains(&self.pairs, before)
                && !dirty.contains(&self.pairs, meeting.actor_control)
            {
                continue;
            }
            for (checks, checked) in check_flags(&self.states, *reference, cast.plan.own) {
                let relation = self.states.relation(x, y, meeting.x_is_less, checks, checked);
                let cell = Cell { local: y_local, relation };
                if !self.pairs.contains(before, cell) {
                    continue;
                }
                let actor_is_less = self.states.vocabulary.ids && !meeting.x_is_less;
                let bystander = Bystander { data: x, actor_is_less, checked };
                let Some(passed) = cast.prepared[reference].pass(executed, bystander) else {
                    continue;
                };
                let after = Control {
                    centre: centre_after,
                    local: self.states.local(passed.skeleton, x, &executed.centre),
                };
                let scene = Scene {
                    actor: Actor::Environment,
                    x,
                    x_after: x,
                    y: Some((y, meeting.x_is_less, meeting.actor_control)),
                    centre: centre_data,
                    executed,
                    x_forgets: passed.forgets,
                };
                // Whom the actor visits: the reference, or one of the bystanders.
                let all = cast.all_witnesses() & !passed.witnesses;
                let mut ways: Vec<(bool, u32)> = Vec::new();
                if !cast.plan.visits {
                    ways.push((passed.checked, all));
                } else {
                    if passed.visitable {
                        ways.push((true, all));
                    }
                    ways.push((passed.checked, all | cast.visited()));
                }
                let mut variants = Vec::new();
                for (checked_after, needed) in ways {
                    let relation = self.states.relation(
                        x,
                        &executed.own,
                        meeting.x_is_less,
                        checks && !passed.forgets,
                        checked_after,
                    );
                    let cell_after = Cell { local: y_local_after, relation };
                    variants.push(Variant { mover: Some((cell, cell_after)), needed });
                }
                self.tell(cast, &scene, (before, after), &variants, sink)?;
            }
        }
        Ok(())
    }

    /// What the step does to every kind of bystander that can be there, each once, and numbers with
    /// which it occurs.
    fn entries(
        &mut self,
        cast: &mut Cast,
        scene: &Scene<'_>,
        before: Control,
    ) -> Result<(Vec<Entry>, Vec<Data>), Refusal> {
        let mut entries = Vec::new();
        let mut numbers = Vec::new();
        let mut seen: FxHashSet<Entry> = FxHashSet::default();
        let skeletons = match self.pairs.view(before) {
            Some(view) => view.skeletons.clone(),
            None => return Ok((entries, numbers)),
        };
        let x_skeleton = self.states.locals[before.local].skeleton;
        let actor_flags = self.actor_flags(cast, scene);
        for skeleton in skeletons {
            cast.prepare(&mut self.states, skeleton);
            let all = self.numbers_of_bystander(&cast.prepared[&skeleton], scene);
            let flags = check_flags(&self.states, x_skeleton, Some(skeleton));
            for z in all {
                self.budget.check()?;
                let local = self.states.local(skeleton, &z, scene.centre);
                let signs = Signs {
                    x: self.states.signs(scene.x, &z),
                    x_after: self.states.signs(scene.x_after, &z),
                    y: scene.y.map_or(0, |(y, _, _)| self.states.signs(y, &z)),
                };
                for (x_is_less, y_is_less) in scene.positions(self.states.vocabulary.ids) {
                    for (checks, checked) in &flags {
                        let relation =
                            self.states.relation_of(signs.x, *x_is_less, *checks, *checked);
                        let cell = Cell { local, relation };
                        if !self.pairs.contains(before, cell) {
                            continue;
                        }
                        for actor_checks in actor_flags {
                            let standing = Standing {
                                skeleton,
                                z: &z,
                                signs,
                                cell,
                                x_is_less: *x_is_less,
                                y_is_less: *y_is_less,
                                checks: *checks,
                                checked: *checked,
                                actor_checks: *actor_checks,
                            };
                            let Some(entry) = self.entry(cast, scene, &standing) else { continue };
                            if seen.insert(entry.clone()) {
                                entries.push(entry);
                                numbers.push(z.clone());
                            }
                        }
                    }
                }
            }
        }
        Ok((entries, numbers))
    }

    /// The ways in which the environment's actor may have checked a bystander.
    fn actor_flags(&self, cast: &Cast, scene: &Scene<'_>) -> &'static [bool] {
        let is_checking = |own: SkeletonId| self.states.skeletons[own].checking.is_some();
        match scene.actor {
            Actor::Environment if cast.plan.own.is_some_and(is_checking) => &[false, true],
            _ => &[false],
        }
    }

    /// What the step does to this bystander; `None` if it cannot happen with it.
    fn entry(&mut self, cast: &Cast, scene: &Scene<'_>, standing: &Standing<'_>) -> Option<Entry> {
        if !self.actor_knows(scene, standing) {
            return None;
        }
        let z = standing.z;
        let (actor_is_less, checked) = match scene.actor {
            Actor::Reference => (standing.x_is_less, standing.checks),
            Actor::Environment => (standing.y_is_less, standing.actor_checks),
            Actor::Centre => (false, false),
        };
        let bystander = Bystander { data: z, actor_is_less, checked };
        let passed = cast.prepared[&standing.skeleton].pass(scene.executed, bystander)?;
        let local = self.states.local(passed.skeleton, z, &scene.executed.centre);
        let checks = match scene.actor {
            Actor::Reference => passed.checked,
            Actor::Environment | Actor::Centre => standing.checks && !scene.x_forgets,
        };
        let checked = standing.checked && !passed.forgets;
        let mut seen_with = |checks: bool| Cell {
            local,
            relation: self.states.relation_of(
                standing.signs.x_after,
                standing.x_is_less,
                checks,
                checked,
            ),
        };
        let after = seen_with(checks);
        let visits = scene.actor == Actor::Reference && passed.visitable;
        let visited = visits.then(|| seen_with(true));
        let mut witnesses = passed.witnesses;
        if scene.actor == Actor::Environment && passed.visitable {
            witnesses |= cast.visited();
        }
        Some(Entry { before: standing.cell, after, visited, witnesses })
    }

    /// Whether the environment's actor can be related to the bystander like this.
    fn actor_knows(&mut self, scene: &Scene<'_>, standing: &Standing<'_>) -> bool {
        let Some((_, _, control)) = scene.y else { return true };
        let is_checking = self.states.skeletons[standing.skeleton].checking.is_some();
        let back: &[bool] = if is_checking { &[false, true] } else { &[false] };
        let Standing { signs, y_is_less, actor_checks, .. } = *standing;
        back.iter().any(|back| {
            let relation = self.states.relation_of(signs.y, y_is_less, actor_checks, *back);
            self.pairs.contains(control, Cell { local: standing.cell.local, relation })
        })
    }

    fn numbers_of_bystander(&self, prepared: &Prepared, scene: &Scene<'_>) -> Vec<Data> {
        let mut thresholds = vec![Vec::new(); self.states.system.data.len()];
        let simple = prepared.thresholds(scene.executed, &mut thresholds);
        let mut partners: Vec<&[i64]> = vec![scene.x, scene.x_after];
        partners.extend(scene.y.map(|(y, _, _)| &y[..]));
        let around = Surroundings {
            partners: &partners,
            centres: &[scene.centre, &scene.executed.centre],
            fresh: &scene.executed.fresh,
        };
        self.states.bystander_numbers(&around, thresholds, simple)
    }
}

/// An occasion with numbers that make it happen.
pub(crate) struct Found<'a> {
    pub occasion: Occasion<'a>,
    /// By entry: numbers of such a bystander.
    numbers: &'a [Data],
    x: &'a Data,
    y: Option<&'a Data>,
    centre: &'a Data,
}

impl Found<'_> {
    /// Whether every witness that is needed can be found among the bystanders. Where nobody
    /// moves but the reference or the centre, some bystander has to be there in any case:
    /// instances have at least two processes.
    fn has_witnesses(&self) -> bool {
        if self.occasion.mover.is_none() && self.occasion.entries.is_empty() {
            return false;
        }
        let there = self.occasion.entries.iter().fold(0, |all, entry| all | entry.witnesses);
        let visited = !self.occasion.visits
            || self.occasion.entries.iter().any(|entry| entry.visited.is_some());
        self.occasion.needed & !there == 0 && visited
    }

    /// Adds all pairs of the reference after the step.
    fn pairs_after(&self, found: &mut Vec<(Control, Cell, Example)>) {
        let after = self.occasion.after;
        let example =
            |y: &Data| Example { centre: self.centre.clone(), x: self.x.clone(), y: y.clone() };
        if let (Some((_, cell)), Some(y)) = (self.occasion.mover, self.y) {
            found.push((after, cell, example(y)));
        }
        for (entry, z) in self.occasion.entries.iter().zip(self.numbers) {
            found.push((after, entry.after, example(z)));
            found.extend(entry.visited.map(|cell| (after, cell, example(z))));
        }
    }
}

/// Who is told of occasions.
pub(crate) type Sink<'s> = dyn FnMut(&mut States<'_>, &Found<'_>) + 's;

/// One way in which a step can go.
struct Variant {
    /// The cell of the environment's actor, before and after.
    mover: Option<(Cell, Cell)>,
    /// The witnesses that have to be found among the bystanders.
    needed: u32,
}

/// The actor `y` and the reference `x`.
struct Meeting<'a> {
    /// Numbers of `x`, of `y`, of the centre.
    valuation: (&'a Data, &'a Data, &'a Data),
    executed: &'a Executed,
    x_is_less: bool,
    actor_control: Control,
}

/// What bystanders are related to.
struct Scene<'a> {
    actor: Actor,
    x: &'a Data,
    x_after: &'a Data,
    /// The environment's actor: its numbers, whether the reference has the smaller id, its view.
    y: Option<(&'a Data, bool, Control)>,
    centre: &'a Data,
    executed: &'a Executed,
    x_forgets: bool,
}

/// What the numbers of a bystander say of the pair facts.
#[derive(Clone, Copy)]
struct Signs {
    /// With the reference before and after the step.
    x: u64,
    x_after: u64,
    /// With the environment's actor before it.
    y: u64,
}

/// A bystander, and how it stands to the others.
struct Standing<'a> {
    skeleton: SkeletonId,
    z: &'a Data,
    signs: Signs,
    /// Its cell for the reference.
    cell: Cell,
    /// The id of the reference is smaller than its own; that of the actor is.
    x_is_less: bool,
    y_is_less: bool,
    /// The reference has checked it; it has checked the reference; the actor has checked it.
    checks: bool,
    checked: bool,
    actor_checks: bool,
}

impl Scene<'_> {
    /// Where a bystander's id may lie: is that of the reference smaller, and that of the actor?
    fn positions(&self, ids: bool) -> &'static [(bool, bool)] {
        match (ids, &self.y) {
            (false, _) => &[(false, false)],
            (true, None) => &[(true, false), (false, false)],
            (true, Some((_, true, _))) => &[(false, false), (true, false), (true, true)],
            (true, Some((_, false, _))) => &[(false, false), (false, true), (true, true)],
        }
    }
}

/// The ways in which two processes may have checked each other: only who is checking has.
fn check_flags(states: &States<'_>, x: SkeletonId, y: Option<SkeletonId>) -> Vec<(bool, bool)> {
    let checking = |skeleton: SkeletonId| states.skeletons[skeleton].checking.is_some();
    let forward: &[bool] = if checking(x) { &[false, true] } else { &[false] };
    let backward: &[bool] = if y.is_some_and(checking) { &[false, true] } else { &[false] };
    let mut flags = Vec::new();
    for checks in forward {
        flags.extend(backward.iter().map(|checked| (*checks, *checked)));
    }
    flags
}

//! Every step that the distinguished processes can take, one *occasion* at a time.
//!
//! Distinguished are the reference `x`, the actor (`x` itself, another process `y`, or the
//! centre) and one bystander `z`. An occasion is a plan with numbers for the
//! first two, and what it does to every kind of bystander: the list of [`Entry`]s. Occasions are
//! enumerated over all placements of the numbers and both orders of ids, and only pairs that are
//! known to occur are considered.

use rustc_hash::{FxHashMap, FxHashSet};
use verdict::Budget;

use crate::Refusal;
use crate::bystander::{Surroundings, initial_point};
use crate::pairs::{Dirty, Example, MAX_PAIRS, Pairs};
use crate::placement::{Point, placements};
use crate::plan::{Plan, Purpose};
use crate::scenario::{Bystander, Executed, Prepared, execute};
use crate::states::{Cell, CentreSkeletonId, Control, Data, RelationId, SkeletonId, States};
use crate::vocabulary::Variable;

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
struct Valuation {
    centre: Data,
    processes: Vec<Data>,
    fresh: Data,
}

/// A plan, and how each kind of bystander sees it.
struct Cast {
    plan: Plan,
    prepared: FxHashMap<SkeletonId, Prepared>,
}

impl Cast {
    fn prepare(&mut self, states: &mut States<'_>, skeleton: SkeletonId) {
        if !self.prepared.contains_key(&skeleton) {
            let prepared = Prepared::new(states, &self.plan, skeleton);
            self.prepared.insert(skeleton, prepared);
        }
    }
}

/// Which plans are enumerated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Plans {
    Steps,
    /// Only those in which the actor cannot take a step.
    Waiting,
}

pub(crate) struct Explorer<'a> {
    pub states: States<'a>,
    pub pairs: Pairs,
    pub budget: &'a Budget,
    valuations: FxHashMap<(usize, Vec<Variable>), std::rc::Rc<Vec<Valuation>>>,
}

impl<'a> Explorer<'a> {
    pub fn new(states: States<'a>, budget: &'a Budget) -> Self {
        Self { states, pairs: Pairs::default(), budget, valuations: FxHashMap::default() }
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
        })
    }

    /// The cells that initial processes can be in, for each kind of initial reference.
    pub fn initial_views(&mut self) -> Result<Vec<InitialView>, Refusal> {
        let skeletons = self.initial_skeletons();
        let centres = self.initial_centres();
        let mut views = Vec::new();
        for valuation in self.place(1, &[], initial_point)? {
            let [x] = &valuation.processes[..] else { continue };
            for centre_skeleton in &centres {
                let centre = self.states.centre(*centre_skeleton, &valuation.centre);
                for skeleton in &skeletons {
                    let local = self.states.local(*skeleton, x, &valuation.centre);
                    let control = Control { centre, local };
                    let cells = self.initial_cells(x, &valuation.centre, &skeletons)?;
                    views.push((control, cells));
                }
            }
        }
        Ok(views)
    }

    fn initial_cells(
        &mut self,
        x: &Data,
        centre: &Data,
        skeletons: &[SkeletonId],
    ) -> Result<Vec<(Cell, Example)>, Refusal> {
        let around = Surroundings { partners: &[x], centres: &[centre], fresh: &[] };
        let n_data = self.states.system.data.len();
        let mut thresholds = vec![Vec::new(); n_data];
        for (n, var) in self.states.system.data.values().enumerate() {
            thresholds[n].extend(var.initial);
        }
        let mut cells: Vec<(Cell, Example)> = Vec::new();
        for z in self.states.bystander_numbers(&around, thresholds, true) {
            self.budget.check()?;
            let vars = self.states.system.data.values();
            if vars.zip(&z).any(|(var, value)| var.initial.is_some_and(|initial| initial != *value))
            {
                continue;
            }
            for skeleton in skeletons {
                let local = self.states.local(*skeleton, &z, centre);
                for is_less in self.id_orders() {
                    let relation = self.states.relation(x, &z, *is_less, false, false);
                    let cell = Cell { local, relation };
                    if cells.iter().all(|known| known.0 != cell) {
                        let example =
                            Example { centre: centre.clone(), x: x.clone(), y: z.clone() };
                        cells.push((cell, example));
                    }
                }
            }
        }
        Ok(cells)
    }

    fn initial_pairs(&mut self) -> Result<Vec<(Control, Cell, Example)>, Refusal> {
        let mut pairs = Vec::new();
        for (control, cells) in self.initial_views()? {
            pairs.extend(cells.into_iter().map(|(cell, example)| (control, cell, example)));
        }
        Ok(pairs)
    }

    fn initial_skeletons(&mut self) -> Vec<SkeletonId> {
        let system = self.states.system;
        let finites = combinations(system.finites.values());
        finites
            .into_iter()
            .map(|finites| {
                self.states.skeletons.intern(crate::states::Skeleton {
                    location: system.initial_location(),
                    finites,
                    held: protocol::eval::PointerSet::default(),
                    checking: None,
                })
            })
            .collect()
    }

    fn initial_centres(&mut self) -> Vec<CentreSkeletonId> {
        let finites = combinations(self.states.system.centre.finites.values());
        finites
            .into_iter()
            .map(|finites| {
                let set = protocol::eval::PointerSet::default();
                let skeleton = crate::states::CentreSkeleton { finites, set };
                self.states.centre_skeletons.intern(skeleton)
            })
            .collect()
    }

    fn id_orders(&self) -> &'static [bool] {
        if self.states.vocabulary.ids { &[true, false] } else { &[false] }
    }

    /// All numbers of the centre, of `n` processes, and of fresh variables.
    fn place(
        &self,
        n_processes: usize,
        fresh: &[Variable],
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
            points.extend(group.centre.iter().map(|n| point(&self.states, Variable::Centre(*n))));
            for _ in 0..n_processes {
                let vars = group.process.iter();
                points.extend(vars.map(|n| point(&self.states, Variable::Process(*n))));
            }
            points.extend(mine.iter().map(|n| self.states.point(fresh[*n])));
            let placed = placements(&points, group, self.budget)?;
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
    ) -> Result<std::rc::Rc<Vec<Valuation>>, Refusal> {
        let fresh: Vec<Variable> = plan
            .fresh
            .iter()
            .map(|target| match target {
                protocol::DataTarget::Own(id) => Variable::Process(index::Id::index(*id)),
                protocol::DataTarget::Centre(id) => Variable::Centre(index::Id::index(*id)),
            })
            .collect();
        let key = (n_processes, fresh);
        if let Some(known) = self.valuations.get(&key) {
            return Ok(known.clone());
        }
        let placed = self.place(n_processes, &key.1, |states, variable| states.point(variable))?;
        let placed = std::rc::Rc::new(placed);
        self.valuations.insert(key, placed.clone());
        Ok(placed)
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
        sink: &mut dyn FnMut(&mut States<'_>, &Found<'_>),
    ) -> Result<(), Refusal> {
        for (centre_skeleton, skeleton) in self.pairs.actors(&self.states) {
            for mut cast in self.casts(plans, Some(skeleton), centre_skeleton)? {
                for valuation in self.valuations(1, &cast.plan)?.iter() {
                    self.budget.check()?;
                    let [x] = &valuation.processes[..] else { continue };
                    let centre = self.states.centre(centre_skeleton, &valuation.centre);
                    let local = self.states.local(skeleton, x, &valuation.centre);
                    let before = Control { centre, local };
                    if !dirty.contains(&self.pairs, before) {
                        continue;
                    }
                    let system = self.states.system;
                    let executed =
                        execute(system, &cast.plan, x, &valuation.centre, &valuation.fresh);
                    let Some(executed) = executed else { continue };
                    let own_after = cast.plan.own_after.unwrap_or(skeleton);
                    let after = Control {
                        centre: self.states.centre(cast.plan.centre_after, &executed.centre),
                        local: self.states.local(own_after, &executed.own, &executed.centre),
                    };
                    let scene = Scene {
                        actor: Actor::Reference,
                        x,
                        x_after: &executed.own,
                        y: None,
                        centre: &valuation.centre,
                        executed: &executed,
                        x_forgets: false,
                    };
                    let (entries, numbers) = self.entries(&mut cast, &scene, before)?;
                    let all = (1u32 << cast.plan.n_witnesses) - 1;
                    let found = Found {
                        occasion: Occasion {
                            actor: Actor::Reference,
                            purpose: cast.plan.purpose,
                            before,
                            after,
                            mover: None,
                            needed: all,
                            visits: cast.plan.visits,
                            entries: &entries,
                        },
                        numbers: &numbers,
                        x: &executed.own,
                        y: None,
                        centre: &executed.centre,
                    };
                    if found.has_witnesses() {
                        sink(&mut self.states, &found);
                    }
                }
            }
        }
        Ok(())
    }

    /// All occasions on which the centre acts, under a dirty control.
    pub fn centre_steps(
        &mut self,
        plans: Plans,
        dirty: &Dirty,
        sink: &mut dyn FnMut(&mut States<'_>, &Found<'_>),
    ) -> Result<(), Refusal> {
        if plans == Plans::Steps && !self.states.system.has_centre() {
            return Ok(());
        }
        let actors = self.pairs.actors(&self.states);
        for (centre_skeleton, skeleton) in actors {
            for mut cast in self.casts(plans, None, centre_skeleton)? {
                cast.prepare(&mut self.states, skeleton);
                for valuation in self.valuations(1, &cast.plan)?.iter() {
                    self.budget.check()?;
                    let [x] = &valuation.processes[..] else { continue };
                    let centre = self.states.centre(centre_skeleton, &valuation.centre);
                    let local = self.states.local(skeleton, x, &valuation.centre);
                    let before = Control { centre, local };
                    if !dirty.contains(&self.pairs, before) {
                        continue;
                    }
                    let system = self.states.system;
                    let executed =
                        execute(system, &cast.plan, &[], &valuation.centre, &valuation.fresh);
                    let Some(executed) = executed else { continue };
                    let bystander = Bystander { data: x, actor_is_less: false, checked: false };
                    let Some(passed) = cast.prepared[&skeleton].pass(&executed, bystander) else {
                        continue;
                    };
                    let after = Control {
                        centre: self.states.centre(cast.plan.centre_after, &executed.centre),
                        local: self.states.local(passed.skeleton, x, &executed.centre),
                    };
                    let scene = Scene {
                        actor: Actor::Centre,
                        x,
                        x_after: x,
                        y: None,
                        centre: &valuation.centre,
                        executed: &executed,
                        x_forgets: passed.forgets,
                    };
                    let (entries, numbers) = self.entries(&mut cast, &scene, before)?;
                    let all = (1u32 << cast.plan.n_witnesses) - 1;
                    let found = Found {
                        occasion: Occasion {
                            actor: Actor::Centre,
                            purpose: cast.plan.purpose,
                            before,
                            after,
                            mover: None,
                            needed: all & !passed.witnesses,
                            visits: false,
                            entries: &entries,
                        },
                        numbers: &numbers,
                        x,
                        y: None,
                        centre: &executed.centre,
                    };
                    if found.has_witnesses() {
                        sink(&mut self.states, &found);
                    }
                }
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
        sink: &mut dyn FnMut(&mut States<'_>, &Found<'_>),
    ) -> Result<(), Refusal> {
        let actors = self.pairs.actors(&self.states);
        for (centre_skeleton, skeleton) in &actors {
            let references: Vec<SkeletonId> =
                actors.iter().filter(|actor| actor.0 == *centre_skeleton).map(|a| a.1).collect();
            for mut cast in self.casts(plans, Some(*skeleton), *centre_skeleton)? {
                for reference in &references {
                    cast.prepare(&mut self.states, *reference);
                }
                for valuation in self.valuations(2, &cast.plan)?.iter() {
                    self.budget.check()?;
                    let [x, y] = &valuation.processes[..] else { continue };
                    let centre = self.states.centre(*centre_skeleton, &valuation.centre);
                    let local = self.states.local(*skeleton, y, &valuation.centre);
                    let actor_control = Control { centre, local };
                    if self.pairs.view(actor_control).is_none() {
                        continue;
                    }
                    let system = self.states.system;
                    let executed =
                        execute(system, &cast.plan, y, &valuation.centre, &valuation.fresh);
                    let Some(executed) = executed else { continue };
                    for x_is_less in self.id_orders() {
                        let meeting = Meeting {
                            valuation: (x, y, &valuation.centre),
                            executed: &executed,
                            x_is_less: *x_is_less,
                            actor_control,
                        };
                        self.meet(&mut cast, &meeting, &references, dirty, sink)?;
                    }
                }
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
        sink: &mut dyn FnMut(&mut States<'_>, &Found<'_>),
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
                let (entries, numbers) = self.entries(cast, &scene, before)?;
                let all = (1u32 << cast.plan.n_witnesses) - 1;
                let visit = 1u32 << cast.plan.n_witnesses;
                // Whom the actor visits: the reference, or one of the bystanders.
                let mut variants: Vec<(bool, u32)> = Vec::new();
                if !cast.plan.visits {
                    variants.push((passed.checked, all & !passed.witnesses));
                } else {
                    if passed.visitable {
                        variants.push((true, all & !passed.witnesses));
                    }
                    variants.push((passed.checked, (all & !passed.witnesses) | visit));
                }
                for (checked_after, needed) in variants {
                    let relation = self.states.relation(
                        x,
                        &executed.own,
                        meeting.x_is_less,
                        checks && !passed.forgets,
                        checked_after,
                    );
                    let cell_after = Cell { local: y_local_after, relation };
                    let found = Found {
                        occasion: Occasion {
                            actor: Actor::Environment,
                            purpose: cast.plan.purpose,
                            before,
                            after,
                            mover: Some((cell, cell_after)),
                            needed,
                            visits: false,
                            entries: &entries,
                        },
                        numbers: &numbers,
                        x,
                        y: Some(&executed.own),
                        centre: &executed.centre,
                    };
                    if found.has_witnesses() {
                        sink(&mut self.states, &found);
                    }
                }
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
        for skeleton in skeletons {
            cast.prepare(&mut self.states, skeleton);
            let all = self.numbers_of_bystander(&cast.prepared[&skeleton], scene);
            let flags = check_flags(&self.states, x_skeleton, Some(skeleton));
            let actor_flags: &[bool] = match scene.actor {
                Actor::Environment
                    if cast
                        .plan
                        .own
                        .is_some_and(|own| self.states.skeletons[own].checking.is_some()) =>
                {
                    &[false, true]
                }
                _ => &[false],
            };
            for z in all {
                self.budget.check()?;
                let local = self.states.local(skeleton, &z, scene.centre);
                for (x_is_less, y_is_less) in scene.positions(self.states.vocabulary.ids) {
                    for (checks, checked) in &flags {
                        let relation =
                            self.states.relation(scene.x, &z, *x_is_less, *checks, *checked);
                        let cell = Cell { local, relation };
                        if !self.pairs.contains(before, cell) {
                            continue;
                        }
                        for actor_checks in actor_flags {
                            if !self.actor_knows(
                                scene,
                                &z,
                                skeleton,
                                *y_is_less,
                                *actor_checks,
                                local,
                            ) {
                                continue;
                            }
                            let bystander = match scene.actor {
                                Actor::Reference => Bystander {
                                    data: &z,
                                    actor_is_less: *x_is_less,
                                    checked: *checks,
                                },
                                Actor::Environment => Bystander {
                                    data: &z,
                                    actor_is_less: *y_is_less,
                                    checked: *actor_checks,
                                },
                                Actor::Centre => {
                                    Bystander { data: &z, actor_is_less: false, checked: false }
                                }
                            };
                            let prepared = &cast.prepared[&skeleton];
                            let Some(passed) = prepared.pass(scene.executed, bystander) else {
                                continue;
                            };
                            let executed = scene.executed;
                            let local_after =
                                self.states.local(passed.skeleton, &z, &executed.centre);
                            let checks_after = match scene.actor {
                                Actor::Reference => passed.checked,
                                Actor::Environment | Actor::Centre => *checks && !scene.x_forgets,
                            };
                            let checked_after = *checked && !passed.forgets;
                            let mut relate = |checks: bool| -> RelationId {
                                self.states.relation(
                                    scene.x_after,
                                    &z,
                                    *x_is_less,
                                    checks,
                                    checked_after,
                                )
                            };
                            let relation = relate(checks_after);
                            let visits = scene.actor == Actor::Reference && passed.visitable;
                            let visited =
                                visits.then(|| Cell { local: local_after, relation: relate(true) });
                            let mut witnesses = passed.witnesses;
                            if scene.actor == Actor::Environment && passed.visitable {
                                witnesses |= 1 << cast.plan.n_witnesses;
                            }
                            let entry = Entry {
                                before: cell,
                                after: Cell { local: local_after, relation },
                                visited,
                                witnesses,
                            };
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

    /// Whether the environment's actor can be related to the bystander like this.
    fn actor_knows(
        &mut self,
        scene: &Scene<'_>,
        z: &Data,
        skeleton: SkeletonId,
        y_is_less: bool,
        actor_checks: bool,
        local: crate::states::LocalId,
    ) -> bool {
        let Some((y, _, control)) = scene.y else { return true };
        let back: &[bool] = if self.states.skeletons[skeleton].checking.is_some() {
            &[false, true]
        } else {
            &[false]
        };
        back.iter().any(|back| {
            let relation = self.states.relation(y, z, y_is_less, actor_checks, *back);
            self.pairs.contains(control, Cell { local, relation })
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

/// All combinations of initial values.
fn combinations<'v>(
    vars: impl Iterator<Item = &'v protocol::FiniteVar>,
) -> Vec<smallvec::SmallVec<[protocol::ValueId; 4]>> {
    let mut all = vec![smallvec::SmallVec::new()];
    for var in vars {
        let values: Vec<protocol::ValueId> =
            var.initial.map_or_else(|| var.values.ids().collect(), |initial| vec![initial]);
        let mut longer = Vec::new();
        for combination in &all {
            for value in &values {
                let mut combination = combination.clone();
                combination.push(*value);
                longer.push(combination);
            }
        }
        all = longer;
    }
    all
}

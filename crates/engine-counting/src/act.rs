//! Steps of configurations.
//!
//! The acting process and the one it has picked are taken out of the counts while a branch is
//! performed, and put back when it is done. Whoever else is changed is taken out for a moment.

use index::Id;
use protocol::{
    Action, Actor, Branch, DataTarget, DataValue, FiniteTarget, FiniteValue, PointerId,
    PointerValue, Rule, Subject, System, Topology, Update, ValueId,
};

use crate::broadcast::run_broadcast;
use crate::config::{CentreKind, Configuration, Counts, Kind, Numbers, put, without};
use crate::judge::{Group, View, groups};
use crate::truth::Truth;

/// What every step needs to know.
#[derive(Clone, Copy)]
pub(crate) struct World<'a> {
    pub system: &'a System,
    pub cutoff: u32,
    pub numbers: Numbers,
}

/// A configuration in the middle of a step.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Scene {
    pub own: Option<Kind>,
    pub picked: Option<Kind>,
    pub rest: Counts,
    pub centre: CentreKind,
    /// Whether the step began where not everybody is counted.
    pub is_part: bool,
}

impl Scene {
    fn everyone(&self, cutoff: u32) -> Counts {
        let mut counts = self.rest.clone();
        for kind in self.own.iter().chain(&self.picked) {
            put(&mut counts, kind.clone(), cutoff);
        }
        counts
    }

    /// Runs `ask` with the view of the acting process on the one it has picked.
    pub fn view<T>(&self, world: World<'_>, ask: impl FnOnce(&View<'_>) -> T) -> T {
        let counts = self.everyone(world.cutoff);
        let everyone = groups(&counts, world.cutoff);
        ask(&View {
            system: world.system,
            centre: &self.centre,
            everyone: &everyone,
            own: self.own.as_ref(),
            other: self.picked.as_ref(),
            further: &[],
            is_part: self.is_part,
        })
    }
}

/// All configurations one step away.
pub(crate) fn successors(world: World<'_>, before: &Configuration) -> Vec<Configuration> {
    let mut after = Vec::new();
    let is_part = before.counts.values().any(|count| *count == world.cutoff);
    for rule in world.system.rules.values() {
        match &rule.actor {
            Actor::Centre => {
                let scene = Scene {
                    own: None,
                    picked: None,
                    rest: before.counts.clone(),
                    centre: before.centre.clone(),
                    is_part,
                };
                take(world, rule, &scene, &mut after);
            }
            Actor::Process(locations) => {
                let actors = before.counts.keys().filter(|it| locations.contains(it.location));
                for own in actors {
                    for rest in without(&before.counts, own, world.cutoff) {
                        let scene = Scene {
                            own: Some(own.clone()),
                            picked: None,
                            rest,
                            centre: before.centre.clone(),
                            is_part,
                        };
                        take(world, rule, &scene, &mut after);
                    }
                }
            }
        }
    }
    after.sort();
    after.dedup();
    after
}

fn take(world: World<'_>, rule: &Rule, scene: &Scene, after: &mut Vec<Configuration>) {
    if !scene.view(world, |view| view.judge(&rule.when)).may_hold {
        return;
    }
    let guard = scene.view(world, |view| guard_holds(rule, view));
    let branches = [(&rule.then, guard.may_hold), (&rule.otherwise, guard.may_fail)];
    for (branch, is_open) in branches {
        if let Some(branch) = branch.as_ref().filter(|_| is_open) {
            after.extend(perform(world, branch, scene));
        }
    }
}

fn guard_holds(rule: &Rule, view: &View<'_>) -> Truth {
    let Some(guard) = &rule.guard else { return Truth::known(true) };
    let of_others = view.others().into_iter().map(|group: Group<'_>| {
        let truth = View { other: Some(group.kind), ..*view }.judge(&guard.body);
        match group.least {
            // There may be nobody of that kind to refuse.
            0 => truth.join(Truth::known(true)),
            _ => truth,
        }
    });
    let also = guard.also.iter().map(|condition| view.judge(condition));
    of_others.chain(also).fold(Truth::known(true), Truth::and)
}

fn perform(world: World<'_>, branch: &Branch, scene: &Scene) -> Vec<Configuration> {
    let mut scenes = vec![scene.clone()];
    for action in &branch.actions {
        scenes = scenes.iter().flat_map(|scene| act(world, action, scene)).collect();
        scenes.sort();
        scenes.dedup();
    }
    let done = |mut scene: Scene| {
        if let (Some(own), Some(goto)) = (&mut scene.own, branch.goto) {
            own.location = goto;
        }
        Configuration { counts: scene.everyone(world.cutoff), centre: scene.centre }
    };
    scenes.into_iter().map(done).collect()
}

fn act(world: World<'_>, action: &Action, scene: &Scene) -> Vec<Scene> {
    match action {
        // Numbers of processes are not known before and not after.
        Action::SetData { target: DataTarget::Own(_), value } => match value {
            DataValue::Term(term) if reads_nobody(world, scene, term.base) => Vec::new(),
            DataValue::Term(_) | DataValue::Any => vec![scene.clone()],
        },
        Action::SetData { target: DataTarget::Centre(id), value } => {
            let number = match value {
                DataValue::Term(term) if reads_nobody(world, scene, term.base) => {
                    return Vec::new();
                }
                DataValue::Term(term) => scene.view(world, |view| view.number(*term)),
                DataValue::Any => None,
            };
            let mut after = scene.clone();
            after.centre.data[id.index()] = world.numbers.assigned(world.system, *id, number);
            vec![after]
        }
        Action::Scan(scan) => {
            let mut after = scene.clone();
            if let DataTarget::Centre(id) = scan.target {
                after.centre.data[id.index()] = None;
            }
            vec![after]
        }
        Action::SetFinite { target, value } => set_finite(world, *target, value, scene),
        Action::SetPointer { pointer, value } => set_pointer(world, *pointer, *value, scene),
        Action::Broadcast(broadcast) => run_broadcast(world, broadcast, scene),
        Action::Pick(pick) => {
            let back = put_back(world, scene);
            let mut after = Vec::new();
            for kind in back.rest.keys() {
                let test =
                    back.view(world, |view| View { other: Some(kind), ..*view }.judge(&pick.test));
                if test.may_hold {
                    after.extend(
                        without(&back.rest, kind, world.cutoff).into_iter().map(|rest| Scene {
                            picked: Some(kind.clone()),
                            rest,
                            ..back.clone()
                        }),
                    );
                }
            }
            after
        }
        Action::Tell { whom, update, .. } => change(world, *whom, scene, |kind, scene| {
            let picked = scene.picked.as_ref();
            updated(world, kind, std::slice::from_ref(update), scene, picked)
        }),
    }
}

/// Whether a number of nobody is read, so that the branch cannot be taken.
fn reads_nobody(world: World<'_>, scene: &Scene, base: Option<protocol::DataRef>) -> bool {
    match base {
        Some(protocol::DataRef::Process(subject, _)) => {
            scene.view(world, |view| view.candidates(subject).iter().all(Option::is_none))
        }
        Some(protocol::DataRef::Centre(_)) | None => false,
    }
}

fn put_back(world: World<'_>, scene: &Scene) -> Scene {
    let mut scene = scene.clone();
    if let Some(picked) = scene.picked.take() {
        put(&mut scene.rest, picked, world.cutoff);
    }
    scene
}

fn set_finite(
    world: World<'_>,
    target: FiniteTarget,
    value: &FiniteValue,
    scene: &Scene,
) -> Vec<Scene> {
    let read = |of: protocol::FiniteRef, table: &index::IndexVec<ValueId, ValueId>| {
        let values = scene.view(world, |view| view.finite(of));
        values.into_iter().flatten().map(|value| table[value]).collect()
    };
    let values: Vec<ValueId> = match value {
        FiniteValue::Const(constant) => vec![*constant],
        FiniteValue::Copy { of: FiniteTarget::Own(id), table } => {
            read(protocol::FiniteRef::Process(Subject::Own, *id), table)
        }
        FiniteValue::Copy { of: FiniteTarget::Centre(id), table } => {
            read(protocol::FiniteRef::Centre(*id), table)
        }
        FiniteValue::Read { of, table } => read(*of, table),
        FiniteValue::Any => match target {
            FiniteTarget::Own(id) => world.system.finites[id].values.ids().collect(),
            FiniteTarget::Centre(id) => world.system.centre.finites[id].values.ids().collect(),
        },
    };
    let assign = |value: ValueId| {
        let mut scene = scene.clone();
        match target {
            FiniteTarget::Own(id) => {
                if let Some(own) = &mut scene.own {
                    own.finites[id.index()] = value;
                }
            }
            FiniteTarget::Centre(id) => scene.centre.finites[id.index()] = value,
        }
        scene
    };
    values.into_iter().map(assign).collect()
}

/// Takes the pointer from whom it points at, and gives it to whom it shall point at.
fn set_pointer(
    world: World<'_>,
    pointer: PointerId,
    value: PointerValue,
    scene: &Scene,
) -> Vec<Scene> {
    let target = match value {
        PointerValue::Own => Some(Subject::Own),
        PointerValue::Of(subject) => Some(subject),
        PointerValue::Nobody => None,
    };
    // To point at whom it points at changes nothing.
    if target == Some(Subject::Pointee(pointer)) {
        return vec![scene.clone()];
    }
    // Who is not there is pointed at by nobody's pointer.
    let may_be_nobody = target.is_some_and(|target| {
        scene.view(world, |view| view.candidates(target).iter().any(Option::is_none))
    });
    let mut loose = Vec::new();
    if scene.centre.set.contains(pointer) {
        loose = change(world, Subject::Pointee(pointer), scene, |kind, _| {
            let mut kind = kind.clone();
            kind.held.remove(pointer);
            vec![kind]
        });
    } else {
        loose.push(scene.clone());
    }
    for scene in &mut loose {
        scene.centre.set.remove(pointer);
    }
    let Some(target) = target else { return loose };
    let give = |scene: &Scene| {
        let mut given = change(world, target, scene, |kind, _| {
            let mut kind = kind.clone();
            kind.held.insert(pointer);
            vec![kind]
        });
        for scene in &mut given {
            scene.centre.set.insert(pointer);
        }
        given.extend(may_be_nobody.then(|| scene.clone()));
        given
    };
    loose.iter().flat_map(give).collect()
}

/// Replaces the process that is meant by what `make` makes of it; no scene if there is nobody.
fn change(
    world: World<'_>,
    whom: Subject,
    scene: &Scene,
    make: impl Fn(&Kind, &Scene) -> Vec<Kind>,
) -> Vec<Scene> {
    let change_own = || {
        let made = scene.own.as_ref().map_or_else(Vec::new, |own| make(own, scene));
        made.into_iter().map(|own| Scene { own: Some(own), ..scene.clone() })
    };
    let change_picked = || {
        let made = scene.picked.as_ref().map_or_else(Vec::new, |picked| make(picked, scene));
        made.into_iter().map(|picked| Scene { picked: Some(picked), ..scene.clone() })
    };
    let change_rest = |kind: &Kind| {
        let mut after = Vec::new();
        for made in make(kind, scene) {
            for mut rest in without(&scene.rest, kind, world.cutoff) {
                put(&mut rest, made.clone(), world.cutoff);
                after.push(Scene { rest, ..scene.clone() });
            }
        }
        after
    };
    match whom {
        Subject::Own => change_own().collect(),
        Subject::Other => change_picked().collect(),
        Subject::Pointee(pointer) => {
            let holds = |kind: &&Kind| kind.held.contains(pointer);
            if scene.own.as_ref().is_some_and(|own| holds(&own)) {
                change_own().collect()
            } else if scene.picked.as_ref().is_some_and(|picked| holds(&picked)) {
                change_picked().collect()
            } else {
                scene.rest.keys().filter(holds).flat_map(change_rest).collect()
            }
        }
        Subject::Next | Subject::Previous => {
            let is_alone = scene.rest.is_empty() && scene.picked.is_none();
            if is_alone && world.system.topology == Topology::Ring {
                return change_own().collect();
            }
            let rest = scene.rest.keys().flat_map(change_rest);
            change_picked().chain(rest).collect()
        }
        Subject::Further(_) => unreachable!("only properties speak of further processes"),
    }
}

/// What a process may become; `other` is who is `otr` in the update.
pub(crate) fn updated(
    world: World<'_>,
    kind: &Kind,
    updates: &[Update],
    scene: &Scene,
    other: Option<&Kind>,
) -> Vec<Kind> {
    let mut made = vec![kind.clone()];
    for update in updates {
        match update {
            Update::Location(location) => {
                made.iter_mut().for_each(|it| it.location = *location);
            }
            Update::Const(target, value) => {
                made.iter_mut().for_each(|it| it.finites[target.index()] = *value);
            }
            Update::Copy { target, of, table } => {
                let value = table[kind.finite(*of)];
                made.iter_mut().for_each(|it| it.finites[target.index()] = value);
            }
            Update::Read { target, of, table } => {
                let values = scene.view(world, |view| View { other, ..*view }.finite(*of));
                let each = |it: &Kind| {
                    let with = |value: ValueId| {
                        let mut it = it.clone();
                        it.finites[target.index()] = table[value];
                        it
                    };
                    values.iter().flatten().map(|value| with(*value)).collect::<Vec<_>>()
                };
                made = made.iter().flat_map(each).collect();
            }
            Update::AnyValue(target) => {
                let values = || world.system.finites[*target].values.ids();
                let each = |it: &Kind| {
                    let with = |value: ValueId| {
                        let mut it = it.clone();
                        it.finites[target.index()] = value;
                        it
                    };
                    values().map(with).collect::<Vec<_>>()
                };
                made = made.iter().flat_map(each).collect();
            }
            Update::AnyNumber(_) => {}
            Update::Number { value, .. } => {
                if reads_nobody(world, scene, value.base) {
                    return Vec::new();
                }
            }
        }
    }
    made.sort();
    made.dedup();
    made
}

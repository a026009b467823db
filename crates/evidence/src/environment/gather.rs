//! One step, and what becomes of every kind of bystander.

use index::Id;
use protocol::eval::{CentreState, Participant, ProcessState, Scene};
use protocol::{DataRef, DataTarget, Formula, Scan, Subject};
use rustc_hash::FxHashSet;

use super::Flaw;
use super::cells::Cells;
use super::certificate::{ControlRow, LocalRow};
use super::descent::trends;
use super::enumerate::{LocalNumber, Numbers, World};
use super::numbers::Ruler;
use super::step::{After, Attempt, Way, scene};
use super::walk::{Actor, Step};

/// A number that a scan reads: of the scanner (0) or of the first or second other, or of the
/// centre.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ScanNumber {
    Process(usize, usize),
    Centre(usize),
}

impl ScanNumber {
    pub fn is_natural(self, ruler: &Ruler) -> bool {
        match self {
            Self::Process(_, n) => ruler.natural[n],
            Self::Centre(n) => ruler.natural_centre[n],
        }
    }
}

/// All numbers that a scan reads or writes, for a scanner and two others.
pub(super) fn scan_numbers(scan: &Scan) -> Vec<ScanNumber> {
    let mut read = Vec::new();
    let mut add = |data: DataRef| match data {
        DataRef::Process(Subject::Own, id) => read.push(ScanNumber::Process(0, id.index())),
        DataRef::Process(Subject::Other, id) => {
            read.extend([1, 2].map(|who| ScanNumber::Process(who, id.index())));
        }
        DataRef::Centre(id) => read.push(ScanNumber::Centre(id.index())),
        DataRef::Process(..) => unreachable!("refused: beyond pairs"),
    };
    scan.value.base.into_iter().for_each(&mut add);
    match scan.target {
        DataTarget::Own(id) => add(DataRef::Process(Subject::Own, id)),
        DataTarget::Centre(id) => add(DataRef::Centre(id)),
    }
    numbers_in(&scan.test, &mut add);
    read.sort_unstable();
    read.dedup();
    read
}

/// Calls `add` with every number that a comparison reads.
pub(super) fn numbers_in(formula: &Formula, add: &mut dyn FnMut(DataRef)) {
    for atom in formula.atoms() {
        if let Formula::Compare(_, lhs, rhs) = atom {
            lhs.base.into_iter().chain(rhs.base).for_each(&mut *add);
        }
    }
}

/// The distinguished processes of a step.
pub(super) struct Cast<'a> {
    pub actor: Actor,
    pub x: &'a Participant,
    /// The environment's actor, and its control.
    pub y: Option<(&'a Participant, usize)>,
    pub centre: &'a CentreState,
    pub numbers: &'a Numbers,
    pub control: usize,
    /// The cell of `y`, and whether `x` has checked it, and it `x`.
    pub cell: Option<(usize, [bool; 2])>,
}

impl Cast<'_> {
    pub fn own(&self) -> Option<&Participant> {
        match self.actor {
            Actor::Reference => Some(self.x),
            Actor::Environment => self.y.map(|y| y.0),
            Actor::Centre => None,
        }
    }

    /// The reference after a step of these.
    fn x_after<'b>(&'b self, after: &'b After) -> &'b ProcessState {
        match self.actor {
            Actor::Reference => after.scene.own.as_ref().map_or(&self.x.state, |own| &own.state),
            Actor::Environment | Actor::Centre => &after.scene.others[0].state,
        }
    }

    /// Whether the actor has checked the bystander.
    pub fn has_checked(&self, bystander: &Bystander<'_>) -> bool {
        match self.actor {
            Actor::Reference => bystander.flags[0],
            Actor::Environment => bystander.flags[2],
            Actor::Centre => false,
        }
    }
}

/// A bystander, and who has checked whom.
pub(super) struct Bystander<'a> {
    pub state: &'a Participant,
    pub local: LocalNumber,
    pub cell: usize,
    /// The reference has checked it; it has checked the reference; the actor has checked it.
    pub flags: [bool; 3],
}

/// Somebody who may be a bystander: its local state, and the signs of all pair facts to the
/// reference and to the environment's actor, if there is one.
struct Newcomer<'a> {
    z: &'a Participant,
    local: LocalNumber,
    signs: u64,
    signs_of_actor: u64,
}

/// What one way of a step does to all kinds of bystanders.
struct Gathered {
    /// The step with nobody but the distinguished processes.
    base: After,
    /// The control after it.
    control: Option<usize>,
    /// Whether it leaves the reference and the centre as they are.
    is_unnoticed: bool,
    images: Vec<Cells>,
    witnesses: Vec<Vec<Cells>>,
    /// By cell: where a bystander is after it was visited.
    visited: Vec<Cells>,
    /// A bystander of which the certificate does not know what it becomes.
    unknown: Option<String>,
}

impl World<'_> {
    /// The steps of the reference or of the centre.
    pub(super) fn steps_of(
        &self,
        actor: Actor,
        row: &ControlRow,
        attempt: &Attempt<'_>,
        steps: &mut FxHashSet<Step>,
    ) -> Result<(), Flaw> {
        for numbers in self.numbers_for(1, attempt)?.iter() {
            self.with_reference(row, numbers, actor, attempt, steps)?;
        }
        Ok(())
    }

    fn with_reference(
        &self,
        row: &ControlRow,
        numbers: &Numbers,
        actor: Actor,
        attempt: &Attempt<'_>,
        steps: &mut FxHashSet<Step>,
    ) -> Result<(), Flaw> {
        self.budget.check()?;
        if self.is_redundant(&row.local, &numbers.processes[0]) {
            return Ok(());
        }
        let centre = self.centre_state(&row.centre, &numbers.centre);
        let x = Participant { id: 20, state: self.process(&row.local, &numbers.processes[0]) };
        let Some(control) = self.control(&x.state, &centre)? else { return Ok(()) };
        let cast = Cast { actor, x: &x, y: None, centre: &centre, numbers, control, cell: None };
        self.gather(&cast, attempt, steps)
    }

    pub(super) fn environment_steps(
        &self,
        row: &ControlRow,
        reference: &LocalRow,
        attempt: &Attempt<'_>,
        steps: &mut FxHashSet<Step>,
    ) -> Result<(), Flaw> {
        for numbers in self.numbers_for(2, attempt)?.iter() {
            self.each_meeting(row, reference, numbers, &mut |cast| {
                self.gather(cast, attempt, steps)
            })?;
        }
        Ok(())
    }

    /// Calls `visit` with every way in which the two can be related.
    pub(super) fn each_meeting(
        &self,
        row: &ControlRow,
        reference: &LocalRow,
        numbers: &Numbers,
        visit: &mut dyn FnMut(&Cast<'_>) -> Result<(), Flaw>,
    ) -> Result<(), Flaw> {
        self.budget.check()?;
        if self.is_redundant(reference, &numbers.processes[0])
            || self.is_redundant(&row.local, &numbers.processes[1])
        {
            return Ok(());
        }
        let centre = self.centre_state(&row.centre, &numbers.centre);
        let x = Participant { id: 20, state: self.process(reference, &numbers.processes[0]) };
        let y_state = self.process(&row.local, &numbers.processes[1]);
        let Some(control) = self.control(&x.state, &centre)? else { return Ok(()) };
        let Some(y_control) = self.control(&y_state, &centre)? else { return Ok(()) };
        let y_ids: &[u32] = if self.certificate.ids { &[10, 30] } else { &[30] };
        for y_id in y_ids {
            let y = Participant { id: *y_id, state: y_state.clone() };
            for checks in options(x.state.checking.is_some()) {
                for checked in options(y.state.checking.is_some()) {
                    let less = x.id < y.id;
                    let flags = [*checks, *checked];
                    let cell = self.cell(&x.state, &y.state, &centre, less, flags)?;
                    let back =
                        self.cell(&y.state, &x.state, &centre, !less, [*checked, *checks])?;
                    if !self.knows(Some(control), cell) || !self.knows(Some(y_control), back) {
                        continue;
                    }
                    visit(&Cast {
                        actor: Actor::Environment,
                        x: &x,
                        y: Some((&y, y_control)),
                        centre: &centre,
                        numbers,
                        control,
                        cell: cell.map(|cell| (cell, flags)),
                    })?;
                }
            }
        }
        Ok(())
    }

    /// Calls `visit` with every bystander that the certificate allows beside the distinguished
    /// processes.
    pub(super) fn each_bystander(
        &self,
        cast: &Cast<'_>,
        visit: &mut dyn FnMut(&Bystander<'_>) -> Result<(), Flaw>,
    ) -> Result<(), Flaw> {
        let all_data = self.bystander_data(cast.numbers);
        let ids: &[u32] = match (self.certificate.ids, cast.y.map(|(y, _)| y.id)) {
            (false, _) => &[40],
            (true, None) => &[15, 25],
            (true, Some(10)) => &[5, 15, 25],
            (true, Some(_)) => &[15, 25, 35],
        };
        for row in &self.beside[cast.control] {
            for data in all_data.iter().filter(|data| !self.is_redundant(row, data)) {
                self.budget.check()?;
                let mut z = Participant { id: 0, state: self.process(row, data) };
                let Some(local) = self.local(&z.state, cast.centre)? else { continue };
                let signs = self.signs(&cast.x.state, &z.state);
                let signs_of_actor = cast.y.map_or(0, |(y, _)| self.signs(&y.state, &z.state));
                for id in ids {
                    z.id = *id;
                    let newcomer = Newcomer { z: &z, local, signs, signs_of_actor };
                    self.each_acquaintance(cast, &newcomer, visit)?;
                }
            }
        }
        Ok(())
    }

    /// Calls `visit` with every way in which the newcomer and the distinguished processes can have
    /// checked each other.
    fn each_acquaintance(
        &self,
        cast: &Cast<'_>,
        newcomer: &Newcomer<'_>,
        visit: &mut dyn FnMut(&Bystander<'_>) -> Result<(), Flaw>,
    ) -> Result<(), Flaw> {
        let Newcomer { z, local, signs, .. } = *newcomer;
        let actor_checks = cast.y.is_some_and(|(y, _)| y.state.checking.is_some());
        for checks in options(cast.x.state.checking.is_some()) {
            for checked in options(z.state.checking.is_some()) {
                let less = cast.x.id < z.id;
                let Some(cell) = self.related(local, signs, less, [*checks, *checked]) else {
                    continue;
                };
                if !self.pairs[cast.control].has(cell) {
                    continue;
                }
                for actor in options(actor_checks) {
                    if self.actor_knows(cast, newcomer, *actor) {
                        let flags = [*checks, *checked, *actor];
                        visit(&Bystander { state: z, local, cell, flags })?;
                    }
                }
            }
        }
        Ok(())
    }

    fn actor_knows(&self, cast: &Cast<'_>, newcomer: &Newcomer<'_>, checks: bool) -> bool {
        let Some((y, control)) = cast.y else { return true };
        let Newcomer { z, local, signs_of_actor, .. } = *newcomer;
        options(z.state.checking.is_some()).iter().any(|back| {
            let cell = self.related(local, signs_of_actor, y.id < z.id, [checks, *back]);
            self.knows(Some(control), cell)
        })
    }

    fn gather(
        &self,
        cast: &Cast<'_>,
        attempt: &Attempt<'_>,
        steps: &mut FxHashSet<Step>,
    ) -> Result<(), Flaw> {
        let judge = |scan: &Scan, scene: &Scene, others| self.outcome(scan, scene, others);
        let (mut before, mut checked) = self.alone(cast);
        let mut all: Vec<Gathered> = Vec::new();
        for base in attempt.run(self.system, &before, &checked, &cast.numbers.open, &judge)? {
            all.push(self.nobody_yet(cast, base)?);
        }
        if all.is_empty() {
            return Ok(());
        }
        let n_others = before.others.len();
        self.each_bystander(cast, &mut |bystander| {
            checked.truncate(n_others);
            checked.push(cast.has_checked(bystander));
            before.others.truncate(n_others);
            before.others.push(bystander.state.clone());
            for after in attempt.run(self.system, &before, &checked, &cast.numbers.open, &judge)? {
                for gathered in &mut all {
                    let base = &gathered.base.scene;
                    if base.own == after.scene.own
                        && base.centre == after.scene.centre
                        && base.others[..] == after.scene.others[..n_others]
                    {
                        self.note(cast, attempt, bystander, &after, gathered)?;
                    }
                }
            }
            Ok(())
        })?;
        for gathered in all {
            self.conclude(cast, attempt, gathered, steps)?;
        }
        Ok(())
    }

    /// The distinguished processes without bystanders, and which of the others are checked.
    pub(super) fn alone(&self, cast: &Cast<'_>) -> (Scene, Vec<bool>) {
        let others: Vec<Participant> = match cast.actor {
            Actor::Reference => Vec::new(),
            Actor::Environment | Actor::Centre => vec![cast.x.clone()],
        };
        let checked = match cast.cell {
            Some((_, [_, checked])) => vec![checked],
            None => vec![false; others.len()],
        };
        (scene(cast.own().cloned(), cast.centre, others), checked)
    }

    fn nobody_yet(&self, cast: &Cast<'_>, base: After) -> Result<Gathered, Flaw> {
        let n_cells = self.certificate.cells.len();
        let x = cast.x_after(&base);
        let is_unnoticed = *x == cast.x.state && base.scene.centre == *cast.centre;
        let control = self.control(x, &base.scene.centre)?;
        Ok(Gathered {
            is_unnoticed,
            images: vec![Cells::NONE; n_cells],
            witnesses: vec![vec![Cells::NONE; n_cells]; base.n_witnesses as usize],
            visited: vec![Cells::NONE; n_cells],
            unknown: None,
            control,
            base,
        })
    }

    /// Notes what became of the bystander, the last of the others in the scene.
    fn note(
        &self,
        cast: &Cast<'_>,
        attempt: &Attempt<'_>,
        bystander: &Bystander<'_>,
        after: &After,
        gathered: &mut Gathered,
    ) -> Result<(), Flaw> {
        let x = cast.x_after(after);
        let last = after.scene.others.len() - 1;
        let z = &after.scene.others[last];
        // Whoever checks nothing any more has forgotten: a broadcast may have moved it away, even
        // if another one has moved it back.
        let x_forgets = match cast.actor {
            Actor::Reference => !attempt.keeps_checks(cast.x.state.checking),
            Actor::Environment | Actor::Centre => x.checking.is_none(),
        };
        let z_forgets = z.state.checking.is_none();
        let checks = [bystander.flags[0] && !x_forgets, bystander.flags[1] && !z_forgets];
        let control = gathered.control;
        let less = cast.x.id < z.id;
        // Most steps of others are noticed neither by the reference nor by bystanders. Then a
        // bystander stays in its cell, unless somebody forgets whom it has checked.
        let is_same = z.state == bystander.state.state;
        let local = match is_same && after.scene.centre == *cast.centre {
            true => Some(bystander.local),
            false => self.local(&z.state, &after.scene.centre)?,
        };
        let seen = |checks| local.and_then(|it| self.cell_of(x, &z.state, it, less, checks));
        let cell = match gathered.is_unnoticed && is_same && checks == bystander.flags[..2] {
            true => Some(bystander.cell),
            false => seen(checks),
        };
        let at = bystander.cell;
        let (true, Some(cell)) = (self.knows(control, cell), cell) else {
            gathered.unknown = Some(format!("{z:?} seen by {x:?}"));
            return Ok(());
        };
        gathered.images[at].put(cell);
        for (n, witness) in gathered.witnesses.iter_mut().enumerate() {
            if after.witnesses[last] >> n & 1 == 1 {
                witness[at].put(cell);
            }
        }
        if after.visitable[last] {
            let visited = match cast.actor {
                Actor::Reference => seen([true, checks[1]]),
                Actor::Environment | Actor::Centre => Some(cell),
            };
            match visited.filter(|visited| self.knows(control, Some(*visited))) {
                Some(visited) => gathered.visited[at].put(visited),
                None => gathered.unknown = Some(format!("{z:?} visited by {x:?}")),
            }
        }
        Ok(())
    }

    /// Adds the step in all its variants, if it can happen at all.
    fn conclude(
        &self,
        cast: &Cast<'_>,
        attempt: &Attempt<'_>,
        gathered: Gathered,
        steps: &mut FxHashSet<Step>,
    ) -> Result<(), Flaw> {
        let base = gathered.base;
        let by_x = base.witnesses.first().copied().unwrap_or(0);
        let needed: Vec<Vec<Cells>> = gathered
            .witnesses
            .into_iter()
            .enumerate()
            .filter(|(n, _)| by_x >> n & 1 == 0)
            .map(|(_, witness)| witness)
            .collect();
        let nobody = |cells: &Vec<Cells>| cells.iter().all(|cells| cells.is_none());
        if needed.iter().any(nobody) || cast.y.is_none() && nobody(&gathered.images) {
            return Ok(());
        }
        let visits = attempt.way == Way::Visit;
        if cast.actor == Actor::Reference && visits && nobody(&gathered.visited) {
            return Ok(());
        }
        if let Some(unknown) = gathered.unknown {
            return Err(Flaw::Wrong(format!("a pair is missing: {unknown}")));
        }
        let x = cast.x_after(&base);
        let Some(after) = gathered.control else {
            return Err(Flaw::Wrong(format!("a control is missing: {x:?}")));
        };
        let step = Step {
            before: cast.control,
            after,
            mover: None,
            actor: cast.actor,
            images: gathered.images,
            witnesses: needed,
            trends: trends(
                self.certificate,
                cast.actor,
                attempt,
                (&cast.x.state, cast.centre),
                (x, &base.scene.centre),
            ),
        };
        if cast.actor == Actor::Reference && visits {
            for (from, targets) in gathered.visited.iter().enumerate() {
                for to in (0..self.certificate.cells.len()).filter(|to| targets.has(*to)) {
                    steps.insert(Step { mover: Some((from, to)), ..step.clone() });
                }
            }
            return Ok(());
        }
        let Some((cell, [checks, checked])) = cast.cell else {
            steps.insert(step);
            return Ok(());
        };
        let y = base.scene.own.as_ref().map(|own| &own.state);
        let y = y.ok_or_else(|| Flaw::Wrong("the actor is gone".to_owned()))?;
        let less = cast.y.is_some_and(|(y, _)| cast.x.id < y.id);
        let checks = checks && x.checking.is_some();
        let keeps = cast.y.is_some_and(|(y, _)| attempt.keeps_checks(y.state.checking));
        let mut variants = Vec::new();
        if visits {
            if base.visitable[0] {
                variants.push((true, step.witnesses.clone()));
            }
            let mut witnesses = step.witnesses.clone();
            witnesses.push(gathered.visited);
            if !witnesses.iter().any(nobody) {
                variants.push((checked && keeps, witnesses));
            }
        } else {
            variants.push((checked && keeps, step.witnesses.clone()));
        }
        for (checked, witnesses) in variants {
            let to = self.cell(x, y, &base.scene.centre, less, [checks, checked])?;
            let Some(to) = to.filter(|to| self.knows(Some(after), Some(*to))) else {
                return Err(Flaw::Wrong(format!("a pair is missing: {y:?} seen by {x:?}")));
            };
            steps.insert(Step { mover: Some((cell, to)), witnesses, ..step.clone() });
        }
        Ok(())
    }
}

fn options(both: bool) -> &'static [bool] {
    if both { &[false, true] } else { &[false] }
}

//! The hunt for a fair run: eliminate what no fair run can visit for ever, and see what is left.
//!
//! The argument stands in [`crate::fairness`](crate::Elimination). The set `V` of each step is
//! the complement, within what is left, of what can still reach a state or a step that satisfies
//! the condition. It is closed by construction.
//!
//! # Parts
//! Controls that reach each other form a *part*; a run that stays in the region finally stays in
//! one part. Parts are searched one at a time, always one from which only parts without a fair
//! run can be reached. Those are empty by then, so what is closed in the part is closed in all
//! that is left. In a protocol where a process waits on a line of locations, every location is a
//! part of its own, and the steps from one to the next, which are the costly ones,
//! are never computed.
//!
//! # Order
//! Cheap and simple first: conditions that are satisfied nowhere, so that `V` is all that is
//! left; compassion before justice, because what nobody comes back to is then left no
//! more, and justice conditions have less to look at. Only when nothing else helps, compassion
//! where it concerns some states: such a `V` is a complicated set, and makes all that
//! follow complicated. (With complicated sets first, Lamport's bakery took minutes.) Strong fairness
//! stands beside compassion.
//!
//! # More conditions on the way
//! Eliminations do not depend on what comes later. So when a fair component is found and the
//! caller knows a condition that it violates ([`Hunt::require`]), the hunt goes on from there.

use index::{IdSet, IndexVec};

use super::arena::Arena;
use super::search::{Reached, Response};
use super::space::{Space, StateSet};
use crate::{ControlId, Elimination, Fairness, Justice, Lasso, State, Stop};

/// A component that no condition speaks against.
#[derive(Clone)]
pub struct FairComponent {
    /// Some state of it.
    pub centre: State,
    pub states: StateSet,
}

/// A search for a fair run that stays in a region.
pub struct Hunt<'a> {
    pub(super) space: &'a Space<'a>,
    pub(super) fairness: Fairness,
    region: StateSet,
    /// Still to be searched, the last one first.
    parts: Vec<IdSet<ControlId>>,
    pub(super) arena: Arena<'a>,
    steps: Vec<Elimination<StateSet>>,
}

impl<'a> Hunt<'a> {
    pub fn new(space: &'a Space<'a>, region: &StateSet, fairness: Fairness) -> Self {
        Self {
            space,
            fairness,
            region: region.clone(),
            parts: parts(space, region),
            arena: Arena::new(space, space.empty()),
            steps: Vec::new(),
        }
    }

    /// A fair component, or `None` if no fair run stays in the region.
    pub fn next_component(&mut self) -> Result<Option<FairComponent>, Stop> {
        loop {
            self.eliminate()?;
            if !self.arena.is_empty() {
                return self.terminal_component().map(Some);
            }
            let Some(part) = self.parts.pop() else { return Ok(None) };
            self.arena.enter(self.space.at(&self.region, |control| part.contains(control)));
        }
    }

    /// From now on, only runs that satisfy this condition too are fair.
    pub fn require(&mut self, justice: Justice) {
        self.fairness.justice.push(justice);
    }

    /// Why there is no fair run: the conditions, and what was eliminated by them.
    pub fn into_eliminations(self) -> (Fairness, Vec<Elimination<StateSet>>) {
        (self.fairness, self.steps)
    }

    /// A run into the component and round it that satisfies every condition.
    pub fn lasso(
        &self,
        reached: &Reached,
        response: &Response,
        component: &FairComponent,
    ) -> Result<Lasso, Stop> {
        let tail = self.space.owed_run(response, component.centre)?;
        let mut stem = self.space.initial_run(reached, tail.first)?;
        stem.steps.extend(tail.steps);
        Ok(Lasso { stem, cycle: self.tour(component)? })
    }

    /// Removes states until every one can reach each justice condition, and each right side of
    /// a compassion condition whose left side is still allowed there.
    fn eliminate(&mut self) -> Result<(), Stop> {
        loop {
            let n_steps = self.steps.len();
            self.remove_all()?;
            self.each_compassion(Self::forbid_everywhere)?;
            self.each_strong(Self::stuck_everywhere)?;
            if self.steps.len() > n_steps {
                continue;
            }
            for n in 0..self.fairness.justice.len() {
                if self.arena.is_empty() {
                    return Ok(());
                }
                self.remove_unjust(n)?;
            }
            if self.steps.len() > n_steps {
                continue;
            }
            self.each_strong(Self::stuck_somewhere)?;
            if self.steps.len() > n_steps {
                continue;
            }
            self.each_compassion(Self::forbid_somewhere)?;
            if self.steps.len() == n_steps {
                return Ok(());
            }
        }
    }

    /// Removes everything, if some justice condition is satisfied nowhere.
    fn remove_all(&mut self) -> Result<(), Stop> {
        for n in 0..self.fairness.justice.len() {
            if self.arena.is_empty() {
                return Ok(());
            }
            if self.space.is_empty(&self.arena.just(&self.fairness.justice[n])?) {
                let states = self.arena.states.clone();
                self.arena.enter(self.space.empty());
                self.steps.push(Elimination::Unjust { justice: n, states });
            }
        }
        Ok(())
    }

    fn remove_unjust(&mut self, n: usize) -> Result<(), Stop> {
        let goal = self.arena.just(&self.fairness.justice[n])?;
        let fine = self.arena.can_reach(goal)?;
        let states = self.space.difference(&self.arena.states, &fine)?;
        if !self.space.is_empty(&states) {
            self.arena.enter(fine);
            self.steps.push(Elimination::Unjust { justice: n, states });
        }
        Ok(())
    }

    /// Applies `forbid` to every compassion condition whose left side is still allowed.
    fn each_compassion(
        &mut self,
        forbid: impl Fn(&mut Self, usize) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        for n in 0..self.fairness.compassion.len() {
            if self.arena.left_side_occurs(&self.fairness.compassion[n], &self.arena.states)? {
                forbid(self, n)?;
            }
        }
        Ok(())
    }

    /// Forbids the left side, if the right side is allowed nowhere.
    fn forbid_everywhere(&mut self, n: usize) -> Result<(), Stop> {
        let compassion = &self.fairness.compassion[n];
        if self.space.is_empty(&self.arena.sources_of(&compassion.then_taken)?) {
            let states = self.arena.states.clone();
            self.arena.forbid(compassion, &states)?;
            self.steps.push(Elimination::Forbidden { compassion: n, states });
        }
        Ok(())
    }

    /// Forbids the left side where the right side cannot be reached.
    fn forbid_somewhere(&mut self, n: usize) -> Result<(), Stop> {
        let compassion = &self.fairness.compassion[n];
        let fine = self.arena.can_reach(self.arena.sources_of(&compassion.then_taken)?)?;
        let states = self.space.difference(&self.arena.states, &fine)?;
        if self.arena.left_side_occurs(compassion, &states)? {
            self.arena.forbid(compassion, &states)?;
            self.steps.push(Elimination::Forbidden { compassion: n, states });
        }
        Ok(())
    }

    /// Removes the states in which somebody is ready and never goes on, for every condition of strong
    /// fairness; `stuck` says where the promised rules cannot be come to any more.
    fn each_strong(
        &mut self,
        stuck: impl Fn(&Self, StateSet) -> Result<StateSet, Stop>,
    ) -> Result<(), Stop> {
        for n in 0..self.fairness.strong.len() {
            let strong = &self.fairness.strong[n];
            let ready = self.arena.ready(strong)?;
            if self.space.is_empty(&ready) {
                continue;
            }
            let trap = stuck(self, self.arena.sources_of(&strong.then_taken)?)?;
            let states = self.space.intersection(&trap, &ready)?;
            if !self.space.is_empty(&states) {
                let left = self.space.difference(&self.arena.states, &states)?;
                self.arena.enter(left);
                self.steps.push(Elimination::Insisted { strong: n, trap, states });
            }
        }
        Ok(())
    }

    /// Everywhere, if the goal is empty, and else nowhere.
    fn stuck_everywhere(&self, goal: StateSet) -> Result<StateSet, Stop> {
        Ok(match self.space.is_empty(&goal) {
            true => self.arena.states.clone(),
            false => self.space.empty(),
        })
    }

    /// Where the goal cannot be reached.
    fn stuck_somewhere(&self, goal: StateSet) -> Result<StateSet, Stop> {
        let fine = self.arena.can_reach(goal)?;
        self.space.difference(&self.arena.states, &fine)
    }

    /// A component of what is left that no allowed step leaves. Whatever can be reached and cannot
    /// come back lies further down, and there are finitely many components, so this ends.
    fn terminal_component(&self) -> Result<FairComponent, Stop> {
        let mut centre = self.space.pick(&self.arena.states).expect("something is left");
        loop {
            self.space.check_budget()?;
            let start = self.space.singleton(centre)?;
            let forward = self.space.chain(start.clone(), &self.arena, &self.space.empty())?.all;
            let back = self.arena.can_reach(start)?;
            match self.space.pick(&self.space.difference(&forward, &back)?) {
                Some(further) => centre = further,
                None => return Ok(FairComponent { centre, states: forward }),
            }
        }
    }
}

/// The parts of a region, those that are reached from others last.
fn parts(space: &Space<'_>, region: &StateSet) -> Vec<IdSet<ControlId>> {
    let is_here = |control: ControlId| region.0[control] != space.zero;
    let n_controls = space.system.controls.len();
    let mut after: IndexVec<ControlId, IdSet<ControlId>> =
        IndexVec::from_fn(n_controls, |control| [control].into_iter().collect());
    let edges: Vec<(ControlId, ControlId)> = {
        let rules = space.system.rules.values().map(|rule| (rule.source, rule.target));
        let mut edges: Vec<_> = rules.filter(|(from, to)| is_here(*from) && is_here(*to)).collect();
        edges.sort_unstable();
        edges.dedup();
        edges
    };
    let mut grown = true;
    while grown {
        grown = false;
        for (from, to) in &edges {
            let further = after[*to].clone();
            grown |= after[*from].union_with(&further);
        }
    }
    // Controls that reach each other reach the same ones, and more than any that come later.
    let mut here: Vec<ControlId> = region.0.ids().filter(|control| is_here(*control)).collect();
    here.sort_by_key(|control| std::cmp::Reverse(after[*control].len()));
    let mut parts: Vec<IdSet<ControlId>> = Vec::new();
    for control in here {
        let same = |part: &IdSet<ControlId>| {
            part.iter().next().is_some_and(|other| after[other] == after[control])
        };
        match parts.iter_mut().find(|part| same(part)) {
            Some(part) => {
                part.insert(control);
            }
            None => parts.push([control].into_iter().collect()),
        }
    }
    parts
}

//! A set of states and the steps that are still allowed within it.
//!
//! Steps that satisfy the left side of a compassion condition can be forbidden from some states;
//! everything here respects that.

use index::{IdSet, IndexVec};
use oxidd::BooleanFunction;

use super::search::Steps;
use super::space::{Bdd, Space, StateSet, full};
use crate::{Compassion, ControlId, Justice, Mask, RuleId, Stop, StrongFairness};

#[derive(Clone)]
pub(super) struct Arena<'a> {
    space: &'a Space<'a>,
    pub states: StateSet,
    /// Rules between controls at which there are states.
    rules: IdSet<RuleId>,
    /// By rule: states from which it must not be taken any more.
    blocked: IndexVec<RuleId, Bdd>,
}

impl<'a> Arena<'a> {
    pub fn new(space: &'a Space<'a>, states: StateSet) -> Self {
        let blocked = IndexVec::from_elem(space.zero.clone(), space.system.rules.len());
        let mut arena = Self { space, states: space.empty(), rules: IdSet::new(), blocked };
        arena.enter(states);
        arena
    }

    /// Goes on with other states; what is forbidden remains so.
    pub fn enter(&mut self, states: StateSet) {
        let space = self.space;
        let is_here = |control: ControlId| states.0[control] != space.zero;
        let rules = space.system.rules.iter();
        let inside = rules.filter(|(_, rule)| is_here(rule.source) && is_here(rule.target));
        self.rules = inside.map(|(id, _)| id).collect();
        self.states = states;
    }

    pub fn is_empty(&self) -> bool {
        self.space.is_empty(&self.states)
    }

    /// The states of the arena from which the rule may be taken, among `bits` at its source.
    pub fn allowed(&self, rule: RuleId, bits: &Bdd) -> Result<Bdd, Stop> {
        let source = self.space.system.rules[rule].source;
        let bits = full(bits.and(&self.states.0[source]))?;
        if self.blocked[rule] == self.space.zero {
            return Ok(bits);
        }
        // `imp_strict` is `!lhs & rhs`.
        full(self.blocked[rule].imp_strict(&bits))
    }

    /// Where a step of the rule into `target` can be taken from.
    fn sources(&self, rule: RuleId, target: &StateSet) -> Result<Bdd, Stop> {
        self.space.check_budget()?;
        let bits = self.space.preimage(rule, &target.0[self.space.system.rules[rule].target])?;
        if bits == self.space.zero {
            return Ok(bits);
        }
        self.allowed(rule, &bits)
    }

    /// The states of the arena that can reach `goal` within it; `goal` is part of the arena.
    pub fn can_reach(&self, goal: StateSet) -> Result<StateSet, Stop> {
        let system = self.space.system;
        let mut reached = goal;
        let mut versions: IndexVec<ControlId, usize> =
            IndexVec::from_elem(1, system.controls.len());
        let mut seen: IndexVec<RuleId, usize> = IndexVec::from_elem(0, system.rules.len());
        loop {
            let mut grown = false;
            for id in self.rules.iter() {
                let rule = &system.rules[id];
                if rule.is_idle()
                    || seen[id] == versions[rule.target]
                    || reached.0[rule.source] == self.states.0[rule.source]
                {
                    continue;
                }
                seen[id] = versions[rule.target];
                let sources = self.sources(id, &reached)?;
                let union = full(reached.0[rule.source].or(&sources))?;
                if union != reached.0[rule.source] {
                    reached.0[rule.source] = union;
                    versions[rule.source] += 1;
                    grown = true;
                }
            }
            if !grown {
                return Ok(reached);
            }
        }
    }

    /// The states in which the justice condition holds, or from which a step satisfies it.
    pub fn just(&self, justice: &Justice) -> Result<StateSet, Stop> {
        let space = self.space;
        let mut goal = space.at(&self.states, |control| justice.controls.contains(control));
        if let Some(empty) = justice.empty {
            let empty = space.cube(Mask::EMPTY, empty)?;
            for (control, bits) in self.states.0.iter() {
                goal.0[control] = full(goal.0[control].or(&full(bits.and(&empty))?))?;
            }
        }
        for region in &justice.regions {
            let states = &self.states.0[region.control];
            if *states != space.zero {
                let inside = full(space.guard(&region.guard)?.and(states))?;
                goal.0[region.control] = full(goal.0[region.control].or(&inside))?;
            }
        }
        self.add_sources(&mut goal, &justice.rules)?;
        Ok(goal)
    }

    /// The states from which a step of one of the rules can be taken.
    pub fn sources_of(&self, rules: &IdSet<RuleId>) -> Result<StateSet, Stop> {
        let mut goal = self.space.empty();
        self.add_sources(&mut goal, rules)?;
        Ok(goal)
    }

    /// The states in which the condition finds somebody ready.
    pub fn ready(&self, strong: &StrongFairness) -> Result<StateSet, Stop> {
        let space = self.space;
        let mut ready = space.at(&self.states, |control| strong.controls.contains(control));
        let required = strong.occupied.map_or(Mask::EMPTY, Mask::of);
        let occupied = space.cube(required, Mask::EMPTY)?;
        for control in strong.controls.iter() {
            ready.0[control] = full(ready.0[control].and(&occupied))?;
        }
        if space.is_empty(&ready) {
            return Ok(ready);
        }
        space.difference(&ready, &space.regions(&strong.may_wait)?)
    }

    /// Adds the states from which a step of one of the rules stays in the arena.
    fn add_sources(&self, goal: &mut StateSet, rules: &IdSet<RuleId>) -> Result<(), Stop> {
        for rule in rules.iter().filter(|rule| self.rules.contains(*rule)) {
            let source = self.space.system.rules[rule].source;
            if goal.0[source] != self.states.0[source] {
                let sources = self.sources(rule, &self.states)?;
                goal.0[source] = full(goal.0[source].or(&sources))?;
            }
        }
        Ok(())
    }

    /// Whether a step of the left side can still be taken from one of the states.
    pub fn left_side_occurs(
        &self,
        compassion: &Compassion,
        states: &StateSet,
    ) -> Result<bool, Stop> {
        let required = compassion.occupied.map_or(Mask::EMPTY, Mask::of);
        let occupied = self.space.cube(required, Mask::EMPTY)?;
        for rule in compassion.if_taken.iter().filter(|rule| self.rules.contains(*rule)) {
            let source = self.space.system.rules[rule].source;
            let from = full(states.0[source].and(&occupied))?;
            if from == self.space.zero {
                continue;
            }
            let into = self.sources(rule, &self.states)?;
            if full(into.and(&from))? != self.space.zero {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Forbids the steps of the left side from these states.
    pub fn forbid(&mut self, compassion: &Compassion, states: &StateSet) -> Result<(), Stop> {
        let required = compassion.occupied.map_or(Mask::EMPTY, Mask::of);
        let occupied = self.space.cube(required, Mask::EMPTY)?;
        for rule in compassion.if_taken.iter().filter(|rule| self.rules.contains(*rule)) {
            let from = full(states.0[self.space.system.rules[rule].source].and(&occupied))?;
            self.blocked[rule] = full(self.blocked[rule].or(&from))?;
        }
        Ok(())
    }
}

impl Steps for Arena<'_> {
    fn image(&self, rule: RuleId, from: &Bdd) -> Result<Bdd, Stop> {
        if !self.rules.contains(rule) {
            return Ok(self.space.zero.clone());
        }
        let target = self.space.system.rules[rule].target;
        let sources = self.allowed(rule, from)?;
        full(self.space.image(rule, &sources)?.and(&self.states.0[target]))
    }

    fn preimage(&self, rule: RuleId, to: &Bdd) -> Result<Bdd, Stop> {
        let before = self.space.preimage(rule, to)?;
        self.allowed(rule, &before)
    }
}

impl Space<'_> {
    /// Whether neither a state of the set nor a step within it satisfies the condition.
    pub fn violates(&self, set: &StateSet, justice: &Justice) -> Result<bool, Stop> {
        let arena = Arena::new(self, set.clone());
        Ok(self.is_empty(&arena.just(justice)?))
    }
}

//! Fair cycles: eliminate what no fair run can visit for ever, and see what is left.
//!
//! The argument stands in [`crate::fairness`](crate::Elimination). The set `V` of each step is
//! the complement, within the region, of what can still reach a state or a step that satisfies
//! the condition. It is closed by construction.

use index::IndexVec;
use oxidd::BooleanFunction;

use super::search::{Reached, Response, Steps};
use super::space::{Bdd, Space, StateSet, full};
use crate::{
    Compassion, ControlId, Elimination, FairSearch, Fairness, Justice, Lasso, Mask, RuleId, Run,
    State, Stop,
};

/// A region and the steps that are still allowed in it.
pub struct Arena<'a> {
    fairness: &'a Fairness,
    pub states: StateSet,
    /// By compassion condition: where its left side is forbidden.
    forbidden: Vec<StateSet>,
    /// By rule: the compassion conditions whose left side it is.
    left_sides: IndexVec<RuleId, Vec<usize>>,
}

impl<'a> Arena<'a> {
    pub fn new(space: &Space<'_>, states: StateSet, fairness: &'a Fairness) -> Self {
        let left_sides = space.system.rules.ids().map(|rule| {
            let conditions = 0..fairness.compassion.len();
            conditions.filter(|n| fairness.compassion[*n].if_taken.contains(rule)).collect()
        });
        Self {
            fairness,
            states,
            forbidden: vec![space.empty(); fairness.compassion.len()],
            left_sides: left_sides.collect(),
        }
    }

    /// The states of the arena from which the rule may be taken, among `bits` at its source.
    fn allowed(&self, space: &Space<'_>, rule: RuleId, bits: &Bdd) -> Result<Bdd, Stop> {
        let source = space.system.rules[rule].source;
        let mut bits = full(bits.and(&self.states.0[source]))?;
        for condition in &self.left_sides[rule] {
            let forbidden = &self.forbidden[*condition].0[source];
            if *forbidden != space.zero {
                let occupied = self.fairness.compassion[*condition].occupied;
                let left = full(forbidden.and(&space.cube(Mask::of(occupied), Mask::EMPTY)?))?;
                bits = full(left.imp_strict(&bits))?;
            }
        }
        Ok(bits)
    }

    /// Where a step of the rule into `target` can be taken from.
    fn sources(&self, space: &Space<'_>, rule: RuleId, target: &StateSet) -> Result<Bdd, Stop> {
        space.budget.check()?;
        let bits = space.preimage(rule, &target.0[space.system.rules[rule].target])?;
        if bits == space.zero {
            return Ok(bits);
        }
        self.allowed(space, rule, &bits)
    }

    /// The states of the arena that can reach `goal` within it; `goal` is part of the arena.
    fn can_reach(&self, space: &Space<'_>, goal: StateSet) -> Result<StateSet, Stop> {
        let mut reached = goal;
        let mut versions: IndexVec<ControlId, usize> =
            IndexVec::from_elem(1, space.system.controls.len());
        let mut seen: IndexVec<RuleId, usize> = IndexVec::from_elem(0, space.system.rules.len());
        loop {
            let mut grown = false;
            for (id, rule) in space.system.rules.iter().filter(|(_, rule)| !rule.is_idle()) {
                if seen[id] == versions[rule.target]
                    || reached.0[rule.source] == self.states.0[rule.source]
                {
                    continue;
                }
                seen[id] = versions[rule.target];
                let sources = self.sources(space, id, &reached)?;
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
    fn just(&self, space: &Space<'_>, justice: &Justice) -> Result<StateSet, Stop> {
        let mut goal = space.at(&self.states, |control| justice.controls.contains(control));
        if let Some(empty) = justice.empty {
            let empty = space.cube(Mask::EMPTY, empty)?;
            for (control, bits) in self.states.0.iter() {
                goal.0[control] = full(goal.0[control].or(&full(bits.and(&empty))?))?;
            }
        }
        if !justice.regions.is_empty() {
            let inside = space.intersection(&space.regions(&justice.regions)?, &self.states)?;
            goal = space.union(&goal, &inside)?;
        }
        for rule in justice.rules.iter() {
            let sources = self.sources(space, rule, &self.states)?;
            let source = space.system.rules[rule].source;
            goal.0[source] = full(goal.0[source].or(&sources))?;
        }
        Ok(goal)
    }

    fn right_side(&self, space: &Space<'_>, compassion: &Compassion) -> Result<StateSet, Stop> {
        let mut goal = space.empty();
        for rule in compassion.then_taken.iter() {
            let sources = self.sources(space, rule, &self.states)?;
            let source = space.system.rules[rule].source;
            goal.0[source] = full(goal.0[source].or(&sources))?;
        }
        Ok(goal)
    }

    /// Removes states until every one can reach each justice condition, and each right side of
    /// a compassion condition whose left side is still allowed there.
    fn eliminate(&mut self, space: &Space<'_>) -> Result<Vec<Elimination<StateSet>>, Stop> {
        let mut steps = Vec::new();
        loop {
            let before = steps.len();
            for (n, justice) in self.fairness.justice.iter().enumerate() {
                if space.is_empty(&self.states) {
                    return Ok(steps);
                }
                let goal = self.just(space, justice)?;
                let fine = self.can_reach(space, goal)?;
                let states = space.difference(&self.states, &fine)?;
                if !space.is_empty(&states) {
                    self.states = fine;
                    steps.push(Elimination::Unjust { justice: n, states });
                }
            }
            for (n, compassion) in self.fairness.compassion.iter().enumerate() {
                if !self.left_side_is_allowed(space, compassion)? {
                    continue;
                }
                let goal = self.right_side(space, compassion)?;
                let fine = self.can_reach(space, goal)?;
                let states = space.difference(&self.states, &fine)?;
                let fresh = space.difference(&states, &self.forbidden[n])?;
                if self.left_side_occurs(space, compassion, &fresh)? {
                    self.forbidden[n] = space.union(&self.forbidden[n], &states)?;
                    steps.push(Elimination::Forbidden { compassion: n, states });
                }
            }
            if steps.len() == before || space.is_empty(&self.states) {
                return Ok(steps);
            }
        }
    }

    fn left_side_is_allowed(
        &self,
        space: &Space<'_>,
        compassion: &Compassion,
    ) -> Result<bool, Stop> {
        self.left_side_occurs(space, compassion, &self.states)
    }

    /// Whether a step of the left side can still be taken from one of the states.
    fn left_side_occurs(
        &self,
        space: &Space<'_>,
        compassion: &Compassion,
        states: &StateSet,
    ) -> Result<bool, Stop> {
        let occupied = space.cube(Mask::of(compassion.occupied), Mask::EMPTY)?;
        for rule in compassion.if_taken.iter() {
            let source = space.system.rules[rule].source;
            let from = full(states.0[source].and(&occupied))?;
            if from == space.zero {
                continue;
            }
            let into = self.sources(space, rule, &self.states)?;
            if full(into.and(&from))? != space.zero {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// The steps that are allowed in an arena, to states of the arena.
struct Inside<'a> {
    space: &'a Space<'a>,
    arena: &'a Arena<'a>,
}

impl Steps for Inside<'_> {
    fn image(&self, rule: RuleId, from: &Bdd) -> Result<Bdd, Stop> {
        let target = self.space.system.rules[rule].target;
        let sources = self.arena.allowed(self.space, rule, from)?;
        full(self.space.image(rule, &sources)?.and(&self.arena.states.0[target]))
    }

    fn preimage(&self, rule: RuleId, to: &Bdd) -> Result<Bdd, Stop> {
        let before = self.space.preimage(rule, to)?;
        self.arena.allowed(self.space, rule, &before)
    }
}

impl Space<'_> {
    /// Searches for a fair run that for ever owes the response.
    pub fn fair_search(
        &self,
        reached: &Reached,
        response: &Response,
        fairness: &Fairness,
    ) -> Result<FairSearch<StateSet>, Stop> {
        let mut arena = Arena::new(self, response.owed.all.clone(), fairness);
        let steps = arena.eliminate(self)?;
        let Some(mut centre) = self.pick(&arena.states) else { return Ok(FairSearch::None(steps)) };
        // Whatever can be reached and cannot come back lies further down; there are finitely
        // many components, so this ends in a terminal one.
        let component = loop {
            self.budget.check()?;
            let steps = Inside { space: self, arena: &arena };
            let forward = self.chain(self.singleton(centre)?, &steps, &self.empty())?.all;
            let back = arena.can_reach(self, self.singleton(centre)?)?;
            match self.pick(&self.difference(&forward, &back)?) {
                Some(further) => centre = further,
                None => break forward,
            }
        };
        arena.states = component.clone();
        let cycle = self.tour(&arena, centre)?;
        let stem = self.stem(reached, response, centre)?;
        Ok(FairSearch::Found { lasso: Lasso { stem, cycle }, component })
    }

    /// Whether neither a state of the set nor a step within it satisfies the condition.
    pub fn violates(&self, set: &StateSet, justice: &Justice) -> Result<bool, Stop> {
        let fairness = Fairness::default();
        let arena = Arena::new(self, set.clone(), &fairness);
        Ok(self.is_empty(&arena.just(self, justice)?))
    }

    /// From the start through a trigger to `state`.
    fn stem(&self, reached: &Reached, response: &Response, state: State) -> Result<Run, Stop> {
        let tail = self.owed_run(response, state)?;
        let mut run = self.initial_run(reached, tail.first)?;
        run.steps.extend(tail.steps);
        Ok(run)
    }

    /// A cycle from `centre` through the arena, a terminal component, that satisfies every
    /// condition.
    fn tour(&self, arena: &Arena<'_>, centre: State) -> Result<Vec<(Option<RuleId>, State)>, Stop> {
        let mut steps: Vec<(Option<RuleId>, State)> = Vec::new();
        let mut here = centre;
        for justice in &arena.fairness.justice {
            let visited = |state: State| justice.holds_in(state);
            let taken =
                |rule: Option<RuleId>| rule.is_some_and(|rule| justice.rules.contains(rule));
            if visited(centre) || steps.iter().any(|step| visited(step.1) || taken(step.0)) {
                continue;
            }
            let goal = arena.just(self, justice)?;
            self.go(arena, &mut here, &goal, &mut steps)?;
            if !visited(here) {
                self.take(arena, &mut here, &justice.rules, &mut steps)?;
            }
        }
        for compassion in &arena.fairness.compassion {
            if !arena.left_side_is_allowed(self, compassion)? {
                continue;
            }
            let goal = arena.right_side(self, compassion)?;
            if !self.is_empty(&goal) {
                self.go(arena, &mut here, &goal, &mut steps)?;
                self.take(arena, &mut here, &compassion.then_taken, &mut steps)?;
            }
        }
        self.go(arena, &mut here, &self.singleton(centre)?, &mut steps)?;
        if steps.is_empty() {
            steps.push((None, centre));
        }
        Ok(steps)
    }

    /// Walks from `here` to some state of `goal`.
    fn go(
        &self,
        arena: &Arena<'_>,
        here: &mut State,
        goal: &StateSet,
        steps: &mut Vec<(Option<RuleId>, State)>,
    ) -> Result<(), Stop> {
        let inside = Inside { space: self, arena };
        let reached = self.chain(self.singleton(*here)?, &inside, goal)?;
        if let Some(state) = self.pick(&self.intersection(&reached.all, goal)?) {
            steps.extend(self.run_to(&reached, state, &inside)?.steps);
            *here = state;
        }
        Ok(())
    }

    /// Takes a step of one of the rules from `here`, if there is one within the arena.
    fn take(
        &self,
        arena: &Arena<'_>,
        here: &mut State,
        rules: &index::IdSet<RuleId>,
        steps: &mut Vec<(Option<RuleId>, State)>,
    ) -> Result<(), Stop> {
        let from = self.singleton(*here)?;
        for rule in rules.iter() {
            let (source, target) = (self.system.rules[rule].source, self.system.rules[rule].target);
            let sources = arena.allowed(self, rule, &from.0[source])?;
            let mut after = self.empty();
            after.0[target] = full(self.image(rule, &sources)?.and(&arena.states.0[target]))?;
            if let Some(state) = self.pick(&after) {
                steps.push((Some(rule), state));
                *here = state;
                return Ok(());
            }
        }
        Ok(())
    }
}

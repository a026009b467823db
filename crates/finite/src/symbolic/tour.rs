//! A cycle through a fair component that satisfies every condition.
//!
//! The component is terminal in what is left after all eliminations, so from each of its states
//! every condition can be satisfied within it, one after the other.

use index::IdSet;
use oxidd::BooleanFunction;

use super::arena::Arena;
use super::hunt::{FairComponent, Hunt};
use super::space::{StateSet, full};
use crate::{RuleId, State, Stop};

/// The steps of a walk, each with the state after it.
type Walked = Vec<(Option<RuleId>, State)>;

impl Hunt<'_> {
    pub(super) fn tour(&self, component: &FairComponent) -> Result<Walked, Stop> {
        let mut arena = self.arena.clone();
        arena.enter(component.states.clone());
        let centre = component.centre;
        let mut steps = Vec::new();
        let mut here = centre;
        for justice in &self.fairness.justice {
            let visited = |state: State| justice.holds_in(state);
            let taken =
                |rule: Option<RuleId>| rule.is_some_and(|rule| justice.rules.contains(rule));
            if visited(centre) || steps.iter().any(|(rule, to)| visited(*to) || taken(*rule)) {
                continue;
            }
            self.go(&arena, &mut here, &arena.just(justice)?, &mut steps)?;
            if !visited(here) {
                self.take(&arena, &mut here, &justice.rules, &mut steps)?;
            }
        }
        for compassion in &self.fairness.compassion {
            if !arena.left_side_occurs(compassion, &arena.states)? {
                continue;
            }
            self.go_on_by(&arena, &mut here, &compassion.then_taken, &mut steps)?;
        }
        for strong in &self.fairness.strong {
            if !self.space.is_empty(&arena.ready(strong)?) {
                self.go_on_by(&arena, &mut here, &strong.then_taken, &mut steps)?;
            }
        }
        self.go(&arena, &mut here, &self.space.singleton(centre)?, &mut steps)?;
        if steps.is_empty() {
            steps.push((None, centre));
        }
        Ok(steps)
    }

    /// Walks to where a step of one of the rules can be taken, and takes it, if there is one.
    fn go_on_by(
        &self,
        arena: &Arena<'_>,
        here: &mut State,
        rules: &IdSet<RuleId>,
        steps: &mut Walked,
    ) -> Result<(), Stop> {
        let goal = arena.sources_of(rules)?;
        if self.space.is_empty(&goal) {
            return Ok(());
        }
        self.go(arena, here, &goal, steps)?;
        self.take(arena, here, rules, steps)
    }

    /// Walks from `here` to some state of `goal`.
    fn go(
        &self,
        arena: &Arena<'_>,
        here: &mut State,
        goal: &StateSet,
        steps: &mut Walked,
    ) -> Result<(), Stop> {
        let space = self.space;
        let reached = space.chain(space.singleton(*here)?, arena, goal)?;
        if let Some(state) = space.pick(&space.intersection(&reached.all, goal)?) {
            steps.extend(space.run_to(&reached, state, arena)?.steps);
            *here = state;
        }
        Ok(())
    }

    /// Takes a step of one of the rules from `here`, if there is one within the arena.
    fn take(
        &self,
        arena: &Arena<'_>,
        here: &mut State,
        rules: &IdSet<RuleId>,
        steps: &mut Walked,
    ) -> Result<(), Stop> {
        let space = self.space;
        let from = space.singleton(*here)?;
        for rule in rules.iter() {
            let (source, target) =
                (space.system.rules[rule].source, space.system.rules[rule].target);
            let sources = arena.allowed(rule, &from.0[source])?;
            let mut after = space.empty();
            after.0[target] = full(space.image(rule, &sources)?.and(&arena.states.0[target]))?;
            if let Some(state) = space.pick(&after) {
                steps.push((Some(rule), state));
                *here = state;
                return Ok(());
            }
        }
        Ok(())
    }
}

//! Reachability by chaining, and runs read off its history.
//!
//! Breadth-first rings of these systems are complicated sets even where the union of all rings
//! is simple: which states take *exactly* n steps depends on everything. So rules are applied
//! one after the other to all that is known (*chaining*), and each application that adds
//! something is remembered with what was known before it: an onion whose rings are
//! applications. A run to a state goes back from the application that added it to a
//! predecessor that was known before that application, so it ends. It is not always a shortest one.

use index::{IdSet, IndexVec};
use oxidd::BooleanFunction;

use super::space::{Bdd, Space, StateSet, full};
use crate::{ControlId, Region, RuleId, Run, Search, State, Stop};

/// What can be reached from some states.
#[derive(Clone)]
pub struct Reached {
    pub all: StateSet,
    start: StateSet,
    /// The applications that added states, each with what was known at its target before.
    history: Vec<(RuleId, Bdd)>,
}

/// The region in which a response is still owed: what is reachable from the trigger without
/// passing the response.
#[derive(Clone)]
pub struct Response {
    pub owed: Reached,
}

/// The steps that a chain may take.
pub(super) trait Steps {
    /// The states after a step of the rule from these, if it may be taken.
    fn image(&self, rule: RuleId, from: &Bdd) -> Result<Bdd, Stop>;
    /// The states before.
    fn preimage(&self, rule: RuleId, to: &Bdd) -> Result<Bdd, Stop>;
}

/// All steps to controls that are kept.
struct Kept<'a, F> {
    space: &'a Space<'a>,
    keep: F,
    /// States that are left out.
    without: Option<&'a StateSet>,
}

impl<F: Fn(ControlId) -> bool> Steps for Kept<'_, F> {
    fn image(&self, rule: RuleId, from: &Bdd) -> Result<Bdd, Stop> {
        let target = self.space.system.rules[rule].target;
        if !(self.keep)(target) {
            return Ok(self.space.zero.clone());
        }
        let image = self.space.image(rule, from)?;
        match self.without {
            Some(without) => full(image.and(&full(without.0[target].not())?)),
            None => Ok(image),
        }
    }

    fn preimage(&self, rule: RuleId, to: &Bdd) -> Result<Bdd, Stop> {
        self.space.preimage(rule, to)
    }
}

impl Space<'_> {
    /// Searches for a state of one of the `bad` regions.
    pub fn search(&self, bad: &[Region]) -> Result<Search<Reached>, Stop> {
        let bad = self.regions(bad)?;
        let steps = Kept { space: self, keep: |_| true, without: None };
        let reached = self.chain(self.initial()?, &steps, &bad)?;
        match self.pick(&self.intersection(&reached.all, &bad)?) {
            None => Ok(Search::Safe(reached)),
            Some(state) => Ok(Search::Bad(self.run_to(&reached, state, &steps)?)),
        }
    }

    /// A run to a state of one of the `bad` regions, if one was reached.
    pub fn run_into(&self, reached: &Reached, bad: &[Region]) -> Result<Option<Run>, Stop> {
        let bad = self.intersection(&reached.all, &self.regions(bad)?)?;
        self.pick(&bad).map(|state| self.initial_run(reached, state)).transpose()
    }

    /// The states in which the response to the trigger is still owed, but for those that are known
    /// to be impossible.
    pub fn response(
        &self,
        reached: &Reached,
        trigger: &IdSet<ControlId>,
        response: &IdSet<ControlId>,
        impossible: &[Region],
    ) -> Result<Response, Stop> {
        let owes = |control| trigger.contains(control) && !response.contains(control);
        let without = self.regions(impossible)?;
        let keep = |control| !response.contains(control);
        let steps = Kept { space: self, keep, without: Some(&without) };
        let start = self.difference(&self.at(&reached.all, owes), &without)?;
        let owed = self.chain(start, &steps, &self.empty())?;
        Ok(Response { owed })
    }

    /// Applies rules to `start` until nothing is new, or some state of `goal` is reached.
    pub(super) fn chain(
        &self,
        start: StateSet,
        steps: &impl Steps,
        goal: &StateSet,
    ) -> Result<Reached, Stop> {
        let mut reached = Reached { all: start.clone(), start, history: Vec::new() };
        // By control, how often it has grown; by rule, how often its source had when applied.
        let mut versions: IndexVec<ControlId, usize> =
            IndexVec::from_elem(1, self.system.controls.len());
        let mut seen: IndexVec<RuleId, usize> = IndexVec::from_elem(0, self.system.rules.len());
        loop {
            if !self.is_empty(&self.intersection(&reached.all, goal)?) {
                return Ok(reached);
            }
            let before = reached.history.len();
            for (id, rule) in self.system.rules.iter().filter(|(_, rule)| !rule.is_idle()) {
                if seen[id] == versions[rule.source] {
                    continue;
                }
                self.check_budget()?;
                seen[id] = versions[rule.source];
                let image = steps.image(id, &reached.all.0[rule.source])?;
                let known = &reached.all.0[rule.target];
                let union = full(known.or(&image))?;
                if union != *known {
                    reached.history.push((id, known.clone()));
                    reached.all.0[rule.target] = union;
                    versions[rule.target] += 1;
                }
            }
            if reached.history.len() == before {
                return Ok(reached);
            }
        }
    }

    /// A run from a start to `state`, which was reached.
    pub(super) fn run_to(
        &self,
        reached: &Reached,
        state: State,
        steps: &impl Steps,
    ) -> Result<Run, Stop> {
        let mut backwards = Vec::new();
        let mut state = state;
        let mut bound = reached.history.len();
        while !self.contains(&reached.start, state) {
            let target = |n: usize| self.system.rules[reached.history[n].0].target;
            let at = (0..bound)
                .rev()
                .find(|n| {
                    target(*n) == state.control && !self.eval(&reached.history[*n].1, state.bits)
                })
                .expect("what is reached and no start was added by some application");
            let rule = reached.history[at].0;
            let source = self.system.rules[rule].source;
            // What was known at the source when the rule was applied.
            let known = (at..reached.history.len())
                .find(|n| target(*n) == source)
                .map_or(&reached.all.0[source], |n| &reached.history[n].1);
            let after = self.singleton(state)?;
            let before = steps.preimage(rule, &after.0[state.control])?;
            let mut set = self.empty();
            set.0[source] = full(before.and(known))?;
            backwards.push((Some(rule), state));
            state = self.pick(&set).expect("an added state has a predecessor that was known");
            bound = at;
        }
        backwards.reverse();
        Ok(Run { first: state, steps: backwards })
    }

    /// A run from a start of the owed region to `state`.
    pub(super) fn owed_run(&self, response: &Response, state: State) -> Result<Run, Stop> {
        self.run_to(&response.owed, state, &Kept { space: self, keep: |_| true, without: None })
    }

    /// A run from an initial state to `state`.
    pub(super) fn initial_run(&self, reached: &Reached, state: State) -> Result<Run, Stop> {
        self.run_to(reached, state, &Kept { space: self, keep: |_| true, without: None })
    }

    /// Rules that can be taken from a state of the set to some state of it.
    pub fn rules_within(&self, set: &StateSet) -> Result<IdSet<RuleId>, Stop> {
        let mut taken = IdSet::new();
        for (id, rule) in self.system.rules.iter() {
            self.check_budget()?;
            let image = self.image(id, &set.0[rule.source])?;
            if full(image.and(&set.0[rule.target]))? != self.zero {
                taken.insert(id);
            }
        }
        Ok(taken)
    }
}

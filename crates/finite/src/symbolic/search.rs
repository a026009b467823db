//! Breadth-first reachability; the rings of the onion give shortest runs.

use index::{Id, IdSet};
use oxidd::BooleanFunction;

use super::space::{Space, StateSet, full};
use crate::{ControlId, Region, RuleId, Run, Search, State, Stop};

/// What can be reached, ring by ring: the n-th ring holds what takes n steps and not fewer.
#[derive(Clone)]
pub struct Reached {
    pub all: StateSet,
    pub rings: Vec<StateSet>,
}

/// The region in which a response is still owed: what is reachable from the trigger without
/// passing the response. Rings as in [`Reached`].
#[derive(Clone)]
pub struct Response {
    pub owed: Reached,
}

impl Space<'_> {
    /// Searches for a state of one of the `bad` regions.
    pub fn search(&self, bad: &[Region]) -> Result<Search<Reached>, Stop> {
        let bad = self.regions(bad)?;
        let initial = self.initial()?;
        let stop = |ring: &StateSet| self.intersection(ring, &bad);
        match self.onion(initial, |_| true, stop)? {
            (reached, None) => Ok(Search::Safe(reached)),
            (reached, Some(state)) => {
                let last = reached.rings.len() - 1;
                Ok(Search::Bad(self.run_to(&reached.rings, last, state, |_| true)?))
            }
        }
    }

    /// The states in which the response to the trigger is still owed.
    pub fn response(
        &self,
        reached: &Reached,
        trigger: &IdSet<ControlId>,
        response: &IdSet<ControlId>,
    ) -> Result<Response, Stop> {
        let start = self
            .at(&reached.all, |control| trigger.contains(control) && !response.contains(control));
        let keep = |control: ControlId| !response.contains(control);
        let (owed, _) = self.onion(start, keep, |_| Ok(self.empty()))?;
        Ok(Response { owed })
    }

    /// Rings from `start` through the kept controls, until nothing is new or a ring meets what
    /// `stop` makes of it; then also a state in which it does.
    fn onion(
        &self,
        start: StateSet,
        keep: impl Fn(ControlId) -> bool,
        stop: impl Fn(&StateSet) -> Result<StateSet, Stop>,
    ) -> Result<(Reached, Option<State>), Stop> {
        let mut reached = Reached { all: start.clone(), rings: vec![start] };
        loop {
            let ring = &reached.rings[reached.rings.len() - 1];
            if let Some(state) = self.pick(&stop(ring)?) {
                return Ok((reached, Some(state)));
            }
            let mut next = self.empty();
            for (id, rule) in self.system.rules.iter() {
                if rule.is_idle() || !keep(rule.target) {
                    continue;
                }
                self.budget.check()?;
                let image = self.image(id, &ring.0[rule.source])?;
                next.0[rule.target] = full(next.0[rule.target].or(&image))?;
            }
            next = self.difference(&next, &reached.all)?;
            if self.is_empty(&next) {
                return Ok((reached, None));
            }
            reached.all = self.union(&reached.all, &next)?;
            reached.rings.push(next);
        }
    }

    /// A run through the rings to `state`, which lies in ring `last`.
    pub fn run_to(
        &self,
        rings: &[StateSet],
        last: usize,
        state: State,
        allowed: impl Fn(RuleId) -> bool,
    ) -> Result<Run, Stop> {
        let mut steps = Vec::new();
        let mut state = state;
        for ring in rings[..last].iter().rev() {
            let (rule, before) = self
                .step_back(ring, state, &allowed)?
                .expect("every state of a ring has a predecessor in the ring before");
            steps.push((Some(rule), state));
            state = before;
        }
        steps.reverse();
        Ok(Run { first: state, steps })
    }

    /// A rule, and a state of `ring` from which it leads to `state`.
    fn step_back(
        &self,
        ring: &StateSet,
        state: State,
        allowed: impl Fn(RuleId) -> bool,
    ) -> Result<Option<(RuleId, State)>, Stop> {
        let target = self.singleton(state)?;
        for (id, rule) in self.system.rules.iter() {
            if rule.target != state.control || !allowed(id) {
                continue;
            }
            let sources = self.preimage(id, &target.0[rule.target])?;
            let mut set = self.empty();
            set.0[rule.source] = full(sources.and(&ring.0[rule.source]))?;
            if let Some(before) = self.pick(&set) {
                return Ok(Some((id, before)));
            }
        }
        Ok(None)
    }

    /// The position of the ring in which the state lies.
    pub fn ring_of(&self, reached: &Reached, state: State) -> Option<usize> {
        (0..reached.rings.len()).find(|ring| self.contains(&reached.rings[*ring], state))
    }

    /// Rules that can be taken from a state of the set to some state of it.
    pub fn rules_within(&self, set: &StateSet) -> Result<IdSet<RuleId>, Stop> {
        let mut taken = IdSet::new();
        for (id, rule) in self.system.rules.iter() {
            self.budget.check()?;
            let image = self.image(id, &set.0[rule.source])?;
            if full(image.and(&set.0[rule.target]))? != self.zero {
                taken.insert(RuleId::new(id.index()));
            }
        }
        Ok(taken)
    }
}

//! Going through all states of an instance P(K): the oracle of everything else.
//!
//! Breadth first, over the classes of [`crate::quotient`]. Each class that a real run reaches
//! keeps the state by which it was reached first, so that every refutation is a run of the
//! instance. When all real successors are known, the classes are *closed*: the successors of
//! the other members of each class are added too. They may be states that no run reaches, but
//! with them the graph covers every run.
//!
//! So the answers mean exactly this:
//! - violated: there is a run of P(K), and it is shown;
//! - holds: no run of P(K) violates the property, whatever its numbers;
//! - undecided: neither; the reason says which limit was met.
//!
//! For protocols without data the classes are the states, and the answer is never undecided but
//! for lack of time or room.
//!
//! # Interchangeable processes
//! Where no rule and no property compares process ids or asks for neighbours, exchanging two processes of a state
//! changes nothing but names. [`search_interchangeable`] keeps of all such states the one whose
//! processes are sorted; of K processes this leaves a fraction of up to 1/K! of the states. A run
//! is then found again from its sorted states, step by step, with the names kept. Along such a
//! graph nobody can be followed for ever, so liveness is not decided in this way.

use std::collections::VecDeque;
use std::hash::{Hash as _, Hasher as _};

use index::{Id, IdSet, IndexVec};
use rustc_hash::{FxHashMap, FxHasher};
use smallvec::SmallVec;
use verdict::Budget;

use crate::eval::{CentreState, EvalError, PointerSet, ProcessState};
use crate::instance::{ActorId, Instance, ProcessSet, State, Step};
use crate::quotient::{Quotient, TooCoarse};
use crate::run::{Run, RunEnd};
use crate::{Atomicity, LocationId, Property, PropertyId, RuleId, ValueId};

index::define_id!(
    /// A class of states of one exploration.
    pub struct NodeId, "n"
);

/// How much may be explored.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub max_states: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { max_states: 1_000_000 }
    }
}

const MAX_INITIAL_STATES: usize = 100_000;

/// Why not everything was explored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Bound {
    #[error("{0}")]
    TooCoarse(#[from] TooCoarse),
    #[error("{0}")]
    Eval(#[from] EvalError),
    #[error("there are more than {0} states")]
    States(usize),
    #[error("there are more than {0} initial states")]
    InitialStates(usize),
    #[error("the time limit was reached")]
    Budget,
    #[error("only violations were searched for")]
    Search,
}

/// What the exploration of one instance says about one property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// Of a reachability property: it is reached, by this run.
    Reached(Run),
    /// No run of the instance violates the property; or, no run reaches what should be reachable.
    Exhausted,
    /// This run violates it.
    Violated(Run),
    Undecided(Undecided),
}

/// Why an exploration does not decide a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Undecided {
    #[error("only a part of the states was explored: {0}")]
    Bounded(Bound),
    #[error("it may be violated by some run with large numbers, but none was found")]
    OnlyInCover,
}

/// The explored part of an instance.
pub struct Exploration<'a> {
    pub(crate) instance: Instance<'a>,
    pub(crate) quotient: Quotient,
    pub(crate) nodes: IndexVec<NodeId, Node>,
    /// The nodes whose keys have this hash: keys are long, and kept once.
    by_hash: FxHashMap<u64, SmallVec<[NodeId; 1]>>,
    /// For each property of the system that is about single states: where it was decided.
    witnesses: IndexVec<PropertyId, Witness>,
    n_real: usize,
    bound: Option<Bound>,
    names: Names,
}

/// Whether states that differ in the names of processes are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Names {
    Kept,
    /// All states are sorted.
    Sorted,
}

/// Where a state was found that violates a safety property, or satisfies a reachability property.
#[derive(Clone, Copy, Default)]
struct Witness {
    real: Option<NodeId>,
    in_cover: Option<NodeId>,
}

pub(crate) struct Node {
    /// The representative of the class.
    key: Box<[i64]>,
    /// The numbers of the state by which a run reached the class, and the last step of that run.
    real: Option<Reached>,
    /// Successor classes, sorted, each once; complete if `is_expanded`.
    pub(crate) edges: Vec<(Step, NodeId)>,
    pub(crate) is_expanded: bool,
}

struct Reached {
    data: Box<[i64]>,
    parent: Option<(NodeId, Step)>,
}

/// Explores `instance` within limits, to decide all its properties.
///
/// The coarse classes are tried first. If they leave a property undecided for no other reason
/// than that they cover too much, the fine ones are tried.
pub fn explore<'a>(instance: Instance<'a>, limits: Limits, budget: &Budget) -> Exploration<'a> {
    let decide = |quotient: Quotient| {
        let mut exploration = Exploration::new(instance, quotient);
        let outcome = exploration.explore_real(None, limits, budget);
        let outcome = outcome.and_then(|()| exploration.close(limits, budget));
        exploration.bound = outcome.err();
        exploration
    };
    let coarse = decide(Quotient::coarse(&instance));
    let only_in_cover = Finding::Undecided(Undecided::OnlyInCover);
    let mut ids = instance.system().properties.ids();
    if coarse.n_cover() == 0 || !ids.any(|id| coarse.finding(id) == only_in_cover) {
        return coarse;
    }
    let fine = decide(Quotient::fine(&instance));
    if fine.bound.is_some() { coarse } else { fine }
}

/// Explores `instance` within limits, only to find runs that violate one of the `wanted`
/// properties, or reach what they want reached. It stops when all are found, and does not cover
/// numbers that no run was seen to have, so that it never says that there is no such run.
pub fn search<'a>(
    instance: Instance<'a>,
    wanted: &IdSet<PropertyId>,
    limits: Limits,
    budget: &Budget,
) -> Exploration<'a> {
    let mut exploration = Exploration::new(instance, Quotient::coarse(&instance));
    let outcome = exploration.explore_real(Some(wanted), limits, budget);
    exploration.bound = Some(outcome.err().unwrap_or(Bound::Search));
    exploration
}

/// Like [`search`], for safety and reachability, with sorted states. `None` if processes of the
/// protocol are not interchangeable.
pub fn search_interchangeable<'a>(
    instance: Instance<'a>,
    wanted: &IdSet<PropertyId>,
    limits: Limits,
    budget: &Budget,
) -> Option<Exploration<'a>> {
    let system = instance.system();
    if system.atomicity == Atomicity::Stepwise || !system.is_symmetric() {
        return None;
    }
    let mut exploration = Exploration::new(instance, Quotient::coarse(&instance));
    exploration.names = Names::Sorted;
    let outcome = exploration.explore_real(Some(wanted), limits, budget);
    exploration.bound = Some(outcome.err().unwrap_or(Bound::Search));
    Some(exploration)
}

impl<'a> Exploration<'a> {
    fn new(instance: Instance<'a>, quotient: Quotient) -> Self {
        let properties = &instance.system().properties;
        Self {
            instance,
            quotient,
            nodes: IndexVec::new(),
            by_hash: FxHashMap::default(),
            witnesses: properties.ids().map(|_| Witness::default()).collect(),
            n_real: 0,
            bound: None,
            names: Names::Kept,
        }
    }

    pub fn instance(&self) -> Instance<'a> {
        self.instance
    }

    /// How many classes of states runs reach.
    pub fn n_states(&self) -> usize {
        self.n_real
    }

    /// How many classes were added to cover all members of those that runs reach.
    pub fn n_cover(&self) -> usize {
        self.nodes.len() - self.n_real
    }

    pub fn n_edges(&self) -> usize {
        self.nodes.values().map(|node| node.edges.len()).sum()
    }

    /// The states by which runs reached each class.
    pub fn states_of_runs(&self) -> impl Iterator<Item = State> + '_ {
        self.nodes.ids().filter(|node| self.is_real(*node)).map(|node| self.real_state(node))
    }

    /// Why the exploration is not exhaustive, if it is not.
    pub fn bound(&self) -> Option<Bound> {
        self.bound
    }

    /// What is known about a property of the system.
    pub fn finding(&self, id: PropertyId) -> Finding {
        let witness = self.witnesses[id];
        match &self.instance.system().properties[id].property {
            Property::Safety(_) => match (witness.real, witness.in_cover) {
                (Some(node), _) => Finding::Violated(self.run_to(node)),
                (None, Some(_)) => self.undecided(Undecided::OnlyInCover),
                (None, None) => self.exhausted(),
            },
            Property::Reachable(_) => match (witness.real, witness.in_cover) {
                (Some(node), _) => Finding::Reached(self.run_to(node)),
                (None, Some(_)) => self.undecided(Undecided::OnlyInCover),
                (None, None) => self.exhausted(),
            },
            Property::Liveness { .. } if self.names == Names::Sorted => self.exhausted(),
            Property::Liveness { trigger, response } => {
                match crate::lasso::fair_lasso(self, trigger, response) {
                    Ok(crate::lasso::Search::Found(run)) => Finding::Violated(run),
                    Ok(crate::lasso::Search::OnlyInCover) => self.undecided(Undecided::OnlyInCover),
                    Ok(crate::lasso::Search::None) => self.exhausted(),
                    Err(error) => Finding::Undecided(Undecided::Bounded(Bound::Eval(error))),
                }
            }
        }
    }

    fn exhausted(&self) -> Finding {
        match self.bound {
            None => Finding::Exhausted,
            Some(bound) => Finding::Undecided(Undecided::Bounded(bound)),
        }
    }

    fn undecided(&self, reason: Undecided) -> Finding {
        Finding::Undecided(self.bound.map_or(reason, Undecided::Bounded))
    }

    /// Goes through the classes that runs reach; with `wanted` only until all these properties
    /// have their witness.
    fn explore_real(
        &mut self,
        wanted: Option<&IdSet<PropertyId>>,
        limits: Limits,
        budget: &Budget,
    ) -> Result<(), Bound> {
        let any = self.quotient.initial_numbers();
        // Initial states are made before they are taken together in classes.
        let most = limits.max_states.min(MAX_INITIAL_STATES);
        let initial = self.instance.initial_states(&any, most);
        let initial = initial.ok_or(Bound::InitialStates(most))?;
        let mut queue = VecDeque::new();
        for state in initial {
            if let (node, true) = self.enter(&state, Origin::Run(None), limits)? {
                queue.push_back(node);
            }
        }
        while let Some(node) = queue.pop_front() {
            budget.check().map_err(|_| Bound::Budget)?;
            if wanted
                .is_some_and(|wanted| wanted.iter().all(|id| self.witnesses[id].real.is_some()))
            {
                return Ok(());
            }
            let state = self.real_state(node);
            let any = self.quotient.any_numbers(&state);
            let mut edges = Vec::new();
            for (step, successor) in self.instance.successors(&state, &any)? {
                let origin = Origin::Run(Some((node, step)));
                let (target, is_new) = self.enter(&successor, origin, limits)?;
                if is_new {
                    queue.push_back(target);
                }
                edges.push((step, target));
            }
            self.expand(node, edges);
        }
        Ok(())
    }

    /// Adds the successors of all members of all classes.
    fn close(&mut self, limits: Limits, budget: &Budget) -> Result<(), Bound> {
        if self.instance.system().data.is_empty() && self.instance.system().centre.data.is_empty() {
            return Ok(());
        }
        let mut next = 0;
        while next < self.nodes.len() {
            let node = NodeId::new(next);
            next += 1;
            let mut edges = std::mem::take(&mut self.nodes[node].edges);
            for member in self.quotient.members(&self.representative(node))? {
                budget.check().map_err(|_| Bound::Budget)?;
                let any = self.quotient.any_numbers(&member);
                for (step, successor) in self.instance.successors(&member, &any)? {
                    let (target, _) = self.enter(&successor, Origin::Cover, limits)?;
                    edges.push((step, target));
                }
            }
            self.expand(node, edges);
        }
        Ok(())
    }

    /// Notes that these are all successors of a class.
    fn expand(&mut self, node: NodeId, mut edges: Vec<(Step, NodeId)>) {
        edges.sort();
        edges.dedup();
        self.nodes[node].edges = edges;
        self.nodes[node].is_expanded = true;
    }

    /// The class of `state`, and whether it is new.
    fn enter(
        &mut self,
        state: &State,
        origin: Origin,
        limits: Limits,
    ) -> Result<(NodeId, bool), Bound> {
        let state = &self.named(state);
        let key = encode(&self.quotient.representative(state));
        if let Some(node) = self.node_of(&key) {
            return Ok((node, false));
        }
        if self.nodes.len() >= limits.max_states {
            return Err(Bound::States(limits.max_states));
        }
        let real = match origin {
            Origin::Cover => None,
            Origin::Run(parent) => {
                self.n_real += 1;
                Some(Reached { data: state.data().collect(), parent })
            }
        };
        let is_real = real.is_some();
        let hash = hash_of(&key);
        let node = Node { key, real, edges: Vec::new(), is_expanded: false };
        let node = self.nodes.push(node);
        self.by_hash.entry(hash).or_default().push(node);
        self.judge(node, state, is_real)?;
        Ok((node, true))
    }

    /// The state, its processes sorted if their names do not count. The representative of
    /// a sorted state is sorted: numbers keep their order.
    fn named(&self, state: &State) -> State {
        let mut state = state.clone();
        if self.names == Names::Sorted {
            state.processes.sort();
        }
        state
    }

    /// Notes which properties of single states `state` decides.
    fn judge(&mut self, node: NodeId, state: &State, is_real: bool) -> Result<(), EvalError> {
        for (id, decl) in self.instance.system().properties.iter() {
            let formula = match &decl.property {
                Property::Safety(formula) | Property::Reachable(formula) => formula,
                Property::Liveness { .. } => continue,
            };
            if self.witnesses[id].real.is_some() {
                continue;
            }
            let wanted = matches!(decl.property, Property::Reachable(_));
            if self.instance.is_somewhere(formula, state, wanted)? {
                let witness = &mut self.witnesses[id];
                let place = if is_real { &mut witness.real } else { &mut witness.in_cover };
                place.get_or_insert(node);
            }
        }
        Ok(())
    }

    /// The class of a state, if it was explored.
    pub(crate) fn find(&self, state: &State) -> Option<NodeId> {
        self.node_of(&encode(&self.quotient.representative(state)))
    }

    fn node_of(&self, key: &[i64]) -> Option<NodeId> {
        let candidates = self.by_hash.get(&hash_of(key))?;
        candidates.iter().copied().find(|node| *self.nodes[*node].key == *key)
    }

    pub(crate) fn representative(&self, node: NodeId) -> State {
        decode(&self.instance, &self.nodes[node].key)
    }

    pub(crate) fn is_real(&self, node: NodeId) -> bool {
        self.nodes[node].real.is_some()
    }

    /// The state by which a run reached `node`.
    fn real_state(&self, node: NodeId) -> State {
        let mut state = self.representative(node);
        let reached = self.nodes[node].real.as_ref();
        let reached = reached.expect("only nodes that a run reached are asked for their state");
        for (slot, number) in state.data_mut().zip(&reached.data) {
            *slot = *number;
        }
        state
    }

    /// The run by which `node`, which must be real, was reached first.
    pub(crate) fn run_to(&self, node: NodeId) -> Run {
        match self.names {
            Names::Kept => self.kept_run_to(node),
            Names::Sorted => self.renamed(self.kept_run_to(node)),
        }
    }

    /// A run through states that are those of `sorted` but for the names of processes.
    fn renamed(&self, sorted: Run) -> Run {
        let mut run = Run { steps: Vec::new(), ..sorted.clone() };
        for (_, wanted) in &sorted.steps {
            let any = self.quotient.any_numbers(run.last());
            let found = self.instance.successors(run.last(), &any).ok().and_then(|successors| {
                successors.into_iter().find(|(_, after)| self.named(after) == *wanted)
            });
            run.steps.push(found.expect("exchanging processes changes nothing but names"));
        }
        run
    }

    fn kept_run_to(&self, node: NodeId) -> Run {
        let mut steps = Vec::new();
        let mut at = node;
        while let Some((parent, step)) =
            self.nodes[at].real.as_ref().and_then(|reached| reached.parent)
        {
            steps.push((step, self.real_state(at)));
            at = parent;
        }
        steps.reverse();
        let n_processes = self.instance.n_processes();
        Run { n_processes, initial: self.real_state(at), steps, end: RunEnd::Stops }
    }

    /// Who has a step to take at `node`.
    pub(crate) fn actors(&self, node: NodeId) -> IdSet<ActorId> {
        let edges = self.nodes[node].edges.iter();
        edges.map(|(step, _)| self.instance.actor_id(step.actor)).collect()
    }
}

/// How a state was found.
#[derive(Clone, Copy)]
enum Origin {
    /// By a run, whose last step this was; an initial state has none.
    Run(Option<(NodeId, Step)>),
    /// As a successor of a member of a class.
    Cover,
}

fn hash_of(key: &[i64]) -> u64 {
    let mut hasher = FxHasher::default();
    key.hash(&mut hasher);
    hasher.finish()
}

/// A state as numbers: for each process location, held pointers, rule being checked, checked set,
/// finite variables, data; then the centre.
fn encode(state: &State) -> Box<[i64]> {
    let mut code = Vec::with_capacity(state.processes.len() * 8);
    for (process, checked) in state.processes.iter().zip(&state.checked) {
        code.push(process.location.index() as i64);
        code.push(i64::from(process.held.bits()));
        code.push(process.checking.map_or(-1, |rule| rule.index() as i64));
        code.push(i64::from(checked.bits()));
        code.extend(process.finites.iter().map(|value| value.index() as i64));
        code.extend(process.data.iter().copied());
    }
    code.push(i64::from(state.centre.set.bits()));
    code.extend(state.centre.finites.iter().map(|value| value.index() as i64));
    code.extend(state.centre.data.iter().copied());
    code.into_boxed_slice()
}

fn decode(instance: &Instance<'_>, code: &[i64]) -> State {
    let system = instance.system();
    let mut numbers = code.iter().copied();
    let mut next = || numbers.next().expect("a code is as long as its encoder made it");
    let mut processes = Vec::with_capacity(instance.n_processes());
    let mut checked = Vec::with_capacity(instance.n_processes());
    for _ in 0..instance.n_processes() {
        let location = LocationId::new(next() as usize);
        let held = PointerSet::from_bits(next() as u32);
        let checking = usize::try_from(next()).ok().map(RuleId::new);
        checked.push(ProcessSet::from_bits(next() as u32));
        let finites = system.finites.ids().map(|_| ValueId::new(next() as usize)).collect();
        let data = system.data.ids().map(|_| next()).collect();
        processes.push(ProcessState { location, finites, data, held, checking });
    }
    let set = PointerSet::from_bits(next() as u32);
    let finites = system.centre.finites.ids().map(|_| ValueId::new(next() as usize)).collect();
    let data = system.centre.data.ids().map(|_| next()).collect();
    State { processes, checked, centre: CentreState { finites, data, set } }
}

#[cfg(test)]
pub(crate) mod tests;

#[cfg(test)]
mod laws;

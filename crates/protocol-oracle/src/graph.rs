//! All states of something, one by one, and the runs that stay away from a response for ever.

use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;

/// One step: who takes it, and the state after it. There is none if the state is not kept.
pub struct Step<State> {
    pub actor: usize,
    pub after: Option<State>,
}

/// Something that takes steps.
pub trait Model {
    type State: Clone + Eq + Hash;

    fn initial(&self) -> Vec<Self::State>;

    fn steps(&self, state: &Self::State) -> Vec<Step<Self::State>>;

    /// Who must be scheduled again and again in this state.
    fn must_move(&self, state: &Self::State) -> Vec<usize>;

    /// Who is where so that, if it can again and again move from there, it has to. Who may be
    /// passed over wherever it is needs none of this.
    fn must_not_be_passed_over(&self, _: &Self::State) -> Vec<(usize, usize)> {
        Vec::new()
    }
}

pub struct Graph<State> {
    pub states: Vec<State>,
    /// Whether the wanted state was met; then the exploration stopped there.
    pub is_met: bool,
    /// Whether these are all states, with all steps.
    pub is_whole: bool,
    /// Whether there were more states than are kept.
    pub is_cut: bool,
    /// By state: actor and target.
    edges: Vec<Vec<(usize, usize)>>,
    /// By state: those that have to move and can.
    bound: Vec<BTreeSet<usize>>,
    /// By state: those that can move from where they are not to be passed over.
    called: Vec<BTreeSet<(usize, usize)>>,
}

/// Breadth first, at most so many states, until one is wanted.
pub fn explore<M: Model>(
    model: &M,
    most: usize,
    wanted: &mut dyn FnMut(&M::State) -> bool,
) -> Graph<M::State> {
    let mut graph = Graph {
        states: Vec::new(),
        is_met: false,
        is_whole: true,
        is_cut: false,
        edges: Vec::new(),
        bound: Vec::new(),
        called: Vec::new(),
    };
    let mut known: HashMap<M::State, usize> = HashMap::new();
    let initial = model.initial();
    for state in initial {
        if !known.contains_key(&state) {
            known.insert(state.clone(), graph.states.len());
            graph.is_met |= wanted(&state);
            graph.states.push(state);
        }
    }
    while graph.edges.len() < graph.states.len() && !graph.is_met {
        if graph.states.len() > most {
            graph.is_whole = false;
            graph.is_cut = true;
            break;
        }
        let state = graph.states[graph.edges.len()].clone();
        let mut edges = Vec::new();
        let mut able = BTreeSet::new();
        for step in model.steps(&state) {
            able.insert(step.actor);
            let Some(after) = step.after else {
                graph.is_whole = false;
                continue;
            };
            let target = *known.entry(after.clone()).or_insert_with(|| {
                graph.is_met |= wanted(&after);
                graph.states.push(after);
                graph.states.len() - 1
            });
            edges.push((step.actor, target));
        }
        let bound = model.must_move(&state).into_iter().filter(|actor| able.contains(actor));
        graph.bound.push(bound.collect());
        let called = model.must_not_be_passed_over(&state).into_iter();
        graph.called.push(called.filter(|(actor, _)| able.contains(actor)).collect());
        graph.edges.push(edges);
    }
    graph
}

impl<State> Graph<State> {
    /// Whether some fair run gets from a state that owes a response to no answer, ever.
    pub fn waits_for_ever(
        &self,
        owes: &dyn Fn(&State) -> bool,
        answers: &dyn Fn(&State) -> bool,
    ) -> bool {
        let is_open = |at: usize| at < self.edges.len() && !answers(&self.states[at]);
        let open: Vec<bool> = (0..self.states.len()).map(is_open).collect();
        let starts = (0..self.states.len()).filter(|at| open[*at] && owes(&self.states[*at]));
        let reached = reached_by(starts.collect(), &|at| self.targets(at), &|_, to| open[to]);
        let mut sources: Vec<Vec<usize>> = vec![Vec::new(); self.states.len()];
        for (from, edges) in self.edges.iter().enumerate() {
            edges.iter().for_each(|(_, to)| sources[*to].push(from));
        }
        // Sets of states in which a run might stay for ever.
        let mut todo = vec![reached];
        while let Some(mut left) = todo.pop() {
            // The states that can reach each other are those reached from one and reaching it.
            while let Some(one) = left.first().copied() {
                let within = |_: usize, to: usize| left.contains(&to);
                let ahead = reached_by(vec![one], &|at| self.targets(at), &within);
                let behind = reached_by(vec![one], &|at| sources[at].clone(), &within);
                let together: BTreeSet<usize> = ahead.intersection(&behind).copied().collect();
                left = left.difference(&together).copied().collect();
                if !self.is_fair(&together) {
                    continue;
                }
                let passed_over = self.passed_over(&together);
                if passed_over.is_empty() {
                    return true;
                }
                // It is fair if it ends up where none of those can move from there. Smaller sets
                // take no more steps, so that who is passed over here is so in each of them.
                let is_harmless = |at: &usize| self.called[*at].is_disjoint(&passed_over);
                todo.push(together.into_iter().filter(is_harmless).collect());
            }
        }
        false
    }

    /// Who can move from where it is not to be passed over, and never does.
    fn passed_over(&self, together: &BTreeSet<usize>) -> BTreeSet<(usize, usize)> {
        let moves_from = |(actor, place): &(usize, usize)| {
            together.iter().any(|at| {
                self.called[*at].contains(&(*actor, *place))
                    && self.edges[*at].iter().any(|(who, to)| who == actor && together.contains(to))
            })
        };
        let called = together.iter().flat_map(|at| &self.called[*at]).copied();
        called.filter(|it| !moves_from(it)).collect()
    }

    fn targets(&self, at: usize) -> Vec<usize> {
        self.edges.get(at).into_iter().flatten().map(|(_, to)| *to).collect()
    }

    /// Whether everybody gets its due in a set of states that reach each other: somewhere it need
    /// not move, or it moves.
    fn is_fair(&self, together: &BTreeSet<usize>) -> bool {
        let Some(first) = together.first() else { return false };
        self.bound[*first].iter().all(|actor| {
            together.iter().any(|at| {
                !self.bound[*at].contains(actor)
                    || self.edges[*at].iter().any(|(who, to)| who == actor && together.contains(to))
            })
        })
    }
}

/// What can be reached from `starts` by steps that may be taken.
fn reached_by(
    starts: Vec<usize>,
    next: &dyn Fn(usize) -> Vec<usize>,
    may: &dyn Fn(usize, usize) -> bool,
) -> BTreeSet<usize> {
    let mut reached: BTreeSet<usize> = starts.iter().copied().collect();
    let mut todo = starts;
    while let Some(at) = todo.pop() {
        for to in next(at) {
            if may(at, to) && reached.insert(to) {
                todo.push(to);
            }
        }
    }
    reached
}

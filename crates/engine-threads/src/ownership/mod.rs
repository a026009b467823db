//! Which locks are held where, and which threads may run then: what
//! [`ir_passes::ownership`] claims, found by a fixpoint over all contexts.
//!
//! Nothing is judged here. The claim is the strongest that the transfer of [`transfer`] supports; that
//! no two accesses race under it is for `evidence::races` to see, which also checks that it holds.
//!
//! # Ends
//! States only get weaker: facts are dropped, classes are added to those that run. Both are finitely
//! many, since contexts are: functions that call themselves are refused.

mod contexts;
mod facts;
mod transfer;

use index::{IdSet, IndexVec};
use ir::{EdgeId, FunctionId, LocationId, ObjectId, Op, Program, Scope, Type, VarId};
use ir_passes::graph::Graph;
use ir_passes::ownership::primitives::Primitive;
use ir_passes::ownership::{Claim, Class, ClassId, Context, ContextId, State};
use ir_passes::points_to::PointsTo;
use rustc_hash::{FxHashMap, FxHashSet};
use verdict::Budget;

/// States that are kept; a claim is checked as a whole.
const MAX_STATES: usize = 400_000;

/// Everything that a step is looked up in.
pub(crate) struct Machine<'p> {
    program: &'p Program,
    points_to: PointsTo,
    primitives: &'p IndexVec<FunctionId, Option<Primitive>>,
    contexts: IndexVec<ContextId, Context>,
    classes: IndexVec<ClassId, Class>,
    callees: FxHashMap<(ContextId, EdgeId, FunctionId), ContextId>,
    created: FxHashMap<(ContextId, EdgeId, FunctionId), ClassId>,
    /// The classes that threads of a class create, and those that these create.
    descendants: IndexVec<ClassId, IdSet<ClassId>>,
    /// Classes of one thread at most.
    unique: IdSet<ClassId>,
    /// Objects of the entry function that begin to live once.
    live_once: IdSet<ObjectId>,
    frozen: IdSet<VarId>,
}

/// Finds what is held where. `view` is the program without the bodies of locks.
pub fn claim(
    view: &Program,
    primitives: &IndexVec<FunctionId, Option<Primitive>>,
    points_to: PointsTo,
    budget: &Budget,
) -> Result<Claim, String> {
    let mut machine = Machine::new(view, primitives, points_to)?;
    let states = machine.fixpoint(budget)?;
    machine.frozen = machine.frozen_pointers(&states);
    let states = if machine.frozen.is_empty() { states } else { machine.fixpoint(budget)? };
    let Machine { contexts, classes, frozen, .. } = machine;
    Ok(Claim { contexts, classes, states, frozen })
}

type States = FxHashMap<(ContextId, LocationId), State>;

impl Machine<'_> {
    fn fixpoint(&self, budget: &Budget) -> Result<States, String> {
        let mut states = States::default();
        let main = self.classes[facts::first_class()].root;
        let entry = self.body(main).entry;
        states.insert((main, entry), State::default());
        let mut pending = vec![(main, entry)];
        let mut waits: FxHashSet<(ContextId, LocationId)> = pending.iter().copied().collect();
        while let Some(place) = pending.pop() {
            waits.remove(&place);
            if budget.check().is_err() {
                return Err("there was no time to see which locks are held".to_owned());
            }
            if states.len() > MAX_STATES {
                return Err("there are too many ways to call functions".to_owned());
            }
            let (context, location) = place;
            let body = self.body(context);
            for &edge in &body.locations[location].outgoing {
                let state = &states[&place];
                for (to, next) in self.step(context, edge, state)? {
                    let is_new = match states.get_mut(&to) {
                        None => {
                            states.insert(to, next);
                            true
                        }
                        Some(known) => facts::weaken(known, &next)?,
                    };
                    if is_new && waits.insert(to) {
                        pending.push(to);
                    }
                }
            }
        }
        Ok(states)
    }

    fn body(&self, context: ContextId) -> &ir::Body {
        let function = &self.program.functions[self.contexts[context].function];
        function.body.as_ref().expect("only functions with bodies have contexts")
    }

    /// Global pointers that only the first thread writes, while it is the only one.
    fn frozen_pointers(&self, states: &States) -> IdSet<VarId> {
        let vars = self.program.vars.iter();
        let mut frozen: IdSet<VarId> = vars
            .filter(|(_, var)| var.scope == Scope::Global && var.ty == Type::Pointer)
            .map(|(id, _)| id)
            .collect();
        for ((context, location), state) in states {
            let is_alone =
                self.contexts[*context].class == facts::first_class() && state.running.is_empty();
            if is_alone {
                continue;
            }
            let body = self.body(*context);
            for edge in &body.locations[*location].outgoing {
                if let Some(var) = body.edges[*edge].op.assigned() {
                    frozen.remove(var);
                }
            }
            // A result arrives where the call ends, when others may have begun.
            for edge in &body.locations[*location].incoming {
                if let Op::Call { target: Some(var), .. } = body.edges[*edge].op {
                    frozen.remove(var);
                }
            }
        }
        frozen
    }
}

/// Objects of the entry function that it brings to life at one step, and not in a loop.
fn live_once(program: &Program) -> IdSet<ObjectId> {
    let Some(body) = &program.functions[program.entry].body else { return IdSet::new() };
    let again = edges_in_loops(body);
    let (mut once, mut more) = (IdSet::new(), IdSet::new());
    for (id, edge) in body.edges.iter() {
        let Op::EnterScope { object } = edge.op else { continue };
        if again.contains(id) || !once.insert(object) {
            more.insert(object);
        }
    }
    once.subtract(&more);
    once
}

/// The edges of a function that a run may pass again.
fn edges_in_loops(body: &ir::Body) -> IdSet<EdgeId> {
    let graph = Graph::of_body(body);
    let mut component = IndexVec::from_elem(0, body.locations.len());
    for (number, locations) in graph.components().into_iter().enumerate() {
        for location in locations {
            component[location] = number;
        }
    }
    let is_inside = |edge: &ir::Edge| component[edge.from] == component[edge.to];
    body.edges.iter().filter(|(_, edge)| is_inside(edge)).map(|(id, _)| id).collect()
}

//! Loops of the entry function that create or join threads, run through as often as their counters say.
//!
//! *Expects* any program. *Guarantees* the same runs: each location of the entry function becomes one location for
//! each value that the counters have there, and what the counters exclude is left out.
//!
//! ```text
//!   for (i = 0; i < 2; i++) create(&t[i]);     i = 0; create(&t[0]); i = 1; create(&t[1]); i = 2;
//! ```
//!
//! Threads that are created one by one have names, and those who look at named threads can follow them:
//! see [`one_loop`](mod@crate::one_loop). A counter is a variable of the entry function that decides on ways through
//! such a loop, or is computed from such. Nothing is assumed of it: where its value is not a constant it is
//! not known, and the loop stays one. Loops around nothing that concerns threads are left alone.
//!
//! Ends: there are no more copies than [`MAX_LOCATIONS`].

use std::collections::BTreeMap;

use index::{IdSet, IndexVec};
use ir::{Body, Callee, Expr, ExprId, FunctionId, LocationId, Op, Program, Scope, Type, VarId};
use rustc_hash::FxHashMap;

use crate::accesses;
use crate::graph::Graph;
use crate::liveness::Liveness;
use crate::rewrite::Renaming;

/// Locations of the entry function afterwards.
const MAX_LOCATIONS: usize = 1_000;

/// What counters are known to be, as bits of their types.
pub type Known = BTreeMap<VarId, u128>;

/// The program, with where each location of its entry function comes from.
#[derive(Clone, Debug)]
pub struct Unrolled {
    pub program: Program,
    pub origins: IndexVec<LocationId, (LocationId, Known)>,
}

/// `None` if there is no such loop, or it is long.
pub fn unroll_creations(program: &Program) -> Option<Unrolled> {
    let body = program.functions[program.entry].body.as_ref()?;
    let counters = counters(program, body);
    if counters.is_empty() {
        return None;
    }
    let liveness = Liveness::of(program, body);
    let mut unroll = Unroll {
        changed: program.clone(),
        new: Body::new(),
        origins: IndexVec::new(),
        places: FxHashMap::default(),
        pending: Vec::new(),
    };
    for (from, to) in [(body.entry, unroll.new.entry), (body.exit, unroll.new.exit)] {
        unroll.places.insert((from, Known::new()), to);
        unroll.origins.push((from, Known::new()));
        unroll.new.locations[to].label = body.locations[from].label;
    }
    unroll.pending.push(unroll.new.entry);
    while let Some(place) = unroll.pending.pop() {
        let (from, known) = unroll.origins[place].clone();
        let mut renaming = Renaming::default();
        for (var, bits) in &known {
            let Type::Int(ty) = program.vars[*var].ty else { continue };
            renaming.constants.insert(*var, Expr::Int(ty, *bits));
        }
        for &edge in &body.locations[from].outgoing {
            let edge = &body.edges[edge];
            let op = renaming.op(&mut unroll.changed.exprs, &edge.op);
            if let Op::Assume { condition } = op
                && unroll.changed.exprs[condition] == Expr::Bool(false)
            {
                continue;
            }
            let mut after = known.clone();
            if let Some(target) = op.assigned() {
                after.remove(&target);
                if counters.contains(target)
                    && let Op::Assign { value, .. } = op
                    && let Expr::Int(_, bits) = unroll.changed.exprs[value]
                {
                    after.insert(target, bits);
                }
            }
            after.retain(|var, _| liveness.locals(edge.to).contains(*var));
            if edge.to == body.exit {
                after.clear();
            }
            let to = unroll.place(body, edge.to, after);
            unroll.new.add_edge(place, to, op, edge.provenance);
        }
        if unroll.origins.len() > MAX_LOCATIONS {
            return None;
        }
    }
    let Unroll { changed: mut program, new, origins, .. } = unroll;
    program.functions[program.entry].body = Some(new);
    Some(Unrolled { program, origins })
}

struct Unroll {
    changed: Program,
    new: Body,
    origins: IndexVec<LocationId, (LocationId, Known)>,
    places: FxHashMap<(LocationId, Known), LocationId>,
    pending: Vec<LocationId>,
}

impl Unroll {
    fn place(&mut self, body: &Body, from: LocationId, known: Known) -> LocationId {
        let key = (from, known);
        if let Some(place) = self.places.get(&key) {
            return *place;
        }
        let place = self.new.add_location();
        self.new.locations[place].label = body.locations[from].label;
        self.origins.push(key.clone());
        self.places.insert(key, place);
        self.pending.push(place);
        place
    }
}

/// Integer variables of the entry function that decide on ways in a loop around what concerns threads.
fn counters(program: &Program, body: &Body) -> IdSet<VarId> {
    let concerned = concerned(program);
    let concerns = |op: &Op| match op {
        Op::ThreadCreate { .. } | Op::ThreadJoin { .. } => true,
        Op::Call { callee: Callee::Direct(callee), .. } => concerned.contains(*callee),
        _ => false,
    };
    let mut counters = IdSet::new();
    for component in Graph::of_body(body).components() {
        let inside: IdSet<LocationId> = component.iter().copied().collect();
        let edges = || {
            let outgoing = component.iter().flat_map(|at| &body.locations[*at].outgoing);
            outgoing.map(|edge| &body.edges[*edge])
        };
        if !edges().any(|edge| inside.contains(edge.to) && concerns(&edge.op)) {
            continue;
        }
        for edge in edges() {
            let Op::Assume { condition } = edge.op else { continue };
            counters.extend(integers(program, condition));
        }
        // What is computed from counters alone, as the index `i` of `t[i++]` before it grows. Ends:
        // there is one more each time.
        while let Some(more) = edges().find_map(|edge| computed(program, &counters, &edge.op)) {
            counters.insert(more);
        }
    }
    counters
}

/// The variable that is computed from counters alone, if it is not one of them.
fn computed(program: &Program, counters: &IdSet<VarId>, op: &Op) -> Option<VarId> {
    let Op::Assign { target, value } = *op else { return None };
    let mut vars = IdSet::new();
    accesses::add_vars(&program.exprs, value, &mut vars);
    let is_new = is_own_integer(program, target) && !counters.contains(target);
    let is_computed = !vars.is_empty() && vars.iter().all(|var| counters.contains(var));
    (is_new && is_computed).then_some(target)
}

fn integers(program: &Program, condition: ExprId) -> impl Iterator<Item = VarId> {
    let mut vars = IdSet::new();
    accesses::add_vars(&program.exprs, condition, &mut vars);
    let own = vars.iter().filter(|var| is_own_integer(program, *var));
    own.collect::<Vec<_>>().into_iter()
}

fn is_own_integer(program: &Program, var: VarId) -> bool {
    let var = &program.vars[var];
    matches!(var.ty, Type::Int(_)) && var.scope == Scope::Local(program.entry)
}

/// Functions that create or join threads, or call such functions by their names.
fn concerned(program: &Program) -> IdSet<FunctionId> {
    let mut concerned: IdSet<FunctionId> = IdSet::new();
    loop {
        let mut n_new = 0;
        for (id, function) in program.functions.iter() {
            let edges = function.body.iter().flat_map(|body| body.edges.values());
            let is_one = |op: &Op| match op {
                Op::ThreadCreate { .. } | Op::ThreadJoin { .. } => true,
                Op::Call { callee: Callee::Direct(callee), .. } => concerned.contains(*callee),
                _ => false,
            };
            if !concerned.contains(id) && edges.map(|edge| &edge.op).any(is_one) {
                concerned.insert(id);
                n_new += 1;
            }
        }
        if n_new == 0 {
            return concerned;
        }
    }
}

//! Where questions are put in one function, and how.

use index::{Id, IdSet};
use ir::{
    AtomicKind, Body, Callee, EdgeId, Expr, FunctionId, LocationId, Op, Program, Provenance, Scope,
    Var, VarOrigin,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::blocks::Depths;
use super::concern::Concern;
use super::{LEFT_OPEN, WhyNotAsked};

/// What is done to the edges of a function.
#[derive(Default)]
pub struct Plan {
    /// Asked behind the step, as part of it.
    behind: FxHashMap<EdgeId, IdSet<FunctionId>>,
    /// Asked before the step, in the block that it ends.
    before: FxHashMap<EdgeId, IdSet<FunctionId>>,
    /// Checks of the steps behind them: what is one step with the question begins before the check,
    /// so that nobody comes between check and access, as nobody does without the question.
    opened_before: FxHashSet<EdgeId>,
}

impl Plan {
    pub fn of(
        id: FunctionId,
        body: &Body,
        depths: &Depths,
        concern: &Concern<'_>,
    ) -> Result<Self, WhyNotAsked> {
        let mut plan = Self::default();
        let mut in_blocks = IdSet::new();
        for (edge_id, edge) in body.edges.iter() {
            let Some(depth) = depths[edge.from] else { continue };
            let of_step = concern.of_step(&edge.op);
            match depth {
                0 if of_step.is_empty() => {}
                0 => _ = plan.behind.insert(edge_id, of_step),
                _ => {
                    in_blocks.extend(of_step.iter());
                    in_blocks.extend(concern.of_call(id, edge_id, &edge.op).iter());
                }
            }
        }
        for edge in plan.behind.keys() {
            plan.opened_before.extend(check_of(body, *edge));
        }
        if in_blocks.is_empty() {
            return Ok(plan);
        }
        for (edge_id, edge) in body.edges.iter() {
            match (&edge.op, depths[edge.from]) {
                (Op::AtomicEnd, Some(1)) | (Op::ThreadExit { .. }, Some(1..)) => {
                    plan.before.insert(edge_id, in_blocks.clone());
                }
                (Op::Return { .. }, Some(1..)) => {
                    return Err(WhyNotAsked::Unsupported(LEFT_OPEN));
                }
                _ => {}
            }
        }
        Ok(plan)
    }

    pub fn is_empty(&self) -> bool {
        self.behind.is_empty() && self.before.is_empty()
    }
}

/// The check right before a store, which is one step with it for other threads.
fn check_of(body: &Body, edge: EdgeId) -> Option<EdgeId> {
    let Op::Store { .. } = body.edges[edge].op else { return None };
    let at = body.edges[edge].from;
    let location = &body.locations[at];
    match (&*location.outgoing, &*location.incoming) {
        ([_], [check]) if matches!(body.edges[*check].op, Op::Check { .. }) && at != body.entry => {
            Some(*check)
        }
        _ => None,
    }
}

/// What holds a step and the question behind it together.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Around {
    /// There are no other threads.
    Nothing,
    OneStep,
}

/// Puts the questions into a function.
pub fn put_in(program: &mut Program, id: FunctionId, plan: &Plan, around: Around) {
    let Some(old) = program.functions[id].body.take() else { return };
    let mut body = Body::new();
    for (location, it) in old.locations.iter() {
        if location.index() >= 2 {
            body.add_location();
        }
        body.locations[location].label = it.label;
    }
    (body.entry, body.exit) = (old.entry, old.exit);
    for (edge_id, edge) in old.edges.iter() {
        let mut chain = Chain { body: &mut body, at: edge.from, provenance: edge.provenance };
        if plan.opened_before.contains(&edge_id) && around == Around::OneStep {
            chain.step(Op::AtomicBegin(AtomicKind::Together));
        }
        if let Some(questions) = plan.before.get(&edge_id) {
            chain.ask(questions, around);
        }
        let Some(questions) = plan.behind.get(&edge_id) else {
            chain.end(edge.to, edge.op.clone());
            continue;
        };
        let mut op = edge.op.clone();
        // What a call gives is written when it is over.
        if let Op::Call { target: Some(target), .. } = &mut op {
            let (to, ty) = (*target, program.vars[*target].ty);
            let result = program.vars.push(Var {
                name: "result".into(),
                ty,
                scope: Scope::Local(id),
                origin: VarOrigin::Temporary,
                span: edge.provenance.span,
                initial: ir::Initial::Unknown,
            });
            *target = result;
            chain.step(op);
            op = Op::Assign { target: to, value: program.exprs.intern(Expr::Var(result)) };
        }
        let is_open = check_of(&old, edge_id).is_some();
        match around {
            Around::Nothing => {
                chain.step(op);
                chain.ask(questions, around);
                chain.end_nowhere(edge.to, Op::Skip);
            }
            Around::OneStep => {
                if !is_open {
                    chain.step(Op::AtomicBegin(AtomicKind::Together));
                }
                chain.step(op);
                chain.ask(questions, around);
                chain.end_nowhere(edge.to, Op::AtomicEnd);
            }
        }
    }
    program.functions[id].body = Some(body);
}

/// Edges one behind the other.
struct Chain<'b> {
    body: &'b mut Body,
    at: LocationId,
    provenance: Provenance,
}

impl Chain<'_> {
    fn step(&mut self, op: Op) {
        self.step_at(op, self.provenance);
    }

    fn step_at(&mut self, op: Op, provenance: Provenance) {
        let to = self.body.add_location();
        self.body.add_edge(self.at, to, op, provenance);
        self.at = to;
    }

    fn end(self, to: LocationId, op: Op) {
        self.body.add_edge(self.at, to, op, self.provenance);
    }

    /// The same with a step of ours.
    fn end_nowhere(self, to: LocationId, op: Op) {
        self.body.add_edge(self.at, to, op, Provenance::default());
    }

    /// Asks; that stands nowhere in the source.
    fn ask(&mut self, questions: &IdSet<FunctionId>, around: Around) {
        let nowhere = Provenance::default();
        if around == Around::OneStep {
            self.step_at(Op::AtomicBegin(AtomicKind::Asked), nowhere);
        }
        for question in questions.iter() {
            self.step_at(call(question), nowhere);
        }
        if around == Around::OneStep {
            self.step_at(Op::AtomicEnd, nowhere);
        }
    }
}

fn call(question: FunctionId) -> Op {
    Op::Call { target: None, callee: Callee::Direct(question), arguments: Vec::new() }
}

/// Asks all where runs begin.
pub fn ask_at_the_beginning(program: &mut Program, questions: &[FunctionId]) {
    let entry = program.entry;
    let Some(body) = &mut program.functions[entry].body else { return };
    let first = body.entry;
    let start = body.add_location();
    body.entry = start;
    let provenance = Provenance::default();
    let mut chain = Chain { body, at: start, provenance };
    for question in questions {
        chain.step(call(*question));
    }
    chain.end(first, Op::Skip);
}

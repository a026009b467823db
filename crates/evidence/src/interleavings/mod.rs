//! Checks the claim that no run of a program with threads fails, its inputs being symbols.
//!
//! Who made the claim has unrolled all threads and asked one question about all orders of their
//! steps. Here runs are followed state by state: a state says where each thread is, what variables
//! and memory hold as terms over the inputs, and which conditions the inputs meet. At each turn
//! every thread takes its next step, once for each side of a branch that the inputs allow. States
//! that are the same, terms and all, are followed once; and since inputs are named by who asks for
//! them and how often it did before, steps in another order come to the same state where the order
//! does not matter.
//!
//! # Why the end is a proof
//! Every run is a sequence of turns, at each of which one thread takes a step that others may notice,
//! and all steps behind it that nobody notices. By induction, each state of the run at a turn is
//! one that was followed, for the inputs of the run. A thread that ends the program, or does
//! something undefined, takes no further step here, while the others go on: these are the runs in
//! which it has not come to that yet. An atomic block that comes to such an end, or waits, has
//! not begun. What is not followed makes the check refuse.
//!
//! # Ends
//! When no new state comes up, or there are too many.

mod memory;
mod step;
mod value;

use std::collections::{BTreeMap, BTreeSet};

use index::IdSet;
use ir::{Condition, Expr, ExprId, FunctionId, LocationId, ObjectId, Op, Program, Scope, VarId};
use ir_interp::LiveLocals;
use logic::{Term, TermId, TermPool};
use rustc_hash::{FxHashMap, FxHashSet};
use smt::{Answer, Effort, OneQuestion};
use verdict::Budget;

use crate::induction::Refusal;
use value::Val;

const MAX_STATES: usize = 2_000_000;
const MAX_STEPS: u64 = 20_000_000;
/// Work for one question, in the solver's own count.
const EFFORT: u32 = 20_000_000;

/// Where an activation is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Frame {
    function: FunctionId,
    location: LocationId,
    locals: BTreeMap<VarId, Val>,
    objects: BTreeMap<ObjectId, u32>,
    /// Where the caller wants the result.
    target: Option<VarId>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Status {
    Alive,
    /// It takes no further step.
    Stopped,
    Ended(Option<Val>),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Thread {
    frames: Vec<Frame>,
    status: Status,
    n_inputs: u32,
    n_objects: u32,
}

/// A place in memory: the object and the offset.
type Place = (u32, u64);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    threads: Vec<Thread>,
    globals: BTreeMap<VarId, Val>,
    /// What was written: how many bytes, and what.
    memory: BTreeMap<Place, (u64, Val)>,
    /// What the inputs meet.
    path: BTreeSet<TermId>,
}

/// An object: whose it is, if the program declares it, its size, and whether it begins as zeros.
#[derive(Clone, Copy, Debug)]
struct Known {
    object: Option<ObjectId>,
    size: Option<u64>,
    is_zeroed: bool,
}

struct Follower<'p> {
    program: &'p Program,
    pool: TermPool,
    budget: &'p Budget,
    live: LiveLocals,
    /// Local objects whose address is used for accesses in their own function only.
    private: IdSet<ObjectId>,
    objects: Vec<Known>,
    /// Objects by the thread that they come to life in and how many it had before.
    numbers: FxHashMap<(usize, u32), u32>,
    inputs: FxHashMap<(usize, u32, ir::Type), Val>,
    unwritten: FxHashMap<(Place, u64), Val>,
    answers: FxHashMap<Vec<TermId>, bool>,
    n_steps: u64,
}

fn refuse<T>(why: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::Undecided(why.into()))
}

/// Follows all runs of the program, and confirms that none fails.
pub fn confirm_interleavings(program: &Program, budget: &Budget) -> Result<(), Refusal> {
    if program.checks.values().any(|check| check.kind.is_of_runs()) {
        return refuse("races and deadlocks are not followed");
    }
    let mut follower = Follower::new(program, budget);
    let mut seen: FxHashSet<State> = FxHashSet::default();
    let mut pending = vec![follower.first_state()?];
    while let Some(state) = pending.pop() {
        if seen.contains(&state) {
            continue;
        }
        if budget.check().is_err() {
            return refuse("there was no time to follow all runs again");
        }
        if seen.len() >= MAX_STATES {
            return refuse("there are too many states");
        }
        for thread in 0..state.threads.len() {
            if state.threads[thread].status == Status::Alive {
                pending.extend(follower.turn(&state, thread)?);
            }
        }
        seen.insert(state);
    }
    Ok(())
}

impl<'p> Follower<'p> {
    fn new(program: &'p Program, budget: &'p Budget) -> Self {
        // Local ones have no address of their own here: each life has a number.
        let objects = program.objects.iter().map(|(id, object)| Known {
            object: Some(id),
            size: object.size,
            is_zeroed: false,
        });
        Self {
            program,
            pool: TermPool::new(),
            budget,
            live: crate::threads::live::live_locals(program),
            private: private_objects(program),
            objects: objects.collect(),
            numbers: FxHashMap::default(),
            inputs: FxHashMap::default(),
            unwritten: FxHashMap::default(),
            answers: FxHashMap::default(),
            n_steps: 0,
        }
    }

    fn first_state(&mut self) -> Result<State, Refusal> {
        let program = self.program;
        let mut first =
            Thread { frames: Vec::new(), status: Status::Alive, n_inputs: 0, n_objects: 0 };
        let mut arguments = Vec::new();
        for parameter in &program.functions[program.entry].parameters {
            let ty = program.vars[*parameter].ty;
            arguments.push(self.input(&mut first, 0, ty));
        }
        first.frames.push(self.frame(program.entry, &arguments, None)?);
        let mut state = State {
            threads: vec![first],
            globals: BTreeMap::new(),
            memory: BTreeMap::new(),
            path: BTreeSet::new(),
        };
        for (id, var) in program.vars.iter().filter(|(_, var)| var.scope == Scope::Global) {
            let value = self.first_value(&mut state, var)?;
            state.globals.insert(id, value);
        }
        Ok(state)
    }

    fn frame(
        &self,
        function: FunctionId,
        arguments: &[Val],
        target: Option<VarId>,
    ) -> Result<Frame, Refusal> {
        let data = &self.program.functions[function];
        let Some(body) = &data.body else { return refuse("a function has no body") };
        if arguments.len() < data.parameters.len() {
            return refuse("a function is called with too few arguments");
        }
        let locals = data.parameters.iter().copied().zip(arguments.iter().cloned()).collect();
        let location = body.entry;
        Ok(Frame { function, location, locals, objects: BTreeMap::new(), target })
    }

    /// An input of a thread, named by how many it had before.
    fn input(&mut self, thread: &mut Thread, number: usize, ty: ir::Type) -> Val {
        let key = (number, thread.n_inputs, ty);
        thread.n_inputs += 1;
        if let Some(value) = self.inputs.get(&key) {
            return value.clone();
        }
        let value = Val::any(self, ty);
        self.inputs.insert(key, value.clone());
        value
    }

    /// May the inputs of a state meet one more condition? No only if the solver says so.
    fn may_hold(&mut self, path: &BTreeSet<TermId>, condition: TermId) -> bool {
        if let Term::Bool(value) = self.pool[condition] {
            return value;
        }
        if path.contains(&condition) {
            return true;
        }
        let mut key: Vec<TermId> = path.iter().copied().collect();
        key.push(condition);
        if let Some(answer) = self.answers.get(&key) {
            return *answer;
        }
        let effort = Effort::Limited(EFFORT);
        let question = OneQuestion::ask(&self.pool, &key, self.budget, effort);
        let answer = *question.answer() != Answer::Unsat;
        self.answers.insert(key, answer);
        answer
    }

    /// The state with one more condition; none if no input meets it.
    fn assume(&mut self, mut state: State, condition: TermId) -> Option<State> {
        if !self.may_hold(&state.path, condition) {
            return None;
        }
        match &self.pool[condition] {
            Term::Bool(_) => {}
            Term::And(operands) => state.path.extend(operands.iter().copied()),
            _ => {
                state.path.insert(condition);
            }
        }
        Some(state)
    }

    /// Is a step noticed by other threads?
    fn is_visible(&self, op: &Op) -> bool {
        let mut is_global = op.assigned().is_some_and(|var| self.is_global(var));
        op.for_each_expr(|expr| is_global |= self.reads_global(expr));
        is_global
            || match op {
                Op::Load { pointer, .. } | Op::Store { pointer, .. } => !self.is_private(*pointer),
                Op::Copy { .. }
                | Op::Fill { .. }
                | Op::ThreadCreate { .. }
                | Op::ThreadJoin { .. }
                | Op::Await { .. }
                | Op::AtomicBegin(_) => true,
                _ => false,
            }
    }

    fn is_global(&self, var: VarId) -> bool {
        self.program.vars[var].scope == Scope::Global
    }

    fn reads_global(&self, root: ExprId) -> bool {
        let node = self.program.exprs[root];
        matches!(node, Expr::Var(var) if self.is_global(var))
            || node.operands().any(|operand| self.reads_global(operand))
    }

    fn is_private(&self, mut pointer: ExprId) -> bool {
        while let Expr::PointerAdd(base, _) = self.program.exprs[pointer] {
            pointer = base;
        }
        matches!(self.program.exprs[pointer], Expr::ObjectAddress(it) if self.private.contains(it))
    }
}

/// Local objects whose address is nowhere but at the base of an access.
fn private_objects(program: &Program) -> IdSet<ObjectId> {
    let locals = program.objects.iter().filter(|(_, object)| object.scope != Scope::Global);
    let mut private: IdSet<ObjectId> = locals.map(|(id, _)| id).collect();
    let bodies = program.functions.values().filter_map(|function| function.body.as_ref());
    for op in bodies.flat_map(|body| body.edges.values()).map(|edge| &edge.op) {
        let accessed: Vec<ExprId> = match op {
            Op::Load { pointer, .. } | Op::Store { pointer, .. } => vec![*pointer],
            Op::ThreadCreate { handle, .. } => handle.iter().copied().collect(),
            Op::ThreadJoin { result, .. } => result.iter().copied().collect(),
            Op::Check { condition: Condition::ValidAccess { pointer, .. }, .. } => vec![*pointer],
            _ => Vec::new(),
        };
        let mut rest = accessed.clone();
        let mut pending = Vec::new();
        op.for_each_expr(|expr| match rest.iter().position(|it| *it == expr) {
            Some(at) => {
                rest.remove(at);
            }
            None => pending.push(expr),
        });
        for mut pointer in accessed {
            while let Expr::PointerAdd(base, distance) = program.exprs[pointer] {
                pending.push(distance);
                pointer = base;
            }
            if !matches!(program.exprs[pointer], Expr::ObjectAddress(_)) {
                pending.push(pointer);
            }
        }
        while let Some(expr) = pending.pop() {
            if let Expr::ObjectAddress(object) = program.exprs[expr] {
                private.remove(object);
            }
            pending.extend(program.exprs[expr].operands());
        }
    }
    private
}

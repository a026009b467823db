//! Asks at every moment: puts questions about global variables behind every step that may change
//! their answer.
//!
//! A question is a function without parameters that reads global variables and fails where what it
//! asks about is not so. It is called where a run begins, and behind each step that may write
//! something that it reads.
//!
//! ```text
//!   x = 1;        becomes        atomic-begin together
//!                                x = 1
//!                                atomic-begin asked;  call question();  atomic-end
//!                                atomic-end
//! ```
//!
//! # When it is asked
//! Between any two steps that other threads can notice. Write and question are one step: with a turn
//! between them another thread could mend what is broken, or break what the write left right and have
//! the wrong thread blamed. Inside an atomic block nobody looks, so the question is asked where
//! the outermost block ends. A block that ends with the whole run is never seen from outside.
//!
//! Sound: in a state between two steps, the last step that wrote what the question reads was
//! followed by the question, or there was none since the beginning. Which steps those are is
//! overestimated by points-to analysis, and asking once more where nothing has changed changes no
//! answer. The question's own reads are nobody's ([`ir::AtomicKind::Asked`]), and the block around
//! a write orders nothing ([`ir::AtomicKind::Together`]), so that races are what they were.
//!
//! Where it is not known whether a step stands in an atomic block (a function that is called in one and
//! outside of one, a block that one way enters and another does not), there is no answer, for a
//! reason that is told.

mod blocks;
mod concern;
mod put_in;

use index::IdSet;
use ir::{Expr, ExprId, FunctionId, ObjectId, Op, Program, Scope, VarId};

use crate::points_to::{ExternalPointers, PointsTo};
use blocks::Blocks;
use concern::Concern;
use put_in::{Around, Plan, ask_at_the_beginning, put_in};

/// Why a program was left as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhyNotAsked {
    /// The question reads something else than global variables.
    ReadsThroughPointer(FunctionId),
    /// What cannot be followed, in words.
    Unsupported(&'static str),
}

/// Said of what cannot be followed.
const IN_BOTH: &str = "what an invariant speaks of is written by a function that is called in an \
    atomic block and outside of one";
const LEFT_OPEN: &str =
    "an atomic block is left open by a function, and an invariant has to be asked at its end";

/// Puts the questions into the program.
pub fn ask_always(program: &mut Program, questions: &[FunctionId]) -> Result<(), WhyNotAsked> {
    let reads: Result<Vec<(FunctionId, Reads)>, WhyNotAsked> =
        questions.iter().map(|it| Ok((*it, Reads::of(program, *it)?))).collect();
    let reads = reads?;
    let mut blocks = Blocks::of(program)?;
    let points_to = PointsTo::of(program, ExternalPointers::MayReachArguments);
    blocks.follow_calls(program, &points_to);
    let concern = Concern::of(program, &points_to, &reads);
    let mut plans = Vec::new();
    for (id, function) in program.functions.iter() {
        let Some(body) = &function.body else { continue };
        if questions.contains(&id) {
            continue;
        }
        let plan = Plan::of(id, body, &blocks.depths[id], &concern)?;
        let is_in_block = blocks.in_block.contains(id);
        let ends = |op: &Op| matches!(op, Op::ThreadExit { .. });
        if is_in_block && body.edges.values().any(|edge| ends(&edge.op)) {
            return Err(WhyNotAsked::Unsupported(LEFT_OPEN));
        }
        if plan.is_empty() {
            continue;
        }
        match (is_in_block, blocks.outside.contains(id)) {
            (true, true) => return Err(WhyNotAsked::Unsupported(IN_BOTH)),
            // Whoever has opened the block asks at its end.
            (true, false) => {}
            (false, _) => plans.push((id, plan)),
        }
    }
    let around = match creates_threads(program) {
        true => Around::OneStep,
        false => Around::Nothing,
    };
    for (id, plan) in plans {
        put_in(program, id, &plan, around);
    }
    ask_at_the_beginning(program, questions);
    Ok(())
}

fn creates_threads(program: &Program) -> bool {
    let bodies = program.functions.values().filter_map(|function| function.body.as_ref());
    let mut edges = bodies.flat_map(|body| body.edges.values());
    edges.any(|edge| matches!(edge.op, Op::ThreadCreate { .. }))
}

/// What a question depends on.
struct Reads {
    vars: IdSet<VarId>,
    objects: IdSet<ObjectId>,
}

impl Reads {
    fn of(program: &Program, question: FunctionId) -> Result<Self, WhyNotAsked> {
        let mut reads = Self { vars: IdSet::new(), objects: IdSet::new() };
        let edges = program.functions[question].body.iter().flat_map(|body| body.edges.values());
        for edge in edges {
            edge.op.for_each_expr(|expr| reads.add_vars(program, expr));
            if let Op::Load { pointer, .. } = edge.op {
                match base(program, pointer) {
                    Some(object) => _ = reads.objects.insert(object),
                    None => return Err(WhyNotAsked::ReadsThroughPointer(question)),
                }
            }
        }
        Ok(reads)
    }

    fn add_vars(&mut self, program: &Program, root: ExprId) {
        let mut pending = vec![root];
        while let Some(expr) = pending.pop() {
            if let Expr::Var(var) = program.exprs[expr]
                && program.vars[var].scope == Scope::Global
            {
                self.vars.insert(var);
            }
            pending.extend(program.exprs[expr].operands());
        }
    }
}

/// The global object that a pointer leads into by additions alone.
fn base(program: &Program, mut pointer: ExprId) -> Option<ObjectId> {
    loop {
        match program.exprs[pointer] {
            Expr::PointerAdd(of, _) => pointer = of,
            Expr::ObjectAddress(object) if program.objects[object].scope == Scope::Global => {
                return Some(object);
            }
            _ => return None,
        }
    }
}

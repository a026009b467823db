//! The values that an input has to be tried with.
//!
//! A truth value has two. A number that the program only compares with constants has as many as
//! these tell apart: every constant, its neighbours and the ends of the range stand for all
//! others, since no comparison has another result for a number in between. A pointer that is only
//! compared with null has two. What is never looked at has one: the result of a thread that nobody asks for, say. Other inputs have too many.

use index::IdSet;
use ir::{
    Body, Callee, CompareOp, Condition, Expr, ExprId, FunctionId, IntType, Op, Program, Scope,
    Type, VarId,
};
use ir_interp::{InputRequest, Unknown};
use rustc_hash::FxHashMap;

/// Values that are tried for one input at most.
const MAX_VALUES: usize = 64;
/// What stands for pointers that are not null.
const OTHER_POINTER: u128 = 4_096;
/// Types with at most so many values are tried as a whole.
const SMALL_WIDTH: u32 = 4;

/// What was found out about the places that ask.
#[derive(Default)]
pub struct Choices {
    known: FxHashMap<(FunctionId, VarId), Option<Vec<u128>>>,
}

impl Choices {
    /// All values that matter, or `None` if there are too many.
    pub fn values(&mut self, program: &Program, request: &InputRequest) -> Option<Vec<u128>> {
        match request.ty {
            Type::Bool => return Some(vec![0, 1]),
            Type::Int(ty) if u32::from(ty.width) <= SMALL_WIDTH => {
                return Some((0..1 << ty.width).collect());
            }
            Type::Int(_) | Type::Float(_) | Type::Pointer => {}
        }
        let (function, holder) = holder(program, request)?;
        let known = self.known.entry((function, holder));
        known.or_insert_with(|| compared_values(program, function, holder)).clone()
    }
}

/// The variable that gets the input, and its function. Only what a variable gets can be followed to
/// where it is used.
fn holder(program: &Program, request: &InputRequest) -> Option<(FunctionId, VarId)> {
    match request.unknown {
        Unknown::EntryParameter(var) => Some((program.entry, var)),
        Unknown::Input | Unknown::ExternalResult(_) | Unknown::Uninitialised => {
            let site = request.site?;
            let body = program.functions[site.function].body.as_ref()?;
            match body.edges[site.edge].op {
                Op::Havoc { target, .. } => Some((site.function, target)),
                _ => None,
            }
        }
        _ => None,
    }
}

fn compared_values(program: &Program, function: FunctionId, holder: VarId) -> Option<Vec<u128>> {
    let body = program.functions[function].body.as_ref()?;
    let ty = match program.vars[holder].ty {
        Type::Int(ty) => Some(ty),
        Type::Bool | Type::Float(_) | Type::Pointer => None,
    };
    let is_result_lost = is_result_lost(program, function);
    let (copies, constants) = (IdSet::new(), Vec::new());
    let mut uses = Uses { program, ty, copies, constants, is_result_lost };
    uses.copies.insert(holder);
    if program.vars[holder].scope == Scope::Global || !uses.follow(body) {
        return None;
    }
    if uses.constants.is_empty() {
        return Some(vec![0]);
    }
    // Pointers are told from null alone, and any other one will do.
    let Some(ty) = ty else { return Some(vec![0, OTHER_POINTER]) };
    let mask = ty.mask();
    let mut values = vec![0, 1, mask, mask >> 1, (mask >> 1) + 1];
    for constant in &uses.constants {
        values.extend([constant.wrapping_sub(1) & mask, *constant, (constant + 1) & mask]);
    }
    values.sort_unstable();
    values.dedup();
    (values.len() <= MAX_VALUES).then_some(values)
}

/// Where a number goes, and what it is compared with.
struct Uses<'a> {
    program: &'a Program,
    /// Of a number; anything else is not compared.
    ty: Option<IntType>,
    /// The variables that may hold it.
    copies: IdSet<VarId>,
    constants: Vec<u128>,
    /// What the function returns is of no use to anybody.
    is_result_lost: bool,
}

impl Uses<'_> {
    /// `false` if it is used for anything but comparisons with constants.
    fn follow(&mut self, body: &Body) -> bool {
        loop {
            let n_copies = self.copies.len();
            for edge in body.edges.values() {
                if let Op::Assign { target, value } = edge.op
                    && let Expr::Var(var) = self.program.exprs[value]
                    && self.copies.contains(var)
                {
                    if self.program.vars[target].scope == Scope::Global {
                        return false;
                    }
                    self.copies.insert(target);
                }
            }
            if self.copies.len() == n_copies {
                break;
            }
        }
        body.edges.values().all(|edge| self.is_harmless(&edge.op))
    }

    fn is_harmless(&mut self, op: &Op) -> bool {
        match op {
            Op::Assign { value, .. } if matches!(self.program.exprs[*value], Expr::Var(_)) => true,
            Op::Assign { value, .. } => self.only_compares(*value),
            Op::Assume { condition } => self.only_compares(*condition),
            Op::Check { condition: Condition::Holds(condition), .. } => {
                self.only_compares(*condition)
            }
            Op::Return { value: Some(value) } if self.is_copy(*value) => self.is_result_lost,
            other => {
                let mut is_absent = true;
                other.for_each_expr(|expr| is_absent &= !self.mentions(expr));
                is_absent
            }
        }
    }

    fn mentions(&self, root: ExprId) -> bool {
        let mut pending = vec![root];
        let mut seen = IdSet::new();
        while let Some(expr) = pending.pop() {
            if !seen.insert(expr) {
                continue;
            }
            match self.program.exprs[expr] {
                Expr::Var(var) if self.copies.contains(var) => return true,
                node => pending.extend(node.operands()),
            }
        }
        false
    }

    /// Every occurrence in the expression is one side of a comparison with a constant.
    fn only_compares(&mut self, root: ExprId) -> bool {
        let mut pending = vec![root];
        let mut seen = IdSet::new();
        while let Some(expr) = pending.pop() {
            if !seen.insert(expr) {
                continue;
            }
            let exprs = &self.program.exprs;
            match exprs[expr] {
                Expr::Var(var) if self.copies.contains(var) => return false,
                Expr::Compare(op, a, b) if self.is_told_apart(op) => {
                    match (self.is_copy(a), self.is_copy(b)) {
                        (true, false) | (false, true) => {
                            let other = if self.is_copy(a) { b } else { a };
                            let bits = match exprs[other] {
                                Expr::Int(ty, bits) if Some(ty) == self.ty => bits,
                                Expr::Null if self.ty.is_none() => 0,
                                _ => return false,
                            };
                            self.constants.push(bits);
                        }
                        (true, true) => return false,
                        (false, false) => pending.extend([a, b]),
                    }
                }
                node => pending.extend(node.operands()),
            }
        }
        true
    }

    /// Pointers are compared for being the same; their order is another matter.
    fn is_told_apart(&self, op: CompareOp) -> bool {
        self.ty.is_some() || matches!(op, CompareOp::Eq | CompareOp::Ne)
    }

    fn is_copy(&self, expr: ExprId) -> bool {
        matches!(self.program.exprs[expr], Expr::Var(var) if self.copies.contains(var))
    }
}

/// The function is only ever the start of a thread, and nobody asks threads for their results.
fn is_result_lost(program: &Program, function: FunctionId) -> bool {
    let bodies = program.functions.values().filter_map(|function| function.body.as_ref());
    let mut ops = bodies.flat_map(|body| body.edges.values()).map(|edge| &edge.op);
    let is_used = ops.any(|op| match op {
        Op::ThreadJoin { result, .. } => result.is_some(),
        Op::Call { callee: Callee::Direct(callee), .. } => *callee == function,
        Op::Call { callee: Callee::Indirect(..), .. } => true,
        _ => false,
    });
    !is_used && function != program.entry
}

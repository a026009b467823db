//! Expressions and operations with variables and objects renamed.

use ir::{
    AllocationKind, ArithOp, Callee, CompareOp, Condition, Expr, ExprId, ExprPool, ObjectId, Op,
    Type, VarId,
};
use rustc_hash::FxHashMap;

/// New names; what is not listed keeps its own.
#[derive(Clone, Debug, Default)]
pub(crate) struct Renaming {
    pub vars: FxHashMap<VarId, VarId>,
    pub objects: FxHashMap<ObjectId, ObjectId>,
    /// Values of integer variables, where they are read.
    pub constants: FxHashMap<VarId, Expr>,
    done: FxHashMap<ExprId, ExprId>,
}

impl Renaming {
    pub fn var(&self, var: VarId) -> VarId {
        self.vars.get(&var).copied().unwrap_or(var)
    }

    pub fn object(&self, object: ObjectId) -> ObjectId {
        self.objects.get(&object).copied().unwrap_or(object)
    }

    pub fn expr(&mut self, pool: &mut ExprPool, root: ExprId) -> ExprId {
        if self.vars.is_empty() && self.objects.is_empty() && self.constants.is_empty() {
            return root;
        }
        let mut pending = vec![root];
        while let Some(&expr) = pending.last() {
            if self.done.contains_key(&expr) {
                pending.pop();
                continue;
            }
            let node = pool[expr];
            let missing: Vec<ExprId> =
                node.operands().filter(|operand| !self.done.contains_key(operand)).collect();
            if missing.is_empty() {
                let image = self.node(node);
                let image = if self.constants.is_empty() { image } else { folded(pool, image) };
                let image = pool.intern(image);
                self.done.insert(expr, image);
                pending.pop();
            } else {
                pending.extend(missing);
            }
        }
        self.done[&root]
    }

    fn node(&self, node: Expr) -> Expr {
        let of = |expr: ExprId| self.done[&expr];
        match node {
            Expr::Bool(_)
            | Expr::Int(..)
            | Expr::Float(..)
            | Expr::Null
            | Expr::FunctionAddress(_) => node,
            Expr::Var(var) => match self.constants.get(&var) {
                Some(constant) => *constant,
                None => Expr::Var(self.var(var)),
            },
            Expr::ObjectAddress(object) => Expr::ObjectAddress(self.object(object)),
            Expr::Neg(a) => Expr::Neg(of(a)),
            Expr::BitNot(a) => Expr::BitNot(of(a)),
            Expr::Not(a) => Expr::Not(of(a)),
            Expr::Arith(op, a, b) => Expr::Arith(op, of(a), of(b)),
            Expr::Compare(op, a, b) => Expr::Compare(op, of(a), of(b)),
            Expr::And(a, b) => Expr::And(of(a), of(b)),
            Expr::Or(a, b) => Expr::Or(of(a), of(b)),
            Expr::Ite(a, b, c) => Expr::Ite(of(a), of(b), of(c)),
            Expr::Convert(ty, a) => Expr::Convert(ty, of(a)),
            Expr::PointerAdd(a, b) => Expr::PointerAdd(of(a), of(b)),
            Expr::PointerDiff(a, b) => Expr::PointerDiff(of(a), of(b)),
            Expr::Shadow(a) => Expr::Shadow(of(a)),
            Expr::Bits(ty, a) => Expr::Bits(ty, of(a)),
            Expr::Overflows(op, a, b) => Expr::Overflows(op, of(a), of(b)),
        }
    }

    pub fn op(&mut self, pool: &mut ExprPool, op: &Op) -> Op {
        let mut renamed = op.clone();
        match &mut renamed {
            Op::Skip
            | Op::Halt { .. }
            | Op::AtomicBegin(_)
            | Op::AtomicEnd
            | Op::Unsupported { .. } => {}
            Op::Assign { target, value } => {
                *target = self.var(*target);
                *value = self.expr(pool, *value);
            }
            Op::Assume { condition } | Op::Await { condition } => {
                *condition = self.expr(pool, *condition)
            }
            Op::Havoc { target, .. } => *target = self.var(*target),
            Op::Load { target, pointer, .. } => {
                *target = self.var(*target);
                *pointer = self.expr(pool, *pointer);
            }
            Op::Store { pointer, value, .. } => {
                *pointer = self.expr(pool, *pointer);
                *value = self.expr(pool, *value);
            }
            Op::Copy { target, source, size } => {
                *target = self.expr(pool, *target);
                *source = self.expr(pool, *source);
                *size = self.expr(pool, *size);
            }
            Op::Fill { target, byte, size } => {
                *target = self.expr(pool, *target);
                *byte = self.expr(pool, *byte);
                *size = self.expr(pool, *size);
            }
            Op::HavocMemory { target, size, .. } => {
                *target = self.expr(pool, *target);
                *size = self.expr(pool, *size);
            }
            Op::Call { target, callee, arguments } => {
                *target = target.map(|target| self.var(target));
                self.callee(pool, callee);
                for argument in arguments {
                    *argument = self.expr(pool, *argument);
                }
            }
            Op::Outside { arguments, .. } | Op::CallBack { arguments, .. } => {
                for argument in arguments {
                    *argument = self.expr(pool, *argument);
                }
            }
            Op::Return { value } => *value = value.map(|value| self.expr(pool, value)),
            Op::EnterScope { object } | Op::LeaveScope { object } => *object = self.object(*object),
            Op::Allocate { target, size, kind } => {
                *target = self.var(*target);
                *size = self.expr(pool, *size);
                if let AllocationKind::Stack(holder) = kind {
                    *holder = self.object(*holder);
                }
            }
            Op::Reallocate { target, pointer, size } => {
                *target = self.var(*target);
                *pointer = self.expr(pool, *pointer);
                *size = self.expr(pool, *size);
            }
            Op::Free { pointer } => *pointer = self.expr(pool, *pointer),
            Op::Check { condition, .. } => self.condition(pool, condition),
            Op::ThreadCreate { handle, start, argument } => {
                *handle = handle.map(|handle| self.expr(pool, handle));
                self.callee(pool, start);
                *argument = self.expr(pool, *argument);
            }
            Op::ThreadJoin { thread, result } => {
                *thread = self.expr(pool, *thread);
                *result = result.map(|result| self.expr(pool, result));
            }
            Op::ThreadExit { value } => *value = self.expr(pool, *value),
            Op::ThreadSelf { target } => *target = self.var(*target),
        }
        renamed
    }

    fn callee(&mut self, pool: &mut ExprPool, callee: &mut Callee) {
        if let Callee::Indirect(pointer, _) = callee {
            *pointer = self.expr(pool, *pointer);
        }
    }

    fn condition(&mut self, pool: &mut ExprPool, condition: &mut Condition) {
        match condition {
            Condition::Holds(expr) | Condition::Initialised(expr) => *expr = self.expr(pool, *expr),
            Condition::ValidAccess { pointer, size } => {
                *pointer = self.expr(pool, *pointer);
                *size = self.expr(pool, *size);
            }
            Condition::ValidFree { pointer }
            | Condition::Writable { pointer }
            | Condition::Aligned { pointer, .. }
            | Condition::Callable { pointer } => *pointer = self.expr(pool, *pointer),
            Condition::Apart { target, source, sizes, .. } => {
                *target = self.expr(pool, *target);
                *source = self.expr(pool, *source);
                *sizes = sizes.map(|size| self.expr(pool, size));
            }
            Condition::SameObject { left, right }
            | Condition::InObject { base: left, pointer: right } => {
                *left = self.expr(pool, *left);
                *right = self.expr(pool, *right);
            }
            Condition::AllReachable | Condition::AllFreed => {}
        }
    }
}

/// The expression as a constant, if its operands are integers and its result is defined.
fn folded(pool: &ExprPool, expr: Expr) -> Expr {
    let int = |expr: ExprId| match pool[expr] {
        Expr::Int(ty, bits) => Some((ty, ty.value(bits))),
        _ => None,
    };
    let constant = match expr {
        Expr::Arith(op, a, b) => int(a).zip(int(b)).and_then(|((ty, a), (_, b))| {
            let exact = match op {
                ArithOp::Add => a.checked_add(b),
                ArithOp::Sub => a.checked_sub(b),
                ArithOp::Mul => a.checked_mul(b),
                _ => None,
            }?;
            let bits = ty.wrap(exact);
            // What leaves a signed type is left as it stands.
            (!ty.is_signed() || ty.value(bits) == exact).then_some(Expr::Int(ty, bits))
        }),
        Expr::Compare(op, a, b) => int(a).zip(int(b)).map(|((_, a), (_, b))| {
            Expr::Bool(match op {
                CompareOp::Eq => a == b,
                CompareOp::Ne => a != b,
                CompareOp::Lt => a < b,
                CompareOp::Le => a <= b,
                CompareOp::Gt => a > b,
                CompareOp::Ge => a >= b,
            })
        }),
        Expr::Not(a) => match pool[a] {
            Expr::Bool(value) => Some(Expr::Bool(!value)),
            _ => None,
        },
        Expr::Convert(Type::Int(ty), a) => int(a).map(|(_, value)| Expr::Int(ty, ty.wrap(value))),
        _ => None,
    };
    constant.unwrap_or(expr)
}

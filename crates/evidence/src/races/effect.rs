//! What an operation changes, as far as states speak of it.

use ir::{ArithOp, AtomicKind, EdgeId, Expr, ExprId, FunctionId, Op, Scope, Type, VarId};
use ir_passes::ownership::primitives::{Primitive, lock_bytes};
use ir_passes::ownership::{Address, Base, ClassId, ContextId, Held, State};
use ir_passes::points_to::Spot;
use rustc_hash::FxHashSet;

use super::Judge;

/// What a variable gets.
#[derive(Clone, Copy, Debug)]
pub(super) enum Got {
    Expr(ExprId),
    Anything,
    Attempt(Address, Held),
    Block(ContextId, EdgeId),
    /// What lies at this place.
    Loaded(Option<Address>),
}

/// Bytes that are written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Range {
    pub address: Option<Address>,
    pub spot: Option<Spot>,
    pub size: Option<u64>,
}

#[derive(Debug, Default)]
pub(super) struct Effect {
    pub assigned: Vec<(VarId, Got)>,
    pub written: Vec<Range>,
    /// Bases that mean something else behind it.
    pub gone: Vec<Base>,
    /// The function whose variables and objects end.
    pub left: Option<FunctionId>,
    /// Expressions whose blocks others may know.
    pub published: Vec<ExprId>,
    pub gained: Vec<(Address, Held)>,
    pub handle: Option<(Address, ClassId)>,
    pub begins: Vec<ClassId>,
    pub ends: Option<ClassId>,
    pub atomic: Vec<AtomicKind>,
}

impl Judge<'_> {
    pub(super) fn is_local(&self, var: VarId) -> bool {
        matches!(self.program.vars[var].scope, Scope::Local(_))
    }

    fn number(&self, expr: ExprId) -> Option<i64> {
        let Expr::Int(ty, bits) = self.program.exprs[expr] else { return None };
        i64::try_from(ty.value(bits)).ok()
    }

    /// The bits of an integer or a pointer, as far as the thread's argument says what it is. An operation is
    /// exact on bits that are wider than its type, as long as they are cut down to it afterwards.
    pub(super) fn computed(&self, state: &State, expr: ExprId) -> Option<i64> {
        let fit = |bits: i128, ty: Type| match ty {
            Type::Int(ty) => i64::try_from(ty.value(ty.wrap(bits))).ok(),
            Type::Pointer => i64::try_from(bits).ok(),
            Type::Bool | Type::Float(_) => None,
        };
        let ty = self.program.type_of(expr);
        match self.program.exprs[expr] {
            Expr::Int(..) => self.number(expr),
            Expr::Null => Some(0),
            Expr::Var(var) if self.is_local(var) => match state.values.get(&var) {
                Some(Address { base: Base::Number, offset }) => Some(*offset),
                _ => None,
            },
            Expr::Convert(_, inner) => match self.program.type_of(inner) {
                Type::Int(_) | Type::Pointer => fit(i128::from(self.computed(state, inner)?), ty),
                Type::Bool | Type::Float(_) => None,
            },
            Expr::Arith(op, a, b) if matches!(ty, Type::Int(_)) => {
                let a = i128::from(self.computed(state, a)?);
                let b = i128::from(self.computed(state, b)?);
                match op {
                    ArithOp::Add => fit(a.checked_add(b)?, ty),
                    ArithOp::Sub => fit(a.checked_sub(b)?, ty),
                    ArithOp::Mul => fit(a.checked_mul(b)?, ty),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The variable that the expression is some bytes away from.
    pub(super) fn origin(&self, mut expr: ExprId) -> Option<VarId> {
        while let Expr::PointerAdd(base, _) = self.program.exprs[expr] {
            expr = base;
        }
        match self.program.exprs[expr] {
            Expr::Var(var) if self.is_local(var) => Some(var),
            _ => None,
        }
    }

    pub(super) fn address(&self, state: &State, mut expr: ExprId) -> Option<Address> {
        let mut offset = 0i64;
        while let Expr::PointerAdd(base, by) = self.program.exprs[expr] {
            offset = offset.checked_add(self.computed(state, by)?)?;
            expr = base;
        }
        if let Some(number) = self.computed(state, expr) {
            let offset = number.checked_add(offset)?;
            return Some(Address { base: Base::Number, offset });
        }
        let from = match self.program.exprs[expr] {
            Expr::ObjectAddress(object) => Address { base: Base::Object(object), offset: 0 },
            Expr::Var(var) if self.is_local(var) => *state.values.get(&var)?,
            Expr::Var(var) if self.claim.frozen.contains(var) => {
                Address { base: Base::Frozen(var), offset: 0 }
            }
            _ => return None,
        };
        Some(Address { base: from.base, offset: from.offset.checked_add(offset)? })
    }

    /// The variable whose value, or a wider copy of it, an integer expression is.
    pub(super) fn copied(&self, mut expr: ExprId) -> Option<VarId> {
        loop {
            match self.program.exprs[expr] {
                Expr::Var(var) if self.is_local(var) => return Some(var),
                Expr::Convert(Type::Int(to), inner) => match self.program.type_of(inner) {
                    Type::Int(from) if from.width <= to.width => expr = inner,
                    _ => return None,
                },
                _ => return None,
            }
        }
    }

    /// The state after the value that an access starts from was given a name.
    pub(super) fn named(&self, context: ContextId, edge: EdgeId, state: &State) -> State {
        let mut named = state.clone();
        let Some(var) = self.start_of_access(context, edge).and_then(|it| self.origin(it)) else {
            return named;
        };
        if !named.values.contains_key(&var) {
            let base = Base::Named(context, edge);
            named.locks.retain(|it, _| it.base != base);
            named.values.retain(|_, it| it.base != base);
            named.tries.retain(|_, it| it.0.base != base);
            named.handles.retain(|it, _| it.base != base);
            named.values.insert(var, Address { base, offset: 0 });
        }
        named
    }

    /// The pointer that an operation gives a name to.
    fn start_of_access(&self, context: ContextId, edge: EdgeId) -> Option<ExprId> {
        match &self.body(context).edges[edge].op {
            Op::Load { pointer, .. } | Op::Store { pointer, .. } => Some(*pointer),
            Op::Copy { target, .. } | Op::Fill { target, .. } | Op::HavocMemory { target, .. } => {
                Some(*target)
            }
            Op::Call { callee: ir::Callee::Direct(callee), arguments, .. } => {
                let primitive = self.primitives[*callee]?;
                arguments.get(primitive.lock_argument()).copied()
            }
            _ => None,
        }
    }

    pub(super) fn range(&self, state: &State, pointer: ExprId, size: Option<u64>) -> Range {
        let address = self.address(state, pointer);
        Range { address, spot: self.points_to.spot(pointer), size }
    }

    pub(super) fn size(&self, size: ExprId) -> Option<u64> {
        self.number(size).and_then(|it| u64::try_from(it).ok())
    }

    /// What the operation of an edge changes that leads to the next location of its context. Calls
    /// of functions with bodies and creations are more than that. None if it goes nowhere.
    pub(super) fn effect(
        &self,
        context: ContextId,
        edge: EdgeId,
        state: &State,
    ) -> Result<Option<Effect>, String> {
        let row = &self.body(context).edges[edge];
        let mut effect = Effect { atomic: state.atomic.clone(), ..Effect::default() };
        let word = self.program.model.pointer_bytes();
        match &row.op {
            Op::Skip | Op::Check { .. } | Op::Await { .. } => {}
            Op::Assume { condition } => self.zeroes(state, *condition, &mut effect),
            Op::Assign { target, value } => self.assigns(&mut effect, *target, *value),
            Op::Havoc { target, .. } | Op::ThreadSelf { target } => {
                effect.assigned.push((*target, Got::Anything));
            }
            Op::Load { target, pointer, .. } => {
                let from = self.address(state, *pointer);
                effect.assigned.push((*target, Got::Loaded(from)));
            }
            Op::Store { pointer, value, access } => {
                let size = access.ty.bytes(self.program.model);
                effect.written.push(self.range(state, *pointer, size));
                effect.published.push(*value);
            }
            Op::Copy { target, size, .. }
            | Op::Fill { target, size, .. }
            | Op::HavocMemory { target, size, .. } => {
                effect.written.push(self.range(state, *target, self.size(*size)));
            }
            Op::Free { pointer } => effect.written.push(self.range(state, *pointer, None)),
            Op::Reallocate { target, pointer, .. } => {
                effect.written.push(self.range(state, *pointer, None));
                effect.assigned.push((*target, Got::Anything));
            }
            Op::Allocate { target, .. } => {
                effect.assigned.push((*target, Got::Block(context, edge)));
            }
            Op::EnterScope { object } | Op::LeaveScope { object } => {
                effect.gone.push(Base::Object(*object));
            }
            Op::AtomicBegin(kind) => effect.atomic.push(*kind),
            Op::AtomicEnd => {
                if effect.atomic.pop().is_none() {
                    return Err("an atomic block ends that did not begin".to_owned());
                }
            }
            Op::ThreadJoin { thread, result } => {
                effect.ends =
                    self.copied(*thread).and_then(|var| state.handle_vars.get(&var).copied());
                if let Some(result) = result {
                    effect.written.push(self.range(state, *result, Some(word)));
                }
            }
            Op::ThreadCreate { handle, argument, .. } => {
                effect.published.push(*argument);
                if let Some(handle) = handle {
                    effect.written.push(self.range(state, *handle, Some(word)));
                }
            }
            Op::Call { .. } => {}
            Op::Return { .. } | Op::Halt { .. } | Op::ThreadExit { .. } => return Ok(None),
            // Whoever knows nothing of the program's memory cannot touch it.
            Op::Outside { .. } if !self.is_known_outside() => {}
            Op::Outside { .. } | Op::CallBack { .. } => {
                return Err("functions without body may access what threads share".to_owned());
            }
            Op::Unsupported { what } => return Err(format!("{what} is not supported")),
        }
        Ok(Some(effect))
    }

    fn is_known_outside(&self) -> bool {
        let known = self.points_to.known_outside();
        !known.objects.is_empty() || !known.allocations.is_empty() || !known.functions.is_empty()
    }

    /// An assignment; where a block's address goes to is followed, or others may know it.
    pub(super) fn assigns(&self, effect: &mut Effect, target: VarId, value: ExprId) {
        let is_followed = self.origin(value).is_some() && self.is_local(target);
        if !is_followed && self.program.type_of(value) != Type::Bool {
            effect.published.push(value);
        }
        effect.assigned.push((target, Got::Expr(value)));
    }

    /// A call of a lock function.
    pub(super) fn lock_step(
        &self,
        state: &State,
        (primitive, callee): (Primitive, FunctionId),
        arguments: &[ExprId],
        target: Option<VarId>,
    ) -> Result<Effect, String> {
        let mut effect = Effect { atomic: state.atomic.clone(), ..Effect::default() };
        let Some(&lock) = arguments.get(primitive.lock_argument()) else {
            return Err("a lock function without a lock".to_owned());
        };
        let bytes = lock_bytes(&self.program.functions[callee].name);
        let range = self.range(state, lock, Some(bytes));
        let mut got = Got::Anything;
        let held = |mode| match range {
            Range { address: Some(address), spot: Some(spot), .. } => {
                Some((address, Held { mode, spot, bytes }))
            }
            _ => None,
        };
        match primitive {
            Primitive::Acquire(mode) => effect.gained.extend(held(mode)),
            Primitive::Attempt(mode) => {
                if let Some((address, held)) = held(mode) {
                    got = Got::Attempt(address, held);
                }
            }
            Primitive::Release | Primitive::Initialise => effect.written.push(range),
            Primitive::Wait | Primitive::Synchronise => {}
        }
        effect.assigned.extend(target.map(|target| (target, got)));
        Ok(effect)
    }

    /// Locks that are held because a variable is zero.
    fn zeroes(&self, state: &State, condition: ExprId, effect: &mut Effect) {
        let mut seen = FxHashSet::default();
        let mut pending = vec![(condition, true)];
        while let Some((expr, is_true)) = pending.pop() {
            if !seen.insert((expr, is_true)) {
                continue;
            }
            match self.program.exprs[expr] {
                Expr::Not(inner) => pending.push((inner, !is_true)),
                Expr::And(a, b) if is_true => pending.extend([(a, true), (b, true)]),
                Expr::Or(a, b) if !is_true => pending.extend([(a, false), (b, false)]),
                Expr::Compare(op, a, b) => {
                    let side = if self.number(b) == Some(0) { a } else { b };
                    let other = if side == a { b } else { a };
                    let is_equal = match op {
                        ir::CompareOp::Eq => is_true,
                        ir::CompareOp::Ne => !is_true,
                        _ => continue,
                    };
                    if self.number(other) != Some(0) {
                        continue;
                    }
                    match self.program.exprs[side] {
                        Expr::Convert(_, inner) if self.program.type_of(inner) == Type::Bool => {
                            pending.push((inner, !is_equal));
                        }
                        _ if is_equal => {
                            let var = self.copied(side);
                            effect
                                .gained
                                .extend(var.and_then(|var| state.tries.get(&var).copied()));
                        }
                        _ => {}
                    }
                }
                _ => {}
            }
        }
    }
}

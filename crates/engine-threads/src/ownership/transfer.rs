//! What a step does to a state.

use ir::{
    ArithOp, Callee, CompareOp, EdgeId, Expr, ExprId, FunctionId, LocationId, Op, Scope, Type,
    VarId,
};
use ir_passes::accesses::add_vars;
use ir_passes::ownership::primitives::{Primitive, lock_bytes};
use ir_passes::ownership::{Address, Base, ClassId, Context, ContextId, Held, Mode, State};
use ir_passes::points_to::Spot;

use super::Machine;
use super::facts::{Value, first_class, forget_base, forget_locks, give, root};

type Next = ((ContextId, LocationId), State);

/// Bytes that are written: from where on, and how many if that is known.
#[derive(Clone, Copy)]
struct Written {
    address: Option<Address>,
    spot: Option<Spot>,
    size: Option<u64>,
}

impl Machine<'_> {
    /// All places that the edge leads to, with what is known there.
    pub(super) fn step(
        &self,
        context: ContextId,
        edge: EdgeId,
        state: &State,
    ) -> Result<Vec<Next>, String> {
        let row = &self.body(context).edges[edge];
        let mut next = state.clone();
        let to = (context, row.to);
        match &row.op {
            Op::Skip | Op::Check { .. } | Op::Await { .. } => {}
            Op::Assign { target, value } => {
                let known = self.carried(&mut next, *value);
                self.set(&mut next, *target, known);
            }
            Op::Assume { condition } => self.learn(&mut next, *condition, true),
            Op::Havoc { target, .. } | Op::ThreadSelf { target } => {
                self.set(&mut next, *target, Value::default());
            }
            Op::Load { target, pointer, .. } => {
                self.name(&mut next, (context, edge), *pointer);
                let place = self.value(&next, *pointer).address;
                let handle = place.and_then(|place| next.handles.get(&place).copied());
                self.set(&mut next, *target, Value { handle, ..Value::default() });
            }
            Op::Store { pointer, value, access } => {
                self.name(&mut next, (context, edge), *pointer);
                self.publish(&mut next, *value);
                self.write(&mut next, *pointer, access.ty.bytes(self.program.model));
            }
            Op::Copy { target, size, .. }
            | Op::Fill { target, size, .. }
            | Op::HavocMemory { target, size, .. } => {
                self.name(&mut next, (context, edge), *target);
                self.write(
                    &mut next,
                    *target,
                    self.constant(*size).and_then(|it| it.try_into().ok()),
                );
            }
            Op::Free { pointer } => self.write(&mut next, *pointer, None),
            Op::Outside { .. } if self.is_unknown_outside() => {}
            Op::Outside { .. } | Op::CallBack { .. } => {
                return Err("functions without body may access what threads share".to_owned());
            }
            Op::Call { .. } => return self.call(context, edge, next),
            Op::Return { value } => return Ok(self.back(context, *value, next)),
            Op::Halt { .. } | Op::ThreadExit { .. } => return Ok(Vec::new()),
            Op::EnterScope { object } | Op::LeaveScope { object } => {
                forget_base(&mut next, |base| base == Base::Object(*object));
            }
            Op::Allocate { target, .. } => {
                let fresh = Some((context, edge));
                self.set(&mut next, *target, Value { fresh, ..Value::default() });
            }
            Op::Reallocate { target, pointer, .. } => {
                self.write(&mut next, *pointer, None);
                self.set(&mut next, *target, Value::default());
            }
            Op::ThreadCreate { .. } => return self.create(context, edge, next),
            Op::ThreadJoin { thread, result } => {
                if let Some(class) = self.value(&next, *thread).handle
                    && self.unique.contains(class)
                {
                    next.running.remove(class);
                }
                if let Some(result) = result {
                    self.write(&mut next, *result, Type::Pointer.bytes(self.program.model));
                }
            }
            Op::AtomicBegin(kind) => next.atomic.push(*kind),
            Op::AtomicEnd => {
                next.atomic.pop();
            }
            Op::Unsupported { what } => return Err(format!("{what} is not supported")),
        }
        Ok(vec![(to, next)])
    }

    /// Does nobody outside know anything of the program's?
    fn is_unknown_outside(&self) -> bool {
        let known = self.points_to.known_outside();
        known.objects.is_empty() && known.allocations.is_empty() && known.functions.is_empty()
    }

    // -- Values.

    fn is_local(&self, var: VarId) -> bool {
        self.program.vars[var].scope != Scope::Global
    }

    fn constant(&self, expr: ExprId) -> Option<i64> {
        match self.program.exprs[expr] {
            Expr::Int(ty, bits) => i64::try_from(ty.value(bits)).ok(),
            _ => None,
        }
    }

    fn value(&self, state: &State, expr: ExprId) -> Value {
        match self.program.exprs[expr] {
            Expr::Var(var) if self.is_local(var) => Value {
                address: state.values.get(&var).copied(),
                attempt: state.tries.get(&var).copied(),
                fresh: state.fresh.get(&var).copied(),
                is_own: state.own.contains(&var),
                handle: state.handle_vars.get(&var).copied(),
            },
            Expr::Var(var) => {
                let is_frozen = self.frozen.contains(var);
                let address = is_frozen.then_some(Address { base: Base::Frozen(var), offset: 0 });
                Value { address, ..Value::default() }
            }
            Expr::ObjectAddress(object) => {
                let address = Some(Address { base: Base::Object(object), offset: 0 });
                Value { address, ..Value::default() }
            }
            Expr::PointerAdd(base, offset) => {
                let Value { address, fresh, is_own, .. } = self.value(state, base);
                let by = self.number(state, offset);
                let address = address.zip(by).and_then(|(it, offset)| {
                    Some(Address { base: it.base, offset: it.offset.checked_add(offset)? })
                });
                Value { address, fresh, is_own, ..Value::default() }
            }
            Expr::Convert(Type::Int(to), inner) => {
                let Value { attempt, handle, .. } = self.value(state, inner);
                let address = self.computed(state, expr);
                // Nothing is lost that could tell zero from others.
                match self.program.type_of(inner) {
                    Type::Int(from) if from.width <= to.width => {
                        Value { address, attempt, handle, ..Value::default() }
                    }
                    _ => Value { address, ..Value::default() },
                }
            }
            Expr::Convert(Type::Pointer, _) | Expr::Arith(..) => {
                Value { address: self.computed(state, expr), ..Value::default() }
            }
            _ => Value::default(),
        }
    }

    /// A number that comes from the argument of the thread. Others are not followed.
    fn computed(&self, state: &State, expr: ExprId) -> Option<Address> {
        let mut vars = index::IdSet::new();
        add_vars(&self.program.exprs, expr, &mut vars);
        let offset = (!vars.is_empty()).then(|| self.number(state, expr)).flatten()?;
        Some(Address { base: Base::Number, offset })
    }

    /// The value of an integer, or of a pointer that is one.
    fn number(&self, state: &State, expr: ExprId) -> Option<i64> {
        match self.program.exprs[expr] {
            Expr::Int(ty, bits) => i64::try_from(ty.value(bits)).ok(),
            Expr::Null => Some(0),
            Expr::Var(var) if self.is_local(var) => {
                let known = state.values.get(&var)?;
                (known.base == Base::Number).then_some(known.offset)
            }
            Expr::Convert(to, inner) => {
                let value = self.number(state, inner)?;
                match (to, self.program.type_of(inner)) {
                    (Type::Int(ty), Type::Int(_) | Type::Pointer) => {
                        i64::try_from(ty.value(ty.wrap(i128::from(value)))).ok()
                    }
                    (Type::Pointer, Type::Int(_)) => Some(value),
                    _ => None,
                }
            }
            Expr::Arith(op, a, b) => {
                let Type::Int(ty) = self.program.type_of(expr) else { return None };
                let (a, b) = (self.number(state, a)?, self.number(state, b)?);
                let (a, b) = (i128::from(a), i128::from(b));
                let result = match op {
                    ArithOp::Add => a + b,
                    ArithOp::Sub => a - b,
                    ArithOp::Mul => a * b,
                    _ => return None,
                };
                i64::try_from(ty.value(ty.wrap(result))).ok()
            }
            _ => None,
        }
    }

    /// The same for a value that goes to a variable; where that is not followed, blocks become known.
    fn carried(&self, state: &mut State, expr: ExprId) -> Value {
        let value = self.value(state, expr);
        if value.fresh.is_none() && self.program.type_of(expr) != Type::Bool {
            self.publish(state, expr);
        }
        value
    }

    fn set(&self, state: &mut State, target: VarId, value: Value) {
        if self.is_local(target) {
            return give(state, target, value);
        }
        state.fresh.retain(|_, site| Some(*site) != value.fresh);
        forget_base(state, |base| base == Base::Frozen(target));
    }

    /// Others may come to know the blocks that the expression points into.
    fn publish(&self, state: &mut State, expr: ExprId) {
        let mut vars = index::IdSet::new();
        add_vars(&self.program.exprs, expr, &mut vars);
        let sites: Vec<_> = vars.iter().filter_map(|var| state.fresh.get(&var).copied()).collect();
        state.fresh.retain(|_, site| !sites.contains(site));
    }

    /// Gives the value that an access starts from a name, if it has none.
    fn name(&self, state: &mut State, (context, edge): (ContextId, EdgeId), pointer: ExprId) {
        let Some(var) = root(&self.program.exprs, pointer) else { return };
        if self.is_local(var) && !state.values.contains_key(&var) {
            let base = Base::Named(context, edge);
            forget_base(state, |it| it == base);
            state.values.insert(var, Address { base, offset: 0 });
        }
    }

    /// What holds behind a condition that came out so.
    fn learn(&self, state: &mut State, condition: ExprId, outcome: bool) {
        let is_zero = |expr: ExprId| self.constant(expr) == Some(0);
        match self.program.exprs[condition] {
            Expr::Not(inner) => self.learn(state, inner, !outcome),
            Expr::And(a, b) if outcome => {
                self.learn(state, a, true);
                self.learn(state, b, true);
            }
            Expr::Or(a, b) if !outcome => {
                self.learn(state, a, false);
                self.learn(state, b, false);
            }
            Expr::Compare(op @ (CompareOp::Eq | CompareOp::Ne), a, b) => {
                let other = match (is_zero(a), is_zero(b)) {
                    (true, _) => b,
                    (_, true) => a,
                    _ => return,
                };
                let is_zero = (op == CompareOp::Eq) == outcome;
                if let Expr::Convert(_, inner) = self.program.exprs[other]
                    && self.program.type_of(inner) == Type::Bool
                {
                    return self.learn(state, inner, !is_zero);
                }
                if let (true, Some((address, held))) = (is_zero, self.value(state, other).attempt) {
                    hold(state, address, held);
                }
            }
            _ => {}
        }
    }

    // -- Memory.

    fn write(&self, state: &mut State, pointer: ExprId, size: Option<u64>) {
        let address = self.value(state, pointer).address;
        let spot = self.points_to.spot(pointer);
        let written = Written { address, spot, size };
        forget_locks(state, |lock, held| written.may_touch(*lock, Some(held.spot), held.bytes));
        let targets = self.points_to.targets(pointer);
        state.handles.retain(|place, _| {
            let Base::Object(object) = place.base else { return false };
            let may_be = targets.as_ref().is_none_or(|it| it.objects.contains(object));
            !(may_be && written.may_touch(*place, None, self.program.model.pointer_bytes()))
        });
    }

    // -- Calls.

    fn call(&self, context: ContextId, edge: EdgeId, state: State) -> Result<Vec<Next>, String> {
        let row = &self.body(context).edges[edge];
        let Op::Call { target, callee, arguments } = &row.op else { return Ok(Vec::new()) };
        let function = self.contexts[context].function;
        let to = (context, row.to);
        let mut all = Vec::new();
        let callees = self.called(function, edge, *callee);
        let is_indirect = matches!(callee, Callee::Indirect(..));
        if callees.is_empty() {
            return Err("a call leads to functions that are not known".to_owned());
        }
        for callee in callees {
            let mut next = state.clone();
            let called = &self.program.functions[callee];
            if let Some(primitive) = self.primitives[callee] {
                if is_indirect {
                    return Err("a lock function is called through a pointer".to_owned());
                }
                self.primitive(&mut next, (context, edge), (primitive, callee), *target);
                all.push((to, next));
            } else if let Some(body) = &called.body {
                let values: Vec<Value> =
                    arguments.iter().map(|argument| self.carried(&mut next, *argument)).collect();
                for (parameter, value) in called.parameters.iter().zip(values) {
                    // What became known with a later argument is not fresh as this one.
                    let fresh = value.fresh.filter(|site| next.fresh.values().any(|it| it == site));
                    give(&mut next, *parameter, Value { fresh, ..value });
                }
                let inside = self.callees[&(context, edge, callee)];
                all.push(((inside, body.entry), next));
            } else {
                let is_pointer = |it: &&ExprId| self.program.type_of(**it) == Type::Pointer;
                if arguments.iter().any(|it| is_pointer(&it)) {
                    return Err(format!("`{}` has no body", called.name));
                }
                if let Some(target) = target {
                    self.set(&mut next, *target, Value::default());
                }
                all.push((to, next));
            }
        }
        Ok(all)
    }

    /// A function returns to where it was called.
    fn back(&self, context: ContextId, value: Option<ExprId>, mut state: State) -> Vec<Next> {
        let Context { function, caller, .. } = self.contexts[context];
        let Some((caller, edge)) = caller else { return Vec::new() };
        let value = value.map(|value| self.carried(&mut state, value)).unwrap_or_default();
        let row = &self.body(caller).edges[edge];
        let own = Scope::Local(function);
        let vars = &self.program.vars;
        state.values.retain(|var, _| vars[*var].scope != own);
        state.tries.retain(|var, _| vars[*var].scope != own);
        state.own.retain(|var| vars[*var].scope != own);
        state.handle_vars.retain(|var, _| vars[*var].scope != own);
        let objects = &self.program.objects;
        let is_gone = |base: Base| matches!(base, Base::Object(it) if objects[it].scope == own);
        let address = value.address.filter(|it| !is_gone(it.base));
        let attempt = value.attempt.filter(|it| !is_gone(it.0.base));
        if let Op::Call { target: Some(target), .. } = row.op {
            self.set(&mut state, target, Value { address, attempt, ..value });
        }
        state.fresh.retain(|var, _| vars[*var].scope != own);
        forget_base(&mut state, is_gone);
        vec![((caller, row.to), state)]
    }

    fn primitive(
        &self,
        state: &mut State,
        (context, edge): (ContextId, EdgeId),
        (primitive, callee): (Primitive, FunctionId),
        target: Option<VarId>,
    ) {
        let Op::Call { arguments, .. } = &self.body(context).edges[edge].op else { return };
        let lock = arguments.get(primitive.lock_argument()).copied();
        let Some(lock) = lock else { return };
        self.name(state, (context, edge), lock);
        let address = self.value(state, lock).address;
        let spot = self.points_to.spot(lock);
        let bytes = lock_bytes(&self.program.functions[callee].name);
        let held =
            |mode: Mode| address.zip(spot).map(|(it, spot)| (it, Held { mode, spot, bytes }));
        let mut attempt = None;
        match primitive {
            Primitive::Acquire(mode) => {
                if let Some((address, held)) = held(mode) {
                    hold(state, address, held);
                }
            }
            Primitive::Attempt(mode) => attempt = held(mode),
            Primitive::Release | Primitive::Initialise => {
                self.write(state, lock, Some(bytes));
            }
            Primitive::Wait | Primitive::Synchronise => {}
        }
        if let Some(target) = target {
            self.set(state, target, Value { attempt, ..Value::default() });
        }
    }

    fn create(
        &self,
        context: ContextId,
        edge: EdgeId,
        mut state: State,
    ) -> Result<Vec<Next>, String> {
        let row = &self.body(context).edges[edge];
        let Op::ThreadCreate { handle, start, argument } = row.op else { return Ok(Vec::new()) };
        let function = self.contexts[context].function;
        let starts = self.called(function, edge, start);
        if starts.is_empty() {
            return Err("it is not known what a thread runs".to_owned());
        }
        let Value { address, fresh, .. } = self.value(&state, argument);
        let is_own = fresh.is_some();
        let number = self.number(&state, argument);
        let number = number.map(|offset| Address { base: Base::Number, offset });
        // The same wherever it is known, as long as it is.
        let told = number.or_else(|| address.filter(|it| self.lives_once(it.base)));
        self.publish(&mut state, argument);
        let place = handle.and_then(|handle| self.value(&state, handle).address);
        if let Some(handle) = handle {
            self.write(&mut state, handle, Type::Pointer.bytes(self.program.model));
        }
        let mut all = Vec::new();
        for start in &starts {
            let class = self.created[&(context, edge, *start)];
            let root = self.classes[class].root;
            let mut first = State { running: self.others(class), ..State::default() };
            if let [parameter] = &*self.program.functions[*start].parameters {
                first.own.extend(is_own.then_some(*parameter));
                first.values.extend(told.map(|told| (*parameter, told)));
            }
            all.push(((root, self.body(root).entry), first));
            state.running.insert(class);
            state.running.union_with(&self.descendants[class]);
        }
        if let ([start], Some(place)) = (&*starts, place)
            && matches!(place.base, Base::Object(_))
        {
            state.handles.insert(place, self.created[&(context, edge, *start)]);
        }
        all.push(((context, row.to), state));
        Ok(all)
    }

    /// Is this one object, however long the program runs: a static one, or one that the entry function
    /// brings to life at one step that no run comes to twice?
    fn lives_once(&self, base: Base) -> bool {
        let Base::Object(object) = base else { return false };
        match self.program.objects[object].scope {
            Scope::Global => true,
            Scope::Local(function) => {
                self.live_once.contains(object) && function == self.program.entry
            }
        }
    }

    /// Who may run when a thread of the class begins: all but those that it creates itself.
    fn others(&self, class: ClassId) -> index::IdSet<ClassId> {
        let mut others: index::IdSet<ClassId> = self.classes.ids().collect();
        if self.unique.contains(class) && class != first_class() {
            others.remove(class);
            others.subtract(&self.descendants[class]);
        }
        others
    }
}

/// The lock is held at least in this way.
fn hold(state: &mut State, address: Address, held: Held) {
    let known = state.locks.entry(address).or_insert(held);
    known.mode = known.mode.max(held.mode);
}

impl Written {
    /// May one of so many bytes at the address be written?
    fn may_touch(&self, at: Address, spot: Option<Spot>, size: u64) -> bool {
        if let Some(own) = self.address {
            match (own.base, at.base) {
                (Base::Object(a), Base::Object(b)) if a != b => return false,
                (a, b) if a == b => {
                    let Some(written) = self.size else { return true };
                    let distance = at.offset.saturating_sub(own.offset);
                    return distance < i64::try_from(written).unwrap_or(i64::MAX)
                        && distance.saturating_neg() < size as i64;
                }
                _ => {}
            }
        }
        match (self.spot, spot) {
            (Some(own), Some(spot)) => {
                own.node == spot.node && self.size.is_none_or(|it| overlap(own, it, spot, size))
            }
            _ => true,
        }
    }
}

/// Do bytes at two places of one part of memory overlap?
fn overlap(a: Spot, a_size: u64, b: Spot, b_size: u64) -> bool {
    let (a_size, b_size) = (i128::from(a_size), i128::from(b_size));
    let distance = i128::from(b.offset) - i128::from(a.offset);
    match i128::from(a.period) {
        0 => distance < a_size && -distance < b_size,
        period => {
            let ahead = distance.rem_euclid(period);
            ahead < a_size || period - ahead < b_size
        }
    }
}

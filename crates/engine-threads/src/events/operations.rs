//! What an operation makes of a state.

use std::rc::Rc;

use ir::{AllocationKind, Callee, Condition, Expr, ExprId, HavocCause, Op, Scope, Type, VarId};
use logic::Term;

use super::Open;
use super::known::{Cell, Instance, Known, Node};
use super::machine::{Input, Machine, TargetKind};
use super::state::State;
use super::unroll::Activation;
use super::value::Value;

impl Machine<'_> {
    /// The value of an expression.
    pub fn value(&mut self, state: &mut State, root: ExprId) -> Result<Value, Open> {
        // Shared variables are read beforehand: reading them is part of the step.
        let mut globals = Vec::new();
        self.global_reads(root, &mut globals);
        let mut read = Vec::new();
        for var in globals {
            read.push((var, self.read_cell(state, Cell::Var(var))));
        }
        let program = self.program;
        let mut unwritten: Vec<(VarId, Value)> = Vec::new();
        let (locals, scopes) = (Rc::clone(&state.locals), Rc::clone(&state.scopes));
        let value = self.terms.expr(root, &mut |terms, leaf| match leaf {
            Expr::Var(var) => {
                let known = read.iter().find(|(it, _)| *it == var).map(|(_, value)| *value);
                Ok(match known.or_else(|| locals.get(&var).copied()) {
                    Some(value) => value,
                    None => {
                        let value = terms.fresh("unwritten", program.vars[var].ty);
                        unwritten.push((var, value));
                        value
                    }
                })
            }
            Expr::ObjectAddress(object) => match program.objects[object].scope {
                Scope::Global => Ok(terms.pointer_to(Known::static_object(program, object), 0)),
                Scope::Local(_) => match scopes.get(&object) {
                    Some(number) => match terms.zero_pointer() {
                        Value::Pointer { offset, .. } => {
                            Ok(Value::Pointer { object: *number, offset })
                        }
                        other => Ok(other),
                    },
                    None => Ok(terms.zero_pointer()),
                },
            },
            _ => unreachable!("only variables and addresses are leaves"),
        })?;
        for (var, value) in unwritten {
            Rc::make_mut(&mut state.locals).insert(var, value);
        }
        Ok(value)
    }

    fn global_reads(&self, root: ExprId, found: &mut Vec<VarId>) {
        let mut pending = vec![root];
        while let Some(expr) = pending.pop() {
            let node = self.program.exprs[expr];
            if let Expr::Var(var) = node
                && self.is_global(var)
                && !found.contains(&var)
            {
                found.push(var);
            }
            pending.extend(node.operands());
        }
    }

    fn is_global(&self, var: VarId) -> bool {
        self.program.vars[var].scope == Scope::Global
    }

    /// Whether an operation is a step of its own, since others may notice it.
    pub fn touches_shared(&mut self, state: &State, op: &Op) -> Result<bool, Open> {
        match op {
            Op::AtomicBegin(_) | Op::ThreadCreate { .. } | Op::ThreadJoin { .. } => {
                return Ok(true);
            }
            // These may access several cells; they are rare enough to be steps always.
            Op::Copy { .. } | Op::Fill { .. } | Op::HavocMemory { .. } => return Ok(true),
            _ => {}
        }
        let mut globals = Vec::new();
        op.for_each_expr(|expr| self.global_reads(expr, &mut globals));
        globals.extend(op.assigned().filter(|var| self.is_global(*var)));
        if globals.iter().any(|var| self.is_noticed(state, Cell::Var(*var))) {
            return Ok(true);
        }
        let (pointer, ty) = match op {
            Op::Load { pointer, access, .. } | Op::Store { pointer, access, .. } => {
                (*pointer, access.ty)
            }
            _ => return Ok(false),
        };
        let mut scratch = state.clone();
        let pointer = self.value(&mut scratch, pointer)?;
        let size = ty.bytes(self.program.model).unwrap_or(1);
        let n_targets = self.targets.len();
        let cells = self.resolve(&scratch, pointer, size)?;
        self.targets.truncate(n_targets);
        Ok(cells.iter().any(|(_, cell)| self.is_noticed(state, *cell)))
    }

    pub fn assign(&mut self, state: &mut State, var: VarId, value: Value) {
        if self.is_global(var) {
            let top = self.terms.pool.top();
            self.write_cell(state, top, Cell::Var(var), value);
        } else {
            Rc::make_mut(&mut state.locals).insert(var, value);
        }
    }

    /// A value that the environment chooses.
    fn input(&mut self, state: &State, activation: Activation, node: &Node, ty: Type) -> Value {
        let value = self.terms.fresh("input", ty);
        let (thread, guard) = (self.thread, state.guard);
        let function = activation.function;
        self.inputs.push(Input { thread, guard, function, edge: node.edge, value });
        value
    }

    fn require(&mut self, state: &mut State, condition: ExprId) -> Result<(), Open> {
        let holds = self.value(state, condition)?;
        let holds = self.terms.bits(holds);
        state.guard = self.terms.pool.and2(state.guard, holds);
        Ok(())
    }

    /// The state behind an operation; `None` where the thread does not go on.
    pub fn operate(
        &mut self,
        activation: Activation,
        node: Node,
        op: &Op,
        mut state: State,
    ) -> Result<Option<State>, Open> {
        match op {
            Op::Skip | Op::LeaveScope { .. } => {}
            Op::Assign { target, value } => {
                let value = self.value(&mut state, *value)?;
                self.assign(&mut state, *target, value);
            }
            Op::Assume { condition } | Op::Await { condition } => {
                self.require(&mut state, *condition)?;
            }
            Op::Havoc { target, cause } => {
                if matches!(cause, HavocCause::Unmodelled | HavocCause::Effect(_)) {
                    self.terms.doubt.note("what somebody outside does is not followed");
                }
                let ty = self.program.vars[*target].ty;
                let value = self.input(&state, activation, &node, ty);
                self.assign(&mut state, *target, value);
            }
            Op::Load { target, pointer, access } => {
                let pointer = self.value(&mut state, *pointer)?;
                let value = match access.is_volatile {
                    true => self.input(&state, activation, &node, access.ty),
                    false => self.load(&mut state, pointer, access.ty)?,
                };
                self.assign(&mut state, *target, value);
            }
            Op::Store { pointer, value, access } => {
                let pointer = self.value(&mut state, *pointer)?;
                let value = self.value(&mut state, *value)?;
                let size = access.ty.bytes(self.program.model).unwrap_or(1);
                self.store(&mut state, pointer, size, value)?;
            }
            Op::Fill { target, byte, size } => {
                let target = self.value(&mut state, *target)?;
                let byte = self.value(&mut state, *byte)?;
                let size = self.value(&mut state, *size)?;
                self.fill(&mut state, target, byte, size)?;
            }
            Op::Copy { target, source, size } => {
                let target = self.value(&mut state, *target)?;
                let source = self.value(&mut state, *source)?;
                let size = self.value(&mut state, *size)?;
                self.copy(&mut state, target, source, size)?;
            }
            Op::HavocMemory { .. } | Op::Outside { .. } | Op::CallBack { .. } => {
                self.unsupported(
                    &state,
                    state.guard,
                    "functions without body act beside the threads",
                );
                return Ok(None);
            }
            Op::Call { target, callee, arguments } => {
                return self.call(activation, node, (*target, *callee), arguments, state);
            }
            Op::Return { .. } => unreachable!("returns are for who follows the function"),
            Op::Halt { .. } => return Ok(None),
            Op::EnterScope { object } => {
                let size = self.program.objects[*object].size;
                let instance = Instance { object: Some(*object), size, is_zeroed: false };
                let number = self.new_object(node, instance)?;
                let Value::Pointer { object: number, .. } = self.terms.pointer_to(number, 0) else {
                    unreachable!("an address is a pointer")
                };
                Rc::make_mut(&mut state.scopes).insert(*object, number);
            }
            Op::Allocate { target, size, kind } => {
                let size = self.value(&mut state, *size)?;
                let bits = self.terms.bits(size);
                let size = match self.terms.pool[bits] {
                    Term::BitVec(_, bits) => u64::try_from(bits).ok(),
                    _ => None,
                };
                let is_zeroed = *kind == AllocationKind::HeapZeroed;
                let number = self.new_object(node, Instance { object: None, size, is_zeroed })?;
                let pointer = self.terms.pointer_to(number, 0);
                self.assign(&mut state, *target, pointer);
            }
            Op::Reallocate { .. } => {
                self.unsupported(&state, state.guard, "a block is made larger");
                return Ok(None);
            }
            // Whoever accesses the block later does something undefined.
            Op::Free { .. } => {}
            Op::Check { check, condition } => match condition {
                Condition::Holds(expr) => {
                    let holds = self.value(&mut state, *expr)?;
                    let holds = self.terms.bits(holds);
                    let fails = self.terms.pool.not(holds);
                    let guard = self.terms.pool.and2(state.guard, fails);
                    self.target(&state, TargetKind::Violation(*check), guard);
                    state.guard = self.terms.pool.and2(state.guard, holds);
                }
                _ => self.unsupported(&state, state.guard, "checks of memory are not asked about"),
            },
            Op::ThreadCreate { handle, start, argument } => {
                return self.create(node, *handle, *start, *argument, state);
            }
            Op::ThreadJoin { thread, result } => {
                return self.join(*thread, *result, state);
            }
            Op::ThreadExit { value } => {
                let value = self.value(&mut state, *value)?;
                state.depth = 0;
                self.end_step(&mut state);
                self.exits.push((state, Some(value)));
                return Ok(None);
            }
            Op::ThreadSelf { target } => {
                let Type::Int(ty) = self.program.vars[*target].ty else {
                    return Err(Open("a thread's number is no number".to_owned()));
                };
                let number = self.threads[self.thread].number;
                let number = self.terms.pool.extract(u32::from(ty.width).min(32) - 1, 0, number);
                let number = self.terms.pool.zero_extend(u32::from(ty.width), number);
                self.assign(&mut state, *target, Value::Bits(number));
            }
            Op::AtomicBegin(_) => state.depth += 1,
            Op::AtomicEnd => {
                if state.depth == 1 {
                    self.end_step(&mut state);
                }
                state.depth = state.depth.saturating_sub(1);
            }
            Op::Unsupported { what } => {
                self.unsupported(&state, state.guard, what);
                return Ok(None);
            }
        }
        Ok(Some(state))
    }

    fn new_object(&mut self, node: Node, instance: Instance) -> Result<u32, Open> {
        let node = self.known.node(node);
        self.known.instance(node, instance, self.object_limit())
    }

    fn call(
        &mut self,
        activation: Activation,
        mut node: Node,
        (target, callee): (Option<VarId>, Callee),
        arguments: &[ExprId],
        mut state: State,
    ) -> Result<Option<State>, Open> {
        let function = match callee {
            Callee::Direct(function) => function,
            Callee::Indirect(pointer, _) => {
                let pointer = self.value(&mut state, pointer)?;
                let functions = self.functions_behind(pointer)?;
                match functions.as_slice() {
                    [(condition, function)] => {
                        state.guard = self.terms.pool.and2(state.guard, *condition);
                        *function
                    }
                    _ => {
                        return Err(Open(
                            "a call through a pointer has several targets".to_owned(),
                        ));
                    }
                }
            }
        };
        let mut values = Vec::new();
        for argument in arguments {
            values.push(self.value(&mut state, *argument)?);
        }
        if self.program.functions[function].body.is_none() {
            if let Some(target) = target {
                let ty = self.program.vars[target].ty;
                let value = self.input(&state, activation, &node, ty);
                self.assign(&mut state, target, value);
            }
            return Ok(Some(state));
        }
        let (locals, scopes) = (Rc::clone(&state.locals), Rc::clone(&state.scopes));
        node.function = Some(function);
        let name = self.known.node(node);
        let ended = self.run_function(Activation { name, function }, &values, state)?;
        let Some((mut state, value)) = ended else { return Ok(None) };
        (state.locals, state.scopes) = (locals, scopes);
        if let (Some(target), Some(value)) = (target, value) {
            if self.is_global(target) && self.is_noticed(&state, Cell::Var(target)) {
                return Err(Open("a result goes to a shared variable at once".to_owned()));
            }
            self.assign(&mut state, target, value);
        }
        Ok(Some(state))
    }

    /// The functions that a pointer may lead to.
    pub fn functions_behind(
        &mut self,
        pointer: Value,
    ) -> Result<Vec<(logic::TermId, ir::FunctionId)>, Open> {
        let Value::Pointer { object, .. } = pointer else {
            return Err(Open("a number is called".to_owned()));
        };
        let Some(candidates) = self.candidates(object) else {
            return Err(Open("which function a pointer leads to is not known".to_owned()));
        };
        let width = self.terms.pool.sort(object).width().unwrap_or(16);
        let mut found = Vec::new();
        for number in candidates {
            let index = number.wrapping_sub(1) as usize;
            if index >= self.program.functions.len() {
                continue;
            }
            let function: ir::FunctionId = index::Id::new(index);
            let constant = self.terms.pool.bv(width, u128::from(number));
            let is_it = self.terms.pool.eq(object, constant);
            if !self.terms.is_false(is_it) && self.program.functions[function].body.is_some() {
                found.push((is_it, function));
            }
        }
        Ok(found)
    }

    /// The object and offset of a pointer that is known, and a size that is.
    fn known_range(&self, pointer: Value, size: Value) -> Option<(u32, u64, u64)> {
        let Value::Pointer { object, offset } = pointer else { return None };
        let Value::Bits(size) = size else { return None };
        let constant = |term| match self.terms.pool[term] {
            Term::BitVec(_, bits) => u64::try_from(bits).ok(),
            _ => None,
        };
        let number = u32::try_from(constant(object)?).ok()?;
        Some((number, constant(offset)?, constant(size)?))
    }

    fn fill(
        &mut self,
        state: &mut State,
        target: Value,
        byte: Value,
        size: Value,
    ) -> Result<(), Open> {
        let unknown = || Open("a range of memory is filled that is not known".to_owned());
        let (object, from, size) = self.known_range(target, size).ok_or_else(unknown)?;
        let byte = self.terms.bits(byte);
        let cells = self.known.cells_in(object, from, from + size).ok_or_else(unknown)?;
        let top = self.terms.pool.top();
        for (at, width) in cells {
            let mut bits = byte;
            for _ in 1..width {
                bits = self.terms.pool.concat(byte, bits);
            }
            let cell = self.known.cell(object, at, width)?;
            self.write_cell(state, top, cell, Value::Bits(bits));
        }
        Ok(())
    }

    fn copy(
        &mut self,
        state: &mut State,
        target: Value,
        source: Value,
        size: Value,
    ) -> Result<(), Open> {
        let unknown = || Open("a range of memory is copied that is not known".to_owned());
        let (to, to_at, n_bytes) = self.known_range(target, size).ok_or_else(unknown)?;
        let (from, from_at, _) = self.known_range(source, size).ok_or_else(unknown)?;
        let there = self.known.cells_in(to, to_at, to_at + n_bytes).ok_or_else(unknown)?;
        let here = self.known.cells_in(from, from_at, from_at + n_bytes).ok_or_else(unknown)?;
        let mut cells: Vec<(u64, u32)> = here.iter().map(|(at, it)| (at - from_at, *it)).collect();
        cells.extend(there.iter().map(|(at, it)| (at - to_at, *it)));
        cells.sort_unstable();
        cells.dedup();
        let top = self.terms.pool.top();
        let mut values = Vec::new();
        for (at, width) in cells {
            let cell = self.known.cell(from, from_at + at, width)?;
            values.push((at, width, self.read_cell(state, cell)));
        }
        for (at, width, value) in values {
            let cell = self.known.cell(to, to_at + at, width)?;
            self.write_cell(state, top, cell, value);
        }
        Ok(())
    }
}

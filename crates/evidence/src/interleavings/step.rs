//! A turn: one step that others notice, and what follows that nobody notices.

use ir::{AllocationKind, Callee, Condition, EdgeId, ExprId, FunctionId, Op, Type};
use logic::TermId;

use super::value::Val;
use super::{Follower, Known, MAX_STEPS, State, Status, Thread, refuse};
use crate::induction::Refusal;

/// Objects and threads of one run.
const MAX_OBJECTS: usize = 100_000;
const MAX_THREADS: usize = 120;

/// A state in the middle of a turn.
struct Moving {
    state: State,
    /// Atomic blocks that the thread is in.
    depth: u32,
    /// The step that others notice was taken.
    is_used: bool,
}

/// What an operation leads to.
enum After {
    Goes(State),
    /// An atomic block begins or ends.
    Deeper(State),
    Shallower(State),
    /// The thread ends, and others may wait for that.
    Ends(State),
    /// The thread takes no further step.
    Stops(State),
    /// The thread cannot take the step now.
    Waits,
}

impl Follower<'_> {
    /// The states that a turn of a thread leads to.
    pub fn turn(&mut self, from: &State, thread: usize) -> Result<Vec<State>, Refusal> {
        let mut reached = Vec::new();
        let mut pending = vec![Moving { state: from.clone(), depth: 0, is_used: false }];
        while let Some(Moving { mut state, depth, is_used }) = pending.pop() {
            self.n_steps += 1;
            if self.n_steps > MAX_STEPS
                || self.n_steps.is_multiple_of(1024) && self.budget.check().is_err()
            {
                return refuse("there was no time to follow all runs again");
            }
            let program = self.program;
            let Some(frame) = state.threads[thread].frames.last() else {
                return refuse("a thread has no activation");
            };
            let Some(body) = &program.functions[frame.function].body else {
                return refuse("a function has no body");
            };
            let edges = &body.locations[frame.location].outgoing;
            let is_visible = edges.iter().any(|edge| self.is_visible(&body.edges[*edge].op));
            if depth == 0 && is_visible && is_used && state.threads.len() > 1 {
                self.forget_dead(&mut state);
                reached.push(state);
                continue;
            }
            let is_used = is_used || is_visible;
            if edges.is_empty() {
                return refuse("a thread has no next step");
            }
            if depth == 0
                && let Some(mut stuck) = self.stuck(&state, thread, edges)?
            {
                stuck.threads[thread].status = Status::Stopped;
                stuck.threads[thread].frames.clear();
                reached.push(stuck);
            }
            for &edge in edges {
                let op = &body.edges[edge].op;
                for after in self.operate(state.clone(), thread, edge, op)? {
                    let (state, depth) = match after {
                        After::Goes(state) => (state, depth),
                        After::Deeper(state) => (state, depth + 1),
                        After::Shallower(state) => (state, depth.saturating_sub(1)),
                        After::Ends(state) => {
                            reached.push(state);
                            continue;
                        }
                        After::Stops(mut state) => {
                            // In an atomic block, the block has not begun.
                            if depth == 0 {
                                state.threads[thread].status = Status::Stopped;
                                state.threads[thread].frames.clear();
                                reached.push(state);
                            }
                            continue;
                        }
                        After::Waits => continue,
                    };
                    pending.push(Moving { state, depth, is_used });
                }
            }
        }
        Ok(reached)
    }

    /// The state with inputs for which none of several branches can be taken.
    fn stuck(
        &mut self,
        state: &State,
        thread: usize,
        edges: &[EdgeId],
    ) -> Result<Option<State>, Refusal> {
        let Some(frame) = state.threads[thread].frames.last() else { return Ok(None) };
        let Some(body) = &self.program.functions[frame.function].body else { return Ok(None) };
        let mut state = state.clone();
        let mut taken = Vec::new();
        for edge in edges {
            let Op::Assume { condition } = body.edges[*edge].op else { return Ok(None) };
            taken.push(self.truth_of(&mut state, thread, condition)?);
        }
        let taken = self.pool.or(&taken);
        let none = self.pool.not(taken);
        Ok(self.assume(state, none))
    }

    /// Forgets locals that nobody reads any more, so that more states are the same.
    fn forget_dead(&self, state: &mut State) {
        for thread in &mut state.threads {
            for frame in &mut thread.frames {
                let live = &self.live[frame.function][frame.location];
                frame.locals.retain(|var, _| live.contains(*var));
            }
        }
    }

    fn go_on(&self, state: &mut State, thread: usize, edge: EdgeId) {
        if let Some(frame) = state.threads[thread].frames.last_mut()
            && let Some(body) = &self.program.functions[frame.function].body
        {
            frame.location = body.edges[edge].to;
        }
    }

    fn set(&mut self, state: &mut State, thread: usize, var: ir::VarId, value: Val) {
        if self.is_global(var) {
            state.globals.insert(var, value);
        } else if let Some(frame) = state.threads[thread].frames.last_mut() {
            frame.locals.insert(var, value);
        }
    }

    fn operate(
        &mut self,
        mut state: State,
        thread: usize,
        edge: EdgeId,
        op: &Op,
    ) -> Result<Vec<After>, Refusal> {
        let program = self.program;
        match op {
            Op::Skip | Op::LeaveScope { .. } | Op::Free { .. } => {}
            Op::Assign { target, value } => {
                let value = self.evaluate(&mut state, thread, *value)?;
                self.set(&mut state, thread, *target, value);
            }
            Op::Assume { condition } => {
                let condition = self.truth_of(&mut state, thread, *condition)?;
                let Some(mut state) = self.assume(state, condition) else { return Ok(Vec::new()) };
                self.go_on(&mut state, thread, edge);
                return Ok(vec![After::Goes(state)]);
            }
            Op::Await { condition } => {
                let condition = self.truth_of(&mut state, thread, *condition)?;
                let Some(mut state) = self.assume(state, condition) else {
                    return Ok(vec![After::Waits]);
                };
                self.go_on(&mut state, thread, edge);
                return Ok(vec![After::Goes(state)]);
            }
            Op::Havoc { target, .. } => {
                let value =
                    self.input(&mut state.threads[thread], thread, program.vars[*target].ty);
                self.set(&mut state, thread, *target, value);
            }
            Op::Load { target, pointer, access } => {
                let pointer = self.evaluate(&mut state, thread, *pointer)?;
                if access.is_volatile {
                    let value = self.input(&mut state.threads[thread], thread, access.ty);
                    self.set(&mut state, thread, *target, value);
                    self.go_on(&mut state, thread, edge);
                    return Ok(vec![After::Goes(state)]);
                }
                let Some(size) = access.ty.bytes(program.model) else { return refuse("an access") };
                let mut all = Vec::new();
                for (mut case, place) in self.places(state, &pointer, size)? {
                    let Some(place) = place else {
                        all.push(After::Stops(case));
                        continue;
                    };
                    let value = self.read(&case, place, access.ty)?;
                    self.set(&mut case, thread, *target, value);
                    self.go_on(&mut case, thread, edge);
                    all.push(After::Goes(case));
                }
                return Ok(all);
            }
            Op::Store { pointer, value, access } => {
                let pointer = self.evaluate(&mut state, thread, *pointer)?;
                let value = self.evaluate(&mut state, thread, *value)?;
                let Some(size) = access.ty.bytes(program.model) else { return refuse("an access") };
                return self.stores(state, thread, edge, &pointer, size, &value);
            }
            Op::Call { target, callee, arguments } => {
                let mut values = Vec::new();
                for argument in arguments {
                    values.push(self.evaluate(&mut state, thread, *argument)?);
                }
                let function = self.callee(&mut state, thread, *callee)?;
                self.go_on(&mut state, thread, edge);
                if program.functions[function].body.is_none() {
                    if let Some(target) = target {
                        let ty = program.vars[*target].ty;
                        let value = self.input(&mut state.threads[thread], thread, ty);
                        self.set(&mut state, thread, *target, value);
                    }
                    return Ok(vec![After::Goes(state)]);
                }
                if target.is_some_and(|target| self.is_global(target)) {
                    return refuse("a result goes to a global variable at once");
                }
                let frame = self.frame(function, &values, *target)?;
                state.threads[thread].frames.push(frame);
                return Ok(vec![After::Goes(state)]);
            }
            Op::Return { value } => {
                let value = match value {
                    Some(value) => Some(self.evaluate(&mut state, thread, *value)?),
                    None => None,
                };
                return Ok(vec![self.returns(state, thread, value)]);
            }
            Op::Halt { .. } => return Ok(vec![After::Stops(state)]),
            Op::EnterScope { object } => {
                let size = program.objects[*object].size;
                let known = Known { object: Some(*object), size, is_zeroed: false };
                let number = self.new_object(&mut state, thread, known)?;
                if let Some(frame) = state.threads[thread].frames.last_mut() {
                    frame.objects.insert(*object, number);
                }
            }
            Op::Allocate { target, size, kind } => {
                let size = self.number_of(&mut state, thread, *size)?;
                let logic::Term::BitVec(_, size) = self.pool[size] else {
                    return refuse("the size of a block depends on an input");
                };
                let is_zeroed = *kind == AllocationKind::HeapZeroed;
                let Ok(size) = u64::try_from(size) else { return refuse("a block is too large") };
                let known = Known { object: None, size: Some(size), is_zeroed };
                let number = self.new_object(&mut state, thread, known)?;
                let address = self.address(number, 0);
                self.set(&mut state, thread, *target, address);
            }
            Op::Check { condition: Condition::Holds(expr), .. } => {
                let holds = self.truth_of(&mut state, thread, *expr)?;
                let fails = self.pool.not(holds);
                if self.may_hold(&state.path, fails) {
                    return refuse("a check may fail");
                }
            }
            Op::ThreadCreate { handle, start, argument } => {
                return self.creates(state, thread, edge, (*handle, *start, *argument));
            }
            Op::ThreadJoin { thread: handle, result } => {
                return self.joins(state, thread, edge, *handle, *result);
            }
            Op::ThreadExit { value } => {
                let value = self.evaluate(&mut state, thread, *value)?;
                let own = &mut state.threads[thread];
                own.frames.clear();
                own.status = Status::Ended(Some(value));
                return Ok(vec![After::Ends(state)]);
            }
            Op::ThreadSelf { target } => {
                let width = self.width(program.vars[*target].ty);
                let number = self.pool.bv(width, thread as u128 + 1);
                self.set(&mut state, thread, *target, Val::Number(number));
            }
            Op::AtomicBegin(_) => {
                self.go_on(&mut state, thread, edge);
                return Ok(vec![After::Deeper(state)]);
            }
            Op::AtomicEnd => {
                self.go_on(&mut state, thread, edge);
                return Ok(vec![After::Shallower(state)]);
            }
            Op::Copy { .. }
            | Op::Fill { .. }
            | Op::HavocMemory { .. }
            | Op::Outside { .. }
            | Op::CallBack { .. }
            | Op::Reallocate { .. }
            | Op::Check { .. }
            | Op::Unsupported { .. } => return refuse("something is not followed"),
        }
        self.go_on(&mut state, thread, edge);
        Ok(vec![After::Goes(state)])
    }

    /// Stores at each place that a pointer may lead to, and goes on.
    fn stores(
        &mut self,
        state: State,
        thread: usize,
        edge: EdgeId,
        pointer: &Val,
        size: u64,
        value: &Val,
    ) -> Result<Vec<After>, Refusal> {
        let mut all = Vec::new();
        for (mut case, place) in self.places(state, pointer, size)? {
            let Some(place) = place else {
                all.push(After::Stops(case));
                continue;
            };
            self.write(&mut case, place, size, value.clone())?;
            self.go_on(&mut case, thread, edge);
            all.push(After::Goes(case));
        }
        Ok(all)
    }

    fn callee(
        &mut self,
        state: &mut State,
        thread: usize,
        callee: Callee,
    ) -> Result<FunctionId, Refusal> {
        match callee {
            Callee::Direct(function) => Ok(function),
            Callee::Indirect(pointer, _) => match self.evaluate(state, thread, pointer)? {
                Val::Function(function) => Ok(function),
                _ => refuse("which function is called is not known"),
            },
        }
    }

    fn returns(&mut self, mut state: State, thread: usize, value: Option<Val>) -> After {
        let own = &mut state.threads[thread];
        let left = own.frames.pop();
        if own.frames.is_empty() {
            // The program ends where its entry function returns.
            if thread == 0 {
                return After::Stops(state);
            }
            own.status = Status::Ended(value);
            return After::Ends(state);
        }
        if let (Some(target), Some(value)) = (left.and_then(|frame| frame.target), value) {
            self.set(&mut state, thread, target, value);
        }
        After::Goes(state)
    }

    fn new_object(
        &mut self,
        state: &mut State,
        thread: usize,
        known: Known,
    ) -> Result<u32, Refusal> {
        let own = &mut state.threads[thread];
        let key = (thread, own.n_objects);
        own.n_objects += 1;
        if let Some(number) = self.numbers.get(&key) {
            let before = self.objects[*number as usize];
            // On another way it was another object.
            let is_same = (before.object, before.size, before.is_zeroed)
                == (known.object, known.size, known.is_zeroed);
            return if is_same { Ok(*number) } else { refuse("objects differ from way to way") };
        }
        if self.objects.len() >= MAX_OBJECTS {
            return refuse("there are too many objects");
        }
        let number = self.objects.len() as u32;
        self.objects.push(known);
        self.numbers.insert(key, number);
        Ok(number)
    }

    fn creates(
        &mut self,
        mut state: State,
        thread: usize,
        edge: EdgeId,
        (handle, start, argument): (Option<ExprId>, Callee, ExprId),
    ) -> Result<Vec<After>, Refusal> {
        let argument = self.evaluate(&mut state, thread, argument)?;
        let handle = match handle {
            Some(handle) => Some(self.evaluate(&mut state, thread, handle)?),
            None => None,
        };
        let function = self.callee(&mut state, thread, start)?;
        let frame = self.frame(function, &[argument], None)?;
        if state.threads.len() >= MAX_THREADS {
            return refuse("there are too many threads");
        }
        let frames = vec![frame];
        state.threads.push(Thread { frames, status: Status::Alive, n_inputs: 0, n_objects: 0 });
        let number = state.threads.len() as u128;
        match handle {
            Some(handle) => {
                let size = self.program.model.pointer_bytes();
                let number = self.pool.bv(8 * size as u32, number);
                self.stores(state, thread, edge, &handle, size, &Val::Number(number))
            }
            None => {
                self.go_on(&mut state, thread, edge);
                Ok(vec![After::Goes(state)])
            }
        }
    }

    fn joins(
        &mut self,
        mut state: State,
        thread: usize,
        edge: EdgeId,
        handle: ExprId,
        result: Option<ExprId>,
    ) -> Result<Vec<After>, Refusal> {
        let handle: TermId = self.number_of(&mut state, thread, handle)?;
        let result = match result {
            Some(result) => Some(self.evaluate(&mut state, thread, result)?),
            None => None,
        };
        let mut all = Vec::new();
        for (mut case, number) in self.cases(state, handle)? {
            let other = number.checked_sub(1).and_then(|it| usize::try_from(it).ok());
            let Some(other) = other.and_then(|it| case.threads.get(it)) else {
                return refuse("a thread is waited for that is none");
            };
            let Status::Ended(value) = other.status.clone() else {
                all.push(After::Waits);
                continue;
            };
            match &result {
                Some(result) => {
                    let value = match value {
                        Some(value) => value,
                        None => self.input(&mut case.threads[thread], thread, Type::Pointer),
                    };
                    let size = self.program.model.pointer_bytes();
                    all.extend(self.stores(case, thread, edge, result, size, &value)?);
                }
                None => {
                    self.go_on(&mut case, thread, edge);
                    all.push(After::Goes(case));
                }
            }
        }
        Ok(all)
    }
}

//! Creating threads, waiting for them, and their ends.
//!
//! A thread is followed where it is created: what it does depends on its argument, which is known
//! there, and on what others write, which is not. Its number, which the program knows it by, is the
//! number of threads that were created before it; as long as the first thread creates all others,
//! that is how often it has come by a creation so far.

use ir::{Callee, ExprId, Type};
use logic::{Sort, TermId};

use super::Open;
use super::known::Node;
use super::machine::{Machine, Mark, Thread};
use super::state::{Join, State, Step};
use super::unroll::Activation;
use super::value::Value;

const MAX_THREADS: usize = 24;
/// The bits of a thread's number.
pub(super) const NUMBER_BITS: u32 = 32;

impl Machine<'_> {
    /// Follows the whole program.
    pub fn run(&mut self) -> Result<(), Open> {
        let program = self.program;
        let (top, one) = (self.terms.pool.top(), self.terms.pool.bv(NUMBER_BITS, 1));
        self.steps.push(Step {
            thread: 0,
            guard: top,
            complete: top,
            reads: Vec::new(),
            writes: Vec::new(),
            joins: Vec::new(),
            mark: 0,
        });
        self.threads.push(Thread {
            name: 0,
            number: one,
            guard: top,
            created: 0,
            marks: Vec::new(),
            end: None,
        });
        let mut arguments = Vec::new();
        for var in &program.functions[program.entry].parameters {
            let data = &program.vars[*var];
            arguments.push(self.terms.fresh(&data.name, data.ty));
        }
        let state = State {
            guard: top,
            locals: Default::default(),
            scopes: Default::default(),
            memory: Default::default(),
            depth: 0,
            block: None,
            is_alone: true,
            last: 0,
        };
        let activation = Activation { name: 0, function: program.entry };
        self.run_function(activation, &arguments, state)?;
        Ok(())
    }

    pub fn create(
        &mut self,
        node: Node,
        handle: Option<ExprId>,
        start: Callee,
        argument: ExprId,
        mut state: State,
    ) -> Result<Option<State>, Open> {
        let argument = self.value(&mut state, argument)?;
        let handle = handle.map(|handle| self.value(&mut state, handle)).transpose()?;
        let top = self.terms.pool.top();
        let functions = match start {
            Callee::Direct(function) => vec![(top, function)],
            Callee::Indirect(pointer, _) => {
                let pointer = self.value(&mut state, pointer)?;
                self.functions_behind(pointer)?
            }
        };
        let was_alone = state.is_alone;
        self.end_being_alone(&mut state)?;
        let is_step = state.block.is_none();
        if is_step && !was_alone {
            unreachable!("creations are steps");
        }
        // Created by who is alone, it is created in the first step of all; marks go on.
        let step = match &state.block {
            Some(block) => block.step,
            None => {
                self.begin_step(&mut state)?;
                self.steps.len() - 1
            }
        };
        let conditions: Vec<TermId> = functions.iter().map(|(condition, _)| *condition).collect();
        let valid = self.terms.pool.or(&conditions);
        state.guard = self.terms.pool.and2(state.guard, valid);
        let mut number: Option<TermId> = None;
        let mut children = Vec::new();
        for (condition, function) in functions {
            let Some(_) = self.program.functions[function].body else {
                return Err(Open("a thread runs a function without body".to_owned()));
            };
            let guard = self.terms.pool.and2(state.guard, condition);
            let own = self.thread_number();
            number = Some(match number {
                Some(other) => self.terms.pool.ite(condition, own, other),
                None => own,
            });
            let name = self.known.node(Node { function: Some(function), ..node.clone() });
            if self.threads.len() >= MAX_THREADS {
                return Err(Open("there are too many threads".to_owned()));
            }
            let marks: Vec<Mark> = Vec::new();
            let thread = Thread { name, number: own, guard, created: step, marks, end: None };
            self.threads.push(thread);
            children.push((self.threads.len() - 1, Activation { name, function }));
        }
        if let (Some(handle), Some(number)) = (handle, number) {
            let size = self.program.model.pointer_bytes();
            let number = self.terms.pool.zero_extend(8 * size as u32, number);
            self.store(&mut state, handle, size, Value::Bits(number))?;
        }
        for (thread, activation) in children {
            self.follow_thread(thread, activation, argument, &state, step)?;
        }
        if was_alone && state.depth == 0 {
            self.end_step(&mut state);
        }
        Ok(Some(state))
    }

    /// The number of the thread that is created next.
    fn thread_number(&mut self) -> TermId {
        if self.thread != 0 && !self.known.others_create {
            self.known.others_create = true;
            self.known.has_grown = true;
        }
        if self.known.others_create {
            return self.terms.pool.fresh_var("thread", Sort::BitVec(NUMBER_BITS));
        }
        let (zero, one) = (self.terms.pool.bv(NUMBER_BITS, 0), self.terms.pool.bv(NUMBER_BITS, 1));
        let mut number = self.terms.pool.bv(NUMBER_BITS, 2);
        for index in 1..self.threads.len() {
            let guard = self.threads[index].guard;
            let more = self.terms.pool.ite(guard, one, zero);
            number = self.terms.pool.bv_add(number, more);
        }
        number
    }

    fn follow_thread(
        &mut self,
        thread: usize,
        activation: Activation,
        argument: Value,
        creator: &State,
        step: usize,
    ) -> Result<(), Open> {
        let guard = self.threads[thread].guard;
        let state = State {
            guard,
            locals: Default::default(),
            scopes: Default::default(),
            memory: creator.memory.clone(),
            depth: 0,
            block: None,
            is_alone: false,
            last: step,
        };
        let outer = (self.thread, std::mem::take(&mut self.calls), std::mem::take(&mut self.exits));
        self.thread = thread;
        let returned = self.run_function(activation, &[argument], state)?;
        let mut ends = std::mem::take(&mut self.exits);
        if let Some((mut state, value)) = returned {
            state.depth = 0;
            self.end_step(&mut state);
            ends.push((state, value));
        }
        if !ends.is_empty() {
            let result = self.merge_results(&ends);
            let guards: Vec<TermId> = ends.iter().map(|(state, _)| state.guard).collect();
            let guard = self.terms.pool.or(&guards);
            // Its end is a step of its own, which others wait for.
            let mark = self.threads[thread].marks.len().saturating_sub(1);
            self.steps.push(Step {
                thread,
                guard,
                complete: guard,
                reads: Vec::new(),
                writes: Vec::new(),
                joins: Vec::new(),
                mark,
            });
            self.threads[thread].end = Some((guard, result, self.steps.len() - 1));
        }
        (self.thread, self.calls, self.exits) = outer;
        Ok(())
    }

    pub fn join(
        &mut self,
        handle: ExprId,
        result: Option<ExprId>,
        mut state: State,
    ) -> Result<Option<State>, Open> {
        if state.is_alone {
            self.unsupported(&state, state.guard, "a thread is waited for that is none");
            return Ok(None);
        }
        let handle = self.value(&mut state, handle)?;
        let result = result.map(|result| self.value(&mut state, result)).transpose()?;
        let bits = self.terms.bits(handle);
        let width = self.terms.pool.sort(bits).width().unwrap_or(64);
        let mut ways = Vec::new();
        let (mut ended, mut matched) = (Vec::new(), Vec::new());
        let mut value: Option<Value> = None;
        for index in 1..self.threads.len() {
            let Thread { number, guard, end, .. } = self.threads[index].clone();
            let number = match width > NUMBER_BITS {
                true => self.terms.pool.zero_extend(width, number),
                false => self.terms.pool.extract(width - 1, 0, number),
            };
            let is_it = self.terms.pool.eq(bits, number);
            let is_it = self.terms.pool.and2(is_it, guard);
            if self.terms.is_false(is_it) {
                continue;
            }
            matched.push(is_it);
            let Some((end_guard, end_value, end_step)) = end else { continue };
            let both = self.terms.pool.and2(is_it, end_guard);
            ended.push(both);
            ways.push((is_it, end_step));
            let own = match end_value {
                Some(own) => own,
                None => self.terms.fresh("result", Type::Pointer),
            };
            value = Some(match value {
                Some(other) => self.terms.ite(is_it, own, other),
                None => own,
            });
        }
        let nobody = self.terms.pool.or(&matched);
        let nobody = self.terms.pool.not(nobody);
        let lost = self.terms.pool.and2(state.guard, nobody);
        self.unsupported(&state, lost, "a thread is waited for that is none");
        let ended = self.terms.pool.or(&ended);
        state.guard = self.terms.pool.and2(state.guard, ended);
        let Some(block) = &state.block else { unreachable!("joins are steps") };
        self.steps[block.step].joins.push(Join { guard: state.guard, ways });
        if let (Some(result), Some(value)) = (result, value) {
            let size = self.program.model.pointer_bytes();
            // Nothing is stored where nobody asks for it.
            let is_null = match result {
                Value::Pointer { object, .. } => {
                    matches!(self.terms.pool[object], logic::Term::BitVec(_, 0))
                }
                _ => false,
            };
            if !is_null {
                self.store(&mut state, result, size, value)?;
            }
        }
        Ok(Some(state))
    }
}

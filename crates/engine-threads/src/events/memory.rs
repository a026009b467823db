//! Cells of memory: what they hold first, what a thread reads and writes there, and which ones a
//! pointer leads to.
//!
//! An access whose offset is not known is one to each cell that it may be, under the condition that
//! it is. So there is no array in the formulas, and places are told apart once and for all.

use std::collections::BTreeSet;
use std::rc::Rc;

use ir::{Contents, Initial, StaticBytes, Type};
use logic::{BvBinary, Term, TermId, TermPool};

use super::Open;
use super::known::{Cell, Known};
use super::machine::Machine;
use super::state::{Block, State, Step, Write};
use super::value::Value;

/// Cells that one access may be to.
const MAX_CELLS: u64 = 64;

impl Machine<'_> {
    /// What a cell holds before anything happens.
    pub fn first_value(&mut self, cell: Cell) -> Value {
        if let Some(value) = self.first_values.get(&cell) {
            return *value;
        }
        let value = match cell {
            Cell::Var(var) => {
                let data = &self.program.vars[var];
                match data.initial {
                    Initial::Unknown => self.terms.fresh(&data.name, data.ty),
                    Initial::Bits(bits) => self.terms.constant(data.ty, bits),
                    Initial::ObjectAddress(object, addend) => {
                        let number = Known::static_object(self.program, object);
                        self.terms.pointer_to(number, addend)
                    }
                    Initial::FunctionAddress(function) => {
                        self.terms.pointer_to(1 + index::Id::index(function) as u32, 0)
                    }
                }
            }
            Cell::Memory { object, offset, size } => self.first_bytes(object, offset, size),
        };
        self.first_values.insert(cell, value);
        value
    }

    fn first_bytes(&mut self, object: u32, offset: u64, size: u32) -> Value {
        let any = Type::Int(ir::IntType::unsigned((8 * size) as u8));
        let Some(instance) = self.known.object(object) else {
            return self.terms.fresh("unknown", any);
        };
        let contents = instance.object.map(|object| &self.program.objects[object].contents);
        let values = match contents {
            Some(Contents::Static(values)) => values.as_slice(),
            None if instance.is_zeroed => &[],
            None | Some(Contents::Indeterminate | Contents::Unknown | Contents::Device { .. }) => {
                return self.terms.fresh("indeterminate", any);
            }
        };
        let mut bits = 0u128;
        for each in values {
            match &each.value {
                StaticBytes::Bytes(bytes) => {
                    for (at, byte) in (each.offset..).zip(bytes.iter()) {
                        if at >= offset && at < offset + u64::from(size) {
                            bits |= u128::from(*byte) << (8 * (at - offset));
                        }
                    }
                }
                StaticBytes::ObjectAddress(object, addend) if each.offset == offset => {
                    let number = Known::static_object(self.program, *object);
                    return self.terms.pointer_to(number, *addend);
                }
                StaticBytes::FunctionAddress(function) if each.offset == offset => {
                    return self.terms.pointer_to(1 + index::Id::index(*function) as u32, 0);
                }
                StaticBytes::ObjectAddress(..) | StaticBytes::FunctionAddress(_) => {}
            }
        }
        self.terms.constant(any, bits)
    }

    /// What a step reads of a shared cell, before it writes there.
    pub fn step_read(&mut self, step: usize, cell: Cell) -> Value {
        if let Some(value) = self.step_reads.get(&(step, cell)) {
            return *value;
        }
        // What shape the value has is that of what is there first.
        let value = match (cell, self.first_value(cell)) {
            (Cell::Var(var), _) => {
                let data = &self.program.vars[var];
                self.terms.fresh(&data.name, data.ty)
            }
            (Cell::Memory { size, .. }, first) => {
                let pointees = self.known.pointees(cell);
                let is_pointer = matches!(first, Value::Pointer { .. })
                    || pointees.is_some_and(|it| it.iter().any(|object| *object != 0));
                match is_pointer {
                    true => self.terms.fresh("read", Type::Pointer),
                    false => {
                        let ty = Type::Int(ir::IntType::unsigned((8 * size) as u8));
                        self.terms.fresh("read", ty)
                    }
                }
            }
        };
        if let Value::Pointer { object, .. } = value {
            self.pointers.insert(object, cell);
        }
        self.step_reads.insert((step, cell), value);
        self.steps[step].reads.push((cell, value));
        value
    }

    /// Whether an access to the cell must be a step, since others may notice it.
    pub fn is_noticed(&self, state: &State, cell: Cell) -> bool {
        !state.is_alone && self.known.is_shared(cell)
    }

    pub fn read_cell(&mut self, state: &mut State, cell: Cell) -> Value {
        let name = self.threads[self.thread].name;
        if !state.is_alone {
            self.known.note_read(cell, name);
        }
        if !self.is_noticed(state, cell) {
            return match state.memory.get(&cell) {
                Some(value) => *value,
                None => self.first_value(cell),
            };
        }
        let Some(block) = &mut state.block else {
            unreachable!("accesses to shared cells are in steps")
        };
        if let Some((value, _)) = block.cells.get(&cell) {
            return *value;
        }
        let bottom = self.terms.pool.bottom();
        let value = self.step_read(block.step, cell);
        Rc::make_mut(&mut block.cells).insert(cell, (value, bottom));
        value
    }

    /// Writes under a condition; where it is false, the cell stays as it is.
    pub fn write_cell(&mut self, state: &mut State, condition: TermId, cell: Cell, value: Value) {
        let name = self.threads[self.thread].name;
        if !state.is_alone {
            self.known.note_write(cell, name);
        }
        let pointees = match value {
            Value::Pointer { object, .. } => self.candidates(object),
            Value::Bool(_) | Value::Bits(_) => Some(BTreeSet::from([0])),
        };
        self.known.note_pointees(cell, pointees);
        if !self.is_noticed(state, cell) {
            let value = match self.terms.is_true(condition) {
                true => value,
                false => {
                    let old = state.memory.get(&cell).copied();
                    let old = old.unwrap_or_else(|| self.first_value(cell));
                    self.terms.ite(condition, value, old)
                }
            };
            Rc::make_mut(&mut state.memory).insert(cell, value);
            return;
        }
        let Some(block) = &state.block else {
            unreachable!("accesses to shared cells are in steps")
        };
        let written = match (block.cells.get(&cell), self.terms.is_true(condition)) {
            (_, true) => (value, condition),
            (Some((old, written)), false) => {
                let (old, written) = (*old, *written);
                (self.terms.ite(condition, value, old), self.terms.pool.or2(condition, written))
            }
            (None, false) => (value, condition),
        };
        let is_known = block.cells.contains_key(&cell) || self.terms.is_true(condition);
        let step = block.step;
        let written = match is_known {
            true => written,
            false => {
                let old = self.step_read(step, cell);
                (self.terms.ite(condition, value, old), condition)
            }
        };
        if let Some(block) = &mut state.block {
            Rc::make_mut(&mut block.cells).insert(cell, written);
        }
    }

    /// Begins a step.
    pub fn begin_step(&mut self, state: &mut State) -> Result<(), Open> {
        let bottom = self.terms.pool.bottom();
        let mark = self.threads[self.thread].marks.len().saturating_sub(1);
        self.steps.push(Step {
            thread: self.thread,
            guard: state.guard,
            complete: bottom,
            reads: Vec::new(),
            writes: Vec::new(),
            joins: Vec::new(),
            mark,
        });
        if self.steps.len() > super::machine::MAX_STEPS {
            return Err(Open("there are too many steps that other threads notice".to_owned()));
        }
        state.block = Some(Block { step: self.steps.len() - 1, cells: Rc::default() });
        Ok(())
    }

    /// Ends the step that the state is in.
    pub fn end_step(&mut self, state: &mut State) {
        let Some(block) = state.block.take() else { return };
        let mut cells: Vec<_> = block.cells.iter().map(|(cell, it)| (*cell, *it)).collect();
        cells.sort_by_key(|(cell, _)| *cell);
        for (cell, (value, written)) in cells {
            let guard = self.terms.pool.and2(state.guard, written);
            if !self.terms.is_false(guard) {
                self.steps[block.step].writes.push(Write { cell, guard, value });
            }
        }
        let complete = self.steps[block.step].complete;
        self.steps[block.step].complete = self.terms.pool.or2(complete, state.guard);
        state.last = block.step;
    }

    /// Others come to life: what is shared is written in the first step of all.
    pub fn end_being_alone(&mut self, state: &mut State) -> Result<(), Open> {
        if !std::mem::take(&mut state.is_alone) {
            return Ok(());
        }
        let mut cells: Vec<_> = state.memory.iter().map(|(cell, it)| (*cell, *it)).collect();
        cells.retain(|(cell, _)| self.known.is_shared(*cell));
        cells.sort_by_key(|(cell, _)| *cell);
        for (cell, value) in cells {
            Rc::make_mut(&mut state.memory).remove(&cell);
            self.steps[0].writes.push(Write { cell, guard: state.guard, value });
        }
        if state.depth > 0 {
            self.begin_step(state)?;
        }
        Ok(())
    }

    /// The cells that an access of so many bytes may be to, each with its condition; and the
    /// condition under which it is to one of them. Otherwise it is outside of all objects.
    pub fn resolve(
        &mut self,
        state: &State,
        pointer: Value,
        size: u64,
    ) -> Result<Vec<(TermId, Cell)>, Open> {
        let Value::Pointer { object, offset } = pointer else {
            return Err(Open("a number is accessed as memory".to_owned()));
        };
        let Some(candidates) = self.candidates(object) else {
            return Err(Open("where a pointer leads is not known".to_owned()));
        };
        let width = self.terms.pool.sort(object).width().unwrap_or(16);
        let mut cells = Vec::new();
        for number in candidates {
            let Some(instance) = self.known.object(number) else { continue };
            let constant = self.terms.pool.bv(width, u128::from(number));
            let is_it = self.terms.pool.eq(object, constant);
            if self.terms.is_false(is_it) {
                continue;
            }
            if let Term::BitVec(_, bits) = self.terms.pool[offset] {
                let at = bits as u64;
                let fits = instance.size.is_none_or(|all| at.saturating_add(size) <= all);
                if fits {
                    cells.push((is_it, self.known.cell(number, at, size as u32)?));
                }
                continue;
            }
            let Some(all) = instance.size else {
                return Err(Open("an array of unknown size is indexed".to_owned()));
            };
            self.any_cell(state, (is_it, number), offset, (size, all), &mut cells)?;
        }
        Ok(cells)
    }

    /// All cells of an object that an offset may be of.
    fn any_cell(
        &mut self,
        state: &State,
        (is_it, number): (TermId, u32),
        offset: TermId,
        (size, all): (u64, u64),
        cells: &mut Vec<(TermId, Cell)>,
    ) -> Result<(), Open> {
        if size > all {
            return Ok(());
        }
        let (n_bits, residue) = low_bits(&self.terms.pool, offset);
        // Whole arrays of characters are seldom what is asked about: accesses are aligned.
        let stride = (1u64 << n_bits.min(20)).max(size.next_power_of_two() / 2).max(1);
        let (stride, first) = match stride.is_multiple_of(size) {
            true => (stride, residue as u64 % stride),
            false => (size, 0),
        };
        if (all - size) / stride > MAX_CELLS {
            return Err(Open("a large shared array is indexed".to_owned()));
        }
        let width = self.terms.pool.sort(offset).width().unwrap_or(48);
        let mut at = first;
        let mut none = is_it;
        while at + size <= all {
            let constant = self.terms.pool.bv(width, u128::from(at));
            let is_there = self.terms.pool.eq(offset, constant);
            let not_there = self.terms.pool.not(is_there);
            none = self.terms.pool.and2(none, not_there);
            let condition = self.terms.pool.and2(is_it, is_there);
            if !self.terms.is_false(condition) {
                cells.push((condition, self.known.cell(number, at, size as u32)?));
            }
            at += stride;
        }
        let last = self.terms.pool.bv(width, u128::from(all - size));
        let inside = self.terms.pool.bv_compare(logic::BvCompare::ULe, offset, last);
        let guard = self.terms.pool.and(&[state.guard, none, inside]);
        self.unsupported(state, guard, "an access may be to parts of two values");
        Ok(())
    }

    pub fn load(&mut self, state: &mut State, pointer: Value, ty: Type) -> Result<Value, Open> {
        let size = ty.bytes(self.program.model).unwrap_or(1);
        let cells = self.resolve(state, pointer, size)?;
        let mut conditions = Vec::new();
        let mut result: Option<Value> = None;
        for (condition, cell) in cells {
            let value = self.read_cell(state, cell);
            let value = self.terms.read_as(ty, value);
            conditions.push(condition);
            result = Some(match result {
                Some(other) => self.terms.ite(condition, value, other),
                None => value,
            });
        }
        self.confine(state, &conditions);
        Ok(match result {
            Some(value) => value,
            None => self.terms.constant(ty, 0),
        })
    }

    pub fn store(
        &mut self,
        state: &mut State,
        pointer: Value,
        size: u64,
        value: Value,
    ) -> Result<(), Open> {
        let cells = self.resolve(state, pointer, size)?;
        let conditions: Vec<TermId> = cells.iter().map(|(condition, _)| *condition).collect();
        self.confine(state, &conditions);
        for (condition, cell) in cells {
            self.write_cell(state, condition, cell, value);
        }
        Ok(())
    }

    /// An access outside of all objects is undefined, and ends the run.
    fn confine(&mut self, state: &mut State, conditions: &[TermId]) {
        let valid = self.terms.pool.or(conditions);
        state.guard = self.terms.pool.and2(state.guard, valid);
    }
}

/// How many of a term's low bits are known, and what they are.
fn low_bits(pool: &TermPool, term: TermId) -> (u32, u128) {
    let width = pool.sort(term).width().unwrap_or(0);
    let masked = |n: u32, bits: u128| (n, if n >= 128 { bits } else { bits & ((1 << n) - 1) });
    match pool[term] {
        Term::BitVec(width, bits) => (width, bits),
        Term::BvBinary(BvBinary::Add, a, b) => {
            let ((n, x), (m, y)) = (low_bits(pool, a), low_bits(pool, b));
            masked(n.min(m), x.wrapping_add(y))
        }
        Term::BvBinary(BvBinary::Mul, a, b) => {
            let ((n, x), (m, y)) = (low_bits(pool, a), low_bits(pool, b));
            // Zeros at the end of one factor are zeros of the product.
            let zeros = |n: u32, x: u128| if x == 0 { n } else { x.trailing_zeros().min(n) };
            let n_zeros = zeros(n, x) + zeros(m, y);
            if n_zeros >= n.min(m) {
                (n_zeros.min(width), 0)
            } else {
                masked(n.min(m), x.wrapping_mul(y))
            }
        }
        Term::BvBinary(BvBinary::Shl, a, b) => match pool[b] {
            Term::BitVec(_, by) if by < u128::from(width) => {
                let (n, x) = low_bits(pool, a);
                masked((n + by as u32).min(width), x << by)
            }
            _ => (0, 0),
        },
        Term::Concat(_, low) => low_bits(pool, low),
        Term::ZeroExtend(_, a) | Term::SignExtend(_, a) => low_bits(pool, a),
        Term::Extract { high, low: 0, operand } => {
            let (n, x) = low_bits(pool, operand);
            masked(n.min(high + 1), x)
        }
        Term::Ite(_, a, b) => {
            let ((n, x), (m, y)) = (low_bits(pool, a), low_bits(pool, b));
            let same = (x ^ y).trailing_zeros();
            masked(n.min(m).min(same), x)
        }
        _ => (0, 0),
    }
}

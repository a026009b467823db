//! Operations: what an edge makes of a state.
//!
//! *Sound*: the result describes what the operation makes of each concrete state, up to what is
//! undefined and was not asked about. A load through a pointer of which nothing is known gives any
//! value; a store through one could be anywhere, so the engine gives up there, as with everything
//! else that it does not model, and says what it was.

use ir::{AllocationKind, Condition, Expr, ExprId, HavocCause, ObjectId, Op, Program, Type, VarId};
use shape::reach::is_all_reached;
use shape::{Background, Block, Cell, Edge, Kind, NodeId, State, Value};

use crate::assume::Judge;
use crate::eval::input_of;

/// Why an analysis ends without a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// This check could not be shown to hold, in this state.
    Open {
        check: ir::CheckId,
        state: String,
    },
    /// This is not modelled.
    Unsupported(String),
    /// The states at one place became too many or too large.
    TooMany(String),
    /// More steps might help.
    TooManySteps,
    OutOfBudget,
}

/// Blocks beyond this are not written out.
const MAX_BLOCK: i128 = 1 << 20;
const MAX_CASES: usize = 64;
/// What `malloc` gives is a multiple of this.
const BLOCK_ALIGN: u64 = 16;
const UNKNOWN_END: &str = "bytes copied near the end of a block whose size is not known";

type Cases = Result<Vec<State>, Stop>;

/// What a pointer leads to.
enum Target {
    /// Inside or just behind a live block, or elsewhere relative to it.
    Block(NodeId, i64),
    /// Somewhere in a live block: the first and the last offset.
    Span(NodeId, i64, i64),
    /// A number: null, most of all.
    Number,
    Unknown,
}

/// What is stored.
#[derive(Clone, Copy)]
enum Stored {
    Number(Value),
    Expr(ExprId),
}

pub(crate) fn unsupported<T>(what: &str) -> Result<T, Stop> {
    Err(Stop::Unsupported(what.to_owned()))
}

/// A run that ends as undefined where no check asks about it is none that fails
/// (`docs/soundness.md`, S8). But a proof that rests on such ends says nothing that anybody means:
/// the program is not called right because its errors come too late.
fn undefined<T>() -> Result<T, Stop> {
    unsupported("a run that ends as undefined")
}

impl Judge<'_> {
    pub fn step(self, state: State, op: &Op) -> Cases {
        match op {
            Op::Skip | Op::AtomicBegin(_) | Op::AtomicEnd => Ok(vec![state]),
            Op::Assign { target, value } => Ok(self.assign(state, *target, *value)),
            Op::Assume { condition } => Ok(self.assume(state, *condition, true)),
            Op::Havoc { target, cause } => {
                let said = match cause {
                    HavocCause::ExternalResult(function) => self.annotations.steps.get(function),
                    _ => None,
                };
                if let HavocCause::ExternalResult(function) = cause
                    && self.program.functions[*function].name.starts_with(ir::STRANGER)
                {
                    return unsupported("a call of a function outside the program");
                }
                match said {
                    Some(step) => self.annotated(state, step, *target),
                    None => Ok(vec![self.havoc(state, *target, cause)]),
                }
            }
            Op::Load { target, pointer, access } => {
                let load = |state, goal| self.load(state, goal, (*target, *access));
                self.at(state, *pointer, load)
            }
            Op::Store { pointer, value, access } => {
                let len = access.ty.bytes(self.program.model).unwrap_or(0);
                if let (Type::Pointer, Expr::Ite(condition, then, otherwise)) =
                    (self.program.type_of(*value), self.program.exprs[*value])
                {
                    let mut done = Vec::new();
                    for (truth, value) in [(true, then), (false, otherwise)] {
                        let (pointer, access) = (*pointer, *access);
                        for case in self.assume(state.clone(), condition, truth) {
                            done.extend(self.step(case, &Op::Store { pointer, value, access })?);
                        }
                    }
                    return Ok(done);
                }
                let is_choice = match self.program.exprs[*value] {
                    Expr::Ite(..) => true,
                    Expr::Convert(_, operand) => {
                        matches!(self.program.exprs[operand], Expr::Ite(..))
                            || self.program.type_of(operand) == Type::Bool
                    }
                    _ => false,
                };
                // A pointer on its way through cases of the address would lose its name there, so
                // only choices between numbers are taken apart first.
                let cases = match self.program.type_of(*value) {
                    Type::Int(_) if is_choice => self.values(state, *value),
                    _ => vec![(state, Value::Top)],
                };
                let mut done = Vec::new();
                for (state, chosen) in cases {
                    let what = match chosen {
                        Value::Num(_) => Stored::Number(chosen),
                        _ => Stored::Expr(*value),
                    };
                    let store = |state, goal| self.store(state, goal, (what, len));
                    done.extend(self.at(state, *pointer, store)?);
                }
                Ok(done)
            }
            Op::Copy { target, source, size } => self.copy(state, *target, *source, *size),
            Op::Fill { target, byte, size } => {
                let mut state = state;
                let byte = match self.eval(&mut state, *byte) {
                    Value::Num(0) => Value::Num(0),
                    _ => Value::Top,
                };
                self.overwrite(state, *target, *size, byte)
            }
            Op::HavocMemory { target, size, .. } => {
                self.overwrite(state, *target, *size, Value::Top)
            }
            Op::Allocate { target, size, kind } => self.allocate(state, (*target, *size), *kind),
            Op::Reallocate { target, pointer, size } => {
                let act = |state, goal| self.reallocate(state, goal, (*target, *size));
                self.at(state, *pointer, act)
            }
            Op::Free { pointer } => self.at(state, *pointer, |state, goal| self.free(state, goal)),
            Op::EnterScope { object } => self.enter(state, *object),
            Op::LeaveScope { object } => Ok(vec![leave(state, *object)]),
            Op::Check { check, condition } => {
                let text = || -> Stop { Stop::Open { check: *check, state: String::new() } };
                self.check(state, condition).map_err(|it| it.unwrap_or_else(text))
            }
            Op::Return { .. } | Op::Halt { .. } => Ok(Vec::new()),
            Op::Outside { .. } => unsupported("a function outside the program that may act"),
            Op::Call { .. } | Op::CallBack { .. } => unsupported("a call that was not inlined"),
            Op::ThreadCreate { .. }
            | Op::ThreadJoin { .. }
            | Op::ThreadExit { .. }
            | Op::ThreadSelf { .. } => unsupported("threads"),
            Op::Await { .. } => unsupported("locks"),
            Op::Unsupported { what } => unsupported(what),
        }
    }

    /// Goes to what the pointer leads to, case by case.
    fn at(
        self,
        state: State,
        pointer: ExprId,
        mut act: impl FnMut(State, Target) -> Cases,
    ) -> Cases {
        let (mut done, mut pending, mut n_cases) = (Vec::new(), vec![state], 0);
        while let Some(mut state) = pending.pop() {
            n_cases += 1;
            if let Value::Addr(node, _) = self.eval(&mut state, self.base(pointer))
                && self.is_structure(&state, node)
                && n_cases < MAX_CASES
            {
                pending.extend(self.cases(&state, node).unwrap_or_default());
                continue;
            }
            for (state, value) in self.addresses(state, pointer) {
                let goal = match value {
                    Value::Addr(node, offset) if state.block(node).is_some() => {
                        Target::Block(node, offset)
                    }
                    Value::Num(_) => Target::Number,
                    Value::Fun(_) => Target::Unknown,
                    Value::Addr(..) | Value::Sym(_) | Value::Sum(..) | Value::Top => {
                        let span = self.span(&state, pointer);
                        let inside = span.filter(|(node, ..)| state.block(*node).is_some());
                        inside.map_or(Target::Unknown, |(node, lo, hi)| Target::Span(node, lo, hi))
                    }
                };
                done.extend(act(state, goal)?);
            }
        }
        Ok(done)
    }

    fn assign(self, state: State, target: VarId, value: ExprId) -> Vec<State> {
        let cases = self.values(state, value).into_iter();
        cases
            .map(|(mut state, value)| {
                state.set_var(target, value);
                state
            })
            .collect()
    }

    /// The value in each case: truth values and choices are taken apart here.
    fn values(self, state: State, value: ExprId) -> Vec<(State, Value)> {
        let ty = self.program.type_of(value);
        let condition = match self.program.exprs[value] {
            Expr::Ite(condition, then, otherwise) => {
                let mut cases = Vec::new();
                for (truth, value) in [(true, then), (false, otherwise)] {
                    for case in self.assume(state.clone(), condition, truth) {
                        cases.extend(self.values(case, value));
                    }
                }
                return cases;
            }
            Expr::Convert(Type::Int(_), operand) if self.program.type_of(operand) == Type::Bool => {
                Some(operand)
            }
            Expr::Convert(_, operand)
                if matches!(self.program.exprs[operand], Expr::Ite(..) | Expr::Convert(..)) =>
            {
                let from = self.program.type_of(operand);
                let cases = self.values(state, operand).into_iter();
                let converted = cases.map(|(mut state, value)| {
                    let value = self.convert(&mut state, value, from, ty);
                    (state, value)
                });
                return converted.collect();
            }
            Expr::PointerAdd(..) => return self.addresses(state, value),
            _ => (ty == Type::Bool).then_some(value),
        };
        let Some(condition) = condition else {
            let mut state = state;
            let value = self.eval(&mut state, value);
            return vec![(state, value)];
        };
        let mut cases = Vec::new();
        for truth in [true, false] {
            for mut case in self.assume(state.clone(), condition, truth) {
                let number = Value::Num(i128::from(truth));
                let value = self.read_as(&mut case, number, ty);
                cases.push((case, value));
            }
        }
        cases
    }

    fn havoc(self, mut state: State, target: VarId, cause: &HavocCause) -> State {
        let ty = self.program.vars[target].ty;
        let value = match cause {
            HavocCause::Input | HavocCause::Uninitialised => input_of(&mut state, ty),
            HavocCause::ExternalResult(_)
            | HavocCause::Effect(_)
            | HavocCause::Volatile
            | HavocCause::Assembly
            | HavocCause::Unmodelled => self.any_of(&mut state, ty),
        };
        state.set_var(target, value);
        state
    }

    fn load(self, mut state: State, goal: Target, (target, access): (VarId, ir::Access)) -> Cases {
        let len = access.ty.bytes(self.program.model).unwrap_or(0);
        let value = match goal {
            Target::Number => return undefined(),
            Target::Block(node, offset) if !access.is_volatile => {
                match state.block(node).filter(|block| block.contains(offset, len)) {
                    Some(block) => {
                        let offset = offset as u64;
                        let (found, is_open) =
                            (block.read(offset, len), is_untouched(block, offset, len));
                        let value = self.loaded(&mut state, found, access.ty);
                        if is_open && let Some(block) = state.block_mut(node) {
                            block.write(offset, len, value);
                        }
                        value
                    }
                    None => self.any_of(&mut state, access.ty),
                }
            }
            Target::Block(..) | Target::Span(..) | Target::Unknown => {
                self.any_of(&mut state, access.ty)
            }
        };
        state.set_var(target, value);
        Ok(vec![state])
    }

    fn store(self, mut state: State, goal: Target, (value, len): (Stored, u64)) -> Cases {
        let value = match value {
            Stored::Number(value) => value,
            Stored::Expr(value) => match self.program.type_of(value) {
                Type::Float(_) => Value::Top,
                ty @ (Type::Int(_) | Type::Pointer | Type::Bool) => {
                    let value = self.eval(&mut state, value);
                    self.kept(&state, value, ty)
                }
            },
        };
        match goal {
            Target::Number => undefined(),
            Target::Block(node, offset) => match state.block_mut(node) {
                Some(block) if block.contains(offset, len) => {
                    block.write(offset as u64, len, value);
                    Ok(vec![state])
                }
                // Before the block the run ends, and behind it, unless it goes on there.
                Some(block) if block.kind == Kind::AtLeast && offset >= 0 => {
                    let known = block.size.saturating_sub(offset as u64).min(len);
                    block.write(offset as u64, known, Value::Top);
                    Ok(vec![state])
                }
                Some(_) => undefined(),
                None => unsupported("a store to what is no block"),
            },
            Target::Span(node, lo, hi) => {
                let Some(block) = state.block_mut(node) else {
                    return unsupported("a store to what is no block");
                };
                // Outside the block the run ends; inside, any of the bytes may have changed.
                let behind = (i128::from(hi) + i128::from(len)).min(block.size.into());
                let from = i128::from(lo.max(0));
                if behind < from + i128::from(len) && block.kind != Kind::AtLeast {
                    return undefined();
                }
                block.write(from as u64, (behind - from).max(0) as u64, Value::Top);
                Ok(vec![state])
            }
            Target::Unknown => unsupported("a store through a pointer of which nothing is known"),
        }
    }

    fn overwrite(self, mut state: State, target: ExprId, size: ExprId, value: Value) -> Cases {
        let Value::Num(size) = self.eval(&mut state, size) else {
            return unsupported("bytes overwritten, of which it is not known how many");
        };
        let size = size as u64;
        self.at(state, target, |mut state, goal| match goal {
            Target::Number => {
                if size == 0 {
                    Ok(vec![state])
                } else {
                    undefined()
                }
            }
            Target::Block(node, offset) => match state.block_mut(node) {
                Some(block) if block.contains(offset, size) => {
                    block.write(offset as u64, size, value);
                    Ok(vec![state])
                }
                Some(block) if block.kind == Kind::AtLeast => unsupported(UNKNOWN_END),
                _ => undefined(),
            },
            Target::Span(..) | Target::Unknown => {
                unsupported("bytes overwritten where nothing is known of")
            }
        })
    }

    fn copy(self, mut state: State, target: ExprId, source: ExprId, size: ExprId) -> Cases {
        let Value::Num(size) = self.eval(&mut state, size) else {
            return unsupported("bytes copied, of which it is not known how many");
        };
        let size = size as u64;
        self.at(state, source, |state, goal| {
            let (node, from) = match goal {
                Target::Block(node, offset) => (node, offset),
                Target::Number if size > 0 => return undefined(),
                Target::Number | Target::Span(..) | Target::Unknown => {
                    return unsupported("bytes copied from where nothing is known of");
                }
            };
            let Some(block) = state.block(node).filter(|it| it.contains(from, size)) else {
                return match state.block(node).map(|block| block.kind) {
                    Some(Kind::AtLeast) => unsupported(UNKNOWN_END),
                    _ => undefined(),
                };
            };
            let from = from as u64;
            let cells: Vec<(u64, u64, Value)> = block
                .cells
                .range(from..from + size)
                .filter(|(at, cell)| **at + cell.len <= from + size)
                .map(|(at, cell)| (*at - from, cell.len, cell.value))
                .collect();
            self.at(state, target, |mut state, goal| match goal {
                Target::Block(node, offset) => match state.block_mut(node) {
                    Some(block) if block.contains(offset, size) => {
                        block.write(offset as u64, size, Value::Top);
                        for (at, len, value) in &cells {
                            block.write(offset as u64 + at, *len, *value);
                        }
                        Ok(vec![state])
                    }
                    Some(block) if block.kind == Kind::AtLeast => unsupported(UNKNOWN_END),
                    _ => undefined(),
                },
                Target::Number if size > 0 => undefined(),
                Target::Number | Target::Span(..) | Target::Unknown => {
                    unsupported("bytes copied to where nothing is known of")
                }
            })
        })
    }

    fn allocate(
        self,
        mut state: State,
        (target, size): (VarId, ExprId),
        kind: AllocationKind,
    ) -> Cases {
        let background = match kind {
            AllocationKind::Heap => Background::Any,
            AllocationKind::HeapZeroed => Background::Zero,
            AllocationKind::Stack(_) => return unsupported("`alloca`"),
        };
        let (size, kind) = self.extent(&mut state, size)?;
        let node = state.fresh_node();
        let mut block = Block::new(size, kind, background);
        block.sort = self.sorts.at(target);
        state.edges.insert(node, Edge::Block(block));
        state.set_var(target, Value::Addr(node, 0));
        Ok(vec![state])
    }

    /// How large a block is that is allocated, exactly or at least.
    fn extent(self, state: &mut State, size: ExprId) -> Result<(u64, Kind), Stop> {
        let size = self.eval(state, size);
        match (size, state.range(size)) {
            (Value::Num(size), _) if (0..=MAX_BLOCK).contains(&size) => {
                Ok((size as u64, Kind::Heap))
            }
            (_, Some(range)) if range.lo >= 0 => {
                Ok((range.lo.min(MAX_BLOCK) as u64, Kind::AtLeast))
            }
            _ => unsupported("a block of which the size is not known"),
        }
    }

    /// A new block with the first bytes of the old one, which is gone.
    fn reallocate(self, mut state: State, goal: Target, (target, size): (VarId, ExprId)) -> Cases {
        let old = match goal {
            Target::Block(node, 0) if is_heap(&state, node) => Some(node),
            Target::Block(..) => return undefined(),
            Target::Number => None,
            Target::Span(..) | Target::Unknown => {
                return unsupported("a pointer reallocated of which nothing is known");
            }
        };
        let (size, kind) = self.extent(&mut state, size)?;
        let mut block = Block::new(size, kind, Background::Any);
        block.sort = self.sorts.at(target);
        if let Some(Edge::Block(old)) = old.and_then(|node| state.edges.remove(&node)) {
            let fits = |(at, cell): &(&u64, &Cell)| **at + cell.len <= size;
            block.cells = old.cells.iter().filter(fits).map(|(at, cell)| (*at, *cell)).collect();
        }
        let node = state.fresh_node();
        state.edges.insert(node, Edge::Block(block));
        state.set_var(target, Value::Addr(node, 0));
        Ok(vec![state])
    }

    fn free(self, mut state: State, goal: Target) -> Cases {
        match goal {
            Target::Block(node, 0) if is_heap(&state, node) => {
                state.edges.remove(&node);
                Ok(vec![state])
            }
            // Undefined, unless it is null.
            Target::Block(..) => undefined(),
            Target::Number => Ok(vec![state]),
            Target::Span(..) | Target::Unknown => {
                unsupported("a pointer freed of which nothing is known")
            }
        }
    }

    fn enter(self, state: State, object: ObjectId) -> Cases {
        let mut state = leave(state, object);
        let Some(size) = self.program.objects[object].size else {
            return unsupported("an object of which the size is not known");
        };
        let node = state.fresh_node();
        let block = Block::new(size, Kind::Object(object), Background::Any);
        state.edges.insert(node, Edge::Block(block));
        state.objects.insert(object, node);
        Ok(vec![state])
    }

    /// The state behind a check that holds; `Err(None)` if that could not be shown.
    fn check(self, state: State, condition: &Condition) -> Result<Vec<State>, Option<Stop>> {
        let not_asked = |what: &str| Err(Some(Stop::Unsupported(what.to_owned())));
        match condition {
            Condition::Holds(expr) => {
                if !self.assume(state.clone(), *expr, false).is_empty() {
                    return Err(None);
                }
                Ok(self.assume(state, *expr, true))
            }
            Condition::ValidAccess { pointer, size } => {
                let mut state = state;
                let Value::Num(size) = self.eval(&mut state, *size) else {
                    return Err(None);
                };
                let size = u64::try_from(size).map_err(|_| None)?;
                self.demand(state, *pointer, |state, goal| match goal {
                    Target::Block(node, offset) => {
                        state.block(*node).is_some_and(|block| block.contains(*offset, size))
                    }
                    Target::Span(node, lo, hi) => state.block(*node).is_some_and(|block| {
                        block.contains(*lo, size) && block.contains(*hi, size)
                    }),
                    Target::Number | Target::Unknown => false,
                })
            }
            Condition::ValidFree { pointer } => {
                let mut state = state;
                if self.eval(&mut state, *pointer) == Value::NULL {
                    return Ok(vec![state]);
                }
                self.demand_free(state, *pointer)
            }
            Condition::Writable { pointer } => {
                self.demand(state, *pointer, |state, goal| match goal {
                    Target::Block(node, _) | Target::Span(node, ..) => match state
                        .block(*node)
                        .map(|block| block.kind)
                    {
                        Some(Kind::Heap | Kind::AtLeast) => true,
                        Some(Kind::Object(object)) => !self.program.objects[object].is_read_only,
                        None => false,
                    },
                    Target::Number | Target::Unknown => false,
                })
            }
            Condition::AllReachable => {
                if is_all_reached(&state, self.preds) {
                    Ok(vec![state])
                } else {
                    Err(None)
                }
            }
            Condition::AllFreed => {
                let is_heap = |edge: &Edge| match edge {
                    Edge::Block(block) => block.kind.is_heap(),
                    Edge::Ind { .. } | Edge::Seg { .. } => true,
                };
                let is_left = state.junk || state.edges.values().any(is_heap);
                if is_left { Err(None) } else { Ok(vec![state]) }
            }
            Condition::Initialised(_) => not_asked("a check of what is initialised"),
            Condition::Apart { .. } => not_asked("a check of overlapping bytes"),
            Condition::SameObject { .. } | Condition::InObject { .. } => {
                not_asked("a check of the object behind a pointer")
            }
            Condition::Aligned { pointer, align } => {
                let is_null =
                    |state: &State| self.eval(&mut state.clone(), *pointer) == Value::NULL;
                self.demand(state, *pointer, |state, goal| match goal {
                    Target::Block(node, offset) => {
                        let known = state.block(*node).map(|block| self.alignment(block.kind));
                        let is_multiple = offset.rem_euclid(*align as i64) == 0;
                        is_multiple && known.is_some_and(|known| *align <= known)
                    }
                    Target::Number => is_null(state),
                    Target::Span(..) | Target::Unknown => false,
                })
            }
            Condition::Callable { pointer } => {
                let mut state = state;
                match self.eval(&mut state, *pointer) {
                    Value::Fun(_) => Ok(vec![state]),
                    Value::Top
                    | Value::Num(_)
                    | Value::Sym(_)
                    | Value::Sum(..)
                    | Value::Addr(..) => Err(None),
                }
            }
        }
    }

    fn demand(
        self,
        state: State,
        pointer: ExprId,
        holds: impl Fn(&State, &Target) -> bool,
    ) -> Result<Vec<State>, Option<Stop>> {
        let mut is_open = false;
        let cases = self.at(state, pointer, |state, goal| {
            is_open |= !holds(&state, &goal);
            Ok(vec![state])
        });
        if is_open { Err(None) } else { cases.map_err(Some) }
    }

    /// Every address of such a block is a multiple of this.
    fn alignment(self, kind: Kind) -> u64 {
        match kind {
            Kind::Heap | Kind::AtLeast => BLOCK_ALIGN,
            Kind::Object(object) => self.program.objects[object].align,
        }
    }

    fn demand_free(self, state: State, pointer: ExprId) -> Result<Vec<State>, Option<Stop>> {
        let is_null = |state: &State| self.eval(&mut state.clone(), pointer) == Value::NULL;
        self.demand(state, pointer, |state, goal| match goal {
            Target::Block(node, offset) => *offset == 0 && is_heap(state, *node),
            Target::Number => is_null(state),
            Target::Span(..) | Target::Unknown => false,
        })
    }
}

fn is_heap(state: &State, node: NodeId) -> bool {
    state.block(node).is_some_and(|block| block.kind.is_heap())
}

/// No cell speaks of these bytes, so that one may be added.
fn is_untouched(block: &Block, offset: u64, len: u64) -> bool {
    let mut before = block.cells.range(..offset + len);
    block.background == Background::Any
        && before.next_back().is_none_or(|(at, cell)| at + cell.len <= offset)
}

fn leave(mut state: State, object: ObjectId) -> State {
    if let Some(node) = state.objects.remove(&object) {
        state.edges.remove(&node);
    }
    state
}

/// The state before the first step: what is static has its initial value.
pub fn initial(program: &Program, mentioned: &[ObjectId]) -> Result<State, Stop> {
    let mut state = State::new();
    let globals = |object: &&ObjectId| program.objects[**object].scope == ir::Scope::Global;
    let known: Vec<(ObjectId, u64)> = mentioned
        .iter()
        .filter(globals)
        .filter_map(|object| program.objects[*object].size.map(|size| (*object, size)))
        .collect();
    for (object, size) in &known {
        let background = match program.objects[*object].contents {
            ir::Contents::Static(_) => Background::Zero,
            ir::Contents::Indeterminate | ir::Contents::Unknown => Background::Any,
            ir::Contents::Device { .. } => return unsupported("device memory"),
        };
        let node = state.fresh_node();
        state.objects.insert(*object, node);
        let block = Block::new(*size, Kind::Object(*object), background);
        state.edges.insert(node, Edge::Block(block));
    }
    for (object, _) in &known {
        let ir::Contents::Static(values) = &program.objects[*object].contents else { continue };
        let node = state.objects[object];
        for value in values {
            let (len, found) = match &value.value {
                ir::StaticBytes::Bytes(bytes) => (bytes.len() as u64, number_of(bytes)),
                ir::StaticBytes::ObjectAddress(to, addend) => {
                    let address = state.objects.get(to).map(|to| Value::Addr(*to, *addend));
                    (program.model.pointer_bytes(), address.unwrap_or(Value::Top))
                }
                ir::StaticBytes::FunctionAddress(function) => {
                    (program.model.pointer_bytes(), Value::Fun(*function))
                }
            };
            if let Some(block) = state.block_mut(node) {
                block.write(value.offset, len, found);
            }
        }
    }
    for (id, var) in program.vars.iter() {
        if var.scope != ir::Scope::Global {
            continue;
        }
        let value = match (var.initial, var.ty) {
            (ir::Initial::Bits(bits), Type::Int(int)) => Value::Num(int.value(bits)),
            (ir::Initial::Bits(bits), Type::Pointer | Type::Bool) if bits < 1 << 64 => {
                Value::Num(bits as i128)
            }
            (ir::Initial::ObjectAddress(object, addend), _) => {
                state.objects.get(&object).map_or(Value::Top, |node| Value::Addr(*node, addend))
            }
            (ir::Initial::FunctionAddress(function), _) => Value::Fun(function),
            (ir::Initial::Bits(_) | ir::Initial::Unknown, _) => Value::Top,
        };
        state.set_var(id, value);
    }
    Ok(state)
}

/// Bytes of a scalar as a number.
fn number_of(bytes: &[u8]) -> Value {
    if bytes.iter().all(|byte| *byte == 0) {
        return Value::Num(0);
    }
    if bytes.len() > 8 {
        return Value::Top;
    }
    Value::Num(bytes.iter().rev().fold(0, |number, byte| number << 8 | i128::from(*byte)))
}

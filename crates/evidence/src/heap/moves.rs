//! What operations make of a world, and whether checks hold in it.
//!
//! Undefined behaviour that no check asks about ends a run (`docs/soundness.md`, S8), so worlds in
//! which an access is certainly wrong are left out. What cannot be said of a world, and everything
//! that is not an operation of one thread on memory of its own, is refused.

use std::collections::BTreeSet;

use ir::{
    AllocationKind, Condition, Expr, ExprId, HavocCause, IntType, ObjectId, Op, Program, Type,
    VarId,
};
use shape::{
    Annotations, Background, Block, Cell, Edge, Field, Integers, Kind, NodeId, Predicates, Value,
};

use super::cases::{cases, ends_at, fields_of, way_back};
use super::said::said;
use super::values::{Evaluator, of_type};
use super::world::{World, is_in, peek, poke};
use crate::induction::Refusal;

const MAX_SPLITS: usize = 200;
/// Larger blocks are not claimed.
const MAX_SIZE: i128 = 1 << 20;
/// Blocks on the heap begin at multiples of this.
const HEAP_ALIGN: u64 = 16;

#[derive(Clone, Copy)]
pub struct Follower<'p> {
    pub program: &'p Program,
    pub preds: &'p Predicates,
    pub said: &'p Annotations,
    pub integers: Integers,
    pub accessed: &'p [IntType],
}

/// What a pointer is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Goal {
    In(NodeId, i64),
    /// In the block at one of the offsets from the first to the second.
    Among(NodeId, i64, i64),
    Number(i128),
    Unknown,
}

type Worlds = Result<Vec<World>, Refusal>;

fn refuse<T>(what: &str) -> Result<T, Refusal> {
    Err(Refusal::Undecided(what.to_owned()))
}

impl Follower<'_> {
    fn evaluator(&self) -> Evaluator<'_> {
        Evaluator {
            program: self.program,
            preds: self.preds,
            integers: self.integers,
            accessed: self.accessed,
        }
    }

    pub fn follow(&self, world: World, op: &Op) -> Worlds {
        match op {
            Op::Skip | Op::AtomicBegin(_) | Op::AtomicEnd => Ok(vec![world]),
            Op::Return { .. } | Op::Halt { .. } => Ok(Vec::new()),
            Op::Assume { condition } => Ok(self.evaluator().assume(world, *condition)),
            Op::Assign { target, value } => {
                let mut worlds = self.evaluator().eval(world, *value);
                for world in &mut worlds {
                    let value = world.pop();
                    world.state.vars.insert(*target, value);
                }
                Ok(worlds)
            }
            Op::Havoc { target, cause } => {
                let step = match cause {
                    HavocCause::ExternalResult(function) => self.said.steps.get(function),
                    _ => None,
                };
                if let Some(step) = step {
                    return said(world, step, *target, self.preds);
                }
                let mut world = world;
                let ty = self.program.vars[*target].ty;
                // Inputs, and what was never set, are numbers of their type in every reading.
                let value = match cause {
                    HavocCause::Input | HavocCause::Uninitialised => of_type(&mut world, ty),
                    HavocCause::ExternalResult(_)
                    | HavocCause::Effect(_)
                    | HavocCause::Volatile
                    | HavocCause::Assembly
                    | HavocCause::Unmodelled => self.evaluator().unknown(&mut world, ty),
                };
                world.state.vars.insert(*target, value);
                Ok(vec![world])
            }
            Op::Load { target, pointer, access } => {
                let len = access.ty.bytes(self.program.model).unwrap_or(0);
                let mut loaded = Vec::new();
                for (mut world, goal) in self.goals(world, *pointer) {
                    let value = match goal {
                        Goal::Number(_) => continue,
                        Goal::In(node, at) if !access.is_volatile => {
                            self.load(&mut world, (node, at), len, access.ty)
                        }
                        Goal::In(..) | Goal::Among(..) | Goal::Unknown => {
                            self.evaluator().unknown(&mut world, access.ty)
                        }
                    };
                    world.state.vars.insert(*target, value);
                    loaded.push(world);
                }
                Ok(loaded)
            }
            Op::Store { pointer, value, access } => {
                let len = access.ty.bytes(self.program.model).unwrap_or(0);
                let is_float = matches!(access.ty, Type::Float(_));
                let mut stored = Vec::new();
                for world in self.evaluator().eval(world, *value) {
                    for (mut world, goal) in self.goals(world, *pointer) {
                        let value = world.pop();
                        let value = match is_float {
                            true => Value::Top,
                            false => self.evaluator().as_kept(&world, value, access.ty),
                        };
                        stored.extend(write(world, goal, len, value)?);
                    }
                }
                Ok(stored)
            }
            Op::Fill { target, byte, size } => {
                let mut filled = Vec::new();
                for mut world in self.evaluator().eval(world, *byte) {
                    let byte =
                        if world.pop() == Value::Num(0) { Value::Num(0) } else { Value::Top };
                    filled.extend(self.overwrite(world, *target, *size, byte)?);
                }
                Ok(filled)
            }
            Op::HavocMemory { target, size, .. } => {
                self.overwrite(world, *target, *size, Value::Top)
            }
            Op::Copy { target, source, size } => self.copy(world, *target, *source, *size),
            Op::Allocate { target, size, kind } => {
                let background = match kind {
                    AllocationKind::Heap => Background::Any,
                    AllocationKind::HeapZeroed => Background::Zero,
                    AllocationKind::Stack(_) => return refuse("`alloca`"),
                };
                let mut worlds = self.evaluator().eval(world, *size);
                for world in &mut worlds {
                    let size = world.pop();
                    let (size, kind) = extent(world, size)?;
                    let node = new_block(world, size, kind, background);
                    world.state.vars.insert(*target, Value::Addr(node, 0));
                }
                Ok(worlds)
            }
            Op::Reallocate { target, pointer, size } => {
                self.reallocate(world, *target, *pointer, *size)
            }
            Op::Free { pointer } => self.free(world, *pointer),
            Op::EnterScope { object } => {
                let mut world = without_object(world, *object);
                let Some(size) = self.program.objects[*object].size else {
                    return refuse("an object of which the size is not known");
                };
                let node = new_block(&mut world, size, Kind::Object(*object), Background::Any);
                world.state.objects.insert(*object, node);
                Ok(vec![world])
            }
            Op::LeaveScope { object } => Ok(vec![without_object(world, *object)]),
            Op::Check { condition, .. } => self.check(world, condition),
            Op::Unsupported { what } => refuse(what),
            Op::Outside { .. }
            | Op::Call { .. }
            | Op::CallBack { .. }
            | Op::ThreadCreate { .. }
            | Op::ThreadJoin { .. }
            | Op::ThreadExit { .. }
            | Op::ThreadSelf { .. }
            | Op::Await { .. } => refuse("an operation that claims about the heap do not cover"),
        }
    }

    /// What the pointer is, in each world; structures in the way are told apart.
    fn goals(&self, world: World, pointer: ExprId) -> Vec<(World, Goal)> {
        let mut found = Vec::new();
        let opened = self.opened(world, pointer).into_iter();
        let mut pending: Vec<World> =
            opened.flat_map(|world| self.evaluator().eval(world, pointer)).collect();
        let mut n_splits = 0;
        while let Some(mut world) = pending.pop() {
            let top = world.stack.last().copied().unwrap_or(Value::Top);
            if let Value::Addr(node, _) = top
                && self.evaluator().is_closed(&world, node)
                && n_splits < MAX_SPLITS
            {
                n_splits += 1;
                pending.extend(cases(&world, self.preds, node).unwrap_or_default());
                continue;
            }
            world.pop();
            let goal = match top {
                Value::Addr(node, at) if world.block_at(node).is_some() => Goal::In(node, at),
                Value::Num(number) => Goal::Number(self.evaluator().address(number)),
                Value::Fun(_) => Goal::Unknown,
                Value::Addr(..) | Value::Sym(_) | Value::Sum(..) | Value::Top => {
                    self.among(&world, pointer)
                }
            };
            found.push((world, goal));
        }
        found
    }

    /// Tells the structure apart that an index is added to, if there is one.
    fn opened(&self, world: World, pointer: ExprId) -> Vec<World> {
        let mut root = pointer;
        while let Expr::PointerAdd(base, _) = self.program.exprs[root] {
            root = base;
        }
        if root == pointer {
            return vec![world];
        }
        let (mut done, mut pending, mut n_splits) = (Vec::new(), vec![world], 0);
        while let Some(world) = pending.pop() {
            for mut world in self.evaluator().eval(world, root) {
                let closed = world.pop().node();
                let closed = closed.filter(|node| self.evaluator().is_closed(&world, *node));
                match closed.and_then(|node| cases(&world, self.preds, node)) {
                    Some(found) if n_splits < MAX_SPLITS => {
                        n_splits += 1;
                        pending.extend(found);
                    }
                    _ => done.push(world),
                }
            }
        }
        done
    }

    /// The offsets that a pointer may have into a block, where their first and last are known. The
    /// world only lends what it knows: nothing is split, so nothing is decided.
    fn among(&self, world: &World, pointer: ExprId) -> Goal {
        let Expr::PointerAdd(base, index) = self.program.exprs[pointer] else {
            return Goal::Unknown;
        };
        let only = |expr: ExprId| {
            let mut worlds = self.evaluator().eval(world.clone(), expr);
            let mut world = worlds.pop().filter(|_| worlds.is_empty())?;
            let value = world.pop();
            Some((world.bounds(value), value))
        };
        let (Some((_, Value::Addr(node, at))), Some((Some(range), _))) = (only(base), only(index))
        else {
            return Goal::Unknown;
        };
        let offset = |bytes: i128| i64::try_from(bytes).ok()?.checked_add(at);
        match (world.block_at(node), offset(range.lo), offset(range.hi)) {
            (Some(_), Some(first), Some(last)) => Goal::Among(node, first, last),
            _ => Goal::Unknown,
        }
    }

    fn load(&self, world: &mut World, (node, at): (NodeId, i64), len: u64, ty: Type) -> Value {
        let Some(block) = world.block_at(node).filter(|block| is_in(block, at, len)) else {
            return self.evaluator().unknown(world, ty);
        };
        let at = at as u64;
        let found = peek(block, at, len);
        // Bytes of which nothing is known have a value from now on.
        let is_free = block.background == Background::Any
            && block.cells.iter().all(|(start, cell)| start + cell.len <= at || at + len <= *start);
        let value = self.evaluator().read_back(world, found, ty);
        if is_free && let Some(block) = world.block_at_mut(node) {
            poke(block, at, len, value);
        }
        value
    }

    /// The one number that the expression has in all worlds.
    fn size_of(&self, world: &World, size: ExprId) -> Result<u64, Refusal> {
        let worlds = self.evaluator().eval(world.clone(), size);
        let sizes: BTreeSet<Value> =
            worlds.iter().filter_map(|it| it.stack.last().copied()).collect();
        match sizes.into_iter().collect::<Vec<_>>()[..] {
            [Value::Num(size @ 0..=MAX_SIZE)] => Ok(size as u64),
            _ => refuse("bytes of which it is not known how many"),
        }
    }

    fn overwrite(&self, world: World, target: ExprId, size: ExprId, value: Value) -> Worlds {
        let size = self.size_of(&world, size)?;
        let mut done = Vec::new();
        for (world, goal) in self.goals(world, target) {
            match goal {
                Goal::Number(_) if size == 0 => done.push(world),
                goal => done.extend(write(world, goal, size, value)?),
            }
        }
        Ok(done)
    }

    fn copy(&self, world: World, target: ExprId, source: ExprId, size: ExprId) -> Worlds {
        let size = self.size_of(&world, size)?;
        let mut done = Vec::new();
        for (mut world, from) in self.goals(world, source) {
            let Goal::In(node, at) = from else {
                match from {
                    Goal::Number(_) if size > 0 => continue,
                    _ => return refuse("bytes copied from where nothing is known of"),
                }
            };
            let Some(block) = world.block_at(node).filter(|it| is_in(it, at, size)) else {
                ends_outside(&world, node)?;
                continue;
            };
            let at = at as u64;
            let cells: Vec<(u64, u64, Value)> = block
                .cells
                .iter()
                .filter(|(start, cell)| at <= **start && **start + cell.len <= at + size)
                .map(|(start, cell)| (start - at, cell.len, cell.value))
                .collect();
            // On the stack they keep their names up to date.
            let n_kept = world.stack.len();
            world.stack.extend(cells.iter().map(|(.., value)| *value));
            for (mut world, to) in self.goals(world, target) {
                let values = world.stack.split_off(n_kept);
                match to {
                    Goal::In(node, at) => {
                        let Some(block) = world.block_at_mut(node) else { continue };
                        if !is_in(block, at, size) {
                            ends_outside(&world, node)?;
                            continue;
                        }
                        poke(block, at as u64, size, Value::Top);
                        for ((start, len, _), value) in cells.iter().zip(values) {
                            poke(block, at as u64 + start, *len, value);
                        }
                        done.push(world);
                    }
                    Goal::Number(_) if size > 0 => {}
                    Goal::Number(_) | Goal::Among(..) | Goal::Unknown => {
                        return refuse("bytes copied to where nothing is known of");
                    }
                }
            }
        }
        Ok(done)
    }

    /// A fresh block with what the old one starts with; the old one is gone.
    fn reallocate(&self, world: World, target: VarId, pointer: ExprId, size: ExprId) -> Worlds {
        let mut done = Vec::new();
        for world in self.evaluator().eval(world, size) {
            for (mut world, goal) in self.goals(world, pointer) {
                let size = world.pop();
                let (size, kind) = extent(&world, size)?;
                let kept = match goal {
                    Goal::In(node, 0) if is_on_heap(&world, node) => {
                        match world.state.edges.remove(&node) {
                            Some(Edge::Block(old)) => old.cells,
                            Some(Edge::Ind { .. } | Edge::Seg { .. }) | None => Default::default(),
                        }
                    }
                    Goal::Number(0) => Default::default(),
                    Goal::In(..) | Goal::Number(_) => continue,
                    Goal::Among(..) | Goal::Unknown => {
                        return refuse("a pointer reallocated of which nothing is known");
                    }
                };
                let node = new_block(&mut world, size, kind, Background::Any);
                if let Some(block) = world.block_at_mut(node) {
                    let fits = |(at, cell): &(u64, Cell)| at + cell.len <= size;
                    block.cells = kept.into_iter().filter(fits).collect();
                }
                world.state.vars.insert(target, Value::Addr(node, 0));
                done.push(world);
            }
        }
        Ok(done)
    }

    fn free(&self, world: World, pointer: ExprId) -> Worlds {
        let mut done = Vec::new();
        for (mut world, goal) in self.goals(world, pointer) {
            match goal {
                Goal::In(node, 0) if is_on_heap(&world, node) => {
                    world.state.edges.remove(&node);
                    done.push(world);
                }
                Goal::In(..) => {}
                Goal::Number(number) => done.extend((number == 0).then_some(world)),
                Goal::Among(..) | Goal::Unknown => {
                    return refuse("a pointer freed of which nothing is known");
                }
            }
        }
        Ok(done)
    }

    /// The worlds behind a check; an error if it may fail in one.
    fn check(&self, world: World, condition: &Condition) -> Worlds {
        let fails = || Err(Refusal::Wrong("a check is not excluded by the claims".to_owned()));
        match condition {
            Condition::Holds(expr) => {
                let mut held = Vec::new();
                for mut world in self.evaluator().eval(world, *expr) {
                    if world.pop() != Value::Num(1) {
                        return fails();
                    }
                    held.push(world);
                }
                Ok(held)
            }
            Condition::ValidAccess { pointer, size } => {
                let size = self.size_of(&world, *size)?;
                self.each_goal(world, *pointer, |world, goal| match goal {
                    Goal::In(node, at) => {
                        world.block_at(node).is_some_and(|block| is_in(block, at, size))
                    }
                    Goal::Among(node, first, last) => world
                        .block_at(node)
                        .is_some_and(|block| is_in(block, first, size) && is_in(block, last, size)),
                    Goal::Number(_) | Goal::Unknown => false,
                })
            }
            Condition::ValidFree { pointer } => {
                self.each_goal(world, *pointer, |world, goal| match goal {
                    Goal::In(node, at) => at == 0 && is_on_heap(world, node),
                    Goal::Number(number) => number == 0,
                    Goal::Among(..) | Goal::Unknown => false,
                })
            }
            Condition::Writable { pointer } => {
                self.each_goal(world, *pointer, |world, goal| match goal {
                    Goal::In(node, _) | Goal::Among(node, ..) => {
                        world.block_at(node).is_some_and(|it| match it.kind {
                            Kind::Heap | Kind::AtLeast => true,
                            Kind::Object(object) => !self.program.objects[object].is_read_only,
                        })
                    }
                    Goal::Number(_) | Goal::Unknown => false,
                })
            }
            Condition::Aligned { pointer, align } => {
                self.each_goal(world, *pointer, |world, goal| match goal {
                    Goal::In(node, at) => world.block_at(node).is_some_and(|block| {
                        let start = match block.kind {
                            Kind::Heap | Kind::AtLeast => HEAP_ALIGN,
                            Kind::Object(object) => self.program.objects[object].align,
                        };
                        start.is_multiple_of(*align) && at.unsigned_abs().is_multiple_of(*align)
                    }),
                    Goal::Number(number) => number == 0,
                    Goal::Among(..) | Goal::Unknown => false,
                })
            }
            Condition::Callable { pointer } => {
                let mut held = Vec::new();
                for mut world in self.evaluator().eval(world, *pointer) {
                    match world.pop() {
                        Value::Fun(_) => held.push(world),
                        Value::Top
                        | Value::Num(_)
                        | Value::Sym(_)
                        | Value::Sum(..)
                        | Value::Addr(..) => {
                            return fails();
                        }
                    }
                }
                Ok(held)
            }
            Condition::AllReachable if self.is_all_held(&world) => Ok(vec![world]),
            Condition::AllFreed if is_heap_empty(&world) => Ok(vec![world]),
            Condition::AllReachable | Condition::AllFreed => fails(),
            Condition::Initialised(_)
            | Condition::Apart { .. }
            | Condition::SameObject { .. }
            | Condition::InObject { .. } => {
                refuse("a check that claims about the heap do not cover")
            }
        }
    }

    fn each_goal(
        &self,
        world: World,
        pointer: ExprId,
        holds: impl Fn(&World, Goal) -> bool,
    ) -> Worlds {
        let mut held = Vec::new();
        for (world, goal) in self.goals(world, pointer) {
            if !holds(&world, goal) {
                return Err(Refusal::Wrong("a check is not excluded by the claims".to_owned()));
            }
            held.push(world);
        }
        Ok(held)
    }

    /// Whether a way leads from variables and objects to each heap block. Rounds over all edges
    /// until no more are found.
    fn is_all_held(&self, world: &World) -> bool {
        let state = &world.state;
        let mut known: BTreeSet<NodeId> = state.vars.values().filter_map(|it| it.node()).collect();
        loop {
            let n_known = known.len();
            let mut found = Vec::new();
            for (node, edge) in &state.edges {
                match edge {
                    Edge::Block(block) if !is_of_heap(block) || known.contains(node) => {
                        found.extend(block.cells.values().map(|cell| cell.value));
                    }
                    Edge::Seg { end, .. } if known.contains(node) => found.push(*end),
                    Edge::Block(_) | Edge::Ind { .. } | Edge::Seg { .. } => {}
                }
            }
            for last in known.iter().filter(|node| !state.edges.contains_key(node)) {
                found.extend(self.behind_last(world, *last));
            }
            known.extend(found.into_iter().filter_map(|value| value.node()));
            if known.len() == n_known {
                break;
            }
        }
        let is_held = |(node, edge): (&NodeId, &Edge)| match edge {
            Edge::Block(block) => !is_of_heap(block) || known.contains(node),
            Edge::Ind { .. } | Edge::Seg { .. } => known.contains(node),
        };
        !state.junk && state.edges.iter().all(is_held)
    }

    /// From the last instance of a segment whose instances keep the address of the one before, the
    /// way leads to its start and to what comes before that.
    fn behind_last(&self, world: &World, last: NodeId) -> Vec<Value> {
        let Some(start) = ends_at(world, self.preds, last) else { return Vec::new() };
        let Some(Edge::Seg { pred, args, .. }) = world.state.edges.get(&start) else {
            return Vec::new();
        };
        let predicate = &self.preds[*pred];
        let Some((param, _)) = way_back(predicate) else { return Vec::new() };
        let is_kept = (0..predicate.rules.len()).all(|rule| {
            let mut fields = predicate.fields[fields_of(predicate, rule)].iter();
            fields.any(|(.., field)| *field == Field::Param(param))
        });
        if is_kept { vec![Value::Addr(start, 0), args[param]] } else { Vec::new() }
    }
}

/// The size of a fresh block: exactly, or as many bytes as there are at least.
fn extent(world: &World, size: Value) -> Result<(u64, Kind), Refusal> {
    match (size, world.bounds(size)) {
        (Value::Num(size @ 0..=MAX_SIZE), _) => Ok((size as u64, Kind::Heap)),
        (_, Some(range)) if range.lo >= 0 => Ok((range.lo.min(MAX_SIZE) as u64, Kind::AtLeast)),
        _ => refuse("a block of which the size is not known"),
    }
}

fn is_on_heap(world: &World, node: NodeId) -> bool {
    world.block_at(node).is_some_and(is_of_heap)
}

fn is_of_heap(block: &Block) -> bool {
    match block.kind {
        Kind::Heap | Kind::AtLeast => true,
        Kind::Object(_) => false,
    }
}

fn is_heap_empty(world: &World) -> bool {
    let mut edges = world.state.edges.values();
    !world.state.junk && edges.all(|edge| matches!(edge, Edge::Block(block) if !is_of_heap(block)))
}

fn new_block(world: &mut World, size: u64, kind: Kind, background: Background) -> NodeId {
    let node = world.new_node();
    let block = Block::new(size, kind, background);
    world.state.edges.insert(node, Edge::Block(block));
    node
}

fn without_object(mut world: World, object: ObjectId) -> World {
    if let Some(node) = world.state.objects.remove(&object) {
        world.state.edges.remove(&node);
    }
    world
}

/// A run ends where it leaves a block of known size.
fn ends_outside(world: &World, node: NodeId) -> Result<(), Refusal> {
    match world.block_at(node).map(|block| block.kind) {
        Some(Kind::AtLeast) => refuse("bytes near the end of a block whose size is not known"),
        Some(Kind::Heap | Kind::Object(_)) | None => Ok(()),
    }
}

/// A write that leaves its block ends the run, and so does one to a number.
fn write(mut world: World, goal: Goal, len: u64, value: Value) -> Result<Option<World>, Refusal> {
    match goal {
        Goal::Unknown => refuse("a store through a pointer of which nothing is known"),
        Goal::Number(_) => Ok(None),
        Goal::Among(node, first, last) => {
            // Any of the bytes that one of the places has may be another one now.
            let Some(block) = world.block_at_mut(node) else { return Ok(None) };
            let start = i128::from(first.max(0));
            let behind = (i128::from(last) + i128::from(len)).min(i128::from(block.size));
            let goes_on = block.kind == Kind::AtLeast;
            if start + i128::from(len) > behind && !goes_on {
                return Ok(None);
            }
            poke(block, start as u64, (behind - start).max(0) as u64, Value::Top);
            Ok(Some(world))
        }
        Goal::In(node, at) => match world.block_at_mut(node) {
            Some(block) if is_in(block, at, len) => {
                poke(block, at as u64, len, value);
                Ok(Some(world))
            }
            // The block may go on where the claim knows nothing of it.
            Some(block) if block.kind == Kind::AtLeast && at >= 0 => {
                let known = (i128::from(block.size) - i128::from(at)).clamp(0, i128::from(len));
                poke(block, at as u64, known as u64, Value::Top);
                Ok(Some(world))
            }
            _ => Ok(None),
        },
    }
}

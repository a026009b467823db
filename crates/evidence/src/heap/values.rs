//! Expressions, on a stack of values; comparisons split worlds.
//!
//! Each truth value is decided: where a world does not say which it is, there are two worlds. So a
//! condition, a choice and a comparison that is stored are one thing.
//!
//! Where integers have no ends (`docs/soundness.md`, S21) neither have results; inputs and what is
//! converted to a narrower type are numbers of their type, everything else may be any number. The
//! ends of `i128` stand for no bound there.

use ir::{ArithOp, CompareOp, Expr, ExprId, IntType, OverflowOp, Program, Type};
use shape::{Integers, Kind, NodeId, Predicates, Range, Value};

use super::cases::{cases, ends_at, make_equal};
use super::world::{World, is_in, moved};

/// Unfoldings for one comparison or access.
const MAX_SPLITS: usize = 200;
/// Numbers that an index may be, each of which is looked at.
const MAX_APART: i128 = 16;

#[derive(Clone, Copy)]
pub struct Evaluator<'p> {
    pub program: &'p Program,
    pub preds: &'p Predicates,
    pub integers: Integers,
    /// At which types integers are loaded and stored.
    pub accessed: &'p [IntType],
}

/// The numbers of a type that are kept track of.
fn numbers_of(ty: Type) -> Option<Range> {
    match ty {
        Type::Bool => Some(Range::new(0, 1)),
        Type::Int(int) if int.width <= 64 => {
            let width = u32::from(int.width);
            Some(if int.is_signed() {
                Range::new(-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1)
            } else {
                Range::new(0, (1i128 << width) - 1)
            })
        }
        Type::Int(_) | Type::Float(_) | Type::Pointer => None,
    }
}

/// A number of a type, as an input is.
pub fn of_type(world: &mut World, ty: Type) -> Value {
    world.new_symbol(numbers_of(ty))
}

/// Every number.
fn endless() -> Range {
    Range::new(i128::MIN, i128::MAX)
}

fn has_ends(range: &Range) -> bool {
    range.lo != i128::MIN && range.hi != i128::MAX
}

/// The number that has these low bits in a type.
fn wrapped(int: IntType, number: i128) -> i128 {
    int.value(int.wrap(number))
}

impl Evaluator<'_> {
    fn is_endless(&self) -> bool {
        match self.integers {
            Integers::Machine => false,
            Integers::Unbounded => true,
        }
    }

    /// A value of which nothing is known but the type.
    pub fn unknown(&self, world: &mut World, ty: Type) -> Value {
        match ty {
            Type::Int(_) if self.is_endless() => world.new_symbol(Some(endless())),
            Type::Int(_) | Type::Bool | Type::Float(_) | Type::Pointer => of_type(world, ty),
        }
    }

    /// What bytes of memory are at a type. Without ends, a place holds a number of any size or bytes;
    /// what both have in common is a number of the type, and what a load at the same type gave.
    pub fn read_back(&self, world: &mut World, value: Value, ty: Type) -> Value {
        let Type::Int(int) = ty else { return self.as_type(world, value, ty) };
        match value {
            Value::Top if self.is_endless() => self.unknown(world, ty),
            Value::Sym(_) | Value::Sum(..) if self.is_endless() => {
                let same = matches!(value, Value::Sym(_))
                    && self.accessed.iter().all(|it| *it == int || it.width != int.width);
                let known = world.bounds(value);
                let is_number = known.is_some();
                let is_in_type = known.zip(numbers_of(ty)).is_some_and(|(a, b)| a.is_within(&b));
                match is_in_type || (is_number && same) {
                    true => value,
                    false => self.unknown(world, ty),
                }
            }
            _ => self.as_type(world, value, ty),
        }
    }

    /// What memory is known to hold once a value of the type is there.
    pub fn as_kept(&self, world: &World, value: Value, ty: Type) -> Value {
        let (Type::Int(_), true) = (ty, self.is_endless()) else { return value };
        let leaves = |known: Range| numbers_of(ty).is_none_or(|all| !known.is_within(&all));
        if world.bounds(value).is_some_and(leaves) { Value::Top } else { value }
    }

    /// An exact number as a result of a type.
    fn result(&self, int: IntType, exact: i128) -> i128 {
        if self.is_endless() { exact } else { wrapped(int, exact) }
    }

    pub fn address(&self, number: i128) -> i128 {
        wrapped(self.program.model.size_type(), number)
    }

    /// Bits as a value of a type of the same size.
    pub fn as_type(&self, world: &mut World, value: Value, ty: Type) -> Value {
        match (ty, value) {
            (Type::Int(int), Value::Num(number)) => Value::Num(wrapped(int, number)),
            (Type::Pointer, Value::Num(number)) => Value::Num(self.address(number)),
            (Type::Bool, Value::Num(0 | 1)) => value,
            (Type::Pointer, Value::Addr(..) | Value::Fun(_)) => value,
            (Type::Int(int), Value::Addr(..) | Value::Fun(_))
                if int.width == self.program.model.pointer_bits() =>
            {
                value
            }
            (Type::Int(_), Value::Sym(_) | Value::Sum(..)) => {
                let known = world.bounds(value).zip(numbers_of(ty));
                let stays =
                    known.is_some_and(|(known, all)| known.lo >= all.lo && known.hi <= all.hi);
                if stays { value } else { of_type(world, ty) }
            }
            (Type::Pointer, Value::Sym(_)) if world.bounds(value).is_none() => value,
            _ => of_type(world, ty),
        }
    }

    fn converted(&self, world: &mut World, value: Value, from: Type, to: Type) -> Value {
        match (numbers_of(from), numbers_of(to), (from, to)) {
            (.., (Type::Float(_), _) | (_, Type::Float(_))) => of_type(world, to),
            // A type that holds all of the old one's numbers keeps every number.
            (Some(old), Some(new), (Type::Int(_), Type::Int(_)))
                if self.is_endless() && new.lo <= old.lo && old.hi <= new.hi =>
            {
                value
            }
            _ => self.as_type(world, value, to),
        }
    }

    /// The worlds in which the condition is true.
    pub fn assume(&self, world: World, condition: ExprId) -> Vec<World> {
        let mut kept = Vec::new();
        for mut world in self.eval(world, condition) {
            if world.pop() != Value::Num(0) {
                kept.push(world);
            }
        }
        kept
    }

    /// Pushes the value of the expression, in each world that it makes.
    pub fn eval(&self, world: World, expr: ExprId) -> Vec<World> {
        let ty = self.program.type_of(expr);
        let mut world = world;
        match self.program.exprs[expr] {
            Expr::Bool(truth) => vec![world.push(Value::Num(truth.into()))],
            Expr::Int(int, bits) => vec![world.push(Value::Num(int.value(bits)))],
            Expr::Null => vec![world.push(Value::Num(0))],
            Expr::Var(var) => {
                let known = world.state.vars.get(&var).copied();
                let value = known.filter(|it| *it != Value::Top).unwrap_or_else(|| {
                    let value = self.unknown(&mut world, ty);
                    world.state.vars.insert(var, value);
                    value
                });
                self.decided(world.push(value), ty)
            }
            Expr::ObjectAddress(object) => {
                let node = world.state.objects.get(&object).copied();
                let value = match node {
                    Some(node) => Value::Addr(node, 0),
                    None => self.unknown(&mut world, ty),
                };
                vec![world.push(value)]
            }
            Expr::FunctionAddress(function) => vec![world.push(Value::Fun(function))],
            Expr::Float(..) => {
                let value = self.unknown(&mut world, ty);
                vec![world.push(value)]
            }
            Expr::Not(a) => self.map(world, &[a], |_, values| match values[0] {
                Value::Num(truth) => Value::Num(1 - truth),
                value => value,
            }),
            Expr::And(a, b) | Expr::Or(a, b) => {
                let is_and = matches!(self.program.exprs[expr], Expr::And(..));
                self.map(world, &[a, b], |world, values| match (values[0], values[1]) {
                    (Value::Num(a), Value::Num(b)) if is_and => Value::Num(a.min(b)),
                    (Value::Num(a), Value::Num(b)) => Value::Num(a.max(b)),
                    _ => self.unknown(world, Type::Bool),
                })
            }
            Expr::Ite(c, then, otherwise) => {
                let mut found = Vec::new();
                for mut world in self.eval(world, c) {
                    let truth = world.pop();
                    if truth != Value::Num(0) {
                        found.extend(self.eval(world.clone(), then));
                    }
                    if truth != Value::Num(1) {
                        found.extend(self.eval(world, otherwise));
                    }
                }
                found
            }
            Expr::Compare(op, a, b) => {
                let operands = self.program.type_of(a);
                let mut found = Vec::new();
                for world in self.eval(world, a) {
                    for world in self.eval(world, b) {
                        found.extend(self.compare(world, op, operands));
                    }
                }
                found
            }
            Expr::Convert(_, a) => {
                let from = self.program.type_of(a);
                self.map(world, &[a], |world, values| self.converted(world, values[0], from, ty))
            }
            Expr::Arith(op, a, b) => self.map(world, &[a, b], |world, values| match ty {
                Type::Int(int) => self.calculate(world, op, values[0], values[1], int),
                Type::Bool | Type::Float(_) | Type::Pointer => self.unknown(world, ty),
            }),
            Expr::Neg(a) => self.map(world, &[a], |world, values| match ty {
                Type::Int(int) => {
                    self.calculate(world, ArithOp::Sub, Value::Num(0), values[0], int)
                }
                Type::Bool | Type::Float(_) | Type::Pointer => self.unknown(world, ty),
            }),
            Expr::BitNot(a) => self.map(world, &[a], |world, values| match (values[0], ty) {
                (Value::Num(number), Type::Int(int)) if self.is_plain(number, int) => {
                    Value::Num(wrapped(int, !number))
                }
                _ => self.unknown(world, ty),
            }),
            Expr::PointerAdd(a, b) => self.indexed(world, (a, b), |world, values| {
                let sum = match (values[0], values[1]) {
                    (Value::Num(base), Value::Num(bytes)) => Value::Num(self.address(base + bytes)),
                    (base, Value::Num(bytes)) => {
                        i64::try_from(bytes).map_or(Value::Top, |bytes| moved(base, bytes))
                    }
                    _ => Value::Top,
                };
                if sum == Value::Top { self.unknown(world, ty) } else { sum }
            }),
            Expr::PointerDiff(a, b) => {
                self.map(world, &[a, b], |world, values| match (values[0], values[1]) {
                    (Value::Addr(x, i), Value::Addr(y, j)) if x == y => {
                        Value::Num(i128::from(i) - i128::from(j))
                    }
                    _ => self.unknown(world, ty),
                })
            }
            Expr::Bits(..) | Expr::Shadow(_) => {
                let value = self.unknown(&mut world, ty);
                vec![world.push(value)]
            }
            Expr::Overflows(op, a, b) => {
                let operands = self.program.type_of(a);
                let worlds = self.map(world, &[a, b], |world, values| {
                    match does_fit(world, op, values[0], values[1], operands) {
                        true => Value::Num(0),
                        false => self.unknown(world, Type::Bool),
                    }
                });
                worlds.into_iter().flat_map(|world| self.decided(world, Type::Bool)).collect()
            }
        }
    }

    /// Evaluates operands and pushes what is made of them.
    fn map(
        &self,
        world: World,
        operands: &[ExprId],
        make: impl Fn(&mut World, &[Value]) -> Value,
    ) -> Vec<World> {
        let mut worlds = vec![world];
        for operand in operands {
            worlds = worlds.into_iter().flat_map(|world| self.eval(world, *operand)).collect();
        }
        for world in &mut worlds {
            let values = world.stack.split_off(world.stack.len() - operands.len());
            let value = make(world, &values);
            world.stack.push(value);
        }
        worlds
    }

    /// Evaluates an address and what is added to it, which is taken apart where its values are few.
    fn indexed(
        &self,
        world: World,
        (base, index): (ExprId, ExprId),
        make: impl Fn(&mut World, &[Value]) -> Value,
    ) -> Vec<World> {
        let mut found = Vec::new();
        for world in self.eval(world, base) {
            for mut world in self.told_apart(world, index) {
                let values = world.stack.split_off(world.stack.len() - 2);
                let value = make(&mut world, &values);
                found.push(world.push(value));
            }
        }
        found
    }

    /// Pushes the value of the expression. One that is computed from numbers of which few are
    /// possible is known in each world that this makes.
    fn told_apart(&self, world: World, expr: ExprId) -> Vec<World> {
        let ty = self.program.type_of(expr);
        match (self.program.exprs[expr], ty) {
            (
                Expr::Arith(op @ (ArithOp::Add | ArithOp::Sub | ArithOp::Mul), a, b),
                Type::Int(int),
            ) => {
                let mut found = Vec::new();
                for world in self.told_apart(world, a) {
                    for mut world in self.told_apart(world, b) {
                        let (b, a) = (world.pop(), world.pop());
                        let value = self.calculate(&mut world, op, a, b, int);
                        found.push(world.push(value));
                    }
                }
                found
            }
            (Expr::Convert(_, a), Type::Int(_)) if is_int(self.program.type_of(a)) => {
                let from = self.program.type_of(a);
                let mut worlds = self.told_apart(world, a);
                for world in &mut worlds {
                    let value = world.pop();
                    let value = self.converted(world, value, from, ty);
                    world.stack.push(value);
                }
                worlds
            }
            _ => self.eval(world, expr).into_iter().flat_map(each_number).collect(),
        }
    }

    /// A truth value on top that is not known becomes both.
    fn decided(&self, mut world: World, ty: Type) -> Vec<World> {
        let top = world.stack.last().copied();
        let (Type::Bool, Some(Value::Sym(sym))) = (ty, top) else { return vec![world] };
        let mut other = world.clone();
        world.rename_symbol(sym, Value::Num(0));
        other.rename_symbol(sym, Value::Num(1));
        vec![world, other]
    }

    /// Whether a structure starts or ends at the node.
    pub fn is_closed(&self, world: &World, node: NodeId) -> bool {
        match world.state.edges.contains_key(&node) {
            true => world.block_at(node).is_none(),
            false => ends_at(world, self.preds, node).is_some(),
        }
    }

    /// Compares the two values on top and pushes the truth value.
    fn compare(&self, world: World, op: CompareOp, ty: Type) -> Vec<World> {
        let (mut found, mut pending, mut n_splits) = (Vec::new(), vec![world], 0);
        let both = |world: World, found: &mut Vec<World>| {
            found.push(world.clone().push(Value::Num(0)));
            found.push(world.push(Value::Num(1)));
        };
        while let Some(mut world) = pending.pop() {
            let [a, b] = match world.stack[world.stack.len() - 2..] {
                [a, b] => [a, b],
                _ => [Value::Top; 2],
            };
            let closed = [a, b].iter().find_map(|it| {
                it.node().filter(|node| a.node() != b.node() && self.is_closed(&world, *node))
            });
            if let (Some(node), CompareOp::Eq | CompareOp::Ne) = (closed, op)
                && n_splits < MAX_SPLITS
            {
                n_splits += 1;
                pending.extend(cases(&world, self.preds, node).unwrap_or_default());
                continue;
            }
            world.stack.truncate(world.stack.len() - 2);
            let is_known = matches!(ty, Type::Int(_) | Type::Pointer);
            match (is_known, a, b) {
                (false, ..) => both(world, &mut found),
                (_, Value::Addr(..), _) | (_, _, Value::Addr(..)) => {
                    self.places(world, op, a, b, &mut found);
                }
                _ => {
                    let [a, b] = [a, b].map(|it| match it {
                        Value::Num(number) if ty == Type::Pointer => {
                            Value::Num(self.address(number))
                        }
                        it => it,
                    });
                    found.extend(under(world.clone(), op, a, b).map(|it| it.push(Value::Num(1))));
                    found.extend(under(world, opposite(op), a, b).map(|it| it.push(Value::Num(0))));
                }
            }
        }
        found
    }

    /// One of the two is an address of a node that is a block or nothing.
    fn places(&self, world: World, op: CompareOp, a: Value, b: Value, found: &mut Vec<World>) {
        let truth = match (a, b) {
            (Value::Addr(x, i), Value::Addr(y, j)) if x == y => {
                let is_in_block = |at| world.block_at(x).is_some_and(|block| is_in(block, at, 0));
                match op {
                    CompareOp::Eq => Some(i == j),
                    CompareOp::Ne => Some(i != j),
                    _ if !is_in_block(i) || !is_in_block(j) => None,
                    CompareOp::Lt => Some(i < j),
                    CompareOp::Le => Some(i <= j),
                    CompareOp::Gt => Some(i > j),
                    CompareOp::Ge => Some(i >= j),
                }
            }
            _ => match op {
                CompareOp::Eq if self.are_different(&world, a, b) => Some(false),
                CompareOp::Ne if self.are_different(&world, a, b) => Some(true),
                _ => None,
            },
        };
        let equal = match op {
            CompareOp::Eq => Some(1),
            CompareOp::Ne => Some(0),
            CompareOp::Lt | CompareOp::Le | CompareOp::Gt | CompareOp::Ge => None,
        };
        match (truth, equal) {
            (Some(truth), _) => found.push(world.push(Value::Num(truth.into()))),
            (None, Some(equal)) => {
                let mut same = world.clone();
                let is_symbol = matches!((a, b), (Value::Sym(_), _) | (_, Value::Sym(_)));
                if !is_symbol || make_equal(&mut same, a, b) {
                    found.push(same.push(Value::Num(equal)));
                }
                found.push(world.push(Value::Num(1 - equal)));
            }
            (None, None) => {
                found.push(world.clone().push(Value::Num(0)));
                found.push(world.push(Value::Num(1)));
            }
        }
    }

    /// Inside two live objects that cannot be one, or one of them null and the other not.
    fn are_different(&self, world: &World, a: Value, b: Value) -> bool {
        let lies_in = |value: Value, len: u64| match value {
            Value::Addr(node, at) => world.block_at(node).filter(|block| is_in(block, at, len)),
            Value::Top | Value::Num(_) | Value::Sym(_) | Value::Sum(..) | Value::Fun(_) => None,
        };
        let is_of_its_own = |value: Value| {
            lies_in(value, 1).is_some_and(|block| match block.kind {
                Kind::Heap | Kind::AtLeast => true,
                Kind::Object(object) => !self.program.objects[object].is_string_literal(),
            })
        };
        let is_null = |value: Value| match value {
            Value::Num(number) => self.address(number) == 0,
            Value::Top | Value::Sym(_) | Value::Sum(..) | Value::Addr(..) | Value::Fun(_) => false,
        };
        (is_of_its_own(a) && is_of_its_own(b))
            || (is_null(a) && lies_in(b, 0).is_some())
            || (is_null(b) && lies_in(a, 0).is_some())
    }

    /// Whether operations on bits mean what they mean in the type.
    fn is_plain(&self, number: i128, int: IntType) -> bool {
        !self.is_endless() || numbers_of(Type::Int(int)).is_some_and(|all| all.contains(number))
    }

    fn calculate(&self, world: &mut World, op: ArithOp, a: Value, b: Value, int: IntType) -> Value {
        if let (Value::Num(x), Value::Num(y)) = (a, b)
            && let Some(number) = self.computed(op, x, y, int)
        {
            return Value::Num(number);
        }
        if b == Value::Num(0) && matches!(op, ArithOp::Add | ArithOp::Sub) && a != Value::Top {
            return a;
        }
        let ty = Type::Int(int);
        let found = ends(world, op, a, b).or_else(|| reduced(world, op, a, b));
        let result = match (found, numbers_of(ty)) {
            (Some((lo, hi)), _) if self.is_endless() => world.new_symbol(Some(Range::new(lo, hi))),
            (Some((lo, hi)), Some(all)) if all.lo <= lo && hi <= all.hi => {
                world.new_symbol(Some(Range::new(lo, hi)))
            }
            _ => return self.unknown(world, ty),
        };
        // Nothing was cut off on the way here, so a sum is one.
        let parts = match (op, a, b) {
            (ArithOp::Add, Value::Sym(_) | Value::Sum(..), Value::Num(more)) => {
                world.origin(a).zip(Some(more))
            }
            (ArithOp::Add, Value::Num(more), Value::Sym(_) | Value::Sum(..)) => {
                world.origin(b).zip(Some(more))
            }
            (ArithOp::Sub, Value::Sym(_) | Value::Sum(..), Value::Num(less)) => {
                world.origin(a).zip(less.checked_neg())
            }
            _ => None,
        };
        if let (Value::Sym(sym), Some(((of, known), more))) = (result, parts)
            && let Some(total) = known.checked_add(more)
        {
            world.sums.insert(sym, (of, total));
        }
        result
    }

    /// The result for two numbers, unless it is beyond what is counted.
    fn computed(&self, op: ArithOp, x: i128, y: i128, int: IntType) -> Option<i128> {
        let by = u32::try_from(y).ok().filter(|by| *by < u32::from(int.width.min(64)));
        let is_plain = self.is_plain(x, int) && self.is_plain(y, int);
        let exact = match op {
            ArithOp::Add => x.checked_add(y)?,
            ArithOp::Sub => x.checked_sub(y)?,
            ArithOp::Mul => x.checked_mul(y)?,
            ArithOp::Div => x.checked_div(y)?,
            ArithOp::Rem => x.checked_rem(y)?,
            ArithOp::Shl => x.checked_mul(1i128 << by.filter(|_| int.width <= 64)?)?,
            ArithOp::BitAnd if is_plain => x & y,
            ArithOp::BitOr if is_plain => x | y,
            ArithOp::BitXor if is_plain => x ^ y,
            ArithOp::Shr if is_plain => x >> by?,
            ArithOp::BitAnd | ArithOp::BitOr | ArithOp::BitXor | ArithOp::Shr => return None,
        };
        let number = self.result(int, exact);
        (number != i128::MIN && number != i128::MAX).then_some(number)
    }
}

fn is_int(ty: Type) -> bool {
    matches!(ty, Type::Int(_))
}

/// One world for each number that the symbol on top may be, if those are few.
fn each_number(world: World) -> Vec<World> {
    let Some(Value::Sym(sym)) = world.stack.last().copied() else { return vec![world] };
    let Some(range) = world.state.facts.get(&sym).cloned() else { return vec![world] };
    if range.hi.checked_sub(range.lo).is_none_or(|width| width >= MAX_APART) {
        return vec![world];
    }
    let numbers = (range.lo..=range.hi).filter(|number| range.contains(*number));
    numbers
        .map(|number| {
            let mut world = world.clone();
            world.rename_symbol(sym, Value::Num(number));
            world
        })
        .collect()
}

/// Where a remainder, a quotient or some of the bits lie.
fn reduced(world: &World, op: ArithOp, a: Value, b: Value) -> Option<(i128, i128)> {
    let (a, b) = (world.bounds(a)?, world.bounds(b)?);
    if !has_ends(&a) || !has_ends(&b) {
        return None;
    }
    match op {
        // Less than the divisor, and not further from zero than what is divided, on its side.
        ArithOp::Rem => {
            let most = (b.lo > 0).then_some(b.hi - 1)?;
            let lo = if a.lo < 0 { a.lo.max(-most) } else { 0 };
            let hi = if a.hi > 0 { a.hi.min(most) } else { 0 };
            Some((lo, hi))
        }
        // Both are monotone in the first operand.
        ArithOp::Div if b.lo == b.hi && b.lo > 0 => Some((a.lo / b.lo, a.hi / b.lo)),
        ArithOp::Shr if b.lo == b.hi && (0..64).contains(&b.lo) => {
            Some((a.lo >> b.lo, a.hi >> b.lo))
        }
        // A number that is not negative bounds what is left of its bits.
        ArithOp::BitAnd => {
            let tops = [&a, &b].into_iter().filter(|it| it.lo >= 0).map(|it| it.hi);
            Some((0, tops.min()?))
        }
        ArithOp::Add
        | ArithOp::Sub
        | ArithOp::Mul
        | ArithOp::Div
        | ArithOp::BitOr
        | ArithOp::BitXor
        | ArithOp::Shl
        | ArithOp::Shr => None,
    }
}

fn opposite(op: CompareOp) -> CompareOp {
    match op {
        CompareOp::Eq => CompareOp::Ne,
        CompareOp::Ne => CompareOp::Eq,
        CompareOp::Lt => CompareOp::Ge,
        CompareOp::Ge => CompareOp::Lt,
        CompareOp::Gt => CompareOp::Le,
        CompareOp::Le => CompareOp::Gt,
    }
}

/// The world in which the numbers are so related; `None` if there is none.
fn under(mut world: World, op: CompareOp, a: Value, b: Value) -> Option<World> {
    let below = |world: &mut World, small: Value, large: Value, gap: i128| {
        let (Some(x), Some(y)) = (world.bounds(small), world.bounds(large)) else { return true };
        let top = if y.hi == i128::MAX { i128::MAX } else { y.hi.saturating_sub(gap) };
        let bottom = if x.lo == i128::MIN { i128::MIN } else { x.lo.saturating_add(gap) };
        let narrowed = |world: &mut World, value: Value, lo: i128, hi: i128| match value {
            Value::Sym(_) | Value::Sum(..) => {
                let is_bounded = world.bounds(value).is_some();
                !is_bounded || world.confine(value, &Range::new(lo, hi))
            }
            Value::Num(number) => lo <= number && number <= hi,
            Value::Top | Value::Addr(..) | Value::Fun(_) => true,
        };
        narrowed(world, small, x.lo, top) && narrowed(world, large, bottom, y.hi)
    };
    let is_same = a == b && a != Value::Top;
    if let (Some((x, i)), Some((y, j))) = (world.origin(a), world.origin(b))
        && x == y
    {
        // The same number, with something added to it on each side.
        let holds = match op {
            CompareOp::Eq => i == j,
            CompareOp::Ne => i != j,
            CompareOp::Lt => i < j,
            CompareOp::Le => i <= j,
            CompareOp::Gt => i > j,
            CompareOp::Ge => i >= j,
        };
        return holds.then_some(world);
    }
    let is_possible = match op {
        CompareOp::Eq => make_equal(&mut world, a, b),
        CompareOp::Ne => {
            let without = |world: &mut World, value: Value, other: Value| match (value, other) {
                (Value::Sym(sym), Value::Num(number)) => {
                    let known = world.state.facts.get_mut(&sym);
                    known.is_none_or(|known| known.exclude(number))
                }
                _ => true,
            };
            !is_same && without(&mut world, a, b) && without(&mut world, b, a)
        }
        CompareOp::Lt => !is_same && below(&mut world, a, b, 1),
        CompareOp::Gt => !is_same && below(&mut world, b, a, 1),
        CompareOp::Le => is_same || below(&mut world, a, b, 0),
        CompareOp::Ge => is_same || below(&mut world, b, a, 0),
    };
    is_possible.then_some(world)
}

/// The ends of an exact result. Where an operand has no end, neither has the result on that side.
fn ends(world: &World, op: ArithOp, a: Value, b: Value) -> Option<(i128, i128)> {
    let (a, b) = (world.bounds(a)?, world.bounds(b)?);
    let (mut lo, mut hi) = (i128::MAX, i128::MIN);
    let (open_below, open_above) = match op {
        ArithOp::Add => {
            (a.lo == i128::MIN || b.lo == i128::MIN, a.hi == i128::MAX || b.hi == i128::MAX)
        }
        ArithOp::Sub => {
            (a.lo == i128::MIN || b.hi == i128::MAX, a.hi == i128::MAX || b.lo == i128::MIN)
        }
        ArithOp::Mul => {
            let is_open = !has_ends(&a) || !has_ends(&b);
            (is_open, is_open)
        }
        ArithOp::Div
        | ArithOp::Rem
        | ArithOp::BitAnd
        | ArithOp::BitOr
        | ArithOp::BitXor
        | ArithOp::Shl
        | ArithOp::Shr => return None,
    };
    // Each of the three is monotone in each operand, up to direction.
    for x in [a.lo, a.hi] {
        for y in [b.lo, b.hi] {
            let corner = match op {
                ArithOp::Add => x.saturating_add(y),
                ArithOp::Sub => x.saturating_sub(y),
                _ => x.saturating_mul(y),
            };
            (lo, hi) = (lo.min(corner), hi.max(corner));
        }
    }
    Some((if open_below { i128::MIN } else { lo }, if open_above { i128::MAX } else { hi }))
}

/// Whether the exact result certainly fits.
fn does_fit(world: &World, op: OverflowOp, a: Value, b: Value, ty: Type) -> bool {
    let op = match op {
        OverflowOp::Add => ArithOp::Add,
        OverflowOp::Sub => ArithOp::Sub,
        OverflowOp::Mul => ArithOp::Mul,
        OverflowOp::Div | OverflowOp::Shl => return false,
    };
    let result = ends(world, op, a, b).zip(numbers_of(ty));
    result.is_some_and(|((lo, hi), all)| all.lo <= lo && hi <= all.hi)
}

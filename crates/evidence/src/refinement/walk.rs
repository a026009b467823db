//! Edges of a program, one after the other, as terms: read here from the program itself.

use ir::{
    Actor, ArithOp, CompareOp, Condition, Expr, ExprId, HaltCause, HavocCause, IntType, LocationId,
    Op, Program, Sign, Type, VarId,
};
use logic::{BvBinary, BvCompare, Sort, TermId, TermPool};
use rustc_hash::FxHashMap;
use verdict::CheckKind;

use super::certificate::{Edges, Observations, Point, Reading, Way};

/// What somebody sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seen {
    Call(String, Vec<(Type, TermId)>, Option<TermId>),
    Return(Option<(Type, TermId)>),
    Abort,
    Error,
}

/// A path, followed.
#[derive(Clone, Debug)]
pub struct Walked {
    pub store: FxHashMap<VarId, TermId>,
    pub guard: Vec<TermId>,
    pub seen: Option<Seen>,
    /// Values that were chosen, by the number of the edge.
    pub chosen: FxHashMap<usize, TermId>,
    pub end: Point,
    /// How many times others could notice something, or act in between.
    pub n_events: usize,
}

/// Why a path cannot be followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable(pub String);

/// Reads paths of one program.
pub struct Walker<'a> {
    pub program: &'a Program,
    pub reading: Reading,
    pub observations: &'a Observations,
    /// Variables whose changes others can notice.
    pub visible: Vec<VarId>,
    /// Atomic blocks that are open at each location.
    pub depths: FxHashMap<LocationId, u32>,
}

/// The number of the thread that is looked at.
const OWN: u128 = 1;

impl Walker<'_> {
    /// Follows the edges from a location. `choose` gives the value at a choice.
    pub fn walk(
        &self,
        pool: &mut TermPool,
        from: LocationId,
        edges: &Edges,
        store: FxHashMap<VarId, TermId>,
        choose: &mut dyn FnMut(&mut TermPool, usize, Type) -> TermId,
    ) -> Result<Walked, Unreadable> {
        let stuck = |what: &str| Err(Unreadable(what.to_owned()));
        let Some(body) = &self.program.functions[self.program.entry].body else {
            return stuck("there is no body");
        };
        let mut walked = Walked {
            store,
            guard: Vec::new(),
            seen: None,
            chosen: FxHashMap::default(),
            end: Point::At(from),
            n_events: 0,
        };
        let mut at = from;
        for (number, (id, way)) in edges.iter().enumerate() {
            let edge = &body.edges[*id];
            if edge.from != at || walked.end != Point::At(at) {
                return stuck("the edges are not one behind the other");
            }
            at = edge.to;
            walked.end = Point::At(at);
            if self.depth(edge.from) == 0 && self.is_event(&edge.op, *way) {
                walked.n_events += 1;
            }
            if *way == Way::Failed && !matches!(edge.op, Op::Check { .. }) {
                return stuck("only checks fail");
            }
            match &edge.op {
                Op::Skip
                | Op::AtomicBegin(_)
                | Op::AtomicEnd
                | Op::EnterScope { .. }
                | Op::LeaveScope { .. } => {}
                Op::Assign { target, value } => {
                    let described = &self.program.vars[*target];
                    if !has_value(described.ty) && described.scope == ir::Scope::Global {
                        return stuck("a write to a global that cannot be compared");
                    }
                    if has_value(described.ty) {
                        let value = self.term(pool, *value, &walked.store)?;
                        walked.store.insert(*target, value);
                    }
                }
                Op::Assume { condition } | Op::Await { condition } => {
                    let condition = self.term(pool, *condition, &walked.store)?;
                    walked.guard.push(condition);
                }
                Op::Havoc { target, cause } => {
                    self.havoc(pool, number, *target, cause, &mut walked, choose)?;
                }
                Op::ThreadSelf { target } => {
                    let value = self.constant(pool, self.program.vars[*target].ty, OWN as i128);
                    walked.store.insert(*target, value);
                }
                Op::Outside { actor: Actor::Function(function), arguments } => {
                    let name = &self.program.functions[*function].name;
                    let is_seen = self.observations.calls.as_ref();
                    let is_seen = is_seen.is_none_or(|names| names.iter().any(|it| **it == **name));
                    let mut values = Vec::new();
                    for argument in arguments {
                        let value = self.term(pool, *argument, &walked.store)?;
                        values.push((self.program.type_of(*argument), value));
                    }
                    if is_seen {
                        see(&mut walked, Seen::Call(name.to_string(), values, None))?;
                    }
                }
                Op::Return { value } => {
                    let value = match value {
                        Some(value) if self.observations.result => {
                            let ty = self.program.type_of(*value);
                            Some((ty, self.term(pool, *value, &walked.store)?))
                        }
                        Some(_) | None => None,
                    };
                    if self.observations.end {
                        see(&mut walked, Seen::Return(value))?;
                    }
                    walked.end = Point::Ended;
                }
                Op::Halt { cause: HaltCause::Abort } => {
                    see(&mut walked, Seen::Abort)?;
                    walked.end = Point::Ended;
                }
                Op::Check { check, condition: Condition::Holds(condition) } => {
                    let mut condition = self.term(pool, *condition, &walked.store)?;
                    if *way == Way::Failed {
                        condition = pool.not(condition);
                        if is_error(self.program.checks[*check].kind) {
                            see(&mut walked, Seen::Error)?;
                            walked.end = Point::Ended;
                        } else {
                            walked.end = Point::Undefined;
                        }
                    }
                    walked.guard.push(condition);
                }
                op => return stuck(&format!("an operation that is not modelled: {op:?}")),
            }
        }
        Ok(walked)
    }

    fn havoc(
        &self,
        pool: &mut TermPool,
        number: usize,
        target: VarId,
        cause: &HavocCause,
        walked: &mut Walked,
        choose: &mut dyn FnMut(&mut TermPool, usize, Type) -> TermId,
    ) -> Result<(), Unreadable> {
        let ty = self.program.vars[target].ty;
        let is_free = matches!(
            cause,
            HavocCause::Input | HavocCause::Uninitialised | HavocCause::ExternalResult(_)
        );
        if !is_free {
            return Err(Unreadable("a value that is not modelled".to_owned()));
        }
        if !has_value(ty) {
            return match self.program.vars[target].scope {
                ir::Scope::Local(_) => Ok(()),
                ir::Scope::Global => {
                    Err(Unreadable("a write to a global that cannot be compared".to_owned()))
                }
            };
        }
        let value = choose(pool, number, ty);
        walked.chosen.insert(number, value);
        walked.store.insert(target, value);
        if let HavocCause::ExternalResult(function) = cause
            && let Some(Seen::Call(name, _, result)) = &mut walked.seen
            && **name == *self.program.functions[*function].name
        {
            *result = Some(value);
        }
        Ok(())
    }

    pub fn depth(&self, location: LocationId) -> u32 {
        self.depths.get(&location).copied().unwrap_or(0)
    }

    fn is_shared(&self, var: VarId) -> bool {
        self.visible.contains(&var)
    }

    fn reads_shared(&self, expr: ExprId) -> bool {
        let mut pending = vec![expr];
        while let Some(expr) = pending.pop() {
            match self.program.exprs[expr] {
                Expr::Var(var) if self.is_shared(var) => return true,
                node => pending.extend(node.operands()),
            }
        }
        false
    }

    fn is_event(&self, op: &Op, way: Way) -> bool {
        match op {
            Op::AtomicBegin(_) | Op::Outside { .. } | Op::Return { .. } | Op::Halt { .. } => true,
            Op::Assign { target, value } => self.is_shared(*target) || self.reads_shared(*value),
            Op::Havoc { target, .. } => self.is_shared(*target),
            Op::Assume { condition } | Op::Await { condition } => self.reads_shared(*condition),
            Op::Check { check, condition } => {
                let reads = match condition {
                    Condition::Holds(condition) => self.reads_shared(*condition),
                    _ => true,
                };
                reads || way == Way::Failed && is_error(self.program.checks[*check].kind)
            }
            _ => false,
        }
    }

    /// A number of a type.
    pub fn constant(&self, pool: &mut TermPool, ty: Type, value: i128) -> TermId {
        match (ty, self.reading) {
            (Type::Int(int), Reading::Machine) => pool.bv(u32::from(int.width), int.wrap(value)),
            (Type::Int(_), Reading::Unbounded) => pool.int(value),
            _ => pool.bool(value != 0),
        }
    }

    /// A fresh variable of a type.
    pub fn fresh(&self, pool: &mut TermPool, ty: Type) -> TermId {
        let sort = match (ty, self.reading) {
            (Type::Int(int), Reading::Machine) => Sort::BitVec(u32::from(int.width)),
            (Type::Int(_), Reading::Unbounded) => Sort::Int,
            _ => Sort::Bool,
        };
        pool.fresh_var("chosen", sort)
    }

    fn int(&self, expr: ExprId) -> Result<IntType, Unreadable> {
        let int = self.program.type_of(expr).as_int().filter(|int| int.width <= 64);
        int.ok_or_else(|| Unreadable("a value that is no integer of 64 bits".to_owned()))
    }

    /// The value of an expression.
    pub fn term(
        &self,
        pool: &mut TermPool,
        expr: ExprId,
        store: &FxHashMap<VarId, TermId>,
    ) -> Result<TermId, Unreadable> {
        let no = |what: &str| Err(Unreadable(what.to_owned()));
        let is_machine = self.reading == Reading::Machine;
        Ok(match self.program.exprs[expr] {
            Expr::Bool(value) => pool.bool(value),
            Expr::Int(int, bits) => {
                self.int(expr)?;
                self.constant(pool, Type::Int(int), int.value(bits))
            }
            Expr::Var(var) => match store.get(&var) {
                Some(value) => *value,
                None => return no("a variable without a value"),
            },
            Expr::Not(a) => {
                let a = self.term(pool, a, store)?;
                pool.not(a)
            }
            Expr::And(a, b) => {
                let (a, b) = (self.term(pool, a, store)?, self.term(pool, b, store)?);
                pool.and2(a, b)
            }
            Expr::Or(a, b) => {
                let (a, b) = (self.term(pool, a, store)?, self.term(pool, b, store)?);
                pool.or2(a, b)
            }
            Expr::Ite(c, a, b) => {
                let c = self.term(pool, c, store)?;
                let (a, b) = (self.term(pool, a, store)?, self.term(pool, b, store)?);
                pool.ite(c, a, b)
            }
            Expr::Neg(a) => {
                let int = self.int(a)?;
                let value = self.term(pool, a, store)?;
                match is_machine {
                    true => pool.bv_neg(value),
                    false => {
                        let value = pool.int_neg(value);
                        fitted(pool, int, value)
                    }
                }
            }
            Expr::BitNot(a) if is_machine => {
                self.int(a)?;
                let a = self.term(pool, a, store)?;
                pool.bv_not(a)
            }
            Expr::Arith(op, a, b) => {
                let int = self.int(a)?;
                self.int(b)?;
                let (x, y) = (self.term(pool, a, store)?, self.term(pool, b, store)?);
                match is_machine {
                    true => vector(pool, op, int, x, y),
                    false => whole(pool, op, int, x, y)?,
                }
            }
            Expr::Compare(op, a, b) => {
                let ty = self.program.type_of(a);
                let (x, y) = (self.term(pool, a, store)?, self.term(pool, b, store)?);
                match op {
                    CompareOp::Eq => pool.eq(x, y),
                    CompareOp::Ne => {
                        let equal = pool.eq(x, y);
                        pool.not(equal)
                    }
                    CompareOp::Lt => self.less(pool, ty, x, y, Strictness::Strict),
                    CompareOp::Le => self.less(pool, ty, x, y, Strictness::Loose),
                    CompareOp::Gt => self.less(pool, ty, y, x, Strictness::Strict),
                    CompareOp::Ge => self.less(pool, ty, y, x, Strictness::Loose),
                }
            }
            Expr::Convert(Type::Int(to), a) if to.width <= 64 => {
                let value = self.term(pool, a, store)?;
                match self.program.type_of(a) {
                    Type::Bool => {
                        let one = self.constant(pool, Type::Int(to), 1);
                        let zero = self.constant(pool, Type::Int(to), 0);
                        pool.ite(value, one, zero)
                    }
                    Type::Int(from) if is_machine => resized(pool, value, from, to),
                    Type::Int(_) => fitted(pool, to, value),
                    Type::Float(_) | Type::Pointer => return no("a float or a pointer"),
                }
            }
            _ => return no("an expression that is not modelled"),
        })
    }

    fn less(
        &self,
        pool: &mut TermPool,
        ty: Type,
        x: TermId,
        y: TermId,
        strictness: Strictness,
    ) -> TermId {
        let is_signed = matches!(ty, Type::Int(int) if int.sign == Sign::Signed);
        match (self.reading, strictness) {
            (Reading::Unbounded, Strictness::Strict) => pool.int_lt(x, y),
            (Reading::Unbounded, Strictness::Loose) => pool.int_le(x, y),
            (Reading::Machine, Strictness::Strict) => {
                pool.bv_compare(if is_signed { BvCompare::SLt } else { BvCompare::ULt }, x, y)
            }
            (Reading::Machine, Strictness::Loose) => {
                pool.bv_compare(if is_signed { BvCompare::SLe } else { BvCompare::ULe }, x, y)
            }
        }
    }
}

#[derive(Clone, Copy)]
enum Strictness {
    Strict,
    Loose,
}

fn see(walked: &mut Walked, seen: Seen) -> Result<(), Unreadable> {
    match walked.seen.replace(seen) {
        None => Ok(()),
        Some(_) => Err(Unreadable("two observations in one step".to_owned())),
    }
}

pub fn has_value(ty: Type) -> bool {
    match ty {
        Type::Bool => true,
        Type::Int(int) => int.width <= 64,
        Type::Float(_) | Type::Pointer => false,
    }
}

fn is_error(kind: CheckKind) -> bool {
    matches!(kind, CheckKind::UnreachCall | CheckKind::Assertion)
}

fn vector(pool: &mut TermPool, op: ArithOp, int: IntType, x: TermId, y: TermId) -> TermId {
    let width = u32::from(int.width);
    let amount = |pool: &mut TermPool| {
        let own = pool.sort(y).width().unwrap_or(width);
        match own.cmp(&width) {
            std::cmp::Ordering::Less => pool.zero_extend(width, y),
            std::cmp::Ordering::Equal => y,
            std::cmp::Ordering::Greater => pool.extract(width - 1, 0, y),
        }
    };
    match (op, int.is_signed()) {
        (ArithOp::Add, _) => pool.bv_add(x, y),
        (ArithOp::Sub, _) => pool.bv_sub(x, y),
        (ArithOp::Mul, _) => pool.bv_mul(x, y),
        (ArithOp::Div, true) => pool.bv_binary(BvBinary::SDiv, x, y),
        (ArithOp::Div, false) => pool.bv_binary(BvBinary::UDiv, x, y),
        (ArithOp::Rem, true) => pool.bv_binary(BvBinary::SRem, x, y),
        (ArithOp::Rem, false) => pool.bv_binary(BvBinary::URem, x, y),
        (ArithOp::BitAnd, _) => pool.bv_binary(BvBinary::And, x, y),
        (ArithOp::BitOr, _) => pool.bv_binary(BvBinary::Or, x, y),
        (ArithOp::BitXor, _) => pool.bv_binary(BvBinary::Xor, x, y),
        (ArithOp::Shl, _) => {
            let amount = amount(pool);
            pool.bv_binary(BvBinary::Shl, x, amount)
        }
        (ArithOp::Shr, true) => {
            let amount = amount(pool);
            pool.bv_binary(BvBinary::AShr, x, amount)
        }
        (ArithOp::Shr, false) => {
            let amount = amount(pool);
            pool.bv_binary(BvBinary::LShr, x, amount)
        }
    }
}

fn whole(
    pool: &mut TermPool,
    op: ArithOp,
    int: IntType,
    x: TermId,
    y: TermId,
) -> Result<TermId, Unreadable> {
    let value = match op {
        ArithOp::Add => pool.int_add(&[x, y]),
        ArithOp::Sub => pool.int_sub(x, y),
        ArithOp::Mul => pool.int_mul(x, y),
        ArithOp::Div => towards_zero(pool, x, y),
        ArithOp::Rem => {
            let quotient = towards_zero(pool, x, y);
            let product = pool.int_mul(quotient, y);
            pool.int_sub(x, product)
        }
        ArithOp::BitAnd | ArithOp::BitOr | ArithOp::BitXor | ArithOp::Shl | ArithOp::Shr => {
            return Err(Unreadable("bits of an unbounded integer".to_owned()));
        }
    };
    Ok(fitted(pool, int, value))
}

fn towards_zero(pool: &mut TermPool, x: TermId, y: TermId) -> TermId {
    let zero = pool.int(0);
    let is_negative = pool.int_lt(x, zero);
    let opposite = pool.int_neg(x);
    let of_opposite = pool.int_div(opposite, y);
    let negative = pool.int_neg(of_opposite);
    let plain = pool.int_div(x, y);
    pool.ite(is_negative, negative, plain)
}

/// Unsigned numbers wrap whatever the reading.
fn fitted(pool: &mut TermPool, int: IntType, value: TermId) -> TermId {
    match int.sign {
        Sign::Signed => value,
        Sign::Unsigned => {
            let end = pool.int(1 << int.width.min(126));
            pool.int_mod(value, end)
        }
    }
}

fn resized(pool: &mut TermPool, value: TermId, from: IntType, to: IntType) -> TermId {
    let width = u32::from(to.width);
    match from.width.cmp(&to.width) {
        std::cmp::Ordering::Equal => value,
        std::cmp::Ordering::Greater => pool.extract(width - 1, 0, value),
        std::cmp::Ordering::Less if from.is_signed() => pool.sign_extend(width, value),
        std::cmp::Ordering::Less => pool.zero_extend(width, value),
    }
}

/// How many atomic blocks are open at each location.
pub fn depths(program: &Program) -> Result<FxHashMap<LocationId, u32>, Unreadable> {
    let mut depths = FxHashMap::default();
    let Some(body) = &program.functions[program.entry].body else { return Ok(depths) };
    depths.insert(body.entry, 0);
    let mut pending = vec![body.entry];
    while let Some(location) = pending.pop() {
        let here: u32 = depths[&location];
        for id in &body.locations[location].outgoing {
            let edge = &body.edges[*id];
            let there = match &edge.op {
                Op::AtomicBegin(_) => here + 1,
                Op::AtomicEnd => here.saturating_sub(1),
                _ if edge.to == body.exit => 0,
                _ => here,
            };
            match depths.insert(edge.to, there) {
                None => pending.push(edge.to),
                Some(known) if known == there => {}
                Some(_) => {
                    return Err(Unreadable("atomic blocks that do not nest".to_owned()));
                }
            }
        }
    }
    Ok(depths)
}

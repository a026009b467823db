//! Values of expressions in a state.
//!
//! One run is followed at a time, so that an address is that of one object. What would compute with
//! addresses as numbers is refused.

use ir::{ArithOp, CompareOp, Expr, ExprId, FunctionId, OverflowOp, Scope, Type, VarId};
use logic::{BvBinary, BvCompare, Sort, Term, TermId};

use super::{Follower, State, refuse};
use crate::induction::Refusal;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Val {
    Truth(TermId),
    /// A number; as a pointer, one that is made from a number.
    Number(TermId),
    /// An object, and the offset in it, as wide as a pointer.
    Address(u32, TermId),
    Function(FunctionId),
}

impl Val {
    /// Any value of a type, new.
    pub fn any(follower: &mut Follower<'_>, ty: Type) -> Self {
        match ty {
            Type::Bool => Self::Truth(follower.pool.fresh_var("any", Sort::Bool)),
            _ => {
                let sort = Sort::BitVec(follower.width(ty));
                Self::Number(follower.pool.fresh_var("any", sort))
            }
        }
    }
}

impl Follower<'_> {
    pub fn width(&self, ty: Type) -> u32 {
        match ty {
            Type::Bool => 1,
            Type::Int(int) => u32::from(int.width),
            Type::Float(float) => float.bits(),
            Type::Pointer => u32::from(self.program.model.pointer_bits()),
        }
    }

    pub fn address(&mut self, object: u32, offset: i64) -> Val {
        let width = self.width(Type::Pointer);
        let offset = i128::from(offset) as u128 & ((1u128 << width) - 1);
        Val::Address(object, self.pool.bv(width, offset))
    }

    pub fn number(&self, value: &Val) -> Result<TermId, Refusal> {
        match value {
            Val::Number(term) => Ok(*term),
            Val::Truth(_) => refuse("a truth value is a number"),
            Val::Address(..) | Val::Function(_) => refuse("an address is used as a number"),
        }
    }

    pub fn truth(&self, value: &Val) -> Result<TermId, Refusal> {
        match value {
            Val::Truth(term) => Ok(*term),
            _ => refuse("a number is a truth value"),
        }
    }

    fn variable(&mut self, state: &mut State, thread: usize, var: VarId) -> Result<Val, Refusal> {
        if self.is_global(var) {
            return match state.globals.get(&var) {
                Some(value) => Ok(value.clone()),
                None => refuse("a global variable has no value"),
            };
        }
        let own = &mut state.threads[thread];
        if let Some(value) = own.frames.last().and_then(|frame| frame.locals.get(&var)) {
            return Ok(value.clone());
        }
        // Indeterminate, which is any value, and the same from now on.
        let value = self.input(own, thread, self.program.vars[var].ty);
        if let Some(frame) = own.frames.last_mut() {
            frame.locals.insert(var, value.clone());
        }
        Ok(value)
    }

    pub fn evaluate(
        &mut self,
        state: &mut State,
        thread: usize,
        root: ExprId,
    ) -> Result<Val, Refusal> {
        let program = self.program;
        Ok(match program.exprs[root] {
            Expr::Bool(value) => Val::Truth(self.pool.bool(value)),
            Expr::Int(ty, bits) => Val::Number(self.pool.bv(u32::from(ty.width), bits)),
            Expr::Float(ty, bits) => Val::Number(self.pool.bv(ty.bits(), bits)),
            Expr::Null => {
                let width = self.width(Type::Pointer);
                Val::Number(self.pool.bv(width, 0))
            }
            Expr::Var(var) => self.variable(state, thread, var)?,
            Expr::ObjectAddress(object) => match program.objects[object].scope {
                Scope::Global => self.address(index::Id::index(object) as u32, 0),
                Scope::Local(_) => {
                    let frame = state.threads[thread].frames.last();
                    let number = frame.and_then(|frame| frame.objects.get(&object)).copied();
                    match number {
                        Some(number) => self.address(number, 0),
                        None => return refuse("an object is used before its life begins"),
                    }
                }
            },
            Expr::FunctionAddress(function) => Val::Function(function),
            Expr::Neg(a) if is_float(program.type_of(a)) => return refuse("floats"),
            Expr::Neg(a) => {
                let a = self.number_of(state, thread, a)?;
                Val::Number(self.pool.bv_neg(a))
            }
            Expr::BitNot(a) => {
                let a = self.number_of(state, thread, a)?;
                Val::Number(self.pool.bv_not(a))
            }
            Expr::Not(a) => {
                let a = self.truth_of(state, thread, a)?;
                Val::Truth(self.pool.not(a))
            }
            Expr::And(a, b) => {
                let (a, b) = (self.truth_of(state, thread, a)?, self.truth_of(state, thread, b)?);
                Val::Truth(self.pool.and2(a, b))
            }
            Expr::Or(a, b) => {
                let (a, b) = (self.truth_of(state, thread, a)?, self.truth_of(state, thread, b)?);
                Val::Truth(self.pool.or2(a, b))
            }
            Expr::Ite(c, a, b) => {
                let c = self.truth_of(state, thread, c)?;
                match self.pool[c] {
                    Term::Bool(true) => return self.evaluate(state, thread, a),
                    Term::Bool(false) => return self.evaluate(state, thread, b),
                    _ => {}
                }
                let a = self.evaluate(state, thread, a)?;
                let b = self.evaluate(state, thread, b)?;
                match (a, b) {
                    (Val::Truth(a), Val::Truth(b)) => Val::Truth(self.pool.ite(c, a, b)),
                    (Val::Number(a), Val::Number(b)) => Val::Number(self.pool.ite(c, a, b)),
                    (Val::Address(one, a), Val::Address(other, b)) if one == other => {
                        Val::Address(one, self.pool.ite(c, a, b))
                    }
                    (a, b) if a == b => a,
                    _ => return refuse("which object a pointer leads to depends on an input"),
                }
            }
            Expr::Arith(op, a, b) => self.arithmetic(state, thread, op, a, b)?,
            Expr::Compare(op, a, b) => {
                let ty = program.type_of(a);
                let x = self.evaluate(state, thread, a)?;
                let y = self.evaluate(state, thread, b)?;
                Val::Truth(self.comparison(op, ty, &x, &y)?)
            }
            Expr::Convert(to, a) => {
                let from = program.type_of(a);
                let a = self.evaluate(state, thread, a)?;
                self.conversion(from, to, a)?
            }
            Expr::Bits(_, a) => self.evaluate(state, thread, a)?,
            Expr::PointerAdd(a, b) => {
                let base = self.evaluate(state, thread, a)?;
                let more = self.number_of(state, thread, b)?;
                match base {
                    Val::Address(object, offset) => {
                        Val::Address(object, self.pool.bv_add(offset, more))
                    }
                    Val::Number(base) => Val::Number(self.pool.bv_add(base, more)),
                    Val::Truth(_) | Val::Function(_) => return refuse("a function is moved"),
                }
            }
            Expr::PointerDiff(a, b) => {
                let a = self.evaluate(state, thread, a)?;
                let b = self.evaluate(state, thread, b)?;
                match (a, b) {
                    (Val::Address(one, a), Val::Address(other, b)) if one == other => {
                        Val::Number(self.pool.bv_sub(a, b))
                    }
                    _ => return refuse("pointers into different objects are subtracted"),
                }
            }
            Expr::Overflows(op, a, b) => self.overflow(state, thread, op, a, b)?,
            Expr::Shadow(_) => return refuse("shadow memory"),
        })
    }

    pub fn number_of(
        &mut self,
        state: &mut State,
        thread: usize,
        expr: ExprId,
    ) -> Result<TermId, Refusal> {
        let value = self.evaluate(state, thread, expr)?;
        self.number(&value)
    }

    pub fn truth_of(
        &mut self,
        state: &mut State,
        thread: usize,
        expr: ExprId,
    ) -> Result<TermId, Refusal> {
        let value = self.evaluate(state, thread, expr)?;
        self.truth(&value)
    }

    /// A number in a type of another width.
    fn fitted(&mut self, from: Type, width: u32, number: TermId) -> TermId {
        let is_signed = matches!(from, Type::Int(int) if int.is_signed());
        let old = self.width(from);
        match (width <= old, is_signed) {
            (true, _) => self.pool.extract(width - 1, 0, number),
            (false, true) => self.pool.sign_extend(width, number),
            (false, false) => self.pool.zero_extend(width, number),
        }
    }

    fn arithmetic(
        &mut self,
        state: &mut State,
        thread: usize,
        op: ArithOp,
        a: ExprId,
        b: ExprId,
    ) -> Result<Val, Refusal> {
        let ty = self.program.type_of(a);
        let Type::Int(int) = ty else { return refuse("floats are computed with") };
        let x = self.number_of(state, thread, a)?;
        let mut y = self.number_of(state, thread, b)?;
        if matches!(op, ArithOp::Shl | ArithOp::Shr) {
            y = self.fitted(self.program.type_of(b), u32::from(int.width), y);
        }
        let with_sign = int.is_signed();
        let of_terms = match (op, with_sign) {
            (ArithOp::Add, _) => BvBinary::Add,
            (ArithOp::Sub, _) => BvBinary::Sub,
            (ArithOp::Mul, _) => BvBinary::Mul,
            (ArithOp::Div, true) => BvBinary::SDiv,
            (ArithOp::Div, false) => BvBinary::UDiv,
            (ArithOp::Rem, true) => BvBinary::SRem,
            (ArithOp::Rem, false) => BvBinary::URem,
            (ArithOp::BitAnd, _) => BvBinary::And,
            (ArithOp::BitOr, _) => BvBinary::Or,
            (ArithOp::BitXor, _) => BvBinary::Xor,
            (ArithOp::Shl, _) => BvBinary::Shl,
            (ArithOp::Shr, true) => BvBinary::AShr,
            (ArithOp::Shr, false) => BvBinary::LShr,
        };
        Ok(Val::Number(self.pool.bv_binary(of_terms, x, y)))
    }

    fn comparison(&mut self, op: CompareOp, ty: Type, a: &Val, b: &Val) -> Result<TermId, Refusal> {
        if is_float(ty) {
            return refuse("floats are compared");
        }
        let (x, y) = match (a, b) {
            (Val::Truth(x), Val::Truth(y)) | (Val::Number(x), Val::Number(y)) => (*x, *y),
            (Val::Address(one, x), Val::Address(other, y)) if one == other => (*x, *y),
            _ if matches!(op, CompareOp::Eq | CompareOp::Ne) => {
                if !self.are_apart(a, b) {
                    return refuse("whether two pointers are equal is not known");
                }
                return Ok(self.pool.bool(op == CompareOp::Ne));
            }
            _ => return refuse("pointers into different objects are compared"),
        };
        let with_sign = matches!(ty, Type::Int(int) if int.is_signed());
        let (less, most) = match with_sign {
            true => (BvCompare::SLt, BvCompare::SLe),
            false => (BvCompare::ULt, BvCompare::ULe),
        };
        Ok(match op {
            CompareOp::Eq => self.pool.eq(x, y),
            CompareOp::Ne => {
                let same = self.pool.eq(x, y);
                self.pool.not(same)
            }
            CompareOp::Lt => self.pool.bv_compare(less, x, y),
            CompareOp::Le => self.pool.bv_compare(most, x, y),
            CompareOp::Gt => self.pool.bv_compare(less, y, x),
            CompareOp::Ge => self.pool.bv_compare(most, y, x),
        })
    }

    /// Surely different: addresses inside of different objects, functions, and null.
    fn are_apart(&self, a: &Val, b: &Val) -> bool {
        let is_inside = |value: &Val| match value {
            Val::Address(object, offset) => match self.pool[*offset] {
                Term::BitVec(_, bits) => {
                    let size = self.objects[*object as usize].size;
                    size.is_some_and(|size| bits < u128::from(size))
                }
                _ => false,
            },
            Val::Function(_) => true,
            Val::Number(number) => matches!(self.pool[*number], Term::BitVec(_, 0)),
            Val::Truth(_) => false,
        };
        a != b && is_inside(a) && is_inside(b)
    }

    pub fn conversion(&mut self, from: Type, to: Type, value: Val) -> Result<Val, Refusal> {
        match (from, to, value) {
            (Type::Bool, Type::Int(int), Val::Truth(truth)) => {
                let width = u32::from(int.width);
                let (one, zero) = (self.pool.bv(width, 1), self.pool.bv(width, 0));
                Ok(Val::Number(self.pool.ite(truth, one, zero)))
            }
            (Type::Int(_), Type::Int(int), Val::Number(number)) => {
                Ok(Val::Number(self.fitted(from, u32::from(int.width), number)))
            }
            (Type::Pointer, Type::Int(int), Val::Number(number)) => {
                Ok(Val::Number(self.fitted(from, u32::from(int.width), number)))
            }
            (Type::Int(_), Type::Pointer, Val::Number(number)) => {
                let width = self.width(Type::Pointer);
                Ok(Val::Number(self.fitted(from, width, number)))
            }
            (Type::Pointer, Type::Pointer, value) => Ok(value),
            _ => refuse("a value is converted in a way that is not followed"),
        }
    }

    fn overflow(
        &mut self,
        state: &mut State,
        thread: usize,
        op: OverflowOp,
        a: ExprId,
        b: ExprId,
    ) -> Result<Val, Refusal> {
        let Type::Int(int) = self.program.type_of(a) else { return refuse("floats overflow") };
        let (x, y) = (self.number_of(state, thread, a)?, self.number_of(state, thread, b)?);
        let width = u32::from(int.width);
        let (operation, wide) = match op {
            OverflowOp::Add => (BvBinary::Add, width + 1),
            OverflowOp::Sub => (BvBinary::Sub, width + 1),
            OverflowOp::Mul => (BvBinary::Mul, 2 * width),
            OverflowOp::Div | OverflowOp::Shl => return refuse("a division or shift may overflow"),
        };
        if wide > 128 {
            return refuse("wide numbers may overflow");
        }
        let ty = Type::Int(int);
        let (long_x, long_y) = (self.fitted(ty, wide, x), self.fitted(ty, wide, y));
        let exact = self.pool.bv_binary(operation, long_x, long_y);
        let short = self.pool.extract(width - 1, 0, exact);
        let again = self.fitted(ty, wide, short);
        let fits = self.pool.eq(again, exact);
        Ok(Val::Truth(self.pool.not(fits)))
    }
}

fn is_float(ty: Type) -> bool {
    matches!(ty, Type::Float(_))
}

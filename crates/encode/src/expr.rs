//! The value of an expression in a state.

use ir::{ArithOp, CompareOp, Expr, ExprId, IntType, OverflowOp, Type};
use logic::{BvBinary, BvCompare, Sort, TermId};
use rustc_hash::FxHashMap;

use crate::integers::Integers;
use crate::moved_pointer::Purpose;
use crate::product_facts::product_facts;
use crate::state::{Encoder, State};

impl Encoder<'_> {
    /// The value of an expression that is used here and not kept.
    pub(crate) fn expr(&mut self, state: &State, root: ExprId) -> TermId {
        self.expr_for(Purpose::Here, state, root)
    }

    /// The value of an expression that later steps may go on from.
    pub(crate) fn kept_expr(&mut self, state: &State, root: ExprId) -> TermId {
        self.expr_for(Purpose::Later, state, root)
    }

    /// Each part of an expression is translated once.
    fn expr_for(&mut self, purpose: Purpose, state: &State, root: ExprId) -> TermId {
        let mut values: FxHashMap<ExprId, TermId> = FxHashMap::default();
        let mut pending = vec![root];
        while let Some(&expr) = pending.last() {
            if values.contains_key(&expr) {
                pending.pop();
                continue;
            }
            let node = self.program.exprs[expr];
            let missing: Vec<ExprId> =
                node.operands().filter(|operand| !values.contains_key(operand)).collect();
            if missing.is_empty() {
                let value = self.node(purpose, state, node, &values);
                values.insert(expr, value);
                pending.pop();
            } else {
                pending.extend(missing);
            }
        }
        values[&root]
    }

    fn node(
        &mut self,
        purpose: Purpose,
        state: &State,
        node: Expr,
        values: &FxHashMap<ExprId, TermId>,
    ) -> TermId {
        match node {
            Expr::Bool(value) => self.pool.bool(value),
            Expr::Int(ty, bits) => match self.integers {
                Integers::Machine => self.pool.bv(u32::from(ty.width), bits),
                Integers::Unbounded => self.constant_number(ty, bits),
            },
            Expr::Float(ty, bits) => match self.integers {
                Integers::Machine => self.pool.bv(ty.bits(), bits),
                Integers::Unbounded => self.number(bits),
            },
            Expr::Null => self.word(self.format.width, 0),
            Expr::Var(var) => state.get(self.slots.vars[&var]),
            Expr::ObjectAddress(object) => self.object_address(state, object),
            Expr::FunctionAddress(function) => {
                self.fixed_address(1 + index::Id::index(function) as u128)
            }
            Expr::Neg(a) => match (self.program.type_of(a), self.integers) {
                (Type::Float(float), _) => self.float_negation(float, values[&a]),
                (_, Integers::Machine) => self.pool.bv_neg(values[&a]),
                (_, Integers::Unbounded) => self.pool.int_neg(values[&a]),
            },
            Expr::BitNot(a) => match (self.program.type_of(a), self.integers) {
                (Type::Int(int), Integers::Unbounded) => self.exact_complement(int, values[&a]),
                _ => self.pool.bv_not(values[&a]),
            },
            Expr::Not(a) => self.pool.not(values[&a]),
            Expr::And(a, b) => self.pool.and2(values[&a], values[&b]),
            Expr::Or(a, b) => self.pool.or2(values[&a], values[&b]),
            Expr::Ite(c, a, b) => self.pool.ite(values[&c], values[&a], values[&b]),
            Expr::Arith(op, a, b) => {
                let ty = self.program.type_of(a);
                self.arith(op, ty, self.program.type_of(b), values[&a], values[&b])
            }
            Expr::Compare(op, a, b) => {
                let ty = self.program.type_of(a);
                let is_place = |it: ExprId| matches!(self.program.exprs[it], Expr::Shadow(_));
                match op {
                    // Places of shadow memory are told apart whatever the objects' places are.
                    CompareOp::Eq if is_place(a) && is_place(b) => {
                        self.pool.eq(values[&a], values[&b])
                    }
                    CompareOp::Eq if ty == Type::Pointer => {
                        self.same_pointer(state, (a, values[&a]), (b, values[&b]))
                    }
                    CompareOp::Ne if ty == Type::Pointer => {
                        let same = self.same_pointer(state, (a, values[&a]), (b, values[&b]));
                        self.pool.not(same)
                    }
                    _ => self.compare(op, ty, values[&a], values[&b]),
                }
            }
            Expr::Convert(to, a) => self.convert(self.program.type_of(a), to, values[&a]),
            Expr::Bits(to, a) => match self.integers {
                Integers::Machine => values[&a],
                Integers::Unbounded => {
                    let bits = self.bits_of_value(self.program.type_of(a), values[&a]);
                    self.value_of_bits(to, bits)
                }
            },
            Expr::PointerAdd(a, b) => self.moved_pointer(purpose, values[&a], values[&b]),
            // The same place in another memory.
            Expr::Shadow(a) => values[&a],
            Expr::PointerDiff(a, b) => self.pointer_difference(values[&a], values[&b]),
            Expr::Overflows(op, a, b) => {
                let ty = self.program.type_of(a).as_int().expect("validated");
                let right = self.program.type_of(b).as_int().expect("validated");
                self.overflows(op, ty, right, values[&a], values[&b])
            }
        }
    }

    fn arith(&mut self, op: ArithOp, ty: Type, right: Type, a: TermId, b: TermId) -> TermId {
        let int = match ty {
            Type::Int(int) => int,
            Type::Float(float) => return self.float_arith(op, float, a, b),
            Type::Bool | Type::Pointer => unreachable!("validated: arithmetic is on numbers"),
        };
        if self.is_unbounded() {
            return self.exact_arith(op, int, a, b);
        }
        let is_signed = int.is_signed();
        let operation = match op {
            ArithOp::Add => BvBinary::Add,
            ArithOp::Sub => BvBinary::Sub,
            ArithOp::Mul => BvBinary::Mul,
            ArithOp::Div if is_signed => BvBinary::SDiv,
            ArithOp::Div => BvBinary::UDiv,
            ArithOp::Rem if is_signed => BvBinary::SRem,
            ArithOp::Rem => BvBinary::URem,
            ArithOp::BitAnd => BvBinary::And,
            ArithOp::BitOr => BvBinary::Or,
            ArithOp::BitXor => BvBinary::Xor,
            ArithOp::Shl => BvBinary::Shl,
            ArithOp::Shr if is_signed => BvBinary::AShr,
            ArithOp::Shr => BvBinary::LShr,
        };
        let b = match op {
            // Amounts that change when they are converted are outside the width, where the
            // result is undefined.
            ArithOp::Shl | ArithOp::Shr => self.convert(right, ty, b),
            _ => b,
        };
        self.pool.bv_binary(operation, a, b)
    }

    fn compare(&mut self, op: CompareOp, ty: Type, a: TermId, b: TermId) -> TermId {
        if let Type::Float(float) = ty {
            return self.float_compare(op, float, a, b);
        }
        match op {
            CompareOp::Eq => self.pool.eq(a, b),
            CompareOp::Ne => {
                let equal = self.pool.eq(a, b);
                self.pool.not(equal)
            }
            CompareOp::Gt => self.compare(CompareOp::Lt, ty, b, a),
            CompareOp::Ge => self.compare(CompareOp::Le, ty, b, a),
            CompareOp::Lt | CompareOp::Le => {
                let by_bits = self.ordered(op, ty, a, b);
                if ty == Type::Pointer { self.pointer_order(op, by_bits, a, b) } else { by_bits }
            }
        }
    }

    /// `a < b` or `a <= b` of numbers; of pointers as if they were numbers.
    fn ordered(&mut self, op: CompareOp, ty: Type, a: TermId, b: TermId) -> TermId {
        let is_strict = op == CompareOp::Lt;
        if self.is_unbounded() {
            return if is_strict { self.pool.int_lt(a, b) } else { self.pool.int_le(a, b) };
        }
        let is_signed = matches!(ty, Type::Int(int) if int.is_signed());
        let operation = match (is_strict, is_signed) {
            (true, true) => BvCompare::SLt,
            (true, false) => BvCompare::ULt,
            (false, true) => BvCompare::SLe,
            (false, false) => BvCompare::ULe,
        };
        self.pool.bv_compare(operation, a, b)
    }

    /// Pointers into one object are ordered by offset; how objects lie to each other is unknown.
    fn pointer_order(&mut self, op: CompareOp, by_bits: TermId, a: TermId, b: TermId) -> TermId {
        let (object_a, object_b) = (self.object_part(a), self.object_part(b));
        let same = self.pool.eq(object_a, object_b);
        let unknown = self.uninterpreted.apply(
            &mut self.pool,
            if op == CompareOp::Lt { "before" } else { "not-behind" },
            &[a, b],
            Sort::Bool,
        );
        self.is_exact &= self.pool[same] == logic::Term::Bool(true);
        self.pool.ite(same, by_bits, unknown)
    }

    fn pointer_difference(&mut self, a: TermId, b: TermId) -> TermId {
        let (object_a, object_b) = (self.object_part(a), self.object_part(b));
        let same = self.pool.eq(object_a, object_b);
        let difference = self.word_sub(a, b);
        let sort = self.pool.sort(a);
        let unknown = self.uninterpreted.apply(&mut self.pool, "distance", &[a, b], sort);
        self.is_exact &= self.pool[same] == logic::Term::Bool(true);
        self.pool.ite(same, difference, unknown)
    }

    pub(crate) fn object_part(&mut self, pointer: TermId) -> TermId {
        match self.integers {
            Integers::Machine => {
                self.pool.extract(self.format.width - 1, self.format.offset_bits, pointer)
            }
            Integers::Unbounded => {
                let span = self.modulus(self.format.offset_bits);
                self.pool.int_div(pointer, span)
            }
        }
    }

    pub(crate) fn offset_part(&mut self, pointer: TermId) -> TermId {
        match self.integers {
            Integers::Machine => self.pool.extract(self.format.offset_bits - 1, 0, pointer),
            Integers::Unbounded => {
                let span = self.modulus(self.format.offset_bits);
                self.pool.int_mod(pointer, span)
            }
        }
    }

    /// The offset, as wide as a pointer.
    pub(crate) fn wide_offset(&mut self, pointer: TermId) -> TermId {
        let offset = self.offset_part(pointer);
        match self.integers {
            Integers::Machine => self.pool.zero_extend(self.format.width, offset),
            Integers::Unbounded => offset,
        }
    }

    pub(crate) fn convert(&mut self, from: Type, to: Type, a: TermId) -> TermId {
        match (from, to) {
            (Type::Bool, Type::Int(int)) => {
                let width = u32::from(int.width);
                let (zero, one) = (self.word(width, 0), self.word(width, 1));
                self.pool.ite(a, one, zero)
            }
            (Type::Int(from), Type::Int(to)) if self.is_unbounded() => match holds_all(to, from) {
                true => a,
                false => self.converted(to, a),
            },
            (Type::Int(from), Type::Int(to)) => {
                let (old, new) = (u32::from(from.width), u32::from(to.width));
                if new <= old {
                    self.pool.extract(new - 1, 0, a)
                } else if from.is_signed() {
                    self.pool.sign_extend(new, a)
                } else {
                    self.pool.zero_extend(new, a)
                }
            }
            (Type::Pointer, Type::Int(to)) => self.address_as_number(to, a),
            (Type::Int(_), Type::Pointer) => self.number_as_address(a),
            _ => {
                let value = self.float_convert(from, to, a);
                match to {
                    Type::Int(int) if self.is_unbounded() => self.confined(int, value),
                    _ => value,
                }
            }
        }
    }

    /// True where the pointer is one of the numbers that are what they look like.
    pub(crate) fn is_plain_number(&mut self, pointer: TermId) -> TermId {
        let object = self.object_part(pointer);
        let bits = self.format.object_bits();
        let (first, last) = (self.word(bits, 0), self.word(bits, -1));
        let (is_first, is_last) = (self.pool.eq(object, first), self.pool.eq(object, last));
        self.pool.or2(is_first, is_last)
    }

    fn address_as_number(&mut self, to: IntType, pointer: TermId) -> TermId {
        self.is_exact = false;
        let is_plain = self.is_plain_number(pointer);
        let object = self.object_part(pointer);
        let sort = self.word_sort(self.format.width);
        let base = self.uninterpreted.apply(&mut self.pool, "base", &[object], sort);
        let base = self.possible_base(base);
        let offset = self.wide_offset(pointer);
        let address = self.word_add(base, offset);
        let number = self.pool.ite(is_plain, pointer, address);
        if self.is_unbounded() { self.converted(to, number) } else { number }
    }

    /// No object lies in the first page, nor where small negative numbers are: there its end
    /// would wrap around. An impossible base stands for a possible one.
    fn possible_base(&mut self, base: TermId) -> TermId {
        const PAGE: i128 = 4096;
        let width = self.format.width;
        let room = i128::from(self.format.max_size()) + PAGE;
        let (lowest, highest) = (self.word(width, PAGE), self.word(width, (1 << width) - room));
        let (is_low, is_high) = match self.integers {
            Integers::Machine => (
                self.pool.bv_compare(BvCompare::ULt, base, lowest),
                self.pool.bv_compare(BvCompare::ULt, highest, base),
            ),
            Integers::Unbounded => {
                (self.pool.int_lt(base, lowest), self.pool.int_lt(highest, base))
            }
        };
        let is_impossible = self.pool.or2(is_low, is_high);
        self.pool.ite(is_impossible, lowest, base)
    }

    fn number_as_address(&mut self, number: TermId) -> TermId {
        // Numbers without sign that are negative ones otherwise are so as pointers.
        let number = match self.integers {
            Integers::Machine => number,
            Integers::Unbounded => self.converted(self.program.model.offset_type(), number),
        };
        let is_plain = self.is_plain_number(number);
        if self.pool[is_plain] == logic::Term::Bool(true) {
            return number;
        }
        self.is_exact = false;
        let sort = self.word_sort(self.format.width);
        let unknown = self.uninterpreted.apply(&mut self.pool, "pointer", &[number], sort);
        self.pool.ite(is_plain, number, unknown)
    }

    /// Computed in a width where nothing overflows, or undone where that is easier.
    fn overflows(
        &mut self,
        op: OverflowOp,
        ty: IntType,
        right: IntType,
        a: TermId,
        b: TermId,
    ) -> TermId {
        if self.is_unbounded() {
            return self.exact_overflows(op, ty, a, b);
        }
        let width = u32::from(ty.width);
        match op {
            OverflowOp::Div => {
                let least = self.pool.bv(width, ty.min_bits());
                let minus_one = self.pool.bv(width, ty.mask());
                let (is_least, by_minus_one) = (self.pool.eq(a, least), self.pool.eq(b, minus_one));
                match ty.is_signed() {
                    true => self.pool.and2(is_least, by_minus_one),
                    false => self.pool.bottom(),
                }
            }
            OverflowOp::Shl => {
                let amount = self.convert(Type::Int(right), Type::Int(ty), b);
                let shifted = self.pool.bv_binary(BvBinary::Shl, a, amount);
                let back = if ty.is_signed() { BvBinary::AShr } else { BvBinary::LShr };
                let restored = self.pool.bv_binary(back, shifted, amount);
                let is_kept = self.pool.eq(restored, a);
                self.pool.not(is_kept)
            }
            OverflowOp::Add | OverflowOp::Sub | OverflowOp::Mul => {
                self.wide_overflows(op, ty, width, a, b)
            }
        }
    }

    fn wide_overflows(
        &mut self,
        op: OverflowOp,
        ty: IntType,
        width: u32,
        a: TermId,
        b: TermId,
    ) -> TermId {
        let wide = match op {
            OverflowOp::Mul => 2 * width,
            _ => width + 1,
        };
        let operation = match op {
            OverflowOp::Add => BvBinary::Add,
            OverflowOp::Sub => BvBinary::Sub,
            _ => BvBinary::Mul,
        };
        if wide > 128 {
            // Wider than any vector: whether it overflows is left open.
            self.is_exact = false;
            return self.uninterpreted.apply(&mut self.pool, "overflows", &[a, b], Sort::Bool);
        }
        // A negative difference of unsigned numbers has its top bit set, and does not come back.
        let extend = |pool: &mut logic::TermPool, term| match ty.is_signed() {
            true => pool.sign_extend(wide, term),
            false => pool.zero_extend(wide, term),
        };
        let (x, y) = (extend(&mut self.pool, a), extend(&mut self.pool, b));
        let exact = self.pool.bv_binary(operation, x, y);
        if op == OverflowOp::Mul {
            let facts = product_facts(&mut self.pool, ty, [a, b], exact);
            self.valid.extend(facts);
        }
        let narrow = self.pool.extract(width - 1, 0, exact);
        let back = extend(&mut self.pool, narrow);
        let fits = self.pool.eq(back, exact);
        self.pool.not(fits)
    }
}

/// Whether a type holds every number of another.
fn holds_all(to: IntType, from: IntType) -> bool {
    match (to.is_signed(), from.is_signed()) {
        (true, true) | (false, false) => from.width <= to.width,
        (true, false) => from.width < to.width,
        (false, true) => false,
    }
}

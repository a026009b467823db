//! Checks of undefined behaviour that `def-behavior` asks about and nobody else.
//!
//! `docs/guide/c.md` lists what is checked. Each check stands right before the step that is
//! undefined without it, and none is inserted for another property, so that their proofs stay as
//! cheap as they are. What is certain by the form of the operands gets no check.

use c_sema::typed::{Conversion, ExprId, ExprKind, FunctionId};
use c_sema::types::{Arity, FunctionType, Type as CType, TypeId};
use ir::{CompareOp, Condition, Expr, FloatType, IntType, OverflowOp, Overlap, Type};
use verdict::CheckKind;

use crate::call::CallSite;
use crate::class::Class;
use crate::function::FunctionLowering;
use crate::library::is_known;
use crate::unit::function_id;

/// What an address is computed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// To access what is there.
    Access,
    /// As a value: it may be one behind the last element.
    Value,
    /// For either; the subscript is one of the array.
    Checked,
}

impl FunctionLowering<'_, '_> {
    // -- Floats.

    /// A float is about to be truncated to an integer.
    pub(crate) fn check_conversion(&mut self, value: ir::ExprId, from: Type, to: Type) {
        let (Type::Float(float), Type::Int(int)) = (from, to) else { return };
        if !self.wants(CheckKind::Conversion) || self.was_small_integer(value, int) {
            return;
        }
        let (low, low_op) = lower_bound(float, int);
        let low = self.pool().intern(Expr::Float(float, low));
        let above = self.compare(low_op, value, low);
        let condition = match power_of_two(float, upper_exponent(int)) {
            Some(high) => {
                let high = self.pool().intern(Expr::Float(float, high));
                let below = self.compare(CompareOp::Lt, value, high);
                self.and(above, below)
            }
            // Every finite number is below; the comparison leaves infinity out.
            None => {
                let infinity = self.pool().intern(Expr::Float(float, infinity(float)));
                let below = self.compare(CompareOp::Lt, value, infinity);
                self.and(above, below)
            }
        };
        let text = format!("`{}` fits an integer of {} bits", self.excerpt(), int.width);
        self.check_holds(CheckKind::Conversion, condition, text);
    }

    /// True for a float that an integer became which the type holds.
    fn was_small_integer(&self, value: ir::ExprId, to: IntType) -> bool {
        let Expr::Convert(Type::Float(_), inner) = self.node(value) else { return false };
        let Type::Int(from) = self.up.program.type_of(inner) else { return false };
        // Rounding goes up at most to the next power of two, which a wider type holds.
        from.width < to.width && (to.is_signed() || !from.is_signed())
    }

    // -- Pointers.

    /// `pointer` was made from `base` by arithmetic on a pointer, `index` steps of `size` bytes.
    pub(crate) fn check_moved(
        &mut self,
        base: ir::ExprId,
        pointer: ir::ExprId,
        index: ir::ExprId,
        size: ir::ExprId,
    ) {
        if !self.wants(CheckKind::PointerArithmetic) || base == pointer {
            return;
        }
        let text = format!("`{}` stays in its object, or one behind it", self.excerpt());
        self.check_distance(CheckKind::PointerArithmetic, index, size, &text);
        if !self.is_surely_inside(pointer) {
            let condition = Condition::InObject { base, pointer };
            self.check(CheckKind::PointerArithmetic, condition, text);
        }
    }

    /// So many elements are no more bytes than there are addresses.
    pub(crate) fn check_distance(
        &mut self,
        kind: CheckKind,
        index: ir::ExprId,
        size: ir::ExprId,
        text: &str,
    ) {
        let Type::Int(wide) = self.up.program.type_of(index) else { return };
        let is_narrow = match self.node(index) {
            Expr::Convert(_, inner) => match self.up.program.type_of(inner) {
                Type::Int(int) => int.width < wide.width,
                Type::Bool | Type::Float(_) | Type::Pointer => false,
            },
            _ => false,
        };
        let fits = |value: Option<i128>| value.is_some_and(|it| it.abs() < 1 << (wide.width / 2));
        let (index_value, size_value) = (self.constant(index), self.constant(size));
        let is_small = is_narrow || fits(index_value);
        if size_value == Some(1) || is_small && wide.width == 64 && fits(size_value) {
            return;
        }
        if let (Some(index), Some(size)) = (index_value, size_value)
            && wide.value(wide.wrap(index.saturating_mul(size))) == index.saturating_mul(size)
        {
            return;
        }
        let overflows = self.pool().intern(Expr::Overflows(OverflowOp::Mul, index, size));
        let condition = self.not(overflows);
        self.check_holds(kind, condition, text.to_owned());
    }

    /// An element is about to be accessed, `index` steps of `size` bytes away. A product that
    /// wraps would come to an element that is not the one that is meant.
    pub(crate) fn check_subscript_distance(&mut self, index: ir::ExprId, size: ir::ExprId) {
        if self.wants(CheckKind::Dereference) {
            let text = format!("`{}` is within reach of its pointer", self.excerpt());
            self.check_distance(CheckKind::Dereference, index, size, &text);
        }
    }

    /// True for an address inside an object that is named right here, or one behind it.
    fn is_surely_inside(&self, pointer: ir::ExprId) -> bool {
        self.is_surely_valid(pointer, 0)
    }

    /// Two pointers are about to be ordered or subtracted.
    pub(crate) fn check_same_object(&mut self, left: ir::ExprId, right: ir::ExprId) {
        if !self.wants(CheckKind::PointerArithmetic)
            || self.split_offset(left).0 == self.split_offset(right).0
        {
            return;
        }
        let text = format!("the pointers of `{}` point into one object", self.excerpt());
        let condition = Condition::SameObject { left, right };
        self.check(CheckKind::PointerArithmetic, condition, text);
    }

    /// What the pointer points to is about to be accessed as an object of this type.
    pub(crate) fn check_aligned(&mut self, pointer: ir::ExprId, ty: TypeId) {
        if !self.wants(CheckKind::Alignment) {
            return;
        }
        let align = self.unit().types.align_of(ty).unwrap_or(1);
        self.check_alignment(pointer, align);
    }

    pub(crate) fn check_alignment(&mut self, pointer: ir::ExprId, align: u64) {
        if !self.wants(CheckKind::Alignment) || align <= 1 || !align.is_power_of_two() {
            return;
        }
        let (base, offset) = self.split_offset(pointer);
        if let Expr::ObjectAddress(object) = self.node(base)
            && self.up.program.objects[object].align >= align
            && offset.rem_euclid(i128::from(align)) == 0
        {
            return;
        }
        let text = format!("the address of `{}` is a multiple of {align}", self.excerpt());
        self.check(CheckKind::Alignment, Condition::Aligned { pointer, align }, text);
    }

    // -- Writing.

    /// What the pointer points to is about to be written.
    pub(crate) fn check_writable(&mut self, pointer: ir::ExprId) {
        if !self.wants(CheckKind::ReadOnly) || self.is_initialising {
            return;
        }
        let (base, _) = self.split_offset(pointer);
        if let Expr::ObjectAddress(object) = self.node(base)
            && !self.up.program.objects[object].is_read_only
        {
            return;
        }
        let text = format!("`{}` writes no literal and no `const` object", self.excerpt());
        self.check(CheckKind::ReadOnly, Condition::Writable { pointer }, text);
    }

    /// `size` bytes are about to be copied.
    pub(crate) fn check_apart(
        &mut self,
        target: ir::ExprId,
        source: ir::ExprId,
        size: ir::ExprId,
        overlap: Overlap,
    ) {
        if !self.wants(CheckKind::Undefined) || self.constant(size) == Some(0) {
            return;
        }
        let (to, from) = (self.split_offset(target), self.split_offset(source));
        let is_object = |expr| matches!(self.node(expr), Expr::ObjectAddress(_));
        if is_object(to.0) && is_object(from.0) && to.0 != from.0 {
            return;
        }
        if overlap == Overlap::Exact && (to == from || self.is_temporary(from.0)) {
            return;
        }
        let text = format!("the blocks of `{}` do not overlap", self.excerpt());
        let condition = Condition::Apart { target, source, sizes: [size; 2], overlap };
        self.check(CheckKind::Undefined, condition, text);
    }

    /// True for the address of an object that the compiler made.
    fn is_temporary(&self, pointer: ir::ExprId) -> bool {
        match self.node(pointer) {
            Expr::ObjectAddress(object) => self.up.program.objects[object].name.starts_with('%'),
            _ => false,
        }
    }

    // -- Values.

    /// A `_Bool` has just been read from memory.
    pub(crate) fn check_truth_value(&mut self, target: ir::VarId, ty: TypeId) {
        let is_truth = matches!(self.unit().types[ty], CType::Bool);
        // What functions outside have written is a truth value where they were told of one.
        if !is_truth || !self.wants(CheckKind::Undefined) || self.calls_outside() {
            return;
        }
        let Type::Int(int) = self.up.program.vars[target].ty else { return };
        let (value, one) = (self.var(target), self.int(int, 1));
        let condition = self.compare(CompareOp::Le, value, one);
        let text = format!("`{}` is 0 or 1", self.excerpt());
        self.check_holds(CheckKind::Undefined, condition, text);
    }

    /// Whether some function is called of which nothing is known but its name.
    fn calls_outside(&self) -> bool {
        let unit = self.unit();
        self.up.facts.called.iter().any(|function| {
            let function = &unit.functions[function];
            function.body.is_none() && !is_known(&unit.symbols[function.name])
        })
    }

    /// `__builtin_clz` and its like count the bits of something that is not zero.
    pub(crate) fn check_not_zero(&mut self, bits: ir::ExprId, word: IntType) {
        if self.wants(CheckKind::Undefined) {
            let zero = self.int(word, 0);
            let condition = self.compare(CompareOp::Ne, bits, zero);
            let text = format!("the argument of `{}` is not zero", self.excerpt());
            self.check_holds(CheckKind::Undefined, condition, text);
        }
    }

    /// The value of the length of an array, which is more than zero.
    pub(crate) fn check_length(&mut self, length: ExprId) -> (ir::ExprId, TypeId) {
        let unit = self.unit();
        let mut at = length;
        if self.wants(CheckKind::Undefined) {
            while let ExprKind::Convert { conversion: Conversion::IntToInt, operand } =
                unit.exprs[at].kind
            {
                at = operand;
            }
        }
        let ty = unit.exprs[at].ty;
        let value = self.value(at);
        if let (true, Class::Scalar(Type::Int(int))) =
            (self.wants(CheckKind::Undefined), self.class(ty))
        {
            let zero = self.int(int, 0);
            let condition = self.compare(CompareOp::Gt, value, zero);
            let text = format!("the length `{}` is more than 0", self.excerpt());
            self.check_holds(CheckKind::Undefined, condition, text);
        }
        (value, ty)
    }

    // -- Functions.

    /// A function that was declared not to return is about to.
    pub(crate) fn check_no_return(&mut self) {
        // A stranger is no function of the unit.
        let function = self.unit().functions.get(self.c_function());
        let is_noreturn = function.is_some_and(|function| function.is_noreturn);
        if is_noreturn && self.wants(CheckKind::Undefined) && self.current.is_some() {
            let text = format!("`{}` does not return", self.name());
            self.check_never(CheckKind::Undefined, text);
        }
    }

    /// A call through a pointer goes to a function of its type. Pointers from outside the program
    /// are trusted, as functions outside are.
    pub(crate) fn check_callee(
        &mut self,
        pointer: ir::ExprId,
        function_ty: TypeId,
        arguments: &[ExprId],
    ) {
        if !self.wants(CheckKind::Callee) {
            return;
        }
        let text = format!("`{}` calls a function", self.excerpt());
        self.check(CheckKind::Callee, Condition::Callable { pointer }, text);
        let unit = self.unit();
        let callee = unit.types.function(function_ty);
        let is_bare = callee.is_some_and(|it| it.arity == Arity::Unspecified)
            && self.up.source.is_users(self.span);
        let taken = self.up.facts.address_taken.iter();
        let others: Vec<_> = taken
            .filter(|function| {
                !unit.types.compatible(unit.functions[*function].ty, function_ty)
                    || is_bare && !self.takes(*function, arguments)
            })
            .collect();
        let mut condition = self.bool(true);
        for function in others {
            let address = Expr::FunctionAddress(function_id(function));
            let address = self.pool().intern(address);
            let is_other = self.compare(CompareOp::Ne, pointer, address);
            condition = self.and(condition, is_other);
        }
        let text = format!("`{}` calls a function of its type", self.excerpt());
        self.check_holds(CheckKind::Callee, condition, text);
    }

    /// A call without prototype in view passes what the definition takes. What surrounds a program
    /// hands `main` more than it may take, as the system does.
    pub(crate) fn check_arguments(&mut self, site: CallSite<'_>, seen: TypeId) {
        if !self.wants(CheckKind::Callee) || !self.up.source.is_users(self.span) {
            return;
        }
        let unit = self.unit();
        let seen = match unit.types[seen] {
            CType::Pointer(pointee) => pointee.ty,
            _ => seen,
        };
        let is_bare = unit.types.function(seen).is_some_and(|it| it.arity == Arity::Unspecified);
        let is_defined = unit.functions[site.function].body.is_some();
        if is_bare && is_defined && !self.takes(site.function, site.arguments) {
            let text = format!("the arguments of `{}` are those of the definition", self.excerpt());
            let never = self.bool(false);
            self.check_holds(CheckKind::Callee, never, text);
        }
    }

    /// Whether a function may be called with these where no prototype is in view (C17 6.5.2.2p6). What
    /// is not said about its parameters is trusted.
    fn takes(&self, function: FunctionId, arguments: &[ExprId]) -> bool {
        let unit = self.unit();
        let row = &unit.functions[function];
        let described = unit.types.function(row.ty);
        let parameters: Vec<TypeId> = match (&row.body, described) {
            (_, Some(ty)) if ty.arity == Arity::Variadic => return false,
            (Some(body), _) => body.parameters.iter().map(|&it| unit.objects[it].ty.ty).collect(),
            (None, Some(ty)) if ty.arity == Arity::Fixed => ty.parameters.clone(),
            (None, _) => return true,
        };
        parameters.len() == arguments.len()
            && parameters.iter().zip(arguments).all(|(&parameter, &argument)| {
                self.fits_bare(unit.exprs[argument].ty, parameter, described)
            })
    }

    /// Whether a promoted argument may be passed for a parameter of a definition.
    fn fits_bare(&self, argument: TypeId, parameter: TypeId, of: Option<&FunctionType>) -> bool {
        let types = &self.unit().types;
        if types.compatible(argument, parameter) {
            return true;
        }
        let is_old_style = of.is_none_or(|it| it.arity == Arity::Unspecified);
        match (self.class(argument), self.class(parameter)) {
            (Class::Scalar(Type::Int(left)), Class::Scalar(Type::Int(right))) => {
                // An old-style definition takes the promoted value and narrows it.
                left.width == right.width || is_old_style && right.width < 32 && left.width == 32
            }
            (Class::Scalar(Type::Float(FloatType::F64)), Class::Scalar(Type::Float(right))) => {
                is_old_style && right == FloatType::F32
            }
            (Class::Scalar(Type::Pointer), Class::Scalar(Type::Pointer)) => {
                let is_bytes = |ty| {
                    types.pointee(ty).is_some_and(|pointee| {
                        matches!(types[pointee.ty], CType::Void)
                            || types.size_of(pointee.ty) == Some(1)
                    })
                };
                is_bytes(argument) && is_bytes(parameter)
            }
            _ => false,
        }
    }
}

// -- Bounds of integers as floats.

fn layout(float: FloatType) -> (u32, u32) {
    // Bits of the exponent, bits of the fraction.
    match float {
        FloatType::F16 => (5, 10),
        FloatType::F32 => (8, 23),
        FloatType::F64 => (11, 52),
        FloatType::F80 => (15, 63),
        FloatType::F128 => (15, 112),
    }
}

/// Where the exponent begins: the 80-bit format has the leading one in between.
fn exponent_shift(float: FloatType) -> u32 {
    let (_, fraction) = layout(float);
    if float == FloatType::F80 { fraction + 1 } else { fraction }
}

fn infinity(float: FloatType) -> u128 {
    let (exponent, _) = layout(float);
    let ones = (1u128 << exponent) - 1;
    ones << exponent_shift(float) | leading_one(float)
}

fn leading_one(float: FloatType) -> u128 {
    if float == FloatType::F80 { 1 << 63 } else { 0 }
}

/// The bits of two to some power; `None` if the format has no such number.
fn power_of_two(float: FloatType, power: u32) -> Option<u128> {
    let (exponent, _) = layout(float);
    let bias = (1u128 << (exponent - 1)) - 1;
    let biased = bias + u128::from(power);
    (biased < (1 << exponent) - 1).then(|| biased << exponent_shift(float) | leading_one(float))
}

/// The first power of two that is above the type.
fn upper_exponent(int: IntType) -> u32 {
    if int.is_signed() { u32::from(int.width) - 1 } else { u32::from(int.width) }
}

/// What a float must be above to fit after truncation, or not below where the number before the
/// least one is no float.
fn lower_bound(float: FloatType, int: IntType) -> (u128, CompareOp) {
    let (exponent, fraction) = layout(float);
    let sign = 1u128 << (exponent_shift(float) + exponent);
    let power = if int.is_signed() { u32::from(int.width) - 1 } else { 0 };
    let Some(least) = power_of_two(float, power) else {
        // Everything finite is above.
        return (infinity(float) | sign, CompareOp::Gt);
    };
    match (int.is_signed(), fraction.checked_sub(power)) {
        // Truncation takes all above -1 to 0.
        (false, _) => (least | sign, CompareOp::Gt),
        (true, Some(shift)) => (least | sign | 1 << shift, CompareOp::Gt),
        (true, None) => (least | sign, CompareOp::Ge),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_of_doubles_are_the_numbers_around_the_type() {
        let int = IntType::signed(32);
        let (low, op) = lower_bound(FloatType::F64, int);
        assert_eq!((f64::from_bits(low as u64), op), (-2_147_483_649.0, CompareOp::Gt));
        let high = power_of_two(FloatType::F64, upper_exponent(int)).expect("a double");
        assert_eq!(f64::from_bits(high as u64), 2_147_483_648.0);
        let long = IntType::signed(64);
        let (low, op) = lower_bound(FloatType::F64, long);
        assert_eq!((f64::from_bits(low as u64), op), (-(2f64.powi(63)), CompareOp::Ge));
        let (low, op) = lower_bound(FloatType::F64, IntType::unsigned(8));
        assert_eq!((f64::from_bits(low as u64), op), (-1.0, CompareOp::Gt));
    }

    #[test]
    fn bounds_of_floats_are_the_numbers_around_the_type() {
        let (low, op) = lower_bound(FloatType::F32, IntType::signed(32));
        assert_eq!((f32::from_bits(low as u32), op), (-(2f32.powi(31)), CompareOp::Ge));
        let (low, op) = lower_bound(FloatType::F32, IntType::signed(8));
        assert_eq!((f32::from_bits(low as u32), op), (-129.0, CompareOp::Gt));
        assert_eq!(power_of_two(FloatType::F32, 128), None);
        assert_eq!(f32::from_bits(infinity(FloatType::F32) as u32), f32::INFINITY);
    }
}

//! Calls of `printf`, `scanf` and their kin whose format is a literal.
//!
//! The models of these functions read the format when the program runs, which takes a loop over
//! it. Where the format is known, the call becomes what that loop would do: calls of the models'
//! own pieces (`put_number`, `put_string`, `scan_int`, ...), one for each piece of the format.
//! Output that nobody looks at needs even less: what its strings read, where somebody asks about
//! memory, and what `%n` writes.
//!
//! Only a function that has a model is treated so; a program's own `printf` is called as any other
//! function. A call with too few arguments goes to the model too, which reads one that is not
//! there.

use c_sema::typed::{ExprId, FunctionId};
use ir::{CompareOp, Expr, IntType, Op, Type};

use super::ALLOCATION_ERRNO;
use super::format::{Conversion, Count, Piece, Size, input_conversions, output_pieces};
use crate::call::CallSite;
use crate::class::Class;
use crate::expr::Wanted;
use crate::function::FunctionLowering;
use crate::unit::function_id;

/// Where a formatted function has its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shape {
    target: Target,
    format: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    /// Output that the program does not see; the number of the stream among the arguments.
    Stream(Option<usize>),
    /// The first argument, of any length.
    Buffer,
    /// The first argument, as long as the second says.
    BoundedBuffer,
    /// Input from a stream.
    Input(Option<usize>),
}

fn shape(name: &str) -> Option<Shape> {
    let plain = name.strip_prefix("__builtin_").unwrap_or(name);
    let (target, format) = match plain {
        "printf" => (Target::Stream(None), 0),
        "__printf_chk" | "dprintf" | "syslog" => (Target::Stream(None), 1),
        "fprintf" => (Target::Stream(Some(0)), 1),
        "__fprintf_chk" => (Target::Stream(Some(0)), 2),
        "sprintf" => (Target::Buffer, 1),
        "__sprintf_chk" => (Target::Buffer, 3),
        "snprintf" => (Target::BoundedBuffer, 2),
        "__snprintf_chk" => (Target::BoundedBuffer, 4),
        "scanf" | "__isoc99_scanf" | "__isoc23_scanf" => (Target::Input(None), 0),
        "fscanf" | "__isoc99_fscanf" | "__isoc23_fscanf" => (Target::Input(Some(0)), 1),
        _ => return None,
    };
    Some(Shape { target, format })
}

/// Where pieces go.
struct Output {
    buffer: ir::ExprId,
    room: ir::ExprId,
    /// How many bytes there are so far.
    at: ir::ExprId,
}

impl FunctionLowering<'_, '_> {
    /// The result of a call with a format that is known; `None` if the model is to be called.
    pub(crate) fn formatted_call(&mut self, name: &str, site: CallSite<'_>) -> Option<ir::ExprId> {
        let shape = shape(name)?;
        let format = self.literal_bytes(*site.arguments.get(shape.format)?)?;
        let n_given = site.arguments.len() - shape.format - 1;
        if let Target::Input(stream) = shape.target {
            let conversions = input_conversions(format)?;
            let n_needed = conversions.iter().filter(|it| !it.is_dropped).count();
            if n_needed > n_given || self.helper("__linchpin_scan_matches").is_none() {
                return None;
            }
            return Some(self.formatted_input(shape, stream, &conversions, site));
        }
        let pieces = output_pieces(format)?;
        let n_needed: usize = pieces.iter().map(n_arguments).sum();
        if n_needed > n_given || self.helper("__linchpin_finish_output").is_none() {
            return None;
        }
        Some(self.formatted_output(shape, &pieces, site))
    }

    fn formatted_output(
        &mut self,
        shape: Shape,
        pieces: &[Piece],
        site: CallSite<'_>,
    ) -> ir::ExprId {
        let values = self.argument_values(site.arguments);
        let mut next = shape.format + 1;
        for piece in pieces {
            let n = n_arguments(piece);
            if let Some(conversion) = conversion(piece) {
                self.check_output_types(conversion, &site.arguments[next..next + n]);
            }
            next += n;
        }
        let size_ty = self.model().size_type();
        let (zero, all) = (self.int(size_ty, 0), self.int(size_ty, -1));
        let null = self.zero(Type::Pointer);
        let (buffer, size) = match shape.target {
            Target::Stream(stream) => {
                if let Some(stream) = stream {
                    self.check_access(values[stream], 1);
                }
                (null, zero)
            }
            Target::Buffer | Target::Input(_) => (values[0], all),
            Target::BoundedBuffer => {
                let size = self.size_argument(site.arguments[1], values[1]);
                (values[0], self.pin(size, Type::Int(size_ty)))
            }
        };
        let is_seen = !matches!(shape.target, Target::Stream(_));
        let stores_count = pieces.iter().any(|piece| conversion(piece).is_some_and(is_count));
        if !is_seen && site.wanted == Wanted::Nothing && !stores_count {
            self.only_read(shape, pieces, site, &values);
            return self.no_value(site.ty);
        }
        // A buffer keeps its last byte for the end.
        let one = self.int(size_ty, 1);
        let less = self.arith(ir::ArithOp::Sub, size, one);
        let is_none = self.compare(CompareOp::Eq, size, zero);
        let room = self.ite(is_none, zero, less);
        let mut output = Output { buffer, room, at: zero };
        let mut next = shape.format + 1;
        for piece in pieces {
            let n = n_arguments(piece);
            let given = (&site.arguments[next..next + n], &values[next..next + n]);
            self.put_piece(&mut output, piece, values[shape.format], given);
            next += n;
        }
        let result = match is_seen {
            true => self.call_helper("__linchpin_finish_string", vec![buffer, size, output.at]),
            false => self.call_helper("__linchpin_finish_output", vec![output.at]),
        };
        self.scalar_result(result, Type::Int(IntType::signed(32)), site.ty)
    }

    /// Output that nobody looks at reads its strings.
    fn only_read(
        &mut self,
        shape: Shape,
        pieces: &[Piece],
        site: CallSite<'_>,
        values: &[ir::ExprId],
    ) {
        // Where the program looks at `errno`, this is linked.
        if self.helper(ALLOCATION_ERRNO).is_some() {
            self.call_helper("__linchpin_may_set_errno", Vec::new());
        }
        if !self.asks_about_accesses() {
            return;
        }
        let zero = self.int(self.model().size_type(), 0);
        let null = self.zero(Type::Pointer);
        let mut next = shape.format + 1;
        for piece in pieces {
            let n = n_arguments(piece);
            let given = (&site.arguments[next..next + n], &values[next..next + n]);
            next += n;
            let Some(conversion) = conversion(piece) else { continue };
            let is_known = given.0.last().is_some_and(|&it| self.literal_bytes(it).is_some());
            if conversion.letter == b's' && !is_known {
                let mut output = Output { buffer: null, room: zero, at: zero };
                self.put_piece(&mut output, piece, null, given);
            }
        }
    }

    fn put_piece(
        &mut self,
        output: &mut Output,
        piece: &Piece,
        format: ir::ExprId,
        (arguments, values): (&[ExprId], &[ir::ExprId]),
    ) {
        let size_ty = self.model().size_type();
        let conversion = match piece {
            Piece::Text { start, length } => {
                let bytes = self.pointer_add_bytes(format, *start as u64);
                let length = self.int(size_ty, *length as i128);
                let arguments = vec![output.buffer, output.room, output.at, bytes, length];
                output.at = self.call_helper("__linchpin_put_bytes", arguments);
                return;
            }
            Piece::Conversion(conversion) => conversion,
        };
        let mut stars = arguments.iter().zip(values);
        let (width, is_left) = self.width(conversion, &mut stars);
        let precision = self.precision(conversion, &mut stars);
        let Some((&argument, &value)) = stars.next() else { return };
        let mut passed = vec![output.buffer, output.room, output.at];
        let int = IntType::signed(32);
        let (zeros, prefix) = (self.flag(conversion.has_zeros), self.flag(conversion.has_prefix));
        match conversion.letter {
            b'd' | b'i' => {
                let value = self.integer(argument, value, conversion.size, IntType::signed);
                let plus = self.int(int, i128::from(conversion.plus));
                passed.extend([value, plus, width, precision, is_left, zeros]);
                output.at = self.call_helper("__linchpin_put_signed", passed);
            }
            b'u' | b'o' | b'x' | b'X' => {
                let value = self.integer(argument, value, conversion.size, IntType::unsigned);
                let base = match conversion.letter {
                    b'u' => 10,
                    b'o' => 8,
                    _ => 16,
                };
                let (base, sign) = (self.int(int, base), self.int(int, 0));
                let is_upper = self.flag(conversion.letter == b'X');
                passed.extend([value, base, sign, is_upper, prefix]);
                passed.extend([width, precision, is_left, zeros]);
                output.at = self.call_helper("__linchpin_put_number", passed);
            }
            b'c' => {
                passed.extend([value, width, is_left]);
                output.at = self.call_helper("__linchpin_put_char", passed);
            }
            b's' => {
                let pointer = self.pointer_argument(argument, value);
                // No precision is -1, which is the largest size.
                passed.extend([pointer, width, precision, is_left]);
                output.at = self.call_helper("__linchpin_put_string", passed);
            }
            b'p' => {
                let pointer = self.pointer_argument(argument, value);
                passed.extend([pointer, width]);
                output.at = self.call_helper("__linchpin_put_pointer", passed);
            }
            b'n' => self.store_count(argument, value, conversion.size, output.at),
            _ => {
                let letter = self.int(int, i128::from(conversion.letter));
                passed.extend([value, letter, width, precision]);
                let helper = match conversion.size {
                    Size::LongDouble => "__linchpin_put_long_double",
                    _ => "__linchpin_put_double",
                };
                output.at = self.call_helper(helper, passed);
            }
        }
    }

    fn store_count(&mut self, argument: ExprId, value: ir::ExprId, size: Size, at: ir::ExprId) {
        let pointer = self.pointer_argument(argument, value);
        let ty = Type::Int(IntType::signed(self.bits(size)));
        let count = self.convert(at, Type::Int(self.model().size_type()), ty);
        self.store(&crate::place::Place::Memory(pointer), count, ty);
    }

    fn formatted_input(
        &mut self,
        shape: Shape,
        stream: Option<usize>,
        conversions: &[Conversion],
        site: CallSite<'_>,
    ) -> ir::ExprId {
        let values = self.argument_values(site.arguments);
        if let Some(stream) = stream {
            self.check_access(values[stream], 1);
        }
        let int = IntType::signed(32);
        let stored: Vec<&Conversion> = conversions.iter().filter(|it| !it.is_dropped).collect();
        let n = self.int(int, stored.len() as i128);
        let matched = self.call_helper("__linchpin_scan_matches", vec![n]);
        for (number, conversion) in stored.into_iter().enumerate() {
            let at = shape.format + 1 + number;
            self.check_input_type(conversion, site.arguments[at]);
            let pointer = self.pointer_argument(site.arguments[at], values[at]);
            let number = self.int(int, number as i128);
            let mut passed = vec![matched, number, pointer];
            let helper = match (conversion.letter, conversion.size) {
                (b's' | b'[', _) => {
                    let most = match conversion.width {
                        Count::Known(width) => i128::from(width),
                        Count::None | Count::Argument => -1,
                    };
                    let size_ty = self.model().size_type();
                    passed.push(self.int(size_ty, most));
                    "__linchpin_scan_string"
                }
                (b'c', _) => {
                    let n = match conversion.width {
                        Count::Known(width) => i128::from(width),
                        Count::None | Count::Argument => 1,
                    };
                    let size_ty = self.model().size_type();
                    passed.push(self.int(size_ty, n));
                    "__linchpin_scan_chars"
                }
                (b'f' | b'e' | b'g' | b'a' | b'E' | b'G' | b'A', size) => match size {
                    Size::Long => "__linchpin_scan_double",
                    Size::LongDouble => "__linchpin_scan_long_double",
                    _ => "__linchpin_scan_float",
                },
                (_, Size::Char) => "__linchpin_scan_schar",
                (_, Size::Short) => "__linchpin_scan_short",
                (_, Size::Long | Size::Pointer) => "__linchpin_scan_long",
                (_, Size::LongLong | Size::Max) => "__linchpin_scan_longlong",
                (_, Size::Int | Size::LongDouble) => "__linchpin_scan_int",
            };
            self.call_helper(helper, passed);
        }
        self.scalar_result(matched, Type::Int(int), site.ty)
    }

    // -- Parts of a conversion.

    /// The least width, and whether the text stands left in it: a negative argument says so too.
    fn width<'a>(
        &mut self,
        conversion: &Conversion,
        stars: &mut impl Iterator<Item = (&'a ExprId, &'a ir::ExprId)>,
    ) -> (ir::ExprId, ir::ExprId) {
        let int = IntType::signed(32);
        let is_left = self.flag(conversion.is_left);
        match conversion.width {
            Count::None => (self.int(int, 0), is_left),
            Count::Known(width) => (self.int(int, i128::from(width)), is_left),
            Count::Argument => {
                let Some((_, &width)) = stars.next() else { return (is_left, is_left) };
                let (zero, one) = (self.int(int, 0), self.int(int, 1));
                let is_negative = self.compare(CompareOp::Lt, width, zero);
                let negated = self.pool().intern(Expr::Neg(width));
                let size = self.ite(is_negative, negated, width);
                (size, self.ite(is_negative, one, is_left))
            }
        }
    }

    /// The precision, as a signed number of pointer width; -1 if there is none.
    fn precision<'a>(
        &mut self,
        conversion: &Conversion,
        stars: &mut impl Iterator<Item = (&'a ExprId, &'a ir::ExprId)>,
    ) -> ir::ExprId {
        let (int, wide) = (IntType::signed(32), self.model().offset_type());
        match conversion.precision {
            Count::None => self.int(wide, -1),
            Count::Known(precision) => self.int(wide, i128::from(precision)),
            Count::Argument => {
                let Some((_, &precision)) = stars.next() else { return self.int(wide, -1) };
                let (zero, none) = (self.int(int, 0), self.int(int, -1));
                let is_negative = self.compare(CompareOp::Lt, precision, zero);
                let precision = self.ite(is_negative, none, precision);
                self.convert(precision, Type::Int(int), Type::Int(wide))
            }
        }
    }

    fn flag(&mut self, is_set: bool) -> ir::ExprId {
        self.int(IntType::signed(32), i128::from(is_set))
    }

    fn bits(&self, size: Size) -> u8 {
        match size {
            Size::Char => 8,
            Size::Short => 16,
            Size::Int | Size::LongDouble => 32,
            Size::Long | Size::Pointer => self.model().offset_type().width,
            Size::LongLong | Size::Max => 64,
        }
    }

    /// An integer argument as its conversion takes it, in 64 bits.
    fn integer(
        &mut self,
        argument: ExprId,
        value: ir::ExprId,
        size: Size,
        sign: fn(u8) -> IntType,
    ) -> ir::ExprId {
        let (narrow, wide) = (Type::Int(sign(self.bits(size))), Type::Int(sign(64)));
        let Class::Scalar(Type::Int(given)) = self.class(self.unit().exprs[argument].ty) else {
            // A pointer or a floating number where an integer is expected: undefined.
            return self.unsupported_number(wide);
        };
        let value = self.convert(value, Type::Int(given), narrow);
        self.convert(value, narrow, wide)
    }

    fn unsupported_number(&mut self, ty: Type) -> ir::ExprId {
        self.unsupported("an argument that does not fit its conversion");
        self.zero(ty)
    }

    // -- Calls of models.

    /// A function of the models, if it is linked.
    pub(crate) fn helper(&self, name: &str) -> Option<FunctionId> {
        let unit = self.unit();
        let name = unit.symbols.get(name)?;
        let mut functions = unit.functions.iter();
        functions.find(|(_, it)| it.name == name && it.body.is_some()).map(|(id, _)| id)
    }

    pub(crate) fn call_helper(&mut self, name: &str, arguments: Vec<ir::ExprId>) -> ir::ExprId {
        let size = Type::Int(self.model().size_type());
        let Some(function) = self.helper(name) else {
            self.unsupported(format!("`{name}`, which is not linked"));
            return self.zero(size);
        };
        let function = function_id(function);
        let signature = self.up.program.functions[function].signature.clone();
        let fitting = arguments.into_iter().zip(&signature.parameters);
        let arguments = fitting
            .map(|(argument, &expected)| self.fitting_argument(Some(argument), expected))
            .collect();
        let target = signature.result.map(|result| self.temporary("%piece", result));
        self.emit(Op::Call { target, callee: ir::Callee::Direct(function), arguments });
        match target {
            Some(target) => self.var(target),
            None => self.zero(size),
        }
    }
}

fn conversion(piece: &Piece) -> Option<&Conversion> {
    match piece {
        Piece::Text { .. } => None,
        Piece::Conversion(conversion) => Some(conversion),
    }
}

fn is_count(conversion: &Conversion) -> bool {
    conversion.letter == b'n'
}

/// How many arguments a piece takes.
fn n_arguments(piece: &Piece) -> usize {
    conversion(piece).map_or(0, |conversion| {
        1 + usize::from(conversion.width == Count::Argument)
            + usize::from(conversion.precision == Count::Argument)
    })
}

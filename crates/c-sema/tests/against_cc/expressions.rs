//! Random constant expressions: their types and their values, integer and floating.

use std::fmt::Write;

use c_sema::constant::{Constant, evaluate};
use c_sema::typed::Unit;
use c_sema::types::DataModel;

use crate::compiler::{MODELS, analyse, run};
use crate::random::Random;

const N_EXPRESSIONS: usize = 1200;

const PRELUDE: &str = "\
enum plain { PLAIN = 7 };
enum negative { NEGATIVE = -3 };
enum wide { WIDE = 0x123456789 };
struct bits { unsigned a : 5; unsigned b : 32; long long c : 20; _Bool d : 1; unsigned char e; };
";

/// Integer types of both models; `__int128` exists with 64 bits only and comes last.
const INTEGERS: [&str; 17] = [
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned int",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
    "_Bool",
    "enum plain",
    "enum negative",
    "enum wide",
    "__int128",
    "unsigned __int128",
];

struct Generator {
    random: Random,
    model: DataModel,
}

impl Generator {
    fn integer_type(&mut self) -> &'static str {
        let n_types = if self.model == DataModel::Lp64 { 17 } else { 15 };
        INTEGERS[self.random.below(n_types) as usize]
    }

    fn literal(&mut self) -> String {
        let bits = self.random.below(64);
        let value = self.random.next() >> bits;
        let suffix = *self.random.pick(&["", "", "u", "l", "ul", "ll", "ull"]);
        match self.random.below(6) {
            0 => format!("0x{value:x}{suffix}"),
            1 => format!("0{value:o}{suffix}"),
            // A decimal literal that only an unsigned type holds has no type in C.
            2 => format!("{}{suffix}", value >> 1),
            3 => self
                .random
                .pick(&["'a'", "'\\xff'", "L'x'", "u'\\xffff'", "U'y'", "'ab'"])
                .to_string(),
            4 => self.random.pick(&["PLAIN", "NEGATIVE", "WIDE", "0", "1"]).to_string(),
            _ => {
                let limit = 1 + self.random.below(200);
                format!("{}{suffix}", self.random.below(limit))
            }
        }
    }

    fn integer(&mut self, depth: u32) -> String {
        if depth == 0 {
            return self.literal();
        }
        let depth = depth - 1;
        match self.random.below(12) {
            0 => self.literal(),
            1 => {
                let op = *self.random.pick(&["-", "~", "!", "+"]);
                format!("({op} {})", self.integer(depth))
            }
            2 | 3 => {
                let ty = self.integer_type();
                format!("(({ty}){})", self.integer(depth))
            }
            4 => {
                // Divisors that no cast can turn into zero.
                let op = *self.random.pick(&["/", "%"]);
                let divisor = 1 + self.random.below(100);
                let ty = *self.random.pick(&["int", "unsigned", "signed char", "long long"]);
                format!("({} {op} (({ty}){divisor}))", self.integer(depth))
            }
            5 => {
                let op = *self.random.pick(&["<<", ">>"]);
                let ty = self.integer_type();
                let count = self.random.below(8);
                format!("({} {op} (({ty}){count}))", self.integer(depth))
            }
            6 => {
                let (condition, then) = (self.integer(depth), self.integer(depth));
                format!("({condition} ? {then} : {})", self.integer(depth))
            }
            7 => format!("(sizeof({}) + {})", self.integer(depth), self.integer(depth)),
            8 => {
                let (lhs, rhs) = (self.integer(depth), self.integer(depth));
                let op = *self.random.pick(&["&&", "||"]);
                format!("({lhs} {op} {rhs})")
            }
            _ => {
                let ops = ["+", "-", "*", "&", "|", "^", "<", ">", "<=", ">=", "==", "!="];
                let op = *self.random.pick(&ops);
                let (lhs, rhs) = (self.integer(depth), self.integer(depth));
                format!("({lhs} {op} {rhs})")
            }
        }
    }

    fn float_literal(&mut self) -> String {
        let suffix = *self.random.pick(&["", "f", "l", "f128", "f64", "f32", "f64x"]);
        let fraction = self.random.next() >> self.random.below(64);
        match self.random.below(4) {
            0 => format!("0x1.{fraction:x}p{}{suffix}", self.random.below(200) as i64 - 100),
            1 => format!("{fraction}.{suffix}"),
            2 => format!("{}.{fraction}{suffix}", self.random.below(1000)),
            _ => {
                let exponent = self.random.below(60) as i64 - 30;
                format!("{}.{fraction}e{exponent}{suffix}", self.random.below(10))
            }
        }
    }

    fn float(&mut self, depth: u32) -> String {
        if depth == 0 {
            return self.float_literal();
        }
        let depth = depth - 1;
        match self.random.below(6) {
            0 => self.float_literal(),
            1 => format!("(- {})", self.float(depth)),
            2 => {
                let ty = *self.random.pick(&["float", "double", "long double", "_Float128"]);
                format!("(({ty}){})", self.float(depth))
            }
            3 => {
                let ty = *self.random.pick(&["float", "double", "long double"]);
                format!("(({ty}){})", self.integer(depth))
            }
            4 => format!("({} < {})", self.float(depth), self.float(depth)),
            _ => {
                let op = *self.random.pick(&["+", "-", "*", "/"]);
                format!("({} {op} {})", self.float(depth), self.float(depth))
            }
        }
    }
}

/// Prints, for every expression, its type and the bytes of its value.
fn program(expressions: &[String], model: DataModel) -> String {
    let mut text = format!("#include <stdio.h>\n{PRELUDE}");
    let types = match model {
        DataModel::Lp64 => "__int128: \"__int128\", unsigned __int128: \"unsigned __int128\",",
        DataModel::Ilp32 => "",
    };
    writeln!(
        text,
        "#define NAME(e) _Generic((e), char: \"char\", signed char: \"signed char\", \
         unsigned char: \"unsigned char\", short: \"short\", unsigned short: \"unsigned short\", \
         int: \"int\", unsigned: \"unsigned int\", long: \"long\", \
         unsigned long: \"unsigned long\", long long: \"long long\", \
         unsigned long long: \"unsigned long long\", _Bool: \"_Bool\", float: \"float\", \
         double: \"double\", long double: \"long double\", _Float128: \"_Float128\", \
         _Float64: \"double\", _Float32: \"float\", _Float64x: \"long double\", {types} \
         default: \"other\")"
    )
    .expect("a string grows");
    text += "static void print(const char *name, void *from, unsigned size) { printf(\"%s \", name);\n\
             for (unsigned i = 0; i < size; i++) printf(\"%02x\", ((unsigned char *)from)[i]);\n\
             printf(\"\\n\"); }\n";
    for (number, expression) in expressions.iter().enumerate() {
        writeln!(text, "static __typeof__({expression}) x{number} = {expression};")
            .expect("a string grows");
    }
    text += "int main(void) {\n";
    for (number, expression) in expressions.iter().enumerate() {
        writeln!(
            text,
            "{{ const char *n = NAME({expression}); \
             print(n, &x{number}, n[0] == 'l' && n[5] == 'd' ? 10 : sizeof x{number}); }}"
        )
        .expect("a string grows");
    }
    text + "return 0; }\n"
}

/// Our line for the object `x{number}`.
fn line(unit: &Unit, number: usize) -> String {
    let name = unit.symbols.get(&format!("x{number}")).expect("the object is declared");
    let (_, object) = unit
        .objects
        .iter()
        .find(|(_, object)| object.name == name)
        .expect("the object is declared");
    let ty = unit.types.display(&unit.symbols, object.ty.ty);
    let init = object.init.as_ref().expect("it is initialised");
    let bits = match evaluate(unit, init.parts[0].value) {
        Some(Constant::Int(bits) | Constant::Float(bits)) => bits,
        other => panic!("x{number} is {other:?}"),
    };
    let size = unit.types.size_of(object.ty.ty).expect("it is complete") as usize;
    // The x87 format leaves padding behind its ten bytes.
    let size = if ty == "long double" { 10 } else { size };
    let bytes: String =
        bits.to_le_bytes().iter().take(size).map(|byte| format!("{byte:02x}")).collect();
    // An enum is one of its integer type's names for `_Generic`.
    let ty = match unit.types.int_kind(object.ty.ty) {
        Some(kind) => kind.name().to_owned(),
        None => ty,
    };
    format!("{ty} {bytes}")
}

fn compare(name: &str, expressions: &[String], model: DataModel) {
    let mut text = String::from(PRELUDE);
    for (number, expression) in expressions.iter().enumerate() {
        writeln!(text, "static __typeof__({expression}) x{number} = {expression};")
            .expect("a string grows");
    }
    let unit = analyse(&text, model);
    let printed = run(name, &program(expressions, model), model);
    assert_eq!(printed.len(), expressions.len());
    for (number, theirs) in printed.iter().enumerate() {
        let ours = line(&unit, number);
        assert_eq!(&ours, theirs, "{model:?}, ours on the left: {}", expressions[number]);
    }
}

#[test]
fn integer_constants_are_those_of_gcc() {
    for model in MODELS {
        let mut generator = Generator { random: Random::new(11), model };
        let expressions: Vec<String> = (0..N_EXPRESSIONS).map(|_| generator.integer(3)).collect();
        compare("integers", &expressions, model);
    }
}

#[test]
fn floating_constants_are_those_of_gcc() {
    for model in MODELS {
        let mut generator = Generator { random: Random::new(12), model };
        let expressions: Vec<String> = (0..N_EXPRESSIONS / 2).map(|_| generator.float(2)).collect();
        compare("floats", &expressions, model);
    }
}

/// Types only: operands that are no constants.
#[test]
fn operands_are_converted_as_by_gcc() {
    let operands = [
        "s.a",
        "s.b",
        "s.c",
        "s.d",
        "s.e",
        "p->a",
        "c",
        "uc",
        "sh",
        "ush",
        "i",
        "u",
        "l",
        "ul",
        "ll",
        "ull",
        "b",
        "f",
        "d",
        "ld",
        "pl",
        "ne",
        "wi",
        "q[1]",
        "*q",
        "(s.a = 1)",
        "i++",
        "(c += 1)",
        "(c, uc)",
        "f1()",
        "sizeof i",
        "q - q",
        "'x'",
        "({ c; })",
        "+c",
        "~uc",
        "!f",
    ];
    let operators = ["+", "*", "<<", "<", "&&", "-"];
    let declarations = "\
struct bits s, *p; char c; unsigned char uc; short sh; unsigned short ush; int i; unsigned u;
long l; unsigned long ul; long long ll; unsigned long long ull; _Bool b; float f; double d;
long double ld; enum plain pl; enum negative ne; enum wide wi; char q[3]; short f1(void);
";
    let mut expressions: Vec<String> =
        operands.iter().map(|operand| format!("+({operand})")).collect();
    for lhs in operands {
        for rhs in operands {
            for op in operators {
                let is_shift_of_float =
                    op == "<<" && [lhs, rhs].iter().any(|side| ["f", "d", "ld"].contains(side));
                if !is_shift_of_float {
                    expressions.push(format!("(({lhs}) {op} ({rhs}))"));
                }
            }
            expressions.push(format!("(i ? ({lhs}) : ({rhs}))"));
        }
    }
    for model in MODELS {
        let mut text = format!("{PRELUDE}{declarations}void all(void) {{\n");
        let mut program = format!("#include <stdio.h>\n{PRELUDE}{declarations}");
        program += "short f1(void) { return 0; }\nint main(void) {\n";
        for (number, expression) in expressions.iter().enumerate() {
            writeln!(text, "__typeof__({expression}) x{number};").expect("a string grows");
            writeln!(
                program,
                "printf(\"%s\\n\", _Generic(({expression}), char: \"char\", \
                 unsigned char: \"unsigned char\", short: \"short\", int: \"int\", \
                 unsigned: \"unsigned int\", long: \"long\", unsigned long: \"unsigned long\", \
                 long long: \"long long\", unsigned long long: \"unsigned long long\", \
                 _Bool: \"_Bool\", float: \"float\", double: \"double\", \
                 long double: \"long double\", default: \"other\"));"
            )
            .expect("a string grows");
        }
        let unit = analyse(&(text + "}\n"), model);
        let printed = run("operands", &(program + "return 0; }\n"), model);
        assert_eq!(printed.len(), expressions.len());
        for (number, theirs) in printed.iter().enumerate() {
            let name = unit.symbols.get(&format!("x{number}")).expect("it is declared");
            let (_, object) =
                unit.objects.iter().find(|(_, object)| object.name == name).expect("it exists");
            let ty = object.ty.ty;
            let ours = match unit.types.int_kind(ty) {
                Some(kind) => kind.name().to_owned(),
                None => unit.types.display(&unit.symbols, ty),
            };
            assert_eq!(&ours, theirs, "{model:?}, ours on the left: {}", expressions[number]);
        }
    }
}

//! Random initialisers of static objects: the bytes that gcc puts into memory are ours.
//!
//! Braces are left out, designators jump forwards and backwards and write over what was there,
//! ranges repeat, unions change their member. Values are small integers and strings.

use std::fmt::Write;

use c_sema::constant::{Constant, evaluate};
use c_sema::typed::{ExprKind, Init, Unit};

use crate::compiler::{MODELS, analyse, run};
use crate::random::Random;

const N_OBJECTS: usize = 1000;

/// A type as the generator sees it; names of members are their numbers.
enum Shape {
    Scalar(&'static str),
    /// `char [n]`, which strings initialise.
    Text(u64),
    Array(Box<Shape>, u64),
    Record {
        word: &'static str,
        members: Vec<Member>,
    },
}

enum Member {
    Named(Shape),
    BitField(u64),
    /// An unnamed bit-field, which no initialiser reaches.
    Padding(u64),
}

struct Generator {
    random: Random,
    n_names: u64,
}

impl Generator {
    fn shape(&mut self, depth: u32) -> Shape {
        let limit = if depth == 0 { 2 } else { 6 };
        match self.random.below(limit) {
            0 => {
                let names = ["char", "short", "int", "long long", "unsigned", "_Bool"];
                Shape::Scalar(self.random.pick::<&str>(&names))
            }
            1 => Shape::Text(1 + self.random.below(6)),
            2 => {
                let length = 1 + self.random.below(4);
                Shape::Array(Box::new(self.shape(depth - 1)), length)
            }
            _ => {
                let word = if self.random.once_in(4) { "union" } else { "struct" };
                let n_members = 1 + self.random.below(4);
                let members = (0..n_members).map(|_| self.member(depth - 1)).collect();
                Shape::Record { word, members }
            }
        }
    }

    fn member(&mut self, depth: u32) -> Member {
        match self.random.below(7) {
            0 => Member::BitField(1 + self.random.below(31)),
            1 => Member::Padding(self.random.below(20)),
            _ => Member::Named(self.shape(depth)),
        }
    }

    fn literal(&mut self) -> String {
        (self.random.below(400) as i64 - 200).to_string()
    }

    /// A list in braces for `shape`.
    fn list(&mut self, shape: &Shape, prefix: &str, depth: u32) -> String {
        let mut items = Vec::new();
        // The first part may have braces of its own without being named.
        let first = match shape {
            Shape::Array(element, _) => Some((&**element, prefix.to_owned())),
            Shape::Record { members, .. } => match members.first() {
                Some(Member::Named(inner)) => Some((inner, format!("{prefix}_0"))),
                _ => None,
            },
            Shape::Scalar(_) | Shape::Text(_) => None,
        };
        if let Some((first, prefix)) = first
            && depth > 0
            && self.random.once_in(2)
            && !matches!(first, Shape::Scalar(_))
        {
            items.push(self.list(first, &prefix, depth - 1));
        }
        for _ in 0..1 + self.random.below(5) {
            items.push(self.item(shape, prefix, depth));
        }
        format!("{{ {} }}", items.join(", "))
    }

    fn item(&mut self, shape: &Shape, prefix: &str, depth: u32) -> String {
        if self.random.once_in(2) {
            // Without designator nobody knows what comes next; numbers fit everywhere.
            return self.literal();
        }
        let mut path = String::new();
        let mut at = shape;
        let mut prefix = prefix.to_owned();
        loop {
            match at {
                Shape::Scalar(_) => break,
                Shape::Text(length) | Shape::Array(_, length) => {
                    let low = self.random.below(*length);
                    if self.random.once_in(4) && !has_union(at) {
                        let high = low + self.random.below(length - low);
                        write!(path, "[{low} ... {high}]").expect("a string grows");
                    } else {
                        write!(path, "[{low}]").expect("a string grows");
                    }
                    match at {
                        Shape::Array(element, _) => at = element,
                        _ => at = &Shape::Scalar("char"),
                    }
                }
                Shape::Record { members, .. } => {
                    let named: Vec<usize> = (0..members.len())
                        .filter(|&index| !matches!(members[index], Member::Padding(_)))
                        .collect();
                    if named.is_empty() {
                        break;
                    }
                    let index = *self.random.pick(&named);
                    write!(path, ".{prefix}_{index}").expect("a string grows");
                    prefix = format!("{prefix}_{index}");
                    match &members[index] {
                        Member::Named(inner) => at = inner,
                        Member::BitField(_) | Member::Padding(_) => at = &Shape::Scalar("int"),
                    }
                }
            }
            if self.random.once_in(3) {
                break;
            }
        }
        if path.is_empty() {
            return self.literal();
        }
        let value = match at {
            Shape::Text(length) if self.random.once_in(2) => {
                let n_letters = self.random.below(length + 1);
                format!("\"{}\"", &"abcdefgh"[..n_letters as usize])
            }
            Shape::Scalar(_) => self.literal(),
            Shape::Text(_) => format!("{{ {}, 3 }}", self.literal()),
            _ if depth > 0 && self.random.once_in(2) => self.list(at, &prefix, depth - 1),
            _ => self.literal(),
        };
        format!("{path} = {value}")
    }
}

/// `shape` as a declaration of `name`.
fn declare(shape: &Shape, name: &str) -> String {
    match shape {
        Shape::Scalar(ty) => format!("{ty} {name}"),
        Shape::Text(length) => format!("char {name}[{length}]"),
        Shape::Array(element, length) => declare(element, &format!("{name}[{length}]")),
        Shape::Record { word, members } => {
            let prefix = name.split('[').next().unwrap_or(name);
            let mut text = format!("{word} {{ ");
            for (index, member) in members.iter().enumerate() {
                let line = match member {
                    Member::Named(inner) => declare(inner, &format!("{prefix}_{index}")),
                    Member::BitField(width) => format!("int {prefix}_{index} : {width}"),
                    Member::Padding(width) => format!("int : {width}"),
                };
                write!(text, "{line}; ").expect("a string grows");
            }
            format!("{text}}} {name}")
        }
    }
}

/// Ranges over unions that change their member are left out: nobody writes them.
fn has_union(shape: &Shape) -> bool {
    match shape {
        Shape::Scalar(_) | Shape::Text(_) => false,
        Shape::Array(element, _) => has_union(element),
        Shape::Record { word, members } => {
            *word == "union"
                || members.iter().any(|member| match member {
                    Member::Named(inner) => has_union(inner),
                    Member::BitField(_) | Member::Padding(_) => false,
                })
        }
    }
}

fn image(unit: &Unit, init: &Init, size: u64) -> String {
    let mut bytes = vec![0u8; size as usize];
    for part in &init.parts {
        let (count, stride) = part.repeat.map_or((1, 0), |repeat| (repeat.count, repeat.stride));
        for copy in 0..count {
            let offset = part.offset + copy * stride;
            if let ExprKind::String(string) = unit.exprs[part.value].kind {
                let text = &unit.strings[string].bytes;
                bytes[offset as usize..][..text.len()].copy_from_slice(text);
                continue;
            }
            let Some(Constant::Int(value)) = evaluate(unit, part.value) else {
                panic!("not an integer");
            };
            let n_bytes = unit.types.size_of(part.ty).expect("parts have sizes");
            let (start, width) = match part.bits {
                Some(bits) => (offset * 8 + u64::from(bits.start), u64::from(bits.width)),
                None => (offset * 8, n_bytes * 8),
            };
            for bit in 0..width {
                let at = start + bit;
                let mask = 1u8 << (at % 8);
                bytes[(at / 8) as usize] &= !mask;
                if value >> bit & 1 == 1 {
                    bytes[(at / 8) as usize] |= mask;
                }
            }
        }
    }
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn initialisers_put_the_bytes_where_gcc_puts_them() {
    for model in MODELS {
        let mut generator = Generator { random: Random::new(22), n_names: 0 };
        let mut declarations = Vec::new();
        for _ in 0..N_OBJECTS {
            let shape = generator.shape(3);
            let name = format!("x{}", generator.n_names);
            generator.n_names += 1;
            // Scalars at the top take one value.
            let init = match &shape {
                Shape::Scalar(_) => generator.literal(),
                shape => generator.list(shape, &name, 2),
            };
            declarations.push(format!("{} = {init};\n", declare(&shape, &name)));
        }
        let text: String = declarations.concat();
        let mut program = format!("#include <stdio.h>\n{text}");
        program += "static void image(void *from, unsigned size) {\n\
                    for (unsigned i = 0; i < size; i++) printf(\"%02x\", ((unsigned char *)from)[i]);\n\
                    printf(\"\\n\"); }\nint main(void) {\n";
        for number in 0..N_OBJECTS {
            writeln!(program, "image(&x{number}, sizeof x{number});").expect("a string grows");
        }
        let printed = run("initialisers", &(program + "return 0; }\n"), model);
        let unit = analyse(&text, model);
        for (number, theirs) in printed.iter().enumerate() {
            let name = unit.symbols.get(&format!("x{number}")).expect("it is declared");
            let (_, object) =
                unit.objects.iter().find(|(_, object)| object.name == name).expect("it exists");
            let size = unit.types.size_of(object.ty.ty).expect("it is complete");
            let ours = image(&unit, object.init.as_ref().expect("it is initialised"), size);
            assert_eq!(&ours, theirs, "{model:?}, ours on the left: {}", declarations[number]);
        }
    }
}

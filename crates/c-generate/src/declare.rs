//! Types and variables at file level, and initialisers.

use crate::generator::{Access, Generator, Style};
use crate::types::{
    Enumeration, Field, FloatKind, IntKind, Model, Record, RecordKind, Scalar, Type,
};

/// Where an initialiser stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Storage {
    /// Constants and addresses only.
    Static,
    /// Any expression.
    Automatic,
}

impl Generator {
    pub(crate) fn enumerations(&mut self) {
        for _ in 0..self.choices.below(3) {
            let name = self.global_name("color");
            let mut constants = Vec::new();
            let mut next = if self.choices.chance(30) { -2 } else { 0 };
            let mut body = Vec::new();
            for _ in 0..1 + self.choices.below(4) {
                let constant = self.global_name("K");
                if self.choices.chance(40) {
                    next += self.choices.below(1000) as i64;
                    body.push(format!("{constant} = {next}"));
                } else {
                    // Counting starts at 0 whatever `next` is.
                    if constants.is_empty() {
                        next = 0;
                    }
                    body.push(constant.clone());
                }
                constants.push((constant, next));
                next += 1;
            }
            self.line(&format!("enum {name} {{ {} }};", body.join(", ")));
            self.enums.push(Enumeration { name, constants });
        }
    }

    pub(crate) fn record_types(&mut self) {
        for _ in 0..self.choices.below(4) {
            let is_union = self.choices.chance(30);
            let kind = if is_union { RecordKind::Union } else { RecordKind::Struct };
            let fields = match kind {
                RecordKind::Struct => self.struct_fields(),
                RecordKind::Union => self.union_fields(),
            };
            let name = self.global_name("rec");
            // Elements of a packed array are not aligned, and an access to them through a pointer
            // is undefined.
            let is_scalar = |field: &Field| matches!(field.ty, Type::Scalar(_));
            let is_packed = kind == RecordKind::Struct
                && fields.iter().all(is_scalar)
                && self.choices.chance(15);
            let keyword = if is_union { "union" } else { "struct" };
            self.line(&format!("{keyword} {name} {{"));
            for field in &fields {
                let declaration = self.declaration(&field.ty, &field.name);
                let bits = field.bits.map_or(String::new(), |bits| format!(" : {bits}"));
                self.line(&format!("  {declaration}{bits};"));
            }
            let packed = if is_packed { " __attribute__((packed))" } else { "" };
            self.line(&format!("}}{packed};"));
            self.records.push(Record { kind, name, fields });
        }
    }

    fn struct_fields(&mut self) -> Vec<Field> {
        let n_fields = 1 + self.choices.below(5);
        let mut fields = Vec::new();
        for number in 0..n_fields {
            let name = format!("f{number}");
            if self.choices.chance(30) {
                let kind = *self.choices.pick(&IntKind::BASIC);
                // `char` as a bit-field has the sign of plain `char`; all kinds are allowed.
                let width = kind.width(self.model);
                let bits = 1 + self.choices.below(width as usize) as u32;
                let ty = Type::Scalar(Scalar::Int(kind));
                fields.push(Field { name, ty, bits: Some(bits) });
                continue;
            }
            let ty = match self.choices.below(6) {
                0..=3 => Type::Scalar(self.scalar()),
                4 => {
                    let element = Type::Scalar(self.scalar());
                    Type::Array(Box::new(element), 1 + self.choices.below(5) as u32)
                }
                _ if !self.records.is_empty() => {
                    Type::Record(self.choices.below(self.records.len()))
                }
                _ => Type::Scalar(self.scalar()),
            };
            fields.push(Field { name, ty, bits: None });
        }
        fields
    }

    /// Integers only, the first as large as the union, so that all bytes are determined.
    fn union_fields(&mut self) -> Vec<Field> {
        let first = Type::Scalar(Scalar::Int(IntKind::UnsignedLongLong));
        let mut fields = vec![Field { name: "all".to_owned(), ty: first, bits: None }];
        for number in 0..1 + self.choices.below(3) {
            let kinds = [
                IntKind::Int,
                IntKind::UnsignedChar,
                IntKind::Short,
                IntKind::SignedChar,
                IntKind::Unsigned,
                IntKind::LongLong,
            ];
            let ty = Type::Scalar(Scalar::Int(*self.choices.pick(&kinds)));
            fields.push(Field { name: format!("part{number}"), ty, bits: None });
        }
        fields
    }

    /// A type for a variable.
    pub(crate) fn variable_type(&mut self) -> Type {
        match self.choices.below(10) {
            0..=5 => Type::Scalar(self.scalar()),
            6 => {
                let element = Type::Scalar(self.scalar());
                Type::Array(Box::new(element), 1 + self.choices.below(8) as u32)
            }
            7 if !self.records.is_empty() => Type::Record(self.choices.below(self.records.len())),
            8 => {
                let element = if self.records.is_empty() || self.choices.chance(50) {
                    Type::Array(
                        Box::new(Type::Scalar(self.scalar())),
                        1 + self.choices.below(3) as u32,
                    )
                } else {
                    Type::Record(self.choices.below(self.records.len()))
                };
                Type::Array(Box::new(element), 1 + self.choices.below(4) as u32)
            }
            _ => Type::Scalar(self.scalar()),
        }
    }

    pub(crate) fn globals(&mut self) {
        for _ in 0..2 + self.choices.below(6) {
            let ty = self.variable_type();
            let name = self.global_name("g");
            let declaration = self.declaration(&ty, &name);
            // What a volatile object holds is not decided by the program alone.
            let is_volatile = self.style == Style::Checksum && self.choices.chance(4);
            let volatile = if is_volatile { "volatile " } else { "" };
            if self.choices.chance(75) {
                let initialiser = self.initialiser(&ty, Storage::Static);
                self.line(&format!("static {volatile}{declaration} = {initialiser};"));
            } else {
                self.line(&format!("static {volatile}{declaration};"));
            }
            let access = if is_volatile { Access::Volatile } else { Access::ReadWrite };
            self.declare(&name, ty, access);
        }
        for _ in 0..self.choices.below(3) {
            self.pointer(Storage::Static);
        }
        if self.choices.chance(30) {
            let name = self.global_name("text");
            self.line(&format!("static const char {name}[] = \"a\\tb\\0c\\x41\" \"de\";"));
            let ty = Type::Array(Box::new(Type::Scalar(Scalar::Int(IntKind::Char))), 8);
            self.declare(&name, ty, Access::ReadOnly(None));
        }
        self.n_globals = self.variables.len();
    }

    /// Declares a pointer to something in scope, if there is something.
    pub(crate) fn pointer(&mut self, storage: Storage) {
        let Some((target, ty)) = self.address() else { return };
        let (name, keyword) = match storage {
            Storage::Static => (self.global_name("p"), "static "),
            Storage::Automatic => (self.local_name("p"), ""),
        };
        let declaration = self.declaration(&ty, &name);
        self.line(&format!("{keyword}{declaration} = {target};"));
        self.declare(&name, ty, Access::ReadOnly(None));
    }

    /// The address of something in scope, and the type of a pointer that may hold it.
    pub(crate) fn address(&mut self) -> Option<(String, Type)> {
        let candidates: Vec<(String, Type)> = self
            .variables
            .iter()
            .filter(|variable| variable.access == Access::ReadWrite)
            .map(|variable| (variable.name.clone(), variable.ty.clone()))
            .collect();
        if candidates.is_empty() {
            return None;
        }
        let (name, ty) = self.choices.pick(&candidates).clone();
        Some(match ty {
            Type::Array(element, length) => {
                let offset = self.choices.below(length as usize) as u32;
                let left = length - offset;
                let text = match self.choices.below(3) {
                    0 if offset == 0 => name,
                    1 => format!("&{name}[{offset}]"),
                    _ => format!("{name} + {offset}"),
                };
                (text, Type::Pointer(element, left))
            }
            Type::Pointer(element, length) => (name, Type::Pointer(element, length)),
            Type::Scalar(_) | Type::Record(_) => {
                (format!("&{name}"), Type::Pointer(Box::new(ty), 1))
            }
        })
    }

    /// An initialiser, with braces and designators where the type has parts.
    pub(crate) fn initialiser(&mut self, ty: &Type, storage: Storage) -> String {
        match ty {
            Type::Scalar(scalar) => match storage {
                Storage::Static => self.constant(*scalar),
                Storage::Automatic => self.value_of(*scalar, 1),
            },
            Type::Array(element, length) => {
                let mut parts = Vec::new();
                let n_parts = 1 + self.choices.below(*length as usize) as u32;
                for at in 0..n_parts {
                    let value = self.initialiser(element, storage);
                    let designator =
                        if self.choices.chance(20) { format!("[{at}] = ") } else { String::new() };
                    parts.push(format!("{designator}{value}"));
                }
                format!("{{ {} }}", parts.join(", "))
            }
            Type::Record(number) => {
                let record = self.records[*number].clone();
                let n_fields = match record.kind {
                    RecordKind::Struct => record.fields.len(),
                    RecordKind::Union => 1,
                };
                let uses_names = self.choices.chance(50);
                let mut parts = Vec::new();
                for field in &record.fields[..n_fields] {
                    if uses_names && parts.len() + 1 < n_fields && self.choices.chance(20) {
                        continue;
                    }
                    let value = self.initialiser(&field.ty, storage);
                    let designator =
                        if uses_names { format!(".{} = ", field.name) } else { String::new() };
                    parts.push(format!("{designator}{value}"));
                }
                format!("{{ {} }}", parts.join(", "))
            }
            Type::Pointer(..) => "0".to_owned(),
        }
    }

    /// A constant expression.
    fn constant(&mut self, scalar: Scalar) -> String {
        match scalar {
            Scalar::Enum(_) => self.value_of(scalar, 0),
            Scalar::Float(kind) => {
                let literal = self.float_literal();
                if self.choices.chance(30) {
                    format!("-{}", literal.text)
                } else if kind == FloatKind::Float {
                    format!("(float){}", literal.text)
                } else {
                    literal.text
                }
            }
            Scalar::Int(kind) => {
                let literal = self.literal();
                match self.choices.below(5) {
                    0 | 1 => literal.text,
                    2 => format!("-{}", literal.text),
                    3 => format!("({})~{}", kind.name(), literal.text),
                    _ => {
                        let size = match self.model {
                            Model::Ilp32 => "sizeof(long)",
                            Model::Lp64 => "sizeof(long double)",
                        };
                        format!("(({} ^ 5) + {size} * 2)", literal.text)
                    }
                }
            }
        }
    }
}

//! Expressions as text.

use super::Dumper;
use crate::ast::*;

impl Dumper<'_> {
    pub(super) fn expr(&mut self, expr: ExprId) {
        self.deeper(|this| this.chain(expr));
    }

    /// Goes down the left operands of binary operators in a loop.
    fn chain(&mut self, expr: ExprId) {
        let unit = self.unit;
        let mut rights = Vec::new();
        let mut base = expr;
        loop {
            let (op, left, right) = match &unit.exprs[base].kind {
                ExprKind::Binary(op, left, right) => (op.symbol(), *left, *right),
                ExprKind::Comma(left, right) => (",", *left, *right),
                _ => break,
            };
            self.write(format_args!("({op} "));
            rights.push(right);
            base = left;
        }
        self.operand(base);
        for right in rights.into_iter().rev() {
            self.text(" ");
            self.expr(right);
            self.text(")");
        }
    }

    fn operand(&mut self, expr: ExprId) {
        let unit = self.unit;
        match &unit.exprs[expr].kind {
            ExprKind::Name(name) => self.name(*name),
            ExprKind::Int(literal) => self.int(literal),
            ExprKind::Float(literal) => self.float(literal),
            ExprKind::Char(literal) => {
                let prefix = encoding_text(literal.encoding);
                self.write(format_args!("{prefix}'{}'", literal.value as i32));
            }
            ExprKind::String(literal) => self.string(literal),
            ExprKind::Binary(..) | ExprKind::Comma(..) => self.chain(expr),
            ExprKind::Unary(op, operand) => self.form(unary_text(*op), &[*operand]),
            ExprKind::Assign { op, target, value } => {
                let op = format!("{}=", op.map_or("", BinaryOp::symbol));
                self.form(&op, &[*target, *value]);
            }
            ExprKind::Conditional { condition, then: Some(then), otherwise } => {
                self.form("?", &[*condition, *then, *otherwise]);
            }
            ExprKind::Conditional { condition, then: None, otherwise } => {
                self.form("?:", &[*condition, *otherwise]);
            }
            ExprKind::Call { callee, arguments, .. } => {
                let parts: Vec<ExprId> =
                    std::iter::once(*callee).chain(arguments.iter().copied()).collect();
                self.form("call", &parts);
            }
            ExprKind::Subscript { base, index } => self.form("[]", &[*base, *index]),
            ExprKind::Member { base, field, access } => {
                self.text(match access {
                    MemberAccess::Direct => "(. ",
                    MemberAccess::Arrow => "(-> ",
                });
                self.expr(*base);
                self.text(" ");
                self.name(field.symbol);
                self.text(")");
            }
            ExprKind::SizeofExpr(operand) => self.form("sizeof", &[*operand]),
            ExprKind::AlignofExpr(operand) => self.form("alignof", &[*operand]),
            ExprKind::LabelAddress(name) => {
                self.text("(&& ");
                self.name(name.symbol);
                self.text(")");
            }
            ExprKind::StmtExpr(body) => {
                self.text("(");
                self.stmt(*body);
                self.text(")");
            }
            ExprKind::ChooseExpr { condition, then, otherwise } => {
                self.form("choose", &[*condition, *then, *otherwise]);
            }
            _ => self.typed_operand(expr),
        }
    }

    /// Operands that name a type.
    fn typed_operand(&mut self, expr: ExprId) {
        let unit = self.unit;
        match &unit.exprs[expr].kind {
            ExprKind::Cast { ty, operand } => {
                self.text("(cast ");
                self.type_name(*ty);
                self.text(" ");
                self.expr(*operand);
            }
            ExprKind::CompoundLiteral { ty, init } => {
                self.text("(literal ");
                self.type_name(*ty);
                self.text(" ");
                self.init(*init);
            }
            ExprKind::SizeofType(ty) => {
                self.text("(sizeof ");
                self.type_name(*ty);
            }
            ExprKind::AlignofType(ty) => {
                self.text("(alignof ");
                self.type_name(*ty);
            }
            ExprKind::PreferredAlignofType(ty) => {
                self.text("(preferred-alignof ");
                self.type_name(*ty);
            }
            ExprKind::Generic { control, associations } => {
                self.text("(generic ");
                self.expr(*control);
                for association in associations {
                    self.text(" ");
                    match association.ty {
                        Some(ty) => self.type_name(ty),
                        None => self.text("default"),
                    }
                    self.text(" ");
                    self.expr(association.value);
                }
            }
            ExprKind::VaArg { list, ty } => {
                self.text("(va-arg ");
                self.expr(*list);
                self.text(" ");
                self.type_name(*ty);
            }
            ExprKind::Offsetof { ty, path } => {
                self.text("(offsetof ");
                self.type_name(*ty);
                self.text(" ");
                self.designators(path);
            }
            ExprKind::TypesCompatible(left, right) => {
                self.text("(types-compatible ");
                self.type_name(*left);
                self.text(" ");
                self.type_name(*right);
            }
            _ => unreachable!("`operand` writes every other kind"),
        }
        self.text(")");
    }

    fn form(&mut self, word: &str, parts: &[ExprId]) {
        self.write(format_args!("({word}"));
        for part in parts {
            self.text(" ");
            self.expr(*part);
        }
        self.text(")");
    }

    fn int(&mut self, literal: &IntLiteral) {
        self.write(format_args!("{}", literal.value));
        self.text(if literal.is_unsigned { "u" } else { "" });
        self.text(&"l".repeat(usize::from(literal.longs)));
        self.text(if literal.is_imaginary { "i" } else { "" });
    }

    fn float(&mut self, literal: &FloatLiteral) {
        self.text(&literal.text);
        self.text(match literal.suffix {
            FloatSuffix::None => "",
            FloatSuffix::F => "f",
            FloatSuffix::L => "l",
            FloatSuffix::F16 => "f16",
            FloatSuffix::F32 => "f32",
            FloatSuffix::F64 => "f64",
            FloatSuffix::F80 => "w",
            FloatSuffix::F128 => "f128",
            FloatSuffix::F32x => "f32x",
            FloatSuffix::F64x => "f64x",
        });
        self.text(if literal.is_imaginary { "i" } else { "" });
    }

    fn string(&mut self, literal: &StringLiteral) {
        self.text(encoding_text(literal.encoding));
        match &literal.units {
            StringUnits::Bytes(bytes) => self.quoted(bytes),
            StringUnits::Wide(units) => {
                let text: String = units
                    .iter()
                    .flat_map(|unit| char::from_u32(*unit).unwrap_or('\u{fffd}').escape_default())
                    .collect();
                self.write(format_args!("\"{text}\""));
            }
        }
    }
}

fn encoding_text(encoding: Encoding) -> &'static str {
    match encoding {
        Encoding::Plain => "",
        Encoding::Utf8 => "u8",
        Encoding::Char16 => "u",
        Encoding::Char32 => "U",
        Encoding::Wide => "L",
    }
}

fn unary_text(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Plus => "plus",
        UnaryOp::Minus => "neg",
        UnaryOp::BitNot => "~",
        UnaryOp::Not => "!",
        UnaryOp::Deref => "*",
        UnaryOp::AddressOf => "&",
        UnaryOp::PreIncrement => "++_",
        UnaryOp::PreDecrement => "--_",
        UnaryOp::PostIncrement => "_++",
        UnaryOp::PostDecrement => "_--",
        UnaryOp::Real => "real",
        UnaryOp::Imag => "imag",
    }
}

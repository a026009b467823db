//! The state of one analysis: the tree that is read, the tree that grows, and what is in scope.
//!
//! One pass in the order of the text, as C is meant to be read: everything is declared before
//! its use. The parts of the language are in files of their own, each an `impl` block of
//! [`Analyser`].
//!
//! # Mistakes
//! A wrong expression becomes [`ExprKind::Error`] of type [`Type::Error`](crate::types::Type);
//! whatever is done with it is accepted silently, so that one mistake makes one message.

use std::collections::BTreeSet;

use c_syntax::ast::{self, Qualifiers};
use index::IndexVec;
use rustc_hash::{FxHashMap, FxHashSet};
use source::{Diagnostic, Diagnostics, Span, Symbol};

use crate::scope::{EnumeratorId, Scopes, TypedefId};
use crate::typed::{
    self, Expr, ExprId, ExprKind, FunctionId, LabelId, ObjectId, Stmt, StmtId, StmtKind, SwitchId,
    VlaId,
};
use crate::types::{QualType, TypeId, Types};

pub(crate) struct Analyser<'a> {
    pub ast: &'a ast::Unit,
    pub out: typed::Unit,
    pub scopes: Scopes,
    pub typedefs: IndexVec<TypedefId, Typedef>,
    pub enumerators: IndexVec<EnumeratorId, Enumerator>,
    pub diagnostics: Diagnostics,
    /// The function whose body is being read.
    pub function: Option<FunctionContext>,
    /// Lengths of variable-length arrays that await their place of evaluation.
    pub pending_vlas: Vec<VlaId>,
    /// Builtins that were used, by name and type.
    pub builtins: FxHashMap<(Symbol, TypeId), FunctionId>,
    /// `struct __va_list_tag` of LP64, made when first needed.
    pub va_list_tag: Option<TypeId>,
    /// Last record in which a member name was seen; finds duplicates without a set per record.
    pub member_epochs: FxHashMap<Symbol, (u32, Span)>,
    pub n_records_checked: u32,
    /// How many `sizeof`s and `typeof`s are around the current expression.
    pub n_unevaluated: u32,
    /// The initialiser that gave `__auto_type` its type; it is not read a second time.
    pub auto_init: Option<(ast::ExprId, Operand)>,
    /// Objects declared `register`, whose address cannot be taken.
    pub register_objects: FxHashSet<ObjectId>,
    /// Declared by a call only.
    pub implicit_functions: FxHashSet<FunctionId>,
    /// GNU inline definitions, which a real one may replace.
    pub inline_functions: FxHashSet<FunctionId>,
    /// Sections that something was put into by name.
    pub sections: BTreeSet<String>,
    /// Attributes that nobody knows, each reported once.
    pub unknown_attributes: BTreeSet<String>,
}

/// A typedef remembers what a type itself cannot: an alignment of its own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Typedef {
    pub ty: QualType,
    pub align: Option<u64>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Enumerator {
    pub ty: TypeId,
    /// The bits of the value in `ty`.
    pub bits: u128,
}

pub(crate) struct FunctionContext {
    pub name: Symbol,
    pub result: TypeId,
    pub labels: FxHashMap<Symbol, LabelState>,
    pub switches: Vec<SwitchContext>,
    /// How many loops, and how many loops and switches, are around the current statement.
    pub n_loops: u32,
    pub n_breakable: u32,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct LabelState {
    pub id: LabelId,
    pub defined: Option<Span>,
    pub first_use: Span,
    pub is_used: bool,
}

pub(crate) struct SwitchContext {
    pub id: SwitchId,
    pub operand_ty: TypeId,
    /// Intervals of values taken so far, by their low end, to find duplicates.
    pub taken: std::collections::BTreeMap<i128, (i128, Span)>,
    pub default: Option<Span>,
}

/// What an expression was found to be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operand {
    pub id: ExprId,
    pub ty: TypeId,
    /// Of the place; none for values.
    pub qualifiers: Qualifiers,
    pub category: Category,
    /// Width of the bit-field it denotes or was read from; C promotes by width, not by type.
    pub bit_width: Option<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Category {
    /// Can stand on the left of an assignment.
    Lvalue,
    /// A place that holds a temporary value, as in `f().x`.
    Temporary,
    Function,
    Value,
}

impl<'a> Analyser<'a> {
    /// For one more unit of the program that is in `out` so far; no name of it is in scope.
    pub fn new(ast: &'a ast::Unit, mut out: typed::Unit, va_list_tag: Option<TypeId>) -> Self {
        let scopes = Scopes::new(out.symbols.len());
        out.exprs.reserve(ast.exprs.len() * 2);
        out.stmts.reserve(ast.stmts.len());
        Self {
            ast,
            out,
            scopes,
            typedefs: IndexVec::new(),
            enumerators: IndexVec::new(),
            diagnostics: Diagnostics::new(),
            function: None,
            pending_vlas: Vec::new(),
            builtins: FxHashMap::default(),
            va_list_tag,
            member_epochs: FxHashMap::default(),
            n_records_checked: 0,
            n_unevaluated: 0,
            auto_init: None,
            register_objects: FxHashSet::default(),
            implicit_functions: FxHashSet::default(),
            inline_functions: FxHashSet::default(),
            sections: BTreeSet::new(),
            unknown_attributes: BTreeSet::new(),
        }
    }

    pub fn types(&self) -> &Types {
        &self.out.types
    }

    pub fn symbol_text(&self, symbol: Symbol) -> &str {
        self.out.symbols.name(symbol)
    }

    /// A type as messages name it.
    pub fn type_text(&self, ty: TypeId) -> String {
        self.out.types.display(&self.out.symbols, ty)
    }

    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    pub fn push_expr(&mut self, kind: ExprKind, ty: TypeId, span: Span) -> ExprId {
        self.out.exprs.push(Expr { kind, ty, span })
    }

    pub fn push_stmt(&mut self, kind: StmtKind, span: Span) -> StmtId {
        self.out.stmts.push(Stmt { kind, span })
    }

    pub fn span(&self, operand: Operand) -> Span {
        self.out.exprs[operand.id].span
    }

    pub fn value(&mut self, kind: ExprKind, ty: TypeId, span: Span) -> Operand {
        let id = self.push_expr(kind, ty, span);
        Operand {
            id,
            ty,
            qualifiers: Qualifiers::default(),
            category: Category::Value,
            bit_width: None,
        }
    }

    pub fn place(&mut self, kind: ExprKind, ty: QualType, span: Span) -> Operand {
        let id = self.push_expr(kind, ty.ty, span);
        Operand {
            id,
            ty: ty.ty,
            qualifiers: ty.qualifiers,
            category: Category::Lvalue,
            bit_width: None,
        }
    }

    pub fn error_operand(&mut self, span: Span) -> Operand {
        let ty = self.types().error();
        self.value(ExprKind::Error, ty, span)
    }

    /// Reports and stands in for the wrong expression.
    pub fn fail(&mut self, diagnostic: Diagnostic) -> Operand {
        let span = diagnostic.primary.span;
        self.report(diagnostic);
        self.error_operand(span)
    }

    pub fn int_constant(&mut self, value: i128, ty: TypeId, span: Span) -> Operand {
        let bits = self.types().int_bits(ty, value);
        self.value(ExprKind::Int(bits), ty, span)
    }

    pub fn is_error(&self, operand: Operand) -> bool {
        self.types().is_error(operand.ty)
    }
}

//! Terms in SMT-LIB 2 syntax.
//!
//! A term that is used more than once is bound by `let`, so that the text has the size of the
//! shared graph and not of the tree.

use std::fmt::Write;

use index::Id;
use rustc_hash::FxHashMap;

use crate::pool::TermPool;
use crate::sort::{Scalar, Sort};
use crate::term::{BvBinary, BvCompare, Term, TermId};

pub fn print_sort(sort: Sort) -> String {
    match sort {
        Sort::Bool => "Bool".to_owned(),
        Sort::BitVec(width) => format!("(_ BitVec {width})"),
        Sort::Int => "Int".to_owned(),
        Sort::Array(index, element) => {
            format!("(Array {} {})", print_sort(index.into()), print_sort(element.into()))
        }
    }
}

/// The symbol under which a variable or function is declared: its name and its number, which
/// makes it unique.
pub fn quoted_symbol(name: &str, number: usize) -> String {
    let plain: String = name.chars().map(|c| if c == '|' || c == '\\' { '_' } else { c }).collect();
    format!("|{plain}#{number}|")
}

/// One term as text.
pub fn print_term(pool: &TermPool, root: TermId) -> String {
    let order = pool.postorder(&[root]);
    let mut uses: FxHashMap<TermId, u32> = FxHashMap::default();
    for term in &order {
        for operand in pool[*term].operands() {
            *uses.entry(operand).or_default() += 1;
        }
    }
    // Operands come first, so each text is complete when it is used.
    let mut texts: FxHashMap<TermId, String> = FxHashMap::default();
    let mut bindings = String::new();
    let mut n_bindings = 0;
    for &term in &order {
        let node = &pool[term];
        let text = node_text(pool, node, &texts);
        let is_shared = uses.get(&term).is_some_and(|uses| *uses > 1);
        if is_shared && !node.operands().is_empty() {
            let name = format!("?{}", term.index());
            write!(bindings, "(let (({name} {text})) ").expect("a string takes all text");
            n_bindings += 1;
            texts.insert(term, name);
        } else {
            texts.insert(term, text);
        }
        for operand in node.operands() {
            if uses.get(&operand) == Some(&1) {
                texts.remove(&operand);
            }
        }
    }
    format!("{bindings}{}{}", texts[&root], ")".repeat(n_bindings))
}

fn node_text(pool: &TermPool, node: &Term, texts: &FxHashMap<TermId, String>) -> String {
    let list = |operator: &str, operands: &[TermId]| {
        let operands: Vec<&str> = operands.iter().map(|id| texts[id].as_str()).collect();
        format!("({operator} {})", operands.join(" "))
    };
    match node {
        Term::Bool(value) => value.to_string(),
        Term::BitVec(width, bits) if width.is_multiple_of(4) => {
            format!("#x{bits:0digits$x}", digits = *width as usize / 4)
        }
        Term::BitVec(width, bits) => format!("#b{bits:0digits$b}", digits = *width as usize),
        Term::Int(value) if *value < 0 => format!("(- {})", value.unsigned_abs()),
        Term::Int(value) => value.to_string(),
        Term::Var(var) => quoted_symbol(&pool.var(*var).name, var.index()),
        Term::Apply(function, arguments) => {
            let name = quoted_symbol(&pool.function(*function).name, function.index());
            if arguments.is_empty() { name } else { list(&name, arguments) }
        }
        Term::Not(a) => list("not", &[*a]),
        Term::And(operands) => list("and", operands),
        Term::Or(operands) => list("or", operands),
        Term::Eq(a, b) => list("=", &[*a, *b]),
        Term::Ite(c, t, e) => list("ite", &[*c, *t, *e]),
        Term::BvNot(a) => list("bvnot", &[*a]),
        Term::BvNeg(a) => list("bvneg", &[*a]),
        Term::BvBinary(op, a, b) => list(binary_name(*op), &[*a, *b]),
        Term::BvCompare(op, a, b) => list(compare_name(*op), &[*a, *b]),
        Term::Concat(a, b) => list("concat", &[*a, *b]),
        Term::Extract { high, low, operand } => {
            list(&format!("(_ extract {high} {low})"), &[*operand])
        }
        Term::ZeroExtend(width, a) => {
            list(&format!("(_ zero_extend {})", width - pool.width(*a)), &[*a])
        }
        Term::SignExtend(width, a) => {
            list(&format!("(_ sign_extend {})", width - pool.width(*a)), &[*a])
        }
        Term::IntAdd(operands) => list("+", operands),
        Term::IntMul(a, b) => list("*", &[*a, *b]),
        Term::IntDiv(a, b) => list("div", &[*a, *b]),
        Term::IntMod(a, b) => list("mod", &[*a, *b]),
        Term::IntLe(a, b) => list("<=", &[*a, *b]),
        Term::IntLt(a, b) => list("<", &[*a, *b]),
        Term::Select(a, b) => list("select", &[*a, *b]),
        Term::Store(a, b, c) => list("store", &[*a, *b, *c]),
        Term::ConstArray(index, element) => {
            let element_scalar = match pool.sort(*element) {
                Sort::BitVec(width) => Scalar::BitVec(width),
                _ => Scalar::Int,
            };
            let sort = print_sort(Sort::Array(*index, element_scalar));
            list(&format!("(as const {sort})"), &[*element])
        }
    }
}

fn binary_name(op: BvBinary) -> &'static str {
    match op {
        BvBinary::Add => "bvadd",
        BvBinary::Sub => "bvsub",
        BvBinary::Mul => "bvmul",
        BvBinary::UDiv => "bvudiv",
        BvBinary::SDiv => "bvsdiv",
        BvBinary::URem => "bvurem",
        BvBinary::SRem => "bvsrem",
        BvBinary::And => "bvand",
        BvBinary::Or => "bvor",
        BvBinary::Xor => "bvxor",
        BvBinary::Shl => "bvshl",
        BvBinary::LShr => "bvlshr",
        BvBinary::AShr => "bvashr",
    }
}

fn compare_name(op: BvCompare) -> &'static str {
    match op {
        BvCompare::ULt => "bvult",
        BvCompare::ULe => "bvule",
        BvCompare::SLt => "bvslt",
        BvCompare::SLe => "bvsle",
    }
}

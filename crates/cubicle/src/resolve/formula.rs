//! Terms and formulas: types are checked, negation moves into the atoms.

use source::{Diagnostic, Span};

use super::{Binding, Failed, MAX_NODES, Resolved, Resolver, Scope, Typed};
use crate::model::{
    Atom, Cell, Formula, Kind, Numbers, Proc, Relation, Sum, Symbol, SymbolId, Term, TypeId,
};
use crate::suggest::nearest;
use crate::syntax::ast;

/// Whether a formula stands under an even or odd number of negations.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    Positive,
    Negative,
}

impl Sign {
    fn flipped(self) -> Self {
        match self {
            Self::Positive => Self::Negative,
            Self::Negative => Self::Positive,
        }
    }
}

/// Predicates inside predicates, at most so deep.
const MAX_EXPANSION: usize = 50;
/// Numbers beyond this are refused, so that sums of a few never overflow.
const MAX_NUMBER: i64 = 1_000_000_000_000;

impl Resolver<'_> {
    pub(super) fn formula(
        &mut self,
        expr: &ast::Expr,
        scope: &Scope,
        sign: Sign,
    ) -> Resolved<Formula> {
        self.n_nodes += 1;
        if self.n_nodes > MAX_NODES {
            if self.n_nodes == MAX_NODES + 1 {
                let message = "formulas are too large once predicates and `<=>` are expanded";
                self.error("E0720", expr.span, message);
            }
            return Err(Failed);
        }
        let positive = sign == Sign::Positive;
        match &expr.kind {
            ast::ExprKind::Constant(value) => Ok(Formula::Constant(*value == positive)),
            ast::ExprKind::Compare(comparison, lhs, rhs) => {
                let formula = self.comparison(*comparison, lhs, rhs, expr.span, scope)?;
                Ok(if positive { formula } else { formula.negated() })
            }
            ast::ExprKind::Not(inner) => self.formula(inner, scope, sign.flipped()),
            ast::ExprKind::And(parts) | ast::ExprKind::Or(parts) => {
                let is_and = matches!(expr.kind, ast::ExprKind::And(_));
                let parts: Resolved<Vec<_>> =
                    parts.iter().map(|part| self.formula(part, scope, sign)).collect();
                let parts = parts?;
                Ok(if is_and == positive { Formula::And(parts) } else { Formula::Or(parts) })
            }
            ast::ExprKind::Implies(lhs, rhs) => {
                let lhs = self.formula(lhs, scope, sign.flipped())?;
                let rhs = self.formula(rhs, scope, sign)?;
                let parts = vec![lhs, rhs];
                Ok(if positive { Formula::Or(parts) } else { Formula::And(parts) })
            }
            ast::ExprKind::Iff(lhs, rhs) => {
                let both = self.pair(lhs, rhs, scope, Sign::Positive, sign)?;
                let neither = self.pair(lhs, rhs, scope, Sign::Negative, sign.flipped())?;
                Ok(Formula::Or(vec![both, neither]))
            }
            ast::ExprKind::If(condition, then, otherwise) => {
                let yes = self.pair(condition, then, scope, Sign::Positive, sign)?;
                let no = self.pair(condition, otherwise, scope, Sign::Negative, sign)?;
                Ok(Formula::Or(vec![yes, no]))
            }
            ast::ExprKind::Quantified(quantifier, _, _) => {
                let word = match quantifier {
                    ast::Quantifier::Forall => "forall",
                    ast::Quantifier::ForallOther => "forall_other",
                    ast::Quantifier::Exists => "exists",
                    ast::Quantifier::ExistsOther => "exists_other",
                };
                let message = format!("`{word}` is not supported at this place");
                self.diagnostics.push(Diagnostic::error("E0718", expr.span, message).note(
                    "`forall_other` and `exists_other` may be conjuncts of `requires`, nothing else",
                ));
                Err(Failed)
            }
            ast::ExprKind::Apply(name, arguments) => self.apply(name, arguments, scope, sign),
        }
    }

    fn pair(
        &mut self,
        lhs: &ast::Expr,
        rhs: &ast::Expr,
        scope: &Scope,
        lhs_sign: Sign,
        rhs_sign: Sign,
    ) -> Resolved<Formula> {
        let lhs = self.formula(lhs, scope, lhs_sign)?;
        let rhs = self.formula(rhs, scope, rhs_sign)?;
        Ok(Formula::And(vec![lhs, rhs]))
    }

    fn apply(
        &mut self,
        name: &ast::Name,
        arguments: &[ast::Argument],
        scope: &Scope,
        sign: Sign,
    ) -> Resolved<Formula> {
        let file = self.file;
        let Some(predicate) = file.predicates.iter().find(|known| known.name.text == name.text)
        else {
            let known = file.predicates.iter().map(|known| known.name.text.as_str());
            let near = nearest(&name.text, known).map(str::to_string);
            return Err(self.unknown("predicate", &name.text, name.span, near));
        };
        if predicate.params.len() != arguments.len() {
            let message = format!(
                "`{}` takes {} arguments, {} are given",
                name.text,
                predicate.params.len(),
                arguments.len()
            );
            return Err(self.error("E0721", name.span, message));
        }
        // Bodies see their parameters only; the depth catches predicates that call themselves.
        if self.depth >= MAX_EXPANSION {
            let message = "predicates call each other without end";
            return Err(self.error("E0720", name.span, message));
        }
        let mut inner: Scope = Vec::new();
        for (param, argument) in predicate.params.iter().zip(arguments) {
            let binding = match argument {
                ast::Argument::Term(term) => {
                    let typed = self.term(term, scope)?;
                    match typed.term {
                        Term::Proc(proc) => Binding::Proc(proc),
                        _ => Binding::Term(typed),
                    }
                }
                ast::Argument::Expr(expr) => {
                    let message = "a formula as argument of a predicate is not supported";
                    return Err(self.error("E0718", expr.span, message));
                }
            };
            inner.push((param.text.clone(), binding));
        }
        self.depth += 1;
        let result = self.formula(&predicate.body, &inner, sign);
        self.depth -= 1;
        result
    }

    fn comparison(
        &mut self,
        comparison: ast::Comparison,
        lhs: &ast::Term,
        rhs: &ast::Term,
        span: Span,
        scope: &Scope,
    ) -> Resolved<Formula> {
        let (left, right) = (self.term(lhs, scope), self.term(rhs, scope));
        let (left, right) = (left?, right?);
        let Some(ty) = self.common_type(&left, &right) else {
            let message = format!(
                "`{}` cannot be compared with `{}`",
                self.type_name(&left),
                self.type_name(&right)
            );
            self.diagnostics.push(
                Diagnostic::error("E0722", span, message)
                    .label("comparison of unlike values")
                    .also(lhs.span, format!("this is `{}`", self.type_name(&left)))
                    .also(rhs.span, format!("this is `{}`", self.type_name(&right))),
            );
            return Err(Failed);
        };
        let kind = ty.map_or(Kind::Int, |ty| self.types[ty].kind.clone());
        use ast::Comparison as C;
        match kind {
            Kind::Int | Kind::Real => {
                let left = self.as_sum(left, ty, lhs.span)?;
                let right = self.as_sum(right, ty, rhs.span)?;
                let numbers = if kind == Kind::Real { Numbers::Reals } else { Numbers::Integers };
                Ok(linear(comparison, left, right, numbers))
            }
            Kind::Enum(_) | Kind::Abstract | Kind::Proc => {
                let (left, right) = (left.term, right.term);
                let atom = match comparison {
                    C::Equal => Atom::Equal(left, right),
                    C::NotEqual => Atom::Differ(left, right),
                    _ if kind != Kind::Proc => {
                        let message = "only numbers and processes are ordered";
                        return Err(self.error("E0722", span, message));
                    }
                    C::Less => Atom::Less(left, right),
                    C::LessEqual => Atom::AtMost(left, right),
                    C::Greater => Atom::Less(right, left),
                    C::GreaterEqual => Atom::AtMost(right, left),
                };
                Ok(Formula::Atom(atom))
            }
        }
    }

    /// The type of both, `Some(None)` for two integer literals, `None` if they do not fit.
    fn common_type(&self, left: &Typed, right: &Typed) -> Option<Option<TypeId>> {
        match (left.ty, right.ty) {
            (Some(left), Some(right)) => (left == right).then_some(Some(left)),
            (Some(ty), None) | (None, Some(ty)) => {
                self.types[ty].kind.is_numeric().then_some(Some(ty))
            }
            (None, None) => Some(None),
        }
    }

    fn type_name(&self, typed: &Typed) -> String {
        typed.ty.map_or("number".to_string(), |ty| self.types[ty].name.clone())
    }

    pub(super) fn term_of_type(
        &mut self,
        term: &ast::Term,
        scope: &Scope,
        ty: TypeId,
    ) -> Resolved<Term> {
        let typed = self.term(term, scope)?;
        let wanted = Typed { term: typed.term.clone(), ty: Some(ty) };
        if self.common_type(&typed, &wanted).is_none() {
            let message = format!(
                "expected `{}`, found `{}`",
                self.type_name(&wanted),
                self.type_name(&typed)
            );
            return Err(self.error("E0722", term.span, message));
        }
        if self.types[ty].kind.is_numeric() {
            return Ok(Term::Sum(self.as_sum(typed, Some(ty), term.span)?));
        }
        Ok(typed.term)
    }

    /// Integer literals are counted in units of one until the type is known to be real.
    fn as_sum(&mut self, typed: Typed, ty: Option<TypeId>, span: Span) -> Resolved<Sum> {
        let Term::Sum(mut sum) = typed.term else {
            return Err(self.error("E0722", span, "expected a number"));
        };
        let is_real = ty.is_some_and(|ty| self.types[ty].kind == Kind::Real);
        if typed.ty.is_none() && is_real {
            sum.constant = sum.constant.saturating_mul(self.real_unit);
        }
        Ok(sum)
    }

    pub(super) fn term(&mut self, term: &ast::Term, scope: &Scope) -> Resolved<Typed> {
        match &term.kind {
            ast::TermKind::Name(name) => self.name(name, term.span, scope),
            ast::TermKind::Access(array, indices) => {
                let symbol = self.symbol(array)?;
                let declared = self.symbols[symbol].clone();
                if declared.arity != indices.len() {
                    return Err(self.wrong_arity(&declared, indices.len(), term.span));
                }
                let indices: Resolved<Vec<Proc>> =
                    indices.iter().map(|name| self.proc(&name.text, name.span, scope)).collect();
                let cell = Cell { symbol, indices: indices? };
                Ok(Typed { term: self.cell_term(cell, declared.ty), ty: Some(declared.ty) })
            }
            ast::TermKind::Number(digits) => {
                let (constant, ty) = self.number(digits, term.span)?;
                Ok(Typed { term: Term::Sum(Sum { parts: Vec::new(), constant }), ty })
            }
            ast::TermKind::Sum(summands) => self.sum(summands, term.span, scope),
        }
    }

    fn name(&mut self, name: &str, span: Span, scope: &Scope) -> Resolved<Typed> {
        if let Some(&(ty, position)) = self.constructors.get(name) {
            return Ok(Typed { term: Term::Constructor(position), ty: Some(ty) });
        }
        if let Some(&symbol) = self.symbols_by_name.get(name) {
            let declared = self.symbols[symbol].clone();
            if declared.arity != 0 {
                return Err(self.wrong_arity(&declared, 0, span));
            }
            let cell = Cell { symbol, indices: Vec::new() };
            return Ok(Typed { term: self.cell_term(cell, declared.ty), ty: Some(declared.ty) });
        }
        if let Some((_, Binding::Term(typed))) = scope.iter().rev().find(|(known, _)| known == name)
        {
            return Ok(typed.clone());
        }
        if name.starts_with(|first: char| first.is_ascii_uppercase()) {
            let known = self.symbols.values().map(|symbol| symbol.name.as_str());
            let known = known.chain(self.constructors_in_order());
            let near = nearest(name, known).map(str::to_string);
            return Err(self.unknown("variable or constructor", name, span, near));
        }
        let proc = self.proc(name, span, scope)?;
        let ty = self.types_by_name.get("proc").copied();
        Ok(Typed { term: Term::Proc(proc), ty })
    }

    fn constructors_in_order(&self) -> impl Iterator<Item = &str> {
        self.types
            .values()
            .flat_map(|ty| match &ty.kind {
                Kind::Enum(names) => &names[..],
                Kind::Abstract | Kind::Proc | Kind::Int | Kind::Real => &[],
            })
            .map(String::as_str)
    }

    pub(super) fn cell_term(&self, cell: Cell, ty: TypeId) -> Term {
        match self.types[ty].kind.is_numeric() {
            true => Term::Sum(Sum { parts: vec![(1, cell)], constant: 0 }),
            false => Term::Cell(cell),
        }
    }

    pub(super) fn symbol(&mut self, name: &ast::Name) -> Resolved<SymbolId> {
        if let Some(&symbol) = self.symbols_by_name.get(&name.text) {
            return Ok(symbol);
        }
        let known = self.symbols.values().map(|symbol| symbol.name.as_str());
        let near = nearest(&name.text, known).map(str::to_string);
        Err(self.unknown("variable or array", &name.text, name.span, near))
    }

    pub(super) fn wrong_arity(&mut self, symbol: &Symbol, given: usize, span: Span) -> Failed {
        let message = format!("`{}` has {} indices, {given} are given", symbol.name, symbol.arity);
        self.error("E0721", span, message)
    }

    pub(super) fn proc(&mut self, name: &str, span: Span, scope: &Scope) -> Resolved<Proc> {
        if let Some(number) = name.strip_prefix('#') {
            let number = number.parse::<usize>().unwrap_or(usize::MAX);
            if number == 0 || number > self.n_fixed {
                self.diagnostics.push(
                    Diagnostic::error("E0723", span, format!("there is no process `{name}`"))
                        .help("`number_procs N` at the top of the file declares #1 to #N"),
                );
                return Err(Failed);
            }
            return Ok(Proc::Fixed(number - 1));
        }
        match scope.iter().rev().find(|(known, _)| known == name) {
            Some((_, Binding::Proc(proc))) => Ok(*proc),
            Some((_, Binding::Term(_))) => {
                Err(self.error("E0718", span, "array index that is not a process"))
            }
            None => {
                let near = nearest(name, scope.iter().map(|(known, _)| known.as_str()));
                let near = near.map(str::to_string);
                Err(self.unknown("process", name, span, near))
            }
        }
    }

    /// The value of digits, and its type: `real` if there is a point.
    fn number(&mut self, digits: &str, span: Span) -> Resolved<(i64, Option<TypeId>)> {
        let value = match digits.split_once('.') {
            None => digits.parse::<i64>().ok().map(|value| (value, None)),
            Some((whole, fraction)) => {
                let fraction = fraction.trim_end_matches('0');
                let scale = self.real_unit / 10i64.pow(fraction.len() as u32);
                let value = format!("{whole}{fraction}").parse::<i64>().ok();
                let value = value.and_then(|value| value.checked_mul(scale));
                value.map(|value| (value, self.types_by_name.get("real").copied()))
            }
        };
        match value {
            Some((value, ty)) if value <= MAX_NUMBER => Ok((value, ty)),
            _ => Err(self.error("E0714", span, "number is too large")),
        }
    }

    fn sum(&mut self, summands: &[ast::Summand], span: Span, scope: &Scope) -> Resolved<Typed> {
        let mut parts = Vec::new();
        let mut ty: Option<TypeId> = None;
        for summand in summands {
            let typed = self.term(&summand.term, scope)?;
            let factor = match &summand.factor {
                None => 1,
                Some(digits) => self.number(digits, summand.term.span)?.0,
            };
            let factor = if summand.negative { -factor } else { factor };
            let Term::Sum(_) = &typed.term else {
                let message = format!("`{}` cannot be added", self.type_name(&typed));
                return Err(self.error("E0722", summand.term.span, message));
            };
            match (ty, typed.ty) {
                (None, found) => ty = found,
                (Some(known), Some(found)) if known != found => {
                    return Err(self.error("E0722", span, "sum of `int` and `real`"));
                }
                _ => {}
            }
            parts.push((factor, typed, summand.term.span));
        }
        let mut total = Sum::default();
        for (factor, typed, span) in parts {
            let sum = self.as_sum(typed, ty, span)?;
            for (part, cell) in sum.parts {
                total.parts.push((part.saturating_mul(factor), cell));
            }
            total.constant = total.constant.saturating_add(sum.constant.saturating_mul(factor));
        }
        if total.constant.saturating_abs() > MAX_NUMBER
            || total.parts.iter().any(|(factor, _)| factor.saturating_abs() > 1_000_000)
        {
            return Err(self.error("E0714", span, "number is too large"));
        }
        Ok(Typed { term: Term::Sum(collected(total)), ty })
    }
}

/// Adds up the factors of equal cells.
fn collected(sum: Sum) -> Sum {
    let mut parts: Vec<(i64, Cell)> = Vec::new();
    for (factor, cell) in sum.parts {
        match parts.iter_mut().find(|(_, known)| *known == cell) {
            Some((known, _)) => *known += factor,
            None => parts.push((factor, cell)),
        }
    }
    parts.retain(|(factor, _)| *factor != 0);
    parts.sort_by(|a, b| a.1.cmp(&b.1));
    Sum { parts, constant: sum.constant }
}

/// `lhs COMPARISON rhs` as `sum RELATION 0`.
fn linear(comparison: ast::Comparison, lhs: Sum, rhs: Sum, numbers: Numbers) -> Formula {
    use ast::Comparison as C;
    let (low, high) = match comparison {
        C::Greater | C::GreaterEqual => (rhs, lhs),
        C::Equal | C::NotEqual | C::Less | C::LessEqual => (lhs, rhs),
    };
    let high = high.negated();
    let mut sum = low;
    sum.parts.extend(high.parts);
    sum.constant += high.constant;
    let mut sum = collected(sum);
    let relation = match comparison {
        C::Equal => Relation::Equal,
        C::NotEqual => Relation::NotEqual,
        C::LessEqual | C::GreaterEqual => Relation::AtMost,
        C::Less | C::Greater => match numbers {
            Numbers::Integers => {
                sum = sum.plus(1);
                Relation::AtMost
            }
            Numbers::Reals => Relation::Less,
        },
    };
    Formula::Atom(Atom::Linear(sum, relation, numbers))
}

//! The places of a program that witnesses can name, gathered from the syntax tree.
//!
//! The tables of the tree are read in one sweep; nothing here recurses over the input.

use std::collections::{BTreeMap, BTreeSet};

use c_syntax::ast::{
    BlockItem, Expr, ExprId, ExprKind, ForInit, Item, Stmt, StmtId, StmtKind, Unit,
};
use source::{Source, Span};

/// A loop statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoopPlace {
    /// The whole statement; it starts with the keyword.
    pub span: Span,
    /// Where something that is evaluated just before the condition can stand.
    pub before_condition: u32,
    /// False for the `for` that has none.
    pub has_condition: bool,
}

/// A statement or declaration, or what stands behind its label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatementPlace {
    /// Where it starts in the eyes of a witness: at its label, if it has one.
    pub start: u32,
    /// The statement itself.
    pub span: Span,
    /// True if another statement may stand before it; otherwise it is the body of another one,
    /// or has a label, and braces are needed.
    pub is_block_item: bool,
}

/// A decision: `if`, a loop, `? :`, `switch`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The keyword or the `?`.
    pub start: u32,
    /// The condition, or the operand of a `switch`; empty at the place of the one that a `for`
    /// does not have.
    pub condition: Span,
    /// The cases of a `switch`.
    pub cases: Option<Vec<SwitchCase>>,
}

/// The values of one `case`; equal but for GNU's ranges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SwitchCase {
    pub low: Span,
    pub high: Span,
}

/// A call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    pub span: Span,
    pub close_paren: u32,
    pub last_argument: Option<Span>,
}

/// All places, each kind in the order of the text.
#[derive(Debug, Default)]
pub struct Places {
    pub loops: Vec<LoopPlace>,
    pub statements: Vec<StatementPlace>,
    pub branches: Vec<Branch>,
    pub calls: Vec<Call>,
    /// Statements, declarations and conditions: what is evaluated as a whole.
    full_expressions: Vec<Span>,
    functions: Vec<(Span, String)>,
}

impl Places {
    /// Gathers the places of a unit that was read without errors from `source`.
    pub fn of(unit: &Unit, source: &Source) -> Self {
        let mut gather = Gather {
            unit,
            text: source.text(),
            labelled: BTreeMap::new(),
            block_items: BTreeSet::new(),
            places: Self {
                loops: Vec::new(),
                statements: Vec::new(),
                branches: Vec::new(),
                calls: Vec::new(),
                full_expressions: Vec::new(),
                functions: Vec::new(),
            },
        };
        gather.functions();
        gather.labels();
        gather.block_items();
        for (id, stmt) in unit.stmts.iter() {
            gather.stmt(id, stmt);
        }
        for expr in unit.exprs.values() {
            gather.expr(expr);
        }
        let mut places = gather.places;
        // The block of GNU's `({ ... })` gives it its value and stays what it is.
        let value_blocks: BTreeSet<u32> =
            unit.exprs.values().filter_map(|expr| value_block(unit, expr)).collect();
        places.statements.retain(|it| !value_blocks.contains(&it.span.lo));
        places.full_expressions.sort_by_key(|it| (it.lo, u32::MAX - it.hi));
        places.loops.sort_by_key(|it| it.span.lo);
        places.statements.sort_by_key(|it| (it.start, it.span.lo));
        places.branches.sort_by_key(|it| it.start);
        places.calls.sort_by_key(|it| (it.close_paren, it.span.lo));
        places
    }

    /// Adds those of a unit whose text stands behind all others.
    pub fn append(&mut self, behind: Self) {
        let Self { loops, statements, branches, calls, full_expressions, functions } = behind;
        self.loops.extend(loops);
        self.statements.extend(statements);
        self.branches.extend(branches);
        self.calls.extend(calls);
        self.full_expressions.extend(full_expressions);
        self.functions.extend(functions);
    }

    /// The whole of what is evaluated at a place: the smallest statement, declaration or
    /// condition around it.
    pub fn full_expression(&self, span: Span) -> Option<Span> {
        // They nest or lie apart, and inner ones come later.
        let end = self.full_expressions.partition_point(|it| it.lo <= span.lo);
        self.full_expressions[..end].iter().rfind(|it| span.hi <= it.hi).copied()
    }

    /// Does anything that is evaluated stand in this stretch, in part at least?
    pub fn has_code(&self, span: Span) -> bool {
        self.full_expressions.iter().any(|it| it.lo < span.hi && span.lo < it.hi)
    }

    /// Is a function of this name defined?
    pub fn has_function(&self, name: &str) -> bool {
        self.functions.iter().any(|(_, known)| known == name)
    }

    /// The function that an offset lies in.
    pub fn function(&self, offset: u32) -> Option<&str> {
        let contains = |(span, _): &&(Span, String)| span.lo <= offset && offset < span.hi;
        self.functions.iter().find(contains).map(|(_, name)| &**name)
    }
}

/// Where the block of a `({ ... })` starts.
fn value_block(unit: &Unit, expr: &Expr) -> Option<u32> {
    match expr.kind {
        ExprKind::StmtExpr(block) => Some(unit.stmts[block].span.lo),
        _ => None,
    }
}

struct Gather<'u> {
    unit: &'u Unit,
    text: &'u [u8],
    /// The start of the label of a statement.
    labelled: BTreeMap<StmtId, u32>,
    /// Statements that stand in a block, and the blocks of GNU's `({ ... })`, which are no
    /// statements of their own.
    block_items: BTreeSet<StmtId>,
    places: Places,
}

impl Gather<'_> {
    fn functions(&mut self) {
        for item in &self.unit.items {
            if let Item::Function(function) = item
                && let Some(name) = function.declarator.name
            {
                let name = self.unit.symbols[name.symbol].to_owned();
                self.places.functions.push((function.span, name));
            }
        }
    }

    /// Labels in front of labels all name the statement behind the last one.
    fn labels(&mut self) {
        let mut labels: Vec<(u32, StmtId)> = Vec::new();
        for stmt in self.unit.stmts.values() {
            match stmt.kind {
                StmtKind::Label { body, .. }
                | StmtKind::Case { body, .. }
                | StmtKind::CaseRange { body, .. }
                | StmtKind::Default { body } => labels.push((stmt.span.lo, body)),
                _ => {}
            }
        }
        // Outer labels come first in the text, and the outermost one is the start.
        labels.sort_unstable();
        for (start, body) in labels {
            self.labelled.entry(body).or_insert(start);
        }
    }

    fn block_items(&mut self) {
        for stmt in self.unit.stmts.values() {
            if let StmtKind::Compound(compound) = &stmt.kind {
                let stmts = compound.items.iter().filter_map(|item| match item {
                    BlockItem::Stmt(stmt) => Some(*stmt),
                    _ => None,
                });
                self.block_items.extend(stmts);
            }
        }
    }

    fn stmt(&mut self, id: StmtId, stmt: &Stmt) {
        let is_label = matches!(
            stmt.kind,
            StmtKind::Label { .. }
                | StmtKind::Case { .. }
                | StmtKind::CaseRange { .. }
                | StmtKind::Default { .. }
        );
        if !is_label {
            let is_block_item = self.block_items.contains(&id);
            let place = StatementPlace { start: stmt.span.lo, span: stmt.span, is_block_item };
            self.places.statements.push(place);
            if let Some(&start) = self.labelled.get(&id) {
                self.places.statements.push(StatementPlace { start, ..place });
            }
        }
        match &stmt.kind {
            StmtKind::Compound(compound) => {
                for item in &compound.items {
                    if let BlockItem::Declaration(declaration) = item {
                        let span = declaration.span;
                        let place = StatementPlace { start: span.lo, span, is_block_item: true };
                        self.places.statements.push(place);
                        self.places.full_expressions.push(span);
                    }
                }
            }
            StmtKind::If { condition, .. } => {
                self.branch(stmt.span.lo, *condition);
            }
            StmtKind::While { condition, .. } | StmtKind::DoWhile { condition, .. } => {
                let condition = self.branch(stmt.span.lo, *condition);
                self.places.loops.push(LoopPlace {
                    span: stmt.span,
                    before_condition: condition.lo,
                    has_condition: true,
                });
            }
            StmtKind::For { init, condition, step, .. } => {
                self.for_loop(stmt, init, *condition);
                if let ForInit::Expr(init) = init {
                    self.full_expression(*init);
                }
                if let Some(step) = step {
                    self.full_expression(*step);
                }
            }
            StmtKind::Switch { operand, body } => self.switch(stmt, *operand, *body),
            StmtKind::Expr(_)
            | StmtKind::Return(_)
            | StmtKind::GotoComputed(_)
            | StmtKind::Asm(_) => self.places.full_expressions.push(stmt.span),
            StmtKind::Empty
            | StmtKind::Goto(_)
            | StmtKind::Continue
            | StmtKind::Break
            | StmtKind::Label { .. }
            | StmtKind::Case { .. }
            | StmtKind::CaseRange { .. }
            | StmtKind::Default { .. } => {}
        }
    }

    fn full_expression(&mut self, expr: ExprId) -> Span {
        let span = self.unit.exprs[expr].span;
        self.places.full_expressions.push(span);
        span
    }

    fn branch(&mut self, start: u32, condition: ExprId) -> Span {
        let condition = self.full_expression(condition);
        self.places.branches.push(Branch { start, condition, cases: None });
        condition
    }

    fn for_loop(&mut self, stmt: &Stmt, init: &ForInit, condition: Option<ExprId>) {
        if let ForInit::Declaration(declaration) = init {
            self.places.full_expressions.push(declaration.span);
        }
        if let Some(condition) = condition {
            let condition = self.branch(stmt.span.lo, condition);
            self.places.loops.push(LoopPlace {
                span: stmt.span,
                before_condition: condition.lo,
                has_condition: true,
            });
            return;
        }
        // The tree does not say where the empty condition stands: behind the first `;`, which
        // belongs to a declaration and follows everything else.
        let first_semicolon = match init {
            ForInit::Declaration(declaration) => Some(declaration.span.hi),
            ForInit::Expr(init) => self.after(self.unit.exprs[*init].span.hi, b';'),
            ForInit::None => {
                let open = self.after(stmt.span.lo + "for".len() as u32, b'(');
                open.and_then(|open| self.after(open, b';'))
            }
        };
        let Some(place) = first_semicolon else { return };
        let condition = Span::at(place);
        self.places.branches.push(Branch { start: stmt.span.lo, condition, cases: None });
        self.places.loops.push(LoopPlace {
            span: stmt.span,
            before_condition: place,
            has_condition: false,
        });
    }

    /// Cases of a switch inside belong to that one.
    fn switch(&mut self, stmt: &Stmt, operand: ExprId, body: StmtId) {
        let condition = self.full_expression(operand);
        let body = self.unit.stmts[body].span;
        let is_inside = |span: Span, outer: Span| outer.lo <= span.lo && span.hi <= outer.hi;
        let inner: Vec<Span> = self
            .unit
            .stmts
            .values()
            .filter(|it| matches!(it.kind, StmtKind::Switch { .. }) && is_inside(it.span, body))
            .map(|it| it.span)
            .collect();
        let mut cases = Vec::new();
        for case in self.unit.stmts.values() {
            let (low, high) = match case.kind {
                StmtKind::Case { value, .. } => (value, value),
                StmtKind::CaseRange { low, high, .. } => (low, high),
                _ => continue,
            };
            if is_inside(case.span, body) && !inner.iter().any(|it| is_inside(case.span, *it)) {
                let span = |expr: ExprId| self.unit.exprs[expr].span;
                cases.push(SwitchCase { low: span(low), high: span(high) });
            }
        }
        let branch = Branch { start: stmt.span.lo, condition, cases: Some(cases) };
        self.places.branches.push(branch);
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Call { arguments, close_paren, .. } => self.places.calls.push(Call {
                span: expr.span,
                close_paren: close_paren.lo,
                last_argument: arguments.last().map(|&last| self.unit.exprs[last].span),
            }),
            ExprKind::Conditional { condition, then: Some(_), .. } => {
                let condition = self.unit.exprs[*condition].span;
                if let Some(after) = self.after(condition.hi, b'?') {
                    let start = after - 1;
                    self.places.branches.push(Branch { start, condition, cases: None });
                }
            }
            _ => {}
        }
    }

    /// The offset behind the byte that comes next, comments and line markers aside.
    fn after(&self, offset: u32, byte: u8) -> Option<u32> {
        let mut at = offset as usize;
        loop {
            let rest = self.text.get(at..)?;
            let skipped = match rest {
                [b'/', b'*', ..] => rest.windows(2).skip(2).position(|it| it == b"*/")? + 4,
                [b'/', b'/', ..] | [b'#', ..] => rest.iter().position(|&it| it == b'\n')? + 1,
                [first, ..] if first.is_ascii_whitespace() => 1,
                [first, ..] if *first == byte => return u32::try_from(at + 1).ok(),
                _ => return None,
            };
            at += skipped;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "int f(int x) { return x; }
int main(void) {
    int i = 0;
    for (;;) { if (i > f(1)) break; i++; }
    do i--; while (i /* down */ > 0);
again:
    i = i ? f(f(2)) : ({ int t = 3; t; });
    switch (i) { case 1: case 3 ... 5: switch (i) { case 9: break; } default: goto again; }
}
";

    fn places() -> Places {
        let mut source = Source::new("a.c", TEXT.as_bytes().to_vec());
        let (unit, diagnostics) = c_syntax::parse(&mut source);
        assert!(!diagnostics.has_errors());
        Places::of(&unit, &source)
    }

    fn text(span: Span) -> &'static str {
        &TEXT[span.lo as usize..span.hi as usize]
    }

    #[test]
    fn loops_know_where_their_condition_is() {
        let loops = places().loops;
        assert_eq!(loops.len(), 2);
        assert!(TEXT[loops[0].before_condition as usize..].starts_with(";) { if"));
        assert!(!loops[0].has_condition);
        assert!(TEXT[loops[1].before_condition as usize..].starts_with("i /* down */"));
    }

    #[test]
    fn branches_start_at_their_keyword_or_question_mark() {
        let branches = places().branches;
        let starts: Vec<&str> = branches.iter().map(|it| &TEXT[it.start as usize..][..2]).collect();
        assert_eq!(starts, ["fo", "if", "do", "? ", "sw", "sw"]);
        assert_eq!(text(branches[3].condition), "i");
        let cases = branches[4].cases.as_ref().unwrap();
        assert_eq!(cases.len(), 2);
        assert_eq!((text(cases[1].low), text(cases[1].high)), ("3", "5"));
    }

    #[test]
    fn calls_end_with_their_parenthesis() {
        let calls = places().calls;
        let found: Vec<&str> = calls.iter().map(|it| text(it.span)).collect();
        assert_eq!(found, ["f(1)", "f(2)", "f(f(2))"]);
        assert!(calls.iter().all(|it| it.close_paren + 1 == it.span.hi));
        assert_eq!(calls[2].last_argument.map(text), Some("f(2)"));
    }

    #[test]
    fn statements_behind_labels_are_found_at_the_label() {
        let places = places();
        let label = TEXT.find("again:").unwrap() as u32;
        let labelled: Vec<_> = places.statements.iter().filter(|it| it.start == label).collect();
        assert_eq!(labelled.len(), 1);
        assert!(text(labelled[0].span).starts_with("i = i ?"));
        assert!(!labelled[0].is_block_item);
        // The block of a statement expression is none.
        let block = TEXT.find("{ int t").unwrap() as u32;
        assert!(places.statements.iter().all(|it| it.span.lo != block));
    }

    #[test]
    fn the_whole_of_a_part() {
        let places = places();
        let at = |needle: &str| {
            let lo = TEXT.find(needle).unwrap() as u32;
            Span::new(lo, lo + needle.len() as u32)
        };
        assert_eq!(places.full_expression(at("f(1)")).map(text), Some("i > f(1)"));
        assert_eq!(places.full_expression(at("f(2)")).map(|it| it.lo), Some(at("i = i").lo));
        assert_eq!(places.full_expression(at("t = 3")).map(text), Some("int t = 3;"));
        assert_eq!(places.function(at("f(1)").lo), Some("main"));
    }
}

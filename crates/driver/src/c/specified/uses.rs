//! What functions use, as far as it matters for one that is looked at by itself: whom it calls, which
//! static objects it comes to, and which pointers the code compares with null.
//!
//! Expressions of the typed tree know their place in the text and not their function, so they are
//! told apart by places.

use std::collections::{BTreeMap, BTreeSet};

use c_sema::typed::{CompareOp, ExprId, ExprKind, FunctionId, ObjectId, StmtKind, Unit};
use c_sema::types::{RecordId, Type};
use source::Span;

pub struct Uses {
    callees: BTreeMap<FunctionId, BTreeSet<FunctionId>>,
    objects: BTreeMap<FunctionId, BTreeSet<ObjectId>>,
    tested_objects: BTreeSet<ObjectId>,
    tested_fields: BTreeSet<(RecordId, u32)>,
    /// Functions that call through pointers.
    indirect: BTreeSet<FunctionId>,
    /// Functions whose address stands outside of all functions, in tables.
    in_tables: BTreeSet<FunctionId>,
}

impl Uses {
    pub fn of(unit: &Unit) -> Self {
        let mut bodies: Vec<(Span, FunctionId)> = Vec::new();
        for (id, function) in unit.functions.iter() {
            if let Some(body) = &function.body {
                let start = unit.stmts[body.block].span.lo;
                bodies.push((Span::new(start, body.end.hi), id));
            }
        }
        bodies.sort_by_key(|(span, _)| span.lo);
        let function_at = |span: Span| {
            let index = bodies.partition_point(|(body, _)| body.lo <= span.lo);
            let (body, id) = bodies.get(index.checked_sub(1)?)?;
            (span.lo < body.hi).then_some(*id)
        };
        let mut uses = Self {
            callees: BTreeMap::new(),
            objects: BTreeMap::new(),
            tested_objects: BTreeSet::new(),
            tested_fields: BTreeSet::new(),
            indirect: BTreeSet::new(),
            in_tables: BTreeSet::new(),
        };
        for expr in unit.exprs.values() {
            let Some(function) = function_at(expr.span) else {
                if let ExprKind::FunctionName(named) = expr.kind {
                    uses.in_tables.insert(named);
                }
                continue;
            };
            if let ExprKind::Call { callee, .. } = expr.kind
                && !is_direct(unit, callee)
            {
                uses.indirect.insert(function);
            }
            match expr.kind {
                ExprKind::FunctionName(callee) => {
                    uses.callees.entry(function).or_default().insert(callee);
                }
                ExprKind::Object(object) => {
                    uses.objects.entry(function).or_default().insert(object);
                }
                _ => {}
            }
        }
        uses.find_tests(unit);
        uses.follow_copies(unit);
        uses
    }

    fn find_tests(&mut self, unit: &Unit) {
        for expr in unit.exprs.values() {
            match &expr.kind {
                ExprKind::Not(operand) => self.tests(unit, *operand),
                ExprKind::And(left, right) | ExprKind::Or(left, right) => {
                    self.tests(unit, *left);
                    self.tests(unit, *right);
                }
                ExprKind::Conditional { condition, .. } => self.tests(unit, *condition),
                ExprKind::Elvis { value, .. } => self.tests(unit, *value),
                ExprKind::Convert { conversion: c_sema::typed::Conversion::ToBool, operand } => {
                    self.tests(unit, *operand);
                }
                ExprKind::Compare(CompareOp::Eq | CompareOp::Ne, left, right) => {
                    if is_null(unit, *right) {
                        self.tests(unit, *left);
                    }
                    if is_null(unit, *left) {
                        self.tests(unit, *right);
                    }
                }
                _ => {}
            }
        }
        for stmt in unit.stmts.values() {
            match stmt.kind {
                StmtKind::If { condition, .. }
                | StmtKind::While { condition, .. }
                | StmtKind::DoWhile { condition, .. }
                | StmtKind::For { condition: Some(condition), .. } => self.tests(unit, condition),
                _ => {}
            }
        }
    }

    /// A pointer that is passed on or kept elsewhere is tested where its copy is.
    fn follow_copies(&mut self, unit: &Unit) {
        let mut copies: Vec<(ObjectId, ObjectId)> = Vec::new();
        for expr in unit.exprs.values() {
            match &expr.kind {
                ExprKind::Assign { target, value } => {
                    if let ExprKind::Object(target) = unit.exprs[*target].kind {
                        copies.extend(loaded(unit, *value).map(|from| (from, target)));
                    }
                }
                ExprKind::Call { callee, arguments, .. } => {
                    let ExprKind::Decay(name) = unit.exprs[*callee].kind else { continue };
                    let ExprKind::FunctionName(function) = unit.exprs[name].kind else { continue };
                    let Some(body) = &unit.functions[function].body else { continue };
                    for (argument, parameter) in arguments.iter().zip(&body.parameters) {
                        copies.extend(loaded(unit, *argument).map(|from| (from, *parameter)));
                    }
                }
                _ => {}
            }
        }
        for stmt in unit.stmts.values() {
            if let StmtKind::Declare { object, init: Some(init) } = &stmt.kind {
                for part in &init.parts {
                    copies.extend(loaded(unit, part.value).map(|from| (from, *object)));
                }
            }
        }
        loop {
            let before = self.tested_objects.len();
            for (from, to) in &copies {
                if self.tested_objects.contains(to) {
                    self.tested_objects.insert(*from);
                }
            }
            if self.tested_objects.len() == before {
                return;
            }
        }
    }

    /// The value is looked at as a truth value.
    fn tests(&mut self, unit: &Unit, expr: ExprId) {
        match unit.exprs[expr].kind {
            ExprKind::Load { place, .. } => match unit.exprs[place].kind {
                ExprKind::Object(object) => {
                    self.tested_objects.insert(object);
                }
                ExprKind::Member { base, field, .. } => {
                    if let Type::Record(record) = unit.types[unit.exprs[base].ty] {
                        self.tested_fields.insert((record, field));
                    }
                }
                _ => {}
            },
            ExprKind::Convert { operand, .. } => self.tests(unit, operand),
            ExprKind::Assign { target, .. } => {
                if let ExprKind::Object(object) = unit.exprs[target].kind {
                    self.tested_objects.insert(object);
                }
            }
            _ => {}
        }
    }

    pub fn is_tested(&self, object: ObjectId) -> bool {
        self.tested_objects.contains(&object)
    }

    pub fn is_tested_field(&self, record: RecordId, field: u32) -> bool {
        self.tested_fields.contains(&(record, field))
    }

    /// The function and all that it calls or takes the address of, at whatever depth; where something is
    /// called through a pointer, also what stands in tables.
    pub fn reached(&self, from: FunctionId) -> BTreeSet<FunctionId> {
        let (mut found, mut pending) = (BTreeSet::new(), vec![from]);
        let mut has_tables = false;
        while let Some(function) = pending.pop() {
            if found.insert(function) {
                pending.extend(self.callees.get(&function).into_iter().flatten());
                if self.indirect.contains(&function) && !has_tables {
                    has_tables = true;
                    pending.extend(&self.in_tables);
                }
            }
        }
        found
    }

    /// Whether it calls somebody whom it does not name.
    pub fn calls_through_pointers(&self, function: FunctionId) -> bool {
        self.indirect.contains(&function)
    }

    /// The objects that functions name.
    pub fn objects_of(&self, functions: &BTreeSet<FunctionId>) -> BTreeSet<ObjectId> {
        let of = |function| self.objects.get(function).into_iter().flatten().copied();
        functions.iter().flat_map(of).collect()
    }
}

/// A call of a function by its name.
fn is_direct(unit: &Unit, callee: ExprId) -> bool {
    match unit.exprs[callee].kind {
        ExprKind::Decay(name) => matches!(unit.exprs[name].kind, ExprKind::FunctionName(_)),
        _ => false,
    }
}

/// The object whose value it is.
fn loaded(unit: &Unit, expr: ExprId) -> Option<ObjectId> {
    match unit.exprs[expr].kind {
        ExprKind::Load { place, .. } => match unit.exprs[place].kind {
            ExprKind::Object(object) => Some(object),
            _ => None,
        },
        ExprKind::Convert { operand, .. } => loaded(unit, operand),
        _ => None,
    }
}

fn is_null(unit: &Unit, expr: ExprId) -> bool {
    match unit.exprs[expr].kind {
        ExprKind::Int(0) => true,
        ExprKind::Convert { operand, .. } => is_null(unit, operand),
        _ => false,
    }
}

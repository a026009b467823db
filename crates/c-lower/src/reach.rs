//! Which functions are worth lowering: those that some run may call.
//!
//! A function is reached if it is the entry, named in a reached function, or named in a static
//! initialiser. Naming is what counts, not calling: a named function's address may go anywhere.

use c_sema::typed::{ExprId, ExprKind, FunctionId, ObjectId, Unit};
use index::{Id, IdSet, IndexVec};
use source::Symbol;

use crate::library::ALLOCATION_ERRNO;
use crate::options::Selection;
use crate::unit::is_undefined;

pub(crate) fn selected_functions(
    unit: &Unit,
    entry: FunctionId,
    selection: Selection,
) -> IdSet<FunctionId> {
    match selection {
        Selection::All => unit.functions.ids().collect(),
        Selection::Reachable => reachable(unit, entry),
    }
}

/// The names of functions and objects that a run from `entry` may use and that nothing defines,
/// each once, in the order of their rows.
pub(crate) fn undefined_names(unit: &Unit, entry: FunctionId) -> Vec<Symbol> {
    let functions = undefined_functions(unit, entry).into_iter();
    let mut names: Vec<Symbol> = functions.map(|function| unit.functions[function].name).collect();
    let named = named_objects(unit);
    let objects = unit.objects.iter().filter(|(id, _)| named.contains(*id));
    let undefined = objects.filter(|(_, row)| is_undefined(row.duration));
    names.extend(undefined.map(|(_, row)| row.name));
    names
}

/// The objects that some expression names.
pub(crate) fn named_objects(unit: &Unit) -> IdSet<ObjectId> {
    let named = |expr: &c_sema::typed::Expr| match expr.kind {
        ExprKind::Object(object) => Some(object),
        _ => None,
    };
    unit.exprs.values().filter_map(named).collect()
}

/// The functions that a run from `entry` may use and that have no body.
pub(crate) fn undefined_functions(unit: &Unit, entry: FunctionId) -> Vec<FunctionId> {
    let reached = reachable(unit, entry);
    reached.iter().filter(|function| unit.functions[*function].body.is_none()).collect()
}

/// Models that lowering calls by itself.
fn named_by_lowering(unit: &Unit) -> Option<FunctionId> {
    let name = unit.symbols.get(ALLOCATION_ERRNO)?;
    unit.functions.iter().find(|(_, row)| row.name == name).map(|(id, _)| id)
}

/// The naming expressions of each function are found by position: a function's text is one
/// stretch of the source, and so are the expressions in it.
fn reachable(unit: &Unit, entry: FunctionId) -> IdSet<FunctionId> {
    let holders = Holders::of(unit);
    let mut names: IndexVec<FunctionId, Vec<FunctionId>> =
        IndexVec::from_elem(Vec::new(), unit.functions.len());
    let mut pending = vec![entry];
    pending.extend(unit.constructors.iter().chain(&unit.destructors).copied());
    pending.extend(named_by_lowering(unit));
    for (id, expr) in unit.exprs.iter() {
        if let ExprKind::FunctionName(function) = expr.kind {
            match holders.holder(unit, id) {
                Some(holder) => names[holder].push(function),
                None => pending.push(function),
            }
        }
    }
    pending.extend(unit.objects.values().filter_map(|object| object.cleanup));
    let mut reached = IdSet::new();
    while let Some(function) = pending.pop() {
        if reached.insert(function) {
            pending.extend(names[function].iter().copied());
        }
    }
    debug_assert!(reached.iter().all(|function| function.index() < unit.functions.len()));
    reached
}

/// Where the bodies of functions stand, first to last.
pub(crate) struct Holders {
    bodies: Vec<(u32, u32, FunctionId)>,
}

impl Holders {
    pub fn of(unit: &Unit) -> Self {
        let mut bodies: Vec<(u32, u32, FunctionId)> = unit
            .functions
            .iter()
            .filter_map(|(id, function)| {
                let body = function.body.as_ref()?;
                let block = unit.stmts[body.block].span;
                Some((block.lo.min(function.span.lo), body.end.hi.max(block.hi), id))
            })
            .collect();
        bodies.sort_unstable();
        Self { bodies }
    }

    /// The function whose text holds the expression. What stands in no body, or where bodies nest,
    /// is taken as named by everyone.
    pub fn holder(&self, unit: &Unit, expr: ExprId) -> Option<FunctionId> {
        let at = unit.exprs[expr].span.lo;
        let after = self.bodies.partition_point(|(lo, _, _)| *lo <= at);
        let (_, hi, function) = *self.bodies.get(after.checked_sub(1)?)?;
        (at < hi).then_some(function)
    }
}

//! One row for each function and object: those that turned out to be another one are dropped,
//! and everything that named them names the other.

use index::{Id, IndexVec};

use crate::typed::{ExprKind, FunctionId, ObjectId, StmtKind, Unit};

/// Rows that are another one, each with the one it is.
///
/// Invariant: following `same` leads to a row that is not replaced.
pub(super) struct Replaced<I: Id> {
    same: IndexVec<I, Option<I>>,
}

impl<I: Id> Replaced<I> {
    pub fn none(n_rows: usize) -> Self {
        Self { same: IndexVec::from_elem(None, n_rows) }
    }

    /// `row` is `other` from now on. False if `other` already is `row`.
    pub fn replace(&mut self, row: I, other: I) -> bool {
        let (row, other) = (self.find(row), self.find(other));
        if row == other {
            return false;
        }
        self.same[row] = Some(other);
        true
    }

    pub fn find(&self, row: I) -> I {
        let mut at = row;
        while let Some(next) = self.same[at] {
            at = next;
        }
        at
    }

    pub fn is_replaced(&self, row: I) -> bool {
        self.same[row].is_some()
    }

    fn is_empty(&self) -> bool {
        self.same.values().all(Option::is_none)
    }

    /// The numbers of the rows after the replaced ones are dropped.
    fn renumber(&self) -> IndexVec<I, I> {
        let mut n_kept = 0;
        let mut kept: IndexVec<I, Option<I>> = IndexVec::with_capacity(self.same.len());
        for same in self.same.values() {
            kept.push(same.is_none().then(|| {
                n_kept += 1;
                I::new(n_kept - 1)
            }));
        }
        let last = |row: I| kept[self.find(row)].expect("the last row of a chain is kept");
        IndexVec::from_fn(self.same.len(), last)
    }
}

/// New numbers of all rows.
pub(super) struct Renumbering {
    pub functions: IndexVec<FunctionId, FunctionId>,
    pub objects: IndexVec<ObjectId, ObjectId>,
}

/// Drops the replaced rows. `None` if there are none.
pub(super) fn rewrite(
    unit: &mut Unit,
    functions: &Replaced<FunctionId>,
    objects: &Replaced<ObjectId>,
) -> Option<Renumbering> {
    if functions.is_empty() && objects.is_empty() {
        return None;
    }
    let new = Renumbering { functions: functions.renumber(), objects: objects.renumber() };
    unit.functions = kept(std::mem::take(&mut unit.functions), functions);
    unit.objects = kept(std::mem::take(&mut unit.objects), objects);
    for function in unit.functions.values_mut() {
        if let Some(body) = &mut function.body {
            body.parameters.iter_mut().for_each(|object| *object = new.objects[*object]);
        }
    }
    for object in unit.objects.values_mut() {
        object.cleanup = object.cleanup.map(|function| new.functions[function]);
    }
    for expr in unit.exprs.values_mut() {
        match &mut expr.kind {
            ExprKind::FunctionName(function) => *function = new.functions[*function],
            ExprKind::Object(object) | ExprKind::CompoundLiteral { object, .. } => {
                *object = new.objects[*object];
            }
            _ => {}
        }
    }
    for stmt in unit.stmts.values_mut() {
        if let StmtKind::Declare { object, .. } = &mut stmt.kind {
            *object = new.objects[*object];
        }
    }
    Some(new)
}

fn kept<I: Id, T>(rows: IndexVec<I, T>, replaced: &Replaced<I>) -> IndexVec<I, T> {
    let mut kept = IndexVec::with_capacity(rows.len());
    for (index, row) in rows.into_iter().enumerate() {
        if !replaced.is_replaced(I::new(index)) {
            kept.push(row);
        }
    }
    kept
}

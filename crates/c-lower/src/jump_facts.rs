//! Which functions a jump by `longjmp` may leave.
//!
//! Such a function calls `longjmp`, or a function that does; through a pointer, if the address of
//! one is used anywhere. Where nothing is jumped back to (no `setjmp`), or where there are threads,
//! jumps are not modelled: then no function is left by one.
//!
//! Ends: functions are only added.

use c_sema::typed::{ExprKind, FunctionId, Unit};
use index::IdSet;

use crate::facts::named_function;
use crate::library::{is_jump, is_set_jump};
use crate::reach::Holders;

#[derive(Debug, Default)]
pub(crate) struct JumpFacts {
    /// Whether `longjmp` is more than a step that is not modelled.
    pub are_modelled: bool,
    /// Functions that may be left by a jump.
    pub left: IdSet<FunctionId>,
    /// Whether a call through a pointer may go to one of them.
    pub through_pointers: bool,
}

/// Calls of one kind, by the functions in whose text they stand; `None` for any function.
type Callers = Vec<Option<FunctionId>>;

impl JumpFacts {
    pub fn of(unit: &Unit, called: &IdSet<FunctionId>, address_taken: &IdSet<FunctionId>) -> Self {
        let is_called = |is: fn(&str) -> bool| {
            let undefined = called.iter().filter(|it| unit.functions[*it].body.is_none());
            undefined.into_iter().any(|it| is(&unit.symbols[unit.functions[it].name]))
        };
        if !is_called(is_jump) || !is_called(is_set_jump) {
            return Self::default();
        }
        let mut facts = Self { are_modelled: true, ..Self::default() };
        facts.close(unit, address_taken);
        facts
    }

    fn close(&mut self, unit: &Unit, address_taken: &IdSet<FunctionId>) {
        let (by_name, by_pointer) = calls(unit);
        let defined = || unit.functions.iter().filter(|(_, row)| row.body.is_some());
        loop {
            let mut leaves: Callers = Vec::new();
            for (callee, caller) in &by_name {
                let row = &unit.functions[*callee];
                let jumps = row.body.is_none() && is_jump(&unit.symbols[row.name]);
                if jumps || self.left.contains(*callee) {
                    leaves.push(*caller);
                }
            }
            if self.through_pointers {
                leaves.extend(&by_pointer);
            }
            // Calls of these stand in no text.
            let mut hidden = unit.constructors.iter().chain(&unit.destructors).copied();
            let mut cleanups = unit.objects.values().filter_map(|object| object.cleanup);
            if hidden.any(|it| self.left.contains(it)) || cleanups.any(|it| self.left.contains(it))
            {
                leaves.push(None);
            }
            let mut has_grown = false;
            for caller in leaves {
                match caller {
                    Some(caller) => has_grown |= self.left.insert(caller),
                    None => defined().for_each(|(id, _)| has_grown |= self.left.insert(id)),
                }
            }
            let is_taken = address_taken.iter().any(|it| self.left.contains(it));
            has_grown |= is_taken && !self.through_pointers;
            self.through_pointers |= is_taken;
            if !has_grown {
                return;
            }
        }
    }
}

/// The calls of a program: whom with whose text, and through pointers.
fn calls(unit: &Unit) -> (Vec<(FunctionId, Option<FunctionId>)>, Callers) {
    let holders = Holders::of(unit);
    let (mut by_name, mut by_pointer) = (Vec::new(), Callers::new());
    for (id, expr) in unit.exprs.iter() {
        let ExprKind::Call { callee, .. } = expr.kind else { continue };
        let holder = holders.holder(unit, id);
        match named_function(unit, callee) {
            Some((function, _)) => by_name.push((function, holder)),
            None => by_pointer.push(holder),
        }
    }
    (by_name, by_pointer)
}

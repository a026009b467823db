//! Calls of recursive functions by their contracts: who calls whom, and what a contract must not
//! leave out.

use std::collections::BTreeSet;

use ir::{Callee, Condition, Expr, ExprId, FunctionId, Op, Program, Scope};

pub fn named(program: &Program, name: &str) -> Option<FunctionId> {
    program.functions.iter().find(|(_, function)| *function.name == *name).map(|(id, _)| id)
}

/// The functions that are called by name.
pub fn callees(program: &Program, function: FunctionId) -> BTreeSet<FunctionId> {
    let mut found = BTreeSet::new();
    if let Some(body) = &program.functions[function].body {
        for edge in body.edges.values() {
            if let Op::Call { callee: Callee::Direct(callee), .. } = &edge.op {
                found.insert(*callee);
            }
        }
    }
    found
}

/// The function and all that it calls, at whatever depth.
pub fn reached(program: &Program, from: FunctionId) -> BTreeSet<FunctionId> {
    let (mut found, mut pending) = (BTreeSet::new(), vec![from]);
    while let Some(function) = pending.pop() {
        if found.insert(function) {
            pending.extend(callees(program, function));
        }
    }
    found
}

/// Everybody calls the twin but the function that tries the contract.
pub fn call_instead(program: &mut Program, of: FunctionId, twin: FunctionId, check: FunctionId) {
    for (id, function) in program.functions.iter_mut() {
        let Some(body) = function.body.as_mut().filter(|_| id != check) else { continue };
        for edge in body.edges.values_mut() {
            if let Op::Call { callee, .. } = &mut edge.op
                && *callee == Callee::Direct(of)
            {
                *callee = Callee::Direct(twin);
            }
        }
    }
}

/// Where the entry is the function that tries a contract: its end is not the end of the program, so
/// nothing has to be freed there. Where what it calls ends the program, what its callers have is not
/// in sight and would be left: no run may come there if that is asked about.
pub fn never_end_the_program(program: &mut Program) {
    let never = program.exprs.intern(Expr::Bool(false));
    let entry = program.entry;
    for (id, function) in program.functions.iter_mut() {
        let Some(body) = function.body.as_mut() else { continue };
        for edge in body.edges.values_mut() {
            let Op::Check { condition, .. } = &mut edge.op else { continue };
            if *condition == Condition::AllFreed {
                match id == entry {
                    true => edge.op = Op::Skip,
                    false => *condition = Condition::Holds(never),
                }
            }
        }
    }
}

/// Why a function's contract does not say all that it does: it or what it calls changes global
/// variables, or calls through pointers.
pub fn changes_globals(program: &Program, function: FunctionId) -> Option<String> {
    let name = &program.functions[function].name;
    let open = |what: &str| Some(format!("`{name}` {what}, which its contract does not speak of"));
    for id in reached(program, function) {
        let Some(body) = &program.functions[id].body else { continue };
        for edge in body.edges.values() {
            let is_global = edge.op.assigned().is_some_and(|var| {
                let var = &program.vars[var];
                var.scope == Scope::Global && !var.name.starts_with("__linchpin_")
            });
            if is_global {
                return open("changes global variables");
            }
            if matches!(&edge.op, Op::Call { callee: Callee::Indirect(..), .. }) {
                return open("calls functions through pointers");
            }
            let mut exprs: Vec<ExprId> = Vec::new();
            edge.op.for_each_expr(|expr| exprs.push(expr));
            while let Some(expr) = exprs.pop() {
                if let Expr::ObjectAddress(object) = program.exprs[expr] {
                    let object = &program.objects[object];
                    if object.scope == Scope::Global && !object.is_read_only {
                        return open("uses global objects");
                    }
                }
                exprs.extend(program.exprs[expr].operands());
            }
        }
    }
    None
}

//! Keeps the functions that a check depends on most directly, and of the others only what they
//! may change.
//!
//! *Expects* a valid program whose memory is not looked at (see below). *Guarantees* a valid
//! program with all runs of the original and more, in which the kept functions are as they were,
//! edge by edge.
//!
//! A driver of sixty thousand lines asks a question about one flag that a handful of functions
//! set. Inlining all the rest is what makes it unaffordable. Here, a function that is not kept
//! becomes
//!
//! ```text
//!   f(...) { g1 = any; g2 = any; ...; return any; }
//! ```
//!
//! over the global variables that it, or whatever it calls, may assign.
//!
//! # Why it is sound
//! A function that is not kept holds no check and nothing unsupported, and neither does anything
//! that it calls; so nothing is lost but what it does to variables and memory. Variables become
//! any value. **Memory is not touched**, so whoever reads memory in the result must take it for
//! unknown: [`forget_memory`](crate::forget_memory) has to follow.

use index::{IdSet, IndexVec};
use ir::{Body, FunctionId, HavocCause, Op, Program, Provenance, Scope, Var, VarId, VarOrigin};

use crate::accesses;
use crate::call_graph::{CallGraph, CallSite, callees};
use crate::points_to::PointsTo;

/// The functions worth keeping: those with checks and those that call them directly, those that
/// assign what these read, and everything that leads to one of them.
pub fn functions_worth_keeping(program: &Program, points_to: &PointsTo) -> IdSet<FunctionId> {
    let calls = Calls::of(program, points_to);
    calls.with_callers(Interest::of(program, points_to, &calls).kept)
}

/// The global variables that the checks depend on most directly: those that are read where checks
/// are, or where functions with checks are called, and those that what is assigned to them is
/// computed from.
pub fn globals_asked_about(program: &Program, points_to: &PointsTo) -> IdSet<VarId> {
    Interest::of(program, points_to, &Calls::of(program, points_to)).globals
}

/// What a check depends on most directly.
struct Interest {
    kept: IdSet<FunctionId>,
    globals: IdSet<VarId>,
}

impl Interest {
    fn of(program: &Program, points_to: &PointsTo, calls: &Calls) -> Self {
        let reachable = CallGraph::of(program, points_to).reachable(program);
        let mut asking: IdSet<FunctionId> =
            reachable.iter().filter(|id| holds(program, *id, is_check)).collect();
        let checking = asking.clone();
        asking.extend(reachable.iter().filter(|id| calls.callees[*id].intersects(&checking)));
        let mut kept = asking.clone();
        kept.extend(reachable.iter().filter(|id| holds(program, *id, is_obstacle)));
        let mut globals = IdSet::new();
        for id in asking.iter() {
            globals.union_with(&globals_read(program, id));
        }
        // Ends: the sets only grow.
        loop {
            let before = (globals.len(), kept.len());
            for id in reachable.iter() {
                let Some(body) = &program.functions[id].body else { continue };
                for edge in body.edges.values() {
                    if edge.op.assigned().is_some_and(|var| globals.contains(var)) {
                        kept.insert(id);
                        let read = accesses::read(&program.exprs, &edge.op);
                        globals.extend(read.iter().filter(|var| is_global(program, *var)));
                    }
                }
            }
            if before == (globals.len(), kept.len()) {
                break;
            }
        }
        kept.insert(program.entry);
        Self { kept, globals }
    }
}

/// The program with all bodies but the kept ones forgotten; `None` if a check or an unsupported
/// step would be lost, or a way to one.
pub fn forget_bodies(
    program: &Program,
    points_to: &PointsTo,
    kept: &IdSet<FunctionId>,
) -> Option<Program> {
    let calls = Calls::of(program, points_to);
    let reachable = CallGraph::of(program, points_to).reachable(program);
    let is_needed = |id: FunctionId| {
        holds(program, id, is_check)
            || holds(program, id, is_obstacle)
            || calls.callees[id].intersects(kept)
    };
    if !kept.contains(program.entry)
        || reachable.iter().any(|id| !kept.contains(id) && is_needed(id))
    {
        return None;
    }
    let assigned = calls.assigned_globals(program);
    let mut forgetful = program.clone();
    for id in program.functions.ids() {
        if program.functions[id].body.is_some() && !kept.contains(id) {
            let body = summary(&mut forgetful, id, &assigned[id]);
            forgetful.functions[id].body = Some(body);
        }
    }
    Some(forgetful)
}

fn summary(program: &mut Program, id: FunctionId, assigned: &IdSet<VarId>) -> Body {
    let mut body = Body::new();
    let mut at = body.entry;
    let provenance = Provenance { span: program.functions[id].span, ..Provenance::default() };
    let mut targets: Vec<VarId> = assigned.iter().collect();
    let result = program.functions[id].signature.result.map(|ty| {
        program.vars.push(Var {
            name: "%result".into(),
            ty,
            scope: Scope::Local(id),
            origin: VarOrigin::Temporary,
            span: program.functions[id].span,
            initial: ir::Initial::Unknown,
        })
    });
    targets.extend(result);
    for target in targets {
        let next = body.add_location();
        let op = Op::Havoc { target, cause: HavocCause::Unmodelled };
        body.add_edge(at, next, op, provenance);
        at = next;
    }
    let value = result.map(|var| program.exprs.intern(ir::Expr::Var(var)));
    let exit = body.exit;
    body.add_edge(at, exit, Op::Return { value }, provenance);
    body
}

fn is_check(op: &Op) -> bool {
    matches!(op, Op::Check { .. })
}

/// What a summary cannot stand for.
fn is_obstacle(op: &Op) -> bool {
    matches!(
        op,
        Op::Unsupported { .. }
            | Op::ThreadCreate { .. }
            | Op::ThreadJoin { .. }
            | Op::ThreadExit { .. }
    )
}

fn holds(program: &Program, id: FunctionId, what: fn(&Op) -> bool) -> bool {
    let body = program.functions[id].body.as_ref();
    body.is_some_and(|body| body.edges.values().any(|edge| what(&edge.op)))
}

fn is_global(program: &Program, var: VarId) -> bool {
    program.vars[var].scope == Scope::Global
}

fn globals_read(program: &Program, id: FunctionId) -> IdSet<VarId> {
    let mut read = IdSet::new();
    for edge in program.functions[id].body.iter().flat_map(|body| body.edges.values()) {
        let vars = accesses::read(&program.exprs, &edge.op);
        read.extend(vars.iter().filter(|var| is_global(program, *var)));
    }
    read
}

/// Who calls whom, through pointers too.
struct Calls {
    callees: IndexVec<FunctionId, IdSet<FunctionId>>,
}

impl Calls {
    fn of(program: &Program, points_to: &PointsTo) -> Self {
        let of_function = |caller: FunctionId| {
            let mut result = IdSet::new();
            let Some(body) = &program.functions[caller].body else { return result };
            for (edge, data) in body.edges.iter() {
                if let Op::Call { .. } = data.op {
                    result.extend(callees(points_to, CallSite { caller, edge }, &data.op));
                }
            }
            result
        };
        Self { callees: program.functions.ids().map(of_function).collect() }
    }

    /// The functions, and everything from which one of them can be called.
    fn with_callers(&self, mut functions: IdSet<FunctionId>) -> IdSet<FunctionId> {
        loop {
            let before = functions.len();
            for (id, callees) in self.callees.iter() {
                if callees.intersects(&functions) {
                    functions.insert(id);
                }
            }
            if before == functions.len() {
                return functions;
            }
        }
    }

    /// The global variables that a call of each function may change.
    fn assigned_globals(&self, program: &Program) -> IndexVec<FunctionId, IdSet<VarId>> {
        let direct = |id: FunctionId| -> IdSet<VarId> {
            let body = program.functions[id].body.iter();
            let assigned =
                body.flat_map(|body| body.edges.values()).filter_map(|edge| edge.op.assigned());
            assigned.filter(|var| is_global(program, *var)).collect()
        };
        let mut assigned: IndexVec<FunctionId, IdSet<VarId>> =
            program.functions.ids().map(direct).collect();
        loop {
            let mut is_changed = false;
            for (id, callees) in self.callees.iter() {
                for callee in callees.iter() {
                    let theirs = assigned[callee].clone();
                    is_changed |= assigned[id].union_with(&theirs);
                }
            }
            if !is_changed {
                return assigned;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::points_to::ExternalPointers;
    use source::Source;

    /// `main` asks about `flag`, which `set` changes; `count` changes `other` only.
    fn program() -> Program {
        let text = "program LP64 entry main\nglobal flag: i32 = 0i32\nglobal other: i32 = 0i32\n\
            check c0: assertion \"flag\"\n\
            fn set() {\n  entry L0 exit L1\n  L0 -> L2: flag = 1i32\n  L2 -> L1: return\n}\n\
            fn count() -> i32 {\n  entry L0 exit L1\n  L0 -> L2: other = (other + 1i32)\n  \
            L2 -> L1: return other\n}\n\
            fn main() {\n  var x: i32\n  entry L0 exit L1\n  L0 -> L2: x = call count()\n  \
            L2 -> L3: call set()\n  L3 -> L4: check c0: (flag == 1i32)\n  L4 -> L1: return\n}\n";
        let program =
            ir::text::parse(&Source::new("test.ir", text.as_bytes().to_vec())).expect("parses");
        assert_eq!(ir::validate(&program), Ok(()));
        program
    }

    fn named(program: &Program, name: &str) -> FunctionId {
        let found = program.functions.iter().find(|(_, it)| &*it.name == name);
        found.expect("a function of the program").0
    }

    #[test]
    fn what_sets_the_flag_stays_and_the_rest_is_summarised() {
        let program = program();
        let points_to = PointsTo::of(&program, ExternalPointers::OwnMemory);
        let kept = functions_worth_keeping(&program, &points_to);
        assert!(kept.contains(named(&program, "set")) && kept.contains(program.entry));
        let count = named(&program, "count");
        assert!(!kept.contains(count));
        let smaller = forget_bodies(&program, &points_to, &kept).expect("nothing is lost");
        assert_eq!(ir::validate(&smaller), Ok(()));
        let body = smaller.functions[count].body.as_ref().expect("a summary");
        let havocs = body.edges.values().filter(|edge| matches!(edge.op, Op::Havoc { .. }));
        // The global variable and the result.
        assert_eq!(havocs.count(), 2);
    }

    #[test]
    fn a_function_on_the_way_to_a_check_must_stay() {
        let program = program();
        let points_to = PointsTo::of(&program, ExternalPointers::OwnMemory);
        assert!(forget_bodies(&program, &points_to, &IdSet::new()).is_none());
    }
}

//! Recursive functions by their contracts: each call becomes what the contract promises, and each
//! body has to keep the promise.
//!
//! *Expects* a valid program. *Guarantees* a valid program without recursion that fails whenever
//! the original does; where it does not fail, neither does the original. `None` where recursive
//! functions, or what they call, do more than compute with numbers (memory, threads, pointers to
//! functions).
//!
//! ```text
//!   int id(int x) {                  requires x >= 0; ensures x <= 3 implies result == x
//!     if (x == 0) return 0;
//!     return id(x - 1) + 1;          check (x - 1 >= 0); r = any; assume (x - 1 <= 3 implies r == x - 1)
//!   }
//!                                    besides: x = any; assume (x >= 0); r = [body]; check the promise
//! ```
//!
//! # Why it is sound
//! A contract says what holds of the parameters whenever a function is *called*, and what holds of
//! parameters, result, and globals before and behind, whenever a call *returns*. Take a run of the
//! original and the first moment at which a check fails, a recursive function is called against its
//! requirements, or one returns against its promise. All recursive calls before it began and returned
//! as they should, so up to there the innermost open recursive call, or the program itself if there is
//! none, took steps that its part of the result can take: finished calls inside it are covered by
//! `any` and the assumption, its parameters are any values that the requirements allow, and the
//! globals it may touch are any values. The result fails at that moment, too. Calls that never return,
//! and runs that end inside one, have nothing to keep.
//!
//! Memory is the reason for what is refused: the bodies start in the memory of the beginning, which
//! is right only because they never look at it.

mod build;
mod cases;
mod lines;
mod table;

use std::collections::BTreeMap;

use index::IdSet;
use ir::{
    Callee, CheckId, CompareOp, Condition, FunctionId, IntType, Op, Program, Scope, Type, VarId,
};

use crate::accesses;
use crate::call_graph::CallGraph;
use crate::points_to::PointsTo;
use build::Builder;

pub use table::{Entry, Table, Tabled, by_table};

/// Contracts of recursive functions. Those that are not listed require and promise nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contracts {
    pub of: BTreeMap<FunctionId, Contract>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contract {
    /// What holds of the parameters of every call.
    pub requires: Vec<Requirement>,
    /// What holds when a call returns.
    pub ensures: Vec<Clause>,
    /// The body is looked at once for each of some values of a parameter, and once for all others.
    pub cases: Option<Cases>,
}

/// Values of a parameter in a row, as bits of its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cases {
    pub parameter: usize,
    pub least: u128,
    pub count: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Requirement {
    Bound(Premise),
    /// One parameter compared with another of its type.
    Order(usize, CompareOp, usize),
}

/// The premises imply `subject op sum of terms + constant`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Clause {
    pub premises: Vec<Premise>,
    pub subject: Subject,
    pub op: CompareOp,
    /// Numbers of the type of the subject, with their factors.
    pub terms: Vec<(Given, u128)>,
    pub constant: u128,
}

/// What a promise is about, when the call returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    Result,
    Global(VarId),
}

/// A number as the call found it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Given {
    Parameter(usize),
    Global(VarId),
}

/// `parameter op bound`, in the type of the parameter; of some of its bits only, if there is a mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Premise {
    pub parameter: usize,
    pub mask: Option<u128>,
    pub op: CompareOp,
    pub bound: u128,
}

impl Premise {
    /// Of a parameter of this type, in bits.
    pub fn holds(&self, ty: IntType, bits: u128) -> bool {
        let value = ty.value(bits & self.mask.unwrap_or(u128::MAX));
        holds(value, self.op, ty.value(self.bound))
    }
}

impl Requirement {
    /// Of parameters of these types, in bits.
    pub fn holds(&self, types: &[IntType], arguments: &[u128]) -> bool {
        let value = |at: usize| types[at].value(arguments[at]);
        match self {
            Self::Bound(premise) => {
                premise.holds(types[premise.parameter], arguments[premise.parameter])
            }
            Self::Order(left, op, right) => holds(value(*left), *op, value(*right)),
        }
    }
}

fn holds(left: i128, op: CompareOp, right: i128) -> bool {
    match op {
        CompareOp::Eq => left == right,
        CompareOp::Ne => left != right,
        CompareOp::Lt => left < right,
        CompareOp::Le => left <= right,
        CompareOp::Gt => left > right,
        CompareOp::Ge => left >= right,
    }
}

/// One line of a contract, by its place in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Line {
    pub function: FunctionId,
    pub half: Half,
    pub index: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Half {
    Requires,
    Ensures,
}

/// The program by contract, and which line each of its additional checks is about.
#[derive(Clone, Debug)]
pub struct ByContract {
    pub program: Program,
    pub lines: BTreeMap<CheckId, Line>,
}

/// The recursive functions that can be replaced by contracts; `None` if there are none or one
/// cannot be.
pub fn recursive_functions(program: &Program, points_to: &PointsTo) -> Option<IdSet<FunctionId>> {
    let calls = CallGraph::of(program, points_to);
    let reachable = calls.reachable(program);
    let recursive: IdSet<FunctionId> =
        calls.recursive().iter().filter(|id| reachable.contains(*id)).collect();
    let inside = calls.graph.reachable(recursive.iter());
    let is_plain = |id: FunctionId| {
        let body = program.functions[id].body.as_ref();
        body.is_none_or(|body| body.edges.values().all(|edge| is_arithmetic(&edge.op)))
    };
    let is_numeric = |id: FunctionId| {
        let function = &program.functions[id];
        let result = function.signature.result;
        let mut vars = function.parameters.iter();
        !function.signature.is_variadic
            && result.is_none_or(|ty| integer(ty).is_some())
            && vars.all(|var| integer(program.vars[*var].ty).is_some())
    };
    // Every way into a recursive function must be a direct call, which can be led elsewhere.
    let is_direct = |id: FunctionId| {
        calls.sites(id).iter().all(|site| {
            let body = program.functions[site.caller].body.as_ref();
            body.is_some_and(|body| {
                matches!(body.edges[site.edge].op, Op::Call { callee: Callee::Direct(_), .. })
            })
        })
    };
    let globals = globals_of(program, &inside);
    let are_numbers = globals.all.iter().all(|var| integer(program.vars[var].ty).is_some());
    let is_possible = !recursive.is_empty()
        && !recursive.contains(program.entry)
        && are_numbers
        && inside.iter().all(is_plain)
        && recursive.iter().all(|id| is_numeric(id) && is_direct(id));
    is_possible.then_some(recursive)
}

/// The program with calls of recursive functions replaced by what their contracts promise, and
/// with checks that the bodies keep it.
pub fn by_contract(
    program: &Program,
    points_to: &PointsTo,
    contracts: &Contracts,
) -> Option<ByContract> {
    let recursive = recursive_functions(program, points_to)?;
    let globals = touched_globals(program, points_to, &recursive);
    // Where nothing is asked there is nothing to be had from contracts either.
    let like = program.checks.ids().next()?;
    let mut builder = Builder::new(program, like, globals);
    let mut stand_ins: BTreeMap<FunctionId, FunctionId> = BTreeMap::new();
    for function in recursive.iter() {
        let contract = contracts.of.get(&function).cloned().unwrap_or_default();
        stand_ins.insert(function, builder.stand_in(function, &contract));
    }
    builder.lead_calls_to(&stand_ins);
    builder.entry(&recursive, contracts);
    Some(ByContract { program: builder.program, lines: builder.lines })
}

/// The global variables that each recursive function, and what it calls, touches.
pub fn touched_globals(
    program: &Program,
    points_to: &PointsTo,
    recursive: &IdSet<FunctionId>,
) -> BTreeMap<FunctionId, Touched> {
    let calls = CallGraph::of(program, points_to);
    let inside = |function: FunctionId| calls.graph.reachable([function]);
    recursive.iter().map(|it| (it, globals_of(program, &inside(it)))).collect()
}

/// Global variables.
#[derive(Clone, Debug, Default)]
pub struct Touched {
    /// Read or assigned.
    pub all: IdSet<VarId>,
    pub assigned: IdSet<VarId>,
}

fn integer(ty: Type) -> Option<IntType> {
    match ty {
        Type::Int(int) => Some(int),
        _ => None,
    }
}

/// What only computes with numbers, calls, or ends.
fn is_arithmetic(op: &Op) -> bool {
    matches!(
        op,
        Op::Skip
            | Op::Assign { .. }
            | Op::Assume { .. }
            | Op::Havoc { .. }
            | Op::Call { callee: Callee::Direct(_), .. }
            | Op::Return { .. }
            | Op::Halt { .. }
            | Op::Check { condition: Condition::Holds(_), .. }
    )
}

fn globals_of(program: &Program, functions: &IdSet<FunctionId>) -> Touched {
    let mut globals = Touched::default();
    let is_global = |var: &VarId| program.vars[*var].scope == Scope::Global;
    for id in functions.iter() {
        for edge in program.functions[id].body.iter().flat_map(|body| body.edges.values()) {
            globals.assigned.extend(edge.op.assigned().filter(is_global));
            globals.all.extend(accesses::read(&program.exprs, &edge.op).iter().filter(is_global));
        }
    }
    globals.all.extend(globals.assigned.iter());
    globals
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::points_to::ExternalPointers;
    use source::Source;

    fn program(body: &str) -> Program {
        let text = format!(
            "program LP64 entry main\nglobal depth: i32 = 0i32\ncheck c0: assertion \"x\"\n\
             fn f(n: i32) -> i32 {{\n  var r: i32\n  entry L0 exit L1\n  {body}\n}}\n\
             fn main() {{\n  var x: i32\n  entry L0 exit L1\n  L0 -> L2: havoc x input\n  \
             L2 -> L3: x = call f(x)\n  L3 -> L4: check c0: (x == 0i32)\n  L4 -> L1: return\n}}\n"
        );
        let program = ir::text::parse(&Source::new("test.ir", text.into_bytes())).expect("parses");
        assert_eq!(ir::validate(&program), Ok(()));
        program
    }

    const RECURSIVE: &str = "L0 -> L2: depth = (depth + 1i32)
        L2 -> L3: r = call f(n)
        L3 -> L1: return r";

    fn result_is_zero(program: &Program) -> Contracts {
        let f = program.functions.iter().find(|(_, it)| &*it.name == "f").expect("it is there").0;
        let depth =
            program.vars.iter().find(|(_, it)| &*it.name == "depth").expect("it is there").0;
        let clause = |subject, terms| Clause {
            premises: Vec::new(),
            subject,
            op: CompareOp::Eq,
            terms,
            constant: 0,
        };
        let zero = clause(Subject::Result, Vec::new());
        let kept = clause(Subject::Global(depth), vec![(Given::Global(depth), 1)]);
        let bound = Premise { parameter: 0, mask: Some(1), op: CompareOp::Eq, bound: 0 };
        let requires = vec![Requirement::Bound(bound)];
        let cases = Some(Cases { parameter: 0, least: u128::from(u32::MAX), count: 3 });
        Contracts {
            of: BTreeMap::from([(f, Contract { requires, ensures: vec![zero, kept], cases })]),
        }
    }

    #[test]
    fn the_result_is_valid_and_has_no_recursion() {
        let program = program(RECURSIVE);
        let points_to = PointsTo::of(&program, ExternalPointers::OwnMemory);
        let made = by_contract(&program, &points_to, &result_is_zero(&program));
        let made = made.expect("it only computes");
        assert_eq!(ir::validate(&made.program), Ok(()));
        // One requirement, and two promises in each of three cases and otherwise.
        assert_eq!(made.lines.len(), 1 + 2 * 4);
        let points_to = PointsTo::of(&made.program, ExternalPointers::OwnMemory);
        let calls = CallGraph::of(&made.program, &points_to);
        assert!(calls.recursive().is_empty());
        // The counter is anything before each of the four bodies, and what the contract says behind calls.
        let of_depth = |edge: &ir::Edge| {
            matches!(edge.op, Op::Havoc { target, .. }
                if made.program.vars[target].scope == Scope::Global)
        };
        let bodies = made.program.functions.values().filter_map(|it| it.body.as_ref());
        assert_eq!(bodies.flat_map(|it| it.edges.values()).filter(|it| of_depth(it)).count(), 4);
    }

    #[test]
    fn programs_without_recursion_are_refused() {
        let program = program("L0 -> L1: return n");
        let points_to = PointsTo::of(&program, ExternalPointers::OwnMemory);
        let contracts = result_is_zero(&program);
        assert!(by_contract(&program, &points_to, &contracts).is_none());
    }
}

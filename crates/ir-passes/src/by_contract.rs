//! Recursive functions by their contracts: each call becomes what the contract promises, and each
//! body has to keep the promise.
//!
//! *Expects* a valid program. *Guarantees* a valid program without recursion that fails whenever
//! the original does; where it does not fail, neither does the original. `None` where recursive
//! functions, or what they call, do more than compute with numbers (memory, threads, pointers to
//! functions).
//!
//! ```text
//!   int id(int x) {                             promise: x <= 3 implies result == x
//!     if (x == 0) return 0;
//!     return id(x - 1) + 1;                     r = any; assume (x - 1 <= 3 implies r == x - 1)
//!   }
//!                                               besides: x = any; r = [body]; check the promise
//! ```
//!
//! # Why it is sound
//! A promise says what holds of parameters and result whenever a call *returns*. Take a run of the
//! original and the first moment at which a check fails or a call of a recursive function returns
//! against its promise. All recursive calls that returned before it kept theirs, so up to there the
//! innermost open recursive call, or the program itself if there is none, took steps that its part
//! of the result can take: finished calls inside it are covered by `any` and the assumption, and
//! its parameters and the globals it may read are any values there. The result fails at that
//! moment, too. Calls that never return, and runs that end inside one, have nothing to keep.
//!
//! Memory is the reason for what is refused: the bodies start in the memory of the beginning, which
//! is right only because they never look at it.

use std::collections::BTreeMap;

use index::IdSet;
use ir::{
    ArithOp, Body, Callee, Check, CheckId, CompareOp, Condition, Expr, ExprId, Function,
    FunctionId, HavocCause, Initial, IntType, LocationId, Op, Program, Provenance, Scope,
    Signature, Type, Var, VarId, VarOrigin,
};

use crate::accesses;
use crate::call_graph::CallGraph;
use crate::points_to::PointsTo;

/// What recursive functions promise. Those that are not listed promise nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contracts {
    pub clauses: BTreeMap<FunctionId, Vec<Clause>>,
}

/// The premises imply `result op sum of terms + constant`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Clause {
    pub premises: Vec<Premise>,
    pub op: CompareOp,
    /// Parameters, of the type of the result, with their factors.
    pub terms: Vec<(usize, u128)>,
    pub constant: u128,
}

/// `parameter op bound`, in the type of the parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Premise {
    pub parameter: usize,
    pub op: CompareOp,
    pub bound: u128,
}

/// What of the result is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Everything,
    /// Only that the promises are kept.
    Promises,
}

/// The program by contract, and which clause each of its additional checks is about.
#[derive(Clone, Debug)]
pub struct ByContract {
    pub program: Program,
    pub promises: BTreeMap<CheckId, (FunctionId, usize)>,
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
    let are_numbers = globals.iter().all(|var| integer(program.vars[var].ty).is_some());
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
    part: Part,
) -> Option<ByContract> {
    let recursive = recursive_functions(program, points_to)?;
    let inside = CallGraph::of(program, points_to).graph.reachable(recursive.iter());
    let globals = globals_of(program, &inside);
    // Where nothing is asked there is nothing to be had from contracts either.
    let like = program.checks.ids().next()?;
    let mut builder = Builder { program: program.clone(), like, promises: BTreeMap::new() };
    let mut stand_ins: BTreeMap<FunctionId, FunctionId> = BTreeMap::new();
    for function in recursive.iter() {
        let clauses = contracts.clauses.get(&function).map_or(&[][..], |clauses| clauses);
        stand_ins.insert(function, builder.stand_in(function, clauses, &globals));
    }
    for id in program.functions.ids() {
        let body = builder.program.functions[id].body.iter_mut();
        for edge in body.flat_map(|body| body.edges.values_mut()) {
            if let Op::Call { callee: Callee::Direct(callee), .. } = &mut edge.op
                && let Some(stand_in) = stand_ins.get(callee)
            {
                *callee = *stand_in;
            }
        }
    }
    builder.entry(&recursive, contracts, &globals, part);
    Some(ByContract { program: builder.program, promises: builder.promises })
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

/// The global variables that the functions read or assign.
fn globals_of(program: &Program, functions: &IdSet<FunctionId>) -> IdSet<VarId> {
    let mut globals = IdSet::new();
    for id in functions.iter() {
        for edge in program.functions[id].body.iter().flat_map(|body| body.edges.values()) {
            let read = accesses::read(&program.exprs, &edge.op);
            let touched = read.iter().chain(edge.op.assigned());
            globals.extend(touched.filter(|var| program.vars[*var].scope == Scope::Global));
        }
    }
    globals
}

struct Builder {
    program: Program,
    /// A check of the original, whose kind the additional ones take.
    like: CheckId,
    promises: BTreeMap<CheckId, (FunctionId, usize)>,
}

/// A body that is being written, edge after edge.
struct Chain {
    body: Body,
    at: LocationId,
    provenance: Provenance,
}

impl Chain {
    fn new(provenance: Provenance) -> Self {
        let body = Body::new();
        Self { at: body.entry, body, provenance }
    }

    fn then(&mut self, op: Op) {
        let next = self.body.add_location();
        self.body.add_edge(self.at, next, op, self.provenance);
        self.at = next;
    }

    fn finish(&mut self, value: Option<ExprId>) {
        let exit = self.body.exit;
        self.body.add_edge(self.at, exit, Op::Return { value }, self.provenance);
    }
}

impl Builder {
    fn expr(&mut self, expr: Expr) -> ExprId {
        self.program.exprs.intern(expr)
    }

    fn local(&mut self, function: FunctionId, ty: Type) -> VarId {
        let span = self.program.functions[function].span;
        self.program.vars.push(Var {
            name: "%contract".into(),
            ty,
            scope: Scope::Local(function),
            origin: VarOrigin::Temporary,
            span,
            initial: Initial::Unknown,
        })
    }

    fn function(&mut self, like: FunctionId, signature: Signature) -> FunctionId {
        let original = &self.program.functions[like];
        let name = format!("{} by contract", original.name).into();
        let function =
            Function { name, span: original.span, signature, parameters: Vec::new(), body: None };
        let types = function.signature.parameters.clone();
        let id = self.program.functions.push(function);
        let parameters = types.into_iter().map(|ty| self.local(id, ty)).collect();
        self.program.functions[id].parameters = parameters;
        id
    }

    /// The parameters and the result, and what a clause says of them.
    fn clause(&mut self, clause: &Clause, vars: &[VarId], result: VarId) -> Option<ExprId> {
        let ty = integer(self.program.vars[result].ty)?;
        let mut sum = self.expr(Expr::Int(ty, clause.constant));
        for (parameter, factor) in &clause.terms {
            let var = self.expr(Expr::Var(*vars.get(*parameter)?));
            if self.program.type_of(var) != Type::Int(ty) {
                return None;
            }
            let factor = self.expr(Expr::Int(ty, *factor));
            let term = self.expr(Expr::Arith(ArithOp::Mul, factor, var));
            sum = self.expr(Expr::Arith(ArithOp::Add, sum, term));
        }
        let result = self.expr(Expr::Var(result));
        let mut holds = self.expr(Expr::Compare(clause.op, result, sum));
        for premise in &clause.premises {
            let var = *vars.get(premise.parameter)?;
            let ty = integer(self.program.vars[var].ty)?;
            let (var, bound) = (self.expr(Expr::Var(var)), self.expr(Expr::Int(ty, premise.bound)));
            let given = self.expr(Expr::Compare(premise.op, var, bound));
            let otherwise = self.expr(Expr::Not(given));
            holds = self.expr(Expr::Or(otherwise, holds));
        }
        Some(holds)
    }

    /// A function that changes what the recursive one may change, and returns anything that its
    /// contract allows.
    fn stand_in(
        &mut self,
        like: FunctionId,
        clauses: &[Clause],
        globals: &IdSet<VarId>,
    ) -> FunctionId {
        let signature = self.program.functions[like].signature.clone();
        let result = signature.result;
        let id = self.function(like, signature);
        let span = self.program.functions[like].span;
        let mut chain = Chain::new(Provenance { span, ..Provenance::default() });
        for target in globals.iter() {
            chain.then(Op::Havoc { target, cause: HavocCause::Unmodelled });
        }
        let mut value = None;
        if let Some(ty) = result {
            let target = self.local(id, ty);
            chain.then(Op::Havoc { target, cause: HavocCause::Unmodelled });
            let parameters = self.program.functions[id].parameters.clone();
            for clause in clauses {
                if let Some(condition) = self.clause(clause, &parameters, target) {
                    chain.then(Op::Assume { condition });
                }
            }
            value = Some(self.expr(Expr::Var(target)));
        }
        chain.finish(value);
        self.program.functions[id].body = Some(chain.body);
        id
    }

    /// A new entry, which chooses between the program and the bodies.
    fn entry(
        &mut self,
        recursive: &IdSet<FunctionId>,
        contracts: &Contracts,
        globals: &IdSet<VarId>,
        part: Part,
    ) {
        let old = self.program.entry;
        let signature = Signature { result: None, ..self.program.functions[old].signature.clone() };
        let id = self.function(old, signature);
        let span = self.program.functions[old].span;
        let mut chain = Chain::new(Provenance { span, ..Provenance::default() });
        let number = IntType::signed(32);
        let choice = self.local(id, Type::Int(number));
        chain.then(Op::Havoc { target: choice, cause: HavocCause::Unmodelled });
        let fork = chain.at;
        let whole = (part == Part::Everything).then_some(old);
        let cases = whole.into_iter().chain(recursive.iter());
        for (index, function) in cases.enumerate() {
            chain.at = fork;
            let left = self.expr(Expr::Var(choice));
            let right = self.expr(Expr::Int(number, index as u128));
            let condition = self.expr(Expr::Compare(CompareOp::Eq, left, right));
            chain.then(Op::Assume { condition });
            if function == old {
                let parameters = self.program.functions[id].parameters.clone();
                let arguments = parameters.into_iter().map(|var| self.expr(Expr::Var(var)));
                let (target, callee) = (None, Callee::Direct(old));
                let arguments = arguments.collect();
                chain.then(Op::Call { target, callee, arguments });
            } else {
                let clauses = contracts.clauses.get(&function).map_or(&[][..], |it| it);
                self.kept_promise(id, &mut chain, function, clauses, globals);
            }
            chain.finish(None);
        }
        self.program.functions[id].body = Some(chain.body);
        self.program.entry = id;
    }

    /// Calls the body of a recursive function in any state, and checks what it promises.
    fn kept_promise(
        &mut self,
        id: FunctionId,
        chain: &mut Chain,
        function: FunctionId,
        clauses: &[Clause],
        globals: &IdSet<VarId>,
    ) {
        for target in globals.iter() {
            chain.then(Op::Havoc { target, cause: HavocCause::Unmodelled });
        }
        let signature = self.program.functions[function].signature.clone();
        let mut vars = Vec::new();
        for ty in signature.parameters {
            let target = self.local(id, ty);
            chain.then(Op::Havoc { target, cause: HavocCause::Unmodelled });
            vars.push(target);
        }
        let arguments = vars.iter().map(|var| self.expr(Expr::Var(*var))).collect();
        let target = signature.result.map(|ty| self.local(id, ty));
        chain.then(Op::Call { target, callee: Callee::Direct(function), arguments });
        let Some(result) = target else { return };
        for (index, clause) in clauses.iter().enumerate() {
            // What cannot be said was not assumed either.
            let Some(condition) = self.clause(clause, &vars, result) else { continue };
            let text = format!("the contract of `{}`", self.program.functions[function].name);
            let span = self.program.functions[function].span;
            let kind = self.program.checks[self.like].kind;
            let check = self.program.checks.push(Check { kind, span, text: text.into() });
            self.promises.insert(check, (function, index));
            chain.then(Op::Check { check, condition: Condition::Holds(condition) });
        }
    }
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
        let clause =
            Clause { premises: Vec::new(), op: CompareOp::Eq, terms: Vec::new(), constant: 0 };
        Contracts { clauses: BTreeMap::from([(f, vec![clause])]) }
    }

    #[test]
    fn the_result_is_valid_and_has_no_recursion() {
        let program = program(RECURSIVE);
        let points_to = PointsTo::of(&program, ExternalPointers::OwnMemory);
        for part in [Part::Everything, Part::Promises] {
            let made = by_contract(&program, &points_to, &result_is_zero(&program), part);
            let made = made.expect("it only computes");
            assert_eq!(ir::validate(&made.program), Ok(()));
            assert_eq!(made.promises.len(), 1);
            let points_to = PointsTo::of(&made.program, ExternalPointers::OwnMemory);
            let calls = CallGraph::of(&made.program, &points_to);
            assert!(calls.recursive().is_empty());
            // What the body does to the counter is havocked wherever it is called.
            let of_depth = |edge: &ir::Edge| {
                matches!(edge.op, Op::Havoc { target, .. }
                if made.program.vars[target].scope == Scope::Global)
            };
            let bodies = made.program.functions.values().filter_map(|it| it.body.as_ref());
            assert_eq!(
                bodies.flat_map(|it| it.edges.values()).filter(|it| of_depth(it)).count(),
                2
            );
        }
    }

    #[test]
    fn programs_without_recursion_are_refused() {
        let program = program("L0 -> L1: return n");
        let points_to = PointsTo::of(&program, ExternalPointers::OwnMemory);
        let contracts = result_is_zero(&program);
        assert!(by_contract(&program, &points_to, &contracts, Part::Everything).is_none());
    }
}

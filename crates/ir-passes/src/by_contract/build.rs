//! Writes the program by contract.

use std::collections::BTreeMap;

use index::IdSet;
use ir::{
    Body, Callee, Check, CheckId, CompareOp, Condition, Expr, ExprId, Function, FunctionId,
    HavocCause, Initial, IntType, LocationId, Op, Program, Provenance, Scope, Signature, Type, Var,
    VarId, VarOrigin,
};

use super::cases::Case;
use super::lines::Call;
use super::{Clause, Contract, Contracts, Half, Line, Subject, Touched};

pub(super) struct Builder {
    pub program: Program,
    /// A check of the original, whose kind the additional ones take.
    like: CheckId,
    /// What each recursive function touches.
    touched: BTreeMap<FunctionId, Touched>,
    pub lines: BTreeMap<CheckId, Line>,
}

/// A body that is being written, edge after edge.
pub(super) struct Chain {
    pub body: Body,
    pub at: LocationId,
    provenance: Provenance,
}

impl Chain {
    pub fn new(provenance: Provenance) -> Self {
        let body = Body::new();
        Self { at: body.entry, body, provenance }
    }

    pub fn then(&mut self, op: Op) {
        let next = self.body.add_location();
        self.body.add_edge(self.at, next, op, self.provenance);
        self.at = next;
    }

    pub fn finish(&mut self, value: Option<ExprId>) {
        let exit = self.body.exit;
        self.body.add_edge(self.at, exit, Op::Return { value }, self.provenance);
    }
}

impl Builder {
    pub fn new(program: &Program, like: CheckId, touched: BTreeMap<FunctionId, Touched>) -> Self {
        Self { program: program.clone(), like, touched, lines: BTreeMap::new() }
    }

    /// Calls of functions become calls of what stands in for them.
    pub fn lead_calls_to(&mut self, stand_ins: &BTreeMap<FunctionId, FunctionId>) {
        for function in self.program.functions.values_mut() {
            for edge in function.body.iter_mut().flat_map(|body| body.edges.values_mut()) {
                if let Op::Call { callee: Callee::Direct(callee), .. } = &mut edge.op
                    && let Some(stand_in) = stand_ins.get(callee)
                {
                    *callee = *stand_in;
                }
            }
        }
    }

    pub fn expr(&mut self, expr: Expr) -> ExprId {
        self.program.exprs.intern(expr)
    }

    pub fn local(&mut self, function: FunctionId, ty: Type) -> VarId {
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

    pub fn function(&mut self, like: FunctionId, signature: Signature) -> FunctionId {
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

    /// Checks that a line of a contract holds.
    fn check(&mut self, chain: &mut Chain, line: Line, condition: ExprId) {
        let function = &self.program.functions[line.function];
        let text = match line.half {
            Half::Requires => format!("what `{}` requires", function.name),
            Half::Ensures => format!("what `{}` promises", function.name),
        };
        let (kind, span) = (self.program.checks[self.like].kind, function.span);
        let check = self.program.checks.push(Check { kind, span, text: text.into() });
        self.lines.insert(check, line);
        chain.then(Op::Check { check, condition: Condition::Holds(condition) });
    }

    /// Keeps what the globals are before a call.
    fn before(
        &mut self,
        id: FunctionId,
        chain: &mut Chain,
        called: FunctionId,
    ) -> BTreeMap<VarId, VarId> {
        let mut before = BTreeMap::new();
        for global in self.touched[&called].assigned.clone().iter() {
            let target = self.local(id, self.program.vars[global].ty);
            let value = self.expr(Expr::Var(global));
            chain.then(Op::Assign { target, value });
            before.insert(global, target);
        }
        before
    }

    /// A function that checks what the recursive one requires, changes what it may change, and
    /// returns anything that its contract allows.
    pub fn stand_in(&mut self, like: FunctionId, contract: &Contract) -> FunctionId {
        let signature = self.program.functions[like].signature.clone();
        let result = signature.result;
        let id = self.function(like, signature);
        let span = self.program.functions[like].span;
        let mut chain = Chain::new(Provenance { span, ..Provenance::default() });
        let parameters = self.program.functions[id].parameters.clone();
        for (index, requirement) in contract.requires.iter().enumerate() {
            if let Some(condition) = self.requirement(requirement, &parameters) {
                let line = Line { function: like, half: Half::Requires, index };
                self.check(&mut chain, line, condition);
            }
        }
        let before = self.before(id, &mut chain, like);
        let mut subjects: Vec<(Subject, VarId)> = Vec::new();
        subjects.extend(before.keys().map(|var| (Subject::Global(*var), *var)));
        let result = result.map(|ty| self.local(id, ty));
        subjects.extend(result.map(|var| (Subject::Result, var)));
        let call = Call { parameters, before, result };
        let fork = chain.at;
        for case in self.cases(like, Some(contract)) {
            chain.at = fork;
            self.assume_case(&mut chain, &case, &call.parameters);
            let fits = |clause: &&Clause| {
                !clause.premises.iter().any(|it| self.decided(it, &case, &call) == Some(false))
            };
            let mut clauses: Vec<&Clause> = contract.ensures.iter().filter(fits).collect();
            for (subject, target) in &subjects {
                let target = *target;
                match self.only_value(*subject, &clauses, &case, &call) {
                    // Nothing more has to be said of what is known.
                    Some(value) => {
                        clauses.retain(|clause| clause.subject != *subject);
                        chain.then(Op::Assign { target, value });
                    }
                    None => chain.then(Op::Havoc { target, cause: HavocCause::Unmodelled }),
                }
            }
            for clause in clauses {
                if let Some(condition) = self.clause(clause, &call) {
                    chain.then(Op::Assume { condition });
                }
            }
            let value = result.map(|result| self.expr(Expr::Var(result)));
            chain.finish(value);
        }
        self.program.functions[id].body = Some(chain.body);
        id
    }

    /// A new entry, which chooses between the program and the bodies.
    pub fn entry(&mut self, recursive: &IdSet<FunctionId>, contracts: &Contracts) {
        let old = self.program.entry;
        let signature = Signature { result: None, ..self.program.functions[old].signature.clone() };
        let id = self.function(old, signature);
        let span = self.program.functions[old].span;
        let mut chain = Chain::new(Provenance { span, ..Provenance::default() });
        let number = IntType::signed(32);
        let choice = self.local(id, Type::Int(number));
        chain.then(Op::Havoc { target: choice, cause: HavocCause::Unmodelled });
        let fork = chain.at;
        let mut cases = vec![(old, Case::Any)];
        for function in recursive.iter() {
            let contract = contracts.of.get(&function);
            cases.extend(self.cases(function, contract).into_iter().map(|case| (function, case)));
        }
        for (index, (function, case)) in cases.into_iter().enumerate() {
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
                let contract = contracts.of.get(&function).cloned().unwrap_or_default();
                self.kept_promise(id, &mut chain, (function, case), &contract);
            }
            chain.finish(None);
        }
        self.program.functions[id].body = Some(chain.body);
        self.program.entry = id;
    }

    /// Calls the body of a recursive function in any state that its contract and the case allow, and
    /// checks what it promises.
    fn kept_promise(
        &mut self,
        id: FunctionId,
        chain: &mut Chain,
        (function, case): (FunctionId, Case),
        contract: &Contract,
    ) {
        for target in self.touched[&function].all.iter() {
            chain.then(Op::Havoc { target, cause: HavocCause::Unmodelled });
        }
        let signature = self.program.functions[function].signature.clone();
        let mut parameters = Vec::new();
        for (index, ty) in signature.parameters.into_iter().enumerate() {
            let target = self.local(id, ty);
            parameters.push(target);
            let op = match (&case, ty) {
                (Case::Value(parameter, bits), Type::Int(int)) if *parameter == index => {
                    Op::Assign { target, value: self.expr(Expr::Int(int, *bits)) }
                }
                _ => Op::Havoc { target, cause: HavocCause::Unmodelled },
            };
            chain.then(op);
        }
        if let Case::Otherwise(..) = case {
            self.assume_case(chain, &case, &parameters);
        }
        // What cannot be said is neither assumed nor checked, anywhere.
        for requirement in &contract.requires {
            if let Some(condition) = self.requirement(requirement, &parameters) {
                chain.then(Op::Assume { condition });
            }
        }
        let before = self.before(id, chain, function);
        let arguments = parameters.iter().map(|var| self.expr(Expr::Var(*var))).collect();
        let result = signature.result.map(|ty| self.local(id, ty));
        chain.then(Op::Call { target: result, callee: Callee::Direct(function), arguments });
        let call = Call { parameters, before, result };
        for (index, clause) in contract.ensures.iter().enumerate() {
            // What does not apply in the case holds there.
            if clause.premises.iter().any(|it| self.decided(it, &case, &call) == Some(false)) {
                continue;
            }
            if let Some(condition) = self.clause(clause, &call) {
                let line = Line { function, half: Half::Ensures, index };
                self.check(chain, line, condition);
            }
        }
    }
}

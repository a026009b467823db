//! Writes the program by contract.

use std::collections::BTreeMap;

use index::IdSet;
use ir::{
    ArithOp, Body, Callee, Check, CheckId, CompareOp, Condition, Expr, ExprId, Function,
    FunctionId, HavocCause, Initial, IntType, LocationId, Op, Program, Provenance, Scope, Sign,
    Signature, Type, Var, VarId, VarOrigin,
};

use super::{
    Clause, Contract, Contracts, Given, Half, Line, Premise, Requirement, Subject, Touched, integer,
};

pub(super) struct Builder {
    pub program: Program,
    /// A check of the original, whose kind the additional ones take.
    like: CheckId,
    /// What each recursive function touches.
    touched: BTreeMap<FunctionId, Touched>,
    pub lines: BTreeMap<CheckId, Line>,
}

/// The variables that hold what a contract is about.
struct Call {
    parameters: Vec<VarId>,
    /// Copies of the globals that may be assigned, from before the call.
    before: BTreeMap<VarId, VarId>,
    result: Option<VarId>,
}

/// With which arguments a body is looked at.
enum Case {
    Any,
    /// A parameter is this number.
    Value(usize, u128),
    /// It is none of these.
    Otherwise(usize, Vec<u128>),
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

    /// What a clause is about, and the sum that it compares with; `None` where it does not fit.
    fn sides(&mut self, clause: &Clause, call: &Call) -> Option<(ExprId, ExprId)> {
        let subject = match clause.subject {
            Subject::Result => call.result?,
            // What is not assigned has no copy, and stays.
            Subject::Global(var) => call.before.contains_key(&var).then_some(var)?,
        };
        let ty = integer(self.program.vars[subject].ty)?;
        let mut sum = self.expr(Expr::Int(ty, clause.constant));
        for (given, factor) in &clause.terms {
            let var = match given {
                Given::Parameter(parameter) => *call.parameters.get(*parameter)?,
                Given::Global(var) => *call.before.get(var)?,
            };
            let var = self.expr(Expr::Var(var));
            if self.program.type_of(var) != Type::Int(ty) {
                return None;
            }
            let factor = self.expr(Expr::Int(ty, *factor));
            let term = self.expr(Expr::Arith(ArithOp::Mul, factor, var));
            sum = self.expr(Expr::Arith(ArithOp::Add, sum, term));
        }
        Some((self.expr(Expr::Var(subject)), sum))
    }

    /// What a clause says of a call.
    fn clause(&mut self, clause: &Clause, call: &Call) -> Option<ExprId> {
        let (subject, sum) = self.sides(clause, call)?;
        let mut holds = self.expr(Expr::Compare(clause.op, subject, sum));
        for premise in &clause.premises {
            let given = self.premise(premise, &call.parameters)?;
            let otherwise = self.expr(Expr::Not(given));
            holds = self.expr(Expr::Or(otherwise, holds));
        }
        Some(holds)
    }

    fn premise(&mut self, premise: &Premise, parameters: &[VarId]) -> Option<ExprId> {
        let var = *parameters.get(premise.parameter)?;
        let ty = integer(self.program.vars[var].ty)?;
        let mut value = self.expr(Expr::Var(var));
        if let Some(mask) = premise.mask {
            let mask = self.expr(Expr::Int(ty, mask));
            value = self.expr(Expr::Arith(ArithOp::BitAnd, value, mask));
        }
        let bound = self.expr(Expr::Int(ty, premise.bound));
        Some(self.expr(Expr::Compare(premise.op, value, bound)))
    }

    fn requirement(&mut self, requirement: &Requirement, parameters: &[VarId]) -> Option<ExprId> {
        match requirement {
            Requirement::Bound(premise) => self.premise(premise, parameters),
            Requirement::Order(left, op, right) => {
                let (left, right) = (*parameters.get(*left)?, *parameters.get(*right)?);
                let ty = integer(self.program.vars[left].ty)?;
                if self.program.vars[right].ty != Type::Int(ty) {
                    return None;
                }
                let (left, right) = (self.expr(Expr::Var(left)), self.expr(Expr::Var(right)));
                Some(self.expr(Expr::Compare(*op, left, right)))
            }
        }
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
            self.assume_case(&mut chain, &case, &call);
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

    /// What a call leaves in a case, where a clause says so: a constant where the arguments are.
    fn only_value(
        &mut self,
        subject: Subject,
        clauses: &[&Clause],
        case: &Case,
        call: &Call,
    ) -> Option<ExprId> {
        let says = |clause: &&&Clause| {
            let mut premises = clause.premises.iter();
            (clause.subject, clause.op) == (subject, CompareOp::Eq)
                && premises.all(|it| self.decided(it, case, call) == Some(true))
        };
        let clause = clauses.iter().find(says)?;
        let (_, sum) = self.sides(clause, call)?;
        Some(sum)
    }

    /// Goes on in a case only.
    fn assume_case(&mut self, chain: &mut Chain, case: &Case, call: &Call) {
        let (parameter, values, op) = match case {
            Case::Any => return,
            Case::Value(parameter, bits) => (*parameter, vec![*bits], CompareOp::Eq),
            Case::Otherwise(parameter, values) => (*parameter, values.clone(), CompareOp::Ne),
        };
        let var = call.parameters[parameter];
        let Some(ty) = integer(self.program.vars[var].ty) else { return };
        for bits in values {
            let (value, bits) = (self.expr(Expr::Var(var)), self.expr(Expr::Int(ty, bits)));
            let condition = self.expr(Expr::Compare(op, value, bits));
            chain.then(Op::Assume { condition });
        }
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

    /// The cases in which the body of a function is looked at: together they are all.
    fn cases(&self, function: FunctionId, contract: Option<&Contract>) -> Vec<Case> {
        let parameters = &self.program.functions[function].signature.parameters;
        let Some(cases) = contract.and_then(|it| it.cases) else { return vec![Case::Any] };
        let Some(ty) = parameters.get(cases.parameter).and_then(|ty| integer(*ty)) else {
            return vec![Case::Any];
        };
        let mask = u128::MAX >> (128 - u32::from(ty.width));
        let value = |index: u32| cases.least.wrapping_add(u128::from(index)) & mask;
        let values: Vec<u128> = (0..cases.count).map(value).collect();
        let each = values.iter().map(|bits| Case::Value(cases.parameter, *bits));
        each.chain([Case::Otherwise(cases.parameter, values.clone())]).collect()
    }

    /// Whether a premise holds in a case, if the case tells.
    fn decided(&self, premise: &Premise, case: &Case, call: &Call) -> Option<bool> {
        let Case::Value(parameter, bits) = case else { return None };
        let ty = integer(self.program.vars[*call.parameters.get(premise.parameter)?].ty)?;
        if premise.parameter != *parameter || ty.width > 64 {
            return None;
        }
        let unused = 128 - u32::from(ty.width);
        let number = |bits: u128| match ty.sign {
            Sign::Signed => (bits << unused) as i128 >> unused,
            Sign::Unsigned => bits as i128,
        };
        let value = number(bits & premise.mask.unwrap_or(u128::MAX));
        let bound = number(premise.bound);
        Some(match premise.op {
            CompareOp::Eq => value == bound,
            CompareOp::Ne => value != bound,
            CompareOp::Lt => value < bound,
            CompareOp::Le => value <= bound,
            CompareOp::Gt => value > bound,
            CompareOp::Ge => value >= bound,
        })
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
            let (before, result) = (BTreeMap::new(), None);
            self.assume_case(
                chain,
                &case,
                &Call { parameters: parameters.clone(), before, result },
            );
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

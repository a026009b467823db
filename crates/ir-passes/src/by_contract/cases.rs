//! Calls by the values of one parameter.
//!
//! Where a contract has a line for each of few arguments, the body is looked at once for each, and
//! what a call leaves is a constant where its argument is: a question about forty values at once
//! would be left to the solver.

use ir::{CompareOp, Expr, ExprId, FunctionId, Op, VarId};

use super::build::{Builder, Chain};
use super::lines::Call;
use super::{Clause, Contract, Premise, Subject, integer};

/// With which arguments a body is looked at.
pub(super) enum Case {
    Any,
    /// A parameter is this number.
    Value(usize, u128),
    /// It is none of these.
    Otherwise(usize, Vec<u128>),
}

impl Builder {
    /// The cases in which the body of a function is looked at: together they are all.
    pub(super) fn cases(&self, function: FunctionId, contract: Option<&Contract>) -> Vec<Case> {
        let parameters = &self.program.functions[function].signature.parameters;
        let Some(cases) = contract.and_then(|it| it.cases) else { return vec![Case::Any] };
        let Some(ty) = parameters.get(cases.parameter).and_then(|ty| integer(*ty)) else {
            return vec![Case::Any];
        };
        let value = |index: u32| cases.least.wrapping_add(u128::from(index)) & ty.mask();
        let values: Vec<u128> = (0..cases.count).map(value).collect();
        let each = values.iter().map(|bits| Case::Value(cases.parameter, *bits));
        each.chain([Case::Otherwise(cases.parameter, values.clone())]).collect()
    }

    /// Whether a premise holds in a case, if the case tells.
    pub(super) fn decided(&self, premise: &Premise, case: &Case, call: &Call) -> Option<bool> {
        let Case::Value(parameter, bits) = case else { return None };
        let ty = integer(self.program.vars[*call.parameters.get(premise.parameter)?].ty)?;
        if premise.parameter != *parameter || ty.width > 64 {
            return None;
        }
        Some(premise.holds(ty, *bits))
    }

    /// Goes on in a case only.
    pub(super) fn assume_case(&mut self, chain: &mut Chain, case: &Case, parameters: &[VarId]) {
        let (parameter, values, op) = match case {
            Case::Any => return,
            Case::Value(parameter, bits) => (*parameter, vec![*bits], CompareOp::Eq),
            Case::Otherwise(parameter, values) => (*parameter, values.clone(), CompareOp::Ne),
        };
        let var = parameters[parameter];
        let Some(ty) = integer(self.program.vars[var].ty) else { return };
        for bits in values {
            let (value, bits) = (self.expr(Expr::Var(var)), self.expr(Expr::Int(ty, bits)));
            let condition = self.expr(Expr::Compare(op, value, bits));
            chain.then(Op::Assume { condition });
        }
    }

    /// What a call leaves in a case, where a clause says so: a constant where the arguments are.
    pub(super) fn only_value(
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
}

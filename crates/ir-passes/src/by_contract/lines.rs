//! What the lines of a contract say of a call, as conditions of the program.

use std::collections::BTreeMap;

use ir::{ArithOp, Expr, ExprId, Type, VarId};

use super::build::Builder;
use super::{Clause, Given, Premise, Requirement, Subject, integer};

/// The variables that hold what a contract is about.
pub(super) struct Call {
    pub parameters: Vec<VarId>,
    /// Copies of the globals that may be assigned, from before the call.
    pub before: BTreeMap<VarId, VarId>,
    pub result: Option<VarId>,
}

impl Builder {
    /// What a clause is about, and the sum that it compares with; `None` where it does not fit.
    pub(super) fn sides(&mut self, clause: &Clause, call: &Call) -> Option<(ExprId, ExprId)> {
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
    pub(super) fn clause(&mut self, clause: &Clause, call: &Call) -> Option<ExprId> {
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

    pub(super) fn requirement(
        &mut self,
        requirement: &Requirement,
        parameters: &[VarId],
    ) -> Option<ExprId> {
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
}

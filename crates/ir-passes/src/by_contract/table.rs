//! Recursive functions by a table of what some of their calls do.
//!
//! For guesses only: the values of a function far up in its recursion are had from those just below,
//! where calling it would take exponential time.
//!
//! *Expects* a program that [`recursive_functions`](super::recursive_functions) allows. *Guarantees*
//! a valid program without recursion, in which a call that is in the table does what the table says,
//! and any other one is blocked where it stands, its arguments in the parameters.

use std::collections::BTreeMap;

use ir::{ArithOp, CompareOp, Expr, FunctionId, Op, Program, Provenance, Type, VarId};

use super::build::{Builder, Chain};
use super::{Touched, integer};

/// What one call does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub result: Option<u128>,
    /// By how much each global grows, modulo its width.
    pub growths: BTreeMap<VarId, u128>,
}

/// Calls, by function and arguments.
pub type Table = BTreeMap<(FunctionId, Vec<u128>), Entry>;

/// The program by table, and the functions in it that stand for recursive ones.
#[derive(Debug)]
pub struct Tabled {
    pub program: Program,
    pub stand_ins: BTreeMap<FunctionId, FunctionId>,
}

/// With what each recursive function touches; `None` if nothing is asked.
pub fn by_table(
    program: &Program,
    touched: &BTreeMap<FunctionId, Touched>,
    table: &Table,
) -> Option<Tabled> {
    let mut builder = Builder::new(program, program.checks.ids().next()?, touched.clone());
    let mut stand_ins = BTreeMap::new();
    for &function in touched.keys() {
        stand_ins.insert(function, builder.look_up(function, table)?);
    }
    builder.lead_calls_to(&stand_ins);
    Some(Tabled { program: builder.program, stand_ins })
}

impl Builder {
    /// A function that looks its result up.
    fn look_up(&mut self, like: FunctionId, table: &Table) -> Option<FunctionId> {
        let signature = self.program.functions[like].signature.clone();
        let result = signature.result;
        let id = self.function(like, signature);
        let parameters = self.program.functions[id].parameters.clone();
        let span = self.program.functions[like].span;
        let mut chain = Chain::new(Provenance { span, ..Provenance::default() });
        let fork = chain.at;
        let entries = table.iter().filter(|((function, _), _)| *function == like);
        for ((_, arguments), entry) in entries {
            chain.at = fork;
            let mut condition = self.expr(Expr::Bool(true));
            for (parameter, bits) in parameters.iter().zip(arguments) {
                let ty = integer(self.program.vars[*parameter].ty)?;
                let (var, bits) =
                    (self.expr(Expr::Var(*parameter)), self.expr(Expr::Int(ty, *bits)));
                let is_it = self.expr(Expr::Compare(CompareOp::Eq, var, bits));
                condition = self.expr(Expr::And(condition, is_it));
            }
            chain.then(Op::Assume { condition });
            for (target, growth) in &entry.growths {
                let ty = integer(self.program.vars[*target].ty)?;
                let (var, growth) =
                    (self.expr(Expr::Var(*target)), self.expr(Expr::Int(ty, *growth)));
                let value = self.expr(Expr::Arith(ArithOp::Add, var, growth));
                chain.then(Op::Assign { target: *target, value });
            }
            let value = match (result, entry.result) {
                (Some(Type::Int(ty)), Some(bits)) => Some(self.expr(Expr::Int(ty, bits))),
                _ => None,
            };
            chain.finish(value);
        }
        self.program.functions[id].body = Some(chain.body);
        Some(id)
    }
}

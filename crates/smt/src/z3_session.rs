//! Z3 in process.
//!
//! Assumptions that are not literals are given a fresh Boolean name, since Z3 takes literals
//! only; cores are translated back. Z3 keeps a context per thread, so a session must stay on
//! the thread that made it; the type is not `Send`.

use logic::{TermId, TermPool, Value};
use rustc_hash::FxHashMap;
use verdict::Budget;
use z3::ast::Bool;
use z3::{Model, SatResult, Solver};

use crate::limits::{Effort, limits};
use crate::read_value::read_value;
use crate::session::{Answer, Session};
use crate::z3_translate::Translation;

/// A Z3 solver.
pub struct Z3Session {
    solver: Solver,
    translation: Translation,
    /// Names of assumptions, which mean the same at every level.
    names: FxHashMap<TermId, Bool>,
    /// The assumptions of the last question.
    asked: Vec<(TermId, Bool)>,
    model: Option<Model>,
    n_checks: u64,
}

impl Z3Session {
    /// A session for any mixture of theories.
    pub fn new() -> Self {
        Self::with_solver(Solver::new())
    }

    fn with_solver(solver: Solver) -> Self {
        Self {
            solver,
            translation: Translation::default(),
            names: FxHashMap::default(),
            asked: Vec::new(),
            model: None,
            n_checks: 0,
        }
    }

    fn name(&mut self, pool: &TermPool, assumption: TermId) -> Bool {
        if let Some(name) = self.names.get(&assumption) {
            return name.clone();
        }
        let formula = self.translation.formula(pool, assumption);
        // Variables and their negations are literals as they are.
        let is_literal = match &pool[assumption] {
            logic::Term::Var(_) => true,
            logic::Term::Not(inner) => pool.as_var(*inner).is_some(),
            _ => false,
        };
        let name = if is_literal { formula } else { Bool::fresh_const("assumption") };
        self.names.insert(assumption, name.clone());
        name
    }
}

impl Default for Z3Session {
    fn default() -> Self {
        Self::new()
    }
}

impl Session for Z3Session {
    fn assert(&mut self, pool: &TermPool, formula: TermId) {
        self.model = None;
        let formula = self.translation.formula(pool, formula);
        self.solver.assert(&formula);
    }

    fn push(&mut self) {
        self.solver.push();
    }

    fn pop(&mut self) {
        self.model = None;
        self.solver.pop(1);
    }

    fn check(&mut self, pool: &TermPool, assumptions: &[TermId], budget: &Budget) -> Answer {
        self.n_checks += 1;
        self.model = None;
        if let Err(exhausted) = budget.check() {
            return Answer::Unknown(format!("{exhausted:?}"));
        }
        self.solver.set_params(&limits(budget, Effort::Unlimited));
        self.asked.clear();
        // The definition of a name is asserted for this question alone: at another level it may
        // have been forgotten.
        self.solver.push();
        for &assumption in assumptions {
            let name = self.name(pool, assumption);
            let formula = self.translation.formula(pool, assumption);
            if name != formula {
                self.solver.assert(name.implies(&formula));
            }
            self.asked.push((assumption, name));
        }
        let names: Vec<Bool> = self.asked.iter().map(|(_, name)| name.clone()).collect();
        let answer = match budget.in_solver(|| self.solver.check_assumptions(&names)) {
            SatResult::Sat => {
                self.model = self.solver.get_model();
                Answer::Sat
            }
            SatResult::Unsat => {
                let core = self.solver.get_unsat_core();
                self.asked.retain(|(_, name)| core.contains(name));
                Answer::Unsat
            }
            SatResult::Unknown => {
                Answer::Unknown(self.solver.get_reason_unknown().unwrap_or_default())
            }
        };
        self.solver.pop(1);
        if answer != Answer::Unsat {
            self.asked.clear();
        }
        answer
    }

    fn value(&mut self, pool: &TermPool, term: TermId) -> Option<Value> {
        let model = self.model.as_ref()?;
        let value = model.eval(&self.translation.term(pool, term), true)?;
        read_value(&value.to_string(), pool.sort(term))
    }

    fn core(&mut self) -> Vec<TermId> {
        self.asked.iter().map(|(assumption, _)| *assumption).collect()
    }

    fn n_checks(&self) -> u64 {
        self.n_checks
    }
}

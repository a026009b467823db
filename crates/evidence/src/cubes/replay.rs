//! A run of an instance, executed again from the typed model.

use cubicle::{
    Assigned, Atom, Cell, Formula, Instance, Quantified, Relation, Repetition, Run, Sum, System,
    Term, for_each_tuple,
};

use super::world::named;

/// Where a run departs from the model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Deviation {
    #[error("the first state is not initial")]
    NotInitial,
    #[error("step {0} is not enabled")]
    NotEnabled(usize),
    #[error("step {0} leads to another state")]
    OtherState(usize),
    #[error("a stated invariant fails after {0} steps")]
    AgainstInvariant(usize),
    #[error("the last state is not unsafe")]
    NotUnsafe,
}

/// Executes the run; every value must be given.
pub fn replay(system: &System, run: &Run) -> Result<(), Deviation> {
    // The instance serves as the table of where elements stand; nothing is evaluated by it.
    let player = Player { system, instance: Instance::new(system, run.n_processes) };
    if !player.everywhere(&system.init, &run.initial) {
        return Err(Deviation::NotInitial);
    }
    let mut state: &[i16] = &run.initial;
    player.obeys_invariants(state, 0)?;
    for (number, step) in run.steps.iter().enumerate() {
        let transition = &system.transitions[step.transition];
        let is_enabled = step.args.len() == transition.params.len()
            && all_different(&step.args, run.n_processes)
            && player.holds(&transition.guard, state, &step.args)
            && player.holds(&transition.beside_foralls, state, &step.args)
            && (0..run.n_processes).filter(|other| !step.args.contains(other)).all(|other| {
                let env = [&step.args[..], &[other]].concat();
                transition.foralls.iter().all(|body| player.holds(body, state, &env))
            });
        if !is_enabled {
            return Err(Deviation::NotEnabled(number + 1));
        }
        if !player.leads_to(step.transition, &step.args, state, &step.after) {
            return Err(Deviation::OtherState(number + 1));
        }
        state = &step.after;
        player.obeys_invariants(state, number + 1)?;
    }
    if system.unsafes.get(run.violated).is_some_and(|bad| player.somewhere(bad, state)) {
        Ok(())
    } else {
        Err(Deviation::NotUnsafe)
    }
}

/// Whether some processes of a state satisfy a formula; every value must be given.
pub fn violates(system: &System, n_processes: usize, formula: &Quantified, state: &[i16]) -> bool {
    let player = Player { system, instance: Instance::new(system, n_processes) };
    player.somewhere(formula, state)
}

fn all_different(args: &[usize], n_processes: usize) -> bool {
    args.iter().enumerate().all(|(at, arg)| *arg < n_processes && !args[..at].contains(arg))
}

struct Player<'s> {
    system: &'s System,
    instance: Instance<'s>,
}

impl Player<'_> {
    fn obeys_invariants(&self, state: &[i16], n_steps: usize) -> Result<(), Deviation> {
        match self.system.invariants.iter().any(|stated| self.somewhere(stated, state)) {
            true => Err(Deviation::AgainstInvariant(n_steps)),
            false => Ok(()),
        }
    }

    fn somewhere(&self, formula: &Quantified, state: &[i16]) -> bool {
        let mut found = false;
        let n = self.instance.n_processes;
        for_each_tuple(n, formula.n_params, Repetition::Forbidden, &mut |env| {
            found |= self.holds(&formula.body, state, env);
        });
        found
    }

    fn everywhere(&self, formula: &Quantified, state: &[i16]) -> bool {
        let mut all = true;
        let n = self.instance.n_processes;
        for_each_tuple(n, formula.n_params, Repetition::Allowed, &mut |env| {
            all &= self.holds(&formula.body, state, env);
        });
        all
    }

    fn cell(&self, cell: &Cell, state: &[i16], env: &[usize]) -> i64 {
        let indices: Vec<usize> = cell.indices.iter().map(|proc| named(*proc, env)).collect();
        i64::from(state[self.instance.element(cell.symbol, &indices)])
    }

    fn sum(&self, sum: &Sum, state: &[i16], env: &[usize]) -> i64 {
        let parts = sum.parts.iter().map(|(factor, cell)| factor * self.cell(cell, state, env));
        parts.sum::<i64>() + sum.constant
    }

    fn value(&self, term: &Term, state: &[i16], env: &[usize]) -> i64 {
        match term {
            Term::Proc(proc) => named(*proc, env) as i64,
            Term::Constructor(position) => *position as i64,
            Term::Cell(cell) => self.cell(cell, state, env),
            Term::Sum(sum) => self.sum(sum, state, env),
        }
    }

    fn holds(&self, formula: &Formula, state: &[i16], env: &[usize]) -> bool {
        let value = |term: &Term| self.value(term, state, env);
        match formula {
            Formula::Constant(value) => *value,
            Formula::And(parts) => parts.iter().all(|part| self.holds(part, state, env)),
            Formula::Or(parts) => parts.iter().any(|part| self.holds(part, state, env)),
            Formula::Atom(Atom::Equal(lhs, rhs)) => value(lhs) == value(rhs),
            Formula::Atom(Atom::Differ(lhs, rhs)) => value(lhs) != value(rhs),
            Formula::Atom(Atom::Less(lhs, rhs)) => value(lhs) < value(rhs),
            Formula::Atom(Atom::AtMost(lhs, rhs)) => value(lhs) <= value(rhs),
            Formula::Atom(Atom::Linear(sum, relation, _)) => {
                let sum = self.sum(sum, state, env);
                match relation {
                    Relation::Equal => sum == 0,
                    Relation::NotEqual => sum != 0,
                    Relation::AtMost => sum <= 0,
                    Relation::Less => sum < 0,
                }
            }
        }
    }

    /// Whether the step makes exactly this state of the one before.
    fn leads_to(
        &self,
        id: cubicle::TransitionId,
        args: &[usize],
        before: &[i16],
        after: &[i16],
    ) -> bool {
        let updates = &self.system.transitions[id].updates;
        (0..before.len()).all(|element| {
            let symbol = self.instance.owner(element);
            let Some(update) = updates.iter().find(|update| update.symbol == symbol) else {
                return after[element] == before[element];
            };
            let Assigned::Cases(cases) = &update.value else {
                return self.instance.values(element).contains(&after[element]);
            };
            let env = [args, &self.instance.indices(element)].concat();
            let chosen = cases.iter().find(|(condition, _)| self.holds(condition, before, &env));
            chosen.is_some_and(|(_, term)| {
                i64::from(after[element]) == self.value(term, before, &env)
            })
        })
    }
}

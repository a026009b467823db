//! From which states does one step lead into a cube?
//!
//! For a transition and a choice of its parameters, each a process of the cube or a new one, the
//! answer is the guard, the universal guards for all processes in sight, and the cube with every
//! updated cell replaced by what was assigned to it.
//!
//! Sound: the union over all choices contains every predecessor. It is larger in two ways:
//! universal guards bind only the processes in sight, and a cell that is assigned any value
//! frees every literal that speaks of it, one by one.

use cubicle::{Assigned, Formula, Transition, TransitionId};
use verdict::{Budget, Exhausted};

use crate::cube::Cube;
use crate::facts::Facts;
use crate::goal::{
    Goal, Next, Value, before, differ, equal, expand, goal, ground, linear, not_after,
};
use crate::layout::{CellId, Layout, MAX_PROCS, Values};
use crate::literal::{Constraint, Literal, Node};

/// Why preimages could not be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    Exhausted(Exhausted),
    /// A cube would need more than [`MAX_PROCS`] processes.
    TooManyProcesses,
    /// More cubes than memory allows.
    TooManyCubes,
}

impl From<Exhausted> for Stopped {
    fn from(exhausted: Exhausted) -> Self {
        Self::Exhausted(exhausted)
    }
}

/// The transitions with the negations of their conditions at hand.
pub struct Preimages<'l, 's> {
    layout: &'l Layout<'s>,
    /// Per transition and update: for each case its condition and the negation.
    conditions: Vec<Vec<Vec<(Formula, Formula)>>>,
}

/// One way into a cube.
pub struct Predecessor {
    pub transition: TransitionId,
    pub cube: Cube,
}

impl<'l, 's> Preimages<'l, 's> {
    pub fn new(layout: &'l Layout<'s>) -> Self {
        let cases_of = |transition: &Transition| {
            let of_update = |value: &Assigned| match value {
                Assigned::Any => Vec::new(),
                Assigned::Cases(cases) => cases
                    .iter()
                    .map(|(condition, _)| (condition.clone(), condition.negated()))
                    .collect(),
            };
            transition.updates.iter().map(|update| of_update(&update.value)).collect()
        };
        let conditions = layout.system.transitions.values().map(cases_of).collect();
        Self { layout, conditions }
    }

    /// All predecessors of a cube.
    pub fn of(
        &self,
        cube: &Cube,
        budget: &Budget,
        found: &mut impl FnMut(Predecessor),
    ) -> Result<(), Stopped> {
        for (id, transition) in self.layout.system.transitions.iter() {
            if !self.can_touch(transition, cube) {
                continue;
            }
            let mut result = Ok(());
            for_each_choice(cube.n_procs, transition.params.len(), &mut |args, n_procs| {
                if result.is_ok() {
                    result = self.by(id, args, n_procs, cube, budget, found);
                }
            });
            result?;
        }
        Ok(())
    }

    fn can_touch(&self, transition: &Transition, cube: &Cube) -> bool {
        let mut touches = false;
        for literal in &cube.literals {
            literal.for_each_cell(|cell| {
                let symbol = self.layout.symbol(cell);
                touches |= transition.updates.iter().any(|update| update.symbol == symbol);
            });
        }
        touches
    }

    fn by(
        &self,
        id: TransitionId,
        args: &[u8],
        n_procs: usize,
        cube: &Cube,
        budget: &Budget,
        found: &mut impl FnMut(Predecessor),
    ) -> Result<(), Stopped> {
        let layout = self.layout;
        let transition = &layout.system.transitions[id];
        let too_many = n_procs > MAX_PROCS;
        let names: Vec<u8> = (0..cube.n_procs as u8).collect();
        let mut goals = Vec::new();
        let mut touched = false;
        for literal in &cube.literals {
            let literal = literal.renamed(layout, &names, cube.n_procs, n_procs.min(MAX_PROCS));
            let goal = self.after(id, args, &literal);
            touched |= goal != Goal::Literal(literal);
            goals.push(goal);
        }
        // A step that changes nothing the cube speaks of starts inside the cube.
        if !touched || goals.contains(&Goal::Constant(false)) {
            return Ok(());
        }
        if too_many {
            return Err(Stopped::TooManyProcesses);
        }
        goals.push(goal(layout, &transition.guard, args));
        let mut env = args.to_vec();
        for other in (0..n_procs as u8).filter(|other| !args.contains(other)) {
            env.push(other);
            for forall in &transition.foralls {
                goals.push(goal(layout, forall, &env));
            }
            env.pop();
        }
        let facts = Facts::new(n_procs, layout.system.n_fixed);
        expand(layout, facts, goals, budget, &mut |mut facts| {
            facts.thin_out();
            found(Predecessor { transition: id, cube: Cube::of(layout, &facts) });
            Next::More
        })?;
        Ok(())
    }

    /// What must hold before the step so that the literal holds after it.
    fn after(&self, id: TransitionId, args: &[u8], literal: &Literal) -> Goal {
        let mut cells = Vec::new();
        literal.for_each_cell(|cell| {
            if !cells.contains(&cell) && self.update_of(id, cell).is_some() {
                cells.push(cell);
            }
        });
        if cells.is_empty() {
            return Goal::Literal(literal.clone());
        }
        let mut known = Vec::new();
        self.by_cases(id, args, literal, &cells, &mut known)
    }

    fn update_of(&self, id: TransitionId, cell: CellId) -> Option<usize> {
        let symbol = self.layout.symbol(cell);
        let updates = &self.layout.system.transitions[id].updates;
        updates.iter().position(|update| update.symbol == symbol)
    }

    /// Chooses a case for each updated cell, and replaces the cells in the literal.
    fn by_cases(
        &self,
        id: TransitionId,
        args: &[u8],
        literal: &Literal,
        cells: &[CellId],
        known: &mut Vec<(CellId, Value)>,
    ) -> Goal {
        let Some((&cell, rest)) = cells.split_first() else {
            return replaced(self.layout, literal, known);
        };
        let number = self.update_of(id, cell).expect("only updated cells are listed");
        let Assigned::Cases(cases) = &self.layout.system.transitions[id].updates[number].value
        else {
            return Goal::Constant(true);
        };
        let env: Vec<u8> = args.iter().copied().chain(self.layout.indices(cell)).collect();
        let mut earlier_fail = Vec::new();
        let mut branches = Vec::new();
        let conditions = &self.conditions[index::Id::index(id)][number];
        for ((_, term), (condition, negation)) in cases.iter().zip(conditions) {
            let condition = goal(self.layout, condition, &env);
            if condition == Goal::Constant(false) {
                continue;
            }
            let is_last = condition == Goal::Constant(true);
            known.push((cell, ground(self.layout, term, &env)));
            let holds = self.by_cases(id, args, literal, rest, known);
            known.pop();
            branches.push(Goal::all(earlier_fail.iter().cloned().chain([condition, holds])));
            if is_last {
                break;
            }
            earlier_fail.push(goal(self.layout, negation, &env));
        }
        Goal::any(branches)
    }
}

/// The literal with cells replaced by values.
fn replaced(layout: &Layout<'_>, literal: &Literal, known: &[(CellId, Value)]) -> Goal {
    let value = |cell: CellId| {
        let known = known.iter().find(|(known, _)| *known == cell);
        known.map_or(Value::Cell(cell), |(_, value)| value.clone())
    };
    let node = |node: Node| match node {
        Node::Proc(index) => Value::Proc(index),
        Node::Cell(cell) => value(cell),
    };
    match literal {
        Literal::In(cell, mask) => match value(*cell) {
            Value::Cell(cell) => Goal::Literal(Literal::In(cell, *mask)),
            Value::Proc(bit) => Goal::Constant(mask >> bit & 1 == 1),
            Value::Constructor(bit) => Goal::Constant(mask >> bit & 1 == 1),
            Value::Sum(..) => unreachable!("sets of values are not for numbers"),
        },
        Literal::Same(lhs, rhs) => equal(layout, &value(*lhs), &value(*rhs)),
        Literal::Differ(lhs, rhs) => differ(layout, &value(*lhs), &value(*rhs)),
        Literal::Before(lhs, rhs) => before(&node(*lhs), &node(*rhs)),
        Literal::NotAfter(lhs, rhs) => not_after(&node(*lhs), &node(*rhs)),
        Literal::Linear(constraint) => {
            let mut replaced = Constraint { parts: Vec::new(), ..constraint.clone() };
            for (factor, cell) in &constraint.parts {
                debug_assert_eq!(layout.values(*cell), Values::Number);
                match value(*cell) {
                    Value::Sum(parts, constant) => {
                        let scaled = parts.iter().map(|(part, cell)| (part * factor, *cell));
                        replaced.parts.extend(scaled);
                        replaced.constant += constant * factor;
                    }
                    _ => replaced.parts.push((*factor, *cell)),
                }
            }
            linear(replaced)
        }
    }
}

/// All ways to choose `n_params` different processes among `n` and new ones; new ones are
/// numbered from `n` in the order of the parameters.
pub fn for_each_choice(n: usize, n_params: usize, visit: &mut impl FnMut(&[u8], usize)) {
    fn choose(
        args: &mut Vec<u8>,
        n: usize,
        n_all: usize,
        n_params: usize,
        visit: &mut impl FnMut(&[u8], usize),
    ) {
        if args.len() == n_params {
            visit(args, n_all);
            return;
        }
        for index in 0..n as u8 {
            if !args.contains(&index) {
                args.push(index);
                choose(args, n, n_all, n_params, visit);
                args.pop();
            }
        }
        args.push(n_all as u8);
        choose(args, n, n_all + 1, n_params, visit);
        args.pop();
    }
    choose(&mut Vec::new(), n, n, n_params, visit);
}

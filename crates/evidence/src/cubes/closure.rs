//! The three conditions of an inductive set of cubes.
//!
//! Each condition says that all states of some description lie in a cube. The description is
//! taken apart by cases; a case is done when its facts contradict each other, or when some cube
//! follows from them for some naming of its processes. The cubes that were useful last are tried
//! first.

use cubicle::{
    Assigned, Atom, Formula, Proc, Quantified, Repetition, System, Term, TransitionId,
    for_each_tuple,
};
use verdict::{Budget, Exhausted};

use super::world::{
    Fact, Key, MAX_PROCESSES, Place, Tree, World, below, differ, equal, linear, named, not_above,
    place,
};

/// What is wrong with a set of cubes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Defect {
    #[error("cube {0} may contain an initial state")]
    Initial(usize),
    #[error("`unsafe` number {0} is not inside the cubes")]
    Uncovered(usize),
    #[error("`{transition}` may lead from outside into cube {cube}")]
    NotInductive { cube: usize, transition: String },
    #[error("the model is too large to be checked: {0}")]
    TooLarge(&'static str),
    #[error("the check did not come to its end")]
    Exhausted,
}

impl From<Exhausted> for Defect {
    fn from(_: Exhausted) -> Self {
        Self::Exhausted
    }
}

/// Checks that the cubes contain all unsafe states, no initial state, and with every state its
/// predecessors. The processes of a cube differ from `#1, #2, ...`. States in which an `assumed` stated invariant fails do not count.
pub fn check_cubes(
    system: &System,
    cubes: &[Quantified],
    assumed: &[usize],
    budget: &Budget,
) -> Result<(), Defect> {
    check_sizes(system)?;
    let assumed: Vec<&Quantified> = assumed.iter().map(|&at| &system.invariants[at]).collect();
    let mut checker = Checker {
        system,
        covers: cubes.iter().chain(assumed).map(|cube| Cover::of(system, cube)).collect(),
        budget,
    };
    for (number, cube) in cubes.iter().enumerate() {
        checker.excludes_initial(number, cube)?;
    }
    for (number, bad) in system.unsafes.iter().enumerate() {
        checker.contains_unsafe(number, bad)?;
    }
    for (number, cube) in cubes.iter().enumerate() {
        for transition in system.transitions.ids() {
            checker.contains_predecessors(number, cube, transition)?;
        }
    }
    Ok(())
}

fn check_sizes(system: &System) -> Result<(), Defect> {
    let largest = system.types.values().map(|ty| match &ty.kind {
        cubicle::Kind::Enum(names) => names.len(),
        _ => 0,
    });
    if largest.max().unwrap_or(0) > 62 {
        return Err(Defect::TooLarge("an enumeration has more than 62 constructors"));
    }
    if system.symbols.len() >= 1 << 18 {
        return Err(Defect::TooLarge("more than 262144 variables"));
    }
    Ok(())
}

/// A cube to be recognised: its conjuncts by the last of its processes that they need.
struct Cover {
    n_fixed: usize,
    n_params: usize,
    stages: Vec<Vec<Formula>>,
}

impl Cover {
    fn of(system: &System, cube: &Quantified) -> Self {
        let mut stages = vec![Vec::new(); cube.n_params + 1];
        let mut pending = vec![&cube.body];
        while let Some(formula) = pending.pop() {
            match formula {
                Formula::And(parts) => pending.extend(parts),
                other => stages[n_needed(other)].push(other.clone()),
            }
        }
        Self { n_fixed: system.n_fixed, n_params: cube.n_params, stages }
    }

    /// Whether all states of the world lie in the cube, for some naming of its processes.
    fn covers(&self, world: &World<'_>) -> bool {
        let mut env = Vec::with_capacity(self.n_params);
        self.holds_at(world, &env) && self.names_rest(world, &mut env)
    }

    fn holds_at(&self, world: &World<'_>, env: &[usize]) -> bool {
        self.stages[env.len()].iter().all(|conjunct| follows(world, conjunct, env))
    }

    fn names_rest(&self, world: &World<'_>, env: &mut Vec<usize>) -> bool {
        if env.len() == self.n_params {
            return true;
        }
        for process in self.n_fixed..world.n_processes {
            if env.contains(&process) {
                continue;
            }
            env.push(process);
            if self.holds_at(world, env) && self.names_rest(world, env) {
                return true;
            }
            env.pop();
        }
        false
    }
}

/// How many parameters must have a name before the formula can be tested.
fn n_needed(formula: &Formula) -> usize {
    let mut needed = 0;
    let mut see = |proc: &Proc| {
        if let Proc::Var(position) = proc {
            needed = needed.max(position + 1);
        }
    };
    formula.for_each_atom(&mut |atom| match atom {
        Atom::Equal(lhs, rhs)
        | Atom::Differ(lhs, rhs)
        | Atom::Less(lhs, rhs)
        | Atom::AtMost(lhs, rhs) => {
            for term in [lhs, rhs] {
                match term {
                    Term::Proc(proc) => see(proc),
                    Term::Constructor(_) => {}
                    Term::Cell(cell) => cell.indices.iter().for_each(&mut see),
                    Term::Sum(sum) => {
                        sum.parts
                            .iter()
                            .for_each(|(_, cell)| cell.indices.iter().for_each(&mut see));
                    }
                }
            }
        }
        Atom::Linear(sum, _, _) => {
            sum.parts.iter().for_each(|(_, cell)| cell.indices.iter().for_each(&mut see));
        }
    });
    needed
}

/// Whether a formula holds in all states of the world.
fn follows(world: &World<'_>, formula: &Formula, env: &[usize]) -> bool {
    if let Formula::Or(parts) = formula
        && let Some(fact) = values_of_one_cell(parts, env)
    {
        return world.entails(&fact);
    }
    match formula {
        Formula::Constant(value) => *value,
        Formula::And(parts) => parts.iter().all(|part| follows(world, part, env)),
        Formula::Or(parts) => parts.iter().any(|part| follows(world, part, env)),
        Formula::Atom(_) => match Tree::of(formula, env, &|key| key) {
            Tree::Known(value) => value,
            Tree::Fact(fact) => world.entails(&fact),
            Tree::And(_) | Tree::Or(_) => false,
        },
    }
}

/// `c = v1 || c = v2 || ...` is one fact about the cell `c`.
fn values_of_one_cell(parts: &[Formula], env: &[usize]) -> Option<Fact> {
    let mut found: Option<(Key, u64)> = None;
    for part in parts {
        let Formula::Atom(Atom::Equal(Term::Cell(cell), value)) = part else { return None };
        let bit = match value {
            Term::Proc(proc) => 1 << named(*proc, env),
            Term::Constructor(position) => 1 << position,
            Term::Cell(_) | Term::Sum(_) => return None,
        };
        let key = Key::new(cell, env);
        match &mut found {
            None => found = Some((key, bit)),
            Some((known, bits)) if *known == key => *bits |= bit,
            Some(_) => return None,
        }
    }
    found.map(|(key, bits)| Fact::OneOf(key, bits))
}

struct Checker<'c> {
    system: &'c System,
    /// The most useful ones are kept in front.
    covers: Vec<Cover>,
    budget: &'c Budget,
}

/// What counts as done for a case besides a contradiction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Aim {
    /// Nothing does.
    Contradiction,
    /// Some cube contains the case.
    Covered,
}

impl Checker<'_> {
    fn excludes_initial(&mut self, number: usize, cube: &Quantified) -> Result<(), Defect> {
        let n_fixed = self.system.n_fixed;
        let n_processes = n_fixed + cube.n_params;
        if n_processes > MAX_PROCESSES {
            return Err(Defect::TooLarge("a cube of more than 15 processes"));
        }
        // A cube that names no process still lies in states that have some.
        let n_processes = n_processes.max(1);
        let env: Vec<usize> = (n_fixed..n_fixed + cube.n_params).collect();
        let mut trees = vec![Tree::of(&cube.body, &env, &|key| key)];
        let init = &self.system.init;
        for_each_tuple(n_processes, init.n_params, Repetition::Allowed, &mut |tuple| {
            trees.push(Tree::of(&init.body, tuple, &|key| key));
        });
        let world = World::new(self.system, n_processes);
        match self.done(world, trees, Aim::Contradiction)? {
            true => Ok(()),
            false => Err(Defect::Initial(number)),
        }
    }

    fn contains_unsafe(&mut self, number: usize, bad: &Quantified) -> Result<(), Defect> {
        for env in choices(self.system.n_fixed, bad.n_params) {
            let n_processes =
                env.iter().map(|at| at + 1).max().unwrap_or(0).max(self.system.n_fixed);
            let world = World::new(self.system, n_processes);
            let trees = vec![Tree::of(&bad.body, &env, &|key| key)];
            if !self.done(world, trees, Aim::Covered)? {
                return Err(Defect::Uncovered(number));
            }
        }
        Ok(())
    }

    /// Every step of the transition into the cube starts in a cube.
    fn contains_predecessors(
        &mut self,
        number: usize,
        cube: &Quantified,
        id: TransitionId,
    ) -> Result<(), Defect> {
        let transition = &self.system.transitions[id];
        let n_fixed = self.system.n_fixed;
        let cube_env: Vec<usize> = (n_fixed..n_fixed + cube.n_params).collect();
        let after = decided(Tree::of(&cube.body, &cube_env, &Key::after));
        for args in choices(n_fixed + cube.n_params, transition.params.len()) {
            let n_processes =
                args.iter().map(|at| at + 1).max().unwrap_or(0).max(n_fixed + cube.n_params);
            if n_processes > MAX_PROCESSES {
                return Err(Defect::TooLarge("a step among more than 15 processes"));
            }
            let mut is_changed = false;
            let before = self.before(id, &args, &after, &mut is_changed);
            if !is_changed {
                // The step changes nothing that the cube speaks of, so it starts in the cube.
                continue;
            }
            let mut trees = vec![before, Tree::of(&transition.guard, &args, &|key| key)];
            let mut env = args.clone();
            for other in (0..n_processes).filter(|other| !args.contains(other)) {
                env.push(other);
                let bodies = transition.foralls.iter();
                trees.extend(bodies.map(|body| Tree::of(body, &env, &|key| key)));
                env.pop();
            }
            let world = World::new(self.system, n_processes);
            if !self.done(world, trees, Aim::Covered)? {
                let transition = transition.name.clone();
                return Err(Defect::NotInductive { cube: number, transition });
            }
        }
        Ok(())
    }

    /// What holds before the step if the tree holds after it.
    fn before(&self, id: TransitionId, args: &[usize], tree: &Tree, changed: &mut bool) -> Tree {
        match tree {
            Tree::Known(value) => Tree::Known(*value),
            Tree::And(parts) => {
                Tree::And(parts.iter().map(|it| self.before(id, args, it, changed)).collect())
            }
            Tree::Or(parts) => {
                Tree::Or(parts.iter().map(|it| self.before(id, args, it, changed)).collect())
            }
            Tree::Fact(fact) => self.fact_before(id, args, fact, changed),
        }
    }

    /// Takes the first cell that is meant after the step, and replaces it by what the step makes
    /// of it; then the next, until none is left.
    fn fact_before(
        &self,
        id: TransitionId,
        args: &[usize],
        fact: &Fact,
        changed: &mut bool,
    ) -> Tree {
        let Some(cell) = first_after(fact) else { return Tree::Fact(fact.clone()) };
        let again = |tree: Tree, changed: &mut bool| match tree {
            Tree::Fact(fact) => self.fact_before(id, args, &fact, changed),
            other => other,
        };
        let symbol = cell.symbol();
        let updates = &self.system.transitions[id].updates;
        let Some(update) = updates.iter().find(|update| update.symbol == symbol) else {
            let kept = replace(fact, cell, &unchanged(self.system, cell));
            return again(kept, changed);
        };
        let Assigned::Cases(cases) = &update.value else {
            // Any value may have been assigned; what the fact says of other cells is forgotten.
            *changed = true;
            return Tree::Known(true);
        };
        let arity = self.system.symbols[symbol].arity;
        let env: Vec<usize> = args.iter().copied().chain(cell.before().indices(arity)).collect();
        let mut branches = Vec::new();
        let mut earlier_fail = Vec::new();
        for (condition, term) in cases {
            let holds = decided(Tree::of(condition, &env, &|key| key));
            if holds == Tree::Known(false) {
                continue;
            }
            let is_last = holds == Tree::Known(true);
            let value = place(term, &env, &|key| key);
            if !(is_last && branches.is_empty() && value == unchanged(self.system, cell)) {
                *changed = true;
            }
            let replaced = again(replace(fact, cell, &value), changed);
            let mut branch = earlier_fail.clone();
            branch.extend([holds, replaced]);
            branches.push(Tree::And(branch));
            if is_last {
                break;
            }
            earlier_fail.push(decided(Tree::of(&condition.negated(), &env, &|key| key)));
        }
        Tree::Or(branches)
    }

    /// Whether every case of the trees in the world is contradictory, or else covered.
    fn done(&mut self, mut world: World<'_>, trees: Vec<Tree>, aim: Aim) -> Result<bool, Defect> {
        self.budget.check()?;
        let mut choices: Vec<Vec<Tree>> = Vec::new();
        let mut pending = trees;
        while let Some(tree) = pending.pop() {
            match decided(tree) {
                Tree::Known(true) => {}
                Tree::Known(false) => return Ok(true),
                Tree::Fact(fact) => world.learn(fact),
                Tree::And(parts) => pending.extend(parts),
                Tree::Or(parts) => choices.push(parts),
            }
        }
        if world.is_absurd() || aim == Aim::Covered && self.is_covered(&world) {
            return Ok(true);
        }
        choices.retain(|parts| !parts.iter().any(|part| is_entailed(&world, part)));
        let smallest = (0..choices.len()).min_by_key(|&at| choices[at].len());
        let Some(smallest) = smallest else { return Ok(false) };
        let chosen = choices.swap_remove(smallest);
        for part in chosen {
            let mut trees: Vec<Tree> = choices.iter().cloned().map(Tree::Or).collect();
            trees.push(part);
            if !self.done(world.clone(), trees, aim)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn is_covered(&mut self, world: &World<'_>) -> bool {
        match self.covers.iter().position(|cover| cover.covers(world)) {
            Some(at) => {
                self.covers[..=at].rotate_right(1);
                true
            }
            None => false,
        }
    }
}

fn is_entailed(world: &World<'_>, tree: &Tree) -> bool {
    match tree {
        Tree::Known(value) => *value,
        Tree::Fact(fact) => world.entails(fact),
        Tree::And(parts) => parts.iter().all(|part| is_entailed(world, part)),
        Tree::Or(parts) => parts.iter().any(|part| is_entailed(world, part)),
    }
}

/// The tree without parts that are known to be true or false.
fn decided(tree: Tree) -> Tree {
    let (parts, is_and) = match tree {
        Tree::And(parts) => (parts, true),
        Tree::Or(parts) => (parts, false),
        other => return other,
    };
    let mut kept = Vec::new();
    for part in parts {
        match decided(part) {
            Tree::Known(value) if value == is_and => {}
            Tree::Known(value) => return Tree::Known(value),
            other => kept.push(other),
        }
    }
    match kept.len() {
        0 => Tree::Known(is_and),
        1 => kept.remove(0),
        _ if is_and => Tree::And(kept),
        _ => one_cell(&kept).map_or(Tree::Or(kept), Tree::Fact),
    }
}

/// Alternatives for the value of a single cell are one fact.
fn one_cell(parts: &[Tree]) -> Option<Fact> {
    let mut found: Option<(Key, u64)> = None;
    for part in parts {
        let Tree::Fact(Fact::OneOf(key, bits)) = part else { return None };
        match &mut found {
            None => found = Some((*key, *bits)),
            Some((known, union)) if known == key => *union |= bits,
            Some(_) => return None,
        }
    }
    found.map(|(key, bits)| Fact::OneOf(key, bits))
}

fn first_after(fact: &Fact) -> Option<Key> {
    let of_place = |place: &Place| match place {
        Place::Cell(key) => key.is_after().then_some(*key),
        Place::Process(_) | Place::Constructor(_) | Place::Sum(..) => None,
    };
    match fact {
        Fact::OneOf(key, _) => key.is_after().then_some(*key),
        Fact::Equal(lhs, rhs) | Fact::Differ(lhs, rhs) => {
            [lhs, rhs].into_iter().find(|key| key.is_after()).copied()
        }
        Fact::Below(lhs, rhs) | Fact::NotAbove(lhs, rhs) => of_place(lhs).or_else(|| of_place(rhs)),
        Fact::Linear(parts, _, _, _) => {
            parts.iter().map(|(_, key)| *key).find(|key| key.is_after())
        }
    }
}

/// A cell that keeps its value.
fn unchanged(system: &System, cell: Key) -> Place {
    match system.kind(cell.symbol()).is_numeric() {
        true => Place::Sum(vec![(1, cell.before())], 0),
        false => Place::Cell(cell.before()),
    }
}

/// The fact with one cell replaced by a value.
fn replace(fact: &Fact, cell: Key, value: &Place) -> Tree {
    let at = |key: &Key| if *key == cell { value.clone() } else { Place::Cell(*key) };
    let of_place = |place: &Place| match place {
        Place::Cell(key) => at(key),
        other => other.clone(),
    };
    match fact {
        Fact::OneOf(_, bits) => match value {
            Place::Cell(key) => Tree::Fact(Fact::OneOf(*key, *bits)),
            Place::Process(number) => Tree::Known(bits >> number & 1 == 1),
            Place::Constructor(position) => Tree::Known(bits >> position & 1 == 1),
            Place::Sum(..) => unreachable!("numbers have no set of values"),
        },
        Fact::Equal(lhs, rhs) => equal(at(lhs), at(rhs)),
        Fact::Differ(lhs, rhs) => differ(at(lhs), at(rhs)),
        Fact::Below(lhs, rhs) => below(of_place(lhs), of_place(rhs)),
        Fact::NotAbove(lhs, rhs) => not_above(of_place(lhs), of_place(rhs)),
        Fact::Linear(parts, constant, relation, numbers) => {
            let mut sum = Vec::new();
            let mut constant = *constant;
            for (factor, key) in parts {
                match value {
                    Place::Sum(inner, number) if *key == cell => {
                        sum.extend(inner.iter().map(|(part, key)| (part * factor, *key)));
                        constant += number * factor;
                    }
                    _ => sum.push((*factor, *key)),
                }
            }
            linear(sum, constant, *relation, *numbers)
        }
    }
}

/// All ways to choose `n_params` different processes among `0..n` and new ones, which are
/// numbered from `n` in the order of the parameters.
fn choices(n: usize, n_params: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<(Vec<usize>, usize)> = vec![(Vec::new(), n)];
    for _ in 0..n_params {
        let mut longer = Vec::new();
        for (chosen, next) in &all {
            for process in (0..n).filter(|process| !chosen.contains(process)) {
                longer.push(([&chosen[..], &[process]].concat(), *next));
            }
            longer.push(([&chosen[..], &[*next]].concat(), next + 1));
        }
        all = longer;
    }
    all.into_iter().map(|(chosen, _)| chosen).collect()
}

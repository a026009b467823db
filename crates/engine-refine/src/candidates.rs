//! What might hold between the two sides at a pair of places.
//!
//! Candidates are guessed from concrete states that the game reached: equalities between slots,
//! with constants, and affine ones (the hull of the states); conditions of both programs; parities;
//! and, one level up, equalities under a condition. Nothing here is trusted: what does not hold is
//! dropped by the solver.

use ir::{ArithOp, CompareOp, Sign, Type};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::expr::{Ex, Ints, Node, Slot};
use crate::game::Places;
use crate::machine::Label;
use crate::problem::Problem;
use crate::values::Values;

/// How much is guessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Conjunctions of simple facts.
    Plain,
    /// Also facts under a condition.
    Guarded,
}

const MAX_COEFFICIENT: i128 = 64;
/// Values that equalities are computed from.
const MAX_SAMPLE: i128 = 300;
const MAX_GUARDED: usize = 260;
/// Comparisons of a local that are also made of what it was read from.
const MAX_COPIES: usize = 40;
/// Conditions that facts are guarded by.
const MAX_GUARDS: usize = 24;

/// Facts about a pair of places that all the states satisfy.
pub fn candidates(
    problem: &mut Problem,
    conditions: &Conditions,
    places: Places,
    samples: &[Values],
    level: Level,
) -> Vec<Ex> {
    let live = problem.live_at(places);
    let mut all: Vec<Ex> = Vec::new();
    let equalities = equalities(problem, &live, samples);
    let conditions = conditions.over(&live);
    all.extend(&equalities);
    all.extend(affine(problem, &live, samples));
    for condition in &conditions {
        let not = problem.exprs.not(*condition);
        all.extend([*condition, not]);
    }
    all.extend(orders(problem, &live, samples));
    all.extend(parities(problem, &live, samples));
    let holds = |problem: &Problem, ex: Ex| {
        samples.iter().all(|values| problem.exprs.holds(ex, values) == Some(true))
    };
    all.retain(|ex| holds(problem, *ex));
    if samples.is_empty() {
        all.push(problem.exprs.bool(false));
    }
    if level == Level::Guarded && !samples.is_empty() {
        let guarded = guarded(problem, &live, &conditions, samples);
        all.extend(guarded);
    }
    let mut kept: Vec<Ex> = Vec::new();
    for ex in all {
        if !problem.exprs.is_true(ex) && !kept.contains(&ex) {
            kept.push(ex);
        }
    }
    kept
}

/// Equalities between slots of one type, and with constants that all states agree on.
fn equalities(problem: &mut Problem, live: &[Slot], samples: &[Values]) -> Vec<Ex> {
    let mut found = Vec::new();
    for (index, a) in live.iter().enumerate() {
        for b in &live[index + 1..] {
            if problem.slot_type(*a) == problem.slot_type(*b) {
                let (a, b) = (problem.exprs.slot(*a), problem.exprs.slot(*b));
                found.push(problem.exprs.equal(a, b));
            }
        }
        if let Some(first) = samples.first() {
            let value = first[*a];
            let slot = problem.exprs.slot(*a);
            match problem.slot_type(*a) {
                Type::Int(int) => {
                    let value = problem.exprs.int(int, value);
                    found.push(problem.exprs.equal(slot, value));
                }
                _ if value == 0 => found.push(problem.exprs.not(slot)),
                _ => found.push(slot),
            }
        }
    }
    found
}

/// Comparisons in guards of either side, in what is required and in what others do, and the same
/// comparisons of what a local was read from.
pub struct Conditions {
    /// Each with the slots that it speaks of.
    atoms: Vec<(Ex, Vec<Slot>)>,
}

impl Conditions {
    pub fn of(problem: &mut Problem) -> Self {
        let mut guards: Vec<Ex> = Vec::new();
        for machine in [&problem.target, &problem.source] {
            guards.extend(machine.steps.iter().map(|step| step.guard));
        }
        guards.extend(problem.relation.iter().chain(&problem.requires).map(|fact| fact.ex));
        guards.extend(problem.environment.commands.iter().map(|command| command.guard));
        let seen = observed(problem);
        guards.extend(seen.iter().flat_map(|ex| problem.exprs.comparisons_in(*ex)));
        let mut known: FxHashSet<Ex> = FxHashSet::default();
        let mut atoms: Vec<(Ex, Vec<Slot>)> = Vec::new();
        let mut by_slot: FxHashMap<Slot, Vec<usize>> = FxHashMap::default();
        for atom in guards.iter().flat_map(|guard| problem.exprs.atoms_of(*guard)) {
            if known.insert(atom) {
                let slots = problem.exprs.slots_of(atom);
                for slot in &slots {
                    by_slot.entry(*slot).or_default().push(atoms.len());
                }
                atoms.push((atom, slots));
            }
        }
        // What is read into a local is compared there; the same comparison of what it was read from.
        for (local, read) in reads(problem) {
            let by = std::iter::once((local, read)).collect();
            let about = by_slot.get(&local).cloned().unwrap_or_default();
            for index in about.into_iter().take(MAX_COPIES) {
                let other = problem.exprs.substitute(atoms[index].0, &by);
                if matches!(problem.exprs.node(other), Node::Compare(..)) && known.insert(other) {
                    let slots = problem.exprs.slots_of(other);
                    for slot in &slots {
                        by_slot.entry(*slot).or_default().push(atoms.len());
                    }
                    atoms.push((other, slots));
                }
            }
        }
        Self { atoms }
    }

    /// Those over what is live.
    fn over(&self, live: &[Slot]) -> Vec<Ex> {
        let is_live = |slot: &Slot| live.binary_search(slot).is_ok();
        let found = self.atoms.iter().filter(|(_, slots)| slots.iter().all(is_live));
        found.map(|(atom, _)| *atom).collect()
    }
}

/// Expressions whose values are observed.
fn observed(problem: &Problem) -> Vec<Ex> {
    let mut found = Vec::new();
    for machine in [&problem.target, &problem.source] {
        for step in &machine.steps {
            match &step.label {
                Label::Return(Some(value)) => found.push(*value),
                Label::Call { arguments, .. } => found.extend(arguments),
                Label::Silent
                | Label::Return(None)
                | Label::Abort
                | Label::Error
                | Label::Undefined(_)
                | Label::Unmodelled(_) => {}
            }
        }
    }
    found
}

/// Locals, and the expressions that they are given.
fn reads(problem: &Problem) -> Vec<(Slot, Ex)> {
    let mut found = Vec::new();
    let mut known = FxHashSet::default();
    for machine in [&problem.target, &problem.source] {
        for step in &machine.steps {
            for (slot, value) in &step.updates {
                let slots = problem.exprs.slots_of(*value);
                if slots.len() <= 2 && !slots.contains(slot) && known.insert((*slot, *value)) {
                    found.push((*slot, *value));
                }
            }
        }
    }
    found
}

/// Orders between slots that states do not all agree are equal.
fn orders(problem: &mut Problem, live: &[Slot], samples: &[Values]) -> Vec<Ex> {
    let mut found = Vec::new();
    if live.len() > 14 {
        return found;
    }
    for a in live {
        for b in live {
            let is_known = samples.iter().all(|values| values[*a] <= values[*b]);
            if a == b || !is_known || problem.slot_type(*a) != problem.slot_type(*b) {
                continue;
            }
            let is_equal = samples.iter().all(|values| values[*a] == values[*b]);
            if !is_equal && matches!(problem.slot_type(*a), Type::Int(_)) {
                let (a, b) = (problem.exprs.slot(*a), problem.exprs.slot(*b));
                found.push(problem.exprs.compare(CompareOp::Le, a, b));
                found.push(problem.exprs.compare(CompareOp::Lt, a, b));
            }
        }
    }
    found
}

fn parities(problem: &mut Problem, live: &[Slot], samples: &[Values]) -> Vec<Ex> {
    let mut found = Vec::new();
    let Some(first) = samples.first() else { return found };
    for slot in live {
        let Type::Int(int) = problem.slot_type(*slot) else { continue };
        let parity = first[*slot].rem_euclid(2);
        let agree = samples.iter().all(|values| values[*slot].rem_euclid(2) == parity);
        let varies = samples.iter().any(|values| values[*slot] != first[*slot]);
        if !agree || !varies {
            continue;
        }
        let ex = problem.exprs.slot(*slot);
        let (zero, one, two) =
            (problem.exprs.int(int, 0), problem.exprs.int(int, 1), problem.exprs.int(int, 2));
        let rest = match problem.ints() {
            Ints::Machine => problem.exprs.arith(ArithOp::BitAnd, ex, one),
            Ints::Unbounded => problem.exprs.arith(ArithOp::Rem, ex, two),
        };
        found.push(match parity {
            0 => problem.exprs.equal(rest, zero),
            _ => problem.exprs.compare(CompareOp::Ne, rest, zero),
        });
    }
    found
}

/// Equalities with small coefficients that all states satisfy: a basis of the affine hull, by
/// elimination over fractions.
fn affine(problem: &mut Problem, live: &[Slot], samples: &[Values]) -> Vec<Ex> {
    let is_signed = |slot: &&Slot| matches!(problem.slot_type(**slot), Type::Int(int) if int.width == 32 && int.sign == Sign::Signed);
    let slots: Vec<Slot> = live.iter().filter(is_signed).copied().collect();
    let n = slots.len();
    if n < 2 || samples.len() < 2 {
        return Vec::new();
    }
    // Rows are states with a one behind them, reduced; the kernel is the hull's equalities.
    let mut rows: Vec<Vec<i128>> = Vec::new();
    let mut pivots: Vec<usize> = Vec::new();
    for values in samples {
        let mut row: Vec<i128> = slots.iter().map(|slot| values[*slot]).collect();
        row.push(1);
        // Large numbers would leave what can be computed with, and small ones say the same.
        if row.iter().any(|value| value.abs() > MAX_SAMPLE) {
            continue;
        }
        let Some(()) = reduce(&mut row, &rows, &pivots) else { continue };
        if let Some(pivot) = row.iter().position(|value| *value != 0) {
            for (other, _) in rows.iter_mut().zip(&pivots) {
                let Some(()) = eliminate(other, &row, pivot) else { return Vec::new() };
            }
            rows.push(row);
            pivots.push(pivot);
        }
    }
    let mut found = Vec::new();
    for free in (0..=n).filter(|column| !pivots.contains(column)) {
        // One for the free column, the rest follows; scaled to integers.
        let mut scale: i128 = 1;
        for (row, pivot) in rows.iter().zip(&pivots) {
            if row[free] != 0 {
                scale = lcm(scale, row[*pivot].abs());
            }
            if scale > MAX_COEFFICIENT {
                break;
            }
        }
        if scale > MAX_COEFFICIENT {
            continue;
        }
        let mut coefficients = vec![0i128; n + 1];
        coefficients[free] = scale;
        for (row, pivot) in rows.iter().zip(&pivots) {
            coefficients[*pivot] = -row[free] * scale / row[*pivot];
        }
        if coefficients.iter().any(|it| it.abs() > 1_000) {
            continue;
        }
        if let Some(ex) = equation(problem, &slots, &coefficients) {
            found.push(ex);
        }
    }
    found
}

fn equation(problem: &mut Problem, slots: &[Slot], coefficients: &[i128]) -> Option<Ex> {
    let int = ir::IntType::signed(32);
    let mut sides = [Vec::new(), Vec::new()];
    for (slot, coefficient) in slots.iter().zip(coefficients) {
        if *coefficient == 0 {
            continue;
        }
        let (value, factor) =
            (problem.exprs.slot(*slot), problem.exprs.int(int, coefficient.abs()));
        let product = problem.exprs.arith(ArithOp::Mul, value, factor);
        sides[usize::from(*coefficient < 0)].push(product);
    }
    let constant = coefficients[slots.len()];
    if constant != 0 {
        let value = problem.exprs.int(int, constant.abs());
        sides[usize::from(constant < 0)].push(value);
    }
    if sides[0].len() + sides[1].len() < 2 {
        return None;
    }
    let mut sum = |terms: &[Ex]| {
        let mut terms = terms.iter();
        let zero = problem.exprs.int(int, 0);
        let first = terms.next().copied().unwrap_or(zero);
        terms.fold(first, |sum, term| problem.exprs.arith(ArithOp::Add, sum, *term))
    };
    let (left, right) = (sum(&sides[0]), sum(&sides[1]));
    Some(problem.exprs.equal(left, right))
}

fn reduce(row: &mut [i128], rows: &[Vec<i128>], pivots: &[usize]) -> Option<()> {
    for (other, pivot) in rows.iter().zip(pivots) {
        eliminate(row, other, *pivot)?;
    }
    Some(())
}

/// Makes the row zero at the pivot of the other one, without fractions.
fn eliminate(row: &mut [i128], other: &[i128], pivot: usize) -> Option<()> {
    if row[pivot] == 0 {
        return Some(());
    }
    let (a, b) = (row[pivot], other[pivot]);
    for (value, from) in row.iter_mut().zip(other) {
        *value = value.checked_mul(b)?.checked_sub(from.checked_mul(a)?)?;
    }
    let divisor = row.iter().fold(0i128, |divisor, value| gcd(divisor, value.abs()));
    if divisor > 1 {
        row.iter_mut().for_each(|value| *value /= divisor);
    }
    (row.iter().all(|value| value.abs() < 1 << 60)).then_some(())
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn lcm(a: i128, b: i128) -> i128 {
    a / gcd(a, b).max(1) * b
}

/// Equalities and conditions that hold wherever some condition does.
fn guarded(problem: &mut Problem, live: &[Slot], conditions: &[Ex], samples: &[Values]) -> Vec<Ex> {
    let mut guards: Vec<Ex> = Vec::new();
    for condition in conditions.iter().take(MAX_GUARDS) {
        let not = problem.exprs.not(*condition);
        guards.extend([*condition, not]);
    }
    for slot in live {
        if problem.slot_type(*slot) == Type::Bool {
            let ex = problem.exprs.slot(*slot);
            let not = problem.exprs.not(ex);
            guards.extend([ex, not]);
        }
    }
    let mut atoms: Vec<Ex> = Vec::new();
    for (index, a) in live.iter().enumerate() {
        for b in &live[index + 1..] {
            if problem.slot_type(*a) == problem.slot_type(*b) {
                let (a, b) = (problem.exprs.slot(*a), problem.exprs.slot(*b));
                atoms.push(problem.exprs.equal(a, b));
            }
        }
    }
    for condition in conditions {
        let not = problem.exprs.not(*condition);
        atoms.extend([*condition, not]);
    }
    let mut found = Vec::new();
    for guard in guards {
        let of_guard =
            |problem: &Problem, values: &Values| problem.exprs.holds(guard, values) == Some(true);
        let inside: Vec<&Values> =
            samples.iter().filter(|values| of_guard(problem, values)).collect();
        if inside.is_empty() || inside.len() == samples.len() {
            continue;
        }
        let not = problem.exprs.not(guard);
        // Under the condition a slot may be known.
        let mut all = atoms.clone();
        for slot in live {
            let value = inside[0][*slot];
            if let Type::Int(int) = problem.slot_type(*slot) {
                let (slot, value) = (problem.exprs.slot(*slot), problem.exprs.int(int, value));
                all.push(problem.exprs.equal(slot, value));
            }
        }
        for atom in all {
            let holds = |values: &Values| problem.exprs.holds(atom, values) == Some(true);
            let is_always = samples.iter().all(holds);
            if !is_always && inside.iter().all(|values| holds(values)) {
                let clause = problem.exprs.or(not, atom);
                if !problem.exprs.is_true(clause) && !found.contains(&clause) {
                    found.push(clause);
                }
            }
            if found.len() > MAX_GUARDED {
                return found;
            }
        }
    }
    found
}

//! Drops lines of contracts until all others are kept.

use std::collections::BTreeSet;

use encode::{Encoder, Integers};
use ir::{CompareOp, Program};
use ir_passes::by_contract::{Contracts, Half, Line, Requirement, by_contract};
use ir_passes::inline::{Limits, inline};
use ir_passes::points_to::{ExternalPointers, PointsTo};
use logic::{TermId, Value};
use smt::{Answer, Effort, OneQuestion};
use verdict::Budget;

use super::known::Known;

const EFFORT: Effort = Effort::Limited(2_000_000);
const LIMITS: Limits = Limits { n_edges: 100_000, recursion: 1 };

/// `None` if it cannot be told what is kept.
pub(super) fn weaken(
    program: &Program,
    points_to: &PointsTo,
    contracts: &mut Contracts,
    budget: &Budget,
) -> Option<()> {
    loop {
        let asked = by_contract(program, points_to, contracts)?;
        let broken = broken(&asked, budget)?;
        if broken.is_empty() {
            return Some(());
        }
        for (&function, contract) in &mut contracts.of {
            let is_kept = |half, index| !broken.contains(&Line { function, half, index });
            let mut index = 0..;
            contract
                .requires
                .retain(|_| index.next().is_some_and(|it| is_kept(Half::Requires, it)));
            let mut index = 0..;
            contract.ensures.retain(|_| index.next().is_some_and(|it| is_kept(Half::Ensures, it)));
        }
    }
}

/// Of bounds of one parameter in one direction only the tightest says something.
pub(super) fn without_implied_bounds(known: &Known<'_>, contracts: &mut Contracts) {
    for (&function, contract) in &mut contracts.of {
        let Some(types) = known.types(function) else { continue };
        let bounds: Vec<Requirement> = contract.requires.clone();
        contract.requires.retain(|it| {
            let Requirement::Bound(mine) = it else { return true };
            let ty = types.parameters[mine.parameter];
            let is_tighter = |other: &Requirement| match other {
                Requirement::Bound(other) => {
                    let (other_bound, bound) = (ty.value(other.bound), ty.value(mine.bound));
                    (other.parameter, other.op, other.mask) == (mine.parameter, mine.op, mine.mask)
                        && match mine.op {
                            CompareOp::Le => other_bound < bound,
                            CompareOp::Ge => other_bound > bound,
                            _ => false,
                        }
                }
                Requirement::Order(..) => false,
            };
            !bounds.iter().any(is_tighter)
        });
    }
}

/// The lines that the program or a body may break before it comes to a loop.
fn broken(asked: &ir_passes::by_contract::ByContract, budget: &Budget) -> Option<BTreeSet<Line>> {
    let points_to = PointsTo::of(&asked.program, ExternalPointers::OwnMemory);
    let inlined = inline(&asked.program, &points_to, LIMITS).ok()?.program;
    let points_to = PointsTo::of(&inlined, ExternalPointers::OwnMemory);
    let mut encoder = Encoder::new(&inlined, points_to, Integers::Machine).ok()?;
    let start = encoder.initial().0;
    let step = encoder.step(vec![start]).ok()?;
    let mut open: Vec<(Line, TermId)> = Vec::new();
    for violation in &step.violations {
        if let Some(line) = asked.lines.get(&violation.check) {
            open.push((*line, violation.formula));
        }
    }
    let mut broken = BTreeSet::new();
    // A counterexample may break several lines.
    while !open.is_empty() {
        budget.check_clock().ok()?;
        let formulas: Vec<TermId> = open.iter().map(|(_, formula)| *formula).collect();
        let any = encoder.pool.or(&formulas);
        let mut question = OneQuestion::ask(&encoder.pool, &[any], budget, EFFORT);
        match question.answer() {
            Answer::Unsat => return Some(broken),
            Answer::Sat => {
                let n_open = open.len();
                open.retain(|(line, formula)| {
                    let value = question.value(&encoder.pool, *formula);
                    let is_kept = value == Some(Value::Bool(false));
                    if !is_kept {
                        broken.insert(*line);
                    }
                    is_kept
                });
                if open.len() == n_open {
                    break;
                }
            }
            Answer::Unknown(_) => break,
        }
        open.retain(|(line, _)| !broken.contains(line));
    }
    for (line, formula) in open {
        budget.check_clock().ok()?;
        let question = OneQuestion::ask(&encoder.pool, &[formula], budget, EFFORT);
        if *question.answer() != Answer::Unsat {
            broken.insert(line);
        }
    }
    Some(broken)
}

//! Which variables of one thread of a crowd are which of another.
//!
//! The code of the threads that are followed is the same but for names. It is read for two threads at once, place by
//! place, and every variable of one meets that of the other; then the code of the one with its names changed
//! must be that of the other.

use index::IdSet;
use ir::{EdgeId, ExprId, LocationId, Op, Program, VarId};
use rustc_hash::FxHashMap;

use super::{Crowd, OneLoop};
use crate::rewrite::Renaming;

/// The variables that each followed thread of a crowd has for itself, in the same order; none if their code is not
/// seen to be the same. The program is the loop, or what passes made of it that keep its places.
pub fn copies(program: &Program, together: &OneLoop, crowd: &Crowd) -> Option<Vec<Vec<VarId>>> {
    let (first, others) = crowd.threads.split_first()?;
    let others: Vec<FxHashMap<VarId, VarId>> = others
        .iter()
        .map(|other| renaming(program, together, *first, *other))
        .collect::<Option<_>>()?;
    let mut own: Vec<VarId> = Vec::new();
    for (from, to) in others.iter().flatten() {
        if from != to && !own.contains(from) {
            own.push(*from);
        }
    }
    own.sort_unstable();
    let mut all = vec![own.clone()];
    for names in &others {
        let names: Vec<VarId> = own
            .iter()
            .map(|var| names.get(var).copied().filter(|it| it != var))
            .collect::<Option<_>>()?;
        all.push(names);
    }
    let mut seen = IdSet::new();
    all.iter().flatten().all(|var| seen.insert(*var)).then_some(all)
}

/// What the variables of one thread are called in another.
fn renaming(
    program: &Program,
    together: &OneLoop,
    one: usize,
    other: usize,
) -> Option<FxHashMap<VarId, VarId>> {
    let body = program.functions[program.entry].body.as_ref()?;
    let (one, other) = (&together.threads[one], &together.threads[other]);
    if one.places.len() != other.places.len() || one.arguments.len() != other.arguments.len() {
        return None;
    }
    let mut names: FxHashMap<VarId, VarId> = FxHashMap::default();
    let arguments = one.arguments.iter().copied().zip(other.arguments.iter().copied());
    let numbers = one.number.into_iter().zip(other.number);
    let counters = [(one.pc, other.pc), (one.ended_with, other.ended_with)];
    names.extend(arguments.chain(numbers).chain(counters));
    let mut pending: Vec<(LocationId, LocationId)> =
        one.places.iter().copied().zip(other.places.iter().copied()).collect();
    let mut met: FxHashMap<LocationId, LocationId> = pending.iter().copied().collect();
    let mut steps: Vec<(EdgeId, EdgeId)> = Vec::new();
    while let Some((here, there)) = pending.pop() {
        let (ours, theirs) = (&body.locations[here].outgoing, &body.locations[there].outgoing);
        if ours.len() != theirs.len() {
            return None;
        }
        for (ours, theirs) in ours.iter().zip(theirs) {
            steps.push((*ours, *theirs));
            let (to, to_there) = (body.edges[*ours].to, body.edges[*theirs].to);
            match met.get(&to) {
                _ if to == together.head && to_there == together.head => {}
                Some(known) if *known == to_there => {}
                Some(_) => return None,
                None => {
                    met.insert(to, to_there);
                    pending.push((to, to_there));
                }
            }
        }
    }
    for (ours, theirs) in &steps {
        meet(program, &body.edges[*ours].op, &body.edges[*theirs].op, &mut names)?;
    }
    let mut exprs = program.exprs.clone();
    let mut renamed = Renaming::default();
    renamed.vars.clone_from(&names);
    for (ours, theirs) in &steps {
        let image = renamed.op(&mut exprs, &unmarked(&body.edges[*ours].op));
        if image != unmarked(&body.edges[*theirs].op) {
            return None;
        }
    }
    Some(names)
}

/// Variables at the same places of two steps.
fn meet(
    program: &Program,
    ours: &Op,
    theirs: &Op,
    names: &mut FxHashMap<VarId, VarId>,
) -> Option<()> {
    let mut bind = |a: VarId, b: VarId| (*names.entry(a).or_insert(b) == b).then_some(());
    match (ours.assigned(), theirs.assigned()) {
        (Some(a), Some(b)) => bind(a, b)?,
        (None, None) => {}
        _ => return None,
    }
    let roots = |op: &Op| {
        let mut roots: Vec<ExprId> = Vec::new();
        op.for_each_expr(|root| roots.push(root));
        roots
    };
    let (ours, theirs) = (roots(ours), roots(theirs));
    if ours.len() != theirs.len() {
        return None;
    }
    let mut seen = rustc_hash::FxHashSet::default();
    let mut pending: Vec<(ExprId, ExprId)> = ours.into_iter().zip(theirs).collect();
    while let Some((a, b)) = pending.pop() {
        if !seen.insert((a, b)) {
            continue;
        }
        match (program.exprs[a], program.exprs[b]) {
            (ir::Expr::Var(a), ir::Expr::Var(b)) => bind(a, b)?,
            (a, b) => {
                let (a, b): (Vec<_>, Vec<_>) = (a.operands().collect(), b.operands().collect());
                if a.len() != b.len() {
                    return None;
                }
                pending.extend(a.into_iter().zip(b));
            }
        }
    }
    Some(())
}

/// The step without which of the checks it is: passes that add checks number them one by one.
fn unmarked(op: &Op) -> Op {
    match op {
        Op::Check { condition, .. } => {
            Op::Check { check: index::Id::new(0), condition: condition.clone() }
        }
        op => op.clone(),
    }
}

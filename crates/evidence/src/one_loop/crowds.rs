//! Checks of proofs about any number of threads, of which a loop follows three of each crowd.
//!
//! # What is asked
//! - *The steps* of the loop are all that the threads do ([`super`]), and a step that creates threads of a crowd
//!   creates whichever of those that are followed, or one that is not.
//! - *The threads of a crowd are alike.* The code of each that is followed is that of the others, with its
//!   variables called otherwise. These are its own; all other variables are shared by all.
//! - *No memory is left.* All that the loop works on are variables, so that nothing of a thread's
//!   own hides there.
//! - *Counts.* How many threads wait at each place of a crowd is counted by variables of the loop's own: one less where a turn
//!   from there begins, one more where one ends there, also by the creation of a thread that is not followed. That at least
//!   the followed ones are counted where a turn begins, and no more than have different numbers, is assumed:
//!   it holds of all threads.
//! - *Two at most.* Each lemma speaks of the own variables of two threads of crowds at most.
//!
//! What is confirmed then, as for any loop, are the lemmas in all their forms: with the threads of each crowd put
//! in the place of each other in every way.
//!
//! # Why that is enough
//! Say of a state of the program, with however many threads, that it is *good* if every form of every lemma holds
//! of it whichever threads, none of them twice, are taken for those of the loop that it speaks of. At the
//! beginning no thread of a crowd has begun, the loop is in the same state whichever are taken, and the lemmas
//! hold. Let a state be good, and let one thread move. Take any form of a lemma and any two threads for those it
//! speaks of: with the one that moved these are three, so all of them can be taken for threads of the loop at
//! the same time, maybe under another form of the lemma. All forms of all lemmas hold of the state of the loop that
//! is this view of the program's; what the thread did is a step of the loop, by the first point; so the
//! form holds behind it, since the lemmas are inductive, and the checks on the way do not fail. A
//! thread that comes to be in that step is one of the two, or is none that is followed.

use encode::{Component, Facts, Invariants};
use ir::{Body, Expr, ExprId, LocationId, Op, Program, VarId};
use ir_passes::one_loop::{Crowd, OneLoop};
use logic::{Substitution, TermId, transfer};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{body_of, confirm_steps, wrong};
use crate::induction::Refusal;

/// Threads of crowds in one lemma.
const MAX_IN_LEMMA: usize = 2;

/// The lemmas in all their forms, if that they are invariants of the loop, and exclude its failures, says that nothing fails however
/// many threads there are. The caller confirms that they are. `over_variables` is the loop without memory.
pub fn confirm_crowds(
    program: &Program,
    together: &OneLoop,
    over_variables: &Program,
    invariants: &Invariants,
) -> Result<Invariants, Refusal> {
    confirm_steps(program, together)?;
    has_no_memory(over_variables)?;
    let own: Vec<Vec<Vec<VarId>>> = (together.crowds.iter())
        .map(|crowd| own(over_variables, together, crowd))
        .collect::<Result<_, _>>()?;
    let mut owner: FxHashMap<VarId, (usize, usize)> = FxHashMap::default();
    for (crowd, members) in own.iter().enumerate() {
        for (member, vars) in members.iter().enumerate() {
            for var in vars {
                if owner.insert(*var, (crowd, member)).is_some() {
                    return Err(wrong("threads of crowds share what is their own"));
                }
            }
        }
    }
    let components = invariants.components();
    let mut all = Invariants::default();
    let changes = changes(&own);
    for (head, facts) in &invariants.heads {
        let Facts::Lemmas(lemmas) = facts else {
            return Err(Refusal::Undecided("a loop is said never to be reached".to_owned()));
        };
        let mut forms: Vec<TermId> = Vec::new();
        let mut seen: FxHashSet<TermId> = FxHashSet::default();
        for lemma in lemmas {
            let mut of: FxHashSet<(usize, usize)> = FxHashSet::default();
            let vars = invariants.pool.vars_of(&[*lemma]);
            for var in vars.iter() {
                match components.get(&var) {
                    Some(Component::Var(var)) => of.extend(owner.get(var)),
                    _ => return Err(wrong("a lemma speaks of more than variables")),
                }
            }
            if of.len() > MAX_IN_LEMMA {
                return Err(wrong("a lemma speaks of more than two threads"));
            }
            for change in &changes {
                let mut by = Substitution::default();
                for var in vars.iter() {
                    let Some(Component::Var(named)) = components.get(&var) else { continue };
                    let named = change.get(named).copied().unwrap_or(*named);
                    let sort = invariants.pool.var(var).sort;
                    by.insert(var, all.variable(Component::Var(named), sort));
                }
                let form = transfer(&invariants.pool, &mut all.pool, &[*lemma], &by)
                    .ok_or_else(|| wrong("a lemma cannot be said of other threads"))?[0];
                if seen.insert(form) {
                    forms.push(form);
                }
            }
        }
        all.heads.insert(*head, Facts::Lemmas(forms));
    }
    Ok(all)
}

/// All ways for threads of crowds to change places, each as what variables are called then.
fn changes(own: &[Vec<Vec<VarId>>]) -> Vec<FxHashMap<VarId, VarId>> {
    let mut all = vec![FxHashMap::default()];
    for members in own {
        let mut more = Vec::new();
        for order in orders(members.len()) {
            for before in &all {
                let mut change: FxHashMap<VarId, VarId> = before.clone();
                for (from, to) in order.iter().enumerate() {
                    change.extend(members[from].iter().copied().zip(members[*to].iter().copied()));
                }
                more.push(change);
            }
        }
        all = more;
    }
    all
}

fn orders(n: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..n {
        let mut longer = Vec::new();
        for order in &all {
            let free = (0..n).filter(|it| !order.contains(it));
            longer.extend(free.map(|it| [order.as_slice(), &[it]].concat()));
        }
        all = longer;
    }
    all
}

fn has_no_memory(program: &Program) -> Result<(), Refusal> {
    let is_of_variables = |op: &Op| {
        matches!(
            op,
            Op::Skip
                | Op::Assign { .. }
                | Op::Assume { .. }
                | Op::Havoc { .. }
                | Op::Halt { .. }
                | Op::Return { .. }
                | Op::Check { condition: ir::Condition::Holds(_), .. }
                | Op::Unsupported { .. }
        )
    };
    match body_of(program)?.edges.values().all(|edge| is_of_variables(&edge.op)) {
        true => Ok(()),
        false => Err(Refusal::Undecided("threads of crowds share memory".to_owned())),
    }
}

/// What is the own of each thread of a crowd that is followed, in the same order.
fn own(program: &Program, together: &OneLoop, crowd: &Crowd) -> Result<Vec<Vec<VarId>>, Refusal> {
    let body = body_of(program)?;
    let mut all: Vec<Vec<VarId>> = vec![Vec::new(); crowd.threads.len()];
    let mut names: Vec<Vec<(VarId, VarId)>> = Vec::new();
    for other in &crowd.threads[1..] {
        let mut alike = Alike::of(program, body, together, (crowd.threads[0], *other))?;
        alike.names.retain(|(one, other)| one != other);
        alike.names.sort_unstable();
        names.push(alike.names);
    }
    // The same of the first thread is its own, beside whichever other it is looked at.
    for (own, _) in &names[0] {
        all[0].push(*own);
        for (index, names) in names.iter().enumerate() {
            let name = names.iter().find(|(one, _)| one == own);
            all[index + 1].push(name.ok_or_else(unlike)?.1);
        }
    }
    if names.iter().any(|others| others.len() != names[0].len()) {
        return Err(unlike());
    }
    Ok(all)
}

fn unlike() -> Refusal {
    Refusal::Undecided("the threads of a crowd are not seen to be alike".to_owned())
}

/// The code of two threads, read side by side.
struct Alike<'a> {
    program: &'a Program,
    head: LocationId,
    /// What variables of the one are in the other.
    names: Vec<(VarId, VarId)>,
    met: FxHashMap<LocationId, LocationId>,
    same: FxHashSet<(ExprId, ExprId)>,
}

impl<'a> Alike<'a> {
    fn of(
        program: &'a Program,
        body: &'a Body,
        together: &OneLoop,
        (one, other): (usize, usize),
    ) -> Result<Self, Refusal> {
        let (one, other) = (&together.threads[one], &together.threads[other]);
        let mut alike = Self {
            program,
            head: together.head,
            names: Vec::new(),
            met: FxHashMap::default(),
            same: FxHashSet::default(),
        };
        let pairs = [(one.pc, other.pc), (one.ended_with, other.ended_with)];
        let arguments = one.arguments.iter().copied().zip(other.arguments.iter().copied());
        let numbers = one.number.into_iter().zip(other.number);
        let counts =
            one.places.len() == other.places.len() && one.arguments.len() == other.arguments.len();
        if !counts
            || !pairs
                .into_iter()
                .chain(arguments)
                .chain(numbers)
                .all(|(a, b)| alike.is_called(a, b))
        {
            return Err(unlike());
        }
        let mut pending: Vec<(LocationId, LocationId)> =
            one.places.iter().copied().zip(other.places.iter().copied()).collect();
        while let Some((here, there)) = pending.pop() {
            match alike.met.insert(here, there) {
                Some(before) if before == there => continue,
                Some(_) => return Err(unlike()),
                None => {}
            }
            let (steps, others) = (&body.locations[here].outgoing, &body.locations[there].outgoing);
            if steps.len() != others.len() {
                return Err(unlike());
            }
            for (step, other) in steps.iter().zip(others) {
                let (step, other) = (&body.edges[*step], &body.edges[*other]);
                if !alike.is_same_op(&step.op, &other.op) {
                    return Err(unlike());
                }
                match (step.to == alike.head, other.to == alike.head) {
                    (true, true) => {}
                    (false, false) => pending.push((step.to, other.to)),
                    _ => return Err(unlike()),
                }
            }
        }
        Ok(alike)
    }

    /// One name for one variable, both ways.
    fn is_called(&mut self, one: VarId, other: VarId) -> bool {
        let known = self.names.iter().find(|(a, b)| *a == one || *b == other);
        match known {
            Some(known) => *known == (one, other),
            None => {
                let (a, b) = (&self.program.vars[one], &self.program.vars[other]);
                self.names.push((one, other));
                a.ty == b.ty && a.initial == b.initial
            }
        }
    }

    fn is_same_op(&mut self, one: &Op, other: &Op) -> bool {
        match (one, other) {
            (Op::Skip, Op::Skip) | (Op::Halt { .. }, Op::Halt { .. }) => true,
            (Op::Assign { target, value }, Op::Assign { target: to, value: then }) => {
                self.is_called(*target, *to) && self.is_same(*value, *then)
            }
            (Op::Assume { condition }, Op::Assume { condition: then }) => {
                self.is_same(*condition, *then)
            }
            (Op::Havoc { target, .. }, Op::Havoc { target: to, .. }) => {
                self.is_called(*target, *to)
            }
            (
                Op::Check { condition: ir::Condition::Holds(holds), .. },
                Op::Check { condition: ir::Condition::Holds(then), .. },
            ) => self.is_same(*holds, *then),
            (Op::Unsupported { .. }, Op::Unsupported { .. }) => true,
            _ => false,
        }
    }

    fn is_same(&mut self, one: ExprId, other: ExprId) -> bool {
        let mut pending = vec![(one, other)];
        while let Some((one, other)) = pending.pop() {
            if self.same.contains(&(one, other)) {
                continue;
            }
            let (a, b) = (self.program.exprs[one], self.program.exprs[other]);
            match (a, b) {
                (Expr::Var(a), Expr::Var(b)) => {
                    if !self.is_called(a, b) {
                        return false;
                    }
                }
                _ => {
                    if a.without_operands() != b.without_operands() {
                        return false;
                    }
                    pending.extend(a.operands().zip(b.operands()));
                }
            }
            self.same.insert((one, other));
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use index::IdSet;

    use super::*;

    #[test]
    fn threads_change_places_in_every_way() {
        assert_eq!(orders(3).len(), 6);
        let var = |n: usize| -> VarId { index::Id::new(n) };
        let own = [vec![vec![var(0)], vec![var(1)], vec![var(2)]]];
        let images: IdSet<VarId> = changes(&own).iter().map(|change| change[&var(0)]).collect();
        assert_eq!(images.iter().count(), 3, "each may be in the place of each");
    }
}

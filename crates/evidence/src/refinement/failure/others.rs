//! What others do in a failing run, to both sides, and what they could do to the source alone.

use ir::{Type, VarId};
use logic::{Substitution, Term, TermId, TermPool, substitute};

use super::{Follower, State, Store, wrong};
use crate::refinement::Flaw;
use crate::refinement::certificate::{Crowd, Edges, Point};
use crate::refinement::crowd::{reader, unobserved};

/// The number of a new thread: where it is only written, any that nobody else has will do.
const FIRST_NUMBER: i128 = 2;

impl Follower<'_, '_> {
    /// Others act on both sides.
    pub(super) fn disturb(
        &mut self,
        own: &mut Store,
        states: &mut Vec<State>,
        command: usize,
        writes: &[(VarId, i128)],
    ) -> Result<(), Flaw> {
        let Some(command) = self.certificate.commands.get(command).cloned() else {
            return wrong("there is no such command");
        };
        if self.certificate.crowd.is_some() {
            return self.crowd_runs(own, states, &command.run, writes);
        }
        let mut by = self.valued(own, &[]);
        let mut after = own.clone();
        for (var, value) in writes {
            let ty = self.target.program.vars[*var].ty;
            let value = self.target.constant(&mut self.certificate.pool, ty, *value);
            match command.updates.iter().find(|(written, _)| written == var) {
                Some((_, Some(expected))) => {
                    let expected = substitute(self.pool(), &[*expected], &by)[0];
                    if expected != value {
                        return wrong("others write another value");
                    }
                }
                Some((_, None)) => {}
                None => return wrong("others do not write that"),
            }
            after.insert(*var, value);
        }
        if writes.len() != command.updates.len() {
            return wrong("others write more than that");
        }
        for (var, _) in self.certificate.shared.clone() {
            let next = self.certificate.target.next.get(&var).copied();
            if let (Some(next), Some(value)) = (next, after.get(&var))
                && let Some(known) = self.certificate.pool.as_var(next)
            {
                by.insert(known, *value);
            }
        }
        if !self.truth(command.guard, &by)? || !self.truth(command.then, &by)? {
            return wrong("others cannot do that now");
        }
        *own = after;
        let mut kept = Vec::new();
        for state in states.iter() {
            let mut state = state.clone();
            for (var, _) in writes {
                let partner =
                    self.certificate.shared.iter().find(|(mine, _)| mine == var).map(|pair| pair.1);
                let Some(partner) = partner else { return wrong("a write to what is not shared") };
                for (known, value) in &mut state.store {
                    if *known == partner {
                        *value = own[var];
                    }
                }
            }
            if self.is_related(own, &state)? {
                kept.push(state);
            }
        }
        *states = kept;
        Ok(())
    }

    /// Others can do nothing to the source alone that keeps the relation.
    pub(super) fn settled(&mut self, own: &Store, states: &[State]) -> Result<(), Flaw> {
        let mut written: Vec<VarId> = Vec::new();
        for command in &self.certificate.commands {
            written.extend(command.updates.iter().map(|(var, _)| *var));
        }
        written.sort();
        written.dedup();
        let pairs: Vec<(VarId, VarId)> = self
            .certificate
            .shared
            .iter()
            .copied()
            .filter(|(mine, _)| written.contains(mine))
            .collect();
        let mut open: Vec<VarId> = Vec::new();
        for (mine, other) in pairs {
            let (Some(a), Some(b)) = (
                self.certificate.target.vars.get(&mine).copied(),
                self.certificate.source.vars.get(&other).copied(),
            ) else {
                continue;
            };
            let same = self.pool().eq(a, b);
            if !self.certificate.relation.contains(&same) {
                open.push(other);
            }
        }
        if open.is_empty() {
            return Ok(());
        }
        for state in states {
            let rest: Vec<(VarId, TermId)> =
                state.store.iter().copied().filter(|(var, _)| !open.contains(var)).collect();
            let by = self.valued(own, &rest);
            let mut formulas = self.certificate.relation.clone();
            let mut others = Vec::new();
            for (var, value) in state.store.iter().filter(|(var, _)| open.contains(var)) {
                let Some(term) = self.certificate.source.vars.get(var).copied() else { continue };
                let same = self.pool().eq(term, *value);
                others.push(self.pool().not(same));
            }
            formulas.push(self.pool().or(&others));
            let mut formulas = substitute(self.pool(), &formulas, &by);
            formulas.extend(self.enabled_of_source(state, &open));
            if !self.is_impossible(&formulas) {
                return wrong("others could change the source alone");
            }
        }
        Ok(())
    }

    /// Some command that writes one of these can be taken by the source's environment.
    fn enabled_of_source(&mut self, state: &State, open: &[VarId]) -> Vec<TermId> {
        let certificate = &mut *self.certificate;
        let mut by = Substitution::default();
        for (mine, other) in &certificate.shared {
            let value = state.store.iter().find(|(var, _)| var == other).map(|pair| pair.1);
            let term = certificate.target.vars.get(mine).copied();
            if let (Some(value), Some(known)) =
                (value, term.and_then(|term| certificate.pool.as_var(term)))
            {
                by.insert(known, value);
            }
        }
        let mut guards = Vec::new();
        for command in certificate.commands.clone() {
            let is_open = command.updates.iter().any(|(var, _)| {
                let partner = certificate.shared.iter().find(|(mine, _)| mine == var);
                partner.is_some_and(|(_, other)| open.contains(other))
            });
            if is_open {
                guards.push(substitute(&mut certificate.pool, &[command.guard], &by)[0]);
            }
        }
        vec![certificate.pool.or(&guards)]
    }

    /// A new thread of the others runs from its entry without interruption, and then rests. On both
    /// sides it computes from what it finds there.
    fn crowd_runs(
        &mut self,
        own: &mut Store,
        states: &mut Vec<State>,
        run: &Edges,
        writes: &[(VarId, i128)],
    ) -> Result<(), Flaw> {
        let Some(crowd) = self.certificate.crowd.clone() else {
            return wrong("nobody else runs");
        };
        let shared = self.certificate.shared.clone();
        let (after, leaves_number) = self.after_run(&crowd, run, own)?;
        for (mine, _) in &shared {
            let expected = match writes.iter().find(|(var, _)| var == mine) {
                Some((_, value)) => {
                    let ty = self.target.program.vars[*mine].ty;
                    Some(self.target.constant(&mut self.certificate.pool, ty, *value))
                }
                None => own.get(mine).copied(),
            };
            if after.get(mine).copied() != expected {
                return wrong("others write another value");
            }
        }
        let mut kept = Vec::new();
        for state in states.iter() {
            let mut seen = Store::default();
            for (mine, other) in &shared {
                let value = state.store.iter().find(|(var, _)| var == other);
                seen.extend(value.map(|(_, value)| (*mine, *value)));
            }
            let (theirs, _) = self.after_run(&crowd, run, &seen)?;
            let mut state = state.clone();
            for (mine, other) in &shared {
                for (known, value) in &mut state.store {
                    if known == other {
                        *value = theirs[mine];
                    }
                }
            }
            if self.is_related(&after, &state)? {
                kept.push(state);
            }
        }
        own.extend(after);
        // The next thread that somebody could tell from this one has another number.
        self.n_numbers_left += i128::from(leaves_number);
        *states = kept;
        Ok(())
    }

    /// The shared values behind a run of others, which nothing but those before may decide, and
    /// whether the number of the thread is among them.
    fn after_run(
        &mut self,
        crowd: &Crowd<'_>,
        run: &Edges,
        before: &Store,
    ) -> Result<(Store, bool), Flaw> {
        let observations = unobserved();
        let others = reader(crowd, self.certificate.reading, &observations)?;
        let body = crowd.program.functions[crowd.program.entry].body.as_ref();
        let Some(entry) = body.map(|body| body.entry).filter(|_| !run.is_empty()) else {
            return wrong("what others do only bounds them");
        };
        let target = &self.certificate.target.vars;
        let mut mine: Vec<(VarId, VarId)> = Vec::new();
        let mut store = Store::default();
        for (var, term) in &crowd.vars {
            let own = target.iter().find(|(_, it)| *it == term).map(|(own, _)| *own);
            mine.extend(own.map(|own| (*var, own)));
            let value = own.and_then(|own| before.get(&own)).copied();
            store.insert(*var, value.unwrap_or(*term));
        }
        let pool = &mut self.certificate.pool;
        let mut fresh = |pool: &mut TermPool, _: usize, ty: Type| others.fresh(pool, ty);
        let walked = others.walk(pool, entry, run, store, &mut fresh)?;
        if walked.guard.iter().any(|condition| pool[*condition] != Term::Bool(true)) {
            return wrong("others cannot do that now");
        }
        match walked.end {
            Point::At(location) if others.depth(location) != 0 => {
                return wrong("others rest in an atomic block");
            }
            Point::Undefined => return wrong("others do what is undefined"),
            Point::At(_) | Point::Ended => {}
        }
        let int = Type::Int(ir::IntType::signed(32));
        let number = others.constant(pool, int, FIRST_NUMBER + self.n_numbers_left);
        let known = pool.as_var(crowd.number).into_iter();
        let by: Substitution = known.map(|var| (var, number)).collect();
        let mut after = before.clone();
        after.retain(|var, _| self.certificate.shared.iter().any(|(own, _)| own == var));
        let mut leaves_number = false;
        for (var, own) in mine {
            if let Some(value) = walked.store.get(&var) {
                let numbered = substitute(&mut self.certificate.pool, &[*value], &by)[0];
                leaves_number |= numbered != *value;
                after.insert(own, numbered);
            }
        }
        Ok((after, leaves_number))
    }
}

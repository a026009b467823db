//! What others do in a failing run, to both sides, and what they could do to the source alone.

use ir::VarId;
use logic::{Substitution, TermId, substitute};

use super::{Follower, State, Store, wrong};
use crate::refinement::Flaw;

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
            return wrong("what others do only bounds them");
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
        let written: Vec<VarId> = writes.iter().map(|(var, _)| *var).collect();
        self.write(own, after, states, &written)
    }

    /// Others write the same to both sides. The source may have gone on before, unseen.
    pub(super) fn write(
        &mut self,
        own: &mut Store,
        after: Store,
        states: &mut Vec<State>,
        written: &[VarId],
    ) -> Result<(), Flaw> {
        let before = self.followers(states, own, None)?;
        self.settled(own, &before)?;
        *own = after;
        states.clear();
        for mut state in before {
            for var in written {
                let partner =
                    self.certificate.shared.iter().find(|(mine, _)| mine == var).map(|pair| pair.1);
                let Some(partner) = partner else { return wrong("a write to what is not shared") };
                for (known, value) in &mut state.store {
                    if *known == partner {
                        *value = own[var];
                    }
                }
            }
            if self.is_related(own, &state)? && !states.contains(&state) {
                states.push(state);
            }
        }
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
}

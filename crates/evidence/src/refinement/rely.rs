//! The rely: one relation between old and new values that stands for any number of steps of others.
//!
//! It is reflexive and transitive and contains every command. A bound on the number of steps would
//! not do (`y += 2` against `y += 1`).

use logic::{TermId, substitute};

use super::Flaw;
use super::checker::Checker;

impl Checker<'_, '_> {
    /// The command as a condition on old and new values of the target.
    pub(super) fn command(&mut self, index: usize) -> TermId {
        let command = self.certificate.commands[index].clone();
        let mut all = vec![command.guard, command.then];
        for (own, _) in self.certificate.shared.clone() {
            let (Some(old), Some(new)) = (
                self.certificate.target.vars.get(&own).copied(),
                self.certificate.target.next.get(&own).copied(),
            ) else {
                continue;
            };
            match command.updates.iter().find(|(var, _)| *var == own) {
                Some((_, Some(value))) => all.push(self.pool().eq(new, *value)),
                Some((_, None)) => {}
                None => all.push(self.pool().eq(new, old)),
            }
        }
        self.pool().and(&all)
    }

    pub(super) fn check_rely(&mut self) -> Result<(), Flaw> {
        let rely = self.certificate.rely.clone();
        if rely.is_empty() {
            return Ok(());
        }
        let slots = self.old_and_new();
        let same = self.renaming(slots.iter().map(|row| (row[1], row[0])));
        let reflexive = substitute(self.pool(), &rely, &same);
        self.demand(&[], &reflexive, "the rely is reflexive")?;
        let middles: Vec<TermId> = slots
            .iter()
            .map(|row| {
                let sort = self.certificate.pool.sort(row[0]);
                self.certificate.pool.fresh_var("middle", sort)
            })
            .collect();
        let first = self.renaming(slots.iter().zip(&middles).map(|(row, mid)| (row[1], *mid)));
        let second = self.renaming(slots.iter().zip(&middles).map(|(row, mid)| (row[0], *mid)));
        let mut assumed = substitute(self.pool(), &rely, &first);
        assumed.extend(substitute(self.pool(), &rely, &second));
        self.demand(&assumed, &rely, "the rely is transitive")?;
        for index in 0..self.certificate.commands.len() {
            let command = self.command(index);
            self.demand(&[command], &rely, "the rely contains what others do")?;
        }
        Ok(())
    }
}

//! Races between the next turns of two threads.
//!
//! A program has a race exactly if some run has two accesses next to each other that conflict
//! (Boehm and Adve, PLDI 2008). So it is enough to look, in every state, at what any two threads
//! are about to do. A conflict that is found is shown by a run whose order of events has it.

use std::rc::Rc;

use ir::{CheckId, Program};
use ir_interp::{
    InputList, Interpreter, ListedAccess, Options, Outcome, Protection, Script, Site, Snapshot,
    WhenExhausted,
};
use verdict::CheckKind;

use crate::explore::{Failing, Search, Way, failing};

impl Search<'_> {
    /// A race in the next turns of two threads.
    pub(crate) fn race_from(
        &mut self,
        state: &Rc<Snapshot>,
        way: &Rc<Way>,
        check: CheckId,
    ) -> Result<Option<Failing>, &'static str> {
        let threads = self.interpreter.candidates();
        let mut turns = Vec::new();
        for thread in threads {
            turns.push((thread, self.accesses(state, thread)?));
        }
        for (index, (first, accesses)) in turns.iter().enumerate() {
            for (second, others) in &turns[index + 1..] {
                let conflict = |a: &ListedAccess| others.iter().any(|b| conflicts(a, b));
                if !accesses.iter().any(conflict) {
                    continue;
                }
                for pair in [[*first, *second], [*second, *first]] {
                    if let Some(failing) = self.confirmed_race(way, pair, check) {
                        return Ok(Some(failing));
                    }
                }
                return Err("two accesses conflict, and no run shows the race");
            }
        }
        Ok(None)
    }

    /// All accesses that the next turn of a thread may make.
    fn accesses(
        &mut self,
        state: &Snapshot,
        thread: u32,
    ) -> Result<Vec<ListedAccess>, &'static str> {
        let mut accesses = Vec::new();
        let mut pending = vec![Vec::new()];
        while let Some(inputs) = pending.pop() {
            let outcome = self.take_turn(Some(state), Some(thread), &inputs);
            let has_moved = self.interpreter.n_turns() != state.n_turns();
            if has_moved {
                accesses.extend_from_slice(self.interpreter.listed_accesses());
            }
            if let Outcome::InputsExhausted { .. } = outcome {
                let asked = self.interpreter.source_mut().asked.take();
                let values = asked.and_then(|asked| self.choices.values(self.program, &asked));
                let values = values.ok_or("an input has too many values to try all")?;
                let more = |value: u128| inputs.iter().copied().chain([value]).collect();
                pending.extend(values.into_iter().map(more));
            }
        }
        Ok(accesses)
    }

    /// The run that takes these two turns last, if its order of events shows the race.
    fn confirmed_race(&self, way: &Rc<Way>, pair: [u32; 2], check: CheckId) -> Option<Failing> {
        let first = Way { before: Some(Rc::clone(way)), thread: Some(pair[0]), inputs: vec![] };
        let second = Way { before: Some(Rc::new(first)), thread: Some(pair[1]), inputs: vec![] };
        let site = Site { function: self.program.entry, edge: index::Id::new(0) };
        let run = failing(check, site, &second);
        let list = InputList::new(run.inputs.clone(), WhenExhausted::Default(0));
        let script = Script::new(list, run.schedule.clone());
        let options = Options { indeterminate: self.indeterminate, ..Options::default() };
        let mut interpreter = Interpreter::new(self.program, script, options);
        match interpreter.run() {
            Outcome::Violated { check: violated, site } if violated == check => {
                let inputs = interpreter.inputs().iter().map(|input| input.bits).collect();
                let schedule = interpreter.schedule().to_vec();
                Some(Failing { check, site, inputs, schedule })
            }
            _ => None,
        }
    }
}

/// Two accesses of different threads to one place, one of them writing, that nothing keeps apart.
fn conflicts(a: &ListedAccess, b: &ListedAccess) -> bool {
    let overlap =
        a.start < b.start.saturating_add(b.size) && b.start < a.start.saturating_add(a.size);
    let is_apart = a.protection == b.protection && a.protection != Protection::None;
    overlap && (a.is_write || b.is_write) && !is_apart
}

/// The check that races violate.
pub(crate) fn race_check(program: &Program) -> Option<CheckId> {
    let mut checks = program.checks.iter();
    checks.find(|(_, check)| check.kind == CheckKind::DataRace).map(|(id, _)| id)
}

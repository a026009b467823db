//! What a run did: the edges it took and the values it wrote.
//!
//! The record is a list in the order of the run. Each entry names the edge, so the operation,
//! its span and its role are looked up in the program and not repeated here.

use std::collections::VecDeque;

use ir::{FunctionId, ObjectId, Type, VarId};

use crate::finding::Finding;
use crate::notes::{Action, InputNote};
use crate::options::Record;
use crate::outcome::Site;
use crate::races::Race;
use crate::value::{Origin, Value};

/// One step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub site: Site,
    /// Activations below this one; the entry function runs at depth 0.
    pub depth: usize,
    /// The thread that took it; the entry function's is [`FIRST_THREAD`](crate::FIRST_THREAD).
    pub thread: u32,
    /// Accesses to memory beyond the local objects of that thread.
    pub n_shared: u8,
    pub effect: Effect,
}

/// A thread that waits where nobody can go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    pub thread: u32,
    /// Where its activations stand, the innermost first.
    pub sites: Vec<Site>,
}

/// What the step wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    None,
    Assigned {
        var: VarId,
        value: Value,
    },
    Stored {
        place: Place,
        ty: Type,
        value: Value,
    },
    /// Bytes were copied, filled or made unknown.
    Overwritten {
        place: Place,
        size: u64,
    },
    Called {
        function: FunctionId,
        arguments: Vec<Value>,
    },
    /// The step is a check that fails, of an access to this address: a number that leads to no object.
    Astray {
        address: u64,
    },
    /// The activation of the step ended. `target` is assigned in the caller.
    Returned {
        target: Option<VarId>,
        value: Option<Value>,
    },
}

/// Somewhere in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The object of the program; `None` for an allocated block.
    pub object: Option<ObjectId>,
    pub address: u64,
    /// In bytes from the start of the object or block.
    pub offset: u64,
}

/// The steps of a run, all or the last ones.
#[derive(Clone, Debug)]
pub struct Trace {
    record: Record,
    steps: VecDeque<Step>,
    n_steps: u64,
    actions: Vec<Action>,
    notes: Vec<InputNote>,
    race: Option<Race>,
    waiting: Vec<Waiting>,
    /// Blocks that were freed, each with how many steps there were then.
    frees: Vec<(u64, Origin)>,
    /// Rounds that are no steps, each with how many steps there were then.
    leaps: Vec<(u64, u64)>,
    finding: Option<Finding>,
    /// Which variables lead to the start of which block where a check failed.
    holders: Vec<(Origin, VarId)>,
}

impl Trace {
    pub(crate) fn new(record: Record) -> Self {
        let (steps, actions, notes) = (VecDeque::new(), Vec::new(), Vec::new());
        Self {
            record,
            steps,
            n_steps: 0,
            actions,
            notes,
            race: None,
            waiting: Vec::new(),
            frees: Vec::new(),
            leaps: Vec::new(),
            finding: None,
            holders: Vec::new(),
        }
    }

    #[inline]
    pub(crate) fn is_recording(&self) -> bool {
        self.record != Record::Nothing
    }

    pub(crate) fn push(&mut self, step: Step) {
        self.n_steps += 1;
        if let Record::Last(n_steps) = self.record {
            if n_steps == 0 {
                return;
            }
            if self.steps.len() == n_steps {
                self.steps.pop_front();
            }
        }
        self.steps.push_back(step);
    }

    pub(crate) fn n_steps(&self) -> u64 {
        self.n_steps
    }

    /// So many rounds of a loop were leapt over, which are like the last one that was taken.
    pub(crate) fn leap(&mut self, n_rounds: u64) {
        if self.is_recording() {
            self.leaps.push((self.n_steps, n_rounds));
        }
    }

    /// Rounds of a loop that happened behind this step, by its place among [`steps`](Self::steps), and are like the
    /// round that it ends.
    pub fn n_rounds_behind(&self, step: usize) -> Option<u64> {
        let n_steps = self.n_forgotten() + step as u64 + 1;
        let first = self.leaps.partition_point(|(at, _)| *at < n_steps);
        self.leaps.get(first).filter(|(at, _)| *at == n_steps).map(|(_, n_rounds)| *n_rounds)
    }

    /// The steps from this one on have not happened.
    pub(crate) fn forget_from(&mut self, n_steps: u64) {
        let n_taken_back = self.n_steps.saturating_sub(n_steps);
        self.n_steps -= n_taken_back;
        let kept = self.steps.len().saturating_sub(n_taken_back as usize);
        self.steps.truncate(kept);
        let behind = self.notes.partition_point(|note| note.n_steps <= self.n_steps);
        self.notes.truncate(behind);
        self.frees.retain(|(n_steps, _)| *n_steps <= self.n_steps);
        self.leaps.retain(|(n_steps, _)| *n_steps <= self.n_steps);
        self.finding = None;
    }

    /// The effect of the step that was pushed last.
    pub(crate) fn set_effect(&mut self, effect: Effect) {
        if let Some(step) = self.steps.back_mut() {
            step.effect = effect;
        }
    }

    /// The step that was pushed last has accessed what others may know.
    pub(crate) fn count_shared(&mut self) {
        if let Some(step) = self.steps.back_mut() {
            step.n_shared = step.n_shared.saturating_add(1);
        }
    }

    pub(crate) fn set_waiting(&mut self, waiting: Vec<Waiting>) {
        self.waiting = waiting;
    }

    /// Who waits where, if the run ended because everybody does.
    pub fn waiting(&self) -> &[Waiting] {
        &self.waiting
    }

    /// The step that was pushed last frees a block.
    pub(crate) fn push_free(&mut self, block: Origin) {
        if self.is_recording() {
            self.frees.push((self.n_steps, block));
        }
    }

    pub(crate) fn set_finding(&mut self, finding: Finding) {
        self.finding = Some(finding);
    }

    pub(crate) fn set_holders(&mut self, holders: Vec<(Origin, VarId)>) {
        self.holders = holders;
    }

    /// Variables that hold the start of this block where a check failed, in the order of the program's.
    pub fn holders(&self, block: Origin) -> impl Iterator<Item = VarId> {
        self.holders.iter().filter(move |(origin, _)| *origin == block).map(|(_, var)| *var)
    }

    /// What the check that ended the run was about, if more is known than that it fails.
    pub fn finding(&self) -> Option<&Finding> {
        self.finding.as_ref()
    }

    /// The place among [`steps`](Self::steps) of the one that freed the block; none if it was not
    /// freed, or so long ago that the step is not kept.
    pub fn freed_at(&self, block: Origin) -> Option<usize> {
        let (n_steps, _) = self.frees.iter().rev().find(|(_, freed)| *freed == block)?;
        usize::try_from(n_steps.checked_sub(self.n_forgotten() + 1)?).ok()
    }

    pub(crate) fn set_race(&mut self, race: Race) {
        self.race = Some(race);
    }

    /// The race that ended the run, if one did.
    pub fn race(&self) -> Option<Race> {
        self.race
    }

    pub(crate) fn push_action(&mut self, action: Action) {
        self.actions.push(action);
    }

    pub(crate) fn push_note(&mut self, note: InputNote) {
        let (n_steps, n_actions) = (self.n_steps, self.actions.len());
        self.notes.push(InputNote { n_steps, n_actions, ..note });
    }

    /// The note of the input that was answered last.
    pub(crate) fn last_note(&mut self) -> Option<&mut InputNote> {
        self.notes.last_mut()
    }

    /// What somebody outside did, in order.
    pub fn actions(&self) -> &[Action] {
        &self.actions
    }

    /// A note per recorded input.
    pub fn notes(&self) -> &[InputNote] {
        &self.notes
    }

    /// How many steps were taken before those that are kept.
    pub fn n_forgotten(&self) -> u64 {
        self.n_steps - self.steps.len() as u64
    }

    pub fn steps(&self) -> impl DoubleEndedIterator<Item = &Step> + ExactSizeIterator {
        self.steps.iter()
    }
}

//! Frames: what a side does not write, so that results about threads side by side compose.
//!
//! The paper's noninterference (Theorems 1 and 4) fails on its own example unless each thread also
//! says which shared variables it leaves alone. A frame lists those that a side may write; what is
//! computed anew from its edges must leave all others as they are. And what others write must be
//! shared: variables of one thread alone, which the relation may speak of, are nobody else's.

use ir::VarId;
use logic::TermId;
use rustc_hash::FxHashMap;

use super::Flaw;
use super::checker::Checker;

/// One of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whose {
    Target,
    Source,
}

impl Checker<'_, '_> {
    /// Others write what is shared, and every shared variable has its new value on both sides.
    pub(super) fn check_frames_of_others(&self) -> Result<(), Flaw> {
        let certificate = &*self.certificate;
        if certificate.commands.is_empty() {
            return Ok(());
        }
        if self.old_and_new().len() != certificate.shared.len() {
            return Err(Flaw::Wrong("a shared variable has no new value".to_owned()));
        }
        let mut written = certificate.commands.iter().flat_map(|command| &command.updates);
        let is_shared = |var: &VarId| certificate.shared.iter().any(|(own, _)| own == var);
        match written.all(|(var, _)| is_shared(var)) {
            true => Ok(()),
            false => Err(Flaw::Wrong("others write what is not shared".to_owned())),
        }
    }

    /// After a stretch of one side shared variables outside of its frame are as they were.
    pub(super) fn check_frame(
        &mut self,
        whose: Whose,
        assumed: &[TermId],
        store: &FxHashMap<VarId, TermId>,
    ) -> Result<(), Flaw> {
        let certificate = &*self.certificate;
        let (vars, frame) = match whose {
            Whose::Target => (&certificate.target.vars, &certificate.frames.target),
            Whose::Source => (&certificate.source.vars, &certificate.frames.source),
        };
        let shared = certificate.shared.iter().map(|(own, other)| match whose {
            Whose::Target => *own,
            Whose::Source => *other,
        });
        let mut pairs: Vec<(TermId, TermId)> = Vec::new();
        for var in shared.filter(|var| !frame.contains(var)) {
            match (vars.get(&var), store.get(&var)) {
                (Some(old), Some(new)) => pairs.push((*old, *new)),
                _ => return Err(Flaw::Wrong("a shared variable has no value".to_owned())),
            }
        }
        let kept: Vec<TermId> =
            pairs.into_iter().map(|(old, new)| self.certificate.pool.eq(old, new)).collect();
        self.demand(assumed, &kept, "what is written lies in the frame")
    }
}

//! An answer of the source: a path that is enabled, is seen alike, and leads to a listed pair whose
//! facts hold.
//!
//! Enabled *and* leading well, not leading well *if* enabled: else a path that is never enabled would
//! follow anything. Of several paths the first that is enabled is taken.

use ir::{LocationId, Type, VarId};
use logic::{TermId, TermPool};
use rustc_hash::FxHashMap;

use super::Flaw;
use super::certificate::{Answer, Chosen, Pair, Point, SourcePath};
use super::checker::Checker;
use super::frames::Whose;
use super::walk::{Seen, Walked};

/// When a path of the source is enabled, and its values behind it.
type Followed = (TermId, FxHashMap<VarId, TermId>);

impl Checker<'_, '_> {
    pub(super) fn check_answer(
        &mut self,
        pair: &Pair,
        walked: &Walked,
        answer: &Answer,
        mut assumed: Vec<TermId>,
    ) -> Result<(), Flaw> {
        let Point::At(from) = pair.points.1 else {
            // An ended source can only stay.
            return self.check_stay(pair, walked, answer, &assumed);
        };
        for path in &answer.paths {
            let followed = self.follow(from, walked, path)?;
            let Some((enabled, store)) = followed else {
                return Err(Flaw::Wrong("an answer is seen differently".to_owned()));
            };
            let mut taken = assumed.clone();
            taken.push(enabled);
            if path.to != Point::Undefined {
                self.check_frame(Whose::Source, &taken, &store)?;
                match self.known((walked.end, path.to)) {
                    Some(facts) => {
                        let after = self.after(&facts, &walked.store, &store);
                        self.demand(&taken, &after, "what is known after a step holds")?;
                    }
                    // An answer that is never taken may lead anywhere.
                    None => {
                        if !self.is_impossible(&taken, "an answer is not taken")? {
                            return Err(Flaw::Wrong(
                                "an answer leads to no listed pair".to_owned(),
                            ));
                        }
                    }
                }
            }
            assumed.push(self.certificate.pool.not(enabled));
        }
        match self.is_impossible(&assumed, "some answer is enabled")? {
            true => Ok(()),
            false => Err(Flaw::Wrong("no answer is known to be enabled".to_owned())),
        }
    }

    pub(super) fn check_stay(
        &mut self,
        pair: &Pair,
        walked: &Walked,
        answer: &Answer,
        assumed: &[TermId],
    ) -> Result<(), Flaw> {
        let is_stay =
            answer.paths.iter().any(|path| path.edges.is_empty() && path.to == pair.points.1);
        if walked.seen.is_none()
            && walked.end != Point::Undefined
            && is_stay
            && let Some(facts) = self.known((walked.end, pair.points.1))
        {
            let store = self.certificate.source.vars.clone();
            let after = self.after(&facts, &walked.store, &store);
            return self.demand(assumed, &after, "what is known after a step holds");
        }
        match self.is_impossible(assumed, "an ended source is followed")? {
            true => Ok(()),
            false => Err(Flaw::Wrong("an ended source has no answer".to_owned())),
        }
    }

    /// When a path of the source is enabled and seen alike, and its values behind it.
    pub(super) fn follow(
        &mut self,
        from: LocationId,
        walked: &Walked,
        path: &SourcePath,
    ) -> Result<Option<Followed>, Flaw> {
        let store = self.certificate.source.vars.clone();
        let mut flaw: Option<Flaw> = None;
        let source = &self.source;
        let mut choose = |pool: &mut TermPool, number: usize, ty: Type| {
            let chosen = path.chosen.iter().find(|(edge, _)| *edge == number);
            let value = match chosen {
                Some((_, Chosen::LikeTarget(edge))) => walked.chosen.get(edge).copied(),
                Some((_, Chosen::Returned)) => match &walked.seen {
                    Some(Seen::Return(Some((_, value)))) => Some(*value),
                    _ => None,
                },
                Some((_, Chosen::After(var))) => walked.store.get(var).copied(),
                Some((_, Chosen::Constant(value))) => Some(source.constant(pool, ty, *value)),
                None => Some(source.constant(pool, ty, 0)),
            };
            let zero = source.constant(pool, ty, 0);
            let value = value.filter(|value| pool.sort(*value) == pool.sort(zero));
            value.unwrap_or_else(|| {
                flaw = Some(Flaw::Wrong("a choice of the source has no value".to_owned()));
                zero
            })
        };
        let followed =
            self.source.walk(&mut self.certificate.pool, from, &path.edges, store, &mut choose)?;
        if let Some(flaw) = flaw {
            return Err(flaw);
        }
        if followed.end != path.to {
            return Err(Flaw::Wrong("an answer ends elsewhere".to_owned()));
        }
        let mut all = followed.guard.clone();
        // A source that does what is undefined may go on in any way.
        if followed.end != Point::Undefined {
            match self.same(walked.seen.as_ref(), followed.seen.as_ref()) {
                Some(same) => all.extend(same),
                None => return Ok(None),
            }
            if walked.end == Point::Undefined {
                return Ok(None);
            }
        } else if followed.seen.is_some() {
            // What it has shown before that counts.
            match self.same(walked.seen.as_ref(), followed.seen.as_ref()) {
                Some(same) => all.extend(same),
                None => return Ok(None),
            }
        }
        let enabled = self.pool().and(&all);
        Ok(Some((enabled, followed.store)))
    }

    /// When two observations are the same; nothing if they never are.
    pub(super) fn same(
        &mut self,
        target: Option<&Seen>,
        source: Option<&Seen>,
    ) -> Option<Vec<TermId>> {
        let pool = &mut self.certificate.pool;
        match (target, source) {
            (None, None) => Some(Vec::new()),
            (Some(Seen::Call(own, given, result)), Some(Seen::Call(other, got, returned))) => {
                let is_alike = own == other
                    && given.len() == got.len()
                    && given.iter().zip(got).all(|(a, b)| a.0 == b.0)
                    && result.is_some() == returned.is_some();
                if !is_alike {
                    return None;
                }
                let mut all: Vec<TermId> =
                    given.iter().zip(got).map(|(a, b)| pool.eq(a.1, b.1)).collect();
                if let (Some(result), Some(returned)) = (result, returned) {
                    all.push(pool.eq(*result, *returned));
                }
                Some(all)
            }
            (Some(Seen::Return(Some(own))), Some(Seen::Return(Some(other)))) => {
                (own.0 == other.0).then(|| vec![pool.eq(own.1, other.1)])
            }
            (Some(Seen::Return(None)), Some(Seen::Return(None)))
            | (Some(Seen::Abort), Some(Seen::Abort))
            | (Some(Seen::Error), Some(Seen::Error)) => Some(Vec::new()),
            _ => None,
        }
    }
}

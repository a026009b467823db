//! The target's edges: every way from one listed point to the next is one step at most, and has an
//! answer or is impossible.

use ir::{LocationId, Op, Program, Type};
use logic::TermPool;
use rustc_hash::FxHashMap;

use super::Flaw;
use super::certificate::{Edges, Pair, Point, Way};
use super::checker::Checker;
use super::frames::Whose;

/// Paths between two listed points.
const MAX_PATHS: usize = 4_000;

impl Checker<'_, '_> {
    pub(super) fn check_steps(&mut self) -> Result<(), Flaw> {
        let mut cuts: Vec<LocationId> = Vec::new();
        for pair in &self.certificate.pairs {
            if let Point::At(location) = pair.points.0 {
                cuts.push(location);
            }
        }
        let mut stretches: FxHashMap<LocationId, Vec<Edges>> = FxHashMap::default();
        for pair in self.certificate.pairs.clone() {
            let Point::At(location) = pair.points.0 else { continue };
            if pair.points.1 == Point::Undefined {
                continue;
            }
            let from_here = match stretches.get(&location) {
                Some(known) => known.clone(),
                None => {
                    let found = super::steps::stretches(self.target.program, location, &cuts)?;
                    stretches.insert(location, found.clone());
                    found
                }
            };
            for edges in from_here {
                self.check_step(&pair, location, &edges)?;
            }
        }
        Ok(())
    }

    pub(super) fn check_step(
        &mut self,
        pair: &Pair,
        from: LocationId,
        edges: &Edges,
    ) -> Result<(), Flaw> {
        let store = self.certificate.target.vars.clone();
        let reading = &self.target;
        let mut fresh = |pool: &mut TermPool, _: usize, ty: Type| reading.fresh(pool, ty);
        // What cannot be read must not be reached: its readable part is impossible already.
        let (walked, is_whole) = self.target.walk_readable(
            &mut self.certificate.pool,
            from,
            edges,
            &store,
            &mut fresh,
        )?;
        let mut assumed = pair.facts.clone();
        assumed.extend(&walked.guard);
        let answer = self
            .certificate
            .answers
            .iter()
            .find(|answer| answer.points == pair.points && answer.edges == *edges)
            .filter(|_| is_whole)
            .cloned();
        let Some(answer) = answer else {
            return match self.is_impossible(&assumed, "a step without answer is impossible")? {
                true => Ok(()),
                false => Err(Flaw::Wrong("a step of the target has no answer".to_owned())),
            };
        };
        if walked.n_events > 1 {
            return Err(Flaw::Wrong("others could act in the middle of a step".to_owned()));
        }
        self.check_frame(Whose::Target, &assumed, &walked.store)?;
        self.check_answer(pair, &walked, &answer, assumed)
    }
}

/// All ways of a program from one listed point to the next. One that comes round without meeting a
/// listed point ends there: nothing is known behind it, so that it must be impossible.
pub(super) fn stretches(
    program: &Program,
    from: LocationId,
    cuts: &[LocationId],
) -> Result<Vec<Edges>, Flaw> {
    let Some(body) = &program.functions[program.entry].body else {
        return Err(Flaw::Wrong("there is no body".to_owned()));
    };
    let mut found: Vec<Edges> = Vec::new();
    let mut pending: Vec<(LocationId, Edges)> = vec![(from, Vec::new())];
    while let Some((at, edges)) = pending.pop() {
        if !edges.is_empty() && cuts.contains(&at) {
            found.push(edges);
            continue;
        }
        let is_round = edges.iter().any(|(id, _)| body.edges[*id].from == at);
        if is_round {
            found.push(edges);
            continue;
        }
        if found.len() + pending.len() > MAX_PATHS || edges.len() > 4_000 {
            return Err(Flaw::Wrong("a stretch of a program does not end".to_owned()));
        }
        let outgoing = &body.locations[at].outgoing;
        if outgoing.is_empty() && !edges.is_empty() {
            found.push(edges);
            continue;
        }
        for id in outgoing {
            let mut on = edges.clone();
            on.push((*id, Way::On));
            match &body.edges[*id].op {
                Op::Check { .. } => {
                    let mut failed = edges.clone();
                    failed.push((*id, Way::Failed));
                    found.push(failed);
                    pending.push((body.edges[*id].to, on));
                }
                Op::Return { .. } | Op::Unsupported { .. } => found.push(on),
                Op::Halt { cause: ir::HaltCause::Assumption } => {}
                Op::Halt { .. } => found.push(on),
                _ => pending.push((body.edges[*id].to, on)),
            }
        }
    }
    Ok(found)
}

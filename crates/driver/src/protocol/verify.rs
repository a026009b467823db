//! The answer for any number of processes.
//!
//! What is wrong with two, three or four processes is found by exploring these instances. A
//! property that they all satisfy may still fail for more: that is said, and not called proved.

use source::Source;
use verdict::{Budget, PropertyOutcome, ProtocolOutcome, ProtocolPropertyKind, Verdict};

use protocol::System;

use super::instance::explore_instance;
use super::outcome::{answer, inconclusive, trust_of};

/// The instances that are searched for violations, and for what should be reachable.
const INSTANCES: std::ops::RangeInclusive<usize> = 2..=4;

/// What is known about each property for every number of processes.
pub fn verify(system: &System, source: &Source, budget: &Budget) -> ProtocolOutcome {
    let mut properties: Vec<Option<PropertyOutcome>> = vec![None; system.properties.len()];
    let mut statistics = Vec::new();
    for n_processes in INSTANCES {
        let outcome = explore_instance(system, source, n_processes, budget);
        for (name, figure) in outcome.statistics {
            statistics.push((format!("{name} of {n_processes} processes"), figure));
        }
        for (known, found) in properties.iter_mut().zip(outcome.properties) {
            if known.is_none() && is_decided(&found) {
                *known = Some(found);
            }
        }
        if properties.iter().all(Option::is_some) {
            break;
        }
    }
    let open = |decl| {
        let why = format!(
            "no violation with {} to {} processes, and no proof for more",
            INSTANCES.start(),
            INSTANCES.end()
        );
        answer(decl, inconclusive(why.clone()), why, None)
    };
    let decls = system.properties.values();
    let properties =
        properties.into_iter().zip(decls).map(|(known, decl)| known.unwrap_or_else(|| open(decl)));
    ProtocolOutcome {
        scope: "any number of processes".to_owned(),
        properties: properties.collect(),
        trust: trust_of(system),
        statistics,
    }
}

/// Whether the answer for one instance settles the question for all: a violation does, and so
/// does reaching what should be reachable.
fn is_decided(found: &PropertyOutcome) -> bool {
    match found.kind {
        ProtocolPropertyKind::Safety | ProtocolPropertyKind::Liveness => {
            found.verdict == Verdict::False
        }
        ProtocolPropertyKind::Reachable => found.verdict == Verdict::True,
    }
}

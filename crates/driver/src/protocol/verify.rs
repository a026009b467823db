//! The answer for any number of processes.
//!
//! What is wrong with two, three or four processes is found by searching these instances. A
//! property that they all satisfy may still fail for more: that is said, and not called proved.

use source::Source;
use verdict::{Budget, ProtocolOutcome};

use protocol::System;

use super::instance::{SEARCHED_INSTANCES, settle_by_runs};
use super::outcome::{answer, inconclusive, trust_of};

/// What is known about each property for every number of processes.
pub fn verify(system: &System, source: &Source, budget: &Budget) -> ProtocolOutcome {
    let open = system.properties.ids().collect();
    let mut settled = settle_by_runs(system, source, &open, budget);
    let why = format!(
        "no violation found with {} to {} processes, and no proof for more",
        SEARCHED_INSTANCES.start(),
        SEARCHED_INSTANCES.end()
    );
    let properties = system.properties.iter().map(|(id, decl)| {
        match settled.iter().position(|(settled, _)| *settled == id) {
            Some(position) => settled.swap_remove(position).1,
            None => answer(decl, inconclusive(why.clone()), why.clone(), None),
        }
    });
    ProtocolOutcome {
        scope: "any number of processes".to_owned(),
        properties: properties.collect(),
        trust: trust_of(system),
        statistics: Vec::new(),
    }
}

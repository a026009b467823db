//! The abstraction function: which abstract state a concrete one is, seen by one process.
//!
//! The engine itself never needs it. Tests hold every concrete step against the rules with it,
//! and a search for a concrete run can follow an abstract one.

use protocol::instance::State;

use crate::abstraction::Abstraction;
use crate::states::{
    Cell, CentreLocal, CentreSkeleton, Control, Local, LocalId, RelationFacts, Skeleton,
};

impl Abstraction<'_> {
    /// The abstract state of `state` as process `reference` sees it; `None` if the abstraction
    /// has no such state, which then is one that no run reaches.
    pub fn locate(&self, state: &State, reference: usize) -> Option<finite::State> {
        let states = &self.explorer.states;
        let centre =
            CentreSkeleton { finites: state.centre.finites.clone(), set: state.centre.set };
        let centre = states.centres.find(&CentreLocal {
            skeleton: states.centre_skeletons.find(&centre)?,
            facts: states.central_facts_of(&state.centre.data),
        })?;
        let control = Control { centre, local: self.locate_local(state, reference)? };
        let mut bits = finite::Mask::EMPTY;
        let x = &state.processes[reference];
        for (other, y) in state.processes.iter().enumerate() {
            if other == reference {
                continue;
            }
            let relation = states.relations.find(&RelationFacts {
                signs: states.signs(&x.data, &y.data),
                is_less: states.vocabulary.ids && reference < other,
                checks: state.checked[reference].contains(other),
                checked: state.checked[other].contains(reference),
            })?;
            let cell = Cell { local: self.locate_local(state, other)?, relation };
            bits.insert(self.model.cells.iter().find(|(_, known)| **known == cell)?.0);
        }
        let found = self.model.controls.iter().find(|(_, known)| **known == control)?;
        Some(finite::State { control: found.0, bits })
    }

    fn locate_local(&self, state: &State, process: usize) -> Option<LocalId> {
        let states = &self.explorer.states;
        let process = &state.processes[process];
        let skeleton = Skeleton {
            location: process.location,
            finites: process.finites.clone(),
            held: process.held,
            checking: process.checking,
        };
        states.locals.find(&Local {
            skeleton: states.skeletons.find(&skeleton)?,
            facts: states.local_facts_of(&process.data, &state.centre.data),
        })
    }

    /// The rules under which the step is possible.
    pub fn rules_of_step(
        &self,
        before: finite::State,
        after: finite::State,
    ) -> Vec<finite::RuleId> {
        let system = &self.model.system;
        system.rules.ids().filter(|rule| system.allows(*rule, before, after)).collect()
    }
}

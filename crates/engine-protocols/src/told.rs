//! Runs of the abstraction as data for whoever shows them step by step.
//!
//! Three columns: the reference process `x`, the centre if there is one, and the others: one fact per
//! kind of process `y` that there is, however many there are of it.

use verdict::{ColumnFact, Moment, ProtocolRun, ProtocolRunEnd, ProtocolStep};

use crate::abstraction::Abstraction;
use crate::plan::Purpose;
use crate::steps::Actor;

const REFERENCE: usize = 0;

impl Abstraction<'_> {
    /// A run to a bad state.
    pub fn told_run(&self, run: &finite::Run) -> ProtocolRun {
        self.told(run.first, run.steps.iter(), ProtocolRunEnd::Stops)
    }

    /// A run that goes round for ever.
    pub fn told_lasso(&self, lasso: &finite::Lasso) -> ProtocolRun {
        let from = lasso.stem.steps.len();
        let end = match lasso.cycle.iter().all(|(rule, _)| rule.is_none()) {
            true => ProtocolRunEnd::Stutters,
            false => ProtocolRunEnd::Repeats { from },
        };
        let cycle = match end {
            ProtocolRunEnd::Stutters => &[][..],
            _ => &lasso.cycle,
        };
        self.told(lasso.stem.first, lasso.stem.steps.iter().chain(cycle), end)
    }

    fn told<'r>(
        &self,
        first: finite::State,
        steps: impl Iterator<Item = &'r (Option<finite::RuleId>, finite::State)>,
        end: ProtocolRunEnd,
    ) -> ProtocolRun {
        let mut columns = vec!["process x".to_owned()];
        columns.extend(self.has_centre().then(|| "centre".to_owned()));
        columns.push("others".to_owned());
        let others = columns.len() - 1;
        let step = |(rule, state): &(Option<finite::RuleId>, finite::State)| ProtocolStep {
            actors: rule
                .map(|rule| match self.model.labels[rule].actor {
                    Actor::Reference => REFERENCE,
                    Actor::Environment => others,
                    Actor::Centre => others - 1,
                })
                .into_iter()
                .collect(),
            what: match rule {
                Some(rule) => self.model.system.rules[*rule].name.clone(),
                None => "nothing happens".to_owned(),
            },
            span: rule.and_then(|rule| match self.model.labels[rule].purpose {
                Purpose::Step(rule) => Some(self.explorer.states.system.rules[rule].span),
                Purpose::Wait => None,
            }),
            after: self.moment(*state),
        };
        let steps = steps.map(step).collect();
        ProtocolRun { columns, start: self.moment(first), steps, end }
    }

    fn has_centre(&self) -> bool {
        self.explorer.states.system.has_centre()
    }

    fn moment(&self, state: finite::State) -> Moment {
        let states = &self.explorer.states;
        let control = self.model.controls[state.control];
        let mut reference = facts(states.local_in_words(control.local));
        if let Some(location) = reference.first_mut() {
            location.about = "pc".to_owned();
        }
        let mut moment = vec![reference];
        if self.has_centre() {
            moment.push(facts(states.centre_in_words(control.centre)));
        }
        let kind = |bit| ColumnFact::alone(self.model.system.bits[bit].clone());
        moment.push(state.bits.iter().map(kind).collect());
        moment
    }
}

/// A truth and its negation are about the same.
fn facts(words: Vec<String>) -> Vec<ColumnFact> {
    let fact = |text: String| {
        let about = match text.strip_prefix('!') {
            Some(negated) => negated,
            None if text.starts_with('(') => text.as_str(),
            None => text.split_once('=').map_or(text.as_str(), |it| it.0),
        };
        ColumnFact { about: about.to_owned(), text }
    };
    words.into_iter().map(fact).collect()
}

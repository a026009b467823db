//! What became of the facts about a column in one step.

use verdict::ColumnFact;

/// How a fact came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change<'a> {
    Same,
    /// Nothing was so before of what it is about.
    New,
    /// Something else was so.
    Changed {
        was: &'a str,
    },
    /// It is so no more, and nothing instead.
    Gone,
}

/// All facts after a step in their order, then those that are gone.
pub fn compared<'a>(
    before: &'a [ColumnFact],
    after: &'a [ColumnFact],
) -> Vec<(&'a str, Change<'a>)> {
    let about = |facts: &'a [ColumnFact], wanted: &ColumnFact| {
        facts.iter().find(|fact| fact.about == wanted.about)
    };
    let now = after.iter().map(|fact| {
        let change = match about(before, fact) {
            None => Change::New,
            Some(old) if old.text == fact.text => Change::Same,
            Some(old) => Change::Changed { was: &old.text },
        };
        (fact.text.as_str(), change)
    });
    let gone = before.iter().filter(|fact| about(after, fact).is_none());
    now.chain(gone.map(|fact| (fact.text.as_str(), Change::Gone))).collect()
}

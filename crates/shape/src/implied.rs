//! What structures say of their parameters, whichever rule holds: a tree whose rules demand a height of
//! one or more, and that is nothing at height zero, has a height that is not negative.
//!
//! *Sound*: a structure is nothing or an instance of one of its rules, so that its parameters meet the
//! demands of one of them; a segment may be nothing besides, and then its start says what its end says.

use crate::predicate::{Empty, Guard, Predicate, Predicates};
use crate::state::{Edge, State};
use crate::value::{Range, Value};

/// Takes in what structures say of numbers; `false` if the state describes nothing.
pub fn take_in_implied(state: &mut State, preds: &Predicates) -> bool {
    let mut found: Vec<(Value, Range)> = Vec::new();
    for edge in state.edges.values() {
        match edge {
            Edge::Block(_) => {}
            Edge::Ind { pred, args } => {
                let predicate = &preds[*pred];
                let Empty::AtNull(at_null) = &predicate.empty else { continue };
                for (param, arg) in args.iter().enumerate().filter(|(_, arg)| is_number(**arg)) {
                    let rules = demanded(predicate, param);
                    let all = rules.and_then(|rules| Some(rules.hull(of(at_null, param)?)));
                    found.extend(all.map(|all| (*arg, all)));
                }
            }
            Edge::Seg { pred, args, end_args, .. } => {
                for (param, (arg, end)) in args.iter().zip(end_args).enumerate() {
                    let known = state.range(*end).filter(|_| is_number(*arg));
                    let rules = demanded(&preds[*pred], param);
                    found.extend(rules.zip(known).map(|(rules, end)| (*arg, rules.hull(&end))));
                }
            }
        }
    }
    found.into_iter().all(|(value, range)| state.narrow(value, &range))
}

fn is_number(value: Value) -> bool {
    matches!(value, Value::Num(_)) || value.symbolic().is_some()
}

fn of(guards: &[Guard], param: usize) -> Option<&Range> {
    guards.iter().find(|(it, _)| *it == param).map(|(_, range)| range)
}

/// What one rule or another demands of a parameter; `None` if there is one that demands nothing.
fn demanded(predicate: &Predicate, param: usize) -> Option<Range> {
    let mut rules = predicate.rules.iter().map(|rule| of(&rule.guards, param));
    let first = rules.next()??.clone();
    rules.try_fold(first, |all, range| Some(all.hull(range?)))
}

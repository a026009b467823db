//! What an instance says about a property, after *Properties* in `docs/guide/protocols.md`.

use crate::graph::explore;
use crate::lpp::{Action, Condition, Operand, Property, Protocol};
use crate::lpp_instance::{Instance, State};
use crate::lpp_truth::Who;
use crate::words::Words;

/// What an instance says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// Some run violates it or, for `reachable`, gets there.
    Met,
    /// No run does.
    NotMet,
    /// No run does that keeps to small numbers.
    NotMetBySmall,
    /// There are too many states.
    TooMany,
}

/// The names that processes have in properties.
const NAMES: [&str; 4] = ["x", "y", "z", "w"];

impl Instance<'_> {
    pub(crate) fn holds_of_all(&self, condition: &Condition, state: &State) -> bool {
        !self.some(condition, state, false)
    }

    /// Whether the condition has this truth value for some different processes.
    fn some(&self, condition: &Condition, state: &State, wanted: bool) -> bool {
        let choices = self.choices(&[condition]);
        choices.iter().any(|called| {
            let who = Who { own: None, called: called.clone() };
            self.holds(condition, state, &who) == wanted
        })
    }

    /// All ways to call different processes by the names that these conditions speak of.
    fn choices(&self, conditions: &[&Condition]) -> Vec<Vec<(&'static str, usize)>> {
        let mut choices = vec![Vec::new()];
        for name in NAMES {
            if !conditions.iter().any(|condition| names(condition, name)) {
                continue;
            }
            let longer = choices.iter().flat_map(|called: &Vec<(&'static str, usize)>| {
                let is_free = |process: &usize| called.iter().all(|(_, other)| other != process);
                (0..self.n_processes).filter(is_free).map(|process| {
                    let mut called = called.clone();
                    called.push((name, process));
                    called
                })
            });
            choices = longer.collect();
        }
        choices
    }
}

/// Whether a condition names this process, other than as one that is counted.
fn names(condition: &Condition, who: &str) -> bool {
    let in_operand =
        |operand: &Operand| operand.name == who || operand.whose.as_deref() == Some(who);
    match condition {
        Condition::Not(part) => names(part, who),
        Condition::And(left, right)
        | Condition::Or(left, right)
        | Condition::Implies(left, right) => names(left, who) || names(right, who),
        Condition::Compare(_, left, right) => in_operand(left) || in_operand(right),
        Condition::In(operand, _) | Condition::Alone(operand) => in_operand(operand),
        Condition::Count(_, counted, body) => counted != who && names(body, who),
    }
}

/// Whether processes are compared by their ids: a sign of order stands beside one of their names.
fn compares_ids(text: &str) -> bool {
    let mut words = Words::of(text, false);
    let is_process = |word: &str| ["slf", "otr"].contains(&word) || NAMES.contains(&word);
    let mut before = String::new();
    while !words.peek().is_empty() {
        let is_order = ["<", "<=", ">", ">="].contains(&words.peek());
        if is_order && (is_process(&before) || is_process(words.second())) {
            return true;
        }
        before = words.take();
    }
    false
}

/// Whether some number may be any: then only a few are tried.
fn tries_numbers(protocol: &Protocol) -> bool {
    let is_number = |name: &str| {
        protocol.data.iter().chain(&protocol.centre_data).any(|data| data.name == name)
    };
    let is_any =
        |action: &Action| matches!(action, Action::Assign(target, None) if is_number(&target.name));
    let mut branches =
        protocol.rules.iter().flat_map(|rule| [Some(&rule.then), rule.otherwise.as_ref()]);
    protocol.data.iter().chain(&protocol.centre_data).any(|data| data.initial.is_none())
        || branches.any(|branch| branch.is_some_and(|branch| branch.actions.iter().any(is_any)))
}

/// What `n` processes say about the property number `at`, going through at most so many states.
pub fn ask(protocol: &Protocol, text: &str, n: usize, states: usize, at: usize) -> Seen {
    let instance = Instance::new(protocol, n);
    let (is_met, is_whole, is_cut) = match &protocol.properties[at] {
        Property::Safety(condition) | Property::Reachable(condition) => {
            let wanted = matches!(protocol.properties[at], Property::Reachable(_));
            let instance = if compares_ids(text) { instance } else { instance.sorting() };
            let graph =
                explore(&instance, states, &mut |state| instance.some(condition, state, wanted));
            (graph.is_met, graph.is_whole, graph.is_cut)
        }
        Property::Liveness(trigger, response) => {
            let graph = explore(&instance, states, &mut |_| false);
            let waits = instance.choices(&[trigger, response]).into_iter().any(|called| {
                let who = Who { own: None, called };
                let owes = |state: &State| instance.holds(trigger, state, &who);
                let answers = |state: &State| instance.holds(response, state, &who);
                graph.waits_for_ever(&owes, &answers)
            });
            (waits, graph.is_whole, graph.is_cut)
        }
    };
    match (is_met, is_cut) {
        (true, _) => Seen::Met,
        (false, true) => Seen::TooMany,
        (false, false) if is_whole && !tries_numbers(protocol) => Seen::NotMet,
        (false, false) => Seen::NotMetBySmall,
    }
}

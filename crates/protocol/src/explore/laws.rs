//! Laws of the classes, on random protocols: whatever numbers a run really has, the exploration
//! covers it.

use std::collections::BTreeSet;

use index::Id;
use verdict::Budget;

use super::tests::system;
use super::{Finding, Limits, explore};
use crate::PropertyId;
use crate::instance::{Instance, State};

/// Numbers that look random, the same in every run.
struct Dice(u64);

impl Dice {
    fn draw(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n
    }

    fn one_of<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.draw(choices.len())]
    }
}

/// A protocol with one or two numbers per process, perhaps one in the centre, and all kinds of
/// rules.
fn random_protocol(dice: &mut Dice) -> String {
    let sort = dice.one_of(&["nat", "int"]);
    let start = dice.one_of(&["0", "0", "1", "*"]);
    let mut text = format!(
        "protocol random\nloc a, b, c\ndata t : {sort} = {start}\ndata u : nat = 0\n\
         centre data n : nat = 0\nvar f : bool = false\n"
    );
    for location in ["a", "b", "c"] {
        for _ in 0..1 + dice.draw(2) {
            let when = match dice.draw(4) {
                0 => format!("when {}: ", own_test(dice)),
                _ => String::new(),
            };
            let branch = |dice: &mut Dice| {
                let mut branch = String::new();
                for _ in 0..dice.draw(3) {
                    branch += &action(dice);
                    branch += "; ";
                }
                branch + "goto " + dice.one_of(&["a", "b", "c"])
            };
            let statement = match dice.draw(3) {
                0 => branch(dice),
                1 => format!("if forall otr. {} then {}", pair_test(dice), branch(dice)),
                _ => {
                    let (test, then) = (pair_test(dice), branch(dice));
                    format!("if forall otr. {test} then {then} else {}", branch(dice))
                }
            };
            text += &format!("at {location}: {when}{statement}\n");
        }
    }
    text + &format!("safety {}\n", dice.one_of(&PROPERTIES))
}

const PROPERTIES: [&str; 4] = [
    "!(pc[x] = c & pc[y] = c)",
    "!(pc[x] = c & t[x] > t[y] + 1)",
    "pc[x] = b -> t[x] != 3",
    "!(f[x] & f[y])",
];

fn own_test(dice: &mut Dice) -> String {
    dice.one_of(&["t = 0", "t < 2", "t + 1 > u", "n = t", "!f", "n > 1"]).to_owned()
}

fn pair_test(dice: &mut Dice) -> String {
    let test = dice.one_of(&[
        "t < t[otr]",
        "t <= t[otr] + 1",
        "t != t[otr]",
        "t[otr] = 0",
        "u < t[otr]",
        "pc[otr] != c",
        "f[otr]",
    ]);
    let other = dice.one_of(&["", "", " | slf < otr", " & pc[otr] in {a, b}", " | t = n"]);
    format!("{test}{other}")
}

fn action(dice: &mut Dice) -> String {
    dice.one_of(&[
        "t := t + 1",
        "t := u",
        "u := t",
        "t := 0",
        "t := t - 1",
        "n := n + 1",
        "t := n",
        "u := *",
        "f := true",
        "f := *",
        "scan if t <= t[otr] then t := t[otr] + 1",
        "scan if u < t[otr] then u := t[otr]",
        "broadcast if t < t[otr] then f[otr] := false, pc[otr] := a",
    ])
    .to_owned()
}

/// Every state, with its numbers as they are, that is within `depth` steps, at most `most`.
fn exact_states(instance: &Instance<'_>, any: &[i64], most: usize) -> Vec<State> {
    let initial = instance.initial_states(any, most).unwrap_or_default();
    let mut seen: BTreeSet<State> = initial.iter().cloned().collect();
    let mut states = initial;
    let mut next = 0;
    while next < states.len() && states.len() < most {
        let successors = instance.successors(&states[next], any).expect("numbers stay small");
        next += 1;
        for (_, state) in successors {
            if seen.insert(state.clone()) {
                states.push(state);
            }
        }
    }
    states
}

#[test]
fn classes_cover_all_runs_and_refutations_are_runs() {
    let mut dice = Dice(3);
    let any = [0, 1, 2, 5, 9];
    let (mut n_proved, mut n_violated) = (0, 0);
    for _ in 0..60 {
        let text = random_protocol(&mut dice);
        let system = system(&text);
        let instance = Instance::new(&system, 2);
        let budget = Budget::unlimited().with_steps(20_000);
        let exploration = explore(instance, Limits { max_states: 3000 }, &budget);
        let finding = exploration.finding(PropertyId::new(0));
        if let Finding::Violated(run) = &finding {
            assert_eq!(run.replays(&instance), Ok(true), "{text}");
            n_violated += 1;
        }
        if exploration.bound().is_some() {
            continue;
        }
        let crate::Property::Safety(safety) = &system.properties[PropertyId::new(0)].property
        else {
            unreachable!("random protocols ask for safety");
        };
        for state in exact_states(&instance, &any, 300) {
            let node = exploration.find(&state).unwrap_or_else(|| panic!("{state:?}\n{text}"));
            let edges = &exploration.nodes[node].edges;
            for (step, after) in instance.successors(&state, &any).expect("small numbers") {
                let target =
                    exploration.find(&after).unwrap_or_else(|| panic!("{after:?}\n{text}"));
                assert!(edges.contains(&(step, target)), "{step:?} {state:?}\n{text}");
            }
            let fails = |x, y| instance.holds_of(safety, &state, &[x, y]) == Ok(false);
            let is_bad = fails(0, 1) || fails(1, 0);
            assert!(!(is_bad && finding == Finding::Exhausted), "{state:?}\n{text}");
        }
        n_proved += usize::from(finding == Finding::Exhausted);
    }
    assert!(n_proved > 10 && n_violated > 10, "{n_proved} proved, {n_violated} violated");
}

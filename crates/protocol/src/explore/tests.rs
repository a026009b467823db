//! Explorations of small instances whose answers are known.

use source::Source;
use verdict::Budget;

use super::{Exploration, Finding, Limits, explore};
use crate::instance::Instance;
use crate::run::RunEnd;
use crate::{PropertyId, System, read};
use index::Id;

pub(crate) fn system(text: &str) -> System {
    let source = Source::new("test.lpp", text.as_bytes().to_vec());
    let (system, diagnostics) = read(&source);
    let first = diagnostics.iter().next().map(|message| message.message.clone());
    system.unwrap_or_else(|| panic!("{first:?}"))
}

fn explored(system: &System, n_processes: usize) -> Exploration<'_> {
    explore(Instance::new(system, n_processes), Limits::default(), &Budget::unlimited())
}

/// One letter per property: what the instance of `n` processes says.
fn findings(text: &str, n: usize) -> String {
    let system = system(text);
    let exploration = explored(&system, n);
    let letter = |id: PropertyId| match exploration.finding(id) {
        Finding::Exhausted => 'h',
        Finding::Reached(run) => {
            assert_eq!(run.replays(&exploration.instance()), Ok(true));
            'r'
        }
        Finding::Violated(run) => {
            assert_eq!(run.replays(&exploration.instance()), Ok(true));
            match run.end {
                RunEnd::Stops => 'v',
                RunEnd::Stutters => 's',
                RunEnd::Loops { from } => {
                    assert_eq!(run.state(from), run.last());
                    'l'
                }
                RunEnd::LoopsGrowing { .. } => 'g',
            }
        }
        Finding::Undecided(_) => '?',
    };
    system.properties.ids().map(letter).collect()
}

const BAKERY: &str = include_str!("../../../../examples/protocols/bakery.lpp");
const SZYMANSKI: &str = include_str!("../../../../examples/protocols/szymanski.lpp");

#[test]
fn bakery_is_correct_for_two_and_three() {
    assert_eq!(findings(BAKERY, 2), "hhr");
    assert_eq!(findings(BAKERY, 3), "hhr");
}

#[test]
fn szymanski_is_correct_for_two_and_three() {
    assert_eq!(findings(SZYMANSKI, 2), "hhr");
    assert_eq!(findings(SZYMANSKI, 3), "hhr");
}

#[test]
fn ties_in_the_bakery_must_be_broken() {
    let tie = BAKERY.replace("t = t[otr] & slf < otr", "t = t[otr]");
    assert_eq!(findings(&tie, 2), "vhr");
    let deadlock = BAKERY.replace("t < t[otr] | t = t[otr] & slf < otr", "t < t[otr]");
    assert_eq!(findings(&deadlock, 2), "hsr");
}

#[test]
fn a_bakery_without_maximum_starves() {
    let text = BAKERY.replace("pc[otr] in {wait, crit} & t <= t[otr]", "false");
    let found = findings(&text, 2);
    assert_eq!(&found[1..2], "l", "{found}");
}

#[test]
fn numbers_may_grow_on_the_way_round() {
    let text = "protocol race\nloc a, b, c\ndata t : nat = 0\n\
                at a: t := t + 1; goto a\nat b: if forall otr. pc[otr] != a | t > t[otr] then goto c\n\
                at a: goto b\nat c: stay\njustice a, b\nliveness pc[x] = b -> F pc[x] = c\n";
    assert_eq!(findings(text, 2), "g");
}

#[test]
fn without_justice_nobody_has_to_move() {
    let text = BAKERY.replace("justice choose, ", "justice ");
    assert_eq!(findings(&text, 2), "hsr");
}

#[test]
fn a_large_constant_is_reported_as_a_bound() {
    let text = "protocol far\nloc a, b\ndata t : nat = 0\nat a: t := t + 1; stay\n\
                at a: when t = 100000: goto b\nsafety pc[x] = a\nsafety t[x] < 5\n";
    let system = system(text);
    let budget = Budget::unlimited().with_steps(2000);
    let exploration = explore(Instance::new(&system, 2), Limits::default(), &budget);
    assert!(exploration.bound().is_some());
    assert!(matches!(exploration.finding(PropertyId::new(0)), Finding::Undecided(_)));
    assert!(matches!(exploration.finding(PropertyId::new(1)), Finding::Violated(_)));
}

//! Proofs one thread at a time that are right are confirmed, and planted mistakes are not.
//!
//! Whatever goes wrong in a search ends in a claim that is wrong: a clause that was not asked of somebody, a fact
//! that does not hold at first, an act of others that was forgotten. So the mistakes are planted in claims, and in the
//! programs beneath them. The threads here have no loops, and no invariants are needed.

use encode::{Integers, Invariants};
use ir::{IntType, Program};
use source::Source;
use verdict::Budget;

use super::claim::{Claim, Clause, Count, Direction, Fact, Unit};
use super::one_thread_among_others;
use crate::induction::{Claim as Inductive, Extent, Refusal, confirm};

/// Units by their numbers: the globals, then what is counted.
const G: usize = 0;
const H: usize = 1;
const M: usize = 2;
const COUNT: usize = 3;
const WRITES: usize = 4;

/// A program over three globals: what the entry function does before and after it creates two threads, and
/// what these do.
struct Text<'t> {
    ty: &'t str,
    first: &'t [&'t str],
    then: &'t [&'t str],
    one: &'t [&'t str],
    /// The function that the second thread runs.
    second: &'t str,
    two: &'t [&'t str],
}

const EMPTY: Text<'static> =
    Text { ty: "i32", first: &[], then: &[], one: &[], second: "one", two: &[] };

impl Text<'_> {
    fn program(&self) -> Program {
        let mut text = "program LP64 entry main\n".to_owned();
        let ty = self.ty;
        for global in ["g", "h", "m"] {
            text += &format!("global {global}: {ty} = 0{ty}\n");
        }
        text += "check c0: assertion \"it holds\"\n";
        let second = format!("thread-create = {}(null)", self.second);
        let creations = ["thread-create = one(null)", second.as_str()];
        let main = [self.first, creations.as_slice(), self.then].concat();
        for (name, steps) in [("two", self.two), ("one", self.one), ("main", &main)] {
            let head = match name {
                "main" => "() -> i32".to_owned(),
                _ => format!("(a_{name}: ptr) -> ptr"),
            };
            text += &format!("fn {name}{head} {{\n  var x_{name}: {ty}\n  entry L0 exit L99\n");
            for (at, step) in steps.iter().enumerate() {
                let step = step.replace("%x", &format!("x_{name}")).replace("%t", ty);
                text += &format!("  L{at} -> L{}: {step}\n", at + 1);
            }
            let result = if name == "main" { "0i32" } else { "null" };
            text += &format!("  L{} -> L99: return {result}\n}}\n", steps.len());
        }
        let program = ir::text::parse(&Source::new("test.ir", text.clone().into_bytes()));
        let program = program.unwrap_or_else(|error| panic!("{error:?}:\n{text}"));
        assert_eq!(ir::validate(&program), Ok(()), "{text}");
        program
    }

    fn judge(&self, clauses: &[Clause]) -> Result<(), Refusal> {
        self.judge_with(clauses, &[])
    }

    /// With the units that are counted.
    fn judge_with(&self, clauses: &[Clause], counts: &[Count]) -> Result<(), Refusal> {
        let program = self.program();
        let named = |name: &str| {
            let mut vars = program.vars.iter();
            vars.find(|(_, it)| &*it.name == name).map(|(var, _)| Unit::Var(var)).unwrap()
        };
        let mut units: Vec<Unit> = ["g", "h", "m"].map(named).to_vec();
        units.extend(counts.iter().map(|count| Unit::Count(*count, IntType::signed(32))));
        let function = |name: &str| {
            let mut functions = program.functions.iter();
            functions.find(|(_, it)| &*it.name == name).map(|(id, _)| id).unwrap()
        };
        let routines = vec![function("one"), function("two")];
        judge(&program, &Claim { units, clauses: clauses.to_vec(), routines })
    }
}

fn judge(program: &Program, claim: &Claim) -> Result<(), Refusal> {
    let budget = Budget::unlimited();
    let among = one_thread_among_others(program, claim, &budget)?;
    assert_eq!(ir::validate(&among), Ok(()));
    let extent = Extent::whole(1, Integers::Machine);
    let ends = Inductive::AllRunsEnd { n_steps: 1 };
    confirm(&among, &ends, &Invariants::default(), &extent, &budget)
}

#[track_caller]
fn is_wrong(judged: Result<(), Refusal>) {
    assert!(matches!(judged, Err(Refusal::Wrong(_))), "{judged:?}");
}

#[track_caller]
fn is_open(judged: Result<(), Refusal>) {
    assert!(matches!(judged, Err(Refusal::Undecided(_))), "{judged:?}");
}

/// All but one of the clauses.
fn without(clauses: &[Clause], number: usize) -> Vec<Clause> {
    let mut clauses = clauses.to_vec();
    clauses.remove(number);
    clauses
}

const TAKE: [&str; 5] = ["atomic-begin", "%x = m", "await (%x == 0%t)", "m = 1%t", "atomic-end"];
const ADD: [&str; 4] = ["%x = g", "g = (%x + 1%t)", "%x = h", "h = (%x + 1%t)"];
const ASK: [&str; 4] = ["%x = g", "%x = (%x - h)", "check c0: (%x == 0%t)", "m = 0%t"];

/// Two variables are equal while a lock is free.
fn locked() -> Vec<Clause> {
    let equal = Fact::Apart { unit: G, other: H, by: 0 };
    vec![
        Clause::Lock { lock: M },
        Clause::Protects { lock: M, unit: G },
        Clause::Protects { lock: M, unit: H },
        Clause::WhileFree { lock: M, fact: equal },
    ]
}

#[test]
fn what_a_lock_protects_is_in_order_while_it_is_free() {
    let one = [&TAKE[..], &ADD, &ASK].concat();
    let text = Text { one: &one, ..EMPTY };
    assert_eq!(text.judge(&locked()), Ok(()));
    for number in 0..locked().len() {
        is_wrong(text.judge(&without(&locked(), number)));
    }
    // Not so at first.
    is_wrong(Text { first: &["g = 1i32"], ..text }.judge(&locked()));
    assert_eq!(Text { first: &["g = 1i32", "h = 1i32"], ..text }.judge(&locked()), Ok(()));
    let mut apart = locked();
    apart[3] = Clause::WhileFree { lock: M, fact: Fact::Apart { unit: G, other: H, by: 1 } };
    is_wrong(text.judge(&apart));
    // The entry's thread is one of them.
    is_wrong(Text { then: &["g = 0i32"], ..text }.judge(&locked()));
    is_wrong(Text { then: &["m = 0i32"], ..text }.judge(&locked()));
    // It holds what it took before there were others.
    let first = ["m = 1i32", "g = 1i32"];
    assert_eq!(
        Text { first: &first, then: &["h = 1i32", "m = 0i32"], ..text }.judge(&locked()),
        Ok(())
    );
    is_wrong(Text { first: &first, then: &["m = 0i32"], ..text }.judge(&locked()));
}

#[test]
fn whoever_writes_without_the_lock_is_noticed() {
    let (good, bad) = ([&TAKE[..], &ADD, &ASK].concat(), [&ADD[..], &ASK].concat());
    let text = Text { one: &good, second: "two", ..EMPTY };
    assert_eq!(Text { two: &good, ..text }.judge(&locked()), Ok(()));
    is_wrong(Text { two: &bad, ..text }.judge(&locked()));
    is_wrong(Text { two: &["m = 0i32"], ..text }.judge(&locked()));
    is_wrong(Text { two: &["g = 1i32"], ..text }.judge(&locked()));
    is_wrong(Text { two: &["m = 1i32", "m = 0i32"], ..text }.judge(&locked()));
    // Taking it is not one step.
    let torn = ["%x = m", "await (%x == 0%t)", "m = 1%t", "m = 0%t"];
    is_wrong(Text { two: &torn, ..text }.judge(&locked()));
    // Left out of order.
    let half = [&TAKE[..], &ADD[..2], &ASK[3..]].concat();
    is_wrong(Text { two: &half, ..text }.judge(&locked()));
}

#[test]
fn others_act_before_every_step_outside_of_atomic_blocks() {
    let set_and_ask = ["g = 1i32", "check c0: (g == 1i32)"];
    let reset = ["g = 2i32"];
    let text = Text { one: &set_and_ask, second: "two", two: &reset, ..EMPTY };
    is_wrong(text.judge(&[]));
    let atomic = ["atomic-begin", "g = 1i32", "check c0: (g == 1i32)", "atomic-end"];
    assert_eq!(Text { one: &atomic, ..text }.judge(&[]), Ok(()));
    let behind = ["atomic-begin", "g = 1i32", "atomic-end", "check c0: (g == 1i32)"];
    is_wrong(Text { one: &behind, ..text }.judge(&[]));
    let unmatched = ["atomic-end", "g = 1i32", "check c0: (g == 1i32)"];
    is_wrong(Text { one: &unmatched, ..text }.judge(&[]));
    // Nobody acts before the first thread is there, and somebody does as soon as it is.
    let asked = ["g = 1i32", "check c0: (g == 1i32)"];
    assert_eq!(Text { first: &asked, one: &reset, ..EMPTY }.judge(&[]), Ok(()));
    is_wrong(Text { first: &asked[..1], then: &asked[1..], one: &reset, ..EMPTY }.judge(&[]));
    // A new thread finds what others left.
    is_wrong(
        Text { one: &["check c0: (g == 0i32)"], two: &reset, second: "two", ..EMPTY }.judge(&[]),
    );
    is_wrong(Text { first: &reset, one: &["check c0: (g == 0i32)"], ..EMPTY }.judge(&[]));
}

#[test]
fn numbers_go_one_way_and_flags_stay() {
    let up = Clause::Goes { unit: G, direction: Direction::Up };
    let grow = ["atomic-begin", "%x = g", "await (%x < 9i32)", "g = (%x + 1i32)", "atomic-end"];
    let ask = ["%x = g", "check c0: (%x <= g)"];
    let text = Text { one: &grow, then: &ask, ..EMPTY };
    assert_eq!(text.judge(std::slice::from_ref(&up)), Ok(()));
    is_wrong(text.judge(&[Clause::Goes { unit: G, direction: Direction::Down }]));
    let down = ["g = 0i32"];
    is_wrong(Text { second: "two", two: &down, ..text }.judge(&[up]));

    let keeps = Clause::Keeps { unit: H, value: 1 };
    let unless = Clause::GoesUnless { unit: G, direction: Direction::Up, flag: H, value: 1 };
    let stop = [&grow[..], &["h = 1i32", "g = 0i32"]].concat();
    let text = Text { one: &stop, ..EMPTY };
    assert_eq!(text.judge(&[keeps.clone(), unless.clone()]), Ok(()));
    // Without the flag that stays, two steps are not one.
    is_wrong(text.judge(std::slice::from_ref(&unless)));
    is_wrong(Text { then: &["h = 0i32"], ..text }.judge(&[keeps.clone(), unless]));

    let leaves = Clause::Leaves { unit: G, value: 0 };
    let text =
        Text { one: &["g = 1i32"], then: &["await (g == 1i32)", "check c0: (g != 0i32)"], ..EMPTY };
    assert_eq!(text.judge(std::slice::from_ref(&leaves)), Ok(()));
    is_wrong(text.judge(&[]));
    is_wrong(Text { second: "two", two: &["g = 0i32"], ..text }.judge(&[leaves]));
    let once = Clause::LeavesOnce { unit: G, value: 0, flag: H, set: 1 };
    let text = Text {
        one: &["g = 1i32"],
        first: &["g = 1i32", "h = 1i32"],
        then: &["check c0: (g != 0i32)"],
        ..EMPTY
    };
    assert_eq!(text.judge(&[once.clone(), keeps.clone()]), Ok(()));
    is_wrong(Text { second: "two", two: &["g = 0i32"], ..text }.judge(&[once.clone(), keeps]));
    // The flag must stay.
    is_wrong(text.judge(&[once]));
}

#[test]
fn facts_hold_from_the_first_thread_on() {
    let within = |values: &[u128]| Clause::Always {
        fact: Fact::Within { unit: G, values: values.to_vec() },
    };
    let text = Text { one: &["g = 1i32", "check c0: (g <= 1i32)"], ..EMPTY };
    assert_eq!(text.judge(&[within(&[0, 1])]), Ok(()));
    is_wrong(text.judge(&[within(&[0])]));
    is_wrong(text.judge(&[within(&[1])]));
    is_wrong(Text { first: &["g = 5i32"], ..text }.judge(&[within(&[0, 1])]));
    is_wrong(Text { then: &["g = 5i32"], ..text }.judge(&[within(&[0, 1])]));
    // Before there are others, nobody cares.
    assert_eq!(Text { first: &["g = 5i32", "g = 0i32"], ..text }.judge(&[within(&[0, 1])]), Ok(()));
    assert_eq!(text.judge(&[Clause::Always { fact: Fact::AtMost { unit: G, value: 1 } }]), Ok(()));
    is_wrong(text.judge(&[Clause::Always { fact: Fact::AtMost { unit: G, value: 0 } }]));
    let negative = Clause::Always { fact: Fact::AtMost { unit: G, value: u128::from(u32::MAX) } };
    is_wrong(text.judge(&[negative]));
}

#[test]
fn who_writes_alone_is_one_thread() {
    let text = Text { then: &["g = 1i32", "check c0: (g == 1i32)"], ..EMPTY };
    let by_main = Clause::By { unit: G, role: 0 };
    assert_eq!(text.judge(std::slice::from_ref(&by_main)), Ok(()));
    is_wrong(Text { one: &["g = 2i32"], ..text }.judge(&[by_main]));
    // One of each routine, or two of one.
    let own = ["g = 1i32", "check c0: (g == 1i32)"];
    let by_one = Clause::By { unit: G, role: 1 };
    assert_eq!(
        Text { one: &own, second: "two", ..EMPTY }.judge(std::slice::from_ref(&by_one)),
        Ok(())
    );
    is_open(Text { one: &own, ..EMPTY }.judge(std::slice::from_ref(&by_one)));
    is_wrong(Text { one: &own, second: "two", two: &["g = 3i32"], ..EMPTY }.judge(&[by_one]));
    is_open(Text { one: &own, second: "two", ..EMPTY }.judge(&[Clause::By { unit: G, role: 7 }]));
    // Threads that create threads.
    let again = ["thread-create = one(null)", "g = 1i32", "check c0: (g == 1i32)"];
    is_open(Text { one: &again, second: "two", ..EMPTY }.judge(&[Clause::By { unit: G, role: 1 }]));
}

const IN_AND_OUT: [&str; 3] = ["g = (g + 1i32)", "check c0: (g >= 1i32)", "g = (g - 1i32)"];

#[test]
fn shares_add_up() {
    let share = |base: u128, direction: Direction| Clause::Share { unit: G, base, direction };
    let small = Clause::Always { fact: Fact::AtMost { unit: G, value: 9 } };
    let enter = ["atomic-begin", "await (g < 9i32)", "g = (g + 1i32)", "atomic-end"];
    let one = [&enter[..], &IN_AND_OUT[1..]].concat();
    let text = Text { one: &one, ..EMPTY };
    assert_eq!(text.judge(&[share(0, Direction::Up), small.clone()]), Ok(()));
    // Nothing says that it does not wrap around.
    is_wrong(Text { one: &IN_AND_OUT, ..EMPTY }.judge(&[share(0, Direction::Up)]));
    is_wrong(text.judge(std::slice::from_ref(&small)));
    is_wrong(text.judge(&[share(0, Direction::Down), small.clone()]));
    is_wrong(text.judge(&[share(1, Direction::Up), small.clone()]));
    let up = [share(0, Direction::Up), small.clone()];
    is_wrong(Text { second: "two", two: &["g = 0i32"], ..text }.judge(&up));
    is_wrong(Text { then: &["g = (g - 1i32)"], ..text }.judge(&up));
    is_wrong(Text { first: &["g = 1i32"], ..text }.judge(&up));
    // What was there before belongs to nobody.
    let first = Text { first: &["g = 1i32"], ..text };
    assert_eq!(first.judge(&[share(1, Direction::Up), small.clone()]), Ok(()));
    is_wrong(Text { then: &["g = (g - 1i32)"], ..first }.judge(&[share(1, Direction::Up), small]));
}

#[test]
fn nobody_leaves_more_often_than_he_came() {
    let no_more = Clause::NoMore { less: H, more: G };
    let bounds = [G, H].map(|unit| Clause::Always { fact: Fact::AtMost { unit, value: 9 } });
    let low = [G, H].map(|unit| Clause::Always { fact: Fact::AtLeast { unit, value: 0 } });
    let clauses = [&[no_more][..], &bounds, &low].concat();
    let come = ["atomic-begin", "await (g < 9i32)", "g = (g + 1i32)", "atomic-end"];
    let go =
        ["check c0: (h < g)", "atomic-begin", "await (h < 9i32)", "h = (h + 1i32)", "atomic-end"];
    let one = [&come[..], &go].concat();
    let text = Text { one: &one, ..EMPTY };
    assert_eq!(text.judge(&clauses), Ok(()));
    is_wrong(text.judge(&clauses[1..]));
    let mut other = clauses.clone();
    other[0] = Clause::NoMore { less: G, more: H };
    is_wrong(text.judge(&other));
    is_wrong(Text { second: "two", two: &go[1..], ..text }.judge(&clauses));
    is_wrong(Text { first: &["h = 1i32"], ..text }.judge(&clauses));
}

#[test]
fn each_thread_adds_one_at_most() {
    let counts = [Count::Threads { role: 1 }, Count::Writes { unit: G, role: 1 }];
    let per_thread = Clause::PerThread { unit: WRITES, role: 1, created: COUNT };
    let few = Clause::Always { fact: Fact::AtMost { unit: COUNT, value: 2 } };
    let by_main = Clause::By { unit: COUNT, role: 0 };
    let as_many = Clause::Always { fact: Fact::Ordered { low: G, high: WRITES } };
    let clauses = [per_thread, few, by_main, as_many.clone()];
    let add = ["atomic-begin", "g = (g + 1i32)", "check c0: (g <= 2i32)", "atomic-end"];
    let text = Text { one: &add, ..EMPTY };
    let judge = |text: Text<'_>, clauses: &[Clause]| text.judge_with(clauses, &counts);
    // That the first thread creates two is seen by following it; it counts them by itself.
    let judged = judge(text, &clauses);
    assert_eq!(judged, Ok(()));
    let twice = [&add[..], &add].concat();
    is_wrong(judge(Text { one: &twice, ..EMPTY }, &clauses));
    let mut fewer = clauses.to_vec();
    fewer[1] = Clause::Always { fact: Fact::AtMost { unit: COUNT, value: 1 } };
    is_wrong(judge(Text { one: &add, ..EMPTY }, &fewer));
    for number in 0..clauses.len() {
        let left = without(&clauses, number);
        let judged = judge(Text { one: &add, ..EMPTY }, &left);
        // Who creates threads is told by the other clauses, too.
        assert!(judged.is_err() || number == 2, "{number}: {judged:?}");
    }
    // Somebody else adds, or makes more threads.
    is_wrong(judge(Text { one: &add, second: "two", two: &["g = (g + 1i32)"], ..EMPTY }, &clauses));
    let more = [&["thread-create = one(null)"][..], &add].concat();
    is_wrong(judge(Text { one: &more, ..EMPTY }, &clauses));
    let other = Clause::PerThread { unit: WRITES, role: 2, created: COUNT };
    is_open(judge(Text { one: &add, ..EMPTY }, &[other, as_many]));
}

const DRAW: [&str; 4] = ["atomic-begin", "%x = g", "g = (%x + 1%t)", "atomic-end"];
const INSIDE: [&str; 5] =
    ["await (h == %x)", "m = 1%t", "check c0: (m == 1%t)", "m = 0%t", "h = (h + 1%t)"];

fn tickets() -> Vec<Clause> {
    vec![
        Clause::Ticket { next: G, serving: H, turn: COUNT },
        Clause::Lock { lock: COUNT },
        Clause::Protects { lock: COUNT, unit: M },
        Clause::Protects { lock: COUNT, unit: H },
    ]
}

#[test]
fn tickets_let_one_in_at_a_time() {
    let one = [&DRAW[..], &INSIDE].concat();
    let judge = |text: Text<'_>, clauses: &[Clause]| text.judge_with(clauses, &[Count::Turn]);
    for ty in ["u8", "i8", "i32", "u32"] {
        assert_eq!(judge(Text { ty, one: &one, ..EMPTY }, &tickets()), Ok(()), "{ty}");
    }
    is_wrong(judge(Text { one: &one, ..EMPTY }, &without(&tickets(), 0)));
    // That the turn is a lock follows from what tickets are.
    assert_eq!(judge(Text { one: &one, ..EMPTY }, &without(&tickets(), 1)), Ok(()));
    is_wrong(judge(Text { one: &one, ..EMPTY }, &without(&tickets(), 2)));
    // Nobody draws two numbers, or serves out of turn, or starts in the middle.
    let twice = [&DRAW[..], &one].concat();
    is_wrong(judge(Text { one: &twice, ..EMPTY }, &tickets()));
    let early = [&DRAW[..], &INSIDE[1..]].concat();
    is_wrong(judge(Text { one: &early, ..EMPTY }, &tickets()));
    is_wrong(judge(Text { one: &one, then: &["h = (h + 1i32)"], ..EMPTY }, &tickets()));
    is_wrong(judge(Text { one: &one, first: &["g = 1i32"], ..EMPTY }, &tickets()));
    let torn = [&DRAW[1..3], &INSIDE].concat();
    is_wrong(judge(Text { one: &torn, ..EMPTY }, &tickets()));
    let two_up = ["atomic-begin", "%x = g", "g = (%x + 2%t)", "atomic-end"];
    is_wrong(judge(Text { one: &[&two_up[..], &INSIDE].concat(), ..EMPTY }, &tickets()));
    // With threads that nobody counts, numbers come round to those that are still out.
    let again = [&["thread-create = one(null)"][..], &one].concat();
    is_wrong(judge(Text { ty: "u8", one: &again, ..EMPTY }, &tickets()));
}

#[test]
fn what_is_not_named_may_be_anything() {
    let text = Text { one: &["h = 2i32"], then: &["h = 1i32", "check c0: (h == 1i32)"], ..EMPTY };
    let program = text.program();
    let mut functions = program.functions.iter();
    let routine = functions.find(|(_, it)| &*it.name == "one").map(|(id, _)| id).unwrap();
    let claim = Claim { routines: vec![routine], ..Claim::default() };
    is_wrong(judge(&program, &claim));
    // A routine that threads run is not spoken of.
    is_open(judge(&program, &Claim::default()));
    // A unit is named twice, or is none.
    let var = Unit::Var(index::Id::new(0));
    is_open(judge(&program, &Claim { units: vec![var, var], ..claim.clone() }));
    let lock = Clause::Lock { lock: 5 };
    is_open(judge(&program, &Claim { clauses: vec![lock], ..claim }));
}

//! A right claim is accepted; each way to spoil it, in one respect at a time, is refused.
//!
//! The pair is a load that was merged: the source reads `x` twice and adds, the target reads it
//! once and doubles. Others may write `x`, and nobody but the thread writes `y`.
//!
//! ```text
//!   target                 source
//!   L0  r = x              L0  r = x
//!                          L2  s = x
//!   L2  y = r + r          L3  y = r + s
//!   L3  return             L4  return
//! ```

mod crowd;

use index::Id as _;
use ir::{EdgeId, LocationId, Program, VarId};
use logic::{Sort, TermId, TermPool};
use rustc_hash::FxHashMap;
use source::Source;
use verdict::Budget;

use super::{
    Answer, Certificate, Command, Crowd, Edges, Flaw, Frames, Known, Observations, Pair, Point,
    Reading, Side, SourcePath, Way, check,
};

const TARGET: &str = "var r: i32\nentry L0 exit L1\nL0 -> L2: r = x\nL2 -> L3: y = (r + r)\n\
                      L3 -> L1: return\n";
const SOURCE: &str = "var r: i32\nvar s: i32\nentry L0 exit L1\nL0 -> L2: r = x\nL2 -> L3: s = x\n\
                      L3 -> L4: y = (r + s)\nL4 -> L1: return\n";

fn program(body: &str) -> Program {
    let text = format!(
        "program LP64 entry f\nglobal x: i32 = 0i32\nglobal y: i32 = 0i32\nfn f() {{\n{body}}}\n"
    );
    let program = ir::text::parse(&Source::new("test.ir", text.into_bytes())).unwrap();
    assert_eq!(ir::validate(&program), Ok(()));
    program
}

fn var(program: &Program, name: &str) -> VarId {
    program.vars.iter().find(|(_, var)| *var.name == *name).map(|(id, _)| id).unwrap()
}

fn at(location: usize) -> Point {
    Point::At(LocationId::new(location))
}

/// Edges in the order in which they stand in the text.
fn edges(numbers: &[usize]) -> Edges {
    numbers.iter().map(|number| (EdgeId::new(*number), Way::On)).collect()
}

fn side<'a>(program: &'a Program, name: &str, pool: &mut TermPool) -> Side<'a> {
    let (mut vars, mut next) = (FxHashMap::default(), FxHashMap::default());
    for (id, described) in program.vars.iter() {
        let term = pool.fresh_var(&format!("{name}.{}", described.name), Sort::BitVec(32));
        vars.insert(id, term);
        if described.scope == ir::Scope::Global {
            let term = pool.fresh_var(&format!("{name}.{}'", described.name), Sort::BitVec(32));
            next.insert(id, term);
        }
    }
    Side { program, vars, next }
}

/// Formulas of the claim, by the names of variables.
struct Words {
    target: FxHashMap<String, TermId>,
    source: FxHashMap<String, TermId>,
    new: FxHashMap<String, TermId>,
}

fn words(certificate: &Certificate<'_>) -> Words {
    let named = |side: &Side<'_>, of: &FxHashMap<VarId, TermId>| {
        of.iter().map(|(var, term)| (side.program.vars[*var].name.to_string(), *term)).collect()
    };
    Words {
        target: named(&certificate.target, &certificate.target.vars),
        source: named(&certificate.source, &certificate.source.vars),
        new: named(&certificate.target, &certificate.target.next),
    }
}

/// The right claim about two programs, spoiled as told, and the judgement of it.
fn judged_of(
    target: &Program,
    source: &Program,
    spoil: impl FnOnce(&mut Certificate<'_>, &Words),
) -> Result<(), Flaw> {
    let mut pool = TermPool::new();
    let (own, other) = (side(target, "target", &mut pool), side(source, "source", &mut pool));
    let shared: Vec<(VarId, VarId)> =
        ["x", "y"].map(|name| (var(target, name), var(source, name))).to_vec();
    let yes = pool.bool(true);
    let mut certificate = Certificate {
        reading: Reading::Machine,
        visible: (Vec::new(), Vec::new()),
        relation: Vec::new(),
        requires: Vec::new(),
        is_whole: false,
        observations: Observations { result: true, end: true, calls: None },
        commands: vec![Command { guard: yes, updates: vec![(shared[0].0, None)], then: yes }],
        crowd: None,
        rely: Vec::new(),
        frames: Frames { target: vec![shared[1].0], source: vec![shared[1].1] },
        pairs: Vec::new(),
        answers: Vec::new(),
        target: own,
        source: other,
        shared,
        pool,
    };
    let words = words(&certificate);
    let mut equal = |a: &TermId, b: &TermId| certificate.pool.eq(*a, *b);
    let relation = ["x", "y"].map(|name| equal(&words.target[name], &words.source[name])).to_vec();
    let same_read = equal(&words.target["r"], &words.source["r"]);
    let same_again = equal(&words.target["r"], &words.source["s"]);
    let kept = equal(&words.target["y"], &words.new["y"]);
    certificate.rely = vec![kept];
    certificate.relation = relation.clone();
    let with = |more: &[TermId]| [relation.as_slice(), more].concat();
    certificate.pairs = vec![
        Pair { points: (at(0), at(0)), facts: with(&[]) },
        Pair { points: (at(2), at(3)), facts: with(&[same_read, same_again]) },
        Pair { points: (at(3), at(4)), facts: with(&[]) },
        Pair { points: (Point::Ended, Point::Ended), facts: with(&[]) },
    ];
    let answer = |points, own: &[usize], path: &[usize], to| Answer {
        points,
        edges: edges(own),
        paths: vec![SourcePath { edges: edges(path), chosen: Vec::new(), to }],
    };
    certificate.answers = vec![
        answer((at(0), at(0)), &[0], &[0, 1], at(3)),
        answer((at(2), at(3)), &[1], &[2], at(4)),
        answer((at(3), at(4)), &[2], &[3], Point::Ended),
    ];
    spoil(&mut certificate, &words);
    check(&mut certificate, &Budget::unlimited()).map(|_| ())
}

fn judged(spoil: impl FnOnce(&mut Certificate<'_>, &Words)) -> Result<(), Flaw> {
    judged_of(&program(TARGET), &program(SOURCE), spoil)
}

/// The claim is refused, for this reason.
fn refused(why: &str, spoil: impl FnOnce(&mut Certificate<'_>, &Words)) {
    let judged = judged(spoil);
    let is_so = matches!(&judged, Err(Flaw::Wrong(text)) if text.contains(why));
    assert!(is_so, "{why}: {judged:?}");
}

#[test]
fn the_right_claim_is_accepted() {
    assert_eq!(judged(|_, _| {}), Ok(()));
}

// -- The start.

#[test]
fn what_is_known_at_the_start_holds_there() {
    refused("what is known at the start", |it, words| {
        let zero = it.pool.bv(32, 0);
        let fact = it.pool.eq(words.target["y"], zero);
        it.pairs[0].facts.push(fact);
    });
    // From initial values it does, of a program that nobody else runs beside.
    let is_right = judged(|it, words| {
        let zero = it.pool.bv(32, 0);
        let fact = it.pool.eq(words.target["y"], zero);
        it.pairs[0].facts.push(fact);
        it.is_whole = true;
    });
    assert_eq!(is_right, Ok(()));
}

#[test]
fn the_start_is_listed() {
    refused("the start is not listed", |it, _| {
        it.pairs.remove(0);
    });
}

// -- The precondition is total.

#[test]
fn every_start_of_the_target_has_a_partner() {
    let judged = judged(|it, words| {
        let zero = it.pool.bv(32, 0);
        let fact = it.pool.eq(words.source["y"], zero);
        it.requires.push(fact);
    });
    assert_eq!(judged, Err(Flaw::NoPartner));
}

#[test]
fn what_the_target_itself_requires_restricts_its_starts() {
    let is_right = judged(|it, words| {
        let zero = it.pool.bv(32, 0);
        for side in [&words.target, &words.source] {
            let fact = it.pool.eq(side["y"], zero);
            it.requires.push(fact);
        }
    });
    assert_eq!(is_right, Ok(()));
}

// -- The rely, and closure under it.

#[test]
fn the_rely_is_reflexive() {
    refused("the rely is reflexive", |it, words| {
        let one = it.pool.bv(32, 1);
        let sum = it.pool.bv_add(words.target["y"], one);
        it.rely = vec![it.pool.eq(words.new["y"], sum)];
    });
}

#[test]
fn the_rely_is_transitive() {
    // Others double x or leave it alone: twice that is not among it.
    refused("the rely is transitive", |it, words| {
        let x = words.target["x"];
        let sum = it.pool.bv_add(x, x);
        let (same, twice) = (it.pool.eq(words.new["x"], x), it.pool.eq(words.new["x"], sum));
        let either = it.pool.or2(same, twice);
        it.rely.push(either);
        it.commands[0].updates[0].1 = Some(sum);
    });
}

#[test]
fn the_rely_contains_what_others_do() {
    refused("the rely contains what others do", |it, words| {
        let same = it.pool.eq(words.new["x"], words.target["x"]);
        it.rely.push(same);
    });
}

#[test]
fn the_rely_speaks_of_the_target() {
    refused("the rely is about more", |it, words| {
        let same = it.pool.eq(words.source["y"], words.new["y"]);
        it.rely.push(same);
    });
}

#[test]
fn others_keep_what_is_known() {
    refused("what is known is kept by others", |it, words| {
        let fact = it.pool.eq(words.target["x"], words.target["r"]);
        it.pairs[1].facts.push(fact);
    });
}

#[test]
fn without_a_rely_others_may_do_anything() {
    // That y stays as it is was needed at no pair but one that says so.
    refused("what is known is kept by others", |it, words| {
        it.rely.clear();
        let zero = it.pool.bv(32, 0);
        let fact = it.pool.eq(words.target["y"], zero);
        it.requires.push(fact);
        it.pairs[0].facts.push(fact);
        let of_source = it.pool.eq(words.source["y"], zero);
        it.requires.push(of_source);
    });
}

// -- Restoring the relation.

#[test]
fn the_relation_is_known_at_every_pair() {
    refused("the relation is not known", |it, _| {
        it.pairs[2].facts.remove(0);
    });
}

#[test]
fn others_can_restore_the_relation() {
    // What is one more in the source cannot be kept by those who write the same to both.
    refused("others can keep the relation", |it, words| {
        let one = it.pool.bv(32, 1);
        let sum = it.pool.bv_add(words.target["y"], one);
        let odd = it.pool.eq(words.source["y"], sum);
        let same = it.relation[1];
        let either = it.pool.or2(same, odd);
        it.relation.push(either);
        for pair in &mut it.pairs {
            pair.facts.push(either);
            pair.facts.retain(|fact| *fact != same);
        }
        it.relation.retain(|fact| *fact != same);
        let y = it.shared[1].0;
        // Others set y if it is zero, in the target: the source has one then, perhaps.
        let zero = it.pool.bv(32, 0);
        let guard = it.pool.eq(words.target["y"], zero);
        let then = it.pool.bool(true);
        it.commands.push(Command { guard, updates: vec![(y, Some(one))], then });
        it.rely.clear();
    });
}

// -- The target's edges.

#[test]
fn every_step_of_the_target_has_an_answer() {
    for index in 0..3 {
        refused("a step of the target has no answer", |it, _| {
            it.answers.remove(index);
        });
    }
}

#[test]
fn a_step_is_one_access() {
    // Without the point between them the read and the write would be one.
    refused("others could act in the middle", |it, _| {
        it.pairs.remove(1);
        it.answers.remove(1);
        it.answers[0].edges = edges(&[0, 1]);
        it.answers[0].paths[0].edges = edges(&[0, 1, 2]);
        it.answers[0].paths[0].to = at(4);
    });
}

#[test]
fn an_answer_leads_to_what_is_known() {
    // Both reads of the source are needed before the target writes.
    refused("what is known after a step holds", |it, words| {
        let fact = it.pool.eq(words.target["y"], words.target["r"]);
        it.pairs[2].facts.push(fact);
    });
    refused("an answer leads to no listed pair", |it, _| {
        it.answers[0].paths[0].edges = edges(&[0]);
        it.answers[0].paths[0].to = at(2);
    });
}

#[test]
fn an_answer_is_a_path() {
    refused("the edges are not one behind the other", |it, _| {
        it.answers[0].paths[0].edges = edges(&[1]);
    });
    refused("an answer ends elsewhere", |it, _| {
        it.answers[0].paths[0].to = at(4);
    });
}

#[test]
fn an_answer_is_seen_alike() {
    refused("an answer is seen differently", |it, _| {
        it.answers[1].paths[0].edges = edges(&[2, 3]);
        it.answers[1].paths[0].to = Point::Ended;
    });
    refused("an answer is seen differently", |it, _| {
        it.answers[2].paths[0].edges = Vec::new();
        it.answers[2].paths[0].to = at(4);
    });
}

#[test]
fn an_answer_is_enabled() {
    // A path behind a condition that need not hold follows nothing.
    let blocked = SOURCE.replace("L4 -> L1", "L4 -> L5: assume (s < 0i32)\nL5 -> L1");
    let judged = judged_of(&program(TARGET), &program(&blocked), |it, _| {
        it.answers[2].paths[0].edges = edges(&[3, 4]);
    });
    assert_eq!(judged, Err(Flaw::Wrong("no answer is known to be enabled".to_owned())));
}

// -- Points.

#[test]
fn a_point_does_not_lie_in_an_atomic_block() {
    let atomic = "var r: i32\nentry L0 exit L1\nL0 -> L4: atomic-begin\nL4 -> L2: r = x\n\
                  L2 -> L5: y = (r + r)\nL5 -> L3: atomic-end\nL3 -> L1: return\n";
    let judged = judged_of(&program(atomic), &program(SOURCE), |_, _| {});
    assert_eq!(judged, Err(Flaw::Wrong("a point lies in an atomic block".to_owned())));
}

#[test]
fn facts_are_about_states() {
    refused("a fact is about more than the two states", |it, words| {
        let fact = it.pool.eq(words.target["x"], words.new["x"]);
        it.pairs[1].facts.push(fact);
    });
}

// -- Frames.

#[test]
fn what_the_target_writes_lies_in_its_frame() {
    refused("what is written lies in the frame", |it, _| it.frames.target.clear());
}

#[test]
fn what_the_source_writes_lies_in_its_frame() {
    refused("what is written lies in the frame", |it, _| it.frames.source.clear());
}

#[test]
fn others_write_what_is_shared() {
    refused("others write what is not shared", |it, _| {
        let own = *it.target.vars.keys().find(|var| !it.target.next.contains_key(var)).unwrap();
        it.commands[0].updates.push((own, None));
    });
    refused("a shared variable has no new value", |it, _| {
        let y = it.shared[1].1;
        it.source.next.remove(&y);
    });
}

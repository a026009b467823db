//! The paper's definitions, on the paper's own example and on automata that are spoilt.

use boxes::{Boxes, Diagrams, Interval, Var};
use encode::Integers;
use evidence::induction::Extent;
use evidence::one_loop::{PlaceClaim, confirm_places};
use index::IdSet;
use ir::{Program, VarId};
use ir_passes::dissolve_memory::{Layout, dissolve_memory};
use ir_passes::inline::Limits;
use ir_passes::one_loop::{InLoops, OneLoop, one_loop};
use source::Source;
use verdict::Budget;

use super::analysis::{Analysis, automata};
use super::automaton::{SuccinctAutomaton, System};
use super::compatible::Conflict;
use super::standings::{Group, standings};
use super::told::as_invariants;
use super::universe::Universe;
use super::weak_invariant::Frame;

/// Figure 1: Peterson's algorithm as the paper has it, with `critical` set in the critical sections.
const PETERSON: &str = include_str!("tests/peterson.ir");

struct Example {
    program: Program,
    together: OneLoop,
    universe: Universe,
    found: Analysis,
}

impl Example {
    fn peterson() -> Self {
        let source = Source::new("peterson.ir", PETERSON.as_bytes().to_vec());
        let program = ir::text::parse(&source).expect("it is a program");
        let limits = Limits { n_edges: 1_000, recursion: 1 };
        let together =
            one_loop(&program, limits, InLoops::Refused).expect("its threads have names");
        let mut layout = Layout::default();
        layout.add(&together.program);
        let program = dissolve_memory(&together.program, &layout);
        let budget = Budget::unlimited();
        let found = automata(&program, &together, &IdSet::new(), &budget).expect("boxes follow it");
        let body = program.functions[program.entry].body.as_ref().expect("it has a body");
        let universe = Universe::of(&program, body, &together, &IdSet::new());
        Self { program, together, universe, found }
    }

    fn system(&self) -> System<'_> {
        System::of(&self.program, &self.together, &self.universe).expect("it has edges")
    }

    fn var(&self, name: &str) -> Var {
        let mut vars = self.program.vars.iter();
        let (id, _) = vars.find(|(_, var)| &*var.name == name).expect("there is such a variable");
        self.universe.var(id).expect("it is a number")
    }

    /// `critical1 == 0 || critical2 == 0`.
    fn exclusion(&self, diagrams: &mut Diagrams) -> Boxes {
        let [one, other] = ["critical1", "critical2"].map(|name| self.var(name));
        let one = diagrams.within(one, Interval::point(0));
        let other = diagrams.within(other, Interval::point(0));
        diagrams.join(one, other)
    }
}

#[test]
fn what_algorithm_1_finds_is_compatible() {
    let mut example = Example::peterson();
    assert!(example.found.open.is_empty(), "boxes show the assertions");
    let mut diagrams = std::mem::take(&mut example.found.diagrams);
    let automata = example.found.automata.clone();
    let system = example.system();
    for (index, one) in automata.iter().enumerate() {
        for other in &automata[index + 1..] {
            let answer = system.compatible(&mut diagrams, one, other);
            assert_eq!(answer, Ok(Ok(())), "{:?} and {:?}", one.members, other.members);
        }
    }
}

#[test]
fn an_environment_or_an_invariant_that_leaves_something_out_is_not() {
    let mut example = Example::peterson();
    let mut diagrams = std::mem::take(&mut example.found.diagrams);
    let automata = example.found.automata.clone();
    let system = example.system();
    let (one, other) = (&automata[1], &automata[2]);
    let [flag, critical] = ["flag1", "critical1"].map(|name| example.var(name));
    let (mut n_env, mut n_inv, mut n_kept) = (0, 0, 0);
    for index in 0..other.locations.len() {
        for step in other.locations[index].env.steps.keys().filter(|step| step.0 == 1) {
            let mut spoilt = other.clone();
            spoilt.locations[index].env.steps.remove(step);
            let answer = system.compatible(&mut diagrams, one, &spoilt).expect("it is followed");
            let conflict = answer.expect_err("a step is left out");
            assert_eq!((conflict.step, conflict.why), (*step, Conflict::NotInEnv));
            n_env += 1;
        }
        // Nothing that the first thread does brings the second elsewhere: to allow no state at a place of the
        // second breaks nothing there. To allow a part of them does, if the first leads out of it.
        let inv = other.locations[index].inv;
        for var in [flag, critical] {
            let part = diagrams.restrict(inv, var, Interval::point(0));
            let with = |inv: Boxes| {
                let mut spoilt = other.clone();
                spoilt.locations[index].inv = inv;
                spoilt
            };
            let mut ask = |inv: Boxes| {
                let answer = system.compatible(&mut diagrams, one, &with(inv));
                answer.expect("it is followed").map_err(|conflict| conflict.why)
            };
            assert_eq!(ask(Boxes::NONE), Ok(()));
            match (part == inv, ask(part)) {
                (false, Err(Conflict::BreaksInv)) => n_inv += 1,
                (true, Ok(())) => n_kept += 1,
                answer => panic!("at {:?}: {answer:?}", other.locations[index].places),
            }
        }
    }
    assert!(n_env > 10, "each step of the environment is needed: {n_env}");
    assert!(
        n_inv > 10,
        "the first asks to go in and goes in while the second stands there: {n_inv}"
    );
    assert!(n_kept > 2, "it does not go in while the second is inside: {n_kept}");
}

#[test]
fn mutual_exclusion_follows_by_theorem_1() {
    let mut example = Example::peterson();
    let mut diagrams = std::mem::take(&mut example.found.diagrams);
    let lambda = example.exclusion(&mut diagrams);
    let automata = example.found.automata.clone();
    let system = example.system();
    let (one, other) = (&automata[1], &automata[2]);
    let (lhs, rhs) = ((one, lambda), (other, lambda));
    // As in Example 2: the two are the same, so they do not interfere, in whatever frame.
    for frame in [Frame::Anything, Frame::WritesOwn] {
        assert!(system.noninterfere(&mut diagrams, lhs, rhs, frame));
        assert_eq!(system.theorem_1(&mut diagrams, lhs, rhs, frame), Ok(true));
    }
    let both = system.composition(&mut diagrams, one, other);
    assert_eq!(system.is_weak_invariant(&mut diagrams, &both, lambda), Ok(true));
    assert!(system.is_strong_invariant(&mut diagrams, &both, lambda));
}

#[test]
fn what_is_no_invariant_is_none() {
    let mut example = Example::peterson();
    let mut diagrams = std::mem::take(&mut example.found.diagrams);
    let first = example.var("critical1");
    let never = diagrams.within(first, Interval::point(0));
    let automata = example.found.automata.clone();
    let system = example.system();
    let (one, other) = (&automata[1], &automata[2]);
    // The first thread breaks it, the second does not; together they do.
    assert_eq!(system.is_weak_invariant(&mut diagrams, one, never), Ok(false));
    assert_eq!(system.is_weak_invariant(&mut diagrams, other, never), Ok(true));
    let both = system.composition(&mut diagrams, one, other);
    assert_eq!(system.is_weak_invariant(&mut diagrams, &both, never), Ok(false));
    assert!(!system.is_strong_invariant(&mut diagrams, other, never));
    // That the others do not touch it is no help where any state may be behind a step, and is in a frame.
    let all = diagrams.all();
    let (lhs, rhs) = ((one, never), (other, all));
    assert!(!system.noninterfere(&mut diagrams, lhs, rhs, Frame::Anything));
    assert!(system.noninterfere(&mut diagrams, lhs, rhs, Frame::WritesOwn));
}

#[test]
fn a_composition_is_an_automaton() {
    let mut example = Example::peterson();
    let mut diagrams = std::mem::take(&mut example.found.diagrams);
    let automata = example.found.automata.clone();
    let system = example.system();
    let pair = system.composition(&mut diagrams, &automata[1], &automata[2]);
    let n_pairs = automata[1].locations.len() * automata[2].locations.len();
    assert!(pair.locations.len() < n_pairs, "both are never inside");
    // It is compatible with the third, and what its environment does it allows.
    assert_eq!(system.compatible(&mut diagrams, &automata[0], &pair), Ok(Ok(())));
    let allowed = system.union_of_inv(&mut diagrams, &pair);
    for location in &pair.locations {
        let after = system.component_transitions(&mut diagrams, &pair, location, location.inv);
        let by_others = system.environment_transitions(&mut diagrams, location, location.inv);
        for after in [after, by_others] {
            assert!(diagrams.is_subset(after.expect("it is followed"), allowed));
        }
    }
    let all = system.composition(&mut diagrams, &pair, &automata[0]);
    let is_closed =
        |all: &SuccinctAutomaton| all.locations.iter().all(|it| it.env.steps.is_empty());
    assert!(is_closed(&all), "nobody else is left");
}

/// What is told of each place of the two threads.
fn claims(example: &mut Example) -> Vec<PlaceClaim> {
    let vars: Vec<VarId> = ["flag1", "flag2", "turn", "critical1", "critical2"]
        .map(|name| {
            let mut vars = example.program.vars.iter();
            vars.find(|(_, var)| &*var.name == name).map(|(id, _)| id).expect("it is there")
        })
        .to_vec();
    let automata = &example.found.automata;
    let groups: Vec<Group> = automata[1..]
        .iter()
        .flat_map(|automaton| {
            let places = automaton.locations.iter().map(|it| it.places[0]).filter(|it| *it > 1);
            places.map(|place| Group { thread: automaton.members[0], places: vec![place] })
        })
        .collect();
    let (found, asked) = (&mut example.found, (groups.as_slice(), vars.as_slice()));
    let (program, together) = (&example.program, &example.together);
    let told = standings(program, together, found, asked, &Budget::unlimited());
    let told = told.expect("it is followed");
    let claim = |(group, told): (&Group, &super::Standings)| PlaceClaim {
        thread: group.thread,
        place: group.places[0],
        values: told.values.clone().into_iter().collect(),
        apart: told.apart.iter().map(|(one, other)| [*one, *other]).collect(),
        alone: told.alone.iter().map(|it| (groups[*it].thread, groups[*it].places[0])).collect(),
        changes: vars
            .iter()
            .map(|var| (*var, told.changes.get(var).cloned().unwrap_or_default()))
            .collect(),
    };
    groups.iter().zip(&told).map(claim).collect()
}

fn is_confirmed(example: &Example, claims: &[PlaceClaim]) -> bool {
    let invariants = as_invariants(&example.program, &example.together, &example.found);
    let extent = Extent::whole(1, Integers::Machine);
    let (program, together) = (&example.program, &example.together);
    confirm_places(program, together, claims, &invariants, &extent, &Budget::unlimited()).is_ok()
}

#[test]
fn what_is_told_of_places_is_asked_again() {
    let mut example = Example::peterson();
    let claims = claims(&mut example);
    assert!(claims.iter().any(|claim| !claim.alone.is_empty()), "both are never inside");
    assert!(is_confirmed(&example, &claims));
    // One value less than there is, of what holds and of what the others make of it.
    let with = |index: usize, spoil: &dyn Fn(&mut PlaceClaim) -> bool| {
        let mut claim = claims[index].clone();
        spoil(&mut claim).then(|| is_confirmed(&example, &[claim]))
    };
    let fewer_values = |claim: &mut PlaceClaim| {
        let found = claim.values.iter_mut().find(|(_, ranges)| ranges[0].0 < ranges[0].1);
        found.map(|(_, ranges)| ranges[0].1 -= 1).is_some()
    };
    let fewer_changes = |claim: &mut PlaceClaim| {
        let found = claim.changes.iter_mut().find(|(_, ranges)| !ranges.is_empty());
        found.map(|(_, ranges)| ranges.clear()).is_some()
    };
    for spoil in [&fewer_values as &dyn Fn(&mut PlaceClaim) -> bool, &fewer_changes] {
        let answers: Vec<bool> = (0..4).filter_map(|index| with(index, spoil)).collect();
        assert!(answers.len() > 2 && !answers.contains(&true), "{answers:?}");
    }
}

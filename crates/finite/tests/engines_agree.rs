//! The explicit and the symbolic engine give the same answers on random systems, and what they
//! answer can be replayed.

use finite::{
    BitId, Compassion, ControlId, Fairness, Guard, Justice, Mask, Move, Region, Remap, Rule,
    RuleId, Run, Search, Step, StrongFairness, TransitionSystem, explicit,
    symbolic::{Hunt, Space},
};
use index::{Id, IdSet};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed};
use verdict::Budget;

const N_BITS: usize = 4;
const N_CONTROLS: usize = 3;

fn mask() -> impl Strategy<Value = Mask> {
    (0u32..1 << N_BITS)
        .prop_map(|raw| (0..N_BITS).filter(|bit| raw >> bit & 1 == 1).map(BitId::new).collect())
}

fn sparse_mask() -> impl Strategy<Value = Mask> {
    (mask(), mask()).prop_map(|(lhs, rhs)| lhs & rhs)
}

fn guard() -> impl Strategy<Value = Guard> {
    let some_of = prop::collection::vec(mask(), 0..2);
    (sparse_mask(), sparse_mask(), some_of).prop_map(|(required, forbidden, some_of)| Guard {
        required,
        forbidden,
        some_of,
    })
}

fn mover() -> impl Strategy<Value = Move> {
    let bit = || (0..N_BITS).prop_map(BitId::new);
    prop_oneof![
        Just(Move::None),
        (bit(), bit()).prop_map(|(from, to)| Move::Alone { from, to }),
        (bit(), bit()).prop_map(|(from, to)| Move::Shared { from, to }),
    ]
}

fn remap() -> impl Strategy<Value = Remap> {
    let images = prop::collection::vec(mask(), N_BITS);
    let met = prop::collection::vec(prop::collection::vec(mask(), N_BITS), 0..2);
    (mover(), images, met).prop_map(|(mover, images, mut met)| {
        for met in &mut met {
            for (part, image) in met.iter_mut().zip(&images) {
                *part = *part & *image;
            }
        }
        Remap { mover, images, met }
    })
}

fn step() -> impl Strategy<Value = Step> {
    let assign = (prop::collection::vec(guard(), 1..3), sparse_mask(), sparse_mask())
        .prop_map(|(guards, clear, set)| Step::Assign { guards, clear, set });
    let remap = prop::collection::vec(remap(), 1..3).prop_map(Step::Remap);
    prop_oneof![3 => assign, 1 => remap]
}

fn system() -> impl Strategy<Value = TransitionSystem> {
    let control = || (0..N_CONTROLS).prop_map(ControlId::new);
    let rule = (control(), control(), step()).prop_map(|(source, target, step)| Rule {
        source,
        target,
        step,
        name: "rule".to_owned(),
    });
    let exclusive = prop::collection::vec(mask(), 0..2);
    (prop::collection::vec(rule, 1..8), guard(), exclusive).prop_map(|(rules, guard, exclusive)| {
        TransitionSystem {
            controls: (0..N_CONTROLS).map(|n| format!("s{n}")).collect(),
            bits: (0..N_BITS).map(|n| format!("b{n}")).collect(),
            initial: vec![Region { control: ControlId::new(0), guard }],
            rules: rules.into_iter().collect(),
            exclusive,
        }
    })
}

fn some_rules() -> impl Strategy<Value = IdSet<RuleId>> {
    prop::collection::vec(0usize..8, 0..4)
        .prop_map(|raw| raw.into_iter().map(RuleId::new).collect())
}

fn fairness() -> impl Strategy<Value = Fairness> {
    let region = (0..N_CONTROLS, guard())
        .prop_map(|(control, guard)| Region { control: ControlId::new(control), guard });
    let regions = prop::collection::vec(region, 0..2);
    let control = prop::option::of(0..N_CONTROLS);
    let justice = (prop::option::of(mask()), some_rules(), control, regions).prop_map(
        |(empty, rules, control, regions)| Justice {
            name: "justice".to_owned(),
            controls: control.into_iter().map(ControlId::new).collect(),
            empty,
            regions,
            rules,
        },
    );
    let compassion = (some_rules(), prop::option::of(0..N_BITS), some_rules()).prop_map(
        |(if_taken, occupied, then_taken)| Compassion {
            name: "compassion".to_owned(),
            if_taken,
            occupied: occupied.map(BitId::new),
            then_taken,
        },
    );
    let region = (0..N_CONTROLS, guard())
        .prop_map(|(control, guard)| Region { control: ControlId::new(control), guard });
    let controls = prop::collection::vec(0..N_CONTROLS, 1..3);
    let waits = prop::collection::vec(region, 0..3);
    let strong = (controls, prop::option::of(0..N_BITS), waits, some_rules()).prop_map(
        |(controls, occupied, may_wait, then_taken)| StrongFairness {
            name: "strong fairness".to_owned(),
            controls: controls.into_iter().map(ControlId::new).collect(),
            occupied: occupied.map(BitId::new),
            may_wait,
            then_taken,
        },
    );
    let justice = prop::collection::vec(justice, 0..3);
    let compassion = prop::collection::vec(compassion, 0..3);
    (justice, compassion, prop::collection::vec(strong, 0..3))
        .prop_map(|(justice, compassion, strong)| Fairness { justice, compassion, strong })
}

/// Rules that a random condition names and the system does not have are dropped.
fn fit(mut fairness: Fairness, system: &TransitionSystem) -> Fairness {
    let keep = |rules: &IdSet<RuleId>| -> IdSet<RuleId> {
        rules.iter().filter(|rule| system.rules.contains_id(*rule)).collect()
    };
    for justice in &mut fairness.justice {
        justice.rules = keep(&justice.rules);
    }
    for compassion in &mut fairness.compassion {
        compassion.if_taken = keep(&compassion.if_taken);
        compassion.then_taken = keep(&compassion.then_taken);
    }
    for strong in &mut fairness.strong {
        strong.then_taken = keep(&strong.then_taken);
    }
    fairness
}

fn replay(system: &TransitionSystem, run: &Run) {
    let mut state = run.first;
    for (rule, after) in &run.steps {
        match rule {
            Some(rule) => assert!(system.allows(*rule, state, *after), "{rule} in {run:?}"),
            None => assert_eq!(state, *after),
        }
        state = *after;
    }
}

fn config() -> Config {
    Config {
        cases: 300,
        rng_seed: RngSeed::Fixed(20),
        failure_persistence: None,
        ..Config::default()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn on_safety(system in system(), bad_control in 0..N_CONTROLS, bad_guard in guard()) {
        prop_assert_eq!(system.validate(), Ok(()));
        let budget = Budget::unlimited();
        let bad = [Region { control: ControlId::new(bad_control), guard: bad_guard }];
        let explicit = explicit::search(&system, &bad, explicit::Limits::default(), &budget).unwrap();
        let space = Space::new(&system, &budget).unwrap();
        match (explicit, space.search(&bad).unwrap()) {
            (Search::Safe(graph), Search::Safe(reached)) => {
                prop_assert_eq!(graph.states.len() as f64, space.count(&reached.all));
                for state in &graph.states {
                    prop_assert!(space.contains(&reached.all, *state));
                }
            }
            (Search::Bad(lhs), Search::Bad(rhs)) => {
                replay(&system, &lhs);
                replay(&system, &rhs);
                prop_assert!(lhs.steps.len() <= rhs.steps.len());
                prop_assert!(bad[0].guard.holds(rhs.last().bits));
            }
            (Search::Safe(_), Search::Bad(run)) => prop_assert!(false, "symbolic only: {run:?}"),
            (Search::Bad(run), Search::Safe(_)) => prop_assert!(false, "explicit only: {run:?}"),
        }
    }

    #[test]
    fn on_fair_cycles(system in system(), fairness in fairness(), avoid in prop::option::of(1..N_CONTROLS)) {
        let budget = Budget::unlimited();
        let fairness = fit(fairness, &system);
        let trigger: IdSet<ControlId> = [ControlId::new(0)].into_iter().collect();
        let response: IdSet<ControlId> = avoid.into_iter().map(ControlId::new).collect();
        let graph = explicit::search(&system, &[], explicit::Limits::default(), &budget).unwrap();
        let Search::Safe(graph) = graph else { panic!("nothing is bad") };
        let expected = explicit::fair_response_failure(&graph, &trigger, &response, &fairness, &budget)
            .unwrap();
        let space = Space::new(&system, &budget).unwrap();
        let Search::Safe(reached) = space.search(&[]).unwrap() else { panic!("nothing is bad") };
        let owed = space.response(&reached, &trigger, &response, &[]).unwrap();
        let mut hunt = Hunt::new(&space, &owed.owed.all, fairness.clone());
        match hunt.next_component().unwrap() {
            None => prop_assert_eq!(expected, None),
            Some(component) => {
                let lasso = hunt.lasso(&reached, &owed, &component).unwrap();
                prop_assert!(expected.is_some());
                replay(&system, &lasso.stem);
                let cycle = Run { first: lasso.stem.last(), steps: lasso.cycle.clone() };
                replay(&system, &cycle);
                prop_assert_eq!(cycle.last(), cycle.first);
                for justice in &fairness.justice {
                    let fair = lasso.cycle.iter().any(|(rule, state)| {
                        justice.holds_in(*state)
                            || rule.is_some_and(|rule| justice.rules.contains(rule))
                    });
                    prop_assert!(fair, "{justice:?} on {lasso:?}");
                }
                for compassion in &fairness.compassion {
                    let mut before = lasso.stem.last();
                    let (mut left, mut right) = (false, false);
                    for (rule, state) in &lasso.cycle {
                        left |= rule.is_some_and(|rule| compassion.counts(rule, before.bits));
                        right |= rule.is_some_and(|rule| compassion.then_taken.contains(rule));
                        before = *state;
                    }
                    prop_assert!(!left || right, "{compassion:?} on {lasso:?}");
                }
                for strong in &fairness.strong {
                    let ready = lasso.cycle.iter().any(|(_, state)| strong.is_ready(*state));
                    let mut taken = lasso.cycle.iter().filter_map(|(rule, _)| *rule);
                    let goes_on = taken.any(|rule| strong.then_taken.contains(rule));
                    prop_assert!(!ready || goes_on, "{strong:?} on {lasso:?}");
                }
            }
        }
    }
}

//! Every operation against heaps drawn from its input: what the input describes, the output does.
//!
//! The drawn heaps are first held against the state that they were drawn from; those that the dice
//! got wrong are left out, and a test demands that enough are left.

use crate::fold::{Branches, Data, Manner, Named, fold};
use crate::implied::take_in_implied;
use crate::inclusion::{is_included, used_up};
use crate::join::{Bounds, join};
use crate::learn::{Backwards, Links};
use crate::membership::{Concrete, is_member};
use crate::merge::{Guide, merge};
use crate::reach::sweep;
use crate::sample::{Dice, Stock, draw, state, stock, stock_of_counts, stock_of_rules};
use crate::state::{Background, Block, Edge, Kind, State};
use crate::unfold::{segment_ending_at, settled, unfold, unfold_back};
use crate::value::{NodeId, Value};

/// States that are drawn for each seed. `LINCHPIN_SHAPE_SAMPLES=10` draws ten times as many.
fn n_states() -> u64 {
    let more = std::env::var("LINCHPIN_SHAPE_SAMPLES").ok().and_then(|times| times.parse().ok());
    4_000 * more.unwrap_or(1)
}

const N_HEAPS: u64 = 5;

/// Heaps of the state.
fn heaps(stock: &Stock, state: &State, dice: &mut Dice) -> Vec<Concrete> {
    let drawn = (0..N_HEAPS).filter_map(|_| draw(state, &stock.preds, dice));
    drawn.filter(|heap| is_member(heap, state, &stock.preds)).collect()
}

/// Seeds from here on are for predicates with several rules.
const SEVERAL_RULES: u64 = 1_000;
/// Seeds from here on are for predicates with parameters that count.
const COUNTS: u64 = 2_000;

/// Calls `check` with random states and heaps of theirs; says how many heaps there were.
fn for_samples(
    seed: u64,
    mut check: impl FnMut(&mut Stock, &mut Dice, State, Vec<Concrete>),
) -> usize {
    let mut stock = match seed {
        ..SEVERAL_RULES => stock(),
        SEVERAL_RULES..COUNTS => stock_of_rules(),
        COUNTS.. => stock_of_counts(),
    };
    let mut dice = Dice(seed);
    let mut n_heaps = 0;
    for _ in 0..n_states() {
        let state = state(&stock, &mut dice);
        let heaps = heaps(&stock, &state, &mut dice);
        n_heaps += heaps.len();
        check(&mut stock, &mut dice, state, heaps);
    }
    n_heaps
}

#[track_caller]
fn assert_described(heap: &Concrete, cases: &[State], before: &State, stock: &Stock) {
    let is_described = cases.iter().any(|case| is_member(heap, case, &stock.preds));
    let texts: Vec<String> = cases.iter().map(|case| format!("  {case}")).collect();
    assert!(is_described, "{before}\nbecomes\n{}\nwithout {heap:#x?}", texts.join("\n"));
}

#[test]
fn unfolding_keeps_every_heap() {
    let mut n_checks = 0;
    for_samples(1, |stock, _, state, heaps| {
        let structures: Vec<NodeId> = state.edges.keys().copied().collect();
        for node in structures {
            let Some(cases) = unfold(&state, &stock.preds, node) else { continue };
            for heap in &heaps {
                assert_described(heap, &cases, &state, stock);
                n_checks += 1;
            }
        }
    });
    assert!(n_checks > 20_000, "{n_checks}");
}

#[test]
fn several_rules_keep_every_heap() {
    keep_every_heap(SEVERAL_RULES..SEVERAL_RULES + 4, Others::Some);
}

#[test]
fn counts_keep_every_heap() {
    keep_every_heap(COUNTS..COUNTS + 8, Others::None);
}

/// Whether numbers of parameters that only choose rules are changed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Others {
    Some,
    None,
}

#[track_caller]
fn keep_every_heap(seeds: std::ops::Range<u64>, others: Others) {
    let (mut n_checks, mut n_folds, mut n_included) = (0, 0, 0);
    let (mut n_back, mut n_other) = (0, 0);
    for seed in seeds {
        for_samples(seed, |stock, dice, state, drawn| {
            for node in state.edges.keys() {
                let Some(cases) = unfold(&state, &stock.preds, *node) else { continue };
                for heap in &drawn {
                    assert_described(heap, &cases, &state, stock);
                    n_checks += 1;
                }
            }
            for node in (0..state.n_nodes as usize).map(index::Id::new) {
                let Some(cases) = unfold_back(&state, &stock.preds, node) else { continue };
                for heap in &drawn {
                    assert_described(heap, &cases, &state, stock);
                    n_back += 1;
                }
            }
            let other = with_other_numbers(&state, dice);
            if other != state && is_included(&state, &other, &stock.preds) {
                for heap in &drawn {
                    assert_described(heap, std::slice::from_ref(&other), &state, stock);
                    n_other += 1;
                }
            }
            let left = written_out(stock, dice, state.clone());
            let drawn = heaps(stock, &left, dice);
            let mut links = Links::new();
            links.learn(&left, Backwards::Followed);
            let mut folded = left.clone();
            let manner = Manner {
                data: Data::Forgotten,
                named: Named::Folded,
                branches: Branches::Trees,
                backwards: Backwards::Followed,
            };
            fold(&mut folded, &mut stock.preds, &links, manner);
            n_folds += usize::from(folded != left);
            let is_included = is_included(&left, &state, &stock.preds);
            n_included += usize::from(is_included);
            for heap in &drawn {
                assert_described(heap, std::slice::from_ref(&folded), &left, stock);
                if is_included {
                    assert_described(heap, std::slice::from_ref(&state), &left, stock);
                }
                n_checks += 1;
            }
        });
    }
    let is_enough = n_checks > 20_000 && n_folds > 500 && n_included > 500;
    assert!(is_enough, "{n_checks} {n_folds} {n_included}");
    assert!(n_back > 0 && (n_other > 0 || others == Others::None), "{n_back} {n_other}");
}

/// The state with other numbers for some parameters.
fn with_other_numbers(state: &State, dice: &mut Dice) -> State {
    let mut other = state.clone();
    for edge in other.edges.values_mut() {
        let (Edge::Ind { args, .. } | Edge::Seg { args, .. }) = edge else { continue };
        for arg in args {
            match arg {
                Value::Num(0 | 1) if dice.one_in(2) => {
                    *arg = Value::Num(i128::from(dice.below(2)));
                }
                Value::Num(_) | Value::Sym(_) | Value::Sum(..) if dice.one_in(4) => {
                    *arg = arg.added(i128::from(dice.below(3)) - 1);
                }
                _ => {}
            }
        }
    }
    other
}

#[test]
fn unfolding_from_the_end_keeps_every_heap() {
    let mut n_checks = 0;
    for seed in 20..33 {
        for_samples(seed, |stock, _, state, heaps| {
            let n_nodes = state.n_nodes as usize;
            for node in (0..n_nodes).map(index::Id::new) {
                if segment_ending_at(&state, &stock.preds, node).is_none() {
                    continue;
                }
                let cases = unfold_back(&state, &stock.preds, node).unwrap();
                for heap in &heaps {
                    assert_described(heap, &cases, &state, stock);
                    n_checks += 1;
                }
            }
        });
    }
    assert!(n_checks > 20_000, "{n_checks}");
}

#[test]
fn settling_keeps_every_heap() {
    let check = |stock: &mut Stock, _: &mut Dice, state: State, heaps: Vec<Concrete>| {
        let mut cases: Vec<State> = settled(state.clone(), &stock.preds).into_iter().collect();
        cases.retain_mut(|case| take_in_implied(case, &stock.preds));
        for heap in &heaps {
            assert_described(heap, &cases, &state, stock);
        }
    };
    let n_checks = [3, COUNTS + 50].map(|seed| for_samples(seed, check));
    assert!(n_checks.iter().all(|n| *n > 4_000), "{n_checks:?}");
}

/// Unfolds at random, so that there is something to sum up.
fn written_out(stock: &Stock, dice: &mut Dice, state: State) -> State {
    let mut state = state;
    for _ in 0..dice.below(5) {
        let structures: Vec<NodeId> = state
            .edges
            .iter()
            .filter(|(_, edge)| !matches!(edge, Edge::Block(_)))
            .map(|(node, _)| *node)
            .collect();
        let Some(node) = structures.get(dice.below(structures.len().max(1) as u64) as usize) else {
            break;
        };
        let cases = unfold(&state, &stock.preds, *node).unwrap();
        if let Some(case) = cases.get(dice.below(cases.len().max(1) as u64) as usize) {
            state = case.clone();
        }
    }
    state
}

#[test]
fn folding_keeps_every_heap() {
    let (mut n_checks, mut n_folds) = (0, 0);
    for_samples(4, |stock, dice, state, _| {
        let state = written_out(stock, dice, state);
        let heaps = heaps(stock, &state, dice);
        let mut links = Links::new();
        links.learn(&state, Backwards::Followed);
        for data in [Data::Kept, Data::Bounded, Data::BoundedButLast, Data::Forgotten] {
            for named in [Named::Kept, Named::Folded] {
                let mut folded = state.clone();
                let branches = [Branches::Lists, Branches::Trees, Branches::Levels];
                let branches = branches[dice.below(3) as usize];
                let manner = Manner { data, named, branches, backwards: Backwards::Followed };
                fold(&mut folded, &mut stock.preds, &links, manner);
                n_folds += usize::from(folded != state);
                for heap in &heaps {
                    assert_described(heap, &[folded.clone()], &state, stock);
                    n_checks += 1;
                }
            }
        }
    });
    assert!(n_checks > 20_000 && n_folds > 500, "{n_checks} {n_folds}");
}

#[test]
fn sweeping_keeps_every_heap() {
    let n_checks = for_samples(5, |stock, dice, mut state, heaps| {
        let before = state.clone();
        // The oracle cannot follow a way back.
        let is_back = |edge: &Edge| matches!(edge, Edge::Seg { args, .. } if !args.is_empty());
        let has_back = state.edges.values().any(is_back);
        if !has_back
            && dice.one_in(2)
            && let Some(var) = state.vars.keys().next().copied()
        {
            state.set_var(var, Value::Num(0));
        }
        sweep(&mut state, &stock.preds);
        for heap in &heaps {
            let mut heap = heap.clone();
            for (var, value) in &state.vars {
                if *value == Value::Num(0) {
                    heap.vars.insert(*var, 0);
                }
            }
            assert_described(&heap, &[state.clone()], &before, stock);
        }
    });
    assert!(n_checks > 8_000, "{n_checks}");
}

/// Two states that may have something to do with each other: one, and what folding or unfolding
/// makes of it, with a number changed now and then.
fn relatives(stock: &mut Stock, dice: &mut Dice, state: State) -> (State, State) {
    let mut left = written_out(stock, dice, state.clone());
    let mut right = match dice.below(3) {
        0 => state,
        1 => {
            let mut links = Links::new();
            links.learn(&left, Backwards::Followed);
            let mut folded = left.clone();
            let data = if dice.one_in(2) { Data::Bounded } else { Data::Forgotten };
            let manner = Manner {
                data,
                named: Named::Folded,
                branches: Branches::Trees,
                backwards: Backwards::Followed,
            };
            fold(&mut folded, &mut stock.preds, &links, manner);
            folded
        }
        _ => written_out(stock, dice, state),
    };
    let var = index::Id::new(20);
    left.set_var(var, Value::Num(i128::from(dice.below(3))));
    right.set_var(var, Value::Num(i128::from(dice.below(3))));
    // A wrong pair now and then: inclusion must not say yes to everything.
    if dice.one_in(3)
        && let Some(value) = right.vars.values_mut().next()
    {
        *value = value.plus(8);
    }
    (left, right)
}

#[test]
fn what_is_included_has_no_other_heaps() {
    let (mut n_checks, mut n_included) = (0, 0);
    for seed in (6..10).chain(COUNTS + 20..COUNTS + 26) {
        for_samples(seed, |stock, dice, state, _| {
            let (left, mut right) = relatives(stock, dice, state);
            if dice.one_in(2) {
                right.vars.remove(&index::Id::new(20));
            }
            if !is_included(&left, &right, &stock.preds) {
                return;
            }
            n_included += 1;
            for heap in heaps(stock, &left, dice) {
                assert_described(&heap, &[right.clone()], &left, stock);
                n_checks += 1;
            }
        });
    }
    assert!(n_checks > 20_000 && n_included > 2_000, "{n_checks} {n_included}");
}

#[test]
fn a_merge_that_includes_both_has_the_heaps_of_both() {
    let (mut n_checks, mut n_merges) = (0, 0);
    for seed in (30..36).chain(COUNTS + 30..COUNTS + 36) {
        for_samples(seed, |stock, dice, state, _| {
            let (left, right) = relatives(stock, dice, state);
            for guide in [Guide::Silhouettes, Guide::Stretches, Guide::None] {
                let merged = merge((&left, &right), &stock.preds, guide, Bounds::Hull);
                let Some(merged) = merged else { continue };
                for side in [&left, &right] {
                    if !is_included(side, &merged, &stock.preds) {
                        continue;
                    }
                    n_merges += 1;
                    for heap in heaps(stock, side, dice) {
                        assert_described(&heap, std::slice::from_ref(&merged), side, stock);
                        n_checks += 1;
                    }
                }
            }
        });
    }
    assert!(n_checks > 20_000 && n_merges > 1_000, "{n_checks} {n_merges}");
}

#[test]
fn a_state_includes_itself() {
    for_samples(11, |stock, _, state, _| {
        assert!(is_included(&state, &state, &stock.preds), "{state}");
    });
}

#[test]
fn a_join_has_the_heaps_of_both() {
    let (mut n_checks, mut n_joins) = (0, 0);
    for seed in (12..16).chain(COUNTS + 40..COUNTS + 44) {
        for_samples(seed, |stock, dice, state, _| {
            let (left, right) = relatives(stock, dice, state);
            for bounds in [Bounds::Hull, Bounds::Widened] {
                let Some(joined) = join(&left, &right, &stock.preds, bounds) else { continue };
                n_joins += 1;
                for side in [&left, &right] {
                    for heap in heaps(stock, side, dice) {
                        assert_described(&heap, std::slice::from_ref(&joined), side, stock);
                        n_checks += 1;
                    }
                }
            }
        });
    }
    assert!(n_checks > 20_000 && n_joins > 1_000, "{n_checks} {n_joins}");
}

/// A whole structure that starts where a variable points, and anything besides.
fn wanted(state: &State, var: ir::VarId, pred: crate::PredId, n_params: usize) -> State {
    let mut wanted = State { junk: true, ..State::new() };
    for (object, node) in &state.objects {
        let block = state.block(*node).expect("an object is a block");
        let node = wanted.fresh_node();
        let plain = Block::new(block.size, block.kind, Background::Any);
        wanted.edges.insert(node, Edge::Block(plain));
        wanted.objects.insert(*object, node);
    }
    let node = wanted.fresh_node();
    let args = (0..n_params).map(|_| Value::Sym(wanted.fresh_sym())).collect();
    wanted.edges.insert(node, Edge::Ind { pred, args });
    wanted.vars.insert(var, Value::Addr(node, 0));
    wanted
}

#[test]
fn what_is_handed_over_and_what_stays_keep_every_heap() {
    let mut n_checks = 0;
    for seed in 40..52 {
        for_samples(seed, |stock, dice, state, _| {
            let state = written_out(stock, dice, state);
            let heaps = heaps(stock, &state, dice);
            for (var, value) in &state.vars {
                let Value::Addr(node, 0) = *value else { continue };
                for (pred, predicate) in stock.preds.iter() {
                    let n_params = predicate.n_params;
                    let wanted = wanted(&state, *var, pred, n_params);
                    let Some(used) = used_up(&state, &wanted, &stock.preds) else { continue };
                    let mut whole = state.clone();
                    whole.edges.retain(|it, edge| match edge {
                        Edge::Block(block) if block.kind != Kind::Heap => true,
                        _ => !used.contains(it),
                    });
                    let args = (0..n_params).map(|_| Value::Sym(whole.fresh_sym())).collect();
                    whole.edges.insert(node, Edge::Ind { pred, args });
                    for heap in &heaps {
                        assert_described(heap, std::slice::from_ref(&whole), &state, stock);
                        n_checks += 1;
                    }
                }
            }
        });
    }
    assert!(n_checks > 5_000, "{n_checks}");
}

//! Parameters that count: what the checker says of trees of which every way down is as long.

mod stretches;

use ir::VarId;
use shape::{
    Arg, Background, Block, Cell, Edge, Empty, Field, Kind, NodeId, PredId, Predicate, Predicates,
    Presence, Range, Rule, Sort, State, SymId, Value,
};

use super::cases::cases;
use super::covers::covers;
use super::world::World;

/// A tree of a height, which is nothing at height 0.
fn even() -> (Predicates, PredId) {
    let link = |at| (at, 8, Field::Link { shift: 0, args: vec![Arg::Plus(0, -1)] });
    let rule = Rule { behind: 2, guards: vec![(0, Range::new(1, i128::MAX))] };
    let predicate = Predicate {
        size: 16,
        n_params: 1,
        fields: vec![link(0), link(8)],
        rules: vec![rule],
        empty: Empty::AtNull(vec![(0, Range::only(0))]),
        sort: Sort::default(),
    };
    let mut preds = Predicates::new();
    let pred = preds.intern(predicate);
    (preds, pred)
}

fn node(number: usize) -> NodeId {
    index::Id::new(number)
}

fn symbol() -> SymId {
    index::Id::new(0)
}

/// A variable that points to the first node, and one that holds a height.
fn variables() -> [VarId; 2] {
    [0, 1].map(index::Id::new)
}

fn tree(pred: PredId, height: Value) -> Edge {
    Edge::Ind { pred, args: vec![height] }
}

/// A block with two trees below it, of these heights.
fn block_over(pred: PredId, heights: [Value; 2]) -> State {
    let mut state = State { n_nodes: 3, n_syms: 1, ..State::new() };
    let mut block = Block::new(16, Kind::Heap, Background::Any);
    for (number, height) in heights.into_iter().enumerate() {
        let child = node(number + 1);
        block.cells.insert(8 * number as u64, Cell { len: 8, value: Value::Addr(child, 0) });
        state.edges.insert(child, tree(pred, height));
    }
    state.edges.insert(node(0), Edge::Block(block));
    state.vars.insert(variables()[0], Value::Addr(node(0), 0));
    state.facts.insert(symbol(), Range::new(0, i128::MAX));
    state
}

/// One tree, of a height that is in the range; the second variable holds this value.
fn one_tree(pred: PredId, range: Range, held: Value) -> State {
    let mut state = State { n_nodes: 1, n_syms: 1, ..State::new() };
    state.edges.insert(node(0), tree(pred, Value::Sym(symbol())));
    state.vars.insert(variables()[0], Value::Addr(node(0), 0));
    state.vars.insert(variables()[1], held);
    state.facts.insert(symbol(), range);
    state
}

#[test]
fn a_block_over_trees_of_one_height_is_one_higher() {
    let (preds, pred) = even();
    let [height, higher] = [Value::Sym(symbol()), Value::Sum(symbol(), 1)];
    let all = Range::new(0, i128::MAX);
    for (heights, held, range, is_described) in [
        ([height, height], Value::Top, all.clone(), true),
        ([height, higher], Value::Top, all.clone(), false),
        ([height, Value::Num(0)], Value::Top, all.clone(), false),
        ([Value::Num(3), Value::Num(3)], Value::Top, Range::only(4), true),
        ([Value::Num(3), Value::Num(3)], Value::Top, Range::only(3), false),
        ([height, height], Value::Top, Range::new(1, i128::MAX), true),
        ([height, height], Value::Top, Range::new(2, i128::MAX), false),
        // What a variable holds is the height, or it is not.
        ([height, height], Value::Sym(symbol()), all.clone(), true),
        ([height, height], Value::Sum(symbol(), 1), all.clone(), false),
    ] {
        let mut heap = block_over(pred, heights);
        heap.vars.insert(variables()[1], higher);
        let claim = one_tree(pred, range, held);
        assert_eq!(covers(&heap, &claim, &preds), is_described, "{heap} as {claim}");
    }
}

#[test]
fn a_tree_beside_a_higher_one_is_told_apart_with_it() {
    let (preds, pred) = even();
    let mut state = one_tree(pred, Range::all(), Value::Addr(node(1), 0));
    state.n_nodes = 2;
    state.edges.insert(node(1), tree(pred, Value::Sum(symbol(), 1)));
    let found = cases(&World::of(&state), &preds, node(0)).expect("a structure has cases");
    // Nothing, so that the other one has height 1 and is something; or something.
    assert_eq!(found.len(), 2);
    let other = |world: &World| match &world.state.edges[&node(1)] {
        Edge::Ind { args, .. } => args[0],
        edge => panic!("{edge:?}"),
    };
    assert_eq!(other(&found[0]), Value::Num(1));
    let beside = cases(&found[0], &preds, node(1)).expect("a structure has cases");
    assert!(beside.iter().all(|world| world.block_at(node(1)).is_some()));
    // The lower one is nowhere if the height of the higher one is 0.
    state.edges.insert(node(1), tree(pred, Value::Num(0)));
    state.edges.insert(node(0), tree(pred, Value::Num(-1)));
    assert_eq!(cases(&World::of(&state), &preds, node(0)).map(|it| it.len()), Some(0));
}

#[test]
fn an_element_without_a_tree_is_none_with_a_tree_of_any_height() {
    let (mut preds, pred) = even();
    let next = (0, 8, Field::Link { shift: 0, args: Vec::new() });
    let bare =
        preds.intern(Predicate::simple(24_u64, 0, vec![next.clone(), (8, 8, Field::Num(0))]));
    for (height, empty_is_free) in [(5, false), (0, false), (5, true)] {
        let pred = match empty_is_free {
            true => {
                preds.intern(Predicate { empty: Empty::AtNull(Vec::new()), ..preds[pred].clone() })
            }
            false => pred,
        };
        let (args, presence) = (vec![Arg::Num(height)], Presence::Perhaps);
        let own = (8, 8, Field::Own { pred, args, presence });
        let high = preds.intern(Predicate::simple(24_u64, 0, vec![next.clone(), own]));
        let [heap, claim] = [bare, high].map(|pred| {
            let mut state = State { n_nodes: 1, ..State::new() };
            state.edges.insert(node(0), Edge::Ind { pred, args: Vec::new() });
            state.vars.insert(variables()[0], Value::Addr(node(0), 0));
            state
        });
        assert_eq!(covers(&heap, &claim, &preds), empty_is_free, "{height}");
    }
}

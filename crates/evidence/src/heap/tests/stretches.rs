//! Stretches that blocks own: what the checker says of skip lists of two levels.

use shape::{
    Background, Block, Cell, Edge, Field, Kind, NodeId, PredId, Predicate, Predicates, State, Value,
};

use super::super::cases::cases;
use super::super::covers::covers;
use super::super::world::World;

/// The lower and the upper level.
fn levels() -> (Predicates, PredId, PredId) {
    let link = |at| (at, 8, Field::Link { shift: 0, args: Vec::new() });
    let mut preds = Predicates::new();
    let low = preds.intern(Predicate::simple(16_u64, 0, vec![link(0)]));
    let between = (0, 8, Field::Stretch { pred: low, to: 8 });
    let high = preds.intern(Predicate::simple(16_u64, 0, vec![between, link(8)]));
    (preds, low, high)
}

fn node(number: usize) -> NodeId {
    index::Id::new(number)
}

fn at(number: usize) -> Value {
    Value::Addr(node(number), 0)
}

fn segment(pred: PredId, end: Value) -> Edge {
    Edge::Seg { pred, args: Vec::new(), end, end_args: Vec::new() }
}

/// The first node and the last one have a name.
fn named(edges: Vec<(usize, Edge)>) -> State {
    let mut state = State { n_nodes: 4, ..State::new() };
    state.edges.extend(edges.into_iter().map(|(number, edge)| (node(number), edge)));
    state.vars.insert(index::Id::new(0), at(0));
    state.vars.insert(index::Id::new(1), at(3));
    state
}

#[test]
fn an_element_owns_what_lies_between_it_and_the_next() {
    let (preds, low, high) = levels();
    let claim = named(vec![(0, segment(high, at(3)))]);
    for (end, is_one) in [(2, true), (3, false)] {
        let mut block = Block::new(16, Kind::Heap, Background::Any);
        for (offset, to) in [(0, 1), (8, 2)] {
            block.cells.insert(offset, Cell { len: 8, value: at(to) });
        }
        let between = (1, segment(low, at(end)));
        let heap = named(vec![(0, Edge::Block(block)), between, (2, segment(high, at(3)))]);
        assert_eq!(covers(&heap, &claim, &preds), is_one, "ends at {end}");
    }
}

#[test]
fn the_first_element_comes_with_its_stretch() {
    let (preds, low, high) = levels();
    let state = named(vec![(0, segment(high, at(3)))]);
    let found = cases(&World::of(&state), &preds, node(0)).expect("a segment has cases");
    // Nothing, or an element.
    assert_eq!(found.len(), 2);
    let blocks: Vec<&Block> = found.iter().filter_map(|it| it.block_at(node(0))).collect();
    let [block] = blocks[..] else { panic!("{blocks:?}") };
    let start = block.cells[&0].value.node().expect("a stretch starts at an address");
    let edges = &found[1].state.edges;
    assert_eq!(edges.get(&start), Some(&segment(low, block.cells[&8].value)));
}

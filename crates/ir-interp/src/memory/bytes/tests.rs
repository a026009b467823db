//! The laws of a row of bytes, against a plain vector of cells.

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use super::*;

fn check<S: Strategy>(strategy: S, property: impl Fn(S::Value) -> Result<(), TestCaseError>) {
    let config = Config { cases: 512, failure_persistence: None, ..Config::default() };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    TestRunner::new_with_rng(config, rng).run(&strategy, property).unwrap();
}

#[derive(Clone, Debug)]
struct Write {
    offset: u64,
    size: usize,
    value: Value,
}

fn value() -> impl Strategy<Value = Value> {
    let mask = prop_oneof![3 => Just(0), 1 => any::<u128>()];
    (any::<u128>(), mask, 0..3_u32).prop_map(|(bits, mask, slot)| {
        Value::with_indeterminate(bits, mask, Origin { slot, generation: 0 })
    })
}

fn write(size: u64) -> impl Strategy<Value = Write> {
    (1..=16_usize).prop_flat_map(move |n_bytes| {
        let offset = 0..=size - n_bytes as u64;
        (offset, value()).prop_map(move |(offset, value)| Write { offset, size: n_bytes, value })
    })
}

/// The cells that a value consists of.
fn cells(value: &Value, size: usize) -> Vec<Cell> {
    let bits = value.bits().to_le_bytes();
    let mask = value.indeterminate().to_le_bytes();
    let cell = |at: usize| Cell {
        data: bits[at],
        indeterminate: mask[at],
        is_unknown: false,
        origin: value.origin(),
    };
    (0..size).map(cell).collect()
}

fn behaves_as_a_vector(size: u64, window: u64) {
    for fresh in [Fresh::Zero, Fresh::Indeterminate, Fresh::Unknown] {
        check(proptest::collection::vec(write(window), 0..20), |writes| {
            let mut bytes = Bytes::new(size, fresh);
            let mut model = vec![Cell::fresh(fresh); window as usize];
            for Write { offset, size, value } in writes {
                bytes.write(offset, size, value);
                let range = offset as usize..offset as usize + size;
                model[range].copy_from_slice(&cells(&value, size));
                // What was stored is what is loaded, with all that is known about it.
                let keep = ones(size);
                let stored = Value::with_indeterminate(
                    value.bits() & keep,
                    value.indeterminate() & keep,
                    value.origin(),
                );
                prop_assert_eq!(bytes.read(offset, size), stored);
            }
            for (offset, &cell) in (0_u64..).zip(&model) {
                prop_assert_eq!(bytes.cell(offset), cell);
            }
            let is_unknown = model.iter().any(|cell| cell.is_unknown);
            prop_assert_eq!(bytes.has_unknown(0, window), is_unknown);
            Ok(())
        });
    }
}

#[test]
fn small_objects_behave_as_a_vector() {
    behaves_as_a_vector(40, 40);
}

#[test]
fn large_objects_behave_as_a_vector_across_pages() {
    behaves_as_a_vector(1 << 40, 2 * PAGE_BYTES + 24);
}

#[test]
fn a_large_object_costs_what_is_touched() {
    let mut bytes = Bytes::new(1 << 40, Fresh::Zero);
    assert_eq!(Bytes::initial_cost(1 << 40), 0);
    assert_eq!(bytes.cost_of_writing(PAGE_BYTES - 1, 2), 2 * PAGE_BYTES);
    bytes.write(PAGE_BYTES - 1, 2, Value::plain(0x1234));
    assert_eq!(bytes.cost_of_writing(PAGE_BYTES - 1, 2), 0);
    assert_eq!(bytes.cost(), 2 * PAGE_BYTES);
}

#[test]
fn a_pointer_is_whole_only_if_all_bytes_have_one_origin() {
    let origin = Origin { slot: 7, generation: 0 };
    let mut bytes = Bytes::new(16, Fresh::Zero);
    bytes.write(0, 8, Value::with_origin(0x1000, origin));
    assert_eq!(bytes.read(0, 8).origin(), origin);
    assert_eq!(bytes.read(1, 4).origin(), origin);
    assert_eq!(bytes.read(1, 8).origin(), Origin::NONE);
    bytes.write(3, 1, Value::plain(0));
    assert_eq!(bytes.read(0, 8).origin(), Origin::NONE);
    assert_eq!(bytes.origins().count(), 7);
}

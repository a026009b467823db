//! What unification keeps apart and what it joins.

use ir::{Op, Program};

use super::{ExternalPointers, PointsTo, RegionId};
use crate::tests::program_text;

const STORAGE: &str = "\
object x: 16 align 8 static { }
object y: 16 align 8 static { }
object z: 64 align 8 static { }
declare ext(ptr) -> ptr
";

/// The solution, and the region of each load and store of `main` in order.
fn regions(edges: &str) -> (Program, PointsTo, Vec<Option<RegionId>>) {
    let program = program_text(STORAGE, edges);
    let points_to = PointsTo::of(&program, ExternalPointers::OwnMemory);
    let body = program.functions[program.entry].body.as_ref().unwrap();
    let regions = body
        .edges
        .values()
        .filter_map(|edge| match &edge.op {
            Op::Load { pointer, .. } | Op::Store { pointer, .. } => {
                Some(points_to.region(*pointer))
            }
            _ => None,
        })
        .collect();
    (program, points_to, regions)
}

#[test]
fn fields_of_one_object_stay_apart() {
    let (_, _, regions) = regions(
        "L0 -> L2: store i32, &x, 1i32\nL2 -> L3: store i32, ptradd(&x, 4i64), 2i32\n\
         L3 -> L4: p = ptradd(&x, 4i64)\nL4 -> L5: a = load i32, p",
    );
    assert!(regions.iter().all(Option::is_some));
    assert_ne!(regions[0], regions[1]);
    assert_eq!(regions[1], regions[2]);
}

#[test]
fn overlapping_accesses_are_one_region() {
    let (_, points_to, regions) =
        regions("L0 -> L2: store i64, &x, 1i64\nL2 -> L3: a = load i32, ptradd(&x, 4i64)");
    assert_eq!(regions[0], regions[1]);
    assert_eq!(points_to.regions[regions[0].unwrap()].types.len(), 2);
}

#[test]
fn elements_of_an_array_keep_their_fields() {
    // Records of 8 bytes: both members of all elements, two regions.
    let (_, _, regions) = regions(
        "L0 -> L2: p = ptradd(&z, (i64(a) * 8i64))\nL2 -> L3: store i32, p, 1i32\n\
         L3 -> L4: store i32, ptradd(p, 4i64), 2i32\nL4 -> L5: a = load i32, ptradd(&z, 24i64)\n\
         L5 -> L6: a = load i32, ptradd(&z, 36i64)",
    );
    assert_ne!(regions[0], regions[1]);
    assert_eq!(regions[0], regions[2]);
    assert_eq!(regions[1], regions[3]);
}

#[test]
fn an_unknown_offset_joins_all_fields() {
    let (_, _, regions) = regions(
        "L0 -> L2: store i32, &x, 1i32\nL2 -> L3: store i32, ptradd(&x, 4i64), 2i32\n\
         L3 -> L4: a = load i32, ptradd(&x, i64(a))",
    );
    assert_eq!(regions[0], regions[1]);
    assert_eq!(regions[0], regions[2]);
}

#[test]
fn a_pointer_may_point_to_what_was_assigned_or_stored() {
    let (program, points_to, _) = regions(
        "L0 -> L2: assume b\nL0 -> L3: assume !b\nL2 -> L4: p = &x\nL3 -> L4: p = &y\n\
         L4 -> L5: store ptr, &z, p\nL5 -> L6: q = load ptr, &z\nL6 -> L7: a = load i32, q",
    );
    let body = program.functions[program.entry].body.as_ref().unwrap();
    let Some(Op::Load { pointer, .. }) = body.edges.values().next_back().map(|e| &e.op) else {
        panic!("the last edge is a load")
    };
    let targets = points_to.targets(*pointer).unwrap();
    assert_eq!(targets.objects.len(), 2);
    assert!(!targets.is_external);
}

#[test]
fn walking_back_to_the_record_finds_its_first_field() {
    let (_, _, regions) = regions(
        "L0 -> L2: store i32, &x, 1i32\nL2 -> L3: p = ptradd(&x, 8i64)\n\
         L3 -> L4: q = ptradd(p, -8i64)\nL4 -> L5: a = load i32, q",
    );
    assert_eq!(regions[0], regions[1]);
}

#[test]
fn a_pointer_that_was_a_number_may_point_to_what_was_exposed() {
    let (_, _, regions) = regions(
        "L0 -> L2: n = i64(&x)\nL2 -> L3: p = ptr((n + 4i64))\nL3 -> L4: store i32, p, 1i32\n\
         L4 -> L5: store i32, &x, 1i32\nL5 -> L6: store i32, &y, 1i32",
    );
    assert_eq!(regions[0], regions[1]);
    assert_ne!(regions[0], regions[2]);
}

#[test]
fn arguments_of_unknown_functions_join_only_if_asked() {
    let edges = "L0 -> L2: p = call ext(&x)\nL2 -> L3: store i32, p, 1i32\n\
                 L3 -> L4: store i32, &x, 2i32";
    let (program, convention, regions) = regions(edges);
    assert_ne!(regions[0], regions[1]);
    assert!(convention.regions[regions[0].unwrap()].targets.is_external);
    let cautious = PointsTo::of(&program, ExternalPointers::MayReachArguments);
    assert_eq!(cautious.regions.values().filter(|r| r.targets.is_external).count(), 1);
    assert!(cautious.regions.values().all(|r| r.targets.is_external));
}

#[test]
fn a_call_through_a_pointer_enters_what_it_points_to() {
    let storage = "\
fn id(v: ptr) -> ptr {
  entry L0 exit L1
  L0 -> L1: return v
}
fn not_this(w: i32) -> ptr {
  entry L0 exit L1
  L0 -> L1: return null
}
object x: 16 align 8 static { }
object table: 16 align 8 static { 0: &fn id, 8: &fn not_this }
";
    let program = program_text(
        storage,
        "L0 -> L2: p = load ptr, ptradd(&table, (i64(a) * 8i64))\n\
         L2 -> L3: q = call *[p] (ptr) -> ptr (&x)\nL3 -> L4: store i32, q, 1i32",
    );
    let points_to = PointsTo::of(&program, ExternalPointers::OwnMemory);
    let body = program.functions[program.entry].body.as_ref().unwrap();
    let (call, _) = body.edges.iter().find(|(_, edge)| matches!(edge.op, Op::Call { .. })).unwrap();
    let names: Vec<&str> = points_to
        .callees(program.entry, call)
        .iter()
        .map(|id| &*program.functions[*id].name)
        .collect();
    assert_eq!(names, ["id"]);
    let object = program.objects.ids().next().unwrap();
    let written = points_to.regions.values().any(|r| r.targets.objects.contains(object));
    assert!(written);
}

#[test]
fn bytes_that_become_unknown_leave_pointers_beside_them_alone() {
    let edges = "L0 -> L2: store ptr, &x, &y\nL2 -> L3: havoc memory ptradd(&x, 8i64), 8u64 input\n\
                 L3 -> L4: p = load ptr, &x\nL4 -> L5: store i32, p, 1i32";
    let (_, points_to, found) = regions(edges);
    assert!(!points_to.regions[found[2].unwrap()].targets.is_external);
    // One byte of the pointer is enough.
    let (_, points_to, found) = regions(&edges.replace("8i64), 8u64", "7i64), 2u64"));
    assert!(points_to.regions[found[2].unwrap()].targets.is_external);
}

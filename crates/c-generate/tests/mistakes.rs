//! The interpreter finds the mistake of every faulty program, as what it is and where it is.

use c_generate::{Choices, Inserted, Mistake, Model, PRELUDE, generate_faulty, judge};

const N_PROGRAMS: u64 = 60;

fn finds(mistake: Mistake) {
    for model in [Model::Lp64, Model::Ilp32] {
        for seed in 0..N_PROGRAMS {
            let program = generate_faulty(Choices::seeded(seed), model, "t_", mistake);
            for inserted in [Inserted::Checks, Inserted::Nothing] {
                let found = judge(&program, model, inserted);
                let found = found.unwrap_or_else(|error| panic!("{error}\n{}", program.text));
                assert!(
                    found.is_right(&program),
                    "{mistake:?} at line {}, seed {seed}, {inserted:?}: {found:?}\n{PRELUDE}{}",
                    program.line,
                    program.text
                );
            }
        }
    }
}

#[test]
fn overflow() {
    finds(Mistake::Overflow);
}

#[test]
fn division_by_zero() {
    finds(Mistake::DivisionByZero);
}

#[test]
fn shift() {
    finds(Mistake::Shift);
}

#[test]
fn out_of_bounds() {
    finds(Mistake::OutOfBounds);
}

#[test]
fn null_access() {
    finds(Mistake::NullAccess);
}

#[test]
fn access_after_free() {
    finds(Mistake::AccessAfterFree);
}

#[test]
fn access_outside_scope() {
    finds(Mistake::AccessOutsideScope);
}

#[test]
fn double_free() {
    finds(Mistake::DoubleFree);
}

#[test]
fn bad_free() {
    finds(Mistake::BadFree);
}

#[test]
fn leak() {
    finds(Mistake::Leak);
}

#[test]
fn uninitialised_branch() {
    finds(Mistake::UninitialisedBranch);
}

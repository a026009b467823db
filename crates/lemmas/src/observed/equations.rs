//! Sums of numbers that were the same in every state, by elimination.
//!
//! Each state is a row; a combination of columns that is zero in all rows is an equation. Rows are
//! brought to echelon form modulo a prime, where nothing grows; coefficients that are small, with a sign, are
//! taken for the true ones. (Linear equalities of programs: Karr, 1976; from runs: Sharma and others, 2013.)

use logic::echelon::{PRIME, echelon, signed};
use logic::{TermId, TermPool};

use super::{Column, widened};

/// Larger coefficients are an accident.
const MAX_COEFFICIENT: i128 = 8;
/// More numbers in one equation, too.
const MAX_NUMBERS: usize = 12;
/// What is added may be larger.
const MAX_CONSTANT: i128 = 1 << 40;
/// States more than numbers, for an equation to be no accident.
const MORE_STATES: usize = 4;

/// Equations of numbers, modulo the width of the widest.
pub(super) fn equations(pool: &mut TermPool, columns: &[&Column]) -> Vec<TermId> {
    let n_states = columns.first().map_or(0, |column| column.values.len());
    if columns.len() < 2 || n_states < columns.len() + MORE_STATES {
        return Vec::new();
    }
    // The last column is the constant one.
    let mut rows: Vec<Vec<i128>> = (0..n_states)
        .map(|state| {
            let values = columns.iter().map(|column| column.values[state].rem_euclid(PRIME));
            values.chain([1]).collect()
        })
        .collect();
    let n_columns = columns.len() + 1;
    let pivots = echelon(&mut rows, n_columns);
    let free = (0..n_columns).filter(|column| !pivots.contains(column));
    let solution = |free: usize| {
        let mut coefficients = vec![0; n_columns];
        coefficients[free] = 1;
        for (row, pivot) in pivots.iter().enumerate() {
            coefficients[*pivot] = (PRIME - rows[row][free]) % PRIME;
        }
        small(&coefficients)
    };
    let solutions: Vec<Vec<i128>> = free.filter_map(solution).collect();
    solutions.iter().filter_map(|it| equation(pool, columns, it)).collect()
}

/// The coefficients with their signs, the last one that of the constant; fractions are multiplied out.
fn small(coefficients: &[i128]) -> Option<Vec<i128>> {
    let (constant, factors) = coefficients.split_last()?;
    (1..=4).find_map(|scale| {
        let scaled = |it: &i128| signed(it * scale % PRIME);
        let mut all: Vec<i128> = factors.iter().map(scaled).collect();
        let is_small = all.iter().all(|it| it.abs() <= MAX_COEFFICIENT);
        let n_numbers = all.iter().filter(|it| **it != 0).count();
        let constant = scaled(constant);
        all.push(constant);
        (is_small && (1..=MAX_NUMBERS).contains(&n_numbers) && constant.abs() <= MAX_CONSTANT)
            .then_some(all)
    })
}

/// What is added on one side is what is taken away on the other.
fn equation(pool: &mut TermPool, columns: &[&Column], coefficients: &[i128]) -> Option<TermId> {
    let taken = || columns.iter().zip(coefficients).filter(|(_, it)| **it != 0);
    let width = taken().map(|(column, _)| u32::from(column.ty.width)).max()?;
    let mut sides = [pool.bv(width, 0), pool.bv(width, 0)];
    for (column, coefficient) in taken() {
        let factor = pool.bv(width, coefficient.unsigned_abs());
        let wide = widened(pool, column, width);
        let product = pool.bv_mul(wide, factor);
        let side = &mut sides[usize::from(*coefficient < 0)];
        *side = pool.bv_add(*side, product);
    }
    let constant = *coefficients.last()?;
    let added = pool.bv(width, constant as u128);
    sides[0] = pool.bv_add(sides[0], added);
    Some(pool.eq(sides[0], sides[1]))
}

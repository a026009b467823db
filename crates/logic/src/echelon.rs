//! Linear equations modulo a prime, where nothing grows.
//!
//! What small numbers solve there is a guess of what solves the equations: whoever takes it looks whether it does.

/// The prime 2^61 - 1. Entries of rows are from zero up to it.
pub const PRIME: i128 = (1 << 61) - 1;

/// Brings rows to reduced echelon form in their first columns; the column of the leading one of each that is left.
pub fn echelon(rows: &mut Vec<Vec<i128>>, n_columns: usize) -> Vec<usize> {
    let mut pivots = Vec::new();
    for column in 0..n_columns {
        let done = pivots.len();
        let Some(at) = (done..rows.len()).find(|row| rows[*row][column] != 0) else { continue };
        rows.swap(done, at);
        let inverse = power(rows[done][column], PRIME - 2);
        let leading: Vec<i128> = rows[done].iter().map(|it| it * inverse % PRIME).collect();
        for (index, row) in rows.iter_mut().enumerate() {
            let factor = row[column];
            if index != done && factor != 0 {
                for (value, lead) in row.iter_mut().zip(&leading) {
                    *value = (*value - factor * lead % PRIME).rem_euclid(PRIME);
                }
            }
        }
        rows[done] = leading;
        pivots.push(column);
    }
    rows.truncate(pivots.len());
    pivots
}

fn power(mut base: i128, mut exponent: i128) -> i128 {
    let mut result = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = result * base % PRIME;
        }
        base = base * base % PRIME;
        exponent >>= 1;
    }
    result
}

/// The number with its sign, if it is a small one.
pub fn signed(value: i128) -> i128 {
    if value > PRIME / 2 { value - PRIME } else { value }
}

//! Whether linear inequalities contradict each other: elimination of variables, in rationals.
//!
//! Written for checking: equations are used to replace a variable first, then bounds are paired
//! off one variable at a time. `true` means that no rational values exist, hence no integers
//! either; `false` means nothing.

/// `sum of factor * variable + constant`, at most 0, or below 0 if strict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inequality {
    pub parts: Vec<(i128, u32)>,
    pub constant: i128,
    pub strict: bool,
}

/// Beyond this many inequalities no contradiction is looked for.
const LIMIT: usize = 300;

impl Inequality {
    fn factor(&self, variable: u32) -> i128 {
        self.parts.iter().find(|(_, known)| *known == variable).map_or(0, |(factor, _)| *factor)
    }

    /// `self * by + other * times`, both multipliers positive.
    fn plus(&self, by: i128, other: &Self, times: i128) -> Option<Self> {
        let mut parts: Vec<(i128, u32)> = Vec::new();
        for (factor, variable) in &self.parts {
            parts.push((factor.checked_mul(by)?, *variable));
        }
        for (factor, variable) in &other.parts {
            let factor = factor.checked_mul(times)?;
            match parts.iter_mut().find(|(_, known)| known == variable) {
                Some((known, _)) => *known = known.checked_add(factor)?,
                None => parts.push((factor, *variable)),
            }
        }
        parts.retain(|(factor, _)| *factor != 0);
        parts.sort_unstable_by_key(|(_, variable)| *variable);
        let constant =
            self.constant.checked_mul(by)?.checked_add(other.constant.checked_mul(times)?)?;
        Some(Self { parts, constant, strict: self.strict || other.strict })
    }

    fn is_absurd(&self) -> bool {
        self.parts.is_empty() && (self.constant > 0 || self.constant == 0 && self.strict)
    }
}

/// True only if the inequalities have no common solution.
pub fn contradict(mut system: Vec<Inequality>) -> bool {
    loop {
        if system.iter().any(Inequality::is_absurd) {
            return true;
        }
        system.retain(|inequality| !inequality.parts.is_empty());
        let Some(variable) = system.first().map(|inequality| inequality.parts[0].1) else {
            return false;
        };
        let (bounds, mut rest): (Vec<_>, Vec<_>) =
            system.into_iter().partition(|inequality| inequality.factor(variable) != 0);
        let (upper, lower): (Vec<_>, Vec<_>) =
            bounds.into_iter().partition(|inequality| inequality.factor(variable) > 0);
        for above in &upper {
            for below in &lower {
                let (by, times) = (-below.factor(variable), above.factor(variable));
                let Some(sum) = above.plus(by, below, times) else { return false };
                if !rest.contains(&sum) {
                    rest.push(sum);
                }
            }
        }
        if rest.len() > LIMIT {
            return false;
        }
        system = rest;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at_most(parts: &[(i128, u32)], constant: i128) -> Inequality {
        Inequality { parts: parts.to_vec(), constant, strict: false }
    }

    #[test]
    fn bounds_that_cross_contradict() {
        let low = at_most(&[(-1, 0)], 3);
        let high = at_most(&[(1, 0)], -2);
        assert!(contradict(vec![low.clone(), high]));
        assert!(!contradict(vec![low]));
    }

    #[test]
    fn strictness_decides_at_the_border() {
        let low = at_most(&[(-1, 0), (1, 1)], 0);
        let high = Inequality { strict: true, ..at_most(&[(1, 0), (-1, 1)], 0) };
        assert!(contradict(vec![low.clone(), high]));
        assert!(!contradict(vec![low, at_most(&[(1, 0), (-1, 1)], 0)]));
    }
}

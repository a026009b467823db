//! Truth of a condition about which not everything is known.
//!
//! Sound: `may_hold` is set if the condition holds of some state of the configuration, `may_fail` if
//! it fails of some. Both may be set where only one is possible, never the other way round.

/// What may be the case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Truth {
    pub may_hold: bool,
    pub may_fail: bool,
}

impl Truth {
    pub const EITHER: Self = Self { may_hold: true, may_fail: true };
    /// Of nobody: the join of no possibilities.
    pub const NONE: Self = Self { may_hold: false, may_fail: false };

    pub fn known(holds: bool) -> Self {
        Self { may_hold: holds, may_fail: !holds }
    }

    #[must_use]
    pub fn not(self) -> Self {
        Self { may_hold: self.may_fail, may_fail: self.may_hold }
    }

    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            may_hold: self.may_hold && other.may_hold,
            may_fail: self.may_fail || other.may_fail,
        }
    }

    #[must_use]
    pub fn or(self, other: Self) -> Self {
        self.not().and(other.not()).not()
    }

    /// One or the other is the case.
    #[must_use]
    pub fn join(self, other: Self) -> Self {
        Self {
            may_hold: self.may_hold || other.may_hold,
            may_fail: self.may_fail || other.may_fail,
        }
    }
}

//! What identifies a witness: hashes, its identifier, its time.
//!
//! The identifier is made from the content, so that equal witnesses have equal ones and a run
//! that is repeated writes the same bytes. It is a UUID of version 8 (RFC 9562), the version for
//! identifiers that one derives oneself; here from SHA-256.

use sha2::{Digest as _, Sha256};

use crate::model::Witness;
use crate::write::write_without_identity;

/// The SHA-256 of some bytes, as 64 hexadecimal digits.
pub fn sha256_hex(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Witness {
    /// Gives the witness the identifier of its content. Time and old identifier do not count.
    #[must_use]
    pub fn sealed(mut self) -> Self {
        let digest = Sha256::digest(write_without_identity(&self));
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&digest[..16]);
        bytes[6] = bytes[6] & 0x0f | 0x80;
        bytes[8] = bytes[8] & 0x3f | 0x80;
        let digits = hex(&bytes);
        let parts = [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]];
        self.metadata.uuid = parts.join("-");
        self
    }
}

/// A time as ISO 8601 writes it, in UTC, from the seconds since 1970.
pub fn timestamp(seconds: u64) -> String {
    let (mut days, seconds) = (seconds / 86_400, seconds % 86_400);
    let mut year = 1970u64;
    // 400 years are 146,097 days, so the loops below are short whatever the clock says.
    year += 400 * (days / 146_097);
    days %= 146_097;
    while days >= year_length(year) {
        days -= year_length(year);
        year += 1;
    }
    let february = if year_length(year) == 366 { 29 } else { 28 };
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{:02}T{hour:02}:{minute:02}:{second:02}Z", days + 1)
}

fn year_length(year: u64) -> u64 {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    if is_leap { 366 } else { 365 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_those_of_the_calendar() {
        assert_eq!(timestamp(0), "1970-01-01T00:00:00Z");
        assert_eq!(timestamp(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(timestamp(1_735_689_599), "2024-12-31T23:59:59Z");
        assert_eq!(timestamp(4_107_542_400), "2100-03-01T00:00:00Z");
        // The end of time comes quickly.
        assert!(timestamp(u64::MAX).ends_with('Z'));
    }

    #[test]
    fn the_hash_is_the_standard_one() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(sha256_hex(b""), empty);
    }
}

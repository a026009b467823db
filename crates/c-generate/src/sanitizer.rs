//! What the compiler's sanitizers say about a run.

use crate::faulty::Mistake;

/// Words of the messages of gcc's sanitizers, and what they mean.
const MESSAGES: [(&str, Mistake); 18] = [
    ("signed integer overflow", Mistake::Overflow),
    ("cannot be represented in type", Mistake::Overflow),
    ("division by zero", Mistake::DivisionByZero),
    ("shift exponent", Mistake::Shift),
    ("out of bounds", Mistake::OutOfBounds),
    ("buffer-overflow", Mistake::OutOfBounds),
    ("insufficient space", Mistake::OutOfBounds),
    ("buffer-underflow", Mistake::OutOfBounds),
    ("null pointer", Mistake::NullAccess),
    ("SEGV on unknown address 0x000000000000", Mistake::NullAccess),
    ("SEGV on unknown address 0x00000000 ", Mistake::NullAccess),
    ("heap-use-after-free", Mistake::AccessAfterFree),
    ("stack-use-after-scope", Mistake::AccessOutsideScope),
    ("double-free", Mistake::DoubleFree),
    ("not malloc()-ed", Mistake::BadFree),
    ("bad-free", Mistake::BadFree),
    ("detected memory leaks", Mistake::Leak),
    ("direct leak of", Mistake::Leak),
];

/// The first complaint of a sanitizer in what a program printed, with the line it stands on.
pub fn first_complaint(stderr: &str) -> Option<(Mistake, &str)> {
    stderr.lines().find_map(|line| {
        let known = MESSAGES.iter().find(|(words, _)| line.contains(words));
        known.map(|&(_, mistake)| (mistake, line))
    })
}

/// Whether a sanitizer names this line of `program.c`.
pub fn names_line(stderr: &str, line: usize) -> bool {
    let position = format!("program.c:{line}");
    stderr.match_indices(&position).any(|(at, _)| {
        !stderr[at + position.len()..].starts_with(|next: char| next.is_ascii_digit())
    })
}

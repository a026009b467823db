//! How a failure of each kind is made visible: compiler flags, and what is printed then.

use verdict::CheckKind;

/// How to see that a check fails.
#[derive(Clone, Copy, Debug)]
pub struct Visible {
    /// Flags of `cc` beyond the usual ones.
    pub flags: &'static [&'static str],
    /// One of these stands in the standard error output of the run.
    pub messages: &'static [&'static str],
    /// Whether the exit status, which is not zero, is that of a signal.
    pub end: End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    ExitStatus,
    Abort,
}

const ADDRESS: &[&str] = &["-fsanitize=address,bounds,null", "-fno-sanitize-recover=all"];
const LEAK: &[&str] = &["-fsanitize=address"];

/// `None` where `cc` offers nothing that would show it.
pub fn visible(kind: CheckKind) -> Option<Visible> {
    let (flags, messages, end): (&[_], &[_], _) = match kind {
        CheckKind::UnreachCall => (&["-fwrapv"], &["linchpin: the error"], End::ExitStatus),
        CheckKind::Assertion => (&["-fwrapv"], &["Assertion", "assertion"], End::Abort),
        CheckKind::SignedOverflow => (
            &[
                "-fsanitize=signed-integer-overflow,integer-divide-by-zero,shift",
                "-fno-sanitize-recover=all",
            ],
            &["runtime error: signed integer overflow", "cannot be represented"],
            End::ExitStatus,
        ),
        CheckKind::DivisionByZero => (
            &["-fwrapv", "-fsanitize=integer-divide-by-zero", "-fno-sanitize-recover=all"],
            &["runtime error: division by zero"],
            End::ExitStatus,
        ),
        CheckKind::Shift => (
            &["-fsanitize=shift-exponent", "-fno-sanitize-recover=all"],
            &["runtime error: shift exponent"],
            End::ExitStatus,
        ),
        CheckKind::Bounds => {
            (ADDRESS, &["runtime error: index", "ERROR: AddressSanitizer"], End::ExitStatus)
        }
        CheckKind::Dereference => (
            ADDRESS,
            &["ERROR: AddressSanitizer", "null pointer", "runtime error: index"],
            End::ExitStatus,
        ),
        CheckKind::Free => (LEAK, &["ERROR: AddressSanitizer"], End::ExitStatus),
        CheckKind::MemTrack => {
            let messages =
                &["ERROR: LeakSanitizer: detected memory leaks", "linchpin: heap blocks left"];
            (LEAK, messages, End::ExitStatus)
        }
        CheckKind::MemCleanup => (&["-fwrapv"], &["linchpin: heap blocks left"], End::ExitStatus),
        CheckKind::Conversion => (
            &["-fwrapv", "-fsanitize=float-cast-overflow", "-fno-sanitize-recover=all"],
            &["outside the range of representable values"],
            End::ExitStatus,
        ),
        CheckKind::Alignment => (
            &["-fwrapv", "-fsanitize=alignment", "-fno-sanitize-recover=all"],
            &["misaligned address"],
            End::ExitStatus,
        ),
        CheckKind::DataRace => (
            &["-fwrapv", "-fsanitize=thread"],
            &["WARNING: ThreadSanitizer: data race"],
            End::ExitStatus,
        ),
        CheckKind::Deadlock => {
            (&["-fwrapv"], &["linchpin: every thread still waits"] as &[_], End::ExitStatus)
        }
        // What is constant lies where the machine refuses to write, unless it is a local.
        CheckKind::ReadOnly => {
            (ADDRESS, &["ERROR: AddressSanitizer: SEGV"] as &[_], End::ExitStatus)
        }
        CheckKind::Undefined => (
            &["-fwrapv", "-fsanitize=undefined", "-fno-sanitize-recover=all"],
            &[
                "passing zero to",
                "variable length array bound",
                "reached an unreachable",
                "which is not a valid value for type",
            ],
            End::ExitStatus,
        ),
        CheckKind::Initialised
        | CheckKind::Callee
        | CheckKind::PointerArithmetic
        | CheckKind::Invariant => return None,
    };
    Some(Visible { flags, messages, end })
}

/// How failures of memory are seen by whoever is told of each access, where the sanitizer that does
/// better cannot be had beside it. `None` where nothing is lost.
pub fn visible_by_turns(kind: CheckKind) -> Option<Visible> {
    let messages: &[_] = match kind {
        CheckKind::Bounds | CheckKind::Dereference | CheckKind::Free => {
            &["linchpin: an access through a null pointer", "linchpin: an access to a freed block"]
        }
        CheckKind::MemTrack => &["linchpin: heap blocks left"],
        _ => return None,
    };
    Some(Visible { flags: &["-fwrapv"], messages, end: End::ExitStatus })
}

/// What the sanitizers are told by the environment: check what `docs/soundness.md` asks for, and
/// report leaks only where they are the question.
pub fn sanitizer_options(kind: CheckKind) -> &'static str {
    match kind {
        CheckKind::MemTrack => "detect_leaks=1:allocator_may_return_null=1",
        _ => "detect_leaks=0:detect_stack_use_after_return=1:allocator_may_return_null=1",
    }
}

//! What we know about functions that the program calls and does not define, one row each.
//!
//! A row applies only to a function without body in the unit; a program that brings its own
//! `memcpy` gets its own. Names of GNU builtins stand here without `__builtin_`, and the checked
//! forms (`__memcpy_chk`) as what they check.

use ir::{ArithOp, CompareOp, OverflowOp};

/// What a library function does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Library {
    /// An input of the declared type.
    Input,
    /// An input that is 0 or 1, whatever the declared type.
    BoolInput,
    /// Runs on which the argument is zero are of no interest.
    Assume,
    /// The argument must not be zero, as in `assert`.
    Assert,
    /// `assert` has failed; the first argument is its text.
    AssertFailed,
    /// Ends the run as `abort` does.
    Abort,
    /// Undefined.
    Unreachable,
    /// Ends the run as `exit` does.
    Exit,
    /// Calls what runs before `main`, with the arguments of the call.
    Constructors,
    /// Calls what runs when the program ends.
    Destructors,
    /// A fresh block; never fails.
    Allocate,
    /// A fresh zeroed block of `n * size` bytes, null if that wraps.
    AllocateZeroed,
    /// `malloc` for null, `free` for no bytes, else a block that moves.
    Reallocate,
    Free,
    /// A block that lives until the function returns.
    AllocateOnStack,
    /// Copies `n` bytes between blocks that do not overlap, returns the target.
    Copy,
    /// Copies `n` bytes, returns the target.
    Move,
    /// Copies `n` bytes, returns the end of the target.
    CopyToEnd,
    /// Sets `n` bytes, returns the target.
    Fill,
    /// Sets `n` bytes to zero.
    Zero,
    /// The first argument is the value; the others are hints.
    FirstArgument,
    /// The first argument is the value, and a multiple of the second, but for the third.
    AssumeAligned,
    /// The absolute value of an integer.
    Absolute,
    /// A count or permutation of bits.
    Bits(BitFunction),
    /// `__builtin_add_overflow(a, b, &r)`.
    Overflow(OverflowOp, Operands),
    /// What the macros of `math.h` ask about floats.
    Float(FloatQuestion),
    /// Whether an atomic access of so many bytes needs no lock.
    IsLockFree,
    /// `x != x` on floats.
    IsNotANumber,
    /// `*p op= v` in one step; the result is the old or the new value.
    AtomicUpdate(AtomicUpdate),
    /// `*p` in one step.
    AtomicLoad,
    /// `*r = *p` in one step.
    AtomicLoadTo,
    /// `*p = v` in one step.
    AtomicStore,
    /// `*p = *v` in one step.
    AtomicStoreFrom,
    /// `*r = *p; *p = *v` in one step.
    AtomicExchangeTo,
    /// `*p = 0` in one step.
    AtomicClear,
    /// `*p = 1` in one step; the result tells whether it was not zero.
    AtomicTestAndSet,
    /// If `*p == old` then `*p = new`, in one step; the result tells whether it was so.
    SyncCompareAndSwap(Told),
    /// If `*p == *expected` then `*p = desired` else `*expected = *p`; the result tells which.
    AtomicCompareExchange(Passing),
    /// Only one thread at a time between these two.
    AtomicBegin,
    AtomicEnd,
    ThreadCreate(ThreadStandard),
    ThreadJoin(ThreadStandard),
    ThreadExit,
    /// Nothing that can be observed; returns 0 if it returns something.
    NoEffect,
    SetJump,
    LongJump,
    /// Writes bytes, no pointers among them, to the buffer that is the argument with this number.
    WritesBytes(usize),
    /// For models of the C library only (`c-library`): a value that is not modelled, bytes that
    /// are inputs, bytes that are not modelled, and what is not modelled at all.
    Unmodelled,
    AnyBytes,
    /// `__linchpin_accessible(p, n)`: so many bytes can be accessed there; nothing is done to them.
    Accessible,
    /// The same, and they can be written.
    Writable,
    UnmodelledBytes,
    NotModelled,
    /// Also for models: whether undefined behaviour is looked for, and that this is one.
    AsksUndefined,
    Undefined,
    /// Also for models: whether deadlocks are looked for.
    AsksDeadlock,
    /// Also for models: what locks are made of.
    ThreadSelf,
    Await,
    SynchroniseBegin,
    SynchroniseEnd,
    /// The kind of a mutex, and what sets it.
    MutexKind,
    SetMutexKind,
    /// A step on a `va_list`.
    VaList(VaFunction),
    /// Not modelled.
    Unsupported,
}

/// Whose threads they are: the arguments differ, and what a thread gives back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ThreadStandard {
    /// `pthread_create(&thread, attributes, start, argument)`; a pointer comes back.
    Posix,
    /// `thrd_create(&thread, start, argument)`; an `int` comes back.
    C11,
}

/// What an overflow builtin computes with, and where the result goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operands {
    /// As they are, into what the third argument points to.
    AsGiven,
    /// Converted to that type before.
    Converted,
    /// As they are; the third argument only has the type of the result.
    NotStored,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FloatQuestion {
    Infinite,
    /// -1, 0 or 1.
    InfiniteWithSign,
    Finite,
    Normal,
    Sign,
    Classify,
    /// False for a NaN, and raises nothing.
    Compare(CompareOp),
    LessOrGreater,
    Unordered,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum VaFunction {
    Start,
    Copy,
    End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BitFunction {
    /// Zero bits above the highest one.
    LeadingZeros,
    /// Zero bits below the lowest one.
    TrailingZeros,
    /// Copies of the sign bit below it.
    LeadingSigns,
    /// Position of the lowest one from 1; 0 for 0.
    FindFirst,
    CountOnes,
    Parity,
    SwapBytes,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AtomicUpdate {
    pub op: UpdateOp,
    pub result: Told,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UpdateOp {
    Arith(ArithOp),
    /// `~(old & v)`
    Nand,
    /// `v`
    Exchange,
}

/// Which value an atomic operation gives back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Told {
    Old,
    New,
    Success,
}

/// How the new value is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Passing {
    Value,
    Pointer,
}

/// Whether the library says what a function of this name does.
pub(crate) fn is_known(name: &str) -> bool {
    lookup(name).is_some()
}

impl Library {
    /// Whether a function of this name and another type is another function.
    pub(crate) fn needs_its_shape(self) -> bool {
        matches!(self, Self::Unsupported | Self::SetJump | Self::LongJump)
    }
}

/// The row of a function.
pub(crate) fn lookup(name: &str) -> Option<Library> {
    let input = name.strip_prefix("__VERIFIER_").unwrap_or(name);
    if let Some(kind) = input.strip_prefix("nondet_") {
        let is_bool = matches!(kind, "bool" | "_Bool");
        return Some(if is_bool { Library::BoolInput } else { Library::Input });
    }
    if let Some(own) = name.strip_prefix("__linchpin_") {
        return for_models(own);
    }
    let plain = name.strip_prefix("__builtin_").unwrap_or(name);
    let plain = match plain.strip_prefix("__").and_then(|rest| rest.strip_suffix("_chk")) {
        Some(unchecked) => unchecked,
        None => plain,
    };
    let builtin = name.strip_prefix("__builtin_");
    atomic(name)
        .or_else(|| bits(name))
        .or_else(|| builtin.and_then(builtin_only))
        .or_else(|| threads(name))
        .or_else(|| general(plain))
}

/// What exists with `__builtin_` before its name only, or is another function without it.
fn builtin_only(name: &str) -> Option<Library> {
    let row = match name {
        "isinf" | "isinff" | "isinfl" => Library::Float(FloatQuestion::Infinite),
        "isinf_sign" => Library::Float(FloatQuestion::InfiniteWithSign),
        "isfinite" | "finite" | "finitef" | "finitel" => Library::Float(FloatQuestion::Finite),
        "isnormal" => Library::Float(FloatQuestion::Normal),
        "signbit" | "signbitf" | "signbitl" => Library::Float(FloatQuestion::Sign),
        "fpclassify" => Library::Float(FloatQuestion::Classify),
        "isgreater" => Library::Float(FloatQuestion::Compare(CompareOp::Gt)),
        "isgreaterequal" => Library::Float(FloatQuestion::Compare(CompareOp::Ge)),
        "isless" => Library::Float(FloatQuestion::Compare(CompareOp::Lt)),
        "islessequal" => Library::Float(FloatQuestion::Compare(CompareOp::Le)),
        "iseqsig" => Library::Float(FloatQuestion::Compare(CompareOp::Eq)),
        "islessgreater" => Library::Float(FloatQuestion::LessOrGreater),
        "isunordered" => Library::Float(FloatQuestion::Unordered),
        "speculation_safe_value" => Library::FirstArgument,
        // Their rounding is left open; addresses on the stack lead to nothing of the program's.
        "powi"
        | "powif"
        | "powil"
        | "frame_address"
        | "return_address"
        | "extract_return_addr"
        | "frob_return_addr"
        | "stack_save"
        | "object_size"
        | "dynamic_object_size"
        | "ia32_rdtsc" => Library::Unmodelled,
        "va_arg_pack" | "va_arg_pack_len" => Library::Unsupported,
        "cpu_init" | "ia32_pause" | "ia32_lfence" | "ia32_mfence" | "ia32_sfence" => {
            Library::NoEffect
        }
        _ => return overflow(name),
    };
    Some(row)
}

fn overflow(name: &str) -> Option<Library> {
    if let Some(op) = name.strip_suffix("_overflow_p") {
        return Some(Library::Overflow(overflow_op(op)?, Operands::NotStored));
    }
    let name = name.strip_suffix("_overflow")?;
    if let Some(op) = overflow_op(name) {
        return Some(Library::Overflow(op, Operands::AsGiven));
    }
    let op = name.strip_prefix(['s', 'u'])?.trim_end_matches('l');
    // Taking the sizes away leaves `mu` of `mul`.
    let op = if op == "mu" { "mul" } else { op };
    Some(Library::Overflow(overflow_op(op)?, Operands::Converted))
}

fn overflow_op(name: &str) -> Option<OverflowOp> {
    Some(match name {
        "add" => OverflowOp::Add,
        "sub" => OverflowOp::Sub,
        "mul" => OverflowOp::Mul,
        _ => return None,
    })
}

/// Names that only models of the C library use.
fn for_models(name: &str) -> Option<Library> {
    Some(match name {
        "asks_undefined" => Library::AsksUndefined,
        "asks_deadlock" => Library::AsksDeadlock,
        "undefined" => Library::Undefined,
        "self" => Library::ThreadSelf,
        "await" => Library::Await,
        "atomic_begin" => Library::SynchroniseBegin,
        "atomic_end" => Library::SynchroniseEnd,
        "mutex_kind" => Library::MutexKind,
        "set_mutex_kind" => Library::SetMutexKind,
        "constructors" => Library::Constructors,
        "destructors" => Library::Destructors,
        "any_bytes" => Library::AnyBytes,
        "accessible" => Library::Accessible,
        "writable" => Library::Writable,
        "unmodelled_bytes" => Library::UnmodelledBytes,
        "unsupported" => Library::NotModelled,
        _ if name.starts_with("unmodelled_") => Library::Unmodelled,
        _ => return None,
    })
}

fn general(name: &str) -> Option<Library> {
    let row = match name {
        "__VERIFIER_assume"
        | "__VERIFIER_assume_abort_if_not"
        | "assume_abort_if_not"
        | "__CPROVER_assume"
        | "klee_assume" => Library::Assume,
        "__VERIFIER_assert" | "__CPROVER_assert" => Library::Assert,
        "__assert_fail" | "__assert_rtn" | "__assert" | "__assert_func" => Library::AssertFailed,
        "abort" | "trap" | "__VERIFIER_error" | "reach_error" => Library::Abort,
        "unreachable" => Library::Unreachable,
        "exit" | "_exit" | "_Exit" | "quick_exit" => Library::Exit,
        "malloc" => Library::Allocate,
        "calloc" => Library::AllocateZeroed,
        "realloc" => Library::Reallocate,
        "free" | "cfree" => Library::Free,
        "alloca" | "alloca_with_align" => Library::AllocateOnStack,
        "memcpy" => Library::Copy,
        "memmove" => Library::Move,
        "mempcpy" => Library::CopyToEnd,
        "memset" => Library::Fill,
        "bzero" => Library::Zero,
        "expect" | "expect_with_probability" | "launder" => Library::FirstArgument,
        "assume_aligned" => Library::AssumeAligned,
        "abs" | "labs" | "llabs" | "imaxabs" => Library::Absolute,
        "isnan" | "isnanf" | "isnanl" | "__isnan" | "__isnanf" | "__isnanl" => {
            Library::IsNotANumber
        }
        "va_start" | "c23_va_start" | "stdarg_start" => Library::VaList(VaFunction::Start),
        "va_copy" => Library::VaList(VaFunction::Copy),
        "va_end" => Library::VaList(VaFunction::End),
        "prefetch" | "__clear_cache" => Library::NoEffect,
        _ if is_set_jump(name) => Library::SetJump,
        _ if is_jump(name) => Library::LongJump,
        "apply" | "apply_args" | "return" | "eh_return" | "nonlocal_goto" | "shuffle" => {
            Library::Unsupported
        }
        "scnprintf" | "vscnprintf" => Library::WritesBytes(0),
        _ if c_library::is_known(name) => Library::Unsupported,
        _ => return None,
    };
    Some(row)
}

/// Functions that return a second time.
pub(crate) fn is_set_jump(name: &str) -> bool {
    matches!(name, "setjmp" | "_setjmp" | "__sigsetjmp" | "sigsetjmp")
}

/// Functions that make them do so.
pub(crate) fn is_jump(name: &str) -> bool {
    matches!(name, "longjmp" | "_longjmp" | "siglongjmp" | "__longjmp_chk")
}

fn bits(name: &str) -> Option<Library> {
    let builtin = name.strip_prefix("__builtin_");
    let plain = builtin.unwrap_or(name);
    // `ffs` is in the C library too; the others exist as builtins only.
    if builtin.is_none() && !plain.starts_with("ffs") {
        return None;
    }
    let function = match plain {
        "clz" | "clzl" | "clzll" => BitFunction::LeadingZeros,
        "ctz" | "ctzl" | "ctzll" => BitFunction::TrailingZeros,
        "clrsb" | "clrsbl" | "clrsbll" => BitFunction::LeadingSigns,
        "ffs" | "ffsl" | "ffsll" => BitFunction::FindFirst,
        "popcount" | "popcountl" | "popcountll" => BitFunction::CountOnes,
        "parity" | "parityl" | "parityll" => BitFunction::Parity,
        "bswap16" | "bswap32" | "bswap64" | "bswap128" => BitFunction::SwapBytes,
        _ => return None,
    };
    Some(Library::Bits(function))
}

fn threads(name: &str) -> Option<Library> {
    let row = match name {
        "__VERIFIER_atomic_begin" => Library::AtomicBegin,
        "__VERIFIER_atomic_end" => Library::AtomicEnd,
        "pthread_create" => Library::ThreadCreate(ThreadStandard::Posix),
        "pthread_join" => Library::ThreadJoin(ThreadStandard::Posix),
        "thrd_create" => Library::ThreadCreate(ThreadStandard::C11),
        "thrd_join" => Library::ThreadJoin(ThreadStandard::C11),
        "pthread_exit" | "thrd_exit" => Library::ThreadExit,
        "pthread_attr_init"
        | "pthread_attr_destroy"
        | "pthread_attr_setdetachstate"
        | "pthread_attr_setstacksize"
        | "pthread_attr_setguardsize"
        | "pthread_attr_setscope"
        | "pthread_attr_setinheritsched"
        | "pthread_attr_setschedpolicy"
        | "pthread_attr_setschedparam"
        | "pthread_detach"
        | "pthread_setname_np"
        | "pthread_setconcurrency"
        | "sched_yield"
        | "pthread_yield"
        | "thrd_detach"
        | "thrd_yield" => Library::NoEffect,
        _ => return None,
    };
    Some(row)
}

/// True for a function of POSIX or C11 threads: one that has no model, or is declared in another way
/// than its model, must not be taken for one without effect.
pub(crate) fn is_of_threads(name: &str) -> bool {
    const PREFIXES: [&str; 6] = ["pthread_", "__pthread_", "thrd_", "mtx_", "cnd_", "tss_"];
    const OTHERS: [&str; 14] = [
        "call_once",
        "sem_init",
        "sem_destroy",
        "sem_wait",
        "sem_trywait",
        "sem_timedwait",
        "sem_clockwait",
        "sem_post",
        "sem_getvalue",
        "sem_open",
        "sem_close",
        "sem_unlink",
        "__sigsetjmp_cancel",
        "sched_setaffinity",
    ];
    PREFIXES.iter().any(|prefix| name.starts_with(prefix)) || OTHERS.contains(&name)
}

fn atomic(name: &str) -> Option<Library> {
    if let Some(rest) = name.strip_prefix("__sync_") {
        // gcc also has the names with the size of the operand.
        let plain = rest.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('_');
        let row = match plain {
            "synchronize" => Library::NoEffect,
            "bool_compare_and_swap" => Library::SyncCompareAndSwap(Told::Success),
            "val_compare_and_swap" => Library::SyncCompareAndSwap(Told::Old),
            "lock_test_and_set" => update(UpdateOp::Exchange, Told::Old),
            "lock_release" => Library::AtomicClear,
            _ => match plain.strip_prefix("fetch_and_") {
                Some(op) => update(update_op(op)?, Told::Old),
                None => update(update_op(plain.strip_suffix("_and_fetch")?)?, Told::New),
            },
        };
        return Some(row);
    }
    let rest = name.strip_prefix("__atomic_").or_else(|| name.strip_prefix("__c11_atomic_"))?;
    // The names with the size of the operand take it by value.
    let plain = rest.trim_end_matches(|c: char| c.is_ascii_digit());
    let by_value = plain.strip_suffix('_').filter(|_| plain.len() < rest.len());
    let row = match by_value.unwrap_or(rest) {
        "load" | "store" | "exchange" | "compare_exchange" if by_value.is_some() => {
            return atomic(&format!("__atomic_{plain}n"));
        }
        "is_lock_free" | "always_lock_free" => Library::IsLockFree,
        "feraiseexcept" => Library::Unsupported,
        "init" => Library::AtomicStore,
        "exchange" => Library::AtomicExchangeTo,
        "thread_fence" | "signal_fence" => Library::NoEffect,
        "load_n" => Library::AtomicLoad,
        "load" => Library::AtomicLoadTo,
        "store_n" => Library::AtomicStore,
        "store" => Library::AtomicStoreFrom,
        "exchange_n" => update(UpdateOp::Exchange, Told::Old),
        "compare_exchange_n" => Library::AtomicCompareExchange(Passing::Value),
        "compare_exchange" => Library::AtomicCompareExchange(Passing::Pointer),
        "test_and_set" => Library::AtomicTestAndSet,
        "clear" => Library::AtomicClear,
        other => match other.strip_prefix("fetch_") {
            Some(op) => update(update_op(op)?, Told::Old),
            None => update(update_op(other.strip_suffix("_fetch")?)?, Told::New),
        },
    };
    Some(row)
}

fn update(op: UpdateOp, result: Told) -> Library {
    Library::AtomicUpdate(AtomicUpdate { op, result })
}

fn update_op(name: &str) -> Option<UpdateOp> {
    Some(match name {
        "add" => UpdateOp::Arith(ArithOp::Add),
        "sub" => UpdateOp::Arith(ArithOp::Sub),
        "and" => UpdateOp::Arith(ArithOp::BitAnd),
        "or" => UpdateOp::Arith(ArithOp::BitOr),
        "xor" => UpdateOp::Arith(ArithOp::BitXor),
        "nand" => UpdateOp::Nand,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_of_a_function_finds_its_row() {
        assert_eq!(lookup("memcpy"), Some(Library::Copy));
        assert_eq!(lookup("__builtin_memcpy"), Some(Library::Copy));
        assert_eq!(lookup("__memcpy_chk"), Some(Library::Copy));
        assert_eq!(lookup("__builtin___memcpy_chk"), Some(Library::Copy));
        assert_eq!(lookup("__VERIFIER_nondet_bool"), Some(Library::BoolInput));
        assert_eq!(lookup("__VERIFIER_nondet_u8"), Some(Library::Input));
        let add = AtomicUpdate { op: UpdateOp::Arith(ArithOp::Add), result: Told::New };
        assert_eq!(lookup("__sync_add_and_fetch_4"), Some(Library::AtomicUpdate(add)));
        assert_eq!(lookup("__atomic_add_fetch"), Some(Library::AtomicUpdate(add)));
        // A driver's own function must not be taken for a builtin.
        assert_eq!(lookup("__atomic_add_unless"), None);
        let mul = Library::Overflow(OverflowOp::Mul, Operands::Converted);
        assert_eq!(lookup("__builtin_smull_overflow"), Some(mul));
        assert_eq!(lookup("__builtin_umul_overflow"), Some(mul));
        let add = Library::Overflow(OverflowOp::Add, Operands::AsGiven);
        assert_eq!(lookup("__builtin_add_overflow"), Some(add));
        assert_eq!(lookup("popcount"), None);
        assert_eq!(lookup("kmalloc"), None);
    }
}

//! The attributes of gcc and clang that need no model, and those that would need one and have none.
//!
//! What a name on neither list means is for `attribute` to say. Promises (`nonnull`, `malloc`,
//! `returns_nonnull`, `assume_aligned`) are harmless: a program that breaks one is not caught by it,
//! and none that keeps it means anything else. So are calling conventions, as long as callers and
//! functions agree, and where things are put in the file, as long as nobody looks.

/// They change what a program means in ways that are not modelled.
pub(crate) const UNMODELLED: [(&str, &str); 23] = [
    ("ms_struct", "it changes the layout of the record"),
    ("ext_vector_type", "it makes vectors of another kind"),
    ("neon_vector_type", "it makes vectors of another kind"),
    ("matrix_type", "it makes matrices"),
    ("address_space", "it places objects in another memory"),
    ("progmem", "it places objects in another memory"),
    ("hardbool", "it changes how truth values are stored"),
    ("noinit", "the object does not start as zero"),
    ("loader_uninitialized", "the object does not start as zero"),
    ("persistent", "the object keeps its value between runs"),
    ("address", "the object is a register of a device"),
    ("io", "the object is a register of a device"),
    ("io_low", "the object is a register of a device"),
    ("interrupt", "the function may run at any time"),
    ("interrupt_handler", "the function may run at any time"),
    ("signal", "the function may run at any time"),
    ("copy", "it takes attributes from elsewhere"),
    ("overloadable", "functions of one name are told apart by their parameters"),
    ("enable_if", "whether the function is there depends on the arguments"),
    ("internal_linkage", "it changes which file the name belongs to"),
    ("pass_object_size", "callers pass a further argument"),
    ("cpu_dispatch", "which function is called depends on the processor"),
    ("cpu_specific", "which function is called depends on the processor"),
];

/// Parts of `target` that have floating numbers computed elsewhere, or products and sums at once.
pub(crate) const MEANINGFUL_TARGETS: [&str; 6] =
    ["fpmath", "no-sse", "no-80387", "fma", "avx512", "arch="];

/// They speak to the optimiser, to the linker about names and places, to other tools, or ask for
/// warnings. Underscores around names are gone.
#[rustfmt::skip]
pub(crate) const HARMLESS: &[&str] = &[
    "access", "acquire_capability", "acquired_after", "acquired_before", "aligned", "alloc_align",
    "alloc_size", "always_inline", "argument_with_type_tag", "artificial", "assert_capability",
    "assume_aligned", "availability", "bitwise", "bnd_instrument", "bnd_legacy",
    "bnd_variable_size", "btf_decl_tag", "btf_type_tag", "callback", "capability", "cdecl",
    "cf_check", "cfi_canonical_jump_table", "cfi_salt", "cold", "common", "consumable", "context",
    "counted_by", "deprecated", "designated_init", "diagnose_if",
    "disable_sanitizer_instrumentation", "disable_tail_calls", "dllexport", "dllimport",
    "enum_extensibility", "error", "expected_throw", "externally_visible", "fallthrough",
    "fastcall", "fd_arg", "fd_arg_read", "fd_arg_write", "fentry_name", "fentry_section",
    "flag_enum", "flatten", "force", "force_align_arg_pointer", "format", "format_arg",
    "function_return", "gcc_struct", "gnu_format", "gnu_inline", "gnu_printf", "gnu_scanf",
    "guarded_by", "hot", "indirect_branch", "indirect_return", "ldv_model", "ldv_model_inline",
    "leaf", "likely", "lockable", "locks_excluded", "malloc", "may_alias", "maybe_unused",
    "minsize", "ms_abi", "ms_hook_prologue", "musttail", "no_address_safety_analysis", "no_builtin",
    "no_callee_saved_registers", "no_caller_saved_registers", "no_icf", "no_instrument_function",
    "no_profile_instrument_function", "no_randomize_layout", "no_reorder", "no_sanitize",
    "no_sanitize_address", "no_sanitize_coverage", "no_sanitize_memory", "no_sanitize_thread",
    "no_sanitize_undefined", "no_speculative_load_hardening", "no_split_stack", "no_stack_check",
    "no_stack_limit", "no_stack_protector", "no_thread_safety_analysis", "no_vtable", "nocast",
    "nocf_check", "noclone", "nocommon", "nodebug", "noderef", "nodirect_extern_access",
    "nodiscard", "noduplicate", "noescape", "noinline", "noipa", "nomerge", "nonnull",
    "nonnull_if_nonzero", "nonstring", "noplt", "noprofile", "not_tail_called", "nothrow",
    "null_terminated_string_arg", "objc_boxable", "optnone", "ownership_holds", "ownership_returns",
    "ownership_takes", "pascal", "patchable_function_entry", "pointer_with_type_tag",
    "pt_guarded_by", "randomize_layout", "regparm", "release_capability", "reproducible",
    "requires_capability", "retain", "returns_nonnull", "safe", "selectany", "sentinel", "simd",
    "speculative_load_hardening", "sseregparm", "stack_protect", "stdcall", "strict_flex_array",
    "strub", "symver", "sysv_abi", "tainted_args", "thiscall", "tls_model", "transaction_callable",
    "transaction_may_cancel_outer", "transaction_pure", "transaction_safe", "transaction_unsafe",
    "try_acquire_capability", "type_tag_for_datatype", "type_visibility", "unavailable",
    "uninitialized", "unlikely", "unsequenced", "unused", "used", "uses_xray", "vectorcall",
    "visibility", "warn_if_not_aligned", "warn_unused", "warn_unused_result", "warning",
    "weak_import", "xray_always_instrument", "xray_never_instrument", "zero_call_used_regs",
];

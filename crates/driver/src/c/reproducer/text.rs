//! The text of a reproducer.
//!
//! It includes no headers: their declarations could contradict those of the functions that it
//! defines in the library's stead.

use std::fmt::Write as _;
use std::path::Path;

use super::failure::{End, sanitizer_options};
use super::plan::{Argument, CallResult, Plan, Stack, Start, Stub, StubDoes};
use super::surroundings;

/// The file, to be written to `path`.
pub fn text(plan: &Plan, path: &Path) -> String {
    let mut text = head(plan, path);
    text.push_str(
        "extern int dprintf(int, const char *, ...);\nextern void _Exit(int);\nextern void abort(void);\n\
         #define UNSEEN __attribute__((no_instrument_function))\n\n",
    );
    if let Some(turns) = &plan.turns {
        text.push_str(&turns.text(plan));
    }
    let mut pieces: Vec<String> = vec![surroundings::memory(plan)];
    pieces.extend(plan.variables.iter().map(|(variable, pointee)| {
        let (name, ty) = (name_of(&variable.origin), variable.c_type);
        match ty {
            _ if let Some(pointer) = pointee.as_ref().and_then(surroundings::constant) => {
                format!("{ty} {name} = {pointer};\n")
            }
            "float" | "double" | "long double" | "_Float16" | "_Float128" => {
                format!("union {{ unsigned long long bits[2]; {ty} value; }} {name} = {{ {{ {} }} }};\n", words(variable.bits))
            }
            _ => format!("{ty} {name} = ({ty}){};\n", number(variable.bits)),
        }
    }));
    pieces.extend(plan.objects.iter().map(|object| {
        let bytes: String =
            object.bytes.iter().map(|(at, byte)| format!(" [{at}] = {byte},")).collect();
        let size = object.size.max(1);
        format!(
            "unsigned char {}[{size}] __attribute__((aligned({}))) = {{{bytes} }};\n",
            object.name,
            object.align.max(1)
        )
    }));
    pieces.push(surroundings::declarations(plan));
    pieces.push(surroundings::pointers_in_memory(plan));
    pieces.push(results(plan));
    pieces.extend(plan.functions.iter().map(|it| stub(plan, it)));
    pieces.push(hook(plan));
    pieces.push(heap(plan));
    pieces.push(surroundings::input(plan));
    pieces.push(start(plan));
    for piece in pieces.iter().filter(|piece| !piece.is_empty()) {
        text.push_str(piece);
    }
    text
}

fn name_of(origin: &verdict::InputOrigin) -> &str {
    match origin {
        verdict::InputOrigin::ExternVariable { name } => name,
        _ => unreachable!("only variables that are defined elsewhere are planned as such"),
    }
}

fn head(plan: &Plan, path: &Path) -> String {
    let command = plan.command(path, Path::new("reproducer"));
    let words: Vec<String> = command.iter().map(|word| quoted(&word.to_string_lossy())).collect();
    let mut lines = vec![
        format!(
            "A failing run of `{}`, written by Linchpin {}.",
            plan.programs[0].display(),
            env!("CARGO_PKG_VERSION")
        ),
        String::new(),
        format!("verdict:    {}", plan.verdict),
        format!("violation:  {}", plan.violation),
        format!("compile:    {}", words.join(" ")),
    ];
    if let Some(turns) = &plan.turns {
        lines.push(turns.other_compiler());
    }
    let options = sanitizer_options(plan.kind);
    let is_sanitized = plan.flags.iter().any(|flag| flag.contains("address"));
    lines.push(match is_sanitized {
        true => format!("run:        ASAN_OPTIONS={options} ./reproducer"),
        false => "run:        ./reproducer".to_owned(),
    });
    match plan.visible() {
        Some(visible) => {
            let messages: Vec<String> =
                visible.messages.iter().map(|message| format!("\"{message}\"")).collect();
            let end = match visible.end {
                End::ExitStatus => "exit status 1",
                End::Abort => "the signal SIGABRT (exit status 134 of a shell)",
            };
            lines.push(format!(
                "expect:     {} on the standard error stream, and {end}",
                messages.join(" or ")
            ));
        }
        None => lines.push("expect:     nothing that can be seen".to_owned()),
    }
    let stands_in = plan.stands_in_for();
    if !stands_in.is_empty() {
        lines.push(format!("stands in for the functions without body {}", stands_in.join(", ")));
    }
    for caveat in &plan.caveats {
        lines.push(format!("but:        {caveat}"));
    }
    let mut text = String::from("/*\n");
    for line in lines {
        // A path or a message must not end the comment.
        let line = line.replace("*/", "* /").replace("/*", "/ *");
        writeln!(text, "{}", format!(" * {line}").trim_end()).expect("strings do not fail");
    }
    text + " */\n\n"
}

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    let is_plain = |it: char| it.is_ascii_alphanumeric() || "-_./=,+:@%".contains(it);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

fn results(plan: &Plan) -> String {
    let returns = |stub: &Stub| matches!(stub.does, StubDoes::Returns(_));
    if !plan.functions.iter().any(returns) {
        return String::new();
    }
    let mut text = String::from(
        "/* What calls return, in the order of the run: the function, the value as bits; `nondet` is any\n   function whose name starts with __VERIFIER_nondet_. */\n\
         static const struct { const char *function; unsigned long long bits[2]; char **base; } linchpin_results[] = {\n",
    );
    for CallResult { function, bits, pointee, remark } in &plan.results {
        let function = function.as_deref().unwrap_or("nondet");
        let remark = remark.replace("*/", "* /").replace("/*", "/ *");
        let (value, base) = match pointee.as_ref().and_then(surroundings::relative) {
            Some((base, offset)) => (words(u128::from(offset)), base),
            None => (words(*bits), "0".to_owned()),
        };
        writeln!(text, "    {{ \"{function}\", {{ {value} }}, {base} }}, /* {remark} */")
            .expect("strings do not fail");
    }
    text.push_str(
        "    { 0, { 0 }, 0 }\n};\nstatic char linchpin_is_used[sizeof linchpin_results / sizeof *linchpin_results];\n\
         static unsigned long linchpin_first, linchpin_n_beyond;\n\n\
         UNSEEN static int linchpin_same(const char *a, const char *b)\n{\n    \
         for (; *a && *a == *b; a++)\n        b++;\n    return *a == *b;\n}\n\n\
         /* Compilers evaluate operands in an order of their own, so each function has its own turn.\n   \
         Whoever has no value left gets zero; nobody looked at it before the failure. */\n\
         UNSEEN static void linchpin_take(const char *function, const char *kind, void *result, unsigned long size)\n{\n    \
         for (unsigned long i = 0; i < size; i++)\n        ((char *)result)[i] = 0;\n    \
         while (linchpin_results[linchpin_first].function && linchpin_is_used[linchpin_first])\n        linchpin_first++;\n    \
         for (unsigned long n = linchpin_first; linchpin_results[n].function; n++)\n        \
         if (!linchpin_is_used[n] && (linchpin_same(linchpin_results[n].function, function) || linchpin_same(linchpin_results[n].function, kind))) {\n            \
         linchpin_is_used[n] = 1;\n            \
         for (unsigned long i = 0; i < size && i < sizeof linchpin_results[n].bits; i++)\n                \
         ((char *)result)[i] = ((const char *)linchpin_results[n].bits)[i];\n            \
         if (linchpin_results[n].base)\n                \
         *(char **)result = *linchpin_results[n].base + linchpin_results[n].bits[0];\n            \
         return;\n        }\n    \
         if (linchpin_results[linchpin_first].function)\n        return;\n",
    );
    if plan.kind == verdict::CheckKind::MemTrack {
        text.push_str(LEAK_CHECK);
    }
    // Behind the failure everything is zero, for a while.
    text.push_str(
        "    if (++linchpin_n_beyond > 1000) {\n        \
         dprintf(2, \"linchpin: the run goes on behind its last input\\n\");\n        \
         _Exit(77);\n    }\n}\n\n",
    );
    text
}

fn stub(plan: &Plan, stub: &Stub) -> String {
    let Stub { name, does, .. } = stub;
    // A function with a contract has its body in the text that was put together.
    if name.starts_with(c_sema::MADE_ROOM) {
        return String::new();
    }
    let (parameters, effects) = surroundings::effects(plan, stub);
    match does {
        StubDoes::Returns(ty) => {
            let kind = if Plan::is_nondet(name) { "nondet" } else { name };
            format!(
                "UNSEEN {ty} {name}({parameters})\n{{\n{effects}    {ty} result;\n{}    linchpin_take(\"{name}\", \"{kind}\", &result, sizeof result);\n    return result;\n}}\n",
                if plan.turns.is_some() { "    linchpin_event(0);\n" } else { "" }
            )
        }
        StubDoes::Nothing if plan.turns.is_some() && super::turns::is_atomic_block(name) => {
            format!("UNSEEN void {name}() {{ linchpin_event(0); }}\n")
        }
        StubDoes::Nothing if effects.is_empty() => format!("UNSEEN void {name}() {{}}\n"),
        StubDoes::Nothing => format!("UNSEEN void {name}({parameters})\n{{\n{effects}}}\n"),
        StubDoes::Assumes => format!(
            "UNSEEN void {name}(int condition)\n{{\n    if (!condition) {{\n        dprintf(2, \"linchpin: an assumption does not hold\\n\");\n        _Exit(77);\n    }}\n}}\n"
        ),
        StubDoes::Asserts => format!(
            "UNSEEN void {name}(int condition)\n{{\n    if (!condition) {{\n        dprintf(2, \"linchpin: the assertion fails\\n\");\n        abort();\n    }}\n}}\n"
        ),
        StubDoes::Fails => format!(
            "UNSEEN void {name}()\n{{\n    dprintf(2, \"linchpin: the error function {name} was called\\n\");\n    _Exit(1);\n}}\n"
        ),
        StubDoes::Aborts => format!("UNSEEN void {name}() {{ abort(); }}\n"),
        StubDoes::FailsWhenEntered => format!("extern void {name}();\n"),
    }
}

/// The compiler calls this at the start of every function of the program.
fn hook(plan: &Plan) -> String {
    let entered = plan.functions.iter().filter(|stub| stub.does == StubDoes::FailsWhenEntered);
    let tests: String = entered
        .map(|Stub { name, .. }| {
            format!(
                "    if (function == (void *){name}) {{\n        dprintf(2, \"linchpin: the error function {name} was called\\n\");\n        _Exit(1);\n    }}\n"
            )
        })
        .collect();
    if tests.is_empty() {
        return String::new();
    }
    format!(
        "\nUNSEEN void __cyg_profile_func_enter(void *function, void *caller)\n{{\n{tests}}}\n\
         UNSEEN void __cyg_profile_func_exit(void *function, void *caller) {{}}\n"
    )
}

fn heap(plan: &Plan) -> String {
    let heap = &plan.heap;
    if !heap.is_watched {
        return String::new();
    }
    let mut text = String::from(
        "\n/* What new heap blocks hold: block, offset, byte; everything else is zero. */\n\
         static const struct { unsigned block; unsigned long offset; unsigned char byte; } linchpin_held[] = {\n",
    );
    for (block, offset, byte) in &heap.bytes {
        writeln!(text, "    {{ {block}, {offset}, {byte} }},").expect("strings do not fail");
    }
    text.push_str(
        "    { -1u, 0, 0 }\n};\nstatic unsigned linchpin_n_blocks;\nstatic long linchpin_n_live;\n\
         extern void *__real_calloc(unsigned long, unsigned long);\n\
         extern void *__real_realloc(void *, unsigned long);\nextern void __real_free(void *);\n\
         UNSEEN static void *linchpin_hold(char *block, unsigned long size)\n{\n    \
         for (unsigned i = 0; block && linchpin_held[i].block != -1u; i++)\n        \
         if (linchpin_held[i].block == linchpin_n_blocks && linchpin_held[i].offset < size)\n            \
         block[linchpin_held[i].offset] = linchpin_held[i].byte;\n    \
         linchpin_n_blocks++;\n    return block;\n}\n\
         UNSEEN void *__wrap_malloc(unsigned long size)\n{\n    \
         linchpin_n_live++;\n    return linchpin_hold(__real_calloc(1, size ? size : 1), size);\n}\n\
         UNSEEN void *__wrap_calloc(unsigned long n, unsigned long size)\n{\n    \
         linchpin_n_blocks++;\n    linchpin_n_live++;\n    return __real_calloc(n, size);\n}\n\
         UNSEEN void *__wrap_realloc(void *old, unsigned long size)\n{\n    \
         if (!old)\n        return __wrap_malloc(size);\n    linchpin_n_live -= size == 0;\n    \
         void *block = __real_realloc(old, size);\n    \
         return size ? linchpin_hold(block, size) : 0;\n}\n\
         UNSEEN void __wrap_free(void *block)\n{\n",
    );
    if plan.turns.is_some() {
        text.push_str("    linchpin_event(0);\n");
    }
    text.push_str("    linchpin_n_live -= block != 0;\n    __real_free(block);\n}\n");
    if heap.is_counted {
        text.push_str(
            "UNSEEN __attribute__((destructor)) static void linchpin_count(void)\n{\n    \
             static char is_done;\n    if (is_done++)\n        return;\n",
        );
        // A pointer that is left somewhere on the stack hides a lost block from the sanitizer, but
        // such a block is still there at the end.
        if plan.kind == verdict::CheckKind::MemTrack {
            text.push_str(LEAK_CHECK);
        }
        text.push_str(
            "    if (linchpin_n_live > 0) {\n        \
             dprintf(2, \"linchpin: heap blocks left at the end: %ld\\n\", linchpin_n_live);\n        \
             _Exit(1);\n    }\n}\n",
        );
    }
    if plan.watches_ends() {
        text.push_str(ENDS);
    }
    text
}

/// Ends of the program that call no destructor.
const ENDS: &str = "\
     extern void __real__exit(int), __real__Exit(int), __real_abort(void);\n\
     UNSEEN void __wrap__exit(int status)\n{\n    linchpin_count();\n    __real__exit(status);\n}\n\
     UNSEEN void __wrap__Exit(int status)\n{\n    linchpin_count();\n    __real__Exit(status);\n}\n\
     UNSEEN void __wrap_abort(void)\n{\n    linchpin_count();\n    __real_abort();\n}\n";

/// Ends the run if the sanitizer finds a lost block.
const LEAK_CHECK: &str =
    "    extern void __lsan_do_leak_check(void);\n    __lsan_do_leak_check();\n";

/// Leaves zeros where the frames of the program will be.
const CLEAR_STACK: &str = "\nUNSEEN __attribute__((noinline)) static void linchpin_clear_stack(void)\n{\n    \
     volatile char area[1 << 18];\n    for (unsigned long i = 0; i < sizeof area; i++)\n        \
     area[i] = 0;\n}\n";

/// Clears, and goes below what the clearing itself left behind.
const STEP_DOWN: &str =
    "    linchpin_clear_stack();\n    *(volatile char *)__builtin_alloca(1 << 14) = 0;\n";

fn start(plan: &Plan) -> String {
    let stack = plan.stack;
    let mut text = match stack {
        Stack::Cleared => CLEAR_STACK.to_owned(),
        Stack::AsItIs => String::new(),
    };
    let Start::Function { name, result, arguments } = &plan.start else {
        let vectors = surroundings::vectors(plan);
        if stack == Stack::Cleared || vectors.is_some() {
            let (vectors, fill) = vectors.unwrap_or_default();
            text.push_str(&vectors);
            text.push_str(
                "extern int __real_main(int, char **, char **);\n\
                 UNSEEN int __wrap_main(int argc, char **argv, char **envp)\n{\n",
            );
            text.push_str(&fill);
            if stack == Stack::Cleared {
                text.push_str(STEP_DOWN);
            }
            text.push_str("    return __real_main(argc, argv, envp);\n}\n");
        }
        return text;
    };
    let types: Vec<&str> = arguments.iter().map(|argument| argument.ty).collect();
    let types = if types.is_empty() { "void".to_owned() } else { types.join(", ") };
    // Compilers know what `main` takes, and refuse another type under its own name.
    text += &format!(
        "\nextern {result} linchpin_entry({types}) __asm__(\"{name}\");\nextern void exit(int);\n"
    );
    let mut values = Vec::new();
    text.push_str("UNSEEN __attribute__((constructor)) static void linchpin_start(void)\n{\n");
    for (index, Argument { ty, bits, pointee }) in arguments.iter().enumerate() {
        let value = format!("linchpin_argument{index}");
        if let Some(pointer) = pointee.as_ref().and_then(surroundings::constant) {
            values.push(pointer);
            continue;
        }
        writeln!(
            text,
            "    union {{ unsigned long long bits[2]; {ty} value; }} {value} = {{ {{ {} }} }};",
            words(*bits)
        )
        .expect("strings do not fail");
        values.push(format!("{value}.value"));
    }
    if stack == Stack::Cleared {
        text.push_str(STEP_DOWN);
    }
    let call = format!("linchpin_entry({})", values.join(", "));
    match *result {
        "void" => writeln!(text, "    {call};\n    exit(0);\n}}"),
        _ => writeln!(text, "    exit((int){call});\n}}"),
    }
    .expect("strings do not fail");
    if name != "main" {
        text.push_str("UNSEEN __attribute__((weak)) int main(void) { return 0; }\n");
    }
    text
}

/// The two halves of 128 bits, low first; the high one only where it is not zero.
pub(super) fn words(bits: u128) -> String {
    let (low, high) = (bits as u64, (bits >> 64) as u64);
    match high {
        0 => format!("{low:#x}ull"),
        high => format!("{low:#x}ull, {high:#x}ull"),
    }
}

fn number(bits: u128) -> String {
    let (low, high) = (bits as u64, (bits >> 64) as u64);
    match high {
        0 => format!("{low:#x}ull"),
        high => format!("((unsigned __int128){high:#x}ull << 64 | {low:#x}ull)"),
    }
}

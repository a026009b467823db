//! Faults of memory, by the names that people have for them.
//!
//! A check says what must hold ("`*p` accesses live memory"); why it does not is in the run. The
//! interpreter tells which object or block a pointer was made from ([`ir_interp::Finding`]); here it is
//! said in the words of the source, with the lines where a block was allocated and freed and where a
//! pointer was set:
//!
//! ```text
//!   use after free: `*p` reads a block that was freed at line 15
//!   write at index 5 of `dst` (5 elements): `dst[i]`
//!   block allocated at line 9 is lost
//!   null pointer: `p`, set at line 3, in `p->next`
//! ```
//!
//! Where the run is longer than what is kept of it, or the pointer came from elsewhere, the words are
//! fewer. This is for display alone; no verdict depends on it.

mod broken;
mod lost;
mod pointers;
mod values;

use ir::{CheckId, Condition, Expr, ExprId, ObjectId, Op, Program, VarId, VarOrigin};
use ir_interp::{BadPointer, Effect, FaultKind, Finding, Holder, Origin, Owner, Step, Trace};
use source::{Source, Span};
use verdict::CheckKind;

use super::explain::{op_of, span_of};
use super::explore::FailingRun;
use super::inner_names::in_words;
use super::specified::MADE;
use values::{Values, behind};

/// Addresses below are taken for null pointers and members of what they should point to.
const FIRST_PAGE: u64 = 4096;
/// What opens a stream or a folder. Their blocks are nothing that the program has asked for.
const OPENERS: [&str; 8] =
    ["fopen", "fopen64", "fdopen", "tmpfile", "popen", "opendir", "fdopendir", "open_memstream"];
/// The tables that macros of `ctype.h` read, by their name in the models.
const TABLE_OF_CHARACTERS: &str = "characters";
/// Lost blocks that are told one by one.
const MAX_TOLD: usize = 3;

/// The fault in words; none where the check says as much. `place` is where it is shown.
pub fn fault_in_words(
    program: &Program,
    source: &Source,
    run: &FailingRun,
    place: Span,
) -> Option<String> {
    let teller =
        Teller { program, source, trace: &run.trace, file: source.position(place.lo).file };
    let check = &program.checks[run.check];
    let is_users = source.is_users(check.span);
    let text = if is_users { quoted(&check.text) } else { None };
    match run.trace.finding() {
        Some(Finding::Blocks(blocks)) => teller.blocks(blocks, check.kind, place),
        Some(Finding::BadPointer(bad)) => match bad.size {
            Some(size) => teller.access(bad, size, text, run.check),
            None => teller.free(bad, text),
        },
        Some(Finding::Values(values)) => {
            teller.of_values(run.check, Values(values), text).or_else(|| teller.reached(run.check))
        }
        None => {
            teller.of_values(run.check, Values(&[]), text).or_else(|| teller.reached(run.check))
        }
    }
}

/// The values that a failed condition is about, " (`x` is 4)"; nothing where there are none, or many.
pub fn values_in_words(
    program: &Program,
    source: &Source,
    run: &FailingRun,
    place: Span,
) -> String {
    let teller =
        Teller { program, source, trace: &run.trace, file: source.position(place.lo).file };
    let Some(Finding::Values(values)) = run.trace.finding() else { return String::new() };
    match teller.told_values(Values(values)) {
        told if told.is_empty() => String::new(),
        told => format!(" ({})", told.join(", ")),
    }
}

/// What stands in the first pair of quotes.
fn quoted(text: &str) -> Option<&str> {
    text.split('`').nth(1)
}

struct Teller<'a> {
    program: &'a Program,
    source: &'a Source,
    trace: &'a Trace,
    /// Lines of this file need no name of a file.
    file: std::sync::Arc<str>,
}

impl Teller<'_> {
    /// What a failing condition is about, by the kind of its check.
    fn of_values(&self, check: CheckId, values: Values<'_>, text: Option<&str>) -> Option<String> {
        let condition = &self.condition(check)?;
        let kind = self.program.checks[check].kind;
        match kind {
            CheckKind::SignedOverflow => self.overflow(values, check, text),
            CheckKind::DivisionByZero => self.division(values, text),
            CheckKind::Shift => self.shift(values, check, text),
            CheckKind::Bounds => self.subscript(values, check, text),
            CheckKind::Conversion => self.conversion(values, check, text),
            CheckKind::Initialised => self.uninitialised(values, text),
            CheckKind::Dereference | CheckKind::Free => match condition {
                Condition::Holds(_) => self.out_of_reach(values, text).or_else(|| {
                    let is_call = self.program.checks[check].text.ends_with("calls a function");
                    is_call.then(|| format!("call through a null pointer{}", behind(text)))
                }),
                _ => self.wild(values, text),
            },
            CheckKind::ReadOnly => self.constant_written(values, text),
            CheckKind::Callee => self.callee(condition, values, text),
            CheckKind::PointerArithmetic => self.arithmetic(condition, values, text),
            CheckKind::Alignment => self.misaligned(condition, values, text),
            CheckKind::Undefined => self.undefined(check, condition, values, text),
            CheckKind::Assertion => Some(self.assertion(check, values)),
            CheckKind::UnreachCall
            | CheckKind::MemTrack
            | CheckKind::MemCleanup
            | CheckKind::DataRace
            | CheckKind::Deadlock
            | CheckKind::Invariant => None,
        }
    }

    /// A pointer that was never set, or was computed in a way that C does not define.
    fn wild(&self, values: Values<'_>, text: Option<&str>) -> Option<String> {
        match values.root()?.value.is_indeterminate() {
            true => self.uninitialised(values, text),
            false => Some(format!("invalid pointer{}", behind(text))),
        }
    }

    /// What the failing check asks.
    fn condition(&self, check: CheckId) -> Option<Condition> {
        let (function, edge) = self.failing_edge(check)?;
        match &self.program.functions[function].body.as_ref()?.edges[edge].op {
            Op::Check { condition, .. } => Some(condition.clone()),
            _ => None,
        }
    }

    fn access(
        &self,
        bad: &BadPointer,
        size: u64,
        text: Option<&str>,
        check: CheckId,
    ) -> Option<String> {
        let verb = self.verb(check);
        let in_text = text.map(|text| format!(": `{text}`")).unwrap_or_default();
        let Some(owner) = &bad.owner else {
            return Some(match bad.address < FIRST_PAGE {
                true => self.null(text, check),
                false => format!("invalid pointer: no object is at {:#x}{in_text}", bad.address),
            });
        };
        let what = self.name(owner);
        let subject = text.map_or_else(|| "this".to_owned(), |text| format!("`{text}`"));
        match owner.over {
            Some(FaultKind::AccessAfterFree) => {
                let freed = self.trace.freed_at(owner.origin).and_then(|it| self.line_of(it));
                let freed = freed.map(|line| format!(" that was freed {line}"));
                let freed = freed.unwrap_or_else(|| " that was freed".to_owned());
                Some(format!("use after free: {subject} {verb}s {}{freed}", self.indefinite(owner)))
            }
            Some(FaultKind::AccessAfterReturn) => Some(format!(
                "use after return: {subject} {verb}s {what} of a function that has returned"
            )),
            Some(_) => {
                Some(format!("use after scope: {subject} {verb}s {what}, which is out of scope"))
            }
            None => {
                let place = out_of_bounds(bad, owner, size)?;
                if let (Some(call), OutOfBounds::Index { index, .. }) =
                    (self.call_about_a_character(owner, check), &place)
                {
                    // The table begins with what is said of `EOF`, which is -1.
                    let letter = index - 1;
                    return Some(format!(
                        "{call} is given {letter}, which is neither an `unsigned char` nor `EOF`"
                    ));
                }
                Some(place.in_words(verb, &what) + &in_text)
            }
        }
    }

    fn free(&self, bad: &BadPointer, text: Option<&str>) -> Option<String> {
        let in_text = text.map(|text| format!(": `{text}`")).unwrap_or_default();
        let Some(owner) = bad.owner.as_ref() else {
            return Some(format!("free of {:#x}, where no block is{in_text}", bad.address));
        };
        let what = self.name(owner);
        match (owner.over, owner.holder) {
            (Some(FaultKind::AccessAfterFree), _) => {
                let freed = self.trace.freed_at(owner.origin).and_then(|it| self.line_of(it));
                let first = freed.map(|line| format!(" was freed {line}"));
                let first = first.unwrap_or_else(|| " was freed before".to_owned());
                Some(format!("double free: {what}{first}{in_text}"))
            }
            (None, Holder::HeapBlock(_)) => {
                let offset = bad.address.checked_sub(owner.base)?;
                Some(format!("free of byte {offset} of {what}, not of its start{in_text}"))
            }
            (_, Holder::Object(_) | Holder::StackBlock) => {
                Some(format!("free of {what}, which is no heap block{in_text}"))
            }
            (_, Holder::HeapBlock(_) | Holder::Foreign(_)) => None,
        }
    }

    fn blocks(&self, blocks: &[Origin], kind: CheckKind, place: Span) -> Option<String> {
        let since = self.lost_at(blocks).filter(|_| kind == CheckKind::MemTrack);
        let line = |span: Span| self.source.position(span.lo).line;
        let since = since.filter(|span| line(*span) != line(place));
        let since = since.map(|span| format!(" {}", self.line_in_words(span))).unwrap_or_default();
        let fate = match kind {
            CheckKind::MemCleanup => ("is not freed".to_owned(), "are not freed".to_owned()),
            _ => (format!("is lost{since}"), format!("are lost{since}")),
        };
        let lines: Vec<String> =
            blocks.iter().filter_map(|block| self.allocation(*block)).collect();
        match (&lines[..], blocks) {
            ([], [_]) => Some(format!("a block {}", fate.0)),
            ([], _) => Some(format!("{} blocks {}", blocks.len(), fate.1)),
            ([line], [block]) => match self.opener(*block) {
                Some(opener) => Some(format!("what `{opener}` opened {line} {}", fate.0)),
                None => Some(format!("block allocated {line} {}", fate.0)),
            },
            (lines, _) => {
                let n = blocks.len();
                let mut told: Vec<&str> = lines.iter().map(String::as_str).collect();
                told.dedup();
                let more = if told.len() > MAX_TOLD { ", …" } else { "" };
                told.truncate(MAX_TOLD);
                let told = told.join(", ");
                Some(format!("{n} blocks {}: allocated {told}{more}", fate.1))
            }
        }
    }

    /// "null pointer: `p`, set at line 3, in `p->next`"
    fn null(&self, text: Option<&str>, check: CheckId) -> String {
        let Some(text) = text else { return "null pointer".to_owned() };
        let Some(pointer) = pointer_in(text) else { return format!("null pointer in `{text}`") };
        let set = self.variable(check).filter(|var| *self.program.vars[*var].name == *pointer);
        let set = set.and_then(|var| self.assignment(var)).and_then(|at| self.line_of(at));
        let set = set.map(|line| format!(", set {line},")).unwrap_or_default();
        format!("null pointer: `{pointer}`{set} in `{text}`")
    }

    /// What the check is followed by, as a verb.
    fn verb(&self, check: CheckId) -> &'static str {
        let Some((site, edge)) = self.failing_edge(check) else { return "access" };
        let body = self.program.functions[site].body.as_ref();
        let Some(body) = body else { return "access" };
        // Other checks of the same access may stand in between.
        let mut location = body.edges[edge].to;
        for _ in 0..8 {
            let Some(next) = body.locations[location].outgoing.first() else { break };
            match body.edges[*next].op {
                Op::Load { .. } => return "read",
                Op::Store { .. } | Op::Fill { .. } => return "write",
                Op::Copy { target, source, .. } => {
                    return match self.pointer(check) {
                        Some(pointer) if pointer == source => "read",
                        Some(pointer) if pointer == target => "write",
                        _ => "access",
                    };
                }
                Op::Check { .. } | Op::Skip => location = body.edges[*next].to,
                _ => break,
            }
        }
        "access"
    }

    fn failing_edge(&self, check: CheckId) -> Option<(ir::FunctionId, ir::EdgeId)> {
        let last = self.trace.steps().next_back()?;
        match op_of(self.program, last.site) {
            Op::Check { check: failing, .. } if *failing == check => {
                Some((last.site.function, last.site.edge))
            }
            _ => None,
        }
    }

    /// The pointer of the failing check.
    fn pointer(&self, check: CheckId) -> Option<ExprId> {
        match self.condition(check)? {
            Condition::ValidAccess { pointer, .. } => Some(pointer),
            _ => None,
        }
    }

    /// The variable that it stands in.
    fn variable(&self, check: CheckId) -> Option<VarId> {
        self.root(self.pointer(check)?)
            .filter(|var| self.program.vars[*var].origin == VarOrigin::Source)
    }

    fn root(&self, pointer: ExprId) -> Option<VarId> {
        match self.program.exprs[pointer] {
            Expr::Var(var) => Some(var),
            Expr::PointerAdd(base, _) => self.root(base),
            _ => None,
        }
    }

    /// The last step that gave the variable its value.
    fn assignment(&self, var: VarId) -> Option<usize> {
        let gives = |step: &Step| match &step.effect {
            Effect::Assigned { var: assigned, .. } => *assigned == var,
            Effect::Returned { target, .. } => *target == Some(var),
            _ => false,
        };
        let steps: Vec<&Step> = self.trace.steps().collect();
        steps.iter().rposition(|step| gives(step))
    }

    /// Where a block was allocated, "at line 9".
    fn allocation(&self, block: Origin) -> Option<String> {
        self.line_of(self.allocating_step(block)?)
    }

    /// The function of the library that was called for a stream, where the block is one.
    fn opener(&self, block: Origin) -> Option<&'static str> {
        let call = self.source.excerpt(self.users_span(self.allocating_step(block)?)?);
        let name = call.split('(').next().unwrap_or_default().trim();
        OPENERS.into_iter().find(|opener| *opener == name)
    }

    fn allocating_step(&self, block: Origin) -> Option<usize> {
        let makes = |step: &Step| match (&step.effect, op_of(self.program, step.site)) {
            (Effect::Assigned { value, .. }, Op::Allocate { .. } | Op::Reallocate { .. }) => {
                value.origin() == block
            }
            _ => false,
        };
        let steps: Vec<&Step> = self.trace.steps().collect();
        steps.iter().rposition(|step| makes(step))
    }

    /// An object by its name, a block by where it was allocated.
    fn name(&self, owner: &Owner) -> String {
        // What was made for a function that is looked at by itself has a name.
        let mut holders = self.trace.holders(owner.origin).map(|var| &self.program.vars[var].name);
        if let Some(made) = holders.find(|name| name.starts_with(MADE)) {
            return format!("`{made}`");
        }
        match owner.holder {
            Holder::Object(object) if self.program.objects[object].is_string_literal() => {
                "a string literal".to_owned()
            }
            Holder::Object(object) if self.is_of_a_model(object) => {
                "a table of the C library".to_owned()
            }
            Holder::Object(object) => in_words(&self.program.objects[object]),
            Holder::HeapBlock(_) => match self.allocation(owner.origin) {
                Some(line) => format!("the block allocated {line}"),
                None => "a heap block".to_owned(),
            },
            Holder::StackBlock => "a block on the stack".to_owned(),
            Holder::Foreign(_) => "memory outside the program".to_owned(),
        }
    }

    /// The call of `isdigit` and its like that reads a table of the library, as it is written.
    fn call_about_a_character(&self, owner: &Owner, check: CheckId) -> Option<String> {
        let Holder::Object(object) = owner.holder else { return None };
        let is_table = &*self.program.objects[object].name == TABLE_OF_CHARACTERS;
        let span = self.program.checks[check].span;
        let call =
            (is_table && self.is_of_a_model(object)).then(|| self.source.macro_call(span))?;
        Some(call.map_or_else(|| "a function about characters".to_owned(), |it| format!("`{it}`")))
    }

    /// An object that the user has never seen.
    fn is_of_a_model(&self, object: ObjectId) -> bool {
        let object = &self.program.objects[object];
        object.scope == ir::Scope::Global
            && object.span != Span::default()
            && !self.source.is_users(object.span)
    }

    fn indefinite(&self, owner: &Owner) -> String {
        let name = self.name(owner);
        if name.contains(MADE) {
            return name;
        }
        match self.allocation(owner.origin) {
            Some(line) => format!("the block allocated {line}"),
            None => "a block".to_owned(),
        }
    }

    /// The line of the user's that a step stands in, or was called from.
    fn line_of(&self, index: usize) -> Option<String> {
        self.users_span(index).map(|span| self.line_in_words(span))
    }

    /// The user's text at a step, or where it was called from.
    fn users_span(&self, index: usize) -> Option<Span> {
        let steps: Vec<&Step> = self.trace.steps().take(index + 1).collect();
        let thread = steps.last()?.thread;
        let mut own = steps.iter().rev().filter(|step| step.thread == thread);
        own.find_map(|step| {
            let span = span_of(self.program, step.site);
            (span != Span::default() && self.source.is_users(span)).then_some(span)
        })
    }

    /// "at line 9"
    fn line_in_words(&self, span: Span) -> String {
        let position = self.source.position(span.lo);
        match position.file == self.file {
            true => format!("at line {}", position.line),
            false => format!("at {}:{}", position.file, position.line),
        }
    }
}

/// Where an access lies that leaves its object.
#[derive(Debug, PartialEq, Eq)]
enum OutOfBounds {
    Index { index: i128, n_elements: u64 },
    Bytes { size: u64, offset: i128, n_bytes: u64 },
}

/// Objects whose size is a multiple of what is accessed are taken for arrays of it.
fn out_of_bounds(bad: &BadPointer, owner: &Owner, size: u64) -> Option<OutOfBounds> {
    let n_bytes = owner.size?;
    let offset = i128::from(bad.address) - i128::from(owner.base);
    let of_size = i128::from(size.max(1));
    Some(match n_bytes % size.max(1) == 0 && offset % of_size == 0 && n_bytes > 0 {
        true => OutOfBounds::Index { index: offset / of_size, n_elements: n_bytes / size.max(1) },
        false => OutOfBounds::Bytes { size, offset, n_bytes },
    })
}

/// "1 byte", "4 bytes"
fn bytes(n: u64) -> String {
    if n == 1 { "1 byte".to_owned() } else { format!("{n} bytes") }
}

impl OutOfBounds {
    fn in_words(&self, verb: &str, what: &str) -> String {
        match self {
            Self::Index { index, n_elements: 1 } => {
                format!("{verb} at index {index} of {what} (1 element)")
            }
            Self::Index { index, n_elements } => {
                format!("{verb} at index {index} of {what} ({n_elements} elements)")
            }
            Self::Bytes { size, offset, n_bytes } => {
                let (size, n_bytes) = (bytes(*size), bytes(*n_bytes));
                format!("{verb} of {size} at byte {offset} of {what} ({n_bytes})")
            }
        }
    }
}

/// The pointer that an access goes through: `p` of `*p`, `p->next` and `p[i]`.
fn pointer_in(text: &str) -> Option<&str> {
    let text = assigned_in(text);
    if let Some(pointer) = text.strip_prefix('*') {
        return Some(pointer.trim()).filter(|it| !it.is_empty());
    }
    let Some(inside) = text.strip_suffix(']') else {
        return text.rsplit_once("->").map(|(pointer, _)| pointer.trim());
    };
    let mut depth = 0;
    let open = inside.char_indices().rev().find(|(_, letter)| {
        depth += i32::from(*letter == ']') - i32::from(*letter == '[');
        depth < 0
    });
    open.map(|(at, _)| text[..at].trim())
}

/// What the text assigns to, `p->n` of `p->n += 1`; the text itself if it assigns nothing.
fn assigned_in(text: &str) -> &str {
    let bytes = text.as_bytes();
    let mut depth = 0;
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth -= 1,
            b'=' if depth == 0 => {
                let is_comparison = bytes.get(at + 1) == Some(&b'=')
                    || at > 0 && matches!(bytes[at - 1], b'=' | b'!')
                    || at > 1 && matches!(&bytes[at - 2..at], b" <" | b" >");
                if !is_comparison {
                    return text[..at]
                        .trim_end_matches(['+', '-', '*', '/', '%', '&', '|', '^', '<', '>', ' ']);
                }
                return text;
            }
            _ => {}
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_are_found_in_accesses() {
        assert_eq!(pointer_in("*p"), Some("p"));
        assert_eq!(pointer_in("s->top"), Some("s"));
        assert_eq!(pointer_in("list->head->next"), Some("list->head"));
        assert_eq!(pointer_in("a[b[i]]"), Some("a"));
        assert_eq!(pointer_in("p->v[p->n]"), Some("p->v"));
        assert_eq!(pointer_in("memcpy(a, b, n)"), None);
        assert_eq!(pointer_in("*p = 1"), Some("p"));
        assert_eq!(pointer_in("p->n += q->n"), Some("p"));
        assert_eq!(pointer_in("a[i] <<= b[j]"), Some("a"));
    }

    #[test]
    fn whole_elements_are_counted_and_other_bytes_are_told_as_such() {
        let origin = Origin::NONE;
        let holder = Holder::StackBlock;
        let owner = Owner { origin, holder, base: 100, size: Some(20), over: None };
        let bad = |address, size| BadPointer { address, size: Some(size), owner: Some(owner) };
        let told = |address, size| out_of_bounds(&bad(address, size), &owner, size).unwrap();
        assert_eq!(
            told(120, 4).in_words("write", "`dst`"),
            "write at index 5 of `dst` (5 elements)"
        );
        assert_eq!(told(96, 4).in_words("read", "`dst`"), "read at index -1 of `dst` (5 elements)");
        let words = told(118, 4).in_words("read", "`dst`");
        assert_eq!(words, "read of 4 bytes at byte 18 of `dst` (20 bytes)");
    }
}

//! What a clause says: C's conditions, joined by ACSL's words.
//!
//! ```text
//!   n > 0 ==> \valid(a + (0 .. n - 1)) && 0 <= i < n
//!
//!   Implies ─┬─ C "n > 0"
//!            └─ And ─┬─ Valid a, 0 .. n - 1
//!                    └─ C "(0 <= i) && (i < n)"
//! ```
//!
//! What holds numbers together stays text: it is put into the program, and our own front end gives it
//! its meaning. So arithmetic is C's, with C's types; a sum that overflows in a contract is a fault of
//! the contract, and is told as one.

use source::Span;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    And(Vec<Formula>),
    Or(Vec<Formula>),
    Implies(Box<Formula>, Box<Formula>),
    /// Elements of a pointer are there.
    Valid(Valid),
    /// A condition in C.
    C(Condition),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    pub code: String,
    /// As it is written.
    pub told: String,
}

/// The elements `pointer[low]` to `pointer[high]` can be accessed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Valid {
    pub pointer: String,
    pub extent: Extent,
    pub access: Access,
}

impl Valid {
    /// The pointer without the type that it is read as: `p` of `(int *)p`.
    pub fn place(&self) -> &str {
        self.cast().map_or(&self.pointer, |(_, place)| place)
    }

    /// The type of the elements and the place, where a type is named: `int` and `p` of `(int *)p`.
    pub fn cast(&self) -> Option<(&str, &str)> {
        let text = self.pointer.trim();
        let close = text.starts_with('(').then(|| closing(text, 0)).flatten()?;
        let (named, place) = (text[1..close].trim(), text[close + 1..].trim());
        let element = named.strip_suffix('*')?.trim();
        let is_type = |it: char| it.is_ascii_alphanumeric() || it == '_' || it == ' ' || it == '*';
        (!place.is_empty() && element.chars().all(is_type)).then_some((element, place))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Read,
    ReadAndWrite,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Extent {
    One,
    /// From the first index to the last.
    Range(String, String),
    /// Up to a zero.
    String,
}

/// Why a text is no formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Malformed {
    pub message: String,
    /// Where in the text.
    pub at: Span,
}

/// Nesting that nobody writes.
const MAX_DEPTH: usize = 64;
const RELATIONS: [&str; 6] = ["<=", ">=", "==", "!=", "<", ">"];
/// Words of ACSL that are no terms here.
const UNREAD: [&str; 10] = [
    "\\forall",
    "\\exists",
    "\\let",
    "\\at",
    "\\separated",
    "\\initialized",
    "\\fresh",
    "\\freeable",
    "\\block_length",
    "\\sum",
];

pub fn parse(text: &str) -> Result<Formula, Malformed> {
    let whole = Part { text, lo: 0, hi: text.len() };
    whole.trimmed().formula(0)
}

/// A stretch of the clause.
#[derive(Clone, Copy)]
struct Part<'t> {
    text: &'t str,
    lo: usize,
    hi: usize,
}

impl<'t> Part<'t> {
    fn get(&self) -> &'t str {
        &self.text[self.lo..self.hi]
    }

    fn trimmed(self) -> Self {
        let text = self.get();
        let lo = self.lo + (text.len() - text.trim_start().len());
        let hi = lo + text.trim().len();
        Self { lo, hi, ..self }
    }

    fn part(&self, lo: usize, hi: usize) -> Self {
        Self { text: self.text, lo: self.lo + lo, hi: self.lo + hi }.trimmed()
    }

    fn fail<T>(&self, message: impl Into<String>) -> Result<T, Malformed> {
        let at = Span::new(self.lo as u32, self.hi as u32);
        Err(Malformed { message: message.into(), at })
    }

    fn formula(self, depth: usize) -> Result<Formula, Malformed> {
        if self.lo >= self.hi {
            return self.fail("a condition is expected here");
        }
        if depth > MAX_DEPTH {
            return self.fail("this is nested too deeply");
        }
        let marks = outer_marks(self.get());
        if let Some(problem) = marks.problem {
            return self.fail(problem);
        }
        let next = |part: Self| part.formula(depth + 1);
        let first = |mark: &str| marks.all.iter().find(|(_, it)| *it == mark).map(|(at, _)| *at);
        // `a ? b : c` binds weaker than all that could be split here.
        if first("?").is_none() {
            if let Some(at) = first("<==>") {
                let left = next(self.part(0, at))?;
                let right = next(self.part(at + 4, self.get().len()))?;
                let there = Formula::Implies(Box::new(left.clone()), Box::new(right.clone()));
                let back = Formula::Implies(Box::new(right), Box::new(left));
                return Ok(Formula::And(vec![there, back]));
            }
            if let Some(at) = first("==>") {
                let left = next(self.part(0, at))?;
                let right = next(self.part(at + 3, self.get().len()))?;
                return Ok(Formula::Implies(Box::new(left), Box::new(right)));
            }
            for (mark, join) in
                [("||", Formula::Or as fn(Vec<Formula>) -> Formula), ("&&", Formula::And)]
            {
                if first(mark).is_some() {
                    let parts = self.split(&marks.all, mark);
                    let parts: Result<Vec<_>, _> = parts.into_iter().map(next).collect();
                    return parts.map(join);
                }
            }
        }
        if let Some(inside) = self.inside_parentheses() {
            return next(inside);
        }
        if let Some(valid) = self.valid()? {
            return Ok(Formula::Valid(valid));
        }
        self.condition(&marks.all)
    }

    fn split(self, marks: &[(usize, &str)], mark: &str) -> Vec<Self> {
        let (mut parts, mut lo) = (Vec::new(), 0);
        for (at, _) in marks.iter().filter(|(_, it)| *it == mark) {
            parts.push(self.part(lo, *at));
            lo = at + mark.len();
        }
        parts.push(self.part(lo, self.get().len()));
        parts
    }

    /// What stands between two parentheses that are around all of it.
    fn inside_parentheses(self) -> Option<Self> {
        let text = self.get();
        let is_all = text.starts_with('(') && closing(text, 0) == Some(text.len() - 1);
        is_all.then(|| self.part(1, text.len() - 1))
    }

    fn valid(self) -> Result<Option<Valid>, Malformed> {
        let text = self.get();
        let words =
            ["\\valid_read", "\\valid_string", "\\valid", "valid_read_string", "valid_string"];
        let Some(word) = words.into_iter().find(|word| text.starts_with(word)) else {
            return Ok(None);
        };
        let behind = &text[word.len()..];
        let open = word.len() + (behind.len() - behind.trim_start().len());
        if !text[open..].starts_with('(') || closing(text, open) != Some(text.len() - 1) {
            return Ok(None);
        }
        let argument = self.part(open + 1, text.len() - 1);
        if argument.get().is_empty() {
            return argument.fail("a pointer is expected here");
        }
        let access = match word {
            "\\valid" => Access::ReadAndWrite,
            _ => Access::Read,
        };
        if word.ends_with("string") {
            let pointer = argument.term()?;
            return Ok(Some(Valid { pointer, extent: Extent::String, access: Access::Read }));
        }
        argument.elements(access).map(Some)
    }

    /// `p`, `p + (low .. high)`, `&a[i]`.
    fn elements(self, access: Access) -> Result<Valid, Malformed> {
        let text = self.get();
        let Some(dots) = text.find("..") else {
            return Ok(Valid { pointer: self.term()?, extent: Extent::One, access });
        };
        let open =
            text[..dots].rfind('(').filter(|open| closing(text, *open) == Some(text.len() - 1));
        let Some(open) = open else {
            return self.fail("a range is written `p + (low .. high)`");
        };
        let before = text[..open].trim_end();
        let Some(pointer) = before.strip_suffix('+') else {
            return self.fail("a range is written `p + (low .. high)`");
        };
        let low = self.part(open + 1, dots).term()?;
        let high = self.part(dots + 2, text.len() - 1).term()?;
        let pointer = self.part(0, pointer.len()).term()?;
        Ok(Valid { pointer, extent: Extent::Range(low, high), access })
    }

    /// A condition, chains of comparisons taken apart: `0 <= i < n`.
    fn condition(self, marks: &[(usize, &str)]) -> Result<Formula, Malformed> {
        let relations: Vec<(usize, &str)> =
            marks.iter().filter(|(_, mark)| RELATIONS.contains(mark)).copied().collect();
        let has_weaker = marks.iter().any(|(at, mark)| {
            // At the beginning and behind another mark `&` is the address of something.
            let before = self.get()[..*at].trim_end();
            let is_binary =
                before.ends_with(|it: char| it.is_ascii_alphanumeric() || "_)]'\"".contains(it));
            WEAKER.contains(mark) && is_binary
        });
        if relations.len() < 2 || has_weaker {
            let told = self.get().to_owned();
            return self.term().map(|code| Formula::C(Condition { code, told }));
        }
        let (mut links, mut lo) = (Vec::new(), 0);
        for (index, (at, mark)) in relations.iter().enumerate() {
            let hi = relations.get(index + 1).map_or(self.get().len(), |(next, _)| *next);
            let left = self.part(lo, *at).term()?;
            let right = self.part(at + mark.len(), hi).term()?;
            links.push(format!("(({left}) {mark} ({right}))"));
            lo = at + mark.len();
        }
        let told = self.get().to_owned();
        Ok(Formula::C(Condition { code: links.join(" && "), told }))
    }

    /// An expression of C, with our words for those that C does not have.
    fn term(self) -> Result<String, Malformed> {
        let text = self.get();
        if text.is_empty() {
            return self.fail("an expression is expected here");
        }
        if let Some(word) = UNREAD.into_iter().find(|word| text.contains(word)) {
            return self.fail(format!("`{word}` is not read by Linchpin"));
        }
        if text.contains("\\valid") || text.contains("==>") {
            return self.fail("this stands inside of an expression and cannot be read there");
        }
        if is_string(text) {
            return self.fail("a string is no condition, and no number");
        }
        if let Some(constant) = unfit_constant(text) {
            return self.fail(format!("`{constant}` fits no type of C"));
        }
        if has_chain(text) {
            let message =
                "a chain of comparisons stands inside of an expression; write it with `&&`";
            return self.fail(message);
        }
        Ok(text.to_owned())
    }
}

/// Whether the text is one string and nothing else.
fn is_string(text: &str) -> bool {
    let inside = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    inside.is_some_and(|inside| !inside.replace("\\\"", "").contains('"'))
}

/// An integer constant that is larger than the largest number of C's widest type.
fn unfit_constant(text: &str) -> Option<&str> {
    let is_part = |it: char| it.is_ascii_alphanumeric() || it == '_' || it == '.';
    text.split(|it| !is_part(it)).find(|token| {
        if !token.starts_with(|it: char| it.is_ascii_digit()) || token.contains('.') {
            return false;
        }
        let lower = token.to_ascii_lowercase();
        let digits = lower.trim_end_matches(['u', 'l']);
        let (digits, radix) = match (digits.strip_prefix("0x"), digits.strip_prefix("0b")) {
            (Some(digits), _) => (digits, 16),
            (_, Some(digits)) => (digits, 2),
            _ if digits.starts_with('0') => (digits, 8),
            _ => (digits, 10),
        };
        // What is no number in this notation, the front end says.
        let is_number = !digits.is_empty() && digits.chars().all(|it| it.is_digit(radix));
        is_number && u64::from_str_radix(digits, radix).is_err()
    })
}

/// Whether two comparisons follow each other without anything between them that binds weaker, at some
/// depth of brackets: C would compare the result of the first.
fn has_chain(text: &str) -> bool {
    let mut n_relations = vec![0usize];
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let mut len = 1;
        match bytes[at] {
            b'(' | b'[' | b'{' => n_relations.push(0),
            b')' | b']' | b'}' => {
                n_relations.pop();
            }
            b',' | b':' => *n_relations.last_mut().unwrap_or(&mut 0) = 0,
            quote @ (b'"' | b'\'') => {
                at += 1;
                while at < bytes.len() && bytes[at] != quote {
                    at += 1 + usize::from(bytes[at] == b'\\');
                }
            }
            _ => {
                let mark = MARKS.into_iter().find(|mark| bytes[at..].starts_with(mark.as_bytes()));
                let here = n_relations.last_mut();
                if let (Some(mark), Some(here)) = (mark, here) {
                    len = mark.len();
                    match mark {
                        mark if RELATIONS.contains(&mark) => *here += 1,
                        "&&" | "||" | "?" | "&" | "|" | "^" | "==>" | "<==>" => *here = 0,
                        _ => {}
                    }
                    if *here > 1 {
                        return true;
                    }
                }
            }
        }
        at += len;
    }
    false
}

struct Marks<'t> {
    /// Outside of all parentheses, in their order.
    all: Vec<(usize, &'t str)>,
    problem: Option<&'static str>,
}

/// Longest first; those that only keep others from being seen are here, too.
const MARKS: [&str; 21] = [
    "<==>", "==>", "<<=", ">>=", "&&", "||", "<=", ">=", "==", "!=", "<<", ">>", "->", "..", "<",
    ">", "?", "=", "&", "|", "^",
];
/// Between comparisons they bind weaker than these, so that there is no chain.
const WEAKER: [&str; 4] = ["?", "&", "|", "^"];

fn outer_marks(text: &str) -> Marks<'_> {
    let (mut all, mut depth, mut at) = (Vec::new(), 0usize, 0);
    let bytes = text.as_bytes();
    while at < bytes.len() {
        match bytes[at] {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => match depth.checked_sub(1) {
                Some(outer) => depth = outer,
                None => {
                    return Marks { all, problem: Some("a bracket is closed that was not opened") };
                }
            },
            quote @ (b'"' | b'\'') => {
                at += 1;
                while at < bytes.len() && bytes[at] != quote {
                    at += 1 + usize::from(bytes[at] == b'\\');
                }
            }
            _ => {
                let mark = MARKS.into_iter().find(|mark| bytes[at..].starts_with(mark.as_bytes()));
                if let Some(mark) = mark {
                    if depth == 0 {
                        all.push((at, mark));
                    }
                    at += mark.len();
                    continue;
                }
            }
        }
        at += 1;
    }
    Marks { all, problem: (depth > 0).then_some("a bracket is not closed") }
}

/// Where the parenthesis that opens here is closed.
fn closing(text: &str, open: usize) -> Option<usize> {
    let mut depth = 0usize;
    let bytes = text.as_bytes();
    let mut at = open;
    while at < bytes.len() {
        match bytes[at] {
            quote @ (b'"' | b'\'') => {
                at += 1;
                while at < bytes.len() && bytes[at] != quote {
                    at += 1 + usize::from(bytes[at] == b'\\');
                }
            }
            b'(' => depth += 1,
            b')' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
        at += 1;
    }
    None
}

impl Formula {
    /// The conjuncts, in their order.
    pub fn conjuncts(&self) -> Vec<&Self> {
        match self {
            Self::And(parts) => parts.iter().flat_map(Self::conjuncts).collect(),
            _ => vec![self],
        }
    }

    /// All that is said to be valid, wherever it is said.
    pub fn valid_parts(&self) -> Vec<&Valid> {
        match self {
            Self::And(parts) | Self::Or(parts) => {
                parts.iter().flat_map(Self::valid_parts).collect()
            }
            Self::Implies(left, right) => {
                left.valid_parts().into_iter().chain(right.valid_parts()).collect()
            }
            Self::Valid(valid) => vec![valid],
            Self::C(_) => Vec::new(),
        }
    }

    /// As a condition of C; what is valid is left out of it (it is true).
    pub fn in_c(&self) -> String {
        let joined = |parts: &[Self], mark: &str| {
            let parts: Vec<String> = parts.iter().map(Self::in_c).collect();
            format!("({})", parts.join(mark))
        };
        match self {
            Self::And(parts) => joined(parts, " && "),
            Self::Or(parts) => joined(parts, " || "),
            Self::Implies(left, right) => format!("(!{} || {})", left.in_c(), right.in_c()),
            Self::Valid(_) => "1".to_owned(),
            Self::C(condition) => format!("({})", condition.code),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        match parse(text) {
            Ok(formula) => tell(&formula),
            Err(malformed) => format!("error: {}", malformed.message),
        }
    }

    fn tell(formula: &Formula) -> String {
        let list = |parts: &[Formula]| parts.iter().map(tell).collect::<Vec<_>>().join(", ");
        match formula {
            Formula::And(parts) => format!("and({})", list(parts)),
            Formula::Or(parts) => format!("or({})", list(parts)),
            Formula::Implies(left, right) => format!("if({}, {})", tell(left), tell(right)),
            Formula::Valid(Valid { pointer, extent, .. }) => {
                format!("valid[{pointer}, {extent:?}]")
            }
            Formula::C(condition) => condition.code.clone(),
        }
    }

    #[test]
    fn a_pointer_may_be_read_as_one_of_another_type() {
        let cast = |text: &str| match parse(text) {
            Ok(Formula::Valid(valid)) => {
                valid.cast().map(|(element, place)| (element.to_owned(), place.to_owned()))
            }
            _ => None,
        };
        let found = cast("\\valid((const int *)p)");
        assert_eq!(found, Some(("const int".to_owned(), "p".to_owned())));
        let found = cast("\\valid_read((char *)s->data + (0 .. n - 1))");
        assert_eq!(found, Some(("char".to_owned(), "s->data".to_owned())));
        assert_eq!(cast("\\valid((p))"), None);
        assert_eq!(cast("\\valid((*p) + (0 .. 1))"), None);
    }

    #[test]
    fn words_join_conditions_as_acsl_has_them() {
        assert_eq!(shown("a && b || c"), "or(and(a, b), c)");
        assert_eq!(shown("a ==> b ==> c"), "if(a, if(b, c))");
        assert_eq!(shown("a <==> b"), "and(if(a, b), if(b, a))");
        assert_eq!(shown("(a || b) && c"), "and(or(a, b), c)");
        assert_eq!(shown("x << 2 == 4 && p->n >> 1 != 0"), "and(x << 2 == 4, p->n >> 1 != 0)");
        assert_eq!(shown("a ? b && c : d"), "a ? b && c : d");
        assert_eq!(shown("x > 0 ? 1 : x <= 0"), "x > 0 ? 1 : x <= 0");
        assert_eq!(shown("a < b & c < d"), "a < b & c < d");
        assert_eq!(shown("x == '(' || y"), "or(x == '(', y)");
    }

    #[test]
    fn chains_of_comparisons_are_taken_apart() {
        assert_eq!(shown("0 <= i < n"), "((0) <= (i)) && ((i) < (n))");
        assert_eq!(shown("p->n < q->n"), "p->n < q->n");
    }

    #[test]
    fn ranges_of_pointers_are_read() {
        let range = |low: &str, high: &str| Extent::Range(low.to_owned(), high.to_owned());
        let of = |pointer: &str, extent, access| {
            Ok(Formula::Valid(Valid { pointer: pointer.to_owned(), extent, access }))
        };
        let (read, both) = (Access::Read, Access::ReadAndWrite);
        assert_eq!(parse("\\valid(p)"), of("p", Extent::One, both));
        let found = parse("\\valid_read(p->a + (0 .. n - 1))");
        assert_eq!(found, of("p->a", range("0", "n - 1"), read));
        assert_eq!(parse("\\valid(a+(0..(n)-1))"), of("a", range("0", "(n)-1"), both));
        assert_eq!(parse("valid_string(s)"), of("s", Extent::String, read));
    }

    #[test]
    fn what_is_no_formula_is_told() {
        for text in [
            "",
            "a &&",
            "(a",
            "a)",
            "\\forall integer i; a[i] == 0",
            "!\\valid(p)",
            "\\valid(p + 1 .. 2)",
            "!(0 <= x < 3)",
            "\\old(0 <= x < 3)",
            "x ? 0 <= y < 3 : 1",
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}

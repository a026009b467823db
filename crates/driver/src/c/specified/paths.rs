//! Places as `assigns` lists them: a variable, and the way from there through members, elements and
//! pointers.
//!
//! ```text
//!   s->rows[0 .. n - 1].count       s, element 0, member `rows`, elements 0 to n - 1, member `count`
//!   *p, p[0], (*p)                  p, element 0
//! ```

/// A place, or several in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    root: String,
    steps: Vec<Step>,
    /// Some part of a place that is told as a whole.
    is_whole: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    Field(String),
    /// Elements from the first number to the second. Where bounds were computed, the second is one more.
    Elements {
        low: String,
        high: String,
        is_behind_pointer: bool,
    },
}

impl Step {
    /// One element, behind a pointer or in an array.
    pub fn element(index: &str, is_behind_pointer: bool) -> Self {
        Self::Elements { low: index.to_owned(), high: index.to_owned(), is_behind_pointer }
    }

    fn pointee() -> Self {
        Self::element("0", true)
    }

    fn leads_away(&self) -> bool {
        matches!(self, Self::Elements { is_behind_pointer: true, .. })
    }
}

impl Path {
    pub fn root(name: &str) -> Self {
        Self { root: name.to_owned(), steps: Vec::new(), is_whole: false }
    }

    pub fn then(mut self, step: Step) -> Self {
        self.steps.push(step);
        self
    }

    /// What a pointer at this place leads to.
    pub fn pointee(self) -> Self {
        self.then(Step::pointee())
    }

    /// Stands for a part of the place that has no name.
    pub fn whole(self) -> Self {
        Self { is_whole: true, ..self }
    }

    /// What is wrong with it otherwise.
    pub fn parse(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let refused = || {
            Err(format!(
                "`{text}` is no place that can be listed: a variable, its members, elements and what \
                 its pointers lead to"
            ))
        };
        let is_word = |it: char| it.is_ascii_alphanumeric() || it == '_';
        if let Some(pointer) = text.strip_prefix('*') {
            let pointer = pointer.trim();
            // `*(p + (0 .. n - 1))` and `*(p + i)`
            if let Some(inner) = in_parentheses(pointer)
                && let Some(at) = outer(inner, "+")
            {
                let range = inner[at + 1..].trim();
                let (low, high) = bounds(in_parentheses(range).unwrap_or(range));
                let elements = Step::Elements { low, high, is_behind_pointer: true };
                return Ok(Self::parse(&inner[..at])?.then(elements));
            }
            return Ok(Self::parse(pointer)?.pointee());
        }
        if let Some(inner) = in_parentheses(text) {
            return Self::parse(inner);
        }
        if text.ends_with(']') {
            let Some(open) = opening(text) else { return refused() };
            let (low, high) = bounds(&text[open + 1..text.len() - 1]);
            if low.is_empty() || high.is_empty() {
                return Err(format!("`{text}` has a range with an open end"));
            }
            let elements = Step::Elements { low, high, is_behind_pointer: true };
            return Ok(Self::parse(&text[..open])?.then(elements));
        }
        let before = text.trim_end_matches(is_word);
        let name = &text[before.len()..];
        if name.is_empty() || name.starts_with(|it: char| it.is_ascii_digit()) {
            return refused();
        }
        let before = before.trim_end();
        if before.is_empty() {
            return Ok(Self::root(name));
        }
        let field = Step::Field(name.to_owned());
        if let Some(pointer) = before.strip_suffix("->") {
            return Ok(Self::parse(pointer)?.pointee().then(field));
        }
        match before.strip_suffix('.') {
            Some(record) => Ok(Self::parse(record)?.then(field)),
            None => refused(),
        }
    }

    /// The first of the places, in C.
    pub fn in_c(&self) -> String {
        let mut text = self.root.clone();
        for step in &self.steps {
            match step {
                Step::Field(name) => text = format!("{text}.{name}"),
                Step::Elements { low, .. } => text = format!("({text})[{low}]"),
            }
        }
        text
    }

    /// As people write it.
    pub fn told(&self) -> String {
        let mut text = self.root.clone();
        let mut steps = self.steps.iter().peekable();
        while let Some(step) = steps.next() {
            match step {
                Step::Field(name) => text = format!("{text}.{name}"),
                Step::Elements { low, .. } if low == "0" => match steps.peek() {
                    Some(Step::Field(name)) => {
                        text = format!("{text}->{name}");
                        steps.next();
                    }
                    Some(Step::Elements { .. }) => text = format!("(*{text})"),
                    None => text = format!("*{text}"),
                },
                // Which one it is stands with the inputs of the run.
                Step::Elements { .. } => text = format!("{text}[…]"),
            }
        }
        text
    }

    pub fn root_name(&self) -> &str {
        &self.root
    }

    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Whether it may lead through a pointer.
    pub fn leads_away(&self) -> bool {
        self.steps.iter().any(Step::leads_away)
    }

    /// The pointers on the way, in C.
    pub fn pointers(&self) -> Vec<String> {
        let ends = (0..self.steps.len()).filter(|end| self.steps[*end].leads_away());
        ends.map(|end| Self { steps: self.steps[..end].to_vec(), ..self.clone() }.in_c()).collect()
    }

    /// The computed bounds of the elements that it ends with.
    pub fn last_range(&self) -> Option<(&str, &str)> {
        match self.steps.last()? {
            Step::Elements { low, high, .. } if !(low == "0" && high == "0") => Some((low, high)),
            Step::Elements { .. } | Step::Field(_) => None,
        }
    }

    /// Whether a range of several stands before its end.
    pub fn has_inner_range(&self) -> bool {
        let inner = self.steps.split_last().map_or(&[][..], |(_, inner)| inner);
        inner.iter().any(|step| matches!(step, Step::Elements { low, high, .. } if low != high))
    }

    /// With the bounds of its ranges as `compute` has them: the first number, and the one behind the last.
    pub fn with_bounds(mut self, mut compute: impl FnMut(&str, &str) -> (String, String)) -> Self {
        for step in &mut self.steps {
            if let Step::Elements { low, high, .. } = step
                && !(low == "0" && high == "0")
            {
                (*low, *high) = compute(low, high);
            }
        }
        self
    }

    /// Under which conditions a place is one of those that are listed here: none if it never is. The
    /// bounds of what is listed were computed.
    pub fn covers(&self, place: &Self) -> Result<Option<Vec<String>>, String> {
        if self.root != place.root {
            return Ok(None);
        }
        let mut conditions = Vec::new();
        for (index, listed) in self.steps.iter().enumerate() {
            match (listed, place.steps.get(index)) {
                (Step::Field(left), Some(Step::Field(right))) if left == right => {}
                (Step::Elements { low, high, .. }, Some(Step::Elements { low: at, .. })) => {
                    match (low.as_str(), at.as_str()) {
                        ("0", "0") => {}
                        ("0", at) if high == "0" => conditions.push(format!("{at} == 0")),
                        (low, at) => {
                            conditions.push(format!("{low} <= (long long){at} && {at} < {high}"))
                        }
                    }
                }
                (_, Some(_)) => return Ok(None),
                (_, None) if place.is_whole => {
                    return Err(format!(
                        "a part of `{}` cannot be listed alone, since its bytes are read in several ways",
                        place.told()
                    ));
                }
                // A pointer is not what it leads to.
                (_, None) => return Ok(None),
            }
        }
        let is_inside = !place.steps[self.steps.len()..].iter().any(Step::leads_away);
        Ok(is_inside.then_some(conditions))
    }
}

/// What stands in the parentheses, if they are around all of it.
fn in_parentheses(text: &str) -> Option<&str> {
    let inner = text.strip_prefix('(')?.strip_suffix(')')?;
    let mut depth = 0_i32;
    let is_closed = inner.bytes().any(|byte| {
        depth += i32::from(byte == b'(') - i32::from(byte == b')');
        depth < 0
    });
    (!is_closed).then_some(inner)
}

/// Where a mark stands outside of all brackets.
fn outer(text: &str, mark: &str) -> Option<usize> {
    let mut depth = 0_i32;
    (0..text.len()).find(|&at| {
        match text.as_bytes()[at] {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth -= 1,
            _ => {}
        }
        depth == 0 && text.as_bytes()[at..].starts_with(mark.as_bytes())
    })
}

/// Where the last bracket opens.
fn opening(text: &str) -> Option<usize> {
    let mut depth = 0_i32;
    text.bytes().enumerate().rev().find_map(|(at, byte)| {
        depth += i32::from(byte == b']') - i32::from(byte == b'[');
        (depth == 0).then_some(at)
    })
}

fn bounds(range: &str) -> (String, String) {
    match outer(range, "..") {
        Some(at) => (range[..at].trim().to_owned(), range[at + 2..].trim().to_owned()),
        None => (range.trim().to_owned(), range.trim().to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(text: &str) -> Path {
        Path::parse(text).expect("it is a place")
    }

    fn leaf(text: &str) -> Path {
        // A number is an element of an array, and no pointer is followed.
        let mut path = path(text);
        for step in &mut path.steps {
            if let Step::Elements { low, is_behind_pointer, .. } = step {
                *is_behind_pointer = low == "0";
            }
        }
        path
    }

    #[test]
    fn ways_to_write_a_place_are_one() {
        assert_eq!(path("*p"), path("p[0]"));
        assert_eq!(path("(*p).x"), path("p->x"));
        assert_eq!(path("*(p + (0 .. n - 1))"), path("p[0 .. n - 1]"));
        assert_eq!(path("*s->p"), path("s->p[0]"));
        assert_eq!(path("s->rows[i].n").in_c(), "((s)[0].rows)[i].n");
        assert_eq!(path("s->rows[i].n").told(), "s->rows[…].n");
        for text in ["f(x)", "p + 1", "3", "a[..]", "&x", ""] {
            assert!(Path::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn what_is_listed_covers_its_parts_and_not_what_they_lead_to() {
        let covers =
            |listed: &str, place: &str| path(listed).covers(&leaf(place)).expect("it can be told");
        assert_eq!(covers("*s", "s->x"), Some(Vec::new()));
        assert_eq!(covers("s->x", "s->x"), Some(Vec::new()));
        assert_eq!(covers("s->x", "s->y"), None);
        assert_eq!(covers("s", "s->x"), None);
        assert_eq!(covers("s->next", "s->next->x"), None);
        assert_eq!(covers("*s", "s->next->x"), None);
        assert_eq!(covers("s->rows", "s->rows[j].n"), Some(Vec::new()));
        assert_eq!(covers("s->next->x", "s->next"), None);
        let whole = leaf("s->u").whole();
        assert!(path("s->u.x").covers(&whole).is_err());
    }

    #[test]
    fn elements_are_covered_under_a_condition() {
        let listed =
            path("a[lo .. hi]").with_bounds(|low, high| (low.to_owned(), format!("{high}_1")));
        let place = Path::root("a").then(Step::element("j", false));
        let found = listed.covers(&place).expect("it can be told");
        assert_eq!(found, Some(vec!["lo <= (long long)j && j < hi_1".to_owned()]));
    }
}

//! A text as words: names, numbers, signs. Both languages are read from this.

/// The words of a text, and how far they are read.
pub struct Words {
    words: Vec<String>,
    at: usize,
}

const SIGNS: [&str; 13] =
    [":=", "->", "<=>", "=>", "<=", ">=", "!=", "<>", "&&", "||", "//", "(*", "*)"];

impl Words {
    /// Splits a text. `//` and `#` begin comments in `.lpp`, `(*` ends with `*)` in `.cub`.
    pub fn of(text: &str, is_cubicle: bool) -> Self {
        let mut words = Vec::new();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let length = if first.is_whitespace() {
                rest = &rest[first.len_utf8()..];
                continue;
            } else if !is_cubicle && (rest.starts_with("//") || first == '#') {
                rest = rest.split_once('\n').map_or("", |(_, after)| after);
                continue;
            } else if is_cubicle && rest.starts_with("(*") {
                rest = rest.split_once("*)").map_or("", |(_, after)| after);
                continue;
            } else if first.is_alphanumeric() || first == '_' {
                rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len())
            } else {
                SIGNS.iter().find(|sign| rest.starts_with(**sign)).map_or(1, |sign| sign.len())
            };
            words.push(rest[..length].to_owned());
            rest = &rest[length..];
        }
        Self { words, at: 0 }
    }

    /// The next word; empty at the end.
    pub fn peek(&self) -> &str {
        self.words.get(self.at).map_or("", String::as_str)
    }

    /// The word after the next.
    pub fn second(&self) -> &str {
        self.words.get(self.at + 1).map_or("", String::as_str)
    }

    pub fn take(&mut self) -> String {
        let word = self.peek().to_owned();
        self.at += 1;
        word
    }

    /// Reads this word if it is the next.
    pub fn accept(&mut self, word: &str) -> bool {
        let is_next = self.peek() == word;
        if is_next {
            self.at += 1;
        }
        is_next
    }

    /// Reads this word. Panics if it is not the next: only correct files are read.
    pub fn expect(&mut self, word: &str) {
        let here =
            self.words[self.at.saturating_sub(8)..self.words.len().min(self.at + 4)].join(" ");
        assert!(self.accept(word), "`{word}` is expected in `{here}`");
    }

    /// `a, b, c`
    pub fn list(&mut self) -> Vec<String> {
        let mut all = vec![self.take()];
        while self.accept(",") {
            all.push(self.take());
        }
        all
    }

    /// A number, perhaps negative, if one is next.
    pub fn number(&mut self) -> Option<i64> {
        let sign = if self.peek() == "-" { -1 } else { 1 };
        let digits = if sign < 0 { self.second() } else { self.peek() };
        let value: i64 = digits.parse().ok()?;
        self.at += if sign < 0 { 2 } else { 1 };
        Some(sign * value)
    }
}

//! Marks: what the tool has to say about a line, written on that line.
//!
//! ```text
//! x = y / z;      //~ violated division-by-zero
//! return cuont;   //~ error[E0301]: unknown name
//! /* no end       //~ error[E0102]: comment
//! //~^ warning[W0101]: nested
//! ```
//!
//! A mark speaks of its own line; each `^` moves it one line up. Several marks on a line are
//! each introduced by `//~` (or `(*~`, `#~`, `;~` where that is how the language comments). The
//! text after a code is a part of the message, not all of it.

/// What a mark, or a result of the tool, is about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Claim {
    Violated { kind: String },
    Unknown { kind: String },
    Error { code: String },
    Warning { code: String },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// From 1.
    pub line: usize,
    pub claim: Claim,
    /// A part of the message; empty for `violated` and `unknown`.
    pub text: String,
}

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum MarkError {
    #[error(
        "line {line}: `{text}` is not a mark; marks are `violated KIND`, `unknown KIND`, \
         `error[CODE]: TEXT`, `warning[CODE]: TEXT`"
    )]
    Unknown { line: usize, text: String },
    #[error("line {line}: this mark points above the first line")]
    AboveTheFile { line: usize },
}

const STARTS: [&str; 4] = ["//~", "(*~", "#~", ";~"];

impl Mark {
    /// All marks of a file, in the order of the file.
    pub fn parse_all(text: &str) -> Result<Vec<Self>, MarkError> {
        let mut marks = Vec::new();
        for (index, line) in text.lines().enumerate() {
            // What stands before the first start is code, and code contains no mark.
            for piece in pieces(line) {
                marks.push(Self::parse(index + 1, piece)?);
            }
        }
        Ok(marks)
    }

    fn parse(line: usize, piece: &str) -> Result<Self, MarkError> {
        let n_up = piece.bytes().take_while(|&byte| byte == b'^').count();
        let body = piece[n_up..].trim();
        let unknown = || MarkError::Unknown { line, text: body.into() };
        let target = line.checked_sub(n_up).filter(|&target| target > 0);
        let target = target.ok_or(MarkError::AboveTheFile { line })?;
        if let Some((word, kind)) = body.split_once(' ')
            && let kind = kind.trim()
            && !kind.is_empty()
            && !kind.contains(' ')
        {
            let claim = match word {
                "violated" => Some(Claim::Violated { kind: kind.into() }),
                "unknown" => Some(Claim::Unknown { kind: kind.into() }),
                _ => None,
            };
            if let Some(claim) = claim {
                return Ok(Self { line: target, claim, text: String::new() });
            }
        }
        let (word, rest) = body.split_once('[').ok_or_else(unknown)?;
        let (code, text) = rest.split_once("]:").ok_or_else(unknown)?;
        let claim = match word {
            "error" => Claim::Error { code: code.into() },
            "warning" => Claim::Warning { code: code.into() },
            _ => return Err(unknown()),
        };
        Ok(Self { line: target, claim, text: text.trim().into() })
    }
}

impl std::fmt::Display for Claim {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Violated { kind } => write!(f, "violated {kind}"),
            Self::Unknown { kind } => write!(f, "unknown {kind}"),
            Self::Error { code } => write!(f, "error[{code}]"),
            Self::Warning { code } => write!(f, "warning[{code}]"),
        }
    }
}

/// The texts of the marks of one line, starts and comment ends removed.
fn pieces(line: &str) -> Vec<&str> {
    let Some(start) = STARTS.iter().find(|start| line.contains(**start)) else {
        return Vec::new();
    };
    let pieces = line.split(start).skip(1).map(str::trim_end);
    pieces.map(|piece| piece.strip_suffix("*)").unwrap_or(piece)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_read_with_their_lines() {
        let text = "int x; //~ violated bounds //~ error[E0101]: odd: very\n//~^ unknown shift\n";
        let marks = Mark::parse_all(text).unwrap();
        let shown: Vec<_> = marks
            .iter()
            .map(|mark| format!("{} {} {}", mark.line, mark.claim, mark.text))
            .collect();
        assert_eq!(shown, ["1 violated bounds ", "1 error[E0101] odd: very", "1 unknown shift "]);
    }

    #[test]
    fn what_is_no_mark_is_refused() {
        let refused = Mark::parse_all("x; //~ violted bounds\n");
        assert!(matches!(refused, Err(MarkError::Unknown { line: 1, .. })));
        let refused = Mark::parse_all("x; //~ error: no code\n");
        assert!(matches!(refused, Err(MarkError::Unknown { line: 1, .. })));
        let above = Mark::parse_all("//~^^ violated bounds\n");
        assert_eq!(above, Err(MarkError::AboveTheFile { line: 1 }));
    }
}

//! Property files (`.prp`): the field's notation for what is asked of a program.
//!
//! ```text
//! CHECK( init(main()), LTL(G ! call(reach_error())) )
//! CHECK( init(main()), LTL(G valid-free) )
//! ```
//!
//! One formula per `CHECK`, of the few shapes that the field uses; this is no reader of LTL. Run
//! time starts at `main` in all of them, and another entry function is refused rather than
//! ignored. So are coverage goals (`COVER(...)`), which ask for tests and not for a verdict.

use source::{Diagnostic, Diagnostics, Source, Span};

use crate::{Property, PropertySet};

/// The function whose call is the error, unless a property names another.
pub const ERROR_FUNCTIONS: [&str; 2] = ["reach_error", "__VERIFIER_error"];

/// What a property file asks; the diagnostics say what is wrong with it otherwise.
pub fn parse_property_file(source: &Source) -> Result<PropertySet, Diagnostics> {
    let mut reader = Reader { source, offset: 0, diagnostics: Diagnostics::new() };
    let mut properties = PropertySet::new();
    while reader.skip_blanks() {
        match reader.check() {
            Ok(property) => properties.insert(property),
            Err(diagnostic) => {
                reader.diagnostics.push(diagnostic);
                reader.skip_line();
            }
        }
        if reader.diagnostics.is_full() {
            break;
        }
    }
    if properties.is_empty() && !reader.diagnostics.has_errors() {
        let message = "this property file asks nothing";
        let help = "write for example `CHECK( init(main()), LTL(G ! call(reach_error())) )`";
        reader.diagnostics.push(Diagnostic::error("E0801", Span::at(0), message).help(help));
    }
    if reader.diagnostics.has_errors() { Err(reader.diagnostics) } else { Ok(properties) }
}

/// The properties that a name of `--property` stands for; `None` if it is not a name.
pub fn properties_by_name(name: &str) -> Option<PropertySet> {
    let unreach_call = || Property::UnreachCall {
        functions: ERROR_FUNCTIONS.iter().map(|&name| name.to_owned()).collect(),
    };
    let properties = match name {
        // The field has both ways of marking an error in use, so the short name means both.
        "unreach-call" => vec![unreach_call(), Property::UnreachLabel { label: "ERROR".into() }],
        "memsafety" | "valid-memsafety" => {
            vec![Property::ValidFree, Property::ValidDeref, Property::ValidMemtrack]
        }
        "memcleanup" | "valid-memcleanup" => vec![Property::ValidMemcleanup],
        "valid-free" => vec![Property::ValidFree],
        "valid-deref" => vec![Property::ValidDeref],
        "valid-memtrack" => vec![Property::ValidMemtrack],
        "no-overflow" => vec![Property::NoOverflow],
        "no-data-race" => vec![Property::NoDataRace],
        "no-deadlock" => vec![Property::NoDeadlock],
        "termination" => vec![Property::Termination],
        "def-behavior" => vec![Property::DefinedBehaviour],
        _ => return None,
    };
    Some(properties.into_iter().collect())
}

/// What [`properties_by_name`] knows, for messages.
pub const PROPERTY_NAMES: [&str; 11] = [
    "unreach-call",
    "memsafety",
    "memcleanup",
    "valid-free",
    "valid-deref",
    "valid-memtrack",
    "no-overflow",
    "no-data-race",
    "no-deadlock",
    "termination",
    "def-behavior",
];

struct Reader<'a> {
    source: &'a Source,
    offset: usize,
    diagnostics: Diagnostics,
}

impl Reader<'_> {
    fn check(&mut self) -> Result<Property, Diagnostic> {
        let start = self.offset;
        if self.name() == "COVER" {
            let span = Span::new(start as u32, self.offset as u32);
            let message = "a coverage goal is not a property of the program";
            let note = "coverage asks for tests; Linchpin gives verdicts on `CHECK` lines";
            return Err(Diagnostic::error("E0802", span, message).note(note));
        }
        self.offset = start;
        self.expect("CHECK")?;
        self.expect("(")?;
        self.expect("init")?;
        self.expect("(")?;
        self.entry()?;
        for text in ["(", ")", ")", ",", "LTL", "("] {
            self.expect(text)?;
        }
        let property = self.formula()?;
        self.expect(")")?;
        self.expect(")")?;
        Ok(property)
    }

    fn entry(&mut self) -> Result<(), Diagnostic> {
        self.skip_blanks();
        let start = self.offset;
        let name = self.name();
        if name == "main" {
            return Ok(());
        }
        let span = Span::new(start as u32, self.offset as u32);
        let message = format!("a run starts at `main`, not at `{name}`");
        Err(Diagnostic::error("E0803", span, message).label("this must be `main`"))
    }

    fn formula(&mut self) -> Result<Property, Diagnostic> {
        self.skip_blanks();
        let start = self.offset;
        let operator = self.name();
        if operator == "F" {
            self.expect("end")?;
            return Ok(Property::Termination);
        }
        if operator != "G" {
            return Err(self.unknown_formula(start));
        }
        self.skip_blanks();
        if self.take("!") {
            self.skip_blanks();
            return match &*self.name() {
                "call" => {
                    let name = self.argument()?;
                    Ok(Property::UnreachCall { functions: vec![name] })
                }
                "label" => Ok(Property::UnreachLabel { label: self.argument()? }),
                "overflow" => Ok(Property::NoOverflow),
                "data-race" => Ok(Property::NoDataRace),
                "deadlock" => Ok(Property::NoDeadlock),
                _ => Err(self.unknown_formula(start)),
            };
        }
        match &*self.name() {
            "valid-free" => Ok(Property::ValidFree),
            "valid-deref" => Ok(Property::ValidDeref),
            "valid-memtrack" => Ok(Property::ValidMemtrack),
            "valid-memcleanup" => Ok(Property::ValidMemcleanup),
            "def-behavior" => Ok(Property::DefinedBehaviour),
            _ => Err(self.unknown_formula(start)),
        }
    }

    /// `(NAME)` or `(NAME())`.
    fn argument(&mut self) -> Result<String, Diagnostic> {
        self.expect("(")?;
        self.skip_blanks();
        let start = self.offset;
        let name = self.name();
        if name.is_empty() {
            return Err(Diagnostic::error("E0804", self.here(start), "a name is expected here"));
        }
        self.skip_blanks();
        if self.take("(") {
            self.expect(")")?;
        }
        self.expect(")")?;
        Ok(name)
    }

    fn unknown_formula(&mut self, start: usize) -> Diagnostic {
        let line = self.source.buffer_line_span(self.source.buffer_line(start as u32));
        let text = self.source.excerpt(Span::new(start as u32, line.hi));
        let text = text.trim_end().trim_end_matches([')', ' ']);
        let span = Span::new(start as u32, (start + text.len()) as u32);
        Diagnostic::error("E0805", span, "this formula is not one of the field's properties").note(
            "the properties are `G ! call(NAME())`, `G ! label(NAME)`, `G valid-free`, \
             `G valid-deref`, `G valid-memtrack`, `G valid-memcleanup`, `G ! overflow`, \
             `G ! data-race`, `G def-behavior`, `F end`",
        )
    }

    fn rest(&self) -> &[u8] {
        &self.source.text()[self.offset..]
    }

    /// Moves to the next thing to read; false at the end of the file.
    fn skip_blanks(&mut self) -> bool {
        let n_blanks = self.rest().iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        self.offset += n_blanks;
        !self.rest().is_empty()
    }

    fn skip_line(&mut self) {
        self.offset += self.rest().iter().take_while(|&&byte| byte != b'\n').count();
    }

    fn take(&mut self, text: &str) -> bool {
        let is_there = self.rest().starts_with(text.as_bytes());
        self.offset += if is_there { text.len() } else { 0 };
        is_there
    }

    fn expect(&mut self, text: &str) -> Result<(), Diagnostic> {
        self.skip_blanks();
        if self.take(text) {
            return Ok(());
        }
        let message = format!("`{text}` is expected here");
        Err(Diagnostic::error("E0804", self.here(self.offset), message))
    }

    /// A name of C, or of a property (which may contain `-`); empty if there is none.
    fn name(&mut self) -> String {
        let is_part = |byte: &&u8| byte.is_ascii_alphanumeric() || b"_-$".contains(byte);
        let n_bytes = self.rest().iter().take_while(is_part).count();
        let start = self.offset;
        self.offset += n_bytes;
        self.source.excerpt(Span::new(start as u32, self.offset as u32)).into_owned()
    }

    /// The next character, for a message about it.
    fn here(&self, offset: usize) -> Span {
        let end = self.source.text().len();
        Span::new(offset as u32, (offset + 1).min(end) as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Vec<Property>, Vec<&'static str>> {
        let source = Source::new("test.prp", text.as_bytes().to_vec());
        match parse_property_file(&source) {
            Ok(properties) => Ok(properties.iter().cloned().collect()),
            Err(diagnostics) => Err(diagnostics.iter().map(|it| it.code).collect()),
        }
    }

    #[test]
    fn the_properties_of_the_field_are_read() {
        let one = |formula: &str| {
            let mut all = parse(&format!("CHECK( init(main()), LTL({formula}) )\n")).unwrap();
            assert_eq!(all.len(), 1);
            all.remove(0)
        };
        let call = Property::UnreachCall { functions: vec!["reach_error".into()] };
        assert_eq!(one("G ! call(reach_error())"), call);
        assert_eq!(one("G ! label(ERROR)"), Property::UnreachLabel { label: "ERROR".into() });
        assert_eq!(one("G valid-free"), Property::ValidFree);
        assert_eq!(one("G valid-deref"), Property::ValidDeref);
        assert_eq!(one("G valid-memtrack"), Property::ValidMemtrack);
        assert_eq!(one("G valid-memcleanup"), Property::ValidMemcleanup);
        assert_eq!(one("G ! overflow"), Property::NoOverflow);
        assert_eq!(one("G ! data-race"), Property::NoDataRace);
        assert_eq!(one("G def-behavior"), Property::DefinedBehaviour);
        assert_eq!(one("F end"), Property::Termination);
    }

    #[test]
    fn one_file_may_ask_for_several_properties() {
        let text =
            "CHECK( init(main()), LTL(G valid-free) )\nCHECK(init(main()),LTL(G valid-deref))";
        assert_eq!(parse(text), Ok(vec![Property::ValidFree, Property::ValidDeref]));
    }

    #[test]
    fn every_wrong_line_is_reported() {
        let text = "CHECK( init(start()), LTL(G valid-free) )\n\
                    COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )\n\
                    CHECK( init(main()), LTL(G valid-everything) )\n\
                    CHECK( init(main()) LTL(F end) )\n";
        assert_eq!(parse(text), Err(vec!["E0803", "E0802", "E0805", "E0804"]));
    }

    #[test]
    fn an_empty_file_asks_nothing_and_any_bytes_are_refused() {
        assert_eq!(parse(" \n"), Err(vec!["E0801"]));
        let source = Source::new("odd.prp", vec![0xff, 0, b'(', 0xc3, b'\n', b'C']);
        assert!(parse_property_file(&source).is_err());
    }

    #[test]
    fn every_cut_of_a_good_file_is_read_or_refused() {
        let text = "CHECK( init(main()), LTL(G ! call(reach_error())) )";
        for end in 0..text.len() {
            assert!(parse(&text[..end]).is_err(), "{}", &text[..end]);
        }
    }

    #[test]
    fn every_listed_name_is_known() {
        assert!(PROPERTY_NAMES.iter().all(|name| properties_by_name(name).is_some()));
        assert_eq!(properties_by_name("no-such"), None);
    }
}

//! What holds where threads stand, told: for people, and for programs.
//!
//! ```text
//! a.c:9:16: `first` before `flag[1]`; each time it stands there:
//!     flag[0] == 1
//!   meanwhile the others may change
//!     turn to 0
//! ```

use serde::Serialize;
use source::{Source, Span};
use verdict::{HowStanding, StandingFacts, ThreadFacts};

use crate::document::Place;

/// Paragraphs for people.
pub fn text(threads: &ThreadFacts, source: &Source) -> String {
    let mut text = String::new();
    for each in &threads.places {
        let head = format!(
            "{}: `{}` before `{}`",
            source.shown_position(each.span),
            each.function,
            excerpt(source, each.span)
        );
        match each.lemmas.is_empty() {
            true if threads.how == HowStanding::TwoAtATime => text += &format!("{head}:\n"),
            true => text += &format!("{head}: nothing holds that does not hold everywhere\n"),
            false => text += &format!("{head}; each time it stands there:\n"),
        }
        for lemma in &each.lemmas {
            text += &format!("    {lemma}\n");
        }
        text += match (threads.how, each.others.is_empty()) {
            (HowStanding::TwoAtATime, true) => "",
            (HowStanding::TwoAtATime, false) => "  and beside others\n",
            (_, true) => "  meanwhile the others change nothing\n",
            (_, false) => "  meanwhile the others may change\n",
        };
        for change in &each.others {
            text += &format!("    {change}\n");
        }
        text.push('\n');
    }
    if !threads.relies.is_empty() {
        text += "Each thread relies on the others, and keeps itself, that\n";
        for clause in &threads.relies {
            text += &format!("    {clause}\n");
        }
        text.push('\n');
    }
    text
}

/// One line per lemma.
pub fn brief(threads: &ThreadFacts, source: &Source) -> String {
    let mut text = String::new();
    for each in &threads.places {
        let place = source.shown_position(each.span);
        for lemma in &each.lemmas {
            text += &format!("{place}: {lemma}\n");
        }
        for change in &each.others {
            text += &format!("{place}: others: {change}\n");
        }
    }
    for clause in &threads.relies {
        text += &format!("relies: {clause}\n");
    }
    text
}

pub fn headline(threads: &ThreadFacts) -> String {
    let n_lemmas: usize = threads.places.iter().map(|each| each.lemmas.len()).sum();
    let counted = |n: usize, what: &str| match n {
        1 => format!("1 {what}"),
        n => format!("{n} {what}s"),
    };
    match threads.places.len() {
        0 if threads.relies.is_empty() => {
            "Nothing has to be relied on. That was checked again.".to_owned()
        }
        0 => format!(
            "{} for any number of threads. All of it was checked again.",
            counted(threads.relies.len(), "clause")
        ),
        n_places => {
            let how = match threads.how {
                HowStanding::AllStates => "exact, from all states",
                HowStanding::Boxes => "by the values of single variables, for any number of states",
                HowStanding::TwoAtATime => "what a proof needs, two threads at a time",
            };
            let (places, lemmas) = (counted(n_places, "place"), counted(n_lemmas, "lemma"));
            format!("{places}, {lemmas}; {how}. All of it was checked again.")
        }
    }
}

/// What stands there, on one line.
fn excerpt(source: &Source, span: Span) -> String {
    source.excerpt(span).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[derive(Serialize)]
pub struct Document<'a> {
    places: Vec<PlaceDocument<'a>>,
    /// What each thread relies on, and keeps itself, in words.
    relies: &'a [String],
}

#[derive(Serialize)]
struct PlaceDocument<'a> {
    /// The next step of a thread that stands here.
    place: Place,
    function: &'a str,
    /// All of these hold whenever a thread stands here.
    invariants: &'a [String],
    /// What other threads may do meanwhile, in words.
    others: &'a [String],
}

pub fn document<'a>(threads: &'a ThreadFacts, source: &Source) -> Document<'a> {
    let place = |each: &'a StandingFacts| PlaceDocument {
        place: Place::of(source, each.span),
        function: &each.function,
        invariants: &each.lemmas,
        others: &each.others,
    };
    Document { places: threads.places.iter().map(place).collect(), relies: &threads.relies }
}

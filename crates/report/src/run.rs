//! What of a failing run is shown: loops folded, a long middle left out.
//!
//! A run repeats itself where it loops. Rounds that go through the same lines are folded: the
//! first is shown and the last two, because a loop fails at its ends. What is still too long is
//! shortened in the middle, since how a run starts and how it ends tell most.
//!
//! ```text
//!   6 |  while (i < n)     i < n is true        the first round
//!   7 |      i++;          i = 1
//!       ... 97 more rounds of lines 6 to 7
//!   6 |  while (i < n)     ...                  the last two
//! ```
//!
//! # Ends
//! Each row is looked at with periods of at most [`MAX_PERIOD`] rows, so the work is linear in the
//! length of the run.

use source::Source;
use verdict::RunStep;

/// One row of what is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    /// The step of this number.
    Step(usize),
    /// So many rounds through these lines.
    Rounds { n_rounds: usize, first_line: u32, last_line: u32 },
    /// So many rows are left out.
    Hidden(usize),
}

/// Longest round, in lines of the run, that is recognised as one.
const MAX_PERIOD: usize = 48;
/// Rounds that are shown at the start and at the end of a loop.
const SHOWN_ROUNDS: (usize, usize) = (1, 2);
/// Fewer folded lines than this are rather shown.
const MIN_FOLDED: usize = 3;

/// Where a step is, as far as folding is concerned.
type Place<'s> = (u32, &'s str, usize, Option<u32>);

/// The run with its loops folded.
pub fn folded(steps: &[RunStep], source: &Source) -> Vec<Row> {
    let line = |step: &RunStep| source.position(step.span.lo).line;
    let places: Vec<Place<'_>> = steps
        .iter()
        .map(|step| (line(step), step.function.as_str(), step.depth, step.thread))
        .collect();
    let mut rows = Vec::new();
    let mut at = 0;
    while at < places.len() {
        let Some((period, n_rounds)) = repetition(&places[at..]) else {
            rows.push(Row::Step(at));
            at += 1;
            continue;
        };
        let (n_first, n_last) = SHOWN_ROUNDS;
        rows.extend((at..at + n_first * period).map(Row::Step));
        let round = &places[at..at + period];
        let lines = round.iter().map(|place| place.0);
        rows.push(Row::Rounds {
            n_rounds: n_rounds - n_first - n_last,
            first_line: lines.clone().min().unwrap_or(0),
            last_line: lines.max().unwrap_or(0),
        });
        let end = at + n_rounds * period;
        rows.extend((end - n_last * period..end).map(Row::Step));
        at = end;
    }
    rows
}

/// The shortest period that the places start with often enough, and how often.
fn repetition(places: &[Place<'_>]) -> Option<(usize, usize)> {
    let (n_first, n_last) = SHOWN_ROUNDS;
    (1..=MAX_PERIOD.min(places.len() / 2)).find_map(|period| {
        let round = &places[..period];
        let n_rounds = places.chunks(period).take_while(|chunk| *chunk == round).count();
        let n_folded = n_rounds.saturating_sub(n_first + n_last);
        (n_folded * period >= MIN_FOLDED).then_some((period, n_rounds))
    })
}

/// At most `n_first` and `n_last` rows, and how many are left out between them.
pub fn shortened(mut rows: Vec<Row>, n_first: usize, n_last: usize) -> Vec<Row> {
    if rows.len() <= n_first + n_last + 1 {
        return rows;
    }
    let n_hidden = rows.len() - n_first - n_last;
    rows.splice(n_first..n_first + n_hidden, [Row::Hidden(n_hidden)]);
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use source::Span;

    fn run(lines: &[u32]) -> (Vec<RunStep>, Source) {
        let source = Source::new("a.c", b"0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n".to_vec());
        let step = |line: &u32| RunStep {
            span: Span::new(2 * line, 2 * line + 1),
            function: "main".into(),
            depth: 0,
            thread: None,
            effects: Vec::new(),
        };
        (lines.iter().map(step).collect(), source)
    }

    #[test]
    fn a_loop_shows_its_first_and_its_last_rounds() {
        let mut lines = vec![0];
        lines.extend([1, 2].repeat(10));
        lines.push(3);
        let (steps, source) = run(&lines);
        let rows = folded(&steps, &source);
        assert_eq!(rows.len(), 1 + 2 + 1 + 4 + 1);
        assert_eq!(rows[3], Row::Rounds { n_rounds: 7, first_line: 2, last_line: 3 });
        assert_eq!(rows[4], Row::Step(17));
    }

    #[test]
    fn short_loops_are_shown_whole() {
        let (steps, source) = run(&[0, 1, 2, 1, 2, 1, 2, 1, 2, 3]);
        let rows = folded(&steps, &source);
        assert_eq!(rows, (0..10).map(Row::Step).collect::<Vec<_>>());
    }

    #[test]
    fn the_middle_is_left_out() {
        let rows = shortened((0..100).map(Row::Step).collect(), 3, 2);
        assert_eq!(rows.len(), 6);
        assert_eq!(rows[3], Row::Hidden(95));
        assert_eq!(rows[5], Row::Step(99));
    }
}

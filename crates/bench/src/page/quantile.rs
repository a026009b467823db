//! The quantile plot: how many tasks are answered correctly within how much time.
//!
//! The answers of a kind, sorted by processor time; the n-th point is at (n, time of the n-th).
//! A curve that goes further to the right answers more, one that stays lower answers faster. The
//! axis of times is logarithmic from a tenth of a second on: what is shorter is the start of the
//! process.

use std::fmt::{self, Write as _};

use crate::{Record, Status};

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 320.0;
const LEFT: f64 = 56.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 16.0;
const BOTTOM: f64 = 40.0;
const SHORTEST_SECONDS: f64 = 0.1;

struct Scale {
    n_most: usize,
    longest: f64,
}

impl Scale {
    fn x(&self, n: usize) -> f64 {
        LEFT + (WIDTH - LEFT - RIGHT) * n as f64 / self.n_most as f64
    }

    fn y(&self, seconds: f64) -> f64 {
        let part = |it: f64| (it.max(SHORTEST_SECONDS) / SHORTEST_SECONDS).log10();
        HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * part(seconds) / part(self.longest)
    }
}

/// Writes the plot, if there is anything to draw.
pub fn write_plot(page: &mut String, records: &[Record]) -> fmt::Result {
    let correct = |wanted: &dyn Fn(Status) -> bool| sorted_times(records, wanted);
    let curves = [
        ("correct", "all", correct(&|it| it.is_correct())),
        ("correct true", "true", correct(&|it| it == Status::CorrectTrue)),
        ("correct false", "false", correct(&|it| it == Status::CorrectFalse)),
    ];
    let all = &curves[0].2;
    let Some(&longest) = all.last() else { return Ok(()) };
    let scale = Scale { n_most: all.len(), longest: next_power_of_ten(longest) };
    page.push_str("<h2>Correct answers by processor time</h2>\n");
    writeln!(
        page,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
         aria-label=\"quantile plot\">"
    )?;
    write_axes(page, &scale)?;
    for (index, (name, class, times)) in curves.iter().enumerate() {
        if !times.is_empty() {
            write_curve(page, &scale, class, times)?;
        }
        let y = TOP + 14.0 + 18.0 * index as f64;
        let (x, count) = (LEFT + 12.0, times.len());
        writeln!(page, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{name} ({count})</text>")?;
    }
    page.push_str("</svg>\n");
    Ok(())
}

fn sorted_times(records: &[Record], is_wanted: &dyn Fn(Status) -> bool) -> Vec<f64> {
    let wanted = records.iter().filter(|record| is_wanted(record.status));
    let mut times: Vec<_> = wanted.map(|record| record.cpu_seconds).collect();
    times.sort_by(f64::total_cmp);
    times
}

fn next_power_of_ten(seconds: f64) -> f64 {
    let mut power = 1.0;
    while power < seconds {
        power *= 10.0;
    }
    power
}

fn write_axes(page: &mut String, scale: &Scale) -> fmt::Result {
    let (left, right) = (LEFT, WIDTH - RIGHT);
    let mut seconds = SHORTEST_SECONDS;
    // A bit more than the end, for what rounding leaves.
    while seconds <= scale.longest * 1.001 {
        let (y, label) = (scale.y(seconds), LEFT - 8.0);
        writeln!(
            page,
            "<line class=\"grid\" x1=\"{left}\" y1=\"{y:.1}\" x2=\"{right}\" y2=\"{y:.1}\"/>\
             <text class=\"tick\" text-anchor=\"end\" x=\"{label}\" y=\"{:.1}\">{} s</text>",
            y + 4.0,
            if seconds < 1.0 { format!("{seconds:.1}") } else { format!("{seconds:.0}") },
        )?;
        seconds *= 10.0;
    }
    let bottom = HEIGHT - BOTTOM;
    let step = tick_step(scale.n_most);
    for n in (0..=scale.n_most).step_by(step) {
        let x = scale.x(n);
        writeln!(
            page,
            "<text class=\"tick\" text-anchor=\"middle\" x=\"{x:.1}\" y=\"{:.1}\">{n}</text>",
            bottom + 18.0
        )?;
    }
    writeln!(
        page,
        "<text class=\"tick\" text-anchor=\"end\" x=\"{right}\" y=\"{:.1}\">tasks answered \
         correctly</text>",
        HEIGHT - 6.0
    )
}

/// About ten marks, at round numbers.
fn tick_step(n_most: usize) -> usize {
    let mut step = 1;
    for factor in [2, 5, 10].into_iter().cycle() {
        if n_most / step <= 10 {
            break;
        }
        // 1, 2, 5, 10, 20, 50, ...
        let decade = step / leading(step);
        step = decade * factor;
    }
    step
}

/// The first digit of 1, 2, 5, 10, 20, 50, ...
fn leading(step: usize) -> usize {
    let mut rest = step;
    while rest >= 10 {
        rest /= 10;
    }
    rest
}

fn write_curve(page: &mut String, scale: &Scale, class: &str, times: &[f64]) -> fmt::Result {
    write!(page, "<polyline class=\"{class}\" points=\"")?;
    for (index, &seconds) in times.iter().enumerate() {
        write!(page, "{:.1},{:.1} ", scale.x(index + 1), scale.y(seconds))?;
    }
    page.push_str("\"/>\n");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::tests::record;

    #[test]
    fn marks_are_few_and_round() {
        for n_most in 1..5000 {
            let step = tick_step(n_most);
            assert!(n_most / step <= 10, "{n_most} {step}");
            assert!([1, 2, 5].contains(&leading(step)), "{n_most} {step}");
        }
        assert_eq!(tick_step(7), 1);
        assert_eq!(tick_step(30), 5);
        assert_eq!(tick_step(184), 20);
    }

    #[test]
    fn curves_rise_and_stay_inside() {
        let seconds = [30.0, 0.01, 2.0, 0.5];
        let records: Vec<_> =
            seconds.iter().map(|&it| record("a.c", "TRUE", Status::CorrectTrue, it)).collect();
        let mut page = String::new();
        write_plot(&mut page, &records).unwrap();
        let points = page.split("points=\"").nth(1).unwrap().split('"').next().unwrap();
        let points: Vec<(f64, f64)> = points
            .split_whitespace()
            .map(|point| point.split_once(',').unwrap())
            .map(|(x, y)| (x.parse().unwrap(), y.parse().unwrap()))
            .collect();
        assert_eq!(points.len(), 4);
        assert!(points.is_sorted_by(|a, b| a.0 < b.0 && a.1 >= b.1), "{points:?}");
        assert!(points.iter().all(|&(x, y)| x <= WIDTH - RIGHT && (TOP..=HEIGHT).contains(&y)));
    }

    #[test]
    fn without_an_answer_there_is_no_plot() {
        let mut page = String::new();
        write_plot(&mut page, &[record("a.c", "UNKNOWN", Status::Unknown, 1.0)]).unwrap();
        assert_eq!(page, "");
    }
}

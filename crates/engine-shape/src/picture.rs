//! One symbolic heap as a picture: SVG that stands in a page.
//!
//! Names stand on the left, and what they lead to in columns to the right, as far as it is away.
//! A block is a box with a row per field that something is known of; a structure is a rounded box
//! with its predicate, and a stretch of one has a dashed arrow to where it ends. Arrows that lead
//! back go around below.
//!
//! ```text
//!   head ──▶ [ node        ]      ╭──────╮            [ node       ]
//!            │ next       ─┼────▶ │ list │ ─ ─ ─ ─ ─▶ │ next  NULL │
//! ```
//!
//! Columns are counted breadth first, so a circle has arrows that lead back. Everything is placed by
//! the length of its text, which is only right for letters of one width; the page uses such.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use ir::{ObjectId, VarId};
use shape::{Block, Edge, Kind, NodeId, PredId, State, Value};

/// What things are called.
pub trait Words {
    /// A variable of the source; `None` for one that people do not know.
    fn var(&self, var: VarId) -> Option<String>;
    fn object(&self, object: ObjectId) -> String;
    /// The record that a heap block is taken for.
    fn record(&self, block: &Block) -> String;
    fn field(&self, block: &Block, offset: u64) -> String;
    fn pred(&self, pred: PredId) -> String;
    fn function(&self, function: ir::FunctionId) -> String;
}

const LETTER: usize = 8;
const ROW: usize = 18;
const MARGIN: usize = 10;
/// Between columns there is room for arrows.
const GAP: usize = 46;
/// Longer texts are cut.
const MAX_LETTERS: usize = 28;

/// A row of a box, and where an arrow from it leads.
struct Row {
    text: String,
    to: Option<(NodeId, i64)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    Name,
    Block,
    Structure,
    /// A node of which nothing is known.
    Point,
}

struct Item {
    look: Look,
    rows: Vec<Row>,
    /// Where a stretch ends.
    end: Option<(NodeId, i64)>,
    column: usize,
    x: usize,
    y: usize,
}

impl Item {
    fn new(look: Look, rows: Vec<Row>) -> Self {
        Self { look, rows, end: None, column: 0, x: 0, y: 0 }
    }

    fn width(&self) -> usize {
        let letters = self.rows.iter().map(|row| row.text.chars().count()).max();
        match self.look {
            Look::Point => 8,
            Look::Name | Look::Block | Look::Structure => {
                letters.unwrap_or(0).min(MAX_LETTERS) * LETTER + 16
            }
        }
    }

    fn height(&self) -> usize {
        match self.look {
            Look::Point => 8,
            Look::Name | Look::Block | Look::Structure => self.rows.len().max(1) * ROW + 4,
        }
    }
}

/// The picture; a title for readers who do not see it.
pub fn picture(state: &State, words: &impl Words, title: &str) -> String {
    let mut drawing = Drawing { state, words, items: Vec::new(), at: BTreeMap::new() };
    drawing.collect();
    drawing.place();
    drawing.svg(title)
}

struct Drawing<'s, W> {
    state: &'s State,
    words: &'s W,
    items: Vec<Item>,
    /// The item of each node.
    at: BTreeMap<NodeId, usize>,
}

impl<W: Words> Drawing<'_, W> {
    fn collect(&mut self) {
        let mut plain = Vec::new();
        for (var, value) in &self.state.vars {
            let Some(name) = self.words.var(*var) else { continue };
            match value {
                Value::Addr(node, shift) => {
                    let row = Row { text: name, to: Some((*node, *shift)) };
                    self.items.push(Item::new(Look::Name, vec![row]));
                }
                value => {
                    let text = self.value(*value);
                    plain.extend(
                        text.map(|text| Row { text: format!("{name} = {text}"), to: None }),
                    );
                }
            }
        }
        for row in plain {
            self.items.push(Item::new(Look::Name, vec![row]));
        }
        for (node, edge) in &self.state.edges {
            let item = self.item(edge);
            self.at.insert(*node, self.items.len());
            self.items.push(item);
        }
        let targets = self.items.iter().flat_map(|item| {
            let rows = item.rows.iter().filter_map(|row| row.to);
            rows.chain(item.end).map(|(node, _)| node)
        });
        for node in targets.collect::<BTreeSet<NodeId>>() {
            if !self.at.contains_key(&node) {
                self.at.insert(node, self.items.len());
                self.items.push(Item::new(Look::Point, Vec::new()));
            }
        }
    }

    /// What is known of a value that is no address of a node.
    fn value(&self, value: Value) -> Option<String> {
        match (value, self.state.range(value)) {
            (Value::Fun(function), _) => Some(format!("&{}", self.words.function(function))),
            (Value::Num(number), _) => Some(number.to_string()),
            (Value::Sym(_) | Value::Sum(..), Some(range)) if range.hi - range.lo < 1 << 16 => {
                Some(format!("{}..{}", range.lo, range.hi))
            }
            (Value::Sym(_) | Value::Sum(..) | Value::Top | Value::Addr(..), _) => None,
        }
    }

    fn item(&self, edge: &Edge) -> Item {
        match edge {
            Edge::Block(block) => {
                let title = match block.kind {
                    Kind::Heap => self.words.record(block),
                    Kind::AtLeast => format!("{} bytes or more", block.size),
                    Kind::Object(object) => self.words.object(object),
                };
                let mut rows = vec![Row { text: title, to: None }];
                for (offset, cell) in &block.cells {
                    let name = self.words.field(block, *offset);
                    let to = match cell.value {
                        Value::Addr(node, shift) => Some((node, shift)),
                        Value::Top
                        | Value::Num(_)
                        | Value::Sym(_)
                        | Value::Sum(..)
                        | Value::Fun(_) => None,
                    };
                    let text = match self.value(cell.value) {
                        Some(value) => format!("{name} = {value}"),
                        None => name,
                    };
                    rows.push(Row { text, to });
                }
                Item::new(Look::Block, rows)
            }
            Edge::Ind { pred, .. } => {
                let row = Row { text: self.words.pred(*pred), to: None };
                Item::new(Look::Structure, vec![row])
            }
            Edge::Seg { pred, end, .. } => {
                let (text, end) = match end {
                    Value::Addr(node, shift) => (self.words.pred(*pred), Some((*node, *shift))),
                    value => {
                        let end = self.value(*value).unwrap_or_else(|| "?".to_owned());
                        (format!("{} to {end}", self.words.pred(*pred)), None)
                    }
                };
                let mut item = Item::new(Look::Structure, vec![Row { text, to: None }]);
                item.end = end;
                item
            }
        }
    }

    fn targets(&self, item: usize) -> Vec<usize> {
        let item = &self.items[item];
        let rows = item.rows.iter().filter_map(|row| row.to).chain(item.end);
        rows.filter_map(|(node, _)| self.at.get(&node).copied()).collect()
    }

    /// Columns by distance from names, rows in the order in which they are found.
    fn place(&mut self) {
        let is_start = |item: &Item| item.look == Look::Name;
        let mut columns: Vec<Vec<usize>> =
            vec![(0..self.items.len()).filter(|it| is_start(&self.items[*it])).collect()];
        let objects = self.state.objects.values().filter_map(|node| self.at.get(node)).copied();
        columns[0].extend(objects);
        let mut seen: BTreeSet<usize> = columns[0].iter().copied().collect();
        loop {
            let mut next = Vec::new();
            for item in columns.last().into_iter().flatten() {
                for to in self.targets(*item) {
                    if seen.insert(to) {
                        next.push(to);
                    }
                }
            }
            if next.is_empty() {
                // What nothing leads to begins a column of its own.
                let rest = (0..self.items.len()).find(|it| !seen.contains(it));
                let Some(rest) = rest else { break };
                seen.insert(rest);
                next.push(rest);
            }
            columns.push(next);
        }
        let mut x = MARGIN;
        for (number, column) in columns.iter().enumerate() {
            let mut y = MARGIN;
            let mut widest = 0;
            for item in column {
                let item = &mut self.items[*item];
                (item.column, item.x, item.y) = (number, x, y);
                y += item.height() + 12;
                widest = widest.max(item.width());
            }
            x += widest + GAP;
        }
    }

    fn svg(&self, title: &str) -> String {
        let right = self.items.iter().map(|it| it.x + it.width()).max().unwrap_or(0);
        let lower = self.items.iter().map(|it| it.y + it.height()).max().unwrap_or(0);
        let n_back = (0..self.items.len())
            .flat_map(|item| self.targets(item).into_iter().map(move |to| (item, to)))
            .filter(|(item, to)| self.items[*to].column <= self.items[*item].column)
            .count();
        let (width, height) = (right + MARGIN + 20, lower + MARGIN + 8 * n_back + 8);
        let mut text = format!(
            "<svg class=\"heap\" role=\"img\" xmlns=\"http://www.w3.org/2000/svg\" \
             viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">"
        );
        let _ = write!(text, "<title>{}</title>", escaped(title));
        for item in &self.items {
            draw_item(&mut text, item);
        }
        let mut depth = lower + MARGIN;
        for item in &self.items {
            for (index, row) in item.rows.iter().enumerate() {
                if let Some(to) = row.to {
                    let y = item.y + index * ROW + ROW / 2 + 2;
                    self.arrow(&mut text, (item, y), to, "", &mut depth);
                }
            }
            if let Some(end) = item.end {
                let y = item.y + item.height() / 2;
                self.arrow(&mut text, (item, y), end, " dashed", &mut depth);
            }
        }
        text.push_str("</svg>");
        text
    }

    fn arrow(
        &self,
        text: &mut String,
        (from, y): (&Item, usize),
        (node, shift): (NodeId, i64),
        class: &str,
        depth: &mut usize,
    ) {
        let Some(to) = self.at.get(&node).map(|it| &self.items[*it]) else { return };
        let (x1, x2) = (from.x + from.width(), to.x);
        let y2 = to.y + to.height().min(ROW + 4) / 2;
        let path = if to.column > from.column {
            let bend = (x2.saturating_sub(x1) / 2).clamp(16, 60);
            format!("M{x1} {y} C{} {y} {} {y2} {} {y2}", x1 + bend, x2.saturating_sub(bend), x2 - 5)
        } else {
            *depth += 8;
            let (out, before, low) = (x1 + 14, x2.saturating_sub(9), *depth);
            format!("M{x1} {y} H{out} V{low} H{before} V{y2} H{}", x2.saturating_sub(5))
        };
        let _ = write!(text, "<path class=\"arrow{class}\" d=\"{path}\"/>");
        let tip = x2.saturating_sub(6);
        let _ = write!(
            text,
            "<path class=\"tip\" d=\"M{x2} {y2} L{tip} {} L{tip} {} Z\"/>",
            y2.saturating_sub(4),
            y2 + 4
        );
        if shift != 0 {
            let at = (x1 + 4, y.saturating_sub(3));
            let _ = write!(
                text,
                "<text class=\"shift\" x=\"{}\" y=\"{}\">{shift:+}</text>",
                at.0, at.1
            );
        }
    }
}

fn draw_item(text: &mut String, item: &Item) {
    let Item { x, y, .. } = item;
    let (width, height) = (item.width(), item.height());
    match item.look {
        Look::Name => {}
        Look::Point => {
            let _ =
                write!(text, "<circle class=\"tip\" cx=\"{}\" cy=\"{}\" r=\"3\"/>", x + 3, y + 4);
        }
        Look::Block => {
            let _ = write!(
                text,
                "<rect class=\"block\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>\
                 <path class=\"block\" d=\"M{x} {} H{}\"/>",
                y + ROW + 2,
                x + width
            );
        }
        Look::Structure => {
            let _ = write!(
                text,
                "<rect class=\"structure\" x=\"{x}\" y=\"{y}\" width=\"{width}\" \
                 height=\"{height}\" rx=\"11\"/>"
            );
        }
    }
    for (index, row) in item.rows.iter().enumerate() {
        let class = match (item.look, index) {
            (Look::Name, _) => "name",
            (Look::Block, 0) => "title",
            _ => "row",
        };
        let _ = write!(
            text,
            "<text class=\"{class}\" x=\"{}\" y=\"{}\">{}</text>",
            x + 8,
            y + index * ROW + ROW - 3,
            escaped(&cut(&row.text))
        );
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(MAX_LETTERS) {
        Some((end, _)) => format!("{}…", text[..end].trim_end_matches(' ')),
        None => text.to_owned(),
    }
}

fn escaped(text: &str) -> String {
    let mut result = String::new();
    for c in text.chars() {
        match c {
            '&' => result.push_str("&amp;"),
            '<' => result.push_str("&lt;"),
            '>' => result.push_str("&gt;"),
            '"' => result.push_str("&quot;"),
            c => result.push(c),
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use shape::{Background, Cell};

    struct Plain;

    impl Words for Plain {
        fn var(&self, var: VarId) -> Option<String> {
            Some(format!("<{var}>"))
        }
        fn object(&self, object: ObjectId) -> String {
            object.to_string()
        }
        fn record(&self, _: &Block) -> String {
            "node".to_owned()
        }
        fn field(&self, _: &Block, offset: u64) -> String {
            format!("+{offset}")
        }
        fn pred(&self, pred: PredId) -> String {
            pred.to_string()
        }
        fn function(&self, function: ir::FunctionId) -> String {
            function.to_string()
        }
    }

    /// A block in a circle with a stretch, and a value that is unknown.
    fn circle() -> State {
        let mut state = State::new();
        let (a, b) = (state.fresh_node(), state.fresh_node());
        let mut block = Block::new(16, Kind::Heap, Background::Any);
        block.cells.insert(8, Cell { len: 8, value: Value::Addr(b, 4) });
        state.edges.insert(a, Edge::Block(block));
        let pred = index::Id::new(0);
        let end = Value::Addr(a, 0);
        state.edges.insert(b, Edge::Seg { pred, args: Vec::new(), end, end_args: Vec::new() });
        state.vars.insert(index::Id::new(0), Value::Addr(a, 0));
        state
    }

    #[test]
    fn names_are_escaped_and_everything_is_drawn_once() {
        let text = picture(&circle(), &Plain, "a & b");
        assert!(text.contains("<title>a &amp; b</title>"), "{text}");
        assert!(!text.contains("<v0>") && text.contains("&lt;v0&gt;"), "{text}");
        let count = |what: &str| text.matches(what).count();
        assert_eq!(count("class=\"structure\""), 1, "{text}");
        assert_eq!(count("class=\"arrow"), 3, "{text}");
        assert_eq!(count("arrow dashed"), 1, "{text}");
        assert!(text.contains(">+4</text>"), "{text}");
    }

    #[test]
    fn nothing_lies_on_something_else() {
        let state = circle();
        let mut drawing =
            Drawing { state: &state, words: &Plain, items: Vec::new(), at: BTreeMap::new() };
        drawing.collect();
        drawing.place();
        for (index, a) in drawing.items.iter().enumerate() {
            for b in &drawing.items[index + 1..] {
                let beside = a.x + a.width() <= b.x || b.x + b.width() <= a.x;
                let below = a.y + a.height() <= b.y || b.y + b.height() <= a.y;
                assert!(beside || below);
            }
        }
    }
}

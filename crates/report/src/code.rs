//! The text of a line as the user wrote it: from the file itself, or as far as the preprocessor has
//! left it.
//!
//! `cc -E` breaks a line where a macro of a system header was pasted in, with line markers between
//! the parts. The parts say the same line of the same file, so they are put together again.

use source::Source;

/// Parts of one line are never farther apart, in lines of the text that was read.
const MAX_PARTS: usize = 12;

/// The line at an offset, without its end.
pub fn line_at(source: &Source, offset: u32) -> String {
    let here = source.position(offset);
    if let Some(line) = source.written_line(&here) {
        return line.replace('\t', "    ");
    }
    let middle = source.buffer_line(offset);
    let part = |line: usize| {
        let span = source.buffer_line_span(line);
        let text = source.excerpt(span);
        let text = text.trim_end().replace('\t', "    ");
        let position = source.position(span.lo);
        let is_part = (position.file == here.file && position.line == here.line)
            && !text.trim_start().starts_with("# ");
        (is_part && !text.trim().is_empty()).then_some(text)
    };
    let first = middle.saturating_sub(MAX_PARTS);
    let last = (middle + MAX_PARTS).min(source.n_buffer_lines() - 1);
    let mut parts: Vec<String> = (first..=last).filter_map(part).collect();
    for later in parts.iter_mut().skip(1) {
        *later = later.trim().to_owned();
    }
    parts.join(" ").trim_end().to_owned()
}

//! The text of a line as the user wrote it: from the file itself, or as far as the preprocessor has
//! left it, whose parts of the line are put together again.

use source::Source;

/// The line at an offset, without its end.
pub fn line_at(source: &Source, offset: u32) -> String {
    if let Some(line) = source.written_line(&source.position(offset)) {
        return String::from_utf8_lossy(line).replace('\t', "    ");
    }
    let parts = source.parts_of_line(offset);
    let mut parts: Vec<String> =
        parts.iter().map(|part| part.trim_end().replace('\t', "    ")).collect();
    for later in parts.iter_mut().skip(1) {
        *later = later.trim().to_owned();
    }
    parts.join(" ").trim_end().to_owned()
}

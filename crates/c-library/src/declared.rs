//! The names and the shapes of all functions that the headers of the GNU C library declare: C17,
//! POSIX.1-2008 and its extensions.
//!
//! `functions.txt` has one function per line, sorted: its name, and its type with a letter for the
//! result and one for each parameter.
//!
//! ```text
//!   v void   i integer   p pointer   f float   d double   e long double   q wider float
//!   r record or complex   a one that counts as several   . further arguments   ? unknown type
//! ```
//!
//! A program that runs without this library may have a function of such a name: it is the library's
//! only if the shape is.

use std::collections::HashMap;
use std::sync::LazyLock;

static FUNCTIONS: LazyLock<HashMap<&'static str, &'static str>> = LazyLock::new(|| {
    let lines = include_str!("functions.txt").lines();
    lines.filter_map(|line| line.split_once(' ')).collect()
});

/// Whether the library declares a function of this name and shape; `None` stands for a declaration
/// that says nothing about the parameters.
pub(crate) fn declares(name: &str, shape: Option<&str>) -> bool {
    let Some(&known) = FUNCTIONS.get(name) else { return false };
    let Some(shape) = shape.filter(|_| known != "?") else { return true };
    let is_alike = |(one, other): (u8, u8)| one == other || one == b'a';
    known.len() == shape.len() && known.bytes().zip(shape.bytes()).all(is_alike)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_is_the_librarys_if_its_shape_is() {
        assert!(declares("select", Some("iipppp")));
        assert!(declares("select", None));
        assert!(!declares("select", Some("vi")));
        assert!(declares("bind", Some("iipi")));
        assert!(declares("sinf128", Some("qq")));
        assert!(!declares("frobnicate", None));
    }

    #[test]
    fn the_list_is_sorted_and_has_each_name_once() {
        let names: Vec<&str> =
            include_str!("functions.txt").lines().map(|line| &line[..line.len()]).collect();
        assert!(names.windows(2).all(|pair| pair[0] < pair[1]));
        assert_eq!(FUNCTIONS.len(), names.len());
    }
}

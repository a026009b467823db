//! Which file of a program a name in a witness means.
//!
//! Witnesses name files as they were called where the witness was made, so folders in front say
//! little. They are looked at where several files have the name: the one is meant that has most of the
//! path, from its end.
//!
//! ```text
//!   files of the program   lib/list.c   app/list.c
//!   list.c                 may be either
//!   /srv/me/app/list.c     app/list.c
//! ```
//!
//! What is preprocessed is also called as what it was made from: `list.c` means `list.i`.

use std::sync::Arc;

/// What a name means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meant<T> {
    Nothing,
    One(T),
    /// It could be each of these.
    Several(Vec<T>),
}

/// Which of the files, all different, a name means.
pub fn meant<'f>(named: &str, files: &'f [Arc<str>]) -> Meant<&'f Arc<str>> {
    if let Some(file) = files.iter().find(|file| is_same_path(named, file)) {
        return Meant::One(file);
    }
    let fits: Vec<(Fit, &Arc<str>)> =
        files.iter().filter_map(|file| Some((fit(named, file)?, file))).collect();
    let best = fits.iter().map(|(fit, _)| *fit).max();
    let mut found: Vec<&Arc<str>> = Vec::new();
    for (fit, file) in fits {
        if Some(fit) == best && !found.contains(&file) {
            found.push(file);
        }
    }
    match *found {
        [] => Meant::Nothing,
        [file] => Meant::One(file),
        _ => Meant::Several(found),
    }
}

/// How well a name fits a file, worse before better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Fit {
    /// Not only up to `.i`.
    is_whole_name: bool,
    /// Names of folders and the file that are the same, from the end.
    n_same: usize,
    /// The whole path of the file is part of the name.
    is_whole_path: bool,
}

fn fit(named: &str, file: &str) -> Option<Fit> {
    let (named, file) = (components(named), components(file));
    let ((last, folders), (known, known_folders)) = (named.split_last()?, file.split_last()?);
    let is_whole_name = last == known;
    let is_made_of_it = is_read_as_it_is(known) && stem(last) == stem(known);
    if !(is_whole_name || is_made_of_it) {
        return None;
    }
    let pairs = folders.iter().rev().zip(known_folders.iter().rev());
    let n_same = 1 + pairs.take_while(|(one, other)| one == other && **one != "..").count();
    let n_leading = file.iter().take_while(|it| **it == "..").count();
    Some(Fit { is_whole_name, n_same, is_whole_path: n_same == file.len() - n_leading })
}

/// Are two paths spelt alike, up to what says nothing?
pub fn is_same_path(one: &str, other: &str) -> bool {
    one.starts_with('/') == other.starts_with('/') && components(one) == components(other)
}

/// Of how many names a path is made.
pub fn n_components(path: &str) -> usize {
    components(path).len()
}

/// Is a file its own text, which the preprocessor has left already?
pub fn is_read_as_it_is(file: &str) -> bool {
    file.ends_with(".i")
}

/// A path without what says nothing: `a/../b.h` is `b.h`.
pub fn plain_path(path: &str) -> String {
    let root = if path.starts_with('/') { "/" } else { "" };
    format!("{root}{}", components(path).join("/"))
}

fn components(path: &str) -> Vec<&str> {
    let mut found: Vec<&str> = Vec::new();
    for name in path.split('/').filter(|it| !matches!(*it, "" | ".")) {
        match found.last() {
            Some(last) if name == ".." && *last != ".." => {
                found.pop();
            }
            _ => found.push(name),
        }
    }
    found
}

fn stem(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(named: &str, files: &[&str]) -> String {
        let files: Vec<Arc<str>> = files.iter().map(|it| Arc::from(*it)).collect();
        match meant(named, &files) {
            Meant::Nothing => "nothing".to_owned(),
            Meant::One(file) => file.to_string(),
            Meant::Several(files) => files.iter().map(|it| &***it).collect::<Vec<_>>().join(" or "),
        }
    }

    #[test]
    fn folders_tell_files_of_one_name_apart() {
        let files = ["lib/list.c", "app/list.c", "main.c"];
        assert_eq!(found("app/list.c", &files), "app/list.c");
        assert_eq!(found("./app//list.c", &files), "app/list.c");
        assert_eq!(found("lib/../app/list.c", &files), "app/list.c");
        assert_eq!(found("/srv/me/lib/list.c", &files), "lib/list.c");
        assert_eq!(found("list.c", &files), "lib/list.c or app/list.c");
        assert_eq!(found("src/list.c", &files), "lib/list.c or app/list.c");
        assert_eq!(found("elsewhere/main.c", &files), "main.c");
        assert_eq!(found("other.c", &files), "nothing");
        assert_eq!(found("list", &files), "nothing");
    }

    #[test]
    fn a_whole_path_is_better_than_a_part() {
        assert_eq!(found("list.c", &["list.c", "app/list.c"]), "list.c");
        assert_eq!(found("/srv/me/list.c", &["list.c", "app/list.c"]), "list.c");
        assert_eq!(found("/srv/me/list.c", &["list.c", "../list.c"]), "list.c or ../list.c");
    }

    #[test]
    fn what_was_preprocessed_has_the_name_of_what_it_was() {
        assert_eq!(found("list.c", &["lib/list.i", "main.c"]), "lib/list.i");
        assert_eq!(found("list.c", &["lib/list.i", "app/list.c"]), "app/list.c");
        assert_eq!(found("list.i", &["list.c"]), "nothing");
    }
}

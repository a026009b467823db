//! Units that cannot be read, in words.
//!
//! A header that nobody has made yet (`config.h` before `./configure`) stops each unit in the same way.
//! What the compiler says of each is then told once, in one line that says what to do.

use std::collections::BTreeMap;

use crate::subject::Unread;

/// What compilers say of a header that is not there, around its name.
const MISSING: (&str, &str) = ("fatal error: ", ": No such file or directory");

/// One text for each unit that cannot be read, and one for all that miss the same header.
pub fn in_words(unread: &[Unread]) -> Vec<String> {
    let mut by_header: BTreeMap<&str, Vec<&Unread>> = BTreeMap::new();
    let mut told = Vec::new();
    for unit in unread {
        match missing_header(&unit.why) {
            Some(header) => by_header.entry(header).or_default().push(unit),
            None => told.push(format!("{}: {}", unit.file, unit.why)),
        }
    }
    let of_headers = by_header.into_iter().map(|(header, units)| {
        let who = match &units[..] {
            [unit] => format!("`{}` includes", unit.file),
            units => format!("{} files include, `{}` the first of them", units.len(), units[0].file),
        };
        format!(
            "`{header}` is not there, which {who}: let the build make it (`./configure`, `make`), or say \
             with `-I` where it is"
        )
    });
    of_headers.chain(told).collect()
}

fn missing_header(why: &str) -> Option<&str> {
    let (_, behind) = why.split_once(MISSING.0)?;
    let (header, _) = behind.split_once(MISSING.1)?;
    (!header.contains('\n')).then_some(header)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(file: &str, why: &str) -> Unread {
        Unread { file: file.to_owned(), why: why.to_owned() }
    }

    #[test]
    fn a_header_that_all_miss_is_told_once() {
        let why = "`cc -E` refuses `a.c`:\na.c:1:10: fatal error: ../config.h: No such file or directory\n";
        let units = [unit("a.c", why), unit("b.c", "it is empty"), unit("c.c", why)];
        let told = in_words(&units);
        assert_eq!(told.len(), 2);
        assert_eq!(
            told[0],
            "`../config.h` is not there, which 2 files include, `a.c` the first of them: let the build make \
             it (`./configure`, `make`), or say with `-I` where it is"
        );
        assert_eq!(told[1], "b.c: it is empty");
        let told = in_words(&units[..1]);
        assert!(
            told[0].starts_with("`../config.h` is not there, which `a.c` includes: "),
            "{told:?}"
        );
    }
}

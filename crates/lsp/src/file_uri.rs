//! Files as the protocol names them: `file:///a%20b.c` is `/a b.c`.
//!
//! Clients differ in what they escape, so that one file has many names. Everything in the server goes by
//! paths without `.` and `..`; names are made for what is sent.

use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::{Path, PathBuf};

use project::without_detours;
use std::str::FromStr as _;

use lsp_types::Uri;

/// The file, if it is one of this machine.
pub fn path_of(uri: &Uri) -> Option<PathBuf> {
    let (scheme, rest) = uri.as_str().split_once("://")?;
    if !scheme.eq_ignore_ascii_case("file") {
        return None;
    }
    let path = rest.strip_prefix("localhost").unwrap_or(rest);
    let path = path.split(['?', '#']).next().filter(|path| path.starts_with('/'))?;
    Some(without_detours(Path::new(&OsString::from_vec(unescaped(path.as_bytes())?))))
}

/// The name of a file; none if the path is not absolute.
pub fn uri_of(path: &Path) -> Option<Uri> {
    if !path.is_absolute() {
        return None;
    }
    let mut text = String::from("file://");
    for &byte in path.as_os_str().as_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => {
                text.push(char::from(byte));
            }
            _ => text.push_str(&format!("%{byte:02X}")),
        }
    }
    Uri::from_str(&text).ok()
}

/// None if an escape is malformed.
fn unescaped(text: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.iter();
    while let Some(&byte) = rest.next() {
        let byte = match byte {
            b'%' => {
                let digit = |byte: Option<&u8>| char::from(*byte?).to_digit(16);
                let (high, low) = (digit(rest.next())?, digit(rest.next())?);
                u8::try_from(high * 16 + low).ok()?
            }
            byte => byte,
        };
        bytes.push(byte);
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(text: &str) -> Option<PathBuf> {
        path_of(&Uri::from_str(text).unwrap())
    }

    #[test]
    fn names_become_paths_however_they_are_escaped() {
        assert_eq!(path("file:///a/b.c"), Some("/a/b.c".into()));
        assert_eq!(path("file:///a%20b/%C3%A4%2b.c"), Some("/a b/ä+.c".into()));
        assert_eq!(path("file://localhost/a/./x/../b.c"), Some("/a/b.c".into()));
        for other in ["untitled:Untitled-1", "file://elsewhere/a.c", "file:///a%2", "http://a/b.c"]
        {
            if let Ok(uri) = Uri::from_str(other) {
                assert_eq!(path_of(&uri), None, "{other}");
            }
        }
    }

    #[test]
    fn paths_become_names_and_come_back() {
        for text in ["/a/b.c", "/a b/ä#%?.c", "/x/日本.c"] {
            let uri = uri_of(Path::new(text)).unwrap();
            assert_eq!(path_of(&uri), Some(text.into()), "{}", uri.as_str());
        }
        assert!(uri_of(Path::new("a.c")).is_none());
    }
}

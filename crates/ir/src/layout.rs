//! What the parts of an object are called: for people alone, no meaning of a program depends on it.
//!
//! ```text
//!   struct { char tag; int v[4]; struct { int x, y; } p; } r;       r.tag  r.v[2]  r.p.y
//!                                                                   0      12      24
//! ```
//!
//! Members of a union lie in one place and have no names here, nor have bits.

use std::sync::Arc;

/// How an object is divided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Into nothing that has a name.
    Whole,
    /// Elements of so many bytes.
    Elements {
        size: u64,
        element: Arc<Layout>,
    },
    Members(Vec<Member>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    pub offset: u64,
    pub size: u64,
    /// Empty for a record whose members are told as if they were those around it.
    pub name: Box<str>,
    pub layout: Arc<Layout>,
}

impl Layout {
    /// The smallest part that begins at an offset, as it is written behind the object: `.v[2]`. `None` if
    /// none begins there.
    pub fn name_at(&self, offset: u64) -> Option<String> {
        match self {
            Self::Whole => (offset == 0).then(String::new),
            Self::Elements { size: 0, .. } => None,
            Self::Elements { size, element } => {
                let inside = element.name_at(offset % size)?;
                Some(format!("[{}]{inside}", offset / size))
            }
            Self::Members(members) => {
                let is_in = |it: &&Member| it.offset <= offset && offset - it.offset < it.size;
                let member = members.iter().find(is_in)?;
                let inside = member.layout.name_at(offset - member.offset)?;
                Some(match &*member.name {
                    "" => inside,
                    name => format!(".{name}{inside}"),
                })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_told_down_to_the_smallest() {
        let member = |offset, size, name: &str, layout| Member {
            offset,
            size,
            name: name.into(),
            layout: Arc::new(layout),
        };
        let pair = Layout::Members(vec![
            member(0, 4, "x", Layout::Whole),
            member(4, 4, "y", Layout::Whole),
        ]);
        let numbers = Layout::Elements { size: 4, element: Arc::new(Layout::Whole) };
        let record = Layout::Members(vec![
            member(0, 1, "tag", Layout::Whole),
            member(4, 16, "v", numbers),
            member(20, 8, "p", pair.clone()),
            member(28, 8, "", pair),
        ]);
        let named = |offset| record.name_at(offset);
        assert_eq!(named(0).as_deref(), Some(".tag"));
        assert_eq!(named(12).as_deref(), Some(".v[2]"));
        assert_eq!(named(24).as_deref(), Some(".p.y"));
        assert_eq!(named(32).as_deref(), Some(".y"));
        // Padding, the middle of a number, and what lies behind.
        assert_eq!((named(1), named(13), named(36)), (None, None, None));
    }
}

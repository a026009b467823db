//! The bytes of the standard input, from what the library's functions gave the program.
//!
//! Calls are followed in their order; each adds what it read to the end. A byte that a model left
//! open is known once the program reads it, wherever that is; what nobody reads is any letter, and
//! a line feed at the end of a line.
//!
//! Models of the library promise less than files do: a call may find the end of the input and the
//! next one may go on, a line may stop anywhere. So there are *demands* (the input ends here, no
//! digit follows), which are held against the whole at the end; one that is not met is an obstacle.

use std::collections::BTreeMap;

use ir::{Sign, Type};
use source::Source;

use super::Call;
use super::scan_format::{self, Conversion, Piece};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Demand {
    /// The input ends here.
    End,
    /// It does, unless a line ended just before.
    EndUnlessLine,
    /// What follows does not go on with a number.
    NoNumber,
    /// What follows does not go on with a word.
    NoWord,
}

#[derive(Debug, Default)]
pub(super) struct StandardInput {
    is_read: bool,
    /// None where nobody has looked; the flag says that a line may end there.
    bytes: Vec<(Option<u8>, bool)>,
    /// Bytes of memory that came from the input, and have not been looked at.
    open: BTreeMap<u64, usize>,
    demands: Vec<(usize, Demand)>,
    /// Where the current call began to read, and whether it reads the standard input.
    first: usize,
    is_other_stream: bool,
    pushed_back: Option<u8>,
    scan: Option<Scan>,
    pub obstacles: Vec<String>,
}

/// A call of `scanf` that is not over.
#[derive(Debug)]
struct Scan {
    pieces: std::vec::IntoIter<Piece>,
    stored: Option<(Type, u128)>,
}

const READERS: [&str; 20] = [
    "fgetc",
    "getc",
    "_IO_getc",
    "getc_unlocked",
    "getchar",
    "getchar_unlocked",
    "fgets",
    "__fgets_chk",
    "gets",
    "fread",
    "getline",
    "getdelim",
    "__getdelim",
    "read",
    "ungetc",
    "feof",
    "ferror",
    "clearerr",
    "fflush",
    "__linchpin_scan_matches",
];

const STREAM_READERS: [&str; 11] = [
    "fgetc",
    "getc",
    "_IO_getc",
    "getc_unlocked",
    "fgets",
    "__fgets_chk",
    "fread",
    "getline",
    "getdelim",
    "__getdelim",
    "ungetc",
];

impl StandardInput {
    /// Whether a function of the library makes no choice but what it reads.
    pub(super) fn reads(name: &str) -> bool {
        READERS.contains(&name) || name.starts_with("__linchpin_scan_")
    }

    /// Takes note of a byte of memory that the program looks at, if it came from the input.
    pub(super) fn learn(&mut self, address: u64, byte: u8) -> bool {
        let Some(index) = self.open.remove(&address) else { return false };
        if let Some(slot) = self.bytes.get_mut(index) {
            slot.0 = Some(byte);
        }
        true
    }

    /// Memory that is written to holds the input no more.
    pub(super) fn forget(&mut self, address: u64, size: u64) {
        if self.open.is_empty() {
            return;
        }
        let end = address.saturating_add(size);
        let gone: Vec<u64> = self.open.range(address..end).map(|(address, _)| *address).collect();
        for address in gone {
            self.open.remove(&address);
        }
    }

    /// A model made bytes unknown.
    pub(super) fn overwritten(&mut self, call: &Call, address: u64, size: u64) {
        const MOST: u64 = 1 << 20;
        self.forget(address, size);
        if !Self::reads(&call.name) || self.is_other_stream || size > MOST {
            return;
        }
        if call.name == "read" && call.arguments.first() != Some(&0) {
            return;
        }
        self.space_before(call);
        self.first = self.bytes.len();
        for at in 0..size {
            self.open.insert(address + at, self.bytes.len());
            self.bytes.push((None, false));
        }
    }

    pub(super) fn stored(&mut self, call: &Call, object: Option<&str>, ty: Type, bits: u128) {
        if let Some(scan) = &mut self.scan {
            scan.stored = Some((ty, bits));
            return;
        }
        // Models of streams mark the one that they are given, before anything else.
        if call.n_stores == 0 && STREAM_READERS.contains(&call.name.as_str()) {
            let is_standard = |name: &str| name == "input" || name.starts_with("input.");
            self.is_other_stream = !object.is_some_and(is_standard);
        }
    }

    pub(super) fn returned(&mut self, call: &Call, result: Option<u128>, source: &Source) {
        let name = call.name.as_str();
        if !Self::reads(name) {
            return;
        }
        if self.is_other_stream {
            self.is_other_stream = false;
            self.obstacles.push(format!("`{name}` reads a file that is not the standard input"));
            return;
        }
        if name.starts_with("__linchpin_scan_") {
            self.is_read = true;
            self.scanned(call, result, source);
            return;
        }
        let result = result.unwrap_or(0);
        match name {
            "fgetc" | "getc" | "_IO_getc" | "getc_unlocked" | "getchar" | "getchar_unlocked" => {
                self.is_read = true;
                self.character(result as u32 as i32);
            }
            "ungetc" => self.pushed_back = u8::try_from(result as u32).ok(),
            "fgets" | "__fgets_chk" | "gets" => {
                self.is_read = true;
                let room = match name {
                    "fgets" => call.arguments.get(1).map(|size| (*size as u64).saturating_sub(1)),
                    "__fgets_chk" => {
                        call.arguments.get(2).map(|size| (*size as u64).saturating_sub(1))
                    }
                    _ => None,
                };
                self.line(result != 0, 10, room);
                if name == "gets" && result != 0 {
                    // The last byte of the line is the line feed that `gets` leaves out.
                    if let Some(last) = self.bytes.last_mut() {
                        last.0 = Some(10);
                    }
                }
            }
            "getline" | "getdelim" | "__getdelim" => {
                self.is_read = true;
                let end = match name {
                    "getline" => 10,
                    _ => call.arguments.get(2).map_or(10, |end| *end as u8),
                };
                self.line(result as u64 as i64 != -1, end, None);
            }
            "fread" => {
                self.is_read = true;
                let wanted = call.arguments.get(1).zip(call.arguments.get(2));
                let wanted = wanted.map_or(0, |(size, n)| size.saturating_mul(*n));
                if ((self.bytes.len() - self.first) as u128) < wanted {
                    self.demands.push((self.bytes.len(), Demand::End));
                }
            }
            "read" => self.read(call, result as u64 as i64),
            _ => {}
        }
        self.first = self.bytes.len();
    }

    /// The run fails in a call that reads: there has to be enough to read.
    pub(super) fn fails_in(&mut self, call: &Call) {
        const ENOUGH: usize = 8192;
        // It fails at the stream itself, which it marks before anything else.
        if call.n_stores == 0 && STREAM_READERS.contains(&call.name.as_str()) {
            return;
        }
        if Self::reads(&call.name) && !self.is_other_stream {
            self.is_read = true;
            self.space_before(call);
            self.bytes.extend(std::iter::repeat_n((None, false), ENOUGH));
        }
    }

    fn character(&mut self, result: i32) {
        match (u8::try_from(result).ok(), self.pushed_back.take()) {
            (Some(byte), Some(back)) if byte == back => {}
            (_, Some(_)) => self.obstacles.push("what `ungetc` puts back does not come".to_owned()),
            (Some(byte), None) => self.bytes.push((Some(byte), false)),
            (None, None) => self.demands.push((self.bytes.len(), Demand::End)),
        }
    }

    fn line(&mut self, is_there: bool, end: u8, room: Option<u64>) {
        if !is_there {
            if room != Some(0) {
                self.demands.push((self.bytes.len(), Demand::End));
            }
            return;
        }
        let line = &self.bytes[self.first..];
        if let Some(at) = line.iter().position(|byte| byte.0 == Some(end)) {
            self.cut(self.first + at + 1);
        }
        let length = (self.bytes.len() - self.first) as u64;
        if let Some(last) = self.bytes.last_mut()
            && length > 0
            && room.is_none_or(|room| length < room)
        {
            last.1 = true;
            self.demands.push((self.bytes.len(), Demand::EndUnlessLine));
        }
    }

    fn cut(&mut self, length: usize) {
        self.bytes.truncate(length);
        self.open.retain(|_, index| *index < length);
    }

    fn read(&mut self, call: &Call, result: i64) {
        if call.arguments.first() != Some(&0) {
            self.obstacles.push("`read` reads a file that is not the standard input".to_owned());
            return;
        }
        self.is_read = true;
        if result < 0 {
            self.obstacles.push("`read` has to fail".to_owned());
            return;
        }
        let wanted = call.arguments.get(2).copied().unwrap_or(0);
        if (result as u128) < wanted {
            self.demands.push((self.bytes.len(), Demand::End));
        }
    }

    fn scanned(&mut self, call: &Call, result: Option<u128>, source: &Source) {
        if call.name == "__linchpin_scan_matches" {
            let text = source.excerpt(call.span);
            let is_standard = text.starts_with("scanf") || text.contains("(stdin");
            let pieces = if is_standard { scan_format::of_call(&text) } else { None };
            let Some(pieces) = pieces else {
                let words: Vec<&str> = text.split_whitespace().collect();
                self.obstacles.push(format!("no input is known for `{}`", words.join(" ")));
                self.scan = None;
                return;
            };
            self.scan = Some(Scan { pieces: pieces.into_iter(), stored: None });
            match result.map(|bits| bits as u32 as i32) {
                Some(matched) if matched > 0 => self.literals(),
                _ => self.end_of_scan(),
            }
            return;
        }
        let [matched, number, ..] = call.arguments[..] else { return };
        let (matched, number) = (matched as u32 as i32, number as u32 as i32);
        if matched <= number {
            if matched == number {
                self.end_of_scan();
            }
            return;
        }
        if let Some(conversion) = self.conversion() {
            self.converted(conversion, call);
        }
        if matched > number + 1 {
            self.literals();
        }
    }

    /// No more of the format matches.
    fn end_of_scan(&mut self) {
        self.scan = None;
        self.demands.push((self.bytes.len(), Demand::End));
    }

    /// The next conversion of the format.
    fn conversion(&mut self) -> Option<Conversion> {
        let scan = self.scan.as_mut()?;
        scan.pieces.by_ref().find_map(|piece| match piece {
            Piece::Conversion(conversion) => Some(conversion),
            Piece::Space | Piece::Byte(_) => None,
        })
    }

    /// What the format wants before its next conversion that stores something.
    fn literals(&mut self) {
        let Some(scan) = &mut self.scan else { return };
        let mut wanted = Vec::new();
        let mut rest = scan.pieces.clone();
        while let Some(piece) = rest.next() {
            match piece {
                Piece::Space => wanted.push(b' '),
                Piece::Byte(byte) => wanted.push(byte),
                Piece::Conversion(Conversion::Skipped) => {
                    self.obstacles.push("a part of the input is skipped".to_owned());
                }
                Piece::Conversion(_) => break,
            }
            scan.pieces = rest.clone();
        }
        self.bytes.extend(wanted.into_iter().map(|byte| (Some(byte), false)));
    }

    /// Numbers and words are apart.
    fn space_before(&mut self, call: &Call) {
        let is_word = call.name == "__linchpin_scan_string";
        let last = self.bytes.last().map(|(byte, _)| *byte);
        let is_apart = last.is_none_or(|byte| byte.is_some_and(|byte| byte.is_ascii_whitespace()));
        if is_word && !is_apart {
            self.bytes.push((Some(b' '), false));
        }
    }

    fn converted(&mut self, conversion: Conversion, call: &Call) {
        let stored = self.scan.as_mut().and_then(|scan| scan.stored.take());
        match conversion {
            Conversion::Count | Conversion::Skipped => return,
            Conversion::Chars => {}
            Conversion::String => {
                let word = &self.bytes[self.first..];
                let is_space = |(byte, _): &(Option<u8>, bool)| {
                    byte.is_some_and(|it| it.is_ascii_whitespace() || it == 11)
                };
                match word.iter().position(is_space) {
                    Some(0) => {
                        self.cut(self.first);
                        self.bytes.push((Some(b'0'), false));
                    }
                    Some(at) => self.cut(self.first + at),
                    None => {}
                }
                self.demands.push((self.bytes.len(), Demand::NoWord));
            }
            Conversion::Signed
            | Conversion::Unsigned
            | Conversion::Octal
            | Conversion::Hexadecimal
            | Conversion::Float => {
                let text = stored.and_then(|(ty, bits)| number(&conversion, ty, bits));
                let Some(text) = text else {
                    self.obstacles.push(format!("no input is known for `{}`", call.name));
                    return;
                };
                self.bytes.push((Some(b' '), false));
                self.bytes.extend(text.bytes().map(|byte| (Some(byte), false)));
                self.demands.push((self.bytes.len(), Demand::NoNumber));
            }
        }
        self.first = self.bytes.len();
    }

    /// Where a line stops short and more is read later, a line feed was left out; whether that
    /// matters, a try shows.
    fn end_lines(&mut self) {
        let mut added = 0;
        for index in 0..self.demands.len() {
            let (at, demand) = &mut self.demands[index];
            *at += added;
            let at = *at;
            let is_cut = *demand == Demand::EndUnlessLine && at < self.bytes.len();
            if is_cut && at > 0 && self.bytes[at - 1].0.is_some_and(|byte| byte != 10) {
                self.bytes.insert(at, (Some(10), false));
                self.demands[index].0 = at + 1;
                added += 1;
            }
        }
    }

    /// The whole input. What nobody looked at is chosen now.
    pub(super) fn finish(&mut self) -> Option<Vec<u8>> {
        self.end_lines();
        let any = |is_end: bool| if is_end { 10 } else { b'a' };
        let bytes = self.bytes.iter().map(|(byte, is_end)| byte.unwrap_or(any(*is_end)));
        let bytes: Vec<u8> = bytes.collect();
        for &(at, demand) in &self.demands {
            let rest = bytes.get(at..).unwrap_or_default();
            let next = rest.first();
            let is_met = match demand {
                Demand::End => rest.is_empty(),
                Demand::EndUnlessLine => {
                    rest.is_empty() || at.checked_sub(1).is_some_and(|last| bytes[last] == 10)
                }
                Demand::NoNumber => {
                    next.is_none_or(|next| !next.is_ascii_hexdigit() && !b".xX".contains(next))
                }
                Demand::NoWord => next.is_none_or(u8::is_ascii_whitespace),
            };
            if !is_met {
                let what = "the input has to come in pieces, or go on behind its end";
                self.obstacles.push(what.to_owned());
                break;
            }
        }
        self.is_read.then_some(bytes)
    }
}

/// The number as a text that the conversion reads.
fn number(conversion: &Conversion, ty: Type, bits: u128) -> Option<String> {
    match (conversion, ty) {
        (Conversion::Float, Type::Float(ir::FloatType::F32)) => {
            Some(format!("{:?}", f32::from_bits(bits as u32)))
        }
        (Conversion::Float, Type::Float(ir::FloatType::F64)) => {
            Some(format!("{:?}", f64::from_bits(bits as u64)))
        }
        (Conversion::Float, _) => None,
        (Conversion::Signed, Type::Int(int)) => {
            Some(ir::IntType { sign: Sign::Signed, ..int }.value(bits & int.mask()).to_string())
        }
        (Conversion::Unsigned, Type::Int(int)) => Some((bits & int.mask()).to_string()),
        (Conversion::Octal, Type::Int(int)) => Some(format!("{:o}", bits & int.mask())),
        (Conversion::Hexadecimal, Type::Int(int)) => Some(format!("{:x}", bits & int.mask())),
        _ => None,
    }
}

//! Random structs and unions: sizes, alignments, offsets, and the image of every bit-field.

use std::fmt::Write;

use c_sema::typed::Unit;
use c_sema::types::{DataModel, RecordId};

use crate::compiler::{MODELS, analyse, run};
use crate::random::Random;

const N_RECORDS: usize = 400;

/// A record as text, and the members whose place is compared.
struct Generated {
    definition: String,
    tag: String,
    fields: Vec<GeneratedField>,
}

struct GeneratedField {
    name: String,
    is_bit_field: bool,
}

const PRELUDE: &str = "\
typedef int vector __attribute__((vector_size(16)));
typedef int aligned_int __attribute__((aligned(16)));
typedef long long loose_long __attribute__((aligned(2)));
typedef double tight_double __attribute__((aligned(8)));
enum small { SMALL = 1 };
enum large { LARGE = 0x100000000 };
enum tiny { TINY = 3 } __attribute__((packed));
";

fn generate(model: DataModel, seed: u64) -> Vec<Generated> {
    let mut random = Random::new(seed);
    let mut records: Vec<Generated> = Vec::new();
    for number in 0..N_RECORDS {
        let word = if random.once_in(4) { "union" } else { "struct" };
        let tag = format!("{word} r{number}");
        let mut fields = Vec::new();
        let mut body = String::new();
        for index in 0..random.below(7) {
            member(&mut random, model, &records, &format!("f{index}"), &mut body, &mut fields);
        }
        if random.once_in(6) {
            let inner = if random.once_in(2) { "union" } else { "struct" };
            writeln!(body, "  {inner} {{").expect("a string grows");
            for index in 0..1 + random.below(3) {
                member(&mut random, model, &records, &format!("g{index}"), &mut body, &mut fields);
            }
            let attributes = record_attributes(&mut random);
            writeln!(body, "  }}{attributes};").expect("a string grows");
            member(&mut random, model, &records, "last", &mut body, &mut fields);
        }
        let attributes = record_attributes(&mut random);
        let mut definition = format!("{tag} {{\n{body}}}{attributes};\n");
        if random.once_in(3) {
            let limit = 1 << random.below(5);
            definition = format!("#pragma pack(push, {limit})\n{definition}#pragma pack(pop)\n");
        }
        records.push(Generated { definition, tag, fields });
    }
    records
}

fn record_attributes(random: &mut Random) -> String {
    let mut text = String::new();
    if random.once_in(4) {
        text += " __attribute__((packed))";
    }
    if random.once_in(6) {
        let align = 1 << random.below(6);
        write!(text, " __attribute__((aligned({align})))").expect("a string grows");
    }
    text
}

fn member(
    random: &mut Random,
    model: DataModel,
    records: &[Generated],
    name: &str,
    body: &mut String,
    fields: &mut Vec<GeneratedField>,
) {
    let mut attributes = String::new();
    if random.once_in(8) {
        attributes += " __attribute__((packed))";
    }
    if random.once_in(8) {
        let align = 1 << random.below(5);
        write!(attributes, " __attribute__((aligned({align})))").expect("a string grows");
    }
    if random.once_in(2) {
        let (ty, limit) = bit_field_type(random, model);
        let width = random.below(limit + 1);
        let is_unnamed = width == 0 || random.once_in(8);
        let shown = if is_unnamed { "" } else { name };
        writeln!(body, "  {ty} {shown} : {width}{attributes};").expect("a string grows");
        if !is_unnamed {
            fields.push(GeneratedField { name: name.to_owned(), is_bit_field: true });
        }
        return;
    }
    let ty = ordinary_type(random, model, records);
    let array = match random.below(6) {
        0 => "[3]",
        1 => "[0]",
        2 => "[2][2]",
        _ => "",
    };
    writeln!(body, "  {ty} {name}{array}{attributes};").expect("a string grows");
    fields.push(GeneratedField { name: name.to_owned(), is_bit_field: false });
}

fn bit_field_type(random: &mut Random, model: DataModel) -> (&'static str, u64) {
    let word = if model == DataModel::Lp64 { 64 } else { 32 };
    *random.pick(&[
        ("_Bool", 1),
        ("char", 8),
        ("unsigned char", 8),
        ("short", 16),
        ("int", 32),
        ("int", 32),
        ("unsigned", 32),
        ("long", word),
        ("unsigned long long", 64),
        ("long long", 64),
        ("enum small", 32),
        ("enum large", 64),
        ("enum tiny", 8),
        ("loose_long", 64),
        ("aligned_int", 32),
    ])
}

fn ordinary_type(random: &mut Random, model: DataModel, records: &[Generated]) -> String {
    if !records.is_empty() && random.once_in(5) {
        return random.pick(records).tag.clone();
    }
    let types = [
        "char",
        "signed char",
        "short",
        "int",
        "unsigned",
        "long",
        "long long",
        "_Bool",
        "float",
        "double",
        "long double",
        "char *",
        "void **",
        "_Complex float",
        "_Complex double",
        "_Complex long double",
        "_Float128",
        "enum small",
        "enum large",
        "enum tiny",
        "vector",
        "loose_long",
        "tight_double",
        "__builtin_va_list",
        "__int128",
    ];
    // The last one exists on 64-bit machines only. `aligned_int` cannot be an array's element.
    let n_types = if model == DataModel::Lp64 { types.len() } else { types.len() - 1 };
    types[random.below(n_types as u64) as usize].to_owned()
}

/// The program that prints one line per record and per member.
fn program(records: &[Generated]) -> String {
    let mut text = String::from("#include <stdio.h>\n#include <string.h>\n#include <stddef.h>\n");
    text += PRELUDE;
    for record in records {
        text += &record.definition;
    }
    text += "static void image(void *from, unsigned long size) {\n\
             for (unsigned long i = 0; i < size; i++) printf(\"%02x\", ((unsigned char *)from)[i]);\n\
             printf(\"\\n\"); }\n";
    for (number, record) in records.iter().enumerate() {
        let tag = &record.tag;
        writeln!(text, "static void p{number}(void) {{ static {tag} r;").expect("a string grows");
        writeln!(
            text,
            "printf(\"%lu %lu\\n\", (unsigned long)sizeof({tag}), (unsigned long)_Alignof({tag}));"
        )
        .expect("a string grows");
        for field in &record.fields {
            let name = &field.name;
            if field.is_bit_field {
                writeln!(text, "memset(&r, 0, sizeof r); r.{name} = -1; image(&r, sizeof r);")
            } else {
                writeln!(
                    text,
                    "printf(\"%lu %lu\\n\", (unsigned long)offsetof({tag}, {name}), \
                     (unsigned long)__alignof__(r.{name}));"
                )
            }
            .expect("a string grows");
        }
        text += "}\n";
    }
    text += "int main(void) {\n";
    for number in 0..records.len() {
        writeln!(text, "p{number}();").expect("a string grows");
    }
    text + "return 0; }\n"
}

/// The lines that the program should print, out of our layouts.
fn expected(unit: &Unit, records: &[Generated]) -> Vec<(String, String)> {
    let mut lines = Vec::new();
    for record in records {
        let id = record_of(unit, &record.tag);
        let layout = unit.types.records[id].layout.as_ref().expect("it is defined");
        let about = format!("{}\n", record.definition);
        lines.push((format!("{} {}", layout.size, layout.align), about.clone()));
        for field in &record.fields {
            let (offset, bits, align) = place(unit, id, &field.name);
            let line = match bits {
                None => format!("{offset} {align}"),
                Some((start, width)) => image(layout.size, offset * 8 + start, width),
            };
            lines.push((line, format!("{about}member {}", field.name)));
        }
    }
    lines
}

fn record_of(unit: &Unit, tag: &str) -> RecordId {
    let name = tag.split(' ').nth(1).expect("tags have two words");
    let symbol = unit.symbols.get(name).expect("the tag occurs");
    let (id, _) = unit
        .types
        .records
        .iter()
        .find(|(_, record)| record.tag == Some(symbol))
        .expect("the record is declared");
    id
}

/// Offset in bytes, start and width of a bit-field, and alignment.
fn place(unit: &Unit, record: RecordId, name: &str) -> (u64, Option<(u64, u64)>, u64) {
    let symbol = unit.symbols.get(name).expect("the member occurs");
    let path = unit.types.find_field(record, symbol).expect("the member exists");
    let mut record = record;
    let mut offset = 0;
    let (mut bits, mut align) = (None, 1);
    for index in path {
        let field = &unit.types.fields(record)[index as usize];
        offset += field.offset;
        bits = field.bits.map(|bits| (u64::from(bits.start), u64::from(bits.width)));
        align = field.align;
        if let Some(inner) = unit.types.record(field.ty.ty) {
            record = inner;
        }
    }
    (offset, bits, align)
}

fn image(size: u64, start: u64, width: u64) -> String {
    let mut bytes = vec![0u8; size as usize];
    for bit in start..start + width {
        bytes[(bit / 8) as usize] |= 1 << (bit % 8);
    }
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn records_are_laid_out_as_by_gcc() {
    for model in MODELS {
        for seed in [1, 2, 3] {
            let records = generate(model, seed);
            let definitions: String =
                records.iter().map(|record| record.definition.as_str()).collect();
            let unit = analyse(&format!("{PRELUDE}{definitions}"), model);
            let printed = run(&format!("records{seed}"), &program(&records), model);
            let expected = expected(&unit, &records);
            assert_eq!(printed.len(), expected.len());
            for (theirs, (ours, about)) in printed.iter().zip(&expected) {
                assert_eq!(ours, theirs, "{model:?}, ours on the left:\n{about}");
            }
        }
    }
}

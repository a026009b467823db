//! Calls of the C library whose results the standard fixes: strings, searching, sorting, numbers
//! in texts.
//!
//! Where the standard fixes only the sign or the truth of a result, only that is looked at.

use crate::generator::{Access, Generator};
use crate::types::{IntKind, Scalar, Type};

/// What is used of it, declared as its headers do.
pub(super) const DECLARATIONS: &str = "\
extern __typeof__(sizeof 0) strlen(const char *);
extern char *strcpy(char *, const char *);
extern char *strncpy(char *, const char *, __typeof__(sizeof 0));
extern char *strcat(char *, const char *);
extern int strcmp(const char *, const char *);
extern int strncmp(const char *, const char *, __typeof__(sizeof 0));
extern int memcmp(const void *, const void *, __typeof__(sizeof 0));
extern char *strchr(const char *, int);
extern char *strrchr(const char *, int);
extern char *strstr(const char *, const char *);
extern void *memchr(const void *, int, __typeof__(sizeof 0));
extern __typeof__(sizeof 0) strspn(const char *, const char *);
extern char *strdup(const char *);
extern char *strtok(char *, const char *);
extern int abs(int);
extern int atoi(const char *);
extern long strtol(const char *, char **, int);
extern unsigned long strtoul(const char *, char **, int);
extern void qsort(void *, __typeof__(sizeof 0), __typeof__(sizeof 0), int (*)(const void *, const void *));
extern void *bsearch(const void *, const void *, __typeof__(sizeof 0), __typeof__(sizeof 0), int (*)(const void *, const void *));
extern int toupper(int);
extern int isdigit(int);
extern int isalpha(int);
";

impl Generator {
    /// A call, and a variable that holds what came of it.
    pub(super) fn library_call(&mut self) {
        let (s, v) = (self.local_name("str"), self.local_name("l"));
        let (a, b) = (self.small(7), self.small(3));
        let text = *self.choices.pick(&["abcabc", "a-b,c;", "0x1fz", "-42 7", "zzaaab", "  017."]);
        self.line(&format!("char {s}[16] = \"{text}\"; int {v} = 0;"));
        let prefix = self.prefix.clone();
        let line = match self.choices.below(16) {
            0 => format!("{s}[{a}] = 0; {v} = strlen({s});"),
            1 => format!("{s}[{b}] = 0; strcat({s}, \"xy\"); {v} = strlen({s}) * 256 + {s}[{a}];"),
            2 => format!(
                "{s}[{a}] = 'b'; {v} = strcmp({s}, \"{text}\"); {v} = ({v} > 0) - ({v} < 0);"
            ),
            3 => format!(
                "{s}[{a}] ^= 1; {v} = memcmp({s}, \"{text}\", 1 + {b}); {v} = ({v} > 0) - ({v} < 0);"
            ),
            4 => {
                format!("char *{v}p = strchr({s}, 'a' + {b}); {v} = {v}p ? (int)({v}p - {s}) : -1;")
            }
            5 => format!("char *{v}p = strrchr({s}, {s}[{a}]); {v} = {v}p - {s};"),
            6 => format!(
                "char *{v}p = memchr({s} + {b}, 'a', 4); if ({v}p) *{v}p = 'q'; {v} = {s}[{b}] + !{v}p;"
            ),
            7 => format!("{s}[{b}] = '0' + {a}; {v} = atoi({s});"),
            8 => format!(
                "char *{v}e; {v} = (int)strtol({s} + {b}, &{v}e, 16) * 16 + (int)({v}e - {s});"
            ),
            9 => format!("{v} = abs({a} - 4) * 10 + abs(-{b});"),
            10 => format!(
                "int {v}a[4] = {{ {a}, 3, {b}, -1 }}; qsort({v}a, 4, sizeof(int), {prefix}order); \
                 {v} = {v}a[0] + 10 * {v}a[1] + 100 * {v}a[2] + 1000 * {v}a[3];"
            ),
            11 => format!(
                "int {v}a[3] = {{ 1, 4, 6 }}, {v}k = {a}; int *{v}p = bsearch(&{v}k, {v}a, 3, sizeof(int), \
                 {prefix}order); {v} = {v}p ? (int)({v}p - {v}a) : 7;"
            ),
            12 => format!(
                "{s}[{a}] = toupper({s}[{a}]); {v} = {s}[{b}] + !!isdigit({s}[{a}]) + 2 * !!isalpha({s}[{b}]);"
            ),
            13 => format!(
                "char *{v}d = strdup({s} + {b}); {v}d[0]++; {v} = strlen({v}d) + {v}d[0] * 2 + {s}[{b}]; free({v}d);"
            ),
            14 => format!(
                "char *{v}t = strtok({s} + {b}, \"-a\"); {v} = {v}t ? (int)({v}t - {s}) * 16 + (int)strlen({v}t) : -3;"
            ),
            _ => format!(
                "char {v}b[8]; strncpy({v}b, {s} + {b}, 6); {v}b[7] = 0; {v}b[6] = {a}; {v} = {v}b[{b}] + {v}b[6] + strspn({s}, \"abc\");"
            ),
        };
        self.line(&line);
        let character = Type::Scalar(Scalar::Int(IntKind::Char));
        self.declare(&s, Type::Array(Box::new(character), 16), Access::ReadWrite);
        self.declare(&v, Type::Scalar(Scalar::Int(IntKind::Int)), Access::ReadWrite);
    }

    /// A call that leaves its buffer for some inputs.
    pub(super) fn library_risk(&mut self) -> String {
        let (a, b) = (self.small(7), self.small(3));
        let length = 4 + self.choices.below(5);
        let v = self.local_name("m");
        match self.choices.below(6) {
            0 => format!(
                "char {v}[8] = \"aaaaaaa\", {v}b[{length}]; {v}[{a}] = 0; strcpy({v}b, {v});"
            ),
            1 => format!(
                "char {v}[{length}] = \"ab\", {v}b[8] = \"cdefghi\"; {v}b[{a}] = 0; strcat({v}, {v}b);"
            ),
            2 => {
                format!("char *{v} = malloc({length}); strncpy({v}, \"abcdefgh\", {a}); free({v});")
            }
            3 => format!(
                "char *{v} = malloc(4); memset({v}, 'a', 4); {v}[{a}] = 0; int {v}n = strlen({v}); free({v});"
            ),
            4 => format!(
                "char {v}[8] = \"abcdefg\"; {v}[{a}] = 0; char *{v}d = strdup({v}); {v}d[{b}] = 1; free({v}d);"
            ),
            _ => format!(
                "char {v}[8] = \"abcdefg\", *{v}p; {v}[{a}] = 0; {v}p = strchr({v}, 'd'); {v}p[{b}] = 1;"
            ),
        }
    }
}

//! Which file defines which functions and objects; the files are below `models/`.

use super::Model;

/// A model with what it defines. What it uses of other models stands in its text.
pub(crate) struct Row {
    pub(crate) model: Model,
    pub(crate) defines: &'static [&'static str],
}

macro_rules! model {
    ($folder:literal, $file:literal, [$($name:literal),* $(,)?]) => {
        Row {
            model: Model {
                name: $file,
                text: include_str!(concat!("../models/", $folder, "/", $file)),
            },
            defines: &[$($name),*],
        }
    };
}

/// Functions that `c-lower` lowers itself, and what it calls for them.
pub(crate) const USED_BY_LOWERING: &[(&[&str], &[&str])] = &[];

pub(crate) const ROWS: &[Row] = &[
    model!("ctype", "ctype_b_loc.c", ["__ctype_b_loc"]),
    model!("ctype", "ctype_tolower_loc.c", ["__ctype_tolower_loc"]),
    model!("ctype", "ctype_toupper_loc.c", ["__ctype_toupper_loc"]),
    model!("ctype", "isalnum.c", ["isalnum"]),
    model!("ctype", "isalpha.c", ["isalpha"]),
    model!("ctype", "isascii.c", ["isascii"]),
    model!("ctype", "isblank.c", ["isblank"]),
    model!("ctype", "iscntrl.c", ["iscntrl"]),
    model!("ctype", "isdigit.c", ["isdigit"]),
    model!("ctype", "isgraph.c", ["isgraph"]),
    model!("ctype", "islower.c", ["islower"]),
    model!("ctype", "isprint.c", ["isprint"]),
    model!("ctype", "ispunct.c", ["ispunct"]),
    model!("ctype", "isspace.c", ["isspace"]),
    model!("ctype", "isupper.c", ["isupper"]),
    model!("ctype", "isxdigit.c", ["isxdigit"]),
    model!("ctype", "toascii.c", ["toascii"]),
    model!("ctype", "tolower.c", ["tolower"]),
    model!("ctype", "toupper.c", ["toupper"]),
    model!("errno", "errno.c", ["__errno_location", "__errno", "___errno"]),
    model!(
        "stdlib",
        "aligned_alloc.c",
        ["aligned_alloc", "memalign", "posix_memalign", "valloc", "pvalloc"]
    ),
    model!("stdlib", "atoi.c", ["atoi", "atol", "atoll"]),
    model!("stdlib", "bsearch.c", ["bsearch"]),
    model!("stdlib", "div.c", ["div"]),
    model!(
        "stdlib",
        "drand48.c",
        ["drand48", "erand48", "lrand48", "nrand48", "mrand48", "srand48"]
    ),
    model!("stdlib", "imaxdiv.c", ["imaxdiv"]),
    model!("stdlib", "ldiv.c", ["ldiv"]),
    model!("stdlib", "lfind.c", ["lfind"]),
    model!("stdlib", "lldiv.c", ["lldiv"]),
    model!("stdlib", "qsort.c", ["qsort"]),
    model!("stdlib", "qsort_r.c", ["qsort_r"]),
    model!("stdlib", "rand.c", ["rand", "srand", "rand_r", "random", "srandom"]),
    model!("stdlib", "reallocarray.c", ["reallocarray"]),
    model!("stdlib", "strtod.c", ["strtod", "strtof", "strtold", "atof"]),
    model!(
        "stdlib",
        "strtol.c",
        [
            "strtol",
            "strtoll",
            "strtoul",
            "strtoull",
            "strtoq",
            "strtouq",
            "__isoc23_strtol",
            "__isoc23_strtoll",
            "__isoc23_strtoul",
            "__isoc23_strtoull"
        ]
    ),
    model!("string", "bcmp.c", ["bcmp"]),
    model!("string", "bcopy.c", ["bcopy"]),
    model!("string", "index.c", ["index"]),
    model!("string", "memccpy.c", ["memccpy"]),
    model!("string", "memchr.c", ["memchr"]),
    model!("string", "memcmp.c", ["memcmp"]),
    model!("string", "memmem.c", ["memmem"]),
    model!("string", "memrchr.c", ["memrchr"]),
    model!("string", "rawmemchr.c", ["rawmemchr"]),
    model!("string", "rindex.c", ["rindex"]),
    model!("string", "stpcpy.c", ["stpcpy"]),
    model!("string", "stpcpy_chk.c", ["__stpcpy_chk"]),
    model!("string", "stpncpy.c", ["stpncpy"]),
    model!("string", "stpncpy_chk.c", ["__stpncpy_chk"]),
    model!("string", "strcasecmp.c", ["strcasecmp"]),
    model!("string", "strcasestr.c", ["strcasestr"]),
    model!("string", "strcat.c", ["strcat"]),
    model!("string", "strcat_chk.c", ["__strcat_chk"]),
    model!("string", "strchr.c", ["strchr"]),
    model!("string", "strchrnul.c", ["strchrnul"]),
    model!("string", "strcmp.c", ["strcmp"]),
    model!("string", "strcoll.c", ["strcoll"]),
    model!("string", "strcpy.c", ["strcpy"]),
    model!("string", "strcpy_chk.c", ["__strcpy_chk"]),
    model!("string", "strcspn.c", ["strcspn"]),
    model!("string", "strdup.c", ["strdup", "__strdup"]),
    model!("string", "strlcat.c", ["strlcat"]),
    model!("string", "strlcpy.c", ["strlcpy"]),
    model!("string", "strlen.c", ["strlen"]),
    model!("string", "strncasecmp.c", ["strncasecmp"]),
    model!("string", "strncat.c", ["strncat"]),
    model!("string", "strncat_chk.c", ["__strncat_chk"]),
    model!("string", "strncmp.c", ["strncmp"]),
    model!("string", "strncpy.c", ["strncpy"]),
    model!("string", "strncpy_chk.c", ["__strncpy_chk"]),
    model!("string", "strndup.c", ["strndup", "__strndup"]),
    model!("string", "strnlen.c", ["strnlen"]),
    model!("string", "strpbrk.c", ["strpbrk"]),
    model!("string", "strrchr.c", ["strrchr"]),
    model!("string", "strsep.c", ["strsep"]),
    model!("string", "strspn.c", ["strspn"]),
    model!("string", "strstr.c", ["strstr"]),
    model!("string", "strtok.c", ["strtok"]),
    model!("string", "strtok_r.c", ["strtok_r", "__strtok_r"]),
    model!("string", "strxfrm.c", ["strxfrm"]),
    model!("string", "swab.c", ["swab"]),
];

/// For calls through pointers of what is lowered to steps of the IR.
pub(crate) const THUNKS: &[Row] = &[
    model!("thunk", "_Exit.c", ["_Exit"]),
    model!("thunk", "_exit.c", ["_exit"]),
    model!("thunk", "abort.c", ["abort"]),
    model!("thunk", "abs.c", ["abs"]),
    model!("thunk", "bzero.c", ["bzero"]),
    model!("thunk", "calloc.c", ["calloc"]),
    model!("thunk", "exit.c", ["exit"]),
    model!("thunk", "ffs.c", ["ffs"]),
    model!("thunk", "ffsl.c", ["ffsl"]),
    model!("thunk", "ffsll.c", ["ffsll"]),
    model!("thunk", "free.c", ["free"]),
    model!("thunk", "labs.c", ["labs"]),
    model!("thunk", "llabs.c", ["llabs"]),
    model!("thunk", "malloc.c", ["malloc"]),
    model!("thunk", "memcpy.c", ["memcpy"]),
    model!("thunk", "memmove.c", ["memmove"]),
    model!("thunk", "mempcpy.c", ["mempcpy"]),
    model!("thunk", "memset.c", ["memset"]),
    model!("thunk", "realloc.c", ["realloc"]),
];

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
    model!("errno", "errno.c", ["__linchpin_errno", "__errno_location", "__errno", "___errno"]),
    model!(
        "errno",
        "set.c",
        [
            "__linchpin_set_errno",
            "__linchpin_set_errno_to",
            "__linchpin_may_set_errno",
            "__linchpin_unmodelled_errno",
            "__linchpin_allocation_errno"
        ]
    ),
    model!(
        "fenv",
        "rounding.c",
        ["fegetround", "fesetround", "feclearexcept", "feraiseexcept", "fetestexcept"]
    ),
    model!("inet", "byteorder.c", ["htons", "ntohs", "htonl", "ntohl"]),
    model!("locale", "localeconv.c", ["localeconv"]),
    model!("math", "acos.c", ["acos"]),
    model!("math", "acosf.c", ["acosf"]),
    model!("math", "acosh.c", ["acosh"]),
    model!("math", "acoshf.c", ["acoshf"]),
    model!("math", "asin.c", ["asin"]),
    model!("math", "asinf.c", ["asinf"]),
    model!("math", "asinh.c", ["asinh"]),
    model!("math", "asinhf.c", ["asinhf"]),
    model!("math", "atan.c", ["atan"]),
    model!("math", "atan2.c", ["atan2"]),
    model!("math", "atan2f.c", ["atan2f"]),
    model!("math", "atanf.c", ["atanf"]),
    model!("math", "atanh.c", ["atanh"]),
    model!("math", "atanhf.c", ["atanhf"]),
    model!("math", "cbrt.c", ["cbrt"]),
    model!("math", "cbrtf.c", ["cbrtf"]),
    model!("math", "ceil.c", ["ceil"]),
    model!("math", "ceilf.c", ["ceilf"]),
    model!(
        "math",
        "classify.c",
        [
            "__isinf",
            "__isinff",
            "__isinfl",
            "isinf",
            "isinff",
            "__finite",
            "__finitef",
            "__finitel",
            "finite",
            "isfinite",
            "__signbit",
            "__signbitf",
            "__fpclassify",
            "__fpclassifyf"
        ]
    ),
    model!("math", "copysign.c", ["copysign"]),
    model!("math", "copysignf.c", ["copysignf"]),
    model!("math", "cos.c", ["cos"]),
    model!("math", "cosf.c", ["cosf"]),
    model!("math", "cosh.c", ["cosh"]),
    model!("math", "coshf.c", ["coshf"]),
    model!("math", "erf.c", ["erf"]),
    model!("math", "erfc.c", ["erfc"]),
    model!("math", "erfcf.c", ["erfcf"]),
    model!("math", "erff.c", ["erff"]),
    model!("math", "exp.c", ["exp"]),
    model!("math", "exp2.c", ["exp2"]),
    model!("math", "exp2f.c", ["exp2f"]),
    model!("math", "expf.c", ["expf"]),
    model!("math", "expm1.c", ["expm1"]),
    model!("math", "expm1f.c", ["expm1f"]),
    model!("math", "fabs.c", ["fabs"]),
    model!("math", "fabsf.c", ["fabsf"]),
    model!("math", "floor.c", ["floor"]),
    model!("math", "floorf.c", ["floorf"]),
    model!("math", "fma.c", ["fma"]),
    model!("math", "fmaf.c", ["fmaf"]),
    model!("math", "fmax.c", ["fmax", "fmin", "fdim"]),
    model!("math", "fmaxf.c", ["fmaxf", "fminf", "fdimf"]),
    model!("math", "fmod.c", ["fmod"]),
    model!("math", "fmodf.c", ["fmodf"]),
    model!("math", "frexp.c", ["frexp"]),
    model!("math", "frexpf.c", ["frexpf"]),
    model!("math", "hypot.c", ["hypot"]),
    model!("math", "hypotf.c", ["hypotf"]),
    model!("math", "ldexp.c", ["ldexp", "scalbn", "scalbln"]),
    model!("math", "ldexpf.c", ["ldexpf", "scalbnf", "scalblnf"]),
    model!("math", "lgamma.c", ["lgamma"]),
    model!("math", "lgammaf.c", ["lgammaf"]),
    model!("math", "log.c", ["log"]),
    model!("math", "log10.c", ["log10"]),
    model!("math", "log10f.c", ["log10f"]),
    model!("math", "log1p.c", ["log1p"]),
    model!("math", "log1pf.c", ["log1pf"]),
    model!("math", "log2.c", ["log2"]),
    model!("math", "log2f.c", ["log2f"]),
    model!("math", "logb.c", ["logb", "ilogb"]),
    model!("math", "logbf.c", ["logbf", "ilogbf"]),
    model!("math", "logf.c", ["logf"]),
    model!("math", "lround.c", ["lround", "llround", "lrint", "llrint"]),
    model!("math", "lroundf.c", ["lroundf", "llroundf", "lrintf", "llrintf"]),
    model!("math", "modf.c", ["modf"]),
    model!("math", "modff.c", ["modff"]),
    model!("math", "nextafter.c", ["nextafter"]),
    model!("math", "nextafterf.c", ["nextafterf"]),
    model!("math", "pow.c", ["pow"]),
    model!("math", "powf.c", ["powf"]),
    model!("math", "remainder.c", ["remainder"]),
    model!("math", "remainderf.c", ["remainderf"]),
    model!("math", "rint.c", ["rint", "nearbyint"]),
    model!("math", "rintf.c", ["rintf", "nearbyintf"]),
    model!("math", "round.c", ["round"]),
    model!("math", "roundf.c", ["roundf"]),
    model!("math", "signgam.c", ["signgam"]),
    model!("math", "sin.c", ["sin"]),
    model!("math", "sinf.c", ["sinf"]),
    model!("math", "sinh.c", ["sinh"]),
    model!("math", "sinhf.c", ["sinhf"]),
    model!("math", "sqrt.c", ["sqrt"]),
    model!("math", "sqrtf.c", ["sqrtf"]),
    model!("math", "tan.c", ["tan"]),
    model!("math", "tanf.c", ["tanf"]),
    model!("math", "tanh.c", ["tanh"]),
    model!("math", "tanhf.c", ["tanhf"]),
    model!("math", "tgamma.c", ["tgamma"]),
    model!("math", "tgammaf.c", ["tgammaf"]),
    model!("math", "trunc.c", ["trunc"]),
    model!("math", "truncf.c", ["truncf"]),
    model!("stdio", "asprintf.c", ["vasprintf", "asprintf"]),
    model!(
        "stdio",
        "files.c",
        [
            "remove", "rename", "unlink", "rmdir", "mkdir", "chdir", "chmod", "access", "link",
            "symlink", "truncate"
        ]
    ),
    model!("stdio", "fopen.c", ["fopen", "fopen64", "fdopen", "tmpfile", "fclose", "freopen"]),
    model!("stdio", "format.c", ["__linchpin_format"]),
    model!("stdio", "formatted.c", ["__linchpin_finish_string", "__linchpin_finish_output"]),
    model!(
        "stdio",
        "get_stream.c",
        [
            "fgetc",
            "getc",
            "_IO_getc",
            "getc_unlocked",
            "getchar",
            "getchar_unlocked",
            "fgets",
            "__fgets_chk",
            "gets",
            "fread"
        ]
    ),
    model!("stdio", "getline.c", ["getdelim", "getline", "__getdelim"]),
    model!(
        "stdio",
        "printf.c",
        [
            "vprintf",
            "vfprintf",
            "vdprintf",
            "vsyslog",
            "printf",
            "fprintf",
            "dprintf",
            "__printf_chk",
            "__fprintf_chk",
            "__vprintf_chk",
            "__vfprintf_chk",
            "syslog"
        ]
    ),
    model!(
        "stdio",
        "end_of_file.c",
        [
            "__linchpin_ends",
            "__linchpin_input_ends",
            "__linchpin_may_go_on",
            "__linchpin_has_ended",
            "__linchpin_input_has_ended",
            "__linchpin_one_has_ended"
        ]
    ),
    model!(
        "stdio",
        "pushback.c",
        [
            "ungetc",
            "__linchpin_take_back",
            "__linchpin_take_back_input",
            "__linchpin_nothing_pushed"
        ]
    ),
    model!(
        "stdio",
        "put.c",
        [
            "__linchpin_put_bytes",
            "__linchpin_put_char",
            "__linchpin_put_string",
            "__linchpin_put_number",
            "__linchpin_put_signed"
        ]
    ),
    model!(
        "stdio",
        "put_stream.c",
        [
            "__linchpin_put_done",
            "__linchpin_fput_done",
            "fputs",
            "puts",
            "perror",
            "fputc",
            "putc",
            "putchar",
            "putc_unlocked",
            "putchar_unlocked",
            "_IO_putc",
            "fwrite"
        ]
    ),
    model!(
        "stdio",
        "put_unmodelled.c",
        [
            "__linchpin_put_unmodelled",
            "__linchpin_put_double",
            "__linchpin_put_long_double",
            "__linchpin_put_pointer"
        ]
    ),
    model!(
        "stdio",
        "scan.c",
        [
            "__linchpin_scan_matches",
            "__linchpin_scan_schar",
            "__linchpin_scan_short",
            "__linchpin_scan_int",
            "__linchpin_scan_long",
            "__linchpin_scan_longlong",
            "__linchpin_scan_float",
            "__linchpin_scan_double",
            "__linchpin_scan_long_double",
            "__linchpin_scan_chars",
            "__linchpin_scan_string"
        ]
    ),
    model!(
        "stdio",
        "scanf.c",
        [
            "scanf",
            "fscanf",
            "__isoc99_scanf",
            "__isoc99_fscanf",
            "__isoc23_scanf",
            "__isoc23_fscanf"
        ]
    ),
    model!(
        "stdio",
        "snprintf.c",
        [
            "vsnprintf",
            "vsprintf",
            "snprintf",
            "sprintf",
            "__snprintf_chk",
            "__sprintf_chk",
            "__vsnprintf_chk",
            "__vsprintf_chk"
        ]
    ),
    model!("stdio", "sscanf.c", ["vsscanf", "sscanf", "__isoc99_sscanf", "__isoc23_sscanf"]),
    model!(
        "stdio",
        "stream_state.c",
        [
            "feof",
            "ferror",
            "clearerr",
            "fflush",
            "fileno",
            "fseek",
            "fseeko",
            "ftell",
            "ftello",
            "rewind",
            "flockfile",
            "funlockfile",
            "setbuf",
            "setvbuf"
        ]
    ),
    model!("stdio", "streams.c", ["stdin", "stdout", "stderr"]),
    model!(
        "stdlib",
        "aligned_alloc.c",
        ["aligned_alloc", "memalign", "posix_memalign", "valloc", "pvalloc"]
    ),
    model!("start", "exit.c", ["atexit", "on_exit", "__linchpin_exit"]),
    model!("start", "quick_exit.c", ["at_quick_exit", "__linchpin_quick_exit"]),
    model!("start", "start_0.c", ["__linchpin_start_0"]),
    model!("start", "start_0_exit.c", ["__linchpin_start_0_exit"]),
    model!("start", "start_1.c", ["__linchpin_start_1"]),
    model!("start", "start_1_exit.c", ["__linchpin_start_1_exit"]),
    model!("start", "start_2.c", ["__linchpin_start_2"]),
    model!("start", "start_2_exit.c", ["__linchpin_start_2_exit"]),
    model!("start", "start_3.c", ["__linchpin_start_3"]),
    model!("start", "start_3_exit.c", ["__linchpin_start_3_exit"]),
    model!("stdlib", "atoi.c", ["atoi", "atol", "atoll"]),
    model!("stdlib", "bsearch.c", ["bsearch"]),
    model!("stdlib", "div.c", ["div"]),
    model!("stdlib", "drand48.c", ["drand48", "erand48", "lrand48", "nrand48", "mrand48"]),
    model!(
        "stdlib",
        "environment.c",
        [
            "__linchpin_getenv",
            "getenv",
            "secure_getenv",
            "setenv",
            "unsetenv",
            "putenv",
            "clearenv"
        ]
    ),
    model!("stdlib", "imaxdiv.c", ["imaxdiv"]),
    model!("stdlib", "ldiv.c", ["ldiv"]),
    model!("stdlib", "lfind.c", ["lfind"]),
    model!("stdlib", "lldiv.c", ["lldiv"]),
    model!("stdlib", "lsearch.c", ["lsearch"]),
    model!("stdlib", "qsort.c", ["qsort"]),
    model!("stdlib", "qsort_r.c", ["qsort_r"]),
    model!("stdlib", "queue.c", ["insque", "remque"]),
    model!("stdlib", "rand.c", ["rand", "random", "rand_r"]),
    model!("stdlib", "reallocarray.c", ["reallocarray"]),
    model!("stdlib", "seed.c", ["srand", "srandom", "srand48", "__linchpin_draw_again"]),
    model!("stdlib", "setlocale.c", ["setlocale"]),
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
            "__isoc23_strtoull",
            "strtoimax",
            "strtoumax"
        ]
    ),
    model!("stdlib", "system.c", ["system"]),
    model!("string", "bcmp.c", ["bcmp"]),
    model!("string", "bcopy.c", ["bcopy"]),
    model!("string", "explicit_bzero.c", ["explicit_bzero"]),
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
    model!("string", "strerror.c", ["__linchpin_error_text", "strerror"]),
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
    model!("string", "strtok.c", ["__linchpin_rest_of_tokens", "strtok"]),
    model!("string", "strtok_r.c", ["strtok_r", "__strtok_r"]),
    model!("string", "strxfrm.c", ["strxfrm"]),
    model!("string", "swab.c", ["swab"]),
    model!(
        "threads",
        "barrier.c",
        [
            "pthread_barrier_init",
            "pthread_barrier_destroy",
            "pthread_barrier_wait",
            "pthread_barrierattr_init",
            "pthread_barrierattr_destroy",
            "pthread_barrierattr_setpshared"
        ]
    ),
    model!(
        "threads",
        "c11.c",
        [
            "mtx_init",
            "mtx_destroy",
            "mtx_lock",
            "mtx_trylock",
            "mtx_timedlock",
            "mtx_unlock",
            "cnd_init",
            "cnd_destroy",
            "cnd_signal",
            "cnd_broadcast",
            "cnd_wait",
            "cnd_timedwait"
        ]
    ),
    model!(
        "threads",
        "condition.c",
        [
            "pthread_cond_init",
            "pthread_cond_destroy",
            "pthread_cond_signal",
            "pthread_cond_broadcast",
            "pthread_cond_wait",
            "pthread_cond_timedwait",
            "pthread_cond_clockwait",
            "pthread_condattr_init",
            "pthread_condattr_destroy",
            "pthread_condattr_setpshared",
            "pthread_condattr_setclock"
        ]
    ),
    model!(
        "threads",
        "mutex.c",
        [
            "pthread_mutex_init",
            "pthread_mutex_destroy",
            "pthread_mutex_lock",
            "pthread_mutex_trylock",
            "pthread_mutex_timedlock",
            "pthread_mutex_clocklock",
            "pthread_mutex_unlock"
        ]
    ),
    model!(
        "threads",
        "mutex_attributes.c",
        [
            "pthread_mutexattr_init",
            "pthread_mutexattr_destroy",
            "pthread_mutexattr_settype",
            "pthread_mutexattr_gettype",
            "pthread_mutexattr_setpshared",
            "pthread_mutexattr_setprotocol",
            "pthread_mutexattr_setrobust"
        ]
    ),
    model!("threads", "once.c", ["pthread_once", "call_once"]),
    model!(
        "threads",
        "rwlock.c",
        [
            "pthread_rwlock_init",
            "pthread_rwlock_destroy",
            "pthread_rwlock_rdlock",
            "pthread_rwlock_wrlock",
            "pthread_rwlock_tryrdlock",
            "pthread_rwlock_trywrlock",
            "pthread_rwlock_timedrdlock",
            "pthread_rwlock_timedwrlock",
            "pthread_rwlock_unlock",
            "pthread_rwlockattr_init",
            "pthread_rwlockattr_destroy",
            "pthread_rwlockattr_setpshared"
        ]
    ),
    model!("threads", "self.c", ["pthread_self", "pthread_equal", "thrd_current", "thrd_equal"]),
    model!(
        "threads",
        "semaphore.c",
        [
            "sem_init",
            "sem_destroy",
            "sem_wait",
            "sem_trywait",
            "sem_timedwait",
            "sem_clockwait",
            "sem_post",
            "sem_getvalue"
        ]
    ),
    model!("threads", "sleep.c", ["thrd_sleep"]),
    model!(
        "threads",
        "spin.c",
        [
            "pthread_spin_init",
            "pthread_spin_destroy",
            "pthread_spin_lock",
            "pthread_spin_trylock",
            "pthread_spin_unlock"
        ]
    ),
    model!(
        "time",
        "calendar.c",
        [
            "__linchpin_local_time",
            "localtime_r",
            "gmtime_r",
            "localtime",
            "gmtime",
            "mktime",
            "timegm"
        ]
    ),
    model!(
        "time",
        "text_of_a_time.c",
        ["__linchpin_time_text", "strftime", "asctime_r", "asctime", "ctime_r", "ctime"]
    ),
    model!(
        "time",
        "time.c",
        ["time", "clock", "difftime", "gettimeofday", "clock_gettime", "timespec_get", "nanosleep"]
    ),
    model!(
        "time",
        "zone.c",
        [
            "tzname",
            "daylight",
            "timezone",
            "__tzname",
            "__daylight",
            "__timezone",
            "__linchpin_zone_is_looked_up",
            "tzset"
        ]
    ),
    model!(
        "unistd",
        "file.c",
        [
            "read",
            "pread",
            "write",
            "pwrite",
            "send",
            "recv",
            "readlink",
            "pipe",
            "open",
            "open64",
            "creat",
            "dup",
            "dup2",
            "close",
            "fsync",
            "ftruncate",
            "lseek",
            "isatty"
        ]
    ),
    model!("unistd", "getopt_objects.c", ["optarg", "optind", "opterr", "optopt"]),
    model!("unistd", "settings.c", ["sysconf", "umask", "alarm"]),
    model!("unistd", "users.c", ["__linchpin_has_users", "getuid", "geteuid", "getgid", "getegid"]),
    model!("unistd", "process.c", ["getpid", "getppid", "sleep", "usleep", "getpagesize"]),
    model!("signal", "handlers.c", ["signal", "sigaction", "sigprocmask", "pthread_sigmask"]),
    model!(
        "signal",
        "sets.c",
        ["sigemptyset", "sigfillset", "sigaddset", "sigdelset", "sigismember"]
    ),
    model!("stdio", "err.c", ["vwarn", "vwarnx", "warn", "warnx", "verr", "verrx", "err", "errx"]),
    model!(
        "stdio",
        "more_streams.c",
        [
            "fgetc_unlocked",
            "fputc_unlocked",
            "fflush_unlocked",
            "feof_unlocked",
            "ferror_unlocked",
            "clearerr_unlocked",
            "fileno_unlocked",
            "fgets_unlocked",
            "fputs_unlocked",
            "fread_unlocked",
            "fwrite_unlocked",
            "tmpfile64",
            "fseeko64",
            "ftello64",
            "setlinebuf",
            "ftrylockfile",
            "popen",
            "pclose"
        ]
    ),
    model!("string", "basename.c", ["basename", "__xpg_basename"]),
    model!("string", "dirname.c", ["dirname"]),
    model!("string", "strsignal.c", ["__linchpin_signal_text", "strsignal"]),
    model!("string", "strerror_r.c", ["__xpg_strerror_r", "strerror_r"]),
    model!("string", "text_in_a_room.c", ["__linchpin_any_text", "__linchpin_unmodelled_text"]),
    model!(
        "unistd",
        "folder.c",
        ["opendir", "fdopendir", "readdir", "rewinddir", "dirfd", "closedir"]
    ),
    model!("unistd", "getopt.c", ["getopt", "__posix_getopt", "getopt_long", "getopt_long_only"]),
    model!("unistd", "getopt_order.c", ["__linchpin_is_posixly_correct"]),
    model!(
        "unistd",
        "manage.c",
        [
            "chown",
            "lchown",
            "fchown",
            "fchmod",
            "fchdir",
            "mkfifo",
            "faccessat",
            "mkdirat",
            "unlinkat",
            "renameat",
            "openat",
            "fdatasync",
            "sync",
            "lockf",
            "flock",
            "fcntl",
            "pipe2",
            "setpgid",
            "getpgrp",
            "setsid",
            "waitpid",
            "wait"
        ]
    ),
    model!(
        "unistd",
        "paths.c",
        [
            "getcwd",
            "get_current_dir_name",
            "realpath",
            "canonicalize_file_name",
            "readlinkat",
            "mkstemp",
            "mkstemps",
            "mkostemp",
            "mkdtemp",
            "gethostname"
        ]
    ),
    model!("unistd", "poll.c", ["poll", "select"]),
    model!(
        "unistd",
        "stat.c",
        [
            "stat",
            "lstat",
            "fstat",
            "fstatat",
            "__xstat",
            "__lxstat",
            "__fxstat",
            "stat64",
            "lstat64",
            "fstat64",
            "fstatat64"
        ]
    ),
    model!(
        "unistd",
        "system.c",
        [
            "uname",
            "getrlimit",
            "setrlimit",
            "getrusage",
            "times",
            "getrandom",
            "getentropy",
            "arc4random",
            "arc4random_uniform",
            "arc4random_buf"
        ]
    ),
    model!(
        "wchar",
        "classify.c",
        [
            "iswlower",
            "iswupper",
            "iswdigit",
            "iswalpha",
            "iswalnum",
            "iswxdigit",
            "iswspace",
            "iswblank",
            "iswcntrl",
            "iswprint",
            "iswgraph",
            "iswpunct",
            "towlower",
            "towupper"
        ]
    ),
    model!("wchar", "collate.c", ["wcscoll", "wcsxfrm", "wcsncasecmp", "wcscasecmp"]),
    model!(
        "wchar",
        "copy.c",
        [
            "wmemcpy", "wmempcpy", "wmemmove", "wmemset", "wcpcpy", "wcscpy", "wcpncpy", "wcsncpy",
            "wcscat", "wcsncat", "wcsdup"
        ]
    ),
    model!(
        "wchar",
        "multibyte.c",
        [
            "mbrtowc",
            "mbrlen",
            "mbtowc",
            "mblen",
            "wcrtomb",
            "wctomb",
            "mbsinit",
            "mbsrtowcs",
            "mbstowcs",
            "wcsrtombs",
            "wcstombs",
            "btowc",
            "wctob"
        ]
    ),
    model!("wchar", "number.c", ["wcstol", "wcstoll", "wcstoul", "wcstoull"]),
    model!(
        "wchar",
        "read.c",
        [
            "wcslen",
            "wcsnlen",
            "wcscmp",
            "wcsncmp",
            "wmemcmp",
            "wmemchr",
            "wcschrnul",
            "wcschr",
            "wcsrchr",
            "wcsspn",
            "wcscspn",
            "wcspbrk",
            "wcsstr",
            "wcstok"
        ]
    ),
    model!(
        "wchar",
        "stream.c",
        ["fgetwc", "getwc", "getwchar", "fgetws", "fputwc", "putwc", "putwchar", "fputws"]
    ),
];

/// A model that does nothing for programs that do not use what it is for.
pub(crate) struct Quiet {
    /// The file that stands for it in the table.
    pub(crate) file: &'static str,
    /// A program that uses none of these gets `text` for that file.
    pub(crate) woken_by: &'static [&'static str],
    pub(crate) text: &'static str,
}

pub(crate) const QUIET: &[Quiet] = &[
    Quiet {
        file: "set.c",
        woken_by: &["__errno_location", "__errno", "___errno"],
        text: "void __linchpin_set_errno(void)\n{\n}\n\n\
               void __linchpin_set_errno_to(int error)\n{\n}\n\n\
               void __linchpin_may_set_errno(void)\n{\n}\n\n\
               void __linchpin_unmodelled_errno(void)\n{\n}\n",
    },
    Quiet {
        file: "pushback.c",
        woken_by: &["ungetc"],
        text: "typedef struct __linchpin_stream FILE;\n\
               struct __linchpin_stream {\n    int is_used;\n    int pushed;\n    int has_ended;\n};\n\n\
               int __linchpin_take_back(FILE *stream)\n{\n    return -1;\n}\n\n\
               int __linchpin_take_back_input(void)\n{\n    return -1;\n}\n\n\
               void __linchpin_nothing_pushed(void)\n{\n}\n",
    },
    Quiet {
        file: "end_of_file.c",
        woken_by: &["fgets", "__fgets_chk", "gets", "getline", "getdelim", "__getdelim"],
        text: "typedef struct __linchpin_stream FILE;\n\
               struct __linchpin_stream {\n    int is_used;\n    int pushed;\n    int has_ended;\n};\n\n\
               void __linchpin_ends(FILE *stream)\n{\n}\n\n\
               void __linchpin_input_ends(void)\n{\n}\n\n\
               void __linchpin_may_go_on(FILE *stream)\n{\n}\n\n\
               int __linchpin_has_ended(FILE *stream)\n{\n    return 0;\n}\n\n\
               int __linchpin_input_has_ended(void)\n{\n    return 0;\n}\n\n\
               int __linchpin_one_has_ended(void)\n{\n    return 0;\n}\n",
    },
    Quiet {
        file: "zone.c",
        woken_by: &["tzname", "daylight", "timezone", "__tzname", "__daylight", "__timezone"],
        text: "void __linchpin_zone_is_looked_up(void)\n{\n}\n\nvoid tzset(void)\n{\n}\n",
    },
    Quiet {
        file: "seed.c",
        woken_by: &["srand", "srandom", "srand48"],
        text: "int __linchpin_draw_again(void)\n{\n    return 0;\n}\n",
    },
    Quiet {
        file: "getopt_order.c",
        woken_by: &[
            "getenv",
            "secure_getenv",
            "setenv",
            "unsetenv",
            "putenv",
            "clearenv",
            "environ",
            "__environ",
            "__linchpin_start_3",
            "__linchpin_start_3_exit",
        ],
        text: "extern _Bool __VERIFIER_nondet_bool(void);\n\n\
               int __linchpin_is_posixly_correct(void)\n{\n    return __VERIFIER_nondet_bool();\n}\n",
    },
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

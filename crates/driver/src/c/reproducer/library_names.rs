//! Names that the system's library defines, so that the reproducer need not.
//!
//! ISO C and the parts of POSIX that programs under verification use. A name that is missing here
//! is defined as a function that returns the values of the run; that is wrong only where the run
//! depends on what the library's function would have done, and then the confirmation says so.

const NAMES: &str = "\
    _Exit __assert __assert_fail __assert_func __assert_rtn __ctype_b_loc __ctype_tolower_loc \
    __ctype_toupper_loc __environ __errno_location __isoc99_fscanf __isoc99_scanf \
    __isoc99_sscanf _exit _longjmp _setjmp abort abs access acos aligned_alloc alloca asctime \
    asin asprintf assert atan atan2 atexit atof atoi atol atoll bcmp bcopy bsearch bzero call_once calloc \
    ceil ceilf cfree chdir clearerr clock clock_gettime close copysign cos cosh ctime difftime \
    div dup dup2 environ errno execv execve execvp exit exp fabs fabsf fabsl fclose fcntl fdim \
    fdopen feof ferror fflush ffs fgetc fgets fileno floor floorf fmax fmin fmod fopen fork \
    fprintf fputc fputs fread free freopen frexp fscanf fseek fstat ftell fwrite getc getchar \
    getcwd getenv getopt getpid gets gettimeofday gmtime htonl htons imaxabs index ioctl isalnum \
    isalpha isascii iscntrl isdigit isgraph islower isnan isprint ispunct isspace isupper \
    isxdigit kill labs ldexp ldiv llabs localtime log log10 longjmp lseek malloc memccpy memchr \
    memcmp memcpy memmove mempcpy memset mkdir mktime mmap modf munmap nanosleep ntohl ntohs \
    open opendir optarg opterr optind optopt pause perror pipe poll posix_memalign pow printf \
    program_invocation_name program_invocation_short_name putc putchar puts qsort quick_exit \
    raise rand rand_r random read readdir realloc recv remove rename rewind rindex rmdir round \
    sbrk scanf sched_yield select send setbuf setjmp setlocale setvbuf sigaction siglongjmp \
    signal sigsetjmp sin sinh sleep snprintf socket sprintf sqrt sqrtf srand srandom sscanf stat \
    stderr stdin stdout stpcpy strcasecmp strcat strchr strcmp strcoll strcpy strcspn strdup \
    strerror strftime strlen strncasecmp strncat strncmp strncpy strndup strnlen strpbrk strrchr \
    strsep strspn strstr strtod strtof strtok strtok_r strtol strtoll strtoul strtoull strxfrm \
    swab sysconf syslog system tan tanh time times tmpfile tmpnam tolower toupper trunc umask \
    uname ungetc unlink usleep valloc vasprintf vfork vfprintf vprintf vsnprintf vsprintf wait \
    waitpid wcscmp wcscpy wcslen write";

pub fn is_in_library(name: &str) -> bool {
    let is_builtin = ["__builtin_", "__sync_", "__atomic_", "__c11_atomic_"];
    let is_about_threads = ["pthread_", "sem_", "thrd_", "mtx_", "cnd_", "tss_"];
    is_builtin.iter().chain(&is_about_threads).any(|prefix| name.starts_with(prefix))
        || NAMES.split(' ').any(|known| known == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_library_is_told_from_the_program() {
        assert!(is_in_library("printf") && is_in_library("__builtin_expect"));
        assert!(is_in_library("thrd_create") && is_in_library("call_once"));
        assert!(!is_in_library("__VERIFIER_nondet_int") && !is_in_library("reach_error"));
    }
}

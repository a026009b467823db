/* Names of files and of the machine: any text that fits. */
typedef __typeof__(sizeof 0) size_t;
typedef __typeof__((char *)0 - (char *)0) ssize_t;
extern void __linchpin_set_errno(void);
extern void __linchpin_set_errno_to(int);
extern void *malloc(size_t);
extern size_t strlen(const char *);
extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __linchpin_any_bytes(void *, size_t);
extern ssize_t readlink(const char *, char *, size_t);

/* An absolute path of at most `size` bytes with its end; the kernel's are shorter than a page. */
static void any_path(char *to, size_t size)
{
    size_t n = (size_t)__VERIFIER_nondet_ulong();
    size_t room = size < 4096 ? size : 4096;
    if (n > room - 2)
        n = room - 2;
    to[0] = '/';
    __linchpin_any_bytes(to + 1, n);
    for (size_t i = 1; i <= n; i++)
        if (to[i] == 0)
            to[i] = '/';
    to[n + 1] = 0;
}

static char *failed(void)
{
    __linchpin_set_errno();
    return 0;
}

char *getcwd(char *to, size_t size)
{
    if (__VERIFIER_nondet_bool() || (size < 2 && !(size == 0 && to == 0)))
        return failed();
    if (to == 0) {
        /* A block of the size that is asked for, or that is needed. */
        if (size == 0)
            size = 4096;
        to = malloc(size);
        if (to == 0)
            return failed();
    }
    any_path(to, size);
    return to;
}

char *get_current_dir_name(void)
{
    return getcwd(0, 0);
}

char *realpath(const char *path, char *to)
{
    if (path == 0) {
        __linchpin_set_errno_to(22);
        return 0;
    }
    strlen(path);
    if (__VERIFIER_nondet_bool())
        return failed();
    if (to == 0)
        to = malloc(4096);
    if (to == 0)
        return failed();
    any_path(to, 4096);
    return to;
}

char *canonicalize_file_name(const char *path)
{
    return realpath(path, 0);
}

ssize_t readlinkat(int folder, const char *path, char *to, size_t size)
{
    return readlink(path, to, size);
}

/* What stands in place of the six letters `X` at the end, before so many bytes. */
static int made(char *path, int behind)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    size_t n = strlen(path);
    int is_one = behind >= 0 && n >= 6 + (size_t)behind;
    char *x = is_one ? path + (n - 6 - (size_t)behind) : path;
    for (int i = 0; is_one && i < 6; i++)
        is_one = x[i] == 'X';
    if (!is_one) {
        __linchpin_set_errno_to(22);
        return -1;
    }
    for (int i = 0; i < 6; i++) {
        unsigned long which = __VERIFIER_nondet_ulong();
        x[i] = letters[which < 62 ? which : 0];
    }
    if (__VERIFIER_nondet_bool()) {
        __linchpin_set_errno();
        return -1;
    }
    int file = __VERIFIER_nondet_int();
    return file < 0 ? 3 : file;
}

int mkstemp(char *path)
{
    return made(path, 0);
}

int mkstemps(char *path, int behind)
{
    return made(path, behind);
}

int mkostemp(char *path, int flags)
{
    return made(path, 0);
}

char *mkdtemp(char *path)
{
    return made(path, 0) < 0 ? 0 : path;
}

/* A name that does not fit may be cut off without an end. */
int gethostname(char *to, size_t size)
{
    size_t n = (size_t)__VERIFIER_nondet_ulong() % 65;
    if (__VERIFIER_nondet_bool()) {
        __linchpin_set_errno();
        return -1;
    }
    size_t fits = n < size ? n : size;
    __linchpin_any_bytes(to, fits);
    if (n < size)
        to[n] = 0;
    return 0;
}

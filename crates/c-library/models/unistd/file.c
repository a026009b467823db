typedef __typeof__(sizeof 0) size_t;
typedef __typeof__((char *)0 - (char *)0) ssize_t;
extern void __linchpin_set_errno(void);
extern size_t strlen(const char *);
extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern int __linchpin_unmodelled_int(void);
extern long __linchpin_unmodelled_long(void);
extern void __linchpin_any_bytes(void *, size_t);
extern void __linchpin_unmodelled_bytes(void *, size_t);

static int failed(void)
{
    __linchpin_set_errno();
    return -1;
}

static int done(void)
{
    return __VERIFIER_nondet_bool() ? failed() : 0;
}

/* Three that the program has open, so that no other one is equal; of more nothing is modelled. */
static int first = -1, second = -1, third = -1;

static int is_open(int file)
{
    return file == first || file == second || file == third;
}

static int opened(int file)
{
    if (file < 0 || is_open(file))
        return failed();
    if (first < 0)
        first = file;
    else if (second < 0)
        second = file;
    else if (third < 0)
        third = file;
    else if (__linchpin_unmodelled_int())
        return failed();
    return file;
}

static int descriptor(void)
{
    return opened(__VERIFIER_nondet_int());
}

/* What comes out of a pipe is what was put in, which is not modelled. */
static int has_pipe;

static ssize_t read_of_a_pipe(void *buffer, size_t size)
{
    __linchpin_unmodelled_bytes(buffer, size);
    ssize_t n = __linchpin_unmodelled_long();
    return n < -1 ? -1 : n >= 0 && (size_t)n > size ? (ssize_t)size : n;
}

static ssize_t any_bytes(void *buffer, size_t size)
{
    size_t n = (size_t)__VERIFIER_nondet_ulong();
    if (n > size)
        n = size;
    if (n > (size_t)-1 >> 1)
        n = (size_t)-1 >> 1;
    if (n > 0)
        __linchpin_any_bytes(buffer, n);
    return (ssize_t)n;
}

ssize_t read(int file, void *buffer, size_t size)
{
    if (file < 0 || __VERIFIER_nondet_bool())
        return failed();
    return has_pipe ? read_of_a_pipe(buffer, size) : any_bytes(buffer, size);
}

ssize_t pread(int file, void *buffer, size_t size, long offset)
{
    return read(file, buffer, size);
}

ssize_t write(int file, const void *buffer, size_t size)
{
    if (size > 0) {
        char first = ((const char *)buffer)[0];
        char last = ((const char *)buffer)[size - 1];
    }
    if (__VERIFIER_nondet_bool())
        return failed();
    size_t n = (size_t)__VERIFIER_nondet_ulong();
    if (n > size)
        n = size;
    return n > (size_t)-1 >> 1 ? 0 : (ssize_t)n;
}

ssize_t pwrite(int file, const void *buffer, size_t size, long offset)
{
    return write(file, buffer, size);
}

ssize_t send(int socket, const void *buffer, size_t size, int flags)
{
    return write(socket, buffer, size);
}

ssize_t recv(int socket, void *buffer, size_t size, int flags)
{
    return read(socket, buffer, size);
}

ssize_t readlink(const char *path, char *buffer, size_t size)
{
    strlen(path);
    return __VERIFIER_nondet_bool() ? failed() : any_bytes(buffer, size);
}

int pipe(int files[2])
{
    if (__VERIFIER_nondet_bool())
        return failed();
    int out_of = descriptor();
    int into = descriptor();
    if (out_of < 0 || into < 0)
        return failed();
    has_pipe = 1;
    files[0] = out_of;
    files[1] = into;
    return 0;
}

int open(const char *path, int flags, ...)
{
    strlen(path);
    return descriptor();
}

int open64(const char *path, int flags, ...)
{
    strlen(path);
    return descriptor();
}

int creat(const char *path, unsigned mode)
{
    strlen(path);
    return descriptor();
}

int dup(int file)
{
    return descriptor();
}

int dup2(int file, int other)
{
    if (file < 0 || other < 0 || __VERIFIER_nondet_bool())
        return failed();
    return is_open(other) ? other : opened(other);
}

int close(int file)
{
    if (file < 0)
        return failed();
    if (file == first)
        first = -1;
    if (file == second)
        second = -1;
    if (file == third)
        third = -1;
    return done();
}

int fsync(int file)
{
    return done();
}

int ftruncate(int file, long length)
{
    return done();
}

long lseek(int file, long offset, int whence)
{
    long place = __VERIFIER_nondet_long();
    if (file < 0 || place < 0 || (whence == 0 && offset < 0))
        return failed();
    if (whence == 0)
        return offset;
    /* How far the end is, whoever made the file chooses; where else one stands, the program. */
    return whence == 2 ? place : __linchpin_unmodelled_long() & (long)((unsigned long)-1 >> 1);
}

int isatty(int file)
{
    if (__VERIFIER_nondet_bool())
        return 1;
    __linchpin_set_errno();
    return 0;
}

typedef __typeof__(sizeof 0) size_t;
typedef __typeof__((char *)0 - (char *)0) ssize_t;
extern void __linchpin_set_errno(void);
extern size_t strlen(const char *);
extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __linchpin_any_bytes(void *, size_t);

static int failed(void)
{
    __linchpin_set_errno();
    return -1;
}

static int done(void)
{
    return __VERIFIER_nondet_bool() ? failed() : 0;
}

static int descriptor(void)
{
    int file = __VERIFIER_nondet_int();
    return file < 0 ? failed() : file;
}

ssize_t read(int file, void *buffer, size_t size)
{
    if (__VERIFIER_nondet_bool())
        return failed();
    size_t n = (size_t)__VERIFIER_nondet_ulong();
    if (n > size)
        n = size;
    if (n > (size_t)-1 >> 1)
        n = (size_t)-1 >> 1;
    if (n > 0)
        __linchpin_any_bytes(buffer, n);
    return (ssize_t)n;
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
    return read(0, buffer, size);
}

int pipe(int files[2])
{
    if (__VERIFIER_nondet_bool())
        return failed();
    int first = __VERIFIER_nondet_int();
    int second = __VERIFIER_nondet_int();
    files[0] = first < 0 ? 3 : first;
    files[1] = second < 0 || second == files[0] ? (files[0] == 0 ? 1 : files[0] - 1) : second;
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
    return __VERIFIER_nondet_bool() ? failed() : other;
}

int close(int file)
{
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
    return place < 0 ? failed() : place;
}

int isatty(int file)
{
    if (__VERIFIER_nondet_bool())
        return 1;
    __linchpin_set_errno();
    return 0;
}

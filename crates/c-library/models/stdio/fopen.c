/* Streams are opened or not; an open one is a block that closing frees. */
typedef __typeof__(sizeof 0) size_t;
typedef __typeof__((char *)0 - (char *)0) ssize_t;
typedef struct __linchpin_stream FILE;
struct __linchpin_stream {
    int is_used;
};
extern void *malloc(size_t);
extern void free(void *);
extern size_t strlen(const char *);
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern int *__errno_location(void);
extern FILE *stdin, *stdout, *stderr;

static FILE *opened(void)
{
    FILE *stream = __VERIFIER_nondet_bool() ? 0 : malloc(sizeof *stream);
    if (stream == 0) {
        int error = __VERIFIER_nondet_int();
        *__errno_location() = error <= 0 ? 2 : error;
    } else {
        stream->is_used = 0;
    }
    return stream;
}

FILE *fopen(const char *path, const char *mode)
{
    strlen(path);
    strlen(mode);
    return opened();
}

FILE *fopen64(const char *path, const char *mode)
{
    return fopen(path, mode);
}

FILE *fdopen(int file, const char *mode)
{
    strlen(mode);
    return opened();
}

FILE *tmpfile(void)
{
    return opened();
}

int fclose(FILE *stream)
{
    stream->is_used = 1;
    if (stream != stdin && stream != stdout && stream != stderr)
        free(stream);
    return __VERIFIER_nondet_bool() ? -1 : 0;
}

FILE *freopen(const char *path, const char *mode, FILE *stream)
{
    if (path != 0)
        strlen(path);
    strlen(mode);
    stream->is_used = 1;
    if (!__VERIFIER_nondet_bool())
        return stream;
    if (stream != stdin && stream != stdout && stream != stderr)
        free(stream);
    return 0;
}

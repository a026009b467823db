/* Streams are opened or not; an open one is a block that closing frees. */
typedef __typeof__(sizeof 0) size_t;
typedef __typeof__((char *)0 - (char *)0) ssize_t;
typedef struct __linchpin_stream FILE;
struct __linchpin_stream {
    int is_used;
    int pushed;
    int has_ended;
};
extern void __linchpin_set_errno(void);
extern void __linchpin_may_set_errno(void);
extern void __linchpin_nothing_pushed(void);
extern void __linchpin_may_go_on(FILE *);
extern void *malloc(size_t);
extern void free(void *);
extern void __linchpin_unsupported(const char *);
extern size_t strlen(const char *);
extern _Bool __VERIFIER_nondet_bool(void);
extern FILE *stdin, *stdout, *stderr;

static FILE *opened(void)
{
    FILE *stream = __VERIFIER_nondet_bool() ? 0 : malloc(sizeof *stream);
    if (stream == 0) {
        __linchpin_set_errno();
    } else {
        stream->is_used = 0;
        stream->pushed = 0;
        stream->has_ended = 0;
        __linchpin_may_set_errno();
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

/* What the program reads there, it has written itself. */
FILE *tmpfile(void)
{
    __linchpin_unsupported("`tmpfile`");
    return opened();
}

int fclose(FILE *stream)
{
    stream->is_used = 1;
    __linchpin_nothing_pushed();
    if (stream != stdin && stream != stdout && stream != stderr)
        free(stream);
    if (__VERIFIER_nondet_bool()) {
        __linchpin_set_errno();
        return -1;
    }
    __linchpin_may_set_errno();
    return 0;
}

FILE *freopen(const char *path, const char *mode, FILE *stream)
{
    if (path != 0)
        strlen(path);
    strlen(mode);
    stream->is_used = 1;
    __linchpin_nothing_pushed();
    __linchpin_may_go_on(stream);
    __linchpin_set_errno();
    if (!__VERIFIER_nondet_bool())
        return stream;
    if (stream != stdin && stream != stdout && stream != stderr)
        free(stream);
    return 0;
}

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
extern int __linchpin_has_ended(FILE *);
extern int __VERIFIER_nondet_int(void);
extern int __linchpin_unmodelled_int(void);
extern long __VERIFIER_nondet_long(void);
extern long __linchpin_unmodelled_long(void);
extern FILE *stdin, *stdout, *stderr;
extern _Bool __VERIFIER_nondet_bool(void);
extern void __linchpin_any_bytes(void *, size_t);

static int done(void)
{
    if (__VERIFIER_nondet_bool()) {
        __linchpin_set_errno();
        return -1;
    }
    __linchpin_may_set_errno();
    return 0;
}

/* What a stream has met is not modelled, but for what its last line tells. */
int feof(FILE *stream)
{
    stream->is_used = 1;
    int ended = __linchpin_unmodelled_int();
    return ended == 0 && __linchpin_has_ended(stream) ? 1 : ended;
}

int ferror(FILE *stream)
{
    stream->is_used = 1;
    return __linchpin_unmodelled_int();
}

void clearerr(FILE *stream)
{
    stream->is_used = 1;
    __linchpin_may_go_on(stream);
}

int fflush(FILE *stream)
{
    if (stream != 0)
        stream->is_used = 1;
    return done();
}

int fileno(FILE *stream)
{
    stream->is_used = 1;
    if (stream == stdin || stream == stdout || stream == stderr)
        return stream == stdin ? 0 : stream == stdout ? 1 : 2;
    int file = __VERIFIER_nondet_int();
    if (file >= 0)
        return file;
    __linchpin_set_errno();
    return -1;
}

/* How far its end is, whoever made the file chooses; where else a stream stands, the program has made
   itself, which is not modelled. */
static FILE *at_its_end;

int fseek(FILE *stream, long offset, int whence)
{
    stream->is_used = 1;
    __linchpin_nothing_pushed();
    __linchpin_may_go_on(stream);
    int result = done();
    at_its_end = result == 0 && whence == 2 ? stream : 0;
    return result;
}

int fseeko(FILE *stream, long offset, int whence)
{
    return fseek(stream, offset, whence);
}

long ftell(FILE *stream)
{
    stream->is_used = 1;
    __linchpin_nothing_pushed();
    long place = __VERIFIER_nondet_long();
    if (place < 0) {
        __linchpin_set_errno();
        return -1;
    }
    __linchpin_may_set_errno();
    if (stream != at_its_end)
        return __linchpin_unmodelled_long() & (long)((unsigned long)-1 >> 1);
    at_its_end = 0;
    return place;
}

long ftello(FILE *stream)
{
    return ftell(stream);
}

void rewind(FILE *stream)
{
    stream->is_used = 1;
    __linchpin_nothing_pushed();
    __linchpin_may_go_on(stream);
    __linchpin_may_set_errno();
}

void flockfile(FILE *stream)
{
    stream->is_used = 1;
}

void funlockfile(FILE *stream)
{
    stream->is_used = 1;
}

extern void __linchpin_unsupported(const char *);

void setbuf(FILE *stream, char *buffer)
{
    stream->is_used = 1;
    if (buffer != 0)
        __linchpin_unsupported("`setbuf` with a buffer of the program's");
}

int setvbuf(FILE *stream, char *buffer, int mode, size_t size)
{
    stream->is_used = 1;
    if (buffer != 0)
        __linchpin_unsupported("`setvbuf` with a buffer of the program's");
    __linchpin_may_set_errno();
    return __VERIFIER_nondet_int();
}

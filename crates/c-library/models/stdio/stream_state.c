typedef __typeof__(sizeof 0) size_t;
typedef __typeof__((char *)0 - (char *)0) ssize_t;
typedef struct __linchpin_stream FILE;
struct __linchpin_stream {
    int is_used;
};
extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __linchpin_any_bytes(void *, size_t);

int feof(FILE *stream)
{
    stream->is_used = 1;
    return __VERIFIER_nondet_int();
}

int ferror(FILE *stream)
{
    stream->is_used = 1;
    return __VERIFIER_nondet_int();
}

void clearerr(FILE *stream)
{
    stream->is_used = 1;
}

int fflush(FILE *stream)
{
    if (stream != 0)
        stream->is_used = 1;
    return __VERIFIER_nondet_bool() ? -1 : 0;
}

int fileno(FILE *stream)
{
    stream->is_used = 1;
    int file = __VERIFIER_nondet_int();
    return file < -1 ? -1 : file;
}

int fseek(FILE *stream, long offset, int whence)
{
    stream->is_used = 1;
    return __VERIFIER_nondet_bool() ? -1 : 0;
}

int fseeko(FILE *stream, long offset, int whence)
{
    return fseek(stream, offset, whence);
}

long ftell(FILE *stream)
{
    stream->is_used = 1;
    long place = __VERIFIER_nondet_long();
    return place < -1 ? -1 : place;
}

long ftello(FILE *stream)
{
    return ftell(stream);
}

void rewind(FILE *stream)
{
    stream->is_used = 1;
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
    return __VERIFIER_nondet_int();
}

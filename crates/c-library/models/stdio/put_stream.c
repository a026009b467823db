/* Output of characters, strings and blocks. */
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
extern size_t strlen(const char *);
extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern _Bool __VERIFIER_nondet_bool(void);

/* What is left of `puts` and `fputs` once the string has been read. */
int __linchpin_put_done(void)
{
    int any = __VERIFIER_nondet_int();
    if (any < 0) {
        __linchpin_set_errno();
        return -1;
    }
    __linchpin_may_set_errno();
    return any;
}

int __linchpin_fput_done(FILE *stream)
{
    stream->is_used = 1;
    return __linchpin_put_done();
}

int fputs(const char *s, FILE *stream)
{
    stream->is_used = 1;
    strlen(s);
    return __linchpin_put_done();
}

int puts(const char *s)
{
    strlen(s);
    return __linchpin_put_done();
}

void perror(const char *s)
{
    if (s != 0)
        strlen(s);
    __linchpin_may_set_errno();
}

static int put(int c)
{
    if (__VERIFIER_nondet_bool()) {
        __linchpin_set_errno();
        return -1;
    }
    __linchpin_may_set_errno();
    return (int)(unsigned char)c;
}

int fputc(int c, FILE *stream)
{
    stream->is_used = 1;
    return put(c);
}

int putc(int c, FILE *stream)
{
    return fputc(c, stream);
}

int putchar(int c)
{
    return put(c);
}

int putc_unlocked(int c, FILE *stream)
{
    return fputc(c, stream);
}

int putchar_unlocked(int c)
{
    return putchar(c);
}

int _IO_putc(int c, FILE *stream)
{
    return fputc(c, stream);
}

static const char *const not_as_long_as_size_times_n;

size_t fwrite(const void *block, size_t size, size_t n, FILE *stream)
{
    stream->is_used = 1;
    if (size == 0 || n == 0)
        return 0;
    if (n > (size_t)-1 / size)
        return (size_t)*not_as_long_as_size_times_n;
    size_t total = size * n;
    char last = ((const char *)block)[total - 1];
    char first = *(const char *)block;
    size_t written = (size_t)__VERIFIER_nondet_ulong();
    if (written < n) {
        __linchpin_set_errno();
        return written;
    }
    __linchpin_may_set_errno();
    return n;
}

/* Input of characters, lines and blocks: any bytes. */
typedef __typeof__(sizeof 0) size_t;
typedef __typeof__((char *)0 - (char *)0) ssize_t;
typedef struct __linchpin_stream FILE;
struct __linchpin_stream {
    int is_used;
    int pushed;
    int has_ended;
};
extern unsigned long __VERIFIER_nondet_ulong(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __linchpin_any_bytes(void *, size_t);
extern int __linchpin_take_back(FILE *);
extern int __linchpin_take_back_input(void);
extern void __linchpin_nothing_pushed(void);
extern void __linchpin_may_set_errno(void);
extern void __linchpin_ends(FILE *);
extern void __linchpin_input_ends(void);
extern int __linchpin_has_ended(FILE *);
extern int __linchpin_input_has_ended(void);

int fgetc(FILE *stream)
{
    stream->is_used = 1;
    int pushed = __linchpin_take_back(stream);
    if (pushed != -1)
        return pushed;
    if (__linchpin_has_ended(stream))
        return -1;
    __linchpin_may_set_errno();
    return __VERIFIER_nondet_bool() ? (int)__VERIFIER_nondet_uchar() : -1;
}

int getc(FILE *stream)
{
    return fgetc(stream);
}

int _IO_getc(FILE *stream)
{
    return fgetc(stream);
}

int getc_unlocked(FILE *stream)
{
    return fgetc(stream);
}

int getchar(void)
{
    int pushed = __linchpin_take_back_input();
    if (pushed != -1)
        return pushed;
    if (__linchpin_input_has_ended())
        return -1;
    __linchpin_may_set_errno();
    return __VERIFIER_nondet_bool() ? (int)__VERIFIER_nondet_uchar() : -1;
}

int getchar_unlocked(void)
{
    return getchar();
}

/* At least one byte, at most so many; a line ends at its first line feed, or with the file. */
static size_t read_line(char *s, size_t most, FILE *stream)
{
    __linchpin_nothing_pushed();
    if (__linchpin_has_ended(stream))
        return 0;
    __linchpin_may_set_errno();
    size_t n = (size_t)__VERIFIER_nondet_ulong();
    if (n > most)
        n = most;
    if (n == 0) {
        /* What an error leaves is indeterminate (C17 7.21.7.2p3). */
        if (__VERIFIER_nondet_bool())
            __linchpin_any_bytes(s, most);
        return 0;
    }
    __linchpin_any_bytes(s, n);
    size_t i = 0;
    while (i < n - 1 && s[i] != 10)
        i++;
    if (i + 1 < most && s[i] != 10)
        __linchpin_ends(stream);
    return i + 1;
}

char *fgets(char *s, int size, FILE *stream)
{
    stream->is_used = 1;
    if (size <= 0)
        return 0;
    if (size == 1) {
        s[0] = 0;
        return s;
    }
    size_t n = read_line(s, (size_t)size - 1, stream);
    if (n == 0)
        return 0;
    s[n] = 0;
    return s;
}

char *__fgets_chk(char *s, size_t room, int size, FILE *stream)
{
    return fgets(s, size, stream);
}

/* A line of any length: a buffer of any length is too small for some of them. */
char *gets(char *s)
{
    __linchpin_nothing_pushed();
    if (__linchpin_input_has_ended())
        return 0;
    __linchpin_may_set_errno();
    size_t n = (size_t)__VERIFIER_nondet_ulong();
    if (n == 0)
        return 0;
    __linchpin_any_bytes(s, n);
    size_t i = 0;
    while (i < n - 1 && s[i] != 10)
        i++;
    if (s[i] != 10)
        __linchpin_input_ends();
    s[i] = 0;
    return s;
}

static const char *const not_as_long_as_size_times_n;

size_t fread(void *block, size_t size, size_t n, FILE *stream)
{
    stream->is_used = 1;
    if (size == 0 || n == 0)
        return 0;
    if (n > (size_t)-1 / size)
        return (size_t)*not_as_long_as_size_times_n;
    __linchpin_nothing_pushed();
    if (__linchpin_has_ended(stream))
        return 0;
    __linchpin_may_set_errno();
    size_t total = size * n;
    size_t bytes = (size_t)__VERIFIER_nondet_ulong();
    if (bytes > total)
        bytes = total;
    if (bytes > 0)
        __linchpin_any_bytes(block, bytes);
    return bytes / size;
}

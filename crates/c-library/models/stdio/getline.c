typedef __typeof__(sizeof 0) size_t;
typedef __typeof__((char *)0 - (char *)0) ssize_t;
typedef struct __linchpin_stream FILE;
struct __linchpin_stream {
    int is_used;
    int pushed;
    int has_ended;
};
extern void __linchpin_may_set_errno(void);
extern void __linchpin_set_errno_to(int);
extern void __linchpin_nothing_pushed(void);
extern void __linchpin_ends(FILE *);
extern int __linchpin_has_ended(FILE *);
extern void *realloc(void *, size_t);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void __linchpin_any_bytes(void *, size_t);

/* A line of any length, in a block that is large enough for it. */
ssize_t getdelim(char **line, size_t *size, int end, FILE *stream)
{
    if (line == 0 || size == 0) {
        __linchpin_set_errno_to(22);
        return -1;
    }
    stream->is_used = 1;
    __linchpin_nothing_pushed();
    __linchpin_may_set_errno();
    size_t n = (size_t)__VERIFIER_nondet_ulong();
    if (n > ((size_t)-1 >> 1) - 1 || __linchpin_has_ended(stream))
        n = 0;
    if (*line == 0 || *size < n + 1) {
        size_t room = 120;
        if (*line != 0 || n >= 120) {
            /* How a block grows is the library's matter. */
            size_t more = (size_t)__VERIFIER_nondet_ulong();
            room = n + 1 + (more > n ? 0 : more);
        }
        char *block = realloc(*line, room);
        if (block == 0)
            return -1;
        *line = block;
        *size = room;
    }
    if (n == 0)
        return -1;
    char *s = *line;
    __linchpin_any_bytes(s, n);
    size_t i = 0;
    while (i < n - 1 && s[i] != (char)end)
        i++;
    if (s[i] != (char)end)
        __linchpin_ends(stream);
    s[i + 1] = 0;
    return (ssize_t)(i + 1);
}

ssize_t getline(char **line, size_t *size, FILE *stream)
{
    return getdelim(line, size, 10, stream);
}

ssize_t __getdelim(char **line, size_t *size, int end, FILE *stream)
{
    return getdelim(line, size, end, stream);
}

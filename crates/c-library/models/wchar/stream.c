/* Wide characters of streams: input is any, of which those that are not ASCII are not modelled. */
typedef struct __linchpin_stream FILE;
extern _Bool __VERIFIER_nondet_bool(void);
extern int __linchpin_unmodelled_int(void);
extern int __linchpin_put_done(void);
extern int __linchpin_fput_done(FILE *);
extern int fgetc(FILE *);
extern int getchar(void);
extern __typeof__(sizeof 0) wcslen(const int *);

static int read_as(int c)
{
    return c < 128 ? c : __linchpin_unmodelled_int();
}

int fgetwc(FILE *stream)
{
    return read_as(fgetc(stream));
}

int getwc(FILE *stream)
{
    return fgetwc(stream);
}

int getwchar(void)
{
    return read_as(getchar());
}

/* The line feed stays. After an error the characters may be any; those that were read are. */
int *fgetws(int *to, int n, FILE *stream)
{
    if (n <= 0)
        return 0;
    int i = 0;
    while (i < n - 1) {
        int c = fgetwc(stream);
        if (c == -1) {
            if (i == 0 || __VERIFIER_nondet_bool())
                return 0;
            break;
        }
        to[i++] = c;
        if (c == 10)
            break;
    }
    to[i] = 0;
    return to;
}

int fputwc(int c, FILE *stream)
{
    return __linchpin_fput_done(stream) < 0 ? -1 : c;
}

int putwc(int c, FILE *stream)
{
    return fputwc(c, stream);
}

int putwchar(int c)
{
    return __linchpin_put_done() < 0 ? -1 : c;
}

int fputws(const int *s, FILE *stream)
{
    wcslen(s);
    return __linchpin_fput_done(stream);
}

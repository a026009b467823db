/* Multibyte characters in the locale "C": those below 128 are themselves, in one byte. What other
   bytes and characters are is not modelled: versions of the library differ. There is no state. */
typedef __typeof__(sizeof 0) size_t;
extern void __linchpin_unsupported(const char *);

static int plain(int c)
{
    if (c < 0 || c >= 128)
        __linchpin_unsupported("a multibyte character that is not ASCII");
    return c;
}

size_t mbrtowc(int *to, const char *s, size_t n, void *state)
{
    if (s == 0)
        return 0;
    if (n == 0)
        return (size_t)-2;
    int c = plain((unsigned char)*s);
    if (to != 0)
        *to = c;
    return c != 0;
}

size_t mbrlen(const char *s, size_t n, void *state)
{
    return mbrtowc(0, s, n, state);
}

/* No byte is no character, except in some versions, which look at it all the same. */
int mbtowc(int *to, const char *s, size_t n)
{
    if (s == 0)
        return 0;
    if (n == 0)
        __linchpin_unsupported("a multibyte character of no bytes");
    return (int)mbrtowc(to, s, n, 0);
}

int mblen(const char *s, size_t n)
{
    return mbtowc(0, s, n);
}

size_t wcrtomb(char *to, int c, void *state)
{
    if (to != 0)
        *to = (char)plain(c);
    return 1;
}

int wctomb(char *to, int c)
{
    return to == 0 ? 0 : (int)wcrtomb(to, c, 0);
}

int mbsinit(const void *state)
{
    return 1;
}

size_t mbsrtowcs(int *to, const char **from, size_t n, void *state)
{
    const char *s = *from;
    size_t i = 0;
    while (to == 0 || i < n) {
        int c = plain((unsigned char)s[i]);
        if (to != 0)
            to[i] = c;
        if (c == 0) {
            if (to != 0)
                *from = 0;
            return i;
        }
        i++;
    }
    *from = s + i;
    return i;
}

size_t mbstowcs(int *to, const char *from, size_t n)
{
    return mbsrtowcs(to, &from, n, 0);
}

size_t wcsrtombs(char *to, const int **from, size_t n, void *state)
{
    const int *s = *from;
    size_t i = 0;
    while (to == 0 || i < n) {
        int c = plain(s[i]);
        if (to != 0)
            to[i] = (char)c;
        if (c == 0) {
            if (to != 0)
                *from = 0;
            return i;
        }
        i++;
    }
    *from = s + i;
    return i;
}

size_t wcstombs(char *to, const int *from, size_t n)
{
    return wcsrtombs(to, &from, n, 0);
}

int btowc(int c)
{
    return c == -1 ? -1 : plain((unsigned char)c);
}

int wctob(int c)
{
    return c == -1 ? -1 : plain(c);
}

/* Output whose text is not modelled: a length within bounds, bytes that are not known. */
typedef __typeof__(sizeof 0) size_t;
extern unsigned long __linchpin_unmodelled_ulong(void);
extern void __linchpin_unmodelled_bytes(void *, size_t);

size_t __linchpin_put_unmodelled(char *s, size_t room, size_t at, size_t least, size_t most)
{
    size_t n = (size_t)__linchpin_unmodelled_ulong();
    if (n < least || n > most)
        n = least;
    if (at < room && n > 0)
        __linchpin_unmodelled_bytes(s + at, n < room - at ? n : room - at);
    return at + n;
}

/* A floating number by `%f`, `%e`, `%g` or `%a`, with the text of its conversion unknown. */
size_t __linchpin_put_double(char *s, size_t room, size_t at, double value, int conversion,
                             size_t width, long precision)
{
    size_t places = precision < 0 ? 6 : (size_t)precision;
    size_t least = 1;
    size_t most = places + 24;
    if (conversion == 102 || conversion == 70) {
        double magnitude = value < 0 ? -value : value;
        size_t digits = magnitude < 1e1 ? 1 : magnitude < 1e2 ? 2 : magnitude < 1e3 ? 3
                        : magnitude < 1e4 ? 4 : magnitude < 1e5 ? 5 : magnitude < 1e6 ? 6
                        : magnitude < 1e9 ? 9 : magnitude < 1e15 ? 15 : 309;
        most = digits + 2 + places + 1;
    }
    return __linchpin_put_unmodelled(s, room, at, width > least ? width : least,
                                     width > most ? width : most);
}

size_t __linchpin_put_long_double(char *s, size_t room, size_t at, long double value,
                                  int conversion, size_t width, long precision)
{
    size_t most = (precision < 0 ? 6 : (size_t)precision) + 4940;
    return __linchpin_put_unmodelled(s, room, at, width > 1 ? width : 1,
                                     width > most ? width : most);
}

/* `%p`: how a pointer looks is left open. */
size_t __linchpin_put_pointer(char *s, size_t room, size_t at, const void *pointer, size_t width)
{
    size_t most = 2 + 2 * sizeof pointer;
    return __linchpin_put_unmodelled(s, room, at, width > 1 ? width : 1,
                                     width > most ? width : most);
}

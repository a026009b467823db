/* Formatted output with a format that is read when the program runs. */
typedef __typeof__(sizeof 0) size_t;
typedef __typeof__((char *)0 - (char *)0) ptrdiff_t;
extern void __linchpin_unsupported(const char *);
extern size_t __linchpin_put_bytes(char *, size_t, size_t, const char *, size_t);
extern size_t __linchpin_put_char(char *, size_t, size_t, int, size_t, int);
extern size_t __linchpin_put_string(char *, size_t, size_t, const char *, size_t, size_t, int);
extern size_t __linchpin_put_number(char *, size_t, size_t, unsigned long long, unsigned, int, int,
                                    int, size_t, long, int, int);
extern size_t __linchpin_put_signed(char *, size_t, size_t, long long, int, size_t, long, int, int);
extern size_t __linchpin_put_double(char *, size_t, size_t, double, int, size_t, long);
extern size_t __linchpin_put_long_double(char *, size_t, size_t, long double, int, size_t, long);
extern size_t __linchpin_put_pointer(char *, size_t, size_t, const void *, size_t);

/* Where a format writes to. */
struct output {
    char *s;
    size_t room;
    size_t at;
};

/* One conversion, as far as it was read. `size` is the length modifier: `H` for `hh`, `L` for
   `ll`, `D` for `L`, else its letter. */
struct conversion {
    size_t width;
    long precision;
    int is_left;
    int has_zeros;
    int plus;
    int has_prefix;
    char size;
};

static long long signed_of(__builtin_va_list *list, char size)
{
    switch (size) {
    case 'H': return (signed char)__builtin_va_arg(*list, int);
    case 'h': return (short)__builtin_va_arg(*list, int);
    case 'l': return __builtin_va_arg(*list, long);
    case 'L':
    case 'j': return __builtin_va_arg(*list, long long);
    case 'z':
    case 't': return __builtin_va_arg(*list, ptrdiff_t);
    default: return __builtin_va_arg(*list, int);
    }
}

static unsigned long long unsigned_of(__builtin_va_list *list, char size)
{
    switch (size) {
    case 'H': return (unsigned char)__builtin_va_arg(*list, unsigned);
    case 'h': return (unsigned short)__builtin_va_arg(*list, unsigned);
    case 'l': return __builtin_va_arg(*list, unsigned long);
    case 'L':
    case 'j': return __builtin_va_arg(*list, unsigned long long);
    case 'z':
    case 't': return __builtin_va_arg(*list, size_t);
    default: return __builtin_va_arg(*list, unsigned);
    }
}

static void store_count(__builtin_va_list *list, char size, size_t n)
{
    switch (size) {
    case 'H': *__builtin_va_arg(*list, signed char *) = (signed char)n; break;
    case 'h': *__builtin_va_arg(*list, short *) = (short)n; break;
    case 'l': *__builtin_va_arg(*list, long *) = (long)n; break;
    case 'L':
    case 'j': *__builtin_va_arg(*list, long long *) = (long long)n; break;
    case 'z':
    case 't': *__builtin_va_arg(*list, size_t *) = n; break;
    default: *__builtin_va_arg(*list, int *) = (int)n; break;
    }
}

static void put(struct output *out, const struct conversion *how, char letter,
                __builtin_va_list *list)
{
    switch (letter) {
    case 'd':
    case 'i':
        out->at = __linchpin_put_signed(out->s, out->room, out->at, signed_of(list, how->size),
                                        how->plus, how->width, how->precision, how->is_left,
                                        how->has_zeros);
        break;
    case 'u':
    case 'o':
    case 'x':
    case 'X':
        out->at = __linchpin_put_number(out->s, out->room, out->at, unsigned_of(list, how->size),
                                        letter == 'u' ? 10 : letter == 'o' ? 8 : 16, 0,
                                        letter == 'X', how->has_prefix, how->width, how->precision,
                                        how->is_left, how->has_zeros);
        break;
    case 'c':
        if (how->size == 'l')
            __linchpin_unsupported("`%lc` in a format");
        out->at = __linchpin_put_char(out->s, out->room, out->at, __builtin_va_arg(*list, int),
                                      how->width, how->is_left);
        break;
    case 's':
        if (how->size == 'l')
            __linchpin_unsupported("`%ls` in a format");
        out->at = __linchpin_put_string(out->s, out->room, out->at,
                                        __builtin_va_arg(*list, const char *), how->width,
                                        (size_t)how->precision, how->is_left);
        break;
    case 'p':
        out->at = __linchpin_put_pointer(out->s, out->room, out->at,
                                         __builtin_va_arg(*list, void *), how->width);
        break;
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
        if (how->size == 'D')
            out->at = __linchpin_put_long_double(out->s, out->room, out->at,
                                                 __builtin_va_arg(*list, long double), letter,
                                                 how->width, how->precision);
        else
            out->at = __linchpin_put_double(out->s, out->room, out->at,
                                            __builtin_va_arg(*list, double), letter, how->width,
                                            how->precision);
        break;
    case 'n':
        store_count(list, how->size, out->at);
        break;
    case '%':
        out->at = __linchpin_put_bytes(out->s, out->room, out->at, "%", 1);
        break;
    default:
        __linchpin_unsupported("a conversion of a format that C does not define");
    }
}

static size_t read_flags(const char *format, size_t i, struct conversion *how)
{
    for (;;) {
        if (format[i] == '-')
            how->is_left = 1;
        else if (format[i] == '0')
            how->has_zeros = 1;
        else if (format[i] == '+')
            how->plus = '+';
        else if (format[i] == ' ')
            how->plus = how->plus == 0 ? ' ' : how->plus;
        else if (format[i] == '#')
            how->has_prefix = 1;
        else if (format[i] != '\'')
            return i;
        i++;
    }
}

static size_t read_count(const char *format, size_t i, size_t *count)
{
    size_t n = 0;
    while (format[i] >= '0' && format[i] <= '9') {
        n = n * 10 + (size_t)(format[i] - '0');
        i++;
    }
    *count = n;
    return i;
}

static size_t read_size(const char *format, size_t i, char *size)
{
    char c = format[i];
    if (c != 'h' && c != 'l' && c != 'L' && c != 'q' && c != 'j' && c != 'z' && c != 't')
        return i;
    *size = c == 'L' ? 'D' : c == 'q' ? 'L' : c;
    if ((c == 'h' || c == 'l') && format[i + 1] == c) {
        *size = c == 'h' ? 'H' : 'L';
        return i + 2;
    }
    return i + 1;
}

static size_t read_width(const char *format, size_t i, struct conversion *how,
                         __builtin_va_list *list)
{
    if (format[i] == '*') {
        int width = __builtin_va_arg(*list, int);
        if (width < 0)
            how->is_left = 1;
        how->width = width < 0 ? (size_t)0 - (size_t)width : (size_t)width;
        i++;
    } else {
        i = read_count(format, i, &how->width);
    }
    if (format[i] != '.')
        return i;
    i++;
    if (format[i] == '*') {
        int precision = __builtin_va_arg(*list, int);
        how->precision = precision < 0 ? -1 : precision;
        return i + 1;
    }
    size_t precision;
    i = read_count(format, i, &precision);
    how->precision = (long)precision;
    return i;
}

/* How long the whole output is; as much of it is written as there is room. */
size_t __linchpin_format(char *s, size_t room, const char *format, __builtin_va_list given)
{
    __builtin_va_list list;
    struct output out = { s, room, 0 };
    __builtin_va_copy(list, given);
    size_t i = 0;
    while (format[i] != 0) {
        if (format[i] != '%') {
            size_t n = 1;
            while (format[i + n] != 0 && format[i + n] != '%')
                n++;
            out.at = __linchpin_put_bytes(s, room, out.at, format + i, n);
            i = i + n;
        } else {
            struct conversion how = { 0, -1, 0, 0, 0, 0, 0 };
            i = read_flags(format, i + 1, &how);
            i = read_width(format, i, &how, &list);
            i = read_size(format, i, &how.size);
            put(&out, &how, format[i], &list);
            i++;
        }
    }
    __builtin_va_end(list);
    return out.at;
}

/* Formatted input from a string. As in the GNU C library, the end of the string before anything is
   stored is the end of the input, and `%3c` takes fewer characters there. */
typedef __typeof__(sizeof 0) size_t;
typedef __typeof__((char *)0 - (char *)0) ptrdiff_t;
extern double strtod(const char *, char **);
extern float strtof(const char *, char **);
extern void __linchpin_unsupported(const char *);

static int is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static int digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z')
        return c - 'A' + 10;
    return 36;
}

static void store(void *to, char size, unsigned long long value)
{
    switch (size) {
    case 'H': *(signed char *)to = (signed char)value; break;
    case 'h': *(short *)to = (short)value; break;
    case 'l': *(long *)to = (long)value; break;
    case 'L':
    case 'j': *(long long *)to = (long long)value; break;
    case 'z':
    case 't': *(ptrdiff_t *)to = (ptrdiff_t)value; break;
    default: *(int *)to = (int)value; break;
    }
}

/* What does not fit is undefined. A number without sign may be given with one. */
static int fits(char size, char letter, unsigned long long value)
{
    long long number = (long long)value;
    long long greatest = size == 'H' ? 127 : size == 'h' ? 32767 : 2147483647;
    if (size == 'l' && sizeof(long) > sizeof(int))
        return 1;
    if (size != 0 && size != 'H' && size != 'h' && size != 'l' && sizeof(ptrdiff_t) > sizeof(int))
        return 1;
    if (size == 'L' || size == 'j')
        return 1;
    if (letter != 'd' && letter != 'i')
        greatest = greatest * 2 + 1;
    return number >= -greatest - 1 && number <= greatest;
}

/* Where the number at `s[at]` ends; `at` if there is none. Numbers that do not fit are not read. */
static size_t read_number(const char *s, size_t at, size_t width, int base,
                          unsigned long long *value)
{
    size_t i = at;
    size_t end = width > (size_t)-1 - at ? (size_t)-1 : at + width;
    int is_negative = i < end && s[i] == '-';
    unsigned long long sum = 0;
    if (i < end && (s[i] == '-' || s[i] == '+'))
        i++;
    if (i < end && s[i] == '0' && (base == 0 || base == 16)) {
        if (i + 1 < end && (s[i + 1] == 'x' || s[i + 1] == 'X')) {
            base = 16;
            i = i + 2;
        } else if (base == 0) {
            base = 8;
        }
    } else if (base == 0) {
        base = 10;
    }
    size_t first = i;
    while (i < end && digit(s[i]) < base) {
        if (sum > ((unsigned long long)-1 >> 1) / 36)
            __linchpin_unsupported("a number that `sscanf` cannot store");
        sum = sum * (unsigned long long)base + (unsigned long long)digit(s[i]);
        i++;
    }
    if (i == first && base == 16 && first >= at + 2 && (s[i - 1] == 'x' || s[i - 1] == 'X'))
        __linchpin_unsupported("`0x` without digits in `sscanf`, on which libraries differ");
    *value = is_negative ? 0 - sum : sum;
    return i == first ? at : i;
}

static int is_in_set(const char *format, size_t from, size_t to, char c)
{
    size_t i = from;
    while (i < to) {
        if (i + 2 < to && format[i + 1] == '-') {
            if ((unsigned char)c >= (unsigned char)format[i]
                && (unsigned char)c <= (unsigned char)format[i + 2])
                return 1;
            i = i + 3;
        } else {
            if (format[i] == c)
                return 1;
            i++;
        }
    }
    return 0;
}

int vsscanf(const char *s, const char *format, __builtin_va_list given)
{
    __builtin_va_list list;
    __builtin_va_copy(list, given);
    int n_stored = 0;
    size_t at = 0;
    size_t i = 0;
    while (format[i] != 0) {
        if (is_space(format[i])) {
            while (is_space(s[at]))
                at++;
            i++;
            continue;
        }
        if (format[i] != '%' || format[i + 1] == '%') {
            if (format[i] == '%') {
                i++;
                while (is_space(s[at]))
                    at++;
            }
            if (s[at] != format[i])
                return s[at] == 0 && n_stored == 0 ? -1 : n_stored;
            at++;
            i++;
            continue;
        }
        i++;
        int is_dropped = format[i] == '*';
        if (is_dropped)
            i++;
        size_t width = 0;
        while (format[i] >= '0' && format[i] <= '9') {
            width = width * 10 + (size_t)(format[i] - '0');
            i++;
        }
        int has_width = width != 0;
        if (!has_width)
            width = (size_t)-1;
        char size = 0;
        char letter = format[i];
        if (letter == 'h' || letter == 'l' || letter == 'L' || letter == 'j' || letter == 'z'
            || letter == 't' || letter == 'q') {
            size = letter == 'q' ? 'L' : letter;
            i++;
            if ((letter == 'h' || letter == 'l') && format[i] == letter) {
                size = letter == 'h' ? 'H' : 'L';
                i++;
            }
            letter = format[i];
        }
        i++;
        if (letter == 'n') {
            if (!is_dropped)
                store(__builtin_va_arg(list, void *), size, at);
            continue;
        }
        if (letter != 'c' && letter != '[')
            while (is_space(s[at]))
                at++;
        if (s[at] == 0)
            return n_stored == 0 ? -1 : n_stored;
        if (letter == 'd' || letter == 'i' || letter == 'u' || letter == 'x' || letter == 'X'
            || letter == 'o') {
            unsigned long long value;
            int base = letter == 'i' ? 0 : letter == 'o' ? 8 : letter == 'd' || letter == 'u' ? 10
                                                                                          : 16;
            size_t end = read_number(s, at, width, base, &value);
            if (end == at)
                return n_stored;
            at = end;
            if (!is_dropped && !fits(size, letter, value))
                __linchpin_unsupported("a number that `sscanf` cannot store");
            if (!is_dropped)
                store(__builtin_va_arg(list, void *), size, value);
        } else if (letter == 's' || letter == 'c' || letter == '[') {
            if (size == 'l')
                __linchpin_unsupported("wide characters in `sscanf`");
            size_t from = i;
            size_t to = i;
            int is_negated = 0;
            if (letter == '[') {
                is_negated = format[from] == '^';
                from = from + (is_negated ? 1 : 0);
                to = from + 1;
                while (format[to] != ']')
                    to++;
                i = to + 1;
            }
            if (letter == 'c' && !has_width)
                width = 1;
            char *target = is_dropped ? (char *)0 : __builtin_va_arg(list, char *);
            size_t k = 0;
            size_t first = at;
            while (k < width && s[at] != 0
                   && (letter == 'c' || (letter == 's' && !is_space(s[at]))
                       || (letter == '[' && is_in_set(format, from, to, s[at]) != is_negated))) {
                at++;
                k++;
            }
            if (k == 0)
                return n_stored;
            /* In one piece, so that a target in the string itself is seen (C17 7.21.6.7p2). */
            if (target != 0)
                __builtin_memcpy(target, s + first, k);
            if (target != 0 && letter != 'c')
                target[k] = 0;
        } else if (letter == 'f' || letter == 'e' || letter == 'g' || letter == 'E' || letter == 'G'
                   || letter == 'a') {
            char *end;
            if (has_width || size == 'L')
                __linchpin_unsupported("a floating number of this kind in `sscanf`");
            double value = strtod(s + at, &end);
            float single = size == 'l' ? 0.0f : strtof(s + at, &end);
            if (end == s + at)
                return n_stored;
            at = (size_t)(end - s);
            if (!is_dropped && size == 'l')
                *__builtin_va_arg(list, double *) = value;
            else if (!is_dropped)
                *__builtin_va_arg(list, float *) = single;
        } else {
            __linchpin_unsupported("a conversion of `sscanf`");
        }
        if (!is_dropped)
            n_stored++;
    }
    return n_stored;
}

int sscanf(const char *s, const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int n = vsscanf(s, format, list);
    __builtin_va_end(list);
    return n;
}

int __isoc99_sscanf(const char *s, const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int n = vsscanf(s, format, list);
    __builtin_va_end(list);
    return n;
}

int __isoc23_sscanf(const char *s, const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int n = vsscanf(s, format, list);
    __builtin_va_end(list);
    return n;
}

/* Numbers as wcstol and its kin read them, in the locale "C": as the kin of strtol, of wide characters. */
typedef __typeof__(sizeof 0) size_t;
extern int *__errno_location(void);

static int digit(int c)
{
    if (c >= 48 && c <= 57)
        return c - 48;
    if (c >= 65 && c <= 90)
        return c - 55;
    if (c >= 97 && c <= 122)
        return c - 87;
    return 36;
}

/* The magnitude, at most `most` or, below zero, `least`; whether it has a sign; where it ends. */
static unsigned long long number(const int *s, int **end, int base, unsigned long long most,
                                 unsigned long long least, int *is_negative)
{
    size_t i = 0;
    *is_negative = 0;
    if (base < 0 || base == 1 || base > 36) {
        *__errno_location() = 22;
        return 0;
    }
    while (s[i] == 32 || (s[i] >= 9 && s[i] <= 13))
        i++;
    if (s[i] == 45) {
        *is_negative = 1;
        i++;
    } else if (s[i] == 43) {
        i++;
    }
    if ((base == 0 || base == 16) && s[i] == 48 && (s[i + 1] == 120 || s[i + 1] == 88)
        && digit(s[i + 2]) < 16) {
        base = 16;
        i += 2;
    } else if (base == 0) {
        base = s[i] == 48 ? 8 : 10;
    }
    unsigned long long limit = *is_negative ? least : most;
    unsigned long long quotient = limit / (unsigned long long)base;
    int remainder = (int)(limit % (unsigned long long)base);
    unsigned long long value = 0;
    int is_too_big = 0;
    size_t first = i;
    int next = digit(s[i]);
    while (next < base) {
        if (value > quotient || (value == quotient && next > remainder))
            is_too_big = 1;
        else
            value = value * (unsigned long long)base + (unsigned long long)next;
        i++;
        next = digit(s[i]);
    }
    if (end != 0)
        *end = (int *)(i == first ? s : s + i);
    if (is_too_big) {
        *__errno_location() = 34;
        /* The most that an unsigned type holds, with a sign too. */
        if (least == most)
            *is_negative = 0;
        return limit;
    }
    return value;
}

static long long signed_number(const int *s, int **end, int base, unsigned long long most)
{
    int is_negative;
    unsigned long long value = number(s, end, base, most, most + 1, &is_negative);
    if (!is_negative)
        return (long long)value;
    return value == 0 ? 0 : -1 - (long long)(value - 1);
}

static unsigned long long unsigned_number(const int *s, int **end, int base,
                                          unsigned long long most)
{
    int is_negative;
    unsigned long long value = number(s, end, base, most, most, &is_negative);
    return is_negative ? 0 - value : value;
}

long wcstol(const int *s, int **end, int base)
{
    return (long)signed_number(s, end, base, ~0ul >> 1);
}

long long wcstoll(const int *s, int **end, int base)
{
    return signed_number(s, end, base, ~0ull >> 1);
}

unsigned long wcstoul(const int *s, int **end, int base)
{
    return (unsigned long)unsigned_number(s, end, base, ~0ul);
}

unsigned long long wcstoull(const int *s, int **end, int base)
{
    return unsigned_number(s, end, base, ~0ull);
}

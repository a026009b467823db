/* Pieces of formatted output, for `vsnprintf` and for formats that are known when the call is
   lowered. A piece begins at `s[at]` and is written as far as `room` reaches; the result is where
   it would end. */
typedef __typeof__(sizeof 0) size_t;

static void put_byte(char *s, size_t room, size_t at, char byte)
{
    if (at < room)
        s[at] = byte;
}

static void put_many(char *s, size_t room, size_t at, char byte, size_t n)
{
    if (at < room && n > 0)
        __builtin_memset(s + at, byte, n < room - at ? n : room - at);
}

/* Bytes that are known to be there. */
size_t __linchpin_put_bytes(char *s, size_t room, size_t at, const char *bytes, size_t n)
{
    if (at < room && n > 0)
        __builtin_memcpy(s + at, bytes, n < room - at ? n : room - at);
    return at + n;
}

static size_t put_field(char *s, size_t room, size_t at, const char *body, size_t n, size_t width,
                        int is_left)
{
    size_t padding = width > n ? width - n : 0;
    if (!is_left) {
        put_many(s, room, at, 32, padding);
        at = at + padding;
    }
    at = __linchpin_put_bytes(s, room, at, body, n);
    if (is_left) {
        put_many(s, room, at, 32, padding);
        at = at + padding;
    }
    return at;
}

size_t __linchpin_put_char(char *s, size_t room, size_t at, int c, size_t width, int is_left)
{
    char byte = (char)c;
    return put_field(s, room, at, &byte, 1, width, is_left);
}

/* A string, or as much of it as the precision allows; reads no further. */
size_t __linchpin_put_string(char *s, size_t room, size_t at, const char *string, size_t width,
                             size_t precision, int is_left)
{
    size_t n = 0;
    while (n < precision && string[n] != 0)
        n++;
    return put_field(s, room, at, string, n, width, is_left);
}

/* A number in base 8, 10 or 16. `sign` is 0 or the character before it; `precision` is -1 if
   there is none. */
size_t __linchpin_put_number(char *s, size_t room, size_t at, unsigned long long value,
                             unsigned base, int sign, int is_upper, int has_prefix, size_t width,
                             long precision, int is_left, int has_zeros)
{
    char digits[24];
    size_t n_digits = 0;
    unsigned long long rest = value;
    while (rest != 0) {
        int digit = (int)(rest % base);
        digits[n_digits] = (char)(digit < 10 ? digit + 48 : digit + (is_upper ? 55 : 87));
        rest = rest / base;
        n_digits++;
    }
    size_t wanted = precision < 0 ? 1 : (size_t)precision;
    if (base == 8 && has_prefix && wanted <= n_digits)
        wanted = n_digits + 1;
    int is_marked = base == 16 && has_prefix && value != 0;
    size_t zeros = wanted > n_digits ? wanted - n_digits : 0;
    size_t n = (sign != 0) + (is_marked ? 2 : 0) + zeros + n_digits;
    size_t padding = width > n ? width - n : 0;
    if (!is_left && has_zeros && precision < 0) {
        zeros = zeros + padding;
        padding = 0;
    }
    if (!is_left) {
        put_many(s, room, at, 32, padding);
        at = at + padding;
    }
    if (sign != 0) {
        put_byte(s, room, at, (char)sign);
        at++;
    }
    if (is_marked) {
        put_byte(s, room, at, 48);
        put_byte(s, room, at + 1, is_upper ? 88 : 120);
        at = at + 2;
    }
    put_many(s, room, at, 48, zeros);
    at = at + zeros;
    for (size_t k = n_digits; k > 0; k--) {
        put_byte(s, room, at, digits[k - 1]);
        at++;
    }
    if (is_left) {
        put_many(s, room, at, 32, padding);
        at = at + padding;
    }
    return at;
}

size_t __linchpin_put_signed(char *s, size_t room, size_t at, long long value, int plus,
                             size_t width, long precision, int is_left, int has_zeros)
{
    unsigned long long magnitude = (unsigned long long)value;
    if (value < 0)
        return __linchpin_put_number(s, room, at, 0 - magnitude, 10, 45, 0, 0, width, precision,
                                     is_left, has_zeros);
    return __linchpin_put_number(s, room, at, magnitude, 10, plus, 0, 0, width, precision, is_left,
                                 has_zeros);
}

/* The text of a number is read exactly; its value where it has at most 15 digits and a small
   exponent, so that one correctly rounded operation gives it. Other values are not modelled. */
typedef __typeof__(sizeof 0) size_t;
extern void __linchpin_unmodelled_errno(void);
extern double __linchpin_unmodelled_double(void);
extern float __linchpin_unmodelled_float(void);
extern long double __linchpin_unmodelled_long_double(void);

struct decimal {
    unsigned long long digits;
    int n_digits;
    int exponent;
    int is_negative;
    int is_plain;
};

static char small(char c)
{
    return c >= 65 && c <= 90 ? (char)(c + 32) : c;
}

static int is_digit(char c)
{
    return c >= 48 && c <= 57;
}

static int is_hex_digit(char c)
{
    return is_digit(c) || (small(c) >= 97 && small(c) <= 102);
}

static int begins_with(const char *s, const char *word)
{
    size_t i = 0;
    while (word[i] != 0 && small(s[i]) == word[i])
        i++;
    return word[i] == 0;
}

/* Where an exponent behind `i` ends; `i` if there is none. */
static size_t behind_exponent(const char *s, size_t i, int *value)
{
    size_t at = i + 1;
    int is_negative = s[at] == 45;
    if (s[at] == 43 || s[at] == 45)
        at++;
    if (!is_digit(s[at]))
        return i;
    int sum = 0;
    while (is_digit(s[at])) {
        if (sum < 10000)
            sum = sum * 10 + (s[at] - 48);
        at++;
    }
    *value = is_negative ? -sum : sum;
    return at;
}

static size_t scan_hexadecimal(const char *s, size_t i)
{
    size_t n = 0;
    int exponent = 0;
    while (is_hex_digit(s[i])) {
        i++;
        n++;
    }
    if (s[i] == 46) {
        size_t dot = i;
        i++;
        while (is_hex_digit(s[i])) {
            i++;
            n++;
        }
        if (n == 0)
            i = dot;
    }
    if (n == 0)
        return 0;
    return small(s[i]) == 112 ? behind_exponent(s, i, &exponent) : i;
}

static size_t scan_decimal(const char *s, size_t i, struct decimal *out)
{
    size_t n = 0;
    int exponent = 0;
    int is_behind_dot = 0;
    while (is_digit(s[i]) || (s[i] == 46 && !is_behind_dot)) {
        if (s[i] == 46) {
            is_behind_dot = 1;
        } else {
            n++;
            if (out->n_digits < 15) {
                out->digits = out->digits * 10 + (unsigned long long)(s[i] - 48);
                if (out->digits != 0)
                    out->n_digits++;
                if (is_behind_dot && out->exponent > -10000)
                    out->exponent--;
            } else {
                out->is_plain = 0;
            }
        }
        i++;
    }
    if (n == 0)
        return 0;
    if (small(s[i]) == 101)
        i = behind_exponent(s, i, &exponent);
    out->exponent += exponent;
    return i;
}

/* Where the number ends; 0 if there is none. */
static size_t scan(const char *s, struct decimal *out)
{
    size_t i = 0;
    while (s[i] == 32 || (s[i] >= 9 && s[i] <= 13))
        i++;
    out->digits = 0;
    out->n_digits = 0;
    out->exponent = 0;
    out->is_plain = 1;
    out->is_negative = s[i] == 45;
    if (s[i] == 43 || s[i] == 45)
        i++;
    if (begins_with(s + i, "inf") || begins_with(s + i, "nan")) {
        out->is_plain = 0;
        if (begins_with(s + i, "infinity"))
            return i + 8;
        i += 3;
        if (small(s[i - 1]) == 110 && s[i] == 40) {
            size_t at = i + 1;
            while (is_digit(s[at]) || (small(s[at]) >= 97 && small(s[at]) <= 122) || s[at] == 95)
                at++;
            if (s[at] == 41)
                return at + 1;
        }
        return i;
    }
    if (s[i] == 48 && small(s[i + 1]) == 120) {
        size_t end = scan_hexadecimal(s, i + 2);
        if (end != 0) {
            out->is_plain = 0;
            return end;
        }
        return i + 1;
    }
    return scan_decimal(s, i, out);
}

static double power_of_ten(int n)
{
    double power = 1.0;
    for (int i = 0; i < n; i++)
        power = power * 10.0;
    return power;
}

static int is_exact(const struct decimal *number)
{
    return number->is_plain
           && (number->digits == 0 || (number->exponent >= -22 && number->exponent <= 22));
}

static double value_of(const struct decimal *number)
{
    double value = (double)number->digits;
    if (number->digits != 0 && number->exponent < 0)
        value = value / power_of_ten(-number->exponent);
    else if (number->digits != 0)
        value = value * power_of_ten(number->exponent);
    return number->is_negative ? -value : value;
}

static size_t read(const char *s, char **end, struct decimal *number)
{
    size_t n = scan(s, number);
    if (end != 0)
        *end = (char *)(s + n);
    if (n != 0 && !is_exact(number))
        __linchpin_unmodelled_errno();
    return n;
}

double strtod(const char *s, char **end)
{
    struct decimal number;
    if (read(s, end, &number) == 0)
        return 0.0;
    return is_exact(&number) ? value_of(&number) : __linchpin_unmodelled_double();
}

/* Seven digits and ten powers of ten are exact in a float. */
float strtof(const char *s, char **end)
{
    struct decimal number;
    if (read(s, end, &number) == 0)
        return 0.0f;
    if (is_exact(&number) && number.digits < 10000000 && number.exponent >= -10
        && number.exponent <= 10) {
        float value = (float)number.digits;
        int n = number.exponent < 0 ? -number.exponent : number.exponent;
        float power = (float)power_of_ten(n);
        value = number.digits == 0 ? value : number.exponent < 0 ? value / power : value * power;
        return number.is_negative ? -value : value;
    }
    return __linchpin_unmodelled_float();
}

long double strtold(const char *s, char **end)
{
    struct decimal number;
    if (read(s, end, &number) == 0)
        return 0.0L;
    /* Powers of ten up to 22 are exact in a double, and one operation rounds once. */
    if (is_exact(&number)) {
        long double value = (long double)number.digits;
        if (number.digits != 0 && number.exponent < 0)
            value = value / (long double)power_of_ten(-number.exponent);
        else if (number.digits != 0)
            value = value * (long double)power_of_ten(number.exponent);
        return number.is_negative ? -value : value;
    }
    return __linchpin_unmodelled_long_double();
}

double atof(const char *s)
{
    return strtod(s, 0);
}

typedef __typeof__(sizeof 0) size_t;
extern int __linchpin_asks_undefined(void);
extern void __linchpin_unsupported(const char *);
extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);
extern long long __VERIFIER_nondet_longlong(void);

/* What does not fit the type is undefined (C17 7.22.1p1). Libraries give some value, so that it is
   any where nobody asks, and no violation where somebody does. */
static int parse(const char *s, unsigned long long most, unsigned long long *value)
{
    size_t i = 0;
    int is_negative = 0;
    while (s[i] == 32 || (s[i] >= 9 && s[i] <= 13))
        i++;
    if (s[i] == 45) {
        is_negative = 1;
        i++;
    } else if (s[i] == 43) {
        i++;
    }
    unsigned long long limit = is_negative ? most + 1 : most;
    unsigned long long quotient = limit / 10;
    unsigned long long remainder = limit % 10;
    unsigned long long sum = 0;
    int fits = 1;
    while (s[i] >= 48 && s[i] <= 57) {
        unsigned long long next = (unsigned long long)(s[i] - 48);
        if (sum > quotient || (sum == quotient && next > remainder))
            fits = 0;
        else
            sum = sum * 10 + next;
        i++;
    }
    if (!fits && __linchpin_asks_undefined())
        __linchpin_unsupported("a number that does not fit the result of `atoi` or one of its kin");
    *value = is_negative ? 0 - sum : sum;
    return fits;
}

int atoi(const char *s)
{
    unsigned long long value;
    return parse(s, ~0u >> 1, &value) ? (int)value : __VERIFIER_nondet_int();
}

long atol(const char *s)
{
    unsigned long long value;
    return parse(s, ~0ul >> 1, &value) ? (long)value : __VERIFIER_nondet_long();
}

long long atoll(const char *s)
{
    unsigned long long value;
    return parse(s, ~0ull >> 1, &value) ? (long long)value : __VERIFIER_nondet_longlong();
}
